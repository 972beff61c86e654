//! A sink that keeps everything a batch sends, for programs and tests.

use crate::messages;
use sluice_session::{ColumnInfo, Message, Sink};
use sluice_types::{SqlError, Value};

/// One result set.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ResultSet {
    /// The result's columns.
    pub columns: Vec<ColumnInfo>,
    /// The result's rows.
    pub rows: Vec<Vec<Value>>,
}

/// Everything a batch sent.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Collector {
    /// The result sets, in order.
    pub results: Vec<ResultSet>,
    /// The errors (severity 11 and above), in order.
    pub errors: Vec<SqlError>,
    /// The texts of the other messages, in order.
    pub prints: Vec<String>,
    /// The row counts that statements sent, in order.
    pub counts: Vec<u64>,
}

impl Collector {
    /// Returns the first value of the first row of the first result set. `None` without a row.
    pub fn scalar(&self) -> Option<&Value> {
        self.results.first()?.rows.first()?.first()
    }

    /// Returns the number and text of the first of `errors`, the first error since the collector
    /// was made. `None` if there are no errors.
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
