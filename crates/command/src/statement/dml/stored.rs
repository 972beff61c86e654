//! Steps 4 and 5 of a change of stored rows, and the second step of updates that change keys.

use super::form::RowForm;
use sluice_access::{Changed, Freed};
use sluice_query::operator::{Run, Spool};
use sluice_table::row_writer::{RowCursor, RowWriter, Touched};
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_txn::{LockOwner, Snapshot, Transaction};
use sluice_types::SqlError;

/// Changes stored rows of a table for one statement. `Changed::Newer` of a change returns the row
/// that another transaction has written meanwhile.
pub(in crate::statement) struct StoredRowWriter<'a> {
    rows: &'a TableRows,
    writer: RowWriter<'a>,
    /// Long values that no row refers to any more.
    freed: Vec<Freed>,
}

impl<'a> StoredRowWriter<'a> {
    /// Returns a writer that owns `locks`. `snapshot` is the transaction's snapshot under SNAPSHOT
    /// isolation.
    pub(in crate::statement) fn new(
        rows: &'a TableRows,
        locks: &'a LockOwner,
        snapshot: Option<&'a Snapshot>,
    ) -> StoredRowWriter<'a> {
        StoredRowWriter { rows, writer: RowWriter::new(rows, locks, snapshot), freed: Vec::new() }
    }

    /// Deletes the row at `locator` and its index entries. Long values that only it used are freed
    /// after the commit. Returns what happened if nothing was deleted: the row is gone or differs
    /// from `old`.
    pub(in crate::statement) fn delete(
        &mut self,
        transaction: &mut Transaction,
        (locator, old): (&[u8], &[u8]),
    ) -> Result<Changed, SqlError> {
        let changed = self.writer.delete(transaction, (locator, old))?;
        if changed == Changed::Done {
            self.rows.forget(&mut self.freed, old, None)?;
            self.free_many(transaction)?;
        }
        Ok(changed)
    }

    /// Replaces the row at `locator` and its index entries. In an update in two steps, only removes
    /// its old keys; `new` then belongs into the [`SecondStep`]. Long values of the row that isn't
    /// stored in the end are freed after the commit. If the row is gone or differs from `old`,
    /// nothing changes.
    pub(in crate::statement) fn update(
        &mut self,
        transaction: &mut Transaction,
        (cursor, touched): (&mut RowCursor, &Touched),
        (locator, old): (&[u8], &[u8]),
        new: &[u8],
    ) -> Result<Changed, SqlError> {
        let changed = match touched.in_two_steps {
            true => self.writer.take_out(transaction, cursor, (locator, old), new, touched)?,
            false => self.writer.update(transaction, cursor, (locator, old), new, touched)?,
        };
        match changed {
            Changed::Done => self.rows.forget(&mut self.freed, old, Some(new))?,
            // The long values written for the new row aren't used.
            _ => self.rows.forget(&mut self.freed, new, Some(old))?,
        }
        self.free_many(transaction)?;
        Ok(changed)
    }

    /// Registers the noted long values, if they are many.
    fn free_many(&mut self, transaction: &mut Transaction) -> Result<(), SqlError> {
        if self.freed.len() >= FREED_AT_ONCE { self.rows.free(transaction, &mut self.freed) } else { Ok(()) }
    }

    /// Ends the changes and returns the long values to free after the second step.
    pub(in crate::statement) fn finish(self) -> Vec<Freed> {
        self.freed
    }
}

/// New rows of updates in two steps, which wait until all old keys are removed.
#[derive(Default)]
pub(in crate::statement) struct SecondStep(Spool);

impl SecondStep {
    /// Keeps the row that will be at `locator`, unless its key changes.
    pub(in crate::statement) fn push(
        &mut self,
        run: &mut Run<'_, '_>,
        locator: &[u8],
        new: &[u8],
    ) -> Result<(), SqlError> {
        self.0.push(run, locator)?;
        self.0.push(run, new)
    }

    /// Inserts the keys of the new rows, in the order in which the old keys were removed. Fails
    /// with 2627 or 2601 for a duplicate key.
    pub(in crate::statement) fn put_back(
        &self,
        rows: &TableRows,
        (transaction, locks): (&mut Transaction, &LockOwner),
        (cursor, touched): (&mut RowCursor, &Touched),
    ) -> Result<(), SqlError> {
        let (mut kept, mut at) = (self.0.rows(), Vec::new());
        while let Some(locator) = kept.next()? {
            at.clear();
            at.extend_from_slice(locator);
            let Some(row) = kept.next()? else { break };
            rows.put_back(transaction, locks, cursor, (&at, row), touched)?;
        }
        Ok(())
    }

    /// Checks the new rows, which are all stored, with the constraints that call user functions.
    /// `words` are the action on a row and the statement, for messages. Fails with 547.
    pub(in crate::statement) fn check(
        &self,
        run: &mut Run<'_, '_>,
        (form, rows): (&RowForm, &TableRows),
        words: (&str, &str),
    ) -> Result<(), SqlError> {
        if !form.has_late_checks() {
            return Ok(());
        }
        let mut kept = self.0.rows();
        while kept.next()?.is_some() {
            let Some(bytes) = kept.next()? else { break };
            let stored = TableRow { rows, bytes, is_dirty: false };
            form.check_written(run, words, rows, &|place| stored.column(place))?;
        }
        Ok(())
    }
}

/// Number of long values freed by one log record.
const FREED_AT_ONCE: usize = 128;
