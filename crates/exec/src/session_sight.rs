//! What others may see of a session while it lives.

use crate::cursor_sight::CursorList;
use crate::secret;
use crate::transaction_sight::TransactionSight;
use crate::who::Who;
use sluice_base::ids::{DatabaseId, SessionId};
use sluice_base::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU16, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_base::waits::WaitCells;
use sluice_functions::{ClientFacts, SessionValues};

/// What a session shows of itself.
#[derive(Debug)]
pub struct SessionSight {
    /// Its id.
    pub id: SessionId,
    /// What it has waited for.
    pub waits: Arc<WaitCells>,
    /// What it keeps for its functions.
    pub values: Arc<SessionValues>,
    /// Its transaction.
    pub transaction: Arc<TransactionSight>,
    /// Its cursors.
    pub cursors: Arc<CursorList>,
    database: AtomicU16,
    // Nanoseconds since 1970; 0: not yet.
    login_ns: AtomicI64,
    began_ns: AtomicI64,
    ended_ns: AtomicI64,
    is_running: AtomicBool,
    // By the batch that runs, as scans count them: some hundreds at a time.
    rows_read: AtomicU64,
    isolation: AtomicU8,
    age: AtomicU16,
    // A plan's number and behind it that of a step, from 1; 0: none yet.
    running: AtomicU64,
    client: Mutex<Arc<ClientFacts>>,
    who: Mutex<Arc<Who>>,
    // The batch that it was given last; empty before the first.
    input: Mutex<String>,
}

impl SessionSight {
    /// Of a session that begins in a database.
    pub fn new(id: SessionId, database: DatabaseId) -> SessionSight {
        let database = AtomicU16::new(database.0);
        SessionSight {
            id,
            waits: Arc::default(),
            values: Arc::default(),
            transaction: Arc::default(),
            cursors: Arc::default(),
            database,
            login_ns: AtomicI64::new(0),
            began_ns: AtomicI64::new(0),
            ended_ns: AtomicI64::new(0),
            is_running: AtomicBool::new(false),
            rows_read: AtomicU64::new(0),
            isolation: AtomicU8::new(READ_COMMITTED),
            age: AtomicU16::new(0),
            running: AtomicU64::new(0),
            client: Mutex::default(),
            who: Mutex::new(Arc::new(Who::administrator())),
            input: Mutex::default(),
        }
    }

    /// What is known of the program at its other end.
    pub fn client(&self) -> Arc<ClientFacts> {
        Arc::clone(&self.client.lock())
    }

    /// The program at its other end has told this of itself.
    pub fn set_client(&self, client: ClientFacts) {
        *self.client.lock() = Arc::new(client);
    }

    /// Who it is.
    pub fn who(&self) -> Arc<Who> {
        Arc::clone(&self.who.lock())
    }

    /// It is somebody else.
    pub fn set_who(&self, who: Arc<Who>) {
        *self.who.lock() = who;
    }

    /// It begins at `now_ns`, in nanoseconds since 1970.
    pub fn log_in(&self, now_ns: i64) {
        self.login_ns.store(now_ns, Ordering::Relaxed);
        self.began_ns.store(now_ns, Ordering::Relaxed);
    }

    /// When it began, in nanoseconds since 1970.
    pub fn login_ns(&self) -> i64 {
        self.login_ns.load(Ordering::Relaxed)
    }

    /// When its last batch began; before the first, when the session did.
    pub fn began_ns(&self) -> i64 {
        self.began_ns.load(Ordering::Relaxed)
    }

    /// When its last batch ended; 0 if none has.
    pub fn ended_ns(&self) -> i64 {
        self.ended_ns.load(Ordering::Relaxed)
    }

    /// Whether it runs a batch.
    pub fn is_running(&self) -> bool {
        self.is_running.load(Ordering::Relaxed)
    }

    /// How many rows the batch that runs, or ran last, has read from tables, to some hundreds.
    pub fn rows_read(&self) -> u64 {
        self.rows_read.load(Ordering::Relaxed)
    }

    /// Its batch has read so many more.
    pub fn note_rows_read(&self, rows: u64) {
        self.rows_read.fetch_add(rows, Ordering::Relaxed);
    }

    /// Its isolation level, by the number that `sys.dm_exec_sessions` has for it.
    pub fn isolation(&self) -> i16 {
        self.isolation.load(Ordering::Relaxed).into()
    }

    /// It has another isolation level.
    pub fn set_isolation(&self, number: u8) {
        self.isolation.store(number, Ordering::Relaxed);
    }

    /// How often it was made as new beside its transaction: temporary tables of before go by other names (`exec::temporary`).
    pub fn age(&self) -> u16 {
        self.age.load(Ordering::Relaxed)
    }

    /// Once more.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// It runs a step of a plan, or is at something of a plan that is no step.
    #[inline]
    pub fn set_running(&self, running: Running) {
        self.running.store(running.0, Ordering::Relaxed);
    }

    /// What it runs, or ran last.
    pub fn running(&self) -> Running {
        Running(self.running.load(Ordering::Relaxed))
    }

    /// It has come to the end of a batch.
    pub fn end_batch(&self, now_ns: i64) {
        self.ended_ns.store(now_ns, Ordering::Relaxed);
        self.is_running.store(false, Ordering::Relaxed);
    }

    /// Its current database.
    pub fn database(&self) -> DatabaseId {
        DatabaseId(self.database.load(Ordering::Relaxed))
    }

    /// It has another current database.
    pub fn set_database(&self, database: DatabaseId) {
        self.database.store(database.0, Ordering::Relaxed);
    }

    /// It begins a batch.
    pub fn begin_batch(&self, batch: &str, now_ns: i64) {
        self.began_ns.store(now_ns, Ordering::Relaxed);
        self.rows_read.store(0, Ordering::Relaxed);
        self.set_running(Running::default());
        self.is_running.store(true, Ordering::Relaxed);
        let mut input = self.input.lock();
        input.clear();
        if secret::may_have_password(batch) {
            input.push_str(secret::SHOWN);
            return;
        }
        let is_short = batch.len() <= INPUT_SHOWN;
        let end = if is_short { None } else { batch.char_indices().nth(INPUT_SHOWN).map(|(place, _)| place) };
        input.push_str(&batch[..end.unwrap_or(batch.len())]);
    }

    /// The beginning of the batch that it was given last.
    pub fn input(&self) -> Option<String> {
        Some(self.input.lock().clone()).filter(|input| !input.is_empty())
    }
}

/// The step of a plan that runs, in one word, so that who looks never sees the step of another plan.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Running(u64);

impl Running {
    /// Something of the plan with this number.
    pub fn of_plan(number: u64) -> Running {
        Running(number << STEP_BITS)
    }

    /// Of the same plan, the step with this number.
    #[inline]
    pub fn at(self, step: u32) -> Running {
        let step = u64::from(step).min(STEPS_MAX - 1) + 1;
        Running(self.0 & !STEPS_MAX | step)
    }

    /// Whether it is of any plan.
    #[inline]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The plan's number; 0 of none.
    pub fn plan(self) -> u64 {
        self.0 >> STEP_BITS
    }

    /// The step's number.
    pub fn step(self) -> Option<usize> {
        (self.0 & STEPS_MAX).checked_sub(1).map(|step| step as usize)
    }
}

/// How many bits a step's number has: beyond, none is told apart from the last.
const STEP_BITS: u32 = 20;
const STEPS_MAX: u64 = (1 << STEP_BITS) - 1;

/// What a session begins with, by its number.
const READ_COMMITTED: u8 = 2;
/// How many characters of a batch DBCC INPUTBUFFER shows.
const INPUT_SHOWN: usize = 4000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_of_its_plan() {
        let plan = Running::of_plan(7);
        assert_eq!((plan.plan(), plan.step()), (7, None));
        assert_eq!((plan.at(0).plan(), plan.at(0).step()), (7, Some(0)));
        assert_eq!((plan.at(5).at(3).plan(), plan.at(5).at(3).step()), (7, Some(3)));
        let far = plan.at(u32::MAX);
        assert_eq!((far.plan(), far.step()), (7, Some(STEPS_MAX as usize - 1)));
        assert!(!Running::default().is_some() && plan.is_some());
    }
}
