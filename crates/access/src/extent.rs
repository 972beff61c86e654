//! Extents: taking a free one, and making the file longer when there is none.
//!
//! Latches are taken in this order: pages of the object, IAM pages, GAM page, header copies. Growth: the file system
//! reserves the space and the file's new length is synced *before* the header says so by a system record, and only then are
//! pages of it handed out. So a full disk is met here, never by a later write of a page.

use crate::edit::Edit;
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::header;
use crate::layout::EXTENT_PAGES;
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::{PAGE_SIZE, PageMut, PageType, page};
use sluice_txn::{Storage, StorageError};

/// A free extent, held by the latch of its GAM page; the taker's system record marks it as used.
pub(crate) struct FreeExtent<'a> {
    /// The GAM page that has its bit.
    pub(crate) gam: PageMut<'a>,
    /// Its number in the file.
    pub(crate) extent: u32,
}

impl FreeExtent<'_> {
    /// Adds "it is in use" to a record.
    pub(crate) fn mark(&self, record: &mut SystemRecord) {
        record.edit(self.gam.id(), Edit::Extent { bit: self.extent % EXTENTS_PER_GAM, used: true });
    }

    /// The `index`-th page of the extent.
    pub(crate) fn page(&self, index: u32) -> PageId {
        PageId::primary(self.extent * EXTENT_PAGES + index)
    }
}

/// The lowest free extent; the file grows if there is none.
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

/// The file's size in pages, as its header says.
pub fn file_pages(storage: &Storage) -> Result<u32, StorageError> {
    let first = storage.pool.read(storage.id, HEADERS[0])?;
    if !header::is_header(&first) {
        return Err(damaged(storage, HEADERS[0], "it is no file header"));
    }
    Ok(header::pages(&first))
}

/// How many extents of the file are in use.
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

/// Latches a GAM page; one that the file has not reached yet is made first.
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

/// Makes the file longer than `seen` pages, unless another has done so meanwhile.
fn grow(storage: &Storage, seen: u32, purpose: Purpose) -> Result<(), StorageError> {
    let mut first = storage.pool.write(storage.id, HEADERS[0])?;
    let pages = header::pages(&first);
    if pages > seen {
        return Ok(());
    }
    let step = step_of(storage, pages);
    // What is left of a nearly full disk is used too, an extent at a time.
    let added = if step > 0 && reserve(storage, pages, step)? {
        step
    } else if step > 0 && reserve(storage, pages, EXTENT_PAGES)? {
        EXTENT_PAGES
    } else {
        return Err(StorageError::DataFull { path: storage.data.path().to_owned() });
    };
    lengthen(storage, &mut first, added, purpose)
}

/// Makes the file `wanted` pages long, rounded up to extents, if it is shorter. `DataFull` where the file system has no room for that.
pub fn grow_to(storage: &Storage, wanted: u32) -> Result<(), StorageError> {
    let full = || StorageError::DataFull { path: storage.data.path().to_owned() };
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

/// By how much the data file would grow now.
pub fn growth(storage: &Storage) -> FileGrowth {
    storage.data_growth.growth().unwrap_or_else(|| {
        let pages = storage.data.len().unwrap_or(0) / PAGE_SIZE as u64;
        let step = if pages < u64::from(LARGE_FILE) { GROWTH } else { LARGE_GROWTH };
        FileGrowth::Bytes(u64::from(step) * PAGE_SIZE as u64)
    })
}

/// The next step of a file of `pages`, in pages; none when it may not grow.
fn step_of(storage: &Storage, pages: u32) -> u32 {
    let length = u64::from(pages) * PAGE_SIZE as u64;
    let room = storage.data_growth.max_bytes().saturating_sub(length);
    let step = growth(storage).step(length);
    let extent = u64::from(EXTENT_PAGES) * PAGE_SIZE as u64;
    let extents = step.div_ceil(extent).min(room / extent);
    u32::try_from(extents).unwrap_or(u32::MAX / EXTENT_PAGES).min(u32::MAX / EXTENT_PAGES) * EXTENT_PAGES
}

/// The file has `added` pages more, which are reserved; `first` is its header.
fn lengthen<'a>(
    storage: &'a Storage,
    first: &mut PageMut<'a>,
    added: u32,
    purpose: Purpose,
) -> Result<(), StorageError> {
    let pages = header::pages(first);
    if !storage.is_temporary() {
        // By the pool, which knows whether a sync of this file failed before: then the file's length is not to be relied on.
        storage.pool.sync_file(storage.id)?;
    }
    let mut second = storage.pool.write(storage.id, HEADERS[1])?;
    let mut record = SystemRecord::new(purpose);
    HEADERS.iter().for_each(|copy| record.edit(*copy, Edit::FilePages(pages + added)));
    record.log(storage, vec![first, &mut second])
}

/// Reserves `added` pages behind the first `pages`; false when the disk (or the page number) has no room for them.
fn reserve(storage: &Storage, pages: u32, added: u32) -> Result<bool, StorageError> {
    if pages.checked_add(added).is_none() {
        return Ok(false);
    }
    let bytes = |pages: u32| u64::from(pages) * PAGE_SIZE as u64;
    match storage.data.allocate(bytes(pages), bytes(added)) {
        Ok(()) => Ok(true),
        Err(error) if error.is_disk_full() => Ok(false),
        Err(error) => Err(StorageError::File(error)),
    }
}

/// The header copies.
pub(crate) const HEADERS: [PageId; 2] = [PageId::primary(0), PageId::primary(1)];
/// 8 MB.
const GROWTH: u32 = 1024;
/// 64 MB.
const LARGE_GROWTH: u32 = 8192;
/// From 64 MB on a file grows by [`LARGE_GROWTH`].
const LARGE_FILE: u32 = 8192;
