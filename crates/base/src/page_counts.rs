//! The page reads and writes of a thread. A statement's figures are the difference between its end
//! and its start. Threads share nothing, so a count costs an addition.
//!
//! Counts per object are kept only while a [`Detail`] is alive (SET STATISTICS IO), in the order of
//! first access.

use crate::ids::{DatabaseId, ObjectId};
use crate::work_counts::{self, FrequentCounts};
use std::cell::{Cell, RefCell};

/// Numbers of pages read and written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PageCounts {
    /// Pages requested, whether cached or not.
    pub logical_reads: u64,
    /// Requested pages that had to be read from their file.
    pub physical_reads: u64,
    /// Pages read from their file ahead of a request.
    pub read_ahead_reads: u64,
    /// Clean pages that were changed.
    pub logical_writes: u64,
}

impl PageCounts {
    /// Returns this thread's counts so far. They only grow, except around [`uncounted`].
    #[inline]
    pub fn now() -> PageCounts {
        TOTAL.with(
            #[inline(always)]
            |total| PageCounts {
                logical_reads: total.logical_reads.get(),
                physical_reads: total.physical_reads.get(),
                read_ahead_reads: total.read_ahead_reads.get(),
                logical_writes: total.logical_writes.get(),
            },
        )
    }

    /// Returns the sum of two counts, figure by figure.
    pub fn and(self, more: PageCounts) -> PageCounts {
        PageCounts {
            logical_reads: self.logical_reads + more.logical_reads,
            physical_reads: self.physical_reads + more.physical_reads,
            read_ahead_reads: self.read_ahead_reads + more.read_ahead_reads,
            logical_writes: self.logical_writes + more.logical_writes,
        }
    }

    /// Returns the counts since `before`, an earlier state of the same thread. Figure by figure.
    pub fn since(self, before: PageCounts) -> PageCounts {
        PageCounts {
            logical_reads: self.logical_reads - before.logical_reads,
            physical_reads: self.physical_reads - before.physical_reads,
            read_ahead_reads: self.read_ahead_reads - before.read_ahead_reads,
            logical_writes: self.logical_writes - before.logical_writes,
        }
    }
}

/// The kind of a page read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageRead {
    /// A request for the page.
    Logical,
    /// A read from the file on request.
    Physical,
    /// A read from the file ahead of a request.
    Ahead,
}

/// The reads of one object's pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectReads {
    /// The object's database.
    pub database: DatabaseId,
    /// The object.
    pub object: ObjectId,
    /// Scans, and searches for more than one key.
    pub scans: u64,
    /// Pages of rows and of indexes.
    pub pages: PageCounts,
    /// Pages of long values.
    pub long_values: PageCounts,
}

/// Runs `work` without counting its page reads and writes on this thread, so that no statement is
/// charged for them. For choosing plans. Counts per object are paused too. If `work` panics, the
/// reads and writes stay counted, and counts per object stay paused.
pub fn uncounted<T>(work: impl FnOnce() -> T) -> T {
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

/// Pages that a piece of work has read and written, for another thread's figures.
#[derive(Debug)]
pub(crate) struct ReadCounts {
    pages: PageCounts,
    objects: Vec<ObjectReads>,
    work: FrequentCounts,
}

/// Whether this thread counts per object.
pub(crate) fn is_detailed() -> bool {
    TOTAL.with(|total| total.is_detailed.get())
}

/// Runs `work` and returns what it has read and written, per object if `is_detailed`.
pub(crate) fn counted(is_detailed: bool, work: impl FnOnce()) -> ReadCounts {
    let (before, detail) = (PageCounts::now(), is_detailed.then(Detail::begin));
    let work_before = work_counts::of_thread();
    work();
    ReadCounts {
        pages: PageCounts::now().since(before),
        objects: detail.map_or_else(Vec::new, |detail| detail.reads()),
        work: work_counts::between(&work_before, &work_counts::of_thread()),
    }
}

impl ReadCounts {
    /// Adds the counts to those of this thread.
    pub(crate) fn add_to_thread(self) {
        TOTAL.with(|total| {
            total.logical_reads.set(total.logical_reads.get() + self.pages.logical_reads);
            total.physical_reads.set(total.physical_reads.get() + self.pages.physical_reads);
            total.read_ahead_reads.set(total.read_ahead_reads.get() + self.pages.read_ahead_reads);
            total.logical_writes.set(total.logical_writes.get() + self.pages.logical_writes);
        });
        work_counts::add_to_thread(self.work);
        for more in self.objects {
            note(more.database, more.object, |reads| {
                reads.scans += more.scans;
                reads.pages = reads.pages.and(more.pages);
                reads.long_values = reads.long_values.and(more.long_values);
            });
        }
    }
}

/// Counts a page request. Returns whether the caller must report the page's owner with
/// [`note_read`].
#[inline]
pub fn count_read() -> bool {
    TOTAL.with(
        #[inline(always)]
        |total| {
            total.logical_reads.set(total.logical_reads.get() + 1);
            total.is_detailed.get()
        },
    )
}

/// Counts `pages` pages read from a file, ahead or on request. Returns whether the caller must
/// report the pages' owner with [`note_read`].
pub fn count_file_reads(read: PageRead, pages: u64) -> bool {
    TOTAL.with(|total| {
        let counter = if read == PageRead::Ahead { &total.read_ahead_reads } else { &total.physical_reads };
        counter.set(counter.get() + pages);
        total.is_detailed.get()
    })
}

/// Counts the first change of a clean page.
#[inline]
pub fn count_write() {
    TOTAL.with(
        #[inline(always)]
        |total| total.logical_writes.set(total.logical_writes.get() + 1),
    );
}

/// Reports the owner of a page that was read. Counts it for the object while a [`Detail`] is alive
/// on this thread; otherwise does nothing.
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

/// Counts the start of a scan, or of a search for more than one key, while a [`Detail`] is alive on
/// this thread. Otherwise does nothing.
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

/// Makes this thread count per object while alive. Reads within a nested `Detail` are not counted
/// in the outer `Detail`.
pub struct Detail {
    outer: Option<Vec<ObjectReads>>,
    /// The counts so far, while the `Detail` belongs to no thread.
    paused: Option<Vec<ObjectReads>>,
}

impl Detail {
    /// Begins to count per object.
    #[cold]
    pub fn begin() -> Detail {
        let mut detail = Detail { outer: None, paused: Some(Vec::new()) };
        detail.resume();
        detail
    }

    /// Stops counting. An outer `Detail` of this thread counts again. Does nothing if it is paused
    /// already. Its counts so far stay.
    pub fn pause(&mut self) {
        if self.paused.is_none() {
            self.paused = Some(OBJECTS.replace(self.outer.take().unwrap_or_else(|| {
                TOTAL.with(|total| total.is_detailed.set(false));
                Vec::new()
            })));
        }
    }

    /// Continues to count, on this thread. Does nothing unless it is paused. It may be another
    /// thread than before.
    pub fn resume(&mut self) {
        if let Some(reads) = self.paused.take() {
            let was_detailed = TOTAL.with(|total| total.is_detailed.replace(true));
            self.outer = was_detailed.then_some(OBJECTS.replace(reads));
        }
    }

    /// Returns the counts since `begin`, in the order of first access.
    pub fn reads(&self) -> Vec<ObjectReads> {
        OBJECTS.with_borrow(Vec::clone)
    }
}

impl Drop for Detail {
    fn drop(&mut self) {
        self.pause();
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
    fn nested_detail_is_not_counted_in_outer() {
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
        assert!(!count_read(), "no detail is counted after the drop");
        assert_eq!(PageCounts::now().since(before).logical_reads, 6);
    }

    #[test]
    fn paused_detail_continues_on_another_thread() {
        let outer = Detail::begin();
        let mut inner = Detail::begin();
        read(1);
        inner.pause();
        read(2);
        assert_eq!(counted(&outer), [(2, 0, 1)]);
        let inner = crate::sync::thread::spawn(move || {
            inner.resume();
            read(1);
            let reads = counted(&inner);
            drop(inner);
            assert!(!count_read(), "the thread had no other detail");
            reads
        });
        assert_eq!(inner.join().unwrap(), [(1, 0, 2)]);
        drop(outer);
        assert!(!count_read());
    }

    #[test]
    fn page_counts_are_per_thread() {
        let before = PageCounts::now();
        let detail = Detail::begin();
        crate::sync::thread::spawn(|| assert!(!count_read(), "another thread requested the page")).join().unwrap();
        assert!(count_file_reads(PageRead::Ahead, 8));
        count_write();
        let now = PageCounts::now().since(before);
        assert_eq!((now.logical_reads, now.read_ahead_reads, now.logical_writes), (0, 8, 1));
        assert_eq!(counted(&detail), []);
    }
}
