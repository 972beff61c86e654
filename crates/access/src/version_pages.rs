//! Row versions on pages of a temporary database: where they go that memory has no room for.
//!
//! For each database whose versions they are one row of bytes over the bodies of its pages, extent after extent. Which extents these are
//! is known here alone: the GAM has them in use, no IAM page names them, and all of it is gone at the next start. Like all pages of the
//! temporary database they are in the pool until it needs the frame, without a log record and without a flush. An extent is freed when all of
//! it is below what is needed.
//!
//! Order of locks: who has appended (one at a time), the extents' lock, then latches of version pages, or of the GAM page and the headers. No
//! latch is waited for under the extents' lock.

use crate::layout::{self, BODY, EXTENT_PAGES};
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
    /// The temporary database, which knows the store that has this.
    storage: Weak<Storage>,
    rows: Mutex<HashMap<DatabaseId, Row>>,
}

/// The row of bytes of one database.
#[derive(Default, Debug)]
struct Row {
    /// Its extents that are in use; the first of them is the `first`-th that it ever had.
    extents: VecDeque<u32>,
    first: u64,
    /// Where the next byte goes.
    end: u64,
    /// Nothing below is needed.
    start: u64,
}

impl Row {
    /// The page of the byte at `place`; none if it is freed.
    fn page(&self, place: u64) -> Option<PageId> {
        let extent = self.extents.get((place / EXTENT_BYTES).checked_sub(self.first)? as usize)?;
        let index = place % EXTENT_BYTES / PAGE_BYTES;
        (place >= self.start).then(|| PageId::primary(extent * EXTENT_PAGES + index as u32))
    }

    /// Where its last extent ends.
    fn capacity(&self) -> u64 {
        (self.first + self.extents.len() as u64) * EXTENT_BYTES
    }

    /// Gives up what lies below `place`. The extents that are free then.
    fn free_below(&mut self, place: u64) -> Vec<u32> {
        self.start = self.start.max(place.min(self.end));
        if self.start == self.end {
            // What is left of the last extent is given up, too.
            let capacity = self.capacity();
            (self.start, self.end) = (capacity, capacity);
        }
        let count = (self.start / EXTENT_BYTES).saturating_sub(self.first).min(self.extents.len() as u64);
        self.first += count;
        self.extents.drain(..count as usize).collect()
    }
}

impl VersionPages {
    /// Pages of `storage`, a temporary database. There are none as yet.
    pub fn new(storage: &Arc<Storage>) -> Arc<VersionPages> {
        assert!(storage.is_temporary(), "nothing on version pages is recovered");
        Arc::new(VersionPages { storage: Arc::downgrade(storage), rows: Mutex::default() })
    }

    /// The temporary database, as long as the instance has it.
    fn storage(&self) -> Result<Arc<Storage>, StorageError> {
        self.storage.upgrade().ok_or_else(|| StorageError::NotOpen("the temporary database is closed".to_owned()))
    }

    /// Makes room behind the end: what there is too little of is met before anything is written. From here on nobody frees it unasked.
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

    /// The page of a byte.
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
                // Nobody else appends.
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
            // The page may have become another's before it was latched; from here on it can't.
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
            // What can't be given back now, since the page that says so can't be read, is free again after the next start.
            let _lost_until_then = give_back(&storage, extents);
        }
    }

    fn pages(&self, of: DatabaseId) -> u64 {
        let extents = self.rows.lock().get(&of).map_or(0, |row| row.extents.len());
        extents as u64 * u64::from(EXTENT_PAGES)
    }
}

/// How much of a page is versions.
const PAGE_BYTES: u64 = (PAGE_SIZE - BODY) as u64;
const EXTENT_BYTES: u64 = PAGE_BYTES * EXTENT_PAGES as u64;
