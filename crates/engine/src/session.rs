//! A session: batches in, results out.

use crate::error::{InstanceError, SessionEnded};
use crate::instance::Instance;
use crate::sessions::{Killed, State};
use sluice_base::account::Account;
use sluice_base::ids::SessionId;
use sluice_base::sync::{Arc, Mutex};
use sluice_exec::long_values::WorkValues;
use sluice_exec::session::CancelHandle;
use sluice_exec::who::LoginName;
use sluice_exec::{
    BatchEnd, BulkPart, ColumnInfo, CursorOrigin, Host, Message, PreparedStatement, Reply, Request, SessionSight, Sink,
    SourceRows, StatementKind,
};
use sluice_functions::ClientFacts;
use sluice_types::row::CellOrigin;
use sluice_types::{LongStore, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A connection to an instance; each thread has its own. What is open when it is dropped is rolled back.
pub struct Session {
    instance: Arc<Instance>,
    id: SessionId,
    state: Arc<Mutex<State>>,
    account: Arc<Account>,
    killed: Killed,
}

impl Instance {
    /// Connects; as many as want to, each from a thread of its own or not.
    pub fn connect(self: &Arc<Instance>) -> Result<Session, InstanceError> {
        let host: Arc<dyn Host> = self.clone();
        let Some(master) = host.database("master") else { return Err(InstanceError::Closed) };
        let account = Account::open(master.storage.pool.broker())?;
        let (id, state, killed) = self.sessions().enter(|id| sluice_exec::Session::new(host, id, master))?;
        Ok(Session { instance: self.clone(), id, state, account, killed })
    }
}

impl Session {
    /// Runs one batch; what it sends, errors included, goes to `sink`. Fails if the session has ended: by a fault of ours,
    /// now or before, by an error of severity 20 or above in a batch before this one, or because the instance was closed. The
    /// instance goes on in the first two cases, and what was acknowledged stays.
    pub fn execute(&mut self, batch: &str, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        self.run(sink, |session, sink| session.execute(batch, sink), |end| *end)?;
        Ok(())
    }

    /// Calls a procedure with typed values, as a driver's RPC does: what it sends, errors included, goes to `sink`, its return status and the
    /// values that are wanted back come as the reply. Fails as [`Session::execute`] does.
    pub fn call(&mut self, request: &Request, sink: &mut dyn Sink) -> Result<Reply, SessionEnded> {
        self.run(sink, |session, sink| session.call(request, sink), |reply| reply.end)
    }

    /// Keeps a statement for later runs; its handle, by which `sp_execute` runs it. 0 once the session has ended.
    pub fn prepare(&mut self, statement: PreparedStatement) -> i32 {
        match &mut *self.state.lock() {
            State::Ready(session) => session.prepared().add(statement),
            State::Ended(_) => 0,
        }
    }

    /// The statement of a handle.
    pub fn prepared(&self, handle: i32) -> Option<Arc<PreparedStatement>> {
        match &mut *self.state.lock() {
            State::Ready(session) => session.prepared().get(handle).map(Arc::clone),
            State::Ended(_) => None,
        }
    }

    /// Forgets a statement; whether there was one of that handle.
    pub fn unprepare(&mut self, handle: i32) -> bool {
        match &mut *self.state.lock() {
            State::Ready(session) => session.prepared().remove(handle),
            State::Ended(_) => false,
        }
    }

    /// Whether the last batch was an INSERT BULK, so that rows are awaited: [`Session::load`]. Any other batch gives that up (4022).
    pub fn awaits_rows(&self) -> bool {
        match &*self.state.lock() {
            State::Ready(session) => session.awaits_rows(),
            State::Ended(_) => false,
        }
    }

    /// Takes a part of the bulk load that is awaited, as a driver's rows come: the columns first, then rows, then the end. After an error, which goes
    /// to `sink`, none is awaited any more. Fails as [`Session::execute`] does.
    pub fn load(&mut self, part: BulkPart, sink: &mut dyn Sink) -> Result<(), SessionEnded> {
        self.run(sink, |session, sink| session.load(part, sink), |end| *end)?;
        Ok(())
    }

    /// Where long values of a request are kept until it has run: in tempdb. None once the instance is closed.
    pub fn long_store(&self) -> Option<Arc<dyn LongStore>> {
        let store = WorkValues::new(&*self.instance).ok()?;
        Some(Arc::new(store))
    }

    /// Has the session do something, and ends it if it is to or if that panics.
    pub(crate) fn run<T>(
        &mut self,
        sink: &mut dyn Sink,
        work: impl FnOnce(&mut sluice_exec::Session, &mut dyn Sink) -> T,
        end: impl FnOnce(&T) -> BatchEnd,
    ) -> Result<T, SessionEnded> {
        let mut state = self.state.lock();
        if self.killed.is_so() {
            state.end(SessionEnded::Killed);
        }
        let session = match &mut *state {
            State::Ready(session) => session,
            State::Ended(why) => return Err(why.clone()),
        };
        let mut sink = LastError { sink, number: 0 };
        let _running = self.account.enter();
        // What a panic left half done in memory is not looked at again: the session is over, and locks of the facade that
        // the panicking thread held refuse everybody after it (`base::sync`). Its transaction is rolled back from the log.
        match catch_unwind(AssertUnwindSafe(|| work(session, &mut sink))) {
            Ok(result) => {
                if self.account.are_much(session.plan_bytes()) {
                    session.forget_plans();
                }
                if end(&result) == BatchEnd::SessionEnded {
                    state.end(SessionEnded::Error { number: sink.number });
                }
                Ok(result)
            }
            Err(panic) => {
                let ended = SessionEnded::Fault { what: panic_message(panic.as_ref()) };
                state.end(ended.clone());
                Err(ended)
            }
        }
    }

    /// Declares that this thread serves the session alone: what it has allocated so far is the connection's memory.
    pub fn adopt_thread(&self) {
        self.account.adopt_thread();
    }

    /// For another thread to watch what runs, and to stop it.
    pub fn watch(&self) -> Option<Watch> {
        match &*self.state.lock() {
            State::Ready(session) => Some(Watch { cancel: session.cancel_handle(), sight: session.sight() }),
            State::Ended(_) => None,
        }
    }

    /// What the program that uses the session tells of itself: HOST_NAME, APP_NAME and `sys.dm_exec_sessions` pass it on.
    pub fn introduce(&self, client: ClientFacts) {
        if let State::Ready(session) = &*self.state.lock() {
            session.sight().set_client(client);
        }
    }

    /// It is that login's from now on; it has run nothing yet.
    pub(crate) fn log_in_as(&self, login: &LoginName) {
        if let State::Ready(session) = &mut *self.state.lock() {
            session.log_in_as(login.clone());
        }
    }

    /// The name of the current database; empty once the session has ended.
    pub fn database_name(&self) -> String {
        match &*self.state.lock() {
            State::Ready(session) => session.database().name.clone(),
            State::Ended(_) => String::new(),
        }
    }

    /// How many BEGIN TRANSACTION are open (`@@TRANCOUNT`); 0 once the session has ended.
    pub fn transaction_count(&self) -> i32 {
        match &*self.state.lock() {
            State::Ready(session) => session.transaction_count(),
            State::Ended(_) => 0,
        }
    }

    /// `@@SPID`.
    pub fn id(&self) -> u16 {
        self.id.0
    }
}

/// A session as another thread sees it.
#[derive(Clone)]
pub struct Watch {
    cancel: CancelHandle,
    sight: Arc<SessionSight>,
}

impl Watch {
    /// Stops the batch that runs, as an attention does: at a scan's next rows, in a wait for a lock or of WAITFOR, at the next turn of a loop. The
    /// statement is undone and error 3617 told; the transaction stays open unless XACT_ABORT is ON. A commit that waits for the
    /// disk goes through, and one batch only is stopped: nothing comes of it when none runs.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Whether a batch runs.
    pub fn is_running(&self) -> bool {
        self.sight.is_running()
    }

    /// How many rows the batch has read from tables, to some hundreds.
    pub fn rows_read(&self) -> u64 {
        self.sight.rows_read()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.state.lock().end(SessionEnded::InstanceClosed);
        self.instance.sessions().leave(self.id);
    }
}

/// Passes on what a batch sends, and remembers the number of the last grave error.
struct LastError<'a> {
    sink: &'a mut dyn Sink,
    number: i32,
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

    fn end_statement(&mut self) {
        self.sink.end_statement();
    }

    fn begin(&mut self, kind: StatementKind) {
        self.sink.begin(kind);
    }

    fn broken_off(&mut self) {
        self.sink.broken_off();
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
            && error.severity >= ENDS_SESSION
        {
            self.number = error.number;
        }
        self.sink.message(message);
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// The severity from which on an error ends its session.
const ENDS_SESSION: u8 = 20;
