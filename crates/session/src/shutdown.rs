//! SHUTDOWN: the end of the instance on a session's request
//! (`t-sql/language-elements/shutdown-transact-sql.md`).
//!
//! The program around the instance ends it, not the session: the session's thread is one of those
//! that must end first. A program that doesn't offer that, as an embedding one, has no handler, and
//! SHUTDOWN is refused by name.

use sluice_base::sync::Mutex;
use sluice_base::sync::atomic::{AtomicBool, Ordering};

/// How the instance ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShutdownKind {
    /// With a checkpoint in every database.
    Clean,
    /// Without checkpoints; the next start recovers.
    NoWait,
}

/// Ends the instance.
type Handler = Box<dyn FnOnce(ShutdownKind) + Send>;

/// The instance's handler of SHUTDOWN, and a request that the handler hasn't got yet.
#[derive(Default)]
pub struct Shutdown {
    handler: Mutex<Option<Handler>>,
    requested: Mutex<Option<ShutdownKind>>,
    is_requested: AtomicBool,
    is_waiting: AtomicBool,
}

impl Shutdown {
    /// Sets the handler, which ends the instance later, on another thread.
    pub fn handle_with(&self, handler: impl FnOnce(ShutdownKind) + Send + 'static) {
        *self.handler.lock() = Some(Box::new(handler));
    }

    /// Whether the instance can be ended by SHUTDOWN.
    pub fn is_possible(&self) -> bool {
        self.handler.lock().is_some()
    }

    /// Whether a SHUTDOWN waits for statements or was requested. Log-ins are refused meanwhile.
    pub fn is_in_progress(&self) -> bool {
        self.is_waiting.load(Ordering::Acquire) || self.is_requested.load(Ordering::Acquire)
    }

    /// Notes whether a SHUTDOWN waits for the statements of other sessions.
    pub fn set_waiting(&self, is_waiting: bool) {
        self.is_waiting.store(is_waiting, Ordering::Release);
    }

    /// Requests the end. It begins with [`Shutdown::carry_out`], after the answer is on its way to
    /// the client.
    pub fn request(&self, kind: ShutdownKind) {
        *self.requested.lock() = Some(kind);
        self.is_requested.store(true, Ordering::Release);
    }

    /// Calls the handler if the end was requested. The handler is called once.
    pub fn carry_out(&self) {
        if !self.is_requested.load(Ordering::Acquire) {
            return;
        }
        let requested = self.requested.lock().take();
        let handler = requested.and_then(|kind| Some((self.handler.lock().take()?, kind)));
        if let Some((handler, kind)) = handler {
            handler(kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::sync::Arc;

    #[test]
    fn requested_shutdown_calls_handler_once() {
        let (shutdown, calls) = (Shutdown::default(), Arc::new(Mutex::new(Vec::new())));
        assert!(!shutdown.is_possible());
        let heard = Arc::clone(&calls);
        shutdown.handle_with(move |kind| heard.lock().push(kind));
        shutdown.carry_out();
        assert!(calls.lock().is_empty() && !shutdown.is_in_progress());
        shutdown.request(ShutdownKind::NoWait);
        shutdown.carry_out();
        shutdown.carry_out();
        assert_eq!(*calls.lock(), [ShutdownKind::NoWait]);
        assert!(shutdown.is_in_progress());
    }
}
