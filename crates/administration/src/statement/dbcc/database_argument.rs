//! The database that an argument of a DBCC command names.

use crate::statement::dbcc::arguments::plain_name;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_command::statement::{Env, whole_number};
use sluice_session::rights::Rights;
use sluice_syntax::ast::Expr;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// A database as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DatabaseArgument {
    /// No argument, or 0.
    Current,
    Name(String),
    Number(i64),
}

impl DatabaseArgument {
    /// Returns the database that an argument names. `None` for an expression that is neither a name
    /// nor a whole number.
    pub(super) fn from_expr(argument: &Expr) -> Option<DatabaseArgument> {
        match whole_number(argument) {
            Some(0) => Some(DatabaseArgument::Current),
            Some(number) => Some(DatabaseArgument::Number(number)),
            None => plain_name(argument).map(DatabaseArgument::Name),
        }
    }

    /// Fails with 2571 if the session may not run `command` in the database. A number that no
    /// database has is reported by [`DatabaseArgument::database`].
    pub(super) fn needs(&self, rights: &Rights<'_>, command: &str) -> Result<(), SqlError> {
        match self {
            DatabaseArgument::Current => rights.dbcc_of_database(command, None),
            DatabaseArgument::Name(name) => rights.dbcc_of_database(command, Some(name)),
            DatabaseArgument::Number(number) => match rights.database_numbered(*number) {
                Some(name) => rights.dbcc_of_database(command, Some(&name)),
                None => Ok(()),
            },
        }
    }

    /// Returns the database. Fails with 911 if it doesn't exist, or with the error of its state if
    /// it isn't open.
    pub(super) fn database(&self, env: &Env<'_, '_>) -> Result<Arc<Database>, SqlError> {
        let host = env.context.host;
        match self {
            DatabaseArgument::Current => Ok(Arc::clone(&env.state.database)),
            DatabaseArgument::Name(name) => host.database(name).ok_or_else(|| host.not_open(name)),
            DatabaseArgument::Number(number) => {
                let name = u16::try_from(*number).ok().and_then(|id| host.name_of(DatabaseId(id)));
                let name = name.ok_or_else(|| SqlError::database_not_found(number.to_string()))?;
                host.database(&name).ok_or_else(|| host.not_open(&name))
            }
        }
    }
}
