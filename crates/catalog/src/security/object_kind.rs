//! Kinds of objects, and the permissions that each can have
//! (`t-sql/statements/grant-object-permissions-transact-sql.md`).

use super::permission::{Code, codes};
use crate::module::ModuleKind;

/// The kind of an object, which decides the permissions it can have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ObjectKind {
    /// A table.
    Table,
    /// A view.
    View,
    /// A table-valued function.
    TableFunction,
    /// A scalar function.
    ScalarFunction,
    /// A procedure.
    Procedure,
    /// A trigger, which has no permissions of its own.
    Trigger,
    /// A synonym.
    Synonym,
    /// A sequence.
    Sequence,
    /// A default of CREATE DEFAULT.
    Default,
    /// A rule of CREATE RULE.
    Rule,
}

impl ObjectKind {
    /// Whether a permission of objects can be had on an object of this kind. Permissions without a
    /// rule of their own are for every kind but triggers.
    pub fn takes(self, code: Code) -> bool {
        use ObjectKind::{Procedure, ScalarFunction, Sequence, Synonym, Table, TableFunction, Trigger, View};
        match code {
            codes::SELECT => matches!(self, Table | View | TableFunction | Synonym),
            codes::INSERT | codes::DELETE => matches!(self, Table | View | TableFunction | Synonym),
            codes::UPDATE => matches!(self, Table | View | TableFunction | Synonym | Sequence),
            codes::REFERENCES => matches!(self, Table | View | TableFunction | ScalarFunction | Sequence),
            codes::EXECUTE => matches!(self, Procedure | ScalarFunction | Synonym),
            _ => self != Trigger,
        }
    }

    /// Returns the permissions that ALL grants on an object of this kind. Tables, views and other
    /// kinds get the same five.
    pub fn all(self) -> &'static [Code] {
        match self {
            ObjectKind::Procedure => &[codes::EXECUTE],
            ObjectKind::ScalarFunction => &[codes::EXECUTE, codes::REFERENCES],
            _ => &[codes::DELETE, codes::INSERT, codes::REFERENCES, codes::SELECT, codes::UPDATE],
        }
    }
}

impl From<ModuleKind> for ObjectKind {
    fn from(kind: ModuleKind) -> ObjectKind {
        match kind {
            ModuleKind::View => ObjectKind::View,
            ModuleKind::InlineFunction | ModuleKind::TableFunction => ObjectKind::TableFunction,
            ModuleKind::ScalarFunction => ObjectKind::ScalarFunction,
            ModuleKind::Procedure => ObjectKind::Procedure,
            ModuleKind::Trigger => ObjectKind::Trigger,
            ModuleKind::Synonym => ObjectKind::Synonym,
            ModuleKind::Default => ObjectKind::Default,
            ModuleKind::Rule => ObjectKind::Rule,
        }
    }
}
