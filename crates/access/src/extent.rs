//! Allocation of extents and growth of the data file.
//!
//! Latches are taken in this order: pages of the object, IAM pages, GAM page, header copies. At a
//! growth, the file system reserves the space and the file's new length is synced *before* a system
//! record changes the header. Only then are its pages allocated. So a full disk is met here, never
//! by a later write of a page.

use crate::edit::Edit;
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::header;
use crate::layout::EXTENT_PAGES;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::{PAGE_SIZE, PageMut, PageType, page};
use sluice_txn::{Storage, StorageError};

/// A free extent, reserved by the latch of its GAM page. The caller's system record marks it as
/// used.
pub(crate) struct FreeExtent<'a> {
    /// The GAM page with the extent's bit.
    pub(crate) gam: PageMut<'a>,
    /// The extent's number in the file.
    pub(crate) extent: u32,
}

impl FreeExtent<'_> {
    /// Adds the edit "extent is used" to a record.
    pub(crate) fn mark(&self, record: &mut SystemRecord) {
        record.edit(self.gam.id(), Edit::Extent { bit: self.extent % EXTENTS_PER_GAM, used: true });
    }

    /// Returns the `index`-th page of the extent.
    pub(crate) fn page(&self, index: u32) -> PageId {
        PageId::primary(self.extent * EXTENT_PAGES + index)
    }
}

/// Takes the lowest free extent, growing the file if there is none.
pub(crate) fn take(storage: &Storage, purpose: Purpose) -> Result<FreeExtent<'_>, StorageError> {
    let mut index = 0;
    loop {
        let gam = latch_gam(storage, index, purpose)?;
        let base = index * EXTENTS_PER_GAM;
        let pages = file_pages(storage)?;
        let limit = (pages / EXTENT_PAGES).saturating_sub(base).min(EXTENTS_PER_GAM);
        if let Some(bit) = gam::find_free(&gam, limit) {
            return Ok(FreeExtent { gam, extent: base + bit });
        }
        if limit == EXTENTS_PER_GAM {
            index += 1;
        } else {
            drop(gam);
            grow(storage, pages, purpose)?;
        }
    }
}

/// Returns the file's size in pages, from its header.
pub fn file_pages(storage: &Storage) -> Result<u32, StorageError> {
    let first = storage.pool.read(storage.id, HEADERS[0])?;
    if !header::is_header(&first) {
        return Err(damaged(storage, HEADERS[0], "it is no file header"));
    }
    Ok(header::pages(&first))
}

/// Returns the number of used extents of the file.
pub fn used_extents(storage: &Storage) -> Result<u32, StorageError> {
    let extents = file_pages(storage)? / EXTENT_PAGES;
    let mut used = 0;
    for base in (0..extents).step_by(EXTENTS_PER_GAM as usize) {
        let map = storage.pool.read(storage.id, gam::page_of(base))?;
        let bits = 0..EXTENTS_PER_GAM.min(extents - base);
        used += bits.filter(|bit| gam::is_used(&map, *bit)).count() as u32;
    }
    Ok(used)
}

/// Returns the number of used extents that were changed since the last full backup.
pub fn modified_extents(storage: &Storage) -> Result<u32, StorageError> {
    let changed = storage.pool.changed_extents(storage.id, file_pages(storage)?)?;
    let mut modified = 0;
    for extents in changed.chunk_by(|one, next| gam::page_of(*one) == gam::page_of(*next)) {
        let map = storage.pool.read(storage.id, gam::page_of(extents[0]))?;
        modified += extents.iter().filter(|extent| gam::is_used(&map, *extent % EXTENTS_PER_GAM)).count() as u32;
    }
    Ok(modified)
}

/// Latches a GAM page, formatting it first if the file has just reached it.
fn latch_gam(storage: &Storage, index: u32, purpose: Purpose) -> Result<PageMut<'_>, StorageError> {
    let id = gam::page_at(index);
    loop {
        let pages = file_pages(storage)?;
        if pages > id.page {
            break;
        }
        grow(storage, pages, purpose)?;
    }
    let mut gam = storage.pool.write(storage.id, id)?;
    match page::page_type(&gam) {
        PageType::GAM => {}
        PageType::NONE if index > 0 => {
            let mut record = SystemRecord::new(purpose);
            let page_type = PageType::GAM.0;
            record.edit(id, Edit::Format { page_type, level: 0, root: false, object: ObjectId(0) });
            record.edit(id, Edit::Extent { bit: 0, used: true });
            record.log(storage, vec![&mut gam])?;
        }
        other => return Err(damaged(storage, id, format!("it has type {} instead of a GAM page's", other.0))),
    }
    Ok(gam)
}

/// Grows the file beyond `seen` pages, unless another session has done so.
fn grow(storage: &Storage, seen: u32, purpose: Purpose) -> Result<(), StorageError> {
    let mut first = storage.pool.write(storage.id, HEADERS[0])?;
    let pages = header::pages(&first);
    if pages > seen {
        return Ok(());
    }
    let step = step_of(storage, pages);
    // On a nearly full disk the file grows by single extents.
    let added = if step > 0 && reserve(storage, pages, step)? {
        step
    } else if step > 0 && reserve(storage, pages, EXTENT_PAGES)? {
        EXTENT_PAGES
    } else {
        return Err(StorageError::DataFull { path: storage.space.file.path().to_owned() });
    };
    lengthen(storage, &mut first, added, purpose)
}

/// Grows the file to `wanted` pages, rounded up to extents, if it is shorter. Fails with `DataFull`
/// if the file system has no room.
pub fn grow_to(storage: &Storage, wanted: u32) -> Result<(), StorageError> {
    let full = || StorageError::DataFull { path: storage.space.file.path().to_owned() };
    let mut first = storage.pool.write(storage.id, HEADERS[0])?;
    let pages = header::pages(&first);
    let wanted = wanted.checked_next_multiple_of(EXTENT_PAGES).ok_or_else(full)?;
    if pages >= wanted {
        return Ok(());
    }
    if !reserve(storage, pages, wanted - pages)? {
        return Err(full());
    }
    lengthen(storage, &mut first, wanted - pages, Purpose::Work)
}

/// Returns the current growth step of the data file.
pub fn growth(storage: &Storage) -> FileGrowth {
    storage.space.growth.growth().unwrap_or_else(|| {
        let pages = storage.space.file.len().unwrap_or(0) / PAGE_SIZE as u64;
        let step = if pages < u64::from(LARGE_FILE) { GROWTH } else { LARGE_GROWTH };
        FileGrowth::Bytes(u64::from(step) * PAGE_SIZE as u64)
    })
}

/// Returns the next growth step of a file of `pages`, in pages; 0 if it may not grow.
fn step_of(storage: &Storage, pages: u32) -> u32 {
    let length = u64::from(pages) * PAGE_SIZE as u64;
    let room = storage.space.growth.max_bytes().saturating_sub(length);
    let step = growth(storage).step(length);
    let extent = u64::from(EXTENT_PAGES) * PAGE_SIZE as u64;
    let extents = step.div_ceil(extent).min(room / extent);
    u32::try_from(extents).unwrap_or(u32::MAX / EXTENT_PAGES).min(u32::MAX / EXTENT_PAGES) * EXTENT_PAGES
}

/// Adds `added` reserved pages to the file size; `first` is the first header copy.
fn lengthen<'a>(
    storage: &'a Storage,
    first: &mut PageMut<'a>,
    added: u32,
    purpose: Purpose,
) -> Result<(), StorageError> {
    let pages = header::pages(first);
    storage.settle_length()?;
    let mut second = storage.pool.write(storage.id, HEADERS[1])?;
    let mut record = SystemRecord::new(purpose);
    HEADERS.iter().for_each(|copy| record.edit(*copy, Edit::FilePages(pages + added)));
    record.log(storage, vec![first, &mut second])
}

/// Reserves `added` pages behind the first `pages`. Returns false if the disk is full or page
/// numbers run out.
fn reserve(storage: &Storage, pages: u32, added: u32) -> Result<bool, StorageError> {
    if pages.checked_add(added).is_none() {
        return Ok(false);
    }
    let bytes = |pages: u32| u64::from(pages) * PAGE_SIZE as u64;
    match storage.space.file.allocate(bytes(pages), bytes(added)) {
        Ok(()) => Ok(true),
        Err(error) if error.is_disk_full() => Ok(false),
        Err(error) => Err(StorageError::File(error)),
    }
}

/// The pages of the header copies.
pub(crate) const HEADERS: [PageId; 2] = [PageId::primary(0), PageId::primary(1)];
/// The growth step in pages: 8 MB.
const GROWTH: u32 = 1024;
/// The growth step of a large file in pages: 64 MB.
const LARGE_GROWTH: u32 = 8192;
/// The size in pages (64 MB) from which on a file grows by [`LARGE_GROWTH`].
const LARGE_FILE: u32 = 8192;
