//! A table's storage under other indexes: what is new of it is built from the rows that are there, what is no longer wanted goes with the commit.
//!
//! 1. Nobody else has the table (Sch-M): its rows are what one scan finds.
//! 2. Where the clustered index changes, rows move: the table gets new storage, its other indexes too, since they lead to rows by it. Long
//!    values are written anew, and the identity column goes on where it was.
//! 3. Entries are sorted in memory and put in by the page. Where there are more than fit, they go in by parts, each in the order of its keys.
//! 4. Nothing of the old storage changes: a rollback finds it as it was, and frees the new one.

use crate::database::Database;
use crate::operator::Workspace;
use crate::row_writer::RowCursor;
use crate::state::SessionState;
use crate::storage_error::{damaged_row, sql_error};
use crate::table_index::TableIndex;
use crate::table_rows::{TableRow, TableRows};
use crate::table_storage;
use sluice_access::{self as access, BTree, Reader, defer_drop};
use sluice_base::sync::Arc;
use sluice_catalog::index::CLUSTERED;
use sluice_catalog::{Index, Table};
use sluice_txn::{LockOwner, StorageError, Transaction};
use sluice_types::row::has_links;
use sluice_types::{SqlError, Value};

/// Builds what `new` has and `old` has not, both the same table with the same columns. The indexes of `new` without a root are new; with the
/// clustered one everything is. The result is `new` with its roots. 1505 for two rows with one key.
pub(super) fn build(
    state: &mut SessionState,
    database: &Arc<Database>,
    old: &Table,
    mut new: Table,
) -> Result<Table, SqlError> {
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let storage = &*database.storage;
    let transaction = &mut state.work.enlist(database).transaction;
    let moves = old.clustered() != new.clustered();
    let missing: Vec<u16> =
        new.indexes.iter().filter(|index| moves || index.root.is_none()).map(|index| index.id).collect();
    if moves {
        table_storage::create(storage, transaction, &mut new).map_err(failed)?;
    } else {
        for index in new.indexes.iter_mut().filter(|index| index.root.is_none()) {
            index.root = BTree::create(storage, transaction, new.id).map_err(failed)?.iam_root();
        }
    }
    let new = Arc::new(new);
    let mut build =
        Build { database, locks: &state.locks, transaction, rows: TableRows::new(Arc::clone(database), &new) };
    if moves {
        build.move_rows(old)?;
        build.keep_identity(old, &new)?;
    }
    for id in missing {
        if id != CLUSTERED {
            build.fill_index(id)?;
        }
    }
    let Build { transaction, .. } = build;
    let is_kept = |index: &&Index| new.indexes.iter().any(|kept| kept.root == index.root);
    let gone = old.indexes.iter().filter(|index| !index.is_clustered() && !is_kept(index)).map(|index| index.root);
    let base = moves.then_some(old.root);
    gone.chain(base).try_for_each(|root| defer_drop(storage, transaction, root)).map_err(failed)?;
    Ok(Arc::unwrap_or_clone(new))
}

struct Build<'b> {
    database: &'b Arc<Database>,
    locks: &'b LockOwner,
    transaction: &'b mut Transaction,
    /// The table's, as they will be.
    rows: TableRows,
}

/// Key and value.
type Entry = (Box<[u8]>, Box<[u8]>);

/// Entries on their way into a tree.
struct Entries<'e> {
    index: &'e TableIndex,
    workspace: Workspace,
    entries: Vec<Entry>,
    bytes: usize,
    /// Whether some are in the tree already.
    has_parts: bool,
}

impl Build<'_> {
    /// Puts the rows of `old` where they belong now.
    fn move_rows(&mut self, old: &Table) -> Result<(), SqlError> {
        let old = TableRows::new(Arc::clone(self.database), &Arc::new(old.clone()));
        let (database, _held) = (self.database, old.hold());
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let mut scan = old.scan(Reader::Committed(self.locks)).map_err(failed)?;
        let mut anew = Vec::new();
        match self.rows.clustered() {
            None => {
                let (mut append, mut cursor) = (self.rows.append_base(), RowCursor::default());
                while let Some((_, row)) = scan.next().map_err(failed)? {
                    let row = written_anew(&self.rows, &old, self.transaction, row, &mut anew)?;
                    append.push(&self.rows, self.transaction, self.locks, &mut cursor, row)?;
                }
                append.finish(&self.rows, self.transaction, &mut cursor)
            }
            Some(index) => {
                let mut entries = Entries::new(index, database);
                while let Some((_, row)) = scan.next().map_err(failed)? {
                    let row = written_anew(&self.rows, &old, self.transaction, row, &mut anew)?;
                    let mut key = Vec::new();
                    index.append_key(self.rows.values(row), &mut key)?;
                    entries.push(&self.rows, self.transaction, self.locks, &key, row)?;
                }
                entries.finish(&self.rows, self.transaction, self.locks)
            }
        }
    }

    /// Fills an index from the rows.
    fn fill_index(&mut self, id: u16) -> Result<(), SqlError> {
        let (database, _held) = (self.database, self.rows.hold());
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let Some(index) = self.rows.index(id) else { return Ok(()) };
        let mut entries = Entries::new(index, database);
        let mut scan = self.rows.scan(Reader::Committed(self.locks)).map_err(failed)?;
        let (mut key, mut entry) = (Vec::new(), Vec::new());
        while let Some((locator, row)) = scan.next().map_err(failed)? {
            if !index.has(self.rows.values(row))? {
                continue;
            }
            index.make_entry(self.rows.values(row), locator, (&mut key, &mut entry))?;
            entries.push(&self.rows, self.transaction, self.locks, &key, &entry)?;
        }
        entries.finish(&self.rows, self.transaction, self.locks)
    }

    /// The identity column goes on behind the value that it has given last.
    fn keep_identity(&mut self, old: &Table, new: &Table) -> Result<(), SqlError> {
        if old.identity().is_none() {
            return Ok(());
        }
        let failed = |error: StorageError| sql_error(&error, &self.database.name);
        let given = self.database.identity(old).and_then(|generator| generator.settle()).map_err(failed)?;
        let place = access::Sequence { root: new.root, object: new.id };
        place.set_recovery_value(&self.database.storage, given).map(drop).map_err(failed)
    }
}

/// The row with its long values beside it in the new storage.
fn written_anew<'r>(
    new: &TableRows,
    old: &TableRows,
    transaction: &mut Transaction,
    row: &'r [u8],
    anew: &'r mut Vec<u8>,
) -> Result<&'r [u8], SqlError> {
    if !has_links(row) {
        return Ok(row);
    }
    let row = TableRow { rows: old, bytes: row, is_dirty: false };
    let values = (0..old.layout.len()).map(|place| row.column(place)).collect::<Result<Vec<Value>, _>>()?;
    new.encode(transaction, |place| &values[place], |_| None, anew)?;
    Ok(anew)
}

impl<'e> Entries<'e> {
    fn new(index: &'e TableIndex, database: &Arc<Database>) -> Entries<'e> {
        let workspace = Workspace::of(database);
        Entries { index, workspace, entries: Vec::new(), bytes: 0, has_parts: false }
    }

    fn push(
        &mut self,
        rows: &TableRows,
        transaction: &mut Transaction,
        locks: &LockOwner,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), SqlError> {
        let bytes = key.len() + value.len();
        if self.bytes + bytes > PART_BYTES || self.workspace.take(bytes).is_err() {
            self.put_part(rows, transaction, locks)?;
            self.workspace.take(bytes)?;
        }
        self.bytes += bytes;
        self.entries.push((key.into(), value.into()));
        Ok(())
    }

    /// Puts what has been gathered in, one by one.
    fn put_part(&mut self, rows: &TableRows, transaction: &mut Transaction, locks: &LockOwner) -> Result<(), SqlError> {
        self.sort(rows)?;
        let mut writer = self.index.tree.writer(&rows.database.storage, locks);
        let mut whole = Vec::new();
        for (key, value) in &self.entries {
            let put = match self.numbers() {
                true => {
                    whole.clear();
                    whole.extend_from_slice(key);
                    writer.insert_uniquified(transaction, &mut whole, value)
                }
                false => writer.insert(transaction, key, value),
            };
            put.map_err(|error| refused(rows, self.index, &error, value))?;
        }
        self.entries.clear();
        self.workspace = Workspace::of(&rows.database);
        (self.bytes, self.has_parts) = (0, true);
        Ok(())
    }

    /// Puts the last entries in: all by the page, if these are all.
    fn finish(mut self, rows: &TableRows, transaction: &mut Transaction, locks: &LockOwner) -> Result<(), SqlError> {
        if self.has_parts {
            return self.put_part(rows, transaction, locks);
        }
        self.sort(rows)?;
        let storage = &*rows.database.storage;
        let failed = |error: StorageError| sql_error(&error, &rows.database.name);
        let mut load = self.index.tree.bulk_load(storage, transaction).map_err(failed)?;
        let (mut whole, mut number) = (Vec::new(), 0u32);
        for (place, (key, value)) in self.entries.iter().enumerate() {
            whole.clear();
            whole.extend_from_slice(key);
            if self.numbers() {
                let is_same = place > 0 && self.entries[place - 1].0 == *key;
                number = if is_same { number + 1 } else { 0 };
                whole.extend_from_slice(&number.to_be_bytes());
            }
            load.push(&whole, value).map_err(|error| refused(rows, self.index, &error, value))?;
        }
        load.finish().map_err(failed)
    }

    /// Sorts the entries: 1505 where two have one key that must not.
    fn sort(&mut self, rows: &TableRows) -> Result<(), SqlError> {
        let numbers = self.numbers();
        self.entries.sort_by(|one, other| one.0.cmp(&other.0));
        match self.entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) if !numbers => Err(refused(rows, self.index, &StorageError::Duplicate, &pair[1].1)),
            _ => Ok(()),
        }
    }

    /// Whether a number makes keys unique.
    fn numbers(&self) -> bool {
        self.index.is_clustered() && !self.index.is_unique
    }
}

/// The error for an entry that the index does not take: 1505 with the values of its key.
#[cold]
fn refused(rows: &TableRows, index: &TableIndex, error: &StorageError, value: &[u8]) -> SqlError {
    match error {
        StorageError::Duplicate => match shown_key(rows, index, value) {
            Ok(key) => SqlError::new(1505, 16, 1, vec![rows.shown_name(), index.name.clone(), key]),
            Err(error) => error,
        },
        StorageError::TooLong { bytes, .. } => index.too_long(*bytes as usize),
        error => sql_error(error, &rows.database.name),
    }
}

/// The key of an entry, whose value is a row of the table or of the index's columns.
fn shown_key(rows: &TableRows, index: &TableIndex, value: &[u8]) -> Result<String, SqlError> {
    if index.is_clustered() {
        return index.shown_key(rows.values(value));
    }
    let row = index.entry(&[], value).map(|entry| entry.row).ok_or_else(|| damaged_row(&rows.database.name))?;
    let column = |place: usize| {
        let own = index.columns.iter().position(|column| *column == place);
        let value = own.and_then(|own| index.layout.read(row, own).ok());
        value.ok_or_else(|| damaged_row(&rows.database.name))
    };
    index.shown_key(column)
}

/// So much is sorted at once.
const PART_BYTES: usize = 64 << 20;
