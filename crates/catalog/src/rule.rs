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
    /// Values that another table's rows must have.
    ForeignKey(ForeignKey),
}

/// A FOREIGN KEY: the values of some columns, unless one of them is NULL, are those of a row of the table referred to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignKey {
    /// The ids of the columns, at least one.
    pub columns: Vec<u16>,
    /// The table referred to, of the same database; perhaps the same.
    pub referenced: ObjectId,
    /// The ids of its columns, one for each of `columns`: the key of one of its unique indexes, in any order.
    pub referenced_columns: Vec<u16>,
    /// What becomes of the rows that refer to one that is deleted.
    pub on_delete: Action,
    /// What becomes of the rows that refer to one whose columns change.
    pub on_update: Action,
    /// Whether it is looked after.
    pub enforcement: Enforcement,
}

/// What becomes of the rows that refer to a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// There must be none.
    NoAction,
    /// They go with it, or change with it.
    Cascade,
    /// They refer to no row any more.
    SetNull,
    /// They refer to what their columns' DEFAULTs say.
    SetDefault,
}

impl Action {
    /// Its number in `sys.foreign_keys`, and its words there.
    pub fn number(self) -> (u8, &'static str) {
        match self {
            Action::NoAction => (0, "NO_ACTION"),
            Action::Cascade => (1, "CASCADE"),
            Action::SetNull => (2, "SET_NULL"),
            Action::SetDefault => (3, "SET_DEFAULT"),
        }
    }

    /// The action of that number.
    pub fn of_number(number: u8) -> Option<Action> {
        let all = [Action::NoAction, Action::Cascade, Action::SetNull, Action::SetDefault];
        all.into_iter().find(|action| action.number().0 == number)
    }
}

impl Rule {
    /// Its code in `sys.objects.type`.
    pub fn code(&self) -> &'static str {
        match self {
            Rule::Default { .. } => "D",
            Rule::Check { .. } => "C",
            Rule::ForeignKey(_) => "F",
        }
    }

    /// Whether it is looked after; `None` for a DEFAULT, which is never disabled.
    pub fn enforcement(&self) -> Option<Enforcement> {
        match self {
            Rule::Default { .. } => None,
            Rule::Check { enforcement, .. } => Some(*enforcement),
            Rule::ForeignKey(key) => Some(key.enforcement),
        }
    }

    /// The same, to be changed.
    pub fn enforcement_mut(&mut self) -> Option<&mut Enforcement> {
        match self {
            Rule::Default { .. } => None,
            Rule::Check { enforcement, .. } => Some(enforcement),
            Rule::ForeignKey(key) => Some(&mut key.enforcement),
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
