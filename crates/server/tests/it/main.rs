//! Integration tests: a server on a local port, and clients over real sockets.

mod browse;
mod client;
mod columns;
mod cursors;
mod documents;
mod encryption;
mod functions;
mod given_up;
mod guests;
mod hostile;
mod kills;
mod languages;
mod libraries;
mod logins;
mod long_values;
mod mars;
mod ordered;
mod prepared;
mod procedures;
mod resets;
mod table_types;
mod tables;
mod tokens;

use client::{Answered, Client};
use sluice_engine::{Instance, InstanceOptions};
use sluice_server::{Server, ServerOptions};
use sluice_tds::request::{
    Argument, ArgumentValue, Begin, CallHead, Headers, Isolation, ParameterFlags, Procedure, SystemProcedure,
    TransactionRequest, write_call, write_parameter, write_separator,
};
use sluice_tds::{DoneStatus, EnvChange, PacketKind, Status, Token, TypeInfo, WireCollation};
use sluice_types::{DataType, Length, Value};
use std::io::Write;
use std::sync::Arc;

const PASSWORD: &str = "Correct-Horse1";

/// A server of an in-memory instance.
struct Served {
    server: Server,
    instance: Arc<Instance>,
}

fn served() -> Served {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    let server = Server::start(instance.clone(), options).expect("a server");
    Served { server, instance }
}

impl Served {
    fn log_in(&self) -> Client {
        Client::log_in(self.server.address())
    }

    fn end(self) {
        self.server.stop();
        self.instance.close().expect("it closes");
    }
}

fn number(value: i32) -> Vec<Vec<Value>> {
    vec![vec![Value::Int(value)]]
}

fn argument(name: &str, data_type: DataType, value: Value, flags: ParameterFlags) -> Argument {
    let info = TypeInfo::new(data_type, true, WireCollation::DEFAULT);
    Argument { name: name.into(), flags, value: ArgumentValue::Scalar(info, value) }
}

fn text(value: &str) -> Argument {
    argument("", DataType::NVarChar(Length::Limited(4000)), Value::text(value), ParameterFlags::default())
}

fn int(name: &str, value: i32) -> Argument {
    argument(name, DataType::Int, Value::Int(value), ParameterFlags::default())
}

fn output(name: &str) -> Argument {
    argument(name, DataType::Int, Value::Null, ParameterFlags::OUTPUT)
}

fn call(client: &mut Client, calls: &[(Procedure, Vec<Argument>)]) -> Answered {
    client.send(PacketKind::Rpc, Status::NORMAL, |out| {
        Headers::new(0).write(out);
        for (place, (procedure, arguments)) in calls.iter().enumerate() {
            if place > 0 {
                write_separator(out);
            }
            write_call(&CallHead::new(procedure.clone()), out);
            arguments.iter().for_each(|argument| write_parameter(argument, out).expect("a match"));
        }
    });
    client.answer()
}

fn system(procedure: SystemProcedure) -> Procedure {
    Procedure::System(procedure)
}

fn returned(answered: &Answered) -> Vec<(String, Value)> {
    let values = answered.tokens.iter().filter_map(|token| match token {
        Token::ReturnValue(value) => Some((value.name.clone(), value.value.clone())),
        _ => None,
    });
    values.collect()
}

#[test]
fn right_password_logs_in() {
    let served = served();
    let address = served.server.address();
    let (_, answered) = Client::try_log_in(address, PASSWORD, "tempdb");
    assert!(answered.has(&Token::EnvChange(EnvChange::Database { new: "tempdb".into(), old: "master".into() })));
    assert!(answered.tokens.iter().any(|token| matches!(token, Token::LoginAck(ack) if ack.major == 16)));
    for wrong in ["", "correct-horse1", "Correct-Horse12"] {
        let (mut client, answered) = Client::try_log_in(address, wrong, "");
        let Some(Token::Error(error)) = answered.tokens.first() else { panic!("{answered:?}") };
        assert_eq!((error.number, error.severity, error.state), (18456, 14, 1));
        assert_eq!(error.text, "Login failed for user 'sa'.");
        assert!(client.is_closed());
    }
    let (mut client, answered) = Client::try_log_in(address, PASSWORD, "nowhere]");
    assert_eq!(answered.errors(), [4060, 18456]);
    assert!(client.is_closed());
    served.end();
}

#[test]
fn batch_sends_results_counts_and_messages_in_order() {
    let served = served();
    let mut client = served.log_in();
    let answered = client.batch(
        "CREATE TABLE #t(a INT NOT NULL, b NVARCHAR(MAX)); INSERT #t VALUES (1, N'Ж'), (2, NULL); \
         SELECT a, b FROM #t ORDER BY a; PRINT 'between'; SELECT COUNT(*) FROM #t; SELECT 1/0;",
    );
    assert_eq!(answered.rows[..2], [vec![Value::Int(1), Value::text("Ж")], vec![Value::Int(2), Value::Null]]);
    assert_eq!(answered.rows[2], [Value::Int(2)]);
    assert_eq!(answered.errors(), [8134]);
    let (more, count, error) = (DoneStatus::MORE.0, DoneStatus::COUNT.0, DoneStatus::ERROR.0);
    let dones = answered.dones();
    assert_eq!(dones[..5], [(more, 0), (more | count, 2), (more | count, 2), (more, 0), (more | count, 1)]);
    let (last, _) = dones[dones.len() - 1];
    assert_eq!((last & more, last & error), (0, error), "{dones:?}");
    assert!(matches!(answered.tokens.last(), Some(Token::Done(_))));
    let print = answered.tokens.iter().position(|token| matches!(token, Token::Info(info) if info.text == "between"));
    let columns: Vec<usize> =
        (0..answered.tokens.len()).filter(|place| answered.tokens[*place] == Token::Columns).collect();
    assert!(columns[0] < print.unwrap() && print.unwrap() < columns[1]);
    // The result exceeds the buffers of both sides.
    let answered = client.batch("SELECT value FROM GENERATE_SERIES(1, 100000)");
    assert_eq!((answered.rows.len(), answered.dones()), (100_000, vec![(count, 100_000)]));
    assert_eq!(
        client.batch("USE tempdb").tokens[0],
        Token::EnvChange(EnvChange::Database { new: "tempdb".into(), old: "master".into() })
    );
    served.end();
}

#[test]
fn calls_return_status_and_output_values() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE PROCEDURE dbo.p @a INT, @b INT OUTPUT AS SET @b = @a * 2; SELECT @a AS a; RETURN 7");
    let named = Procedure::Named("dbo.p".into());
    let answered = call(&mut client, &[(named.clone(), vec![int("@a", 21), output("@b")])]);
    assert_eq!((answered.errors(), &answered.rows), (vec![], &number(21)));
    assert!(answered.has(&Token::ReturnStatus(7)));
    assert_eq!(returned(&answered), [("@b".to_owned(), Value::Int(42))]);
    // The form of a name that `sp_stored_procedures` and ODBC's SQLProcedures return.
    let numbered = Procedure::Named("dbo.p;1".into());
    assert!(call(&mut client, &[(numbered, vec![int("@a", 2), output("@b")])]).has(&Token::ReturnStatus(7)));
    let execute = system(SystemProcedure::ExecuteSql);
    let declared = vec![text("SET @o = @x + 1; SELECT @x"), text("@x int, @o int OUTPUT"), int("@x", 5), output("@o")];
    let answered = call(&mut client, &[(execute.clone(), declared), (named, vec![int("", 1), output("")])]);
    assert_eq!((answered.errors(), answered.rows.len()), (vec![], 2), "{answered:?}");
    assert_eq!(returned(&answered), [("@o".to_owned(), Value::Int(6)), (String::new(), Value::Int(2))]);
    let last = answered.dones();
    assert_eq!(last.iter().filter(|(status, _)| status & DoneStatus::MORE.0 == 0).count(), 1);
    let prepare = vec![output("@handle"), text("@n int"), text("SELECT @n * 10")];
    let answered = call(&mut client, &[(Procedure::Named("sp_prepare".into()), prepare.clone())]);
    let [(_, Value::Int(handle))] = returned(&answered)[..] else { panic!("{answered:?}") };
    let answered = call(&mut client, &[(system(SystemProcedure::Execute), vec![int("", handle), int("", 4)])]);
    assert_eq!(answered.rows, number(40), "{answered:?}");
    // Batches and RPCs share the handles. Columns are sent on request (RETURN_METADATA), and an
    // invalid statement is reported.
    assert_eq!(client.batch(&format!("EXEC sp_execute {handle}, 5")).rows, number(50));
    let answered =
        call(&mut client, &[(system(SystemProcedure::Prepare), [prepare.clone(), vec![int("", 1)]].concat())]);
    assert_eq!((&answered.tokens[0], answered.rows.len()), (&Token::Columns, 0));
    assert!(matches!(returned(&answered)[..], [(_, Value::Int(other))] if other != handle));
    let wrong = vec![output("@handle"), text(""), text("SELECT @n")];
    let answered = call(&mut client, &[(system(SystemProcedure::Prepare), wrong)]);
    assert_eq!((answered.errors(), returned(&answered)), (vec![137, 8180], vec![]));
    let both = [prepare, vec![int("", 3)]].concat();
    assert_eq!(call(&mut client, &[(system(SystemProcedure::PrepExec), both)]).rows, number(30));
    let unprepare = [(system(SystemProcedure::Unprepare), vec![int("", handle)])];
    assert!(call(&mut client, &unprepare).errors().is_empty());
    assert_eq!(call(&mut client, &unprepare).errors(), [8179]);
    assert_eq!(call(&mut client, &[(system(SystemProcedure::CursorOpen), vec![])]).errors(), [214]);
    assert_eq!(call(&mut client, &[(system(SystemProcedure::CursorFetch), vec![])]).errors(), [16909]);
    // A call in ODBC's canonical syntax; its handle runs it again.
    let made = client.batch("CREATE PROCEDURE dbo.twice @n INT, @o INT OUTPUT AS SET @o = @n * 2; RETURN @n + 1");
    assert!(made.errors().is_empty());
    let canonical = vec![output("@handle"), text("{? = call dbo.twice(?, ?)}"), output(""), int("", 5), output("")];
    let answered = call(&mut client, &[(system(SystemProcedure::PrepExecRpc), canonical)]);
    let [(_, Value::Int(rpc)), (_, Value::Int(6)), (_, Value::Int(10))] = returned(&answered)[..] else {
        panic!("{answered:?}");
    };
    let again = vec![int("", rpc), output(""), int("", 7), output("")];
    let answered = call(&mut client, &[(system(SystemProcedure::Execute), again)]);
    assert!(matches!(returned(&answered)[..], [(_, Value::Int(8)), (_, Value::Int(14))]), "{answered:?}");
    let wrong = vec![output("@handle"), text("EXEC dbo.twice 1")];
    assert_eq!(call(&mut client, &[(system(SystemProcedure::PrepExecRpc), wrong)]).errors(), [102]);
    assert_eq!(call(&mut client, &[(system(SystemProcedure::PrepExecRpc), vec![])]).errors(), [201]);
    assert_eq!(call(&mut client, &[(execute, vec![text("SELECT 1")])]).rows, number(1));
    served.end();
}

#[test]
fn transactions_and_resets_are_announced() {
    let served = served();
    let mut client = served.log_in();
    let begin = TransactionRequest::Begin(Begin { isolation: Isolation::Serializable, name: String::new() });
    client.send(PacketKind::TransactionManager, Status::NORMAL, |out| begin.write(&Headers::new(0), out));
    let answered = client.answer();
    let descriptor = client.transaction;
    assert!(descriptor != 0 && answered.dones() == [(DoneStatus::IN_TRANSACTION.0, 0)], "{answered:?}");
    assert_eq!(client.batch("SELECT @@TRANCOUNT").rows, number(1));
    let commit = TransactionRequest::Commit { name: String::new(), next: None };
    client.send(PacketKind::TransactionManager, Status::NORMAL, |out| commit.write(&Headers::new(descriptor), out));
    assert!(client.answer().has(&Token::EnvChange(EnvChange::Commit(descriptor))));
    assert!(client.batch("COMMIT").errors() == [3902]);
    let [new, old] = ["Deutsch", "us_english"].map(str::to_owned);
    assert!(client.batch("SET LANGUAGE Deutsch").has(&Token::EnvChange(EnvChange::Language { new, old })));
    // The end of a transaction is announced as what it was, whatever errors there were.
    client.batch("BEGIN TRAN");
    let rolled_back = EnvChange::Rollback(client.transaction);
    assert!(client.batch("ROLLBACK").has(&Token::EnvChange(rolled_back)));
    client.batch("BEGIN TRAN");
    let first = client.transaction;
    let answered = client.batch("SELECT 1 / 0; COMMIT; BEGIN TRAN");
    assert!(answered.errors() == [8134] && answered.has(&Token::EnvChange(EnvChange::Commit(first))), "{answered:?}");
    assert!(client.transaction != 0 && client.transaction != first);
    client.batch("COMMIT");
    client.batch("BEGIN TRAN; CREATE TABLE #t(a INT); SET ANSI_NULLS OFF; USE tempdb");
    let open = client.transaction;
    assert!(open != 0 && open != descriptor);
    client.send(PacketKind::SqlBatch, Status::RESET_CONNECTION, |out| {
        sluice_tds::request::write_batch(
            &Headers::new(open),
            "SELECT @@TRANCOUNT, DB_ID(), OBJECT_ID('tempdb..#t')",
            out,
        );
    });
    let answered = client.answer();
    assert!(
        answered.has(&Token::EnvChange(EnvChange::Reset)) && answered.has(&Token::EnvChange(EnvChange::Rollback(open)))
    );
    assert_eq!(answered.rows, [[Value::Int(0), Value::Int(1), Value::Null]]);
    served.end();
}

#[test]
fn attention_stops_the_running_request() {
    let served = served();
    let mut client = served.log_in();
    client.send_batch("WAITFOR DELAY '23:00:00'");
    client.send(PacketKind::Attention, Status::NORMAL, |_| {});
    // The cancelled request ends first; the acknowledgement follows.
    assert_eq!(client.answer().dones().last(), Some(&(DoneStatus::FINAL.0, 0)));
    assert_eq!(client.answer().dones(), [(DoneStatus::ATTENTION.0, 0)]);
    // An attention without a running request is acknowledged too, and so is one between rows.
    client.send(PacketKind::Attention, Status::NORMAL, |_| {});
    assert_eq!(client.answer().dones(), [(DoneStatus::ATTENTION.0, 0)]);
    client.send_batch("WHILE 1 = 1 SELECT value FROM GENERATE_SERIES(1, 1000)");
    client.send(PacketKind::Attention, Status::NORMAL, |_| {});
    client.answer();
    assert_eq!(client.answer().dones(), [(DoneStatus::ATTENTION.0, 0)]);
    assert_eq!(client.batch("SELECT 5").rows, number(5));
    served.end();
}

#[test]
fn disconnect_releases_locks() {
    let served = served();
    let (mut writer, mut waiter) = (served.log_in(), served.log_in());
    writer.batch("CREATE TABLE dbo.t(a INT); INSERT dbo.t VALUES (1)");
    assert!(writer.batch("BEGIN TRAN; UPDATE dbo.t SET a = 2").errors().is_empty());
    waiter.send_batch("UPDATE dbo.t SET a += 10; SELECT a FROM dbo.t");
    // The writer's open transaction is rolled back when it disconnects, also during a batch.
    writer.send_batch("WAITFOR DELAY '23:00:00'");
    drop(writer);
    assert_eq!(waiter.answer().rows, number(11));
    served.end();
}

#[test]
fn connections_come_and_go() {
    let served = served();
    for turn in 0..200 {
        let mut client = served.log_in();
        if turn % 2 == 0 {
            client.send_batch("WAITFOR DELAY '23:00:00'");
        }
    }
    // Each connection's thread ends once it notices the close.
    while served.server.connections() > 0 {
        std::thread::yield_now();
    }
    assert_eq!(
        served.log_in().batch("SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE is_user_process = 1").rows,
        number(1)
    );
    served.end();
}

#[test]
fn invalid_bytes_end_only_their_connection() {
    let served = served();
    let address = served.server.address();
    let mut witness = served.log_in();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for turn in 0..60 {
        let mut client = if turn % 2 == 0 { Client::connect(address) } else { served.log_in() };
        let kind = [1u8, 3, 14, 7, 0x10, 0x12, 0xFF][(random() % 7) as usize];
        let length = 8 + (random() % 400) as u16;
        let mut packet = vec![kind, (random() % 2) as u8];
        packet.extend_from_slice(&length.to_be_bytes());
        packet.extend((4..length).map(|_| random() as u8));
        if turn % 3 == 0 {
            packet.truncate(packet.len() - 1 - (random() % 8) as usize);
        }
        // The server may have closed the connection already.
        let _ = client.socket.write_all(&packet);
    }
    assert_eq!(witness.batch("SELECT 1").rows, number(1));
    // An invalid request only costs its own answer.
    witness.send(PacketKind::Rpc, Status::NORMAL, |out| Headers::new(0).write(out));
    assert!(witness.answer().errors().is_empty());
    witness.send(PacketKind::SqlBatch, Status::NORMAL, |_| {});
    assert_eq!(witness.answer().errors(), [4002]);
    assert_eq!(witness.batch("SELECT 2").rows, number(2));
    served.end();
}

#[test]
fn stopping_server_ends_running_requests() {
    let served = served();
    let mut client = served.log_in();
    client.batch("CREATE TABLE dbo.t(a INT)");
    client.send_batch("BEGIN TRAN; INSERT dbo.t VALUES (1); WAITFOR DELAY '23:00:00'");
    let mut idle = served.log_in();
    served.end();
    assert!(idle.is_closed());
}
