//! Requests that clients abandon, by the ignore bit or an attention, at every packet boundary, and
//! requests that are too large.

use crate::client::{Answered, Client};
use crate::{PASSWORD, Served, int, number, served, text};
use sluice_engine::{Instance, InstanceOptions};
use sluice_server::{Server, ServerOptions};
use sluice_tds::request::{
    Begin, CallHead, Headers, Isolation, Procedure, SystemProcedure, TransactionRequest, write_batch, write_call,
    write_parameter,
};
use sluice_tds::token::write_columns;
use sluice_tds::{Column, Done, DoneKind, DoneStatus, PacketKind, PacketWriter, Status, TableForm, packet, write_row};
use sluice_types::{CollationId, DataType, Value};
use std::io::Write;

/// Returns the bytes of a request without packet headers.
fn payload(kind: PacketKind, write: impl FnOnce(&mut PacketWriter)) -> Vec<u8> {
    let mut out = PacketWriter::new(kind);
    out.begin(kind, Status::NORMAL);
    write(&mut out);
    out.finish();
    let (mut bytes, mut payload) = (out.ready(), Vec::new());
    while let [_, _, high, low, ..] = *bytes {
        let length = usize::from(u16::from_be_bytes([high, low]));
        payload.extend_from_slice(&bytes[packet::HEADER_BYTES..length]);
        bytes = &bytes[length..];
    }
    payload
}

/// Returns a request of each kind, each with a visible effect if it runs.
fn requests() -> Vec<(PacketKind, Vec<u8>)> {
    let batch = payload(PacketKind::SqlBatch, |out| write_batch(&Headers::new(0), "INSERT dbo.t VALUES (2)", out));
    let call = payload(PacketKind::Rpc, |out| {
        Headers::new(0).write(out);
        write_call(&CallHead::new(Procedure::System(SystemProcedure::ExecuteSql)), out);
        for argument in [text("INSERT dbo.t VALUES (@a)"), text("@a INT"), int("@a", 2)] {
            write_parameter(&argument, out).expect("a match");
        }
    });
    let begin = TransactionRequest::Begin(Begin { isolation: Isolation::Unchanged, name: "a_transaction".into() });
    let begin = payload(PacketKind::TransactionManager, |out| begin.write(&Headers::new(0), out));
    let columns = [Column::new("a", DataType::Int, true, CollationId::DEFAULT)];
    let rows = payload(PacketKind::BulkLoad, |out| {
        write_columns(&columns, TableForm::Name, out);
        (0..20).for_each(|row| write_row(&columns, &[Value::Int(row)], out).expect("a match"));
        Done { kind: DoneKind::Statement, status: DoneStatus::FINAL, command: 0, rows: 0 }.write(out);
    });
    vec![
        (PacketKind::SqlBatch, batch),
        (PacketKind::Rpc, call),
        (PacketKind::TransactionManager, begin),
        (PacketKind::BulkLoad, rows),
    ]
}

fn send_packet(client: &mut Client, kind: PacketKind, status: Status, payload: &[u8]) {
    let length = (packet::HEADER_BYTES + payload.len()) as u16;
    let header = packet::Header { kind, status, length, spid: 0, id: 1 };
    client.socket.write_all(&[&header.bytes(), payload].concat()).expect("the server reads");
}

/// Sends the INSERT BULK batch before a bulk load.
fn announce(client: &mut Client, kind: PacketKind) {
    if kind == PacketKind::BulkLoad {
        assert!(client.batch("INSERT BULK dbo.t (a INT)").errors().is_empty());
    }
}

/// Reads answers up to the acknowledgement of an attention.
fn acknowledged(client: &mut Client) -> Vec<Answered> {
    let mut answers = Vec::new();
    loop {
        let answer = client.answer();
        let is_last = answer.dones().last().is_some_and(|(status, _)| status & DoneStatus::ATTENTION.0 != 0);
        answers.push(answer);
        if is_last {
            return answers;
        }
    }
}

fn unchanged(client: &mut Client, what: &str) {
    let answered = client.batch("SELECT COUNT(*) + @@TRANCOUNT FROM dbo.t");
    assert_eq!((answered.rows, answered.tokens.len()), (number(1), 2), "{what}: {:?}", answered.tokens);
}

fn with_table(served: &Served) -> Client {
    let mut client = served.log_in();
    // Sends small packets at once.
    client.socket.set_nodelay(true).expect("a socket");
    assert!(client.batch("CREATE TABLE dbo.t(a INT); INSERT dbo.t VALUES (1)").errors().is_empty());
    client
}

#[test]
fn ignored_request_gets_one_done_and_changes_nothing() {
    let served = served();
    let mut client = with_table(&served);
    for (kind, bytes) in requests() {
        let pieces: Vec<&[u8]> = bytes.chunks(7).collect();
        for sent in 0..pieces.len() {
            for last in [&[][..], pieces[sent]] {
                announce(&mut client, kind);
                pieces[..sent].iter().for_each(|piece| send_packet(&mut client, kind, Status::NORMAL, piece));
                send_packet(&mut client, kind, Status::END_OF_MESSAGE.with(Status::IGNORE), last);
                let answered = client.answer();
                let what = format!("{kind:?} after {sent} packets");
                assert_eq!(answered.dones(), [(DoneStatus::ERROR.0, 0)], "{what}: {answered:?}");
                assert_eq!(answered.tokens.len(), 1, "{what}: {answered:?}");
                unchanged(&mut client, &what);
            }
        }
    }
    served.end();
}

#[test]
fn attention_amid_a_request_is_acknowledged_and_nothing_changes() {
    let served = served();
    let mut client = with_table(&served);
    for (kind, bytes) in requests() {
        let pieces: Vec<&[u8]> = bytes.chunks(7).collect();
        for sent in 0..=pieces.len() {
            announce(&mut client, kind);
            pieces[..sent].iter().for_each(|piece| send_packet(&mut client, kind, Status::NORMAL, piece));
            send_packet(&mut client, PacketKind::Attention, Status::END_OF_MESSAGE, &[]);
            acknowledged(&mut client);
            unchanged(&mut client, &format!("{kind:?} after {sent} packets"));
        }
    }
    served.end();
}

#[test]
fn attention_behind_a_request_is_acknowledged() {
    let served = served();
    let mut client = with_table(&served);
    for (kind, bytes) in requests() {
        announce(&mut client, kind);
        let pieces: Vec<&[u8]> = bytes.chunks(7).collect();
        let (last, front) = pieces.split_last().expect("a request has bytes");
        front.iter().for_each(|piece| send_packet(&mut client, kind, Status::NORMAL, piece));
        send_packet(&mut client, kind, Status::END_OF_MESSAGE, last);
        send_packet(&mut client, PacketKind::Attention, Status::END_OF_MESSAGE, &[]);
        acknowledged(&mut client);
        assert!(client.batch("IF @@TRANCOUNT > 0 ROLLBACK").errors().is_empty());
        assert_eq!(client.batch("SELECT 5").rows, number(5), "{kind:?}");
    }
    served.end();
}

#[test]
fn too_large_request_gets_an_error_before_the_connection_ends() {
    let instance = Instance::open(InstanceOptions::in_memory()).expect("an instance");
    let mut options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(PASSWORD.into()));
    options.request_bytes_max = 100_000;
    let server = Server::start(instance.clone(), options).expect("a server");
    // In UTF-16 the text exceeds the limit by less than the quarter that the server still reads.
    let too_long = "x".repeat(60_000);
    // RPC calls are read as they arrive, and one that is too large only costs its answer.
    for kind in [PacketKind::SqlBatch, PacketKind::TransactionManager] {
        let mut client = Client::log_in(server.address());
        let bytes = payload(PacketKind::SqlBatch, |out| write_batch(&Headers::new(0), &too_long, out));
        let pieces: Vec<&[u8]> = bytes.chunks(500).collect();
        for (place, piece) in pieces.iter().enumerate() {
            let status = if place + 1 < pieces.len() { Status::NORMAL } else { Status::END_OF_MESSAGE };
            send_packet(&mut client, kind, status, piece);
        }
        let answered = client.answer();
        assert_eq!(answered.errors(), [4002], "{kind:?}");
        assert_eq!(answered.dones(), [(DoneStatus::ERROR.0, 0)], "{kind:?}");
        assert!(client.is_closed(), "{kind:?}");
    }
    let mut client = Client::log_in(server.address());
    assert_eq!(client.batch("SELECT 5").rows, number(5));
    server.stop();
    instance.close().expect("it closes");
}
