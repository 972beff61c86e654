//! Page compression of leaves (DATA_COMPRESSION = PAGE): a full leaf gets a dictionary of its
//! repeated bytes, and its values refer to it (`page_dictionary.rs`).
//!
//! As SQL Server does (`relational-databases/data-compression/page-compression-implementation`), a
//! leaf is compressed when it is full, and only if that makes enough room. Later entries are stored
//! as they are; when the leaf is full again, it is compressed anew with all of them. Padded entries
//! stay as they are (`leaf_cell.rs`).

use super::descend;
use super::node::BadCell;
use crate::edit::Edit;
use crate::heap_cell::STAMP_SIZE;
use crate::layout::{self, BODY};
use crate::leaf_cell::{COMPRESSED, LeafCell};
use crate::page_dictionary::{Packed, SAVED_MIN};
use crate::prefix;
use crate::slotted::{self, SLOT_SIZE};
use crate::system::{Purpose, SystemRecord};
use sluice_base::codec::{get_u16, put_u16};
use sluice_buffer::{PAGE_SIZE, PageMut};
use sluice_txn::{Storage, StorageError};
use std::borrow::Cow;

/// Compresses a leaf of a tree with compressed leaves, by one system record. Returns false, without
/// a change, if that saves less than [`SAVED_MIN`] bytes. The only entry of a leaf loses its
/// compression, so that it has the room of a whole page.
pub(super) fn compress(storage: &Storage, leaf: &mut PageMut<'_>) -> Result<bool, StorageError> {
    if !layout::compresses(leaf) {
        return Ok(false);
    }
    let count = slotted::count(leaf);
    let values: Result<Vec<_>, BadCell> = (0..count).map(|slot| value_to_pack(leaf, slot)).collect();
    let values = values.map_err(|bad| descend::bad_cell(storage, leaf.id(), bad))?;
    let is_alone = count == 1 && !slotted::dictionary(leaf).is_empty();
    let packed = Packed::pack(&values.iter().flatten().map(|value| &value[..]).collect::<Vec<_>>());
    let mut tokens = packed.tokens.iter();
    let mut record = SystemRecord::new(Purpose::Work);
    let mut used = prefix::get(leaf).len() + packed.dictionary.bytes().len();
    record.edit(leaf.id(), Edit::Truncate { from: 0 });
    record.edit(leaf.id(), Edit::Dictionary(packed.dictionary.bytes()));
    for (slot, value) in values.iter().enumerate() {
        let Some(cell) = slotted::get(leaf, slot) else { continue };
        let cell = match value {
            None => cell.to_vec(),
            Some(value) => with_body(leaf, slot, cell, value, tokens.next().and_then(Option::as_deref)),
        };
        used += cell.len() + SLOT_SIZE;
        record.edit(leaf.id(), Edit::append(&cell, slotted::is_ghost(leaf, slot)));
    }
    let used_before = PAGE_SIZE - BODY - slotted::free_bytes(leaf);
    if used + SAVED_MIN > used_before && !is_alone {
        return Ok(false);
    }
    record.log(storage, vec![leaf]).map(|()| true)
}

/// Returns the value of a cell that may be compressed; `None` for a padded one.
fn value_to_pack(page: &[u8], slot: usize) -> Result<Option<Cow<'_, [u8]>>, BadCell> {
    let cell = LeafCell::at(page, slot).ok_or(BadCell(slot))?;
    if cell.is_padded() { Ok(None) } else { cell.value().map(Some).ok_or(BadCell(slot)) }
}

/// Returns a slot's cell with `tokens` as its body, or without tokens with `value`.
fn with_body(page: &[u8], slot: usize, cell: &[u8], value: &[u8], tokens: Option<&[u8]>) -> Vec<u8> {
    let rest = LeafCell::at(page, slot).map_or(&[][..], |cell| cell.rest);
    let mut bytes = cell[..STAMP_SIZE].to_vec();
    bytes.extend_from_slice(&head(rest, tokens.is_some()).to_le_bytes());
    bytes.extend_from_slice(rest);
    bytes.extend_from_slice(tokens.unwrap_or(value));
    bytes
}

/// Returns the key length of a cell, with its flag.
fn head(rest: &[u8], is_compressed: bool) -> u16 {
    rest.len() as u16 | if is_compressed { COMPRESSED } else { 0 }
}

/// Returns the bytes that the compression of a page's values saves, without its dictionary.
pub(super) fn saved(page: &[u8]) -> usize {
    if slotted::dictionary(page).is_empty() {
        return 0;
    }
    let saved = |slot| {
        let cell = LeafCell::at(page, slot).filter(LeafCell::is_compressed)?;
        Some(cell.value()?.len().saturating_sub(cell.stored_bytes()))
    };
    (0..slotted::count(page)).filter_map(saved).sum()
}

/// Returns `cell`, a slot's cell under another prefix, with its value instead of tokens.
pub(super) fn expanded(page: &[u8], slot: usize, cell: Vec<u8>) -> Result<Vec<u8>, BadCell> {
    let Some(own) = LeafCell::at(page, slot).filter(|own| layout::level(page) == 0 && own.is_compressed()) else {
        return Ok(cell);
    };
    let value = own.value().ok_or(BadCell(slot))?;
    let mut bytes = cell[..cell.len() - own.stored_bytes()].to_vec();
    let length = get_u16(&bytes, STAMP_SIZE) & !COMPRESSED;
    put_u16(&mut bytes, STAMP_SIZE, length);
    bytes.extend_from_slice(&value);
    Ok(bytes)
}

/// Encodes a cell with tokens as its body.
pub(super) fn cell_bytes(stamp: u64, rest: &[u8], tokens: &[u8]) -> Vec<u8> {
    [&stamp.to_le_bytes(), &head(rest, true).to_le_bytes()[..], rest, tokens].concat()
}
