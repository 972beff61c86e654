//! Applies the change of an indexed view to its stored rows.
//!
//! Rows that go are removed before rows that come are inserted, so that a unique key may pass from
//! one row to another.

use super::delta::{Delta, RowDelta};
use crate::statement::dml::stored::StoredRowWriter;
use sluice_access::{Changed, Reader};
use sluice_base::sync::atomic::AtomicBool;
use sluice_plan::{IndexedView, ViewPart};
use sluice_table::row_writer::{RowCursor, Touched};
use sluice_table::storage_error::table_error;
use sluice_table::table_index::TableIndex;
use sluice_table::table_rows::TableRows;
use sluice_txn::{LockOwner, Transaction};
use sluice_types::arithmetic::{Operator, evaluate};
use sluice_types::{DataType, SqlError, Value};

/// Changes the stored rows of a view; a view without a clustered index has none. Fails with 2601 if
/// two rows of the view get the same unique key, with 8646 if a row to be removed or changed isn't
/// stored.
pub(super) fn apply(
    (rows, shape): (&TableRows, &IndexedView),
    (transaction, locks, stop): (&mut Transaction, &LockOwner, &AtomicBool),
    reader: Reader<'_>,
    cursor: &mut RowCursor,
    delta: Delta,
) -> Result<(), SqlError> {
    let Some(index) = rows.clustered() else { return Ok(()) };
    let summed: Vec<usize> = (0..shape.parts.len()).filter(|place| shape.parts[*place] != ViewPart::Value).collect();
    let touched = rows.touched(&summed, None);
    let writer = StoredRowWriter::new(rows, locks, None);
    let mut applying = Applying { rows, shape, index, reader, touched, writer, locks, stop, cursor, late: Vec::new() };
    let (going, coming): (Vec<RowDelta>, Vec<RowDelta>) = delta.rows.into_values().partition(|change| change.count < 0);
    let count = (going.len() + coming.len()) as u64;
    for change in going.into_iter().chain(coming) {
        applying.change(transaction, change)?;
    }
    let Applying { writer, touched, late, cursor, .. } = applying;
    let mut freed = writer.finish();
    for (locator, row) in &late {
        rows.put_back(transaction, locks, cursor, (locator, row), &touched)?;
    }
    rows.free(transaction, &mut freed)?;
    rows.note_rows(count);
    Ok(())
}

/// The state of one view's change.
struct Applying<'a> {
    rows: &'a TableRows,
    shape: &'a IndexedView,
    /// The clustered index.
    index: &'a TableIndex,
    reader: Reader<'a>,
    /// The indexes with sums or counts.
    touched: Touched,
    writer: StoredRowWriter<'a>,
    locks: &'a LockOwner,
    stop: &'a AtomicBool,
    cursor: &'a mut RowCursor,
    /// Groups whose entries are inserted after all old entries are removed, with their locators.
    late: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Applying<'_> {
    fn change(&mut self, transaction: &mut Transaction, change: RowDelta) -> Result<(), SqlError> {
        match self.shape.is_grouped() {
            true => self.change_group(transaction, &change),
            false if change.count < 0 => self.remove(transaction, &change.values),
            false => (0..change.count).try_for_each(|_| self.insert(transaction, &change.values)),
        }
    }

    /// Removes a row of a view without GROUP BY.
    fn remove(&mut self, transaction: &mut Transaction, values: &[Value]) -> Result<(), SqlError> {
        let locator = self.locator(values)?;
        loop {
            let Some(stored) = self.stored(&locator)? else { return Err(self.missing()) };
            if self.writer.delete(transaction, (&locator, &stored))? == Changed::Done {
                return Ok(());
            }
        }
    }

    /// Adds the change of a group to its sums. A group without rows is removed, a new one inserted.
    /// Another transaction may change the group between the read and the write; the change then
    /// starts again from the newer row.
    fn change_group(&mut self, transaction: &mut Transaction, change: &RowDelta) -> Result<(), SqlError> {
        let locator = self.locator(&change.values)?;
        loop {
            let Some(stored) = self.stored(&locator)? else {
                let values = self.summed(change, None)?;
                match self.count_of(&values) {
                    0 => return Ok(()),
                    count if count < 0 => return Err(self.missing()),
                    _ => {}
                }
                match self.insert(transaction, &values) {
                    // Another transaction has inserted the group and committed.
                    Err(error) if self.is_of_clustered(&error) && self.stored(&locator)?.is_some() => continue,
                    inserted => return inserted,
                }
            };
            let old = (0..self.shape.parts.len()).map(|place| self.rows.values(&stored)(place));
            let old = old.collect::<Result<Vec<Value>, _>>()?;
            if !self.is_same_group(&old, &change.values) {
                // The clustered key doesn't have all columns of the group, and isn't unique.
                return match change.count {
                    0 => Ok(()),
                    count if count < 0 => Err(self.missing()),
                    _ => self.insert(transaction, &self.summed(change, None)?),
                };
            }
            let values = self.summed(change, Some(&old))?;
            if values == old {
                return Ok(());
            }
            let changed = match self.count_of(&values) {
                0 => self.writer.delete(transaction, (&locator, &stored))?,
                count if count < 0 => return Err(self.missing()),
                _ => {
                    let new = self.encoded(transaction, &values)?;
                    let way = (&mut *self.cursor, &self.touched);
                    let changed = self.writer.update(transaction, way, (&locator, &stored), &new)?;
                    if changed == Changed::Done && self.touched.in_two_steps {
                        self.late.push((locator.clone(), new));
                    }
                    changed
                }
            };
            if changed == Changed::Done {
                return Ok(());
            }
        }
    }

    fn insert(&mut self, transaction: &mut Transaction, values: &[Value]) -> Result<(), SqlError> {
        let row = self.encoded(transaction, values)?;
        self.rows.insert(transaction, self.locks, self.cursor, &row)
    }

    fn encoded(&self, transaction: &mut Transaction, values: &[Value]) -> Result<Vec<u8>, SqlError> {
        let mut row = Vec::new();
        self.rows.encode((transaction, self.stop), |place| &values[place], |_| None, (None, &mut row))?;
        Ok(row)
    }

    /// Returns the place of a row: its clustered key.
    fn locator(&self, values: &[Value]) -> Result<Vec<u8>, SqlError> {
        let mut key = Vec::new();
        self.index.append_key(|place| Ok(values[place].clone()), &mut key)?;
        Ok(key)
    }

    /// Returns the newest row at a locator. Waits for a transaction that has changed it.
    fn stored(&self, locator: &[u8]) -> Result<Option<Vec<u8>>, SqlError> {
        let database = &self.rows.database;
        let mut row = Vec::new();
        let mut seek = self.index.tree.seek(&database.storage, self.reader);
        let is_there = seek.get(locator, &mut row);
        let is_there = is_there.map_err(|error| table_error(&error, &database.name, &self.rows.shown_name()))?;
        Ok(is_there.then_some(row))
    }

    /// Returns the values of a group after a change. `old` is the stored group.
    fn summed(&self, change: &RowDelta, old: Option<&[Value]>) -> Result<Vec<Value>, SqlError> {
        let mut values = old.unwrap_or(&change.values).to_vec();
        for (place, (added, removed)) in change.sums.iter().enumerate() {
            if self.shape.parts[place] == ViewPart::Value {
                continue;
            }
            let data_type = self.rows.table.columns[place].data_type;
            let before = old.map(|old| old[place].clone());
            values[place] = sum(before, (added.as_ref(), removed.as_ref()), data_type)?;
        }
        Ok(values)
    }

    fn count_of(&self, values: &[Value]) -> i64 {
        let place = self.shape.parts.iter().position(|part| *part == ViewPart::Rows);
        place.and_then(|place| values[place].as_i64()).unwrap_or_default()
    }

    /// Whether two rows have the same values of GROUP BY.
    fn is_same_group(&self, one: &[Value], other: &[Value]) -> bool {
        let places = (0..self.shape.parts.len()).filter(|place| self.shape.parts[*place] == ViewPart::Value);
        places.into_iter().all(|place| {
            let column = self.rows.table.columns[place].key(false);
            let key = |value: &Value| {
                let mut key = Vec::new();
                sluice_types::encode_key_value(value, &column, &mut key);
                key
            };
            key(&one[place]) == key(&other[place])
        })
    }

    /// Whether the error is a duplicate key of the clustered index, which inserts nothing.
    fn is_of_clustered(&self, error: &SqlError) -> bool {
        error.number == 2601 && error.args.get(1) == Some(&self.index.name)
    }

    #[cold]
    fn missing(&self) -> SqlError {
        SqlError::index_entry_not_found(self.index.id, self.rows.table.id.0, &self.rows.database.name)
    }
}

/// Returns `before` with an amount added and another removed. Each order of the two may overflow
/// where the other doesn't; the result overflows only if both do.
fn sum(
    before: Option<Value>,
    (added, removed): (Option<&Value>, Option<&Value>),
    data_type: DataType,
) -> Result<Value, SqlError> {
    let add = |left: &Value, right: &Value| evaluate(Operator::Add, left, right, data_type);
    let subtract = |left: &Value, right: &Value| evaluate(Operator::Subtract, left, right, data_type);
    match (before, added, removed) {
        (None, None, None) => Ok(Value::Null),
        (None, Some(added), None) => Ok(added.clone()),
        (None, Some(added), Some(removed)) => subtract(added, removed),
        (None, None, Some(removed)) => subtract(&subtract(removed, removed)?, removed),
        (Some(before), None, None) => Ok(before),
        (Some(before), Some(added), None) => add(&before, added),
        (Some(before), None, Some(removed)) => subtract(&before, removed),
        (Some(before), Some(added), Some(removed)) => {
            let first = add(&before, added).and_then(|sum| subtract(&sum, removed));
            first.or_else(|_| subtract(&before, removed).and_then(|rest| add(&rest, added)))
        }
    }
}
