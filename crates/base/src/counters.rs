//! Counters: what the views show is read from here and from nowhere else.

use crate::sync::atomic::{AtomicU64, Ordering};

/// A number that grows until it is cleared.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `by`.
    pub fn add(&self, by: u64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    /// The number so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Begins again at zero.
    pub fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// What one database counts; `sys.dm_os_performance_counters`, object "SQLServer:Databases" (requirement L9).
#[derive(Debug, Default)]
pub struct DatabaseCounters {
    /// Log blocks hardened: "Log Flushes/sec".
    pub log_flushes: Counter,
    /// Bytes of those blocks, padding included: "Log Bytes Flushed/sec".
    pub log_bytes_flushed: Counter,
    /// Commits that waited for a flush: "Log Flush Waits/sec".
    pub log_flush_waits: Counter,
    /// Nanoseconds they waited: "Log Flush Wait Time" (shown in milliseconds).
    pub log_flush_wait_ns: Counter,
    /// Times the log file grew: "Log Growths".
    pub log_growths: Counter,
    /// Times the log was truncated: "Log Truncations".
    pub log_truncations: Counter,
    /// Transactions begun: "Transactions/sec".
    pub transactions: Counter,
    /// Transactions begun that changed something: "Write Transactions/sec".
    pub write_transactions: Counter,
    /// Work files made in it for parts of joins and groups: "Workfiles Created/sec" (object "SQLServer:Access Methods").
    pub work_files: Counter,
    /// Work files made in it for rows of sorts and spools: "Worktables Created/sec".
    pub work_tables: Counter,
    /// Extents that these took.
    pub work_extents: Counter,
    /// Those of them that were given back.
    pub work_extents_freed: Counter,
}

/// What one file was asked for; `sys.dm_io_virtual_file_stats` (requirement L10).
#[derive(Debug, Default)]
pub struct FileCounters {
    /// Reads asked of the file.
    pub reads: Counter,
    /// Bytes read.
    pub bytes_read: Counter,
    /// Nanoseconds that reads took.
    pub read_stall_ns: Counter,
    /// Writes asked of the file; each of a batch is one.
    pub writes: Counter,
    /// Bytes written.
    pub bytes_written: Counter,
    /// Nanoseconds that writes and syncs took.
    pub write_stall_ns: Counter,
}
