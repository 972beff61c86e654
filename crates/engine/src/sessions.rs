//! The sessions of an instance, so that closing the instance can end them.
//!
//! A session's state has its own lock, held while a batch runs. The only other thread that takes
//! the lock is one that ends the session or its transaction: closing the instance, KILL, an ALTER
//! DATABASE that needs its transaction gone, or a revert that keeps connections.

use crate::error::{InstanceError, SessionEnded};
use crate::session_claims::{HeldSessions, Killed};
use crate::taken_database::TakenDatabase;
use sluice_base::ids::{DatabaseId, SessionId};
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex, thread};
use sluice_base::usage::UsageTotals;
use sluice_session::SessionSight;
use sluice_txn::OwnerId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The sessions of an instance that haven't ended. Places are reused, so ids stay small.
#[derive(Default)]
pub(crate) struct Sessions {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    closed: bool,
    /// Number of sessions that have begun.
    made: u64,
    /// Number of sessions that have ended, and what they have used and done.
    ended: u64,
    ended_totals: UsageTotals,
    /// Indexed by session id minus [`FIRST_USER_SESSION`].
    places: Vec<Option<SessionSlot>>,
}

#[derive(Clone)]
struct SessionSlot {
    owner: OwnerId,
    state: Arc<Mutex<State>>,
    cancel: sluice_exec::session::CancelHandle,
    sight: Arc<SessionSight>,
    killed: Killed,
}

/// The state of a session.
pub(crate) enum State {
    Ready(Box<sluice_exec::Session>),
    Ended(SessionEnded),
}

impl Sessions {
    /// Adds a session with the smallest free id. `make` creates it. Fails if the instance is closed
    /// or has the greatest number of sessions.
    pub(crate) fn enter(
        &self,
        make: impl FnOnce(SessionId) -> sluice_exec::Session,
    ) -> Result<(SessionId, Arc<Mutex<State>>, Killed), InstanceError> {
        let mut open = self.open.lock();
        if open.closed {
            return Err(InstanceError::Closed);
        }
        open.made += 1;
        let free = open.places.iter().position(Option::is_none).unwrap_or(open.places.len());
        if free >= SESSIONS_MAX {
            return Err(InstanceError::TooManySessions { most: SESSIONS_MAX });
        }
        let id = SessionId(FIRST_USER_SESSION + free as u16);
        let session = make(id);
        let (owner, cancel, sight) = (session.owner(), session.cancel_handle(), session.sight());
        let state = Arc::new(Mutex::new(State::Ready(Box::new(session))));
        let killed = Killed::default();
        let place = Some(SessionSlot { owner, state: state.clone(), cancel, sight, killed: killed.clone() });
        match open.places.get_mut(free) {
            Some(empty) => *empty = place,
            None => open.places.push(place),
        }
        Ok((id, state, killed))
    }

    /// Removes a session and frees its id.
    pub(crate) fn leave(&self, id: SessionId) {
        let mut open = self.open.lock();
        let place = usize::from(id.0 - FIRST_USER_SESSION);
        let left = open.places.get_mut(place).and_then(Option::take);
        if let Some(left) = left {
            open.ended += 1;
            open.ended_totals.add(&left.sight.waits.usage);
        }
    }

    /// Returns the visible facts of the open sessions, by id.
    pub(crate) fn sights(&self) -> Vec<Arc<SessionSight>> {
        self.open.lock().places.iter().flatten().map(|place| place.sight.clone()).collect()
    }

    /// Returns the number of sessions that have begun.
    pub(crate) fn made(&self) -> u64 {
        self.open.lock().made
    }

    /// Returns the number of sessions that have ended.
    pub(crate) fn ended(&self) -> u64 {
        self.open.lock().ended
    }

    /// Returns what all sessions have used and done, those that have ended included.
    pub(crate) fn totals(&self) -> UsageTotals {
        let open = self.open.lock();
        let mut totals = open.ended_totals;
        open.places.iter().flatten().for_each(|place| totals.add(&place.sight.waits.usage));
        totals
    }

    /// Ends all sessions and admits no more: cancels batches and rolls transactions back. All are
    /// cancelled first, then ended one after another. Waits for their batches' ends.
    pub(crate) fn close(&self) {
        let mut open = self.open.lock();
        open.closed = true;
        let places: Vec<SessionSlot> = open.places.iter_mut().filter_map(Option::take).collect();
        drop(open);
        places.iter().for_each(|place| place.cancel.cancel());
        for place in places {
            place.end(SessionEnded::InstanceClosed, || true, || false);
        }
    }

    /// Cancels the batch of the session that owns the transactions of `owner`, waits for its end
    /// and ends the session. Stops as soon as `is_in_the_way` no longer holds; the session then
    /// goes on, though its batch may be cancelled. Returns false if `cancel` was set before.
    pub(crate) fn end_owner(&self, owner: OwnerId, is_in_the_way: impl Fn() -> bool, cancel: &AtomicBool) -> bool {
        let place = self.open.lock().places.iter().flatten().find(|place| place.owner == owner).cloned();
        place.is_none_or(|place| place.end(SessionEnded::Killed, is_in_the_way, || cancel.load(Ordering::Relaxed)))
    }

    /// Cancels the batch of the session `id`, if it is open, waits for its end and ends the
    /// session. Returns false if `cancel` was set before.
    pub(crate) fn end_one(&self, id: SessionId, cancel: &AtomicBool) -> bool {
        let Some(place) = self.place(id) else { return true };
        place.end(SessionEnded::Killed, || true, || cancel.load(Ordering::Relaxed))
    }

    /// Cancels the batch of the session `id` and ends the session on a separate thread, because its
    /// rollback may take long. Waits only a moment for the end. The session runs no further batch.
    /// Does nothing if no such session is open.
    pub(crate) fn end_apart(&self, id: SessionId) {
        let Some(place) = self.place(id) else { return };
        place.killed.set(true);
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let theirs = Arc::clone(&ended);
        // The thread ends with the rollback. `close` waits for the session's state, which the
        // thread holds until then.
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

    fn place(&self, id: SessionId) -> Option<SessionSlot> {
        self.open.lock().places.iter().flatten().find(|place| place.sight.id == id).cloned()
    }

    /// Ends the sessions that `is_meant` accepts, except `except`. They run no further batch from
    /// here on, and their running batches are cancelled. With `apart`, another thread waits for the
    /// batches' ends; without, a session whose batch is running ends before its next one.
    /// `is_meant` is asked once.
    pub(crate) fn end_where(
        &self,
        except: Option<SessionId>,
        apart: bool,
        is_meant: impl Fn(OwnerId, &SessionSight) -> bool,
    ) {
        let is_meant = |place: &&SessionSlot| Some(place.sight.id) != except && is_meant(place.owner, &place.sight);
        let places: Vec<SessionSlot> = self.open.lock().places.iter().flatten().filter(is_meant).cloned().collect();
        for place in &places {
            place.killed.set(true);
            place.cancel.cancel();
        }
        if !apart {
            for place in &places {
                if let Some(mut state) = place.state.try_lock() {
                    state.end(SessionEnded::Killed);
                    place.killed.report();
                }
            }
        } else if !places.is_empty() {
            thread::spawn(move || {
                places.into_iter().for_each(|place| {
                    place.end(SessionEnded::Killed, || true, || false);
                });
            });
        }
    }

    /// Cancels the batches of the sessions in `database` except `except`, waits for each to end and
    /// ends the sessions. A session that has left the database by then stays. Returns false if
    /// `cancel` was set before; some may have ended then.
    pub(crate) fn end_in(&self, database: DatabaseId, except: SessionId, cancel: &AtomicBool) -> bool {
        let is_in = |place: &SessionSlot| place.sight.id != except && place.sight.database() == database;
        let places: Vec<SessionSlot> =
            self.open.lock().places.iter().flatten().filter(|place| is_in(place)).cloned().collect();
        let given_up = || cancel.load(Ordering::Relaxed);
        places.iter().all(|place| place.clone().end(SessionEnded::Killed, || is_in(place), given_up))
    }

    /// Takes a database from the sessions that it concerns, and adds them to `held`: cancels their
    /// batches, all at once, and rolls their transactions back between two batches. A session that
    /// comes to the database meanwhile may be left. Returns whether sessions were added, or `None`
    /// if `given_up` became true before.
    pub(crate) fn take_database(
        &self,
        taken: &TakenDatabase<'_>,
        held: &mut HeldSessions,
        given_up: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let is_new = |place: &&SessionSlot| taken.concerned(place.owner, &place.sight) && !held.has(&place.killed);
        let mut places: Vec<SessionSlot> = self.open.lock().places.iter().flatten().filter(is_new).cloned().collect();
        let has_new = !places.is_empty();
        places.iter().for_each(|place| held.add(&place.killed));
        let mut between_looks = BETWEEN_LOOKS_MIN;
        loop {
            let ended = held.ended_batches();
            places.retain(|place| match place.lose(taken) {
                Loss::Settled => false,
                Loss::NotConcerned => {
                    held.release(&place.killed);
                    false
                }
                Loss::Running => true,
            });
            if places.is_empty() {
                return Some(has_new);
            }
            if given_up() {
                return None;
            }
            // Looks again after a while: a batch that only now begins has dropped its cancellation.
            held.wait_for_batches(ended, places.len(), between_looks);
            between_looks = (2 * between_looks).min(BETWEEN_LOOKS);
        }
    }
}

/// The outcome of taking a database from a session.
enum Loss {
    /// The session has nothing of the database any more.
    Settled,
    /// The session left the database before its batch ended.
    NotConcerned,
    /// Its batch, which was cancelled, is running.
    Running,
}

impl SessionSlot {
    /// Ends the session if `is_wanted` holds while no batch runs. Returns false if `given_up`
    /// became true before.
    fn end(&self, why: SessionEnded, is_wanted: impl Fn() -> bool, given_up: impl Fn() -> bool) -> bool {
        let mark = || self.killed.set(matches!(why, SessionEnded::Killed));
        self.between_batches(&is_wanted, &given_up, mark, |state| {
            state.end(why.clone());
            self.killed.report();
        })
    }

    /// Rolls the session's transaction back if it uses a database that is taken from it. Cancels
    /// the running batch if there is one.
    fn lose(&self, taken: &TakenDatabase<'_>) -> Loss {
        match self.state.try_lock() {
            Some(mut state) => {
                if taken.is_used_by(self.owner, &self.sight) {
                    state.lose(taken.name());
                }
                Loss::Settled
            }
            None if taken.concerns(self.owner, &self.sight) => {
                self.cancel.cancel();
                Loss::Running
            }
            None => Loss::NotConcerned,
        }
    }

    /// Cancels the running batch and calls `act` between two batches, if `is_wanted` holds then.
    /// `mark` is called before each cancellation. Returns false if `given_up` became true before.
    fn between_batches(
        &self,
        is_wanted: &dyn Fn() -> bool,
        given_up: &dyn Fn() -> bool,
        mark: impl Fn(),
        act: impl Fn(&mut State),
    ) -> bool {
        let (never, pause) = (Mutex::new(()), Condvar::new());
        while is_wanted() {
            mark();
            // Cancels repeatedly: a batch that only now begins has dropped an earlier cancellation.
            self.cancel.cancel();
            if let Some(mut state) = self.state.try_lock() {
                if is_wanted() {
                    act(&mut state);
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
    /// Rolls the session's transaction back, since its database `database` is taken from it.
    fn lose(&mut self, database: &str) {
        let State::Ready(session) = self else { return };
        if catch_unwind(AssertUnwindSafe(|| session.lose_transaction(database))).is_err() {
            self.end(SessionEnded::Fault { what: "the rollback of its transaction panicked".to_owned() });
        }
    }

    /// Ends the session, if it hasn't ended, and rolls its transaction back. If the rollback fails,
    /// recovery at the next start does it.
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
const BETWEEN_LOOKS_MIN: Duration = Duration::from_micros(200);
/// The time for which KILL waits for a session to end.
const KILL_WAIT_MAX: Duration = Duration::from_millis(25);
