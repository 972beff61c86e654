//! A session: batches in, results out.

use crate::error::{InstanceError, SessionEnded};
use crate::instance::Instance;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_exec::{Host, Sink};
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
    /// Runs one batch; what it sends, errors included, goes to `sink`. Fails only if a fault of ours ended the
    /// session, now or before: the engine is left alone then, and what was acknowledged stays.
    pub fn execute(&mut self, batch: &str, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        if let Some(ended) = &self.ended {
            return Err(ended.clone());
        }
        // What a panic left half done is never looked at again: the session is over, and locks that the
        // panicking thread held refuse everybody after it (`base::sync`).
        let inner = &mut self.inner;
        catch_unwind(AssertUnwindSafe(|| inner.execute(batch, sink))).map(|_end| ()).map_err(|panic| {
            let ended = SessionEnded { what: panic_message(panic.as_ref()) };
            self.ended = Some(ended.clone());
            ended
        })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.ended.is_none() {
            // A rollback that fails here is done by the next start's recovery.
            let inner = &mut self.inner;
            let _ = catch_unwind(AssertUnwindSafe(|| inner.close()));
        }
        self.instance.give_back_session();
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// SQL Server's user sessions begin above 50.
const FIRST_USER_SESSION: SessionId = SessionId(51);
