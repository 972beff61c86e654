//! The log-in: PRELOGIN, LOGIN7 and their answers (MS-TDS 3.3.5.1 to 3.3.5.3).

use crate::answer::protocol_message;
use crate::ended::Ended;
use crate::line::{self, Line};
use crate::message::Message;
use crate::multiplexer::{Multiplexer, Terms};
use crate::precedence::{Ahead, Stage};
use crate::shared::Shared;
use sluice_base::counters::ChildConnections;
use sluice_base::error_log::{ErrorLog, LogLevel, LogSource};
use sluice_base::sync::Arc;
use sluice_channel::{Cover as Covering, Tls};
use sluice_engine::{
    ClientFacts, ClientLibrary, Instance, InstanceError, Message as EngineMessage, NetworkFacts, ProvenLogin, Session,
    Sink, SqlError,
};
use sluice_engine::{ColumnInfo, Value};
use sluice_tds::encryption::{Cover, Policy, settle};
use sluice_tds::feature::{Feature, UTF8_SUPPORT};
use sluice_tds::login::{self, Login, Password};
use sluice_tds::prelogin::{self, Prelogin, Version};
use sluice_tds::token::{write_error, write_feature_ack, write_info};
use sluice_tds::{
    Done, DoneKind, DoneStatus, EnvChange, LoginAck, PacketKind, ProtocolError, Status, TdsVersion, WireCollation,
    packet,
};
use std::net::{IpAddr, TcpStream};
use std::time::Duration;

/// A client that has proved its login, with the session that was opened for it.
pub(crate) struct LoggedIn {
    pub(crate) session: Session,
    pub(crate) login: ProvenLogin,
    /// The database in which the session began.
    pub(crate) database: String,
}

/// The outcome of PRELOGIN.
struct Greeting {
    /// The part of the connection that is encrypted.
    cover: Cover,
    /// Whether the client has requested MARS.
    has_mars: bool,
}

/// The reason of a refusal, in a public and a private form.
struct Refusal {
    errors: Vec<SqlError>,
    /// The state of 18456 in the error log.
    state: u8,
    /// The reason for the error log. The client doesn't get it, because it would reveal which
    /// logins exist.
    reason: String,
}

/// Logs the client in or refuses it. `ahead` gives the log-in priority over requests. The bytes of
/// the log-in have one time limit, [`Ended::TooSlow`]. A refused client waits its turn, gets 18456
/// (18452 or 18488 for an untrusted log-in or a password that must be changed, 4060 or 4064 for the
/// database, 4019 for the language), and is counted against its address. An accepted client gets
/// 5701 and 5703.
pub(crate) fn log_in(line: &mut Line, server: &Shared, ahead: &Ahead<'_>) -> Result<LoggedIn, Ended> {
    let Shared { instance, options, clock, throttle, .. } = server;
    let deadline_ns = clock.monotonic_ns() + options.log_in_max.as_nanos() as u64;
    let in_time = |socket: &TcpStream| {
        let left_ns = deadline_ns.saturating_sub(clock.monotonic_ns());
        if left_ns == 0 {
            return Err(Ended::TooSlow);
        }
        Ok(socket.set_read_timeout(Some(Duration::from_nanos(left_ns)))?)
    };
    let tls = server.tls.lock().clone();
    let (Greeting { cover, has_mars }, message) =
        settle_cover(line, (options.encryption, tls.as_deref()), ahead, in_time)?;
    let message = match message {
        Some(message) => message,
        None => line.receive(login::MESSAGE_MAX, in_time)?.ok_or(Ended::Gone)?,
    };
    if cover == Cover::Login {
        line.uncover();
    }
    if message.kind != PacketKind::Login7 {
        return Err(Ended::Unexpected("LOGIN7 is due"));
    }
    let login = Login::read(message.input.rest())?;
    let version = login.agreed_version()?;
    line.set_version(version);
    line.shared.socket.set_read_timeout(None)?;
    let address = line.shared.socket.peer_addr()?.ip();
    match throttle.turn(address, clock.monotonic_ns()) {
        Some(Duration::ZERO) => {}
        Some(wait) => line.wait(wait)?,
        None => {
            server.counts.failed_log_ins.add();
            return Err(Ended::Refused("too many log-ins from this address have failed".to_owned()));
        }
    }
    if has_mars && !version.is_wide() {
        return Err(Ended::Unexpected("MARS needs TDS 7.2"));
    }
    let connections = Arc::new(ChildConnections::new(Arc::clone(clock)));
    let client = facts(&login, (&line.shared, version), cover, &connections);
    // Opens the session before the priority ends: otherwise each of its steps would wait behind the
    // requests.
    let proven = prove(instance, &login, || ahead.enter(Stage::Hash));
    let opened = match proven.map(|proven| proven.in_language(&login.language)) {
        Err(refusal) => Err(refusal),
        Ok(proven) => match open(instance, &proven, &login, &client) {
            Err(Ended::NoSession(error)) => {
                send_errors(line, vec![error.for_client()])?;
                return Err(Ended::NoSession(error));
            }
            opened => opened?,
        },
    };
    match opened {
        Ok((session, proven, database)) => {
            throttle.let_in(address, &login.user_name);
            line.out.set_spid(session.id());
            accept(line, (&login, proven.default_language()), version, &database)?;
            if has_mars {
                line.multiplex(Multiplexer::new(Terms {
                    version,
                    packet_size: packet::packet_size(login.packet_size),
                    request_bytes_max: options.request_bytes_max,
                    store: session.long_store(),
                    connections,
                }));
            }
            Ok(LoggedIn { session, login: proven, database })
        }
        Err(refusal) => {
            server.counts.failed_log_ins.add();
            throttle.failed(address, &login.user_name, clock.monotonic_ns());
            log_refusal(instance.error_log(), &refusal, &login.user_name, address);
            refuse(line, refusal)
        }
    }
}

/// Opens a session for `login` in the named database.
fn session_in(
    instance: &Arc<Instance>,
    login: &ProvenLogin,
    client: &ClientFacts,
    database: &str,
) -> Result<Result<Session, SqlError>, Ended> {
    let mut session = instance.connect_as(login).map_err(Ended::NoSession)?;
    session.introduce(client.clone());
    if let Err(error) = session.log_on(false)? {
        return Ok(Err(error));
    }
    let mut first = FirstError::default();
    if !database.is_empty() {
        session.execute(&format!("USE {}", sluice_types::bracketed(database)), &mut first)?;
    }
    if let Some(error) = first.0 {
        return Ok(Err(error));
    }
    // SHUTDOWN lets administrators in alone while it waits for statements.
    if instance.shutdown().is_in_progress() {
        session.execute(REFUSE_OTHERS, &mut first)?;
        if first.0.is_some() {
            return Err(Ended::NoSession(InstanceError::Closed));
        }
    }
    session.report_login(false);
    Ok(Ok(session))
}

/// Reads PRELOGIN, answers it, and does the TLS handshake if negotiated. Returns the outcome, and
/// LOGIN7 of a client that sends no PRELOGIN, as in TDS 7.0.
fn settle_cover(
    line: &mut Line,
    (policy, tls): (Policy, Option<&Tls>),
    ahead: &Ahead<'_>,
    in_time: impl Fn(&TcpStream) -> Result<(), Ended>,
) -> Result<(Greeting, Option<Message>), Ended> {
    let is_within_tls = line.begins_with_tls(&in_time)?;
    if is_within_tls {
        let tls = tls.ok_or(Ended::Unexpected("TLS, and encryption is off"))?;
        line.cover_first(Covering::of_server(tls, true)?, &in_time)?;
    }
    let message = line.receive(login::MESSAGE_MAX, &in_time)?.ok_or(Ended::Gone)?;
    ahead.enter(Stage::Greeted);
    if message.kind == PacketKind::Login7 {
        let cover = settle(policy, None, is_within_tls)?.cover;
        return match cover {
            Cover::Plain | Cover::Already => Ok((Greeting { cover, has_mars: false }, Some(message))),
            _ => Err(Ended::Refused(format!("the client sends no PRELOGIN, and encryption is {policy:?}"))),
        };
    }
    let greeting = pre_log_in(line, &message, policy, is_within_tls)?;
    let cover = greeting.cover;
    match (cover, tls) {
        (Cover::Plain | Cover::Already, _) => {}
        (Cover::Login | Cover::Whole, Some(tls)) => {
            line.cover_within(Covering::of_server(tls, false)?, cover == Cover::Login, &in_time)?;
        }
        _ => return Err(Ended::Refused(format!("client and server do not agree on encryption ({policy:?})"))),
    }
    Ok((greeting, None))
}

fn pre_log_in(line: &mut Line, message: &Message, policy: Policy, is_within_tls: bool) -> Result<Greeting, Ended> {
    if message.kind != PacketKind::Prelogin {
        return Err(Ended::Unexpected("PRELOGIN is due"));
    }
    let bytes = message.input.waiting();
    if bytes > prelogin::MESSAGE_MAX {
        let error = ProtocolError::too_long("PRELOGIN", bytes as u64, prelogin::MESSAGE_MAX as u64);
        return Err(Ended::TooLarge(error));
    }
    let heard = Prelogin::read(message.input.rest())?;
    let settled = settle(policy, heard.encryption, is_within_tls)?;
    let version = Version { major: VERSION.0, minor: VERSION.1, build: VERSION.2, sub_build: 0 };
    let answer = Prelogin {
        version,
        encryption: Some(settled.answer as u8),
        instance: heard.instance.map(|_| Vec::new()),
        mars: heard.mars,
        federated: heard.federated.map(|_| 0),
        ..Prelogin::default()
    };
    line.out.begin(PacketKind::TabularResult, Status::NORMAL);
    answer.write(&mut line.out);
    line.finish()?;
    Ok(Greeting { cover: settled.cover, has_mars: heard.mars == Some(true) })
}

/// Authenticates the client and changes its password on request. Calls `before_hash` before a
/// password is hashed.
fn prove(instance: &Arc<Instance>, login: &Login, before_hash: impl FnOnce()) -> Result<ProvenLogin, Refusal> {
    if login.is_integrated() {
        let errors = vec![SqlError::untrusted_domain()];
        let reason = "Integrated authentication is not supported.".to_owned();
        return Err(Refusal { errors, state: STATE_WINDOWS, reason });
    }
    let proven = instance.authenticate(&login.user_name, &login.password.0, before_hash).map_err(|why| Refusal {
        errors: vec![failed(login)],
        state: why.state(),
        reason: why.to_string(),
    })?;
    if !login.attach_file.is_empty() {
        let errors = vec![SqlError::unsupported_option("AttachDBFileName")];
        let reason = "AttachDBFileName is not supported.".to_owned();
        return Err(Refusal { errors, state: STATE_DATABASE, reason });
    }
    if login.is_language_required() && is_other_language(login) {
        return Err(Refusal {
            errors: vec![SqlError::requested_language_unknown(&login.language), failed(login)],
            state: STATE_LANGUAGE,
            reason: format!("The language '{}' is unknown.", login.language),
        });
    }
    if proven.must_change_password() && !login.is_change_of_password() {
        return Err(Refusal {
            errors: vec![SqlError::password_must_be_changed(&login.user_name)],
            state: STATE_NEW_PASSWORD,
            reason: "The password of the account must be changed.".to_owned(),
        });
    }
    if login.is_change_of_password() {
        change_password(instance, &proven, login).map_err(|error| Refusal {
            errors: vec![error, failed(login)],
            state: STATE_NEW_PASSWORD,
            reason: "The new password is refused.".to_owned(),
        })?;
    }
    Ok(proven)
}

/// Whether the client asks for a language that doesn't exist.
fn is_other_language(login: &Login) -> bool {
    !login.language.is_empty() && !sluice_engine::is_language(&login.language)
}

/// Sets the login's password to the new one of LOGIN7.
fn change_password(instance: &Arc<Instance>, proven: &ProvenLogin, login: &Login) -> Result<(), SqlError> {
    let text = |password: &Password| password.0.replace('\'', "''");
    let statement = format!(
        "ALTER LOGIN {} WITH PASSWORD = N'{}' OLD_PASSWORD = N'{}'",
        sluice_types::bracketed(proven.name()),
        text(&login.new_password),
        text(&login.password)
    );
    let mut first = FirstError::default();
    let mut session = instance.connect_as(proven).map_err(|_| failed(login))?;
    session.execute(&statement, &mut first).map_err(|_| failed(login))?;
    first.0.map_or(Ok(()), Err)
}

/// Returns the error of every refused log-in. State 1 hides the reason
/// (`errors-events/mssqlserver-18456-database-engine-error`).
fn failed(login: &Login) -> SqlError {
    SqlError::login_failed(&login.user_name)
}

/// Writes the refusal to the error log, before the client learns of it. The reason isn't sent to
/// the client, because it would reveal which logins exist.
fn log_refusal(log: &ErrorLog, refusal: &Refusal, user: &str, address: IpAddr) {
    let text = format!("Login failed for user '{user}'. Reason: {} [CLIENT: {address}]", refusal.reason);
    log.sql_error(LogLevel::Warning, LogSource::LogOn, (LOGIN_FAILED, 14, refusal.state), &text);
}

fn refuse<T>(line: &mut Line, refusal: Refusal) -> Result<T, Ended> {
    send_errors(line, refusal.errors)?;
    Err(Ended::LogInFailed)
}

/// Sends errors instead of LOGINACK.
fn send_errors(line: &mut Line, errors: Vec<SqlError>) -> Result<(), Ended> {
    line.out.begin(PacketKind::TabularResult, Status::NORMAL);
    for error in errors {
        write_error(&protocol_message(EngineMessage::Error(error.at_line(1))), &mut line.out);
    }
    Done { kind: DoneKind::Statement, status: DoneStatus::ERROR, command: 0, rows: 0 }.write(&mut line.out);
    line.finish()
}

/// Opens a session in the database of LOGIN7, or else in the login's default database. Fails with
/// 4060 or 4064, and 18456, if the login can't use the database.
fn open(
    instance: &Arc<Instance>,
    proven: &ProvenLogin,
    login: &Login,
    client: &ClientFacts,
) -> Result<Result<(Session, ProvenLogin, String), Refusal>, Ended> {
    let (wanted, refused) = match login.database.as_str() {
        "" => (proven.default_database(), SqlError::cannot_open_default_database()),
        named => (named, SqlError::cannot_open_database(named)),
    };
    Ok(match session_in(instance, proven, client, wanted)? {
        Ok(mut session) => {
            if !login.has_ansi_defaults() {
                session.begin_options(ClientLibrary::DbLibrary);
            }
            let database = session.database_name();
            Ok((session, proven.clone(), database))
        }
        Err(error) if error.number == DENIED_BY_TRIGGER => Err(Refusal {
            errors: vec![error],
            state: STATE_TRIGGER,
            reason: "Logon failed due to trigger execution.".to_owned(),
        }),
        Err(_) => Err(Refusal {
            errors: vec![refused, failed(login)],
            state: STATE_DATABASE,
            reason: format!("Failed to open the database '{wanted}'."),
        }),
    })
}

fn accept(
    line: &mut Line,
    (login, language): (&Login, &str),
    version: TdsVersion,
    database: &str,
) -> Result<(), Ended> {
    let size = packet::packet_size(login.packet_size);
    line.out.begin(PacketKind::TabularResult, Status::NORMAL);
    let out = &mut line.out;
    // Sessions begin in master.
    EnvChange::Database { new: database.to_owned(), old: "master".to_owned() }.write(out);
    let info = |message: SqlError| protocol_message(EngineMessage::Error(message.at_line(1)));
    write_info(&info(SqlError::database_context_changed(database).in_state(2)), out);
    EnvChange::Collation { new: WireCollation::DEFAULT, old: None }.write(out);
    if is_other_language(login) {
        write_info(&info(SqlError::requested_language_ignored(&login.language, language)), out);
    }
    EnvChange::Language { new: language.to_owned(), old: String::new() }.write(out);
    write_info(&info(SqlError::language_changed(language)), out);
    let (major, minor, build) = VERSION;
    LoginAck { tds_version: version.number(), program: "Microsoft SQL Server".to_owned(), major, minor, build }
        .write(out);
    EnvChange::PacketSize { new: size.into(), old: packet::SIZE_DEFAULT.into() }.write(out);
    if login.features.is_some() {
        let granted = login.feature(UTF8_SUPPORT).map(|feature| Feature { id: feature.id, data: vec![1] });
        write_feature_ack(granted.as_slice(), out);
    }
    Done { kind: DoneKind::Statement, status: DoneStatus::FINAL, command: 0, rows: 0 }.write(out);
    line.finish()?;
    line.set_packet_size(size);
    Ok(())
}

fn facts(
    login: &Login,
    (line, version): (&line::Shared, TdsVersion),
    cover: Cover,
    connections: &Arc<ChildConnections>,
) -> ClientFacts {
    let said = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let ends = line.socket.peer_addr().ok().zip(line.socket.local_addr().ok());
    ClientFacts {
        host_name: said(&login.host_name),
        program_name: said(&login.app_name),
        interface_name: said(&login.library_name),
        process_id: i32::try_from(login.client_pid).ok().filter(|id| *id != 0),
        network: ends.map(|(client, local)| NetworkFacts {
            client_address: client.ip().to_string(),
            client_port: client.port(),
            local_address: local.ip().to_string(),
            local_port: local.port(),
            is_encrypted: matches!(cover, Cover::Whole | Cover::Already),
            packet_bytes: packet::packet_size(login.packet_size),
            protocol_version: version.number(),
            traffic: Arc::clone(&line.traffic),
            children: Arc::clone(connections),
        }),
    }
}

/// Keeps the first error.
#[derive(Default)]
struct FirstError(Option<SqlError>);

impl Sink for FirstError {
    fn columns(&mut self, _columns: &[ColumnInfo]) {}
    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, message: EngineMessage) {
        if let EngineMessage::Error(error) = message
            && error.severity > 10
        {
            self.0.get_or_insert(error);
        }
    }
}

/// The version of SQL Server that the engine is compatible with, as in
/// SERVERPROPERTY('ProductVersion').
const VERSION: (u8, u8, u16) = (16, 0, 1000);
/// The number of the error of every refused log-in.
const LOGIN_FAILED: i32 = 18456;
const REFUSE_OTHERS: &str = "IF ISNULL(IS_SRVROLEMEMBER('sysadmin'), 0) = 0 AND ISNULL(IS_SRVROLEMEMBER('serveradmin'), 0) = 0 \
                             THROW 50000, '', 1;";
/// States of 18456 in the error log
/// (`errors-events/mssqlserver-18456-database-engine-error`): integrated authentication, a password
/// to change, a database that can't be opened.
const STATE_WINDOWS: u8 = 6;
const STATE_NEW_PASSWORD: u8 = 18;
const STATE_DATABASE: u8 = 38;
/// The state of 18456 in the error log for a log-in in an unknown language, which has none of its
/// own.
const STATE_LANGUAGE: u8 = 1;
/// The state of 18456 in the error log for a log-in that a logon trigger refused.
const STATE_TRIGGER: u8 = 1;
/// The error of a log-in that a logon trigger refused.
const DENIED_BY_TRIGGER: i32 = 17892;
