//! The simulator's scheduler: real threads, one of which runs at a time. A seed determines every
//! switch, so that a run of the whole engine can be repeated.
//!
//! [`run`] starts a task. Threads that a task starts through [`crate::sync::thread`] are tasks too.
//! The running task holds the *baton*. It may lose the baton at a *point*: a lock, a wait, a file
//! call, a spin, or a mark ([`crate::sync::point`]). At a point the scheduler draws whether another
//! task runs next, and which one.
//!
//! ```text
//! task 0  ──point──point─┐                ┌─wait over──point──
//! task 1                 └─point──lock?───┘        (blocked until the lock's owner drops it)
//! ```
//!
//! Time is virtual: each point takes a drawn time of at most twice [`Plan::point_ns`]. If every
//! task waits, time jumps to the earliest deadline.
//!
//! # Invariants
//! 1. Exactly one task that has not ended runs; the others wait for the baton.
//! 2. A task that blocks names a key. A task that changes the thing behind the key wakes the key's
//!    tasks while it holds the baton. So no wake-up is lost.
//! 3. Threads outside the schedule are not affected: for them the facade's locks are the standard
//!    library's.
//!
//! # Failures
//! If every task waits without a deadline, or the run takes more points than allowed, [`run`]
//! returns [`Abandoned`]. The tasks' threads then stay blocked until the process ends, because no
//! code can be run in them safely.
//!
//! Only one schedule may run at a time in a process: a lock in a constant table may be shared by
//! two schedules, and neither would know of the other's tasks.

use crate::probe::Probe;
use crate::splitmix::{STEP, mixed};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The parameters of a schedule.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Determines all draws.
    pub seed: u64,
    /// At a point, another task runs with the probability 1 / `switch_one_in`. 1 or more.
    pub switch_one_in: u32,
    /// The mean time of a point, in nanoseconds.
    pub point_ns: u64,
    /// The virtual time at the start, in nanoseconds since 1970.
    pub start_ns: u64,
    /// The number of points after which the run is abandoned.
    pub points_max: u64,
}

/// The counts of a completed schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The number of points.
    pub points: u64,
    /// The number of times the baton passed to another task.
    pub switches: u64,
    /// The number of tasks.
    pub tasks: usize,
    /// A digest of the sequence of tasks that held the baton, with the points of each.
    pub digest: u64,
    /// The virtual time at the end, in nanoseconds since 1970.
    pub now_ns: u64,
    /// The number of events of each kind ([`Probe`]).
    pub reached: [u64; Probe::COUNT],
}

/// A schedule that did not complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Abandoned {
    /// Every task waits without a deadline.
    Deadlock {
        /// The number of waiting tasks.
        waiting: usize,
    },
    /// The run took more points than allowed.
    TooLong,
}

/// Runs `main` as the first task, and all tasks that it starts, until each has ended. Returns the
/// result of `main`. A panic of `main` continues in the caller. Fails with [`Abandoned`] if the run
/// can't be continued; its threads are then left behind.
pub fn run<T: Send + 'static>(plan: Plan, main: impl FnOnce() -> T + Send + 'static) -> Result<(T, Report), Abandoned> {
    let scheduler = Arc::new(Scheduler::new(plan));
    let place = scheduler.register();
    let own = scheduler.clone();
    let thread = spawn_thread(move || own.run_task(place, main));
    let report = scheduler.wait_for_end()?;
    match thread.join() {
        Ok(result) => Ok((result, report)),
        Err(panic) => resume_unwind(panic),
    }
}

/// Whether the calling thread is a task of a schedule.
pub fn is_task() -> bool {
    current().is_some()
}

/// The virtual time in nanoseconds since 1970, if the calling thread is a task.
pub fn now_ns() -> Option<u64> {
    current().map(|task| task.scheduler.lock().now_ns)
}

/// Draws a number below `end` from the schedule's seed. Returns 0 outside a schedule.
pub fn draw(end: u64) -> u64 {
    current().map_or(0, |task| task.scheduler.lock().draw(end))
}

/// Counts an event, if the calling thread is a task.
pub(crate) fn reached(probe: Probe) {
    if let Some(task) = current() {
        task.scheduler.lock().reached[probe as usize] += 1;
    }
}

/// Returns the number of events of a kind so far. Returns 0 outside a schedule.
pub fn reached_so_far(probe: Probe) -> u64 {
    current().map_or(0, |task| task.scheduler.lock().reached[probe as usize])
}

/// Marks a point in the calling task: another task may run. Does nothing outside a schedule.
pub(crate) fn point() {
    if let Some(task) = current() {
        task.scheduler.point(task.place);
    }
}

/// Marks a point at which another task runs, if one can. Does nothing outside a schedule.
pub(crate) fn give_way() {
    if let Some(task) = current() {
        task.scheduler.give_way(task.place);
    }
}

/// Blocks the calling task for a virtual time.
pub fn sleep(duration: Duration) {
    let own = 0u8;
    wait(&raw const own as usize, Some(duration), || ());
}

/// Blocks the task until [`wake`] is called for `key`, or until `limit` has passed. `release` runs
/// once the task counts as waiting, with the baton still held. Returns false if the time was up.
pub(crate) fn wait(key: usize, limit: Option<Duration>, release: impl FnOnce()) -> bool {
    let task = current().expect(A_TASK);
    task.scheduler.begin_wait(task.place, key, limit);
    release();
    task.scheduler.wait(task.place)
}

/// Wakes tasks that wait for `key`: all of them, or one that the seed draws.
pub(crate) fn wake(key: usize, all: bool) {
    if let Some(task) = current() {
        task.scheduler.lock().wake(key, all);
    }
}

/// Starts a task that runs `run`. It begins when the scheduler gives it the baton. Panics if the
/// calling thread is no task.
pub(crate) fn spawn<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> ScheduledThread<T> {
    let scheduler = current().expect(A_TASK).scheduler;
    let place = scheduler.register();
    let own = scheduler.clone();
    ScheduledThread { place, scheduler, thread: spawn_thread(move || own.run_task(place, run)) }
}

/// Runs `others` as tasks beside `own`, and returns when all have ended. The calling thread is a
/// task. Panics if the calling thread is no task.
pub(crate) fn run_together<'a>(others: Vec<Box<dyn FnOnce() + Send + 'a>>, own: impl FnOnce()) {
    let scheduler = current().expect(A_TASK).scheduler;
    std::thread::scope(|scope| {
        let places: Vec<usize> = others
            .into_iter()
            .map(|task| {
                let (place, scheduler) = (scheduler.register(), scheduler.clone());
                scope.spawn(move || scheduler.run_task(place, task));
                place
            })
            .collect();
        own();
        places.into_iter().for_each(|place| scheduler.wait_for_task(place));
    });
}

/// A task that another task started. Its result is received by `join`.
#[derive(Debug)]
pub struct ScheduledThread<T> {
    place: usize,
    scheduler: Arc<Scheduler>,
    thread: std::thread::JoinHandle<T>,
}

impl<T> ScheduledThread<T> {
    /// Waits for the task's end. Returns its result or its panic.
    pub fn join(self) -> std::thread::Result<T> {
        self.scheduler.wait_for_task(self.place);
        self.thread.join()
    }

    /// Whether the task has ended.
    pub fn is_finished(&self) -> bool {
        matches!(self.scheduler.lock().tasks[self.place].state, TaskState::Ended)
    }
}

#[derive(Clone)]
struct Current {
    scheduler: Arc<Scheduler>,
    place: usize,
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
}

fn current() -> Option<Current> {
    // A destructor of another thread-local value may run after this value is gone.
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
}

fn spawn_thread<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> std::thread::JoinHandle<T> {
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run).expect("the system starts a thread")
}

#[derive(Debug)]
struct Scheduler {
    plan: Plan,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug)]
struct State {
    random: u64,
    tasks: Vec<Task>,
    /// The task that holds the baton.
    running: usize,
    now_ns: u64,
    points: u64,
    points_at_switch: u64,
    switches: u64,
    digest: u64,
    reached: [u64; Probe::COUNT],
    outcome: Option<Result<(), Abandoned>>,
}

#[derive(Debug)]
struct Task {
    state: TaskState,
    baton: Arc<Condvar>,
}

#[derive(Clone, Copy, Debug)]
enum TaskState {
    Ready,
    Waiting {
        key: usize,
        deadline_ns: Option<u64>,
    },
    /// The deadline of the wait has passed.
    TimedOut,
    Ended,
}

impl Scheduler {
    fn new(plan: Plan) -> Scheduler {
        let state = State {
            random: plan.seed,
            tasks: Vec::new(),
            running: 0,
            now_ns: plan.start_ns,
            points: 0,
            points_at_switch: 0,
            switches: 0,
            digest: 0,
            reached: [0; Probe::COUNT],
            outcome: None,
        };
        Scheduler { plan, state: Mutex::new(state), ended: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a task that is ready to run.
    fn register(&self) -> usize {
        let mut state = self.lock();
        state.tasks.push(Task { state: TaskState::Ready, baton: Arc::default() });
        state.tasks.len() - 1
    }

    /// Runs the calling thread as the task `place`, from its first baton to its end.
    fn run_task<T>(self: &Arc<Self>, place: usize, run: impl FnOnce() -> T) -> T {
        drop(self.receive(self.lock(), place));
        CURRENT.set(Some(Current { scheduler: self.clone(), place }));
        let result = catch_unwind(AssertUnwindSafe(run));
        CURRENT.set(None);
        let mut state = self.lock();
        state.tasks[place].state = TaskState::Ended;
        state.wake(key_of_task(place), true);
        if state.tasks.iter().all(|task| matches!(task.state, TaskState::Ended)) {
            state.outcome = Some(Ok(()));
            self.ended.notify_all();
        } else {
            self.pass_on(&mut state);
        }
        drop(state);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Waits until the task `place` has the baton.
    fn receive<'a>(&self, mut state: MutexGuard<'a, State>, place: usize) -> MutexGuard<'a, State> {
        let baton = state.tasks[place].baton.clone();
        // An abandoned schedule never resumes a task.
        while state.running != place || state.outcome.is_some() {
            state = baton.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    fn wait_for_end(&self) -> Result<Report, Abandoned> {
        let mut state = self.lock();
        loop {
            match state.outcome.clone() {
                Some(outcome) => return outcome.map(|()| state.report()),
                None => state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn point(&self, place: usize) {
        let mut state = self.lock();
        self.count_point(&mut state);
        if state.outcome.is_some() || state.draw(u64::from(self.plan.switch_one_in)) == 0 {
            self.pass_on(&mut state);
            drop(self.receive(state, place));
        }
    }

    fn give_way(&self, place: usize) {
        let mut state = self.lock();
        self.count_point(&mut state);
        let others = state.ready(Some(place));
        match others.len() {
            // A task that spins for a waiting task must not spin for ever.
            0 => drop(state.jump()),
            count => {
                let next = others[state.draw(count as u64) as usize];
                self.give(&mut state, next);
            }
        }
        drop(self.receive(state, place));
    }

    fn begin_wait(&self, place: usize, key: usize, limit: Option<Duration>) {
        let mut state = self.lock();
        self.count_point(&mut state);
        let deadline_ns =
            limit.map(|limit| state.now_ns.saturating_add(u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX)));
        state.tasks[place].state = TaskState::Waiting { key, deadline_ns };
    }

    fn wait(&self, place: usize) -> bool {
        let mut state = self.lock();
        // A wake-up by the caller's own release may have ended the wait already.
        if matches!(state.tasks[place].state, TaskState::Waiting { .. }) {
            self.pass_on(&mut state);
            state = self.receive(state, place);
        }
        let was_woken = !matches!(state.tasks[place].state, TaskState::TimedOut);
        state.tasks[place].state = TaskState::Ready;
        was_woken
    }

    /// Blocks the calling task until the task `place` has ended.
    fn wait_for_task(&self, place: usize) {
        while !matches!(self.lock().tasks[place].state, TaskState::Ended) {
            wait(key_of_task(place), None, || ());
        }
    }

    fn count_point(&self, state: &mut State) {
        state.points += 1;
        state.now_ns += state.draw(2 * self.plan.point_ns + 1);
        if state.points > self.plan.points_max {
            self.abandon(state, Abandoned::TooLong);
        }
    }

    /// Gives the baton to a task that can run.
    fn pass_on(&self, state: &mut State) {
        state.expire();
        let mut ready = state.ready(None);
        while ready.is_empty() {
            if !state.jump() {
                let waiting = state.tasks.iter().filter(|task| matches!(task.state, TaskState::Waiting { .. })).count();
                self.abandon(state, Abandoned::Deadlock { waiting });
                return;
            }
            ready = state.ready(None);
        }
        let next = ready[state.draw(ready.len() as u64) as usize];
        self.give(state, next);
    }

    fn give(&self, state: &mut State, next: usize) {
        if next != state.running {
            state.switches += 1;
            let spent = state.points - state.points_at_switch;
            state.points_at_switch = state.points;
            state.digest = mixed(state.digest ^ mixed(spent << 16 | next as u64));
            state.running = next;
            state.tasks[next].baton.notify_one();
        }
    }

    fn abandon(&self, state: &mut State, why: Abandoned) {
        state.outcome.get_or_insert(Err(why));
        self.ended.notify_all();
    }
}

impl State {
    fn report(&self) -> Report {
        let State { points, switches, digest, now_ns, reached, .. } = *self;
        Report { points, switches, tasks: self.tasks.len(), digest, now_ns, reached }
    }

    fn draw(&mut self, end: u64) -> u64 {
        self.random = self.random.wrapping_add(STEP);
        mixed(self.random) % end.max(1)
    }

    /// Returns the tasks that can run, except `except`.
    fn ready(&self, except: Option<usize>) -> Vec<usize> {
        let can_run = |task: &Task| matches!(task.state, TaskState::Ready | TaskState::TimedOut);
        (0..self.tasks.len()).filter(|place| Some(*place) != except && can_run(&self.tasks[*place])).collect()
    }

    /// Ends the waits whose deadline has passed.
    fn expire(&mut self) {
        let now_ns = self.now_ns;
        for task in &mut self.tasks {
            if matches!(task.state, TaskState::Waiting { deadline_ns: Some(at), .. } if at <= now_ns) {
                task.state = TaskState::TimedOut;
            }
        }
    }

    /// Moves the time to the earliest deadline. Returns false if there is none.
    fn jump(&mut self) -> bool {
        let deadlines = self.tasks.iter().filter_map(|task| match task.state {
            TaskState::Waiting { deadline_ns, .. } => deadline_ns,
            _ => None,
        });
        let Some(earliest) = deadlines.min() else { return false };
        self.now_ns = self.now_ns.max(earliest);
        self.expire();
        true
    }

    fn wake(&mut self, key: usize, all: bool) {
        let waits = |task: &Task| matches!(task.state, TaskState::Waiting { key: other, .. } if other == key);
        let mut places: Vec<usize> = (0..self.tasks.len()).filter(|place| waits(&self.tasks[*place])).collect();
        if !all && places.len() > 1 {
            places = vec![places[self.draw(places.len() as u64) as usize]];
        }
        places.into_iter().for_each(|place| self.tasks[place].state = TaskState::Ready);
    }
}

/// Returns the key of a task's end. It is no address: the lowest page of memory holds no value.
fn key_of_task(place: usize) -> usize {
    place + 1
}

const A_TASK: &str = "the caller is a task of a schedule";
const STACK_BYTES: usize = 8 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sync::{Condvar, Mutex, RwLock, thread};
    use std::sync::Mutex as StdMutex;

    /// Schedules of one process must not overlap.
    static ALONE: StdMutex<()> = StdMutex::new(());

    fn plan(seed: u64) -> Plan {
        Plan { seed, switch_one_in: 3, point_ns: 1_000, start_ns: 5, points_max: 100_000 }
    }

    fn in_schedule<T: Send + 'static>(
        seed: u64,
        main: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Report), Abandoned> {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        run(plan(seed), main)
    }

    /// Three tasks append their number five times each, under one lock.
    fn interleaving() -> Vec<u32> {
        let list = Arc::new(Mutex::new(Vec::new()));
        let add = |number: u32| {
            let list = list.clone();
            thread::spawn(move || (0..5).for_each(|_| list.lock().push(number)))
        };
        [1, 2, 3].map(add).into_iter().for_each(|task| task.join().unwrap());
        let list = list.lock();
        list.clone()
    }

    #[test]
    fn same_seed_gives_same_schedule() {
        let runs: Vec<_> = (0..20).map(|seed| in_schedule(seed, interleaving).unwrap()).collect();
        for (seed, first) in runs.iter().enumerate() {
            assert_eq!(*first, in_schedule(seed as u64, interleaving).unwrap(), "seed {seed}");
        }
        let mut orders: Vec<_> = runs.into_iter().map(|(order, _)| order).collect();
        orders.sort();
        orders.dedup();
        assert!(orders.len() > 10, "{} interleavings of 20 seeds", orders.len());
    }

    #[test]
    fn unlocked_change_is_lost_under_some_seed() {
        let lose = |seed| {
            let counter = || {
                let number = Arc::new(Mutex::new(0));
                let add = |_| {
                    let number = number.clone();
                    thread::spawn(move || {
                        let before = *number.lock();
                        *number.lock() = before + 1;
                    })
                };
                [(); 2].map(add).into_iter().for_each(|task| task.join().unwrap());
                *number.lock()
            };
            in_schedule(seed, counter).unwrap().0
        };
        let sums: Vec<i32> = (0..50).map(lose).collect();
        assert!(sums.contains(&1) && sums.contains(&2), "{sums:?}");
    }

    #[test]
    fn deadlock_is_reported() {
        let cross = || {
            let locks = Arc::new((Mutex::new(()), Mutex::new(())));
            let theirs = locks.clone();
            let other = thread::spawn(move || {
                let _second = theirs.1.lock();
                let _first = theirs.0.lock();
            });
            {
                let _first = locks.0.lock();
                let _second = locks.1.lock();
            }
            let _ = other.join();
        };
        let outcomes: Vec<_> = (0..50).map(|seed| in_schedule(seed, cross).map(|_| ())).collect();
        assert!(outcomes.contains(&Ok(())));
        assert!(outcomes.contains(&Err(Abandoned::Deadlock { waiting: 2 })), "{outcomes:?}");
    }

    #[test]
    fn timed_wait_ends_by_time_or_notification() {
        let wait = |limit_ms: u64| {
            move || {
                let pair = Arc::new((Mutex::new(false), Condvar::new()));
                let theirs = pair.clone();
                let notifier = thread::spawn(move || {
                    thread::sleep(Duration::from_millis(50));
                    *theirs.0.lock() = true;
                    theirs.1.notify_all();
                });
                let mut is_set = pair.0.lock();
                let mut is_late = false;
                while !*is_set && !is_late {
                    (is_set, is_late) = pair.1.wait_within(is_set, Duration::from_millis(limit_ms));
                }
                drop(is_set);
                notifier.join().unwrap();
                is_late
            }
        };
        for seed in 0..20 {
            let (is_late, report) = in_schedule(seed, wait(10)).unwrap();
            assert!(is_late && report.now_ns > 50_000_000, "the time jumps to deadlines");
            assert!(!in_schedule(seed, wait(5_000)).unwrap().0);
        }
    }

    #[test]
    fn endless_spin_is_abandoned() {
        let spin = || {
            loop {
                crate::sync::spin_hint();
            }
        };
        assert_eq!(in_schedule(1, spin).map(|((), _)| ()), Err(Abandoned::TooLong));
    }

    #[test]
    fn readers_share_and_writers_exclude() {
        let work = || {
            let value = Arc::new(RwLock::new((0, 0)));
            let task = |number: i32| {
                let value = value.clone();
                Box::new(move || {
                    for _ in 0..10 {
                        if number == 0 {
                            let mut both = value.write();
                            both.0 += 1;
                            crate::sync::point();
                            both.1 += 1;
                        } else {
                            let both = value.read();
                            crate::sync::point();
                            assert_eq!(both.0, both.1);
                        }
                    }
                }) as Box<dyn FnOnce() + Send>
            };
            thread::run_together(vec![task(0), task(1), task(2)], task(0));
            value.read().0
        };
        for seed in 0..20 {
            assert_eq!(in_schedule(seed, work).unwrap().0, 20);
        }
    }

    #[test]
    fn events_of_all_tasks_are_counted() {
        let work = || {
            let task = || crate::sync::reached(Probe::Eviction);
            [task, task].map(thread::spawn).into_iter().for_each(|task| task.join().unwrap());
            crate::sync::reached(Probe::Recovery);
        };
        let ((), report) = in_schedule(1, work).unwrap();
        assert_eq!(report.reached, [0, 2, 0, 1, 0, 0]);
    }

    #[test]
    fn panic_of_main_reaches_caller() {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let caught = catch_unwind(|| run(plan(1), || panic!("on purpose")).map(|((), _)| ()));
        assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"on purpose"));
    }
}
