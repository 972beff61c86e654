//! The rows gathered for one page of a heap, with their compression.

use crate::edit::Edit;
use crate::heap_cell::{BODY_MIN, IS_TOKENS, STAMP_SIZE, tokens_body_len};
use crate::layout::BODY;
use crate::page_dictionary::{Packed, SAVED_MIN};
use crate::slotted::SLOT_SIZE;
use sluice_base::codec::get_u16;
use sluice_buffer::PAGE_SIZE;

/// Rows of the next page.
#[derive(Default)]
pub(super) struct PageRows {
    /// The rows, each after its length u16.
    rows: Vec<u8>,
    /// The bytes that rows and dictionary take on a page.
    used: usize,
    /// The compression of the rows.
    packed: Packed,
    compresses: bool,
}

impl PageRows {
    /// Returns a place for rows, which are compressed when the page is full (`compresses`).
    pub(super) fn new(compresses: bool) -> PageRows {
        PageRows { compresses, ..PageRows::default() }
    }

    /// Adds a row. Returns false, without a change, if the page is full. Where pages are
    /// compressed, a full page is compressed first to make room.
    #[inline]
    pub(super) fn push(&mut self, row: &[u8]) -> bool {
        let mut tokens = self.tokens_of(row);
        while self.used + space_with(row, tokens.as_deref()) > PAGE_SIZE - BODY {
            if !self.compresses || !self.compress() {
                return false;
            }
            tokens = self.tokens_of(row);
        }
        self.used += space_with(row, tokens.as_deref());
        if self.compresses {
            self.packed.tokens.push(tokens);
        }
        self.rows.extend_from_slice(&(row.len() as u16).to_le_bytes());
        self.rows.extend_from_slice(row);
        true
    }

    /// Returns the tokens of a row by the present dictionary, if a body with them is shorter.
    fn tokens_of(&self, row: &[u8]) -> Option<Vec<u8>> {
        self.packed.dictionary.shorter(row).filter(|tokens| is_shorter(tokens, row))
    }

    /// Whether no row is gathered.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Compresses the rows. Returns false, without a change, if that saves too little.
    #[cold]
    fn compress(&mut self) -> bool {
        let rows: Vec<&[u8]> = each(&self.rows).collect();
        let mut packed = Packed::pack(&rows);
        let mut used = packed.dictionary.bytes().len();
        for (tokens, row) in packed.tokens.iter_mut().zip(rows) {
            *tokens = tokens.take().filter(|tokens| is_shorter(tokens, row));
            used += space_with(row, tokens.as_deref());
        }
        let saves = used + SAVED_MIN <= self.used;
        if saves {
            (self.packed, self.used) = (packed, used);
        }
        saves
    }

    /// Returns the dictionary; empty for rows that aren't compressed.
    pub(super) fn dictionary(&self) -> &[u8] {
        self.packed.dictionary.bytes()
    }

    /// Returns the rows as log records have them, each after its length and flag u16.
    pub(super) fn encoded(&self) -> Vec<u8> {
        if self.dictionary().is_empty() {
            return self.rows.clone();
        }
        let mut encoded = Vec::with_capacity(PAGE_SIZE);
        let mut tokens = self.packed.tokens.iter();
        for row in each(&self.rows) {
            let tokens = tokens.next().and_then(Option::as_deref);
            let (bytes, flag) = tokens.map_or((row, 0), |tokens| (tokens, IS_TOKENS));
            encoded.extend_from_slice(&(bytes.len() as u16 | flag).to_le_bytes());
            encoded.extend_from_slice(bytes);
        }
        encoded
    }

    /// Returns the rows, none of which is compressed, each after its length u16.
    pub(super) fn plain(&self) -> &[u8] {
        &self.rows
    }

    /// Encodes the edits that write the rows, all with one stamp, to an empty page.
    pub(super) fn edits(&self, stamp: u64) -> Vec<u8> {
        let mut edits = Vec::with_capacity(PAGE_SIZE);
        if !self.dictionary().is_empty() {
            Edit::Dictionary(self.dictionary()).encode(&mut edits);
        }
        Edit::Rows { stamp, rows: &self.encoded() }.encode(&mut edits);
        edits
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.packed, self.used) = (Packed::default(), 0);
    }

    /// Returns the number of rows.
    pub(super) fn count(&self) -> usize {
        each(&self.rows).count()
    }
}

/// Returns the bytes of a row on a page, slot included.
pub(super) fn space(row: &[u8]) -> usize {
    STAMP_SIZE + row.len().max(BODY_MIN) + SLOT_SIZE
}

/// Whether the body of a compressed row is shorter than the row.
fn is_shorter(tokens: &[u8], row: &[u8]) -> bool {
    tokens_body_len(tokens).is_some_and(|length| length < row.len())
}

/// Returns [`space`] with these tokens in place of the row.
fn space_with(row: &[u8], tokens: Option<&[u8]>) -> usize {
    tokens.and_then(tokens_body_len).map_or_else(|| space(row), |body| STAMP_SIZE + body + SLOT_SIZE)
}

/// Returns the first of uncompressed rows, each of which follows its length u16. `None` without
/// rows.
pub(super) fn first(rows: &[u8]) -> Option<&[u8]> {
    let length = get_u16(rows.first_chunk::<2>()?, 0) as usize;
    rows.get(2..2 + length)
}

fn each(rows: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let row = first(rest)?;
        rest = &rest[2 + row.len()..];
        Some(row)
    })
}
