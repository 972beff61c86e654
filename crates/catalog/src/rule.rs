//! What a table's definition says of its rows beyond columns and keys: constraints, and how computed columns come about.
//!
//! Expressions are kept as their normalised text, which is bound with each statement that needs it. Columns are named by their ids, which
//! stay when other columns go.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// How the values of a computed column come about.
#[derive(Clone, PartialEq, Debug)]
pub struct Computed {
    /// The expression, as `sys.computed_columns.definition` shows it.
    pub definition: Arc<str>,
    /// Whether its values are stored in the rows.
    pub is_persisted: bool,
}

/// A constraint that is no key.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// Its id, never given to another object of the database.
    pub id: ObjectId,
    /// Its name, spelled as defined.
    pub name: String,
    /// Whether the name was made for it.
    pub is_system_named: bool,
    /// What it says.
    pub rule: Rule,
}

/// What a constraint says.
#[derive(Clone, PartialEq, Debug)]
pub enum Rule {
    /// The value of a column that an INSERT does not give.
    Default {
        /// The column's id.
        column: u16,
        /// The value, as `sys.default_constraints.definition` shows it.
        definition: Arc<str>,
    },
    /// What must not be false of a row.
    Check {
        /// The id of the only column that it is about, if there is only one.
        column: Option<u16>,
        /// The condition, as `sys.check_constraints.definition` shows it.
        definition: Arc<str>,
        /// Whether it is looked after.
        enforcement: Enforcement,
    },
}

impl Rule {
    /// Its code in `sys.objects.type`.
    pub fn code(&self) -> &'static str {
        match self {
            Rule::Default { .. } => "D",
            Rule::Check { .. } => "C",
        }
    }

    /// Whether it is looked after; `None` for a DEFAULT, which is never disabled.
    pub fn enforcement(&self) -> Option<Enforcement> {
        match self {
            Rule::Default { .. } => None,
            Rule::Check { enforcement, .. } => Some(*enforcement),
        }
    }

    /// The same, to be changed.
    pub fn enforcement_mut(&mut self) -> Option<&mut Enforcement> {
        match self {
            Rule::Default { .. } => None,
            Rule::Check { enforcement, .. } => Some(enforcement),
        }
    }
}

/// Whether a constraint is looked after, and has been.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Enforcement {
    /// Nobody looks after it now.
    pub is_disabled: bool,
    /// There may be rows that were never held against it.
    pub is_not_trusted: bool,
    /// It is not for replication's agents; others are held to it.
    pub not_for_replication: bool,
}
