//! A client that survives faults: each error must be one that a fault can cause, and a session that
//! an error ended is replaced.

use crate::machine::Machine;
use sluice_engine::{Collector, Instance, InstanceError, Session, SessionEnded, Value};
use std::sync::Arc;

/// A client of a running instance.
pub(crate) struct Client {
    session: Option<Session>,
    instance: Arc<Instance>,
}

/// An error of a batch.
#[derive(Clone, Debug)]
pub(crate) struct BatchError {
    pub(crate) number: i32,
    pub(crate) text: String,
}

impl Client {
    /// Starts the machine's instance.
    pub(crate) fn start(machine: &Machine) -> Result<Client, InstanceError> {
        Ok(Client { session: None, instance: machine.open()? })
    }

    /// Returns another client of the same instance.
    pub(crate) fn another(&self) -> Client {
        Client { session: None, instance: self.instance.clone() }
    }

    /// Closes the instance cleanly.
    pub(crate) fn close(mut self) -> Result<(), InstanceError> {
        self.session = None;
        self.instance.close()
    }

    /// Runs a batch, in a new session if the one before ended. The inner error is the batch's first
    /// one; the transaction that it left open is rolled back. Fails if the session ended in a way
    /// that no fault explains.
    pub(crate) fn send(&mut self, text: &str) -> Result<Result<Collector, BatchError>, String> {
        let mut sent = Collector::default();
        for _ in 0..2 {
            if self.session.is_none() {
                self.session = Some(self.instance.connect().map_err(|error| error.to_string())?);
            }
            match self.session.as_mut().map(|session| session.execute(text, &mut sent)) {
                // The previous batch ended the session: nothing of this batch was done.
                Some(Err(SessionEnded::Error { .. })) => self.session = None,
                Some(Err(ended)) => return Err(format!("`{}`: {ended}", brief(text))),
                Some(Ok(())) | None => break,
            }
        }
        match sent.first_error() {
            None => Ok(Ok(sent)),
            Some((number, text)) => {
                self.roll_back()?;
                Ok(Err(BatchError { number, text }))
            }
        }
    }

    /// Rolls back the transaction that a failed batch left open, as in SQL Server.
    fn roll_back(&mut self) -> Result<(), String> {
        let text = "IF @@TRANCOUNT > 0 ROLLBACK TRAN;";
        match self.session.as_mut().map(|session| session.execute(text, &mut Collector::default())) {
            Some(Err(ended @ SessionEnded::Fault { .. })) => Err(format!("rollback: {ended}")),
            _ => Ok(()),
        }
    }

    /// Runs a batch in a database, as [`Client::send`] does.
    pub(crate) fn send_in(&mut self, database: &str, text: &str) -> Result<Result<Collector, BatchError>, String> {
        match self.send(&format!("USE {database};"))? {
            Ok(_) => self.send(text),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Returns the numbers in a table of the story, after comparing their texts with those sent.
    /// `None` if the table doesn't exist.
    pub(crate) fn read(&mut self, database: &str, table: &str) -> Result<Result<Option<Vec<i32>>, BatchError>, String> {
        let text = format!("IF OBJECT_ID(N'dbo.{table}') IS NOT NULL SELECT col1, col2 FROM dbo.{table};");
        let sent = match self.send_in(database, &text)? {
            Ok(sent) => sent,
            Err(error) if error.number == DATABASE_NOT_FOUND => return Ok(Ok(None)),
            Err(error) => return Ok(Err(error)),
        };
        let Some(result) = sent.results.first() else { return Ok(Ok(None)) };
        let mut rows = Vec::new();
        for row in &result.rows {
            let (Value::Int(number), text) = (&row[0], format!("{:?}", row[1])) else {
                return Err(format!("an int column gave {:?}", row[0]));
            };
            if !text.contains(&padding(*number)) {
                return Err(format!("row {number} has another text than was sent"));
            }
            rows.push(*number);
        }
        Ok(Ok(Some(rows)))
    }
}

/// Returns the text of row `number`: unique, and long, so that rows fill pages and the log.
pub(crate) fn padding(number: i32) -> String {
    format!("{number:06}").repeat(PADDING_BYTES / 6)
}

/// Returns the beginning of a batch's text.
pub(crate) fn brief(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Error 911: the database doesn't exist.
pub(crate) const DATABASE_NOT_FOUND: i32 = 911;
const PADDING_BYTES: usize = 4200;
