//! `sys.dm_os_performance_counters`. One file has the counters of one or two objects.
//!
//! Columns and counter types: `sys-dm-os-performance-counters-transact-sql`. Objects, counters and
//! instances: the pages of `relational-databases/performance-monitor`. A counter whose name ends in
//! "/sec" accumulates, as in SQL Server: the rate is the difference of two readings. What the
//! engine doesn't count has no row.
//!
//! What requests have done is the sum over all sessions (`base::work_counts`). A session adds the
//! work of a long request from time to time, and the rest at its end.

mod buffer_manager;
mod databases;
mod general_statistics;
mod locks;
mod memory_manager;
mod plan_cache;
mod sql_statistics;
mod transactions;
mod wait_statistics;

use crate::view::{View, text};
use sluice_base::usage::UsageTotals;
use sluice_base::waits::report_usage;
use sluice_base::work_counts::WorkCount;
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
    let mut counters = Counters { object: "", rows: Vec::new() };
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
    counters.rows
}

/// The rows of the view so far, and the object of the next ones.
struct Counters {
    object: &'static str,
    rows: Vec<Vec<Value>>,
}

impl Counters {
    /// Sets the object of the following counters.
    fn of(&mut self, object: &'static str) {
        self.object = object;
    }

    /// Adds a counter of the object. `instance` is empty for an object without instances.
    fn add(&mut self, (counter, instance): (&str, &str), value: u64, kind: i32) {
        let value = Value::BigInt(i64::try_from(value).unwrap_or(i64::MAX));
        self.rows.push(vec![text(self.object), text(counter), text(instance), value, Value::Int(kind)]);
    }

    /// Adds counters that are the counts of one kind of work each.
    fn add_work(&mut self, counters: &[(&str, WorkCount)], totals: &UsageTotals) {
        for (counter, kind) in counters {
            self.add((counter, ""), totals.work.get(*kind), PER_SECOND);
        }
    }

    /// Adds an average that a reader computes: the sum, and the number of values as its base.
    fn add_average(&mut self, (counter, base): (&str, &str), instance: &str, sum: u64, count: u64) {
        self.add((counter, instance), sum, AVERAGE);
        self.add((base, instance), count, BASE);
    }

    /// Adds a ratio that a reader computes: a part, and the whole as its base.
    fn add_ratio(&mut self, (counter, base): (&str, &str), instance: &str, part: u64, whole: u64) {
        self.add((counter, instance), part, FRACTION);
        self.add((base, instance), whole, BASE);
    }
}

/// The instance of a sum.
const TOTAL: &str = "_Total";

/// PERF_COUNTER_BULK_COUNT: accumulates.
const PER_SECOND: i32 = 272_696_576;
/// PERF_COUNTER_LARGE_RAWCOUNT: the value itself.
const PLAIN: i32 = 65_792;
/// PERF_AVERAGE_BULK: a sum whose average is computed with a base.
const AVERAGE: i32 = 1_073_874_176;
/// PERF_LARGE_RAW_FRACTION: a part of a base.
const FRACTION: i32 = 537_003_264;
/// PERF_LARGE_RAW_BASE: the base of an average or a fraction.
const BASE: i32 = 1_073_939_712;

const NS_OF_MS: u64 = 1_000_000;
