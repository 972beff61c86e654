//! The last checkpoint of a database, and the requests for the next one.

use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Mutex, MutexGuard};
use sluice_buffer::pair::Generation;

/// The last checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastCheckpoint {
    /// The checkpoint record; NONE if there is none.
    pub(crate) record: Lsn,
    /// Its time in nanoseconds since 1970; 0 if the record has none.
    pub(crate) at_ns: i64,
    /// The first LSN that recovery from this checkpoint needs.
    pub(crate) keep_from: Lsn,
}

impl LastCheckpoint {
    /// The state before the first checkpoint.
    pub(crate) const NONE: LastCheckpoint = LastCheckpoint { record: Lsn::NONE, at_ns: 0, keep_from: Lsn::NONE };

    /// Returns the name of the checkpoint in the data file.
    pub(crate) fn generation(&self) -> Generation {
        Generation { checkpoint: self.record, at_ns: self.at_ns }
    }
}

/// The state of a database's checkpoints. The lock `last` admits one checkpoint at a time. The
/// requests are flags, read without the lock.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    last: Mutex<LastCheckpoint>,
    /// The end of the log at the last checkpoint or truncation.
    log_end: AtomicU64,
    is_requested: AtomicBool,
    was_log_full: AtomicBool,
}

impl Checkpoints {
    /// Starts after the checkpoint `last`. The log from `log_end` on counts as written since.
    pub(crate) fn new(last: LastCheckpoint, log_end: Lsn) -> Checkpoints {
        Checkpoints {
            last: Mutex::new(last),
            log_end: AtomicU64::new(log_end.0),
            is_requested: AtomicBool::new(false),
            was_log_full: AtomicBool::new(false),
        }
    }

    /// Locks the last checkpoint. Held during a checkpoint, so that only one runs, and during
    /// changes of the log's retention.
    pub(crate) fn lock(&self) -> MutexGuard<'_, LastCheckpoint> {
        self.last.lock()
    }

    /// Requests a checkpoint regardless of the log written: a recovery had work.
    pub(crate) fn request(&self) {
        self.is_requested.store(true, Ordering::Relaxed);
    }

    /// Requests a checkpoint since a record found the log full.
    pub(crate) fn note_log_full(&self) {
        self.request();
        self.was_log_full.store(true, Ordering::Relaxed);
    }

    /// Whether a checkpoint is requested that has not begun.
    pub(crate) fn is_requested(&self) -> bool {
        self.is_requested.load(Ordering::Relaxed)
    }

    /// Whether a record has found the log full since the last checkpoint began.
    pub(crate) fn was_log_full(&self) -> bool {
        self.was_log_full.load(Ordering::Relaxed)
    }

    /// Records that a checkpoint begins, which serves the requests so far.
    pub(crate) fn begin(&self) {
        self.is_requested.store(false, Ordering::Relaxed);
        self.was_log_full.store(false, Ordering::Relaxed);
    }

    /// Records that the log below `log_end` is covered by a checkpoint or truncated.
    pub(crate) fn finish(&self, log_end: Lsn) {
        self.log_end.store(log_end.0, Ordering::Relaxed);
    }

    /// Returns the end of the log at the last checkpoint or truncation.
    pub(crate) fn log_end(&self) -> Lsn {
        Lsn(self.log_end.load(Ordering::Relaxed))
    }

    /// Returns the room in the log's file between the last checkpoint and `tail`, in bytes.
    pub(crate) fn room_taken_since(&self, tail: Lsn) -> u64 {
        tail.block().saturating_sub(self.log_end().block()) * Lsn::BLOCK_UNIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_checkpoint_serves_earlier_requests() {
        let checkpoints = Checkpoints::new(LastCheckpoint::NONE, Lsn::new(10, 0));
        assert!(!checkpoints.is_requested() && !checkpoints.was_log_full());
        checkpoints.note_log_full();
        assert!(checkpoints.is_requested() && checkpoints.was_log_full());
        checkpoints.begin();
        assert!(!checkpoints.is_requested() && !checkpoints.was_log_full());
        checkpoints.request();
        assert!(checkpoints.is_requested() && !checkpoints.was_log_full(), "a recovery had work");
    }

    #[test]
    fn logged_bytes_count_from_last_checkpoint() {
        let checkpoints = Checkpoints::new(LastCheckpoint::NONE, Lsn::new(10, 0));
        assert_eq!(checkpoints.room_taken_since(Lsn::new(14, 3)), 4 * Lsn::BLOCK_UNIT);
        checkpoints.finish(Lsn::new(14, 3));
        assert_eq!(checkpoints.room_taken_since(Lsn::new(14, 9)), 0);
        assert_eq!(checkpoints.room_taken_since(Lsn::new(12, 0)), 0, "a tail read before the checkpoint");
    }
}
