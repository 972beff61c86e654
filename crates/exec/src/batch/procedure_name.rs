//! Resolution of procedure names.

use super::call::ProcedureName;
use super::procedures;
use super::system_procedure::Body;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_catalog::{Catalog, Module, ModuleKind, ObjectName, name};
use sluice_command::statement::Env;
use sluice_plan::{check_synonym_chain, invalid_synonym, synonym_target, unsupported};
use sluice_session::dependencies::{Dependencies, SeenCatalogs};
use sluice_session::documented_procedures::is_known;
use sluice_session::host::Host;
use sluice_session::quoted_name;
use sluice_session::state::SessionState;
use sluice_table::database::Database;
use sluice_table::temporary::{self, Scope, TEMPDB};
use sluice_types::SqlError;

/// A resolved procedure and the dependencies of its resolution. It's valid as long as the current
/// database, the schema looked at first and the looked-up names are the same.
pub(super) struct ResolvedProcedure {
    // The current database at the time of resolution, and the schema in which names were looked up
    // first.
    around: Arc<Database>,
    first_schema: Option<Arc<str>>,
    found: FoundProcedure,
    dependencies: Dependencies,
}

/// A procedure and the databases around it.
#[derive(Clone)]
pub(super) struct FoundProcedure {
    /// The database in which the procedure runs.
    pub(super) database: Arc<Database>,
    /// The database that defines the procedure. It's another one for a procedure of master that is
    /// marked as an object of the system.
    pub(super) home: Arc<Database>,
    /// The procedure.
    pub(super) module: Arc<Module>,
    /// The database that `DB_NAME()` and dynamic statements of the procedure mean, if it isn't the
    /// one in which the procedure runs.
    pub(super) caller: Option<Arc<Database>>,
}

impl FoundProcedure {
    /// Returns a procedure that runs in the database that defines it.
    fn new((database, module): DatabaseModule) -> FoundProcedure {
        FoundProcedure { home: Arc::clone(&database), database, module, caller: None }
    }
}

impl ResolvedProcedure {
    /// Returns the database that defines the procedure, and the procedure.
    pub(super) fn into_found(self) -> DatabaseModule {
        (self.found.home, self.found.module)
    }
}

/// A procedure and its database.
pub(super) type DatabaseModule = (Arc<Database>, Arc<Module>);

/// Resolves the called procedure. Fails with 2812 if it doesn't exist, with 2809 if the object is
/// of another kind, and with 203 if a variable's value can't be a name. A name in a variable is
/// resolved at each call; a written name is kept in `resolved` while it's valid. May wait for
/// another session that is defining the procedure. A system procedure that doesn't exist here, or
/// that a variable names, fails with 40517.
pub(super) fn find_procedure(
    env: &Env<'_, '_>,
    name: &ProcedureName,
    resolved: &mut Option<ResolvedProcedure>,
) -> Result<FoundProcedure, SqlError> {
    let written;
    let called = match name {
        ProcedureName::Written(name) => name,
        ProcedureName::Variable(register) => {
            let text = env.frame.get(*register).as_str().unwrap_or_default();
            written = quoted_name::parse(text)
                .filter(|name| name.object.chars().count() <= NAME_LENGTH_MAX)
                .ok_or_else(|| SqlError::invalid_procedure_name(text))?;
            &written
        }
    };
    let (state, host) = (&*env.state, env.context.host);
    if let (ProcedureName::Written(_), Some(known)) = (name, &mut *resolved) {
        let is_open = |database: &Arc<Database>| {
            host.database_by_id(database.id).is_some_and(|open| Arc::ptr_eq(&open, database))
        };
        let is_current = Arc::ptr_eq(&known.around, &state.database)
            && known.first_schema.as_ref() == state.first_schema()
            && is_open(&known.found.database);
        if is_current && !state.transaction.wait_for_definers(&mut known.dependencies, true)? {
            return Ok(known.found.clone());
        }
    }
    let known = find(state, host, called)?;
    let found = known.found.clone();
    *resolved = Some(known);
    Ok(found)
}

fn database_of(state: &SessionState, host: &dyn Host, name: &ObjectName) -> Result<Arc<Database>, SqlError> {
    match &name.database {
        Some(other) => host.database(other).ok_or_else(|| host.not_open(other)),
        None => Ok(Arc::clone(&state.database)),
    }
}

/// Resolves a procedure name after other sessions' pending definitions have ended. Fails with 2812
/// if the procedure doesn't exist, and with 2809 if the object is of another kind. A system
/// procedure that doesn't exist here, or that a variable names, fails with 40517.
pub(super) fn find(state: &SessionState, host: &dyn Host, name: &ObjectName) -> Result<ResolvedProcedure, SqlError> {
    loop {
        let seen = SeenCatalogs::default();
        let found = look_up(state, host, name, &seen);
        let mut dependencies = seen.dependencies();
        if !state.transaction.wait_for_definers(&mut dependencies, true)? {
            let (around, first_schema) = (Arc::clone(&state.database), state.first_schema().cloned());
            return Ok(ResolvedProcedure { around, first_schema, found: found?, dependencies });
        }
    }
}

fn look_up(
    state: &SessionState,
    host: &dyn Host,
    name: &ObjectName,
    seen: &SeenCatalogs,
) -> Result<FoundProcedure, SqlError> {
    if temporary::is_temporary(&name.object) {
        return temporary_procedure(state, host, name, seen).map(FoundProcedure::new);
    }
    let database = database_of(state, host, name)?;
    let of_msdb = procedure_of_msdb(host, name);
    let found = system_procedure(host, name).or_else(|| of_msdb.clone().filter(|_| name::same(&database.name, MSDB)));
    if let Some(module) = found {
        return Ok(FoundProcedure::new((database, module)));
    }
    let names_of = |database: &Arc<Database>| seen.catalog(database, state.transaction.work.definitions());
    let catalog = names_of(&database);
    let wrong_kind = |kind: &str| SqlError::invalid_object_kind("procedure", name, name, kind);
    let own = match name.database {
        None => catalog.in_schema(name.clone(), state.first_schema().map(|schema| &**schema)),
        Some(_) => name.clone(),
    };
    let (database, catalog, own) = match catalog.module(&own) {
        Some(synonym) if synonym.kind == ModuleKind::Synonym => {
            let target = synonym_target(synonym, name.database.as_deref())?;
            let database = match &target.database {
                Some(other) => host.find_database(other)?.ok_or_else(|| invalid_synonym(synonym))?,
                None => database,
            };
            let of_target = names_of(&database);
            check_synonym_chain(synonym, &target, &of_target)?;
            if of_target.module(&target).is_none() {
                return Err(invalid_synonym(synonym));
            }
            (database, of_target, target)
        }
        _ => (database, catalog, own),
    };
    match catalog.module(&own) {
        Some(module) if matches!(module.kind, ModuleKind::Procedure | ModuleKind::ScalarFunction) => {
            Ok(FoundProcedure::new((database, Arc::clone(module))))
        }
        Some(module) => Err(wrong_kind(module.kind.noun())),
        None if is_built_in(name) => Err(unsupported("EXECUTE of a variable that names a system procedure")),
        None if catalog.table(name).is_some() => Err(wrong_kind("table")),
        None if of_msdb.is_none() && is_in_sys(name) && is_known(&name.object) => Err(unsupported(&name.object)),
        None => {
            let of_master = procedure_of_master(host, name, &database, names_of);
            of_master.ok_or_else(|| SqlError::procedure_not_found(name.to_string()))
        }
    }
}

/// Returns a user's procedure of master whose name begins with `sp_`, which all databases can call
/// without naming master. It runs in master, on behalf of the database `caller`; a procedure that
/// is marked as an object of the system runs in `caller`.
fn procedure_of_master(
    host: &dyn Host,
    name: &ObjectName,
    caller: &Arc<Database>,
    names_of: impl Fn(&Arc<Database>) -> Arc<Catalog>,
) -> Option<FoundProcedure> {
    let is_named = name.object.get(..3).is_some_and(|prefix| prefix.eq_ignore_ascii_case("sp_"));
    let is_in_dbo = name.schema.as_deref().is_none_or(|schema| name::same(schema, DEFAULT_SCHEMA));
    let master = if is_named && is_in_dbo { host.database("master") } else { None }?;
    let schema = Some(DEFAULT_SCHEMA.to_owned());
    let catalog = names_of(&master);
    let found = catalog.module(&ObjectName { database: None, schema, object: name.object.clone() });
    let module = found.filter(|module| module.kind == ModuleKind::Procedure).cloned()?;
    let caller = Arc::clone(caller);
    Some(match module.options.is_marked {
        true => FoundProcedure { database: caller, home: master, module, caller: None },
        false => FoundProcedure { database: Arc::clone(&master), home: master, module, caller: Some(caller) },
    })
}

/// Returns a temporary procedure. It runs in the session's current database.
fn temporary_procedure(
    state: &SessionState,
    host: &dyn Host,
    name: &ObjectName,
    seen: &SeenCatalogs,
) -> Result<DatabaseModule, SqlError> {
    let tempdb = host.database(TEMPDB).ok_or_else(|| host.not_open(TEMPDB))?;
    let scope = Scope { session: state.id, level: 0, age: state.activity.sight.age() };
    let catalog = seen.catalog(&tempdb, state.transaction.work.definitions());
    let found = catalog.module(&temporary::procedure_place(name, scope)).cloned();
    let module = found.ok_or_else(|| SqlError::procedure_not_found(name.to_string()))?;
    Ok((Arc::clone(&state.database), module))
}

/// Returns the system procedure of that name that is written in T-SQL. `sys` precedes `dbo`.
fn system_procedure(host: &dyn Host, name: &ObjectName) -> Option<Arc<Module>> {
    let found = if is_in_sys(name) { host.system_module(SYSTEM_SCHEMA, &name.object) } else { None };
    found.filter(|module| module.kind == ModuleKind::Procedure)
}

/// Returns the system procedure of that name that belongs to the schema `dbo` of msdb alone.
fn procedure_of_msdb(host: &dyn Host, name: &ObjectName) -> Option<Arc<Module>> {
    let is_in_dbo = name.schema.as_deref().is_none_or(|schema| name::same(schema, DEFAULT_SCHEMA));
    let found = if is_in_dbo { host.system_module(MSDB_SCHEMA, &name.object) } else { None };
    found.filter(|module| module.kind == ModuleKind::Procedure)
}

/// Returns whether `name` is a system procedure that a statement can name only directly, not
/// through a variable.
pub(super) fn is_built_in(name: &ObjectName) -> bool {
    is_in_sys(name)
        && procedures::named(&name.object).is_some_and(|procedure| matches!(procedure.body, Body::Command(_)))
}

/// Returns whether a procedure of this name may be one of `sys`, which `dbo` stands for, too.
pub(super) fn is_in_sys(name: &ObjectName) -> bool {
    let is_system = |schema: &str| name::same(schema, SYSTEM_SCHEMA) || name::same(schema, DEFAULT_SCHEMA);
    name.schema.as_deref().is_none_or(is_system)
}

/// The database of [`MSDB_SCHEMA`].
const MSDB: &str = "msdb";

/// The maximum length of an identifier.
const NAME_LENGTH_MAX: usize = 128;
