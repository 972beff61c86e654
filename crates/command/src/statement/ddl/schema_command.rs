//! CREATE SCHEMA, ALTER SCHEMA TRANSFER and DROP SCHEMA as commands.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::alter_table::TableChange;
use crate::statement::ddl::definition::define;
use crate::statement::ddl::module_command::view_definition;
use crate::statement::ddl::schema::{SchemaDefinition, create, drop_empty, transfer_object, transfer_type};
use crate::statement::event::{DdlEvent, EventSource};
use crate::statement::security::permission_event;
use sluice_catalog::EventType;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{ObjectName, name};
use sluice_plan::table_definition::{ForeignKeyDefinition, RuleDefinition};
use sluice_plan::{TableDefinition, definition_of, object_name, unsupported};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{CreateSchema, DropObjects, Name, PermissionStatement, StatementKind, TransferToSchema};
use sluice_types::SqlError;

/// ALTER SCHEMA ... TRANSFER.
struct SchemaTransfer {
    /// The target schema.
    schema: String,
    /// Whether a type is moved rather than an object.
    is_type: bool,
    /// The name of the object or type.
    name: ObjectName,
}

/// DROP SCHEMA.
struct SchemaRemoval {
    if_exists: bool,
    schema: Box<str>,
}

/// Compiles CREATE SCHEMA with its tables, views and permissions. Views and foreign keys are
/// created after all tables, so they may refer to tables that follow them in the statement. A
/// permission on an object of the statement needs no schema name. Other elements fail with 40517; a
/// table in another schema fails.
pub(in crate::statement) fn compile_create(written: &CreateSchema, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let schema = written.name.as_ref().map_or(DEFAULT_SCHEMA, |name| &name.text);
    let owner = written.owner.as_ref().map(|owner| owner.text.clone());
    let (mut tables, mut foreign_keys, mut views) = (Vec::new(), Vec::new(), Vec::new());
    let mut permissions = Vec::new();
    for element in &written.elements {
        match &element.kind {
            StatementKind::CreateTable(table) => {
                refuse_server(&table.name)?;
                tables.push((owned(object_name(&table.name), schema)?, definition_of(table, to.types())?));
            }
            StatementKind::View(view) => {
                let mut definition = view_definition(view, element.span.slice(&view.text.0))?;
                definition.name = owned(definition.name, schema)?;
                views.push(definition);
            }
            StatementKind::Permission(statement) => permissions.push(PermissionStatement::clone(statement)),
            other => return Err(unsupported(&format!("CREATE SCHEMA with {}", other.words()))),
        }
    }
    let names: Vec<String> = tables.iter().map(|(name, _)| name.object.clone()).collect();
    for (table, definition) in &mut tables {
        let mut keys = without_foreign_keys(definition);
        for key in keys.constraints.iter_mut().filter_map(|constraint| foreign_key(&mut constraint.rule)) {
            if names.iter().any(|known| name::same(known, &key.table.object)) {
                key.table.schema.get_or_insert_with(|| schema.to_owned());
            }
        }
        if !keys.constraints.is_empty() {
            foreign_keys.push((table.clone(), TableChange::Add { items: keys, is_checked: true }));
        }
    }
    let made = tables.iter().map(|(name, _)| name).chain(views.iter().map(|view| &view.name));
    let made: Vec<&str> = made.map(|name| name.object.as_str()).collect();
    for securable in permissions.iter_mut().filter_map(|statement| statement.securable.as_mut()) {
        refuse_server(&securable.name)?;
        let is_made = made.iter().any(|made| name::same(made, &securable.name.name.text));
        if is_made && !is_other_class(&securable.class) && securable.name.schema.is_none() {
            securable.name.schema = written.name.clone();
        }
    }
    let name = written.name.as_ref().map(|name| name.text.clone());
    to.add(Box::new(SchemaDefinition { name, owner, tables, foreign_keys, views, permissions }));
    Ok(())
}

/// Returns whether `class::` denotes securables other than objects.
fn is_other_class(class: &[Name]) -> bool {
    !(class.is_empty() || class.len() == 1 && class[0].is("object"))
}

/// Compiles ALTER SCHEMA TRANSFER. Objects and types can be moved; other classes fail with 40517.
pub(in crate::statement) fn compile_transfer(
    transfer: &TransferToSchema,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    refuse_server(&transfer.name)?;
    let is_type = transfer.class.len() == 1 && transfer.class[0].is("type");
    if !is_type && is_other_class(&transfer.class) {
        let words: Vec<&str> = transfer.class.iter().map(|word| &*word.text).collect();
        return Err(unsupported(&format!("ALTER SCHEMA TRANSFER {}", words.join(" ").to_uppercase())));
    }
    let (schema, name) = (transfer.schema.text.to_string(), object_name(&transfer.name));
    to.add(Box::new(SchemaTransfer { schema, is_type, name }));
    Ok(())
}

/// Compiles DROP SCHEMA. Fails with 102 if the name has several parts. Each schema becomes a
/// command of its own.
pub(in crate::statement) fn compile_drop(drop: &DropObjects, to: &mut dyn Compilation) -> Result<(), SqlError> {
    for name in &drop.names {
        if name.schema.is_some() {
            return Err(SqlError::syntax_near("."));
        }
        to.add(Box::new(SchemaRemoval { if_exists: drop.if_exists, schema: name.name.text.clone() }));
    }
    Ok(())
}

/// Returns the event about a schema.
fn schema_event(env: &Env<'_, '_>, event: EventType, name: &str) -> DdlEvent {
    env.database_event(event).with("SchemaName", name).about(name, "SCHEMA")
}

impl Command for SchemaDefinition {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match (&self.name, &self.owner) {
            // Without a name no schema is created.
            (None, Some(owner)) => rights.assign_owner(owner),
            (_, owner) => rights.create_schema(owner.as_deref()),
        }?;
        rights.made_with_schema(!self.tables.is_empty(), !self.views.is_empty())?;
        self.tables.iter().try_for_each(|(name, items)| rights.references(name, items))?;
        self.foreign_keys.iter().try_for_each(|(name, change)| match change {
            TableChange::Add { items, .. } => rights.references(name, items),
            TableChange::AlterColumn(..)
            | TableChange::Drop(_)
            | TableChange::Switch { .. }
            | TableChange::Set(_)
            | TableChange::MoveRows(_) => Ok(()),
        })
    }

    fn class(&self) -> StatementClass {
        StatementClass::CreateSchema
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let named = self.name.as_ref().map(|name| schema_event(env, EventType::CREATE_SCHEMA, name));
            let tables =
                self.tables.iter().filter_map(|(name, _)| env.object_event(EventType::CREATE_TABLE, name, "TABLE"));
            let views =
                self.views.iter().filter_map(|view| env.object_event(EventType::CREATE_VIEW, &view.name, "VIEW"));
            let permissions = self.permissions.iter().map(|statement| permission_event(env, statement));
            named.into_iter().chain(tables).chain(views).chain(permissions).collect()
        })
    }

    /// Creates the schema and its objects, inside the session's transaction or in a transaction of
    /// its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define(env, |env| create(env, self))?)
    }
}

impl Command for SchemaTransfer {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.transfer(&self.schema, self.is_type, &self.name)
    }

    fn class(&self) -> StatementClass {
        StatementClass::AlterSchema
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let kind = if self.is_type { "TYPE" } else { "OBJECT" };
            let moved = ObjectName { schema: Some(self.schema.clone()), ..self.name.clone() };
            env.object_event(EventType::ALTER_SCHEMA, &moved, kind).into_iter().collect()
        })
    }

    /// Moves an object or type to another schema, inside the session's transaction or in a
    /// transaction of its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        let SchemaTransfer { schema, is_type, name } = self;
        let moved = |env: &mut Env<'_, '_>| match is_type {
            true => transfer_type(env, schema, name),
            false => transfer_object(env, schema, name),
        };
        Ok(define(env, moved)?)
    }
}

impl Command for SchemaRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.drop_schema(&self.schema)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Drop
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let catalog = env.state.transaction.work.catalog(&env.state.database);
            let existing = catalog.schema(&self.schema).is_some();
            existing.then(|| schema_event(env, EventType::DROP_SCHEMA, &self.schema)).into_iter().collect()
        })
    }

    /// Drops an empty schema.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define(env, |env| drop_empty(env, self.if_exists, &self.schema))?)
    }
}

/// Returns the schema-qualified name of an object that is created with the schema.
fn owned(name: ObjectName, schema: &str) -> Result<ObjectName, SqlError> {
    let is_elsewhere = name.schema.as_deref().is_some_and(|written| !name::same(written, schema));
    if is_elsewhere || name.database.is_some() {
        return Err(unsupported("CREATE SCHEMA with an object of another schema"));
    }
    Ok(ObjectName { schema: Some(schema.to_owned()), ..name })
}

/// Moves the foreign keys from a table's definition into a definition of their own.
fn without_foreign_keys(definition: &mut TableDefinition) -> TableDefinition {
    let (keys, others) = std::mem::take(&mut definition.constraints)
        .into_iter()
        .partition(|constraint| matches!(constraint.rule, RuleDefinition::ForeignKey(_)));
    definition.constraints = others;
    TableDefinition { constraints: keys, ..TableDefinition::default() }
}

fn foreign_key(rule: &mut RuleDefinition) -> Option<&mut ForeignKeyDefinition> {
    match rule {
        RuleDefinition::ForeignKey(key) => Some(key),
        _ => None,
    }
}
