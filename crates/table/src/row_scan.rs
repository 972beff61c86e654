//! Rows of a table, wherever they are: all of them, or those of a part of an index; or that part's entries, where these have all that is asked for.
//!
//! Entries alone are as right as rows: whoever changes a row changes its entries in the same transaction, each has its stamp and its past versions, and
//! readers wait for it, lock it and look back at it as they do for a row.
//!
//! An entry of an index that is not enough leads to a row that may have been changed since the entry was read, where its reader waits for writers and locks nothing.
//! So the row that is there now is asked whether it has the entry's key: then it is one of those that are looked for.

use crate::key_range::KeyRange;
use crate::table_index::{TableIndex, locator_of, rid_of};
use crate::table_rows::{Base, TableRows};
use sluice_access::heap::HeapScan;
use sluice_access::{BTree, HeapSeek, RangeScan, Reader, TreeScan, TreeScanBack, TreeSeek};
use sluice_base::ids::{DatabaseId, PageId};
use sluice_base::page_counts::count_scan;
use sluice_txn::{Place, Storage, StorageError};
use std::ops::{Bound, Range};

/// Rows of a table: of a heap in the order of its pages, by an index in the order of its key or the other way round.
pub enum RowScan<'a> {
    /// Of a heap; and the locator of the row that was given last.
    Heap(HeapScan<'a>, [u8; 8]),
    /// Of a clustered index.
    Clustered(Entries<'a>),
    /// Of another index.
    Index(Box<IndexScan<'a>>),
    /// Entries of another index instead of rows.
    Entries(&'a TableRows, &'a TableIndex, Entries<'a>),
    /// Rows of a snapshot, each locked in its newest state.
    Held(Box<HeldScan<'a>>),
}

/// Rows of a snapshot whose newest states are locked: `UpdateConflict` at the first whose newest state is another.
pub struct HeldScan<'a> {
    rows: &'a TableRows,
    scan: RowScan<'a>,
    /// Reads rows as the snapshot has them: the scan may give entries of an index instead.
    seen: BaseSeek<'a>,
    /// Locks rows and reads their newest states.
    newest: BaseSeek<'a>,
    seen_row: Vec<u8>,
    newest_row: Vec<u8>,
}

/// What is taken of a part of an index that is not clustered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Take {
    /// The rows that its entries lead to.
    Rows,
    /// The rows of the index's own columns that its entries have.
    Entries,
}

/// Entries of a tree.
pub enum Entries<'a> {
    /// In the order of their keys.
    Forward(TreeScan<'a>),
    /// The other way round.
    Backward(TreeScanBack<'a>),
    /// The one with this key, unless it has been given; its value is read into the last.
    One(Option<TreeSeek<'a>>, Vec<u8>, Vec<u8>),
    /// Those of a part whose keys are locked with the gaps between them.
    Ranges(Box<RangeScan<'a>>),
    /// Those of several parts, one after the other.
    Several(Box<Parts<'a>>),
    /// None.
    Nothing,
}

/// Parts of a tree, in the order in which they are read.
pub struct Parts<'a> {
    of: Source<'a>,
    rest: std::vec::IntoIter<KeyRange>,
    now: Entries<'a>,
    /// The entry that was given last.
    key: Vec<u8>,
    value: Vec<u8>,
}

/// A tree and how it is read.
#[derive(Clone, Copy)]
struct Source<'a> {
    database: DatabaseId,
    storage: &'a Storage,
    tree: BTree,
    reader: Reader<'a>,
    is_backward: bool,
}

/// The rows that entries of an index lead to.
pub struct IndexScan<'a> {
    rows: &'a TableRows,
    index: &'a TableIndex,
    entries: Entries<'a>,
    base: BaseSeek<'a>,
    locator: Vec<u8>,
    key: Vec<u8>,
    own_key: Vec<u8>,
    row: Vec<u8>,
}

/// Rows by their locators.
enum BaseSeek<'a> {
    Heap(HeapSeek<'a>),
    Clustered(TreeSeek<'a>),
}

impl TableRows {
    /// All rows that `reader` sees.
    pub fn scan<'a>(&'a self, reader: Reader<'a>) -> Result<RowScan<'a>, StorageError> {
        match &self.base {
            Base::Heap(heap) => {
                count_scan(self.database.id, self.table.id);
                Ok(RowScan::Heap(heap.scan(&self.database.storage, reader)?, [0; 8]))
            }
            Base::Clustered(index) => self.seek(reader, (index, Take::Rows), &KeyRange::All, false),
        }
    }

    /// Those in a part of an index, perhaps from its end; or the entries there.
    pub fn seek<'a>(
        &'a self,
        reader: Reader<'a>,
        (index, take): (&'a TableIndex, Take),
        range: &KeyRange,
        is_backward: bool,
    ) -> Result<RowScan<'a>, StorageError> {
        let storage = &*self.database.storage;
        let source = Source { database: self.database.id, storage, tree: index.tree, reader, is_backward };
        let entries = source.entries(range)?;
        if take == Take::Entries && !index.is_clustered() {
            return Ok(RowScan::Entries(self, index, entries));
        }
        if index.is_clustered() {
            return Ok(RowScan::Clustered(entries));
        }
        let base = self.base_seek(reader)?;
        let (locator, key, own_key, row) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(RowScan::Index(Box::new(IndexScan { rows: self, index, entries, base, locator, key, own_key, row })))
    }

    /// The rows of `scan`, which has the reader `seen` of a snapshot, each locked by `newest`.
    pub fn hold_newest<'a>(
        &'a self,
        scan: RowScan<'a>,
        (seen, newest): (Reader<'a>, Reader<'a>),
    ) -> Result<RowScan<'a>, StorageError> {
        let (seen, newest) = (self.base_seek(seen)?, self.base_seek(newest)?);
        let (seen_row, newest_row) = (Vec::new(), Vec::new());
        Ok(RowScan::Held(Box::new(HeldScan { rows: self, scan, seen, newest, seen_row, newest_row })))
    }

    fn base_seek<'a>(&'a self, reader: Reader<'a>) -> Result<BaseSeek<'a>, StorageError> {
        let storage = &*self.database.storage;
        Ok(match &self.base {
            Base::Heap(heap) => BaseSeek::Heap(heap.seek(storage, reader)?),
            Base::Clustered(base) => BaseSeek::Clustered(base.tree.seek(storage, reader.of_rows())),
        })
    }

    /// The index that has the rows, if one has.
    pub fn clustered(&self) -> Option<&TableIndex> {
        match &self.base {
            Base::Clustered(index) => Some(index),
            Base::Heap(_) => None,
        }
    }

    /// The index with this id.
    pub fn index(&self, id: u16) -> Option<&TableIndex> {
        self.clustered().into_iter().chain(&self.indexes).find(|index| index.id == id)
    }
}

impl RowScan<'_> {
    /// The next row's locator and bytes; none at the end. They are the scan's own copy, until the next call.
    #[inline]
    #[expect(clippy::should_implement_trait, clippy::type_complexity, reason = "the rows are lent")]
    pub fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        match self {
            RowScan::Heap(scan, locator) => {
                let Some((rid, row)) = scan.next()? else { return Ok(None) };
                *locator = locator_of(rid);
                Ok(Some((locator, row)))
            }
            RowScan::Clustered(entries) => entries.next(),
            RowScan::Index(scan) => scan.next(),
            RowScan::Entries(rows, index, entries) => {
                let Some((key, value)) = entries.next()? else { return Ok(None) };
                let entry = index.entry(key, value).ok_or_else(|| rows.damaged_index(index))?;
                Ok(Some((entry.locator, entry.row)))
            }
            RowScan::Held(scan) => scan.next(),
        }
    }

    /// The next rows, as many as can be given at once: where each lies in the result, which is the scan's own copy until the next call. None
    /// at the end.
    pub fn next_rows(&mut self, places: &mut Vec<Range<usize>>) -> Result<Option<&[u8]>, StorageError> {
        if let RowScan::Heap(scan, _) = self {
            return scan.next_rows(places);
        }
        places.clear();
        let row = self.next()?.map(|(_, row)| row);
        places.extend(row.map(|row| 0..row.len()));
        Ok(row)
    }
}

impl<'a> Source<'a> {
    fn entries(self, range: &KeyRange) -> Result<Entries<'a>, StorageError> {
        let Source { database, storage, tree, reader, is_backward } = self;
        if matches!(range, KeyRange::All | KeyRange::Between(..)) {
            count_scan(database, tree.object);
        }
        let between = |from: Bound<&[u8]>, to: Bound<&[u8]>| -> Result<Entries<'a>, StorageError> {
            if let Some(ranges) = tree.ranges(storage, reader, from, to) {
                return Ok(Entries::Ranges(Box::new(if is_backward { ranges.backward() } else { ranges })));
            }
            Ok(match is_backward {
                true => Entries::Backward(tree.rows_back(storage, reader, from, to)?),
                false => Entries::Forward(tree.rows(storage, reader, from, to)?),
            })
        };
        Ok(match range {
            KeyRange::All => between(Bound::Unbounded, Bound::Unbounded)?,
            KeyRange::Nothing => Entries::Nothing,
            KeyRange::One(key) if matches!(reader, Reader::Ranges(..)) => {
                between(Bound::Included(key), Bound::Included(key))?
            }
            KeyRange::One(key) => Entries::One(Some(tree.seek(storage, reader)), key.clone(), Vec::new()),
            KeyRange::Between(from, to) => between(from.as_ref().map(Vec::as_slice), to.as_ref().map(Vec::as_slice))?,
            KeyRange::Several(parts) => {
                let mut parts = parts.clone();
                if is_backward {
                    parts.reverse();
                }
                let (rest, now) = (parts.into_iter(), Entries::Nothing);
                Entries::Several(Box::new(Parts { of: self, rest, now, key: Vec::new(), value: Vec::new() }))
            }
        })
    }
}

impl Parts<'_> {
    /// Copies the next entry; false at the end.
    fn advance(&mut self) -> Result<bool, StorageError> {
        loop {
            if let Some((key, value)) = self.now.next()? {
                self.key.clear();
                self.key.extend_from_slice(key);
                self.value.clear();
                self.value.extend_from_slice(value);
                return Ok(true);
            }
            let Some(range) = self.rest.next() else { return Ok(false) };
            self.now = self.of.entries(&range)?;
        }
    }
}

impl Entries<'_> {
    /// The next key and value.
    #[inline]
    #[expect(clippy::type_complexity, reason = "the entries are lent")]
    fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        match self {
            Entries::Forward(scan) => scan.next(),
            Entries::Backward(scan) => scan.next(),
            Entries::One(seek, key, value) => {
                let Some(mut seek) = seek.take() else { return Ok(None) };
                Ok(seek.get(key, value)?.then_some((key, value)))
            }
            Entries::Ranges(scan) => scan.next(),
            Entries::Several(parts) => Ok(parts.advance()?.then_some((&parts.key, &parts.value))),
            Entries::Nothing => Ok(None),
        }
    }
}

impl BaseSeek<'_> {
    /// Reads the row at a locator; false if the reader sees none there.
    fn get(
        &mut self,
        locator: &[u8],
        row: &mut Vec<u8>,
        damaged: impl FnOnce() -> StorageError,
    ) -> Result<bool, StorageError> {
        match self {
            BaseSeek::Heap(heap) => heap.get(rid_of(locator).ok_or_else(damaged)?, row),
            BaseSeek::Clustered(tree) => tree.get(locator, row),
        }
    }
}

impl HeldScan<'_> {
    #[expect(clippy::type_complexity, reason = "the rows are lent")]
    fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        let HeldScan { rows, scan, seen, newest, seen_row, newest_row } = self;
        let Some((locator, row)) = scan.next()? else { return Ok(None) };
        // The lock comes first: what is read behind it stays.
        let is_there = newest.get(locator, newest_row, || rows.damaged_locator())?;
        let is_seen = seen.get(locator, seen_row, || rows.damaged_locator())?;
        if !is_there || !is_seen || newest_row != seen_row {
            return Err(StorageError::UpdateConflict);
        }
        Ok(Some((locator, row)))
    }
}

impl IndexScan<'_> {
    #[expect(clippy::type_complexity, reason = "the rows are lent")]
    fn next(&mut self) -> Result<Option<(&[u8], &[u8])>, StorageError> {
        let IndexScan { rows, index, entries, base, locator, key, own_key, row } = self;
        while let Some((full_key, value)) = entries.next()? {
            let entry = index.entry(full_key, value).ok_or_else(|| rows.damaged_index(index))?;
            locator.clear();
            locator.extend_from_slice(entry.locator);
            key.clear();
            key.extend_from_slice(index.key_of_columns(full_key, &entry));
            own_key.clear();
            if base.get(locator, row, || rows.damaged_index(index))? {
                index.append_key(rows.values(row), own_key).map_err(|_| rows.damaged_index(index))?;
                if own_key == key {
                    return Ok(Some((locator, row)));
                }
            }
        }
        Ok(None)
    }
}

impl TableRows {
    #[cold]
    fn damaged_locator(&self) -> StorageError {
        StorageError::Damaged {
            path: self.database.storage.data.path().to_owned(),
            place: Place::Page(PageId::NONE),
            what: format!("a locator of table {} that is none", self.table.name),
        }
    }

    #[cold]
    fn damaged_index(&self, index: &TableIndex) -> StorageError {
        StorageError::Damaged {
            path: self.database.storage.data.path().to_owned(),
            place: Place::Page(index.tree.root),
            what: format!("an entry of index {} that its table does not describe", index.name),
        }
    }
}
