//! How much a table has been changed since its database was opened, counted in memory; and how far that may go before plans are chosen again.
//!
//! A statement counts once, when it is through with the table. What is rolled back has been counted all the same: the numbers say when to look
//! at rows again, not what is there.

use sluice_base::ids::PageId;
use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_catalog::Table;

/// A table's counters.
#[derive(Debug)]
pub struct TableActivity {
    // Rows that were put in or taken away.
    rows: AtomicU64,
    // Rows that were changed otherwise.
    updates: AtomicU64,
    // The same, by the ids of the columns that got values.
    columns: Box<[AtomicU64]>,
    // From how many of both on plans are out of date; those that do not depend on the table's rows never are.
    limit: AtomicU64,
    counted: Mutex<Option<Counted>>,
}

/// How many rows there were when somebody looked.
#[derive(Clone, Copy, Debug)]
struct Counted {
    // In which storage: another one has others.
    root: PageId,
    rows: u64,
    // By then.
    modifications: u64,
}

impl TableActivity {
    /// Nothing has happened yet.
    pub fn of(table: &Table) -> TableActivity {
        TableActivity {
            rows: AtomicU64::new(0),
            updates: AtomicU64::new(0),
            columns: (0..=table.last_column).map(|_| AtomicU64::new(0)).collect(),
            limit: AtomicU64::new(u64::MAX),
            counted: Mutex::new(None),
        }
    }

    /// The same counts, of a table that may have got more columns.
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

    /// Rows were put in or taken away; whether plans are out of date by now.
    #[inline]
    pub fn note_rows(&self, count: u64) -> bool {
        let before = self.rows.fetch_add(count, Ordering::Relaxed);
        before + count + self.updates.load(Ordering::Relaxed) >= self.limit.load(Ordering::Relaxed)
    }

    /// Rows got values of the columns with these ids; whether plans are out of date by now.
    pub fn note_updates(&self, columns: &[u16], count: u64) -> bool {
        for column in columns {
            if let Some(counter) = self.columns.get(usize::from(*column)) {
                counter.fetch_add(count, Ordering::Relaxed);
            }
        }
        self.updates.fetch_add(count, Ordering::Relaxed);
        self.note_rows(0)
    }

    /// How often a value of this column came, went or became another.
    pub fn modifications_of(&self, column: u16) -> u64 {
        let updates = self.columns.get(usize::from(column)).map_or(0, |counter| counter.load(Ordering::Relaxed));
        self.rows.load(Ordering::Relaxed) + updates
    }

    /// All changes.
    pub fn modifications(&self) -> u64 {
        self.rows.load(Ordering::Relaxed) + self.updates.load(Ordering::Relaxed)
    }

    /// How many rows the table has, whose storage has this root: as `count` says, which is asked again once more than an eighth has changed.
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

    /// A plan was chosen that is out of date after so many changes more.
    pub fn choose_again_after(&self, changes: u64) {
        self.limit.fetch_min(self.modifications().saturating_add(changes), Ordering::Relaxed);
    }

    /// Plans are being chosen again: nobody waits for more changes.
    pub(crate) fn forget_limit(&self) {
        self.limit.store(u64::MAX, Ordering::Relaxed);
    }
}

/// Rows are counted again when one in so many has changed.
const CHANGED_SHARE: u64 = 8;
