//! The rows of `sys.dm_os_performance_counters` as they are made, and the types of counters.

use crate::view::text;
use sluice_base::usage::UsageTotals;
use sluice_base::work_counts::WorkCount;
use sluice_types::Value;

/// The rows of the view so far, and the object of the next ones.
#[derive(Default)]
pub(super) struct Counters {
    object: &'static str,
    rows: Vec<Vec<Value>>,
}

impl Counters {
    /// Returns the rows.
    pub(super) fn into_rows(self) -> Vec<Vec<Value>> {
        self.rows
    }

    /// Sets the object of the following counters.
    pub(super) fn begin_object(&mut self, object: &'static str) {
        self.object = object;
    }

    /// Adds a counter of the object. `instance` is empty for an object without instances.
    pub(super) fn add(&mut self, (counter, instance): (&str, &str), value: u64, kind: i32) {
        let value = Value::BigInt(i64::try_from(value).unwrap_or(i64::MAX));
        self.rows.push(vec![text(self.object), text(counter), text(instance), value, Value::Int(kind)]);
    }

    /// Adds counters that are the counts of one kind of work each.
    pub(super) fn add_work(&mut self, counters: &[(&str, WorkCount)], totals: &UsageTotals) {
        for (counter, kind) in counters {
            self.add((counter, ""), totals.work.get(*kind), PER_SECOND);
        }
    }

    /// Adds an average that a reader computes: the sum, and the number of values as its base.
    pub(super) fn add_average(&mut self, (counter, base): (&str, &str), instance: &str, sum: u64, count: u64) {
        self.add((counter, instance), sum, AVERAGE);
        self.add((base, instance), count, BASE);
    }

    /// Adds a ratio that a reader computes: a part, and the whole as its base.
    pub(super) fn add_ratio(&mut self, (counter, base): (&str, &str), instance: &str, part: u64, whole: u64) {
        self.add((counter, instance), part, FRACTION);
        self.add((base, instance), whole, BASE);
    }
}

/// The instance of a sum.
pub(super) const TOTAL: &str = "_Total";

/// PERF_COUNTER_BULK_COUNT: accumulates.
pub(super) const PER_SECOND: i32 = 272_696_576;
/// PERF_COUNTER_LARGE_RAWCOUNT: the value itself.
pub(super) const PLAIN: i32 = 65_792;
/// PERF_AVERAGE_BULK: a sum whose average is computed with a base.
pub(super) const AVERAGE: i32 = 1_073_874_176;
/// PERF_LARGE_RAW_FRACTION: a part of a base.
pub(super) const FRACTION: i32 = 537_003_264;
/// PERF_LARGE_RAW_BASE: the base of an average or a fraction.
pub(super) const BASE: i32 = 1_073_939_712;

pub(super) const NS_OF_MS: u64 = 1_000_000;
