//! `sql-server-databases-object`: counters and sizes of each database, and their sums (requirement
//! L9). `sql-server-access-methods-object`: how rows are found, work files and work tables.

use super::counters::{Counters, PER_SECOND, PLAIN, TOTAL};
use sluice_base::counters::DatabaseCounters;
use sluice_base::usage::UsageTotals;
use sluice_base::work_counts::WorkCount;
use sluice_session::ViewContext;
use sluice_table::Database;

/// Adds the counters of the databases. `Percent Log Used` has no sum.
pub(super) fn add(context: &ViewContext<'_>, counters: &mut Counters) {
    counters.begin_object("SQLServer:Databases");
    let databases = context.host.databases();
    for (counter, kind, read) in COUNTERS {
        let mut total = 0;
        for database in &databases {
            let value = read(&database.counters);
            total += value;
            counters.add((counter, &database.name), value, *kind);
        }
        counters.add((counter, TOTAL), total, *kind);
    }
    for (counter, has_sum, read) in SIZES {
        let mut total = 0;
        for database in &databases {
            let value = read(database);
            total += value;
            counters.add((counter, &database.name), value, PLAIN);
        }
        if *has_sum {
            counters.add((counter, TOTAL), total, PLAIN);
        }
    }
}

/// Adds the counters of scans and searches. A descent from the root of an index is an index search.
pub(super) fn add_access_methods(context: &ViewContext<'_>, totals: &UsageTotals, counters: &mut Counters) {
    counters.begin_object("SQLServer:Access Methods");
    counters.add_work(ACCESS, totals);
    for (counter, read) in WORK {
        let made = context.host.databases().iter().map(|database| read(&database.counters)).sum();
        counters.add((counter, ""), made, PER_SECOND);
    }
}

const ACCESS: &[(&str, WorkCount)] = &[
    ("Full Scans/sec", WorkCount::FullScan),
    ("Range Scans/sec", WorkCount::RangeScan),
    ("Probe Scans/sec", WorkCount::ProbeScan),
    ("Index Searches/sec", WorkCount::IndexSearch),
    ("Page Splits/sec", WorkCount::PageSplit),
    ("Forwarded Records/sec", WorkCount::ForwardedRow),
    ("Table Lock Escalations/sec", WorkCount::LockEscalation),
];

type Read = fn(&DatabaseCounters) -> u64;

const COUNTERS: &[(&str, i32, Read)] = &[
    ("Log Flushes/sec", PER_SECOND, |counters| counters.log_flushes.get()),
    ("Log Bytes Flushed/sec", PER_SECOND, |counters| counters.log_bytes_flushed.get()),
    ("Log Flush Waits/sec", PER_SECOND, |counters| counters.log_flush_waits.get()),
    ("Log Flush Wait Time", PLAIN, |counters| counters.log_flush_wait_ns.get() / 1_000_000),
    ("Log Growths", PLAIN, |counters| counters.log_growths.get()),
    ("Log Truncations", PLAIN, |counters| counters.log_truncations.get()),
    ("Transactions/sec", PER_SECOND, |counters| counters.transactions.get()),
    ("Write Transactions/sec", PER_SECOND, |counters| counters.write_transactions.get()),
];

/// Counters that only tempdb has.
const WORK: &[(&str, Read)] = &[
    ("Workfiles Created/sec", |counters| counters.work_files.get()),
    ("Worktables Created/sec", |counters| counters.work_tables.get()),
];

type ReadSize = fn(&Database) -> u64;

/// Returns the length of a database's data files, in KB.
fn data_files_kb(database: &Database) -> u64 {
    database.storage.space.files().iter().map(|file| file.handle.len().unwrap_or(0)).sum::<u64>() / 1024
}

/// Gauges of a database, and whether their total is shown.
const SIZES: &[(&str, bool, ReadSize)] = &[
    ("Data File(s) Size (KB)", true, data_files_kb),
    ("Log File(s) Size (KB)", true, |database| database.storage.log.file_bytes().unwrap_or(0) / 1024),
    ("Log File(s) Used Size (KB)", true, |database| database.storage.log.usage().used_bytes / 1024),
    ("Percent Log Used", false, |database| {
        let usage = database.storage.log.usage();
        usage.used_bytes * 100 / usage.total_bytes.max(1)
    }),
    ("Active Transactions", true, |database| database.storage.active_transactions().len() as u64),
];
