//! `sys.dm_os_wait_stats`: what has been waited for since the instance started (requirement L8).
//!
//! Columns as on `relational-databases/system-dynamic-management-views/sys-dm-os-wait-stats-transact-sql`. Nanoseconds
//! are counted, whole milliseconds shown. `signal_wait_time_ms` is not there: nobody measures yet how long a woken waiter
//! waits for a processor.

use crate::view::{View, text};
use sluice_base::waits::WaitType;
use sluice_catalog::Column;
use sluice_exec::ViewContext;
use sluice_types::{DataType, Length, Value};

pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("wait_type", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("waiting_tasks_count", DataType::BigInt),
        Column::not_null("wait_time_ms", DataType::BigInt),
        Column::not_null("max_wait_time_ms", DataType::BigInt),
    ];
    View::sys("dm_os_wait_stats", columns, rows)
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let row = |wait: &WaitType| {
        let cell = context.host.waits().cell(*wait);
        let milliseconds = |ns: u64| Value::BigInt((ns / 1_000_000) as i64);
        vec![
            text(wait.name()),
            Value::BigInt(cell.count.get() as i64),
            milliseconds(cell.total_ns.get()),
            milliseconds(cell.max_ns()),
        ]
    };
    WaitType::ALL.iter().map(row).collect()
}
