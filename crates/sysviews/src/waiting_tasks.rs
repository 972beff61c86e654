//! `sys.dm_os_waiting_tasks`: waiting sessions and their wait types.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-os-waiting-tasks-transact-sql`,
//! A session runs on one thread. The engine's own threads aren't shown. The address of a resource
//! is that of the lock request that waits; other resources have none.

use crate::blocking::{Blocked, blocked, blocked_of};
use crate::column_list;
use crate::exec_sessions::task_address;
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::ViewPermission;
use sluice_session::SessionSight;
use sluice_types::Value;

/// Defines `sys.dm_os_waiting_tasks`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    View::sys(
        "dm_os_waiting_tasks",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-waiting-tasks-transact-sql.md",
        ),
        column_list::columns(COLUMNS),
        |context| {
            let (now_ns, blocked) = (context.host.clock().monotonic_ns(), blocked(context));
            let row = |session: &Arc<SessionSight>| {
                let (wait, since_ns) = session.waits.current()?;
                let blocked = blocked_of(&blocked, session.id);
                Some(vec![
                    task_address(session.id),
                    Value::SmallInt(session.id.0 as i16),
                    Value::Int(0),
                    Value::BigInt((now_ns.saturating_sub(since_ns) / 1_000_000) as i64),
                    text(wait.name()),
                    blocked.map_or(Value::Null, Blocked::resource_address),
                    blocked.map_or(Value::Null, |blocked| task_address(blocked.blocker)),
                    blocked.map_or(Value::Null, |blocked| Value::SmallInt(blocked.blocker.0 as i16)),
                    blocked.map_or(Value::Null, |_| Value::Int(0)),
                    blocked.map_or(Value::Null, |blocked| text(&blocked.description(&context.database.storage.locks))),
                ])
            };
            context.host.sessions().iter().filter_map(row).collect()
        },
    )
}

const COLUMNS: &str = "waiting_task_address varbinary(8)!; session_id smallint; exec_context_id int; \
    wait_duration_ms bigint; wait_type nvarchar(60); resource_address varbinary(8); \
    blocking_task_address varbinary(8); blocking_session_id smallint; blocking_exec_context_id int; \
    resource_description nvarchar(3072)";
