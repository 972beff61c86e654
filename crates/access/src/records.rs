//! The log records of the access methods: kinds and payloads.
//!
//! The page column is the record's own page. Numbers are little-endian, page ids 6 bytes (page u32,
//! file u16).
//!
//! | kind | name | page | payload | undone by |
//! |---|---|---|---|---|
//! | 16 | heap insert | data | slot u16, row | 17 |
//! | 17 | heap remove (compensation) | data | slot u16 | |
//! | 18 | heap delete | data | slot u16, stamp before u64 | 19 |
//! | 19 | heap restore (compensation) | data | slot u16, stamp u64 | |
//! | 20 | tree insert | leaf | root id, slot u16, leaf cell without stamp | 21 |
//! | 21 | tree remove (compensation) | leaf | root id, slot u16 | |
//! | 22 | object create | IAM root | edits of this page | 23, after freeing the object |
//! | 23 | object gone (compensation) | IAM root | none | |
//! | 24 | heap update | data | [`RowChange`] | 25 |
//! | 25 | heap revert (compensation) | data | [`RowChange`], turned round | |
//! | 26 | heap forward | data | slot u16, body of the copy | 17 |
//! | 27 | tree ghost | leaf | root id, slot u16, stamp before u64, key | 28 |
//! | 28 | tree restore (compensation) | leaf | root id, slot u16, stamp u64 | |
//! | 30 | heap rows | data | first slot u16, number of rows u16, each: length u16, row | 31 |
//! | 31 | heap rows gone (compensation) | data | first slot u16, number of rows u16 | |
//! | 33 | heap undone (compensation) | data | [`Parts`]: compensations of several records | |
//! | 32 | system | the first | sections u8, then for each: page id, length u16, edits | never |
//! | 36 | LOB add | LOB page | unit's IAM root, then, for redo alone, as 32 | 37, after freeing the
//! page |
//! | 37 | LOB gone (compensation) | LOB page | none | |
//! | 38 | tree update | leaf | [`TreeChange`] | 39 |
//! | 39 | tree revert (compensation) | leaf | [`TreeChange`] without its key, turned round | |
//!
//! The edits are those of `edit.rs`. A row's stamp is not logged: it is the record's transaction.

use crate::layout::{PAGE_ID_SIZE, get_page_id, page_id_bytes};
use sluice_base::codec::{Reader, Truncated};
use sluice_base::ids::PageId;

/// A row was inserted into a heap.
pub(crate) const HEAP_INSERT: u8 = 16;
/// The insert of a row is undone.
pub(crate) const HEAP_REMOVE: u8 = 17;
/// A row became a ghost.
pub(crate) const HEAP_DELETE: u8 = 18;
/// A ghost became a row again.
pub(crate) const HEAP_RESTORE: u8 = 19;
/// An entry was inserted into a tree.
pub(crate) const TREE_INSERT: u8 = 20;
/// The insert of an entry is undone.
pub(crate) const TREE_REMOVE: u8 = 21;
/// An object was created.
pub(crate) const OBJECT_CREATE: u8 = 22;
/// The creation of an object is undone.
pub(crate) const OBJECT_GONE: u8 = 23;
/// A row's cell was replaced.
pub(crate) const HEAP_UPDATE: u8 = 24;
/// The replacement of a cell is undone.
pub(crate) const HEAP_REVERT: u8 = 25;
/// The copy of a moved row was inserted into a heap.
pub(crate) const HEAP_FORWARD: u8 = 26;
/// An entry became a ghost.
pub(crate) const TREE_GHOST: u8 = 27;
/// A ghost became an entry again.
pub(crate) const TREE_RESTORE: u8 = 28;
/// Rows were inserted into consecutive slots of a heap.
pub(crate) const HEAP_ROWS: u8 = 30;
/// The insert of rows is undone.
pub(crate) const HEAP_ROWS_GONE: u8 = 31;
/// A change of structure.
pub(crate) const SYSTEM: u8 = 32;
/// Several changes of one page are undone.
pub(crate) const HEAP_UNDONE: u8 = 33;

/// A page was added to a long value.
pub(crate) const LOB_ADD: u8 = 36;
/// The addition of a page to a long value is undone.
pub(crate) const LOB_GONE: u8 = 37;
/// An entry's value was replaced, or an entry replaced a ghost of its key.
pub(crate) const TREE_UPDATE: u8 = 38;
/// The replacement of an entry's value is undone.
pub(crate) const TREE_REVERT: u8 = 39;

/// The payload of [`HEAP_DELETE`] and [`HEAP_RESTORE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RowStamp {
    /// The row's slot.
    pub(crate) slot: u16,
    /// The stamp before the delete.
    pub(crate) stamp: u64,
}

impl RowStamp {
    /// Decodes slot and stamp. Fails if the payload is too short.
    pub(crate) fn decode(payload: &[u8]) -> Result<RowStamp, Truncated> {
        let mut reader = Reader::new(payload);
        Ok(RowStamp { slot: reader.u16()?, stamp: reader.u64()? })
    }
}

/// The payload of [`HEAP_UPDATE`]: the cell's two bodies, trimmed to the differing middle. The
/// fields are: slot u16, stamp before u64, kind before u8, kind after u8, common prefix u16, common
/// suffix u16, length of the middle before u16, the middle before, and then, for redo alone, the
/// middle after. In a [`HEAP_REVERT`] "before" is the undone state, without its middle, "after" is
/// the restored state, and the stamp is the restored stamp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RowChange<'a> {
    /// The row's slot.
    pub(crate) slot: u16,
    /// The stamp before the change; in a revert, the restored stamp.
    pub(crate) stamp: u64,
    /// The cell's kind before and after.
    pub(crate) kinds: (u8, u8),
    /// The lengths of the common prefix and suffix of both bodies.
    pub(crate) same: (u16, u16),
    /// The middle before. Its length is that of the old body less the common parts.
    pub(crate) before: &'a [u8],
    /// The middle after.
    pub(crate) after: &'a [u8],
}

impl<'a> RowChange<'a> {
    /// Returns the change of a cell from one kind and body to another. Equal bytes at both ends are
    /// left out: it has the two middles and the lengths of the equal parts.
    pub(crate) fn between(slot: u16, stamp: u64, old: (u8, &'a [u8]), new: (u8, &'a [u8])) -> RowChange<'a> {
        let shorter = old.1.len().min(new.1.len());
        let head = old.1.iter().zip(new.1).take_while(|(a, b)| a == b).count();
        let tails = old.1.iter().rev().zip(new.1.iter().rev());
        let tail = tails.take(shorter - head).take_while(|(a, b)| a == b).count();
        RowChange {
            slot,
            stamp,
            kinds: (old.0, new.0),
            same: (head as u16, tail as u16),
            before: &old.1[head..old.1.len() - tail],
            after: &new.1[head..new.1.len() - tail],
        }
    }

    /// Encodes the payload without the middle after. Undo needs that much; redo also needs the
    /// middle after, which follows it.
    pub(crate) fn undo_part(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(18 + self.before.len());
        bytes.extend_from_slice(&self.slot.to_le_bytes());
        bytes.extend_from_slice(&self.stamp.to_le_bytes());
        bytes.extend_from_slice(&[self.kinds.0, self.kinds.1]);
        bytes.extend_from_slice(&self.same.0.to_le_bytes());
        bytes.extend_from_slice(&self.same.1.to_le_bytes());
        bytes.extend_from_slice(&(self.before.len() as u16).to_le_bytes());
        bytes.extend_from_slice(self.before);
        bytes
    }

    /// Decodes the payload; what follows the middle before is the middle after. Fails if it is too
    /// short.
    pub(crate) fn decode(payload: &'a [u8]) -> Result<RowChange<'a>, Truncated> {
        let mut reader = Reader::new(payload);
        let (slot, stamp) = (reader.u16()?, reader.u64()?);
        let kinds = (reader.u8()?, reader.u8()?);
        let same = (reader.u16()?, reader.u16()?);
        let length = reader.u16()?;
        Ok(RowChange { slot, stamp, kinds, same, before: reader.bytes(length as usize)?, after: reader.rest() })
    }

    /// Returns the change that undoes this one; its stamp is the stamp to restore.
    pub(crate) fn undone(&self) -> RowChange<'a> {
        RowChange { kinds: (self.kinds.1, self.kinds.0), before: &[], after: self.before, ..*self }
    }

    /// Returns the body after the change of `old`, or `None` if `old` is shorter than the common
    /// parts.
    pub(crate) fn body_after(&self, old: &[u8]) -> Option<Vec<u8>> {
        let head = old.get(..self.same.0 as usize)?;
        let tail = old.get(old.len().checked_sub(self.same.1 as usize)?..)?;
        (head.len() + tail.len() <= old.len()).then(|| [head, self.after, tail].concat())
    }
}

/// The payload of [`HEAP_ROWS`] and, without the rows, of [`HEAP_ROWS_GONE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rows<'a> {
    /// The first row's slot.
    pub(crate) first: u16,
    /// The number of rows.
    pub(crate) count: u16,
    /// The rows, each after its length u16.
    pub(crate) rows: &'a [u8],
}

impl<'a> Rows<'a> {
    /// Decodes first slot, number and the rows' bytes, which aren't checked. Fails if it is too
    /// short.
    pub(crate) fn decode(payload: &'a [u8]) -> Result<Rows<'a>, Truncated> {
        let mut reader = Reader::new(payload);
        Ok(Rows { first: reader.u16()?, count: reader.u16()?, rows: reader.rest() })
    }

    /// Returns the slots, the last first.
    pub(crate) fn slots_back(&self) -> impl Iterator<Item = u16> + use<> {
        (self.first..self.first.saturating_add(self.count)).rev()
    }
}

/// The payload of [`TREE_UPDATE`] and [`TREE_REVERT`]: root id, key length u16, key, and the change
/// of the cell's body. The change is as in heaps, with the kinds of leaf cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TreeChange<'a> {
    /// The tree's root; undo searches the key from there.
    pub(crate) root: PageId,
    /// The entry's key; empty in a compensation.
    pub(crate) key: &'a [u8],
    /// The change of the body.
    pub(crate) change: RowChange<'a>,
}

impl<'a> TreeChange<'a> {
    /// Encodes the payload without the middle after.
    pub(crate) fn undo_part(&self) -> Vec<u8> {
        let (root, length) = (page_id_bytes(self.root), (self.key.len() as u16).to_le_bytes());
        [&root, &length[..], self.key, &self.change.undo_part()].concat()
    }

    /// Decodes root, key and change. Fails if it is too short.
    pub(crate) fn decode(payload: &'a [u8]) -> Result<TreeChange<'a>, Truncated> {
        let mut reader = Reader::new(payload);
        let root = get_page_id(reader.bytes(PAGE_ID_SIZE)?, 0);
        let length = reader.u16()?;
        let key = reader.bytes(length as usize)?;
        Ok(TreeChange { root, key, change: RowChange::decode(reader.rest())? })
    }
}

/// The payload of [`TREE_INSERT`] and [`TREE_REMOVE`]. [`TREE_GHOST`] and [`TREE_RESTORE`] have a
/// stamp and a key in place of the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TreeEntry<'a> {
    /// The tree's root; undo searches the key from there.
    pub(crate) root: PageId,
    /// The entry's position in the leaf, for redo.
    pub(crate) slot: u16,
    /// The leaf's cell; empty in a compensation that removes.
    pub(crate) cell: &'a [u8],
}

impl<'a> TreeEntry<'a> {
    /// Decodes root and slot; the rest is the cell, the stamp or both, by the record's kind.
    pub(crate) fn decode(payload: &'a [u8]) -> Result<TreeEntry<'a>, Truncated> {
        let mut reader = Reader::new(payload);
        let root = get_page_id(reader.bytes(PAGE_ID_SIZE)?, 0);
        let slot = reader.u16()?;
        Ok(TreeEntry { root, slot, cell: reader.rest() })
    }

    /// Decodes the stamp and key of a [`TREE_GHOST`] or [`TREE_RESTORE`].
    pub(crate) fn stamp_and_key(&self) -> Result<(u64, &'a [u8]), Truncated> {
        let mut reader = Reader::new(self.cell);
        Ok((reader.u64()?, reader.rest()))
    }

    /// Decodes the key and value of the cell.
    pub(crate) fn key_and_value(&self) -> Result<(&'a [u8], &'a [u8]), Truncated> {
        let mut reader = Reader::new(self.cell);
        let length = reader.u16()?;
        Ok((reader.bytes(length as usize)?, reader.rest()))
    }

    /// Encodes the payload's bytes before the cell: root and slot.
    pub(crate) fn head(root: PageId, slot: u16) -> [u8; PAGE_ID_SIZE + 2] {
        let mut head = [0; PAGE_ID_SIZE + 2];
        head[..PAGE_ID_SIZE].copy_from_slice(&page_id_bytes(root));
        head[PAGE_ID_SIZE..].copy_from_slice(&slot.to_le_bytes());
        head
    }
}

/// One page's part of a [`SYSTEM`] record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section<'a> {
    pub(crate) page: PageId,
    /// The encoded edits.
    pub(crate) edits: &'a [u8],
}

/// Encodes the payload of a [`SYSTEM`] record. It's the number of sections, then for each its page,
/// the length of its edits, and the edits.
pub(crate) fn encode_sections(sections: &[(PageId, Vec<u8>)]) -> Vec<u8> {
    let bytes = sections.iter().map(|(_, edits)| PAGE_ID_SIZE + 2 + edits.len()).sum::<usize>();
    let mut payload = Vec::with_capacity(1 + bytes);
    payload.push(sections.len() as u8);
    for (page, edits) in sections {
        payload.extend_from_slice(&page_id_bytes(*page));
        payload.extend_from_slice(&(edits.len() as u16).to_le_bytes());
        payload.extend_from_slice(edits);
    }
    payload
}

/// Iterator over the sections of a [`SYSTEM`] record.
pub(crate) struct Sections<'a> {
    reader: Reader<'a>,
    left: u8,
}

impl<'a> Sections<'a> {
    /// Decodes the payload's head.
    pub(crate) fn decode(payload: &'a [u8]) -> Result<Sections<'a>, Truncated> {
        let mut reader = Reader::new(payload);
        Ok(Sections { left: reader.u8()?, reader })
    }

    fn section(&mut self) -> Result<Section<'a>, Truncated> {
        let page = get_page_id(self.reader.bytes(PAGE_ID_SIZE)?, 0);
        let length = self.reader.u16()?;
        Ok(Section { page, edits: self.reader.bytes(length as usize)? })
    }
}

impl<'a> Iterator for Sections<'a> {
    type Item = Result<Section<'a>, Truncated>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        Some(self.section())
    }
}

/// The payload of a [`HEAP_UNDONE`]: compensations of records of one page, in the order of undo.
/// Each is its kind u8, its payload's length u16 and its payload.
pub(crate) struct Parts<'a> {
    reader: Reader<'a>,
}

impl<'a> Parts<'a> {
    /// Reads a payload.
    pub(crate) fn new(payload: &'a [u8]) -> Parts<'a> {
        Parts { reader: Reader::new(payload) }
    }

    /// Appends a part to a payload.
    pub(crate) fn put(kind: u8, part: &[u8], payload: &mut Vec<u8>) {
        payload.push(kind);
        payload.extend_from_slice(&(part.len() as u16).to_le_bytes());
        payload.extend_from_slice(part);
    }

    fn part(&mut self) -> Result<(u8, &'a [u8]), Truncated> {
        let (kind, length) = (self.reader.u8()?, self.reader.u16()?);
        Ok((kind, self.reader.bytes(length as usize)?))
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Result<(u8, &'a [u8]), Truncated>;

    fn next(&mut self) -> Option<Self::Item> {
        (!self.reader.is_empty()).then(|| self.part())
    }
}
