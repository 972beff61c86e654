//! The background threads of an instance: a few for all databases, woken by events.
//!
//! A database is *awake* from the first record after a rest until about a second after its last
//! record. Awake databases get a turn of each lane at every interval, and a turn of the log's lane
//! whenever blocks wait to be written. All others cost nothing: with none awake, no thread wakes.
//!
//! # Rules
//! 1. Each lane has its own threads and its own queue, so that the log never waits for pages.
//!    Databases are served in turn: a database that needs more goes to the end of the queue.
//! 2. At most one thread runs a lane of a database. A turn never waits for another turn.
//! 3. The lock of the queues is the last one: it is taken under the lock of a log buffer
//!    (`LogWatcher`), and no other lock is taken under it.
//! 4. A database leaves the awake ones before its log is put to rest. So a record that is appended
//!    meanwhile makes it awake again.
//! 5. Nothing is lost with a thread's end: what is left in the queues, the close of each database
//!    hardens and writes, the log first.

use crate::background::{DatabaseWork, Lane, Next, Services};
use sluice_base::sync::{Arc, Condvar, Mutex, MutexGuard, Weak, thread};
use sluice_table::Database;
use sluice_wal::LogWatcher;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The threads that do the background work of all databases. Without background threads (in the
/// simulator's sequential runs) there is no pool.
pub(crate) struct BackgroundPool {
    queues: Arc<Queues>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

struct Queues {
    state: Mutex<State>,
    /// Signalled when a lane gets work, by lane.
    work: [Condvar; LANES.len()],
    /// Signalled when a turn ends.
    ended: Condvar,
    services: Arc<Services>,
}

/// The background work of an open database, until it is stopped.
pub(crate) struct Background {
    queues: Arc<Queues>,
    key: MemberKey,
}

/// The number of an opening of a database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct MemberKey(u64);

#[derive(Default)]
struct State {
    last_key: u64,
    members: BTreeMap<MemberKey, Member>,
    awake: BTreeSet<MemberKey>,
    queued: [VecDeque<MemberKey>; LANES.len()],
    /// The time of the last turn of all awake databases, by lane.
    turned_ns: [u64; LANES.len()],
    is_over: bool,
}

struct Member {
    work: Arc<DatabaseWork>,
    lanes: [LaneState; LANES.len()],
}

#[derive(Clone, Copy, Default)]
struct LaneState {
    is_queued: bool,
    is_running: bool,
    /// Whether the lane was called while it ran.
    is_called: bool,
    is_over: bool,
}

impl BackgroundPool {
    /// Starts some threads for each lane.
    pub(crate) fn start(services: Services) -> BackgroundPool {
        let queues = Arc::new(Queues {
            state: Mutex::default(),
            work: [Condvar::new(), Condvar::new()],
            ended: Condvar::new(),
            services: Arc::new(services),
        });
        let start = |lane| {
            let queues = queues.clone();
            thread::spawn(move || queues.serve(lane))
        };
        let threads = LANES.iter().flat_map(|lane| [*lane; THREADS_PER_LANE]).map(start).collect();
        BackgroundPool { queues, threads: Mutex::new(threads) }
    }

    /// Begins the work of an open database. It is awake at first: its recovery may have left work.
    /// From now on its log wakes the threads.
    pub(crate) fn add(&self, database: &Database) -> Background {
        let work = Arc::new(DatabaseWork::new(database, &self.queues.services));
        let key = {
            let mut state = self.queues.state.lock();
            state.last_key += 1;
            let key = MemberKey(state.last_key);
            state.members.insert(key, Member { work, lanes: Default::default() });
            key
        };
        let watcher = Watcher { queues: Arc::downgrade(&self.queues), key };
        database.storage.log.set_watcher(Box::new(watcher));
        self.queues.wake(key);
        Background { queues: self.queues.clone(), key }
    }

    /// Ends the threads and waits for them. The databases' work must have been stopped before;
    /// turns in progress end first.
    pub(crate) fn stop(&self) {
        self.queues.state.lock().is_over = true;
        self.queues.work.iter().for_each(Condvar::notify_all);
        for thread in self.threads.lock().drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for BackgroundPool {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Background {
    /// Ends the work, and waits for its turns in progress. It is not woken again.
    pub(crate) fn stop(self) {
        let Background { queues, key } = self;
        let mut state = queues.state.lock();
        state.awake.remove(&key);
        if let Some(member) = state.members.get_mut(&key) {
            member.lanes.iter_mut().for_each(|lane| lane.is_over = true);
        }
        while state.members.get(&key).is_some_and(|member| member.lanes.iter().any(|lane| lane.is_running)) {
            state = queues.ended.wait(state);
        }
        state.members.remove(&key);
        state.awake.remove(&key);
    }
}

impl Queues {
    /// Serves a lane of all databases until the end.
    fn serve(&self, lane: Lane) {
        let mut state = self.state.lock();
        while !state.is_over {
            let left = self.left_of_turn(&state, lane);
            if left.is_zero() {
                self.begin_turn(&mut state, lane);
            }
            if let Some((key, work)) = state.take(lane) {
                drop(state);
                // A panic is a bug, or a lock that another panic has broken: only this lane ends.
                let turn = AssertUnwindSafe(|| self.run(key, &work, lane));
                let next = catch_unwind(turn).unwrap_or(Next::Never);
                state = self.state.lock();
                state.end(key, lane, next);
                self.ended.notify_all();
            } else if state.awake.is_empty() {
                state = self.work[lane as usize].wait(state);
            } else {
                let (woken, is_late) = self.work[lane as usize].wait_within(state, left);
                state = woken;
                // A clock that stands still doesn't keep the turns from coming.
                if is_late {
                    self.begin_turn(&mut state, lane);
                }
            }
        }
    }

    fn run(&self, key: MemberKey, work: &DatabaseWork, lane: Lane) -> Next {
        let next = work.turn(lane);
        if next == Next::Rest {
            // Rule 4.
            self.state.lock().awake.remove(&key);
            if !work.rest() {
                self.state.lock().keep_awake(key);
            }
        }
        next
    }

    /// Makes a database awake, and calls its log's lane.
    fn wake(&self, key: MemberKey) {
        let mut state = self.state.lock();
        let is_first = state.awake.is_empty();
        if !state.keep_awake(key) {
            return;
        }
        state.call(key, Lane::Log);
        drop(state);
        self.work[Lane::Log as usize].notify_one();
        if is_first {
            // The threads slept without a limit.
            self.work[Lane::Pages as usize].notify_one();
        }
    }

    /// Returns the time until the next turn of all awake databases.
    fn left_of_turn(&self, state: &MutexGuard<'_, State>, lane: Lane) -> Duration {
        let elapsed_ns = self.services.clock.monotonic_ns().saturating_sub(state.turned_ns[lane as usize]);
        self.services.turn.saturating_sub(Duration::from_nanos(elapsed_ns))
    }

    fn begin_turn(&self, state: &mut State, lane: Lane) {
        state.turned_ns[lane as usize] = self.services.clock.monotonic_ns();
        let awake: Vec<MemberKey> = state.awake.iter().copied().collect();
        for key in awake {
            state.call(key, lane);
        }
        if state.queued[lane as usize].len() > 1 {
            self.work[lane as usize].notify_all();
        }
    }
}

impl State {
    /// Gives a database the turns of the awake ones. Returns false if all its lanes are over.
    fn keep_awake(&mut self, key: MemberKey) -> bool {
        let member = self.members.get(&key);
        let is_served = member.is_some_and(|member| member.lanes.iter().any(|lane| !lane.is_over));
        if is_served {
            self.awake.insert(key);
        }
        is_served
    }

    /// Queues a lane of a database, or makes the running turn repeat.
    fn call(&mut self, key: MemberKey, lane: Lane) {
        let Some(member) = self.members.get_mut(&key) else { return };
        let own = &mut member.lanes[lane as usize];
        own.is_called |= own.is_running;
        if !own.is_queued && !own.is_running && !own.is_over {
            own.is_queued = true;
            self.queued[lane as usize].push_back(key);
        }
    }

    /// Takes the next database from a queue, and marks its lane as running.
    fn take(&mut self, lane: Lane) -> Option<(MemberKey, Arc<DatabaseWork>)> {
        while let Some(key) = self.queued[lane as usize].pop_front() {
            let Some(member) = self.members.get_mut(&key) else { continue };
            let own = &mut member.lanes[lane as usize];
            own.is_queued = false;
            if !own.is_over {
                own.is_running = true;
                return Some((key, member.work.clone()));
            }
        }
        None
    }

    fn end(&mut self, key: MemberKey, lane: Lane, next: Next) {
        let Some(member) = self.members.get_mut(&key) else { return };
        let own = &mut member.lanes[lane as usize];
        own.is_running = false;
        let is_called = std::mem::take(&mut own.is_called);
        if next == Next::Never {
            own.is_over = true;
            if member.lanes.iter().all(|lane| lane.is_over) {
                self.awake.remove(&key);
            }
        } else if next == Next::Again || is_called {
            self.call(key, lane);
        }
    }
}

/// Wakes the threads for one database.
struct Watcher {
    queues: Weak<Queues>,
    key: MemberKey,
}

impl LogWatcher for Watcher {
    fn wake(&self) {
        if let Some(queues) = self.queues.upgrade() {
            queues.wake(self.key);
        }
    }
}

const LANES: [Lane; 2] = [Lane::Log, Lane::Pages];
/// Two, so that a database on a slow disk doesn't keep the others waiting.
const THREADS_PER_LANE: usize = 2;
