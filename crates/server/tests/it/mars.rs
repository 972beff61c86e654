//! MARS: several requests on one connection, by raw packets of SMP.

use crate::client::{Answered, Client, read_answer, transaction_after};
use crate::{PASSWORD, Served, argument, number, served, text};
use sluice_engine::{Instance, InstanceOptions};
use sluice_server::{Server, ServerOptions};
use sluice_tds::login::{Login, Password};
use sluice_tds::request::{
    Begin, CallHead, Headers, Isolation, ParameterFlags, Procedure, SystemProcedure, TransactionRequest, write_batch,
    write_call, write_parameter,
};
use sluice_tds::smp::{SMP_HEADER_BYTES, SmpFlow, SmpHeader, SmpKind, take_packet};
use sluice_tds::token::write_columns;
use sluice_tds::{
    Column, Done, DoneKind, DoneStatus, EnvChange, Input, PacketKind, PacketReader, PacketWriter, Status, TableForm,
    Token, write_row,
};
use sluice_types::{CollationId, DataType, Length, Value};
use std::collections::{BTreeMap, VecDeque};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A client with MARS. It accepts packets of a session only when it reads the session's answer.
struct Mars {
    socket: TcpStream,
    bytes: Vec<u8>,
    sessions: BTreeMap<u16, Session>,
    transaction: u64,
}

struct Session {
    flow: SmpFlow,
    packets: PacketReader,
    /// Payloads that have come and are not read.
    waiting: VecDeque<Vec<u8>>,
    /// Whether the server has ended the session.
    is_over: bool,
}

impl Mars {
    fn log_in(served: &Served) -> Mars {
        Mars::log_in_at(served.server.address())
    }

    fn log_in_at(address: SocketAddr) -> Mars {
        let mut client = Client::greeted_with(address, true);
        let login = Login { user_name: "sa".into(), password: Password(PASSWORD.into()), ..Login::default() };
        let answered = client.introduce(login);
        assert!(answered.errors().is_empty(), "{answered:?}");
        client.socket.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        let mut mars = Mars {
            socket: client.socket.try_clone().expect("a socket"),
            bytes: Vec::new(),
            sessions: BTreeMap::new(),
            transaction: 0,
        };
        mars.open(0);
        mars
    }

    fn write(&mut self, header: SmpHeader, payload: &[u8]) {
        let bytes = [&header.bytes(), payload].concat();
        self.socket.write_all(&bytes).expect("the server reads");
    }

    fn open(&mut self, session: u16) {
        let mut flow = SmpFlow::for_client(session);
        self.write(flow.control(SmpKind::Syn), &[]);
        let mut packets = PacketReader::new();
        packets.set_packet_size(512);
        self.sessions.insert(session, Session { flow, packets, waiting: VecDeque::new(), is_over: false });
    }

    /// Ends a session and waits until the server has done so.
    fn close(&mut self, session: u16) {
        let header = self.session(session).flow.control(SmpKind::Fin);
        self.write(header, &[]);
        while !self.session(session).is_over {
            self.receive();
        }
        self.sessions.remove(&session);
    }

    fn session(&mut self, session: u16) -> &mut Session {
        self.sessions.get_mut(&session).expect("an open session")
    }

    fn send(&mut self, session: u16, kind: PacketKind, status: Status, write: impl FnOnce(&mut PacketWriter)) {
        let mut out = PacketWriter::new(kind);
        out.set_packet_size(512);
        out.begin(kind, status);
        write(&mut out);
        out.finish();
        self.send_packets(session, out.ready());
    }

    /// Sends complete packets of TDS as the window allows.
    fn send_packets(&mut self, session: u16, packets: &[u8]) {
        let mut rest = packets;
        while let [_, _, high, low, ..] = *rest {
            let (packet, behind) = rest.split_at(usize::from(u16::from_be_bytes([high, low])));
            while !self.session(session).flow.can_send() {
                if !self.session(session).waiting.is_empty() {
                    // The server has refused the message.
                    return;
                }
                self.receive();
            }
            let header = self.session(session).flow.data(packet.len() as u32);
            self.write(header, packet);
            rest = behind;
        }
    }

    fn send_batch(&mut self, session: u16, text: &str) {
        let headers = Headers::new(self.transaction);
        self.send(session, PacketKind::SqlBatch, Status::NORMAL, |out| write_batch(&headers, text, out));
    }

    fn batch(&mut self, session: u16, text: &str) -> Answered {
        self.send_batch(session, text);
        self.answer(session)
    }

    fn attention(&mut self, session: u16) {
        self.send(session, PacketKind::Attention, Status::NORMAL, |_| {});
    }

    fn transact(&mut self, session: u16, request: &TransactionRequest) -> Answered {
        let headers = Headers::new(self.transaction);
        self.send(session, PacketKind::TransactionManager, Status::NORMAL, |out| request.write(&headers, out));
        self.answer(session)
    }

    /// Receives once. Returns false if the server has closed the connection.
    fn receive(&mut self) -> bool {
        let mut more = [0; 8192];
        let count = match self.socket.read(&mut more) {
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => 0,
            count => count.expect("an answer in time"),
        };
        self.bytes.extend_from_slice(&more[..count]);
        let bytes = std::mem::take(&mut self.bytes);
        let mut rest = bytes.as_slice();
        while let Some((header, payload)) = take_packet(&mut rest).expect("packets of SMP") {
            let session = self.sessions.get_mut(&header.session).expect("an open session");
            session.flow.receive(&header).expect("the server keeps to the window");
            match header.kind {
                SmpKind::Data => session.waiting.push_back(payload.to_vec()),
                SmpKind::Fin => session.is_over = true,
                SmpKind::Ack => {}
                SmpKind::Syn => panic!("a server opens no session"),
            }
        }
        self.bytes = rest.to_vec();
        count > 0
    }

    /// Accepts a packet of the session and returns its piece of the message.
    fn take(&mut self, session: u16, input: &mut Input) -> bool {
        while self.session(session).waiting.is_empty() {
            assert!(self.receive(), "the server has closed the connection");
        }
        let it = self.session(session);
        let payload = it.waiting.pop_front().expect("a packet");
        let (mut rest, mut has_ended) = (payload.as_slice(), false);
        while let Some(piece) = it.packets.take(&mut rest).expect("packets") {
            input.feed(piece.payload);
            has_ended |= piece.ends;
        }
        it.flow.accept(1);
        let ack = it.flow.owes_ack().then(|| it.flow.control(SmpKind::Ack));
        ack.into_iter().for_each(|ack| self.write(ack, &[]));
        has_ended
    }

    fn answer(&mut self, session: u16) -> Answered {
        let mut input = Input::new();
        while !self.take(session, &mut input) {}
        input.end();
        let answered = read_answer(&mut input);
        self.transaction = transaction_after(&answered, self.transaction);
        answered
    }
}

const MANY: &str = "SELECT value, REPLICATE('x', 100) FROM GENERATE_SERIES(1, 20000)";

fn ended(answered: &Answered) -> bool {
    answered.dones().last().is_some_and(|(status, _)| status & DoneStatus::ATTENTION.0 != 0)
}

#[test]
fn mars_runs_requests_of_several_sessions() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.send_batch(0, MANY);
    // The first session isn't read.
    assert_eq!(mars.batch(1, "CREATE TABLE #t (a INT); INSERT #t VALUES (7); SELECT a FROM #t").rows, number(7));
    mars.open(7);
    for _ in 0..50 {
        mars.batch(7, "UPDATE #t SET a += 1");
    }
    mars.send_batch(7, "SELECT a FROM #t");
    let many = mars.answer(0);
    assert_eq!((many.rows.len(), &many.rows[19_999][0]), (20_000, &Value::Int(20_000)));
    assert_eq!(mars.answer(7).rows, number(57));
    served.end();
}

#[test]
fn mars_slow_readers_share_one_connection() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.send_batch(0, MANY);
    mars.send_batch(1, MANY);
    let (mut first, mut second) = (Input::new(), Input::new());
    let mut ends = [false, false];
    while ends != [true, true] {
        for (place, input) in [&mut first, &mut second].into_iter().enumerate() {
            ends[place] = ends[place] || mars.take(place as u16, input);
        }
    }
    for mut input in [first, second] {
        input.end();
        assert_eq!(read_answer(&mut input).rows.len(), 20_000);
    }
    served.end();
}

#[test]
fn mars_unread_output_of_a_change_is_kept() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.batch(1, "CREATE TABLE #t (a INT, b VARCHAR(100))");
    let insert = MANY.replace("SELECT", "INSERT #t OUTPUT inserted.a, inserted.b SELECT");
    mars.send_batch(0, &insert);
    assert_eq!(mars.batch(1, "SELECT COUNT(*) FROM #t").rows, number(20_000));
    assert_eq!(mars.answer(0).rows.len(), 20_000);
    served.end();
}

#[test]
fn mars_attention_cancels_only_its_session() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.send_batch(0, MANY);
    mars.send_batch(1, "WAITFOR DELAY '00:01:00'");
    std::thread::sleep(Duration::from_millis(100));
    mars.attention(1);
    // The answer ends, if the request has begun, and a message of its own acknowledges the
    // attention.
    while !ended(&mars.answer(1)) {}
    assert_eq!(mars.batch(1, "SELECT 1").rows, number(1));
    // The first answer is complete on the server, and its end is unsent.
    mars.attention(0);
    let cut = mars.answer(0);
    assert!(!cut.rows.is_empty() && cut.rows.len() < 20_000, "{}", cut.rows.len());
    assert!(ended(&mars.answer(0)));
    assert_eq!(mars.batch(0, "SELECT 2").rows, number(2));
    // Nothing runs: the attention is acknowledged all the same.
    mars.attention(1);
    assert!(ended(&mars.answer(1)));
    served.end();
}

#[test]
fn mars_attention_removes_a_waiting_request() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.batch(0, "CREATE TABLE #t (a INT)");
    mars.send_batch(0, "WAITFOR DELAY '00:00:00.5'");
    mars.send_batch(1, "INSERT #t VALUES (1)");
    mars.attention(1);
    assert!(ended(&mars.answer(1)));
    mars.answer(0);
    assert_eq!(mars.batch(0, "SELECT COUNT(*) FROM #t").rows, number(0));
    served.end();
}

#[test]
fn mars_transaction_begun_in_a_batch_ends_with_it() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.batch(0, "CREATE TABLE #t (a INT)");
    let answered = mars.batch(0, "BEGIN TRANSACTION; INSERT #t VALUES (1)");
    assert_eq!(answered.errors(), [3997]);
    assert!(answered.tokens.iter().any(|token| matches!(token, Token::EnvChange(EnvChange::Rollback(_)))));
    assert_eq!(mars.batch(0, "SET IMPLICIT_TRANSACTIONS ON; INSERT #t VALUES (1)").errors(), [3997]);
    mars.batch(0, "SET IMPLICIT_TRANSACTIONS OFF");
    assert_eq!(mars.batch(0, "SELECT COUNT(*), @@TRANCOUNT FROM #t").rows, [[Value::Int(0), Value::Int(0)]]);
    assert_eq!(mars.batch(0, "BEGIN TRANSACTION; INSERT #t VALUES (1); COMMIT").errors(), []);
    mars.send(0, PacketKind::Rpc, Status::NORMAL, |out| {
        Headers::new(0).write(out);
        write_call(&CallHead::new(Procedure::System(SystemProcedure::ExecuteSql)), out);
        write_parameter(&text("BEGIN TRANSACTION; DELETE #t"), out).expect("a match");
    });
    assert!(mars.answer(0).errors().contains(&3997));
    assert_eq!(mars.batch(0, "SELECT COUNT(*) FROM #t").rows, number(1));
    served.end();
}

#[test]
fn mars_requests_share_the_transaction_of_the_client() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.batch(0, "CREATE TABLE dbo.t (a INT)");
    let begin = TransactionRequest::Begin(Begin { isolation: Isolation::Unchanged, name: String::new() });
    let rollback = TransactionRequest::Rollback { name: String::new(), next: None };
    mars.transact(0, &begin);
    let transaction = mars.transaction;
    assert_ne!(transaction, 0);
    mars.send_batch(0, MANY);
    assert_eq!(mars.batch(1, "INSERT dbo.t VALUES (1); SELECT @@TRANCOUNT").rows, number(1));
    assert_eq!(mars.answer(0).rows.len(), 20_000);
    // A request outside the transaction, and one in another.
    mars.transaction = 0;
    assert_eq!(mars.batch(1, "SELECT 1").errors(), [3989]);
    mars.transaction = 99;
    assert_eq!(mars.batch(1, "SELECT 1").errors(), [3971]);
    mars.transaction = transaction;
    mars.transact(1, &rollback);
    assert_eq!(mars.batch(0, "SELECT COUNT(*) FROM dbo.t").rows, number(0));
    // The transaction is over.
    mars.transaction = transaction;
    assert_eq!(mars.batch(1, "SELECT 1").errors(), [3971]);
    served.end();
}

#[test]
fn mars_bulk_load_waits_beside_other_requests() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.batch(0, "CREATE TABLE dbo.t (a INT)");
    mars.batch(1, "INSERT BULK dbo.t (a INT)");
    assert_eq!(mars.batch(0, "SELECT COUNT(*) FROM dbo.t").errors(), []);
    let columns = [Column::new("a", DataType::Int, true, CollationId::DEFAULT)];
    mars.send(1, PacketKind::BulkLoad, Status::NORMAL, |out| {
        write_columns(&columns, TableForm::Name, out);
        (0..30_000).for_each(|row| write_row(&columns, &[Value::Int(row)], out).expect("a match"));
        Done { kind: DoneKind::Statement, status: DoneStatus::FINAL, command: 0, rows: 0 }.write(out);
    });
    assert_eq!(mars.answer(1).errors(), []);
    assert_eq!(mars.batch(0, "SELECT COUNT(*) FROM dbo.t").rows, number(30_000));
    // The rows of a load whose database is no longer the current one are refused.
    mars.batch(1, "INSERT BULK dbo.t (a INT)");
    mars.batch(0, "USE tempdb");
    mars.send(1, PacketKind::BulkLoad, Status::NORMAL, |out| write_columns(&columns, TableForm::Name, out));
    assert_eq!(mars.answer(1).errors(), [4002]);
    // A cancelled load.
    mars.batch(0, "USE master");
    mars.batch(1, "INSERT BULK dbo.t (a INT)");
    mars.attention(1);
    assert!(ended(&mars.answer(1)));
    assert_eq!(mars.batch(1, "SELECT COUNT(*) FROM dbo.t").rows, number(30_000));
    served.end();
}

#[test]
fn mars_long_requests_arrive_in_turn() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    let long = "x".repeat(200_000);
    mars.send(0, PacketKind::Rpc, Status::NORMAL, |out| {
        Headers::new(0).write(out);
        write_call(&CallHead::new(Procedure::System(SystemProcedure::ExecuteSql)), out);
        let value = argument(
            "@a",
            DataType::VarChar(Length::Max, Default::default()),
            Value::text(long.as_str()),
            ParameterFlags::default(),
        );
        for argument in [text("SELECT CAST(LEN(@a) AS INT), @a"), text("@a VARCHAR(MAX)"), value] {
            write_parameter(&argument, out).expect("a match");
        }
    });
    let rows = mars.answer(0).rows;
    assert_eq!(rows[0][0], Value::Int(200_000));
    assert_eq!(rows[0][1].as_str(), Some(long.as_str()));
    served.end();
}

#[test]
fn mars_closed_session_drops_its_answer() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    for turn in 0..300 {
        let session = 1 + turn % 2;
        mars.open(session);
        mars.send_batch(session, if turn % 3 == 0 { MANY } else { "SELECT 1" });
        mars.close(session);
    }
    assert_eq!(mars.batch(0, "SELECT @@TRANCOUNT").rows, number(0));
    let count = "SELECT COUNT(*) FROM sys.dm_exec_connections WHERE net_transport = 'Session'";
    assert_eq!(mars.batch(0, count).rows, number(1));
    mars.open(5);
    assert_eq!(mars.batch(5, count).rows, number(2));
    let views = "SELECT CAST(COUNT(*) AS INT), CAST(MAX(r.request_id) AS INT), CAST(CURRENT_REQUEST_ID() AS INT)
        FROM sys.dm_exec_connections p JOIN sys.dm_exec_connections c ON c.parent_connection_id = p.connection_id
        JOIN sys.dm_exec_requests r ON r.session_id = p.session_id AND r.connection_id = c.connection_id
        WHERE p.net_transport = 'TCP' AND p.session_id = @@SPID";
    assert_eq!(mars.batch(5, views).rows, [[1, 5, 5].map(Value::Int)]);
    let processes = "SELECT COUNT(*), MAX(request_id) FROM sys.sysprocesses WHERE spid = @@SPID";
    assert_eq!(mars.batch(5, processes).rows, [[1, 5].map(Value::Int)]);
    let logical = "SELECT CAST(MAX(CASE counter_name WHEN 'Logical Connections' THEN cntr_value END)
            - MAX(CASE counter_name WHEN 'User Connections' THEN cntr_value END) AS INT)
        FROM sys.dm_os_performance_counters WHERE object_name LIKE '%General Statistics%'";
    assert_eq!(mars.batch(5, logical).rows, number(1));
    served.end();
}

#[test]
fn mars_reset_is_of_the_whole_session() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.batch(0, "USE tempdb; SET NOCOUNT ON; CREATE TABLE #t (a INT)");
    assert_eq!(mars.batch(1, "SELECT a FROM #t").errors(), []);
    let headers = Headers::new(0);
    let ask = "SELECT DB_NAME(), CAST(OBJECT_ID('tempdb..#t') AS INT)";
    mars.send(1, PacketKind::SqlBatch, Status::RESET_CONNECTION, |out| write_batch(&headers, ask, out));
    let answered = mars.answer(1);
    assert_eq!(answered.rows, [[Value::text("master"), Value::Null]]);
    assert!(answered.has(&Token::EnvChange(EnvChange::Reset)));
    served.end();
}

#[test]
fn mars_violations_end_the_connection() {
    let served = served();
    let data =
        |sequence, payload_bytes| SmpHeader { kind: SmpKind::Data, session: 0, payload_bytes, sequence, window: 4 };
    let control = |kind, session| SmpHeader { kind, session, payload_bytes: 0, sequence: 0, window: 4 };
    let attention = [6, 1, 0, 8, 0, 0, 1, 0];
    let mut wrong_smid = control(SmpKind::Ack, 0).bytes().to_vec();
    wrong_smid[0] = 1;
    let wrong = [
        [&data(2, 8).bytes()[..], &attention].concat(),
        control(SmpKind::Syn, 0).bytes().to_vec(),
        control(SmpKind::Ack, 9).bytes().to_vec(),
        wrong_smid,
        // A packet of TDS without SMP.
        attention.to_vec(),
        // An invalid packet of TDS within SMP.
        [&data(1, 8).bytes()[..], &[0xFF; 8]].concat(),
    ];
    for bytes in wrong {
        let mut mars = Mars::log_in(&served);
        mars.socket.write_all(&bytes).expect("the server reads");
        let mut rest = Vec::new();
        // A reset is an end, too.
        let _ = mars.socket.read_to_end(&mut rest);
        assert!(rest.len() <= SMP_HEADER_BYTES, "{bytes:?}: {rest:?}");
    }
    let mut mars = Mars::log_in(&served);
    assert_eq!(mars.batch(0, "SELECT 1").rows, number(1));
    served.end();
}

#[test]
fn mars_any_packets_leave_the_server_running() {
    let served = served();
    let mut state = 20_261_201_u64;
    let mut random = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % bound
    };
    for _ in 0..60 {
        let mars = Mars::log_in(&served);
        let mut sequences = BTreeMap::from([(0_u16, 0_u32)]);
        for _ in 0..30 {
            let session = random(4) as u16;
            let kinds = [SmpKind::Data, SmpKind::Data, SmpKind::Data, SmpKind::Syn, SmpKind::Ack, SmpKind::Fin];
            let kind = kinds[random(6) as usize];
            let is_open = sequences.contains_key(&session);
            // Mostly what the protocol allows, so that the connection lives.
            if random(20) > 0 && is_open == (kind == SmpKind::Syn) {
                continue;
            }
            let payload = match random(4) {
                _ if kind != SmpKind::Data => Vec::new(),
                0 => vec![6, 1, 0, 8, 0, 0, 1, 0],
                1 => vec![1, (random(3)) as u8, 0, 12, 0, 0, 1, 0, 0, 0, 0, 0],
                _ => {
                    let mut out = PacketWriter::new(PacketKind::SqlBatch);
                    out.set_packet_size(512);
                    write_batch(&Headers::new(0), MANY, &mut out);
                    out.finish();
                    out.ready().to_vec()
                }
            };
            let sequence = sequences.entry(session).or_default();
            *sequence += u32::from(kind == SmpKind::Data);
            let header = SmpHeader {
                kind,
                session,
                payload_bytes: payload.len() as u32,
                sequence: *sequence,
                window: random(9) as u32,
            };
            if kind == SmpKind::Fin {
                sequences.remove(&session);
            }
            // The server may have closed the connection.
            let _ = (&mars.socket).write_all(&[&header.bytes()[..], &payload].concat());
        }
    }
    let mut mars = Mars::log_in(&served);
    assert_eq!(mars.batch(0, "SELECT 1").rows, number(1));
    served.end();
}

#[test]
fn mars_too_large_request_gets_an_error() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let mut options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    options.request_bytes_max = 100_000;
    let server = Server::start(instance.clone(), options).expect("a server");
    let mut mars = Mars::log_in_at(server.address());
    mars.open(1);
    assert_eq!(mars.batch(0, "SELECT 1").rows, number(1));
    // Requests that have not run have the limit together: the end of the first doesn't come.
    let half = format!("SELECT 1 -- {}", "x".repeat(30_000));
    let mut out = PacketWriter::new(PacketKind::SqlBatch);
    out.set_packet_size(512);
    write_batch(&Headers::new(0), &half, &mut out);
    mars.send_packets(1, out.ready());
    assert_eq!(mars.batch(0, &half).errors(), [4002]);
    while mars.receive() {}
    server.stop();
    instance.close().expect("it closes");
}

#[test]
fn mars_killed_connection_ends_at_once() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    let spid = mars.batch(0, "SELECT CAST(@@SPID AS INT)").rows[0][0].clone();
    mars.send_batch(0, MANY);
    let mut other = served.log_in();
    assert_eq!(other.batch(&format!("KILL {}", spid.as_i64().expect("a number"))).errors(), []);
    while mars.receive() {}
    served.end();
}

#[test]
fn mars_disconnect_rolls_back() {
    let served = served();
    let mut mars = Mars::log_in(&served);
    mars.open(1);
    mars.batch(0, "CREATE TABLE dbo.t (a INT)");
    let begin = TransactionRequest::Begin(Begin { isolation: Isolation::Unchanged, name: String::new() });
    mars.transact(0, &begin);
    mars.batch(1, "INSERT dbo.t VALUES (1)");
    mars.send_batch(0, MANY);
    drop(mars);
    let mut other = served.log_in();
    assert_eq!(other.batch("SELECT COUNT(*) FROM dbo.t").rows, number(0));
    served.end();
}
