//! `sys.system_objects`, `sys.system_columns`, `sys.system_parameters` and
//! `sys.system_sql_modules`: the objects of the system, which every database has.
//!
//! Columns: those of `sys.objects`, `sys.columns`, `sys.parameters` and `sys.sql_modules`
//! (`relational-databases/system-catalog-views/sys-system-objects-transact-sql` and its siblings).

use crate::view::{View, text, whole};
use crate::{columns, objects, parameters, sql_modules};
use sluice_base::ids::ObjectId;
use sluice_base::sync::OnceLock;
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_catalog::{Column, Schema, ViewPermission};
use sluice_exec::batch::{DeclaredParameter, declared_parameters, system_procedure_parameters};
use sluice_session::system_object::{SystemObject, SystemSource};
use sluice_session::{ViewContext, module_columns};
use sluice_types::Value;

/// `sys.system_objects`. Every login may read all of it. A query for one `object_id` or one name
/// enumerates only that object.
pub(crate) fn view() -> View {
    View::sys(
        "system_objects",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-system-objects-transact-sql.md"),
        objects::columns(),
        |context| {
            let wanted = |object: &&SystemObject| context.objects.accepts(object.id, &object.name);
            listed(context).filter(wanted).map(|object| row(context, object)).collect()
        },
    )
    .by_object(&["object_id"], 1)
    .by_name()
    .about(700)
}

/// `sys.system_columns`. Every login may read all of it. A query for one `object_id` enumerates
/// only that object.
pub(crate) fn of_columns() -> View {
    View::stream(
        "system_columns",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-system-columns-transact-sql.md"),
        columns::columns(),
        |context| {
            let wanted = columns_of_objects(context).iter().filter(|(id, _)| context.objects.accepts(*id, ""));
            let row = |(id, columns): &'static (ObjectId, Vec<Column>)| {
                columns.iter().map(|column| columns::whole_row(*id, column, 0)).collect::<Vec<_>>()
            };
            let wanted = wanted.flat_map(row).collect();
            Ok(whole(wanted))
        },
    )
    .by_object(&["object_id"], 10)
    .about(8_000)
}

/// `sys.system_parameters`. Every login may read all of it. A query for one `object_id` enumerates
/// only that object.
pub(crate) fn of_parameters() -> View {
    View::stream(
        "system_parameters",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-system-parameters-transact-sql.md"),
        parameters::columns(),
        |context| {
            let of_object = |(object, declared): (&SystemObject, Vec<DeclaredParameter>)| {
                let row = |(known, id)| parameters::row(object.id, id, known);
                declared.iter().zip(1..).map(row).collect::<Vec<_>>()
            };
            let rows = parameters_of_objects(context).flat_map(of_object).collect();
            Ok(whole(rows))
        },
    )
    .by_object(&["object_id"], 2)
    .about(500)
}

/// `sys.system_sql_modules`. Every login may read all of it. A query for one `object_id` enumerates
/// only that object.
pub(crate) fn of_modules() -> View {
    View::sys(
        "system_sql_modules",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-system-sql-modules-transact-sql.md"),
        sql_modules::columns(),
        |context| {
            let row = |object: &SystemObject| {
                let SystemSource::Module(module) = &object.source else { return None };
                let mut row = sql_modules::row(context, module, text(&module.definition));
                row[0] = Value::Int(object.id.0);
                Some(row)
            };
            let wanted = |object: &&SystemObject| context.objects.accepts(object.id, &object.name);
            listed(context).filter(wanted).filter_map(row).collect()
        },
    )
    .by_object(&["object_id"], 1)
}

/// Returns the objects of the system that every database has. Tables of msdb belong to msdb alone.
fn listed<'a>(context: &ViewContext<'a>) -> impl Iterator<Item = &'a SystemObject> {
    context.host.system_objects().iter().filter(|object| object.schema != MSDB_SCHEMA)
}

fn row(context: &ViewContext<'_>, object: &SystemObject) -> Vec<Value> {
    let schema = Schema::built_in(&object.schema).map_or(0, |schema| schema.id.0);
    let mut row = objects::row(context.whole, (&object.name, object.id.0), 0, object.code(), schema);
    row[objects::MS_SHIPPED] = Value::Bit(true);
    row
}

/// Returns the parameters of the procedures of the system. A query for one object enumerates only
/// that object.
pub(crate) fn parameters_of_objects<'a>(
    context: &'a ViewContext<'_>,
) -> impl Iterator<Item = (&'a SystemObject, Vec<DeclaredParameter>)> {
    listed(context).filter(|object| context.objects.accepts(object.id, &object.name)).filter_map(|object| {
        let declared = match &object.source {
            SystemSource::Module(module) => declared_parameters(module, context.whole).1,
            SystemSource::Procedure => system_procedure_parameters(&object.name),
            SystemSource::View(_) => return None,
        };
        Some((object, declared))
    })
}

/// Returns the columns of the views of the system, by object. They depend on the program alone, and
/// deriving those of views written in T-SQL is slow, so the process keeps the first result.
pub(crate) fn columns_of_objects(context: &ViewContext<'_>) -> &'static [(ObjectId, Vec<Column>)] {
    COLUMNS.get_or_init(|| listed(context).map(|object| (object.id, columns_of(context, object))).collect())
}

fn columns_of(context: &ViewContext<'_>, object: &SystemObject) -> Vec<Column> {
    let columns = match &object.source {
        SystemSource::View(def) => def.columns.clone(),
        SystemSource::Module(module) => module_columns(context.host, context.database, context.whole, module).to_vec(),
        SystemSource::Procedure => Vec::new(),
    };
    columns.into_iter().zip(1..).map(|(column, id)| Column { id, ..column }).collect()
}

static COLUMNS: OnceLock<Vec<(ObjectId, Vec<Column>)>> = OnceLock::new();
