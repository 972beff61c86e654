//! Whether the session may do what a statement needs.

use crate::access::{Access, access, no_access};
use crate::database::Database;
use crate::host::Host;
use crate::state::SessionState;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Code, Decision, Securable, codes, type_of};
use sluice_catalog::{Catalog, Module};
use sluice_plan::{Named, Need};
use sluice_types::SqlError;

impl SessionState {
    /// By whom the session is known in `database`.
    pub fn access(&self, host: &dyn Host, database: &Database, catalog: &Catalog) -> Access {
        let master = host.database(MASTER).map(|master| self.work.catalog(&master));
        access(&self.who, master.as_deref(), (database, catalog))
    }

    /// The session's standing in `database`: 916 where it has none.
    pub fn enter(&self, host: &dyn Host, database: &Arc<Database>) -> Result<Access, SqlError> {
        let access = self.access(host, database, &self.work.catalog(database));
        if access.may_enter() { Ok(access) } else { Err(no_access(&self.who, &database.name)) }
    }

    /// Whether the session may execute a module of `database`; those of the system everybody may.
    #[cold]
    pub fn check_execute(&self, host: &dyn Host, database: &Arc<Database>, module: &Module) -> Result<(), SqlError> {
        if module.id.0 < 0 {
            return Ok(());
        }
        let (id, schema, name) = (module.id.0, module.schema.clone(), module.name.clone());
        let on = Named::Object { id, schema, name };
        let database = Some(database.name.clone());
        let need = Need { database, on, code: codes::EXECUTE, columns: Vec::new(), within: None };
        self.check_need(host, &need)
    }

    /// Whether the session may run a statement that needs this: 229 and 230, 300 and 297 for system views.
    #[cold]
    pub fn check_needs(&self, host: &dyn Host, needs: &[Need]) -> Result<(), SqlError> {
        all(needs.iter().filter_map(|need| self.check_need(host, need).err()))
    }

    fn check_need(&self, host: &dyn Host, need: &Need) -> Result<(), SqlError> {
        let find = |name: &Option<String>| match name {
            Some(name) => host.database(name),
            None => Some(Arc::clone(&self.database)),
        };
        let Some(database) = find(&need.database) else { return Ok(()) };
        let (id, schema, name) = match &need.on {
            Named::SystemView(view) => return self.check_view(host, view),
            Named::Object { id, schema, name } => (*id, schema, name),
        };
        let catalog = self.work.catalog(&database);
        let Some(schema) = catalog.schema(schema) else { return Ok(()) };
        let chain = match &need.within {
            None => self.chain,
            Some(module) => find(&module.database).and_then(|of_module| {
                let owner = self.work.catalog(&of_module).schema(&module.schema).map(|schema| schema.owner);
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
        check_object(&access, &catalog, object, &need.columns, &denied)
    }

    /// What may be seen of the engine itself: 300 and 297 without VIEW SERVER STATE, 262 and 297 without VIEW DATABASE STATE.
    fn check_view(&self, host: &dyn Host, view: &str) -> Result<(), SqlError> {
        let Some(permission) = permission_of_view(view) else { return Ok(()) };
        let access = self.access(host, &self.database, &self.work.catalog(&self.database));
        let forbidden = SqlError::new(297, 16, 1, Vec::new());
        match permission {
            ViewPermission::Server if !access.may(Securable::Server, codes::VIEW_SERVER_STATE) => {
                Err(forbidden.after(server_denied(codes::VIEW_SERVER_STATE)))
            }
            ViewPermission::Database if !access.may(Securable::Database, codes::VIEW_DATABASE_STATE) => {
                Err(forbidden.after(database_denied(codes::VIEW_DATABASE_STATE, &self.database.name)))
            }
            _ => Ok(()),
        }
    }
}

/// What a message of a denial says.
struct Denied<'a> {
    code: Code,
    object: &'a str,
    database: &'a str,
    schema: &'a str,
}

impl Denied<'_> {
    fn object(&self) -> SqlError {
        let args = [name_of(Securable::Object(DBO, ObjectId(0)), self.code), self.object, self.database, self.schema];
        SqlError::new(229, 14, 5, args.map(str::to_owned).to_vec())
    }

    fn column(&self, column: &str) -> SqlError {
        let permission = name_of(Securable::Object(DBO, ObjectId(0)), self.code);
        let args = [permission, column, self.object, self.database, self.schema];
        SqlError::new(230, 14, 1, args.map(str::to_owned).to_vec())
    }
}

/// A permission of an object that may be for some of its columns alone. What is said of a column wins over what is said of the whole.
fn check_object(
    access: &Access,
    catalog: &Catalog,
    object: Securable,
    columns: &[i32],
    denied: &Denied<'_>,
) -> Result<(), SqlError> {
    let (privileges, code) = (access.privileges(), denied.code);
    let whole = privileges.decide(object, code);
    if !privileges.has_columns(object, code) {
        return if whole == Decision::Granted { Ok(()) } else { Err(denied.object()) };
    }
    let name = |column: i32| {
        let table = catalog.table_by_id(ObjectId(object.major()));
        let known = table.and_then(|table| table.columns.iter().find(|known| i32::from(known.id) == column));
        known.map_or_else(|| column.to_string(), |column| column.name.clone())
    };
    let may = |column: i32| match privileges.of_column(object, column, code) {
        Decision::Granted => true,
        Decision::Denied => false,
        Decision::Nothing => whole == Decision::Granted,
    };
    // Where nothing of a row is read, as by COUNT(*), some column is enough.
    all(columns.iter().filter(|column| !may(**column)).map(|column| denied.column(&name(*column))))
}

/// Everything that is denied is told; the last of it is the error.
fn all(errors: impl Iterator<Item = SqlError>) -> Result<(), SqlError> {
    let told = errors.reduce(|mut before, mut last| {
        let mut causes = std::mem::take(&mut before.causes);
        causes.push(before);
        causes.append(&mut last.causes);
        last.causes = causes;
        last
    });
    told.map_or(Ok(()), Err)
}

/// What a permission is called.
pub(crate) fn name_of(securable: Securable, code: Code) -> &'static str {
    type_of(securable.class(), code).map_or("", |known| known.name)
}

/// 262: a permission of the database is missing.
pub(crate) fn database_denied(code: Code, database: &str) -> SqlError {
    SqlError::new(262, 14, 1, vec![name_of(Securable::Database, code).to_owned(), database.to_owned()])
}

/// 300: a permission of the server is missing.
pub(crate) fn server_denied(code: Code) -> SqlError {
    SqlError::new(300, 14, 1, vec![name_of(Securable::Server, code).to_owned(), "server".into(), "master".into()])
}

enum ViewPermission {
    Server,
    Database,
}

/// The permission that a system view's page asks for; those of the catalog show to everybody what he may know.
fn permission_of_view(view: &str) -> Option<ViewPermission> {
    // Of these everybody sees his own session's rows.
    if ["dm_exec_sessions", "dm_exec_requests", "dm_exec_input_buffer"].contains(&view) {
        return None;
    }
    // What describes a batch asks for what it takes to run it.
    if view.starts_with("dm_db_stats") || view.starts_with("dm_exec_describe_") {
        return None;
    }
    if view.starts_with("dm_db_") {
        return Some(ViewPermission::Database);
    }
    view.starts_with("dm_").then_some(ViewPermission::Server)
}

/// Where logins are.
const MASTER: &str = "master";
const DBO: sluice_catalog::SchemaId = sluice_catalog::SchemaId(1);
