//! A logged-in connection: sends requests and reads their answers.

use crate::error::ClientError;
use crate::line::{Canceller, Line, Paced};
use crate::target::Target;
use sluice_base::sync::Arc;
use sluice_channel::{Cover as Covering, Trust};
use sluice_tds::TdsVersion;
use sluice_tds::encryption::{Cover, Wish};
use sluice_tds::login::{LANGUAGE_REQUIRED, Login, ODBC, Password};
use sluice_tds::prelogin::{Prelogin, Version};
use sluice_tds::request::{Headers, write_batch};
use sluice_tds::{
    Column, DoneStatus, EnvChange, Input, Message, PacketKind, PacketWriter, ReturnValue, Status, Token, TokenReader,
};
use sluice_types::{LongStore, Value};
use std::io;
use std::net::{TcpStream, ToSocketAddrs};

/// Receives an answer, in its order.
pub trait Audience {
    /// A result begins.
    fn columns(&mut self, columns: &[Column]);

    /// A row of the result.
    fn row(&mut self, row: &[Value]);

    /// A statement ended. `rows` is the number of rows affected or returned, if the server counted
    /// them.
    fn done(&mut self, rows: Option<u64>);

    /// An error, or an information message if its severity is at most 10.
    fn message(&mut self, message: &Message);

    /// The value of an OUTPUT parameter.
    fn returned(&mut self, _value: &ReturnValue) {}
}

/// A logged-in connection. It counts as lost from the beginning of a request until the answer has
/// been read whole, so also after an error. The connection doesn't refuse requests once it is lost:
/// the caller must ask [`Connection::is_lost`] and send none.
pub struct Connection {
    line: Line,
    database: String,
    /// The descriptor of the open transaction; 0 if none.
    transaction: u64,
    /// Status bits for the next request's packets.
    status: Status,
    /// The store for long values of answers.
    store: Option<Arc<dyn LongStore>>,
    is_lost: bool,
}

impl Connection {
    /// Connects and logs in. Information messages of the server go to `audience`; the errors of a
    /// refusal are in [`ClientError::Refused`]. Each attempt to connect and each read of the log-in
    /// may take `target.log_in_max`; later reads have no limit.
    ///
    /// # Errors
    ///
    /// The server is unreachable, isn't trusted, speaks another protocol, or refuses the log-in.
    pub fn log_in(target: &Target, audience: &mut dyn Audience) -> Result<Connection, ClientError> {
        let socket = connect(target)?;
        // Requests are sent as whole packets, so Nagle's delay would only cost time.
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(target.log_in_max))?;
        let mut line = Line::new(socket);
        let cover = settle(&mut line, target)?;
        let login = Login {
            tds_version: TdsVersion::V7_4.number(),
            packet_size: target.packet_bytes,
            client_pid: target.process_id,
            host_name: target.machine.clone(),
            user_name: target.user.clone(),
            password: Password(target.password.clone()),
            option_flags_2: LANGUAGE_REQUIRED | ODBC,
            option_flags_3: if target.new_password.is_some() { CHANGE_PASSWORD } else { 0 },
            new_password: Password(target.new_password.clone().unwrap_or_default()),
            app_name: target.program.clone(),
            server_name: target.host.clone(),
            library_name: target.library.clone(),
            database: target.database.clone(),
            ..Login::default()
        };
        line.send(PacketKind::Login7, Status::NORMAL, |out| login.write(out))?;
        if cover == Cover::Login {
            line.uncover();
        }
        let mut connection = Connection {
            line,
            database: String::new(),
            transaction: 0,
            status: Status::NORMAL,
            store: None,
            is_lost: false,
        };
        let mut refusal = Refusal { audience, messages: Vec::new() };
        let is_in = connection.answer(&mut refusal);
        let messages = refusal.messages;
        match is_in {
            Ok(heard) if heard.is_logged_in => {}
            Ok(_) => return Err(ClientError::Refused(messages)),
            Err(_) if !messages.is_empty() => return Err(ClientError::Refused(messages)),
            Err(error) => return Err(error),
        }
        connection.line.shared.socket.set_read_timeout(None)?;
        Ok(connection)
    }

    /// Runs a batch. Its results and messages go to `audience`.
    ///
    /// # Errors
    /// The connection is lost. Errors of the batch go to `audience`.
    pub fn execute(&mut self, text: &str, audience: &mut dyn Audience) -> Result<(), ClientError> {
        let headers = Headers::new(self.transaction);
        self.request(PacketKind::SqlBatch, |out| write_batch(&headers, text, out), audience)
    }

    /// Sends the request that `write` writes and reads its answer.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn request(
        &mut self,
        kind: PacketKind,
        write: impl FnOnce(&mut PacketWriter),
        audience: &mut dyn Audience,
    ) -> Result<(), ClientError> {
        self.send(kind, write)?;
        self.read_answer(audience)
    }

    /// Sends a request without waiting. The caller must read its answer with
    /// [`Connection::read_answer`] before the next request.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn send(&mut self, kind: PacketKind, write: impl FnOnce(&mut PacketWriter)) -> Result<(), ClientError> {
        self.begin(|line, status| line.send(kind, status, write))
    }

    /// Like [`Connection::send`], for a request too long for memory: sends packets while `write`
    /// runs.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn send_paced(&mut self, kind: PacketKind, write: impl FnOnce(&mut Paced<'_>)) -> Result<(), ClientError> {
        self.begin(|line, status| line.send_paced(kind, status, write))
    }

    fn begin(&mut self, send: impl FnOnce(&mut Line, Status) -> io::Result<()>) -> Result<(), ClientError> {
        // The connection counts as lost until the answer is complete: after a failure no other
        // request could be read.
        self.is_lost = true;
        self.line.begin_request();
        let status = std::mem::take(&mut self.status);
        let sent = send(&mut self.line, status);
        if sent.is_err() {
            self.line.end_request();
        }
        Ok(sent?)
    }

    /// From now on, writes long values of answers to `store` as they arrive.
    pub fn keep_long_values_in(&mut self, store: Arc<dyn LongStore>) {
        self.store = Some(store);
    }

    /// Reads the answer to the last request. If the answer was cancelled, reads on to the
    /// acknowledgement of the attention.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn read_answer(&mut self, audience: &mut dyn Audience) -> Result<(), ClientError> {
        let mut answered = Heard::default();
        let heard = self.answer(audience).map(|heard| answered = heard);
        let is_attended = self.line.end_request();
        heard?;
        while is_attended && !answered.is_attention {
            answered = self.answer(audience)?;
        }
        self.is_lost = false;
        Ok(())
    }

    /// Makes the server reset the session when the next request arrives.
    pub fn reset(&mut self) {
        self.status = Status::RESET_CONNECTION;
    }

    /// Makes the server reset the session, except its transaction, when the next request arrives.
    pub fn reset_beside_transaction(&mut self) {
        self.status = Status::RESET_CONNECTION_SKIP_TRAN;
    }

    /// Returns the current database.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// Whether a request was begun and its answer hasn't been read to its end: an answer is
    /// outstanding, or a failure has made the connection unusable.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Returns the descriptor of the open transaction, for request headers; 0 if none.
    pub fn transaction(&self) -> u64 {
        self.transaction
    }

    /// Returns the socket, for polling several connections.
    pub fn socket(&self) -> &TcpStream {
        &self.line.shared.socket
    }

    /// Returns a handle with which another thread cancels the running request.
    pub fn canceller(&self) -> Canceller {
        self.line.canceller()
    }

    /// Reads an answer to its end.
    fn answer(&mut self, audience: &mut dyn Audience) -> Result<Heard, ClientError> {
        let mut reader = TokenReader::of_answer().with_store(self.store.clone());
        let (mut input, mut heard) = (Input::new(), Heard::default());
        while !input.is_finished() {
            self.line.feed(&mut input)?;
            while let Some(token) = reader.next(&mut input)? {
                match token {
                    Token::Row => audience.row(reader.row()),
                    Token::Columns | Token::NoMetadata => audience.columns(reader.columns()),
                    Token::Done(done) => {
                        heard.is_attention |= done.status.has(DoneStatus::ATTENTION);
                        audience.done(done.status.has(DoneStatus::COUNT).then_some(done.rows));
                    }
                    Token::Info(message) | Token::Error(message) => audience.message(&message),
                    Token::EnvChange(change) => self.change(change),
                    Token::LoginAck(_) => heard.is_logged_in = true,
                    Token::ReturnValue(value) => audience.returned(&value),
                    Token::Order(_)
                    | Token::TableNames(_)
                    | Token::ColumnInfo(_)
                    | Token::Features(_)
                    | Token::ReturnStatus(_) => {}
                }
            }
        }
        Ok(heard)
    }

    fn change(&mut self, change: EnvChange) {
        match change {
            EnvChange::Database { new, .. } => self.database = new,
            EnvChange::PacketSize { new, .. } => {
                self.line.set_packet_size(u16::try_from(new).unwrap_or(u16::MAX));
            }
            EnvChange::Begin(descriptor) => self.transaction = descriptor,
            EnvChange::Commit(_) | EnvChange::Rollback(_) => self.transaction = 0,
            _ => {}
        }
    }
}

/// The outcome of an answer.
#[derive(Default)]
struct Heard {
    is_logged_in: bool,
    is_attention: bool,
}

/// Reads the answer to a log-in and collects errors as the reason of a refusal.
struct Refusal<'a> {
    audience: &'a mut dyn Audience,
    messages: Vec<Message>,
}

impl Audience for Refusal<'_> {
    fn columns(&mut self, _columns: &[Column]) {}
    fn row(&mut self, _row: &[Value]) {}
    fn done(&mut self, _rows: Option<u64>) {}
    fn message(&mut self, message: &Message) {
        if message.severity > 10 {
            self.messages.push(message.clone());
        } else {
            self.audience.message(message);
        }
    }
}

/// Connects to the first of the server's addresses that accepts.
fn connect(target: &Target) -> Result<TcpStream, ClientError> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, format!("'{}' has no address", target.host));
    for address in (target.host.as_str(), target.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, target.log_in_max) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last.into())
}

/// Exchanges PRELOGIN and does the TLS handshake if negotiated. Returns the part of the connection
/// that is encrypted.
fn settle(line: &mut Line, target: &Target) -> Result<Cover, ClientError> {
    let wish = target.encryption;
    if wish == Wish::Strict {
        line.cover(Covering::of_client(&target.trust, target.certificate_name(), true)?, true)?;
    }
    let asked = Prelogin {
        version: Version { major: 16, ..Version::default() },
        encryption: Some(wish.says() as u8),
        mars: Some(false),
        ..Prelogin::default()
    };
    line.send(PacketKind::Prelogin, Status::NORMAL, |out| asked.write(out))?;
    let answer = Prelogin::read(line.message()?.rest())?;
    let cover = wish.settle(answer.encryption)?;
    match cover {
        Cover::Plain | Cover::Already => {}
        Cover::Login => line.cover(Covering::of_client(&Trust::Anybody, &target.host, false)?, false)?,
        Cover::Whole => line.cover(Covering::of_client(&target.trust, target.certificate_name(), false)?, false)?,
        Cover::Refused => return Err(ClientError::Encryption),
    }
    Ok(cover)
}

/// The flag of LOGIN7's third option byte by which a log-in changes the password.
const CHANGE_PASSWORD: u8 = 0x01;
