//! The pages of a long value, and the pointer to it in a row.
//!
//! | offset | size | field | data | node |
//! |---|---|---|---|---|
//! | 48 | 2 | children | | x |
//! | 50 | 2 | end of the bytes | x | |
//! | 54 | 1 | level, 1 = its children are data pages | | x |
//! | 56 | 6 | on the root, while the value is being freed: itself | x | x |
//! | 64 | 8 | the page's writer, if not the one at 80; else 0 | x | x |
//! | 72 | 6 | the value's first data page | x | x |
//! | 80 | 8 | the transaction that wrote the value first | x | x |
//! | 88 | 8 | on the root: the length of the value in bytes | x | x |
//!
//! Bytes, or children of 6 bytes each, start at byte 96. All data pages but the last are full, and
//! so are all nodes but the last of their level. Edits format data pages and nodes, as everywhere
//! in this crate.
//!
//! A value that extends another shares pages with it. All pages of both have one first page and one
//! first writer, which is the identity of the line of values. The writer of the root distinguishes
//! the values of a line.

use crate::layout::{self, BODY, COUNT, DATA_END, PAGE_ID_SIZE, get_page_id, page_id_bytes};
use sluice_base::codec::{get_u16, get_u64, put_u16, put_u64};
use sluice_base::ids::{ObjectId, PageId, TxnId};
use sluice_buffer::{PAGE_SIZE, PageType, page};

/// The identity of a value, or of a line of values that extend each other: no other value, now or
/// later, has the same first page and writer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LobId {
    /// The value's first data page, or that of the first value of its line.
    pub first: PageId,
    /// The transaction that wrote it.
    pub writer: TxnId,
}

/// The pointer to a value in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LobPointer {
    /// The value's identity.
    pub id: LobId,
    /// The root page: the only page, or the topmost node.
    pub root: PageId,
    /// The length in bytes.
    pub length: u64,
}

impl LobPointer {
    /// Encodes the pointer: first page, writer u64, root, length u64. It has 28 bytes,
    /// little-endian.
    pub fn encode(&self) -> [u8; LobPointer::BYTES] {
        let mut bytes = [0; LobPointer::BYTES];
        bytes[..6].copy_from_slice(&page_id_bytes(self.id.first));
        put_u64(&mut bytes, 6, self.id.writer.0);
        bytes[14..20].copy_from_slice(&page_id_bytes(self.root));
        put_u64(&mut bytes, 20, self.length);
        bytes
    }

    /// Decodes a pointer. Returns `None` if it has another length.
    pub fn decode(bytes: &[u8]) -> Option<LobPointer> {
        let bytes: &[u8; LobPointer::BYTES] = bytes.try_into().ok()?;
        let id = LobId { first: get_page_id(bytes, 0), writer: TxnId(get_u64(bytes, 6)) };
        Some(LobPointer { id, root: get_page_id(bytes, 14), length: get_u64(bytes, 20) })
    }

    /// The length of an encoded pointer, in bytes.
    pub const BYTES: usize = 28;
}

/// Formats a page of a value with its bytes, or at a level above 0 its children's ids. `length` is
/// the value's on its root, else 0. Returns false if they do not fit. The page is unchanged then.
#[must_use]
pub(crate) fn format(page: &mut [u8], object: ObjectId, id: LobId, length: u64, (level, body): (u8, &[u8])) -> bool {
    let fits = body.len() <= DATA_CAPACITY && (level == 0 || body.len().is_multiple_of(PAGE_ID_SIZE));
    if fits {
        let page_type = if level == 0 { PageType::LOB } else { PageType::LOB_NODE };
        layout::format(page, page_type.0, level, false, object);
        layout::set_anchor(page, id.first);
        layout::set_generation(page, id.writer.0);
        put_u64(page, LENGTH, length);
        page[BODY..BODY + body.len()].copy_from_slice(body);
        if level == 0 {
            put_u16(page, DATA_END, (BODY + body.len()) as u16);
        } else {
            put_u16(page, COUNT, (body.len() / PAGE_ID_SIZE) as u16);
        }
    }
    fits
}

/// Whether the page belongs to a value.
pub(crate) fn is_lob(page: &[u8]) -> bool {
    matches!(page::page_type(page), PageType::LOB | PageType::LOB_NODE)
}

/// Returns the identity of the page's line of values.
pub(crate) fn identity(page: &[u8]) -> LobId {
    LobId { first: layout::anchor(page), writer: TxnId(layout::generation(page)) }
}

/// The transaction that wrote the page.
pub(crate) fn writer(page: &[u8]) -> TxnId {
    match get_u64(page, WRITER) {
        0 => TxnId(layout::generation(page)),
        writer => TxnId(writer),
    }
}

/// Says that another transaction wrote the page than the value that it is shared with.
pub(crate) fn set_writer(page: &mut [u8], writer: TxnId) {
    put_u64(page, WRITER, writer.0);
}

/// Whether the page is the root of this value, which is not being given back.
pub(crate) fn is_root_of(page: &[u8], object: ObjectId, lob: &LobPointer) -> bool {
    is_root(page, lob) && page::object(page) == object && layout::next(page).is_none()
}

/// Whether the page is the root of this value.
pub(crate) fn is_root(page: &[u8], lob: &LobPointer) -> bool {
    is_lob(page) && layout::anchor(page) == lob.id.first && writer(page) == lob.id.writer && length(page) == lob.length
}

/// Returns the level; 0 for a data page.
pub(crate) fn level(page: &[u8]) -> u8 {
    if page::page_type(page) == PageType::LOB_NODE { layout::level(page) } else { 0 }
}

/// Returns the value's length on its root; 0 on its other pages.
pub(crate) fn length(page: &[u8]) -> u64 {
    get_u64(page, LENGTH)
}

/// Whether the page belongs to this value, or to another value of its line. False for the root of a
/// value that is being freed.
pub(crate) fn belongs(page: &[u8], object: ObjectId, id: LobId) -> bool {
    is_lob(page) && page::object(page) == object && identity(page) == id && layout::next(page).is_none()
}

/// Whether the next page is valid: none, or itself on the root of a value that is being freed.
pub(crate) fn is_going_rightly(page: &[u8]) -> bool {
    let next = layout::next(page);
    next.is_none() || next == page::id(page)
}

/// Returns a data page's bytes, or `None` if its stored end is beyond the page.
pub(crate) fn data(page: &[u8]) -> Option<&[u8]> {
    page.get(BODY..get_u16(page, DATA_END) as usize)
}

/// Returns the number of children of a node, at most [`NODE_CAPACITY`].
pub(crate) fn entries(page: &[u8]) -> usize {
    (get_u16(page, COUNT) as usize).min(NODE_CAPACITY)
}

/// Returns the length of a node's children in bytes, or `None` if there are none, or more than fit.
pub(crate) fn children_bytes(page: &[u8]) -> Option<usize> {
    let children = get_u16(page, COUNT) as usize;
    (1..=NODE_CAPACITY).contains(&children).then_some(children * PAGE_ID_SIZE)
}

/// Returns a child of a node; `index` is below [`entries`].
pub(crate) fn child(page: &[u8], index: usize) -> PageId {
    get_page_id(page, BODY + index * PAGE_ID_SIZE)
}

/// Returns the number of pages that a value of `length` bytes has at a level; level 0 has its data
/// pages. At least 1, for an empty value too.
pub(crate) fn places(length: u64, level: u8) -> usize {
    let data = (length as usize).div_ceil(DATA_CAPACITY).max(1);
    (0..level).fold(data, |pages, _| pages.div_ceil(NODE_CAPACITY))
}

const WRITER: usize = 64;
const LENGTH: usize = 88;
/// The maximum number of bytes of a value on a data page.
pub(crate) const DATA_CAPACITY: usize = PAGE_SIZE - BODY;
/// The maximum number of children of a node.
pub(crate) const NODE_CAPACITY: usize = DATA_CAPACITY / PAGE_ID_SIZE;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lob_pointer_round_trips() {
        let id = LobId { first: PageId::primary(0x0102_0304), writer: TxnId(77 << 40) };
        let pointer = LobPointer { id, root: PageId::primary(9), length: (1 << 31) - 1 };
        assert_eq!(LobPointer::decode(&pointer.encode()), Some(pointer));
        assert_eq!(LobPointer::decode(&pointer.encode()[1..]), None);
    }
}
