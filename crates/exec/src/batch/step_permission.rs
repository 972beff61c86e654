//! What whoever runs a definition must be allowed to do, statement by statement as its page of the documentation has it. Statements that name
//! tables in queries are asked where they are bound; logins, users and permissions by themselves.

use super::program::Step;
use crate::access::Access;
use crate::database::Database;
use crate::permission_check::{database_denied, server_denied};
use crate::statement::{DatabaseSaid, Env, Inspection, TableChange};
use crate::temporary;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Code, Securable, codes};
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, ModuleKind, ObjectName, SchemaId};
use sluice_plan::{TableDefinition, table_definition};
use sluice_syntax::ast::DefinitionVerb;
use sluice_types::SqlError;

/// What a statement is asked with.
struct Asking<'a, 'e, 'h> {
    env: &'a Env<'e, 'h>,
}

/// What a name means, as far as permissions go.
struct Target {
    access: Access,
    catalog: Arc<Catalog>,
    /// The object and its schema, if it is there.
    object: Option<(SchemaId, ObjectId)>,
}

/// Whether the session may run the step; of a restricted session.
#[cold]
pub(super) fn check(step: &Step, env: &Env<'_, '_>) -> Result<(), SqlError> {
    let asking = Asking { env };
    match step {
        Step::CreateTable(table) => asking.create_table(&table.0, &table.1),
        Step::AlterTable(table) => asking.alter_table(&table.0, &table.1),
        Step::CreateIndex(index) => asking.alter(&index.0, &missing(1088, 12, &index.0)),
        Step::RebuildIndex(rebuild) => asking.alter(&rebuild.table, &missing(1088, 12, &rebuild.table)),
        Step::CreateStatistics(new) => asking.alter(&new.0, &missing(1088, 12, &new.0)),
        Step::UpdateStatistics(update) => asking.alter(&update.0, &missing(1088, 12, &update.0)),
        Step::DropStatistics(names) => names
            .iter()
            .try_for_each(|(table, name)| asking.alter(table, &undropped("statistics", &format!("{table}.{name}")))),
        Step::DropIndex(_, indexes) => indexes
            .iter()
            .try_for_each(|(table, name)| asking.alter(table, &undropped("index", &format!("{table}.{name}")))),
        Step::DropTable(_, names) => asking.drop_each(names, "table"),
        Step::DropSequence(_, names) => asking.drop_each(names, "sequence object"),
        Step::DropModules(_, kind, names) => asking.drop_each(names, kind.noun()),
        Step::TruncateTable(name) => asking.alter(name, &missing(4701, 1, name)),
        Step::IdentityInsert(name, _) => asking.alter(name, &missing(1088, 11, name)),
        Step::CreateSequence(new) => asking.in_schema(&new.0, codes::CREATE_SEQUENCE),
        Step::AlterSequence(new) => asking.alter(&new.0, &not_found("alter", "sequence", &new.0.object)),
        Step::DefineModule(new) => asking.define_module(new.verb, new.kind, &new.name),
        Step::DefineProcedure(new) => asking.define_module(new.0.verb, new.0.kind, &new.0.name),
        Step::CreateSchema(_) => asking.database(codes::CREATE_SCHEMA),
        Step::TransferToSchema(transfer) => asking.transfer(&transfer.schema, transfer.is_type, &transfer.name),
        Step::DropSchema(_, name) => asking.drop_schema(name),
        Step::CreateType(_) => asking.database(codes::CREATE_TYPE),
        Step::DropTypes(_, names) => names.iter().try_for_each(|name| asking.drop_type(name)),
        _ => check_whole(step, &asking),
    }
}

/// The statements that are about a database or the server as a whole.
fn check_whole(step: &Step, asking: &Asking<'_, '_, '_>) -> Result<(), SqlError> {
    match step {
        Step::CreateDatabase(..) => asking.create_database(),
        Step::DropDatabase(_, names) => names.iter().try_for_each(|name| {
            let may = |access: &Access| {
                access.may(Securable::Database, codes::CONTROL)
                    || access.may(Securable::Server, codes::ALTER_ANY_DATABASE)
            };
            let denied = SqlError::new(3701, 11, 1, vec!["drop".into(), "database".into(), name.clone()]);
            asking.of_database(Some(name), may, denied)
        }),
        Step::AlterDatabase(alter) => {
            let name = alter.database.as_ref().map(|name| &*name.text);
            asking.alter_database(name)
        }
        Step::ChangeDatabase(alter) => asking.alter_database(alter.database.as_ref().map(|name| &*name.text)),
        Step::AlterScopedConfiguration(_) => asking.database(*b"ALDC"),
        Step::Backup(backup) => {
            let code = if backup.of_log { codes::BACKUP_LOG } else { codes::BACKUP_DATABASE };
            let name = backup.database.text.to_string();
            asking.of_database(
                Some(&name),
                |access| access.may(Securable::Database, code),
                database_denied(code, &name),
            )
        }
        Step::Kill(_) => asking.server(codes::ALTER_ANY_CONNECTION),
        Step::Checkpoint => asking.database(codes::CHECKPOINT),
        Step::Reconfigure(_) => {
            asking.server(codes::ALTER_SETTINGS).map_err(|_| SqlError::new(5812, 14, 1, Vec::new()))
        }
        Step::CheckDatabase(name, ..) => {
            let denied = asking.no_dbcc("CHECKDB");
            asking.of_database(name.as_deref(), |access| access.may(Securable::Database, codes::CONTROL), denied)
        }
        Step::CheckTable(..) => {
            let may = |access: &Access| access.may(Securable::Database, codes::CONTROL);
            asking.of_database(None, may, asking.no_dbcc("CHECKTABLE"))
        }
        Step::CheckIdentity(_) => {
            let denied = asking.no_dbcc("CHECKIDENT");
            let may = |access: &Access| access.may(Securable::Database, codes::ALTER_ANY_SCHEMA);
            asking.of_database(None, may, denied)
        }
        Step::Trace(_) => asking.server(codes::CONTROL).map_err(|_| asking.no_dbcc("TRACEON")),
        Step::Inspect(inspection, _) => asking.inspect(inspection),
        _ => Ok(()),
    }
}

impl Asking<'_, '_, '_> {
    /// What the name means; `None` for a session's own temporary table and for what no permissions are about.
    fn target(&self, name: &ObjectName) -> Result<Option<Target>, SqlError> {
        if temporary::is_temporary(&name.object) {
            return Ok(None);
        }
        let state = &self.env.state;
        let host = self.env.context.host;
        let database = match &name.database {
            Some(database) => match host.database(database) {
                Some(database) => database,
                // Whoever runs the statement says that it is not there.
                None => return Ok(None),
            },
            None => Arc::clone(&state.database),
        };
        let catalog = state.work.catalog(&database);
        let access = state.enter(host, &database)?;
        let name = catalog.in_schema(name.clone(), state.module_schema.as_deref());
        let object = object(&catalog, &name);
        Ok(Some(Target { access, catalog, object }))
    }

    fn alter(&self, name: &ObjectName, denied: &SqlError) -> Result<(), SqlError> {
        let Some(Target { access, catalog, object }) = self.target(name)? else { return Ok(()) };
        let Some((schema, id)) = object else { return Ok(()) };
        let may = access.may(Securable::Object(schema, id), codes::ALTER) || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(denied.clone()) }
    }

    /// ALTER of the schema, or CONTROL of the object.
    fn drop_each(&self, names: &[ObjectName], noun: &str) -> Result<(), SqlError> {
        names.iter().try_for_each(|name| {
            let Some(Target { access, catalog, object }) = self.target(name)? else { return Ok(()) };
            let Some((schema, id)) = object else { return Ok(()) };
            let may = access.may(Securable::Object(schema, id), codes::CONTROL)
                || access.may(Securable::Schema(schema), codes::ALTER)
                || owns(&access, &catalog, schema);
            if may { Ok(()) } else { Err(undropped(noun, &name.object)) }
        })
    }

    /// The permission of the schema that a new object is to be in: 2760.
    fn in_schema(&self, name: &ObjectName, code: Code) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(name)? else { return Ok(()) };
        let written = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
        let Some(schema) = catalog.schema(written).map(|schema| schema.id) else { return Ok(()) };
        let may = access.may(Securable::Schema(schema), code) || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(SqlError::new(2760, 16, 1, vec![written.to_owned()])) }
    }

    fn create_table(&self, name: &ObjectName, definition: &TableDefinition) -> Result<(), SqlError> {
        let Some(Target { access, .. }) = self.target(name)? else { return Ok(()) };
        if !access.may(Securable::Database, codes::CREATE_TABLE) {
            return Err(self.denied(codes::CREATE_TABLE));
        }
        self.in_schema(name, codes::ALTER)?;
        self.references(definition)
    }

    fn alter_table(&self, name: &ObjectName, change: &TableChange) -> Result<(), SqlError> {
        self.alter(name, &missing(4902, 1, name))?;
        match change {
            TableChange::Add { items, .. } => self.references(items),
            _ => Ok(()),
        }
    }

    /// REFERENCES of each table that a foreign key refers to: 229.
    fn references(&self, definition: &TableDefinition) -> Result<(), SqlError> {
        for rule in definition.constraints.iter().map(|constraint| &constraint.rule) {
            let table_definition::RuleDefinition::ForeignKey(key) = rule else { continue };
            let Some(Target { access, catalog, object }) = self.target(&key.table)? else { continue };
            let Some((schema, id)) = object else { continue };
            if access.may(Securable::Object(schema, id), codes::REFERENCES) || owns(&access, &catalog, schema) {
                continue;
            }
            let schema = catalog.schemas().find(|known| known.id == schema).map(|schema| schema.name.to_string());
            let args = ["REFERENCES", &key.table.object, &self.env.state.database.name, &schema.unwrap_or_default()];
            return Err(SqlError::new(229, 14, 5, args.map(str::to_owned).to_vec()));
        }
        Ok(())
    }

    fn define_module(&self, verb: DefinitionVerb, kind: ModuleKind, name: &ObjectName) -> Result<(), SqlError> {
        let is_there = self.target(name)?.is_some_and(|target| target.object.is_some());
        if verb == DefinitionVerb::Alter || (verb == DefinitionVerb::CreateOrAlter && is_there) {
            return self.alter(name, &not_found("alter", kind.noun(), &name.object));
        }
        let code = match kind {
            ModuleKind::View => codes::CREATE_VIEW,
            ModuleKind::Procedure => codes::CREATE_PROCEDURE,
            _ => codes::CREATE_FUNCTION,
        };
        self.database(code)?;
        self.in_schema(name, codes::ALTER)
    }

    /// CONTROL of what goes, ALTER of the schema that it goes to: 15151.
    fn transfer(&self, schema: &str, is_type: bool, name: &ObjectName) -> Result<(), SqlError> {
        let Some(Target { access, catalog, object }) = self.target(name)? else { return Ok(()) };
        let of_type = || {
            let known = catalog.user_type(name)?;
            Some(Securable::Type(catalog.schema(&known.schema)?.id, known.id.0))
        };
        let moved = if is_type { of_type() } else { object.map(|(schema, id)| Securable::Object(schema, id)) };
        if let Some(moved) = moved
            && !access.may(moved, codes::CONTROL)
        {
            return Err(not_found("find", if is_type { "type" } else { "object" }, &name.object));
        }
        match catalog.schema(schema).map(|schema| schema.id) {
            Some(id) if !access.may(Securable::Schema(id), codes::ALTER) && !owns(&access, &catalog, id) => {
                Err(not_found("alter", "schema", schema))
            }
            _ => Ok(()),
        }
    }

    fn drop_schema(&self, name: &str) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(&ObjectName::unqualified(name))? else { return Ok(()) };
        let Some(schema) = catalog.schema(name).map(|schema| schema.id) else { return Ok(()) };
        let may = access.may(Securable::Schema(schema), codes::CONTROL) || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(not_found("drop", "schema", name)) }
    }

    fn drop_type(&self, name: &ObjectName) -> Result<(), SqlError> {
        let Some(Target { access, catalog, .. }) = self.target(name)? else { return Ok(()) };
        let Some(known) = catalog.user_type(name) else { return Ok(()) };
        let Some(schema) = catalog.schema(&known.schema).map(|schema| schema.id) else { return Ok(()) };
        let may = access.may(Securable::Type(schema, known.id.0), codes::CONTROL)
            || access.may(Securable::Schema(schema), codes::ALTER)
            || owns(&access, &catalog, schema);
        if may { Ok(()) } else { Err(not_found("drop", "type", &name.object)) }
    }

    /// CREATE DATABASE in master, or a permission of the server that has it: 262.
    fn create_database(&self) -> Result<(), SqlError> {
        let may = |access: &Access| {
            access.may(Securable::Database, codes::CREATE_DATABASE)
                || access.may(Securable::Server, codes::CREATE_ANY_DATABASE)
        };
        self.of_database(Some(MASTER), may, database_denied(codes::CREATE_DATABASE, MASTER))
    }

    fn alter_database(&self, name: Option<&str>) -> Result<(), SqlError> {
        let shown = name.unwrap_or(&self.env.state.database.name).to_owned();
        let denied = SqlError::new(5011, 14, 9, vec![shown]);
        self.of_database(name, |access| access.may(Securable::Database, codes::ALTER), denied)
    }

    fn inspect(&self, inspection: &Inspection) -> Result<(), SqlError> {
        let state = |command| self.server(codes::VIEW_SERVER_STATE).map_err(|_| self.no_dbcc(command));
        match inspection {
            Inspection::LogSpace => state("SQLPERF"),
            Inspection::ClearWaits => self.server(codes::ALTER_SERVER_STATE).map_err(|_| self.no_dbcc("SQLPERF")),
            Inspection::LogInfo(_) => state("LOGINFO"),
            Inspection::InputBuffer(session) if *session != i64::from(self.env.state.id.0) => state("INPUTBUFFER"),
            Inspection::DropCleanBuffers => {
                self.server(codes::ALTER_SERVER_STATE).map_err(|_| self.no_dbcc("DROPCLEANBUFFERS"))
            }
            Inspection::FreeProcedureCache => {
                self.server(codes::ALTER_SERVER_STATE).map_err(|_| self.no_dbcc("FREEPROCCACHE"))
            }
            Inspection::OpenTransaction(asked) => {
                let of_number = |number: i64| {
                    let databases = self.env.context.host.databases();
                    let found = databases.iter().find(|database| i64::from(database.id.0) == number);
                    found.map(|database| database.name.clone())
                };
                let database = match &asked.database {
                    Some(DatabaseSaid::Name(name)) => Some(name.clone()),
                    Some(DatabaseSaid::Number(number)) => of_number(*number),
                    None => None,
                };
                let may = |access: &Access| access.may(Securable::Database, codes::CONTROL);
                self.of_database(database.as_deref(), may, self.no_dbcc("OPENTRAN"))
            }
            Inspection::Usage(database, _) => {
                let denied = self.no_dbcc("UPDATEUSAGE");
                let may = |access: &Access| access.may(Securable::Database, codes::CONTROL);
                self.of_database(database.as_deref(), may, denied)
            }
            Inspection::Constraints => {
                let may = |access: &Access| access.may(Securable::Database, codes::CONTROL);
                self.of_database(None, may, self.no_dbcc("CHECKCONSTRAINTS"))
            }
            _ => Ok(()),
        }
    }

    /// A permission of the current database: 262.
    fn database(&self, code: Code) -> Result<(), SqlError> {
        self.of_database(None, |access| access.may(Securable::Database, code), self.denied(code))
    }

    /// A permission of the server: 300.
    fn server(&self, code: Code) -> Result<(), SqlError> {
        self.of_database(None, |access| access.may(Securable::Server, code), server_denied(code))
    }

    fn of_database(&self, name: Option<&str>, may: impl Fn(&Access) -> bool, denied: SqlError) -> Result<(), SqlError> {
        let (state, host) = (&self.env.state, self.env.context.host);
        let database: Option<Arc<Database>> = match name {
            Some(name) if !name.eq_ignore_ascii_case("current") => host.database(name),
            _ => Some(Arc::clone(&state.database)),
        };
        let Some(database) = database else { return Ok(()) };
        let access = state.access(host, &database, &state.work.catalog(&database));
        if may(&access) { Ok(()) } else { Err(denied) }
    }

    fn denied(&self, code: Code) -> SqlError {
        database_denied(code, &self.env.state.database.name)
    }

    /// 2571: the command is not for this user.
    fn no_dbcc(&self, command: &str) -> SqlError {
        let who = &self.env.state.who;
        let user = who.user.as_ref().map_or(&who.login.name, |user| &user.name);
        SqlError::new(2571, 14, 3, vec![user.to_string(), command.to_owned()])
    }
}

/// Whether the schema is the session's own.
fn owns(access: &Access, catalog: &Catalog, schema: SchemaId) -> bool {
    catalog.schemas().any(|known| known.id == schema && access.user.contains(&known.owner))
}

fn object(catalog: &Catalog, name: &ObjectName) -> Option<(SchemaId, ObjectId)> {
    let table = catalog.table(name).map(|table| (&table.schema, table.id));
    let module = || catalog.module(name).map(|module| (&module.schema, module.id));
    let sequence = || catalog.sequence(name).map(|sequence| (&sequence.schema, sequence.id));
    let (schema, id) = table.or_else(module).or_else(sequence)?;
    Some((catalog.schema(schema)?.id, id))
}

fn missing(number: i32, state: u8, name: &ObjectName) -> SqlError {
    SqlError::new(number, 16, state, vec![name.to_string()])
}

fn undropped(noun: &str, name: &str) -> SqlError {
    SqlError::new(3701, 14, 20, vec!["drop".to_owned(), noun.to_owned(), name.to_owned()])
}

fn not_found(verb: &str, noun: &str, name: &str) -> SqlError {
    SqlError::new(15151, 16, 1, vec![verb.to_owned(), noun.to_owned(), name.to_owned()])
}

const MASTER: &str = "master";
