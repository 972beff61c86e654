//! The cells of a heap page: the content after the stamp, by the kind in the slot.
//!
//! | kind | content | body (after the stamp u64) |
//! |---|---|---|
//! | 0 | a row | the row, at least 8 bytes |
//! | 1 | a padded row | the row, then padding that ends with its length (see below) |
//! | 2 | a stub of a moved row | place of the copy: page id, slot u16; padding |
//! | 3 | the copy of a moved row | place of its stub; row's length u16; row; padding |
//!
//! The last byte of padding is the padding's length. If it is 0, the length is in the u16 before
//! it. A length of 0 there marks a compressed row: the bytes before are the row's tokens by the
//! page's dictionary (`page_dictionary.rs`). A page gets its dictionary and its compressed rows
//! when it is loaded, and keeps the dictionary. So log records of changes have bodies as they are
//! stored.
//!
//! Invariants:
//! 1. A body has at least 8 bytes, so that every row can become a stub in place.
//! 2. A transaction never makes a cell shorter: unneeded bytes become padding, so that its rollback
//!    has room. Padding is removed after the transaction has ended ([`tighten`]).

use crate::layout::{PAGE_ID_SIZE, get_page_id, page_id_bytes};
use crate::{page_dictionary, slotted};
use sluice_base::codec::{get_u16, get_u64};
use sluice_base::ids::PageId;
use std::borrow::Cow;

/// The place of a row, which does not change while the row lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rid {
    /// The page.
    pub page: PageId,
    /// The slot on the page.
    pub slot: u16,
}

/// The content of a cell's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Body<'a> {
    /// A row at its original place.
    Row(Cow<'a, [u8]>),
    /// The place to which the row has moved.
    Stub(Rid),
    /// A row that has moved here; its stub is at `home`.
    Copy {
        /// The stub's place.
        home: Rid,
        /// The row.
        row: &'a [u8],
    },
}

/// Decodes a whole cell (stamp and body) of `kind` on `page`. Returns `None` if it is malformed.
/// Padding is removed, a compressed row is expanded. A kind above [`STUB`] counts as a copy.
#[inline]
pub(crate) fn read<'a>(page: &[u8], kind: u8, cell: &'a [u8]) -> Option<Body<'a>> {
    let body = cell.get(STAMP_SIZE..)?;
    match kind {
        ROW => Some(Body::Row(Cow::Borrowed(body))),
        PADDED => match body.strip_suffix(&TOKENS_END) {
            Some(tokens) => page_dictionary::expand_on(page, tokens).map(|row| Body::Row(row.into())),
            None => unpadded(body).map(|row| Body::Row(Cow::Borrowed(row))),
        },
        STUB => Some(Body::Stub(get_rid(body)?)),
        _ => {
            let (home, rest) = (get_rid(body)?, body.get(RID_SIZE..)?);
            let (length, rest) = rest.split_at_checked(2)?;
            Some(Body::Copy { home, row: rest.get(..get_u16(length, 0) as usize)? })
        }
    }
}

/// Returns the content of a padded body, or `None` if it is malformed.
#[inline]
pub(crate) fn unpadded(body: &[u8]) -> Option<&[u8]> {
    let length = match *body.last()? {
        0 => get_u16(body.last_chunk::<3>()?, 0) as usize,
        padding => usize::from(padding),
    };
    Some(&body[..body.len().checked_sub(length)?])
}

/// Encodes the body of a cell with this row, at least `room` bytes long, and returns its kind.
pub(crate) fn row_body(row: &[u8], room: usize) -> (u8, Vec<u8>) {
    padded(row, room.max(BODY_MIN))
}

/// Encodes a body with `row`, at least `room` bytes long, and returns its kind: [`ROW`], or
/// [`PADDED`] if `row` is shorter than `room`. Padding follows the row and ends with its own
/// length. Panics never; the padding isn't zeroed memory of the page but new zeros.
pub(crate) fn padded(row: &[u8], room: usize) -> (u8, Vec<u8>) {
    let mut body = Vec::with_capacity(room.max(row.len()));
    body.extend_from_slice(row);
    let padding = room.saturating_sub(row.len());
    if padding == 0 {
        return (ROW, body);
    }
    body.resize(row.len() + padding, 0);
    let end = body.len();
    match u8::try_from(padding) {
        Ok(short) => body[end - 1] = short,
        Err(_) => body[end - 3..end - 1].copy_from_slice(&(padding as u16).to_le_bytes()),
    }
    (PADDED, body)
}

/// Encodes the body of a stub, at least `room` bytes long.
pub(crate) fn stub_body(copy: Rid, room: usize) -> Vec<u8> {
    let mut body = rid_bytes(copy).to_vec();
    body.resize(room.max(BODY_MIN), 0);
    body
}

/// Encodes the body of a copy, at least `room` bytes long. It has the row's home, the row's length
/// and the row, then zeros.
pub(crate) fn copy_body(home: Rid, row: &[u8], room: usize) -> Vec<u8> {
    let mut body = rid_bytes(home).to_vec();
    body.extend_from_slice(&(row.len() as u16).to_le_bytes());
    body.extend_from_slice(row);
    body.resize(body.len().max(room), 0);
    body
}

/// Returns kind and body of a slot's cell without its padding, or `None` without padding. Also
/// `None` for an empty slot or a malformed cell.
pub(crate) fn tightened(page: &[u8], slot: usize) -> Option<(u8, Vec<u8>)> {
    let (kind, cell) = (slotted::kind(page, slot), slotted::get(page, slot)?);
    if kind == PADDED && cell.ends_with(&TOKENS_END) {
        return None;
    }
    let (kind, body) = match read(page, kind, cell)? {
        Body::Row(row) => row_body(&row, 0),
        Body::Stub(copy) => (STUB, stub_body(copy, 0)),
        Body::Copy { home, row } => (COPY, copy_body(home, row, 0)),
    };
    (STAMP_SIZE + body.len() < cell.len()).then_some((kind, body))
}

/// Removes the padding of a slot's cell. Returns false, and changes nothing, without padding and
/// for a ghost.
#[must_use]
pub(crate) fn tighten(page: &mut [u8], slot: usize) -> bool {
    let Some((kind, body)) = tightened(page, slot) else { return false };
    let stamp = slotted::get(page, slot).map_or(0, stamp_of);
    !slotted::is_ghost(page, slot) && slotted::replace_row(page, slot, kind, &[&stamp.to_le_bytes(), &body])
}

/// Inserts a row into an empty or new slot, for live inserts and redo. Returns false if it does not
/// fit. The page is unchanged then. A row shorter than the minimum is padded.
#[must_use]
#[inline]
pub(crate) fn put_row(page: &mut [u8], slot: usize, stamp: u64, row: &[u8]) -> bool {
    if row.len() >= BODY_MIN {
        let stamp = stamp.to_le_bytes();
        let is_next = slot == slotted::count(page);
        return is_next && slotted::append_row(page, stamp, row) || slotted::put_row(page, slot, ROW, &[&stamp, row]);
    }
    let (kind, body) = row_body(row, 0);
    slotted::put_row(page, slot, kind, &[&stamp.to_le_bytes(), &body])
}

/// Inserts rows behind the last slot; in `rows` each follows its length u16. With [`IS_TOKENS`] in
/// the length, it is a compressed row. Returns false if they do not fit or are malformed; the rows
/// before the first such row stay in the page.
#[must_use]
pub(crate) fn put_rows(page: &mut [u8], stamp: u64, rows: &[u8]) -> bool {
    let mut rest = rows;
    while let Some((length, behind)) = rest.split_at_checked(2) {
        let length = get_u16(length, 0);
        let Some((row, later)) = behind.split_at_checked((length & !IS_TOKENS) as usize) else { return false };
        let slot = slotted::count(page);
        let fits = match length & IS_TOKENS != 0 {
            true => slotted::put_row(page, slot, PADDED, &[&stamp.to_le_bytes(), row, &TOKENS_END]),
            false => put_row(page, slot, stamp, row),
        };
        if !fits {
            return false;
        }
        rest = later;
    }
    rest.is_empty()
}

/// Returns the length of the body of a compressed row with these tokens; `None` if a body can't be
/// so short.
pub(crate) fn tokens_body_len(tokens: &[u8]) -> Option<usize> {
    Some(tokens.len() + TOKENS_END.len()).filter(|length| *length >= BODY_MIN)
}

/// Encodes a place in 8 bytes: page id, then slot u16, little-endian.
pub(crate) fn rid_bytes(rid: Rid) -> [u8; RID_SIZE] {
    let mut bytes = [0; RID_SIZE];
    bytes[..PAGE_ID_SIZE].copy_from_slice(&page_id_bytes(rid.page));
    bytes[PAGE_ID_SIZE..].copy_from_slice(&rid.slot.to_le_bytes());
    bytes
}

/// Decodes a place. Returns `None` if there are too few bytes.
pub(crate) fn get_rid(bytes: &[u8]) -> Option<Rid> {
    let bytes = bytes.first_chunk::<RID_SIZE>()?;
    Some(Rid { page: get_page_id(bytes, 0), slot: get_u16(bytes, PAGE_ID_SIZE) })
}

/// Returns the stamp of a stored cell, or 0 if it is too short to have one.
pub(crate) fn stamp_of(cell: &[u8]) -> u64 {
    if cell.len() < STAMP_SIZE { 0 } else { get_u64(cell, 0) }
}

/// Sets the stamp of the cell in a filled slot. Does nothing if the slot is empty.
pub(crate) fn set_stamp(page: &mut [u8], slot: usize, stamp: u64) {
    if let Some(cell) = slotted::get_mut(page, slot).and_then(|cell| cell.first_chunk_mut::<STAMP_SIZE>()) {
        *cell = stamp.to_le_bytes();
    }
}

/// The length of a stamp, in bytes.
pub(crate) const STAMP_SIZE: usize = 8;
/// The length of a stored place, in bytes.
pub(crate) const RID_SIZE: usize = PAGE_ID_SIZE + 2;
/// The minimum length of a body, in bytes.
pub(crate) const BODY_MIN: usize = RID_SIZE;
/// The length of a copy's body without the row, in bytes.
pub(crate) const COPY_HEAD: usize = RID_SIZE + 2;
pub(crate) const ROW: u8 = 0;
/// The flag of a compressed row in its length, in lists of rows.
pub(crate) const IS_TOKENS: u16 = 0x8000;
/// The end of the body of a compressed row: padding of length 0.
const TOKENS_END: [u8; 3] = [0; 3];
/// The kind of a row with padding.
pub(crate) const PADDED: u8 = 1;
/// The kind of a stub.
pub(crate) const STUB: u8 = 2;
/// The kind of a copy.
pub(crate) const COPY: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sluice_buffer::PAGE_SIZE;

    proptest! {
        #[test]
        fn cell_bodies_round_trip(
            row in proptest::collection::vec(any::<u8>(), 0..900), room in 0usize..1500, page in 1u32.., slot: u16,
        ) {
            let rid = Rid { page: PageId::primary(page), slot };
            let whole = |body: &[u8]| [&[9; STAMP_SIZE][..], body].concat();
            let (kind, body) = row_body(&row, room);
            prop_assert_eq!(body.len(), row.len().max(room).max(BODY_MIN));
            prop_assert!(read(&[], kind, &whole(&body)) == Some(Body::Row(Cow::Borrowed(&row))));
            let body = stub_body(rid, room);
            prop_assert!(read(&[], STUB, &whole(&body)) == Some(Body::Stub(rid)));
            let body = copy_body(rid, &row, room);
            prop_assert_eq!(body.len(), (row.len() + COPY_HEAD).max(room));
            let copy = Body::Copy { home: rid, row: &row };
            prop_assert!(read(&[], COPY, &whole(&body)) == Some(copy));
        }

        #[test]
        fn arbitrary_cells_do_not_panic_reading(cell in proptest::collection::vec(any::<u8>(), 0..40), kind in 0u8..4) {
            let _ = read(&[0; PAGE_SIZE], kind, &cell);
        }
    }
}
