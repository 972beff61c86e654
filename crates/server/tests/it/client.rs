//! A test client: `tds` over a socket.

use sluice_tds::TdsVersion;
use sluice_tds::login::{Login, ODBC, Password};
use sluice_tds::prelogin::Prelogin;
use sluice_tds::request::{Headers, write_batch};
use sluice_tds::{Column, EnvChange, Input, PacketKind, PacketReader, PacketWriter, Status, Token, TokenReader};
use sluice_types::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

pub(crate) struct Client {
    pub(crate) socket: TcpStream,
    pub(crate) out: PacketWriter,
    packets: PacketReader,
    bytes: Vec<u8>,
    pub(crate) transaction: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Answered {
    pub(crate) tokens: Vec<Token>,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Value>>,
}

impl Answered {
    pub(crate) fn errors(&self) -> Vec<i32> {
        self.tokens
            .iter()
            .filter_map(|token| if let Token::Error(error) = token { Some(error.number) } else { None })
            .collect()
    }

    pub(crate) fn error_texts(&self) -> Vec<String> {
        let texts = self.tokens.iter().filter_map(|token| match token {
            Token::Error(error) => Some(error.text.clone()),
            _ => None,
        });
        texts.collect()
    }

    /// Returns the status and row count of each DONE.
    pub(crate) fn dones(&self) -> Vec<(u16, u64)> {
        self.tokens
            .iter()
            .filter_map(|token| if let Token::Done(done) = token { Some((done.status.0, done.rows)) } else { None })
            .collect()
    }

    pub(crate) fn has(&self, token: &Token) -> bool {
        self.tokens.contains(token)
    }
}

impl Client {
    /// Connects without sending anything.
    pub(crate) fn connect(address: SocketAddr) -> Client {
        let socket = TcpStream::connect(address).expect("the server listens");
        let out = PacketWriter::new(PacketKind::Prelogin);
        Client { socket, out, packets: PacketReader::new(), bytes: Vec::new(), transaction: 0 }
    }

    /// Connects and tries to log in as sa.
    pub(crate) fn try_log_in(address: SocketAddr, password: &str, database: &str) -> (Client, Answered) {
        let login = Login {
            user_name: "sa".into(),
            password: Password(password.into()),
            database: database.into(),
            ..Login::default()
        };
        Client::try_log_in_by(address, login)
    }

    /// Connects and tries to log in with the LOGIN7 message `login`.
    pub(crate) fn try_log_in_by(address: SocketAddr, login: Login) -> (Client, Answered) {
        let mut client = Client::greeted(address);
        let answered = client.introduce(login);
        (client, answered)
    }

    /// Connects and exchanges PRELOGIN.
    pub(crate) fn greeted(address: SocketAddr) -> Client {
        Client::greeted_with(address, false)
    }

    /// Connects and exchanges PRELOGIN, which requests MARS if `mars` says so.
    pub(crate) fn greeted_with(address: SocketAddr, mars: bool) -> Client {
        let mut client = Client::connect(address);
        let asked = Prelogin { encryption: Some(2), mars: Some(mars), ..Prelogin::default() };
        client.send(PacketKind::Prelogin, Status::NORMAL, |out| asked.write(out));
        let answer = Prelogin::read(client.message().expect("an answer").rest()).expect("a PRELOGIN");
        assert_eq!((answer.encryption, answer.mars), (Some(2), Some(mars)));
        client
    }

    /// Sends LOGIN7 of an ODBC driver and returns the answer.
    pub(crate) fn introduce(&mut self, login: Login) -> Answered {
        self.introduce_exactly(Login { option_flags_2: login.option_flags_2 | ODBC, ..login })
    }

    /// Sends LOGIN7 with these options and returns the answer.
    pub(crate) fn introduce_exactly(&mut self, login: Login) -> Answered {
        let login = Login { tds_version: TdsVersion::V7_4.number(), packet_size: 512, app_name: "it".into(), ..login };
        self.send(PacketKind::Login7, Status::NORMAL, |out| login.write(out));
        let answered = self.answer();
        self.out.set_packet_size(512);
        answered
    }

    /// Logs in as sa.
    pub(crate) fn log_in(address: SocketAddr) -> Client {
        let (client, answered) = Client::try_log_in(address, crate::PASSWORD, "");
        assert!(answered.errors().is_empty() && matches!(answered.tokens.last(), Some(Token::Done(_))), "{answered:?}");
        client
    }

    pub(crate) fn send(&mut self, kind: PacketKind, status: Status, write: impl FnOnce(&mut PacketWriter)) {
        self.out.begin(kind, status);
        write(&mut self.out);
        self.out.finish();
        self.socket.write_all(self.out.ready()).expect("the server reads");
        self.out.sent(self.out.ready().len());
    }

    pub(crate) fn batch(&mut self, text: &str) -> Answered {
        self.send_batch(text);
        self.answer()
    }

    pub(crate) fn send_batch(&mut self, text: &str) {
        let headers = Headers::new(self.transaction);
        self.send(PacketKind::SqlBatch, Status::NORMAL, |out| write_batch(&headers, text, out));
    }

    /// Returns the next message; `None` if the server has closed the connection.
    fn message(&mut self) -> Option<Input> {
        let mut input = Input::new();
        loop {
            let mut rest = self.bytes.as_slice();
            while let Some(piece) = self.packets.take(&mut rest).expect("packets") {
                input.feed(piece.payload);
                if piece.ends {
                    input.end();
                    self.bytes = rest.to_vec();
                    return Some(input);
                }
            }
            let mut more = vec![0; 4096];
            let count = self.socket.read(&mut more).unwrap_or(0);
            if count == 0 {
                return None;
            }
            more.truncate(count);
            self.bytes = more;
        }
    }

    pub(crate) fn answer(&mut self) -> Answered {
        let mut input = self.message().expect("an answer");
        let answered = read_answer(&mut input);
        self.transaction = transaction_after(&answered, self.transaction);
        answered
    }

    /// Returns the next message without reading its tokens.
    pub(crate) fn answer_bytes(&mut self) -> Vec<u8> {
        self.message().expect("an answer").rest().to_vec()
    }

    /// Returns whether the server has closed the connection.
    pub(crate) fn is_closed(&mut self) -> bool {
        self.message().is_none()
    }
}

/// Reads the tokens of a complete answer.
pub(crate) fn read_answer(input: &mut Input) -> Answered {
    let (mut reader, mut answered) = (TokenReader::of_answer(), Answered::default());
    while let Some(token) = reader.next(input).expect("tokens") {
        match token {
            Token::Row => answered.rows.push(reader.row().to_vec()),
            Token::Columns => {
                answered.columns.extend_from_slice(reader.columns());
                answered.tokens.push(token);
            }
            other => answered.tokens.push(other),
        }
    }
    answered
}

/// Returns the descriptor of the transaction after an answer, 0 without one. `before` is that
/// before it.
pub(crate) fn transaction_after(answered: &Answered, before: u64) -> u64 {
    answered.tokens.iter().fold(before, |open, token| match token {
        Token::EnvChange(EnvChange::Begin(descriptor)) => *descriptor,
        Token::EnvChange(EnvChange::Commit(_) | EnvChange::Rollback(_)) => 0,
        _ => open,
    })
}
