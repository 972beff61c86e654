//! What UPDATE, DELETE and MERGE do with one row.
//!
//! Rows are locked one by one, by their stamps. A row that another transaction has changed since it was read is judged again as it
//! is now (READ COMMITTED), and left alone if it is not wanted any more.

use super::insert::check_not_null;
use super::output::Outputs;
use super::references::{Keeping, References};
use super::rules::{Place, Rules};
use crate::code::{Piece, Row};
use crate::operator::{Run, Spool};
use sluice_access::{Changed, Freed};
use sluice_base::sync::Arc;
use sluice_table::row_writer::{RowCursor, RowWriter, Touched};
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_txn::{LockOwner, Snapshot, Transaction};
use sluice_types::row::LINK_BYTES;
use sluice_types::{SqlError, Value};

/// What becomes of a row.
pub(super) struct RowChange {
    /// The table's rows.
    pub(super) rows: Arc<TableRows>,
    /// Where the expressions find the row.
    pub(super) source: usize,
    /// The columns that are computed when they are read: where expressions find them, and their values.
    pub(super) computed: Option<(usize, Vec<Piece>)>,
    /// The table's name for messages: database.schema.table.
    pub(super) table: Arc<str>,
    /// Whether the row is wanted; each is if none.
    pub(super) condition: Option<Piece>,
    /// What becomes of it.
    pub(super) kind: ChangeKind,
    /// The foreign keys that are about it.
    pub(super) references: References,
}

/// What becomes of rows.
pub(super) enum ChangeKind {
    /// They go.
    Delete,
    /// Some columns get values.
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

    /// Which indexes change; all of them if none is said.
    pub(super) fn touched(&self) -> Option<&Touched> {
        match self {
            ChangeKind::Delete => None,
            ChangeKind::Update(assigned) => Some(&assigned.touched),
        }
    }
}

/// The new values of rows.
pub(super) struct Assigned {
    /// The statement, for messages: UPDATE or MERGE.
    pub(super) statement: &'static str,
    /// The code of the values, in the order in which it is run; the column's place, none where only a variable gets the value.
    pub(super) values: Vec<(Option<usize>, Piece)>,
    /// The changed columns that may not be NULL: place and name.
    pub(super) not_null: Vec<(usize, String)>,
    /// What the rows are held against, beside that.
    pub(super) rules: Option<Box<Rules>>,
    /// Which indexes the changed columns are in.
    pub(super) touched: Touched,
    /// Where rows and entries go.
    pub(super) cursor: RowCursor,
    /// The row's values, kept for the next.
    pub(super) row: Vec<Value>,
    /// Its bytes, too.
    pub(super) bytes: Vec<u8>,
}

/// Where rows are changed.
pub(super) struct Changing<'a, 'o> {
    /// Changes them.
    pub(super) writer: RowWriter<'a>,
    /// What nothing leads to any more.
    pub(super) freed: Vec<Freed>,
    /// What is put out, and where.
    pub(super) outputs: Outputs<'o>,
    /// Checks the foreign keys of each row before the row goes to the client; none if no row goes there at once.
    pub(super) judge: Option<RowJudge<'a>>,
}

/// The inputs of the check of one row's foreign keys.
#[derive(Clone, Copy)]
pub(super) struct RowJudge<'a> {
    /// The statement, for messages.
    pub(super) statement: &'static str,
    /// The locks of the transaction.
    pub(super) locks: &'a LockOwner,
    /// The snapshot that the transaction works by, if by one.
    pub(super) snapshot: Option<&'a Snapshot>,
}

impl RowChange {
    /// Whether all checks of a row are over as soon as it has changed.
    pub(super) fn judges_rows(&self) -> bool {
        let in_two_steps = self.kind.touched().is_some_and(|touched| touched.in_two_steps);
        !in_two_steps && self.references.judges_rows()
    }

    /// Changes the row at a locator if it is still wanted; whether it was changed. Into `late` come the new rows of updates in two steps, each behind
    /// the locator of the old one.
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

    /// Changes a row if it is wanted; one that is not counts as gone.
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
                    // What was written for it is of no use.
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

    /// The second step of updates in two steps: the new rows are put in.
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
    /// 547 where the row that was noted last breaks a foreign key.
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
    /// The values of a row's columns after the update; each expression sees the row as it was. What is elsewhere and stays is not read:
    /// the result has its links, but for what a rule uses.
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

/// The bytes of a source's current row, where it is a table's as it is stored.
pub(super) fn stored_bytes(run: &Run<'_, '_>, source: usize) -> Vec<u8> {
    match &run.frame.rows[source] {
        Row::Stored { bytes, .. } => bytes.clone(),
        Row::Values(_) | Row::Nulls => Vec::new(),
    }
}

/// How many values are given back by one record of the log.
const FREED_AT_ONCE: usize = 128;
