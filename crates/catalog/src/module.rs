//! Modules: objects defined by T-SQL text. A synonym is a module too; its text is a name. Numbered
//! procedures are modules of their own, in the group of the first.

use crate::ddl_trigger::DdlTrigger;
use crate::table::Table;
use crate::trigger::Trigger;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// A view, function, procedure, trigger, synonym, default or rule. Immutable: ALTER creates another
/// `Module` with the same id.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    /// The module's id, never reused in the database.
    pub id: ObjectId,
    /// The schema's name, spelled as in the schema.
    pub schema: String,
    /// The name as defined.
    pub name: String,
    /// The kind of module.
    pub kind: ModuleKind,
    /// The text of the batch that defines the module.
    pub definition: Arc<str>,
    /// The properties of a trigger on a table or view.
    pub trigger: Option<Trigger>,
    /// The properties of a DDL or logon trigger.
    pub ddl: Option<Arc<DdlTrigger>>,
    /// The options of the WITH clause and of the creating session.
    pub options: ModuleOptions,
    /// The columns of a view or inline function that selects `*`, as at its definition or its last
    /// refresh: each name is followed by U+0000. `None` for every other module.
    pub columns: Option<Arc<str>>,
    /// The rows and indexes of an indexed view. They have the view's id, schema and name.
    pub rows: Option<Arc<Table>>,
}

/// Options of a module's WITH clause and of the session that created it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ModuleOptions {
    /// SCHEMABINDING: referenced objects can't be changed.
    pub is_schema_bound: bool,
    /// ENCRYPTION: the text is never shown.
    pub is_encrypted: bool,
    /// WITH CHECK OPTION: rows changed through the view must remain in the view.
    pub has_check_option: bool,
    /// Whether the module was created under SET ANSI_NULLS OFF.
    pub lacks_ansi_nulls: bool,
    /// Whether the module was created under SET QUOTED_IDENTIFIER OFF.
    pub lacks_quoted_identifier: bool,
    /// Whether `sp_MS_marksystemobject` has marked the module as an object of the system. A marked
    /// procedure of master that another database calls runs in that database.
    pub is_marked: bool,
    /// The number of a procedure in its group; 0 for a module that has none, as the first procedure
    /// of a group.
    pub number: u16,
}

/// Returns the name of a procedure with a number from 2 on, in the group of the procedure `name`.
/// The catalog keeps it as a module of its own, which only EXECUTE with the number names.
pub fn numbered_name(name: &str, number: u16) -> String {
    format!("{name};{number}")
}

impl Module {
    /// Returns the name of the group, for a procedure with a number above 1. `None` for other
    /// modules.
    pub fn group(&self) -> Option<&str> {
        (self.options.number > 1).then(|| self.name.rsplit_once(';').map_or(&*self.name, |(name, _)| name))
    }

    /// Returns the key of the trigger's siblings in [`crate::Catalog::triggers_of`]; `None` if the
    /// module is no trigger.
    pub fn trigger_parent(&self) -> Option<ObjectId> {
        self.trigger.map(|trigger| trigger.parent).or_else(|| self.ddl.as_ref().map(|ddl| ddl.scope.parent()))
    }

    /// Returns the names of the columns as at the definition of a view or inline function that
    /// selects `*`. `None` for every other module.
    pub fn column_names(&self) -> Option<Vec<&str>> {
        self.columns.as_ref().map(|columns| columns.split_terminator('\0').collect())
    }

    /// Returns the text, or `None` WITH ENCRYPTION. Permissions aren't checked here.
    pub fn shown_definition(&self) -> Option<&str> {
        (!self.options.is_encrypted).then_some(&*self.definition)
    }
}

/// The kinds of modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModuleKind {
    /// A view.
    View,
    /// An inline table-valued function: a single query.
    InlineFunction,
    /// A multi-statement table-valued function.
    TableFunction,
    /// A scalar function.
    ScalarFunction,
    /// A stored procedure.
    Procedure,
    /// A trigger.
    Trigger,
    /// A synonym for an object, whose bracketed name is the definition.
    Synonym,
    /// A default of CREATE DEFAULT, which can be bound to columns and alias types.
    Default,
    /// A rule of CREATE RULE, which can be bound to columns and alias types.
    Rule,
}

impl ModuleKind {
    /// Returns the code in `sys.objects.type`, without its trailing blank.
    pub fn code(self) -> &'static str {
        match self {
            ModuleKind::View => "V",
            ModuleKind::InlineFunction => "IF",
            ModuleKind::TableFunction => "TF",
            ModuleKind::ScalarFunction => "FN",
            ModuleKind::Procedure => "P",
            ModuleKind::Trigger => "TR",
            ModuleKind::Synonym => "SN",
            ModuleKind::Default => "D",
            ModuleKind::Rule => "R",
        }
    }

    /// Returns the kind with this code.
    pub fn of_code(code: &str) -> Option<ModuleKind> {
        use ModuleKind::{
            Default, InlineFunction, Procedure, Rule, ScalarFunction, Synonym, TableFunction, Trigger, View,
        };
        let all = [View, InlineFunction, TableFunction, ScalarFunction, Procedure, Trigger, Synonym, Default, Rule];
        all.into_iter().find(|kind| kind.code() == code)
    }

    /// Whether the definition is T-SQL text; that of a synonym is a name.
    pub fn has_text(self) -> bool {
        self != ModuleKind::Synonym
    }

    /// Whether a query can read the module's rows.
    pub fn has_rows(self) -> bool {
        matches!(self, ModuleKind::View | ModuleKind::InlineFunction | ModuleKind::TableFunction)
    }

    /// Returns the word for the kind in messages. All three kinds of functions have the same.
    pub fn noun(self) -> &'static str {
        match self {
            ModuleKind::View => "view",
            ModuleKind::InlineFunction | ModuleKind::TableFunction | ModuleKind::ScalarFunction => "function",
            ModuleKind::Procedure => "procedure",
            ModuleKind::Trigger => "trigger",
            ModuleKind::Synonym => "synonym",
            ModuleKind::Default => "default",
            ModuleKind::Rule => "rule",
        }
    }
}
