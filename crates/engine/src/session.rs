//! A session: batches in, results out.

use crate::error::{InstanceError, SessionEnded};
use crate::instance::Instance;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_exec::{BatchEnd, ColumnInfo, Host, Message, Sink};
use sluice_types::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A connection to an instance. What is open when it is dropped is rolled back.
pub struct Session {
    instance: Arc<Instance>,
    inner: sluice_exec::Session,
    ended: Option<SessionEnded>,
}

impl Instance {
    /// Connects. This version has one session at a time.
    pub fn connect(self: &Arc<Instance>) -> Result<Session, InstanceError> {
        if !self.take_session() {
            return Err(InstanceError::SecondSession);
        }
        let host: Arc<dyn Host> = self.clone();
        let Some(master) = host.database("master") else {
            self.give_back_session();
            return Err(InstanceError::Closed);
        };
        let inner = sluice_exec::Session::new(host, FIRST_USER_SESSION, master);
        Ok(Session { instance: self.clone(), inner, ended: None })
    }
}

impl Session {
    /// Runs one batch; what it sends, errors included, goes to `sink`. Fails if the session has ended: by a fault of ours,
    /// now or before, or by an error of severity 20 or above in a batch before this one. The instance goes on then, and what
    /// was acknowledged stays.
    pub fn execute(&mut self, batch: &str, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        if let Some(ended) = &self.ended {
            return Err(ended.clone());
        }
        // What a panic left half done is never looked at again: the session is over, and locks that the
        // panicking thread held refuse everybody after it (`base::sync`).
        let (inner, mut sink) = (&mut self.inner, LastError { sink, number: 0 });
        match catch_unwind(AssertUnwindSafe(|| inner.execute(batch, &mut sink))) {
            Ok(BatchEnd::SessionEnded) => self.ended = Some(SessionEnded::Error { number: sink.number }),
            Ok(BatchEnd::Finished | BatchEnd::Failed) => {}
            Err(panic) => {
                let ended = SessionEnded::Fault { what: panic_message(panic.as_ref()) };
                self.ended = Some(ended.clone());
                return Err(ended);
            }
        }
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !matches!(self.ended, Some(SessionEnded::Fault { .. })) {
            // A rollback that fails here is done by the next start's recovery.
            let inner = &mut self.inner;
            let _ = catch_unwind(AssertUnwindSafe(|| inner.close()));
        }
        self.instance.give_back_session();
    }
}

/// Passes on what a batch sends, and remembers the number of the last grave error.
struct LastError<'a> {
    sink: &'a mut dyn Sink,
    number: i32,
}

impl Sink for LastError<'_> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.sink.columns(columns);
    }

    fn row(&mut self, row: &[Value]) {
        self.sink.row(row);
    }

    fn done(&mut self, rows: Option<u64>) {
        self.sink.done(rows);
    }

    fn message(&mut self, message: Message) {
        if let Message::Error(error) = &message
            && error.severity >= ENDS_SESSION
        {
            self.number = error.number;
        }
        self.sink.message(message);
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// SQL Server's user sessions begin above 50.
const FIRST_USER_SESSION: SessionId = SessionId(51);
/// The severity from which on an error ends its session.
const ENDS_SESSION: u8 = 20;
