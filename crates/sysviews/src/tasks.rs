//! `sys.dm_os_tasks`: the requests that run. A request runs on one thread, which belongs to it and
//! to no scheduler. The engine's own threads aren't shown.

use crate::column_list;
use crate::exec_sessions::{id_of, scheduler_of, state_of, task_address};
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::ViewPermission;
use sluice_session::{SessionSight, ViewContext};
use sluice_types::Value;

/// Defines `sys.dm_os_tasks`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    View::sys(
        "dm_os_tasks",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-tasks-transact-sql.md",
        ),
        column_list::columns(COLUMNS),
        |context| {
            let sessions = context.host.sessions();
            sessions.iter().filter(|session| session.is_running()).map(|session| row(context, session)).collect()
        },
    )
}

fn row(context: &ViewContext<'_>, session: &Arc<SessionSight>) -> Vec<Value> {
    let unknown = || Value::Null;
    let mut row = vec![task_address(session.id), text(state_of(session))];
    // Switches of the processor and pending reads and writes aren't counted for a request.
    row.extend([unknown(), unknown(), unknown(), unknown(), scheduler_of(context, session)]);
    row.extend([id_of(session), Value::Int(0), Value::Int(session.request_id().into())]);
    row.extend([task_address(session.id), unknown(), unknown()]);
    row
}

const COLUMNS: &str = "task_address varbinary(8)!; task_state nvarchar(60); context_switches_count int; \
    pending_io_count int; pending_io_byte_count bigint; pending_io_byte_average int; scheduler_id int; \
    session_id smallint; exec_context_id int; request_id int; worker_address varbinary(8); \
    host_address varbinary(8); parent_task_address varbinary(8)";
