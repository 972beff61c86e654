//! A database's dirty pages in log order. The list gives the LSN from which the log must be kept,
//! and the pages that hold it up.
//!
//! # Invariants
//! - Every dirty frame of the database has an entry with the frame's `rec_lsn`. The entry is added
//!   before the change's record is appended.
//! - `rec_lsn` is set and moved only under the list's lock.
//! - An entry is stale if its frame has another page or another `rec_lsn`. A stale entry is dropped
//!   when it is found, and all stale entries are dropped when there are too many.
//! - An entry's frame exists before the entry is added. A thread that reads the frames under the
//!   list's lock sees that frame; a thread that read them earlier may not.

use crate::frame::PageKey;
use crate::frames::Frames;
use sluice_base::ids::Lsn;
use sluice_base::sync::Mutex;
use std::collections::VecDeque;

/// The dirty pages of a database; see the module.
#[derive(Default)]
pub(crate) struct DirtyList(Mutex<VecDeque<Entry>>);

/// A page, and the LSN from which the log has changes that the page's file may lack.
#[derive(Clone, Copy, Debug)]
struct Entry {
    rec_lsn: Lsn,
    frame: u32,
    key: PageKey,
}

impl Entry {
    fn is_true(&self, frames: &Frames) -> bool {
        let frame = &frames[self.frame as usize];
        frame.key() == self.key && frame.rec_lsn() == Some(self.rec_lsn)
    }
}

impl DirtyList {
    /// Marks the page in `frame` dirty from the LSN that `rec_lsn` returns, or moves its `rec_lsn`
    /// there. The function is called under the list's lock, so that entries are added in log order.
    pub(crate) fn enter(&self, frames: &Frames, frame: u32, rec_lsn: impl FnOnce() -> Lsn) {
        let mut list = self.0.lock();
        let entry = Entry { rec_lsn: rec_lsn(), frame, key: frames[frame as usize].key() };
        frames[frame as usize].set_rec_lsn(entry.rec_lsn);
        if list.len() >= 2 * frames.len() {
            list.retain(|entry| entry.is_true(frames));
        }
        let place = match list.back() {
            Some(last) if last.rec_lsn > entry.rec_lsn => list.partition_point(|one| one.rec_lsn <= entry.rec_lsn),
            _ => list.len(),
        };
        list.insert(place, entry);
    }

    /// Returns the oldest `rec_lsn`. Returns `None` if no page is dirty. Stale entries at the front
    /// are removed.
    pub(crate) fn oldest(&self, frames: &Frames) -> Option<Lsn> {
        let mut list = self.0.lock();
        while let Some(entry) = list.front() {
            if entry.is_true(frames) {
                return Some(entry.rec_lsn);
            }
            list.pop_front();
        }
        None
    }

    /// Returns at most `most` pages that are dirty from before `before`, the oldest first, without
    /// duplicates. Stale entries at the front of the list are removed. The pages may become clean
    /// after the return.
    pub(crate) fn before(&self, frames: &Frames, before: Lsn, most: usize) -> Vec<(PageKey, u32)> {
        let mut list = self.0.lock();
        let old = list.partition_point(|entry| entry.rec_lsn < before);
        let mut pages: Vec<(PageKey, u32)> = Vec::new();
        for entry in list.range(..old).filter(|entry| entry.is_true(frames)) {
            if pages.len() == most {
                break;
            }
            pages.push((entry.key, entry.frame));
        }
        while list.front().is_some_and(|entry| !entry.is_true(frames)) {
            list.pop_front();
        }
        pages
    }
}

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use sluice_base::ids::{DatabaseId, PageId};

    fn key(page: u32) -> PageKey {
        PageKey::new(DatabaseId(5), PageId::primary(page))
    }

    fn frames(count: u32) -> Frames {
        let frames = Frames::new(count as usize).unwrap();
        frames.iter().zip(0..).for_each(|(frame, page)| frame.set_key(key(page)));
        frames
    }

    fn in_order(list: &DirtyList, frames: &Frames, before: u64, most: usize) -> Vec<u32> {
        list.before(frames, Lsn(before), most).into_iter().map(|(_, frame)| frame).collect()
    }

    #[test]
    fn dirty_list_is_in_order_of_first_change() {
        let (list, frames) = (DirtyList::default(), frames(6));
        for (frame, lsn) in [(0, 10), (1, 20), (2, 15), (3, 30)] {
            list.enter(&frames, frame, || Lsn(lsn));
        }
        assert_eq!(in_order(&list, &frames, 30, 9), [0, 2, 1]);
        assert_eq!(in_order(&list, &frames, 31, 2), [0, 2]);
        assert_eq!(list.oldest(&frames), Some(Lsn(10)));
        frames[0].set_rec_lsn(Lsn::NONE);
        list.enter(&frames, 2, || Lsn(40));
        assert_eq!((list.oldest(&frames), in_order(&list, &frames, 99, 9)), (Some(Lsn(20)), vec![1, 3, 2]));
        frames[1].set_key(PageKey::NONE);
        assert_eq!(list.oldest(&frames), Some(Lsn(30)), "its frame has another page");
    }

    #[test]
    fn stale_dirty_entries_are_dropped_behind_old_page() {
        let (list, frames) = (DirtyList::default(), frames(4));
        list.enter(&frames, 0, || Lsn(1));
        for lsn in 2..1_000 {
            list.enter(&frames, 1, || Lsn(lsn));
        }
        assert!(list.0.lock().len() <= 8);
        assert_eq!(in_order(&list, &frames, 2_000, 9), [0, 1]);
    }

    #[test]
    fn dirty_list_sees_frames_made_concurrently() {
        let (list, frames) = (DirtyList::default(), Frames::new(2_048).unwrap());
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let (list, frames) = (&list, &frames);
                scope.spawn(move || {
                    for frame in (thread..2_048).step_by(4) {
                        frames.ensure(frame);
                        frames[frame as usize].set_key(key(frame));
                        // Each turn adds as many stale entries, so that cleanups happen and find
                        // stale entries.
                        (0..3).for_each(|turn| list.enter(frames, frame, || Lsn(u64::from(10 * frame + turn + 1))));
                        list.before(frames, Lsn(u64::MAX), 2_048);
                    }
                });
            }
        });
        let all: Vec<u32> = (0..2_048).collect();
        assert_eq!(in_order(&list, &frames, u64::MAX, 3_000), all);
    }
}
