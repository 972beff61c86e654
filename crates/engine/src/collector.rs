//! A sink that keeps what a batch sent: for programs that want all of it at once, and for tests.

use crate::messages;
use sluice_exec::{ColumnInfo, Message, Sink};
use sluice_types::{SqlError, Value};

/// One result set.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ResultSet {
    /// Its columns.
    pub columns: Vec<ColumnInfo>,
    /// Its rows.
    pub rows: Vec<Vec<Value>>,
}

/// What a batch sent.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Collector {
    /// The result sets in order.
    pub results: Vec<ResultSet>,
    /// The errors (severity 11 and above) in order.
    pub errors: Vec<SqlError>,
    /// The other messages' texts in order.
    pub prints: Vec<String>,
    /// The row counts of statements in order, where they were told.
    pub counts: Vec<u64>,
}

impl Collector {
    /// The first value of the first row of the first result set.
    pub fn scalar(&self) -> Option<&Value> {
        self.results.first()?.rows.first()?.first()
    }

    /// The first error's number and text, if there is one.
    pub fn first_error(&self) -> Option<(i32, String)> {
        self.errors.first().map(|error| (error.number, messages::text(error)))
    }
}

impl Sink for Collector {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.results.push(ResultSet { columns: columns.to_vec(), rows: Vec::new() });
    }

    fn row(&mut self, row: &[Value]) {
        if let Some(result) = self.results.last_mut() {
            result.rows.push(row.to_vec());
        }
    }

    fn done(&mut self, rows: Option<u64>) {
        self.counts.extend(rows);
    }

    fn message(&mut self, message: Message) {
        match message {
            Message::Error(error) if error.severity > 10 => self.errors.push(error),
            Message::Error(error) => self.prints.push(messages::text(&error)),
            Message::Print { text, .. } => self.prints.push(text),
        }
    }
}
