//! Sessions: batches in, results out.

use crate::error::{InstanceError, SessionEnded};
use crate::instance::Instance;
use crate::login_event::LoggedIn;
use crate::session_claims::Killed;
use crate::sessions::State;
use sluice_base::account::Account;
use sluice_base::error_log::{LogLevel, LogSource};
use sluice_base::events::{EventKind, FieldValue};
use sluice_base::ids::SessionId;
use sluice_base::sync::{Arc, Mutex};
use sluice_base::waits::{Waits, note_work};
use sluice_base::work_counts::WorkCount;
use sluice_exec::session::CancelHandle;
use sluice_exec::{AwaitedLoad, BatchEnd, Reply, Request};
use sluice_functions::ClientFacts;
use sluice_query::SourceRows;
use sluice_session::error_event::report_error;
use sluice_session::options::ClientLibrary;
use sluice_session::who::LoginName;
use sluice_session::{
    BulkPart, ColumnInfo, CursorOrigin, Host, Message, PreparedStatement, SessionSight, Sink, StatementKind,
};
use sluice_table::long_values::WorkValues;
use sluice_txn::CommitReceipt;
use sluice_types::SqlError;
use sluice_types::row::CellOrigin;
use sluice_types::{LongStore, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A connection to an instance. Dropping it rolls its open transaction back. Batches run one at a
/// time, on the thread that calls.
pub struct Session {
    instance: Arc<Instance>,
    id: SessionId,
    state: Arc<Mutex<State>>,
    account: Arc<Account>,
    killed: Killed,
    /// The use of the connection, for a session of the server.
    logged_in: Option<LoggedIn>,
    /// Whether the caller calls [`Session::discard_old_plans`] after each answer.
    discards_after_answer: bool,
    /// The client's library, which decides the first options.
    library: ClientLibrary,
}

impl Instance {
    /// Opens a session, on any thread. It begins in master. Fails if the instance is closed, has
    /// too many sessions or lacks memory.
    pub fn connect(self: &Arc<Instance>) -> Result<Session, InstanceError> {
        let host: Arc<dyn Host> = self.clone();
        let Some(master) = host.database("master") else { return Err(InstanceError::Closed) };
        let account = Account::open(master.storage.pool.broker())?;
        let (id, state, killed) = self.sessions().enter(|id| {
            let session = sluice_exec::Session::new(host, id, master);
            session.sight().set_account(account.clone());
            session
        })?;
        Ok(Session {
            instance: self.clone(),
            id,
            state,
            account,
            killed,
            logged_in: None,
            discards_after_answer: false,
            library: ClientLibrary::default(),
        })
    }
}

impl Session {
    /// Runs a batch. Results, messages and errors go to `sink`. Fails if the session has ended: by
    /// a panic now or earlier, by an error of severity 20 or above in an earlier batch, or because
    /// the instance was closed. The instance survives the first two, and acknowledged commits stay.
    pub fn execute(&mut self, batch: &str, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        self.run(sink, |session, sink| session.execute(batch, sink), |end| *end)?;
        Ok(())
    }

    /// Calls a procedure with typed values, like a driver's RPC. Results and errors go to `sink`;
    /// the reply has the return status and output values. Fails as [`Session::execute`].
    pub fn call(&mut self, request: &Request, sink: &mut dyn Sink) -> Result<Reply, SessionEnded> {
        self.run(sink, |session, sink| session.call(request, sink), |reply| reply.end)
    }

    /// Runs a batch as [`Session::execute`] does, but only until [`Sink::is_full`] after a row of a
    /// SELECT. Returns `None` then. The session keeps the batch, and [`Session::advance`] continues
    /// it; any other batch, call or load cancels it first. [`Session::query`] is the simple form.
    /// Fails as [`Session::execute`].
    pub fn begin(&mut self, batch: &str, sink: &mut dyn Sink) -> Result<Option<Reply>, SessionEnded> {
        self.run_part(sink, |session, sink| session.begin(batch, sink))
    }

    /// Calls a procedure as [`Session::call`] does, but only until the sink is full, as
    /// [`Session::begin`] does. Fails as [`Session::execute`].
    pub fn begin_call(&mut self, request: &Request, sink: &mut dyn Sink) -> Result<Option<Reply>, SessionEnded> {
        self.run_part(sink, |session, sink| session.begin_call(request, sink))
    }

    /// Continues the suspended batch until the sink is full. The sink must take rows as the earlier
    /// ones of the batch did. Returns `None` if the batch is suspended again. Fails as
    /// [`Session::execute`].
    pub fn advance(&mut self, sink: &mut dyn Sink) -> Result<Option<Reply>, SessionEnded> {
        self.run_part(sink, |session, sink| session.advance(sink))
    }

    /// Cancels the suspended batch, if there is one, as [`Watch::cancel`] does. Fails as
    /// [`Session::execute`].
    pub fn cancel_suspended(&mut self, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        self.run_part(sink, |session, sink| session.cancel_suspended(sink)).map(drop)
    }

    fn run_part(
        &mut self,
        sink: &mut dyn Sink,
        work: impl FnOnce(&mut sluice_exec::Session, &mut dyn Sink) -> Option<Reply>,
    ) -> Result<Option<Reply>, SessionEnded> {
        self.run(sink, work, |reply| reply.as_ref().map_or(BatchEnd::Finished, |reply| reply.end))
    }

    /// Prepares a statement. Returns the handle by which `sp_execute` runs it; 0 if the session has
    /// ended.
    pub fn prepare(&mut self, statement: PreparedStatement) -> i32 {
        match &mut *self.state.lock() {
            State::Ready(session) => session.prepared().add(statement),
            State::Ended(_) => 0,
        }
    }

    /// Returns the statement of a handle. `None` for an unknown handle, and once the session has
    /// ended.
    pub fn prepared(&self, handle: i32) -> Option<Arc<PreparedStatement>> {
        match &mut *self.state.lock() {
            State::Ready(session) => session.prepared().get(handle).map(Arc::clone),
            State::Ended(_) => None,
        }
    }

    /// Removes a prepared statement. Returns whether the handle was valid.
    pub fn unprepare(&mut self, handle: i32) -> bool {
        match &mut *self.state.lock() {
            State::Ready(session) => session.prepared().remove(handle),
            State::Ended(_) => false,
        }
    }

    /// Returns whether the last batch was an INSERT BULK that waits for rows: [`Session::load`].
    /// Any other batch abandons the load (4022). False once the session has ended.
    pub fn awaits_rows(&self) -> bool {
        match &*self.state.lock() {
            State::Ready(session) => session.awaits_rows(),
            State::Ended(_) => false,
        }
    }

    /// Takes the bulk load that [`Session::awaits_rows`] out of the session, so that other requests
    /// may run before its rows come. `None` without one, and once the session has ended.
    pub fn set_load_aside(&mut self) -> Option<AwaitedLoad> {
        match &mut *self.state.lock() {
            State::Ready(session) => session.set_load_aside(),
            State::Ended(_) => None,
        }
    }

    /// Awaits a bulk load again that was set aside. Returns whether it does: not if another
    /// database has become the current one, and not once the session has ended.
    pub fn await_load(&mut self, load: AwaitedLoad) -> bool {
        match &mut *self.state.lock() {
            State::Ready(session) => session.await_load(load),
            State::Ended(_) => false,
        }
    }

    /// Rolls back the transaction that the last batch has begun and not ended, as MARS demands:
    /// 3997 goes to `sink`. Fails as [`Session::execute`].
    pub fn end_batch_transaction(&mut self, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        let roll_back = |session: &mut sluice_exec::Session, sink: &mut dyn Sink| session.end_batch_transaction(sink);
        self.run(sink, roll_back, |()| BatchEnd::Finished)
    }

    /// Sets the number of the request that runs next, for CURRENT_REQUEST_ID and the views; 0
    /// without MARS.
    pub fn set_request_id(&self, request: u16) {
        if let State::Ready(session) = &*self.state.lock() {
            session.sight().set_request_id(request);
        }
    }

    /// Passes a part of a bulk load: first the columns, then rows, then the end. An error goes to
    /// `sink` and ends the load. Fails as [`Session::execute`].
    pub fn load(&mut self, part: BulkPart, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        self.run(sink, |session, sink| session.load(part, sink), |end| *end)?;
        Ok(())
    }

    /// Returns a store in tempdb for long values that a client sends. The store serves any number
    /// of requests, and each value stays readable until its last reference is dropped. `None` once
    /// the instance is closed.
    pub fn long_store(&self) -> Option<Arc<dyn LongStore>> {
        let store = WorkValues::new(&*self.instance).ok()?;
        Some(Arc::new(store))
    }

    /// Runs `work` on the session. Ends the session if `work` panics or reports its end. A killed
    /// session ends first; an ended one returns why. Cached plans that take much memory are dropped
    /// after it. A panic is logged.
    pub(crate) fn run<T>(
        &mut self,
        sink: &mut dyn Sink,
        work: impl FnOnce(&mut sluice_exec::Session, &mut dyn Sink) -> T,
        end: impl FnOnce(&T) -> BatchEnd,
    ) -> Result<T, SessionEnded> {
        let mut state = self.killed.enter(&self.state);
        if self.killed.is_so() {
            state.end(SessionEnded::Killed);
        }
        let session = match &mut *state {
            State::Ready(session) => session,
            State::Ended(why) => return Err(why.clone()),
        };
        let mut sink = LastError {
            sink,
            number: 0,
            instance: &self.instance,
            id: self.id,
            killed: &self.killed,
            sight: session.sight(),
        };
        let _running = self.account.enter();
        // The session ends after a panic, so its half-changed memory is never read again. Locks of
        // `base::sync` held by the panicking thread stay poisoned. The transaction is rolled back
        // from the log.
        match catch_unwind(AssertUnwindSafe(|| work(session, &mut sink))) {
            Ok(result) => {
                if self.account.are_much(session.plan_bytes()) {
                    session.forget_plans();
                } else if !self.discards_after_answer {
                    session.discard_old_plans();
                }
                if end(&result) == BatchEnd::SessionEnded {
                    state.end(SessionEnded::Error { number: sink.number });
                }
                Ok(result)
            }
            Err(panic) => {
                let ended = SessionEnded::Fault { what: panic_message(panic.as_ref()) };
                self.instance.error_log().error(LogSource::Session(self.id), format_args!("{ended}"));
                state.end(ended.clone());
                Err(ended)
            }
        }
    }

    /// Sets a function that is called once another session has ended this one, by KILL or the like.
    /// No batch runs then, and none will. It must neither wait nor use the session.
    pub fn when_killed(&self, act: impl Fn() + Send + Sync + 'static) {
        self.killed.when_reported(Box::new(act));
    }

    /// Declares that the caller calls [`Session::discard_old_plans`] after each answer. A batch
    /// then leaves outdated plans to that call, so that its answer doesn't wait for it.
    pub fn discard_after_answer(&mut self) {
        self.discards_after_answer = true;
    }

    /// Discards the cached plans if a database was reverted, dropped or the like since the last
    /// call. The plans would keep its closed opening in memory until the next batch.
    pub fn discard_old_plans(&mut self) {
        if let State::Ready(session) = &mut *self.killed.enter_held(&self.state) {
            session.discard_old_plans();
        }
    }

    /// Returns the session's instance.
    pub(crate) fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }

    /// Declares that this thread serves only this session: its earlier allocations count as the
    /// connection's memory.
    pub fn adopt_thread(&self) {
        self.account.adopt_thread();
    }

    /// Returns a handle for another thread to watch and cancel the running batch. `None` once the
    /// session has ended.
    pub fn watch(&self) -> Option<Watch> {
        match &*self.state.lock() {
            State::Ready(session) => Some(Watch { cancel: session.cancel_handle(), sight: session.sight() }),
            State::Ended(_) => None,
        }
    }

    /// Sets the client's facts, which HOST_NAME, APP_NAME and `sys.dm_exec_sessions` show. Does
    /// nothing once the session has ended.
    pub fn introduce(&self, client: ClientFacts) {
        if let State::Ready(session) = &*self.state.lock() {
            session.sight().set_client(client);
        }
    }

    /// Gives the session the options of a client of `library`, now and after each reset of the
    /// connection. The call comes after USE of the client's database, whose defaults count. Does
    /// nothing once the session has ended.
    pub fn begin_options(&mut self, library: ClientLibrary) {
        self.library = library;
        self.restore_options();
    }

    /// Gives a session that begins the options of its client's library.
    pub(crate) fn restore_options(&mut self) {
        if let State::Ready(session) = &mut *self.state.lock() {
            session.begin_options(self.library);
        }
    }

    /// Makes the session, which has run nothing yet, the login's. Does nothing once the session has
    /// ended.
    pub(crate) fn log_in_as(&self, login: &LoginName) {
        if let State::Ready(session) = &mut *self.state.lock() {
            session.log_in_as(login.clone());
        }
    }

    /// Returns the current database; empty once the session has ended.
    pub fn database_name(&self) -> String {
        match &*self.state.lock() {
            State::Ready(session) => session.database().name.clone(),
            State::Ended(_) => String::new(),
        }
    }

    /// Returns the session's language; empty once the session has ended.
    pub fn language_name(&self) -> &'static str {
        match &*self.state.lock() {
            State::Ready(session) => session.sight().values.language().name,
            State::Ended(_) => "",
        }
    }

    /// Reports with the event `login` that a connection begins, or that it is used again if it
    /// `is_cached`. The former use and the session end with `logout`.
    pub fn report_login(&mut self, is_cached: bool) {
        self.report_logout(is_cached);
        if let State::Ready(session) = &*self.state.lock() {
            if is_cached {
                session.sight().waits.usage.count(WorkCount::ConnectionReset);
            }
            self.logged_in = Some(LoggedIn::begin(self.instance.waits(), session.sight(), is_cached));
        }
    }

    fn report_logout(&mut self, is_cached: bool) {
        if let Some(logged_in) = self.logged_in.take() {
            logged_in.end(self.instance.waits(), is_cached);
        }
    }

    /// Returns `@@TRANCOUNT`; 0 once the session has ended.
    pub fn transaction_count(&self) -> i32 {
        match &*self.state.lock() {
            State::Ready(session) => session.transaction_count(),
            State::Ended(_) => 0,
        }
    }

    /// Returns whether the first explicit transaction that has ended since the last call was
    /// committed. `None` if none has ended, and once the session has ended.
    pub fn take_transaction_end(&self) -> Option<bool> {
        match &*self.state.lock() {
            State::Ready(session) => session.sight().transaction.take_end(),
            State::Ended(_) => None,
        }
    }

    /// Returns the receipt of the last commit that changed a database. `None` if there was none, if
    /// it changed several databases, and once the session has ended. [`Instance::fate_of`] returns
    /// its fate.
    pub fn last_commit(&self) -> Option<CommitReceipt> {
        match &*self.state.lock() {
            State::Ready(session) => session.sight().transaction.receipt(),
            State::Ended(_) => None,
        }
    }

    /// Returns `@@SPID`.
    pub fn id(&self) -> u16 {
        self.id.0
    }
}

/// A session as seen by another thread.
#[derive(Clone)]
pub struct Watch {
    cancel: CancelHandle,
    sight: Arc<SessionSight>,
}

impl Watch {
    /// Cancels the running batch like an attention: at a scan's next rows, in a lock wait or
    /// WAITFOR, or at a loop's next turn. The statement is undone and error 3617 sent. The
    /// transaction stays open unless XACT_ABORT is ON. A commit that waits for the disk completes.
    /// Only the running batch is cancelled; without one, the call has no effect.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Returns whether a batch is running.
    pub fn is_running(&self) -> bool {
        self.sight.is_running()
    }

    /// Returns the approximate number of rows read by the batch, to some hundreds.
    pub fn rows_read(&self) -> u64 {
        self.sight.rows_read()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.report_logout(false);
        self.state.lock().end(SessionEnded::InstanceClosed);
        self.instance.sessions().leave(self.id);
    }
}

/// Passes on a batch's output and keeps the number of the last fatal error. Logs the system's
/// errors about resources, damage and the session's end. A batch of a session that is killed ends
/// with error 596.
struct LastError<'a> {
    sink: &'a mut dyn Sink,
    number: i32,
    instance: &'a Instance,
    id: SessionId,
    killed: &'a Killed,
    sight: Arc<SessionSight>,
}

impl Sink for LastError<'_> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.sink.columns(columns);
    }

    fn cursor_columns(&mut self, columns: &[ColumnInfo], origin: Option<&CursorOrigin>) {
        self.sink.cursor_columns(columns, origin);
    }

    fn row(&mut self, row: &[Value]) {
        self.sink.row(row);
    }

    fn takes_long(&self) -> bool {
        self.sink.takes_long()
    }

    fn origins(&mut self, origins: &[CellOrigin<'_>]) -> bool {
        self.sink.origins(origins)
    }

    fn stored_row(&mut self, rows: SourceRows<'_>, computed: &[Value]) -> bool {
        self.sink.stored_row(rows, computed)
    }

    fn done(&mut self, rows: Option<u64>) {
        self.sink.done(rows);
    }

    fn done_uncounted(&mut self) {
        self.sink.done_uncounted();
    }

    fn end_statement(&mut self, words: &str) {
        self.sink.end_statement(words);
    }

    fn fail_statement(&mut self) {
        self.sink.fail_statement();
    }

    fn begin(&mut self, kind: StatementKind) {
        self.sink.begin(kind);
    }

    fn broken_off(&mut self) {
        self.sink.broken_off();
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }

    fn enter_procedure(&mut self) {
        self.sink.enter_procedure();
    }

    fn leave_procedure(&mut self, status: Option<i32>) {
        self.sink.leave_procedure(status);
    }

    fn flush(&mut self) {
        self.sink.flush();
    }

    fn message(&mut self, message: Message) {
        if let Message::Error(error) = &message
            && error.severity >= LOGGED
        {
            if error.severity >= ENDS_SESSION {
                self.number = error.number;
            }
            if OF_FAILED_FILES.contains(&error.number) {
                // A database at rest has no background work that would notice its failure.
                self.instance.resources.failures.raise();
            }
            // RAISERROR logs users' errors, WITH LOG only.
            if error.number < FIRST_OF_USERS {
                let level = if error.severity < ENDS_SESSION { LogLevel::Warning } else { LogLevel::Error };
                let facts = (error.number, error.severity, error.state);
                self.instance.error_log().sql_error(
                    level,
                    LogSource::Session(self.id),
                    facts,
                    &crate::messages::text(error),
                );
            }
        }
        let message = match message {
            Message::Error(error) if error.number == SqlError::CANCELLED && self.killed.is_so() => {
                Message::Error(SqlError::session_is_killed().at_line(error.line))
            }
            other => other,
        };
        if let Message::Error(error) = &message {
            count_message(error, &self.sight, self.instance.waits());
            report_error(self.instance, error, false);
        }
        self.sink.message(message);
    }
}

/// Counts a message for the session: by its severity, and as an attention if it reports one. Keeps
/// the number of an error.
fn count_message(error: &SqlError, sight: &SessionSight, waits: &Waits) {
    if error.severity >= LEAST_OF_ERRORS {
        sight.set_batch_error(error.number);
    }
    note_work(match error.severity {
        ..LEAST_OF_ERRORS => WorkCount::Information,
        LEAST_OF_ERRORS..ENDS_SESSION => WorkCount::UserError,
        ENDS_SESSION.. => WorkCount::FatalError,
    });
    if error.number == SqlError::CANCELLED {
        note_work(WorkCount::Attention);
        waits.events().raise(EventKind::Attention, || {
            let ran_ns = waits.clock().utc_ns().saturating_sub(sight.began_ns()).max(0) as u64;
            [ran_ns / NS_OF_US, 0].map(FieldValue::UInt).to_vec()
        });
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// A failed read or write of a file, a failed log.
const OF_FAILED_FILES: [i32; 2] = [823, 9001];
/// The lowest severity that is logged: a lack of resources.
const LOGGED: u8 = 17;
/// The lowest number of users' messages.
const FIRST_OF_USERS: i32 = 50_000;
/// The lowest severity that ends the session.
const ENDS_SESSION: u8 = 20;
const NS_OF_US: u64 = 1000;
/// The least severity of an error; smaller ones are information.
const LEAST_OF_ERRORS: u8 = 11;
