//! `sys.dm_xe_sessions` and the views of the running sessions' events, actions, targets and
//! columns.

use super::values::{address, int, optional, package_guid, view};
use crate::exec_sessions::time;
use crate::view::{View, milliseconds, number, text};
use sluice_base::events::Package;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::Ordering;
use sluice_events::{Retention, RunningSession};
use sluice_session::ViewContext;
use sluice_types::Value;

/// Returns the views of the running event sessions.
pub(super) fn views() -> [View; 5] {
    [
        view(
            "dm_xe_sessions",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-sessions-transact-sql.md",
            "address varbinary(8)!; name nvarchar(256)!; pending_buffers int!; total_regular_buffers int!; \
             regular_buffer_size bigint!; total_large_buffers int!; large_buffer_size bigint!; \
             total_buffer_size bigint!; buffer_policy_flags int!; buffer_policy_desc nvarchar(256)!; flags int!; \
             flag_desc nvarchar(256)!; dropped_event_count int!; dropped_buffer_count int!; \
             blocked_event_fire_time int!; create_time datetime!; largest_event_dropped_size int!",
            |context| each(context, |context, running| vec![session(context, running)]),
        ),
        view(
            "dm_xe_session_events",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-session-events-transact-sql.md",
            "event_session_address varbinary(8)!; event_name nvarchar(256)!; event_package_guid uniqueidentifier!; \
             event_predicate nvarchar(2048)",
            |context| each(context, |_, running| events(running)),
        ),
        view(
            "dm_xe_session_event_actions",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-session-event-actions-transact-sql.md",
            "event_session_address varbinary(8)!; action_name nvarchar(256)!; \
             action_package_guid uniqueidentifier!; event_name nvarchar(256)!; event_package_guid uniqueidentifier!",
            |context| each(context, |_, running| actions(running)),
        ),
        view(
            "dm_xe_session_targets",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-session-targets-transact-sql.md",
            "event_session_address varbinary(8)!; target_name nvarchar(256)!; \
             target_package_guid uniqueidentifier!; execution_count bigint!; execution_duration_ms bigint!; \
             target_data nvarchar(max)",
            |context| {
                let shows_data = context.wanted.get(TARGET_DATA).copied().unwrap_or(true);
                context
                    .host
                    .event_sessions()
                    .running()
                    .iter()
                    .flat_map(|running| targets(running, shows_data))
                    .collect()
            },
        ),
        view(
            "dm_xe_session_object_columns",
            "relational-databases/system-dynamic-management-views/sys-dm-xe-session-object-columns-transact-sql.md",
            "event_session_address varbinary(8)!; column_name nvarchar(256)!; column_id int!; \
             column_value nvarchar(3072); object_type nvarchar(60)!; object_name nvarchar(256)!; \
             object_package_guid uniqueidentifier!",
            |context| each(context, |_, running| object_columns(running)),
        ),
    ]
}

type OfSession = fn(&ViewContext<'_>, &RunningSession) -> Vec<Vec<Value>>;

fn each(context: &ViewContext<'_>, rows: OfSession) -> Vec<Vec<Value>> {
    context.host.event_sessions().running().iter().flat_map(|running| rows(context, running)).collect()
}

fn session(context: &ViewContext<'_>, running: &RunningSession) -> Vec<Value> {
    let options = &running.definition.options;
    let policy = match options.retention {
        Retention::SingleEventLoss => (1, "Drop event"),
        Retention::MultipleEventLoss => (2, "Drop full buffer"),
    };
    let size = u64::from(options.max_memory_kb) << 10;
    vec![
        address(&running.definition),
        text(running.definition.name()),
        // Events go to the targets at once, so no buffer is pending or blocks.
        Value::Int(0),
        Value::Int(1),
        number(size),
        Value::Int(0),
        number(0),
        number(size),
        Value::Int(policy.0),
        text(policy.1),
        Value::Int(0),
        text(""),
        int(running.dropped_events() as usize),
        int(running.dropped_buffers() as usize),
        Value::Int(0),
        time(context, running.started_ns),
        int(running.largest_dropped.load(Ordering::Relaxed) as usize),
    ]
}

fn events(running: &RunningSession) -> Vec<Vec<Value>> {
    let row = |event: &sluice_events::EventDefinition| {
        let def = event.kind.def();
        let predicate = event.predicate_text.as_deref().map(|text| &text[..text.floor_char_boundary(PREDICATE_SHOWN)]);
        vec![address(&running.definition), text(def.name), package_guid(def.package), optional(predicate)]
    };
    running.definition.events.iter().map(row).collect()
}

fn actions(running: &RunningSession) -> Vec<Vec<Value>> {
    let of_event = |event: &sluice_events::EventDefinition| {
        let def = event.kind.def();
        let row = |action: &&sluice_events::objects::Action| {
            let package = package_guid(action.package);
            vec![address(&running.definition), text(action.name), package, text(def.name), package_guid(def.package)]
        };
        event.actions.iter().map(row).collect::<Vec<_>>()
    };
    running.definition.events.iter().flat_map(of_event).collect()
}

fn targets(running: &RunningSession, shows_data: bool) -> Vec<Vec<Value>> {
    let row = |(definition, state): (&sluice_events::TargetDefinition, &Arc<sluice_events::TargetState>)| {
        vec![
            address(&running.definition),
            text(definition.target.name),
            package_guid(Package::Package0),
            number(state.execution_count()),
            milliseconds(state.execution_ns()),
            if shows_data { text(&state.xml()) } else { Value::Null },
        ]
    };
    running.definition.targets.iter().zip(&running.targets).map(row).collect()
}

fn object_columns(running: &RunningSession) -> Vec<Vec<Value>> {
    let of_target = |target: &sluice_events::TargetDefinition| {
        let columns = target.target.parameters.iter().enumerate();
        let row = |(place, parameter): (usize, &sluice_events::objects::Parameter)| {
            let set = target.parameters.iter().find(|(name, _)| *name == parameter.name);
            let value = set.map(|(_, value)| value.to_string()).or_else(|| parameter.default.map(str::to_owned));
            vec![
                address(&running.definition),
                text(parameter.name),
                int(place),
                optional(value.as_deref()),
                text("target"),
                text(target.target.name),
                package_guid(Package::Package0),
            ]
        };
        columns.map(row).collect::<Vec<_>>()
    };
    running.definition.targets.iter().flat_map(of_target).collect()
}

/// The place of `target_data`.
const TARGET_DATA: usize = 5;
/// The bytes of a condition that the view shows.
const PREDICATE_SHOWN: usize = 2048;
