//! Shrinking of a data file: the free extents at its end are given back to the file system
//! (`t-sql/database-console-commands/dbcc-shrinkfile-transact-sql`).
//!
//! The size in the header decides which pages exist. The steps of a shrink:
//! 1. One system record makes the size in both header copies smaller, under the latches of the GAM
//!    page, whose extents behind the new end are free, and of the header. So no extent is taken
//!    there meanwhile. A GAM page behind the new end gets type 0 in the same record: if its old
//!    bytes come back, the next growth finds no map there and makes one.
//! 2. Pages are written, and a checkpoint is taken, so that redo begins behind that record. From
//!    then on no record that redo reads names a page behind the end, unless a later growth came
//!    first, which makes the file longer before it is logged.
//! 3. The file is cut off at the size in the header, under the header's latch, so that no growth
//!    comes between.
//!
//! A power cut before step 3, or one that takes it back, leaves a file that is longer than its
//! header says, which is allowed. The old pages there are as those of any free extent: an object
//! formats a page of its extent before it reads it, and redo does as well. Later growth makes the
//! file longer again, from whatever length, and syncs it (`extent`).
//!
//! No other step of a release or a rollback reads a page that may be behind the end: a release of
//! an object whose root is there is done ([`crate::object::Life`]), and step 1 waits for releases
//! under way.

use crate::edit::Edit;
use crate::extent::{file_pages, headers, map_of};
use crate::file::FIRST_OBJECT_EXTENT;
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::header;
use crate::layout::{EXTENT_PAGES, Extent};
use crate::system::{Purpose, SystemRecord};
use sluice_base::ids::{FileId, Lsn, ObjectId, PageId};
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{DataFileSpace, Storage, StorageError};

/// The result of [`release_end`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shrunk {
    /// The file has this number of pages.
    To(u32),
    /// A check of the database or another shrink is in progress. Nothing was done.
    Busy,
}

/// Gives the free extents at the end of a file back to the file system, but leaves at least `least`
/// pages. Moves no page. Durable on return. The caller ensures that the file has no layers.
pub fn release_end(storage: &Storage, file: &DataFileSpace, least: u32) -> Result<Shrunk, StorageError> {
    // No other shrink makes the size smaller between the checkpoint and the cut.
    let Some(_turn) = file.shrinking.try_lock() else { return Ok(Shrunk::Busy) };
    let changed = {
        // A check reads the pages of the size that it has found.
        let Some(_no_check) = storage.begin_cleaning() else { return Ok(Shrunk::Busy) };
        let _no_release = storage.space.resizing.write();
        lower_size(storage, file.id, least)?
    };
    storage.checkpoint_past(changed)?;
    storage.without_checkpoint(|| {
        let first = storage.pool.write(storage.id, headers(file.id)[0])?;
        let pages = header::pages(&first);
        let bytes = u64::from(pages) * PAGE_SIZE as u64;
        if file.handle.len().map_err(StorageError::File)? > bytes {
            file.handle.truncate(bytes).map_err(StorageError::File)?;
            storage.settle_length(file.id)?;
        }
        Ok(Shrunk::To(pages))
    })
}

/// Returns the pages of the used extents from the page `from` on, one of each extent.
pub fn used_extents_from(storage: &Storage, file: FileId, from: u32) -> Result<Vec<PageId>, StorageError> {
    let extents = file_pages(storage, file)? / EXTENT_PAGES;
    let mut found = Vec::new();
    for index in from / EXTENT_PAGES / EXTENTS_PER_GAM..extents.div_ceil(EXTENTS_PER_GAM) {
        let base = index * EXTENTS_PER_GAM;
        let Some(map) = map_of(storage, Extent { file, number: base })? else { continue };
        let own = if index == 0 { FIRST_OBJECT_EXTENT } else { 1 };
        let first = (from.div_ceil(EXTENT_PAGES)).saturating_sub(base).max(own);
        let used = (first..EXTENTS_PER_GAM.min(extents - base)).filter(|bit| gam::is_used(&map, *bit));
        found.extend(used.map(|bit| Extent { file, number: base + bit }.page(0)));
    }
    Ok(found)
}

/// Logs smaller sizes until the last extent is used or `least` is reached: a record for each GAM
/// page. Returns the LSN of the header's last change.
fn lower_size(storage: &Storage, file: FileId, least: u32) -> Result<Lsn, StorageError> {
    let least = least.max(FIRST_OBJECT_EXTENT * EXTENT_PAGES).next_multiple_of(EXTENT_PAGES);
    loop {
        let seen = file_pages(storage, file)?;
        let index = (seen / EXTENT_PAGES - 1) / EXTENTS_PER_GAM;
        let mut map = storage.pool.write(storage.id, gam::page_at(file, index))?;
        let copies = headers(file);
        let mut first = storage.pool.write(storage.id, copies[0])?;
        if header::pages(&first) != seen {
            // The file has grown meanwhile.
            continue;
        }
        let base = index * EXTENTS_PER_GAM;
        let kept = extents_kept(&map, index, seen / EXTENT_PAGES - base);
        let first_page = base * EXTENT_PAGES;
        // The extent of a GAM page stays if any extent behind it does.
        let wanted = if kept == 0 && least > first_page { 1 } else { kept };
        let pages = (first_page + wanted * EXTENT_PAGES).max(least);
        if pages >= seen {
            return Ok(page::lsn(&first));
        }
        let mut record = SystemRecord::new(Purpose::Work);
        copies.iter().for_each(|copy| record.edit(*copy, Edit::FilePages(pages)));
        let goes = pages <= first_page && page::page_type(&map) == PageType::GAM;
        if goes {
            let page_type = PageType::NONE.0;
            record.edit(map.id(), Edit::Format { page_type, level: 0, root: false, object: ObjectId(0) });
        }
        let mut second = storage.pool.write(storage.id, copies[1])?;
        record.log(storage, vec![&mut first, &mut second, &mut map])?;
        if pages > first_page || pages == least {
            return Ok(page::lsn(&first));
        }
    }
}

/// Returns the number of extents of a GAM page's range, `limit` at most, up to the last used one. 0
/// if only the extent of the GAM page itself is in use. The first range has the system pages.
fn extents_kept(map: &[u8], index: u32, limit: u32) -> u32 {
    let own = if index == 0 { FIRST_OBJECT_EXTENT } else { 1 };
    let is_map = page::page_type(map) == PageType::GAM;
    let last = (own..limit.min(EXTENTS_PER_GAM)).rev().find(|bit| is_map && gam::is_used(map, *bit));
    match last {
        Some(bit) => bit + 1,
        None if index == 0 => own,
        None => 0,
    }
}
