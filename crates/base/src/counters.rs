//! Counters for the system views. Each figure that a view shows is read from a counter, so there is
//! only one source for each.

use crate::clock::Clock;
use crate::pending_requests::PendingRequests;
use crate::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use crate::sync::{Arc, Mutex};
use std::collections::BTreeMap;
use std::fmt;

/// A number that grows until it is cleared.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `by`.
    pub fn add(&self, by: u64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    /// Returns the current value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Resets the counter to zero.
    pub fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// The counters of one database, shown by `sys.dm_os_performance_counters`, object
/// "SQLServer:Databases" (requirement L9).
#[derive(Debug, Default)]
pub struct DatabaseCounters {
    /// Log blocks hardened: "Log Flushes/sec".
    pub log_flushes: Counter,
    /// Bytes of the hardened log blocks, padding included: "Log Bytes Flushed/sec".
    pub log_bytes_flushed: Counter,
    /// Commits that waited for a flush: "Log Flush Waits/sec".
    pub log_flush_waits: Counter,
    /// Nanoseconds that commits waited for a flush: "Log Flush Wait Time" (shown in milliseconds).
    pub log_flush_wait_ns: Counter,
    /// Number of times the log file grew: "Log Growths".
    pub log_growths: Counter,
    /// Number of times the log was truncated: "Log Truncations".
    pub log_truncations: Counter,
    /// Transactions begun: "Transactions/sec".
    pub transactions: Counter,
    /// Transactions begun that changed data: "Write Transactions/sec".
    pub write_transactions: Counter,
    /// Work files created for partitions of joins and aggregates: "Workfiles Created/sec" (object
    /// "SQLServer:Access Methods").
    pub work_files: Counter,
    /// Work tables created for rows of sorts and spools: "Worktables Created/sec".
    pub work_tables: Counter,
    /// Extents allocated to work files and work tables.
    pub work_extents: Counter,
    /// Extents freed by work files and work tables.
    pub work_extents_freed: Counter,
}

/// The counters of an instance's connections, shown by @@PACK_RECEIVED, @@PACK_SENT and
/// @@PACKET_ERRORS.
#[derive(Debug, Default)]
pub struct NetworkCounters {
    /// Packets read.
    pub packets_received: Counter,
    /// Packets written.
    pub packets_sent: Counter,
    /// Connections that ended by a packet that could not be read or written.
    pub packet_errors: Counter,
}

/// The traffic of one connection, shown by `sys.dm_exec_connections`. Times are UTC, in nanoseconds
/// since 1970; 0 before the first packet.
#[derive(Debug, Default)]
pub struct ConnectionCounters {
    /// Packets read.
    pub packets_received: Counter,
    /// Packets written.
    pub packets_sent: Counter,
    last_read_ns: AtomicI64,
    last_write_ns: AtomicI64,
}

impl ConnectionCounters {
    /// Adds packets read and written until now.
    pub fn add(&self, received: u64, sent: u64, now_ns: i64) {
        for (packets, counter, last_ns) in
            [(received, &self.packets_received, &self.last_read_ns), (sent, &self.packets_sent, &self.last_write_ns)]
        {
            if packets > 0 {
                counter.add(packets);
                last_ns.store(now_ns, Ordering::Relaxed);
            }
        }
    }

    /// Returns the times of the last read and the last write.
    pub fn last_ns(&self) -> [i64; 2] {
        [&self.last_read_ns, &self.last_write_ns].map(|last| last.load(Ordering::Relaxed))
    }
}

/// The sessions of SMP on a connection with MARS, shown by `sys.dm_exec_connections` as connections
/// of their own. Without MARS there are none.
pub struct ChildConnections {
    open: Mutex<BTreeMap<u16, Arc<ChildConnection>>>,
    clock: Arc<dyn Clock>,
}

/// One session of SMP.
#[derive(Debug)]
pub struct ChildConnection {
    /// The session's number in its connection.
    pub session: u16,
    /// The beginning, in nanoseconds since 1970 (UTC).
    pub began_ns: i64,
    /// The packets of the session.
    pub traffic: ConnectionCounters,
}

impl ChildConnections {
    /// Returns an empty list.
    pub fn new(clock: Arc<dyn Clock>) -> ChildConnections {
        ChildConnections { open: Mutex::default(), clock }
    }

    /// Adds a session.
    pub fn open(&self, session: u16) {
        let child = ChildConnection { session, began_ns: self.clock.utc_ns(), traffic: ConnectionCounters::default() };
        self.open.lock().insert(session, Arc::new(child));
    }

    /// Removes a session.
    pub fn close(&self, session: u16) {
        self.open.lock().remove(&session);
    }

    /// Adds packets received in a session.
    pub fn received(&self, session: u16, packets: u64) {
        self.add(session, packets, 0);
    }

    /// Adds packets sent in a session.
    pub fn sent(&self, session: u16, packets: u64) {
        self.add(session, 0, packets);
    }

    fn add(&self, session: u16, received: u64, sent: u64) {
        if let Some(child) = self.open.lock().get(&session) {
            child.traffic.add(received, sent, self.clock.utc_coarse_ns());
        }
    }

    /// Returns the open sessions, by number.
    pub fn all(&self) -> Vec<Arc<ChildConnection>> {
        self.open.lock().values().map(Arc::clone).collect()
    }
}

impl fmt::Debug for ChildConnections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all()).finish()
    }
}

/// The I/O counters of one file, shown by `sys.dm_io_virtual_file_stats` (requirement L10), and its
/// requests in progress.
#[derive(Debug, Default)]
pub struct FileCounters {
    /// Read requests to the file.
    pub reads: Counter,
    /// Bytes read.
    pub bytes_read: Counter,
    /// Nanoseconds that reads took.
    pub read_stall_ns: Counter,
    /// Write requests to the file. Each write of a batch counts.
    pub writes: Counter,
    /// Bytes written.
    pub bytes_written: Counter,
    /// Nanoseconds that writes and syncs took.
    pub write_stall_ns: Counter,
    /// Writes and syncs that failed.
    pub write_errors: Counter,
    /// Reads and writes in progress.
    pub pending: PendingRequests,
}
