//! DDL and logon triggers: `sys.server_triggers`, `sys.server_trigger_events`,
//! `sys.server_sql_modules`, `sys.trigger_event_types` and `sys.event_notification_event_types`.
//!
//! Triggers of the server are in master, and are shown in every database.

use crate::objects::dates;
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, DdlScope, DdlTrigger, EventType, Module, ModuleOptions, ViewPermission};
use sluice_session::ViewContext;
use sluice_session::visible::may_see_ddl;
use sluice_types::{DataType, Length, Value};

/// Returns the views of this file.
pub(crate) fn views() -> impl Iterator<Item = View> {
    let types = [trigger_event_types(), notification_event_types()];
    [server_triggers(), server_trigger_events(), server_sql_modules()].into_iter().chain(types)
}

/// Returns the triggers ON DATABASE that the session may see and the query asks for.
pub(crate) fn of_database<'a>(context: &'a ViewContext<'_>) -> Vec<&'a Arc<Module>> {
    let triggers = context.catalog.triggers_of(DdlScope::Database.parent());
    triggers.into_iter().filter(|module| context.objects.accepts(module.id, &module.name)).collect()
}

/// Returns the visible triggers of the server, with master's names.
fn of_server(context: &ViewContext<'_>) -> Option<(Arc<Catalog>, Vec<Arc<Module>>)> {
    if !context.who.is_unrestricted() && !may_see_ddl(&context.access(), DdlScope::Server) {
        return None;
    }
    let catalog = context.master()?;
    let triggers = catalog.triggers_of(DdlScope::Server.parent()).into_iter().cloned().collect();
    Some((catalog, triggers))
}

/// Returns the columns that `sys.triggers` and `sys.server_triggers` share, all of the latter.
pub(crate) fn columns() -> Vec<Column> {
    vec![
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
    ]
}

/// Returns the values of these columns for a trigger. `class` is the number and name of the class
/// of its parent. Such triggers are never shipped with the system.
pub(crate) fn row(
    catalog: &Catalog,
    module: &Module,
    (class, parent): ((u8, &str), i32),
    is_disabled: bool,
) -> Vec<Value> {
    let [created, modified] = dates(catalog, module.id);
    vec![
        text(&module.name),
        Value::Int(module.id.0),
        Value::TinyInt(class.0),
        text(class.1),
        Value::Int(parent),
        text("TR"),
        text("SQL_TRIGGER"),
        created,
        modified,
        Value::Bit(false),
        Value::Bit(is_disabled),
    ]
}

/// Returns the columns of `sys.trigger_events` and `sys.server_trigger_events`.
pub(crate) fn event_columns() -> Vec<Column> {
    vec![
        Column::not_null("object_id", DataType::Int),
        Column::not_null("type", DataType::Int),
        Column::not_null("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_trigger_event", DataType::Bit),
        Column::nullable("event_group_type", DataType::Int),
        Column::nullable("event_group_type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_first", DataType::Bit),
        Column::nullable("is_last", DataType::Bit),
    ]
}

/// Returns the rows of a DDL trigger's events: those that it names, and those of the groups that it
/// names. The row of an event in a group names the group.
pub(crate) fn event_rows(module: &Module, ddl: &DdlTrigger) -> Vec<Vec<Value>> {
    let row = |event: EventType, group: Option<EventType>| {
        vec![
            Value::Int(module.id.0),
            Value::Int(event.0.into()),
            text(event.name()),
            Value::Bit(true),
            group.map_or(Value::Null, |group| Value::Int(group.0.into())),
            group.map_or(Value::Null, |group| text(group.name())),
            Value::Bit(ddl.first.contains(&event)),
            Value::Bit(ddl.last.contains(&event)),
        ]
    };
    let mut rows = Vec::new();
    for written in &ddl.events {
        if !written.is_group() {
            rows.push(row(*written, None));
            continue;
        }
        let inside = EventType::all().filter(|event| !event.is_group() && event.is_within(*written));
        rows.extend(inside.map(|event| row(event, Some(*written))));
    }
    rows
}

fn server_triggers() -> View {
    View::sys(
        "server_triggers",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-server-triggers-transact-sql.md"),
        columns(),
        |context| {
            let Some((catalog, triggers)) = of_server(context) else { return Vec::new() };
            let is_disabled = |module: &Module| module.ddl.as_ref().is_some_and(|ddl| ddl.is_disabled);
            triggers.iter().map(|module| row(&catalog, module, (SERVER, 0), is_disabled(module))).collect()
        },
    )
}

fn server_trigger_events() -> View {
    View::sys(
        "server_trigger_events",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-server-trigger-events-transact-sql.md"),
        event_columns(),
        |context| {
            let triggers = of_server(context).map(|(_, triggers)| triggers).unwrap_or_default();
            triggers.iter().filter_map(|module| Some(event_rows(module, module.ddl.as_deref()?))).flatten().collect()
        },
    )
}

fn server_sql_modules() -> View {
    let bit = |name| Column::nullable(name, DataType::Bit);
    let columns = vec![
        Column::not_null("object_id", DataType::Int),
        Column::nullable("definition", DataType::NVarChar(Length::Max)),
        bit("uses_ansi_nulls"),
        bit("uses_quoted_identifier"),
        Column::nullable("execute_as_principal_id", DataType::Int),
    ];
    View::sys(
        "server_sql_modules",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-server-sql-modules-transact-sql.md"),
        columns,
        |context| {
            let triggers = of_server(context).map(|(_, triggers)| triggers).unwrap_or_default();
            let row = |module: &Arc<Module>| {
                let ModuleOptions { lacks_ansi_nulls, lacks_quoted_identifier, .. } = module.options;
                let definition = module.shown_definition().map_or(Value::Null, text);
                let bits = [!lacks_ansi_nulls, !lacks_quoted_identifier].map(Value::Bit);
                [Value::Int(module.id.0), definition].into_iter().chain(bits).chain([Value::Null]).collect()
            };
            triggers.iter().map(row).collect()
        },
    )
}

fn trigger_event_types() -> View {
    types_view(
        "trigger_event_types",
        "relational-databases/system-catalog-views/sys-trigger-event-types-transact-sql.md",
    )
}

/// The events of triggers. Those of event notifications alone belong to an absent feature.
fn notification_event_types() -> View {
    types_view(
        "event_notification_event_types",
        "relational-databases/system-catalog-views/sys-event-notification-event-types-transact-sql.md",
    )
}

fn types_view(name: &'static str, page: &'static str) -> View {
    let columns = vec![
        Column::not_null("type", DataType::Int),
        Column::nullable("type_name", DataType::NVarChar(Length::Limited(64))),
        Column::nullable("parent_type", DataType::Int),
    ];
    View::sys(name, ViewPermission::Metadata(page), columns, |_| {
        let row = |event: EventType| {
            let parent = event.parent().map_or(Value::Null, |parent| Value::Int(parent.0.into()));
            vec![Value::Int(event.0.into()), text(event.name()), parent]
        };
        EventType::all().map(row).collect()
    })
}

const SERVER: (u8, &str) = (100, "SERVER");
