//! The frames that may have pages of one database. Its pages are found by this list, without a look
//! at the frames of all others.
//!
//! # Invariants
//! - Every frame with a page of the database is in the list. A frame is added before its page
//!   enters the table.
//! - Once the list has ended, no page of the database enters the pool.
//! - A frame in the list may have another page, or none, and may be there twice. Such entries are
//!   dropped when the list has doubled.

use crate::frames::Frames;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::Mutex;

/// The list; `None` once it has ended.
pub(crate) struct FrameList(Mutex<Option<Entries>>);

#[derive(Default)]
struct Entries {
    frames: Vec<u32>,
    /// The length at which the list is tidied.
    tidy_at: usize,
}

impl FrameList {
    /// Returns an empty list, which hasn't ended.
    pub(crate) fn new() -> FrameList {
        FrameList(Mutex::new(Some(Entries::default())))
    }

    /// Adds a frame whose key is one of `database`. Returns false if the list has ended.
    pub(crate) fn add(&self, frames: &Frames, database: DatabaseId, frame: u32) -> bool {
        let mut list = self.0.lock();
        let Some(entries) = list.as_mut() else { return false };
        entries.frames.push(frame);
        if entries.frames.len() > entries.tidy_at {
            entries.frames.retain(|frame| frames[*frame as usize].key().database() == database);
            entries.frames.sort_unstable();
            entries.frames.dedup();
            entries.tidy_at = (2 * entries.frames.len()).max(TIDY_MIN);
        }
        true
    }

    /// Returns the frames, each once, in order.
    pub(crate) fn all(&self) -> Vec<u32> {
        in_order(self.0.lock().as_ref().map(|entries| entries.frames.clone()))
    }

    /// Ends the list and returns its frames, each once, in order.
    pub(crate) fn end(&self) -> Vec<u32> {
        in_order(self.0.lock().take().map(|entries| entries.frames))
    }
}

fn in_order(frames: Option<Vec<u32>>) -> Vec<u32> {
    let mut frames = frames.unwrap_or_default();
    frames.sort_unstable();
    frames.dedup();
    frames
}

const TIDY_MIN: usize = 256;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;
    use crate::frame::PageKey;
    use sluice_base::ids::PageId;

    const OURS: DatabaseId = DatabaseId(5);

    #[test]
    fn frame_list_keeps_every_frame_of_its_database() {
        let (list, frames) = (FrameList::new(), Frames::new(600).unwrap());
        frames.ensure(599);
        for turn in 0..20 {
            for frame in 0..600 {
                // A third of the frames gets a page of another database in each turn.
                let database = if (frame + turn) % 3 == 0 { DatabaseId(6) } else { OURS };
                frames[frame as usize].set_key(PageKey::new(database, PageId::primary(frame)));
                assert!(database != OURS || list.add(&frames, OURS, frame));
            }
        }
        let ours = |frame: &u32| frames[*frame as usize].key().database() == OURS;
        assert!(list.all().into_iter().filter(ours).eq((0..600).filter(ours)));
        assert!(list.0.lock().as_ref().unwrap().frames.len() <= 1_200);
        assert!(list.end().into_iter().filter(ours).eq((0..600).filter(ours)));
        assert!(list.all().is_empty() && !list.add(&frames, OURS, 1), "no page enters any more");
    }
}
