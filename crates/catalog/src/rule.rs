//! Constraints other than keys, and the expressions of computed columns.
//!
//! Expressions are stored as normalised text and bound with each statement that needs them. Columns
//! are named by their ids, which don't change when other columns are dropped.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// The expression of a computed column.
#[derive(Clone, PartialEq, Debug)]
pub struct Computed {
    /// The expression shown by `sys.computed_columns.definition`.
    pub definition: Arc<str>,
    /// Whether the values are stored in the rows.
    pub is_persisted: bool,
}

/// A constraint other than a key.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// The constraint's id, never reused in the database.
    pub id: ObjectId,
    /// The name as defined.
    pub name: String,
    /// Whether the system generated the name.
    pub is_system_named: bool,
    /// The rule that the constraint enforces.
    pub rule: Rule,
}

/// The rule of a constraint.
#[derive(Clone, PartialEq, Debug)]
pub enum Rule {
    /// The value of a column omitted by an INSERT.
    Default {
        /// The column's id.
        column: u16,
        /// The expression shown by `sys.default_constraints.definition`.
        definition: Arc<str>,
    },
    /// A condition that must not be false for any row.
    Check {
        /// The column's id, if the condition uses a single column.
        column: Option<u16>,
        /// The condition shown by `sys.check_constraints.definition`.
        definition: Arc<str>,
        /// Whether the constraint is enforced.
        enforcement: Enforcement,
    },
    /// A reference to rows of another table.
    ForeignKey(ForeignKey),
}

/// A FOREIGN KEY: unless a column is NULL, the columns' values are those of a row of the referenced
/// table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignKey {
    /// The ids of the referencing columns, at least one.
    pub columns: Vec<u16>,
    /// The referenced table, in the same database; may be the table itself.
    pub referenced: ObjectId,
    /// The ids of the referenced columns, one per entry of `columns`: the key of a unique index, in
    /// any order.
    pub referenced_columns: Vec<u16>,
    /// The action on referencing rows when the referenced row is deleted.
    pub on_delete: Action,
    /// The action on referencing rows when the referenced columns change.
    pub on_update: Action,
    /// Whether the constraint is enforced.
    pub enforcement: Enforcement,
}

/// The action on rows that refer to a deleted or changed row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Referencing rows cause an error.
    NoAction,
    /// Referencing rows are deleted or changed too.
    Cascade,
    /// The referencing columns are set to NULL.
    SetNull,
    /// The referencing columns are set to their DEFAULTs.
    SetDefault,
}

impl Action {
    /// Returns the number and the description in `sys.foreign_keys`. The number is also the one
    /// that is stored.
    pub fn number(self) -> (u8, &'static str) {
        match self {
            Action::NoAction => (0, "NO_ACTION"),
            Action::Cascade => (1, "CASCADE"),
            Action::SetNull => (2, "SET_NULL"),
            Action::SetDefault => (3, "SET_DEFAULT"),
        }
    }

    /// Returns how the actions ON DELETE and ON UPDATE of a foreign key change the referencing
    /// table: whether they delete its rows, and whether they update them.
    pub fn changes_of(on_delete: Action, on_update: Action) -> (bool, bool) {
        let updates = matches!(on_delete, Action::SetNull | Action::SetDefault) || on_update != Action::NoAction;
        (on_delete == Action::Cascade, updates)
    }

    /// Returns the action with this number.
    pub fn of_number(number: u8) -> Option<Action> {
        let all = [Action::NoAction, Action::Cascade, Action::SetNull, Action::SetDefault];
        all.into_iter().find(|action| action.number().0 == number)
    }
}

impl Rule {
    /// Returns the code in `sys.objects.type`.
    pub fn code(&self) -> &'static str {
        match self {
            Rule::Default { .. } => "D",
            Rule::Check { .. } => "C",
            Rule::ForeignKey(_) => "F",
        }
    }

    /// Returns the enforcement state. `None` for a DEFAULT, which is never disabled.
    pub fn enforcement(&self) -> Option<Enforcement> {
        match self {
            Rule::Default { .. } => None,
            Rule::Check { enforcement, .. } => Some(*enforcement),
            Rule::ForeignKey(key) => Some(key.enforcement),
        }
    }

    /// Returns the enforcement state for changes, or `None` for a DEFAULT.
    pub fn enforcement_mut(&mut self) -> Option<&mut Enforcement> {
        match self {
            Rule::Default { .. } => None,
            Rule::Check { enforcement, .. } => Some(enforcement),
            Rule::ForeignKey(key) => Some(&mut key.enforcement),
        }
    }
}

/// The enforcement state of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Enforcement {
    /// Whether the constraint is disabled.
    pub is_disabled: bool,
    /// Whether rows may exist that were never checked.
    pub is_not_trusted: bool,
    /// NOT FOR REPLICATION: replication agents are exempt; all other sessions are checked.
    pub not_for_replication: bool,
}
