//! Permissions that a statement needs. The binder records them while it resolves names; the
//! executor checks them for the executing principal.

use crate::expression::ColumnId;
use sluice_catalog::ViewPermission;
use sluice_catalog::security::Code;

/// A permission on a named object.
#[derive(Clone, PartialEq, Debug)]
pub struct Need {
    /// The object's database; `None` is the current database.
    pub database: Option<String>,
    /// The object.
    pub on: Named,
    /// The permission.
    pub code: Code,
    /// The ids of the used columns; empty if the permission is on the whole object.
    pub columns: Vec<i32>,
    /// The module or table whose definition names the object; `None` for the statement itself. The
    /// permission isn't checked if both have the same owner (ownership chain).
    pub within: Option<ModulePlace>,
}

/// An object named by a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Named {
    /// An object.
    Object {
        /// Its id.
        id: i32,
        /// The schema, as spelled.
        schema: String,
        /// The name, as spelled.
        name: String,
    },
    /// A system view, which requires this permission.
    SystemView(ViewPermission),
}

/// The module or table that starts an ownership chain.
#[derive(Clone, PartialEq, Debug)]
pub struct ModulePlace {
    /// The database; `None` is the current database.
    pub database: Option<String>,
    /// The schema.
    pub schema: String,
}

/// A permission as the binder records it. The used columns are known only after the whole statement
/// is bound. See [`Noted::settled`].
#[derive(Clone, Debug)]
pub struct Noted {
    /// The permission, without the columns' numbers.
    pub need: Need,
    /// The columns' ids in the statement and in the object.
    pub columns: Vec<(ColumnId, i32)>,
    /// Whether the permission is needed only if a column is used.
    pub is_optional: bool,
}

impl Noted {
    /// Returns the permission that is needed, given the used columns. `None` if it's optional and
    /// no column of it is used.
    pub fn settled(self, used: &dyn Fn(ColumnId) -> bool) -> Option<Need> {
        let Noted { mut need, columns, is_optional } = self;
        let of_columns = need.columns.is_empty() && !columns.is_empty();
        if of_columns {
            need.columns = columns.into_iter().filter(|(id, _)| used(*id)).map(|(_, number)| number).collect();
        }
        (!is_optional || !need.columns.is_empty()).then_some(need)
    }
}
