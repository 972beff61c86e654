//! What a thread asks of pages. Who runs a statement takes the difference between its end and its beginning; nothing is shared between threads, so
//! counting costs an addition.
//!
//! By object it is counted only while somebody wants that ([`Detail`], SET STATISTICS IO), in the order in which objects are come to first.

use crate::ids::{DatabaseId, ObjectId};
use std::cell::{Cell, RefCell};

/// What has been asked of pages.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PageCounts {
    /// Pages asked for, wherever they were.
    pub logical_reads: u64,
    /// Of those, pages that had to be read from their file.
    pub physical_reads: u64,
    /// Pages read from their file before they were asked for.
    pub read_ahead_reads: u64,
    /// Pages that were as in their file, and were changed.
    pub logical_writes: u64,
}

impl PageCounts {
    /// What this thread has asked for so far.
    #[inline]
    pub fn now() -> PageCounts {
        TOTAL.with(|total| PageCounts {
            logical_reads: total.logical_reads.get(),
            physical_reads: total.physical_reads.get(),
            read_ahead_reads: total.read_ahead_reads.get(),
            logical_writes: total.logical_writes.get(),
        })
    }

    /// What came since `before`, which is an earlier state of the same thread's.
    pub fn since(self, before: PageCounts) -> PageCounts {
        PageCounts {
            logical_reads: self.logical_reads - before.logical_reads,
            physical_reads: self.physical_reads - before.physical_reads,
            read_ahead_reads: self.read_ahead_reads - before.read_ahead_reads,
            logical_writes: self.logical_writes - before.logical_writes,
        }
    }
}

/// Why a page is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageRead {
    /// It was asked for.
    Logical,
    /// It was read because it was asked for.
    Physical,
    /// It was read before it was asked for.
    Ahead,
}

/// What was asked of one object's pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectReads {
    /// The database that it is in.
    pub database: DatabaseId,
    /// The object.
    pub object: ObjectId,
    /// Searches for more than one key, and scans.
    pub scans: u64,
    /// Pages of rows and of indexes.
    pub pages: PageCounts,
    /// Pages of long values.
    pub long_values: PageCounts,
}

/// Does work that no statement is said to have asked for: how plans are chosen.
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    let (before, is_detailed) = (PageCounts::now(), TOTAL.with(|total| total.is_detailed.replace(false)));
    let result = work();
    TOTAL.with(|total| {
        total.is_detailed.set(is_detailed);
        total.logical_reads.set(before.logical_reads);
        total.physical_reads.set(before.physical_reads);
        total.read_ahead_reads.set(before.read_ahead_reads);
        total.logical_writes.set(before.logical_writes);
    });
    result
}

/// A page was asked for. Whether it is to be told whose it is ([`note_read`]).
#[inline]
pub fn count_read() -> bool {
    TOTAL.with(|total| {
        total.logical_reads.set(total.logical_reads.get() + 1);
        total.is_detailed.get()
    })
}

/// `pages` pages were read from a file, ahead or because they were asked for. Whether it is to be told whose they are.
pub fn count_file_reads(read: PageRead, pages: u64) -> bool {
    TOTAL.with(|total| {
        let counter = if read == PageRead::Ahead { &total.read_ahead_reads } else { &total.physical_reads };
        counter.set(counter.get() + pages);
        total.is_detailed.get()
    })
}

/// A page was changed for the first time since it was as in its file.
#[inline]
pub fn count_write() {
    TOTAL.with(|total| total.logical_writes.set(total.logical_writes.get() + 1));
}

/// Tells whose page was read.
#[cold]
pub fn note_read(read: PageRead, database: DatabaseId, object: ObjectId, is_long_value: bool) {
    note(database, object, |reads| {
        let pages = if is_long_value { &mut reads.long_values } else { &mut reads.pages };
        match read {
            PageRead::Logical => pages.logical_reads += 1,
            PageRead::Physical => pages.physical_reads += 1,
            PageRead::Ahead => pages.read_ahead_reads += 1,
        }
    });
}

/// A scan, or a search for more than one key, has begun.
#[inline]
pub fn count_scan(database: DatabaseId, object: ObjectId) {
    if TOTAL.with(|total| total.is_detailed.get()) {
        note(database, object, |reads| reads.scans += 1);
    }
}

#[cold]
fn note(database: DatabaseId, object: ObjectId, add: impl FnOnce(&mut ObjectReads)) {
    OBJECTS.with_borrow_mut(|objects| {
        let known = objects.iter().position(|reads| (reads.database, reads.object) == (database, object));
        let place = known.unwrap_or_else(|| {
            let (scans, pages) = (0, PageCounts::default());
            objects.push(ObjectReads { database, object, scans, pages, long_values: pages });
            objects.len() - 1
        });
        add(&mut objects[place]);
    });
}

/// As long as it lives, this thread counts by object. What is counted within another one is not counted in that.
pub struct Detail {
    outer: Option<Vec<ObjectReads>>,
}

impl Detail {
    /// Begins to count by object.
    #[cold]
    pub fn begin() -> Detail {
        let was_detailed = TOTAL.with(|total| total.is_detailed.replace(true));
        let before = OBJECTS.take();
        Detail { outer: was_detailed.then_some(before) }
    }

    /// What was counted since it began, in the order in which the objects were come to.
    pub fn reads(&self) -> Vec<ObjectReads> {
        OBJECTS.with_borrow(Vec::clone)
    }
}

impl Drop for Detail {
    fn drop(&mut self) {
        let Some(outer) = self.outer.take() else {
            TOTAL.with(|total| total.is_detailed.set(false));
            OBJECTS.take();
            return;
        };
        OBJECTS.set(outer);
    }
}

struct Total {
    logical_reads: Cell<u64>,
    physical_reads: Cell<u64>,
    read_ahead_reads: Cell<u64>,
    logical_writes: Cell<u64>,
    is_detailed: Cell<bool>,
}

thread_local! {
    static TOTAL: Total = const {
        Total {
            logical_reads: Cell::new(0),
            physical_reads: Cell::new(0),
            read_ahead_reads: Cell::new(0),
            logical_writes: Cell::new(0),
            is_detailed: Cell::new(false),
        }
    };
    static OBJECTS: RefCell<Vec<ObjectReads>> = const { RefCell::new(Vec::new()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATABASE: DatabaseId = DatabaseId(5);

    fn read(object: i32) {
        if count_read() {
            note_read(PageRead::Logical, DATABASE, ObjectId(object), false);
        }
    }

    fn counted(detail: &Detail) -> Vec<(i32, u64, u64)> {
        detail.reads().iter().map(|reads| (reads.object.0, reads.scans, reads.pages.logical_reads)).collect()
    }

    #[test]
    fn what_is_counted_within_a_call_is_not_its_callers() {
        let before = PageCounts::now();
        read(1);
        let outer = Detail::begin();
        read(2);
        count_scan(DATABASE, ObjectId(2));
        let inner = Detail::begin();
        read(3);
        read(2);
        assert_eq!(counted(&inner), [(3, 0, 1), (2, 0, 1)]);
        drop(inner);
        read(1);
        assert_eq!(counted(&outer), [(2, 1, 1), (1, 0, 1)]);
        drop(outer);
        assert!(!count_read(), "nobody wants to know any more");
        assert_eq!(PageCounts::now().since(before).logical_reads, 6);
    }

    #[test]
    fn threads_count_for_themselves() {
        let before = PageCounts::now();
        let detail = Detail::begin();
        crate::sync::thread::spawn(|| assert!(!count_read(), "another thread has asked for it")).join().unwrap();
        assert!(count_file_reads(PageRead::Ahead, 8));
        count_write();
        let now = PageCounts::now().since(before);
        assert_eq!((now.logical_reads, now.read_ahead_reads, now.logical_writes), (0, 8, 1));
        assert_eq!(counted(&detail), []);
    }
}
