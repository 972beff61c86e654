//! `sys.dm_os_performance_counters`: counters per database and `_Total` (requirement L9), the size
//! of the version store, buffer pool counters
//! (`relational-databases/performance-monitor/sql-server-buffer-manager-object`), work files and
//! work tables in tempdb (`sql-server-access-methods-object`), and gauges of memory
//! (`sql-server-memory-manager-object`).
//!
//! Columns and counter types: `sys-dm-os-performance-counters-transact-sql`. A counter whose name
//! ends in "/sec" accumulates, as in SQL Server: the rate is the difference of two readings.

use crate::blocking::blocked;
use crate::view::{View, text};
use sluice_base::counters::DatabaseCounters;
use sluice_base::grants::most_granted;
use sluice_buffer::{BufferPool, ExtensionStatus};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_table::Database;
use sluice_types::{DataType, Value};

/// Defines `sys.dm_os_performance_counters`. Needs VIEW SERVER STATE. The view also has `User
/// Connections`, `Processes blocked` and each database's file sizes and active transactions.
/// `Percent Log Used` has no `_Total` row. Counters of the buffer pool extension are 0 without one.
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
    let databases = context.host.databases();
    let mut rows = Vec::new();
    for (counter, kind, read) in COUNTERS {
        let mut total = 0;
        for database in &databases {
            let value = read(&database.counters);
            total += value;
            rows.push(row(DATABASES, (counter, &database.name), value, *kind));
        }
        rows.push(row(DATABASES, (counter, "_Total"), total, *kind));
    }
    for (counter, has_sum, read) in SIZES {
        let values: Vec<u64> = databases.iter().map(|database| read(database)).collect();
        let named = databases.iter().map(|database| database.name.as_str()).zip(values.iter().copied());
        let total = has_sum.then(|| ("_Total", values.iter().sum()));
        rows.extend(named.chain(total).map(|(name, value)| row(DATABASES, (counter, name), value, PLAIN)));
    }
    for (counter, read) in WORK {
        let made = databases.iter().map(|database| read(&database.counters)).sum();
        rows.push(row(ACCESS, (counter, ""), made, PER_SECOND));
    }
    // A session has one logical connection.
    let (connections, waiting) = (context.host.sessions().len() as u64, blocked(context).len() as u64);
    let general = [("User Connections", connections), ("Logical Connections", connections)];
    let general = general.into_iter().chain([("Processes blocked", waiting)]);
    rows.extend(general.map(|(counter, value)| row(GENERAL, (counter, ""), value, PLAIN)));
    rows.extend(memory(context).map(|(counter, value)| row(MEMORY, (counter, ""), value, PLAIN)));
    // All databases share one version store and one buffer pool. master always exists.
    if let Some(database) = databases.first() {
        let bytes = database.storage.versions.bytes();
        rows.push(row(TRANSACTIONS, ("Version Store Size (KB)", ""), bytes.div_ceil(1024), PLAIN));
        let of_pool = POOL_COUNTERS.iter();
        rows.extend(of_pool.map(|(counter, kind, read)| row(POOL, (counter, ""), read(&database.storage.pool), *kind)));
    }
    rows
}

/// Returns the gauges of the memory manager, in KB, and the numbers of memory grants.
fn memory(context: &ViewContext<'_>) -> impl Iterator<Item = (&'static str, u64)> {
    let (pool, grants) = (&context.database.storage.pool, context.host.grants());
    let broker = pool.broker();
    let gauges = [
        ("Database Cache Memory (KB)", pool.pages() as u64 * PAGE_KB),
        ("Granted Workspace Memory (KB)", grants.granted_bytes() / 1024),
        ("Maximum Workspace Memory (KB)", most_granted(broker.limit()) / 1024),
        ("Memory Grants Outstanding", grants.given() as u64),
        ("Memory Grants Pending", grants.waiting() as u64),
        ("Target Server Memory (KB)", broker.limit() / 1024),
        ("Total Server Memory (KB)", broker.held() / 1024),
    ];
    gauges.into_iter()
}

fn row(object: &str, (counter, instance): (&str, &str), value: u64, kind: i32) -> Vec<Value> {
    let value = Value::BigInt(i64::try_from(value).unwrap_or(i64::MAX));
    vec![text(object), text(counter), text(instance), value, Value::Int(kind)]
}

const DATABASES: &str = "SQLServer:Databases";
const MEMORY: &str = "SQLServer:Memory Manager";
const PAGE_KB: u64 = 8;
const GENERAL: &str = "SQLServer:General Statistics";
const TRANSACTIONS: &str = "SQLServer:Transactions";

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

const ACCESS: &str = "SQLServer:Access Methods";

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

type ReadPool = fn(&BufferPool) -> u64;

const POOL_COUNTERS: &[(&str, i32, ReadPool)] = &[
    ("Page reads/sec", PER_SECOND, |pool| pool.counters().page_reads.get()),
    ("Readahead pages/sec", PER_SECOND, |pool| pool.counters().read_ahead_pages.get()),
    ("Readahead time/sec", PER_SECOND, |pool| pool.counters().read_ahead_ns.get() / 1_000),
    ("Page life expectancy", PLAIN, |pool| pool.page_life_s()),
    ("Page writes/sec", PER_SECOND, |pool| pool.counters().page_writes.get()),
    ("Checkpoint pages/sec", PER_SECOND, |pool| pool.counters().checkpoint_pages.get()),
    ("Background writer pages/sec", PER_SECOND, |pool| pool.counters().background_writer_pages.get()),
    ("Lazy writes/sec", PER_SECOND, |pool| pool.counters().lazy_writes.get()),
    ("Free list stalls/sec", PER_SECOND, |pool| pool.counters().free_list_stalls.get()),
    ("Database pages", PLAIN, |pool| pool.pages() as u64),
    ("Target pages", PLAIN, |pool| pool.target_pages() as u64),
    ("Extension page writes/sec", PER_SECOND, |pool| pool.counters().extension_page_writes.get()),
    ("Extension page reads/sec", PER_SECOND, |pool| pool.counters().extension_page_reads.get()),
    ("Extension page evictions/sec", PER_SECOND, |pool| pool.counters().extension_page_evictions.get()),
    ("Extension outstanding IO counter", PLAIN, |pool| of_extension(pool, |extension| extension.outstanding_io)),
    ("Extension allocated pages", PLAIN, |pool| of_extension(pool, |extension| extension.allocated_pages)),
    ("Extension free pages", PLAIN, |pool| of_extension(pool, |extension| extension.free_pages)),
    ("Extension in use as percentage", PLAIN, |pool| {
        of_extension(pool, |extension| {
            extension.allocated_pages * 100 / (extension.allocated_pages + extension.free_pages).max(1)
        })
    }),
    ("Extension page unreferenced time", PLAIN, |pool| of_extension(pool, |extension| extension.unreferenced_s)),
];

/// Returns a gauge of the buffer pool extension. Zero without one.
fn of_extension(pool: &BufferPool, gauge: fn(&ExtensionStatus) -> u64) -> u64 {
    pool.extension().as_ref().map_or(0, gauge)
}

const POOL: &str = "SQLServer:Buffer Manager";

/// PERF_COUNTER_BULK_COUNT: accumulates.
const PER_SECOND: i32 = 272_696_576;
/// PERF_COUNTER_LARGE_RAWCOUNT: the value itself.
const PLAIN: i32 = 65_792;
