//! A new data file: its pages before the first object. All data files of a database have the same
//! layout.
//!
//! | pages | content |
//! |---|---|
//! | 0, 1 | the header, twice |
//! | 2 | boot page (primary file; zero in others) |
//! | 3 | first GAM page |
//! | 4, 5 | the log that the file belongs to (`sluice_buffer::pair`), in turn |
//! | 6, 7 | the extents changed since the last full backup (`sluice_buffer`), in turn |
//! | 8..73 | double-write area: directory and 64 copies |
//! | 73, 74 | the listing (primary file; zero in others), in turn |
//! | 75..80 | reserved: the rest of the last system extent |
//! | 80.. | extents of objects |

use crate::gam::{self, FIRST_GAM};
use crate::layout::{self, EXTENT_PAGES};
use crate::{boot_page, header};
use sluice_base::ids::{DatabaseGuid, FileId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{MAP_PAGE, PAGE_SIZE, PageType, first_map_page, page};
use sluice_txn::StorageError;
use sluice_vfs::{AlignedBuf, File};

/// Formats an empty file as a data file of `initial_pages` pages (at least the system pages). The
/// caller syncs the file and the folder; a file created at every start needs neither. Allocates the
/// space and writes the system pages. Fails with `DataFull` if the disk is full.
pub fn format(file: &Arc<dyn File>, id: FileId, guid: DatabaseGuid, initial_pages: u32) -> Result<(), StorageError> {
    let pages = initial_pages.max(FIRST_OBJECT_EXTENT * EXTENT_PAGES).next_multiple_of(EXTENT_PAGES);
    file.allocate(0, u64::from(pages) * PAGE_SIZE as u64).map_err(|error| {
        let full = error.is_disk_full();
        let path = file.path().to_owned();
        if full { StorageError::DataFull { path, filegroup: String::new() } } else { StorageError::File(error) }
    })?;
    let mut bytes = AlignedBuf::zeroed(SYSTEM_PAGES * PAGE_SIZE);
    for (number, image) in bytes.chunks_exact_mut(PAGE_SIZE).enumerate() {
        write_page(image, PageId { file: id, page: number as u32 }, guid, pages);
    }
    file.write_at(&bytes, 0).map_err(StorageError::File)
}

fn write_page(image: &mut [u8], id: PageId, guid: DatabaseGuid, pages: u32) {
    match id.page {
        0 | 1 => header::write(image, guid, pages, DOUBLE_WRITE_PAGE),
        boot_page::PAGE if id.file == FileId::PRIMARY => layout::format(image, PageType::BOOT.0, 0, false, ObjectId(0)),
        FIRST_GAM => {
            layout::format(image, PageType::GAM.0, 0, false, ObjectId(0));
            (0..FIRST_OBJECT_EXTENT).for_each(|extent| gam::set_used(image, extent, true));
        }
        MAP_PAGE => return image.copy_from_slice(&first_map_page(guid, id.file)),
        _ => return,
    }
    page::set_identity(image, id, guid);
    page::seal(image);
}

/// The first of the two pair pages.
pub const PAIR_PAGE: u32 = 4;
/// The first page of the double-write area.
pub const DOUBLE_WRITE_PAGE: u32 = 8;
/// The first of the two pages of the listing, which only the primary file uses.
pub(crate) const LISTING_PAGE: u32 = DOUBLE_WRITE_PAGE + DOUBLE_WRITE_PAGES;
/// The first extent of objects.
pub(crate) const FIRST_OBJECT_EXTENT: u32 = (DOUBLE_WRITE_PAGE + DOUBLE_WRITE_PAGES).div_ceil(EXTENT_PAGES);
/// The directory and the copies.
const DOUBLE_WRITE_PAGES: u32 = 1 + 64;
/// The number of pages that [`format`] writes.
const SYSTEM_PAGES: usize = MAP_PAGE as usize + 1;

const _: () = assert!(FIRST_OBJECT_EXTENT == 10, "documented above and in docs/file-format.md");
