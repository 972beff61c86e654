//! Reads the data files for a backup: every used extent, from the files, bypassing the pool. A log
//! backup includes the extents with pages that are in the log without their rows.
//!
//! There is no map of those extents (SQL Server's bulk changed map): their records are marked, and
//! a log backup reads all records anyway.

use crate::describe::unlogged_pages;
use crate::extent::file_pages;
use crate::file::{DOUBLE_WRITE_PAGE, FIRST_OBJECT_EXTENT, PAIR_PAGE};
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::layout::{EXTENT_PAGES, Extent};
use sluice_base::ids::{Lsn, PageId};
use sluice_buffer::{PAGE_SIZE, page};
use sluice_txn::{DataFileSpace, Record, Storage, StorageError};
use sluice_vfs::AlignedBuf;
use std::collections::BTreeSet;

/// Reads the used extents of all data files and returns their number of pages. The double-write
/// areas are skipped. Pages may be written meanwhile: a restore repairs the bytes with the log
/// since the checkpoint before. Each page is verified; a damaged page fails with
/// [`StorageError::Damaged`].
pub fn read_data(storage: &Storage) -> Result<u64, StorageError> {
    storage.space.files().iter().try_fold(0, |pages, file| Ok(pages + read_file(storage, file)?))
}

/// Reads, for a log backup, the extents with pages that loads have filled without logging it, by
/// the records between two LSNs. Returns their number of pages. An extent that is free by now is
/// left out. Fails as [`read_data`] does.
pub fn read_unlogged(storage: &Storage, from: Lsn, to: Lsn) -> Result<u64, StorageError> {
    let mut extents = BTreeSet::new();
    let mut stream = storage.log.stream(from, to);
    while let Some(found) = stream.next()? {
        if let Ok(record) = Record::decode(found.lsn, found.kind, found.body) {
            extents.extend(unlogged_pages(&record).into_iter().map(Extent::from_page));
        }
    }
    let files = storage.space.files();
    let mut buf = AlignedBuf::zeroed(EXTENT_PAGES as usize * PAGE_SIZE);
    extents.into_iter().try_fold(0, |pages, extent| {
        let Some(file) = files.iter().find(|file| file.id == extent.file) else { return Ok(pages) };
        Ok(pages + read_extent(storage, file, extent, &mut buf)?)
    })
}

fn read_file(storage: &Storage, file: &DataFileSpace) -> Result<u64, StorageError> {
    let extents = file_pages(storage, file.id)?.div_ceil(EXTENT_PAGES);
    let mut buf = AlignedBuf::zeroed(EXTENT_PAGES as usize * PAGE_SIZE);
    let mut pages = 0;
    for number in (0..extents).filter(|extent| !(1..FIRST_OBJECT_EXTENT).contains(extent)) {
        let extent = Extent { file: file.id, number };
        pages += read_extent(storage, file, extent, &mut buf)?;
    }
    Ok(pages)
}

/// Reads and verifies an extent. Returns its number of pages; 0 if it is free.
fn read_extent(
    storage: &Storage,
    file: &DataFileSpace,
    extent: Extent,
    buf: &mut AlignedBuf,
) -> Result<u64, StorageError> {
    let map = storage.pool.read(storage.id, gam::page_of(extent))?;
    let is_used = gam::is_used(&map, gam::bit_of(extent));
    drop(map);
    if !is_used {
        return Ok(0);
    }
    let offset = u64::from(extent.page(0).page) * PAGE_SIZE as u64;
    file.handle.read_at(buf, offset).map_err(StorageError::File)?;
    for (id, image) in extent.pages().zip(buf.chunks_exact(PAGE_SIZE)) {
        verify(storage, id, image)?;
    }
    Ok(u64::from(EXTENT_PAGES))
}

/// Fails if `image`, just read as the page `id`, is damaged. A page that is being written may be
/// read torn. It is in memory then, so the pool has the last word.
fn verify(storage: &Storage, id: PageId, image: &[u8]) -> Result<(), StorageError> {
    // The pair pages and the first map of changed extents are written beside the pool, and belong
    // to this file alone. So are the maps of further ranges, at the same places.
    let is_beside = (PAIR_PAGE..DOUBLE_WRITE_PAGE).contains(&(id.page % (EXTENTS_PER_GAM * EXTENT_PAGES)));
    if is_beside || page::verify(image, id, storage.guid()).is_valid() {
        return Ok(());
    }
    storage.pool.read(storage.id, id)?;
    Ok(())
}
