//! Rows that the caller pulls.
//!
//! [`Rows`] runs its batch in parts. Each part fills a buffer, and the batch is suspended in the
//! session until the buffer is empty. The first part ends after the first row, and each later one
//! is twice as long, up to some hundred rows: a caller that takes one row waits for one row, and a
//! caller that takes many pays little for the parts.

use crate::error::{QueryError, SessionEnded};
use crate::query::Query;
use crate::row::Row;
use crate::session::Session;
use sluice_base::sync::Arc;
use sluice_exec::{BatchEnd, Reply, RequestOutput};
use sluice_session::{ColumnInfo, Message, Sink};
use sluice_types::{DataType, Value};
use std::collections::VecDeque;

/// The rows of a batch, one result set after the other. Rows in the buffer were read before they
/// are asked for.
///
/// The iterator ends with each result set; [`Rows::next_result`] moves to the next one. The batch
/// runs no further than the caller reads, so an open `Rows` holds the locks and the snapshot of its
/// SELECT. Dropping it cancels the rest of the batch, as an attention does: a running statement is
/// undone, later ones don't run, and an open transaction stays open unless XACT_ABORT is ON.
/// [`Rows::finish`] runs the rest instead.
pub struct Rows<'s> {
    session: &'s mut Session,
    buffer: Buffer,
    columns: Arc<[ColumnInfo]>,
    messages: Vec<Message>,
    affected: u64,
    reply: Option<Reply>,
    // Whether the session has ended, and the batch with it.
    is_lost: bool,
}

/// Results of a batch besides its rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Sum of the row counts of all statements.
    pub affected: u64,
    /// Messages that weren't taken before: output of PRINT, warnings.
    pub messages: Vec<Message>,
    /// Return status of a call; `None` for a function and if the procedure didn't complete.
    pub status: Option<i32>,
    /// Type and value of a called scalar function.
    pub function_value: Option<(DataType, Value)>,
    /// Final values of the OUTPUT arguments of a call.
    pub outputs: Vec<RequestOutput>,
}

/// Output of a batch that the caller hasn't taken yet.
struct Buffer {
    items: VecDeque<Item>,
    rows: usize,
    bytes: usize,
    rows_max: usize,
}

enum Item {
    Columns(Arc<[ColumnInfo]>),
    Row(Vec<Value>),
    Count(u64),
    Message(Message),
}

impl Session {
    /// Runs a batch or a call up to its first row, and returns its rows.
    ///
    /// ```text
    /// let mut rows = session.query("SELECT id, name FROM dbo.Pets ORDER BY id")?;
    /// for row in &mut rows {
    ///     let row = row?;
    ///     println!("{}: {}", row.get::<i32>("id")?, row.get::<&str>("name")?);
    /// }
    /// ```
    ///
    /// Fails if the batch reports an error before its first result set; the rest of the batch is
    /// cancelled then. [`Session::execute`] is for scripts that go on after errors.
    pub fn query(&mut self, query: impl Into<Query>) -> Result<Rows<'_>, QueryError> {
        let mut rows = Rows {
            session: self,
            buffer: Buffer { items: VecDeque::new(), rows: 0, bytes: 0, rows_max: 1 },
            columns: Arc::from([]),
            messages: Vec::new(),
            affected: 0,
            reply: None,
            is_lost: false,
        };
        let query = query.into().into_text_or_request();
        rows.run(|session, buffer| match &query {
            Ok(text) => session.begin(text, buffer),
            Err(request) => session.begin_call(request, buffer),
        })?;
        rows.next_result()?;
        Ok(rows)
    }
}

impl Rows<'_> {
    /// The columns of the current result set; empty if the batch has none.
    pub fn columns(&self) -> &[ColumnInfo] {
        &self.columns
    }

    /// Moves to the next result set. Passes over the rest of the current one and over statements
    /// without rows. Returns false at the end of the batch. Fails if a statement on the way fails;
    /// the caller may go on after that.
    pub fn next_result(&mut self) -> Result<bool, QueryError> {
        loop {
            match self.take()? {
                Some(Item::Columns(columns)) => {
                    self.columns = columns;
                    return Ok(true);
                }
                Some(Item::Row(_)) => {}
                Some(Item::Count(count)) => self.affected += count,
                Some(Item::Message(message)) => self.note(message)?,
                None => {
                    self.columns = Arc::from([]);
                    return Ok(false);
                }
            }
        }
    }

    /// Returns the messages since the last call: output of PRINT, warnings.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// Sum of the row counts that statements have reported so far.
    pub fn affected(&self) -> u64 {
        self.affected
    }

    /// Runs the batch to its end and passes over its rows. Fails with the first error that a
    /// statement reports; the rest is cancelled then.
    pub fn finish(mut self) -> Result<Summary, QueryError> {
        while self.next_result()? {}
        let reply = self.reply.take().unwrap_or(Reply {
            end: BatchEnd::Finished,
            status: None,
            function_value: None,
            outputs: Vec::new(),
        });
        self.is_lost = true;
        let (affected, messages) = (self.affected, self.take_messages());
        let Reply { status, function_value, outputs, .. } = reply;
        Ok(Summary { affected, messages, status, function_value, outputs })
    }

    /// Takes the next item of output. Runs a part of the batch if there is none.
    fn take(&mut self) -> Result<Option<Item>, QueryError> {
        while self.buffer.items.is_empty() && self.reply.is_none() && !self.is_lost {
            self.buffer.rows_max = (2 * self.buffer.rows_max).min(ROWS_MAX);
            self.run(|session, buffer| session.advance(buffer))?;
        }
        Ok(self.buffer.take())
    }

    /// Runs a part of the batch.
    fn run(
        &mut self,
        work: impl FnOnce(&mut Session, &mut Buffer) -> Result<Option<Reply>, SessionEnded>,
    ) -> Result<(), SessionEnded> {
        match work(self.session, &mut self.buffer) {
            Ok(reply) => {
                self.reply = reply;
                Ok(())
            }
            Err(ended) => {
                self.is_lost = true;
                Err(ended)
            }
        }
    }

    /// Keeps a message. Fails if it is an error.
    fn note(&mut self, message: Message) -> Result<(), QueryError> {
        match message {
            Message::Error(error) if error.severity > GREATEST_WARNING => Err(QueryError::Sql(error)),
            message => {
                self.messages.push(message);
                Ok(())
            }
        }
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Row, QueryError>;

    /// Returns the next row of the current result set. At its end, statements without rows run, so
    /// that their errors aren't lost.
    fn next(&mut self) -> Option<Result<Row, QueryError>> {
        loop {
            match self.take() {
                Ok(Some(Item::Row(values))) => return Some(Ok(Row::new(Arc::clone(&self.columns), values))),
                Ok(Some(Item::Count(count))) => self.affected += count,
                Ok(Some(Item::Message(message))) => {
                    if let Err(error) = self.note(message) {
                        return Some(Err(error));
                    }
                }
                Ok(Some(columns @ Item::Columns(_))) => {
                    self.buffer.items.push_front(columns);
                    return None;
                }
                Ok(None) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Drop for Rows<'_> {
    fn drop(&mut self) {
        if self.reply.is_none() && !self.is_lost {
            // Errors have no receiver any more. The session's next use reports its end.
            let _ = self.session.cancel_suspended(&mut self.buffer);
        }
    }
}

impl Buffer {
    fn take(&mut self) -> Option<Item> {
        let item = self.items.pop_front();
        if self.items.is_empty() {
            (self.rows, self.bytes) = (0, 0);
        }
        item
    }
}

impl Sink for Buffer {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.items.push_back(Item::Columns(columns.into()));
    }

    fn row(&mut self, row: &[Value]) {
        self.rows += 1;
        self.bytes += row.iter().map(bytes_of).sum::<usize>();
        self.items.push_back(Item::Row(row.to_vec()));
    }

    fn done(&mut self, rows: Option<u64>) {
        self.items.extend(rows.map(Item::Count));
    }

    fn message(&mut self, message: Message) {
        self.items.push_back(Item::Message(message));
    }

    fn is_full(&self) -> bool {
        self.rows >= self.rows_max || self.bytes >= BYTES_MAX
    }
}

/// Bytes that a value takes in the buffer.
fn bytes_of(value: &Value) -> usize {
    let owned = match value {
        Value::Str(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        _ => 0,
    };
    size_of::<Value>() + owned
}

/// Rows of the longest parts.
const ROWS_MAX: usize = 256;
/// Bytes of rows after which a part ends.
const BYTES_MAX: usize = 256 << 10;
/// The greatest severity of a message that isn't an error.
const GREATEST_WARNING: u8 = 10;
