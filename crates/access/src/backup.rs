//! Reads a data file for a backup: every used extent, from the file, bypassing the pool.

use crate::file::{DOUBLE_WRITE_PAGE, FIRST_OBJECT_EXTENT, PAIR_PAGE};
use crate::gam::{self, EXTENTS_PER_GAM};
use crate::header;
use crate::layout::EXTENT_PAGES;
use sluice_base::ids::PageId;
use sluice_buffer::{PAGE_SIZE, page};
use sluice_txn::{Storage, StorageError};
use sluice_vfs::AlignedBuf;

/// Reads the used extents of the data file and returns their number of pages. The double-write area
/// is skipped. Pages may be written meanwhile: a restore repairs the bytes with the log since the
/// checkpoint before. Each page is verified; a damaged page fails with
/// [`StorageError::Damaged`].
pub fn read_data(storage: &Storage) -> Result<u64, StorageError> {
    let file_pages = header::pages(&storage.pool.read(storage.id, PageId::primary(0))?);
    let extents = file_pages.div_ceil(EXTENT_PAGES);
    let mut buf = AlignedBuf::zeroed(EXTENT_PAGES as usize * PAGE_SIZE);
    let mut pages = 0;
    for extent in (0..extents).filter(|extent| !(1..FIRST_OBJECT_EXTENT).contains(extent)) {
        let is_used = {
            let map = storage.pool.read(storage.id, gam::page_of(extent))?;
            gam::is_used(&map, extent % EXTENTS_PER_GAM)
        };
        if is_used {
            let first = extent * EXTENT_PAGES;
            storage.space.file.read_at(&mut buf, u64::from(first) * PAGE_SIZE as u64).map_err(StorageError::File)?;
            for (number, image) in (first..).zip(buf.chunks_exact(PAGE_SIZE)) {
                verify(storage, PageId::primary(number), image)?;
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
