//! A session: the instance's side of a connection.

mod pull;
mod request_events;

use self::pull::SuspendedBatch;
use self::request_events::RequestEvents;
use crate::batch::{self, Batch, BatchEnd, FunctionBodies, Plans};
use crate::request::{OutputPlace, Receivers, Reply, Request, RequestBatch, RequestOutput};
use sluice_base::ids::{DatabaseId, ObjectId, SessionId};
use sluice_base::interruption::{self, Entered};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::waits::note_work;
use sluice_base::work_counts::WorkCount;
use sluice_catalog::ObjectName;
use sluice_plan::SetOption;
use sluice_session::activity::Pause;
use sluice_session::bulk::{Awaited, BulkPart};
use sluice_session::client_requests::FunctionValue;
use sluice_session::configuration_options::{OPTIMIZE_FOR_AD_HOC, USER_OPTIONS};
use sluice_session::consequence::{self, Consequence};
use sluice_session::host::Host;
use sluice_session::options::{ClientLibrary, Options, UserOptions};
use sluice_session::prepared::PreparedStatements;
use sluice_session::request_rows::{GivenRows, RequestRows};
use sluice_session::session_sight::SessionSight;
use sluice_session::sink::{Message, NullSink, Sink};
use sluice_session::spent::Spent;
use sluice_session::state::SessionState;
use sluice_session::who::{LoginName, Who};
use sluice_table::database::Database;
use sluice_table::temporary;
use sluice_txn::{LockGate, OwnerId};
use sluice_types::{SqlError, Value};

/// A session of the instance. One thread uses it at a time. Dropping it rolls back its transaction
/// and drops its temporary tables.
pub struct Session {
    host: Arc<dyn Host>,
    state: SessionState,
    plans: Plans,
    // Compiled bodies of the functions that the session has called.
    functions: Arc<FunctionBodies>,
    // Generation of the cached plans. They are discarded when the instance's generation differs.
    plan_generation: u64,
    // The INSERT BULK whose rows are arriving.
    loading: Option<Box<Batch>>,
    // The batch that waits until the client takes more of its output.
    suspended: Option<Box<SuspendedBatch>>,
    // The running request, if its end is an event that is collected.
    events: Option<Box<RequestEvents>>,
    // Temporary tables from before a reset, to be dropped when no transaction is open.
    left: Vec<ObjectId>,
    // The error of the next request, if the session has lost its transaction or its batch.
    lost: Option<SqlError>,
}

/// A bulk load that was set aside before its rows came.
#[derive(Debug)]
pub struct AwaitedLoad {
    statement: Arc<str>,
    database: DatabaseId,
}

/// A batch with values for its parameters.
struct BatchRequest<'g> {
    text: &'g str,
    declarations: &'g str,
    /// One value for each parameter.
    values: &'g [Value],
    /// OUTPUT arguments of a call; `None` for a text.
    outputs: Option<&'g [OutputPlace]>,
    /// The procedure of a call.
    procedure: Option<&'g str>,
}

impl<'g> BatchRequest<'g> {
    fn of_text(text: &'g str) -> BatchRequest<'g> {
        BatchRequest { text, declarations: "", values: &[], outputs: None, procedure: None }
    }
}

/// Cancels a session's running batch from another thread.
#[derive(Clone, Debug)]
pub struct CancelHandle {
    flag: Arc<AtomicBool>,
    /// The waits for locks.
    locks: LockGate,
    /// The waits of WAITFOR.
    pause: Arc<Pause>,
}

impl CancelHandle {
    /// Cancels the running batch. It ends at the next loop iteration, the next rows of a scan, or
    /// at once in a lock wait or WAITFOR. Does nothing if no batch is running.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.locks.wake();
        self.pause.end();
    }
}

impl Session {
    /// Returns a session of `host` whose current database is `database`. It starts with the options
    /// of 'user options' and counts as logged in now, as the administrator until another log-in.
    pub fn new(host: Arc<dyn Host>, id: SessionId, database: Arc<Database>) -> Session {
        let (plan_generation, plans) = (host.plan_generation(), Plans::for_session(&*host));
        let mut state = SessionState::new(id, database);
        state.activity.sight.set_numbers(host.transaction_numbers(), host.clock());
        state.options = first_options(&*host);
        state.globals.options = state.options.bits();
        state.activity.sight.log_in(host.clock().utc_ns());
        Session {
            host,
            state,
            plans,
            functions: Arc::default(),
            plan_generation,
            loading: None,
            suspended: None,
            events: None,
            left: Vec::new(),
            lost: None,
        }
    }

    /// Resets the session for another use of its connection (MS-TDS 2.2.3.1.2, RESETCONNECTION).
    /// Id, database, login and isolation level stay. The transaction is rolled back, or continues
    /// if `keeps_transaction`. Temporary tables can't be found any more; they are dropped when no
    /// transaction is open. A suspended batch and a bulk load in progress are given up. Cached
    /// plans are dropped. The error of the rollback is returned after everything else is reset.
    pub fn start_over(&mut self, keeps_transaction: bool) -> Result<(), SqlError> {
        self.make_way();
        if self.state.client.bulk.is_some() {
            self.load(BulkPart::Abandon, &mut NullSink);
        }
        let mut result = Ok(());
        if !keeps_transaction {
            self.state.globals.tran_count = 0;
            result = self.state.transaction.roll_back();
        }
        (self.state.client.bulk, self.loading, self.lost) = (None, None, None);
        self.forget_plans();
        if !self.state.temporary_tables.is_empty() {
            self.left.append(&mut self.state.temporary_tables);
            self.state.activity.sight.grow_older();
        }
        let isolation = self.state.options.isolation;
        self.state.start_over(Options { isolation, ..first_options(&*self.host) });
        self.state.activity.sight.log_in(self.host.clock().utc_ns());
        self.drop_left();
        result
    }

    /// Gives the session, which has not run a client's statement yet, the options with which a
    /// client of `library` begins in the current database.
    pub fn begin_options(&mut self, library: ClientLibrary) {
        if library == ClientLibrary::Odbc {
            return;
        }
        let defaults = self.state.database.session_defaults();
        self.state.begin_without_driver(user_options(&*self.host).options_without_driver(defaults));
    }

    /// Makes `login` the session's login, without a check. A new session belongs to the
    /// administrator.
    pub fn log_in_as(&mut self, login: LoginName) {
        self.state.be(&*self.host, Arc::new(Who::logged_in(login)));
    }

    /// Runs the logon triggers. Their messages go to `sink`. Fails with 17892 if they don't let the
    /// session begin. `is_pooled` says whether the connection is used again.
    pub fn log_on(&mut self, sink: &mut dyn Sink, is_pooled: bool) -> Result<(), SqlError> {
        let _entered = self.begin_work();
        let mut context = batch::context_of(&self.state, &*self.host, &self.functions);
        let may_begin = batch::log_on(&mut self.state, &mut context, sink, &mut self.plans, is_pooled);
        if may_begin { Ok(()) } else { Err(SqlError::logon_trigger_denied(&self.state.security.who.login.name)) }
    }

    /// Returns the id of the session, `@@SPID`.
    pub fn id(&self) -> SessionId {
        self.state.id
    }

    /// Returns the current database.
    pub fn database(&self) -> &Arc<Database> {
        &self.state.database
    }

    /// Returns a copy of the session's SET options.
    pub fn options(&self) -> Options {
        self.state.options
    }

    /// Returns the session's owner of locks in the lock manager.
    pub fn owner(&self) -> OwnerId {
        self.state.transaction.locks.id()
    }

    /// Returns `@@TRANCOUNT`: 0 outside of a transaction.
    pub fn transaction_count(&self) -> i32 {
        self.state.globals.tran_count
    }

    /// Returns the facts that other sessions see. They stay readable after the session's end.
    pub fn sight(&self) -> Arc<SessionSight> {
        Arc::clone(&self.state.activity.sight)
    }

    /// Returns a handle that cancels the running batch from any thread.
    pub fn cancel_handle(&self) -> CancelHandle {
        CancelHandle {
            flag: Arc::clone(&self.state.activity.cancel),
            locks: self.state.transaction.locks.gate(),
            pause: Arc::clone(&self.state.activity.pause),
        }
    }

    /// Runs a batch. Results and errors go to `sink`. A suspended batch is ended first. If an
    /// INSERT BULK waits for its rows, the load is given up, and the batch fails with 4022 without
    /// running.
    pub fn execute(&mut self, text: &str, sink: &mut dyn Sink) -> BatchEnd {
        if self.state.client.bulk.is_some() {
            return self.give_up_load(sink);
        }
        self.run(BatchRequest::of_text(text), sink).end
    }

    /// Calls a procedure. Results and errors go to `sink`, the return status and output values to
    /// the reply. A suspended batch is ended first. An INSERT BULK that waits for its rows is given
    /// up, and the call fails with 4022.
    pub fn call(&mut self, request: &Request, sink: &mut dyn Sink) -> Reply {
        match self.requested(request, sink) {
            Ok(batch) => {
                let reply = self.run(given(&batch, request), sink);
                // The rows are still there if the batch didn't run.
                self.state.client.given_rows.clear();
                reply
            }
            Err(end) => Reply::without_values(end),
        }
    }

    /// Returns the batch of a request, whose rows the session then holds.
    fn requested<'r>(&mut self, request: &'r Request, sink: &mut dyn Sink) -> Result<RequestBatch<'r>, BatchEnd> {
        if self.state.client.bulk.is_some() {
            return Err(self.give_up_load(sink));
        }
        let declarations = request.declarations(&self.state.client.prepared).to_owned();
        let declarations = declarations.as_str();
        let wanted = |called: &ObjectName, place: usize| {
            let name = request.arguments[place].name.as_deref();
            batch::wanted_type(called, (place, name), declarations, (&self.state, &*self.host))
        };
        let name = |called: &ObjectName, place: usize| batch::declared_name(called, place, declarations);
        let has_type = |schema: Option<&str>, name: &str| batch::has_type(&self.state, schema, name);
        let receivers = Receivers { table_type: &wanted, name: &name, has_type: &has_type };
        let batch = request.batch(&receivers).map_err(|error| self.refuse(vec![error.at_line(1)], sink))?;
        let rows = batch.rows.iter();
        self.state.client.given_rows = rows
            .map(|rows| GivenRows {
                variable: rows.variable.clone(),
                argument: rows.argument.clone(),
                rows: RequestRows::clone(rows.rows),
            })
            .collect();
        Ok(batch)
    }

    /// Returns the prepared statements of the client.
    pub fn prepared(&mut self) -> &mut PreparedStatements {
        &mut self.state.client.prepared
    }

    /// Whether the last batch was an INSERT BULK, which waits for rows.
    pub fn awaits_rows(&self) -> bool {
        self.state.client.bulk.is_some()
    }

    /// Takes the awaited bulk load out of the session, so that other requests may run before its
    /// rows come. `None` if no load is awaited, or if rows of it have come.
    pub fn set_load_aside(&mut self) -> Option<AwaitedLoad> {
        if self.loading.is_some() {
            return None;
        }
        let statement = self.state.client.bulk.take()?.statement;
        Some(AwaitedLoad { statement, database: self.state.database.id })
    }

    /// Awaits a bulk load again that was set aside. Returns whether it does: not if another
    /// database has become the current one, whose table the statement would name.
    pub fn await_load(&mut self, load: AwaitedLoad) -> bool {
        let is_same = self.state.database.id == load.database;
        if is_same {
            self.state.client.bulk = Some(Awaited { statement: load.statement, part: None });
        }
        is_same
    }

    /// Rolls back the transaction of a batch under MARS that has ended without ending it, with 3997
    /// (`relational-databases/native-client/features/using-multiple-active-result-sets-mars.md`).
    pub fn end_batch_transaction(&mut self, sink: &mut dyn Sink) {
        sink.message(Message::Error(SqlError::transaction_active_at_batch_end().at_line(1)));
        self.state.globals.tran_count = 0;
        let result = self.state.end_transaction();
        result.err().into_iter().for_each(|error| sink.message(Message::Error(error)));
    }

    /// Processes a part of the awaited bulk load. Returns `Failed` if no load is awaited; if the
    /// session has lost it, `sink` gets the error. An error ends the load. A suspended batch is
    /// ended first. Returns how the part ended; the last part ends the load's batch.
    pub fn load(&mut self, part: BulkPart, sink: &mut dyn Sink) -> BatchEnd {
        if let Some(end) = self.make_way() {
            return end;
        }
        let Some(awaited) = &mut self.state.client.bulk else {
            return match self.lost.take() {
                Some(error) => self.refuse(vec![error], sink),
                None => BatchEnd::Failed,
            };
        };
        awaited.part = Some(part);
        let text = Arc::clone(&awaited.statement);
        let sight = self.sight();
        let _working = sight.enter();
        sight.begin_batch(&text, self.host.clock().utc_coarse_ns());
        let end = self.load_seen(&text, sink);
        self.show_end();
        end
    }

    /// Discards the cached plans if the instance's generation has changed. The next batch would do
    /// so too, but until then the plans keep closed databases in memory.
    pub fn discard_old_plans(&mut self) {
        let generation = self.host.plan_generation();
        if generation != self.plan_generation {
            self.plan_generation = generation;
            self.plans.set_generation(generation);
            self.forget_plans();
        }
    }

    fn load_seen(&mut self, text: &str, sink: &mut dyn Sink) -> BatchEnd {
        let _entered = self.begin_work();
        // The statement keeps its state between parts, so the batch isn't in the plan cache.
        let batch = match self.loading.take() {
            Some(batch) => Ok(batch),
            None => self.plans.take(text, "", &self.state),
        };
        let batch = match batch {
            Ok(batch) => batch,
            Err(errors) => {
                self.state.client.bulk = None;
                return self.refuse(errors, sink);
            }
        };
        let (batch, end) = batch.run(&[], &mut self.state, &*self.host, sink, &mut self.plans, &self.functions);
        match self.state.client.bulk.as_mut().is_some_and(|awaited| awaited.part.take().is_none()) {
            true => self.loading = Some(batch),
            // The load is over, or SET NOEXEC prevents it.
            false => self.state.client.bulk = None,
        }
        end
    }

    /// Aborts the awaited bulk load and reports 4022.
    fn give_up_load(&mut self, sink: &mut dyn Sink) -> BatchEnd {
        let end = self.load(BulkPart::Abandon, sink);
        let error = SqlError::bulk_data_not_sent().at_line(1);
        match end {
            BatchEnd::SessionEnded => end,
            _ => self.refuse(vec![error], sink),
        }
    }

    /// Runs a batch to its end.
    fn run(&mut self, given: BatchRequest<'_>, sink: &mut dyn Sink) -> Reply {
        if let Some(end) = self.make_way() {
            return Reply::without_values(end);
        }
        let sight = self.sight();
        let _working = sight.enter();
        sight.begin_batch(given.text, self.host.clock().utc_coarse_ns());
        note_work(WorkCount::Batch);
        self.events = RequestEvents::begin(&*self.host, given.text, given.procedure);
        self.await_function_value(given.outputs.is_some());
        let reply = self.run_seen(given, sink);
        self.end_batch(reply.end);
        reply
    }

    /// Records whether the batch that begins is a call, which takes the value of a function.
    fn await_function_value(&mut self, is_call: bool) {
        let value = if is_call { FunctionValue::Awaited } else { FunctionValue::NotAwaited };
        self.state.client.function_value = value;
    }

    /// Returns the reply of a batch that has ended. `outputs` are the OUTPUT arguments of a call,
    /// and `None` for a text. If not `takes_long`, long values are read into memory.
    fn reply_of(&mut self, end: BatchEnd, batch: &Batch, outputs: Option<&[OutputPlace]>, takes_long: bool) -> Reply {
        let Some(outputs) = outputs else { return Reply::without_values(end) };
        // If a value can't be read now, its reader fails later too.
        let whole = |value: Value| if takes_long { value } else { value.clone().into_whole().unwrap_or(value) };
        if let FunctionValue::Returned(data_type, value) = std::mem::take(&mut self.state.client.function_value) {
            return Reply { function_value: Some((data_type, whole(value))), ..Reply::without_values(end) };
        }
        // The status is set only if the procedure has completed.
        let Value::Int(status) = batch.parameter(0) else { return Reply::without_values(end) };
        let output = |&(place, parameter, data_type): &OutputPlace| RequestOutput {
            place,
            data_type,
            value: whole(batch.parameter(parameter).clone()),
        };
        let outputs = outputs.iter().map(output).collect();
        Reply { status: Some(*status), outputs, ..Reply::without_values(end) }
    }

    /// Ends the request of a batch.
    fn end_batch(&mut self, end: BatchEnd) {
        if let Some(events) = self.events.take() {
            events.end(&*self.host, end);
        }
        if !self.left.is_empty() {
            self.drop_left();
        }
        self.show_end();
    }

    /// Shows other sessions that the request has ended.
    fn show_end(&self) {
        let globals = &self.state.globals;
        let now_ns = self.host.clock().utc_coarse_ns();
        self.state.activity.sight.end_batch(now_ns, globals.row_count, globals.error);
    }

    /// Starts work that the cancel flag interrupts, and clears an earlier cancellation. Enters the
    /// present opening of the current database, for which it may wait: a cancellation ends that.
    fn begin_work(&mut self) -> Entered {
        self.state.activity.cancel.store(false, Ordering::Relaxed);
        let entered = interruption::enter(Arc::clone(&self.state.activity.cancel));
        self.state.rejoin(&*self.host);
        self.state.look_up_default_schema(&*self.host);
        entered
    }

    fn run_seen(&mut self, given: BatchRequest<'_>, sink: &mut dyn Sink) -> Reply {
        let _entered = self.begin_work();
        let batch = match self.compiled((given.text, given.declarations), sink) {
            Ok(batch) => batch,
            Err(end) => return Reply::without_values(end),
        };
        let (batch, end) =
            batch.run(given.values, &mut self.state, &*self.host, sink, &mut self.plans, &self.functions);
        let reply = self.reply_of(end, &batch, given.outputs, sink.takes_long());
        self.plans.put(given.text, batch);
        reply
    }

    /// Returns the compiled batch of a text with parameter declarations. Returns the end of a batch
    /// that doesn't run.
    fn compiled(&mut self, (text, declarations): (&str, &str), sink: &mut dyn Sink) -> Result<Box<Batch>, BatchEnd> {
        if let Some(error) = self.lost.take() {
            return Err(self.refuse(vec![error], sink));
        }
        self.discard_old_plans();
        let is_for_ad_hoc = self.host.configurations().in_use(OPTIMIZE_FOR_AD_HOC) != 0;
        self.plans.keep_repeated_only(is_for_ad_hoc);
        if self.state.options.parse_only {
            match batch::read_only(text, self.state.options.meaning.has(SetOption::QuotedIdentifier)) {
                Ok(Some(false)) => self.state.options.parse_only = false,
                Ok(_) => return Err(BatchEnd::Finished),
                Err(errors) => return Err(self.refuse(errors, sink)),
            }
        }
        let began = self.state.options.statistics_time.then(|| Spent::now(&**self.host.clock()));
        let batch = self.plans.take(text, declarations, &self.state);
        let batch = batch.map_err(|errors| self.refuse(errors, sink))?;
        if let Some(began) = began {
            // 3613: time to parse the batch.
            let [cpu_ms, elapsed_ms] = Spent::now(&**self.host.clock()).since(began).milliseconds();
            sink.message(Message::Error(SqlError::parse_and_compile_time(cpu_ms, elapsed_ms)));
        }
        if batch.parses_only() {
            self.state.options.parse_only = true;
            return Err(BatchEnd::Finished);
        }
        Ok(batch)
    }

    fn refuse(&mut self, errors: Vec<SqlError>, sink: &mut dyn Sink) -> BatchEnd {
        self.state.globals.error = errors.first().map_or(0, |error| error.number);
        let ends = consequence::of_refusal(&errors, self.state.options.xact_abort);
        errors.into_iter().for_each(|error| sink.message(Message::Error(error)));
        if ends >= Consequence::Transaction {
            self.state.globals.tran_count = 0;
            let result = self.state.end_transaction();
            result.err().into_iter().for_each(|error| sink.message(Message::Error(error)));
        }
        BatchEnd::Failed
    }

    /// Gives up the session's transaction, its suspended batch and its bulk load, and closes its
    /// cursors, because the database `database` is taken from it. If there was a transaction, the
    /// next request fails with 3971 instead of running; if there was only a batch, with 952. So the
    /// client takes no part of them for done. Everything else stays.
    pub fn lose_transaction(&mut self, database: &str) {
        let had_batch = self.suspended.is_some() || self.state.client.bulk.is_some();
        self.make_way();
        if self.state.client.bulk.is_some() {
            self.load(BulkPart::Abandon, &mut NullSink);
        }
        (self.state.client.bulk, self.loading) = (None, None);
        let transaction = &self.state.activity.sight.transaction;
        let seen = transaction.seen(self.host.transaction_numbers(), &**self.host.clock());
        let number = seen.map_or(0, |transaction| transaction.number);
        let lost = match std::mem::take(&mut self.state.globals.tran_count) {
            0 if had_batch => Some(SqlError::database_in_transition(database)),
            0 => None,
            _ => Some(SqlError::transaction_not_resumed(format_args!("{number:x}"))),
        };
        self.lost = lost.map(|error| error.at_line(1)).or(self.lost.take());
        self.state.cursors.close_all();
        self.state.globals.cursor_rows = 0;
        // A rollback that fails leaves the database to its recovery.
        let _by_recovery = self.state.transaction.roll_back();
    }

    /// Discards the session's compiled batches and modules to free memory. The next run compiles
    /// them again.
    pub fn forget_plans(&mut self) {
        self.plans.clear();
        self.functions.clear();
    }

    /// Returns the heap bytes of the session's compiled batches and modules.
    pub fn plan_bytes(&self) -> u64 {
        self.plans.bytes()
    }

    /// Rolls back the open transaction and drops the session's temporary tables. The session can't
    /// be used afterwards, also if this fails with the error of the rollback.
    pub fn close(&mut self) -> Result<(), SqlError> {
        self.make_way();
        (self.state.client.bulk, self.loading) = (None, None);
        let result = self.state.roll_back();
        self.left.append(&mut self.state.temporary_tables);
        self.drop_left();
        self.forget_plans();
        result
    }

    /// Drops the remaining temporary tables, unless a transaction is open, whose rollback would
    /// restore them.
    #[cold]
    #[inline(never)]
    fn drop_left(&mut self) {
        if self.state.globals.tran_count > 0 {
            return;
        }
        let left = std::mem::take(&mut self.left);
        if let Some(drops) = temporary::drops(&*self.host, &left) {
            // The drops report nothing, whatever the SET options are.
            let options = std::mem::take(&mut self.state.options);
            let globals = std::mem::take(&mut self.state.globals);
            self.state.globals.spid = globals.spid;
            // A table that can't be dropped disappears when tempdb is recreated.
            self.run_seen(BatchRequest::of_text(&drops), &mut NullSink);
            (self.state.options, self.state.globals) = (options, globals);
        }
    }
}

/// Returns a request's batch as it is run.
fn given<'g>(batch: &'g RequestBatch<'_>, request: &'g Request) -> BatchRequest<'g> {
    let RequestBatch { text, declarations, values, outputs, .. } = batch;
    BatchRequest { text, declarations, values, outputs: Some(outputs), procedure: Some(&request.procedure) }
}

/// The SET options of a new session, from the option 'user options'.
fn first_options(host: &dyn Host) -> Options {
    user_options(host).options()
}

fn user_options(host: &dyn Host) -> UserOptions {
    UserOptions::from_bits(host.configurations().in_use(USER_OPTIONS)).unwrap_or_default()
}

impl Drop for Session {
    /// Discards errors. Callers that need them call [`Session::close`] first.
    fn drop(&mut self) {
        let _ = self.close();
    }
}
