//! `sys.dm_os_latch_stats`: the waits for latches, by class.
//!
//! Columns:
//! `relational-databases/system-dynamic-management-views/sys-dm-os-latch-stats-transact-sql`.
//! Page latches are the only latches whose waits are counted. They are the class BUFFER, which
//! covers waits for the read of a page too.

use crate::view::{View, milliseconds, number, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length};

/// Defines `sys.dm_os_latch_stats`, which has the one row BUFFER. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("latch_class", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("waiting_requests_count", DataType::BigInt),
        Column::not_null("wait_time_ms", DataType::BigInt),
        Column::not_null("max_wait_time_ms", DataType::BigInt),
    ];
    View::sys(
        "dm_os_latch_stats",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-latch-stats-transact-sql.md",
        ),
        columns,
        |context| {
            let latches = context.host.waits().page_latches();
            let (count, total, max) = (latches.count.get(), latches.total_ns.get(), latches.max_ns());
            vec![vec![text("BUFFER"), number(count), milliseconds(total), milliseconds(max)]]
        },
    )
}
