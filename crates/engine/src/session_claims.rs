//! Claims of other threads on a session: to end it, or to have it between two batches.
//!
//! A session that is held begins no batch. Threads that hold sessions don't wait for each other, so
//! they may hold any number of them in any order.
//!
//! # Wake-ups
//! - The end of a held session's batch wakes the thread that waits for it, once all awaited batches
//!   have ended.
//! - The end of the holds wakes one waiting session, which wakes the next one before it begins its
//!   batch. So the thread that ends them goes on with its own work: woken all at once, the sessions
//!   would take its processor.

use sluice_base::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// Whether KILL or ALTER DATABASE ... WITH ROLLBACK ends the session. Set before the session's
/// state, so that no further batch begins, and the running one reports 596. A thread that needs
/// the session between two batches holds it, so that the next batch waits.
#[derive(Clone, Default)]
pub(crate) struct Killed(Arc<Claims>);

#[derive(Default)]
struct Claims {
    is_killed: AtomicBool,
    /// The number of gates, read without their lock.
    holds: AtomicU32,
    /// The gates of the threads that hold the session. Locked after the state of a gate.
    gates: Mutex<Vec<Arc<Gate>>>,
    /// Called when the session has been killed, so that its connection ends.
    killed: Mutex<Option<Box<dyn Fn() + Send + Sync>>>,
}

/// The waits for the sessions that a thread holds: those of their next batches, and its own for the
/// ends of the running ones.
#[derive(Default)]
struct Gate {
    state: Mutex<GateState>,
    opened: Condvar,
    batches_ended: Condvar,
}

#[derive(Default)]
struct GateState {
    is_open: bool,
    /// The number of sessions that wait for the end of the hold.
    waiting: u32,
    /// The number of batches of held sessions that have ended.
    ended: u64,
    /// The value of `ended` that the holding thread waits for. `None` if it doesn't wait.
    awaited: Option<u64>,
}

/// The locked state of a session while one of its batches runs.
pub(crate) struct RunningBatch<'s, T> {
    state: MutexGuard<'s, T>,
    /// Dropped after the guard, so that a woken thread finds the state free.
    _end: BatchEnd<'s>,
}

struct BatchEnd<'s>(&'s Killed);

impl Killed {
    /// Whether the session is to end.
    pub(crate) fn is_so(&self) -> bool {
        self.0.is_killed.load(Ordering::Relaxed)
    }

    /// Sets whether the session is to end. Wakes nobody.
    pub(crate) fn set(&self, is_killed: bool) {
        self.0.is_killed.store(is_killed, Ordering::Relaxed);
    }

    /// Sets the function that [`Killed::report`] calls. It must neither wait nor use the session.
    pub(crate) fn when_reported(&self, act: Box<dyn Fn() + Send + Sync>) {
        *self.0.killed.lock() = Some(act);
    }

    /// Reports that the session has been killed. Its connection may wait for a request.
    pub(crate) fn report(&self) {
        if let Some(act) = &*self.0.killed.lock() {
            act();
        }
    }

    /// Locks the session's state for a batch. Waits until no thread holds the session.
    #[inline]
    pub(crate) fn enter<'s, T>(&'s self, state: &'s Mutex<T>) -> RunningBatch<'s, T> {
        loop {
            if self.is_held() {
                self.wait_for_release();
            }
            // A hold that came before the lock counts: a thread that holds the session and has had
            // the lock knows that no batch is running.
            let running = self.enter_held(state);
            if !self.is_held() {
                return running;
            }
        }
    }

    /// Locks the session's state for work that isn't a batch, even if the session is held.
    #[inline]
    pub(crate) fn enter_held<'s, T>(&'s self, state: &'s Mutex<T>) -> RunningBatch<'s, T> {
        RunningBatch { state: state.lock(), _end: BatchEnd(self) }
    }

    #[inline]
    fn is_held(&self) -> bool {
        self.0.holds.load(Ordering::Acquire) > 0
    }

    #[cold]
    fn wait_for_release(&self) {
        loop {
            let first = self.0.gates.lock().first().cloned();
            let Some(gate) = first else { return };
            gate.wait_until_open(|| self.is_behind(&gate));
        }
    }

    /// Notes in the gates of the session that its batch has ended. A gate that is put before the
    /// session while the batch ends may miss that: its thread looks again after a while.
    #[cold]
    fn note_end(&self) {
        let gates = self.0.gates.lock().clone();
        gates.iter().for_each(|gate| gate.note_end());
    }

    fn is_behind(&self, gate: &Arc<Gate>) -> bool {
        self.is_held() && self.0.gates.lock().iter().any(|own| Arc::ptr_eq(own, gate))
    }

    fn hold(&self, gate: &Arc<Gate>) {
        let mut gates = self.0.gates.lock();
        gates.push(Arc::clone(gate));
        self.0.holds.store(gates.len() as u32, Ordering::Release);
    }

    fn let_go(&self, gate: &Arc<Gate>) {
        let mut gates = self.0.gates.lock();
        gates.retain(|own| !Arc::ptr_eq(own, gate));
        self.0.holds.store(gates.len() as u32, Ordering::Release);
    }
}

impl Gate {
    /// Waits until the gate is open or `is_behind` no longer holds. Then wakes the next session.
    fn wait_until_open(&self, is_behind: impl Fn() -> bool) {
        let mut state = self.state.lock();
        state.waiting += 1;
        while !state.is_open && is_behind() {
            state = self.opened.wait(state);
        }
        state.waiting -= 1;
        let has_next = state.is_open && state.waiting > 0;
        drop(state);
        if has_next {
            self.opened.notify_one();
        }
    }

    /// Lets the waiting sessions go on, one after another. None of them is behind the gate any
    /// more.
    fn open(&self) {
        let mut state = self.state.lock();
        state.is_open = true;
        let has_waiting = state.waiting > 0;
        drop(state);
        if has_waiting {
            self.opened.notify_one();
        }
    }

    /// Wakes all waiting sessions, so that one of them finds that it is no longer behind the gate.
    fn recheck(&self) {
        drop(self.state.lock());
        self.opened.notify_all();
    }

    fn note_end(&self) {
        let mut state = self.state.lock();
        state.ended += 1;
        let is_awaited = state.awaited.is_some_and(|awaited| state.ended >= awaited);
        drop(state);
        if is_awaited {
            self.batches_ended.notify_one();
        }
    }
}

impl<T> Deref for RunningBatch<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.state
    }
}

impl<T> DerefMut for RunningBatch<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.state
    }
}

impl Drop for BatchEnd<'_> {
    fn drop(&mut self) {
        if self.0.is_held() {
            self.0.note_end();
        }
    }
}

/// Sessions that begin no batch until this is dropped.
#[derive(Default)]
pub(crate) struct HeldSessions {
    gate: Arc<Gate>,
    sessions: Vec<Killed>,
}

impl HeldSessions {
    /// Holds the session. Doesn't wait for a running batch.
    pub(crate) fn add(&mut self, session: &Killed) {
        session.hold(&self.gate);
        self.sessions.push(session.clone());
    }

    /// Ends the hold on the session, and wakes its waiting batch.
    pub(crate) fn release(&mut self, session: &Killed) {
        self.sessions.retain(|held| !Arc::ptr_eq(&held.0, &session.0));
        session.let_go(&self.gate);
        self.gate.recheck();
    }

    /// Whether the session is held here.
    pub(crate) fn has(&self, session: &Killed) -> bool {
        session.is_behind(&self.gate)
    }

    /// Returns the number of batches of held sessions that have ended.
    pub(crate) fn ended_batches(&self) -> u64 {
        self.gate.state.lock().ended
    }

    /// Waits until `count` more batches of held sessions have ended than `before`, at most `limit`.
    pub(crate) fn wait_for_batches(&self, before: u64, count: usize, limit: Duration) {
        let awaited = before + count as u64;
        let mut state = self.gate.state.lock();
        if state.ended < awaited {
            state.awaited = Some(awaited);
            state = self.gate.batches_ended.wait_timeout(state, limit);
            state.awaited = None;
        }
    }
}

impl Drop for HeldSessions {
    fn drop(&mut self) {
        self.sessions.iter().for_each(|session| session.let_go(&self.gate));
        self.gate.open();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::sync::thread;

    /// Waits until so many sessions wait at the gate.
    fn wait_for_waiting(held: &HeldSessions, count: u32) {
        while held.gate.state.lock().waiting < count {
            thread::yield_now();
        }
    }

    #[test]
    fn held_sessions_begin_after_all_holds_have_ended() {
        let sessions: Vec<Killed> = (0..4).map(|_| Killed::default()).collect();
        let (mut first, mut second) = (HeldSessions::default(), HeldSessions::default());
        sessions.iter().for_each(|session| first.add(session));
        second.add(&sessions[0]);
        let begun = Arc::new(AtomicU32::new(0));
        let threads: Vec<_> = sessions
            .iter()
            .map(|session| {
                let (session, begun) = (session.clone(), begun.clone());
                thread::spawn(move || {
                    drop(session.enter(&Mutex::new(())));
                    begun.fetch_add(1, Ordering::SeqCst);
                })
            })
            .collect();
        wait_for_waiting(&first, 4);
        assert_eq!(begun.load(Ordering::SeqCst), 0);
        first.release(&sessions[1]);
        while begun.load(Ordering::SeqCst) < 1 {
            thread::yield_now();
        }
        drop(first);
        wait_for_waiting(&second, 1);
        while begun.load(Ordering::SeqCst) < 3 {
            thread::yield_now();
        }
        drop(second);
        threads.into_iter().for_each(|thread| thread.join().expect("the session begins"));
        assert_eq!(begun.load(Ordering::SeqCst), 4);
    }

    #[test]
    fn end_of_awaited_batches_wakes_their_holder() {
        let (session, state) = (Killed::default(), Arc::new(Mutex::new(())));
        let mut held = HeldSessions::default();
        let running = session.enter(&state);
        held.add(&session);
        assert!(held.has(&session) && state.try_lock().is_none());
        let before = held.ended_batches();
        drop(running);
        assert_eq!(held.ended_batches(), before + 1);
        // The end came before the wait, so the wait returns without it.
        held.wait_for_batches(before, 1, Duration::from_secs(3600));
        let ending = {
            let (session, state) = (session.clone(), state.clone());
            let entered = Arc::new(AtomicBool::new(false));
            let begun = entered.clone();
            let thread = thread::spawn(move || {
                let running = session.enter_held(&state);
                begun.store(true, Ordering::SeqCst);
                thread::yield_now();
                drop(running);
            });
            while !entered.load(Ordering::SeqCst) {
                thread::yield_now();
            }
            thread
        };
        held.wait_for_batches(before + 1, 1, Duration::from_secs(3600));
        assert_eq!(held.ended_batches(), before + 2);
        ending.join().expect("the batch ends");
        held.release(&session);
        assert!(!held.has(&session));
    }
}
