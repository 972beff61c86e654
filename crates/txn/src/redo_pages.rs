//! The pages of a database during redo, by one or several threads.
//!
//! The rule that lets threads share the work: **redo of a record on a page uses that page and the
//! record alone.** A record over several pages (a split, an allocation) is redone on each page
//! separately, in the order of that page's records. No redo reads a second page. So only the order
//! of one page's records matters. The order is kept because each page belongs to one share, and
//! each share reads the log from front to back. When all shares are done, every page is as the log
//! says, whatever the order of the threads. Before that, no other code reads any page.
//!
//! Before the records of a segment are redone, the pages that they change are read by batches, as
//! far as the pool has free frames. If none had to be read, the next segment isn't looked through.
//!
//! Another page not in memory is read with its extent by one call, since nearby log records usually
//! change neighbours. If redo moves from extent to extent, reads grow. Both stop when the pool is
//! short of free frames: pages without records must not evict others.

use crate::error::{DamageLocation, StorageError};
use crate::record::Record;
use sluice_base::ids::{DatabaseId, FileId, Lsn, PageId};
use sluice_buffer::{BufferPool, PageHint, PageMut};
use std::collections::BTreeMap;
use std::ops::Range;

/// Whether the redo of a record needs the page's content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    /// The record changes the page.
    Matters,
    /// The record formats the page, so the old content is irrelevant and the page need not be read.
    /// All later changes are in the log, too, so redo arrives at the same page from nothing.
    IsGone,
}

/// The pages of one redo thread: share `number` of `of` shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    pub(crate) number: u32,
    pub(crate) of: u32,
}

impl Share {
    /// Whole extents belong to one share: neighbours are changed together.
    #[inline]
    fn has(self, id: PageId) -> bool {
        self.of == 1 || id.page / EXTENT_PAGES % self.of == self.number
    }
}

/// The pages on which the handler redoes records. A worker changes only pages of its share. `hints`
/// remember the frames of recent pages.
pub struct RedoPages<'p> {
    pool: &'p BufferPool,
    database: DatabaseId,
    share: Share,
    /// The last page changed: usually the next record changes it, too.
    page: Option<(PageId, PageMut<'p>)>,
    /// Whether pages may have copies of an earlier opening in the buffer pool extension.
    has_copies: bool,
    /// The LSN beyond which a record makes the copy of `page` outdated; the greatest LSN without
    /// a copy.
    copy: Lsn,
    /// The pages of the last read-ahead, and their file.
    ahead: Range<u32>,
    ahead_in: FileId,
    /// Whether a page had to be read since the last look at a segment. True at first.
    has_read: bool,
    hints: Box<[PageHint; HINTS]>,
}

impl<'p> RedoPages<'p> {
    /// Returns an empty view of the pages in `share`; nothing is read yet.
    pub(crate) fn new(pool: &'p BufferPool, database: DatabaseId, share: Share) -> RedoPages<'p> {
        let hints = Box::new([PageHint::default(); HINTS]);
        let (has_copies, copy) = (pool.has_inherited(database), WITHOUT_COPY);
        let (page, ahead, ahead_in) = (None, 0..0, FileId::PRIMARY);
        RedoPages { pool, database, share, page, has_copies, copy, ahead, ahead_in, has_read: true, hints }
    }

    /// Reads the pages of this share that `records` change and whose content matters, unless the
    /// pages of the records before were in memory. `note_pages` notes the pages of one record, and
    /// returns false at a record that can't be read.
    pub(crate) fn read_before<R>(
        &mut self,
        records: impl Iterator<Item = R>,
        note_pages: impl Fn(R, &mut dyn FnMut(PageId, Before)) -> bool,
    ) {
        if !std::mem::replace(&mut self.has_read, false) || !self.has_room() {
            return;
        }
        // Some frames are left for pages that are created.
        let room = self.pool.free_frames() / 2 / self.share.of as usize;
        let mut pages = BTreeMap::new();
        let mut note = |id: PageId, before: Before| {
            if self.share.has(id) && !self.pool.is_in_memory(self.database, id) {
                // The first record decides: it may format the page.
                pages.entry(id).or_insert(before);
            }
            pages.len() < room
        };
        let mut has_room = true;
        for record in records {
            let is_read = note_pages(record, &mut |id, before| has_room = note(id, before));
            if !is_read || !has_room {
                break;
            }
        }
        let wanted = pages.into_iter().filter(|(_, before)| *before == Before::Matters);
        let wanted: Vec<PageId> = wanted.map(|(id, _)| id).collect();
        for batch in wanted.chunks(BATCH_PAGES) {
            self.has_read |= self.pool.read_ahead(self.database, batch) > 0;
        }
    }

    fn has_room(&self) -> bool {
        self.pool.free_frames() >= self.pool.target_pages() / ROOM_SHARE
    }

    /// Calls `change` on page `id`, which `record` changes. Skips the page if its LSN shows that it
    /// has the change, or if another thread redoes it. `change` returns whether the bytes accepted
    /// the change; if not, page or record is damaged, and the call fails with `Damaged`. The page
    /// stays latched until another page is changed or the latch is released (`RedoPages::release`).
    #[inline]
    pub fn change(
        &mut self,
        record: &Record<'_>,
        id: PageId,
        before: Before,
        change: impl FnOnce(&mut [u8]) -> bool,
    ) -> Result<(), StorageError> {
        if !self.share.has(id) {
            return Ok(());
        }
        if self.page.as_ref().is_none_or(|(held, _)| *held != id) {
            self.latch(id, before)?;
        }
        if record.lsn > self.copy {
            self.reject_copy(id);
        }
        let (_, page) = self.page.as_mut().expect("latched above");
        if page.lsn() >= record.lsn {
            return Ok(());
        }
        page.will_redo(record.lsn);
        if !change(page) {
            return Err(self.refused(id, record.lsn));
        }
        page.set_lsn(record.lsn);
        Ok(())
    }

    /// Releases the latched page.
    pub(crate) fn release(&mut self) {
        self.page = None;
    }

    fn latch(&mut self, id: PageId, before: Before) -> Result<(), StorageError> {
        // One latch at a time, so no deadlock is possible.
        self.page = None;
        let page = match before {
            Before::Matters => {
                if !self.pool.is_in_memory(self.database, id) {
                    self.read_extents(id);
                }
                let hint = &mut self.hints[id.page as usize % HINTS];
                self.pool.write_hinted(hint, self.database, id)?
            }
            Before::IsGone => self.pool.write_or_create(self.database, id)?,
        };
        self.page = Some((id, page));
        if self.has_copies {
            self.copy = self.pool.copy_lsn(self.database, id).unwrap_or(WITHOUT_COPY);
        }
        Ok(())
    }

    /// Makes the page's copy in the buffer pool extension invalid: a record is newer.
    #[cold]
    fn reject_copy(&mut self, id: PageId) {
        self.pool.reject_copy(self.database, id);
        self.copy = WITHOUT_COPY;
    }

    /// Reads the page's extent, and more if the last read was right before it (among other shares'
    /// extents). A failed read is reported when the page is used.
    #[cold]
    fn read_extents(&mut self, id: PageId) {
        self.has_read = true;
        if !self.has_room() {
            return;
        }
        let from = id.page / EXTENT_PAGES * EXTENT_PAGES;
        let goes_on = self.ahead_in == id.file
            && (self.ahead.end..=self.ahead.end + self.share.of * EXTENT_PAGES).contains(&from);
        let count = if goes_on { 2 * self.ahead.len() as u32 } else { 0 }.clamp(EXTENT_PAGES, AHEAD_MAX);
        (self.ahead, self.ahead_in) = (from..from.saturating_add(count), id.file);
        let pages: Vec<PageId> = self.ahead.clone().map(|page| PageId { page, ..id }).collect();
        self.pool.read_ahead(self.database, &pages);
    }

    #[cold]
    fn refused(&self, id: PageId, lsn: Lsn) -> StorageError {
        let what = format!("it does not accept the change of log record {lsn:?}");
        let path = self.pool.file_path(self.database, id.file).unwrap_or_default();
        StorageError::Damaged { path, place: DamageLocation::Page(id), what }
    }
}

const WITHOUT_COPY: Lsn = Lsn(u64::MAX);
const EXTENT_PAGES: u32 = 8;
/// The maximum number of pages read together: 512 KB.
const AHEAD_MAX: u32 = 64;
/// The share of the pool that must be free for reading pages ahead.
const ROOM_SHARE: usize = 4;
const HINTS: usize = 256;
/// The pages of a call that reads pages of the next records.
const BATCH_PAGES: usize = 128;
