//! Spilled row versions on pages of the temporary database.
//!
//! Each database has one sequence of bytes over the bodies of its pages, extent after extent. Only
//! this module knows the extents: the GAM marks them as used, no IAM page lists them, and all are
//! free at the next start. Like all pages of the temporary database they stay in the pool until it
//! needs the frame, without a log record and without a flush. An extent is freed when all of it is
//! below the needed bytes.
//!
//! Lock order: the single appender, the extents' lock, then latches of version pages, or of the GAM
//! page and the headers. No latch is waited for under the extents' lock.

use crate::layout::{self, BODY, EXTENT_PAGES, Extent};
use crate::loose_extents::{give_back, take};
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, ObjectId, PageId};
use sluice_base::sync::{Arc, Mutex, Weak};
use sluice_buffer::{PAGE_SIZE, PageType};
use sluice_txn::{Storage, StorageError, VersionSpace};
use std::collections::VecDeque;

/// The version pages of an instance.
#[derive(Debug)]
pub struct VersionPages {
    /// The temporary database. The reference is weak: its store owns these pages.
    storage: Weak<Storage>,
    rows: Mutex<HashMap<DatabaseId, Row>>,
}

/// The byte sequence of one database.
#[derive(Default, Debug)]
struct Row {
    /// The used extents; the front one is the `first`-th that the sequence ever had.
    extents: VecDeque<Extent>,
    first: u64,
    /// The offset of the next byte.
    end: u64,
    /// Bytes below are not needed.
    start: u64,
}

impl Row {
    /// Returns the page of the byte at `place`, or `None` if it was freed.
    fn page(&self, place: u64) -> Option<PageId> {
        let extent = self.extents.get((place / EXTENT_BYTES).checked_sub(self.first)? as usize)?;
        let index = place % EXTENT_BYTES / PAGE_BYTES;
        (place >= self.start).then(|| extent.page(index as u32))
    }

    /// Returns the end of the last extent.
    fn capacity(&self) -> u64 {
        (self.first + self.extents.len() as u64) * EXTENT_BYTES
    }

    /// Frees the bytes below `place`. Returns the extents that are free then.
    fn free_below(&mut self, place: u64) -> Vec<Extent> {
        self.start = self.start.max(place.min(self.end));
        if self.start == self.end {
            // The rest of the last extent is given up, too.
            let capacity = self.capacity();
            (self.start, self.end) = (capacity, capacity);
        }
        let count = (self.start / EXTENT_BYTES).saturating_sub(self.first).min(self.extents.len() as u64);
        self.first += count;
        self.extents.drain(..count as usize).collect()
    }
}

impl VersionPages {
    /// Creates version pages in `storage`, a temporary database. Panics for another database.
    pub fn new(storage: &Arc<Storage>) -> Arc<VersionPages> {
        assert!(storage.is_temporary(), "nothing on version pages is recovered");
        Arc::new(VersionPages { storage: Arc::downgrade(storage), rows: Mutex::default() })
    }

    /// Returns the temporary database while it is open.
    fn storage(&self) -> Result<Arc<Storage>, StorageError> {
        self.storage.upgrade().ok_or_else(|| StorageError::NotOpen("the temporary database is closed".to_owned()))
    }

    /// Reserves `bytes` at the end. A lack of space fails here, before any write. The reserved
    /// bytes stay until freed.
    fn reserve(&self, storage: &Storage, of: DatabaseId, bytes: u64) -> Result<u64, StorageError> {
        let mut spare = Vec::new();
        loop {
            let mut rows = self.rows.lock();
            let row = rows.entry(of).or_default();
            let missing = (row.end + bytes).saturating_sub(row.capacity()).div_ceil(EXTENT_BYTES);
            if missing <= spare.len() as u64 {
                row.extents.extend(spare);
                row.end += bytes;
                return Ok(row.end - bytes);
            }
            drop(rows);
            match take(storage) {
                Ok(extent) => spare.push(extent),
                Err(error) => return give_back(storage, spare).and(Err(error)),
            }
        }
    }

    fn write(&self, storage: &Storage, (of, place): (DatabaseId, u64), bytes: &[u8]) -> Result<(), StorageError> {
        let mut written = 0;
        while written < bytes.len() {
            let at = place + written as u64;
            let id = self.page(of, at).expect("it is reserved");
            let offset = (at % PAGE_BYTES) as usize;
            let count = (PAGE_BYTES as usize - offset).min(bytes.len() - written);
            let mut page = match offset {
                0 => storage.pool.create(storage.id, id)?,
                _ => storage.pool.write(storage.id, id)?,
            };
            page.will_change();
            if offset == 0 {
                layout::format(&mut page, PageType::ROW_VERSIONS.0, 0, false, ObjectId(0));
            }
            page[BODY + offset..BODY + offset + count].copy_from_slice(&bytes[written..written + count]);
            written += count;
        }
        Ok(())
    }

    /// Returns the page of a byte.
    fn page(&self, of: DatabaseId, place: u64) -> Option<PageId> {
        self.rows.lock().get(&of)?.page(place)
    }
}

impl VersionSpace for VersionPages {
    fn append(&self, of: DatabaseId, bytes: &[u8]) -> Result<u64, StorageError> {
        let storage = self.storage()?;
        let place = self.reserve(&storage, of, bytes.len() as u64)?;
        self.write(&storage, (of, place), bytes).inspect_err(|_| {
            if let Some(row) = self.rows.lock().get_mut(&of) {
                // There is no other appender.
                row.end = place;
            }
        })?;
        Ok(place)
    }

    fn read(&self, of: DatabaseId, place: u64, bytes: &mut [u8]) -> Result<bool, StorageError> {
        let storage = self.storage()?;
        let mut done = 0;
        while done < bytes.len() {
            let at = place + done as u64;
            let Some(id) = self.page(of, at) else { return Ok(false) };
            let read = storage.pool.read(storage.id, id);
            // The page may have been reused before it was latched; from here on it cannot be.
            if self.page(of, at).is_none() {
                return Ok(false);
            }
            let (page, offset) = (read?, (at % PAGE_BYTES) as usize);
            let count = (PAGE_BYTES as usize - offset).min(bytes.len() - done);
            bytes[done..done + count].copy_from_slice(&page[BODY + offset..BODY + offset + count]);
            done += count;
        }
        Ok(true)
    }

    fn free_below(&self, of: DatabaseId, place: u64) {
        let extents = self.rows.lock().get_mut(&of).map(|row| row.free_below(place)).unwrap_or_default();
        if let Ok(storage) = self.storage() {
            // Extents that cannot be freed now, since the GAM page is unreadable, are free after
            // the next start.
            let _lost_until_then = give_back(&storage, extents);
        }
    }

    fn pages(&self, of: DatabaseId) -> u64 {
        let extents = self.rows.lock().get(&of).map_or(0, |row| row.extents.len());
        extents as u64 * u64::from(EXTENT_PAGES)
    }
}

/// The bytes of versions on a page.
const PAGE_BYTES: u64 = (PAGE_SIZE - BODY) as u64;
const EXTENT_BYTES: u64 = PAGE_BYTES * EXTENT_PAGES as u64;
