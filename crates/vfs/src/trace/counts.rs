//! Numbers of reads, writes and syncs per file.

use crate::call::CallKind;
use crate::file::{Durability, OpenOptions};
use sluice_base::sync::atomic::{AtomicU64, Ordering};

/// Successful calls on the files of a path, over all handles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FileCounts {
    /// Reads.
    pub reads: u64,
    /// Bytes read.
    pub bytes_read: u64,
    /// Writes of both durabilities.
    pub writes: u64,
    /// Bytes written.
    pub bytes_written: u64,
    /// Writes that were durable when they returned.
    pub synchronous_writes: u64,
    /// Syncs.
    pub syncs: u64,
}

/// The live counts of a path. All are numbers of successful calls, or bytes.
#[derive(Default)]
pub(super) struct Counting {
    reads: AtomicU64,
    bytes_read: AtomicU64,
    writes: AtomicU64,
    bytes_written: AtomicU64,
    synchronous_writes: AtomicU64,
    syncs: AtomicU64,
}

impl Counting {
    /// Counts a successful call of `len` bytes. Only reads, writes and syncs have counts.
    pub(super) fn count(&self, kind: CallKind, options: OpenOptions, len: u64) {
        let add = |counter: &AtomicU64, amount| {
            counter.fetch_add(amount, Ordering::Relaxed);
        };
        match kind {
            CallKind::Read => {
                add(&self.reads, 1);
                add(&self.bytes_read, len);
            }
            CallKind::Write => {
                add(&self.writes, 1);
                add(&self.bytes_written, len);
                if options.durability == Durability::Synchronous {
                    add(&self.synchronous_writes, 1);
                }
            }
            CallKind::Sync => add(&self.syncs, 1),
            _ => {}
        }
    }

    /// Returns the current counts. Each is read by itself, not all at one moment.
    pub(super) fn read(&self) -> FileCounts {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        FileCounts {
            reads: get(&self.reads),
            bytes_read: get(&self.bytes_read),
            writes: get(&self.writes),
            bytes_written: get(&self.bytes_written),
            synchronous_writes: get(&self.synchronous_writes),
            syncs: get(&self.syncs),
        }
    }
}
