//! The life of a connection: log-in, requests in sequence, end.

use crate::answer::{Answer, protocol_message};
use crate::bulk_load;
use crate::calls;
use crate::ended::Ended;
use crate::line::{self, Line};
use crate::log_in::{LoggedIn, log_in};
use crate::precedence::Ahead;
use crate::rpc_request::{Refusal, RpcRequest};
use crate::shared::Shared;
use crate::transaction::statements;
use sluice_base::scheduling::take_short_turns;
use sluice_base::sync::Arc;
use sluice_engine::{BulkPart, Collector, Message, ProvenLogin, Session, SessionEnded, SqlError};
use sluice_tds::error::Fault;
use sluice_tds::request::{BatchReader, TransactionRequest};
use sluice_tds::token::write_error;
use sluice_tds::{Done, DoneKind, DoneStatus, EnvChange, Input, PacketKind, ProtocolError, Status};
use sluice_types::LongStore;
use std::time::Duration;

struct Connection<'s> {
    server: &'s Shared,
    line: Line,
    session: Session,
    login: ProvenLogin,
    /// The store for long values of requests.
    store: Option<Arc<dyn LongStore>>,
    /// The database in which the session began; a reset returns to it.
    database: String,
    transaction: Transaction,
    /// Whether the session has run a request.
    is_used: bool,
}

/// The transaction as the client knows it.
#[derive(Default)]
struct Transaction {
    /// The descriptor; 0 if there is no transaction.
    descriptor: u64,
    begun: u64,
}

/// Serves a client to its end and returns the reason. Calls `let_in` after a successful log-in,
/// when the client no longer counts as a newcomer. Keeps the log-in's priority, `ahead`, for some
/// milliseconds after it, so that the client can read the answer.
pub(crate) fn serve(mut line: Line, server: &Shared, ahead: Ahead<'_>, let_in: impl FnOnce()) -> Ended {
    match log_in(&mut line, server, &ahead) {
        Ok(LoggedIn { session, login, database }) => {
            server.counts.log_ins.add();
            let_in();
            // Waits so that, beside busy sessions, the client's process gets a processor to read
            // the answer.
            line.wait_for_input(ANSWER_MAX);
            drop(ahead);
            take_short_turns(false);
            let mut connection = Connection {
                server,
                line,
                store: session.long_store(),
                session,
                login,
                database,
                transaction: Transaction::default(),
                is_used: false,
            };
            // KILL also ends the connection (`t-sql/language-elements/kill-transact-sql.md`).
            let shared = Arc::clone(&connection.line.shared);
            connection.session.when_killed(move || shared.stop_reading());
            connection.session.adopt_thread();
            connection.session.discard_after_answer();
            loop {
                let outcome = connection.next_request();
                server.instance.shutdown().carry_out();
                if let Err(ended) = outcome {
                    connection.line.end();
                    return ended;
                }
            }
        }
        Err(ended) => {
            line.end();
            ended
        }
    }
}

impl Connection<'_> {
    fn next_request(&mut self) -> Result<(), Ended> {
        let request_bytes_max = self.server.options.request_bytes_max;
        let (store, mut calls) = (&self.store, None);
        let read = |kind: PacketKind, input: &mut Input| {
            if kind == PacketKind::Rpc {
                let calls = calls.get_or_insert_with(|| RpcRequest::new(store.clone()));
                calls.read(input, request_bytes_max);
            }
        };
        let received = match self.line.receive_read(request_bytes_max, read) {
            Err(Ended::TooLarge(error)) => return self.refuse(error),
            received => received?,
        };
        let Some(message) = received else { return Err(Ended::Gone) };
        self.line.out.begin(PacketKind::TabularResult, Status::NORMAL);
        match message.kind {
            // The client abandoned the request before its end: a single DONE acknowledges that
            // (MS-TDS 2.2.1.7).
            _ if message.status.has(Status::IGNORE) => {
                self.abandon_load()?;
                IGNORED.write(&mut self.line.out);
                self.line.finish()
            }
            // The request that the attention was for has already ended.
            PacketKind::Attention => {
                self.abandon_load()?;
                let status = DoneStatus::ATTENTION;
                Done { status, ..IGNORED }.write(&mut self.line.out);
                self.line.finish()
            }
            PacketKind::SqlBatch | PacketKind::Rpc | PacketKind::TransactionManager | PacketKind::BulkLoad => {
                self.request(message, calls)
            }
            _ => Err(Ended::Unexpected("a request is due")),
        }
    }

    /// Ends an INSERT BULK whose rows will not come.
    fn abandon_load(&mut self) -> Result<(), Ended> {
        match self.session.awaits_rows() {
            true => Ok(self.session.load(BulkPart::Abandon, &mut Collector::default())?),
            false => Ok(()),
        }
    }

    /// Reports that a request is too large and ends the connection. Reads the rest of the request
    /// first, up to a bound: a client that still writes when its connection is reset does not see
    /// the error.
    fn refuse(&mut self, error: ProtocolError) -> Result<(), Ended> {
        self.line.out.begin(PacketKind::TabularResult, Status::NORMAL);
        write_error(&protocol_message(Message::Error(wrong(&error))), &mut self.line.out);
        IGNORED.write(&mut self.line.out);
        self.line.finish()?;
        self.line.discard_message(self.server.options.request_bytes_max / DISCARDED_PART)?;
        Err(Ended::TooLarge(error))
    }

    fn request(&mut self, message: line::Message, calls: Option<RpcRequest>) -> Result<(), Ended> {
        if self.server.precedence.give_way(&*self.server.clock) {
            self.server.counts.requests_after_log_ins.add();
        }
        self.reset(message.status)?;
        let session = &mut self.session;
        let Some(watch) = session.watch() else { return Err(ended(session)) };
        self.line.begin_request();
        let line = Arc::clone(&self.line.shared);
        let running = self.server.watcher.begin(&line, &watch);
        let kind = if message.kind == PacketKind::Rpc { DoneKind::InProcedure } else { DoneKind::Statement };
        let waits = self.server.instance.waits();
        let names = (session.database_name(), session.language_name().to_owned());
        let mut answer = Answer::new(&mut self.line, (waits, &watch), kind, names);
        self.is_used = true;
        self.server.counts.requests.add();
        let outcome = run((message, calls), session, &mut self.transaction, &mut answer);
        drop(running);
        let is_attended = answer.line.end_request();
        let is_broken = answer.end(is_attended, session.transaction_count() > 0);
        // Sends the answer before the connection ends, so that the client sees the cause.
        let sent = self.line.finish();
        outcome?;
        sent?;
        self.session.discard_old_plans();
        if is_broken { Err(Ended::Gone) } else { Ok(()) }
    }

    /// Resets the session if the request asks for it, in its initial database. RESETCONNECTION
    /// rolls the transaction back; RESETCONNECTIONSKIPTRAN keeps it.
    fn reset(&mut self, status: Status) -> Result<(), Ended> {
        let keeps_transaction = status.has(Status::RESET_CONNECTION_SKIP_TRAN);
        if !keeps_transaction && !status.has(Status::RESET_CONNECTION) {
            return Ok(());
        }
        if std::mem::take(&mut self.is_used) {
            let started = self.session.start_over(&self.login, &self.database, keeps_transaction)?;
            started.map_err(|error| Ended::Refused(sluice_engine::messages::text(&error)))?;
            let let_in = self.session.log_on(true)?;
            let_in.map_err(|error| Ended::Refused(sluice_engine::messages::text(&error)))?;
            self.session.report_login(true);
        }
        if !keeps_transaction {
            self.session.take_transaction_end();
            let descriptor = std::mem::take(&mut self.transaction.descriptor);
            if descriptor != 0 {
                EnvChange::Rollback(descriptor).write(&mut self.line.out);
            }
        }
        EnvChange::Reset.write(&mut self.line.out);
        Ok(())
    }
}

/// Runs the request. An invalid request is answered with an error and leaves the connection usable.
fn run(
    (message, calls): (line::Message, Option<RpcRequest>),
    session: &mut Session,
    transaction: &mut Transaction,
    answer: &mut Answer<'_>,
) -> Result<(), Ended> {
    let mut input = message.input;
    let outcome: Result<(), Ended> = match message.kind {
        PacketKind::SqlBatch => {
            let text = BatchReader::new(input.waiting() as u64).read(&mut input);
            match text.and_then(|read| read.ok_or(ProtocolError::truncated("a batch"))) {
                Ok((_, text)) => session.execute(&text, answer).map_err(Ended::Session),
                Err(error) => {
                    refuse(&error, answer);
                    Ok(())
                }
            }
        }
        PacketKind::Rpc => match calls.unwrap_or_default().finish() {
            Err(Refusal::Wrong(error)) => {
                refuse(&error, answer);
                Ok(())
            }
            Err(Refusal::Value(error)) => {
                answer.error(error.at_line(1));
                Ok(())
            }
            Ok(calls) => {
                let ran = calls.into_iter().try_for_each(|call| {
                    answer.begin_call();
                    calls::run(call, session, answer)
                });
                ran.map_err(Ended::Session)
            }
        },
        PacketKind::TransactionManager => match TransactionRequest::read(input.rest()) {
            Ok((_, request)) => transact(&request, session, transaction, answer).map_err(Ended::Session),
            Err(error) => {
                refuse(&error, answer);
                Ok(())
            }
        },
        _ => bulk_load::run(&mut input, session, answer).map(|read| {
            // A protocol error is sent after the errors of the rows.
            if let Err(error) = read {
                refuse(&error, answer);
            }
        }),
    };
    transaction.follow(session, answer);
    outcome
}

fn transact(
    request: &TransactionRequest,
    session: &mut Session,
    transaction: &mut Transaction,
    answer: &mut Answer<'_>,
) -> Result<(), SessionEnded> {
    answer.set_quiet(true);
    for text in statements(request) {
        session.execute(&text, answer)?;
        transaction.follow(session, answer);
        if answer.had_error() {
            break;
        }
    }
    answer.set_quiet(false);
    Ok(())
}

impl Transaction {
    /// Sends ENVCHANGE if a transaction has begun or ended. Both happened if the request ended the
    /// transaction and began another.
    fn follow(&mut self, session: &Session, answer: &mut Answer<'_>) {
        let is_open = session.transaction_count() > 0;
        let end = session.take_transaction_end();
        if self.descriptor != 0 && (!is_open || end.is_some()) {
            let descriptor = std::mem::take(&mut self.descriptor);
            answer.change(&if end == Some(true) {
                EnvChange::Commit(descriptor)
            } else {
                EnvChange::Rollback(descriptor)
            });
        }
        if is_open && self.descriptor == 0 {
            self.begun += 1;
            self.descriptor = u64::from(session.id()) << 32 | self.begun;
            answer.change(&EnvChange::Begin(self.descriptor));
        }
    }
}

/// Sends the error of an invalid request whose end is known.
fn refuse(error: &ProtocolError, answer: &mut Answer<'_>) {
    answer.error(wrong(error));
}

fn wrong(error: &ProtocolError) -> SqlError {
    match error.fault {
        Fault::TooManyParameters(most) => SqlError::request_has_too_many_parameters(most).at_line(1),
        Fault::Unsupported(name) => SqlError::unsupported_option(name).at_line(1),
        _ => SqlError::invalid_tds_stream(error).at_line(1),
    }
}

/// Returns why a session that refuses requests has ended.
fn ended(session: &mut Session) -> Ended {
    match session.execute("", &mut sluice_engine::Collector::default()) {
        Err(ended) => Ended::Session(ended),
        Ok(()) => Ended::Gone,
    }
}

/// Divisor of the request limit: this part of it is read and dropped before the connection ends.
const DISCARDED_PART: usize = 4;
/// The answer to a request that was not run.
const IGNORED: Done = Done { kind: DoneKind::Statement, status: DoneStatus::ERROR, command: 0, rows: 0 };
/// The time for which a new client may keep requests waiting after its log-in.
const ANSWER_MAX: Duration = Duration::from_millis(10);
