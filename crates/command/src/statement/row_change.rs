//! The change that UPDATE, DELETE and MERGE make to one row.
//!
//! Rows are locked one by one, by their stamps. Under READ COMMITTED, the condition is evaluated
//! again for a row that another transaction has changed since the read. The row is skipped if it no
//! longer matches.

use super::insert::check_not_null;
use super::output::Outputs;
use super::references::{Keeping, References};
use super::rules::{Place, Rules};
use sluice_access::{Changed, Freed};
use sluice_base::sync::Arc;
use sluice_query::code::{Piece, Row};
use sluice_query::operator::{Run, Spool};
use sluice_table::row_writer::{RowCursor, RowWriter, Touched};
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_txn::{LockOwner, Snapshot, Transaction};
use sluice_types::row::LINK_BYTES;
use sluice_types::{SqlError, Value};

/// A change of one row.
pub(super) struct RowChange {
    pub(super) rows: Arc<TableRows>,
    /// Frame source of the row.
    pub(super) source: usize,
    /// Frame source and values of the columns that are computed when read.
    pub(super) computed: Option<(usize, Vec<Piece>)>,
    /// database.schema.table, for messages.
    pub(super) table: Arc<str>,
    /// The WHERE condition; `None` for all rows.
    pub(super) condition: Option<Piece>,
    pub(super) kind: ChangeKind,
    /// Foreign keys from and to the table.
    pub(super) references: References,
}

/// The kind of change.
pub(super) enum ChangeKind {
    /// The row is deleted.
    Delete,
    /// Columns get new values.
    Update(Box<Assigned>),
}

impl ChangeKind {
    /// The statement, for messages about foreign keys.
    pub(super) fn statement(&self) -> &'static str {
        match self {
            ChangeKind::Delete => "DELETE",
            ChangeKind::Update(_) => "UPDATE",
        }
    }

    /// The indexes that change; `None` for all.
    pub(super) fn touched(&self) -> Option<&Touched> {
        match self {
            ChangeKind::Delete => None,
            ChangeKind::Update(assigned) => Some(&assigned.touched),
        }
    }
}

/// The new values of updated rows.
pub(super) struct Assigned {
    /// The statement, for messages: UPDATE or MERGE.
    pub(super) statement: &'static str,
    /// The code of the values, in order of execution. The column's position is `None` if only a
    /// variable gets the value.
    pub(super) values: Vec<(Option<usize>, Piece)>,
    /// The changed NOT NULL columns: position and name.
    pub(super) not_null: Vec<(usize, String)>,
    /// Computed columns and constraints to check, besides NOT NULL.
    pub(super) rules: Option<Box<Rules>>,
    /// The indexes that contain changed columns.
    pub(super) touched: Touched,
    /// Position of the last row and index entries written.
    pub(super) cursor: RowCursor,
    /// Row buffer, kept for the next row.
    pub(super) row: Vec<Value>,
    /// Buffer for the encoded row.
    pub(super) bytes: Vec<u8>,
}

/// The state of a statement that changes rows.
pub(super) struct Changing<'a, 'o> {
    pub(super) writer: RowWriter<'a>,
    /// Long values that no row refers to any more.
    pub(super) freed: Vec<Freed>,
    /// OUTPUT clauses and trigger captures.
    pub(super) outputs: Outputs<'o>,
    /// Checks the foreign keys of each row before the row goes to the client; `None` if no row is
    /// sent during the statement.
    pub(super) judge: Option<RowJudge<'a>>,
}

/// The inputs of the foreign-key check of one row.
#[derive(Clone, Copy)]
pub(super) struct RowJudge<'a> {
    /// The statement, for messages.
    pub(super) statement: &'static str,
    pub(super) locks: &'a LockOwner,
    /// The transaction's snapshot under SNAPSHOT isolation.
    pub(super) snapshot: Option<&'a Snapshot>,
}

impl RowChange {
    /// Whether each row can be checked as soon as it has changed.
    pub(super) fn judges_rows(&self) -> bool {
        let in_two_steps = self.kind.touched().is_some_and(|touched| touched.in_two_steps);
        !in_two_steps && self.references.judges_rows()
    }

    /// Changes the row at a locator if it still matches, and returns whether it was changed.
    /// Updates in two steps push the old locator and the new row to `late`.
    pub(super) fn apply(
        &mut self,
        run: &mut Run<'_, '_>,
        changing: &mut Changing<'_, '_>,
        transaction: &mut Transaction,
        (locator, bytes): (&[u8], &[u8]),
        late: &mut Spool,
    ) -> Result<bool, SqlError> {
        let mut changed = self.change(run, changing, transaction, (locator, bytes))?;
        while let Changed::Newer(row) = changed {
            changed = self.change(run, changing, transaction, (locator, &row))?;
        }
        if changing.freed.len() >= FREED_AT_ONCE {
            self.rows.free(transaction, &mut changing.freed)?;
        }
        if changed != Changed::Done {
            return Ok(false);
        }
        if let ChangeKind::Update(assigned) = &self.kind
            && assigned.touched.in_two_steps
        {
            late.push(run, locator)?;
            late.push(run, &assigned.bytes)?;
        }
        Ok(true)
    }

    /// Changes a row if it matches the condition. Returns `Changed::Gone` if it doesn't.
    fn change(
        &mut self,
        run: &mut Run<'_, '_>,
        changing: &mut Changing<'_, '_>,
        transaction: &mut Transaction,
        (locator, bytes): (&[u8], &[u8]),
    ) -> Result<Changed, SqlError> {
        let RowChange { rows, source, computed, table, condition, kind, references } = self;
        let Changing { writer, freed, outputs, judge } = changing;
        run.frame.rows[*source].store(bytes, false);
        if let Some((source, values)) = computed {
            run.take_values(*source, values)?;
        }
        if let Some(condition) = condition
            && !run.holds(*condition)?
        {
            return Ok(Changed::Gone);
        }
        match kind {
            ChangeKind::Delete => {
                let changed = writer.delete(transaction, (locator, bytes))?;
                if changed == Changed::Done {
                    rows.forget(freed, bytes, None)?;
                    let old = TableRow { rows, bytes, is_dirty: false };
                    references.note_old(&|place| old.column(place), None)?;
                    if let Some(judge) = judge {
                        judge.check(run, transaction, references)?;
                    }
                    for (output, outgoing) in outputs {
                        output.put(run, outgoing, None, "DELETE")?;
                    }
                }
                Ok(changed)
            }
            ChangeKind::Update(assigned) => {
                let old = TableRow { rows, bytes, is_dirty: false };
                let kept = assigned.compute(run, old, table)?;
                let Assigned { row, bytes: new, cursor, touched, .. } = &mut **assigned;
                let link = |place: usize| kept.iter().find(|(column, _)| *column == place).map(|(_, link)| *link);
                rows.encode((transaction, run.context.cancel_flag()), |place| &row[place], link, (Some(bytes), new))?;
                let changed = match touched.in_two_steps {
                    true => writer.take_out(transaction, cursor, (locator, bytes), new, touched)?,
                    false => writer.update(transaction, cursor, (locator, bytes), new, touched)?,
                };
                if changed != Changed::Done {
                    // The long values written for the new row aren't used.
                    rows.forget(freed, new, Some(bytes))?;
                    return Ok(changed);
                }
                rows.forget(freed, bytes, Some(new))?;
                let value = |place: usize| match link(place) {
                    Some(_) => old.column(place),
                    None => Ok(row[place].clone()),
                };
                references.note_old(&|place| old.column(place), Some(&value))?;
                references.note_new(&value)?;
                if let Some(judge) = judge {
                    judge.check(run, transaction, references)?;
                }
                if !outputs.is_empty() {
                    for (place, _) in &kept {
                        row[*place] = old.cell(*place)?;
                    }
                }
                for (output, outgoing) in outputs {
                    output.put(run, outgoing, Some(row.clone()), "UPDATE")?;
                }
                Ok(changed)
            }
        }
    }

    /// Inserts the new rows: the second step of updates in two steps.
    pub(super) fn put_back(
        &mut self,
        transaction: &mut Transaction,
        locks: &LockOwner,
        late: &Spool,
    ) -> Result<(), SqlError> {
        let ChangeKind::Update(assigned) = &mut self.kind else { return Ok(()) };
        let Assigned { touched, cursor, .. } = &mut **assigned;
        let (mut kept, mut at) = (late.rows(), Vec::new());
        while let Some(locator) = kept.next()? {
            at.clear();
            at.extend_from_slice(locator);
            let Some(row) = kept.next()? else { break };
            self.rows.put_back(transaction, locks, cursor, (&at, row), touched)?;
        }
        Ok(())
    }
}

impl RowJudge<'_> {
    /// Fails with 547 if the row recorded last breaks a foreign key.
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

impl Assigned {
    /// Computes the row after the update; each expression sees the old row. Long values that stay
    /// aren't read unless a rule uses them: their links are returned.
    fn compute<'b>(
        &mut self,
        run: &mut Run<'_, '_>,
        old: TableRow<'b>,
        table: &str,
    ) -> Result<Vec<(usize, &'b [u8; LINK_BYTES])>, SqlError> {
        let mut kept = Vec::new();
        let row = &mut self.row;
        row.clear();
        row.resize(old.rows.layout.len(), Value::Null);
        for (column, piece) in &self.values {
            run.evaluate(*piece)?;
            if let Some(column) = column {
                row[*column] = run.register(piece.result).clone();
            }
        }
        let is_given = |place: usize| self.values.iter().any(|(column, _)| *column == Some(place));
        for place in (0..row.len()).filter(|place| !is_given(*place)) {
            match old.link(place)? {
                None => row[place] = old.column(place)?,
                Some(link) => kept.push((place, link)),
            }
        }
        if let Some(rules) = &self.rules {
            for (place, _) in kept.iter().filter(|(place, _)| rules.used.contains(place)) {
                row[*place] = old.column(*place)?;
            }
            let database = &old.rows.database.name;
            let place = Place { statement: "UPDATE", whole: self.statement, database, table, not_null: &self.not_null };
            *row = rules.hold(run, std::mem::take(row), place)?;
        }
        check_not_null(&self.not_null, (table, "UPDATE"), |place| &row[place])?;
        Ok(kept)
    }
}

/// Returns the stored bytes of a source's current row; empty if the row isn't stored.
pub(super) fn stored_bytes(run: &Run<'_, '_>, source: usize) -> Vec<u8> {
    match &run.frame.rows[source] {
        Row::Stored { bytes, .. } => bytes.clone(),
        Row::Values(_) | Row::Nulls => Vec::new(),
    }
}

/// Number of long values freed by one log record.
const FREED_AT_ONCE: usize = 128;
