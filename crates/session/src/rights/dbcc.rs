//! Permissions of the DBCC commands. Each command's page is below
//! `t-sql/database-console-commands`.

use super::{Rights, Target};
use crate::access::Access;
use crate::permission_check::may_see_values;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Code, Securable, codes, ids};
use sluice_catalog::{ObjectName, Table};
use sluice_table::database::Database;
use sluice_table::temporary::is_temporary;
use sluice_types::SqlError;

impl Rights<'_> {
    /// Returns whether `number` is the id of the session.
    pub fn is_own_session(&self, number: i64) -> bool {
        number == i64::from(self.state.id.0)
    }

    /// Returns the name of the database with the id `number`. `None` if there is none.
    pub fn database_numbered(&self, number: i64) -> Option<String> {
        u16::try_from(number).ok().and_then(|id| self.host.name_of(DatabaseId(id)))
    }

    /// Requires membership in sysadmin or db_owner; fails with 2571. `name` is the database; `None`
    /// is the current one.
    pub fn dbcc_of_database(&self, command: &str, name: Option<&str>) -> Result<(), SqlError> {
        let may = |access: &Access| access.may(Securable::Database, codes::CONTROL);
        self.of_database(name, may, self.no_dbcc(command))
    }

    /// Requires a permission on the server; fails with 2571.
    pub fn dbcc_of_server(&self, command: &str, code: Code) -> Result<(), SqlError> {
        self.server_or(code, self.no_dbcc(command))
    }

    /// Requires ownership of the table, or membership in sysadmin, db_owner or db_ddladmin; fails
    /// with 2571.
    ///
    /// Succeeds if `table` is `None` or names no table: the statement then reports the name.
    ///
    /// Passes for a temporary table too.
    pub fn dbcc_of_table(&self, command: &str, table: Option<&ObjectName>) -> Result<(), SqlError> {
        let Some(table) = table else { return Ok(()) };
        let Some(Target { access, catalog, object }) = self.target(table)? else { return Ok(()) };
        let is_own = object.is_none_or(|(schema, _)| super::owns(&access, &catalog, schema));
        let may = is_own || access.may(Securable::Database, codes::CONTROL) || access.user.contains(&ids::DB_DDLADMIN);
        if may { Ok(()) } else { Err(self.no_dbcc(command)) }
    }

    /// Checks DBCC SHOW_STATISTICS on columns of a table of `database`. Fails with 2501 if the
    /// session can't see the table, and with 2557 if it may not select the columns. Passes for a
    /// temporary table.
    pub fn show_statistics(
        &self,
        database: &Arc<Database>,
        table: &Table,
        (columns, shown): (&[u16], &str),
    ) -> Result<(), SqlError> {
        // Only the owning session finds a temporary table.
        if is_temporary(&table.name) {
            return Ok(());
        }
        let catalog = self.state.transaction.work.catalog(database);
        let access = self.state.enter(self.host, database)?;
        if may_see_values(&access, &catalog, table, columns) {
            return Ok(());
        }
        Err(match access.sees_object(&catalog, &table.schema, table.id) {
            true => SqlError::dbcc_object_permission_denied(self.user_name(), "SHOW_STATISTICS", &table.name),
            false => SqlError::table_not_found(shown),
        })
    }

    /// Returns error 2571: the session may not run the command.
    fn no_dbcc(&self, command: &str) -> SqlError {
        SqlError::dbcc_permission_denied(self.user_name(), command)
    }

    /// Returns the user's name for messages.
    fn user_name(&self) -> String {
        let who = &self.state.security.who;
        who.user.as_ref().map_or(&who.login.name, |user| &user.name).to_string()
    }
}
