//! Larger and fewer writes on a slow disk: gaps between dirty pages are filled with the clean pages
//! in between, and the pages to be written are chosen by their place in the file.
//!
//! A hard disk writes 500 KB in the time of two single pages. So on a disk on which a request costs
//! milliseconds, a batch is a window of the file: pages of small gaps are written again as they
//! are, and a run of pages is a single request. A *hand* sweeps the file. The pages right before it
//! have had the longest time to become dirty, so a window there has about twice the average of
//! dirty pages.
//!
//! # Rules
//! 1. A filler is what the file has: a clean page in memory, or a valid copy in the extension
//!    (invariant 1 of `extension`). The turn keeps it so until the batch is written: pages reach
//!    the file only under the turn. A change in memory meanwhile is written by a later batch. A
//!    page of which neither is there is not read for this; the gap stays, and the run ends.
//! 2. A filler is in the double-write area like each page of a batch. A power cut may destroy it
//!    although its bytes hardly change, and the extension's copy is not durable. The copy has every
//!    change before the batch's *as of*, which is read before the filler: a page whose change has
//!    a record before that LSN was dirty, without a valid copy, when the record was appended.
//! 3. A batch begins and ends with a page that was dirty. So redo begins before *as of* until the
//!    batch is durable in place, as rule 4 of `double_write` needs it for all pages of a batch.
//! 4. A filler need not be in memory, so the file may be read during its write. Its bytes differ
//!    from those in the file at most in the log epoch and the checksum. A reader that finds them
//!    mixed finds a wrong checksum, and reads again under the turn (`loader::read_in`).
//! 5. A filler is no change: it has no mark in the map of changed extents, and its frame stays as
//!    it is.
//! 6. A file on top of a layer takes no fillers: each would need room of its own there.

use crate::cache::Cache;
use crate::candidate::Candidate;
use crate::database::{Copied, DataFile, Database, DatabaseLog, Dirty};
use crate::double_write::BATCH_PAGES;
use crate::frame::PageKey;
use crate::guard::PageRef;
use crate::page::{self, HEADER_COPIES, PAGE_SIZE};
use crate::second_level;
use sluice_base::ids::PageId;
use std::ops::Range;

/// Whether batches of the file take fillers now.
pub(crate) fn takes_fillers(file: &DataFile) -> bool {
    file.layout.area.is_some() && file.written.lock().pace.takes_fillers() && !file.handle.takes_room_for_rewrites()
}

/// Returns the pages of the next window of a slow disk, sorted, for the eviction of `cold`, which
/// are sorted dirty pages of one file. Begins at the hand, or at the next cold page if there is no
/// dirty page soon behind the hand. `None` for another disk.
pub(crate) fn window(cache: &Cache, database: &Database, cold: &[Candidate]) -> Option<Vec<Candidate>> {
    let first = cold.first()?.key.id();
    let file = database.data_file(first.file).filter(|file| takes_fillers(file))?;
    let hand = file.written.lock().pace.hand;
    let at_hand = window_from(cache, database, PageId { page: hand, ..first });
    if !at_hand.is_empty() {
        return Some(at_hand);
    }
    let next = cold.iter().map(|page| page.key.id()).find(|page| page.page >= hand).unwrap_or(first);
    Some(window_from(cache, database, next))
}

/// Returns the dirty pages of the window that begins with the first dirty page from `from` on.
fn window_from(cache: &Cache, database: &Database, from: PageId) -> Vec<Candidate> {
    let mut pages: Vec<Candidate> = Vec::new();
    let mut room = WINDOW_PAGES;
    for page in from.page..from.page.saturating_add(SEARCHED_PAGES) {
        let key = PageKey::new(database.id, PageId { page, ..from });
        let Some(index) = cache.table.find(key) else { continue };
        let frame = cache.frame(index);
        if frame.key() != key || !frame.is_dirty() {
            continue;
        }
        let needed = pages.last().map_or(1, |last| 1 + gap(last.key.id().page, page).len());
        if needed > room {
            break;
        }
        room -= needed;
        pages.push(Candidate { key, frame: index });
    }
    pages
}

/// Returns how many of the sorted pages of one file, with the pages of the gaps to be filled, fit
/// `room` pages. At least one.
pub(crate) fn fitting(pages: &[Candidate], room: usize) -> usize {
    let mut taken = 1;
    for (count, pair) in (1..).zip(pages.windows(2)) {
        taken += 1 + gap(pair[0].key.id().page, pair[1].key.id().page).len();
        if taken > room {
            return count;
        }
    }
    pages.len()
}

/// Returns the pages between two pages if they are few enough to be written too. Empty otherwise,
/// and never with a copy of the file's header: both in one batch might be torn together.
pub(crate) fn gap(one: u32, next: u32) -> Range<u32> {
    let between = one.saturating_add(1)..next;
    if between.start < HEADER_COPIES || between.len() > GAP_MAX { next..next } else { between }
}

/// Fills `copies` with the pages `gap` of a file, sealed (rule 1), and appends them to `copied`. A
/// page that is dirty is copied as such. If a page is not at hand, appends none and returns false.
/// The caller has the turn and holds no latch.
pub(crate) fn fill(
    cache: &Cache,
    (database, log): (&Database, &DatabaseLog),
    (file, gap): (&DataFile, Range<u32>),
    copies: &mut [u8],
    copied: &mut Vec<Copied>,
) -> bool {
    let before = copied.len();
    for (page, copy) in gap.zip(copies.chunks_exact_mut(PAGE_SIZE)) {
        let key = PageKey::new(database.id, PageId { file: file.id, page });
        let Some(dirty) = copy_of(cache, database, key, copy) else {
            copied.truncate(before);
            return false;
        };
        database.seal(copy, log);
        copied.push(Copied { key, dirty });
    }
    if copied.len() > before {
        file.written.lock().pace.has_filled = true;
    }
    true
}

/// Copies a page that is in memory or in the extension. `None` if it isn't, or is latched for a
/// change. The result is its state in memory, if it is dirty.
fn copy_of(cache: &Cache, database: &Database, key: PageKey, copy: &mut [u8]) -> Option<Option<Dirty>> {
    let dirty = match cache.table.find(key) {
        Some(index) => {
            let page = PageRef::try_new(cache, index)?;
            let frame = cache.frame(index);
            if frame.key() != key {
                return None;
            }
            copy.copy_from_slice(&page);
            frame.is_dirty().then(|| Dirty { frame: index, version: frame.version() })
        }
        None if second_level::read(cache, database, key, copy, false) => None,
        None => return None,
    };
    let is_whole = page::id(copy) == key.id() && page::guid(copy) == database.guid;
    is_whole.then_some(dirty)
}

/// The most pages of a gap that is filled. A batch of [`WINDOW_PAGES`] costs three requests (area
/// and two syncs) and one for each run. So some twelve of its pages cost as much as the request
/// that they save.
const GAP_MAX: usize = 12;

/// The most pages of a batch with fillers. With the directory they make 512 KB, which many devices
/// take as one request.
pub(crate) const WINDOW_PAGES: usize = BATCH_PAGES - 1;

/// The pages among which the first dirty page behind the hand is looked for: 32 MB of the file, a
/// fraction of a millisecond.
const SEARCHED_PAGES: u32 = 4096;
