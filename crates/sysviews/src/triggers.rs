//! `sys.triggers` and `sys.trigger_events`
//! (`relational-databases/system-catalog-views/sys-triggers-transact-sql`,
//! `sys-trigger-events-transact-sql`).

use crate::ddl_triggers;
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, Trigger, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Value};

/// Defines `sys.triggers`: DML triggers and those ON DATABASE. Rows are subject to metadata
/// visibility. A query for one `object_id` or `parent_id` or one name enumerates only that object.
pub(crate) fn view() -> View {
    let bit = |name| Column::not_null(name, DataType::Bit);
    let own = [bit("is_not_for_replication"), bit("is_instead_of_trigger")];
    View::sys(
        "triggers",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-triggers-transact-sql.md"),
        ddl_triggers::columns().into_iter().chain(own).collect(),
        |context| {
            let of_table = all(context).into_iter().map(|(module, trigger)| {
                let parent = (OBJECT, trigger.parent.0);
                let mut row = ddl_triggers::row(context.catalog, module, parent, trigger.is_disabled);
                row.extend([trigger.not_for_replication, trigger.instead_of].map(Value::Bit));
                row
            });
            let of_database = ddl_triggers::of_database(context).into_iter().map(|module| {
                let is_disabled = module.ddl.as_ref().is_some_and(|ddl| ddl.is_disabled);
                let mut row = ddl_triggers::row(context.catalog, module, (DATABASE, 0), is_disabled);
                row.extend([false, false].map(Value::Bit));
                row
            });
            of_table.chain(of_database).collect()
        },
    )
    .by_object(&["object_id", "parent_id"], 1)
    .by_name()
}

/// Defines `sys.trigger_events`. Rows are subject to metadata visibility. A query for one
/// `object_id` enumerates only that object.
pub(crate) fn events() -> View {
    View::sys(
        "trigger_events",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-trigger-events-transact-sql.md"),
        ddl_triggers::event_columns(),
        |context| {
            let mut rows = Vec::new();
            for (module, trigger) in all(context) {
                rows.extend(trigger.events.each().map(|event| {
                    let (id, number) = (Value::Int(module.id.0), Value::Int(event.number()));
                    let (first, last) = (trigger.first.has(event), trigger.last.has(event));
                    let order = [first, last].map(Value::Bit);
                    let event = [id, number, text(event.word()), Value::Bit(true), Value::Null, Value::Null];
                    event.into_iter().chain(order).collect()
                }));
            }
            for module in ddl_triggers::of_database(context) {
                rows.extend(module.ddl.iter().flat_map(|ddl| ddl_triggers::event_rows(module, ddl)));
            }
            rows
        },
    )
    .by_object(&["object_id"], 1)
}

fn all<'a>(context: &'a ViewContext<'_>) -> Vec<(&'a Arc<Module>, Trigger)> {
    context.modules().into_iter().filter_map(|module| Some((module, module.trigger?))).collect()
}

const DATABASE: (u8, &str) = (0, "DATABASE");
const OBJECT: (u8, &str) = (1, "OBJECT_OR_COLUMN");
