//! A module: an object that is defined by T-SQL text; or a synonym, whose text is a name.

use crate::trigger::Trigger;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// A view, a function, a procedure, a trigger or a synonym. Immutable; altering it makes another `Module` under the same id.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    /// Its id, never given to another object of the database.
    pub id: ObjectId,
    /// The schema it is in, spelled as the schema is.
    pub schema: String,
    /// Its name, spelled as defined.
    pub name: String,
    /// What it is.
    pub kind: ModuleKind,
    /// The batch that defines it, as written.
    pub definition: Arc<str>,
    /// What it watches, if it is a trigger.
    pub trigger: Option<Trigger>,
    /// What it is defined WITH.
    pub options: ModuleOptions,
}

/// What a module is defined WITH, as far as it matters to others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ModuleOptions {
    /// SCHEMABINDING: what it names stays as it is.
    pub is_schema_bound: bool,
    /// ENCRYPTION: its text is shown to nobody.
    pub is_encrypted: bool,
    /// WITH CHECK OPTION: of a view, that what is changed through it stays among its rows.
    pub has_check_option: bool,
}

impl Module {
    /// Its text, as far as it may be shown.
    pub fn shown_definition(&self) -> Option<&str> {
        (!self.options.is_encrypted).then_some(&*self.definition)
    }
}

/// The kinds of modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleKind {
    /// A view.
    View,
    /// A function that is one query.
    InlineFunction,
    /// A function whose statements fill a table.
    TableFunction,
    /// A function that statements compute a value of.
    ScalarFunction,
    /// A stored procedure.
    Procedure,
    /// A trigger of a table or view.
    Trigger,
    /// Another name for an object, which is its definition, in brackets.
    Synonym,
}

impl ModuleKind {
    /// Its code in `sys.objects.type`.
    pub fn code(self) -> &'static str {
        match self {
            ModuleKind::View => "V",
            ModuleKind::InlineFunction => "IF",
            ModuleKind::TableFunction => "TF",
            ModuleKind::ScalarFunction => "FN",
            ModuleKind::Procedure => "P",
            ModuleKind::Trigger => "TR",
            ModuleKind::Synonym => "SN",
        }
    }

    /// The kind that has the code.
    pub fn of_code(code: &str) -> Option<ModuleKind> {
        use ModuleKind::{InlineFunction, Procedure, ScalarFunction, Synonym, TableFunction, Trigger, View};
        let all = [View, InlineFunction, TableFunction, ScalarFunction, Procedure, Trigger, Synonym];
        all.into_iter().find(|kind| kind.code() == code)
    }

    /// Whether its text is T-SQL.
    pub fn has_text(self) -> bool {
        self != ModuleKind::Synonym
    }

    /// Whether a query may read its rows.
    pub fn has_rows(self) -> bool {
        matches!(self, ModuleKind::View | ModuleKind::InlineFunction | ModuleKind::TableFunction)
    }

    /// What messages call it.
    pub fn noun(self) -> &'static str {
        match self {
            ModuleKind::View => "view",
            ModuleKind::InlineFunction | ModuleKind::TableFunction | ModuleKind::ScalarFunction => "function",
            ModuleKind::Procedure => "procedure",
            ModuleKind::Trigger => "trigger",
            ModuleKind::Synonym => "synonym",
        }
    }
}
