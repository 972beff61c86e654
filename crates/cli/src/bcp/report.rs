//! The output of `sluice bcp`: the server's errors and the progress. Messages below severity 11 and
//! rows are ignored.

use crate::client::Failure;
use sluice_client::{Audience, Connection};
use sluice_engine::Value;
use sluice_tds::{Column, Message};
use std::io::Write;
use std::path::Path;

/// Prints the server's errors and the progress.
pub(super) struct Report<'o> {
    pub(super) out: &'o mut dyn Write,
    /// Whether an error was printed.
    pub(super) has_failed: bool,
    /// Rows that the last request affected.
    pub(super) rows: u64,
    /// The first failed write, until [`Report::line`] returns it.
    pub(super) failure: Option<std::io::Error>,
}

impl Report<'_> {
    /// Prints text, which has its own line ends. Fails with the first failure of the output since
    /// the last such call.
    pub(super) fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.print(text);
        self.failure.take().map_or(Ok(()), |error| Err(Failure::of_output(&error)))
    }

    /// Prints text at once. The first failure is kept for [`Report::line`].
    pub(super) fn print(&mut self, text: &str) {
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
    }

    /// Prints an error as bcp does, and records that the copy has failed.
    pub(super) fn error(&mut self, number: i32, text: &str) {
        self.has_failed = true;
        self.print(&format!("SQLState = S1000, NativeError = {number}\nError = [Sluice]{text}\n"));
    }
}

impl Audience for Report<'_> {
    fn columns(&mut self, _columns: &[Column]) {}
    fn row(&mut self, _row: &[Value]) {}

    fn done(&mut self, rows: Option<u64>) {
        self.rows = rows.unwrap_or(self.rows);
    }

    fn message(&mut self, message: &Message) {
        if message.severity > 10 {
            self.error(message.number, &message.text);
        }
    }
}

/// Runs a batch. Fails with [`Failure::Batch`] if this batch or an earlier one has reported an
/// error, with [`Failure::Outside`] if the connection ends.
pub(super) fn execute(connection: &mut Connection, text: &str, report: &mut Report<'_>) -> Result<(), Failure> {
    connection.execute(text, report).map_err(|error| Failure::Outside(error.to_string()))?;
    if report.has_failed { Err(Failure::Batch) } else { Ok(()) }
}

/// Returns the failure of a file, with its path and the system's reason.
pub(super) fn of_file(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Outside(format!("'{}': {error}", path.display()))
}

/// Returns the failure with the text of an error of the engine.
pub(super) fn of_sql(error: &sluice_engine::SqlError) -> Failure {
    Failure::Outside(sluice_engine::messages::text(error))
}
