//! CREATE and DROP TYPE (`t-sql/statements/create-type-transact-sql.md`,
//! `drop-type-transact-sql.md`).
//!
//! Type names and object names are separate. Columns refer to their type by id. Modules refer to
//! types by name in their text, so references are found by parsing module texts.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::definition::{define, store};
use crate::statement::ddl::gone_permissions::without_permissions;
use crate::statement::ddl::new_object::schema_of_new;
use crate::statement::event::EventSource;
use sluice_base::sync::Arc;
use sluice_binder::table_of_type;
use sluice_catalog::EventType;
use sluice_catalog::security::SecurableClass;
use sluice_catalog::{Catalog, CatalogStore, Module, ObjectName, Table, TypeId, TypeKind, UserType, name};
use sluice_plan::{DeclaredType, NoNames, OptionsOf, object_name, table_definition};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{self, CreateType, DropObjects, FunctionBody, Statement, StatementKind};
use sluice_table::database::Database;
use sluice_txn::MetadataKind;
use sluice_types::type_name::is_known;
use sluice_types::{DataType, SqlError};

/// CREATE TYPE.
struct TypeCreation {
    written: CreateType,
    /// The statement's canonical text.
    text: Arc<str>,
}

/// DROP TYPE.
struct TypeRemoval {
    if_exists: bool,
    names: Vec<ObjectName>,
}

/// Compiles CREATE TYPE. Fails with 40517 for a server name, and with 155 for an index option other
/// than IGNORE_DUP_KEY.
pub(in crate::statement) fn compile_create(
    written: &CreateType,
    statement: &Statement,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    refuse_server(&written.name)?;
    if let ast::UserType::Table { columns, constraints, indexes } = &written.kind {
        OptionsOf::CreateType.check_items(columns, constraints, indexes)?;
    }
    to.add(Box::new(TypeCreation { written: written.clone(), text: Arc::from(sluice_syntax::print(statement)) }));
    Ok(())
}

/// Compiles DROP TYPE. Fails with 40517 for a server name.
pub(in crate::statement) fn compile_drop(drop: &DropObjects, to: &mut dyn Compilation) -> Result<(), SqlError> {
    drop.names.iter().try_for_each(refuse_server)?;
    to.add(Box::new(TypeRemoval { if_exists: drop.if_exists, names: drop.names.iter().map(object_name).collect() }));
    Ok(())
}

impl Command for TypeCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.create_type(&object_name(&self.written.name))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Type
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let name = env.state.new_name(&object_name(&self.written.name));
            env.object_event(EventType::CREATE_TYPE, &name, "TYPE").into_iter().collect()
        })
    }

    /// Creates the type, inside the session's transaction or in a transaction of its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define(env, |env| create(env, self))?)
    }
}

impl Command for TypeRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        self.names.iter().try_for_each(|name| rights.drop_type(name))
    }

    fn class(&self) -> StatementClass {
        StatementClass::Drop
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let catalog = env.state.transaction.work.catalog(&env.state.database);
            let placed = self.names.iter().map(|name| env.state.type_in_default_schema(&catalog, name.clone()));
            let existing = placed.filter(|name| catalog.user_type(name).is_some());
            existing.filter_map(|name| env.object_event(EventType::DROP_TYPE, &name, "TYPE")).collect()
        })
    }

    /// Drops the types. Each type is a statement of its own: a failure keeps the types dropped
    /// before.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        for name in &self.names {
            define(env, |env| drop_one(env, self.if_exists, name))?;
        }
        Ok(())
    }
}

fn create(env: &mut Env<'_, '_>, definition: &TypeCreation) -> Result<(), SqlError> {
    let TypeCreation { written, text } = definition;
    let name = object_name(&written.name);
    if name.database.is_some() {
        return Err(SqlError::database_prefix_not_allowed("CREATE TYPE"));
    }
    let database = Arc::clone(&env.state.database);
    env.define_object(&database)?;
    let catalog = env.catalog(&database);
    let name = env.state.new_name(&name);
    let schema = schema_of_new(&catalog, &name)?.to_owned();
    env.lock_type_name(&database, &schema, &name.object)?;
    // 219: the name is taken. System type names are refused too, because a user type of that name
    // would never be found.
    let taken = || SqlError::type_exists(&name);
    if catalog.user_type(&name).is_some() || is_known(&name.object) {
        return Err(taken());
    }
    let kind = match &written.kind {
        ast::UserType::Alias { base, nullable } => {
            let data_type = base_type(base)?;
            TypeKind::Alias { data_type, nullable: nullable.unwrap_or(true) }
        }
        ast::UserType::Table { .. } => {
            if name.object.starts_with('#') {
                return Err(SqlError::table_type_name_of_temporary());
            }
            let table = table_of_type(database.new_object(), &name.object, text, &*catalog)?;
            TypeKind::Table { definition: Arc::clone(text), table: Arc::new(table) }
        }
    };
    env.pin_found()?;
    let user_type =
        UserType { id: database.new_type(), schema, name: name.object.clone(), kind, bound: Default::default() };
    let next = catalog.with_type(user_type.clone()).ok_or_else(taken)?;
    store(env, &database, next, |stored, enlisted| stored.insert_type(&mut enlisted.transaction, &user_type))
}

/// Returns the base type of an alias. Fails with 222 for a type that can't be a base.
fn base_type(written: &ast::TypeName) -> Result<DataType, SqlError> {
    let refused = || SqlError::invalid_alias_base_type(object_name(&written.name));
    match table_definition::declared(1, written, &NoNames) {
        Ok(DeclaredType::Scalar(DataType::Xml | DataType::Json | DataType::RowVersion, _) | DeclaredType::Table(_)) => {
            Err(refused())
        }
        Ok(DeclaredType::Scalar(data_type, _)) => Ok(data_type),
        Err(error) if error.number == TYPE_NOT_FOUND => Err(refused()),
        Err(error) => Err(error),
    }
}

fn drop_one(env: &mut Env<'_, '_>, if_exists: bool, name: &ObjectName) -> Result<(), SqlError> {
    // 218: the type doesn't exist.
    let unknown = || SqlError::user_type_not_found(name);
    if name.database.is_some() {
        return Err(SqlError::database_prefix_not_allowed("DROP TYPE"));
    }
    let database = Arc::clone(&env.state.database);
    let catalog = env.catalog(&database);
    let user_type = match catalog.user_type(&env.state.type_in_default_schema(&catalog, name.clone())) {
        Some(user_type) => Arc::clone(user_type),
        None if if_exists => return Ok(()),
        None => return Err(unknown()),
    };
    env.state.transaction.begin_defining(&database)?;
    lock_type(env, &database, &user_type)?;
    if let Some(user) = user_of(&catalog, &user_type) {
        // 3732: an object refers to the type.
        return Err(SqlError::type_is_referenced(name, user));
    }
    let kept = without_permissions(env, &database, &catalog, (SecurableClass::Type, user_type.id.0))?;
    let next = kept.without_type(user_type.id);
    store(env, &database, next, |stored, enlisted| stored.delete_type(&mut enlisted.transaction, &user_type))
}

/// Locks a type with Sch-M, and its name.
fn lock_type(env: &mut Env<'_, '_>, database: &Arc<Database>, user_type: &UserType) -> Result<(), SqlError> {
    env.lock_type_name(database, &user_type.schema, &user_type.name)?;
    env.lock_object(database.metadata(MetadataKind::Type, user_type.id.0))
}

/// Returns the name of an object that refers to the type: a table by a column, or a module by a
/// parameter or return type.
fn user_of(catalog: &Catalog, user_type: &UserType) -> Option<String> {
    let has_column = |table: &&Arc<Table>| table.columns.iter().any(|column| column.user_type == Some(user_type.id));
    let table = catalog.tables().into_iter().find(has_column).or_else(|| catalog.type_tables().find(has_column));
    let module = || catalog.all_modules().into_iter().find(|module| declares(catalog, module, user_type.id));
    table.map(|table| table.name.clone()).or_else(|| module().map(|module| module.name.clone()))
}

/// Whether a parameter or the return type of the module has this type.
fn declares(catalog: &Catalog, module: &Module, id: TypeId) -> bool {
    let script = sluice_plan::script_of(module);
    let is_it = |written: &ast::TypeName| {
        let name = object_name(&written.name);
        name.database.is_none() && catalog.user_type(&name).is_some_and(|user_type| user_type.id == id)
    };
    match script.statements.first().map(|statement| &statement.kind) {
        Some(StatementKind::Procedure(procedure)) => {
            procedure.parameters.iter().any(|parameter| is_it(&parameter.data_type))
        }
        Some(StatementKind::Function(function)) => {
            let returns = matches!(&function.body, FunctionBody::Scalar { returns, .. } if is_it(returns));
            returns || function.parameters.iter().any(|parameter| is_it(&parameter.data_type))
        }
        _ => false,
    }
}

/// Renames a type or moves it to another schema; its id stays. Returns `None` if the name is taken.
/// Takes the locks on type and name, and stores the new row within the transaction.
pub(in crate::statement) fn replace(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    catalog: &Catalog,
    (old, new): (&UserType, UserType),
) -> Result<Option<()>, SqlError> {
    lock_type(env, database, old)?;
    env.lock_type_name(database, &new.schema, &new.name)?;
    let is_same = name::same(&old.name, &new.name) && name::same(&old.schema, &new.schema);
    let named = ObjectName { database: None, schema: Some(new.schema.clone()), object: new.name.clone() };
    if is_known(&new.name) || (!is_same && catalog.user_type(&named).is_some()) {
        return Ok(None);
    }
    let Some(next) = catalog.without_type(old.id).with_type(new.clone()) else { return Ok(None) };
    store(env, database, next, |stored, enlisted| {
        stored.delete_type(&mut enlisted.transaction, old)?;
        stored.insert_type(&mut enlisted.transaction, &new)
    })
    .map(Some)
}

const TYPE_NOT_FOUND: i32 = 2715;
