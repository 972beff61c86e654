//! A session: batches in, results out.

use crate::error::{InstanceError, SessionEnded};
use crate::instance::Instance;
use crate::sessions::State;
use sluice_base::ids::SessionId;
use sluice_base::sync::{Arc, Mutex};
use sluice_exec::{Host, Sink};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A connection to an instance; each thread has its own. What is open when it is dropped is rolled back.
pub struct Session {
    instance: Arc<Instance>,
    id: SessionId,
    state: Arc<Mutex<State>>,
}

impl Instance {
    /// Connects; as many as want to, each from a thread of its own or not.
    pub fn connect(self: &Arc<Instance>) -> Result<Session, InstanceError> {
        let host: Arc<dyn Host> = self.clone();
        let Some(master) = host.database("master") else { return Err(InstanceError::Closed) };
        let (id, state) = self.sessions().enter(|id| sluice_exec::Session::new(host, id, master))?;
        Ok(Session { instance: self.clone(), id, state })
    }
}

impl Session {
    /// Runs one batch; what it sends, errors included, goes to `sink`. Fails only if a fault of ours ended the session, now or
    /// before (the engine is left alone then, and what was acknowledged stays), or if the instance was closed.
    pub fn execute(&mut self, batch: &str, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        let mut state = self.state.lock();
        let session = match &mut *state {
            State::Ready(session) => session,
            State::Ended(why) => return Err(why.clone()),
        };
        // What a panic left half done in memory is not looked at again: the session is over, and locks of the facade that
        // the panicking thread held refuse everybody after it (`base::sync`). Its transaction is rolled back from the log.
        catch_unwind(AssertUnwindSafe(|| session.execute(batch, sink))).map(|_end| ()).map_err(|panic| {
            let ended = SessionEnded::Fault { what: panic_message(panic.as_ref()) };
            state.end(ended.clone());
            ended
        })
    }

    /// `@@SPID`.
    pub fn id(&self) -> u16 {
        self.id.0
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.state.lock().end(SessionEnded::InstanceClosed);
        self.instance.sessions().leave(self.id);
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
