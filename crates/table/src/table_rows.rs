//! The rows of a table, in a heap or in the clustered index, with long values on page chains.
//!
//! Callers don't depend on where a row is: a scan returns a locator with each row (`row_scan`), and
//! a change takes the locator (`row_writer`).
//!
//! A row has at most 8,060 bytes, overhead included. A value of a `max` type stays in the row up to
//! 8,000 bytes if the row fits. This is SQL Server's default (`large value types out of row` OFF).
//! If the row doesn't fit, its longest `max` values move to page chains first, then its longest
//! other values (row overflow). A moved value leaves a link of 28 bytes in the row; SQL Server's
//! link has 24.
//!
//! 1. A value is written before its row, in the same transaction. A rollback removes the row first.
//! 2. A value that a changed or deleted row no longer refers to is freed after the commit, when no
//!    reader needs it. Readers and writers of such rows therefore hold a snapshot
//!    ([`TableRows::hold`]), even if rows keep no versions.
//! 3. A stored value never changes. An UPDATE of a column writes a new value and keeps the links of
//!    the other columns. The new value shares those pages of the old one that have the same bytes
//!    at the same positions ([`TableRows::encode`]).

use crate::database::Database;
use crate::long_values::{ChainValue, is_of_chain};
use crate::storage_error::{damaged_row, row_too_long, sql_error};
use crate::table_activity::TableActivity;
use crate::table_index::TableIndex;
use crate::temporary;
use sluice_access::{ENTRY_MAX, Freed, Haste, Heap, LobPointer, LobWriter, Lobs, ROW_MAX};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Column, Table};
use sluice_txn::{Snapshot, StorageError, Transaction};
use sluice_types::long::encoding;
use sluice_types::row::{Cell, Gather, LINK_BYTES, has_links, links, pieces};
use sluice_types::{DataType, LONG_BYTES, Length, LongValue, RowLayout, SqlError, Value};

/// The rows of one table.
pub struct TableRows {
    /// Database of the table.
    pub database: Arc<Database>,
    /// Definition of the table.
    pub table: Arc<Table>,
    /// Heap or clustered index.
    pub(crate) base: Base,
    /// Nonclustered indexes.
    pub indexes: Vec<TableIndex>,
    lobs: Lobs,
    activity: Arc<TableActivity>,
    /// Positions of the columns in a row.
    pub layout: RowLayout,
    /// Whether a row may have values on page chains.
    may_be_long: bool,
    /// Whether rows are plain and never exceed the maximum.
    is_simple: bool,
    /// Greatest length of a row, in bytes.
    row_max: usize,
    /// How changes treat rows that other transactions have locked; `None` means to wait.
    pub haste: Option<Haste>,
}

/// The storage of the rows themselves.
pub(crate) enum Base {
    /// In a heap.
    Heap(Heap),
    /// In the tree of the clustered index.
    Clustered(TableIndex),
}

/// One row of a table, as read.
#[derive(Clone, Copy)]
pub struct TableRow<'a> {
    /// The table.
    pub rows: &'a TableRows,
    /// Bytes of the row.
    pub bytes: &'a [u8],
    /// Whether the row may be uncommitted.
    pub is_dirty: bool,
}

impl TableRows {
    /// Returns the rows of `table`. Disabled indexes are left out. Copies layouts and key
    /// descriptions; reads no page and takes no lock.
    pub fn new(database: Arc<Database>, table: &Arc<Table>) -> TableRows {
        let layout = layout_of(table);
        let row_max = if table.has_sparse() { SPARSE_ROW_MAX } else { ROW_MAX };
        let may_be_long = layout.may_exceed(row_max);
        let is_simple = layout.is_plain() && !may_be_long;
        let base = match table.clustered() {
            Some(index) => Base::Clustered(TableIndex::new(table, index)),
            None => Base::Heap(Heap { root: table.root, object: table.id }),
        };
        let others = table.indexes.iter().filter(|index| !index.is_clustered() && !index.is_disabled);
        let indexes = others.map(|index| TableIndex::new(table, index)).collect();
        let lobs = Lobs { root: table.root, object: table.id };
        let activity = database.activity(table);
        TableRows {
            database,
            table: Arc::clone(table),
            base,
            indexes,
            lobs,
            activity,
            layout,
            may_be_long,
            is_simple,
            row_max,
            haste: None,
        }
    }

    /// Returns the same rows, changed with this haste (READPAST or NOWAIT).
    pub fn hurried(self, haste: Option<Haste>) -> TableRows {
        TableRows { haste, ..self }
    }

    /// Returns NOWAIT as the haste of entry changes, or `None`. READPAST doesn't apply: entries
    /// aren't skipped.
    pub(crate) fn entries_haste(&self) -> Option<Haste> {
        self.haste.filter(|haste| *haste == Haste::NoWait)
    }

    /// Counts rows that a statement has inserted or deleted. Invalidates the plans of the table
    /// once enough of its rows have changed.
    #[inline]
    pub fn note_rows(&self, count: u64) {
        if self.activity.note_rows(count) {
            self.database.outdate_plans(self.table.id, &self.activity);
        }
    }

    /// Counts rows whose columns at these positions a statement has updated. If the count passes
    /// the table's limit, plans on the table become outdated.
    pub fn note_updates(&self, places: &[usize], count: u64) {
        let ids: Vec<u16> = places.iter().map(|place| self.table.columns[*place].id).collect();
        if self.activity.note_updates(&ids, count) {
            self.database.outdate_plans(self.table.id, &self.activity);
        }
    }

    /// Returns a function that reads the columns of the row `bytes`, with long values in memory.
    #[inline]
    pub fn values<'r>(&'r self, bytes: &'r [u8]) -> impl Fn(usize) -> Result<Value, SqlError> + 'r {
        let row = TableRow { rows: self, bytes, is_dirty: false };
        move |place| row.column(place)
    }

    /// The table's name for messages about its rows: schema and name, as the user writes them.
    pub fn shown_name(&self) -> String {
        let schema = if self.table.is_variable() { DEFAULT_SCHEMA } else { &self.table.schema };
        format!("{schema}.{}", temporary::written(&self.table.name))
    }

    /// Greatest length of a row with these values. A long clustered key leaves less room.
    fn most_bytes<'v>(&self, value: &dyn Fn(usize) -> &'v Value) -> Result<u64, SqlError> {
        let Base::Clustered(index) = &self.base else { return Ok(self.row_max as u64) };
        let mut key = Vec::new();
        index.append_key(|place| Ok(value(place).clone()), &mut key)?;
        let uniquifier = if index.is_unique { 0 } else { UNIQUIFIER };
        Ok(self.row_max.min(ENTRY_MAX.saturating_sub(key.len() + uniquifier)) as u64)
    }

    /// Whether rows may have values on page chains.
    #[inline]
    pub fn lead_elsewhere(&self) -> bool {
        self.may_be_long
    }

    /// Returns a snapshot that keeps the page chains of rows read from now on. Returns `None` if
    /// rows have no page chains.
    pub fn hold(&self) -> Option<Snapshot> {
        self.may_be_long.then(|| self.database.storage.versions.snapshot())
    }

    /// Encodes `value` into `row`. Values that don't fit are written to page chains by
    /// `transaction`; the write stops when `stop` is set. `kept` returns the links that stay
    /// unchanged. `old` is the replaced row, if any: its long values may share pages with the new
    /// ones. Fails with 511 if the row is still too long, with 576 if its sparse columns are too
    /// long, with 7119 for a value over 2 GB, and with 3617 when stopped.
    #[inline]
    pub fn encode<'v>(
        &self,
        (transaction, stop): (&mut Transaction, &AtomicBool),
        value: impl Fn(usize) -> &'v Value + Copy,
        kept: impl Fn(usize) -> Option<&'v [u8; LINK_BYTES]> + Copy,
        (old, row): (Option<&[u8]>, &mut Vec<u8>),
    ) -> Result<(), SqlError> {
        if self.is_simple {
            return self.layout.encode_plain(value, row).map_err(|error| row_too_long(error.bytes));
        }
        if self.may_be_long {
            // Copies of the closures: borrowing the originals would force them into memory.
            let (value, kept) = (value, kept);
            let most = self.most_bytes(&value)?;
            if !self.is_short(&value, &kept, most) {
                return self.encode_long((transaction, stop), &value, &kept, (old, row, most));
            }
        }
        self.layout.encode_by(value, row).map_err(|error| self.too_long(error.bytes))
    }

    /// Returns the error for a row that is too long even with values on page chains: 576 if the
    /// table has sparse columns (`relational-databases/tables/use-sparse-columns`), else 511.
    #[cold]
    fn too_long(&self, bytes: usize) -> SqlError {
        match self.table.has_sparse() {
            true => SqlError::sparse_data_too_large(bytes, SPARSE_ROW_MAX),
            false => row_too_long(bytes),
        }
    }

    /// Whether all values fit into the row.
    fn is_short<'v>(
        &self,
        value: &dyn Fn(usize) -> &'v Value,
        kept: &dyn Fn(usize) -> Option<&'v [u8; LINK_BYTES]>,
        most: u64,
    ) -> bool {
        let mut bytes = self.layout.least_bytes() as u64;
        for column in 0..self.layout.len() {
            let size = self.layout.variable_bytes(column, value(column));
            if kept(column).is_some() || size > IN_ROW_MAX && self.layout.data_type(column).is_max() {
                return false;
            }
            bytes += size;
        }
        bytes <= most
    }

    fn encode_long<'v>(
        &self,
        (transaction, stop): (&mut Transaction, &AtomicBool),
        value: &dyn Fn(usize) -> &'v Value,
        kept: &dyn Fn(usize) -> Option<&'v [u8; LINK_BYTES]>,
        (old, row, most): (Option<&[u8]>, &mut Vec<u8>, u64),
    ) -> Result<(), SqlError> {
        let count = self.layout.len();
        let mut new_links: Vec<Option<[u8; LINK_BYTES]>> = (0..count).map(|column| kept(column).copied()).collect();
        let sizes: Vec<u64> = (0..count).map(|column| self.layout.variable_bytes(column, value(column))).collect();
        for column in self.columns_to_move(&sizes, &new_links, most)? {
            let old_link =
                old.map(|old| TableRow { rows: self, bytes: old, is_dirty: false }.link(column)).transpose()?;
            let replaced = old_link.flatten().and_then(|link| LobPointer::decode(link));
            new_links[column] = Some(self.write((transaction, stop), column, (value(column), replaced))?);
        }
        let cell = |column: usize| new_links[column].as_ref().map_or_else(|| Cell::Value(value(column)), Cell::Link);
        self.layout.encode_cells(cell, row).map_err(|error| self.too_long(error.bytes))
    }

    /// Returns the columns whose values must move to page chains. `sizes` are the values' sizes;
    /// `links` are the existing links.
    fn columns_to_move(
        &self,
        sizes: &[u64],
        links: &[Option<[u8; LINK_BYTES]>],
        most: u64,
    ) -> Result<Vec<usize>, SqlError> {
        let is_max = |column: usize| self.layout.data_type(column).is_max();
        let stays = |column: &usize| links[*column].is_none();
        let mut moved: Vec<usize> =
            (0..sizes.len()).filter(stays).filter(|column| is_max(*column) && sizes[*column] > IN_ROW_MAX).collect();
        let mut others: Vec<usize> = (0..sizes.len())
            .filter(stays)
            .filter(|column| self.layout.takes_links(*column) && sizes[*column] > LINK_SPACE)
            .filter(|column| !moved.contains(column))
            .collect();
        // Values are moved from the end: `max` values before others, longer ones before shorter
        // ones.
        others.sort_by_key(|column| (is_max(*column), sizes[*column]));
        loop {
            let within = |column: &usize| stays(column) && !moved.contains(column);
            let values: u64 = (0..sizes.len()).filter(within).map(|column| sizes[column]).sum();
            let linked = (moved.len() + links.iter().flatten().count()) as u64;
            let count = if linked > 0 { LINKS_COUNT } else { 0 };
            let bytes = self.layout.least_bytes() as u64 + values + linked * LINK_SPACE + count;
            if bytes <= most {
                return Ok(moved);
            }
            moved.push(others.pop().ok_or_else(|| self.too_long(bytes as usize))?);
        }
    }

    /// Writes a value to a page chain and returns its link. `replaced` is the column's current
    /// value on a chain.
    fn write(
        &self,
        (transaction, stop): (&mut Transaction, &AtomicBool),
        column: usize,
        (value, replaced): (&Value, Option<LobPointer>),
    ) -> Result<[u8; LINK_BYTES], SqlError> {
        if let (Value::Long(long), Some(old)) = (value, replaced)
            && long.data_type() == encoding(self.layout.data_type(column))
            && self.shares_pages(long, old)
        {
            return self.extend((transaction, stop), long, old);
        }
        let failed = |error: StorageError| sql_error(&error, &self.database.name);
        let mut writer = self.lobs.write(&self.database.storage);
        pieces(value, self.layout.data_type(column), |piece| {
            if stop.load(Ordering::Relaxed) {
                return Err(SqlError::cancelled());
            }
            writer.push(transaction, piece).map_err(failed)
        })?;
        Ok(writer.finish(transaction).map_err(failed)?.encode())
    }

    /// Whether the value shares pages with `old` at the same positions.
    fn shares_pages(&self, long: &LongValue, old: LobPointer) -> bool {
        let mut at = 0;
        long.parts().any(|(source, range)| {
            let begin = at;
            at += range.end - range.start;
            begin == range.start
                && range.end - range.start >= LobWriter::SHARED_MIN
                && is_of_chain(source, (&self.database, self.lobs, old))
        })
    }

    /// Writes a value that replaces `old` and reuses parts of it.
    fn extend(
        &self,
        (transaction, stop): (&mut Transaction, &AtomicBool),
        long: &LongValue,
        old: LobPointer,
    ) -> Result<[u8; LINK_BYTES], SqlError> {
        let failed = |error: StorageError| sql_error(&error, &self.database.name);
        let mut writer = self.lobs.extend(&self.database.storage, &old).map_err(failed)?;
        let mut window = vec![0; LONG_BYTES as usize];
        for (source, range) in long.parts() {
            let is_kept = is_of_chain(source, (&self.database, self.lobs, old));
            let most = if is_kept { LobWriter::SHARED_MIN * KEPT_PAGES } else { LONG_BYTES };
            let mut at = range.start;
            while at < range.end {
                if stop.load(Ordering::Relaxed) {
                    return Err(SqlError::cancelled());
                }
                // Kept ranges are cut at page ends, so that whole pages are shared.
                let end = range.end.min((at / most + 1) * most);
                if is_kept {
                    writer.keep(transaction, at..end).map_err(failed)?;
                } else {
                    let window = &mut window[..(end - at) as usize];
                    source.read_at(at, window)?;
                    writer.push(transaction, window).map_err(failed)?;
                }
                at = end;
            }
        }
        Ok(writer.finish(transaction).map_err(failed)?.encode())
    }

    /// Adds to `freed` the chains that `row` links to, except those that the row `still` links to.
    /// A chain that both rows share is entered with the pages that `still` keeps. Nothing is freed
    /// here. Fails if a link is damaged.
    pub fn forget(&self, freed: &mut Vec<Freed>, row: &[u8], still: Option<&[u8]>) -> Result<(), SqlError> {
        if !has_links(row) {
            return Ok(());
        }
        let links_of = |row| links(row).map_err(|_| damaged_row(&self.database.name));
        let still = still.map(links_of).transpose()?.unwrap_or_default();
        let gone = links_of(row)?.into_iter().filter(|link| !still.contains(link));
        freed.extend(gone.filter_map(|link| {
            let lob = LobPointer::decode(link)?;
            // A value of the same chain in the other row shares pages with this value.
            let mut others = still.iter().filter_map(|link| LobPointer::decode(*link));
            Some(Freed { lob, still: others.find(|other| other.id.first == lob.id.first) })
        }));
        Ok(())
    }

    /// Registers that the chains in `freed` are freed after the transaction's commit.
    pub fn free(&self, transaction: &mut Transaction, freed: &mut Vec<Freed>) -> Result<(), SqlError> {
        let result = self.lobs.defer_free(&self.database.storage, transaction, freed);
        freed.clear();
        result.map_err(|error| sql_error(&error, &self.database.name))
    }
}

impl<'a> TableRow<'a> {
    /// Returns the value of `column` in memory, read from its page chain if necessary. Fails with
    /// 601 if a dirty read finds the chain gone.
    #[inline]
    pub fn column(&self, column: usize) -> Result<Value, SqlError> {
        self.cell(column)?.into_whole()
    }

    /// Returns the value of `column`. A long value stays on its page chain. Fails with 601 if a
    /// dirty read finds the chain gone.
    #[inline]
    pub fn cell(&self, column: usize) -> Result<Value, SqlError> {
        match self.rows.layout.read(self.bytes, column) {
            Ok(value) => Ok(value),
            Err(_) => self.read_elsewhere(column),
        }
    }

    /// Returns the link in the place of a column's value, or `None` if the value is in the row.
    pub fn link(&self, column: usize) -> Result<Option<&'a [u8; LINK_BYTES]>, SqlError> {
        let link = self.rows.layout.link(self.bytes, column);
        link.map_err(|_| damaged_row(&self.rows.database.name))
    }

    #[cold]
    fn read_elsewhere(&self, column: usize) -> Result<Value, SqlError> {
        let database = &self.rows.database;
        let damaged = || damaged_row(&database.name);
        let pointer = self.link(column)?.and_then(|link| LobPointer::decode(link)).ok_or_else(damaged)?;
        let data_type = self.rows.layout.data_type(column);
        // A rollback may free the chain of an uncommitted row at any time, so its value is read at
        // once.
        if pointer.length > LONG_BYTES && data_type.is_max() && !self.is_dirty {
            return Ok(ChainValue::value(database, self.rows.lobs, pointer, data_type));
        }
        let mut gather = Gather::new(data_type, pointer.length as usize);
        let (mut piece, mut at) = (Vec::new(), 0);
        while at < pointer.length {
            let read = self.rows.lobs.read(&database.storage, &pointer, (at, PIECE_BYTES), &mut piece);
            if !read.map_err(|error| sql_error(&error, &database.name))? {
                return Err(self.gone());
            }
            at += piece.len() as u64;
            gather.push(&piece).map_err(|_| damaged())?;
        }
        gather.finish().map_err(|_| damaged())
    }

    /// Returns 601 for an uncommitted row whose rollback has freed the value. For other rows, the
    /// snapshot that held the chain was lost.
    fn gone(&self) -> SqlError {
        if self.is_dirty {
            return SqlError::nolock_scan_moved();
        }
        sql_error(&StorageError::SnapshotLost, &self.rows.database.name)
    }
}

impl std::fmt::Debug for TableRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the rows of {:?}", self.lobs)
    }
}

impl std::fmt::Debug for TableRow<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a row of {:?}, {} bytes", self.rows.lobs, self.bytes.len())
    }
}

/// Returns the layout of the rows of `table`: by its sparse columns, or by its compression. Sparse
/// columns don't occur together with compression.
pub fn layout_of(table: &Table) -> RowLayout {
    let types: Vec<_> = table.columns.iter().map(Column::stored_type).collect();
    let is_sparse: Vec<_> = table.columns.iter().map(|column| column.flags.is_sparse).collect();
    match table.options.compression.has_compressed_rows() {
        false => RowLayout::with_sparse(&types, &is_sparse),
        true => RowLayout::compressed(&types),
    }
}

/// Returns the greatest length in bytes of a row of `table`, when all values that can move are on
/// page chains and the sparse columns are NULL. Includes the row's overhead.
pub fn most_bytes_in_row(table: &Table) -> u64 {
    let longest = |data_type: DataType| match data_type.length() {
        Some(Length::Limited(n)) if !data_type.is_fixed_length() => {
            (u64::from(n) * data_type.unit_bytes() as u64).min(LINK_SPACE)
        }
        Some(Length::Max) => LINK_SPACE,
        _ => 0,
    };
    let dense = table.columns.iter().filter(|column| !column.flags.is_sparse);
    layout_of(table).least_bytes() as u64 + dense.map(|column| longest(column.stored_type())).sum::<u64>()
}

/// Greatest length of a row of a table with sparse columns
/// (`relational-databases/tables/use-sparse-columns`).
const SPARSE_ROW_MAX: usize = 8_018;
/// Longest value of a `max` type that stays in its row, in bytes.
const IN_ROW_MAX: u64 = 8_000;
/// Bytes of a link in a row, including its offset.
const LINK_SPACE: u64 = LINK_BYTES as u64 + 2;
/// Bytes of the number of links, in a row with links.
const LINKS_COUNT: u64 = 2;
/// Bytes of the uniquifier that makes a clustered key unique.
const UNIQUIFIER: usize = 4;
/// Number of pages kept between two checks for cancellation.
const KEPT_PAGES: u64 = 1024;
/// Bytes of a value read at once.
const PIECE_BYTES: usize = 1 << 16;

const _: () = assert!(LINK_BYTES == LobPointer::BYTES);
