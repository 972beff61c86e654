//! Allocation of extents and growth of data files.
//!
//! Latches are taken in this order: the object's IAM root, GAM page, header copies, the object's
//! other IAM pages. At a growth, the file system reserves the space and the file's new length is
//! synced *before* a system record changes the header. Only then are its pages allocated. So a full
//! disk is met here, never by a later write of a page.
//!
//! The files of a filegroup share new extents in proportion to their free ones
//! (`sluice_txn::FilegroupSpace`). If none has a free extent, one file grows, each in its turn.

use crate::edit::Edit;
use crate::file::FIRST_OBJECT_EXTENT;
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::header;
use crate::layout::{EXTENT_PAGES, Extent};
use crate::system::{Purpose, SystemRecord, damaged};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{FileId, FilegroupId, ObjectId, PageId};
use sluice_base::usage::SpaceUse;
use sluice_base::waits::note_space;
use sluice_buffer::{PAGE_SIZE, PageMut, PageRef, PageType, page};
use sluice_txn::{DataFileSpace, FilegroupSpace, Storage, StorageError};

/// A free extent, reserved by the latch of its GAM page. The caller's system record marks it as
/// used.
pub(crate) struct FreeExtent<'a> {
    /// The GAM page with the extent's bit.
    pub(crate) gam: PageMut<'a>,
    /// The extent.
    pub(crate) extent: Extent,
}

impl FreeExtent<'_> {
    /// Adds the edit "extent is used" to a record.
    pub(crate) fn mark(&self, record: &mut SystemRecord) {
        record.edit(self.gam.id(), Edit::Extent { bit: gam::bit_of(self.extent), used: true });
    }

    /// Returns the `index`-th page of the extent, from 0 to 7.
    pub(crate) fn page(&self, index: u32) -> PageId {
        self.extent.page(index)
    }
}

/// Counts extents for the session whose request this thread runs, if they are tempdb's.
pub(crate) fn note_use(storage: &Storage, space: SpaceUse, extents: u64) {
    if storage.is_temporary() {
        note_space(space, extents * u64::from(EXTENT_PAGES));
    }
}

/// The search for a free extent in one file.
enum Search<'a> {
    Found(FreeExtent<'a>),
    /// No extent of a file of this many pages is free.
    Full(u32),
}

/// Takes the lowest free extent of a file of the filegroup. Grows a file if there is none. The GAM
/// page stays latched exclusively in the result until the caller's record marks the extent. With
/// several files, their free extents decide. Fails with `DataFull` if none can grow.
pub(crate) fn take(
    storage: &Storage,
    filegroup: FilegroupId,
    purpose: Purpose,
) -> Result<FreeExtent<'_>, StorageError> {
    let Some(group) = storage.space.filegroup(filegroup) else {
        return Err(full(storage, storage.space.primary()));
    };
    match &group.files[..] {
        [only] => loop {
            match search(storage, only, purpose)? {
                Search::Found(free) => return Ok(free),
                Search::Full(_) if only.is_closing() => return Err(full(storage, only)),
                Search::Full(seen) if grow(storage, only, seen, purpose)? => {}
                Search::Full(_) => return Err(full(storage, only)),
            }
        },
        _ => take_of_several(storage, &group, purpose),
    }
}

fn take_of_several<'a>(
    storage: &'a Storage,
    group: &FilegroupSpace,
    purpose: Purpose,
) -> Result<FreeExtent<'a>, StorageError> {
    loop {
        while let Some(file) = group.next_file() {
            match search(storage, &file, purpose)? {
                Search::Found(free) => return Ok(free),
                Search::Full(_) => group.note_full(file.id),
            }
        }
        let mut free = free_extents(storage, group)?;
        if free.iter().all(|(_, count)| *count == 0) {
            grow_one(storage, group, purpose)?;
            free = free_extents(storage, group)?;
        }
        group.set_free(&free);
    }
}

/// Returns the free extents of the filegroup's files that may be used.
fn free_extents(storage: &Storage, group: &FilegroupSpace) -> Result<Vec<(FileId, u32)>, StorageError> {
    let open = group.files.iter().filter(|file| !file.is_closing());
    let count = |file: &DataFileSpace| {
        let extents = file_pages(storage, file.id)? / EXTENT_PAGES;
        Ok((file.id, extents.saturating_sub(used_extents(storage, file.id)?)))
    };
    open.map(|file| count(file)).collect()
}

/// Grows the next file of the filegroup that can grow.
fn grow_one(storage: &Storage, group: &FilegroupSpace, purpose: Purpose) -> Result<(), StorageError> {
    for file in group.files_to_grow() {
        let seen = file_pages(storage, file.id)?;
        if grow(storage, &file, seen, purpose)? {
            group.note_grown(file.id);
            return Ok(());
        }
    }
    Err(full(storage, group.files.last().unwrap_or(storage.space.primary())))
}

/// Returns the error of a file whose filegroup has no room.
fn full(storage: &Storage, file: &DataFileSpace) -> StorageError {
    let filegroup = storage.space.filegroup(file.filegroup).map_or_else(String::new, |group| group.name.to_string());
    StorageError::DataFull { path: file.handle.path().to_owned(), filegroup }
}

/// Searches a file for its lowest free extent.
fn search<'a>(storage: &'a Storage, file: &DataFileSpace, purpose: Purpose) -> Result<Search<'a>, StorageError> {
    let mut index = 0;
    loop {
        let before = file_pages(storage, file.id)?;
        if before <= gam::page_at(file.id, index).page {
            return Ok(Search::Full(before));
        }
        let gam = match latch_gam(storage, file, index, purpose) {
            Ok(Some(gam)) => gam,
            Ok(None) => return Ok(Search::Full(before)),
            // The file was shrunk meanwhile, and the map with it.
            Err(_) if file_pages(storage, file.id)? <= gam::page_at(file.id, index).page => {
                return Ok(Search::Full(before));
            }
            Err(error) => return Err(error),
        };
        let base = index * EXTENTS_PER_GAM;
        let pages = file_pages(storage, file.id)?;
        let limit = (pages / EXTENT_PAGES).saturating_sub(base).min(EXTENTS_PER_GAM);
        if let Some(bit) = gam::find_free(&gam, limit) {
            return Ok(Search::Found(FreeExtent { gam, extent: Extent { file: file.id, number: base + bit } }));
        }
        if limit < EXTENTS_PER_GAM {
            return Ok(Search::Full(pages));
        }
        index += 1;
    }
}

/// Returns a file's size in pages, from its header. Fails with damage if that isn't a header.
pub fn file_pages(storage: &Storage, file: FileId) -> Result<u32, StorageError> {
    let [id, _] = headers(file);
    let first = storage.pool.read(storage.id, id)?;
    if !header::is_header(&first) {
        return Err(damaged(storage, id, "it is no file header"));
    }
    Ok(header::pages(&first))
}

/// Reads the GAM page of `extent`. `None` if the file was shrunk meanwhile and ends before it.
pub(crate) fn map_of(storage: &Storage, extent: Extent) -> Result<Option<PageRef<'_>>, StorageError> {
    let id = gam::page_of(extent);
    match storage.pool.read(storage.id, id) {
        Err(_) if file_pages(storage, extent.file)? <= id.page => Ok(None),
        read => Ok(Some(read?)),
    }
}

/// Returns the number of used extents of a file, its system pages included. Counted from the GAM
/// pages, each as of the moment of its reading.
pub fn used_extents(storage: &Storage, file: FileId) -> Result<u32, StorageError> {
    let extents = file_pages(storage, file)? / EXTENT_PAGES;
    let mut used = 0;
    for base in (0..extents).step_by(EXTENTS_PER_GAM as usize) {
        let Some(map) = map_of(storage, Extent { file, number: base })? else { continue };
        let bits = 0..EXTENTS_PER_GAM.min(extents - base);
        used += bits.filter(|bit| gam::is_used(&map, *bit)).count() as u32;
    }
    Ok(used)
}

/// Returns the number of used extents of a file that were changed since the last full backup. Free
/// extents don't count, even if they were changed.
pub fn modified_extents(storage: &Storage, file: FileId) -> Result<u32, StorageError> {
    let numbers = storage.pool.changed_extents(storage.id, file, file_pages(storage, file)?)?;
    let changed: Vec<Extent> = numbers.into_iter().map(|number| Extent { file, number }).collect();
    let mut modified = 0;
    for extents in changed.chunk_by(|one, next| gam::page_of(*one) == gam::page_of(*next)) {
        let Some(map) = map_of(storage, extents[0])? else { continue };
        modified += extents.iter().filter(|extent| gam::is_used(&map, gam::bit_of(**extent))).count() as u32;
    }
    Ok(modified)
}

/// Whether no extent of a file is in use, apart from its system pages. For a file that is about to
/// be removed, no page of it changes any more after this. Waits for the latch of each GAM page.
pub fn is_empty_file(storage: &Storage, file: FileId) -> Result<bool, StorageError> {
    let extents = file_pages(storage, file)? / EXTENT_PAGES;
    for index in 0..extents.div_ceil(EXTENTS_PER_GAM) {
        // Latched exclusively: a thread that takes an extent of this page marks it before.
        let map = storage.pool.write(storage.id, gam::page_at(file, index))?;
        let system = if index == 0 { FIRST_OBJECT_EXTENT } else { 1 };
        if (system..EXTENTS_PER_GAM).any(|bit| gam::is_used(&map, bit)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Latches a GAM page, formatting it first if the file has just reached it. Returns `None` for a
/// file that is about to be removed. This is checked under the latch, so that the removal either
/// sees the caller's change or prevents it ([`is_empty_file`]).
fn latch_gam<'a>(
    storage: &'a Storage,
    file: &DataFileSpace,
    index: u32,
    purpose: Purpose,
) -> Result<Option<PageMut<'a>>, StorageError> {
    let id = gam::page_at(file.id, index);
    let mut gam = storage.pool.write(storage.id, id)?;
    if file.is_closing() {
        return Ok(None);
    }
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
    Ok(Some(gam))
}

/// Grows a file beyond `seen` pages, unless another session has done so. Returns false if it can't
/// grow.
fn grow(storage: &Storage, file: &DataFileSpace, seen: u32, purpose: Purpose) -> Result<bool, StorageError> {
    let mut first = storage.pool.write(storage.id, headers(file.id)[0])?;
    let pages = header::pages(&first);
    if pages > seen {
        return Ok(true);
    }
    // As for an extent: no header changes after the removal of the file has read it.
    if file.is_closing() {
        return Ok(false);
    }
    let step = step_of(file, pages);
    // On a nearly full disk the file grows by single extents.
    let added = if step > 0 && reserve(file, pages, step)? {
        step
    } else if step > 0 && reserve(file, pages, EXTENT_PAGES)? {
        EXTENT_PAGES
    } else {
        return Ok(false);
    };
    lengthen(storage, file, &mut first, added, purpose)?;
    Ok(true)
}

/// Grows a file to `wanted` pages, rounded up to extents, if it is shorter. Fails with `DataFull`
/// if the file system has no room. The space is reserved and the file's length synced before the
/// header says so. Also fails with `DataFull` for a file that is being removed.
pub fn grow_to(storage: &Storage, file: &DataFileSpace, wanted: u32) -> Result<(), StorageError> {
    let mut first = storage.pool.write(storage.id, headers(file.id)[0])?;
    let pages = header::pages(&first);
    let wanted = wanted.checked_next_multiple_of(EXTENT_PAGES).ok_or_else(|| full(storage, file))?;
    if pages >= wanted {
        return Ok(());
    }
    if file.is_closing() {
        return Err(full(storage, file));
    }
    if !reserve(file, pages, wanted - pages)? {
        return Err(full(storage, file));
    }
    lengthen(storage, file, &mut first, wanted - pages, Purpose::Work)
}

/// Makes the file of a page long enough for it, if it was shrunk since. For the rollback of a
/// creation that failed before it had an extent. Fails if the disk is full.
pub(crate) fn reach(storage: &Storage, id: PageId) -> Result<(), StorageError> {
    if id.page < file_pages(storage, id.file)? {
        return Ok(());
    }
    let Some(file) = storage.space.file(id.file) else { return Ok(()) };
    let mut first = storage.pool.write(storage.id, headers(id.file)[0])?;
    let pages = header::pages(&first);
    let missing = (id.page + 1).next_multiple_of(EXTENT_PAGES).saturating_sub(pages);
    if missing > 0 && !reserve(&file, pages, missing)? {
        return Err(full(storage, &file));
    }
    if missing > 0 { lengthen(storage, &file, &mut first, missing, Purpose::Undo) } else { Ok(()) }
}

/// Returns the current growth step of a data file: the step that was set, or the default for the
/// file's present length.
pub fn growth(file: &DataFileSpace) -> FileGrowth {
    file.growth.growth().unwrap_or_else(|| default_growth(file.handle.len().unwrap_or(0)))
}

/// Returns the growth step of a data file without FILEGROWTH, which is larger for files of many
/// pages.
pub fn default_growth(bytes: u64) -> FileGrowth {
    let step = if bytes / (PAGE_SIZE as u64) < u64::from(LARGE_FILE) { GROWTH } else { LARGE_GROWTH };
    FileGrowth::Bytes(u64::from(step) * PAGE_SIZE as u64)
}

/// Returns the next growth step of a file of `pages`, in pages; 0 if it may not grow.
fn step_of(file: &DataFileSpace, pages: u32) -> u32 {
    let length = u64::from(pages) * PAGE_SIZE as u64;
    let room = file.growth.max_bytes().saturating_sub(length);
    let step = growth(file).step(length);
    let extent = u64::from(EXTENT_PAGES) * PAGE_SIZE as u64;
    let extents = step.div_ceil(extent).min(room / extent);
    u32::try_from(extents).unwrap_or(u32::MAX / EXTENT_PAGES).min(u32::MAX / EXTENT_PAGES) * EXTENT_PAGES
}

/// Adds `added` reserved pages to the file size; `first` is the first header copy.
fn lengthen<'a>(
    storage: &'a Storage,
    file: &DataFileSpace,
    first: &mut PageMut<'a>,
    added: u32,
    purpose: Purpose,
) -> Result<(), StorageError> {
    let pages = header::pages(first);
    storage.settle_length(file.id)?;
    let copies = headers(file.id);
    let mut second = storage.pool.write(storage.id, copies[1])?;
    let mut record = SystemRecord::new(purpose);
    copies.iter().for_each(|copy| record.edit(*copy, Edit::FilePages(pages + added)));
    record.log(storage, vec![first, &mut second])
}

/// Reserves `added` pages behind the first `pages`. Returns false if the disk is full or page
/// numbers run out.
fn reserve(file: &DataFileSpace, pages: u32, added: u32) -> Result<bool, StorageError> {
    if pages.checked_add(added).is_none() {
        return Ok(false);
    }
    let bytes = |pages: u32| u64::from(pages) * PAGE_SIZE as u64;
    match file.handle.allocate(bytes(pages), bytes(added)) {
        Ok(()) => Ok(true),
        Err(error) if error.is_disk_full() => Ok(false),
        Err(error) => Err(StorageError::File(error)),
    }
}

/// Returns the pages of a file's header copies.
pub(crate) fn headers(file: FileId) -> [PageId; 2] {
    [0, 1].map(|page| PageId { file, page })
}

/// The growth step in pages: 8 MB.
const GROWTH: u32 = 1024;
/// The growth step of a large file in pages: 64 MB.
const LARGE_GROWTH: u32 = 8192;
/// The size in pages (64 MB) from which on a file grows by [`LARGE_GROWTH`].
const LARGE_FILE: u32 = 8192;
