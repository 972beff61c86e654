//! Round trips of tokens, split at any byte, and the specification's answers.

use super::*;
use crate::arbitrary::{typed_value, value_of};
use crate::collation::WireCollation;
use crate::column::{Column, ColumnFlags, TableForm};
use crate::feature::Feature;
use crate::input::Input;
use crate::row::write_row;
use crate::type_info::{Form, TypeInfo};
use crate::version::TdsVersion;
use proptest::prelude::*;
use sluice_types::{CollationId, DataType, Length, Value};

/// A token, with the values of a row or the columns of a result.
type Read = (Token, Vec<Value>, Vec<Column>);

/// Reads all tokens of a message that arrives in pieces of `part` bytes.
fn read(bytes: &[u8], part: usize, mut reader: TokenReader) -> Result<Vec<Read>, crate::ProtocolError> {
    let (mut input, mut found) = (Input::new(), Vec::new());
    let mut parts = bytes.chunks(part.max(1)).peekable();
    while let Some(part) = parts.next() {
        input.feed(part);
        if parts.peek().is_none() {
            input.end();
        }
        while let Some(token) = reader.next(&mut input)? {
            let row = if token == Token::Row { reader.row().to_vec() } else { Vec::new() };
            let columns = if token == Token::Columns { reader.columns().to_vec() } else { Vec::new() };
            found.push((token, row, columns));
        }
    }
    assert!(input.is_finished(), "{} bytes are left", input.waiting());
    Ok(found)
}

fn tokens(bytes: &[u8]) -> Vec<Token> {
    read(bytes, 7, TokenReader::of_answer()).expect("tokens").into_iter().map(|(token, ..)| token).collect()
}

fn done(kind: DoneKind, status: u16, command: u16, rows: u64) -> Done {
    Done { kind, status: DoneStatus(status), command, rows }
}

/// MS-TDS 4.7, SQL Batch Server Response, without the packet's header: `select 'foo' as 'bar'`.
#[test]
fn specification_result_is_read() {
    let example = [
        0x81, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20, 0x00, 0xA7, 0x03, 0x00, 0x09, 0x04, 0xD0, 0x00, 0x34, 0x03,
        0x62, 0x00, 0x61, 0x00, 0x72, 0x00, 0xD1, 0x03, 0x00, 0x66, 0x6F, 0x6F, 0xFD, 0x10, 0x00, 0xC1, 0x00, 0x01,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    ];
    let column = Column {
        flags: ColumnFlags::COMPUTED,
        ..Column::new("bar", DataType::varchar(Length::Limited(3)), false, CollationId::DEFAULT)
    };
    let done = done(DoneKind::Statement, 0x10, 0xC1, 1);
    let mut written = Vec::new();
    write_columns(std::slice::from_ref(&column), TableForm::Parts, &mut written);
    write_row(std::slice::from_ref(&column), &[Value::text("foo")], &mut written).expect("a match");
    done.write(&mut written);
    assert_eq!(written, example);
    let found = read(&example, 3, TokenReader::of_answer()).expect("tokens");
    assert_eq!(found[0], (Token::Columns, vec![], vec![column]));
    assert_eq!(found[1], (Token::Row, vec![Value::text("foo")], vec![]));
    assert_eq!(found[2].0, Token::Done(done));
}

/// MS-TDS 4.4, Login Response, without the packet's header. Its LOGINACK is of TDS 7.2 and has two
/// zeros in the name.
#[test]
fn specification_login_response_is_read() {
    let text = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let example = [
        &[0xE3, 0x1B, 0x00, 0x01, 0x06][..],
        &text("master"),
        &[0x06],
        &text("master"),
        &[0xAB, 0x58, 0x00, 0x45, 0x16, 0x00, 0x00, 0x02, 0x00, 0x25, 0x00],
        &text("Changed database context to 'master'."),
        &[0x00, 0x00, 0x00, 0x00, 0x00, 0x00],
        &[0xE3, 0x08, 0x00, 0x07, 0x05, 0x09, 0x04, 0xD0, 0x00, 0x34, 0x00],
        &[0xE3, 0x17, 0x00, 0x02, 0x0A],
        &text("us_english"),
        &[0x00, 0xE3, 0x13, 0x00, 0x04, 0x04],
        &text("4096"),
        &[0x04],
        &text("4096"),
        &[0xAB, 0x5C, 0x00, 0x47, 0x16, 0x00, 0x00, 0x01, 0x00, 0x27, 0x00],
        &text("Changed language setting to us_english."),
        &[0x00, 0x00, 0x00, 0x00, 0x00, 0x00],
        &[0xAD, 0x36, 0x00, 0x01, 0x72, 0x09, 0x00, 0x02, 0x16],
        &text("Microsoft SQL Server\0\0"),
        &[0x00, 0x00, 0x00, 0x00],
        &[0xFD, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00],
    ]
    .concat();
    assert_eq!(example.len(), 0x161 - 8, "the length in the packet's header");
    let message = |number, state, text: &str| Message { number, state, text: text.into(), ..Message::default() };
    let expected = [
        Token::EnvChange(EnvChange::Database { new: "master".into(), old: "master".into() }),
        Token::Info(message(5701, 2, "Changed database context to 'master'.")),
        Token::EnvChange(EnvChange::Collation { new: WireCollation::DEFAULT, old: None }),
        Token::EnvChange(EnvChange::Language { new: "us_english".into(), old: String::new() }),
        Token::EnvChange(EnvChange::PacketSize { new: 4096, old: 4096 }),
        Token::Info(message(5703, 1, "Changed language setting to us_english.")),
        Token::LoginAck(LoginAck {
            tds_version: 0x7209_0002,
            program: "Microsoft SQL Server\0\0".into(),
            major: 0,
            minor: 0,
            build: 0,
        }),
        Token::Done(done(DoneKind::Statement, 0, 0, 0)),
    ];
    assert_eq!(tokens(&example), expected);
    let mut written = Vec::new();
    expected.iter().for_each(|token| write(token, &mut written));
    assert_eq!(written, example);
}

/// MS-TDS 4.12, Bulk Load, without the packet's header: a bit column that is never NULL, and a row.
#[test]
fn specification_bulk_load_is_read() {
    let example = [
        0x81, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x05, 0x00, 0x32, 0x02, 0x63, 0x00, 0x31, 0x00, 0xD1, 0x00, 0xFD,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    ];
    let found = read(&example, 1, TokenReader::of_bulk_load(100)).expect("tokens");
    assert_eq!(found[0].2[0].info.form, Form::Fixed);
    assert_eq!((found[0].2[0].name.as_str(), found[0].2[0].flags.0), ("c1", 5));
    assert_eq!(found[1], (Token::Row, vec![Value::Bit(false)], vec![]));
    assert_eq!(found[2].0, Token::Done(done(DoneKind::Statement, 0, 0, 0)));
    // Old clients count rows in four bytes; an answer that does so is truncated.
    let short = &example[..example.len() - 4];
    for part in [1, 7, 100] {
        assert_eq!(read(short, part, TokenReader::of_bulk_load(100)).expect("tokens"), found);
        assert!(read(short, part, TokenReader::of_answer()).is_err());
    }
}

fn write(token: &Token, out: &mut Vec<u8>) {
    match token {
        Token::Order(columns) => write_order(columns, out),
        Token::TableNames(tables) => write_table_names(tables, out),
        Token::ColumnInfo(columns) => write_column_info(columns, out),
        Token::Done(done) => done.write(out),
        Token::Info(message) => write_info(message, out),
        Token::Error(message) => write_error(message, out),
        Token::EnvChange(change) => change.write(out),
        Token::LoginAck(ack) => ack.write(out),
        Token::Features(features) => write_feature_ack(features, out),
        Token::ReturnStatus(status) => write_return_status(*status, out),
        Token::ReturnValue(returned) => write_return_value(returned, out).expect("a match"),
        Token::NoMetadata => write_no_metadata(out),
        Token::Columns | Token::Row => unreachable!("they have contents of their own"),
    }
}

#[test]
fn overlong_message_is_truncated() {
    let message = Message {
        text: "x".repeat(100_000),
        server: "s".repeat(300),
        procedure: "p".repeat(300),
        ..Message::default()
    };
    let mut bytes = Vec::new();
    write_error(&message, &mut bytes);
    let [Token::Error(read)] = &tokens(&bytes)[..] else { panic!("one error") };
    assert_eq!((read.server.len(), read.procedure.len()), (255, 255));
    assert!(read.text.len() > 30_000 && bytes.len() <= 3 + 65_535);
}

#[test]
fn row_of_many_nulls_is_written_as_nbcrow() {
    let columns: Vec<Column> =
        (0..9).map(|_| Column::new("", DataType::NVarChar(Length::Max), true, CollationId::DEFAULT)).collect();
    let mut values = vec![Value::Null; 9];
    values[8] = Value::text("x");
    let mut bytes = Vec::new();
    write_row(&columns, &values, &mut bytes).expect("a match");
    assert_eq!(bytes[..3], [0xD2, 0xFF, 0x00]);
    assert_eq!(bytes.len(), 3 + 8 + 4 + 2 + 4);
}

#[test]
fn invalid_tokens_are_rejected() {
    let fault = |bytes: &[u8]| read(bytes, 1, TokenReader::of_answer()).expect_err("no token").fault;
    assert_eq!(fault(&[0xE4, 0, 0]), crate::Fault::Unsupported("SESSIONSTATE"));
    assert_eq!(fault(&[0x00]), crate::Fault::Invalid(0));
    assert_eq!(fault(&[0xD1, 0]), crate::Fault::Invalid(0xD1));
    assert_eq!(fault(&[0x81, 1, 0x10]), crate::Fault::TooLong { length: 4097, limit: 4096 });
    assert_eq!(fault(&[0xAB, 2, 0, 1, 2]), crate::Fault::Truncated);
    assert_eq!(fault(&[0xFD, 0]), crate::Fault::Truncated);
    let encrypted = [0x81, 1, 0, 0, 0, 0, 0, 0, 8, 0x38, 0];
    assert_eq!(fault(&encrypted), crate::Fault::Unsupported("an encrypted column"));
}

fn token() -> impl Strategy<Value = Token> {
    let name = || "[a-zЖ😀]{0,12}";
    let message =
        (any::<(i32, u8, u8, u32)>(), name(), name(), name()).prop_map(|(numbers, text, server, procedure)| Message {
            number: numbers.0,
            state: numbers.1,
            severity: numbers.2,
            line: numbers.3,
            text,
            server,
            procedure,
        });
    let change = prop_oneof![
        (name(), name()).prop_map(|(new, old)| EnvChange::Database { new, old }),
        (name(), name()).prop_map(|(new, old)| EnvChange::Language { new, old }),
        any::<(u32, u32)>().prop_map(|(new, old)| EnvChange::PacketSize { new, old }),
        any::<([u8; 5], Option<[u8; 5]>)>()
            .prop_map(|(new, old)| EnvChange::Collation { new: WireCollation(new), old: old.map(WireCollation) }),
        any::<u64>().prop_map(EnvChange::Begin),
        any::<u64>().prop_map(EnvChange::Commit),
        any::<u64>().prop_map(EnvChange::Rollback),
        Just(EnvChange::Reset),
    ];
    let kind = prop_oneof![Just(DoneKind::Statement), Just(DoneKind::Procedure), Just(DoneKind::InProcedure)];
    let feature = (0..0xFFu8, proptest::collection::vec(any::<u8>(), 0..9)).prop_map(|(id, data)| Feature { id, data });
    let returned =
        (any::<(u16, bool)>(), name(), typed_value()).prop_map(|((ordinal, is_of_function), name, typed)| {
            let (mut info, value) = typed;
            if info.data_type == DataType::RowVersion {
                info = TypeInfo { data_type: DataType::Binary(8), ..info };
            }
            ReturnValue { ordinal, name, is_of_function, info, value }
        });
    let origin = (any::<(u8, u8)>(), proptest::option::of(name())).prop_map(|((column, table), base_name)| {
        let status = if base_name.is_some() { 0x28 } else { 0x08 };
        ColumnInfo { column, table, status, base_name }
    });
    prop_oneof![
        proptest::collection::vec(any::<u16>(), 0..5).prop_map(Token::Order),
        proptest::collection::vec(proptest::collection::vec(name(), 0..4), 0..3).prop_map(|tables| Token::TableNames(
            tables.into_iter().map(|parts| parts.into_iter().collect()).collect()
        )),
        proptest::collection::vec(origin, 0..4).prop_map(Token::ColumnInfo),
        (kind, any::<(u16, u16, u64)>())
            .prop_map(|(kind, (status, command, rows))| Token::Done(done(kind, status, command, rows))),
        message.clone().prop_map(Token::Info),
        message.prop_map(Token::Error),
        change.prop_map(Token::EnvChange),
        (any::<(u8, u8, u16)>(), name()).prop_map(|((major, minor, build), program)| {
            Token::LoginAck(LoginAck { tds_version: TdsVersion::V7_4.number(), program, major, minor, build })
        }),
        proptest::collection::vec(feature, 0..3).prop_map(Token::Features),
        any::<i32>().prop_map(Token::ReturnStatus),
        returned.prop_map(Token::ReturnValue),
        Just(Token::NoMetadata),
    ]
}

/// Columns, and rows of them.
fn result() -> impl Strategy<Value = (Vec<Column>, Vec<Vec<Value>>)> {
    let column = (crate::arbitrary::type_info(), "[a-zЖ]{0,9}", any::<u16>(), "[a-z]{1,9}").prop_map(
        |(info, name, flags, table)| {
            let flags = ColumnFlags(flags & !(ColumnFlags::ENCRYPTED.0 | ColumnFlags::DEFAULT.0));
            let user_type = if info.data_type == DataType::RowVersion { 0x50 } else { 0 };
            let table = if info.form == Form::Long { vec![table] } else { Vec::new() };
            Column { name, user_type, flags, info, table }
        },
    );
    proptest::collection::vec(column, 1..20).prop_flat_map(|columns| {
        let row: Vec<_> = columns.iter().map(|column| value_of(column.info)).collect();
        (Just(columns), proptest::collection::vec(row, 0..4))
    })
}

proptest! {
    #[test]
    fn written_tokens_are_read_back(expected in proptest::collection::vec(token(), 1..6), part in 1..40usize) {
        let mut bytes = Vec::new();
        expected.iter().for_each(|token| write(token, &mut bytes));
        let found: Vec<Token> = read(&bytes, part, TokenReader::of_answer()).expect("tokens").into_iter().map(|read| read.0).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn written_results_are_read_back((columns, rows) in result(), part in 1..60usize, is_bulk in any::<bool>()) {
        let (table, reader) = if is_bulk {
            (TableForm::Name, TokenReader::of_bulk_load(1 << 20))
        } else {
            (TableForm::Parts, TokenReader::of_answer())
        };
        let mut bytes = Vec::new();
        write_columns(&columns, table, &mut bytes);
        for row in &rows {
            write_row(&columns, row, &mut bytes).expect("a match");
        }
        let mut found = read(&bytes, part, reader).expect("tokens").into_iter();
        prop_assert_eq!(found.next(), Some((Token::Columns, vec![], columns)));
        prop_assert_eq!(found.map(|read| read.1).collect::<Vec<_>>(), rows);
    }

    #[test]
    fn corrupted_tokens_never_panic((columns, rows) in result(), changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..5), part in 1..99usize) {
        let mut bytes = Vec::new();
        write_columns(&columns, TableForm::Parts, &mut bytes);
        for row in &rows {
            write_row(&columns, row, &mut bytes).expect("a match");
        }
        for (place, byte) in changes {
            let place = usize::from(place) % bytes.len();
            bytes[place] = byte;
        }
        let _ = read(&bytes, part, TokenReader::of_answer());
    }
}
