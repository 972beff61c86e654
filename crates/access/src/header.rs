//! A data file's header, in two copies: pages 0 and 1 have the same body, so either may be
//! damaged alone.
//!
//! | offset | size | field |
//! |---|---|---|
//! | 96 | 8 | magic `SLUICEDB` |
//! | 104 | 4 | format version |
//! | 108 | 4 | collation version |
//! | 112 | 8 | compatible feature bits: an older Sluice may ignore unknown ones |
//! | 120 | 8 | incompatible feature bits: an unknown one makes a Sluice refuse the file |
//! | 128 | 8 | the database's guid |
//! | 136 | 4 | size of the file in pages |
//! | 140 | 4 | first page of the double-write area |
//! | 144 | 4 | id of the key that pages are encrypted with; 0: none |
//! | 148 | 4 | codec of pages u8, reserved; 0: none |
//!
//! The size determines the pages that may be allocated. A system record over both copies changes
//! it, and only after the file system has reserved the space and the file's length is synced. So a
//! file shorter than its header's size was truncated.

use crate::layout::{BODY, format};
use sluice_base::codec::{get_u32, get_u64, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, FileId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{DamageLocation, StorageError};
use sluice_vfs::{AlignedBuf, File};

/// The fields of a data file's header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataHeader {
    /// The guid of the database.
    pub guid: DatabaseGuid,
    /// The number of pages, as of the header's last write-back; redo may increase it.
    pub pages: u32,
    /// The version of the file format.
    pub format_version: u32,
    /// The version of the collations of the keys.
    pub collation_version: u32,
    /// The feature bits that an older Sluice may ignore.
    pub compatible: u64,
    /// The feature bits that must be known to use the file.
    pub incompatible: u64,
    /// The first page of the double-write area.
    pub double_write_page: u32,
    /// The damaged header copy, if any; [`mend_header`] restores it.
    pub damaged_copy: Option<u32>,
}

/// Reads the header of the file `id` from a valid copy. If both are valid, which may differ after a
/// crash, the later wins. A file with another id is refused. Accepts the format before, too
/// ([`DataHeader::is_earlier`]). The result says which copy is damaged. Fails if both are damaged,
/// or for unknown versions, features and collations.
pub fn read_header(file: &Arc<dyn File>, id: FileId) -> Result<DataHeader, StorageError> {
    let length = file.len().map_err(StorageError::File)?;
    if length < 2 * PAGE_SIZE as u64 {
        return Err(damaged(file, id, format!("{length} bytes are too short for a data file")));
    }
    let mut copies = AlignedBuf::zeroed(2 * PAGE_SIZE);
    file.read_at(&mut copies, 0).map_err(StorageError::File)?;
    let (first, second) = copies.split_at(PAGE_SIZE);
    let (first, second) =
        (decode_copy(first, PageId { file: id, page: 0 }), decode_copy(second, PageId { file: id, page: 1 }));
    let (newer, damaged_copy) = match (first, second) {
        (Ok(first), Ok(second)) => (if second.1 > first.1 { second.0 } else { first.0 }, None),
        (Ok(first), Err(_)) => (first.0, Some(1)),
        (Err(_), Ok(second)) => (second.0, Some(0)),
        (Err(first), Err(second)) => {
            return Err(damaged(
                file,
                id,
                format!("both header copies are damaged: page 0: {first}; page 1: {second}"),
            ));
        }
    };
    let header = DataHeader { damaged_copy, ..newer };
    if !(EARLIER_VERSION..=FORMAT_VERSION).contains(&header.format_version) || header.incompatible != 0 {
        let (version, bits) = (header.format_version, header.incompatible);
        return Err(damaged(
            file,
            id,
            format!("format version {version} with features {bits:#x} is unknown to this program"),
        ));
    }
    if header.collation_version != COLLATION_VERSION {
        // Its keys are sorted in an order this program does not know.
        let version = header.collation_version;
        return Err(damaged(
            file,
            id,
            format!("its keys are ordered by collation version {version}, which is unknown to this program"),
        ));
    }
    if length < u64::from(header.pages) * PAGE_SIZE as u64 {
        return Err(damaged(file, id, format!("the header says {} pages, the file has {length} bytes", header.pages)));
    }
    Ok(header)
}

impl DataHeader {
    /// Whether the file has the format before, and must be converted before it is used.
    pub fn is_earlier(&self) -> bool {
        self.format_version == EARLIER_VERSION
    }
}

/// Restores the damaged header copy found by [`read_header`], if any, from the other copy, and
/// syncs. Called before the database is opened. An older copy is fine, since redo updates it.
pub fn mend_header(file: &Arc<dyn File>, found: &DataHeader) -> Result<(), StorageError> {
    let Some(bad) = found.damaged_copy else { return Ok(()) };
    let mut copy = AlignedBuf::zeroed(PAGE_SIZE);
    file.read_at(&mut copy, offset_of(1 - bad)).map_err(StorageError::File)?;
    let (guid, id) = (page::guid(&copy), page::id(&copy));
    page::set_identity(&mut copy, PageId { page: bad, ..id }, guid);
    page::seal(&mut copy);
    file.write_at(&copy, offset_of(bad)).map_err(StorageError::File)?;
    file.sync().map_err(StorageError::File)
}

/// Formats `bytes` as a header copy. The checksum and the page's identity are the caller's.
pub(crate) fn write(bytes: &mut [u8], guid: DatabaseGuid, pages: u32, double_write_page: u32) {
    format(bytes, PageType::FILE_HEADER.0, 0, false, ObjectId(0));
    bytes[MAGIC..MAGIC + 8].copy_from_slice(MAGIC_BYTES);
    put_u32(bytes, VERSION, FORMAT_VERSION);
    put_u32(bytes, COLLATION, COLLATION_VERSION);
    put_u64(bytes, GUID, guid.0);
    put_u32(bytes, PAGES, pages);
    put_u32(bytes, DOUBLE_WRITE, double_write_page);
}

/// Sets the present format version in a header copy of the version before.
pub(crate) fn set_current_version(bytes: &mut [u8]) {
    put_u32(bytes, VERSION, FORMAT_VERSION);
}

/// Sets the database's identity in a header copy.
pub(crate) fn set_guid(bytes: &mut [u8], guid: DatabaseGuid) {
    put_u64(bytes, GUID, guid.0);
}

/// Returns the file's size in pages.
pub(crate) fn pages(bytes: &[u8]) -> u32 {
    get_u32(bytes, PAGES)
}

/// Sets [`pages`].
pub(crate) fn set_pages(bytes: &mut [u8], pages: u32) {
    put_u32(bytes, PAGES, pages);
}

/// Whether the page has a header's type and magic.
pub(crate) fn is_header(bytes: &[u8]) -> bool {
    page::page_type(bytes) == PageType::FILE_HEADER && bytes[MAGIC..MAGIC + 8] == *MAGIC_BYTES
}

/// Decodes one copy and its LSN, or returns the reason it is invalid.
fn decode_copy(bytes: &[u8], id: PageId) -> Result<(DataHeader, u64), String> {
    let verdict = page::verify(bytes, id, page::guid(bytes));
    if verdict != page::Verdict::Ok {
        return Err(verdict.to_string());
    }
    let guid = DatabaseGuid(get_u64(bytes, GUID));
    if !is_header(bytes) || page::guid(bytes) != guid {
        return Err("it is no file header of Sluice".to_owned());
    }
    if get_u32(bytes, KEY) != 0 || get_u32(bytes, CODEC) != 0 {
        return Err("its pages have a codec or a key that is unknown to this program".to_owned());
    }
    let header = DataHeader {
        guid,
        pages: pages(bytes),
        format_version: get_u32(bytes, VERSION),
        collation_version: get_u32(bytes, COLLATION),
        compatible: get_u64(bytes, COMPATIBLE),
        incompatible: get_u64(bytes, INCOMPATIBLE),
        double_write_page: get_u32(bytes, DOUBLE_WRITE),
        damaged_copy: None,
    };
    Ok((header, page::lsn(bytes).0))
}

fn offset_of(number: u32) -> u64 {
    u64::from(number) * PAGE_SIZE as u64
}

/// Returns the error of a file that can't be used, with the remedy.
fn damaged(file: &Arc<dyn File>, id: FileId, what: String) -> StorageError {
    let what = format!("{what}. Nothing was changed; put back the whole file, or restore the database from a backup");
    StorageError::Damaged {
        path: file.path().to_owned(),
        place: DamageLocation::Page(PageId { file: id, page: 0 }),
        what,
    }
}

const MAGIC_BYTES: &[u8; 8] = b"SLUICEDB";
const FORMAT_VERSION: u32 = 6;
/// The version that [`crate::convert_data`] converts.
const EARLIER_VERSION: u32 = 5;
const COLLATION_VERSION: u32 = 2;
const MAGIC: usize = BODY;
const VERSION: usize = 104;
const COLLATION: usize = 108;
const COMPATIBLE: usize = 112;
const INCOMPATIBLE: usize = 120;
const GUID: usize = 128;
const PAGES: usize = 136;
const DOUBLE_WRITE: usize = 140;
const KEY: usize = 144;
const CODEC: usize = 148;
