//! Counts the changes of a table since its database was opened, in memory, and the limit above
//! which plans are chosen again.
//!
//! A statement adds its changes once, when it is done with the table. Rolled back changes count
//! too: the counters say when to sample rows again, not how many rows exist.

use sluice_base::ids::PageId;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_catalog::Table;

/// A table's counters. All are relaxed atomics, so sessions add without a lock. `counted` caches
/// the last count of the rows.
#[derive(Debug)]
pub struct TableActivity {
    // Rows inserted or deleted.
    rows: AtomicU64,
    // Rows updated.
    updates: AtomicU64,
    // Rows updated, by id of the updated column.
    columns: Box<[AtomicU64]>,
    // Number of changes from which on plans are out of date; the maximum if no plan depends on the
    // rows.
    limit: AtomicU64,
    counted: Mutex<Option<Counted>>,
}

/// The row count at the last sample.
#[derive(Clone, Copy, Debug)]
struct Counted {
    // Root of the storage that was sampled.
    root: PageId,
    rows: u64,
    // Number of changes at that time.
    modifications: u64,
}

impl TableActivity {
    /// Returns counters at zero. No plan depends on them yet.
    pub fn for_table(table: &Table) -> TableActivity {
        TableActivity {
            rows: AtomicU64::new(0),
            updates: AtomicU64::new(0),
            columns: (0..=table.last_column).map(|_| AtomicU64::new(0)).collect(),
            limit: AtomicU64::new(u64::MAX),
            counted: Mutex::new(None),
        }
    }

    /// Returns a copy of the counters with room for the columns of `table`, or `None` if there is
    /// room already. The copy loses the cached row count.
    pub(crate) fn grown_for(&self, table: &Table) -> Option<TableActivity> {
        let count = usize::from(table.last_column) + 1;
        if self.columns.len() >= count {
            return None;
        }
        let copy = |counter: &AtomicU64| AtomicU64::new(counter.load(Ordering::Relaxed));
        let none = std::iter::repeat_with(|| AtomicU64::new(0));
        Some(TableActivity {
            rows: copy(&self.rows),
            updates: copy(&self.updates),
            columns: self.columns.iter().map(copy).chain(none).take(count).collect(),
            limit: copy(&self.limit),
            counted: Mutex::new(None),
        })
    }

    /// Adds inserted or deleted rows. Returns whether plans are out of date: true from the limit
    /// on, at every call, until the limit is forgotten.
    #[inline]
    pub fn note_rows(&self, count: u64) -> bool {
        let before = self.rows.fetch_add(count, Ordering::Relaxed);
        before + count + self.updates.load(Ordering::Relaxed) >= self.limit.load(Ordering::Relaxed)
    }

    /// Adds updates of the columns with these ids. Returns whether plans are out of date.
    pub fn note_updates(&self, columns: &[u16], count: u64) -> bool {
        for column in columns {
            if let Some(counter) = self.columns.get(usize::from(*column)) {
                counter.fetch_add(count, Ordering::Relaxed);
            }
        }
        self.updates.fetch_add(count, Ordering::Relaxed);
        self.note_rows(0)
    }

    /// Number of inserts, deletes and updates that affected `column`.
    pub fn modifications_of(&self, column: u16) -> u64 {
        let updates = self.columns.get(usize::from(column)).map_or(0, |counter| counter.load(Ordering::Relaxed));
        self.rows.load(Ordering::Relaxed) + updates
    }

    /// Number of all changes.
    pub fn modifications(&self) -> u64 {
        self.rows.load(Ordering::Relaxed) + self.updates.load(Ordering::Relaxed)
    }

    /// Returns the rows of the table whose storage has this root. Calls `count` again once more
    /// than an eighth of the rows has changed. Otherwise returns the cached count. Returns `None`
    /// if `count` does, and caches nothing then. `count` runs without a lock held.
    pub(crate) fn row_count(&self, root: PageId, count: impl FnOnce() -> Option<u64>) -> Option<u64> {
        let modifications = self.modifications();
        let known = *self.counted.lock();
        let is_good = |known: &Counted| {
            known.root == root && modifications.saturating_sub(known.modifications) <= known.rows / CHANGED_SHARE
        };
        if let Some(known) = known.filter(is_good) {
            return Some(known.rows);
        }
        let rows = count()?;
        *self.counted.lock() = Some(Counted { root, rows, modifications });
        Some(rows)
    }

    /// Registers that a plan is out of date after `changes` more changes.
    pub fn choose_again_after(&self, changes: u64) {
        self.limit.fetch_min(self.modifications().saturating_add(changes), Ordering::Relaxed);
    }

    /// Removes the number of changes from which on plans are out of date, because the plans are
    /// being chosen again. [`TableActivity::choose_again_after`] sets another number.
    pub(crate) fn forget_limit(&self) {
        self.limit.store(u64::MAX, Ordering::Relaxed);
    }
}

/// Rows are sampled again when 1 in this number has changed.
const CHANGED_SHARE: u64 = 8;
