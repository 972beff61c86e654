//! Foreign keys that refer to the changed table: cascades to the referencing rows, and checks that
//! no row refers to a missing key.

use super::cascaded_rows::{CascadedFiring, CascadedRows};
use super::key::key_of;
use super::outgoing::Outgoing;
use super::{Keeping, References, only_column};
use crate::statement::dml::column_value::column_value;
use crate::statement::dml::form::RowForm;
use crate::statement::dml::rules::Rules;
use crate::statement::dml::stored::{SecondStep, StoredRowWriter};
use sluice_access::{Changed, Reader};
use sluice_query::code::Piece;
use sluice_query::operator::{Planner, RowsSeen, Run};
use sluice_table::index_usage::UseKind;
use sluice_table::isolation::Reach;
use sluice_table::key_range::KeyRange;
use sluice_table::row_scan::{RowScan, Take};
use sluice_table::row_writer::{RowCursor, Touched};
use sluice_table::storage_error::table_error;
use sluice_table::table_index::TableIndex;
use sluice_table::table_rows::{TableRow, TableRows};

use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_catalog::{LockHints, Table};
use sluice_plan::{BoundCascade, BoundIncoming};
use sluice_txn::{LockMode, StorageError, Transaction};
use sluice_types::{KeyColumn, SqlError, Value};
use std::collections::BTreeMap;

/// A foreign key that refers to the changed table, with the keys that the statement has removed.
pub(super) struct Incoming {
    name: String,
    /// Positions of the referenced columns.
    columns: Vec<usize>,
    types: Vec<KeyColumn>,
    child: Arc<TableRows>,
    /// Positions of the child's columns, in the order of `columns`.
    child_columns: Vec<usize>,
    is_same: bool,
    still: Option<Outgoing>,
    cascade: Option<Cascade>,
    /// An index of the child that begins with these columns, and their order there; `None` without
    /// an index. Rows to change are removed from the index before they are added again, so that the
    /// scan meets no row twice.
    index: Option<(u16, Vec<usize>)>,
    /// Keys that no longer exist.
    gone: BTreeMap<Vec<u8>, Gone>,
}

/// A key that no longer exists.
struct Gone {
    /// Its values.
    old: Vec<Value>,
    /// The row's new values, if the row still exists.
    new: Option<Vec<Value>>,
}

/// The action on rows that refer to a lost key.
struct Cascade {
    /// New values of the referencing columns; empty to copy the parent's new values. `None` deletes
    /// the rows.
    values: Option<Vec<Piece>>,
    /// Position and next value of the rowversion.
    rowversion: Option<(usize, Piece)>,
    /// The rules for the changed columns.
    form: RowForm,
    touched: Touched,
    cursor: RowCursor,
    references: References,
    /// The changed rows, if the table has triggers for the change or indexed views.
    changes: Option<CascadedRows>,
}

impl Incoming {
    /// Compiles a foreign key that refers to the table. Registers the lock and index use of the
    /// referencing table, and compiles its cascade.
    pub(super) fn compile(
        planner: &mut Planner<'_>,
        bound: &BoundIncoming,
        name: Option<&str>,
    ) -> Result<Incoming, SqlError> {
        let database = planner.database(name)?;
        let mode = if bound.cascade.is_some() { LockMode::SharedIntentExclusive } else { LockMode::IntentShared };
        let index = index_of(&bound.child, &bound.child_columns);
        let reach = if index.is_some() { Reach::Keys } else { Reach::of_scan(false, &bound.child) };
        planner.lock(&database, &bound.child, mode, (&LockHints::default(), reach));
        let child = Arc::new(TableRows::new(database, &bound.child));
        let types = bound.child_columns.iter().map(|place| bound.child.columns[*place].key(false));
        let types = types.collect();
        let still = bound.still.as_ref().map(|key| Outgoing::compile(planner, key, name)).transpose()?;
        let cascade = bound.cascade.as_ref().map(|cascade| Cascade::compile(planner, cascade, (&child, bound), name));
        let cascade = cascade.transpose()?;
        match &index {
            Some((id, _)) => planner.reads_by(&child.database, &bound.child, (*id, UseKind::Seek), true),
            None => planner.reads(&child.database, &bound.child, None),
        }
        if let Some(cascade) = &cascade {
            planner.changes(&child, cascade.values.is_some().then_some(&cascade.touched))?;
        }
        Ok(Incoming {
            name: bound.name.clone(),
            columns: bound.columns.clone(),
            types,
            child_columns: bound.child_columns.clone(),
            is_same: bound.is_same,
            still,
            cascade,
            index,
            child,
            gone: BTreeMap::new(),
        })
    }

    /// Whether a row can be checked before the statement's other rows have changed.
    pub(super) fn judges_rows(&self) -> bool {
        !self.is_same && self.cascade.is_none()
    }

    /// Forgets the keys of an earlier run, also those of the cascade.
    pub(super) fn forget(&mut self) {
        self.gone.clear();
        if let Some(cascade) = &mut self.cascade {
            cascade.references.begin();
            cascade.changes.iter_mut().for_each(CascadedRows::begin);
        }
    }

    /// Adds the rows that the cascades below this one and then the cascade itself have changed.
    /// They are forgotten here.
    pub(super) fn take_changes(&mut self, into: &mut Vec<CascadedFiring>) {
        let Some(cascade) = &mut self.cascade else { return };
        cascade.references.take_changes(into);
        cascade.changes.iter_mut().for_each(|changes| changes.take(into));
    }

    /// Records that a row with the values `old` was deleted, or was changed to `new`. A change that
    /// leaves the key equal isn't recorded, nor is a key with a NULL.
    pub(super) fn note(
        &mut self,
        old: &dyn Fn(usize) -> Result<Value, SqlError>,
        new: Option<&dyn Fn(usize) -> Result<Value, SqlError>>,
    ) -> Result<(), SqlError> {
        let Some(key) = key_of(&self.columns, &self.types, old)? else { return Ok(()) };
        let instead = match new {
            None => None,
            Some(new) if key_of(&self.columns, &self.types, new)?.as_ref() == Some(&key) => {
                // The spelling may differ ('a' and 'A' are equal): referencing rows still match.
                return Ok(());
            }
            Some(new) => Some(self.columns.iter().map(|place| new(*place)).collect::<Result<Vec<_>, _>>()?),
        };
        let old = self.columns.iter().map(|place| old(*place)).collect::<Result<Vec<_>, _>>()?;
        self.gone.insert(key, Gone { old, new: instead });
        Ok(())
    }

    /// Applies the cascade to rows that refer to lost keys. Fails with 8631 if cascades are nested
    /// too deeply for the stack. Does nothing without a cascade or lost keys. Changes or deletes
    /// the referring rows, and records their own lost keys for further cascades.
    pub(super) fn follow(&mut self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        let reader = self.reader(keeping);
        let Some(cascade) = &mut self.cascade else { return Ok(()) };
        if self.gone.is_empty() {
            return Ok(());
        }
        if stack::is_low() {
            return Err(SqlError::out_of_stack());
        }
        let rows = Arc::clone(&self.child);
        let table = Arc::clone(&cascade.form.table);
        let failed = |error: StorageError| table_error(&error, &rows.database.name, &table);
        let (mut late, mut seen) = (SecondStep::default(), RowsSeen::default());
        let _held = rows.hold();
        let mut writer = StoredRowWriter::new(&rows, keeping.locks, keeping.snapshot);
        for part in &parts(&rows, self.index.as_ref(), &self.gone, reader) {
            let mut scan = part.open(&rows, reader).map_err(failed)?;
            while let Some((locator, bytes)) = scan.next().map_err(failed)? {
                seen.one_more(keeping.run)?;
                let mut newer: Option<Vec<u8>> = None;
                loop {
                    let bytes = newer.as_deref().unwrap_or(bytes);
                    let row = TableRow { rows: &rows, bytes, is_dirty: false };
                    let key = key_of(&self.child_columns, &self.types, &|place| row.column(place))?;
                    let Some(instead) = key.and_then(|key| self.gone.get(&key)) else { break };
                    let columns = (self.child_columns.as_slice(), instead.new.as_deref().unwrap_or_default());
                    let changed = cascade.apply(keeping, &mut writer, (locator, row), columns, &mut late)?;
                    match changed {
                        Changed::Newer(row) => newer = Some(row),
                        Changed::Done | Changed::Gone | Changed::Passed => break,
                    }
                }
            }
        }
        let Cascade { touched, cursor, form, .. } = cascade;
        let mut freed = writer.finish();
        late.put_back(&rows, (&mut *keeping.transaction, keeping.locks), (cursor, touched))?;
        late.check(keeping.run, (form, &rows), (keeping.statement, keeping.statement))?;
        rows.free(keeping.transaction, &mut freed)?;
        cascade.references.follow(keeping)
    }

    /// Fails with 547 if a row refers to a lost key. A key that exists again, through another row,
    /// isn't lost. A cascade has changed the referring rows already, so only its own references are
    /// checked. Does nothing without lost keys.
    pub(super) fn check(&self, keeping: &mut Keeping<'_, '_, '_>) -> Result<(), SqlError> {
        if self.gone.is_empty() {
            return Ok(());
        }
        if let Some(cascade) = &self.cascade {
            return cascade.references.check(keeping);
        }
        let rows = &self.child;
        let failed = |error: StorageError| table_error(&error, &rows.database.name, &rows.shown_name());
        let _held = rows.hold();
        let mut seen = RowsSeen::default();
        let reader = self.reader(keeping);
        for part in &parts(rows, self.index.as_ref(), &self.gone, reader) {
            let mut scan = part.open(rows, reader).map_err(failed)?;
            while let Some((_, bytes)) = scan.next().map_err(failed)? {
                seen.one_more(keeping.run)?;
                let row = TableRow { rows, bytes, is_dirty: false };
                let value = |place: usize| row.column(place);
                let key = key_of(&self.child_columns, &self.types, &value)?;
                let refers = key.is_some_and(|key| self.gone.contains_key(&key));
                if refers && !self.is_kept(keeping, &value)? {
                    return Err(self.conflict(keeping.statement));
                }
            }
        }
        Ok(())
    }

    /// Returns a reader of the newest rows, which waits for writers. Under SERIALIZABLE, key-range
    /// locks keep out new rows that refer to lost keys.
    fn reader<'r>(&self, keeping: &Keeping<'_, '_, 'r>) -> Reader<'r> {
        let (sight, is_changed) = (keeping.run.sight, self.cascade.is_some());
        if self.index.is_none() && self.child.clustered().is_none() {
            // The scan locks the whole heap.
            return Reader::Committed(sight.locks);
        }
        sight.reference_reader(if is_changed { LockMode::RangeSharedUpdate } else { LockMode::RangeSharedShared })
    }

    /// Whether the key a row refers to exists again.
    fn is_kept(
        &self,
        keeping: &Keeping<'_, '_, '_>,
        value: &dyn Fn(usize) -> Result<Value, SqlError>,
    ) -> Result<bool, SqlError> {
        match &self.still {
            Some(still) => still.is_kept(keeping, value),
            None => Ok(false),
        }
    }

    #[cold]
    fn conflict(&self, statement: &str) -> SqlError {
        let kind = if self.is_same { "SAME TABLE REFERENCE" } else { "REFERENCE" };
        let column = only_column(&self.child, &self.child_columns);
        let (database, table) = (&self.child.database.name, self.child.shown_name());
        SqlError::constraint_conflict(
            statement,
            kind,
            &self.name,
            database,
            table,
            column.as_deref().unwrap_or_default(),
        )
    }
}

impl Cascade {
    fn compile(
        planner: &mut Planner<'_>,
        bound: &BoundCascade,
        (child, incoming): (&Arc<TableRows>, &BoundIncoming),
        name: Option<&str>,
    ) -> Result<Cascade, SqlError> {
        if stack::is_low() {
            return Err(SqlError::out_of_stack());
        }
        let columns = &incoming.child.columns;
        let table: Arc<str> = Arc::from(format!("{}.{}", child.database.name, child.shown_name()));
        let values = bound.values.as_ref().map(|values| {
            planner.builder.row_with(values, |builder, number, value| {
                column_value(builder, &columns[incoming.child_columns[number]], &table, value)
            })
        });
        let rowversion = bound.rowversion.as_ref();
        let rowversion = rowversion.map(|(place, value)| (*place, planner.builder.row(std::slice::from_ref(value))[0]));
        let changes = bound.capture.as_ref();
        let changes = changes.map(|capture| CascadedRows::compile(planner, capture, (&child.database, child.table.id)));
        let not_null = bound.changed.iter().filter(|place| !columns[**place].nullable);
        Ok(Cascade {
            values,
            rowversion,
            form: RowForm {
                rules: bound
                    .rules
                    .as_ref()
                    .map(|rules| Box::new(Rules::compile(planner, rules, &incoming.child, &table))),
                not_null: not_null.map(|place| (*place, columns[*place].name.clone())).collect(),
                table,
            },
            touched: child
                .touched(&bound.changed, index_of(&incoming.child, &incoming.child_columns).map(|(id, _)| id)),
            cursor: RowCursor::default(),
            references: References::compile(planner, &bound.references, name)?,
            changes: changes.transpose()?,
        })
    }

    /// Applies the action to one row. `columns` has the positions of the referencing columns and
    /// the parent's new values.
    fn apply(
        &mut self,
        keeping: &mut Keeping<'_, '_, '_>,
        writer: &mut StoredRowWriter<'_>,
        (locator, row): (&[u8], TableRow<'_>),
        columns: (&[usize], &[Value]),
        late: &mut SecondStep,
    ) -> Result<Changed, SqlError> {
        let old = |place: usize| row.column(place);
        let Some(values) = self.new_values(keeping.run, columns)? else {
            let changed = writer.delete(keeping.transaction, (locator, row.bytes))?;
            if changed == Changed::Done {
                self.references.note_old(&old, None)?;
                self.keep(keeping.run, row, None)?;
            }
            return Ok(changed);
        };
        let mut new = Vec::new();
        let values =
            self.encode(keeping.run, keeping.transaction, (keeping.statement, row), (columns.0, values), &mut new)?;
        let touched = (&mut self.cursor, &self.touched);
        let changed = writer.update(keeping.transaction, touched, (locator, row.bytes), &new)?;
        if changed != Changed::Done {
            return Ok(changed);
        }
        if self.touched.in_two_steps {
            late.push(keeping.run, locator, &new)?;
        }
        let value = |place: usize| Ok(values[place].clone());
        let statement = keeping.statement;
        if !self.touched.in_two_steps {
            self.form.check_written(keeping.run, (statement, statement), row.rows, &value)?;
        }
        self.references.note_old(&old, Some(&value))?;
        self.references.note_new(&value)?;
        self.keep(keeping.run, row, Some(&values))?;
        Ok(changed)
    }

    /// Keeps a changed row for the triggers and indexed views of the table. `new` is `None` after a
    /// delete.
    fn keep(&mut self, run: &mut Run<'_, '_>, old: TableRow<'_>, new: Option<&[Value]>) -> Result<(), SqlError> {
        self.changes.as_mut().map_or(Ok(()), |changes| changes.keep(run, old, new))
    }

    /// Returns the new values of the columns; `None` if the row is deleted.
    fn new_values(&self, run: &mut Run<'_, '_>, columns: (&[usize], &[Value])) -> Result<Option<Vec<Value>>, SqlError> {
        match &self.values {
            None => Ok(None),
            Some(pieces) if pieces.is_empty() => Ok(Some(columns.1.to_vec())),
            Some(pieces) => pieces.iter().map(|piece| run.value(*piece)).collect::<Result<_, _>>().map(Some),
        }
    }

    /// Encodes the changed row into `new` and returns its values. Long values that stay are read
    /// too: referencing rows have few of them.
    fn encode(
        &self,
        run: &mut Run<'_, '_>,
        transaction: &mut Transaction,
        (statement, row): (&str, TableRow<'_>),
        (places, given): (&[usize], Vec<Value>),
        new: &mut Vec<u8>,
    ) -> Result<Vec<Value>, SqlError> {
        let (mut values, mut kept) = (Vec::with_capacity(row.rows.layout.len()), Vec::new());
        for place in 0..row.rows.layout.len() {
            if let Some(number) = places.iter().position(|changed| *changed == place) {
                values.push(given[number].clone());
                continue;
            }
            kept.extend(row.link(place)?.map(|link| (place, link)));
            values.push(row.column(place)?);
        }
        if let Some((place, piece)) = self.rowversion {
            values[place] = run.value(piece)?;
        }
        let values = self.form.checked(run, (statement, statement), row.rows, values)?;
        let link = |place: usize| kept.iter().find(|(kept, _)| *kept == place).map(|(_, link)| *link);
        row.rows.encode((transaction, run.context.cancel_flag()), |place| &values[place], link, (None, new))?;
        Ok(values)
    }
}

/// Where to look for rows that refer to lost keys.
enum Part<'r> {
    /// The whole table.
    All,
    /// A key range of an index.
    Of(&'r TableIndex, KeyRange),
}

impl<'r> Part<'r> {
    /// Opens a scan of the part.
    fn open(&self, rows: &'r TableRows, reader: Reader<'r>) -> Result<RowScan<'r>, StorageError> {
        match self {
            Part::All => rows.scan(reader),
            Part::Of(index, range) => rows.seek(reader, (index, Take::Rows), range, false),
        }
    }
}

/// Returns the parts of the child to scan: one index range per key, or the whole table. A reader
/// that locks key ranges always uses the index.
fn parts<'r>(
    rows: &'r TableRows,
    index: Option<&(u16, Vec<usize>)>,
    gone: &BTreeMap<Vec<u8>, Gone>,
    reader: Reader<'_>,
) -> Vec<Part<'r>> {
    let is_few = gone.len() <= SEEKS_MAX || matches!(reader, Reader::Ranges(..));
    let Some((id, order)) = index.filter(|_| is_few) else { return vec![Part::All] };
    let Some(index) = rows.index(*id) else { return vec![Part::All] };
    let ranges = gone.values().map(|gone| {
        let values: Vec<Value> = order.iter().map(|number| gone.old[*number].clone()).collect();
        Part::Of(index, KeyRange::new(index, &values, None, None))
    });
    ranges.collect()
}

/// Returns an index of `child` whose leading keys are these columns in any order, and that order.
fn index_of(child: &Table, columns: &[usize]) -> Option<(u16, Vec<usize>)> {
    let is_usable = |index: &&sluice_catalog::Index| index.filter.is_none() && !index.is_disabled;
    child.indexes.iter().filter(is_usable).find_map(|index| {
        let leading = index.keys.get(..columns.len())?;
        let order = leading.iter().map(|key| columns.iter().position(|place| *place == key.column));
        Some((index.id, order.collect::<Option<Vec<_>>>()?))
    })
}

/// The child is scanned as a whole for more keys than this.
const SEEKS_MAX: usize = 1_000;
