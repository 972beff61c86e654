//! The sessions of an instance, so that closing it can end them.
//!
//! A session's state is behind a lock of its own, held while a batch runs: nobody else ever wants it but the one who closes
//! the instance.

use crate::error::{InstanceError, SessionEnded};
use sluice_base::ids::SessionId;
use sluice_base::sync::{Arc, Condvar, Mutex};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The open sessions.
#[derive(Default)]
pub(crate) struct Sessions {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    closed: bool,
    /// By id, from [`FIRST_USER_SESSION`] on.
    places: Vec<Option<Place>>,
}

struct Place {
    state: Arc<Mutex<State>>,
    cancel: sluice_exec::session::CancelHandle,
}

/// A session, as long as it is of use.
pub(crate) enum State {
    /// It takes batches.
    Ready(Box<sluice_exec::Session>),
    /// It is over.
    Ended(SessionEnded),
}

impl Sessions {
    /// Enters a session, with the smallest id that is free; `make` makes it.
    pub(crate) fn enter(
        &self,
        make: impl FnOnce(SessionId) -> sluice_exec::Session,
    ) -> Result<(SessionId, Arc<Mutex<State>>), InstanceError> {
        let mut open = self.open.lock();
        if open.closed {
            return Err(InstanceError::Closed);
        }
        let free = open.places.iter().position(Option::is_none).unwrap_or(open.places.len());
        if free >= SESSIONS_MAX {
            return Err(InstanceError::TooManySessions);
        }
        let id = SessionId(FIRST_USER_SESSION + free as u16);
        let session = make(id);
        let cancel = session.cancel_handle();
        let state = Arc::new(Mutex::new(State::Ready(Box::new(session))));
        let place = Some(Place { state: state.clone(), cancel });
        match open.places.get_mut(free) {
            Some(empty) => *empty = place,
            None => open.places.push(place),
        }
        Ok((id, state))
    }

    /// A session is gone; its id is free.
    pub(crate) fn leave(&self, id: SessionId) {
        let place = usize::from(id.0 - FIRST_USER_SESSION);
        if let Some(place) = self.open.lock().places.get_mut(place) {
            *place = None;
        }
    }

    /// Ends all sessions, and lets no other in: batches are cancelled, what is open is rolled back.
    pub(crate) fn close(&self) {
        let mut open = self.open.lock();
        open.closed = true;
        let places: Vec<Place> = open.places.iter_mut().filter_map(Option::take).collect();
        drop(open);
        let (never, pause) = (Mutex::new(()), Condvar::new());
        places.iter().for_each(|place| place.cancel.cancel());
        for place in places {
            loop {
                // Again and again: a batch that only begins now has forgotten what came before it.
                place.cancel.cancel();
                if let Some(mut state) = place.state.try_lock() {
                    state.end(SessionEnded::InstanceClosed);
                    break;
                }
                drop(pause.wait_timeout(never.lock(), BETWEEN_LOOKS));
            }
        }
    }
}

impl State {
    /// Ends the session, if it is not over: what is open is rolled back. A rollback that fails is done by the next start's
    /// recovery.
    pub(crate) fn end(&mut self, why: SessionEnded) {
        if let State::Ready(mut session) = std::mem::replace(self, State::Ended(why)) {
            let _ = catch_unwind(AssertUnwindSafe(move || session.close()));
        }
    }
}

/// SQL Server's user sessions begin above 50.
const FIRST_USER_SESSION: u16 = 51;
/// SQL Server's limit.
const SESSIONS_MAX: usize = 32_767;
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);
