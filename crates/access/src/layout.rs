//! The access header: bytes 48..96 of a page, and the encoding of page ids.
//!
//! Bytes 0..48 of every page are `buffer`'s common header, bytes 48..96 the access header described
//! here, bytes 96..8192 the body. Fields that a page type does not use are zero.
//!
//! | offset | size | field | slotted | B-tree | IAM | GAM |
//! |---|---|---|---|---|---|---|
//! | 48 | 2 | slots, or entries | x | x | x | |
//! | 50 | 2 | end of the cells | x | x | | |
//! | 52 | 2 | bytes of cells that no slot owns | x | x | | |
//! | 54 | 1 | level, 0 = leaf | | x | | |
//! | 55 | 1 | flags, bit 0 = root, bit 1 = leaves are compressed | | x | x | |
//! | 56 | 6 | next page | | x | x | |
//! | 62 | 2 | empty slots | x | | | |
//! | 64 | 6 | previous page | | x | x | |
//! | 70 | 2 | bytes in front of the cells | | x | | |
//! | 72 | 6 | IAM root (B-tree root); last IAM page (IAM root) | | x | x | |
//! | 78 | 2 | reserved | | | | |
//! | 80 | 8 | generation of the object (IAM root); search hint u32 (GAM) | | | x | x |
//! | 88 | 6 | first free page of the object (IAM root) | | | x | |
//! | 94 | 2 | bytes of the dictionary in front of the cells | | x | | |
//!
//! A freed page of an object has a next page, too: the next free page.
//!
//! A page id is stored in 6 bytes: page u32, file u16; all zero means none.

use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{FileId, ObjectId, PageId};

/// The pages of an extent, the unit of allocation in the GAM.
pub const EXTENT_PAGES: u32 = 8;

/// An extent of a data file: the pages from `number * EXTENT_PAGES` on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Extent {
    /// The file.
    pub(crate) file: FileId,
    /// The extent's number in the file.
    pub(crate) number: u32,
}

impl Extent {
    /// Returns the extent of a page.
    pub(crate) fn from_page(page: PageId) -> Extent {
        Extent { file: page.file, number: page.page / EXTENT_PAGES }
    }

    /// Returns the `index`-th page.
    pub(crate) fn page(self, index: u32) -> PageId {
        PageId { file: self.file, page: self.number * EXTENT_PAGES + index }
    }

    /// Returns the pages, in order.
    pub(crate) fn pages(self) -> impl Iterator<Item = PageId> {
        (0..EXTENT_PAGES).map(move |index| self.page(index))
    }
}

/// Decodes a page id of 6 bytes.
pub(crate) fn get_page_id(bytes: &[u8], offset: usize) -> PageId {
    PageId { file: FileId(get_u16(bytes, offset + 4)), page: get_u32(bytes, offset) }
}

/// Encodes a page id in 6 bytes.
pub(crate) fn page_id_bytes(id: PageId) -> [u8; PAGE_ID_SIZE] {
    let mut bytes = [0; PAGE_ID_SIZE];
    put_u32(&mut bytes, 0, id.page);
    put_u16(&mut bytes, 4, id.file.0);
    bytes
}

fn put_page_id(page: &mut [u8], offset: usize, id: PageId) {
    page[offset..offset + PAGE_ID_SIZE].copy_from_slice(&page_id_bytes(id));
}

/// Returns the page's object, from the common header.
pub(crate) fn object(page: &[u8]) -> ObjectId {
    ObjectId(get_u32(page, OBJECT) as i32)
}

/// Returns a B-tree page's level; leaves have level 0.
pub(crate) fn level(page: &[u8]) -> u8 {
    page[LEVEL]
}

/// Sets [`level`].
pub(crate) fn set_level(page: &mut [u8], level: u8) {
    page[LEVEL] = level;
}

/// Whether the page is the root of its tree or IAM chain.
pub(crate) fn is_root(page: &[u8]) -> bool {
    page[FLAGS] & FLAG_ROOT != 0
}

/// Whether the page's tree compresses its leaves when they are full (DATA_COMPRESSION = PAGE).
pub(crate) fn compresses(page: &[u8]) -> bool {
    page[FLAGS] & FLAG_COMPRESSES != 0
}

/// Marks the page as one of a tree with compressed leaves.
pub(crate) fn set_compresses(page: &mut [u8]) {
    page[FLAGS] |= FLAG_COMPRESSES;
}

/// Returns the page to the right, or the next page of a chain, also for free pages.
pub(crate) fn next(page: &[u8]) -> PageId {
    get_page_id(page, NEXT)
}

/// Sets [`next`].
pub(crate) fn set_next(page: &mut [u8], id: PageId) {
    put_page_id(page, NEXT, id);
}

/// Returns the page to the left, or the previous page of a chain.
pub(crate) fn previous(page: &[u8]) -> PageId {
    get_page_id(page, PREVIOUS)
}

/// Sets [`previous`].
pub(crate) fn set_previous(page: &mut [u8], id: PageId) {
    put_page_id(page, PREVIOUS, id);
}

/// Returns the object's IAM root on a B-tree root, and the chain's last page on an IAM root.
pub(crate) fn anchor(page: &[u8]) -> PageId {
    get_page_id(page, ANCHOR)
}

/// Sets [`anchor`].
pub(crate) fn set_anchor(page: &mut [u8], id: PageId) {
    put_page_id(page, ANCHOR, id);
}

/// Returns the generation of an IAM root, which distinguishes it from an earlier object's root on
/// the same page.
pub(crate) fn generation(page: &[u8]) -> u64 {
    get_u64(page, GENERATION)
}

/// Sets [`generation`].
pub(crate) fn set_generation(page: &mut [u8], generation: u64) {
    put_u64(page, GENERATION, generation);
}

/// Returns the first of the object's free pages, on an IAM root.
pub(crate) fn free_page(page: &[u8]) -> PageId {
    get_page_id(page, FREE_PAGE)
}

/// Sets [`free_page`].
pub(crate) fn set_free_page(page: &mut [u8], id: PageId) {
    put_page_id(page, FREE_PAGE, id);
}

/// Formats an empty page of `page_type`. The page's identity (number, file, guid) and LSN stay as
/// `buffer` keeps them.
pub(crate) fn format(page: &mut [u8], page_type: u8, level: u8, root: bool, object: ObjectId) {
    page[TYPE] = page_type;
    put_u32(page, OBJECT, object.0 as u32);
    page[ACCESS_HEADER..].fill(0);
    page[LEVEL] = level;
    page[FLAGS] = if root { FLAG_ROOT } else { 0 };
    put_u16(page, DATA_END, BODY as u16);
}

/// The length of a stored page id, in bytes.
pub(crate) const PAGE_ID_SIZE: usize = 6;
/// The offset of the access header.
pub(crate) const ACCESS_HEADER: usize = 48;
/// The offset of the body.
pub(crate) const BODY: usize = 96;
const TYPE: usize = 4;
const OBJECT: usize = 24;
/// The offset of the number of slots or entries.
pub(crate) const COUNT: usize = 48;
/// The offset of the end of the cells.
pub(crate) const DATA_END: usize = 50;
/// The offset of the number of garbage bytes.
pub(crate) const GARBAGE: usize = 52;
const LEVEL: usize = 54;
const FLAGS: usize = 55;
const NEXT: usize = 56;
/// The offset of the number of empty slots.
pub(crate) const EMPTY_SLOTS: usize = 62;
const PREVIOUS: usize = 64;
/// The offset of the length of the head before the cells.
pub(crate) const HEAD: usize = 70;
const ANCHOR: usize = 72;
const GENERATION: usize = 80;
const FREE_PAGE: usize = 88;
/// The offset of the GAM's search hint.
pub(crate) const GAM_HINT: usize = 80;
/// The offset of the length of the dictionary between head and cells.
pub(crate) const DICTIONARY: usize = 94;
const FLAG_ROOT: u8 = 1;
const FLAG_COMPRESSES: u8 = 2;
