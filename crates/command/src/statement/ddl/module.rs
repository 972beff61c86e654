//! CREATE, ALTER and DROP of views, functions, procedures and triggers; CREATE and DROP of
//! synonyms, defaults and rules.
//!
//! A module is stored as text and bound where it is used. As in SQL Server, objects named by a view
//! or function must exist at its creation.

use crate::statement::command::CommandError;
use crate::statement::ddl::binding::bound_to;
use crate::statement::ddl::bound_object;
use crate::statement::ddl::definition;
use crate::statement::ddl::gone_permissions::without_permissions;
use crate::statement::ddl::new_object::schema_of_new;
use crate::statement::ddl::other_object::refuse_other_kind;
use crate::statement::ddl::view_index::drop_rows;
use crate::statement::trigger::definition::{self as trigger_definition, TriggerDefinition};
use crate::statement::{Env, function};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_binder::{Binder, star_columns};
use sluice_catalog::security::SecurableClass;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, CatalogStore, Column, Module, ModuleKind, ModuleOptions, ObjectName, Rule, name};
use sluice_functions::SetOption;
use sluice_plan::{Binding, Variables, bound_object as standalone_object, unsupported};
use sluice_session::names::SessionNames;
use sluice_syntax::ast::DefinitionVerb;
use sluice_syntax::created_text;
use sluice_table::catalog_store::StoredCatalog;
use sluice_table::database::Database;
use sluice_table::storage_error::{is_lock_error, sql_error};
use sluice_table::temporary;
use sluice_txn::StorageError;
use sluice_types::{DataType, SqlError, bracketed};

/// A compiled CREATE or ALTER of a module.
pub struct ModuleDefinition {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The module's name.
    pub name: ObjectName,
    /// The kind of module.
    pub kind: ModuleKind,
    /// The text of the whole batch.
    pub text: Arc<str>,
    /// The trigger's table and events; `None` for other modules.
    pub trigger: Option<TriggerDefinition>,
    /// The WITH options.
    pub options: ModuleOptions,
}

/// The error of a module's definition.
pub(in crate::statement) enum DefinitionError {
    /// The definition failed at run time.
    Run(SqlError),
    /// The module's text couldn't be bound.
    Compile(SqlError),
}

impl From<SqlError> for DefinitionError {
    fn from(error: SqlError) -> DefinitionError {
        DefinitionError::Run(error)
    }
}

impl DefinitionError {
    /// Returns the error, whatever its cause.
    pub(in crate::statement) fn into_error(self) -> SqlError {
        match self {
            DefinitionError::Run(error) | DefinitionError::Compile(error) => error,
        }
    }
}

/// Creates or alters a module, inside the session's transaction or in a transaction of its own.
/// Binds the text of views and functions. An error in the text is one of compilation, every other
/// one of the run. Fails with 166 for a name with a database. Other errors are those of `define`.
pub fn define_module(env: &mut Env<'_, '_>, module: &ModuleDefinition) -> Result<(), CommandError> {
    if module.name.database.is_some() {
        // 166: modules can only be created in the current database.
        let words = format!("{} {}", module.verb.words(), module.kind.noun().to_uppercase());
        return Err(SqlError::database_prefix_not_allowed(words).into());
    }
    let mut is_text = false;
    let made = definition::define(env, |env| {
        define(env, module).map_err(|error| {
            is_text = matches!(error, DefinitionError::Compile(_));
            error.into_error()
        })
    });
    made.map_err(|error| match is_text && !is_lock_error(&error) {
        true => CommandError::Compile(error),
        false => CommandError::Run(error),
    })
}

/// Drops modules of a kind. Each module is a statement of its own: a failure keeps the modules
/// dropped before. Fails with 3701 without the module and IF EXISTS, with 3705 for a module of
/// another kind, with 3729 if a schema-bound module or a constraint names it, with 3716 for a bound
/// default or rule, with 3717 for a DEFAULT constraint, and with 166 for a name with a database.
pub(super) fn drop_modules(
    env: &mut Env<'_, '_>,
    if_exists: bool,
    kind: ModuleKind,
    names: &[ObjectName],
) -> Result<(), SqlError> {
    definition::define_each(env, names, |env, name| drop_one(env, if_exists, kind, name))
}

/// Creates or alters a module within a statement that the caller settles. Takes the lock on its
/// name. Keeps permissions of an altered module. Fails with 208 if ALTER finds none, with 2714 if
/// CREATE finds one, and with 2010 if ALTER or CREATE OR ALTER finds an object of another kind.
/// Fails with 4103 or 1074 for a temporary view or function, with 2730 for a numbered procedure
/// without number 1, and with the errors of the text.
pub(in crate::statement) fn define(
    env: &mut Env<'_, '_>,
    definition: &ModuleDefinition,
) -> Result<(), DefinitionError> {
    let ModuleDefinition { verb, name, kind, text, trigger, options } = definition;
    refuse_temporary(*kind, name)?;
    let (database, name) = (home(env, name)?, &temporary::procedure_place(name, env.scope()));
    env.define_object(&database)?;
    let catalog = env.catalog(&database);
    let (name, trigger) = match trigger {
        None => (env.defined(name, *verb), None),
        Some(trigger) => {
            let trigger = &TriggerDefinition { target: env.existing(&trigger.target), ..trigger.clone() };
            // A trigger belongs to its table's schema, even without a schema in its name.
            let (word, old) = (verb.words().to_lowercase(), trigger_definition::known(&catalog, (trigger, name)));
            let (schema, trigger) =
                trigger_definition::resolve((&catalog, &database), (trigger, &word), name, old.as_deref())?;
            (ObjectName { schema: Some(schema), ..name.clone() }, Some(trigger))
        }
    };
    let name = &name;
    let schema = schema_of_new(&catalog, name)?;
    env.lock_name(&database, schema, &name.object)?;
    let old = catalog.module(name).cloned();
    if let Some(old) = &old {
        check_creator(env, old, || SqlError::invalid_object_name(definition.name.to_string()).in_state(6))?;
        env.lock_object(database.table(old.id))?;
    }
    if let Some(trigger) = &trigger {
        env.lock_object(database.table(trigger.parent))?;
    }
    match (verb, &old) {
        (DefinitionVerb::Create, _) if catalog.is_taken(schema, &name.object) => {
            return Err(taken(name, *kind).into());
        }
        // 2010: the object has another type.
        (DefinitionVerb::Alter | DefinitionVerb::CreateOrAlter, Some(old)) if old.kind != *kind => {
            return Err(SqlError::alter_of_incompatible_object(name).into());
        }
        (DefinitionVerb::Alter | DefinitionVerb::CreateOrAlter, None) if catalog.is_taken(schema, &name.object) => {
            return Err(SqlError::alter_of_incompatible_object(name).into());
        }
        (DefinitionVerb::Alter, None) => {
            return Err(SqlError::invalid_object_name(definition.name.to_string()).in_state(6).into());
        }
        _ => {}
    }
    if options.number > 1 && old.is_none() {
        check_group(&catalog, name, options.number)?;
    }
    let (id, shown) = match &old {
        Some(old) => (old.id, old.name.clone()),
        None => (database.new_object(), name.object.clone()),
    };
    let definition = match verb {
        DefinitionVerb::Create => Arc::clone(text),
        DefinitionVerb::Alter | DefinitionVerb::CreateOrAlter => Arc::from(created_text(text)),
    };
    let is_marked = old.as_ref().is_some_and(|old| old.options.is_marked);
    let options = ModuleOptions { is_marked, ..env.captured_options(*options) };
    let schema = schema.to_owned();
    let (kind, ddl, columns, rows) = (*kind, None, None, None);
    let mut module =
        Arc::new(Module { id, schema, name: shown, kind, definition, trigger, ddl, options, columns, rows });
    if let Some(old) = &old {
        // 3729: a schema-bound module, a constraint or a computed column depends on the definition.
        if let Some(user) = namer_of(&catalog, &old.schema, &old.name) {
            return Err(SqlError::object_is_referenced("ALTER", name.to_string(), user).into());
        }
    }
    let columns = check_text(env, &catalog, &module)?;
    Arc::make_mut(&mut module).columns = star_columns(&module, &columns);
    env.pin_found()?;
    let failed = |error: StorageError| match error {
        StorageError::Duplicate => taken(name, kind),
        error => sql_error(&error, &database.name),
    };
    let enlisted = env.state.transaction.work.enlist(&database);
    let stored = StoredCatalog::open(&database.storage).map_err(failed)?;
    let transaction = &mut enlisted.transaction;
    let mut next = None;
    if let Some(old) = &old {
        // ALTER VIEW drops the indexes of the view.
        drop_rows(&stored, &database, transaction, old).map_err(failed)?;
        stored.delete_module(transaction, old).map_err(failed)?;
        next = Some(catalog.without_module(old));
    }
    stored.insert_module(transaction, &module).map_err(failed)?;
    let next = next.as_ref().unwrap_or(&catalog).with_module(Module::clone(&module));
    env.state.transaction.define(&database, next.ok_or_else(|| taken(name, kind))?)?;
    if temporary::is_temporary(&module.name) {
        env.state.temporary_tables.push(id);
    }
    Ok(())
}

/// Binds the text of a new module. Procedures, table functions and triggers have been checked
/// already, as far as the objects they name exist. Synonyms are resolved at use. Fails with 2733 if
/// a function returns text, ntext, image or timestamp
/// (`t-sql/statements/create-function-transact-sql.md`). Returns the columns of a view or inline
/// function.
fn check_text(env: &Env<'_, '_>, catalog: &Catalog, module: &Arc<Module>) -> Result<Vec<Column>, DefinitionError> {
    let binding = module.options.is_schema_bound.then(|| Binding::for_module(module));
    let names = || SessionNames { binding: binding.as_ref(), ..env.names() };
    match module.kind {
        ModuleKind::Procedure | ModuleKind::TableFunction | ModuleKind::Trigger | ModuleKind::Synonym => {}
        ModuleKind::ScalarFunction => {
            let function = sluice_binder::scalar_function(None, module, catalog).map_err(DefinitionError::Compile)?;
            if function.returns.is_lob() || function.returns == DataType::RowVersion {
                let error = SqlError::invalid_return_type(function.returns.name());
                return Err(DefinitionError::Compile(error));
            }
            function::check(&names(), &function).map_err(DefinitionError::Compile)?;
        }
        ModuleKind::Default => {
            let default = standalone_object(module).map_err(DefinitionError::Compile)?;
            let checked = Binder::new(&names(), &Variables::default()).check_default(&default.definition);
            checked.map_err(DefinitionError::Compile)?;
        }
        // The condition of a rule is bound with each statement that changes a column of the rule.
        ModuleKind::Rule => {}
        ModuleKind::View | ModuleKind::InlineFunction => {
            let columns = Binder::new(&names(), &Variables::default()).module(module);
            return columns.map_err(DefinitionError::Compile);
        }
    }
    Ok(Vec::new())
}

impl Env<'_, '_> {
    /// Adds the SET options that a module keeps to its own options. These are ANSI_NULLS and
    /// QUOTED_IDENTIFIER of the session.
    pub(in crate::statement) fn captured_options(&self, options: ModuleOptions) -> ModuleOptions {
        let meaning = self.state.options.meaning;
        ModuleOptions {
            lacks_ansi_nulls: !meaning.has(SetOption::AnsiNulls),
            lacks_quoted_identifier: !meaning.has(SetOption::QuotedIdentifier),
            ..options
        }
    }
}

/// Fails if the name is temporary, unless a module of the kind can be and the name leaves room for
/// the padding.
fn refuse_temporary(kind: ModuleKind, name: &ObjectName) -> Result<(), SqlError> {
    match kind {
        _ if !temporary::is_temporary(&name.object) => Ok(()),
        ModuleKind::Procedure => temporary::check_length(name),
        ModuleKind::View => Err(SqlError::temporary_view(&name.object)),
        ModuleKind::ScalarFunction | ModuleKind::InlineFunction | ModuleKind::TableFunction => {
            Err(SqlError::temporary_function())
        }
        ModuleKind::Trigger | ModuleKind::Synonym | ModuleKind::Default | ModuleKind::Rule => {
            Err(unsupported(&format!("temporary {}", kind.noun())))
        }
    }
}

/// Fails with 2730 unless the first procedure of the group exists.
fn check_group(catalog: &Catalog, name: &ObjectName, number: u16) -> Result<(), SqlError> {
    let group = name.object.rsplit_once(';').map_or(&*name.object, |(group, _)| group);
    let first = ObjectName { object: group.to_owned(), ..name.clone() };
    match catalog.module(&first) {
        Some(module) if module.kind == ModuleKind::Procedure => Ok(()),
        _ => Err(SqlError::group_without_first_procedure(group, number)),
    }
}

/// Returns the database of a module: tempdb for a temporary procedure.
fn home(env: &Env<'_, '_>, name: &ObjectName) -> Result<Arc<Database>, SqlError> {
    match temporary::is_temporary(&name.object) {
        true => env.database_of(&temporary::place(name, env.scope())),
        false => Ok(Arc::clone(&env.state.database)),
    }
}

/// Fails with `hidden` if another session created the temporary procedure `##p`, unless the session
/// is unrestricted.
fn check_creator(env: &Env<'_, '_>, module: &Module, hidden: impl FnOnce() -> SqlError) -> Result<(), SqlError> {
    let is_own = !temporary::is_temporary(&module.name) || env.state.temporary_tables.contains(&module.id);
    if is_own || !env.state.security.is_restricted { Ok(()) } else { Err(hidden()) }
}

fn taken(name: &ObjectName, kind: ModuleKind) -> SqlError {
    let state = if kind == ModuleKind::Trigger { 2 } else { 3 };
    SqlError::object_exists(temporary::written(&name.object)).in_state(state)
}

/// Returns the name of an object whose text contains the full name of the given object. Candidates
/// are schema-bound modules, constraints, and tables with computed columns. `None` without one.
/// Found by text, so a name in a comment or string counts too.
pub(in crate::statement) fn namer_of(catalog: &Catalog, schema: &str, name: &str) -> Option<String> {
    let own = ObjectName { database: None, schema: Some(schema.to_owned()), object: name.to_owned() };
    let own = catalog.module(&own).map_or(ObjectId(0), |module| module.id);
    if let Some(module) = bound_to(catalog, (schema, name), own) {
        return Some(module.name.clone());
    }
    let written = format!("{}.{}", bracketed(schema), bracketed(name)).to_lowercase();
    let names = |text: &str| text.to_lowercase().contains(&written);
    catalog.tables().into_iter().find_map(|table| {
        let constraint = table.constraints.iter().find(|constraint| match &constraint.rule {
            Rule::Default { definition, .. } | Rule::Check { definition, .. } => names(definition),
            Rule::ForeignKey(_) => false,
        });
        let mut computed = table.columns.iter().filter_map(|column| column.computed.as_ref());
        let is_computed = computed.any(|computed| names(&computed.definition));
        constraint.map(|constraint| constraint.name.clone()).or(is_computed.then(|| table.name.clone()))
    })
}

/// Whether `name` is that of a DEFAULT constraint.
pub(in crate::statement) fn is_constraint(catalog: &Catalog, name: &ObjectName) -> bool {
    let schema = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
    let tables = catalog.tables();
    let mut of_schema = tables.iter().filter(|table| name::same(&table.schema, schema));
    of_schema.any(|table| {
        let mut defaults = table.constraints.iter().filter(|known| matches!(known.rule, Rule::Default { .. }));
        defaults.any(|known| name::same(&known.name, &name.object))
    })
}

fn drop_one(env: &mut Env<'_, '_>, if_exists: bool, kind: ModuleKind, name: &ObjectName) -> Result<(), SqlError> {
    let unknown = || SqlError::cannot_drop("drop", kind.noun(), name.to_string());
    if name.database.is_some() {
        return Err(SqlError::database_prefix_not_allowed(format_args!("DROP {}", kind.noun().to_uppercase())));
    }
    let database = home(env, name)?;
    let catalog = env.catalog(&database);
    let module = match catalog.module(&temporary::procedure_place(&env.existing(name), env.scope())) {
        Some(module) => Arc::clone(module),
        None if kind == ModuleKind::Default && is_constraint(&catalog, &env.existing(name)) => {
            return Err(SqlError::drop_default_of_constraint());
        }
        None => {
            refuse_other_kind(&catalog, &env.existing(name), (kind.noun(), &name.to_string()))?;
            return if if_exists { Ok(()) } else { Err(unknown()) };
        }
    };
    check_creator(env, &module, unknown)?;
    if module.kind.noun() != kind.noun() {
        // 3705: the object has another type.
        let (asked, found) = (kind.noun().to_uppercase(), module.kind.noun());
        return Err(SqlError::drop_of_other_kind(asked, name, name, found, found.to_uppercase()));
    }
    env.state.transaction.begin_defining(&database)?;
    if let Some(holder) = bound_object::holder(&catalog, module.id) {
        // 3716: the default or rule is bound.
        return Err(SqlError::bound_object_cannot_be_dropped(kind.noun(), name, holder));
    }
    env.lock_name(&database, &module.schema, &module.name)?;
    env.lock_object(database.table(module.id))?;
    trigger_definition::lock_triggers(env, &database, module.id)?;
    if let Some(user) = namer_of(&catalog, &module.schema, &module.name) {
        // 3729: an object refers to the module.
        let what = format!("DROP {}", kind.noun().to_uppercase());
        return Err(SqlError::object_is_referenced(what, name, user));
    }
    let kept = without_permissions(env, &database, &catalog, (SecurableClass::Object, module.id.0))?;
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let enlisted = env.state.transaction.work.enlist(&database);
    let stored = StoredCatalog::open(&database.storage).map_err(failed)?;
    let transaction = &mut enlisted.transaction;
    let mut next = trigger_definition::drop_triggers((&stored, transaction), &kept, module.id).map_err(failed)?;
    for numbered in catalog.numbered(&module) {
        stored.delete_module(transaction, numbered).map_err(failed)?;
        next = next.without_module(numbered);
    }
    drop_rows(&stored, &database, transaction, &module).map_err(failed)?;
    stored.delete_module(transaction, &module).map_err(failed)?;
    env.state.transaction.define(&database, next.without_module(&module))
}
