//! The common header of every page: identity, last change, and checksum.
//!
//! ```text
//!  0 checksum u32   crc32c of bytes 4..8192, set when the page is written to its file
//!  4 type u8        PageType            5 format version u8       6 flags u16 (access's)
//!  8 page u32       number in the file 12 file u16      14 codec u8, 15 reserved u8
//! 16 lsn u64        last log record whose change the page holds
//! 24 object i32     owner              28 epoch u32 (snapshots, later)
//! 32 guid u64       the database's     40 log epoch u32, as of the last write   44 key id u32
//! ```
//! Bytes 48.. belong to the owner of the page's type. All numbers are little-endian.
//!
//! Invariant: a page in a file either is all zero (never written: valid, LSN 0) or has a correct
//! checksum, its own number and its database's guid.

use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{DatabaseGuid, FileId, Lsn, ObjectId, PageId};

/// Bytes of a page.
pub const PAGE_SIZE: usize = 8192;

/// The number of a file's first pages that each have its header.
pub(crate) const HEADER_COPIES: u32 = 2;

/// Bytes of the common header.
pub const PAGE_HEADER: usize = 48;

/// Version of the common header that this code writes.
pub const PAGE_FORMAT: u8 = 1;

/// The purpose of a page. Open for extension: a type unknown to this code is not an error here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PageType(pub u8);

impl PageType {
    /// Not formatted yet.
    pub const NONE: PageType = PageType(0);
    /// Rows of a heap, or of a leaf or inner level of a B+tree, as `access` defines.
    pub const DATA: PageType = PageType(1);
    /// A page of a B+tree.
    pub const INDEX: PageType = PageType(2);
    /// Bytes of a long value.
    pub const LOB: PageType = PageType(3);
    /// An inner node of a long value: the list of its pages.
    pub const LOB_NODE: PageType = PageType(4);
    /// Global allocation map: the free extents.
    pub const GAM: PageType = PageType(8);
    /// Index allocation map: the extents of an object.
    pub const IAM: PageType = PageType(10);
    /// Boot page: the location of the catalog.
    pub const BOOT: PageType = PageType(13);
    /// File header.
    pub const FILE_HEADER: PageType = PageType(15);
    /// Row versions, in a temporary database.
    pub const ROW_VERSIONS: PageType = PageType(33);
    /// Bytes that a statement keeps while it runs, in a temporary database.
    pub const WORK: PageType = PageType(34);
    /// The log that the file belongs to (`pair`).
    pub const PAIR: PageType = PageType(31);
    /// A map of the extents changed since the last full backup.
    pub const CHANGED_MAP: PageType = PageType(16);
    /// A copy of the database's row in the list of databases.
    pub const LISTING: PageType = PageType(17);
    /// Directory of the double-write area.
    pub const DOUBLE_WRITE: PageType = PageType(32);
}

/// The result of [`verify`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The requested page, whole.
    Ok,
    /// All zero: reserved space that was never written. A valid page with LSN 0.
    NeverWritten,
    /// The bytes differ from the written bytes.
    BadChecksum {
        /// The checksum stored in the page.
        stored: u32,
        /// The checksum of the page's bytes.
        computed: u32,
    },
    /// A whole page, but another page: a write or a read was misdirected.
    WrongPage {
        /// The id stored in the page.
        found: PageId,
    },
    /// A whole page of another database.
    WrongDatabase {
        /// The database identity stored in the page.
        found: DatabaseGuid,
    },
}

impl Verdict {
    /// Whether the page may be used.
    pub fn is_valid(self) -> bool {
        matches!(self, Verdict::Ok | Verdict::NeverWritten)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Ok => write!(f, "it is whole"),
            Verdict::NeverWritten => write!(f, "it was never written"),
            Verdict::BadChecksum { stored, computed } => {
                write!(f, "its checksum is {stored:08x} but its bytes have {computed:08x}")
            }
            Verdict::WrongPage { found } => write!(f, "page {found} is in its place (a misdirected write or read)"),
            Verdict::WrongDatabase { found } => {
                write!(f, "a page of another database ({:016x}) is in its place", found.0)
            }
        }
    }
}

/// Sets version, number and database in the empty page `bytes`. The other bytes are unchanged.
pub fn set_identity(bytes: &mut [u8], id: PageId, guid: DatabaseGuid) {
    bytes[VERSION] = PAGE_FORMAT;
    put_u32(bytes, PAGE_NO, id.page);
    put_u16(bytes, FILE, id.file.0);
    put_u64(bytes, GUID, guid.0);
}

/// Sets the checksum: the last step before a copy is written.
pub fn seal(bytes: &mut [u8]) {
    let checksum = checksum(bytes);
    put_u32(bytes, CHECKSUM, checksum);
}

/// Verifies a page that was read as `id` of the database `guid`. A page of zeros is `NeverWritten`.
/// The first difference counts: checksum, then database, then page id. The contents aren't checked.
pub fn verify(bytes: &[u8], id: PageId, guid: DatabaseGuid) -> Verdict {
    let (stored, computed) = (get_u32(bytes, CHECKSUM), checksum(bytes));
    if stored != computed {
        let never_written = bytes.iter().all(|byte| *byte == 0);
        return if never_written { Verdict::NeverWritten } else { Verdict::BadChecksum { stored, computed } };
    }
    if self::guid(bytes) != guid {
        return Verdict::WrongDatabase { found: self::guid(bytes) };
    }
    if self::id(bytes) != id {
        return Verdict::WrongPage { found: self::id(bytes) };
    }
    Verdict::Ok
}

/// Returns the checksum that the page should have: crc32c of all bytes after the checksum field.
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32c::crc32c(&bytes[CHECKSUM + 4..PAGE_SIZE])
}

/// Returns the checksum stored in the page.
pub fn stored_checksum(bytes: &[u8]) -> u32 {
    get_u32(bytes, CHECKSUM)
}

/// Returns the id stored in the page.
pub fn id(bytes: &[u8]) -> PageId {
    PageId { file: FileId(get_u16(bytes, FILE)), page: get_u32(bytes, PAGE_NO) }
}

/// Returns the database identity stored in the page.
pub fn guid(bytes: &[u8]) -> DatabaseGuid {
    DatabaseGuid(get_u64(bytes, GUID))
}

/// Sets the database identity alone.
pub(crate) fn set_guid(bytes: &mut [u8], guid: DatabaseGuid) {
    put_u64(bytes, GUID, guid.0);
}

/// Returns the page's type.
pub fn page_type(bytes: &[u8]) -> PageType {
    PageType(bytes[TYPE])
}

/// Sets the page's type.
pub fn set_page_type(bytes: &mut [u8], page_type: PageType) {
    bytes[TYPE] = page_type.0;
}

/// Returns the version of the header's format.
pub fn format_version(bytes: &[u8]) -> u8 {
    bytes[VERSION]
}

/// Whether the page's body is encoded or encrypted, which this code never does.
pub fn has_encoding(bytes: &[u8]) -> bool {
    bytes[CODEC] != 0 || get_u32(bytes, KEY) != 0
}

/// Returns the flags, whose meaning the owner of the page type defines.
pub fn flags(bytes: &[u8]) -> u16 {
    get_u16(bytes, FLAGS)
}

/// Sets the flags.
pub fn set_flags(bytes: &mut [u8], flags: u16) {
    put_u16(bytes, FLAGS, flags);
}

/// Returns the LSN of the last log record whose change is in the page.
pub fn lsn(bytes: &[u8]) -> Lsn {
    Lsn(get_u64(bytes, LSN))
}

/// Sets the LSN.
pub fn set_lsn(bytes: &mut [u8], lsn: Lsn) {
    put_u64(bytes, LSN, lsn.0);
}

/// Returns the object that owns the page.
pub fn object(bytes: &[u8]) -> ObjectId {
    ObjectId(get_u32(bytes, OBJECT) as i32)
}

/// Sets the owner.
pub fn set_object(bytes: &mut [u8], object: ObjectId) {
    put_u32(bytes, OBJECT, object.0 as u32);
}

/// Returns the epoch of the page's last change.
pub fn epoch(bytes: &[u8]) -> u32 {
    get_u32(bytes, EPOCH)
}

/// Sets the epoch of the page's last change.
pub fn set_epoch(bytes: &mut [u8], epoch: u32) {
    put_u32(bytes, EPOCH, epoch);
}

/// Returns the epoch of the log in which the page was written. 0: before its log began an epoch.
pub fn log_epoch(bytes: &[u8]) -> u32 {
    get_u32(bytes, LOG_EPOCH)
}

/// Sets the log's epoch as of the page's last write.
pub fn set_log_epoch(bytes: &mut [u8], epoch: u32) {
    put_u32(bytes, LOG_EPOCH, epoch);
}

const CHECKSUM: usize = 0;
const TYPE: usize = 4;
const VERSION: usize = 5;
const FLAGS: usize = 6;
const PAGE_NO: usize = 8;
const FILE: usize = 12;
const CODEC: usize = 14;
const LSN: usize = 16;
const OBJECT: usize = 24;
const EPOCH: usize = 28;
const GUID: usize = 32;
const LOG_EPOCH: usize = 40;
const KEY: usize = 44;

const _: () = assert!(KEY + 4 == PAGE_HEADER);

#[cfg(test)]
mod tests {
    use super::*;

    const ID: PageId = PageId::primary(77);
    const OWNER: DatabaseGuid = DatabaseGuid(0xFEED);

    fn sample() -> Vec<u8> {
        let mut page = vec![0; PAGE_SIZE];
        set_identity(&mut page, ID, OWNER);
        page[5000] = 9;
        seal(&mut page);
        page
    }

    #[test]
    fn sealed_page_is_valid_and_flipped_bits_are_detected() {
        let page = sample();
        assert_eq!(verify(&page, ID, OWNER), Verdict::Ok);
        for byte in [0, 3, 4, 8, 40, 48, 5000, PAGE_SIZE - 1] {
            let mut damaged = page.clone();
            damaged[byte] ^= 0x10;
            assert!(matches!(verify(&damaged, ID, OWNER), Verdict::BadChecksum { .. }), "byte {byte}");
        }
    }

    #[test]
    fn misplaced_whole_page_is_detected() {
        let page = sample();
        assert_eq!(verify(&page, PageId::primary(78), OWNER), Verdict::WrongPage { found: ID });
        assert_eq!(verify(&page, ID, DatabaseGuid(1)), Verdict::WrongDatabase { found: OWNER });
    }

    #[test]
    fn zero_page_is_never_written_unless_a_byte_is_set() {
        let mut page = vec![0; PAGE_SIZE];
        assert_eq!(verify(&page, ID, OWNER), Verdict::NeverWritten);
        assert_eq!(lsn(&page), Lsn::NONE);
        page[PAGE_SIZE - 1] = 1;
        assert!(!verify(&page, ID, OWNER).is_valid());
    }

    #[test]
    fn page_header_fields_do_not_overlap() {
        let mut page = sample();
        set_page_type(&mut page, PageType::GAM);
        set_flags(&mut page, 0x0102);
        set_lsn(&mut page, Lsn(u64::MAX - 1));
        set_object(&mut page, ObjectId(-9));
        set_epoch(&mut page, 0xABCD_EF01);
        assert_eq!((page_type(&page), flags(&page), lsn(&page)), (PageType::GAM, 0x0102, Lsn(u64::MAX - 1)));
        assert_eq!((object(&page), epoch(&page), id(&page)), (ObjectId(-9), 0xABCD_EF01, ID));
        assert_eq!((guid(&page), format_version(&page)), (OWNER, PAGE_FORMAT));
        assert!(page[PAGE_HEADER..5000].iter().all(|byte| *byte == 0));
    }
}
