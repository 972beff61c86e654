//! Dependencies between objects: `sys.sql_expression_dependencies`, `sys.sql_dependencies`,
//! `sys.dm_sql_referenced_entities` and `sys.dm_sql_referencing_entities`.
//!
//! SQL Server stores dependencies when a module is created. These views derive them from the
//! definitions (`docs/decisions/2026-11-25-dependencies-and-empty-views.md`). A session sees the
//! dependencies of the definitions that it may read.

mod entities;

use crate::references::{ReferenceKind, Usage};
use crate::view::{View, text, whole};
use entities::{Entity, Target, entities};
use sluice_catalog::name::same;
use sluice_catalog::{Column, ObjectName, ViewPermission};
use sluice_session::quoted_name;
use sluice_session::{ViewContext, ViewRows};
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines `sys.sql_expression_dependencies`. Only a schema-bound entity has rows for columns. The
/// view itself omits rows that the session may not see. A query for one `referencing_id` enumerates
/// only that object.
pub(crate) fn expressions() -> View {
    let columns = vec![
        Column::not_null("referencing_id", DataType::Int),
        Column::not_null("referencing_minor_id", DataType::Int),
        Column::nullable("referencing_class", DataType::TinyInt),
        Column::nullable("referencing_class_desc", WORDS),
        Column::not_null("is_schema_bound_reference", DataType::Bit),
        Column::nullable("referenced_class", DataType::TinyInt),
        Column::nullable("referenced_class_desc", WORDS),
        Column::nullable("referenced_server_name", DataType::SYSNAME),
        Column::nullable("referenced_database_name", DataType::SYSNAME),
        Column::nullable("referenced_schema_name", DataType::SYSNAME),
        Column::nullable("referenced_entity_name", DataType::SYSNAME),
        Column::nullable("referenced_id", DataType::Int),
        Column::not_null("referenced_minor_id", DataType::Int),
        Column::not_null("is_caller_dependent", DataType::Bit),
        Column::not_null("is_ambiguous", DataType::Bit),
    ];
    View::sys(
        "sql_expression_dependencies",
        ViewPermission::Filtered(
            "relational-databases/system-catalog-views/sys-sql-expression-dependencies-transact-sql.md",
        ),
        columns,
        |context| {
            let mut rows = Vec::new();
            for entity in entities(context) {
                for target in &entity.targets {
                    let of_columns = target.columns.iter().filter(|_| entity.is_bound).map(|(id, ..)| *id);
                    let of_object = target.is_object.then_some(0);
                    rows.extend(
                        of_object.into_iter().chain(of_columns).map(|minor| expression(&entity, target, minor)),
                    );
                }
            }
            rows
        },
    )
    .by_object(&["referencing_id"], 2)
}

fn expression(entity: &Entity, target: &Target, minor: i32) -> Vec<Value> {
    let (class, description) = class(target);
    let [server, database, schema, name] = name_parts(target);
    vec![
        Value::Int(entity.id.0),
        Value::Int(entity.column),
        Value::TinyInt(OBJECT),
        text(OBJECT_OR_COLUMN),
        Value::Bit(entity.is_bound || target.reference.kind == ReferenceKind::Type),
        Value::TinyInt(class),
        text(description),
        server,
        database,
        schema,
        name,
        referenced_id(target),
        Value::Int(minor),
        Value::Bit(target.is_caller_dependent()),
        Value::Bit(is_ambiguous(entity, target)),
    ]
}

/// Defines `sys.sql_dependencies`, the view of SQL Server 2005: only objects that exist, with a row
/// for each used column. The view itself omits rows that the session may not see. A query for one
/// `object_id` enumerates only that object.
pub(crate) fn objects() -> View {
    let columns = vec![
        Column::not_null("class", DataType::TinyInt),
        Column::nullable("class_desc", WORDS),
        Column::not_null("object_id", DataType::Int),
        Column::not_null("column_id", DataType::Int),
        Column::not_null("referenced_major_id", DataType::Int),
        Column::not_null("referenced_minor_id", DataType::Int),
        Column::not_null("is_selected", DataType::Bit),
        Column::not_null("is_updated", DataType::Bit),
        Column::not_null("is_select_all", DataType::Bit),
    ];
    View::sys(
        "sql_dependencies",
        ViewPermission::Filtered("relational-databases/system-catalog-views/sys-sql-dependencies-transact-sql.md"),
        columns,
        |context| {
            let mut rows = Vec::new();
            for entity in entities(context) {
                for target in &entity.targets {
                    let Some(id) = target.id else { continue };
                    let row = |minor, usage, is_all| old_row(&entity, target, (id, minor), (usage, is_all));
                    let of_columns = target.columns.iter().map(|(minor, _, usage)| row(*minor, *usage, false));
                    let is_all = target.reference.is_select_all;
                    // A row of the object itself says what the rows of its columns don't.
                    let has_own = is_all || target.columns.is_empty();
                    let own = has_own.then(|| row(0, target.reference.usage, is_all));
                    rows.extend(own.into_iter().chain(of_columns));
                }
            }
            rows
        },
    )
    .by_object(&["object_id"], 4)
}

fn old_row(entity: &Entity, target: &Target, (id, minor): (i32, i32), (usage, is_all): (Usage, bool)) -> Vec<Value> {
    let (class, description) = match target.reference.kind {
        ReferenceKind::Type => (2, "TYPE_REFERENCE"),
        _ if entity.is_bound => (1, "OBJECT_OR_COLUMN_REFERENCE_SCHEMA_BOUND"),
        _ => (0, "OBJECT_OR_COLUMN_REFERENCE_NON_SCHEMA_BOUND"),
    };
    vec![
        Value::TinyInt(class),
        text(description),
        Value::Int(entity.id.0),
        Value::Int(entity.column),
        Value::Int(id),
        Value::Int(minor),
        Value::Bit(usage.is_selected),
        Value::Bit(usage.is_updated),
        Value::Bit(is_all),
    ]
}

/// Defines `sys.dm_sql_referenced_entities(name, class)`. It has rows for the class OBJECT and a
/// name with a schema. If an object that the definition names doesn't exist, error 2020 follows the
/// rows. The function itself omits rows that the session may not see.
pub(crate) fn referenced() -> View {
    let bit = |name| Column::nullable(name, DataType::Bit);
    let columns = vec![
        Column::not_null("referencing_minor_id", DataType::Int),
        Column::nullable("referenced_server_name", DataType::SYSNAME),
        Column::nullable("referenced_database_name", DataType::SYSNAME),
        Column::nullable("referenced_schema_name", DataType::SYSNAME),
        Column::nullable("referenced_entity_name", DataType::SYSNAME),
        Column::nullable("referenced_minor_name", DataType::SYSNAME),
        Column::nullable("referenced_id", DataType::Int),
        Column::not_null("referenced_minor_id", DataType::Int),
        Column::nullable("referenced_class", DataType::TinyInt),
        Column::nullable("referenced_class_desc", WORDS),
        Column::not_null("is_caller_dependent", DataType::Bit),
        Column::not_null("is_ambiguous", DataType::Bit),
        bit("is_selected"),
        bit("is_updated"),
        bit("is_select_all"),
        bit("is_all_columns_found"),
        bit("is_insert_all"),
        bit("is_incomplete"),
    ];
    View::function(
        "dm_sql_referenced_entities",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-sql-referenced-entities-transact-sql.md",
        ),
        PARAMETERS,
        columns,
        referenced_rows,
    )
}

/// Returns the rows, and then error 2020 if a named object doesn't exist.
fn referenced_rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let Some((name, _)) = asked(context, "OBJECT") else { return Ok(whole(Vec::new())) };
    let (mut rows, mut of_missing) = (Vec::new(), Vec::new());
    for entity in entities(context).iter().filter(|entity| is_named(entity, &name)) {
        for target in &entity.targets {
            let is_found = target.id.is_some() || target.is_elsewhere() || target.is_caller_dependent();
            let own = target.is_object.then(|| referenced_row(entity, target, None, is_found));
            let to = if is_found { &mut rows } else { &mut of_missing };
            to.extend(own);
            to.extend(target.columns.iter().map(|column| referenced_row(entity, target, Some(column), true)));
        }
    }
    let shown = context.arguments[0].as_str().unwrap_or_default().to_owned();
    let error = (!of_missing.is_empty()).then(|| Err(SqlError::dependencies_incomplete(shown)));
    Ok(Box::new(rows.into_iter().chain(of_missing).map(Ok).chain(error)))
}

fn referenced_row(
    entity: &Entity,
    target: &Target,
    column: Option<&(i32, String, Usage)>,
    is_found: bool,
) -> Vec<Value> {
    let (class, description) = class(target);
    let [server, database, schema, name] = name_parts(target);
    let usage = column.map_or(target.reference.usage, |(_, _, usage)| *usage);
    let is_object = column.is_none();
    vec![
        Value::Int(entity.column),
        server,
        database,
        schema,
        name,
        column.map_or(Value::Null, |(_, name, _)| text(name)),
        referenced_id(target),
        Value::Int(column.map_or(0, |(id, ..)| *id)),
        Value::TinyInt(class),
        text(description),
        Value::Bit(target.is_caller_dependent()),
        Value::Bit(is_ambiguous(entity, target)),
        Value::Bit(usage.is_selected),
        Value::Bit(usage.is_updated),
        Value::Bit(is_object && target.reference.is_select_all),
        Value::Bit(is_found),
        Value::Bit(is_object && target.reference.is_insert_all),
        Value::Bit(!is_found),
    ]
}

/// Defines `sys.dm_sql_referencing_entities(name, class)` for the classes OBJECT and TYPE. A name
/// without a schema, or of nothing, yields no row. The function itself omits rows that the session
/// may not see.
pub(crate) fn referencing() -> View {
    let columns = vec![
        Column::nullable("referencing_schema_name", DataType::SYSNAME),
        Column::not_null("referencing_entity_name", DataType::SYSNAME),
        Column::not_null("referencing_id", DataType::Int),
        Column::nullable("referencing_class", DataType::TinyInt),
        Column::nullable("referencing_class_desc", WORDS),
        Column::not_null("is_caller_dependent", DataType::Bit),
    ];
    View::function(
        "dm_sql_referencing_entities",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-sql-referencing-entities-transact-sql.md",
        ),
        PARAMETERS,
        columns,
        |context| Ok(whole(referencing_rows(context))),
    )
}

fn referencing_rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let of_type = asked(context, "TYPE");
    let Some((name, kind)) = of_type.or_else(|| asked(context, "OBJECT")) else { return Vec::new() };
    let id = match kind {
        "TYPE" => context.catalog.user_type(&name).map(|user_type| user_type.id.0),
        _ => context.catalog.object(&name).map(|object| object.id().0),
    };
    let Some(id) = id else { return Vec::new() };
    let is_meant = |target: &Target| {
        let is_type = target.reference.kind == ReferenceKind::Type;
        let is_name = target.is_caller_dependent() && same(&target.reference.name.object, &name.object);
        is_type == (kind == "TYPE") && (target.id == Some(id) && target.is_object || is_name && !is_type)
    };
    let mut rows: Vec<Vec<Value>> = Vec::new();
    for entity in entities(context) {
        let Some(target) = entity.targets.iter().find(|target| is_meant(target)) else { continue };
        rows.push(vec![
            text(&entity.schema),
            text(&entity.name),
            Value::Int(entity.id.0),
            Value::TinyInt(OBJECT),
            text(OBJECT_OR_COLUMN),
            Value::Bit(target.is_caller_dependent()),
        ]);
    }
    rows.dedup_by(|one, other| one[2] == other[2]);
    rows
}

/// Returns the name and the class of a function's arguments if the class is `wanted` and the name
/// has a schema.
fn asked<'w>(context: &ViewContext<'_>, wanted: &'w str) -> Option<(ObjectName, &'w str)> {
    let [name, class] = context.arguments else { return None };
    let name = quoted_name::parse(name.as_str()?)?;
    let is_it = class.as_str()?.eq_ignore_ascii_case(wanted) && name.schema.is_some() && name.database.is_none();
    is_it.then_some((name, wanted))
}

fn is_named(entity: &Entity, name: &ObjectName) -> bool {
    same(&entity.name, &name.object) && name.schema.as_ref().is_some_and(|schema| same(&entity.schema, schema))
}

fn name_parts(target: &Target) -> [Value; 4] {
    let optional = |part: &Option<String>| part.as_deref().map_or(Value::Null, text);
    let name = &target.reference.name;
    [optional(&target.reference.server), optional(&name.database), optional(&name.schema), text(&name.object)]
}

fn referenced_id(target: &Target) -> Value {
    target.id.filter(|_| !target.is_caller_dependent()).map_or(Value::Null, Value::Int)
}

/// Whether the name may mean a function or a method of a column.
fn is_ambiguous(entity: &Entity, target: &Target) -> bool {
    !entity.is_bound && target.reference.kind == ReferenceKind::Function && target.id.is_none()
}

fn class(target: &Target) -> (u8, &'static str) {
    match target.reference.kind {
        ReferenceKind::Type => (6, "TYPE"),
        _ => (OBJECT, OBJECT_OR_COLUMN),
    }
}

const WORDS: DataType = DataType::NVarChar(Length::Limited(60));
/// A name and a class.
const PARAMETERS: &[DataType] = &[DataType::NVarChar(Length::Limited(517)), WORDS];
const OBJECT: u8 = 1;
const OBJECT_OR_COLUMN: &str = "OBJECT_OR_COLUMN";
