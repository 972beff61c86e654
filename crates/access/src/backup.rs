//! Reads the data files for a backup: every used extent, from the files, bypassing the pool.

use crate::extent::file_pages;
use crate::file::{DOUBLE_WRITE_PAGE, FIRST_OBJECT_EXTENT, PAIR_PAGE};
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::layout::{EXTENT_PAGES, Extent};
use sluice_base::ids::PageId;
use sluice_buffer::{PAGE_SIZE, page};
use sluice_txn::{DataFileSpace, Storage, StorageError};
use sluice_vfs::AlignedBuf;

/// Reads the used extents of all data files and returns their number of pages. The double-write
/// areas are skipped. Pages may be written meanwhile: a restore repairs the bytes with the log
/// since the checkpoint before. Each page is verified; a damaged page fails with
/// [`StorageError::Damaged`].
pub fn read_data(storage: &Storage) -> Result<u64, StorageError> {
    storage.space.files().iter().try_fold(0, |pages, file| Ok(pages + read_file(storage, file)?))
}

fn read_file(storage: &Storage, file: &DataFileSpace) -> Result<u64, StorageError> {
    let extents = file_pages(storage, file.id)?.div_ceil(EXTENT_PAGES);
    let mut buf = AlignedBuf::zeroed(EXTENT_PAGES as usize * PAGE_SIZE);
    let mut pages = 0;
    for number in (0..extents).filter(|extent| !(1..FIRST_OBJECT_EXTENT).contains(extent)) {
        let extent = Extent { file: file.id, number };
        let is_used = {
            let map = storage.pool.read(storage.id, gam::page_of(extent))?;
            gam::is_used(&map, gam::bit_of(extent))
        };
        if is_used {
            let offset = u64::from(extent.page(0).page) * PAGE_SIZE as u64;
            file.handle.read_at(&mut buf, offset).map_err(StorageError::File)?;
            for (id, image) in extent.pages().zip(buf.chunks_exact(PAGE_SIZE)) {
                verify(storage, id, image)?;
            }
            pages += u64::from(EXTENT_PAGES);
        }
    }
    Ok(pages)
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
