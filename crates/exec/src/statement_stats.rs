//! What the runs of one compiled statement have come to.
//!
//! Only the session that has compiled the statement writes here, with plain loads and stores; whoever looks reads numbers that are each right by
//! themselves. What is counted is not added to anything shared while it runs: sums are made by who asks for them.

use crate::database::Database;
use crate::index_usage::{Tally, UseKind};
use sluice_base::ids::ObjectId;
use sluice_base::page_counts::PageCounts;
use sluice_base::sync::Weak;
use sluice_base::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// An index that a statement uses whenever it runs.
pub struct IndexUse {
    /// The database that it is in.
    pub database: Weak<Database>,
    /// Its table.
    pub object: ObjectId,
    /// Its id within the table; 0 for the heap.
    pub index: u16,
    /// What for.
    pub kind: UseKind,
}

/// One of the things that are counted of a statement's runs.
#[derive(Debug, Default)]
pub struct Figure {
    total: AtomicU64,
    last: AtomicU64,
    min: AtomicU64,
    max: AtomicU64,
}

/// The figures of a statement.
pub struct StatementStats {
    /// Where the statement begins and ends in its plan's text, in bytes.
    pub place: (usize, usize),
    /// How often it has been compiled at its place.
    pub generation: u64,
    /// When it was compiled, in nanoseconds since 1970.
    pub created_ns: i64,
    /// The indexes that it uses.
    pub uses: Vec<IndexUse>,
    /// Pages asked for.
    pub logical_reads: Figure,
    /// Pages read from files because they were asked for.
    pub physical_reads: Figure,
    /// Pages changed first.
    pub logical_writes: Figure,
    /// Rows returned or changed.
    pub rows: Figure,
    runs: AtomicU64,
    last_ns: AtomicI64,
}

impl StatementStats {
    /// Of a statement that has just been compiled.
    pub fn new(place: (usize, usize), generation: u64, created_ns: i64, uses: Vec<IndexUse>) -> StatementStats {
        StatementStats {
            place,
            generation,
            created_ns,
            uses,
            logical_reads: Figure::default(),
            physical_reads: Figure::default(),
            logical_writes: Figure::default(),
            rows: Figure::default(),
            runs: AtomicU64::new(0),
            last_ns: AtomicI64::new(0),
        }
    }

    /// It has run, from `began_ns` on.
    #[inline]
    pub fn add(&self, began_ns: i64, pages: PageCounts, rows: u64) {
        let runs = self.runs.load(Ordering::Relaxed);
        let is_first = runs == 0;
        self.logical_reads.add(is_first, pages.logical_reads);
        self.physical_reads.add(is_first, pages.physical_reads);
        self.logical_writes.add(is_first, pages.logical_writes);
        self.rows.add(is_first, rows);
        self.last_ns.store(began_ns, Ordering::Relaxed);
        self.runs.store(runs + 1, Ordering::Relaxed);
    }

    /// How often it has run.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// When it began to run last, in nanoseconds since 1970.
    pub fn last_ns(&self) -> i64 {
        self.last_ns.load(Ordering::Relaxed)
    }

    /// How often it has used each of its indexes, and when last.
    pub fn tally(&self) -> Tally {
        Tally { count: self.runs(), last_ns: self.last_ns() }
    }

    /// It is compiled no more: how it has used indexes stays with their databases.
    pub fn leave(&self) {
        let tally = self.tally();
        if tally.count == 0 {
            return;
        }
        for used in &self.uses {
            if let Some(database) = used.database.upgrade() {
                database.index_usage.add((used.object, used.index), used.kind, tally);
            }
        }
    }
}

impl Figure {
    #[inline]
    fn add(&self, is_first: bool, value: u64) {
        self.total.store(self.total.load(Ordering::Relaxed) + value, Ordering::Relaxed);
        if is_first || value != self.last.load(Ordering::Relaxed) {
            self.differ(is_first, value);
        }
    }

    #[cold]
    fn differ(&self, is_first: bool, value: u64) {
        self.last.store(value, Ordering::Relaxed);
        if is_first || value < self.min.load(Ordering::Relaxed) {
            self.min.store(value, Ordering::Relaxed);
        }
        if value > self.max.load(Ordering::Relaxed) {
            self.max.store(value, Ordering::Relaxed);
        }
    }

    /// The sum of all runs, the last run's, the least and the greatest.
    pub fn get(&self) -> [u64; 4] {
        [&self.total, &self.last, &self.min, &self.max].map(|value| value.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_summed_and_their_extremes_kept() {
        let stats = StatementStats::new((0, 1), 1, 7, Vec::new());
        for (began_ns, logical_reads, rows) in [(10, 5, 1), (20, 3, 0), (30, 3, 9), (40, 8, 2)] {
            stats.add(began_ns, PageCounts { logical_reads, ..PageCounts::default() }, rows);
        }
        assert_eq!((stats.runs(), stats.last_ns()), (4, 40));
        assert_eq!(stats.logical_reads.get(), [19, 8, 3, 8]);
        assert_eq!(stats.rows.get(), [12, 2, 0, 9]);
        assert_eq!(stats.physical_reads.get(), [0; 4]);
    }
}
