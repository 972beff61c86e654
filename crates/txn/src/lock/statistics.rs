//! Statistics of lock requests by the type of the resource, for
//! `relational-databases/performance-monitor/sql-server-locks-object`. Requests are counted per
//! thread (`base::work_counts`), waits under the mutex of the table.

use super::resource::Resource;
use crate::error::StorageError;
use sluice_base::work_counts::WorkCount;

/// The waits for locks on resources of one type, since the instance started.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LockStatistics {
    /// Requests that had to wait.
    pub waits: u64,
    /// Nanoseconds of the ended waits.
    pub wait_ns: u64,
    /// Requests that failed at their time limit, those included that don't wait.
    pub timeouts: u64,
    /// Requests that failed at their time limit after a wait.
    pub timeouts_after_wait: u64,
    /// Requests whose owner was the victim of a deadlock.
    pub deadlocks: u64,
}

/// The statistics of all types, in the order of [`LOCK_COUNTS`].
pub(super) type StatisticsByType = [LockStatistics; LOCK_COUNTS.len()];

/// The counts of requests, by the type of the resource: the first kinds of `WorkCount`.
pub const LOCK_COUNTS: [WorkCount; 8] = [
    WorkCount::DatabaseLock,
    WorkCount::ObjectLock,
    WorkCount::PageLock,
    WorkCount::RowLock,
    WorkCount::KeyLock,
    WorkCount::ApplicationLock,
    WorkCount::MetadataLock,
    WorkCount::TransactionLock,
];

impl Resource {
    /// Returns the kind of work that a request for a lock on the resource is.
    #[inline]
    pub(super) fn request_count(self) -> WorkCount {
        match self {
            Resource::Database(_) => WorkCount::DatabaseLock,
            Resource::Object(..) => WorkCount::ObjectLock,
            Resource::Page(..) => WorkCount::PageLock,
            Resource::Row(..) => WorkCount::RowLock,
            Resource::Key(..) => WorkCount::KeyLock,
            Resource::Application(..) => WorkCount::ApplicationLock,
            Resource::Metadata(..) => WorkCount::MetadataLock,
            Resource::Transaction(..) => WorkCount::TransactionLock,
        }
    }
}

impl LockStatistics {
    /// Counts a wait that has ended after `took_ns`.
    pub(super) fn add_wait(&mut self, took_ns: u64, outcome: &Result<(), StorageError>) {
        self.waits += 1;
        self.wait_ns += took_ns;
        match outcome {
            Err(StorageError::LockTimeout) => {
                self.timeouts += 1;
                self.timeouts_after_wait += 1;
            }
            Err(StorageError::Deadlock) => self.deadlocks += 1,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_counts_are_the_first_kinds_in_order() {
        for (place, kind) in LOCK_COUNTS.iter().enumerate() {
            assert_eq!(*kind as usize, place);
        }
    }
}
