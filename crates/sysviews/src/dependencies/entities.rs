//! Entities whose definitions name other objects, with the objects that the names mean.

use crate::references::{ColumnsOf, Reference, ReferenceKind, Usage, definition_references, module_references};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_catalog::object::Object;
use sluice_catalog::{Catalog, Column, Module, ObjectName, Rule, Table};
use sluice_session::{ViewContext, module_columns};

/// A module, constraint or computed column.
pub(super) struct Entity {
    pub(super) schema: String,
    pub(super) name: String,
    pub(super) id: ObjectId,
    /// The id of the computed column, or 0.
    pub(super) column: i32,
    /// Whether it is schema-bound: a constraint, a computed column, or a module WITH SCHEMABINDING.
    pub(super) is_bound: bool,
    /// The entities that it refers to; never empty in the result of [`entities`].
    pub(super) targets: Vec<Target>,
}

/// A reference and the object that its name means.
pub(super) struct Target {
    pub(super) reference: Reference,
    /// The id of the object or type in the current database, or `None` if the name means none.
    pub(super) id: Option<i32>,
    /// The used columns that exist, ordered by id, with names as defined.
    pub(super) columns: Vec<(i32, String, Usage)>,
    /// Whether the object itself is named; false if a table's definition names its own columns.
    pub(super) is_object: bool,
}

impl Target {
    /// Whether the target is an executed module named without a schema, whose meaning depends on
    /// the caller.
    pub(super) fn is_caller_dependent(&self) -> bool {
        self.reference.kind == ReferenceKind::Procedure && self.reference.name.schema.is_none()
    }

    /// Whether the name has a database or server, be it the current one.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.reference.server.is_some() || self.reference.name.database.is_some()
    }
}

/// Returns the entities whose definitions the session may read, with at least one reference. The
/// right to read a trigger is that on its table or view. Foreign keys aren't entities.
pub(super) fn entities(context: &ViewContext<'_>) -> Vec<Entity> {
    let is_shown =
        |schema: &str, id| context.limits.is_none_or(|access| access.sees_definition(context.whole, schema, id));
    let mut found = Vec::new();
    for module in context.modules() {
        let of = module.trigger.map_or(module.id, |trigger| trigger.parent);
        if module.kind.has_text() && is_shown(&module.schema, of) {
            found.push(of_module(context, module));
        }
    }
    for table in context.tables() {
        if is_shown(&table.schema, table.id) {
            add_table(context, table, &mut found);
        }
    }
    found.retain(|entity| !entity.targets.is_empty());
    found
}

fn of_module(context: &ViewContext<'_>, module: &Arc<Module>) -> Entity {
    let columns_of = |name: &ObjectName| columns_of(context, &module.schema, name);
    let references = module_references(&module.definition, &columns_of);
    Entity {
        schema: module.schema.clone(),
        name: module.name.clone(),
        id: module.id,
        column: 0,
        is_bound: module.options.is_schema_bound,
        targets: targets(context, &module.schema, references),
    }
}

/// Adds the constraints and computed columns of a table.
fn add_table(context: &ViewContext<'_>, table: &Table, found: &mut Vec<Entity>) {
    let own = ObjectName { database: None, schema: Some(table.schema.clone()), object: table.name.clone() };
    let columns_of = |name: &ObjectName| columns_of(context, &table.schema, name);
    let columns_of: &ColumnsOf<'_> = &columns_of;
    let mut add = |(name, id, column): (&str, ObjectId, i32), definition: &str, is_condition| {
        let references = definition_references(definition, is_condition, &own, columns_of);
        let mut targets = targets(context, &table.schema, references);
        targets.iter_mut().for_each(|target| target.is_object = target.id != Some(table.id.0));
        targets.retain(|target| target.is_object || !target.columns.is_empty());
        let (schema, name) = (table.schema.clone(), name.to_owned());
        found.push(Entity { schema, name, id, column, is_bound: true, targets });
    };
    for constraint in &table.constraints {
        match &constraint.rule {
            Rule::Check { definition, .. } => add((&constraint.name, constraint.id, 0), definition, true),
            Rule::Default { definition, .. } => add((&constraint.name, constraint.id, 0), definition, false),
            Rule::ForeignKey(_) => {}
        }
    }
    for column in &table.columns {
        if let Some(computed) = &column.computed {
            add((&table.name, table.id, column.id.into()), &computed.definition, false);
        }
    }
}

/// Resolves references made in a schema. Names of system objects and built-in types are left out.
fn targets(context: &ViewContext<'_>, schema: &str, references: Vec<Reference>) -> Vec<Target> {
    references.into_iter().filter_map(|reference| target(context, schema, reference)).collect()
}

fn target(context: &ViewContext<'_>, schema: &str, reference: Reference) -> Option<Target> {
    let name = &reference.name;
    if reference.server.is_some() || name.database.is_some() {
        return Some(Target { reference, id: None, columns: Vec::new(), is_object: true });
    }
    if reference.kind == ReferenceKind::Type {
        let user_type = context.whole.user_type(name)?;
        let name = ObjectName { schema: Some(user_type.schema.clone()), ..name.clone() };
        let (id, reference) = (Some(user_type.id.0), Reference { name, ..reference });
        return Some(Target { reference, id, columns: Vec::new(), is_object: true });
    }
    let object = object_named(context.whole, schema, name);
    let is_of_system = || context.host.system_objects().iter().any(|system| same(&system.name, &name.object));
    if object.is_none() && name.schema.is_none() && is_of_system() {
        return None;
    }
    let defined = object.map(|object| columns(context, object)).unwrap_or_default();
    let used = reference.columns.iter().filter_map(|used| {
        let column = defined.iter().find(|column| same(&column.name, &used.name))?;
        Some((i32::from(column.id), column.name.clone(), used.usage))
    });
    let mut columns: Vec<_> = used.collect();
    columns.sort_by_key(|(id, ..)| *id);
    let id = object.map(|object| object.id().0);
    Some(Target { id, columns, is_object: true, reference })
}

/// Returns the object that a name means inside a module of `schema`.
fn object_named<'c>(catalog: &'c Catalog, schema: &str, name: &ObjectName) -> Option<&'c Object> {
    catalog.object(&catalog.in_schema(name.clone(), Some(schema)))
}

fn columns_of(context: &ViewContext<'_>, schema: &str, name: &ObjectName) -> Option<Vec<String>> {
    let object = object_named(context.whole, schema, name).filter(|_| name.database.is_none())?;
    Some(columns(context, object).iter().map(|column| column.name.clone()).collect())
}

fn columns(context: &ViewContext<'_>, object: &Object) -> Vec<Column> {
    match object {
        Object::Table(table) => table.columns.clone(),
        Object::Module(module) => module_columns(context.host, context.database, context.whole, module).to_vec(),
        Object::Sequence(_) => Vec::new(),
    }
}
