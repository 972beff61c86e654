//! Facts of a session that other sessions may see.

use crate::cursor_sight::CursorList;
use crate::query_hash::StatementHash;
use crate::running::Running;
use crate::running_programs::{RunningPrograms, StackFrame};
use crate::secret;
use crate::transaction_sight::{TransactionNumbers, TransactionSight};
use crate::who::Who;
use sluice_base::account::Account;
use sluice_base::clock::Clock;
use sluice_base::events::{Context, FieldValue, Global};
use sluice_base::ids::{DatabaseId, SessionId};
use sluice_base::sync::atomic::{
    AtomicBool, AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering,
};
use sluice_base::sync::{Arc, Mutex, OnceLock};
use sluice_base::waits::WaitCells;
use sluice_base::{events, scheduling, waits};
use sluice_functions::{ClientFacts, SessionValues};
use sluice_types::calendar::{date_of, split_ticks, ticks_of_unix_ns, time_of};
use std::fmt;

/// Facts of a session, updated by the session and read by others. The session writes relaxed
/// atomics, so a reader may see a mixture of two moments.
#[derive(Debug)]
pub struct SessionSight {
    /// Id of the session.
    pub id: SessionId,
    /// Wait statistics of the session.
    pub waits: Arc<WaitCells>,
    /// Values that built-in functions keep for the session.
    pub values: Arc<SessionValues>,
    /// The session's transaction.
    pub transaction: Arc<TransactionSight>,
    /// The session's cursors.
    pub cursors: Arc<CursorList>,
    /// The programs that the session runs.
    pub programs: RunningPrograms,
    numbers: Numbering,
    database: AtomicU16,
    database_name: Mutex<Arc<str>>,
    // Times in nanoseconds since 1970; 0 if not yet set.
    login_ns: AtomicI64,
    began_ns: AtomicI64,
    ended_ns: AtomicI64,
    is_running: AtomicBool,
    // Rows read by the current batch. Scans report them in steps of some hundreds.
    rows_read: AtomicU64,
    isolation: AtomicU8,
    // Milliseconds; -1 without a limit.
    lock_timeout_ms: AtomicI32,
    deadlock_priority: AtomicI32,
    // `@@ROWCOUNT` and `@@ERROR` at the end of the last batch.
    row_count: AtomicI64,
    last_error: AtomicI32,
    // The last error of the current batch; 0 without one.
    batch_error: AtomicI32,
    // Depth of calls; 0 in a batch.
    nest_level: AtomicU8,
    // Id of the thread that runs the session's requests, or ran the last one; 0 if unknown.
    thread: AtomicU32,
    age: AtomicU16,
    // Number of the request that runs or ran last; 0 without MARS.
    request: AtomicU16,
    // Number of the running plan and, in the low bits, the step number + 1; 0 if there is none.
    running: AtomicU64,
    client: Mutex<Arc<ClientFacts>>,
    // Memory of the session; `None` for a session of a simulated host.
    account: Mutex<Option<Arc<Account>>>,
    // Number of threads of the last plan of the current batch.
    degree: AtomicU16,
    who: Mutex<Arc<Who>>,
    // Text of the last batch, truncated; empty before the first batch.
    input: Mutex<String>,
}

impl SessionSight {
    /// Returns the facts of a new session in `database`. It isn't logged in, and its identity is
    /// the administrator's until it is.
    pub fn new(id: SessionId, database: DatabaseId) -> SessionSight {
        let database = AtomicU16::new(database.0);
        SessionSight {
            id,
            waits: Arc::default(),
            values: Arc::default(),
            transaction: Arc::default(),
            cursors: Arc::default(),
            programs: RunningPrograms::default(),
            numbers: Numbering::default(),
            database,
            database_name: Mutex::new(Arc::from("")),
            login_ns: AtomicI64::new(0),
            began_ns: AtomicI64::new(0),
            ended_ns: AtomicI64::new(0),
            is_running: AtomicBool::new(false),
            rows_read: AtomicU64::new(0),
            isolation: AtomicU8::new(READ_COMMITTED),
            lock_timeout_ms: AtomicI32::new(-1),
            deadlock_priority: AtomicI32::new(0),
            row_count: AtomicI64::new(0),
            last_error: AtomicI32::new(0),
            batch_error: AtomicI32::new(0),
            nest_level: AtomicU8::new(0),
            thread: AtomicU32::new(0),
            age: AtomicU16::new(0),
            request: AtomicU16::new(0),
            running: AtomicU64::new(0),
            client: Mutex::default(),
            account: Mutex::default(),
            degree: AtomicU16::new(1),
            who: Mutex::new(Arc::new(Who::administrator())),
            input: Mutex::default(),
        }
    }

    /// Returns the facts of the client program.
    pub fn client(&self) -> Arc<ClientFacts> {
        Arc::clone(&self.client.lock())
    }

    /// Sets the facts that the client program has sent.
    pub fn set_client(&self, client: ClientFacts) {
        *self.client.lock() = Arc::new(client);
    }

    /// Returns the session's memory account; `None` before it has one.
    pub fn account(&self) -> Option<Arc<Account>> {
        self.account.lock().clone()
    }

    /// Sets the session's memory account.
    pub fn set_account(&self, account: Arc<Account>) {
        *self.account.lock() = Some(account);
    }

    /// Returns the session's login and user as of now.
    pub fn who(&self) -> Arc<Who> {
        Arc::clone(&self.who.lock())
    }

    /// Sets the session's login and user.
    pub fn set_who(&self, who: Arc<Who>) {
        *self.who.lock() = who;
    }

    /// Records the start of the session, in nanoseconds since 1970.
    pub fn log_in(&self, now_ns: i64) {
        self.login_ns.store(now_ns, Ordering::Relaxed);
        self.began_ns.store(now_ns, Ordering::Relaxed);
    }

    /// Returns the start of the session, in nanoseconds since 1970 (UTC).
    pub fn login_ns(&self) -> i64 {
        self.login_ns.load(Ordering::Relaxed)
    }

    /// Start of the last batch, or of the session before the first batch, in nanoseconds since
    /// 1970.
    pub fn began_ns(&self) -> i64 {
        self.began_ns.load(Ordering::Relaxed)
    }

    /// Returns the end of the last batch, in nanoseconds since 1970 (UTC); 0 before the first.
    pub fn ended_ns(&self) -> i64 {
        self.ended_ns.load(Ordering::Relaxed)
    }

    /// Whether a batch is running.
    pub fn is_running(&self) -> bool {
        self.is_running.load(Ordering::Relaxed)
    }

    /// Rows read from tables by the current or last batch, accurate to some hundreds.
    pub fn rows_read(&self) -> u64 {
        self.rows_read.load(Ordering::Relaxed)
    }

    /// Adds rows read by the current batch.
    pub fn note_rows_read(&self, rows: u64) {
        self.rows_read.fetch_add(rows, Ordering::Relaxed);
    }

    /// Number of threads that run the current plan, or have run the last one that was parallel in
    /// this batch.
    pub fn degree(&self) -> u16 {
        self.degree.load(Ordering::Relaxed)
    }

    /// Sets the number of threads of the running plan.
    pub fn set_degree(&self, degree: usize) {
        self.degree.store(u16::try_from(degree).unwrap_or(u16::MAX), Ordering::Relaxed);
    }

    /// Returns the isolation level, numbered as in `sys.dm_exec_sessions`: 1 to 5.
    pub fn isolation(&self) -> i16 {
        self.isolation.load(Ordering::Relaxed).into()
    }

    /// Sets the isolation level's number.
    pub fn set_isolation(&self, number: u8) {
        self.isolation.store(number, Ordering::Relaxed);
    }

    /// Returns SET LOCK_TIMEOUT in milliseconds; -1 without a limit.
    pub fn lock_timeout_ms(&self) -> i32 {
        self.lock_timeout_ms.load(Ordering::Relaxed)
    }

    /// Sets the lock timeout in milliseconds; `None` removes the limit.
    pub fn set_lock_timeout(&self, milliseconds: Option<i32>) {
        self.lock_timeout_ms.store(milliseconds.unwrap_or(-1), Ordering::Relaxed);
    }

    /// Returns SET DEADLOCK_PRIORITY, from -10 to 10.
    pub fn deadlock_priority(&self) -> i32 {
        self.deadlock_priority.load(Ordering::Relaxed)
    }

    /// Sets the deadlock priority.
    pub fn set_deadlock_priority(&self, priority: i32) {
        self.deadlock_priority.store(priority, Ordering::Relaxed);
    }

    /// The rows that the last statement of the last batch returned or changed.
    pub fn row_count(&self) -> i64 {
        self.row_count.load(Ordering::Relaxed)
    }

    /// The error number of the last statement of the last batch; 0 if the statement succeeded.
    pub fn last_error(&self) -> i32 {
        self.last_error.load(Ordering::Relaxed)
    }

    /// Returns the number of the last error of the current batch; 0 without one.
    pub fn batch_error(&self) -> i32 {
        self.batch_error.load(Ordering::Relaxed)
    }

    /// Sets the number of the last error of the current batch.
    pub fn set_batch_error(&self, number: i32) {
        self.batch_error.store(number, Ordering::Relaxed);
    }

    /// Returns the depth of calls of the running module; 0 in a batch.
    pub fn nest_level(&self) -> u8 {
        self.nest_level.load(Ordering::Relaxed)
    }

    /// Sets the depth of calls.
    #[inline]
    pub fn set_nest_level(&self, level: u8) {
        self.nest_level.store(level, Ordering::Relaxed);
    }

    /// Returns the operating system's id of the thread that runs the session's request, or ran the
    /// last one. `None` if it is unknown.
    pub fn thread(&self) -> Option<u32> {
        Some(self.thread.load(Ordering::Relaxed)).filter(|id| *id != 0)
    }

    /// Number of resets while a transaction stayed open. It is part of the names of temporary
    /// tables (`table::temporary`).
    pub fn age(&self) -> u16 {
        self.age.load(Ordering::Relaxed)
    }

    /// Returns the number of the request that runs or ran last: that of its SMP session with MARS,
    /// 0 otherwise.
    pub fn request_id(&self) -> u16 {
        self.request.load(Ordering::Relaxed)
    }

    /// Sets the number of the request that runs next.
    pub fn set_request_id(&self, request: u16) {
        self.request.store(request, Ordering::Relaxed);
    }

    /// Counts a reset.
    pub fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Sets the running plan or step.
    #[inline]
    pub fn set_running(&self, running: Running) {
        self.running.store(running.0, Ordering::Relaxed);
    }

    /// Returns the running plan and step, or the last ones.
    pub fn running(&self) -> Running {
        Running(self.running.load(Ordering::Relaxed))
    }

    /// Records the end of a batch, and the row count and error number of its last statement.
    pub fn end_batch(&self, now_ns: i64, row_count: i64, error: i32) {
        self.row_count.store(row_count, Ordering::Relaxed);
        self.last_error.store(error, Ordering::Relaxed);
        self.ended_ns.store(now_ns, Ordering::Relaxed);
        self.is_running.store(false, Ordering::Relaxed);
        // The session keeps no plan that others have it forget.
        self.programs.clear();
    }

    /// Returns the id of the current database.
    pub fn database(&self) -> DatabaseId {
        DatabaseId(self.database.load(Ordering::Relaxed))
    }

    /// Sets the current database.
    pub fn set_database(&self, database: DatabaseId, name: &str) {
        self.database.store(database.0, Ordering::Relaxed);
        *self.database_name.lock() = Arc::from(name);
    }

    /// Makes the thread work for the session until the result is dropped: its waits and its events
    /// are the session's.
    pub fn enter(self: &Arc<SessionSight>) -> Working {
        self.thread.store(scheduling::thread_id(), Ordering::Relaxed);
        let context: Arc<dyn Context> = self.clone();
        Working { _waits: self.waits.enter(), _context: events::enter(context) }
    }

    /// Records the start of a batch. Sets start time and text, of which only the beginning is kept.
    /// A text that may have a password is replaced. The counts of the last batch are cleared.
    pub fn begin_batch(&self, batch: &str, now_ns: i64) {
        self.began_ns.store(now_ns, Ordering::Relaxed);
        self.rows_read.store(0, Ordering::Relaxed);
        self.set_batch_error(0);
        self.set_degree(1);
        self.waits.usage.begin_request();
        self.set_running(Running::default());
        self.programs.clear();
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

    /// The first characters of the last batch; `None` before the first batch.
    pub fn input(&self) -> Option<String> {
        Some(self.input.lock().clone()).filter(|input| !input.is_empty())
    }
}

impl Context for SessionSight {
    fn global(&self, global: Global) -> Option<FieldValue> {
        let text = |text: &str| Some(FieldValue::Text(text.into()));
        match global {
            Global::ClientAppName => text(self.client().program_name.as_deref()?),
            Global::ClientHostName => text(self.client().host_name.as_deref()?),
            Global::ClientPid => u64::try_from(self.client().process_id?).ok().map(FieldValue::UInt),
            Global::DatabaseId => Some(FieldValue::UInt(self.database().0.into())),
            Global::DatabaseName => text(&self.database_name.lock()),
            Global::ServerPrincipalName => text(&self.who().login.name),
            Global::SessionId => Some(FieldValue::UInt(self.id.0.into())),
            Global::SessionServerPrincipalName | Global::UserName => text(&self.who().original.name),
            Global::SqlText => self.input().map(|input| FieldValue::Text(input.into())),
            // Windows log-ins don't exist.
            Global::NtUserName => text(""),
            Global::RequestId => Some(FieldValue::UInt(self.request_id().into())),
            Global::TransactionId => Some(FieldValue::Int(self.transaction_number())),
            Global::QueryHash => self.hash(StackFrame::query_hash),
            Global::QueryPlanHash => self.hash(StackFrame::plan_hash),
            Global::PlanHandle => text(self.stack().first()?.plan_handle().trim_start_matches("0x")),
            Global::Frame => {
                let mut xml = String::new();
                self.stack().first()?.write_stack(1, &mut xml);
                Some(FieldValue::Text(xml.into()))
            }
            Global::Stack => {
                let mut xml = "<frames>".to_owned();
                let stack = self.stack();
                stack.iter().enumerate().for_each(|(place, frame)| frame.write_stack(place + 1, &mut xml));
                Some(FieldValue::Text((xml + "</frames>").into()))
            }
            Global::ProcessAttributes => text(&self.process_attributes()),
            Global::ExecutionStack => {
                let (mut xml, name) = (String::new(), Arc::clone(&self.database_name.lock()));
                self.stack().iter().for_each(|frame| frame.write_report((self.database(), &name), &mut xml));
                Some(FieldValue::Text(xml.into()))
            }
        }
    }
}

impl SessionSight {
    fn stack(&self) -> Vec<StackFrame> {
        self.programs.stack(self.running())
    }

    /// Returns the attributes of the element `process` that reports of deadlocks and blocked
    /// processes have in common, each after a blank. Times are in UTC.
    fn process_attributes(&self) -> String {
        let moment = |utc_ns: i64| {
            let (day, ticks) = split_ticks(ticks_of_unix_ns(utc_ns));
            let (date, time) = (date_of(day), time_of(ticks));
            let (hour, minute, second, ms) = (time.hour, time.minute, time.second, ticks / TICKS_OF_MS % 1000);
            format!("{:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z", date.year, date.month, date.day)
        };
        let isolation = self.isolation();
        let level = usize::try_from(isolation).ok().and_then(|number| ISOLATION_LEVELS.get(number)).unwrap_or(&"");
        let status = if self.is_running() { "running" } else { "sleeping" };
        let mut attributes = format!(
            " trancount=\"{}\" lastbatchstarted=\"{}\" isolationlevel=\"{level} ({isolation})\" xactid=\"{}\" \
             lockTimeout=\"{}\" requeststate=\"{status}\"",
            self.transaction.open_count(),
            moment(self.began_ns()),
            self.transaction_number(),
            self.lock_timeout_ms() as u32,
        );
        if self.ended_ns() != 0 {
            attributes.push_str(&format!(" lastbatchcompleted=\"{}\"", moment(self.ended_ns())));
        }
        attributes
    }

    /// Returns a hash of the statement that runs; 0 if it isn't known.
    fn hash(&self, of_frame: fn(&StackFrame) -> Option<StatementHash>) -> Option<FieldValue> {
        let hash = self.stack().first().and_then(of_frame);
        Some(FieldValue::UInt(hash.map_or(0, u64::from_be_bytes)))
    }

    /// Returns the number of the session's transaction; 0 without one.
    fn transaction_number(&self) -> i64 {
        let Some((numbers, clock)) = self.numbers.0.get() else { return 0 };
        self.transaction.seen(numbers, &**clock).map_or(0, |seen| seen.number)
    }

    /// Sets the clock and the generator of transaction numbers of the session's instance.
    pub fn set_numbers(&self, numbers: &Arc<TransactionNumbers>, clock: &Arc<dyn Clock>) {
        self.numbers.0.get_or_init(|| (Arc::clone(numbers), Arc::clone(clock)));
    }
}

/// The generator of transaction numbers and the clock of a session's instance.
#[derive(Default)]
struct Numbering(OnceLock<(Arc<TransactionNumbers>, Arc<dyn Clock>)>);

impl fmt::Debug for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbering").finish_non_exhaustive()
    }
}

/// The guard returned by [`SessionSight::enter`]. Dropping it ends the thread's work for the
/// session.
pub struct Working {
    _waits: waits::Entered,
    _context: events::Entered,
}

/// The isolation levels by their numbers.
const ISOLATION_LEVELS: [&str; 6] =
    ["unspecified", "read uncommitted", "read committed", "repeatable read", "serializable", "snapshot"];
const TICKS_OF_MS: i64 = 10_000;

/// Number of a new session's isolation level.
const READ_COMMITTED: u8 = 2;
/// Characters of a batch that DBCC INPUTBUFFER shows.
const INPUT_SHOWN: usize = 4000;
