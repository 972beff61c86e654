//! Where a batch's output goes.

use crate::code::Row;
use crate::transaction_sight::Beginning;
use sluice_types::row::CellOrigin;
use sluice_types::{SqlError, Value};

pub use sluice_plan::{Browsed, ColumnOrigin, OutputColumn as ColumnInfo, SourceColumn};

/// A message that is no row.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// An error (severity 11 and above) or one of the engine's informational messages.
    Error(SqlError),
    /// The text of a PRINT.
    Print {
        /// The text.
        text: String,
        /// The line of the batch.
        line: u32,
    },
}

/// Where the columns of a cursor's rows come from: one table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CursorOrigin {
    /// Its name: database, schema, table.
    pub table: Vec<String>,
    /// The table's column that each shows; none for an expression.
    pub columns: Vec<Option<String>>,
}

/// Takes what a batch sends, in its order. A result set is `columns`, any number of `row`, `done`; an error may come in
/// the midst of it, then `done` still follows.
pub trait Sink {
    /// A result set begins.
    fn columns(&mut self, columns: &[ColumnInfo]);

    /// A result set of a client's cursor begins: the last column is the state of each row. `origin` is the table whose rows may be changed through it.
    fn cursor_columns(&mut self, columns: &[ColumnInfo], _origin: Option<&CursorOrigin>) {
        self.columns(columns);
    }

    /// A row of it.
    fn row(&mut self, row: &[Value]);

    /// Whether [`Sink::row`] reads long values window by window. Else they come in memory.
    fn takes_long(&self) -> bool {
        false
    }

    /// The rows of the result set that has begun can come as they are stored ([`Sink::stored_row`]); its columns come from there. Whether this sink takes them so.
    fn origins(&mut self, _origins: &[CellOrigin<'_>]) -> bool {
        false
    }

    /// A row of it as it is stored; `computed` has the values of the columns that are not. False: it is to come as values, and nothing was taken of it.
    fn stored_row(&mut self, _rows: SourceRows<'_>, _computed: &[Value]) -> bool {
        false
    }

    /// A statement is through; `rows` is what it affected or returned, `None` under SET NOCOUNT ON.
    fn done(&mut self, rows: Option<u64>);

    /// A statement that has no rows is through.
    fn end_statement(&mut self) {}

    /// A message.
    fn message(&mut self, message: Message);

    /// A statement of this kind runs: what comes is of it, to its `done`.
    fn begin(&mut self, _kind: StatementKind) {}

    /// A procedure is called: what comes is of its statements, to the `leave_procedure` that belongs to it.
    fn enter_procedure(&mut self) {}

    /// A procedure is over. Its status; none where it did not come to its end, of which an error has told before or does so next.
    fn leave_procedure(&mut self, _status: Option<i32>) {}

    /// What was sent is to reach who reads it now (`RAISERROR ... WITH NOWAIT`).
    fn flush(&mut self) {}

    /// An error has ended a result set before all of it was sent. It is the next message, unless it is caught.
    fn broken_off(&mut self) {
        self.done(None);
    }
}

/// Sends a row some of whose values may be long.
pub(crate) fn send_row(sink: &mut dyn Sink, row: &[Value]) -> Result<(), SqlError> {
    if sink.takes_long() || !row.iter().any(|value| matches!(value, Value::Long(_))) {
        sink.row(row);
        return Ok(());
    }
    let whole = row.iter().map(|value| value.clone().into_whole()).collect::<Result<Vec<_>, _>>()?;
    sink.row(&whole);
    Ok(())
}

/// The current rows of a result's sources.
#[derive(Clone, Copy, Debug)]
pub struct SourceRows<'a> {
    /// By the sources' numbers.
    pub(crate) rows: &'a [Row],
}

impl<'a> SourceRows<'a> {
    /// That of a source as it is stored; nothing of it is there if all its columns are NULL. None: it is not stored.
    #[inline]
    pub fn bytes(&self, source: usize) -> Option<&'a [u8]> {
        match &self.rows[source] {
            Row::Stored { bytes, .. } => Some(bytes),
            Row::Nulls => Some(&[]),
            Row::Values(_) => None,
        }
    }
}

/// A kind of statement whose rows are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the statement of its name")]
pub enum StatementKind {
    Select,
    SelectInto,
    Insert,
    Update,
    Delete,
    Merge,
}

impl StatementKind {
    /// What begins with one that is a transaction of its own.
    #[inline]
    pub fn beginning(kind: Option<StatementKind>) -> Beginning {
        match kind {
            None => Beginning::Other,
            Some(StatementKind::Select) => Beginning::Select,
            Some(StatementKind::SelectInto) => Beginning::SelectInto,
            Some(StatementKind::Insert) => Beginning::Insert,
            Some(StatementKind::Update) => Beginning::Update,
            Some(StatementKind::Delete) => Beginning::Delete,
            Some(StatementKind::Merge) => Beginning::Merge,
        }
    }
}

/// A sink that forgets.
#[derive(Debug, Default)]
pub struct NullSink;

impl Sink for NullSink {
    fn columns(&mut self, _columns: &[ColumnInfo]) {}
    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, _message: Message) {}
}
