//! The bytes of a page that belong to this crate: where the second header ends, and what a page number looks like.
//!
//! Bytes 0..48 of every page are `buffer`'s common header, bytes 48..96 the access header described here, bytes 96..8192
//! the body. Fields that a page type does not use are zero.
//!
//! | offset | size | field | slotted | B-tree | IAM | GAM |
//! |---|---|---|---|---|---|---|
//! | 48 | 2 | slots, or entries | x | x | x | |
//! | 50 | 2 | end of the cells | x | x | | |
//! | 52 | 2 | bytes of cells that no slot owns | x | x | | |
//! | 54 | 1 | level, 0 = leaf | | x | | |
//! | 55 | 1 | flags, bit 0 = root | | x | x | |
//! | 56 | 6 | next page | | x | x | |
//! | 62 | 2 | empty slots | x | | | |
//! | 64 | 6 | previous page | | x | x | |
//! | 70 | 2 | bytes in front of the cells | | x | | |
//! | 72 | 6 | IAM root (B-tree root); last IAM page (IAM root) | | x | x | |
//! | 78 | 2 | reserved | | | | |
//! | 80 | 8 | generation of the object (IAM root); search hint u32 (GAM) | | | x | x |
//! | 88 | 6 | first free page of the object (IAM root) | | | x | |
//! | 94 | 2 | reserved | | | | |
//!
//! A freed page of an object has a next page too: the next free one.
//!
//! A page id is stored in 6 bytes: page u32, file u16; all zero means none.

use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::{FileId, ObjectId, PageId};

/// Pages of an extent, the unit that the GAM hands out.
pub const EXTENT_PAGES: u32 = 8;

/// Reads a page id of 6 bytes.
pub(crate) fn get_page_id(bytes: &[u8], offset: usize) -> PageId {
    PageId { file: FileId(get_u16(bytes, offset + 4)), page: get_u32(bytes, offset) }
}

/// A page id as its 6 bytes.
pub(crate) fn page_id_bytes(id: PageId) -> [u8; PAGE_ID_SIZE] {
    let mut bytes = [0; PAGE_ID_SIZE];
    put_u32(&mut bytes, 0, id.page);
    put_u16(&mut bytes, 4, id.file.0);
    bytes
}

fn put_page_id(page: &mut [u8], offset: usize, id: PageId) {
    page[offset..offset + PAGE_ID_SIZE].copy_from_slice(&page_id_bytes(id));
}

/// The object that the page belongs to, of the common header.
pub(crate) fn object(page: &[u8]) -> ObjectId {
    ObjectId(get_u32(page, OBJECT) as i32)
}

/// A B-tree page's level; leaves are at 0.
pub(crate) fn level(page: &[u8]) -> u8 {
    page[LEVEL]
}

/// Sets a B-tree page's level.
pub(crate) fn set_level(page: &mut [u8], level: u8) {
    page[LEVEL] = level;
}

/// Whether the page is the root of its tree or IAM chain.
pub(crate) fn is_root(page: &[u8]) -> bool {
    page[FLAGS] & FLAG_ROOT != 0
}

/// The page to the right, or the next of the chain, also of free pages.
pub(crate) fn next(page: &[u8]) -> PageId {
    get_page_id(page, NEXT)
}

/// Sets [`next`].
pub(crate) fn set_next(page: &mut [u8], id: PageId) {
    put_page_id(page, NEXT, id);
}

/// The page to the left, or the previous of the chain.
pub(crate) fn previous(page: &[u8]) -> PageId {
    get_page_id(page, PREVIOUS)
}

/// Sets [`previous`].
pub(crate) fn set_previous(page: &mut [u8], id: PageId) {
    put_page_id(page, PREVIOUS, id);
}

/// On a B-tree root the object's IAM root; on an IAM root the chain's last page.
pub(crate) fn anchor(page: &[u8]) -> PageId {
    get_page_id(page, ANCHOR)
}

/// Sets [`anchor`].
pub(crate) fn set_anchor(page: &mut [u8], id: PageId) {
    put_page_id(page, ANCHOR, id);
}

/// The number that tells this life of an IAM root from an earlier object's on the same page.
pub(crate) fn generation(page: &[u8]) -> u64 {
    get_u64(page, GENERATION)
}

/// Sets [`generation`].
pub(crate) fn set_generation(page: &mut [u8], generation: u64) {
    put_u64(page, GENERATION, generation);
}

/// On an IAM root the first of the object's free pages.
pub(crate) fn free_page(page: &[u8]) -> PageId {
    get_page_id(page, FREE_PAGE)
}

/// Sets [`free_page`].
pub(crate) fn set_free_page(page: &mut [u8], id: PageId) {
    put_page_id(page, FREE_PAGE, id);
}

/// Makes an empty page of `page_type`: everything behind the checksum's part of the common header is rewritten, the page's
/// identity (number, file, guid) and LSN stay as `buffer` keeps them.
pub(crate) fn format(page: &mut [u8], page_type: u8, level: u8, root: bool, object: ObjectId) {
    page[TYPE] = page_type;
    put_u32(page, OBJECT, object.0 as u32);
    page[ACCESS_HEADER..].fill(0);
    page[LEVEL] = level;
    page[FLAGS] = if root { FLAG_ROOT } else { 0 };
    put_u16(page, DATA_END, BODY as u16);
}

/// Bytes of a stored page id.
pub(crate) const PAGE_ID_SIZE: usize = 6;
/// First byte of the access header.
pub(crate) const ACCESS_HEADER: usize = 48;
/// First byte of the body.
pub(crate) const BODY: usize = 96;
const TYPE: usize = 4;
const OBJECT: usize = 24;
/// Where the number of slots or entries is.
pub(crate) const COUNT: usize = 48;
/// Where the end of the cells is.
pub(crate) const DATA_END: usize = 50;
/// Where the number of garbage bytes is.
pub(crate) const GARBAGE: usize = 52;
const LEVEL: usize = 54;
const FLAGS: usize = 55;
const NEXT: usize = 56;
/// Where the number of empty slots is.
pub(crate) const EMPTY_SLOTS: usize = 62;
const PREVIOUS: usize = 64;
/// Where the number of bytes in front of the cells is.
pub(crate) const HEAD: usize = 70;
const ANCHOR: usize = 72;
const GENERATION: usize = 80;
const FREE_PAGE: usize = 88;
/// Where the GAM's search hint is.
pub(crate) const GAM_HINT: usize = 80;
const FLAG_ROOT: u8 = 1;
