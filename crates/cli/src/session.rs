//! The session that batches run on: an embedded instance's or a server's. The rest of the program
//! treats both alike.

use crate::output::Printer;
use sluice_client::{Audience, Canceller, ClientError, Connection};
use sluice_engine::{ColumnInfo, Sink, Value, Watch};
use sluice_tds::{Column, ColumnFlags, Message};
use std::io::Write;

/// Where the batches of the client run.
pub(crate) enum Session {
    /// On an instance in this process.
    Embedded(sluice_engine::Session),
    /// On a server.
    Remote(Box<Connection>),
    /// A failed `:connect` has closed the session before it.
    Closed,
}

/// Cancels the running batch.
#[derive(Clone)]
pub(crate) enum Stopper {
    Embedded(Watch),
    Remote(Canceller),
}

impl Session {
    /// Runs a batch and prints its results. An error means that the session has ended; its text is
    /// the reason. Errors of the batch are printed and are none here.
    pub(crate) fn execute<W: Write>(&mut self, text: &str, printer: &mut Printer<W>) -> Result<(), String> {
        match self {
            Session::Embedded(session) => session.execute(text, printer).map_err(|ended| ended.to_string()),
            Session::Remote(connection) => {
                connection.execute(text, &mut Heard(printer)).map_err(|error: ClientError| error.to_string())
            }
            Session::Closed => Err("there is no connection: the last :connect failed".to_owned()),
        }
    }

    /// Runs a batch and passes its results to `sink`. An error means that the session has ended.
    pub(crate) fn execute_into(&mut self, text: &str, sink: &mut (impl Sink + Audience)) -> Result<(), String> {
        match self {
            Session::Embedded(session) => session.execute(text, sink).map_err(|ended| ended.to_string()),
            Session::Remote(connection) => {
                connection.execute(text, sink).map_err(|error: ClientError| error.to_string())
            }
            Session::Closed => Err("there is no connection: the last :connect failed".to_owned()),
        }
    }

    /// Returns a handle with which another thread cancels the running batch; `None` if an embedded
    /// session has ended, or after a failed `:connect`.
    pub(crate) fn stopper(&self) -> Option<Stopper> {
        match self {
            Session::Embedded(session) => session.watch().map(Stopper::Embedded),
            Session::Remote(connection) => Some(Stopper::Remote(connection.canceller())),
            Session::Closed => None,
        }
    }

    /// Returns the current database; empty if the session has ended or the connection is lost.
    pub(crate) fn database_name(&self) -> String {
        match self {
            Session::Embedded(session) => session.database_name(),
            Session::Remote(connection) if connection.is_lost() => String::new(),
            Session::Remote(connection) => connection.database().to_owned(),
            Session::Closed => String::new(),
        }
    }

    /// Whether the session has ended by itself, so that the program can't go on. A session closed
    /// by a failed `:connect` isn't lost: another `:connect` can follow.
    pub(crate) fn is_lost(&self) -> bool {
        match self {
            Session::Embedded(_) => self.database_name().is_empty(),
            Session::Remote(connection) => connection.is_lost(),
            Session::Closed => false,
        }
    }
}

impl Stopper {
    /// Cancels the running batch, without waiting for its end. A batch that only begins may miss
    /// the cancellation.
    pub(crate) fn cancel(&self) {
        match self {
            Stopper::Embedded(watch) => watch.cancel(),
            Stopper::Remote(canceller) => canceller.cancel(),
        }
    }

    /// Returns the number of rows read by the batch; 0 if it is unknown.
    pub(crate) fn rows_read(&self) -> u64 {
        match self {
            Stopper::Embedded(watch) => watch.rows_read(),
            Stopper::Remote(_) => 0,
        }
    }
}

/// Prints a server's answer.
pub(crate) struct Heard<'p, W: Write>(pub(crate) &'p mut Printer<W>);

impl<W: Write> Audience for Heard<'_, W> {
    fn columns(&mut self, columns: &[Column]) {
        let columns: Vec<ColumnInfo> = columns
            .iter()
            .map(|column| {
                let nullable = column.flags.has(ColumnFlags::NULLABLE);
                ColumnInfo::expression(column.name.clone(), column.info.data_type, nullable)
            })
            .collect();
        self.0.columns(&columns);
    }

    fn row(&mut self, row: &[Value]) {
        self.0.row(row);
    }

    fn done(&mut self, rows: Option<u64>) {
        self.0.done(rows);
    }

    fn message(&mut self, message: &Message) {
        self.0.server_message(message);
    }
}
