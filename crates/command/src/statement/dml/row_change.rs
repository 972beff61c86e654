//! The change that UPDATE, DELETE and MERGE make to one row.
//!
//! Rows are locked one by one, by their stamps. Under READ COMMITTED, the condition is evaluated
//! again for a row that another transaction has changed since the read. The row is skipped if it no
//! longer matches.

use super::form::RowForm;
use super::references::References;
use super::row_end::{RowEnd, WrittenRow};
use super::stored::{SecondStep, StoredRowWriter};
use sluice_access::Changed;
use sluice_base::sync::Arc;
use sluice_query::code::{Piece, Row};
use sluice_query::operator::Run;
use sluice_table::row_writer::{RowCursor, Touched};
use sluice_table::table_rows::{TableRow, TableRows};
use sluice_txn::{LockOwner, Transaction};
use sluice_types::row::LINK_BYTES;
use sluice_types::{SqlError, Value};

/// A change of one row.
pub(in crate::statement) struct RowChange {
    pub(in crate::statement) rows: Arc<TableRows>,
    /// Frame source of the row.
    pub(in crate::statement) source: usize,
    /// Frame source and values of the columns that are computed when read.
    pub(in crate::statement) computed: Option<(usize, Vec<Piece>)>,
    /// database.schema.table, for messages.
    pub(in crate::statement) table: Arc<str>,
    /// The WHERE condition; `None` for all rows.
    pub(in crate::statement) condition: Option<Piece>,
    pub(in crate::statement) kind: ChangeKind,
    /// Foreign keys from and to the table.
    pub(in crate::statement) references: References,
}

/// The kind of change.
pub(in crate::statement) enum ChangeKind {
    /// The row is deleted.
    Delete,
    /// Columns get new values.
    Update(Box<Assigned>),
}

impl ChangeKind {
    /// The statement, for messages about foreign keys.
    pub(in crate::statement) fn statement(&self) -> &'static str {
        match self {
            ChangeKind::Delete => "DELETE",
            ChangeKind::Update(_) => "UPDATE",
        }
    }

    /// The indexes that change; `None` for all.
    pub(in crate::statement) fn touched(&self) -> Option<&Touched> {
        match self {
            ChangeKind::Delete => None,
            ChangeKind::Update(assigned) => Some(&assigned.touched),
        }
    }
}

/// The new values of updated rows.
pub(in crate::statement) struct Assigned {
    /// The statement, for messages: UPDATE or MERGE.
    pub(in crate::statement) statement: &'static str,
    /// The code of the values, in order of execution. The column's position is `None` if only a
    /// variable gets the value.
    pub(in crate::statement) values: Vec<(Option<usize>, Piece)>,
    /// The rules for the changed columns.
    pub(in crate::statement) form: RowForm,
    /// The indexes that contain changed columns.
    pub(in crate::statement) touched: Touched,
    /// Position of the last row and index entries written.
    pub(in crate::statement) cursor: RowCursor,
    /// Row buffer, kept for the next row.
    pub(in crate::statement) row: Vec<Value>,
    /// Buffer for the encoded row.
    pub(in crate::statement) bytes: Vec<u8>,
}

/// Long values that an updated row keeps: the columns' positions and links.
struct KeptLinks<'b>(Vec<(usize, &'b [u8; LINK_BYTES])>);

impl<'b> KeptLinks<'b> {
    fn link(&self, place: usize) -> Option<&'b [u8; LINK_BYTES]> {
        self.0.iter().find(|(column, _)| *column == place).map(|(_, link)| *link)
    }
}

/// The state of a statement that changes rows.
pub(in crate::statement) struct Changing<'a, 'o> {
    pub(in crate::statement) writer: StoredRowWriter<'a>,
    pub(in crate::statement) end: RowEnd<'a, 'o>,
}

impl RowChange {
    /// Whether each row can be checked as soon as it has changed. Not so if unique keys change in
    /// two steps, or a cascade or a key to the own table waits for the last row.
    pub(in crate::statement) fn judges_rows(&self) -> bool {
        let in_two_steps = self.kind.touched().is_some_and(|touched| touched.in_two_steps);
        !in_two_steps && self.references.judges_rows()
    }

    /// Changes the row at a locator if it still matches, and returns whether it was changed.
    /// Updates in two steps push the new row to `late`. A row that another transaction changed
    /// since the read is judged again by its newer state; false if it no longer matches or is gone.
    pub(in crate::statement) fn apply(
        &mut self,
        run: &mut Run<'_, '_>,
        changing: &mut Changing<'_, '_>,
        transaction: &mut Transaction,
        (locator, bytes): (&[u8], &[u8]),
        late: &mut SecondStep,
    ) -> Result<bool, SqlError> {
        let mut changed = self.change(run, changing, transaction, (locator, bytes))?;
        while let Changed::Newer(row) = changed {
            changed = self.change(run, changing, transaction, (locator, &row))?;
        }
        if changed != Changed::Done {
            return Ok(false);
        }
        if let ChangeKind::Update(assigned) = &self.kind
            && assigned.touched.in_two_steps
        {
            late.push(run, locator, &assigned.bytes)?;
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
        let RowChange { rows, source, computed, condition, kind, references, .. } = self;
        let Changing { writer, end } = changing;
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
                    let old = TableRow { rows, bytes, is_dirty: false };
                    let old = |place: usize| old.column(place);
                    let row = WrittenRow { action: "DELETE", old: Some(&old), new: None, inserted: None };
                    end.complete(run, transaction, references, row)?;
                }
                Ok(changed)
            }
            ChangeKind::Update(assigned) => {
                let old = TableRow { rows, bytes, is_dirty: false };
                let kept = assigned.compute(run, old)?;
                let Assigned { row, bytes: new, cursor, touched, form, statement, .. } = &mut **assigned;
                let (writing, link) = ((&mut *transaction, &**run.context.cancel_flag()), |place| kept.link(place));
                rows.encode(writing, |place| &row[place], link, (Some(bytes), new))?;
                let changed = writer.update(transaction, (cursor, touched), (locator, bytes), new)?;
                if changed != Changed::Done {
                    return Ok(changed);
                }
                if !end.outputs.is_empty() {
                    for (place, _) in &kept.0 {
                        row[*place] = old.cell(*place)?;
                    }
                }
                let row = &*row;
                let value = |place: usize| match kept.link(place) {
                    Some(_) => old.column(place),
                    None => Ok(row[place].clone()),
                };
                if !touched.in_two_steps {
                    form.check_written(run, ("UPDATE", statement), rows, &value)?;
                }
                let old = |place: usize| old.column(place);
                let row = WrittenRow { action: "UPDATE", old: Some(&old), new: Some(&value), inserted: Some(row) };
                end.complete(run, transaction, references, row)?;
                Ok(changed)
            }
        }
    }

    /// Performs the second step of an update in two steps. Inserts the rows in `late` if the
    /// clustered key changes; otherwise inserts only their entries in the touched indexes. Then
    /// checks the rows with the constraints that call user functions, which may read them. Does
    /// nothing for a DELETE. Fails with 2627 or 2601 for a duplicate key, and with 547.
    pub(in crate::statement) fn put_back(
        &mut self,
        run: &mut Run<'_, '_>,
        (transaction, locks): (&mut Transaction, &LockOwner),
        late: &SecondStep,
    ) -> Result<(), SqlError> {
        let ChangeKind::Update(assigned) = &mut self.kind else { return Ok(()) };
        let Assigned { touched, cursor, form, statement, .. } = &mut **assigned;
        late.put_back(&self.rows, (transaction, locks), (cursor, touched))?;
        late.check(run, (form, &self.rows), ("UPDATE", statement))
    }
}

impl Assigned {
    /// Computes the row after the update; each expression sees the old row. Long values that stay
    /// aren't read unless a rule uses them: their links are returned.
    fn compute<'b>(&mut self, run: &mut Run<'_, '_>, old: TableRow<'b>) -> Result<KeptLinks<'b>, SqlError> {
        let mut kept = KeptLinks(Vec::new());
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
                Some(link) => kept.0.push((place, link)),
            }
        }
        if let Some(rules) = &self.form.rules {
            for (place, _) in kept.0.iter().filter(|(place, _)| rules.used.contains(place)) {
                row[*place] = old.column(*place)?;
            }
        }
        *row = self.form.checked(run, ("UPDATE", self.statement), old.rows, std::mem::take(row))?;
        Ok(kept)
    }
}

/// Returns the stored bytes of a source's current row; empty if the row isn't stored.
pub(in crate::statement) fn stored_bytes(run: &Run<'_, '_>, source: usize) -> Vec<u8> {
    match &run.frame.rows[source] {
        Row::Stored { bytes, .. } => bytes.clone(),
        Row::Values(_) | Row::Nulls => Vec::new(),
    }
}
