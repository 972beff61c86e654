//! Changes rows of a table and their entries in the table's indexes.
//!
//! 1. A row is changed before its entries. The row's stamp locks the row and its entries until the
//!    transaction ends, because other writers reach the entries only through the row.
//! 2. An error in the middle of a change leaves row and entries inconsistent. The caller rolls the
//!    whole statement back.
//! 3. An UPDATE works in two steps if it changes a unique key, the clustered key, or the key of the
//!    index that finds its rows. [`RowWriter::take_out`] removes all old keys, then
//!    [`TableRows::put_back`] inserts the new keys. So uniqueness is checked against the
//!    statement's final state, and no row is found twice.

use crate::storage_error::{damaged_row, table_error};
use crate::table_index::{TableIndex, locator_of, rid_of};
use crate::table_rows::{Base, TableRows};
use sluice_access::{AppendCursor, Changed, HeapAppend, HeapWriter, TreeWriter};
use sluice_txn::{LockMode, LockOwner, Snapshot, StorageError, Transaction};
use sluice_types::SqlError;

/// State that row changes keep from row to row: the positions of the last inserts, and key buffers.
/// The buffers are reused so that a row allocates nothing; their contents don't matter between
/// rows.
#[derive(Default)]
pub struct RowCursor {
    append: AppendCursor,
    indexes: Vec<AppendCursor>,
    locator: Vec<u8>,
    key: Vec<u8>,
    entry: Vec<u8>,
}

/// The parts of a table that an UPDATE of some columns touches.
pub struct Touched {
    /// Whether rows get new locators, because a column of the clustered key changes.
    moves: bool,
    /// Affected nonclustered indexes, as positions in [`TableRows::indexes`].
    indexes: Vec<usize>,
    /// Whether old keys are removed before new keys are inserted (rule 3).
    pub in_two_steps: bool,
    /// The updated columns, as positions in the table.
    columns: Box<[usize]>,
}

impl Touched {
    /// Whether the nonclustered index at position `number` changes.
    pub fn has(&self, number: usize) -> bool {
        self.indexes.contains(&number)
    }
}

/// Bulk insertion of rows.
pub enum RowAppend<'a> {
    /// Page by page into a heap without indexes.
    Pages(HeapAppend<'a>),
    /// Row by row.
    Rows,
}

/// Changes existing rows, concurrently with other transactions. An update or delete finds its row
/// by locator and compares it with the bytes that the statement has read.
pub struct RowWriter<'a> {
    rows: &'a TableRows,
    locks: &'a LockOwner,
    snapshot: Option<&'a Snapshot>,
    /// Writer of the heap, if the table is one.
    heap: Option<HeapWriter<'a>>,
    /// Rows deleted, rows updated and the updated columns. Reported to the table's activity when
    /// the writer is dropped.
    deleted: u64,
    updated: u64,
    updated_columns: Box<[usize]>,
}

impl TableRows {
    /// Inserts a row and its index entries. Long values must be on their chains already (`row` is
    /// encoded). Fails with 2627 or 2601 for a duplicate key; the row or some entries may be
    /// inserted then, and the caller rolls the statement back to its savepoint.
    #[inline]
    pub fn insert(
        &self,
        transaction: &mut Transaction,
        locks: &LockOwner,
        cursor: &mut RowCursor,
        row: &[u8],
    ) -> Result<(), SqlError> {
        let storage = &*self.database.storage;
        match &self.base {
            Base::Heap(heap) => {
                let rid = heap.insert(storage, transaction, &mut cursor.append, row);
                let rid = rid.map_err(|error| self.error(&error))?;
                if self.indexes.is_empty() {
                    return Ok(());
                }
                cursor.locator.clear();
                cursor.locator.extend_from_slice(&locator_of(rid));
            }
            Base::Clustered(index) => {
                let RowCursor { append, locator, .. } = cursor;
                locator.clear();
                index.append_key(self.values(row), locator)?;
                let mut writer = index.tree.writer(storage, locks).hurried(self.entries_haste());
                let put = match index.is_unique {
                    true => writer.append(transaction, append, locator, row),
                    false => writer.insert_uniquified(transaction, locator, row),
                };
                put.map_err(|error| self.refused(index, &error, row))?;
            }
        }
        (0..self.indexes.len()).try_for_each(|number| self.insert_entry(number, transaction, locks, cursor, row))
    }

    /// Whether an INSERT skips duplicate keys, because an index has IGNORE_DUP_KEY.
    #[inline]
    pub fn ignores_duplicates(&self) -> bool {
        let clustered = matches!(&self.base, Base::Clustered(index) if index.ignores_duplicates);
        clustered || self.indexes.iter().any(|index| index.ignores_duplicates)
    }

    /// Inserts a row as [`TableRows::insert`] does. Returns false if an index with IGNORE_DUP_KEY
    /// already has its key (2627 or 2601). Whatever was inserted before the duplicate was found is
    /// rolled back. Every other error leaves this to the caller.
    pub fn insert_new(
        &self,
        transaction: &mut Transaction,
        locks: &LockOwner,
        cursor: &mut RowCursor,
        row: &[u8],
    ) -> Result<bool, SqlError> {
        let storage = &*self.database.storage;
        let savepoint = storage.savepoint(transaction);
        match self.insert(transaction, locks, cursor, row) {
            Ok(()) => Ok(true),
            Err(error) if self.is_ignored(&error) => {
                storage.rollback_to(transaction, savepoint).map_err(|error| self.error(&error))?;
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether 2601 or 2627 names an index with IGNORE_DUP_KEY.
    fn is_ignored(&self, error: &SqlError) -> bool {
        let clustered = match &self.base {
            Base::Clustered(index) => Some(index),
            Base::Heap(_) => None,
        };
        let mut all = clustered.into_iter().chain(&self.indexes).filter(|index| index.ignores_duplicates);
        matches!(error.number, 2601 | 2627) && all.any(|index| error.args.get(1) == Some(&index.name))
    }

    /// Inserts the index entry of the row at the cursor's locator.
    fn insert_entry(
        &self,
        number: usize,
        transaction: &mut Transaction,
        locks: &LockOwner,
        cursor: &mut RowCursor,
        row: &[u8],
    ) -> Result<(), SqlError> {
        let index = &self.indexes[number];
        if !index.has(self.values(row))? {
            return Ok(());
        }
        cursor.indexes.resize(self.indexes.len(), AppendCursor::default());
        let RowCursor { indexes, locator, key, entry, .. } = cursor;
        index.make_entry(self.values(row), locator, (key, entry))?;
        let mut writer = index.tree.writer(&self.database.storage, locks).hurried(self.entries_haste());
        let put = writer.append(transaction, &mut indexes[number], key, entry);
        put.map_err(|error| self.refused(index, &error, row))
    }

    /// Starts an insertion of many rows. If the owner has the table locked exclusively (TABLOCK),
    /// full pages of a heap with DATA_COMPRESSION = PAGE and without indexes are compressed
    /// (`relational-databases/data-compression/data-compression`).
    pub fn append(&self, locks: &LockOwner) -> Result<RowAppend<'_>, SqlError> {
        let storage = &self.database.storage;
        Ok(match &self.base {
            Base::Heap(heap) if self.indexes.is_empty() => {
                let is_alone = || locks.mode_of(self.database.table(heap.object)) == Some(LockMode::Exclusive);
                RowAppend::Pages(match !self.layout.is_plain() && is_alone() {
                    true => heap.append_alone(storage).map_err(|error| self.error(&error))?,
                    false => heap.append(storage),
                })
            }
            _ => RowAppend::Rows,
        })
    }

    /// Returns what an UPDATE of `columns` touches. `by` is the index that finds its rows. It says
    /// whether the row moves (the clustered key changes), which nonclustered indexes change, and
    /// whether all old rows must be removed before new ones are inserted: if a unique key, or the
    /// key or the rows of the index `by` change.
    pub fn touched(&self, columns: &[usize], by: Option<u16>) -> Touched {
        let is_key = |index: &TableIndex| index.keys.iter().any(|(place, _)| columns.contains(place));
        let moves = matches!(&self.base, Base::Clustered(index) if is_key(index));
        let is_filtered = |index: &TableIndex| columns.iter().any(|place| index.is_filtered_by(*place));
        let is_touched = |index: &TableIndex| {
            moves || is_filtered(index) || index.columns.iter().any(|place| columns.contains(place))
        };
        let indexes: Vec<usize> = (0..self.indexes.len()).filter(|number| is_touched(&self.indexes[*number])).collect();
        let changes_unique = |number: &usize| {
            let index = &self.indexes[*number];
            index.is_unique && (is_key(index) || is_filtered(index))
        };
        // An entry whose included columns alone change stays where a scan of the index has passed.
        let is_reordered = |number: &usize| {
            let index = &self.indexes[*number];
            Some(index.id) == by && (is_key(index) || is_filtered(index))
        };
        let in_two_steps = moves || indexes.iter().any(|number| changes_unique(number) || is_reordered(number));
        Touched { moves, indexes, in_two_steps, columns: columns.into() }
    }

    /// Performs the second step of an UPDATE. A row that moves is inserted with all its entries.
    /// Otherwise the new row is already at `locator`, and its entries in the touched indexes are
    /// inserted. Fails with 2627 or 2601 for a duplicate key; the caller then rolls the statement
    /// back.
    pub fn put_back(
        &self,
        transaction: &mut Transaction,
        locks: &LockOwner,
        cursor: &mut RowCursor,
        (locator, row): (&[u8], &[u8]),
        touched: &Touched,
    ) -> Result<(), SqlError> {
        if touched.moves {
            return self.insert(transaction, locks, cursor, row);
        }
        cursor.locator.clear();
        cursor.locator.extend_from_slice(locator);
        touched.indexes.iter().try_for_each(|number| self.insert_entry(*number, transaction, locks, cursor, row))
    }

    /// Returns the error for a key that an index rejected: 2627, 2601 or 1946.
    #[cold]
    fn refused(&self, index: &TableIndex, error: &StorageError, row: &[u8]) -> SqlError {
        match error {
            StorageError::Duplicate => {
                let shown = match index.shown_key(self.values(row)) {
                    Ok(shown) => shown,
                    Err(error) => return error,
                };
                self.duplicate(index, shown)
            }
            StorageError::TooLong { bytes, .. } if !index.is_clustered() => index.too_long(*bytes as usize),
            error => self.error(error),
        }
    }

    /// Returns 2627 if the index belongs to a constraint, else 2601.
    fn duplicate(&self, index: &TableIndex, key: String) -> SqlError {
        let object = self.shown_name();
        match index.constraint {
            Some(constraint) => {
                let kind = if constraint.is_primary { "PRIMARY KEY" } else { "UNIQUE KEY" };
                SqlError::duplicate_key(kind, &index.name, &object, &key)
            }
            None => SqlError::duplicate_index_key(object, &index.name, key),
        }
    }

    fn error(&self, error: &StorageError) -> SqlError {
        table_error(error, &self.database.name, &self.shown_name())
    }
}

impl RowAppend<'_> {
    /// Appends a row. A load of whole pages builds them in memory; otherwise the row is inserted
    /// like any other.
    #[inline]
    pub fn push(
        &mut self,
        rows: &TableRows,
        transaction: &mut Transaction,
        locks: &LockOwner,
        cursor: &mut RowCursor,
        row: &[u8],
    ) -> Result<(), SqlError> {
        match self {
            RowAppend::Pages(append) => {
                append.push(transaction, &mut cursor.append, row).map_err(|error| rows.error(&error))
            }
            RowAppend::Rows => rows.insert(transaction, locks, cursor, row),
        }
    }

    /// Writes the remaining rows. Does nothing for a load row by row.
    pub fn finish(
        self,
        rows: &TableRows,
        transaction: &mut Transaction,
        cursor: &mut RowCursor,
    ) -> Result<(), SqlError> {
        match self {
            RowAppend::Pages(append) => {
                append.finish(transaction, &mut cursor.append).map_err(|error| rows.error(&error))
            }
            RowAppend::Rows => Ok(()),
        }
    }
}

impl<'a> RowWriter<'a> {
    /// Returns a writer for `rows` that owns `locks`. `snapshot` is the transaction's snapshot
    /// under SNAPSHOT. It latches and locks nothing yet.
    pub fn new(rows: &'a TableRows, locks: &'a LockOwner, snapshot: Option<&'a Snapshot>) -> RowWriter<'a> {
        let heap = match &rows.base {
            Base::Heap(heap) => {
                let writer = heap.writer(&rows.database.storage, locks).hurried(rows.haste);
                Some(match snapshot {
                    Some(snapshot) => writer.by_snapshot(snapshot),
                    None => writer,
                })
            }
            Base::Clustered(_) => None,
        };
        RowWriter { rows, locks, snapshot, heap, deleted: 0, updated: 0, updated_columns: Box::default() }
    }

    /// Replaces the row at `locator`, whose bytes were `seen`, and its entries. Entries are
    /// replaced only if the row was. Otherwise returns why nothing has changed (the row is gone or
    /// differs); entries stay. Must not move the row: `touched.moves` goes through
    /// [`RowWriter::take_out`].
    pub fn update(
        &mut self,
        transaction: &mut Transaction,
        cursor: &mut RowCursor,
        (locator, seen): (&[u8], &[u8]),
        row: &[u8],
        touched: &Touched,
    ) -> Result<Changed, SqlError> {
        let changed = self.replace(transaction, cursor, (locator, seen), row)?;
        if changed == Changed::Done {
            self.count_update(touched);
            for number in &touched.indexes {
                self.replace_entry(&self.rows.indexes[*number], transaction, cursor, locator, (seen, row))?;
            }
        }
        Ok(changed)
    }

    /// Deletes the row at a locator, given with the bytes that were seen, and its entries. Returns
    /// [`Changed`] without an effect if the row is gone or differs.
    pub fn delete(&mut self, transaction: &mut Transaction, row: (&[u8], &[u8])) -> Result<Changed, SqlError> {
        let changed = self.remove(transaction, row)?;
        self.deleted += u64::from(changed == Changed::Done);
        Ok(changed)
    }

    fn remove(&mut self, transaction: &mut Transaction, (locator, seen): (&[u8], &[u8])) -> Result<Changed, SqlError> {
        let changed = match (&mut self.heap, &self.rows.base) {
            (Some(heap), _) => heap.delete(transaction, (self.rows.rid(locator)?, seen)),
            (None, Base::Clustered(index)) => self.tree(index).delete(transaction, (locator, seen)),
            (None, Base::Heap(_)) => unreachable!("a heap has its writer"),
        };
        let changed = changed.map_err(|error| self.rows.error(&error))?;
        if changed == Changed::Done {
            let (mut key, mut entry) = (Vec::new(), Vec::new());
            for index in &self.rows.indexes {
                self.delete_entry(index, transaction, (locator, seen), (&mut key, &mut entry))?;
            }
        }
        Ok(changed)
    }

    /// Performs the first step of an UPDATE: removes the old row, or replaces it in place, and
    /// removes its old entries. If the row moves, it is deleted, and the second step inserts the
    /// new row with all its entries. Otherwise only entries of touched indexes are deleted. Returns
    /// [`Changed`] without an effect if the row is gone or differs from `seen`.
    pub fn take_out(
        &mut self,
        transaction: &mut Transaction,
        cursor: &mut RowCursor,
        (locator, seen): (&[u8], &[u8]),
        row: &[u8],
        touched: &Touched,
    ) -> Result<Changed, SqlError> {
        if touched.moves {
            let changed = self.remove(transaction, (locator, seen))?;
            if changed == Changed::Done {
                self.count_update(touched);
            }
            return Ok(changed);
        }
        let changed = self.replace(transaction, cursor, (locator, seen), row)?;
        if changed == Changed::Done {
            self.count_update(touched);
            for number in &touched.indexes {
                let index = &self.rows.indexes[*number];
                self.delete_entry(index, transaction, (locator, seen), (&mut cursor.key, &mut cursor.entry))?;
            }
        }
        Ok(changed)
    }

    fn count_update(&mut self, touched: &Touched) {
        if self.updated_columns != touched.columns {
            self.tell_updates();
            self.updated_columns = touched.columns.clone();
        }
        self.updated += 1;
    }

    fn tell_updates(&mut self) {
        if self.updated > 0 {
            self.rows.note_updates(&self.updated_columns, std::mem::take(&mut self.updated));
        }
    }

    /// Replaces the row in place.
    fn replace(
        &mut self,
        transaction: &mut Transaction,
        cursor: &mut RowCursor,
        (locator, seen): (&[u8], &[u8]),
        row: &[u8],
    ) -> Result<Changed, SqlError> {
        let changed = match (&mut self.heap, &self.rows.base) {
            (Some(heap), _) => heap.update(transaction, &mut cursor.append, (self.rows.rid(locator)?, seen), row),
            (None, Base::Clustered(index)) => self.tree(index).update(transaction, (locator, seen), row),
            (None, Base::Heap(_)) => unreachable!("a heap has its writer"),
        };
        changed.map_err(|error| self.rows.error(&error))
    }

    /// Replaces the entry of a row that keeps its locator.
    fn replace_entry(
        &self,
        index: &TableIndex,
        transaction: &mut Transaction,
        cursor: &mut RowCursor,
        locator: &[u8],
        (old, new): (&[u8], &[u8]),
    ) -> Result<(), SqlError> {
        let (mut old_key, mut old_entry) = (Vec::new(), Vec::new());
        match (index.has(self.rows.values(old))?, index.has(self.rows.values(new))?) {
            (true, true) => {}
            (false, false) => return Ok(()),
            (true, false) => {
                return self.delete_entry(index, transaction, (locator, old), (&mut old_key, &mut old_entry));
            }
            (false, true) => {
                index.make_entry(self.rows.values(new), locator, (&mut cursor.key, &mut cursor.entry))?;
                let put = self.tree(index).insert(transaction, &cursor.key, &cursor.entry);
                return put.map_err(|error| self.rows.refused(index, &error, new));
            }
        }
        index.make_entry(self.rows.values(old), locator, (&mut old_key, &mut old_entry))?;
        index.make_entry(self.rows.values(new), locator, (&mut cursor.key, &mut cursor.entry))?;
        let (key, entry) = (&cursor.key, &cursor.entry);
        if old_key == *key {
            if old_entry == *entry {
                return Ok(());
            }
            let changed = self.tree(index).update(transaction, (&old_key, &old_entry), entry);
            return self.was_there(index, changed, new);
        }
        let changed = self.tree(index).delete(transaction, (&old_key, &old_entry));
        self.was_there(index, changed, old)?;
        let put = self.tree(index).insert(transaction, key, entry);
        put.map_err(|error| self.rows.refused(index, &error, new))
    }

    fn delete_entry(
        &self,
        index: &TableIndex,
        transaction: &mut Transaction,
        (locator, row): (&[u8], &[u8]),
        (key, entry): (&mut Vec<u8>, &mut Vec<u8>),
    ) -> Result<(), SqlError> {
        if !index.has(self.rows.values(row))? {
            return Ok(());
        }
        index.make_entry(self.rows.values(row), locator, (key, entry))?;
        let changed = self.tree(index).delete(transaction, (key, entry));
        self.was_there(index, changed, row)
    }

    /// Checks that an entry was found. The row is locked, so its entries match it (rule 1);
    /// otherwise the index is damaged.
    fn was_there(
        &self,
        index: &TableIndex,
        changed: Result<Changed, StorageError>,
        row: &[u8],
    ) -> Result<(), SqlError> {
        match changed.map_err(|error| self.rows.refused(index, &error, row))? {
            Changed::Done => Ok(()),
            Changed::Gone | Changed::Newer(_) | Changed::Passed => Err(damaged_row(&self.rows.database.name)),
        }
    }

    fn tree(&self, index: &TableIndex) -> TreeWriter<'a> {
        let haste = if index.is_clustered() { self.rows.haste } else { self.rows.entries_haste() };
        let writer = index.tree.writer(&self.rows.database.storage, self.locks).hurried(haste);
        match self.snapshot {
            Some(snapshot) => writer.by_snapshot(snapshot),
            None => writer,
        }
    }
}

impl Drop for RowWriter<'_> {
    fn drop(&mut self) {
        self.tell_updates();
        if self.deleted > 0 {
            self.rows.note_rows(self.deleted);
        }
    }
}

impl TableRows {
    fn rid(&self, locator: &[u8]) -> Result<sluice_access::Rid, SqlError> {
        rid_of(locator).ok_or_else(|| damaged_row(&self.database.name))
    }
}
