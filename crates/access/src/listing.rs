//! The listing: a copy of the database's row in the list of databases, in two pages of its primary
//! data file. A database is attached by it.
//!
//! ```text
//! pages 73 and 74 of the primary data file, written in turn
//!  48 sequence u64   one more with each writing; page 73 + sequence % 2 holds it
//!  56 length u32     of the bytes that follow at 96
//!  96 bytes          the row's value, defined by the owner of the list of databases
//! ```
//! The pages bypass the pool and the double-write area. If a power cut tears a write, the other
//! page has the listing before.

use crate::file::{FIRST_OBJECT_EXTENT, LISTING_PAGE};
use sluice_base::codec::{get_u32, get_u64, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, FileId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{DamageLocation, StorageError};
use sluice_vfs::{AlignedBuf, File};

/// Returns the newest listing in the primary data file of the database `guid`, or `None` if no
/// listing was ever written. Fails if no page has a readable listing, but a page was written. The
/// page of another database isn't readable.
pub fn read_listing(file: &Arc<dyn File>, guid: DatabaseGuid) -> Result<Option<Vec<u8>>, StorageError> {
    let found = read(file, guid)?;
    if found.bytes.is_none() && found.is_damaged {
        let what = "the listing of the database's files is damaged; restore the database from a backup".to_owned();
        let place = DamageLocation::Page(PageId::primary(LISTING_PAGE));
        return Err(StorageError::Damaged { path: file.path().to_owned(), place, what });
    }
    Ok(found.bytes)
}

/// Whether a listing was ever written to the file, readable or not.
pub fn has_listing(file: &Arc<dyn File>, guid: DatabaseGuid) -> Result<bool, StorageError> {
    let found = read(file, guid)?;
    Ok(found.bytes.is_some() || found.is_damaged)
}

/// Writes the listing, unless the file has it already. Returns whether it has written; then the
/// caller syncs the file. It goes to the page that doesn't hold the newest listing, so a torn write
/// leaves that one. Panics if `bytes` are longer than the page holds.
pub fn write_listing(file: &Arc<dyn File>, guid: DatabaseGuid, bytes: &[u8]) -> Result<bool, StorageError> {
    assert!(bytes.len() <= BYTES_MAX, "a row of a tree has fewer bytes");
    let found = read(file, guid)?;
    if found.bytes.as_deref() == Some(bytes) {
        return Ok(false);
    }
    write(file, guid, (found.sequence + 1, bytes))?;
    Ok(true)
}

/// Writes the newest listing once more, in its place: after a failed sync a system may show bytes
/// that it loses in a power cut. Returns whether there is a listing; then the caller syncs the
/// file.
pub fn rewrite_listing(file: &Arc<dyn File>, guid: DatabaseGuid) -> Result<bool, StorageError> {
    match read(file, guid)? {
        FoundListing { sequence, bytes: Some(bytes), .. } => write(file, guid, (sequence, &bytes)).map(|()| true),
        _ => Ok(false),
    }
}

fn write(file: &Arc<dyn File>, guid: DatabaseGuid, (sequence, bytes): (u64, &[u8])) -> Result<(), StorageError> {
    let number = page_of(sequence);
    let mut image = AlignedBuf::zeroed(PAGE_SIZE);
    page::set_identity(&mut image, PageId::primary(number), guid);
    page::set_page_type(&mut image, PageType::LISTING);
    put_u64(&mut image, SEQUENCE, sequence);
    put_u32(&mut image, LENGTH, bytes.len() as u32);
    image[BYTES..BYTES + bytes.len()].copy_from_slice(bytes);
    page::seal(&mut image);
    file.write_at(&image, offset_of(number)).map_err(StorageError::File)
}

/// Returns the number of the data file that a file's first pages name, or `None` if neither header
/// copy is readable. The database isn't checked. Fails only if the file can't be read.
pub fn file_number(file: &Arc<dyn File>) -> Result<Option<FileId>, StorageError> {
    if file.len().map_err(StorageError::File)? < 2 * PAGE_SIZE as u64 {
        return Ok(None);
    }
    let mut copies = AlignedBuf::zeroed(2 * PAGE_SIZE);
    file.read_at(&mut copies, 0).map_err(StorageError::File)?;
    let named = (0..).zip(copies.chunks_exact(PAGE_SIZE)).find_map(|(number, copy)| {
        let id = PageId { page: number, ..page::id(copy) };
        let is_whole = page::verify(copy, id, page::guid(copy)) == page::Verdict::Ok;
        (is_whole && page::page_type(copy) == PageType::FILE_HEADER).then_some(id.file)
    });
    Ok(named)
}

struct FoundListing {
    /// 0 without a readable page.
    sequence: u64,
    bytes: Option<Vec<u8>>,
    is_damaged: bool,
}

fn read(file: &Arc<dyn File>, guid: DatabaseGuid) -> Result<FoundListing, StorageError> {
    let mut found = FoundListing { sequence: 0, bytes: None, is_damaged: false };
    let mut pages = AlignedBuf::zeroed(2 * PAGE_SIZE);
    file.read_at(&mut pages, offset_of(LISTING_PAGE)).map_err(StorageError::File)?;
    for (number, image) in (LISTING_PAGE..).zip(pages.chunks_exact(PAGE_SIZE)) {
        let length = get_u32(image, LENGTH) as usize;
        match page::verify(image, PageId::primary(number), guid) {
            page::Verdict::Ok if page::page_type(image) == PageType::LISTING && length <= BYTES_MAX => {
                let sequence = get_u64(image, SEQUENCE);
                if sequence > found.sequence {
                    (found.sequence, found.bytes) = (sequence, Some(image[BYTES..BYTES + length].to_vec()));
                }
            }
            page::Verdict::NeverWritten => {}
            _ => found.is_damaged = true,
        }
    }
    Ok(found)
}

/// Returns the page of the listing with this sequence.
fn page_of(sequence: u64) -> u32 {
    LISTING_PAGE + (sequence % 2) as u32
}

fn offset_of(number: u32) -> u64 {
    u64::from(number) * PAGE_SIZE as u64
}

const SEQUENCE: usize = 48;
const LENGTH: usize = 56;
const BYTES: usize = 96;
const BYTES_MAX: usize = PAGE_SIZE - BYTES;

const _: () = assert!(LISTING_PAGE + 2 <= FIRST_OBJECT_EXTENT * crate::layout::EXTENT_PAGES);

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_vfs::mem::{CrashMode, MemFs};
    use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
    use std::path::Path;

    const GUID: DatabaseGuid = DatabaseGuid(77);

    const CREATED: OpenOptions =
        OpenOptions { create: Create::New, access: Access::Buffered, durability: Durability::Deferred };

    fn new_file() -> Arc<dyn File> {
        let file = MemFs::new(1).open(Path::new("/d.mdf"), CREATED).unwrap();
        crate::format(&file, FileId::PRIMARY, GUID, 80).unwrap();
        file
    }

    #[test]
    fn newest_listing_is_read_and_torn_write_leaves_the_one_before() {
        let file = new_file();
        assert_eq!(read_listing(&file, GUID).unwrap(), None);
        assert!(!has_listing(&file, GUID).unwrap());
        for listing in [&b"one"[..], b"two, longer", b""] {
            assert!(write_listing(&file, GUID, listing).unwrap());
            assert!(!write_listing(&file, GUID, listing).unwrap(), "it has it already");
            assert_eq!(read_listing(&file, GUID).unwrap().as_deref(), Some(listing));
        }
        // The third listing is on the second page.
        file.write_at(&[0xAA; 512], offset_of(page_of(3)) + 512).unwrap();
        assert_eq!(read_listing(&file, GUID).unwrap().as_deref(), Some(&b"two, longer"[..]));
        file.write_at(&[0xAA; 512], offset_of(page_of(2)) + 512).unwrap();
        assert!(matches!(read_listing(&file, GUID), Err(StorageError::Damaged { .. })));
        assert!(has_listing(&file, GUID).unwrap());
    }

    #[test]
    fn rewritten_listing_survives_after_failed_sync() {
        let path = Path::new("/d.mdf");
        let disk = MemFs::new(1);
        let file = disk.open(path, CREATED).unwrap();
        crate::format(&file, FileId::PRIMARY, GUID, 80).unwrap();
        assert!(!rewrite_listing(&file, GUID).unwrap(), "there is none");
        write_listing(&file, GUID, b"one").unwrap();
        file.sync().unwrap();
        disk.sync_dir(Path::new("/")).unwrap();
        write_listing(&file, GUID, b"two").unwrap();
        // The sync fails, and the system drops what it had to write.
        disk.lose_unsynced(path);
        let after_power_cut = |disk: &MemFs| {
            let disk = disk.crash_copy(1, CrashMode::LOSE_UNSYNCED);
            let file = disk.open(path, OpenOptions { create: Create::Never, ..CREATED }).unwrap();
            read_listing(&file, GUID).unwrap().unwrap()
        };
        assert!(!write_listing(&file, GUID, b"two").unwrap(), "it shows the lost listing");
        file.sync().unwrap();
        assert_eq!(after_power_cut(&disk), b"one");
        assert!(rewrite_listing(&file, GUID).unwrap());
        file.sync().unwrap();
        assert_eq!(after_power_cut(&disk), b"two");
    }

    #[test]
    fn header_names_the_file() {
        let file = new_file();
        assert_eq!(file_number(&file).unwrap(), Some(FileId::PRIMARY));
        file.write_at(&[0; PAGE_SIZE], 0).unwrap();
        assert_eq!(file_number(&file).unwrap(), Some(FileId::PRIMARY), "the second copy");
        file.write_at(&[0; PAGE_SIZE], PAGE_SIZE as u64).unwrap();
        assert_eq!(file_number(&file).unwrap(), None);
    }
}
