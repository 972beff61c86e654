//! `sys.triggers` and `sys.trigger_events`.
//!
//! Columns: `relational-databases/system-catalog-views/sys-triggers-transact-sql` and
//! `sys-trigger-events-transact-sql`, except columns without data: the firing order of triggers
//! isn't kept.

use crate::objects::dates;
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, Trigger, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("object_id", DataType::Int),
        Column::not_null("parent_class", DataType::TinyInt),
        Column::nullable("parent_class_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("parent_id", DataType::Int),
        Column::not_null("type", DataType::char(2)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("create_date", DataType::DateTime),
        Column::not_null("modify_date", DataType::DateTime),
        Column::not_null("is_ms_shipped", DataType::Bit),
        Column::not_null("is_disabled", DataType::Bit),
        Column::not_null("is_not_for_replication", DataType::Bit),
        Column::not_null("is_instead_of_trigger", DataType::Bit),
    ];
    View::sys(
        "triggers",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-triggers-transact-sql.md"),
        columns,
        |context| {
            let row = |(module, trigger): (&Arc<Module>, Trigger)| {
                let [created, modified] = dates(context.catalog, module.id);
                vec![
                    text(&module.name),
                    Value::Int(module.id.0),
                    Value::TinyInt(1),
                    text("OBJECT_OR_COLUMN"),
                    Value::Int(trigger.parent.0),
                    text("TR"),
                    text("SQL_TRIGGER"),
                    created,
                    modified,
                    Value::Bit(false),
                    Value::Bit(trigger.is_disabled),
                    Value::Bit(trigger.not_for_replication),
                    Value::Bit(trigger.instead_of),
                ]
            };
            all(context).into_iter().map(row).collect()
        },
    )
    .by_object(&["object_id", "parent_id"], 1)
    .by_name()
}

pub(crate) fn events() -> View {
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::not_null("type", DataType::Int),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_trigger_event", DataType::Bit),
        Column::nullable("event_group_type", DataType::Int),
        Column::nullable("event_group_type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_first", DataType::Bit),
        Column::nullable("is_last", DataType::Bit),
    ];
    View::sys(
        "trigger_events",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-trigger-events-transact-sql.md"),
        columns,
        |context| {
            let mut rows = Vec::new();
            for (module, trigger) in all(context) {
                rows.extend(trigger.events.each().map(|event| {
                    let (id, number) = (Value::Int(module.id.0), Value::Int(event.number()));
                    let (yes, no) = (Value::Bit(true), Value::Bit(false));
                    vec![id, number, text(event.word()), yes, Value::Null, Value::Null, no.clone(), no]
                }));
            }
            rows
        },
    )
    .by_object(&["object_id"], 1)
}

fn all<'a>(context: &'a ViewContext<'_>) -> Vec<(&'a Arc<Module>, Trigger)> {
    context.modules().into_iter().filter_map(|module| Some((module, module.trigger?))).collect()
}
