//! Checks whether the session has the permissions that a statement needs.

use crate::access::{Access, access};
use crate::host::{Host, ViewContext};
use crate::module_columns::module_columns;
use crate::state::SessionState;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Code, Decision, Securable, codes, ids, type_of};
use sluice_catalog::{Catalog, Schema, Sequence, Table, ViewPermission};
use sluice_plan::{Named, Need};
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_types::SqlError;

impl SessionState {
    /// Returns the session's principals and permissions in `database`, by master's and the
    /// database's names as its transaction sees them.
    pub fn access(&self, host: &dyn Host, database: &Database, catalog: &Catalog) -> Access {
        let master = host.database(MASTER).map(|master| self.transaction.work.catalog(&master));
        access(&self.security.who, master.as_deref(), (database, catalog))
    }

    /// Returns the session's principals in `database`. Fails as [`Access::check_entry`] does.
    pub fn enter(&self, host: &dyn Host, database: &Arc<Database>) -> Result<Access, SqlError> {
        let access = self.access(host, database, &self.transaction.work.catalog(database));
        access.check_entry(&self.security.who, database)?;
        Ok(access)
    }

    /// Checks that the session may draw values from a sequence
    /// (`sp-sequence-get-range-transact-sql.md`). Fails with 229 without UPDATE. The caller skips
    /// the check for a session that isn't restricted.
    #[cold]
    pub fn check_sequence(&self, host: &dyn Host, (database, of): (&str, &Sequence)) -> Result<(), SqlError> {
        let on = Named::Object { id: of.id.0, schema: of.schema.clone(), name: of.name.clone() };
        let database = Some(database.to_owned());
        let need = Need { database, on, code: codes::UPDATE, columns: Vec::new(), within: None };
        self.check_need(host, &need, &self.database)
    }

    /// Checks the permissions in `needs`. A need passes without a permission if an ownership chain
    /// covers it, or if the object's database or schema is gone. Fails with 229 for an object, with
    /// 230 for a column, and with 916 or 923 for a database that the session may not use. System
    /// views fail with 300 and 297, with 262 and 297, with 262, or with 4834.
    #[cold]
    pub fn check_needs(&self, host: &dyn Host, needs: &[Need]) -> Result<(), SqlError> {
        self.check_needs_in(host, needs, &self.database)
    }

    /// Checks `needs` of a statement that was bound while `current` was the current database. Each
    /// need is checked as [`SessionState::check_need`] does; the errors of all are reported
    /// together.
    pub fn check_needs_in(&self, host: &dyn Host, needs: &[Need], current: &Arc<Database>) -> Result<(), SqlError> {
        all(needs.iter().filter_map(|need| self.check_need(host, need, current).err()))
    }

    /// Checks one need of a statement that was bound while `current` was the current database.
    /// Passes if the object's database or schema is gone, or if an ownership chain covers the need:
    /// the running module's schema has the same owner as the object's. Fails with 229, with 230 for
    /// columns, with 4834 for OPENROWSET(BULK), and with 262, 297 or 300 for a system view.
    pub fn check_need(&self, host: &dyn Host, need: &Need, current: &Arc<Database>) -> Result<(), SqlError> {
        let find = |name: &Option<String>| match name {
            Some(name) => host.database(name),
            None => Some(Arc::clone(current)),
        };
        let Some(database) = find(&need.database) else { return Ok(()) };
        let (id, schema, name) = match &need.on {
            Named::SystemView(permission) => return self.check_view(host, &database, *permission),
            Named::Object { id, schema, name } => (*id, schema, name),
        };
        let catalog = self.transaction.work.catalog(&database);
        let Some(schema) = catalog.schema(schema) else { return Ok(()) };
        let chain = match &need.within {
            // Ownership chains apply to reads and changes of rows, not to definitions.
            None if need.code == codes::REFERENCES => None,
            None => self.security.chain,
            Some(module) => find(&module.database).and_then(|of_module| {
                let owner = self.transaction.work.catalog(&of_module).schema(&module.schema).map(|schema| schema.owner);
                owner.map(|owner| (of_module.id, owner))
            }),
        };
        if chain == Some((database.id, schema.owner)) {
            return Ok(());
        }
        let access = self.enter(host, &database)?;
        if access.user.contains(&schema.owner) {
            return Ok(());
        }
        let object = Securable::Object(schema.id, ObjectId(id));
        let denied = Denied { code: need.code, object: name, database: &database.name, schema: &schema.name };
        let name = |column: i32| column_name(host, &database, &catalog, (ObjectId(id), column));
        check_object(&access, object, &need.columns, (&denied, &name))
    }

    /// Checks access to a system view of `database`. Fails with 916 without access to another
    /// database, and with 262 without CONTROL. Fails with 300 and 297 without VIEW SERVER STATE,
    /// with 262 and 297 without VIEW DATABASE STATE, and with 4834 without ADMINISTER BULK
    /// OPERATIONS.
    fn check_view(
        &self,
        host: &dyn Host,
        database: &Arc<Database>,
        permission: ViewPermission,
    ) -> Result<(), SqlError> {
        let in_system = self.security.chain.is_some_and(|(_, owner)| owner == ids::SYS);
        if permission == ViewPermission::Own || in_system && Arc::ptr_eq(database, &self.database) {
            return Ok(());
        }
        let access = match Arc::ptr_eq(database, &self.database) {
            true => self.access(host, database, &self.transaction.work.catalog(database)),
            false => self.enter(host, database)?,
        };
        match permission {
            ViewPermission::ServerState(_) | ViewPermission::ServerStateUnlessWithin(_) => need_server_state(&access),
            ViewPermission::DatabaseState(_) => need_database_state(&access, &database.name),
            ViewPermission::Control(_) if !access.may(Securable::Database, codes::CONTROL) => {
                Err(database_denied(codes::CONTROL, &database.name))
            }
            ViewPermission::BulkOperations(_) if !access.may(Securable::Server, codes::ADMINISTER_BULK_OPERATIONS) => {
                Err(SqlError::bulk_load_permission())
            }
            ViewPermission::BulkOperations(_)
            | ViewPermission::Control(_)
            | ViewPermission::Public(_)
            | ViewPermission::Metadata(_)
            | ViewPermission::Filtered(_)
            | ViewPermission::Own => Ok(()),
        }
    }
}

/// Arguments of a message that denies a permission.
struct Denied<'a> {
    code: Code,
    object: &'a str,
    database: &'a str,
    schema: &'a str,
}

impl Denied<'_> {
    fn object(&self) -> SqlError {
        let permission = name_of(Securable::Object(DBO, ObjectId(0)), self.code);
        SqlError::object_permission_denied(permission, self.object, self.database, self.schema)
    }

    fn column(&self, column: &str) -> SqlError {
        let permission = name_of(Securable::Object(DBO, ObjectId(0)), self.code);
        SqlError::column_permission_denied(permission, column, self.object, self.database, self.schema)
    }
}

/// Checks a permission on an object that may be granted on columns. A column's own grant or denial
/// overrides the object's. Fails with 229 if the session's principals have no entry for a column,
/// and otherwise with 230 for each denied one of `columns`; without columns it passes then.
fn check_object(
    access: &Access,
    object: Securable,
    columns: &[i32],
    (denied, name): (&Denied<'_>, &dyn Fn(i32) -> String),
) -> Result<(), SqlError> {
    let (privileges, code) = (access.privileges(), denied.code);
    let whole = privileges.decide(object, code);
    let is_granted = |column: i32| privileges.of_column(object, column, code) == Decision::Granted;
    let has_columns = privileges.columns(object, code).next().is_some();
    // If no column is read, as by COUNT(*), permission on any column suffices.
    if !has_columns || columns.is_empty() {
        let is_allowed = whole == Decision::Granted || privileges.columns(object, code).any(is_granted);
        return if is_allowed { Ok(()) } else { Err(denied.object()) };
    }
    let may = |column: i32| match privileges.of_column(object, column, code) {
        Decision::Granted => true,
        Decision::Denied => false,
        Decision::Nothing => whole == Decision::Granted,
    };
    all(columns.iter().filter(|column| !may(**column)).map(|column| denied.column(&name(*column))))
}

/// Whether the session may see values of these columns in statistics
/// (`dbcc-show-statistics-transact-sql.md`). The session must have SELECT on each column, own the
/// table, or be a member of db_ddladmin.
pub fn may_see_values(access: &Access, catalog: &Catalog, table: &Table, columns: &[u16]) -> bool {
    let Some(schema) = catalog.schema(&table.schema) else { return false };
    if access.user.contains(&schema.owner) || access.user.contains(&ids::DB_DDLADMIN) {
        return true;
    }
    let columns: Vec<i32> = columns.iter().map(|id| i32::from(*id)).collect();
    let denied = Denied { code: codes::SELECT, object: "", database: "", schema: "" };
    let object = Securable::Object(schema.id, table.id);
    check_object(access, object, &columns, (&denied, &|column| column.to_string())).is_ok()
}

/// The name of a column of a table, view or function, by column id.
fn column_name(
    host: &dyn Host,
    database: &Arc<Database>,
    catalog: &Arc<Catalog>,
    (object, column): (ObjectId, i32),
) -> String {
    let of_table = catalog.table_by_id(object).map(|table| table.columns.as_slice());
    let found = of_table.and_then(|columns| columns.iter().find(|known| i32::from(known.id) == column).cloned());
    let of_module = || {
        let columns = module_columns(host, database, catalog, catalog.module_by_id(object)?);
        columns.get(usize::try_from(column - 1).ok()?).cloned()
    };
    found.or_else(of_module).map_or_else(|| column.to_string(), |column| column.name)
}

impl ViewContext<'_> {
    /// Whether the session may see values of these columns of a table in the view's database. A
    /// private temporary table is visible to its own session only.
    pub fn may_see_values(&self, table: &Table, columns: &[u16]) -> bool {
        if self.who.is_unrestricted() || temporary::session_of(&table.name) == Some(self.session) {
            return true;
        }
        let access = self.access();
        let is_private = temporary::is_private(&table.name);
        access.privileges().is_administrator() || !is_private && may_see_values(&access, self.whole, table, columns)
    }

    /// Fails with 300 and 297 without VIEW SERVER STATE.
    pub fn need_server_state(&self) -> Result<(), SqlError> {
        if self.who.is_unrestricted() { Ok(()) } else { need_server_state(&self.access()) }
    }

    /// Fails with 262 and 297 without VIEW DATABASE STATE in the database with the names `catalog`.
    pub fn need_database_state(&self, database: &Database, catalog: &Catalog) -> Result<(), SqlError> {
        if self.who.is_unrestricted() {
            return Ok(());
        }
        need_database_state(&self.access_to(database, catalog), &database.name)
    }

    /// Fails with 262 and 297 without CONTROL on a table and without VIEW DATABASE STATE. A denied
    /// VIEW DATABASE STATE outweighs CONTROL. A private temporary table belongs to its session.
    /// Passes for an administrator.
    pub fn need_control_or_state(
        &self,
        (database, catalog): (&Database, &Catalog),
        table: &Table,
    ) -> Result<(), SqlError> {
        if self.who.is_unrestricted() || temporary::session_of(&table.name) == Some(self.session) {
            return Ok(());
        }
        let access = self.access_to(database, catalog);
        let is_denied = access.privileges().decide(Securable::Database, codes::VIEW_DATABASE_STATE) == Decision::Denied;
        let schema = catalog.schema(&table.schema);
        let controls = |schema: &Schema| {
            access.user.contains(&schema.owner) || access.may(Securable::Object(schema.id, table.id), codes::CONTROL)
        };
        if !is_denied && !temporary::is_private(&table.name) && schema.is_some_and(controls) {
            return Ok(());
        }
        need_database_state(&access, &database.name)
    }
}

/// Fails with 300 and 297 without VIEW SERVER STATE.
fn need_server_state(access: &Access) -> Result<(), SqlError> {
    if access.may(Securable::Server, codes::VIEW_SERVER_STATE) {
        return Ok(());
    }
    Err(SqlError::user_lacks_permission().after(server_denied(codes::VIEW_SERVER_STATE)))
}

/// Fails with 262 and 297 without VIEW DATABASE STATE in the database `name`.
fn need_database_state(access: &Access, name: &str) -> Result<(), SqlError> {
    if access.may(Securable::Database, codes::VIEW_DATABASE_STATE) {
        return Ok(());
    }
    Err(SqlError::user_lacks_permission().after(database_denied(codes::VIEW_DATABASE_STATE, name)))
}

/// Reports each distinct denial once; the last is the error, the others are its causes.
fn all(errors: impl Iterator<Item = SqlError>) -> Result<(), SqlError> {
    let mut different: Vec<SqlError> = Vec::new();
    for error in errors {
        if !different.iter().any(|known| known.number == error.number && known.args == error.args) {
            different.push(error);
        }
    }
    let told = different.into_iter().reduce(|mut before, mut last| {
        let mut causes = std::mem::take(&mut before.causes);
        causes.push(before);
        causes.append(&mut last.causes);
        last.causes = causes;
        last
    });
    told.map_or(Ok(()), Err)
}

/// Returns the name of a permission; empty for an unknown code.
pub fn name_of(securable: Securable, code: Code) -> &'static str {
    type_of(securable.class(), code).map_or("", |known| known.name)
}

/// Returns 262: a database permission is missing.
pub fn database_denied(code: Code, database: &str) -> SqlError {
    SqlError::database_permission_denied(name_of(Securable::Database, code), database)
}

/// Returns 300: a server permission is missing.
pub fn server_denied(code: Code) -> SqlError {
    SqlError::server_permission_denied(name_of(Securable::Server, code), "server", "master")
}

/// The database that has the logins.
const MASTER: &str = "master";
const DBO: sluice_catalog::SchemaId = sluice_catalog::SchemaId(1);
