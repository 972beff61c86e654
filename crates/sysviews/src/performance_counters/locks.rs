//! `sql-server-locks-object`: lock requests by the type of the resource, and their sums.
//! `sql-server-latches-object`: waits for page latches, the only latches whose waits are counted.
//!
//! A row written by a transaction has no lock of its own. A session that meets the row waits for
//! the end of the transaction, which is the instance `Xact`. There are no locks on allocation
//! units, extents, files and HoBTs.

use super::counters::{Counters, NS_OF_MS, PER_SECOND, TOTAL};
use sluice_base::usage::UsageTotals;
use sluice_base::work_counts::WorkCount;
use sluice_session::ViewContext;
use sluice_txn::LockStatistics;

/// Adds the counters of locks and latches.
pub(super) fn add(context: &ViewContext<'_>, totals: &UsageTotals, counters: &mut Counters) {
    counters.begin_object("SQLServer:Locks");
    let mut requests = 0;
    let mut sum = LockStatistics::default();
    for (kind, statistics) in context.database.storage.locks.statistics() {
        add_instance(counters, instance(kind), totals.work.get(kind), &statistics);
        requests += totals.work.get(kind);
        sum.waits += statistics.waits;
        sum.wait_ns += statistics.wait_ns;
        sum.timeouts += statistics.timeouts;
        sum.timeouts_after_wait += statistics.timeouts_after_wait;
        sum.deadlocks += statistics.deadlocks;
    }
    for instance in NEVER_LOCKED {
        add_instance(counters, instance, 0, &LockStatistics::default());
    }
    add_instance(counters, TOTAL, requests, &sum);

    counters.begin_object("SQLServer:Latches");
    let latches = context.host.waits().page_latches();
    let (waits, waited_ms) = (latches.count.get(), latches.total_ns.get() / NS_OF_MS);
    counters.add(("Latch Waits/sec", ""), waits, PER_SECOND);
    counters.add(("Total Latch Wait Time (ms)", ""), waited_ms, PER_SECOND);
    counters.add_average(("Average Latch Wait Time (ms)", "Average Latch Wait Time Base"), "", waited_ms, waits);
}

fn add_instance(counters: &mut Counters, instance: &str, requests: u64, statistics: &LockStatistics) {
    let waited_ms = statistics.wait_ns / NS_OF_MS;
    let rates = [
        ("Lock Requests/sec", requests),
        ("Lock Timeouts/sec", statistics.timeouts),
        ("Number of Deadlocks/sec", statistics.deadlocks),
        ("Lock Waits/sec", statistics.waits),
        ("Lock Wait Time (ms)", waited_ms),
        ("Lock Timeouts (timeout > 0)/sec", statistics.timeouts_after_wait),
    ];
    rates.into_iter().for_each(|(counter, value)| counters.add((counter, instance), value, PER_SECOND));
    let names = ("Average Wait Time (ms)", "Average Wait Time Base");
    counters.add_average(names, instance, waited_ms, statistics.waits);
}

/// Returns the instance of a kind of requests for locks.
fn instance(kind: WorkCount) -> &'static str {
    match kind {
        WorkCount::DatabaseLock => "Database",
        WorkCount::ObjectLock => "Object",
        WorkCount::PageLock => "Page",
        WorkCount::RowLock => "RID",
        WorkCount::KeyLock => "Key",
        WorkCount::ApplicationLock => "Application",
        WorkCount::MetadataLock => "Metadata",
        _ => "Xact",
    }
}

/// The documented instances whose resources the engine never locks.
const NEVER_LOCKED: [&str; 4] = ["AllocUnit", "Extent", "File", "Heap/BTree"];
