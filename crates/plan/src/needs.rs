//! What whoever runs a statement must be allowed to do: found while names are resolved, asked by the executor for each who runs it.

use crate::expression::ColumnId;
use sluice_catalog::ViewPermission;
use sluice_catalog::security::Code;

/// A permission on what a statement names.
#[derive(Clone, PartialEq, Debug)]
pub struct Need {
    /// The database it is in; `None` for the current one.
    pub database: Option<String>,
    /// What is named.
    pub on: Named,
    /// Which permission.
    pub code: Code,
    /// The ids of the columns that are used; none where it is about the whole.
    pub columns: Vec<i32>,
    /// The module or table whose definition names it; `None` for the statement itself. The need is met where one owner has both.
    pub within: Option<ModulePlace>,
}

/// What a statement names.
#[derive(Clone, PartialEq, Debug)]
pub enum Named {
    /// An object.
    Object {
        /// Its id.
        id: i32,
        /// Its schema, as it is spelled.
        schema: String,
        /// Its name, as it is spelled.
        name: String,
    },
    /// A system view, which takes this permission.
    SystemView(ViewPermission),
}

/// Where the module or table is that starts an ownership chain.
#[derive(Clone, PartialEq, Debug)]
pub struct ModulePlace {
    /// Its database; `None` for the current one.
    pub database: Option<String>,
    /// Its schema.
    pub schema: String,
}

/// A need as the binder notes it: which columns it is about is known when the whole statement is bound.
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    pub need: Need,
    // What the columns are called in the statement, with their ids.
    pub columns: Vec<(ColumnId, i32)>,
    // Whether nothing is needed unless a column is used.
    pub is_optional: bool,
}

impl Noted {
    /// What is needed in the end, if anything, where these columns are used.
    pub(crate) fn settled(self, used: &dyn Fn(ColumnId) -> bool) -> Option<Need> {
        let Noted { mut need, columns, is_optional } = self;
        let of_columns = need.columns.is_empty() && !columns.is_empty();
        if of_columns {
            need.columns = columns.into_iter().filter(|(id, _)| used(*id)).map(|(_, number)| number).collect();
        }
        (!is_optional || !need.columns.is_empty()).then_some(need)
    }
}
