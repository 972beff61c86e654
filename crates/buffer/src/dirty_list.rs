//! A database's dirty pages in the order of the log: from where must it be kept, and which pages hold it up.
//!
//! Invariants: a frame of the database that is dirty has an entry with its frame's `rec_lsn`, entered before the change's
//! record was appended; `rec_lsn` is set and moved only under the list's lock. An entry whose frame has another page or
//! another `rec_lsn` by now is stale: it is dropped when somebody comes upon it, and all such are when there are too many. The frame of an
//! entry had been made when it was entered: who looks at the frames under the list's lock sees it, who has looked before may not.

use crate::frame::PageKey;
use crate::frames::Frames;
use sluice_base::ids::Lsn;
use sluice_base::sync::Mutex;
use std::collections::VecDeque;

/// See the module.
#[derive(Default)]
pub(crate) struct DirtyList(Mutex<VecDeque<Entry>>);

/// A page, and from where on the log has changes of it that its file may lack.
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
    /// Makes the page in `frame` dirty from the LSN on that `rec_lsn` gives, or moves it to there. The function is called
    /// under the list's lock, so that the log's end as it finds it is in order.
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

    /// The oldest `rec_lsn` of all.
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

    /// At most `most` pages that are dirty from before `before`, the oldest first, each once.
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
    fn pages_come_in_the_order_of_their_first_change() {
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
    fn stale_entries_do_not_pile_up_behind_an_old_page() {
        let (list, frames) = (DirtyList::default(), frames(4));
        list.enter(&frames, 0, || Lsn(1));
        for lsn in 2..1_000 {
            list.enter(&frames, 1, || Lsn(lsn));
        }
        assert!(list.0.lock().len() <= 8);
        assert_eq!(in_order(&list, &frames, 2_000, 9), [0, 1]);
    }

    #[test]
    fn frames_that_others_make_meanwhile_are_seen() {
        let (list, frames) = (DirtyList::default(), Frames::new(2_048).unwrap());
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let (list, frames) = (&list, &frames);
                scope.spawn(move || {
                    for frame in (thread..2_048).step_by(4) {
                        frames.ensure(frame);
                        frames[frame as usize].set_key(key(frame));
                        // As many stale ones, so that all are looked at now and then, and at each turn some are.
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
