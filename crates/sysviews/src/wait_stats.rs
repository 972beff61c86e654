//! `sys.dm_os_wait_stats` (waits since the instance started or the statistics were cleared,
//! requirement L8) and `sys.dm_exec_session_wait_stats` (waits of each open session).
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-os-wait-stats-transact-sql` and
//! `sys-dm-exec-session-wait-stats-transact-sql`. Waits are counted in nanoseconds and shown in
//! whole milliseconds.

use crate::exec_sessions::seen;
use crate::view::{View, milliseconds, number, text};
use sluice_base::waits::{WaitCell, WaitType};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.dm_os_wait_stats`. Needs VIEW SERVER STATE.
pub(crate) fn of_instance() -> View {
    View::sys(
        "dm_os_wait_stats",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-wait-stats-transact-sql.md",
        ),
        columns(),
        |context| WaitType::ALL.iter().map(|wait| row(*wait, context.host.waits().cell(*wait))).collect(),
    )
}

/// `sys.dm_exec_session_wait_stats`: only wait types that the session has waited for. The view
/// itself omits rows that the session may not see.
pub(crate) fn of_sessions() -> View {
    let session = Column::not_null("session_id", DataType::SmallInt);
    let columns = [session].into_iter().chain(columns()).collect();
    View::sys(
        "dm_exec_session_wait_stats",
        ViewPermission::Filtered(
            "relational-databases/system-dynamic-management-views/sys-dm-exec-session-wait-stats-transact-sql.md",
        ),
        columns,
        rows_of_sessions,
    )
}

fn columns() -> Vec<Column> {
    vec![
        Column::not_null("wait_type", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("waiting_tasks_count", DataType::BigInt),
        Column::not_null("wait_time_ms", DataType::BigInt),
        Column::not_null("max_wait_time_ms", DataType::BigInt),
        Column::not_null("signal_wait_time_ms", DataType::BigInt),
    ]
}

fn row(wait: WaitType, cell: &WaitCell) -> Vec<Value> {
    vec![
        text(wait.name()),
        number(cell.count.get()),
        milliseconds(cell.total_ns.get()),
        milliseconds(cell.max_ns()),
        milliseconds(cell.signal_ns.get()),
    ]
}

fn rows_of_sessions(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for session in seen(context) {
        for wait in WaitType::ALL {
            let cell = session.waits.cell(*wait);
            if cell.count.get() > 0 {
                let id = Value::SmallInt(session.id.0 as i16);
                rows.push([id].into_iter().chain(row(*wait, cell)).collect());
            }
        }
    }
    rows
}
