//! Writing a value, in pieces of any length.
//!
//! A value that extends another (`Lobs::extend`) leads to the pages of the other that are as they
//! were, at the same places: data pages in front of and behind the new ones, and the nodes above
//! them. Every other page is written anew, also the root.

use super::read::page_at;
use super::{Lobs, unit};
use crate::edit::Edit;
use crate::layout::page_id_bytes;
use crate::lob_page::{self, DATA_CAPACITY, LobId, LobPointer, NODE_CAPACITY, places};
use crate::object;
use crate::records::LOB_ADD;
use crate::system::{Purpose, damaged};
use sluice_base::ids::PageId;
use sluice_txn::{Storage, StorageError, Transaction};
use std::ops::Range;

/// A value being written. Full data pages are written at once; the value can be read when
/// [`LobWriter::finish`] has returned.
pub struct LobWriter<'a> {
    lobs: Lobs,
    storage: &'a Storage,
    /// Bytes of the current data page, not written yet.
    piece: Vec<u8>,
    /// The data pages so far.
    pages: Pages,
    length: u64,
    /// The value being extended, and the identity on its pages.
    base: Option<(LobPointer, LobId)>,
}

/// The pages of one level: kept pages of the extended value, new pages, and kept pages again.
#[derive(Default)]
struct Pages {
    front: usize,
    new: Vec<PageId>,
    back: usize,
}

impl Pages {
    fn len(&self) -> usize {
        self.front + self.new.len() + self.back
    }

    /// Returns the new page at a place, or `None` if the page there is a kept one.
    fn new_at(&self, place: usize) -> Option<PageId> {
        place.checked_sub(self.front).and_then(|place| self.new.get(place).copied())
    }

    /// Whether all pages at these places are kept.
    fn are_kept(&self, places: &Range<usize>) -> bool {
        places.end <= self.front || places.start >= self.front + self.new.len()
    }

    /// Adds the extended value's page at the next place.
    fn keep(&mut self) {
        if self.new.is_empty() { self.front += 1 } else { self.back += 1 }
    }
}

impl LobWriter<'_> {
    /// The bytes of a page: a shorter part of another value is never shared.
    pub const SHARED_MIN: u64 = PAGE;
}

impl<'a> LobWriter<'a> {
    /// Returns a writer without bytes. `base` is the value that it extends.
    pub(super) fn new(lobs: Lobs, storage: &'a Storage, base: Option<(LobPointer, LobId)>) -> LobWriter<'a> {
        LobWriter { lobs, storage, piece: Vec::new(), pages: Pages::default(), length: 0, base }
    }

    /// Appends bytes. A value has at most 2^31 - 1 bytes. Fails with `TooLong` beyond. A page is
    /// written when it's full and more bytes follow.
    pub fn push(&mut self, txn: &mut Transaction, mut bytes: &[u8]) -> Result<(), StorageError> {
        self.add_length(bytes.len() as u64)?;
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

    /// Puts the bytes at `range` of the value that is extended behind the others. Bytes that come
    /// to the same place as before are kept with their pages, where they fill them. Other bytes are
    /// read and written anew.
    pub fn keep(&mut self, txn: &mut Transaction, range: Range<u64>) -> Result<(), StorageError> {
        let (Range { mut start, end }, mut bytes) = (range, Vec::new());
        while start < end {
            // A value of one page has only its root, which is always new.
            let has_root_above = self.base.is_some_and(|(base, _)| base.length > PAGE);
            if has_root_above && start == self.length && start.is_multiple_of(PAGE) && end - start >= PAGE {
                if !self.piece.is_empty() {
                    self.write_data(txn, 0)?;
                }
                self.pages.keep();
                self.add_length(PAGE)?;
                start += PAGE;
                continue;
            }
            let count = (end - start).min(PAGE - start % PAGE);
            self.read_base(start, count as usize, &mut bytes)?;
            self.push(txn, &bytes)?;
            start += count;
        }
        Ok(())
    }

    /// Writes the rest, and the nodes above the data pages. Returns the pointer for the row. Every
    /// page is logged with its undo, which frees it.
    pub fn finish(mut self, txn: &mut Transaction) -> Result<LobPointer, StorageError> {
        if self.pages.len() == 1 && self.piece.is_empty() && self.pages.new.is_empty() {
            // A page alone is a root, which is always new.
            self.pages = Pages::default();
            let mut piece = std::mem::take(&mut self.piece);
            self.read_base(0, DATA_CAPACITY, &mut piece)?;
            self.piece = piece;
        }
        if !self.piece.is_empty() || self.pages.len() == 0 {
            let alone = if self.pages.len() == 0 { self.length } else { 0 };
            self.write_data(txn, alone)?;
        }
        let (mut below, mut level) = (std::mem::take(&mut self.pages), 0);
        let first = self.base.map_or_else(|| below.new[0], |(_, id)| id.first);
        while below.len() > 1 {
            level += 1;
            below = self.write_nodes(txn, &below, (level, first))?;
        }
        let id = LobId { first, writer: self.storage.start(txn)? };
        Ok(LobPointer { id, root: below.new[0], length: self.length })
    }

    /// Writes the nodes above the pages of the level below.
    fn write_nodes(
        &self,
        txn: &mut Transaction,
        below: &Pages,
        (level, first): (u8, PageId),
    ) -> Result<Pages, StorageError> {
        let mut nodes = Pages::default();
        let is_root = below.len() <= NODE_CAPACITY;
        let length = if is_root { self.length } else { 0 };
        for place in 0..below.len().div_ceil(NODE_CAPACITY) {
            let children = place * NODE_CAPACITY..below.len().min((place + 1) * NODE_CAPACITY);
            if !is_root && below.are_kept(&children) && self.base_has_node(level, &children) {
                nodes.keep();
                continue;
            }
            let body = self.body(below, (level, children))?;
            if nodes.back > 0 {
                return Err(damaged(self.storage, first, "new pages of a long value stand behind kept ones"));
            }
            nodes.new.push(add_page(
                &self.lobs,
                self.storage,
                txn,
                (Some(first), self.lineage()),
                length,
                (level, &body),
            )?);
        }
        Ok(nodes)
    }

    /// The children at these places, as a node has them.
    fn body(&self, below: &Pages, (level, children): (u8, Range<usize>)) -> Result<Vec<u8>, StorageError> {
        let mut body = Vec::with_capacity(children.len() * 6);
        let base = match &self.base {
            Some((base, _)) if !children.clone().all(|place| below.new_at(place).is_some()) => {
                let node = page_at(&self.lobs, self.storage, base, (level, children.start / NODE_CAPACITY))?;
                Some(node.ok_or(StorageError::SnapshotLost)?)
            }
            _ => None,
        };
        for place in children {
            let kept = || base.as_ref().map(|node| lob_page::child(node, place % NODE_CAPACITY));
            let child = below.new_at(place).or_else(kept);
            body.extend_from_slice(&page_id_bytes(child.ok_or(StorageError::SnapshotLost)?));
        }
        Ok(body)
    }

    /// Whether the value that is extended has a node at this level with children at just these
    /// places, below its root.
    fn base_has_node(&self, level: u8, children: &Range<usize>) -> bool {
        self.base.is_some_and(|(base, _)| {
            let below = places(base.length, level - 1);
            below > NODE_CAPACITY && children.end == below.min(children.start + NODE_CAPACITY)
        })
    }

    fn add_length(&mut self, bytes: u64) -> Result<(), StorageError> {
        self.length += bytes;
        if self.length > LOB_MAX {
            return Err(StorageError::TooLong { bytes: self.length, max: LOB_MAX });
        }
        Ok(())
    }

    fn read_base(&self, offset: u64, count: usize, bytes: &mut Vec<u8>) -> Result<(), StorageError> {
        let (base, _) = self.base.ok_or(StorageError::SnapshotLost)?;
        let is_there = self.lobs.read(self.storage, &base, (offset, count), bytes)?;
        if is_there && bytes.len() == count { Ok(()) } else { Err(StorageError::SnapshotLost) }
    }

    fn lineage(&self) -> Option<LobId> {
        self.base.map(|(_, id)| id)
    }

    fn write_data(&mut self, txn: &mut Transaction, length: u64) -> Result<(), StorageError> {
        if self.pages.back > 0 {
            self.settle()?;
        }
        let first = self.pages.new.first().copied();
        let page = add_page(&self.lobs, self.storage, txn, (first, self.lineage()), length, (0, &self.piece))?;
        self.pages.new.push(page);
        self.piece.clear();
        Ok(())
    }

    /// Kept pages that new pages follow are listed with the new ones.
    fn settle(&mut self) -> Result<(), StorageError> {
        let (base, _) = self.base.ok_or(StorageError::SnapshotLost)?;
        for _ in 0..std::mem::take(&mut self.pages.back) {
            let place = self.pages.front + self.pages.new.len();
            let page = page_at(&self.lobs, self.storage, &base, (0, place))?;
            self.pages.new.push(page.ok_or(StorageError::SnapshotLost)?.id());
        }
        Ok(())
    }
}

/// Allocates and fills a page of a value. `first` is the value's first page, if another. `lineage`
/// is the identity of the value that is extended. `length` is the value's on its root.
fn add_page(
    lobs: &Lobs,
    storage: &Storage,
    txn: &mut Transaction,
    (first, lineage): (Option<PageId>, Option<LobId>),
    length: u64,
    (level, body): (u8, &[u8]),
) -> Result<PageId, StorageError> {
    let unit = unit::get_or_create(lobs, storage)?;
    let writer = storage.start(txn)?;
    let Some(mut new) = object::next_page(storage, unit.root, None, Purpose::Work)? else {
        return Err(damaged(storage, unit.root, "it gives no page"));
    };
    let page = new.page.id();
    let id = lineage.unwrap_or(LobId { first: first.unwrap_or(page), writer });
    new.record.edit(page, Edit::Lob { object: lobs.object, id, length, level, body });
    if id.writer != writer {
        new.record.edit(page, Edit::LobWriter(writer));
    }
    new.log_for(storage, txn, LOB_ADD, &page_id_bytes(unit.root))?;
    Ok(page)
}

/// The maximum length of a value, as in SQL Server.
const LOB_MAX: u64 = (1 << 31) - 1;
/// Bytes of a value on a full data page.
const PAGE: u64 = DATA_CAPACITY as u64;

#[cfg(all(test, not(feature = "shuttle")))]
impl LobWriter<'_> {
    /// Pretends that `length` bytes were appended.
    pub(crate) fn set_length(&mut self, length: u64) {
        self.length = length;
    }
}
