//! Receivers of a batch's output.

use crate::transaction_sight::Beginning;
use sluice_query::row_sink::{RowSink, SourceRows};
use sluice_types::row::CellOrigin;
use sluice_types::{SqlError, Value};

pub use sluice_plan::{Browsed, ColumnOrigin, OutputColumn as ColumnInfo, SourceColumn};

/// Output that isn't a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// An error (severity 11 and above) or an informational message of the engine.
    Error(SqlError),
    /// Text of a PRINT.
    Print {
        /// The text.
        text: String,
        /// The line of the batch.
        line: u32,
    },
}

/// The tables that a cursor's columns come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CursorOrigin {
    /// Database, schema and name of each table.
    pub tables: Vec<Vec<String>>,
    /// The index of the table and the column that each cursor column shows; `None` for an
    /// expression.
    pub columns: Vec<Option<(usize, String)>>,
}

/// Receives a batch's output in order. A result set is one `columns`, any number of `row`, and
/// `done`. `done` follows even if an error interrupts the set.
pub trait Sink {
    /// Starts a result set.
    fn columns(&mut self, columns: &[ColumnInfo]);

    /// Starts a result set of an API cursor, whose last column is each row's status. `origin` has
    /// the tables that can be updated through the cursor.
    fn cursor_columns(&mut self, columns: &[ColumnInfo], _origin: Option<&CursorOrigin>) {
        self.columns(columns);
    }

    /// Receives a row of the result set.
    fn row(&mut self, row: &[Value]);

    /// Whether [`Sink::row`] reads long values window by window. Otherwise they are passed in
    /// memory.
    fn takes_long(&self) -> bool {
        false
    }

    /// Offers the rows of the current result set in stored form ([`Sink::stored_row`]). `origins`
    /// maps the columns to stored columns. Returns whether the sink accepts them.
    fn origins(&mut self, _origins: &[CellOrigin<'_>]) -> bool {
        false
    }

    /// Receives a row in stored form; `computed` has the values of the other columns. Returns false
    /// if the row must be passed as values instead; then nothing of it was consumed.
    fn stored_row(&mut self, _rows: SourceRows<'_>, _computed: &[Value]) -> bool {
        false
    }

    /// Ends a statement. `rows` is the number of rows affected or returned, `None` under SET
    /// NOCOUNT ON.
    fn done(&mut self, rows: Option<u64>);

    /// Ends a statement of a batch, rather than of a procedure or trigger, under SET NOCOUNT ON.
    /// The end is reported all the same, without a count.
    fn done_uncounted(&mut self) {
        self.done(None);
    }

    /// Ends a statement without rows. `words` name the statement if it is a definition or DBCC,
    /// such as `CREATE TABLE`, and are empty otherwise.
    fn end_statement(&mut self, _words: &str) {}

    /// Ends a statement that failed, after its error. The next statement runs.
    fn fail_statement(&mut self) {}

    /// Receives a message.
    fn message(&mut self, message: Message);

    /// Starts a statement of this kind. The output up to its `done` belongs to the statement.
    fn begin(&mut self, _kind: StatementKind) {}

    /// Enters a procedure. The output up to the matching `leave_procedure` belongs to its
    /// statements.
    fn enter_procedure(&mut self) {}

    /// Leaves a procedure with its status. The status is `None` if the procedure didn't complete;
    /// an error is reported before or next.
    fn leave_procedure(&mut self, _status: Option<i32>) {}

    /// Delivers the output so far to the client at once (`RAISERROR ... WITH NOWAIT`).
    fn flush(&mut self) {}

    /// Whether the client must take output before it gets more. A batch that may be suspended then
    /// stops after the current row.
    fn is_full(&self) -> bool {
        false
    }

    /// Returns the error because of which the current result set can't be sent. The statement that
    /// sends it fails.
    fn failure(&mut self) -> Option<SqlError> {
        None
    }

    /// Ends a result set that an error interrupted. The error is the next message, unless it is
    /// caught.
    fn broken_off(&mut self) {
        self.done(None);
    }
}

/// Kind of a statement that counts rows, for the client's end of it.
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
    /// The kind of transaction that a statement of this kind begins in autocommit mode. `None` is a
    /// statement of another kind.
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

/// Operators send the rows of a query to the batch's sink.
impl RowSink for dyn Sink + '_ {
    #[inline]
    fn row(&mut self, row: &[Value]) {
        Sink::row(self, row);
    }

    #[inline]
    fn takes_long(&self) -> bool {
        Sink::takes_long(self)
    }

    #[inline]
    fn origins(&mut self, origins: &[CellOrigin<'_>]) -> bool {
        Sink::origins(self, origins)
    }

    #[inline]
    fn stored_row(&mut self, rows: SourceRows<'_>, computed: &[Value]) -> bool {
        Sink::stored_row(self, rows, computed)
    }

    fn is_full(&self) -> bool {
        Sink::is_full(self)
    }
}

/// A sink that discards all output.
#[derive(Debug, Default)]
pub struct NullSink;

impl Sink for NullSink {
    fn columns(&mut self, _columns: &[ColumnInfo]) {}
    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, _message: Message) {}
}
