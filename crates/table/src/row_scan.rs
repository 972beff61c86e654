//! Scans of a table's rows: all rows, the rows in a key range of an index, or the entries of an
//! index that covers the query.
//!
//! Index entries are as reliable as rows. A change of a row changes its entries in the same
//! transaction. Each entry has its stamp and its past versions, and readers wait for it, lock it
//! and look back at versions as for a row.
//!
//! If an index doesn't cover the query, an entry leads to a row. The row may have been changed
//! since the entry was read, because the reader of the index locks nothing. The scan therefore
//! compares the row's current key with the entry's key and skips the row if they differ.

use crate::key_range::KeyRange;
use crate::table_index::{TableIndex, locator_of, rid_of};
use crate::table_rows::{Base, TableRows};
use sluice_access::heap::HeapScan;
use sluice_access::{BTree, HeapSeek, RangeScan, Reader, TreeScan, TreeScanBack, TreeSeek};
use sluice_base::ids::PageId;
use sluice_base::page_counts::count_scan;
use sluice_base::work_counts::{WorkCount, count};
use sluice_txn::{DamageLocation, Storage, StorageError};
use std::ops::{Bound, Range};

/// A scan of rows: in page order for a heap, in key order or reverse key order for an index.
pub enum RowScan<'a> {
    /// A scan of a heap, and the locator of the last row returned.
    Heap(HeapScan<'a>, [u8; 8]),
    /// A scan of the clustered index.
    Clustered(Entries<'a>),
    /// Rows found through a nonclustered index.
    Index(Box<IndexScan<'a>>),
    /// Reads rows as of the snapshot; `scan` may return index entries instead.
    Entries(&'a TableRows, &'a TableIndex, Entries<'a>),
    /// Rows of a snapshot, each locked in its newest state.
    Held(Box<HeldScan<'a>>),
}

/// Rows of a snapshot whose newest states are locked. The scan fails with `UpdateConflict` at the
/// first row whose newest state differs. An index entry of `scan` gives the locator; the row is
/// then read twice, once by each seek.
pub struct HeldScan<'a> {
    rows: &'a TableRows,
    scan: RowScan<'a>,
    /// Reads rows as of the snapshot; `scan` may return index entries instead.
    seen: BaseSeek<'a>,
    /// Locks rows and reads their newest states.
    newest: BaseSeek<'a>,
    seen_row: Vec<u8>,
    newest_row: Vec<u8>,
}

/// The kind of result that a seek in a nonclustered index has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Take {
    /// The rows that the entries lead to.
    Rows,
    /// The entries themselves, as rows of the index's columns.
    Entries,
}

/// A scan of entries of a tree.
pub enum Entries<'a> {
    /// In key order.
    Forward(TreeScan<'a>),
    /// In reverse key order.
    Backward(TreeScanBack<'a>),
    /// One key, until it has been returned. The buffers hold its key and value.
    One(Option<TreeSeek<'a>>, Vec<u8>, Vec<u8>),
    /// Keys that are locked with the gaps between them.
    Ranges(Box<RangeScan<'a>>),
    /// Several ranges, one after the other.
    Several(Box<Parts<'a>>),
    /// No entry.
    Nothing,
}

/// Several ranges of a tree, in scan order. The next range is opened when `now` is exhausted. `key`
/// and `value` are copies, since the entries behind them move on.
pub struct Parts<'a> {
    of: Source<'a>,
    rest: std::vec::IntoIter<KeyRange>,
    now: Entries<'a>,
    /// The last entry returned.
    key: Vec<u8>,
    value: Vec<u8>,
}

/// A tree, its reader and the direction of the scan.
#[derive(Clone, Copy)]
struct Source<'a> {
    storage: &'a Storage,
    tree: BTree,
    reader: Reader<'a>,
    is_backward: bool,
}

/// Rows found through the entries of a nonclustered index. Each entry's locator is looked up in the
/// heap or the clustered index. An entry whose row the reader doesn't see is skipped or reported as
/// damage, by the reader's kind. The other fields are reused buffers.
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

/// Reads rows by locator.
enum BaseSeek<'a> {
    Heap(HeapSeek<'a>),
    Clustered(TreeSeek<'a>),
}

impl TableRows {
    /// Scans all rows that `reader` sees. A heap is read in the order of its pages, a clustered
    /// index in key order. Counts the scan in the statistics of the table.
    pub fn scan<'a>(&'a self, reader: Reader<'a>) -> Result<RowScan<'a>, StorageError> {
        match &self.base {
            Base::Heap(heap) => {
                count_scan(self.database.storage.id, self.table.id);
                count(WorkCount::FullScan);
                Ok(RowScan::Heap(heap.scan(&self.database.storage, reader)?, [0; 8]))
            }
            Base::Clustered(index) => self.seek(reader, (index, Take::Rows), &KeyRange::All, false),
        }
    }

    /// Scans the rows, or the entries, in `range` of `index`, from its end if `is_backward`. A
    /// clustered index gives rows. Another index gives its entries for `Take::Entries`, else the
    /// rows behind the entries, one lookup each.
    pub fn seek<'a>(
        &'a self,
        reader: Reader<'a>,
        (index, take): (&'a TableIndex, Take),
        range: &KeyRange,
        is_backward: bool,
    ) -> Result<RowScan<'a>, StorageError> {
        let storage = &*self.database.storage;
        let source = Source { storage, tree: index.tree, reader, is_backward };
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

    /// Wraps `scan`, whose reader is the snapshot reader `seen`, so that `newest` locks each row.
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

    /// The clustered index; `None` for a heap.
    pub fn clustered(&self) -> Option<&TableIndex> {
        match &self.base {
            Base::Clustered(index) => Some(index),
            Base::Heap(_) => None,
        }
    }

    /// The index with this id. `None` for an unknown id.
    pub fn index(&self, id: u16) -> Option<&TableIndex> {
        self.clustered().into_iter().chain(&self.indexes).find(|index| index.id == id)
    }
}

impl RowScan<'_> {
    /// Returns the next row's locator and bytes, or `None` at the end. Both are valid until the
    /// next call. The bytes are a row of the table, or an index entry's row if the scan takes
    /// entries.
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

    /// Returns the page of the row returned last. `None` if the row was found by its key, or read
    /// in reverse order.
    pub fn page(&self) -> Option<PageId> {
        match self {
            RowScan::Heap(_, locator) => rid_of(locator).map(|rid| rid.page),
            RowScan::Clustered(entries) => entries.page(),
            RowScan::Held(scan) => scan.scan.page(),
            RowScan::Index(_) | RowScan::Entries(..) => None,
        }
    }

    /// Returns the next batch of rows, or `None` at the end. `places` receives the range of each
    /// row in the result. The result is valid until the next call.
    pub fn next_rows(&mut self, places: &mut Vec<Range<usize>>) -> Result<Option<&[u8]>, StorageError> {
        match self {
            RowScan::Heap(scan, _) => return scan.next_rows(places),
            RowScan::Clustered(Entries::Forward(scan)) => return scan.next_rows(places),
            _ => {}
        }
        places.clear();
        let row = self.next()?.map(|(_, row)| row);
        places.extend(row.map(|row| 0..row.len()));
        Ok(row)
    }
}

impl<'a> Source<'a> {
    fn entries(self, range: &KeyRange) -> Result<Entries<'a>, StorageError> {
        let Source { storage, tree, reader, is_backward } = self;
        if matches!(range, KeyRange::All | KeyRange::Between(..)) {
            count_scan(storage.id, tree.object);
        }
        match range {
            KeyRange::All => count(WorkCount::FullScan),
            KeyRange::Between(..) => count(WorkCount::RangeScan),
            KeyRange::One(_) => count(WorkCount::ProbeScan),
            // Each part counts as a scan of its own.
            KeyRange::Nothing | KeyRange::Several(_) => {}
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
    /// Copies the next entry into the buffers. Returns false at the end.
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
    /// Returns the next key and value, or `None` at the end.
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

impl Entries<'_> {
    fn page(&self) -> Option<PageId> {
        match self {
            Entries::Forward(scan) => Some(scan.page()),
            Entries::Several(parts) => parts.now.page(),
            Entries::Backward(_) | Entries::One(..) | Entries::Ranges(_) | Entries::Nothing => None,
        }
    }
}

impl BaseSeek<'_> {
    /// Reads the row at `locator`. Returns false if the reader sees no row there.
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
        // The row is locked first: a state read under the lock can't change.
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
            path: self.database.storage.space.path().to_owned(),
            place: DamageLocation::Page(PageId::NONE),
            what: format!("a locator of table {} that is none", self.table.name),
        }
    }

    #[cold]
    fn damaged_index(&self, index: &TableIndex) -> StorageError {
        StorageError::Damaged {
            path: self.database.storage.space.path().to_owned(),
            place: DamageLocation::Page(index.tree.root),
            what: format!("an entry of index {} that its table does not describe", index.name),
        }
    }
}
