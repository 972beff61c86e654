//! `sys.dm_exec_cursors(session)`: the open cursors of one or all sessions.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-exec-cursors-transact-sql`.
//! Declaration text and offsets, costs and plan handle aren't kept and are NULL.

use crate::exec_sessions::{id_of, seen, time};
use crate::view::{View, milliseconds, text, whole};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{CursorFacts, CursorModel, SessionSight, ViewContext, ViewRows};
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines `sys.dm_exec_cursors`. The argument 0 stands for all sessions; NULL and unknown sessions
/// yield no row. Needs VIEW SERVER STATE.
pub(crate) fn function() -> View {
    let words = DataType::NVarChar(Length::Limited(256));
    let columns = vec![
        Column::not_null("session_id", DataType::Int),
        Column::not_null("cursor_id", DataType::Int),
        Column::nullable("name", words),
        Column::not_null("properties", words),
        Column::nullable("sql_handle", DataType::VarBinary(Length::Limited(64))),
        Column::nullable("statement_start_offset", DataType::Int),
        Column::nullable("statement_end_offset", DataType::Int),
        Column::nullable("plan_generation_num", DataType::BigInt),
        Column::not_null("creation_time", DataType::DateTime),
        Column::not_null("is_open", DataType::Bit),
        Column::not_null("is_async_population", DataType::Bit),
        Column::not_null("is_close_on_commit", DataType::Bit),
        Column::not_null("fetch_status", DataType::Int),
        Column::not_null("fetch_buffer_size", DataType::Int),
        Column::not_null("fetch_buffer_start", DataType::Int),
        Column::nullable("ansi_position", DataType::Int),
        Column::nullable("worker_time", DataType::BigInt),
        Column::nullable("reads", DataType::BigInt),
        Column::nullable("writes", DataType::BigInt),
        Column::nullable("dormant_duration", DataType::BigInt),
    ];
    View::function(
        "dm_exec_cursors",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-cursors-transact-sql.md",
        ),
        &[DataType::Int],
        columns,
        rows,
    )
}

fn rows(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let asked = context.arguments.first().and_then(Value::as_i64);
    let mut rows = Vec::new();
    for session in seen(context) {
        if asked.is_some_and(|asked| asked == 0 || asked == i64::from(session.id.0)) {
            rows.extend(session.cursors.all().iter().map(|cursor| row(context, &session, &cursor.facts())));
        }
    }
    Ok(whole(rows))
}

fn row(context: &ViewContext<'_>, session: &SessionSight, facts: &CursorFacts) -> Vec<Value> {
    let now_ns = context.host.clock().utc_coarse_ns();
    let dormant = |used_ns: i64| milliseconds(u64::try_from(now_ns - used_ns).unwrap_or_default());
    let Value::SmallInt(session) = id_of(session) else { return Vec::new() };
    vec![
        Value::Int(session.into()),
        Value::Int(facts.id),
        if facts.name.is_empty() { Value::Null } else { text(&facts.name) },
        text(&properties(facts)),
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Null,
        time(context, facts.created_ns),
        Value::Bit(facts.is_open),
        Value::Bit(false),
        Value::Bit(facts.closes_on_commit),
        Value::Int(facts.fetch_status.into()),
        Value::Int(facts.buffer_rows),
        Value::Int(buffer_start(facts)),
        Value::Null,
        Value::Null,
        Value::Null,
        Value::Null,
        facts.used_ns.map_or(Value::Null, dormant),
    ]
}

fn properties(facts: &CursorFacts) -> String {
    let model = match facts.model {
        CursorModel::Static => "Snapshot",
        CursorModel::Keyset => "Keyset",
        CursorModel::Dynamic => "Dynamic",
        CursorModel::FastForward => "Fast_Forward",
    };
    let concurrency = match (facts.is_read_only, facts.locks) {
        (true, _) => "Read Only",
        (false, true) => "Scroll Locks",
        (false, false) => "Optimistic",
    };
    let interface = if facts.is_api { "API" } else { "TSQL" };
    let scope = if facts.is_local { "Local" } else { "Global" };
    format!("{interface} | {model} | {concurrency} | {scope} ({})", facts.level)
}

/// Returns the position of the fetched row.
fn buffer_start(facts: &CursorFacts) -> i32 {
    let counts = matches!(facts.model, CursorModel::Static | CursorModel::Keyset);
    match facts.at {
        Some(0) => 0,
        Some(at) if counts => i32::try_from(at).unwrap_or(i32::MAX),
        _ => -1,
    }
}
