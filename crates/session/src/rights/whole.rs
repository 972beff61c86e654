//! Permissions on a database or the server as a whole.

use super::Rights;
use crate::access::Access;
use crate::permission_check::{database_denied, server_denied};
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_catalog::security::{Code, PrincipalId, Securable, codes};
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_table::database::Database;
use sluice_types::SqlError;

impl Rights<'_> {
    /// Requires a permission on the current database; fails with 262.
    pub fn on_database(&self, code: Code) -> Result<(), SqlError> {
        let denied = database_denied(code, &self.state.database.name);
        self.of_database(None, |access| access.may(Securable::Database, code), denied)
    }

    /// Requires a permission on the server; fails with 300.
    pub fn on_server(&self, code: Code) -> Result<(), SqlError> {
        self.server_or(code, server_denied(code))
    }

    /// Requires a permission on the server; fails with `denied`.
    pub fn server_or(&self, code: Code, denied: SqlError) -> Result<(), SqlError> {
        self.of_database(None, |access| access.may(Securable::Server, code), denied)
    }

    /// Requires membership in sysadmin or in the fixed server role; fails with 15247.
    pub fn server_role(&self, role: PrincipalId) -> Result<(), SqlError> {
        let may = |access: &Access| access.privileges().is_administrator() || access.login.contains(&role);
        self.of_database(None, may, not_allowed())
    }

    /// Requires sysadmin; fails with 229 for EXECUTE on a system procedure. The message names the
    /// procedure's database and schema: msdb's for its procedures, else the resource database's
    /// `sys`.
    pub fn execute_of_sysadmin(&self, procedure: &Module) -> Result<(), SqlError> {
        let may = |access: &Access| access.privileges().is_administrator();
        let (database, schema) = match procedure.schema == MSDB_SCHEMA {
            true => MSDB_SCHEMA.split_once('.').unwrap_or((MSDB_SCHEMA, "")),
            false => (RESOURCE, "sys"),
        };
        self.of_database(None, may, SqlError::object_permission_denied("EXECUTE", &procedure.name, database, schema))
    }

    /// Requires ownership of the current database, or sysadmin; fails with 15247.
    pub fn database_owner(&self) -> Result<(), SqlError> {
        let may = |access: &Access| access.privileges().is_owner();
        self.of_database(None, may, not_allowed())
    }

    /// Requires ownership of master, or sysadmin; fails with 15247.
    pub fn owner_of_master(&self) -> Result<(), SqlError> {
        let may = |access: &Access| access.privileges().is_owner();
        self.of_database(Some("master"), may, not_allowed())
    }

    /// Requires CREATE DATABASE in master, or CREATE ANY DATABASE
    /// (`create-database-transact-sql.md`); fails with 262.
    pub fn create_database(&self) -> Result<(), SqlError> {
        let may = |access: &Access| {
            access.may(Securable::Database, codes::CREATE_DATABASE)
                || access.may(Securable::Server, codes::CREATE_ANY_DATABASE)
        };
        self.of_database(Some(MASTER), may, database_denied(codes::CREATE_DATABASE, MASTER))
    }

    /// Requires membership in db_owner of the copied database (`create-database-transact-sql.md`,
    /// *AS COPY OF*), beside the right to create one; fails with 262. Passes if there is no such
    /// database.
    pub fn copy_database(&self, source: &str) -> Result<(), SqlError> {
        let may = |access: &Access| access.may(Securable::Database, codes::CONTROL);
        self.of_database(Some(source), may, database_denied(codes::CREATE_DATABASE, source))
    }

    /// Requires CONTROL of the database, or ALTER ANY DATABASE (`drop-database-transact-sql.md`);
    /// fails with 3701. The first name without it fails. Names of no database pass.
    pub fn drop_databases(&self, names: &[String]) -> Result<(), SqlError> {
        names.iter().try_for_each(|name| {
            let may = |access: &Access| {
                access.may(Securable::Database, codes::CONTROL)
                    || access.may(Securable::Server, codes::ALTER_ANY_DATABASE)
            };
            let denied = SqlError::cannot_drop("drop", "database", name).in_state(1);
            self.of_database(Some(name), may, denied)
        })
    }

    /// Requires ALTER on the database (`alter-database-transact-sql.md`); fails with 5011.
    pub fn alter_database(&self, name: Option<&str>) -> Result<(), SqlError> {
        let shown = name.unwrap_or(&self.state.database.name).to_owned();
        let denied = SqlError::alter_database_denied(shown);
        self.of_database(name, |access| access.may(Securable::Database, codes::ALTER), denied)
    }

    /// Requires sysadmin to set a database to EMERGENCY
    /// (`alter-database-transact-sql-set-options.md`, *db_state_option*); fails with 5011.
    pub fn set_emergency(&self, name: Option<&str>) -> Result<(), SqlError> {
        let denied = SqlError::alter_database_denied(name.unwrap_or(&self.state.database.name));
        self.of_database(None, |access| access.privileges().is_administrator(), denied)
    }

    /// Requires membership in db_owner of the database (`sp-detach-db-transact-sql.md`); fails with
    /// 15247.
    pub fn detach_database(&self, name: &str) -> Result<(), SqlError> {
        self.of_database(Some(name), |access| access.may(Securable::Database, codes::CONTROL), not_allowed())
    }

    /// Requires BACKUP DATABASE or BACKUP LOG (`backup-transact-sql.md`); fails with 262.
    pub fn back_up(&self, name: &str, of_log: bool) -> Result<(), SqlError> {
        let code = if of_log { codes::BACKUP_LOG } else { codes::BACKUP_DATABASE };
        let may = |access: &Access| access.may(Securable::Database, code);
        self.of_database(Some(name), may, database_denied(code, name))
    }

    /// Requires sysadmin, dbcreator or ownership of the database
    /// (`restore-statements-transact-sql.md`); fails with 3110.
    pub fn restore(&self, name: &str) -> Result<(), SqlError> {
        self.of_database(Some(name), Access::may_restore, SqlError::restore_denied(name))
    }

    /// Requires SHOWPLAN in each of the databases (`set-showplan-all-transact-sql.md`); fails with
    /// 262.
    pub fn show_plan(&self, databases: &[Arc<Database>]) -> Result<(), SqlError> {
        databases.iter().try_for_each(|database| {
            let may = |access: &Access| access.may(Securable::Database, codes::SHOWPLAN);
            self.in_database(database, may, database_denied(codes::SHOWPLAN, &database.name))
        })
    }

    /// Checks `may` for the session in the database called `name`, or the current one. If that
    /// database isn't open, the session needs ALTER ANY DATABASE, as for OFFLINE to ONLINE
    /// (`alter-database-transact-sql-set-options.md`). Passes if there is no such database. Fails
    /// with `denied`. `may` gets the session's access to that database. The session need not be
    /// able to enter it.
    pub(super) fn of_database(
        &self,
        name: Option<&str>,
        may: impl Fn(&Access) -> bool,
        denied: SqlError,
    ) -> Result<(), SqlError> {
        let database: Option<Arc<Database>> = match name {
            Some(name) if !name.eq_ignore_ascii_case("current") => self.host.database(name),
            _ => Some(Arc::clone(&self.state.database)),
        };
        match (database, name) {
            (Some(database), _) => self.in_database(&database, may, denied),
            (None, Some(name)) if self.host.database_id(name).is_some() => {
                let may = |access: &Access| access.may(Securable::Server, codes::ALTER_ANY_DATABASE);
                let master = self.host.database(MASTER);
                master.map_or(Err(SqlError::action_denied()), |master| self.in_database(&master, may, denied))
            }
            (None, _) => Ok(()),
        }
    }

    fn in_database(
        &self,
        database: &Arc<Database>,
        may: impl Fn(&Access) -> bool,
        denied: SqlError,
    ) -> Result<(), SqlError> {
        let access = self.state.access(self.host, database, &self.state.transaction.work.catalog(database));
        if may(&access) { Ok(()) } else { Err(denied) }
    }
}

/// Returns error 15247: the session lacks the permission.
fn not_allowed() -> SqlError {
    SqlError::action_denied()
}

const MASTER: &str = "master";
/// The database that messages name as the home of system procedures.
const RESOURCE: &str = "mssqlsystemresource";
