//! The pages of a database while redo changes them, by one thread or several.
//!
//! The rule that lets threads share the work: **what a record does to a page is done with that page and the record alone.** A
//! record over several pages (a split, an allocation) is redone on each of them by itself, when its turn comes among
//! that page's records; no redo looks at a second page. So the only order that matters is that of one page's records, which
//! is kept because a page belongs to one share and each share goes through the log from front to back. When all
//! shares are through, every page is as the log says, whatever the threads' order was; before that nobody else reads any.
//!
//! A page that is not in memory is read with its extent, by one call, since the records of a stretch of the log are most often about
//! neighbours; where redo goes on from extent to extent, with more and more of what follows. That holds only as long as the pool has
//! room to spare: pages that no record is about must not cost others their place.

use crate::error::{Place, StorageError};
use crate::record::Record;
use sluice_base::ids::{DatabaseId, Lsn, PageId};
use sluice_buffer::{BufferPool, PageHint, PageMut};
use std::ops::Range;
use std::path::Path;

/// Whether a record's redo needs what is on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    /// It changes the page.
    Matters,
    /// It formats the page: whatever was there before is gone. The page need not be read: all that came after the record is in the
    /// log, too, so redo arrives at the same page from nothing.
    IsGone,
}

/// Which pages a thread redoes: `number` of `of` shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    pub(crate) number: u32,
    pub(crate) of: u32,
}

impl Share {
    /// Whole extents go to one share: neighbours are changed together.
    #[inline]
    fn has(self, id: PageId) -> bool {
        self.of == 1 || id.page / EXTENT_PAGES % self.of == self.number
    }
}

/// What the handler redoes a record's changes on.
pub struct RedoPages<'p> {
    pool: &'p BufferPool,
    database: DatabaseId,
    /// The data file, for messages.
    path: &'p Path,
    share: Share,
    /// The page changed last: most often the next record is about it, too.
    page: Option<(PageId, PageMut<'p>)>,
    /// The pages that were read together last.
    ahead: Range<u32>,
    hints: Box<[PageHint; HINTS]>,
}

impl<'p> RedoPages<'p> {
    pub(crate) fn new(pool: &'p BufferPool, database: DatabaseId, path: &'p Path, share: Share) -> RedoPages<'p> {
        let hints = Box::new([PageHint::default(); HINTS]);
        RedoPages { pool, database, path, share, page: None, ahead: 0..0, hints }
    }

    /// Has `change` made on the page `id`, which `record` changes, unless the page has it already (its LSN tells) or another
    /// thread redoes this page. `change` gets the page's bytes and says whether they took the change; where not, page or record
    /// is damaged.
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
        let page = match &mut self.page {
            Some((held, page)) if *held == id => page,
            _ => self.latch(id, before)?,
        };
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

    /// Lets go of the page that is still latched.
    pub(crate) fn release(&mut self) {
        self.page = None;
    }

    fn latch(&mut self, id: PageId, before: Before) -> Result<&mut PageMut<'p>, StorageError> {
        // One latch at a time: nothing here can wait in a circle.
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
        Ok(&mut self.page.insert((id, page)).1)
    }

    /// Reads the page's extent, and more where the last read was right before it (other shares' extents among them). What cannot be
    /// read is left to whoever asks for it.
    #[cold]
    fn read_extents(&mut self, id: PageId) {
        if self.pool.free_frames() < self.pool.target_pages() / ROOM_SHARE {
            return;
        }
        let from = id.page / EXTENT_PAGES * EXTENT_PAGES;
        let goes_on = (self.ahead.end..=self.ahead.end + self.share.of * EXTENT_PAGES).contains(&from);
        let count = if goes_on { 2 * self.ahead.len() as u32 } else { 0 }.clamp(EXTENT_PAGES, AHEAD_MAX);
        self.ahead = from..from.saturating_add(count);
        let pages: Vec<PageId> = self.ahead.clone().map(|page| PageId { page, ..id }).collect();
        self.pool.read_ahead(self.database, &pages);
    }

    #[cold]
    fn refused(&self, id: PageId, lsn: Lsn) -> StorageError {
        let what = format!("it does not take the change of log record {lsn:?}");
        StorageError::Damaged { path: self.path.to_owned(), place: Place::Page(id), what }
    }
}

const EXTENT_PAGES: u32 = 8;
/// Most pages that are read together: 512 KB.
const AHEAD_MAX: u32 = 64;
/// So large a part of the pool must be free for pages to be read that may not be needed.
const ROOM_SHARE: usize = 4;
const HINTS: usize = 256;
