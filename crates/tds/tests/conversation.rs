//! A client and a server that exchange only bytes, from PRELOGIN to a bulk load. Each message
//! passes through packets that arrive in pieces.

use sluice_tds::TdsVersion;
use sluice_tds::encryption::{Cover, Policy, Wish, settle};
use sluice_tds::feature::{Feature, UTF8_SUPPORT};
use sluice_tds::login::{self, Login, Password};
use sluice_tds::prelogin::{self, Prelogin, Version};
use sluice_tds::request::{
    Argument, ArgumentValue, BatchReader, Begin, Call, CallHead, Headers, Isolation, ParameterFlags, Procedure,
    RpcReader, SystemProcedure, TRANSACTION_REQUEST_MAX, TransactionRequest, write_batch, write_call, write_parameter,
};
use sluice_tds::token::{write_columns, write_error, write_feature_ack, write_return_status, write_return_value};
use sluice_tds::{
    Column, Done, DoneKind, DoneStatus, EnvChange, Input, LoginAck, Message, PacketKind, PacketReader, PacketWriter,
    ReturnValue, Status, TableForm, Token, TokenReader, TypeInfo, WireCollation, packet, write_row,
};
use sluice_types::{CollationId, DataType, Length, Value};

/// One direction of a connection.
struct Line {
    out: PacketWriter,
    packets: PacketReader,
}

/// A received message.
struct Arrived {
    kind: PacketKind,
    status: Status,
    bytes: Vec<u8>,
}

impl Line {
    fn new(kind: PacketKind) -> Line {
        Line { out: PacketWriter::new(kind), packets: PacketReader::new() }
    }

    fn set_packet_size(&mut self, size: u16) {
        self.out.set_packet_size(size);
        self.packets.set_packet_size(size);
    }

    /// Sends the message that `write` writes, and returns it as received.
    fn send(&mut self, kind: PacketKind, status: Status, write: impl FnOnce(&mut PacketWriter)) -> Arrived {
        self.out.begin(kind, status);
        write(&mut self.out);
        self.out.finish();
        let mut arrived = Arrived { kind, status: Status::NORMAL, bytes: Vec::new() };
        let mut has_ended = false;
        for mut part in self.out.ready().chunks(100) {
            while let Some(piece) = self.packets.take(&mut part).expect("packets") {
                assert!(!has_ended && piece.header.kind == kind);
                arrived.status = arrived.status.with(piece.header.status);
                arrived.bytes.extend_from_slice(piece.payload);
                has_ended = piece.ends;
            }
        }
        assert!(has_ended && !self.packets.is_within_message());
        self.out.sent(self.out.ready().len());
        arrived
    }
}

/// Returns the tokens of an answer, and the values of its rows.
fn tokens(arrived: &Arrived) -> (Vec<Token>, Vec<Vec<Value>>) {
    assert_eq!(arrived.kind, PacketKind::TabularResult);
    let (mut input, mut reader) = (Input::from_message(&arrived.bytes), TokenReader::of_answer());
    let (mut tokens, mut rows) = (Vec::new(), Vec::new());
    while let Some(token) = reader.next(&mut input).expect("tokens") {
        match token {
            Token::Row => rows.push(reader.row().to_vec()),
            other => tokens.push(other),
        }
    }
    assert!(input.is_finished());
    (tokens, rows)
}

fn done(kind: DoneKind, status: DoneStatus, rows: u64) -> Done {
    Done { kind, status, command: 0, rows }
}

#[test]
fn client_logs_in_from_prelogin() {
    let (mut client, mut server) = (Line::new(PacketKind::Prelogin), Line::new(PacketKind::TabularResult));
    let wish = Wish::Never;
    let asked = Prelogin { encryption: Some(wish.says() as u8), mars: Some(true), ..Prelogin::default() };
    let arrived = client.send(PacketKind::Prelogin, Status::NORMAL, |out| asked.write(out));
    assert!(arrived.bytes.len() <= prelogin::MESSAGE_MAX);
    let heard = Prelogin::read(&arrived.bytes).expect("a PRELOGIN");
    let settled = settle(Policy::Offered, heard.encryption, false).expect("a wish");
    assert_eq!(settled.cover, Cover::Plain);
    let version = Version { major: 16, build: 1000, ..Version::default() };
    let answer = Prelogin { version, encryption: Some(settled.answer as u8), mars: Some(false), ..Prelogin::default() };
    let arrived = server.send(PacketKind::TabularResult, Status::NORMAL, |out| answer.write(out));
    let answer = Prelogin::read(&arrived.bytes).expect("a PRELOGIN");
    assert_eq!((wish.settle(answer.encryption), answer.mars), (Ok(Cover::Plain), Some(false)));

    let wanted = Login {
        tds_version: TdsVersion::V7_4.number(),
        packet_size: 8000,
        user_name: "sa".into(),
        password: Password("p€ss".into()),
        features: Some(vec![Feature { id: UTF8_SUPPORT, data: vec![] }]),
        ..Login::default()
    };
    let arrived = client.send(PacketKind::Login7, Status::NORMAL, |out| wanted.write(out));
    assert!(arrived.bytes.len() <= login::MESSAGE_MAX);
    let heard = Login::read(&arrived.bytes).expect("a log-in");
    assert_eq!((heard.user_name.as_str(), heard.password.0.as_str()), ("sa", "p€ss"));
    let size = packet::packet_size(heard.packet_size);
    let granted = heard.feature(UTF8_SUPPORT).map(|feature| Feature { id: feature.id, data: vec![1] });
    let ack = LoginAck {
        tds_version: heard.agreed_version().expect("7.4").number(),
        program: "Microsoft SQL Server".into(),
        major: 16,
        minor: 0,
        build: 1000,
    };
    let arrived = server.send(PacketKind::TabularResult, Status::NORMAL, |out| {
        EnvChange::Database { new: "master".into(), old: String::new() }.write(out);
        ack.write(out);
        EnvChange::PacketSize { new: size.into(), old: packet::SIZE_DEFAULT.into() }.write(out);
        write_feature_ack(granted.as_slice(), out);
        done(DoneKind::Statement, DoneStatus::FINAL, 0).write(out);
    });
    let (tokens, _) = tokens(&arrived);
    assert_eq!(tokens[1], Token::LoginAck(ack));
    assert_eq!(tokens[2], Token::EnvChange(EnvChange::PacketSize { new: 8000, old: 4096 }));
    assert_eq!(tokens[3], Token::Features(vec![Feature { id: UTF8_SUPPORT, data: vec![1] }]));
}

/// Requests in a transaction: a batch with a large result, a call with an OUTPUT parameter and an
/// error, an attention.
#[test]
fn requests_in_a_transaction_are_answered() {
    let (mut client, mut server) = (Line::new(PacketKind::SqlBatch), Line::new(PacketKind::TabularResult));
    client.set_packet_size(512);
    server.set_packet_size(512);
    let begin = Begin { isolation: Isolation::Serializable, name: String::new() };
    let arrived = client.send(PacketKind::TransactionManager, Status::RESET_CONNECTION, |out| {
        TransactionRequest::Begin(begin.clone()).write(&Headers::new(0), out);
    });
    assert!(arrived.status.has(Status::RESET_CONNECTION) && arrived.bytes.len() <= TRANSACTION_REQUEST_MAX);
    let heard = TransactionRequest::read(&arrived.bytes);
    assert_eq!(heard, Ok((Headers::new(0), TransactionRequest::Begin(begin))));

    let batch = "SELECT * FROM t -- Ж".repeat(60);
    let arrived = client.send(PacketKind::SqlBatch, Status::NORMAL, |out| write_batch(&Headers::new(77), &batch, out));
    let heard = BatchReader::new(1 << 20).read(&mut Input::from_message(&arrived.bytes));
    assert_eq!(heard, Ok(Some((Headers::new(77), batch))));

    let columns = [
        Column::new("id", DataType::Int, false, CollationId::DEFAULT),
        Column::new("text", DataType::NVarChar(Length::Max), true, CollationId::DEFAULT),
    ];
    let rows = [vec![Value::Int(1), Value::text("Ж".repeat(5000))], vec![Value::Int(2), Value::Null]];
    let arrived = server.send(PacketKind::TabularResult, Status::NORMAL, |out| {
        write_columns(&columns, TableForm::Parts, out);
        rows.iter().for_each(|row| write_row(&columns, row, out).expect("a match"));
        done(DoneKind::Statement, DoneStatus::COUNT, 2).write(out);
    });
    let (found, values) = tokens(&arrived);
    assert_eq!(found, [Token::Columns, Token::Done(done(DoneKind::Statement, DoneStatus::COUNT, 2))]);
    assert_eq!(values, rows);

    let info = TypeInfo::new(DataType::Int, true, WireCollation::default());
    let argument = Argument {
        name: "@n".into(),
        flags: ParameterFlags::OUTPUT,
        value: ArgumentValue::Scalar(info, Value::Int(4)),
    };
    let head = CallHead::new(Procedure::System(SystemProcedure::Execute));
    let arrived = client.send(PacketKind::Rpc, Status::NORMAL, |out| {
        Headers::new(77).write(out);
        write_call(&head, out);
        write_parameter(&argument, out).expect("a match");
    });
    let heard = RpcReader::default().next_call(&mut Input::from_message(&arrived.bytes));
    assert_eq!(heard, Ok(Some(Call { head, arguments: vec![argument], is_executed: true })));
    let returned = ReturnValue { ordinal: 0, name: "@n".into(), is_of_function: false, info, value: Value::Int(5) };
    let error = Message { number: 8134, state: 1, severity: 16, text: "Divide by zero.".into(), ..Message::default() };
    let end = done(DoneKind::Procedure, DoneStatus::ERROR, 0);
    let arrived = server.send(PacketKind::TabularResult, Status::NORMAL, |out| {
        write_error(&error, out);
        write_return_status(-6, out);
        write_return_value(&returned, out).expect("a match");
        end.write(out);
    });
    let expected = [Token::Error(error), Token::ReturnStatus(-6), Token::ReturnValue(returned), Token::Done(end)];
    assert_eq!(tokens(&arrived).0, expected);

    let arrived = client.send(PacketKind::Attention, Status::NORMAL, |_| {});
    assert!(arrived.bytes.is_empty());
    let acknowledged = done(DoneKind::Statement, DoneStatus::ATTENTION, 0);
    let arrived = server.send(PacketKind::TabularResult, Status::NORMAL, |out| acknowledged.write(out));
    assert_eq!(tokens(&arrived).0, [Token::Done(acknowledged)]);
}

/// Rows of a bulk load are read as they arrive; memory holds at most a packet of them.
#[test]
fn bulk_load_is_read_as_it_arrives() {
    let columns = [Column::new("v", DataType::VarBinary(Length::Limited(4000)), true, CollationId::DEFAULT)];
    let row = [Value::bytes(vec![7; 4000])];
    let (mut out, mut packets) = (PacketWriter::new(PacketKind::BulkLoad), PacketReader::new());
    let (mut input, mut reader, mut rows, mut waiting_max) = (Input::new(), TokenReader::of_bulk_load(1 << 20), 0, 0);
    write_columns(&columns, TableForm::Name, &mut out);
    for turn in 0..500 {
        write_row(&columns, &row, &mut out).expect("a match");
        if turn == 499 {
            done(DoneKind::Statement, DoneStatus::FINAL, 0).write(&mut out);
            out.finish();
        }
        let mut bytes = out.ready();
        while let Some(piece) = packets.take(&mut bytes).expect("packets") {
            input.feed(piece.payload);
            if piece.ends {
                input.end();
            }
            waiting_max = waiting_max.max(input.waiting());
            while let Some(token) = reader.next(&mut input).expect("tokens") {
                rows += usize::from(token == Token::Row && reader.row() == row);
            }
        }
        out.sent(out.ready().len());
    }
    assert_eq!((rows, input.is_finished()), (500, true));
    assert!(waiting_max < 3 * usize::from(packet::SIZE_DEFAULT), "{waiting_max}");
}
