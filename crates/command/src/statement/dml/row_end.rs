//! Steps 6 and 7 of a row change: foreign keys, OUTPUT, and the capture for triggers.

use super::output::Outputs;
use super::references::{Keeping, References};
use sluice_query::operator::Run;
use sluice_txn::{LockOwner, Snapshot, Transaction};
use sluice_types::{SqlError, Value};

/// Completes the change of each row of a statement.
pub(in crate::statement) struct RowEnd<'a, 'o> {
    /// OUTPUT clauses and trigger captures.
    pub(in crate::statement) outputs: Outputs<'o>,
    /// Checks the foreign keys of each row before the row goes to the client; `None` if no row is
    /// sent during the statement.
    pub(in crate::statement) judge: Option<RowJudge<'a>>,
}

/// The inputs of the foreign-key check of one row.
#[derive(Clone, Copy)]
pub(in crate::statement) struct RowJudge<'a> {
    /// The statement, for messages.
    pub(in crate::statement) statement: &'static str,
    pub(in crate::statement) locks: &'a LockOwner,
    /// The transaction's snapshot under SNAPSHOT isolation.
    pub(in crate::statement) snapshot: Option<&'a Snapshot>,
}

/// Values of a row by column.
pub(in crate::statement) type RowValues<'v> = &'v dyn Fn(usize) -> Result<Value, SqlError>;

/// A row whose change is written.
pub(in crate::statement) struct WrittenRow<'v> {
    /// INSERT, UPDATE or DELETE, for `$action`.
    pub(in crate::statement) action: &'static str,
    /// The row before the change; `None` for a new row.
    pub(in crate::statement) old: Option<RowValues<'v>>,
    /// The row after the change; `None` for a deleted row.
    pub(in crate::statement) new: Option<RowValues<'v>>,
    /// The row after the change, for OUTPUT.
    pub(in crate::statement) inserted: Option<&'v [Value]>,
}

impl RowEnd<'_, '_> {
    /// Completes the change of `row`. The frame holds the row before the change. Notes its keys for
    /// the foreign keys, checks them at once if rows are judged one by one, then puts out OUTPUT
    /// and trigger rows.
    pub(in crate::statement) fn complete(
        &mut self,
        run: &mut Run<'_, '_>,
        transaction: &mut Transaction,
        references: &mut References,
        row: WrittenRow<'_>,
    ) -> Result<(), SqlError> {
        let WrittenRow { action, old, new, inserted } = row;
        if let Some(old) = old {
            references.note_old(old, new)?;
        }
        if let Some(new) = new {
            references.note_new(new)?;
        }
        if let Some(judge) = self.judge {
            judge.check(run, transaction, references)?;
        }
        for (output, outgoing) in &mut self.outputs {
            output.put(run, outgoing, inserted.map(<[Value]>::to_vec), action)?;
        }
        Ok(())
    }
}

impl RowJudge<'_> {
    /// Fails with 547 if the row noted last breaks a foreign key.
    fn check(
        self,
        run: &mut Run<'_, '_>,
        transaction: &mut Transaction,
        references: &mut References,
    ) -> Result<(), SqlError> {
        if references.is_empty() {
            return Ok(());
        }
        let RowJudge { statement, locks, snapshot } = self;
        references.judge(&mut Keeping { statement, run, transaction, locks, snapshot })
    }
}
