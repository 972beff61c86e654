//! Where batches run: on an instance within this process, or on a server. Nobody else in the program needs to know which.

use crate::output::Printer;
use sluice_client::{Audience, Canceller, ClientError, Connection};
use sluice_engine::{ColumnInfo, Sink, Value, Watch};
use sluice_tds::{Column, ColumnFlags, Message};
use std::io::Write;

/// Where batches run.
pub(crate) enum Session {
    /// Here.
    Embedded(sluice_engine::Session),
    /// On a server.
    Remote(Box<Connection>),
}

/// With what the batch that runs is stopped.
#[derive(Clone)]
pub(crate) enum Stopper {
    /// One that runs here.
    Embedded(Watch),
    /// One that runs on a server.
    Remote(Canceller),
}

impl Session {
    /// Runs a batch; what it sends is printed. What ends the session is given back as text.
    pub(crate) fn execute<W: Write>(&mut self, text: &str, printer: &mut Printer<W>) -> Result<(), String> {
        match self {
            Session::Embedded(session) => session.execute(text, printer).map_err(|ended| ended.to_string()),
            Session::Remote(connection) => {
                connection.execute(text, &mut Heard(printer)).map_err(|error: ClientError| error.to_string())
            }
        }
    }

    /// With what another thread stops what runs here; none if nothing can run any more.
    pub(crate) fn stopper(&self) -> Option<Stopper> {
        match self {
            Session::Embedded(session) => session.watch().map(Stopper::Embedded),
            Session::Remote(connection) => Some(Stopper::Remote(connection.canceller())),
        }
    }

    /// The current database; empty once the session is over.
    pub(crate) fn database_name(&self) -> String {
        match self {
            Session::Embedded(session) => session.database_name(),
            Session::Remote(connection) if connection.is_lost() => String::new(),
            Session::Remote(connection) => connection.database().to_owned(),
        }
    }

    /// Whether a batch that was stopped says nothing of it itself: a server is asked to stop and says no more.
    pub(crate) fn stops_in_silence(&self) -> bool {
        matches!(self, Session::Remote(_))
    }
}

impl Stopper {
    /// Asks the batch to stop.
    pub(crate) fn cancel(&self) {
        match self {
            Stopper::Embedded(watch) => watch.cancel(),
            Stopper::Remote(canceller) => canceller.cancel(),
        }
    }

    /// How many rows the batch has read, where that is known.
    pub(crate) fn rows_read(&self) -> u64 {
        match self {
            Stopper::Embedded(watch) => watch.rows_read(),
            Stopper::Remote(_) => 0,
        }
    }
}

/// Prints what a server sends.
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
        self.0.told(message);
    }
}
