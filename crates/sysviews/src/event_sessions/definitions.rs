//! `sys.server_event_sessions` and the views of its events, actions, targets and fields.

use super::values::{int, optional, view};
use crate::view::{View, text};
use sluice_base::events::Package;
use sluice_base::sync::Arc;
use sluice_events::{ParameterValue, Retention, SessionDefinition};
use sluice_session::ViewContext;
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, Value};

/// Returns the views of the definitions of event sessions, which show the stored sessions whether
/// they run or not.
pub(super) fn views() -> [View; 5] {
    [
        view(
            "server_event_sessions",
            "relational-databases/system-catalog-views/sys-server-event-sessions-transact-sql.md",
            "event_session_id int!; name sysname!; event_retention_mode nchar(1); event_retention_mode_desc sysname; \
             max_dispatch_latency int; max_memory int; max_event_size int; memory_partition_mode nchar(1); \
             memory_partition_mode_desc sysname; track_causality bit; startup_state bit",
            |context| each(context, |definition| vec![session(definition)]),
        ),
        view(
            "server_event_session_events",
            "relational-databases/system-catalog-views/sys-server-event-session-events-transact-sql.md",
            "event_session_id int!; event_id int!; name sysname!; package sysname!; module sysname!; \
             predicate nvarchar(3000); predicate_xml nvarchar(3000)",
            |context| each(context, events),
        ),
        view(
            "server_event_session_actions",
            "relational-databases/system-catalog-views/sys-server-event-session-actions-transact-sql.md",
            "event_session_id int!; event_id int!; name sysname!; package sysname!; module sysname!",
            |context| each(context, actions),
        ),
        view(
            "server_event_session_targets",
            "relational-databases/system-catalog-views/sys-server-event-session-targets-transact-sql.md",
            "event_session_id int!; target_id int!; name sysname!; package sysname!; module sysname!",
            |context| each(context, targets),
        ),
        view(
            "server_event_session_fields",
            "relational-databases/system-catalog-views/sys-server-event-session-fields-transact-sql.md",
            "event_session_id int!; object_id int!; name sysname!; value sql_variant",
            |context| each(context, fields),
        ),
    ]
}

fn each(context: &ViewContext<'_>, rows: fn(&SessionDefinition) -> Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    context.host.event_sessions().definitions().iter().flat_map(|definition| rows(definition)).collect()
}

fn session(definition: &SessionDefinition) -> Vec<Value> {
    let options = &definition.options;
    let (mode, mode_desc) = match options.retention {
        Retention::SingleEventLoss => ("S", "ALLOW_SINGLE_EVENT_LOSS"),
        Retention::MultipleEventLoss => ("M", "ALLOW_MULTIPLE_EVENT_LOSS"),
    };
    let latency = match options.dispatch_latency_s {
        0 => Value::Int(-1),
        seconds => int(seconds as usize * 1000),
    };
    vec![
        id(definition),
        text(definition.name()),
        text(mode),
        text(mode_desc),
        latency,
        int(options.max_memory_kb as usize),
        int(options.max_event_kb as usize),
        text("G"),
        text("NONE"),
        Value::Bit(false),
        Value::Bit(options.starts_up),
    ]
}

fn events(definition: &SessionDefinition) -> Vec<Vec<Value>> {
    let row = |(place, event): (usize, &sluice_events::EventDefinition)| {
        let def = event.kind.def();
        vec![
            id(definition),
            int(place + 1),
            text(def.name),
            text(def.package.name()),
            text(MODULE),
            optional(event.predicate_text.as_deref()),
            Value::Null,
        ]
    };
    definition.events.iter().enumerate().map(row).collect()
}

fn actions(definition: &SessionDefinition) -> Vec<Vec<Value>> {
    let events = definition.events.iter().enumerate();
    let of_event = |(place, event): (usize, &sluice_events::EventDefinition)| {
        let row = |action: &&sluice_events::objects::Action| {
            let package = action.package.name();
            vec![id(definition), int(place + 1), text(action.name), text(package), text(MODULE)]
        };
        event.actions.iter().map(row).collect::<Vec<_>>()
    };
    events.flat_map(of_event).collect()
}

fn targets(definition: &SessionDefinition) -> Vec<Vec<Value>> {
    let row = |(target, place): (&sluice_events::TargetDefinition, usize)| {
        let package = Package::Package0.name();
        vec![id(definition), int(place), text(target.target.name), text(package), text(MODULE)]
    };
    numbered_targets(definition).map(row).collect()
}

fn fields(definition: &SessionDefinition) -> Vec<Vec<Value>> {
    let of_target = |(target, place): (&sluice_events::TargetDefinition, usize)| {
        let row = |(name, value): &(&'static str, ParameterValue)| {
            vec![id(definition), int(place), text(name), variant(value)]
        };
        target.parameters.iter().map(row).collect::<Vec<_>>()
    };
    let of_event = |(place, event): (usize, &sluice_events::EventDefinition)| {
        let row = |(name, value): &(String, u32)| {
            vec![id(definition), int(place + 1), text(name), variant(&ParameterValue::Number(*value))]
        };
        event.settings.iter().map(row).collect::<Vec<_>>()
    };
    let events = definition.events.iter().enumerate().flat_map(of_event);
    events.chain(numbered_targets(definition).flat_map(of_target)).collect()
}

/// Returns the targets with their ids. Events and targets have one sequence of ids.
fn numbered_targets(definition: &SessionDefinition) -> impl Iterator<Item = (&sluice_events::TargetDefinition, usize)> {
    definition.targets.iter().zip(definition.events.len() + 1..)
}

fn variant(value: &ParameterValue) -> Value {
    let (value, data_type) = match value {
        ParameterValue::Number(number) => (Value::BigInt(i64::from(*number)), DataType::BigInt),
        ParameterValue::Text(written) => (text(written), DataType::NVarChar(Length::Limited(4000))),
    };
    Value::Variant(Arc::new(Variant { value, data_type }))
}

fn id(definition: &SessionDefinition) -> Value {
    int(definition.id as usize)
}

/// The module of all packages.
const MODULE: &str = "sluice";
