//! `sys.dm_os_performance_counters`. One file has the counters of one or two objects.
//!
//! Columns and counter types: `sys-dm-os-performance-counters-transact-sql`. Objects, counters and
//! instances: the pages of `relational-databases/performance-monitor`. A counter whose name ends in
//! "/sec" accumulates, as in SQL Server: the rate is the difference of two readings. Figures that
//! the engine doesn't count have no row.
//!
//! The work of requests is the sum over all sessions (`base::work_counts`). A session adds the
//! work of a long request from time to time, and the rest at its end.

mod counters;

mod buffer_manager;
mod databases;
mod general_statistics;
mod locks;
mod memory_manager;
mod plan_cache;
mod sql_statistics;
mod transactions;
mod wait_statistics;

use crate::view::View;
use counters::Counters;
use sluice_base::waits::report_usage;
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Value};

/// Defines `sys.dm_os_performance_counters`. Needs VIEW SERVER STATE.
pub(crate) fn view() -> View {
    let name = DataType::NChar(128);
    let columns = vec![
        Column::not_null("object_name", name),
        Column::not_null("counter_name", name),
        Column::nullable("instance_name", name),
        Column::not_null("cntr_value", DataType::BigInt),
        Column::not_null("cntr_type", DataType::Int),
    ];
    View::sys(
        "dm_os_performance_counters",
        ViewPermission::ServerState(
            "relational-databases/system-dynamic-management-views/sys-dm-os-performance-counters-transact-sql.md",
        ),
        columns,
        rows,
    )
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    report_usage();
    let totals = context.host.usage_totals();
    let mut counters = Counters::default();
    databases::add(context, &mut counters);
    databases::add_access_methods(context, &totals, &mut counters);
    general_statistics::add(context, &totals, &mut counters);
    memory_manager::add(context, &mut counters);
    transactions::add(context, &mut counters);
    buffer_manager::add(context, &totals, &mut counters);
    locks::add(context, &totals, &mut counters);
    sql_statistics::add(&totals, &mut counters);
    plan_cache::add(context, &totals, &mut counters);
    wait_statistics::add(context, &mut counters);
    counters.into_rows()
}
