//! Builds the storage of a table under other indexes. New indexes are built from the existing rows;
//! dropped storage is freed after the commit.
//!
//! 1. The statement holds Sch-M on the table, so one scan finds all rows.
//! 2. If the clustered index changes, the rows move to new storage. All other indexes are rebuilt
//!    too, because they refer to rows by clustered key. Long values are rewritten, and the identity
//!    column keeps its current value.
//! 3. Entries are sorted and loaded page by page. Entries that exceed the workspace go to sorted
//!    runs in tempdb.
//! 4. The old storage isn't changed: a rollback keeps it and frees the new storage.

use sluice_access::{self as access, Heap, Placement, Reader, TreeLoad, defer_drop};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::index::CLUSTERED;
use sluice_catalog::{Index, Table};
use sluice_query::code::context::Context;
use sluice_query::operator::{RowsSeen, Runs, Workspace};
use sluice_session::call_context::CallContext;
use sluice_session::state::SessionState;
use sluice_table::database::Database;
use sluice_table::storage_error::{damaged_row, sql_error};
use sluice_table::table_index::TableIndex;
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_table::table_storage;
use sluice_txn::{LockOwner, StorageError, Transaction};
use sluice_types::row::has_links;
use sluice_types::{SqlError, Value};

/// Builds the indexes that `new` has and `old` lacks. Both have the same columns, and are the same
/// table unless `new` has no root. Storage that `old` has and `new` hasn't is freed after the
/// commit. Rows are read and written within the transaction; the catalog isn't changed.
///
/// Indexes of `new` without a root are new, unless they are disabled. If the clustered index is
/// new, or the table itself has no root, everything is rebuilt. Returns `new` with its roots. Fails
/// with 1505 for a duplicate key.
pub(in crate::statement) fn build(
    state: &mut SessionState,
    context: &CallContext<'_>,
    database: &Arc<Database>,
    old: &Table,
    mut new: Table,
) -> Result<Table, SqlError> {
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let storage = &*database.storage;
    let transaction = &mut state.transaction.work.enlist(database).transaction;
    let clustered = |table: &Table| table.clustered().map(|index| index.root);
    let moves = clustered(old) != clustered(&new) || new.root.is_none();
    let is_missing = |index: &&Index| (moves || index.root.is_none()) && !index.is_disabled;
    let missing: Vec<u16> = new.indexes.iter().filter(is_missing).map(|index| index.id).collect();
    if moves {
        new.filegroups.long_values = Some(Placement::for_object(storage, old.root).map_err(failed)?.long_values);
        table_storage::create(storage, transaction, &mut new).map_err(failed)?;
    } else {
        for place in 0..new.indexes.len() {
            let index = &new.indexes[place];
            if index.root.is_none() && !index.is_disabled {
                let root = table_storage::create_index(storage, transaction, &new, index).map_err(failed)?;
                new.indexes[place].root = root;
            }
        }
    }
    let new = Arc::new(new);
    let rows = TableRows::new(Arc::clone(database), &new);
    let mut build =
        Build { database, context, locks: &state.transaction.locks, transaction, rows, seen: RowsSeen::default() };
    if moves {
        build.move_rows(old, &new)?;
        keep_identity(database, old, &new)?;
    }
    for id in missing {
        if id != CLUSTERED {
            build.fill_index(id)?;
        }
    }
    let Build { transaction, .. } = build;
    let is_kept = |index: &&Index| new.indexes.iter().any(|kept| kept.root == index.root);
    let has_storage = |index: &&Index| !index.is_clustered() && !index.root.is_none();
    let gone = old.indexes.iter().filter(has_storage).filter(|index| !is_kept(index)).map(|index| index.root);
    let base = moves.then_some(old.root);
    gone.chain(base).try_for_each(|root| defer_drop(storage, transaction, root)).map_err(failed)?;
    Ok(Arc::unwrap_or_clone(new))
}

struct Build<'b> {
    database: &'b Arc<Database>,
    context: &'b CallContext<'b>,
    locks: &'b LockOwner,
    transaction: &'b mut Transaction,
    /// The rows under the new definition.
    rows: TableRows,
    seen: RowsSeen,
}

/// Key and value.
type Entry = (Box<[u8]>, Box<[u8]>);

/// Entries collected for one tree.
struct Entries<'e> {
    index: &'e TableIndex,
    context: &'e CallContext<'e>,
    workspace: Workspace,
    entries: Vec<Entry>,
    /// Sorted runs of the entries that exceeded the workspace.
    runs: Runs,
}

/// Loads entries into a tree page by page, in key order.
struct Loading<'e> {
    rows: &'e TableRows,
    index: &'e TableIndex,
    load: TreeLoad<'e>,
    last: Vec<u8>,
    /// The key, followed by its uniquifier.
    whole: Vec<u8>,
    number: u32,
    is_begun: bool,
}

impl Build<'_> {
    /// Moves the rows of `old` to the storage of `new`.
    fn move_rows(&mut self, old: &Table, new: &Table) -> Result<(), SqlError> {
        let old = TableRows::new(Arc::clone(self.database), &Arc::new(old.clone()));
        let (database, _held) = (self.database, old.hold());
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let mut scan = old.scan(Reader::Committed(self.locks)).map_err(failed)?;
        let mut anew = Vec::new();
        let is_same_form = old.layout == self.rows.layout;
        match self.rows.clustered() {
            None => {
                let heap = Heap { root: new.root, object: new.id };
                let mut load = heap.bulk_load(&database.storage, self.transaction).map_err(failed)?;
                while let Some((_, row)) = scan.next().map_err(failed)? {
                    self.seen.one_read_in(self.context)?;
                    let row = {
                        let writing = (&mut *self.transaction, &**self.context.cancel_flag());
                        written_anew((&self.rows, &old, is_same_form), writing, row, &mut anew)?
                    };
                    load.push(row).map_err(failed)?;
                }
                load.finish().map_err(failed)
            }
            Some(index) => {
                let mut entries = Entries::new(index, database, self.context);
                while let Some((_, row)) = scan.next().map_err(failed)? {
                    self.seen.one_read_in(self.context)?;
                    let row = {
                        let writing = (&mut *self.transaction, &**self.context.cancel_flag());
                        written_anew((&self.rows, &old, is_same_form), writing, row, &mut anew)?
                    };
                    let mut key = Vec::new();
                    index.append_key(self.rows.values(row), &mut key)?;
                    entries.push(&key, row)?;
                }
                entries.finish(&self.rows, self.transaction)
            }
        }
    }

    fn fill_index(&mut self, id: u16) -> Result<(), SqlError> {
        let (database, _held) = (self.database, self.rows.hold());
        let failed = |error: StorageError| sql_error(&error, &database.name);
        let Some(index) = self.rows.index(id) else { return Ok(()) };
        let mut entries = Entries::new(index, database, self.context);
        let mut scan = self.rows.scan(Reader::Committed(self.locks)).map_err(failed)?;
        let (mut key, mut entry) = (Vec::new(), Vec::new());
        while let Some((locator, row)) = scan.next().map_err(failed)? {
            self.seen.one_read_in(self.context)?;
            if !index.has(self.rows.values(row))? {
                continue;
            }
            index.make_entry(self.rows.values(row), locator, (&mut key, &mut entry))?;
            entries.push(&key, &entry)?;
        }
        entries.finish(&self.rows, self.transaction)
    }
}

/// Carries the last identity value of `old` over to the new storage of `new`. Does nothing without
/// an identity column. The
/// record isn't hardened here.
pub(in crate::statement) fn keep_identity(database: &Database, old: &Table, new: &Table) -> Result<(), SqlError> {
    if old.identity().is_none() {
        return Ok(());
    }
    let failed = |error: StorageError| sql_error(&error, &database.name);
    let given = database.identity(old).and_then(|generator| generator.settle()).map_err(failed)?;
    let place = access::Sequence { root: new.root, object: new.id };
    place.set_recovery_value(&database.storage, given).map(drop).map_err(failed)
}

/// Returns the row in the format of the new storage (`is_same_form`: the old format), with its long
/// values copied there.
fn written_anew<'r>(
    (new, old, is_same_form): (&TableRows, &TableRows, bool),
    writing: (&mut Transaction, &AtomicBool),
    row: &'r [u8],
    anew: &'r mut Vec<u8>,
) -> Result<&'r [u8], SqlError> {
    if is_same_form && !has_links(row) {
        return Ok(row);
    }
    let row = TableRow { rows: old, bytes: row, is_dirty: false };
    let values = (0..old.layout.len()).map(|place| row.cell(place)).collect::<Result<Vec<Value>, _>>()?;
    new.encode(writing, |place| &values[place], |_| None, (None, anew))?;
    Ok(anew)
}

impl<'e> Entries<'e> {
    fn new(index: &'e TableIndex, database: &Arc<Database>, context: &'e CallContext<'e>) -> Entries<'e> {
        let (workspace, runs) = (Workspace::for_database(database), Runs::new(std::iter::once(false)));
        Entries { index, context, workspace, entries: Vec::new(), runs }
    }

    fn push(&mut self, key: &[u8], value: &[u8]) -> Result<(), SqlError> {
        let bytes = key.len() + value.len() + size_of::<Entry>();
        if !self.workspace.fits(bytes) {
            self.spill()?;
            self.workspace.take(bytes)?;
        }
        self.entries.push((key.into(), value.into()));
        Ok(())
    }

    /// Writes the collected entries to a sorted run.
    fn spill(&mut self) -> Result<(), SqlError> {
        if self.entries.is_empty() {
            return Ok(());
        }
        self.entries.sort_by(|one, other| one.0.cmp(&other.0));
        self.runs.begin(self.context)?;
        for (key, value) in self.entries.drain(..) {
            self.runs.push(&[Value::bytes(&*key)], |out| out.extend_from_slice(&value))?;
        }
        self.workspace.empty();
        Ok(())
    }

    /// Loads all entries. Fails with 1505 if a unique index gets a duplicate key.
    fn finish(mut self, rows: &TableRows, transaction: &mut Transaction) -> Result<(), SqlError> {
        let failed = |error: StorageError| sql_error(&error, &rows.database.name);
        let index = self.index;
        let begin = |transaction| index.tree.bulk_load(&rows.database.storage, transaction, index.fill).map_err(failed);
        let loading = |load| {
            let (last, whole) = (Vec::new(), Vec::new());
            Loading { rows, index, load, last, whole, number: 0, is_begun: false }
        };
        if self.runs.is_empty() {
            self.entries.sort_by(|one, other| one.0.cmp(&other.0));
            let mut loading = loading(begin(transaction)?);
            for (key, value) in &self.entries {
                loading.push(key, value)?;
            }
            return loading.load.finish().map_err(failed);
        }
        self.spill()?;
        let Entries { context, runs, workspace, .. } = self;
        drop(workspace);
        let mut merge = runs.merge(context)?;
        let (mut loading, mut count) = (loading(begin(transaction)?), 0u64);
        while let Some((keys, value)) = merge.next_row()? {
            if let [Value::Bytes(key)] = keys {
                loading.push(key, value.rest())?;
            }
            count += 1;
            if count.is_multiple_of(ENTRIES_BETWEEN_CHECKS) {
                context.check_cancelled()?;
            }
        }
        loading.load.finish().map_err(failed)
    }
}

impl Loading<'_> {
    fn push(&mut self, key: &[u8], value: &[u8]) -> Result<(), SqlError> {
        let is_same = std::mem::replace(&mut self.is_begun, true) && self.last == key;
        self.last.clear();
        self.last.extend_from_slice(key);
        // A non-unique clustered key gets a uniquifier.
        let numbers = self.index.is_clustered() && !self.index.is_unique;
        if is_same && !numbers {
            return Err(refused(self.rows, self.index, &StorageError::Duplicate, value));
        }
        self.number = if is_same { self.number + 1 } else { 0 };
        self.whole.clear();
        self.whole.extend_from_slice(key);
        if numbers {
            self.whole.extend_from_slice(&self.number.to_be_bytes());
        }
        self.load.push(&self.whole, value).map_err(|error| refused(self.rows, self.index, &error, value))
    }
}

/// Returns the error for an entry that the index refuses: 1505, with the key, for a duplicate.
#[cold]
fn refused(rows: &TableRows, index: &TableIndex, error: &StorageError, value: &[u8]) -> SqlError {
    match error {
        StorageError::Duplicate => match shown_key(rows, index, value) {
            Ok(key) => SqlError::duplicate_key_in_new_index(rows.shown_name(), &index.name, key),
            Err(error) => error,
        },
        StorageError::TooLong { bytes, .. } => index.too_long(*bytes as usize),
        error => sql_error(error, &rows.database.name),
    }
}

/// Returns the key of an entry as text. `value` is a row of the table or of the index.
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

/// Number of entries between two checks for cancellation.
const ENTRIES_BETWEEN_CHECKS: u64 = 256;
