//! Work files: bytes that a statement keeps in the temporary database while it runs, appended in
//! sequence and read at any offset.
//!
//! A file's bytes are in the bodies of its extents' pages. Only its owner knows the extents
//! (`loose_extents`); dropping the file frees them. Like all pages of the temporary database they
//! stay in the pool until it needs the frame, without a log record and without a flush. So a
//! short-lived file is never written to disk.
//!
//! The caller holds no page latch.

use crate::layout::{self, BODY, EXTENT_PAGES, Extent};
use crate::loose_extents::{give_back, take};
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PAGE_SIZE, PageHint, PageType};
use sluice_txn::{DamageLocation, Storage, StorageError};
use std::fmt;

/// The use of a work file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkKind {
    /// Partitions of a hash join or a hash aggregate: "Workfiles Created/sec".
    File,
    /// Rows of a sort, a spool or a cursor: "Worktables Created/sec".
    Table,
}

/// Bytes in the temporary database. It takes no page before the first append. Pages stay in the
/// buffer pool as long as there is room; nothing is logged or synced.
pub struct WorkFile {
    storage: Arc<Storage>,
    kind: WorkKind,
    extents: Vec<Extent>,
    /// The length in bytes.
    end: u64,
    last: PageHint,
}

/// The position of a reader in a work file.
#[derive(Clone, Copy, Default, Debug)]
pub struct WorkPosition {
    /// The offset of the next byte.
    pub place: u64,
    page: PageHint,
}

impl WorkPosition {
    /// Returns a position before the byte at `place`, which needn't exist until it is read.
    pub fn at(place: u64) -> WorkPosition {
        WorkPosition { place, page: PageHint::default() }
    }
}

impl WorkFile {
    /// Creates an empty file in `storage`, a temporary database. Panics for another database.
    pub fn new(storage: &Arc<Storage>, kind: WorkKind) -> WorkFile {
        assert!(storage.is_temporary(), "nothing in a work file is recovered");
        WorkFile { storage: Arc::clone(storage), kind, extents: Vec::new(), end: 0, last: PageHint::default() }
    }

    /// Returns the number of bytes appended.
    pub fn len(&self) -> u64 {
        self.end
    }

    /// Whether nothing has been appended.
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// Appends bytes. After an error the file can only be dropped. Takes a new extent when the last
    /// is full.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let offset = (self.end % PAGE_BYTES) as usize;
            let (now, later) = rest.split_at(rest.len().min(PAGE_BYTES as usize - offset));
            let id = if offset == 0 { self.page_for_more()? } else { self.page(self.end) };
            let pool = &self.storage.pool;
            let mut page = match offset {
                0 => pool.create(self.storage.id, id)?,
                _ => pool.write_hinted(&mut self.last, self.storage.id, id)?,
            };
            page.will_change();
            if offset == 0 {
                layout::format(&mut page, PageType::WORK.0, 0, false, ObjectId(0));
            }
            page[BODY + offset..BODY + offset + now.len()].copy_from_slice(now);
            self.end += now.len() as u64;
            rest = later;
        }
        Ok(())
    }

    /// Reads the bytes at `position` and advances it. There must be enough bytes. Reads an extent
    /// ahead at its first page. Panics beyond the end; another page there is damage.
    pub fn read(&self, position: &mut WorkPosition, bytes: &mut [u8]) -> Result<(), StorageError> {
        let end = position.place + bytes.len() as u64;
        assert!(end <= self.end, "{end} is beyond the end of a work file of {} bytes", self.end);
        let mut rest = bytes;
        while !rest.is_empty() {
            let offset = (position.place % PAGE_BYTES) as usize;
            let (now, later) = rest.split_at_mut((PAGE_BYTES as usize - offset).min(rest.len()));
            let id = self.page(position.place);
            if position.place.is_multiple_of(EXTENT_BYTES) {
                self.read_ahead(position.place);
            }
            let page = self.storage.pool.read_hinted(&mut position.page, self.storage.id, id)?;
            if sluice_buffer::page::page_type(&page) != PageType::WORK {
                return Err(StorageError::Damaged {
                    path: self.storage.space.path_of(id.file),
                    place: DamageLocation::Page(id),
                    what: "it is no page of a work file".to_owned(),
                });
            }
            now.copy_from_slice(&page[BODY + offset..BODY + offset + now.len()]);
            position.place += now.len() as u64;
            rest = later;
        }
        Ok(())
    }

    /// Reads ahead the rest of the extent that begins at `place`.
    fn read_ahead(&self, place: u64) {
        let pages = (self.end - place).div_ceil(PAGE_BYTES).min(u64::from(EXTENT_PAGES));
        let first = self.page(place);
        let pages: Vec<PageId> = (0..pages as u32).map(|index| PageId { page: first.page + index, ..first }).collect();
        self.storage.pool.read_ahead(self.storage.id, &pages);
    }

    /// Returns the page for the bytes behind the last full page, taking an extent if needed.
    fn page_for_more(&mut self) -> Result<PageId, StorageError> {
        if self.end == self.extents.len() as u64 * EXTENT_BYTES {
            let extent = take(&self.storage)?;
            if self.extents.is_empty() {
                self.count(&self.storage.counters);
            }
            self.extents.push(extent);
            self.storage.counters.work_extents.add(1);
        }
        Ok(self.page(self.end))
    }

    fn count(&self, counters: &DatabaseCounters) {
        match self.kind {
            WorkKind::File => counters.work_files.add(1),
            WorkKind::Table => counters.work_tables.add(1),
        }
    }

    /// Returns the page of the byte at `place`, which has an extent.
    fn page(&self, place: u64) -> PageId {
        let extent = self.extents[(place / EXTENT_BYTES) as usize];
        extent.page((place % EXTENT_BYTES / PAGE_BYTES) as u32)
    }
}

impl fmt::Debug for WorkFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkFile").field("kind", &self.kind).field("end", &self.end).finish_non_exhaustive()
    }
}

impl Drop for WorkFile {
    fn drop(&mut self) {
        // Extents that cannot be freed now, since the GAM page is unreadable, are free after the
        // next start.
        let extents = std::mem::take(&mut self.extents);
        let count = extents.len() as u64;
        self.storage.pool.discard(self.storage.id, extents.iter().flat_map(|extent| extent.pages()));
        if give_back(&self.storage, extents).is_ok() {
            self.storage.counters.work_extents_freed.add(count);
        }
    }
}

/// The bytes of the owner on a page.
const PAGE_BYTES: u64 = (PAGE_SIZE - BODY) as u64;
const EXTENT_BYTES: u64 = PAGE_BYTES * EXTENT_PAGES as u64;
