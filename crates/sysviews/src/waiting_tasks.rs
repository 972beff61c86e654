//! `sys.dm_os_waiting_tasks`: waiting sessions and their wait types.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-os-waiting-tasks-transact-sql`,
//! except columns without data. A session runs on one thread. The engine's own threads aren't
//! shown.

use crate::blocking::{blocked, blocked_of};
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::SessionSight;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.dm_os_waiting_tasks`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::nullable("session_id", DataType::SmallInt),
        Column::nullable("exec_context_id", DataType::Int),
        Column::nullable("wait_duration_ms", DataType::BigInt),
        Column::nullable("wait_type", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("blocking_session_id", DataType::SmallInt),
        Column::nullable("blocking_exec_context_id", DataType::Int),
        Column::nullable("resource_description", DataType::NVarChar(Length::Limited(3072))),
    ];
    View::sys(
        "dm_os_waiting_tasks",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-waiting-tasks-transact-sql.md",
        ),
        columns,
        |context| {
            let (now_ns, blocked) = (context.host.clock().monotonic_ns(), blocked(context));
            let row = |session: &Arc<SessionSight>| {
                let (wait, since_ns) = session.waits.current()?;
                let blocked = blocked_of(&blocked, session.id);
                Some(vec![
                    Value::SmallInt(session.id.0 as i16),
                    Value::Int(0),
                    Value::BigInt((now_ns.saturating_sub(since_ns) / 1_000_000) as i64),
                    text(wait.name()),
                    blocked.map_or(Value::Null, |blocked| Value::SmallInt(blocked.blocker.0 as i16)),
                    blocked.map_or(Value::Null, |_| Value::Int(0)),
                    blocked.map_or(Value::Null, |blocked| text(&blocked.description(&context.database.storage.locks))),
                ])
            };
            context.host.sessions().iter().filter_map(row).collect()
        },
    )
}
