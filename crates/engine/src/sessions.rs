//! The sessions of an instance, so that closing it can end them.
//!
//! A session's state is behind a lock of its own, held while a batch runs: nobody else ever wants it but who ends the session, since the
//! instance is closed or its transaction is in the way of ALTER DATABASE.

use crate::error::{InstanceError, SessionEnded};
use sluice_base::ids::{DatabaseId, SessionId};
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex, thread};
use sluice_exec::SessionSight;
use sluice_txn::OwnerId;
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

#[derive(Clone)]
struct Place {
    owner: OwnerId,
    state: Arc<Mutex<State>>,
    cancel: sluice_exec::session::CancelHandle,
    sight: Arc<SessionSight>,
    killed: Killed,
}

/// Whether KILL has ended a session: raised before its state says so, so that no further batch of it begins.
#[derive(Clone, Default)]
pub(crate) struct Killed(Arc<AtomicBool>);

impl Killed {
    /// Whether it has.
    pub(crate) fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
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
    ) -> Result<(SessionId, Arc<Mutex<State>>, Killed), InstanceError> {
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
        let (owner, cancel, sight) = (session.owner(), session.cancel_handle(), session.sight());
        let state = Arc::new(Mutex::new(State::Ready(Box::new(session))));
        let killed = Killed::default();
        let place = Some(Place { owner, state: state.clone(), cancel, sight, killed: killed.clone() });
        match open.places.get_mut(free) {
            Some(empty) => *empty = place,
            None => open.places.push(place),
        }
        Ok((id, state, killed))
    }

    /// A session is gone; its id is free.
    pub(crate) fn leave(&self, id: SessionId) {
        let place = usize::from(id.0 - FIRST_USER_SESSION);
        if let Some(place) = self.open.lock().places.get_mut(place) {
            *place = None;
        }
    }

    /// What may be seen of the open sessions, in the order of their ids.
    pub(crate) fn sights(&self) -> Vec<Arc<SessionSight>> {
        self.open.lock().places.iter().flatten().map(|place| place.sight.clone()).collect()
    }

    /// Ends all sessions, and lets no other in: batches are cancelled, what is open is rolled back.
    pub(crate) fn close(&self) {
        let mut open = self.open.lock();
        open.closed = true;
        let places: Vec<Place> = open.places.iter_mut().filter_map(Option::take).collect();
        drop(open);
        places.iter().for_each(|place| place.cancel.cancel());
        for place in places {
            place.end(SessionEnded::InstanceClosed, || true, || false);
        }
    }

    /// Ends the session whose transactions' owner this is, once its batch has come to an end, if `is_in_the_way` then. False if `cancel` was
    /// raised before that.
    pub(crate) fn end_owner(&self, owner: OwnerId, is_in_the_way: impl Fn() -> bool, cancel: &AtomicBool) -> bool {
        let place = self.open.lock().places.iter().flatten().find(|place| place.owner == owner).cloned();
        place.is_none_or(|place| place.end(SessionEnded::Killed, is_in_the_way, || cancel.load(Ordering::Relaxed)))
    }

    /// Ends the session `id`, if it is open. False if `cancel` was raised before that.
    pub(crate) fn end_one(&self, id: SessionId, cancel: &AtomicBool) -> bool {
        let Some(place) = self.place(id) else { return true };
        place.killed.0.store(true, Ordering::Relaxed);
        place.end(SessionEnded::Killed, || true, || cancel.load(Ordering::Relaxed))
    }

    /// Ends the session `id`, if it is open, in a thread of its own, since its rollback may take long. Waits for that only a moment.
    pub(crate) fn end_apart(&self, id: SessionId) {
        let Some(place) = self.place(id) else { return };
        place.killed.0.store(true, Ordering::Relaxed);
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let theirs = Arc::clone(&ended);
        // The thread ends with the rollback: `close` waits for the session's state, which it holds until then.
        thread::spawn(move || {
            place.end(SessionEnded::Killed, || true, || false);
            *theirs.0.lock() = true;
            theirs.1.notify_all();
        });
        let has_ended = ended.0.lock();
        if !*has_ended {
            drop(ended.1.wait_timeout(has_ended, KILL_WAIT_MAX));
        }
    }

    fn place(&self, id: SessionId) -> Option<Place> {
        self.open.lock().places.iter().flatten().find(|place| place.sight.id == id).cloned()
    }

    /// Ends the sessions, but for `except`, that are in `database`. False if `cancel` was raised before that.
    pub(crate) fn end_in(&self, database: DatabaseId, except: SessionId, cancel: &AtomicBool) -> bool {
        let is_in = |place: &Place| place.sight.id != except && place.sight.database() == database;
        let places: Vec<Place> =
            self.open.lock().places.iter().flatten().filter(|place| is_in(place)).cloned().collect();
        let given_up = || cancel.load(Ordering::Relaxed);
        places.iter().all(|place| place.clone().end(SessionEnded::Killed, || is_in(place), given_up))
    }
}

impl Place {
    /// Ends the session, if `is_wanted` when no batch of its runs. False if `given_up` came before that.
    fn end(&self, why: SessionEnded, is_wanted: impl Fn() -> bool, given_up: impl Fn() -> bool) -> bool {
        let (never, pause) = (Mutex::new(()), Condvar::new());
        while is_wanted() {
            // Again and again: a batch that only begins now has forgotten what came before it.
            self.cancel.cancel();
            if let Some(mut state) = self.state.try_lock() {
                if is_wanted() {
                    state.end(why);
                }
                return true;
            }
            if given_up() {
                return false;
            }
            drop(pause.wait_timeout(never.lock(), BETWEEN_LOOKS));
        }
        true
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
/// How long KILL waits for a session that ends at once.
const KILL_WAIT_MAX: Duration = Duration::from_millis(25);
