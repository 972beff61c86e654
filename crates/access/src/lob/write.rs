//! Writing a value, in pieces of any length.

use super::{Lobs, unit};
use crate::edit::Edit;
use crate::layout::page_id_bytes;
use crate::lob_page::{DATA_CAPACITY, LobId, LobPointer, NODE_CAPACITY};
use crate::object;
use crate::records::LOB_ADD;
use crate::system::{Purpose, damaged};
use sluice_base::ids::PageId;
use sluice_txn::{Storage, StorageError, Transaction};

/// A value being written.
pub struct LobWriter<'a> {
    lobs: Lobs,
    storage: &'a Storage,
    /// Bytes of the current data page, not written yet.
    piece: Vec<u8>,
    /// The data pages so far.
    pages: Vec<PageId>,
    length: u64,
}

impl<'a> LobWriter<'a> {
    pub(super) fn new(lobs: Lobs, storage: &'a Storage) -> LobWriter<'a> {
        LobWriter { lobs, storage, piece: Vec::new(), pages: Vec::new(), length: 0 }
    }

    /// Appends bytes. A value has at most 2^31 - 1 bytes.
    pub fn push(&mut self, txn: &mut Transaction, mut bytes: &[u8]) -> Result<(), StorageError> {
        self.length += bytes.len() as u64;
        if self.length > LOB_MAX {
            return Err(StorageError::TooLong { bytes: self.length, max: LOB_MAX });
        }
        while !bytes.is_empty() {
            if self.piece.len() == DATA_CAPACITY {
                self.write_data(txn, 0)?;
            }
            let (now, later) = bytes.split_at(bytes.len().min(DATA_CAPACITY - self.piece.len()));
            self.piece.extend_from_slice(now);
            bytes = later;
        }
        Ok(())
    }

    /// Writes the rest, and the nodes above the data pages.
    pub fn finish(mut self, txn: &mut Transaction) -> Result<LobPointer, StorageError> {
        let alone = if self.pages.is_empty() { self.length } else { 0 };
        self.write_data(txn, alone)?;
        let id = LobId { first: self.pages[0], writer: self.storage.start(txn)? };
        let (mut below, mut level) = (self.pages, 0);
        while below.len() > 1 {
            level += 1;
            let mut nodes = Vec::with_capacity(below.len().div_ceil(NODE_CAPACITY));
            let length = if below.len() <= NODE_CAPACITY { self.length } else { 0 };
            for children in below.chunks(NODE_CAPACITY) {
                let body: Vec<u8> = children.iter().flat_map(|child| page_id_bytes(*child)).collect();
                nodes.push(add_page(&self.lobs, self.storage, txn, Some(id.first), length, (level, &body))?);
            }
            below = nodes;
        }
        Ok(LobPointer { id, root: below[0], length: self.length })
    }

    fn write_data(&mut self, txn: &mut Transaction, length: u64) -> Result<(), StorageError> {
        let first = self.pages.first().copied();
        self.pages.push(add_page(&self.lobs, self.storage, txn, first, length, (0, &self.piece))?);
        self.piece.clear();
        Ok(())
    }
}

/// Allocates and fills a page of a value. `first` is the value's first page, if another. `length`
/// is the value's on its root.
fn add_page(
    lobs: &Lobs,
    storage: &Storage,
    txn: &mut Transaction,
    first: Option<PageId>,
    length: u64,
    (level, body): (u8, &[u8]),
) -> Result<PageId, StorageError> {
    let unit = unit::get_or_create(lobs, storage)?;
    let writer = storage.start(txn)?;
    let Some(mut new) = object::next_page(storage, unit.root, None, Purpose::Work)? else {
        return Err(damaged(storage, unit.root, "it gives no page"));
    };
    let page = new.page.id();
    let id = LobId { first: first.unwrap_or(page), writer };
    new.record.edit(page, Edit::Lob { object: lobs.object, id, length, level, body });
    new.log_for(storage, txn, LOB_ADD, &page_id_bytes(unit.root))?;
    Ok(page)
}

/// The maximum length of a value, as in SQL Server.
const LOB_MAX: u64 = (1 << 31) - 1;

#[cfg(all(test, not(feature = "shuttle")))]
impl LobWriter<'_> {
    /// Pretends that `length` bytes were appended.
    pub(crate) fn set_length(&mut self, length: u64) {
        self.length = length;
    }
}
