//! Round trips of requests, split at any byte, and the specification's examples.

use super::*;
use crate::arbitrary::{typed_value, value_of};
use crate::column::{Column, ColumnFlags};
use crate::error::{Fault, ProtocolError};
use crate::input::Input;
use crate::type_info::TypeInfo;
use proptest::prelude::*;
use sluice_types::{DataType, Value};

/// The headers of the specification's examples: only the last byte of the transaction isn't 0.
const EXAMPLE_HEADERS: Headers = Headers { transaction: 1 << 56, outstanding: 0, trace: None };
const HEADER_BYTES: [u8; 22] = [
    0x16, 0x00, 0x00, 0x00, 0x12, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00,
    0x00, 0x00, 0x00,
];

fn batch(bytes: &[u8], part: usize) -> Result<(Headers, String), ProtocolError> {
    let (mut input, mut reader) = (Input::new(), BatchReader::new(1 << 20));
    for part in bytes.chunks(part) {
        input.feed(part);
        assert_eq!(reader.read(&mut input)?, None);
    }
    input.end();
    let batch = reader.read(&mut input)?;
    assert!(input.is_finished());
    Ok(batch.expect("the message has ended"))
}

fn calls(bytes: &[u8], part: usize) -> Result<(Headers, Vec<Call>), ProtocolError> {
    let (mut input, mut reader, mut found) = (Input::new(), RpcReader::new(1 << 20), Vec::new());
    for part in bytes.chunks(part) {
        input.feed(part);
        while let Some(call) = reader.next_call(&mut input)? {
            found.push(call);
        }
    }
    input.end();
    while let Some(call) = reader.next_call(&mut input)? {
        found.push(call);
    }
    assert!(input.is_finished());
    Ok((*reader.headers(), found))
}

fn write_calls(headers: &Headers, calls: &[Call], out: &mut Vec<u8>) {
    headers.write(out);
    for (place, call) in calls.iter().enumerate() {
        if place > 0 {
            write_separator(out);
        }
        write_call(&call.head, out);
        call.arguments.iter().for_each(|argument| write_parameter(argument, out).expect("a match"));
    }
}

/// MS-TDS 4.6, SQL Batch Client Request, without the packet's header.
#[test]
fn specification_batch_is_read() {
    let text = "\nselect 'foo' as 'bar'\n        ";
    let mut expected = HEADER_BYTES.to_vec();
    expected.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(expected.len(), 0x5C - 8, "the length in the packet's header");
    let mut written = Vec::new();
    write_batch(&EXAMPLE_HEADERS, text, &mut written);
    assert_eq!(written, expected);
    assert_eq!(batch(&expected, 5), Ok((EXAMPLE_HEADERS, text.to_owned())));
}

/// MS-TDS 4.8, RPC Client Request, without the packet's header: `foo3` with a default of smallint.
#[test]
fn specification_call_is_read() {
    let mut expected = HEADER_BYTES.to_vec();
    expected.extend([4, 0, 0x66, 0, 0x6F, 0, 0x6F, 0, 0x33, 0, 0, 0, 0, 2, 0x26, 2, 0]);
    assert_eq!(expected.len(), 0x2F - 8, "the length in the packet's header");
    let info = TypeInfo::new(DataType::SmallInt, true, crate::WireCollation::default());
    let call = Call {
        head: CallHead::new(Procedure::Named("foo3".into())),
        arguments: vec![Argument {
            name: String::new(),
            flags: ParameterFlags::DEFAULT,
            value: ArgumentValue::Scalar(info, Value::Null),
        }],
        is_executed: true,
    };
    let mut written = Vec::new();
    write_calls(&EXAMPLE_HEADERS, std::slice::from_ref(&call), &mut written);
    assert_eq!(written, expected);
    assert_eq!(calls(&expected, 1), Ok((EXAMPLE_HEADERS, vec![call])));
}

/// MS-TDS 2.2.5.5.5.2: a token states that values come in the order of the columns 1, 3, 2.
#[test]
fn row_values_follow_declared_column_order() {
    let column = |data_type| Column::new("", data_type, true, sluice_types::CollationId::DEFAULT);
    let columns = vec![column(DataType::Int), column(DataType::BigInt), column(DataType::Bit)];
    let head = TableHead { cells: vec![0, 2, 1], ..TableHead::new("dbo", "t", columns) };
    let rows = vec![vec![Value::Int(1), Value::Bit(true), Value::BigInt(2)]];
    let mut bytes = Vec::new();
    write_table(&head, &rows, &mut bytes).expect("a match");
    let ordering = [0x11, 0x03, 0x00, 0x01, 0x00, 0x03, 0x00, 0x02, 0x00];
    assert!(bytes.windows(ordering.len()).any(|window| window == ordering));
    let value = ArgumentValue::Table(head, rows);
    let call = Call {
        head: CallHead::new(Procedure::System(SystemProcedure::ExecuteSql)),
        arguments: vec![Argument { name: "@t".into(), flags: ParameterFlags::default(), value }],
        is_executed: true,
    };
    let mut written = Vec::new();
    write_calls(&Headers::new(0), std::slice::from_ref(&call), &mut written);
    assert_eq!(calls(&written, 3).map(|(_, calls)| calls), Ok(vec![call]));
}

/// A row with only defaults is one byte on the wire and must stay small in memory.
#[test]
fn rows_of_defaults_have_no_values_in_memory() {
    let flags = ColumnFlags::DEFAULT;
    let column = Column { flags, ..Column::new("", DataType::Int, true, sluice_types::CollationId::DEFAULT) };
    let head = TableHead { cells: vec![], ..TableHead::new("", "", vec![column; 1024]) };
    let mut bytes = Vec::new();
    Headers::new(0).write(&mut bytes);
    write_call(&CallHead::new(Procedure::Named("p".into())), &mut bytes);
    let argument = Argument {
        name: String::new(),
        flags: ParameterFlags::default(),
        value: ArgumentValue::Table(head, vec![vec![]; 3]),
    };
    write_parameter(&argument, &mut bytes).expect("a match");
    let (_, calls) = calls(&bytes, 1000).expect("a call");
    assert_eq!(calls[0].arguments, [argument]);
}

#[test]
fn unsupported_requests_are_refused() {
    let with_headers = |rest: &[u8]| [HEADER_BYTES.as_slice(), rest].concat();
    let rpc = |rest: &[u8]| calls(&with_headers(rest), 4).expect_err("refused").fault;
    assert_eq!(rpc(&[0xFF, 0xFF, 16, 0, 0, 0]), Fault::Invalid(16));
    assert_eq!(rpc(&[0x17, 0x04]), Fault::TooLong { length: 1047, limit: 1046 });
    let call = [0xFF, 0xFF, 10, 0, 0, 0];
    let parameter = |rest: &[u8]| rpc(&[&call[..], rest].concat());
    assert_eq!(parameter(&[0, 8, 0x26, 4, 0]), Fault::Unsupported("an encrypted parameter"));
    assert_eq!(parameter(&[0, 0, 0xF0, 0, 0, 0]), Fault::Unsupported("a type of the CLR"));
    assert_eq!(parameter(&[0, 1, 0xF3, 0, 0, 0]), Fault::Unsupported("a table as an OUTPUT parameter"));
    assert_eq!(parameter(&[0, 0, 0xF3, 0, 0, 0, 1, 4]), Fault::TooLong { length: 1025, limit: 1024 });
    assert_eq!(parameter(&[0, 0]), Fault::Truncated);
    assert_eq!(parameter(&[0, 0, 0x26, 1, 0].repeat(2101)), Fault::TooManyParameters(2100));
    let manager = |rest: &[u8]| TransactionRequest::read(&with_headers(rest)).expect_err("refused").fault;
    assert!(matches!(manager(&[6, 0]), Fault::Unsupported(_)) && matches!(manager(&[0, 0]), Fault::Unsupported(_)));
    assert_eq!(manager(&[5, 0, 6, 0]), Fault::Invalid(6));
    assert_eq!(manager(&[5, 0, 1, 3, 0, 0, 0]), Fault::Invalid(3));
    assert_eq!(batch(&[3, 0, 0, 0], 4), Err(ProtocolError::invalid("ALL_HEADERS", 3)));
    let notification = [12, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0];
    assert_eq!(batch(&notification, 4).map_err(|error| error.fault), Err(Fault::Unsupported("a query notification")));
    assert_eq!(batch(&with_headers(&[65]), 4), Err(ProtocolError::truncated("a batch")));
    let mut input = Input::from_message(&with_headers(&[65, 0, 66, 0]));
    assert!(BatchReader::new(3).read(&mut input).is_err());
}

/// Two calls separated by 0xFF, as ODBC sends executemany; a separator at the end; and a cancelled
/// call.
#[test]
fn request_with_several_calls_is_read() {
    let call = [0xFF, 0xFF, 12, 0, 0, 0, 0, 0, 0x38, 1, 0, 0, 0];
    let read = |bytes: &[u8]| calls(bytes, 2).expect("calls").1;
    let two = read(&[&HEADER_BYTES[..], &call, &[0xFF], &call, &[0xFF]].concat());
    assert_eq!(two.len(), 2);
    assert_eq!(two[0], two[1]);
    assert_eq!(two[0].head.procedure, Procedure::System(SystemProcedure::Execute));
    let dropped = read(&[&HEADER_BYTES[..], &call, &[0xFE], &call].concat());
    assert_eq!(dropped.iter().map(|call| call.is_executed).collect::<Vec<_>>(), [false, true]);
    assert_eq!(read(&HEADER_BYTES), []);
}

#[test]
fn procedure_numbers_match_names() {
    for (number, procedure) in (1..).zip(SystemProcedure::ALL) {
        assert_eq!(SystemProcedure::from_number(number), Ok(procedure));
        assert_eq!(procedure as u16, number);
        assert!(procedure.name().starts_with("sp_"));
    }
    assert!(SystemProcedure::from_number(0).is_err() && SystemProcedure::from_number(16).is_err());
}

fn headers() -> impl Strategy<Value = Headers> {
    any::<(u64, u32, Option<[u8; 20]>)>().prop_map(|(transaction, outstanding, trace)| Headers {
        transaction,
        outstanding,
        trace,
    })
}

fn begin() -> impl Strategy<Value = Begin> {
    let levels = [
        Isolation::Unchanged,
        Isolation::ReadUncommitted,
        Isolation::ReadCommitted,
        Isolation::RepeatableRead,
        Isolation::Serializable,
        Isolation::Snapshot,
    ];
    (proptest::sample::select(levels.to_vec()), "[a-zЖ]{0,32}").prop_map(|(isolation, name)| Begin { isolation, name })
}

fn transaction() -> impl Strategy<Value = TransactionRequest> {
    let end = || ("[a-z]{0,32}", proptest::option::of(begin()));
    prop_oneof![
        begin().prop_map(TransactionRequest::Begin),
        end().prop_map(|(name, next)| TransactionRequest::Commit { name, next }),
        end().prop_map(|(name, next)| TransactionRequest::Rollback { name, next }),
        "[a-z😀]{1,32}".prop_map(|name| TransactionRequest::Save { name }),
    ]
}

/// A type and value whose type is determined by its bytes alone.
fn scalar() -> impl Strategy<Value = (TypeInfo, Value)> {
    typed_value().prop_filter("determined by the type alone", |(info, _)| info.data_type != DataType::RowVersion)
}

fn table() -> impl Strategy<Value = ArgumentValue> {
    let column = (crate::arbitrary::type_info(), any::<bool>()).prop_map(|(info, is_default)| {
        let flags = if is_default { ColumnFlags::DEFAULT } else { ColumnFlags::NULLABLE };
        let user_type = if info.data_type == DataType::RowVersion { 0x50 } else { 0 };
        Column { name: String::new(), user_type, flags, info, table: Vec::new() }
    });
    let columns = proptest::collection::vec(column, 1..6);
    let full = (columns, "[a-z]{0,9}", any::<bool>()).prop_flat_map(|(columns, name, is_turned)| {
        let mut cells: Vec<u16> = (0..columns.len() as u16)
            .filter(|place| !columns[usize::from(*place)].flags.has(ColumnFlags::DEFAULT))
            .collect();
        if is_turned {
            cells.reverse();
        }
        let row: Vec<_> = cells.iter().map(|place| value_of(columns[usize::from(*place)].info)).collect();
        let order = if is_turned { vec![(1, 5)] } else { vec![] };
        let head = TableHead { cells, order, ..TableHead::new("dbo", &name, columns) };
        (Just(head), proptest::collection::vec(row, 0..4)).prop_map(|(head, rows)| ArgumentValue::Table(head, rows))
    });
    let null = TableHead { name: "t".into(), ..TableHead::default() };
    prop_oneof![5 => full, 1 => Just(ArgumentValue::Table(null, vec![]))]
}

fn call() -> impl Strategy<Value = Call> {
    let procedure = prop_oneof![
        "[a-zЖ.\\[\\]]{1,40}".prop_map(Procedure::Named),
        proptest::sample::select(SystemProcedure::ALL.to_vec()).prop_map(Procedure::System),
    ];
    let scalar = (0..4u8, scalar())
        .prop_map(|(flags, (info, value))| (ParameterFlags(flags), ArgumentValue::Scalar(info, value)));
    let value = prop_oneof![4 => scalar, 1 => table().prop_map(|table| (ParameterFlags::default(), table))];
    let argument = ("(@[a-z]{1,12})?", value).prop_map(|(name, (flags, value))| Argument { name, flags, value });
    (procedure, any::<(bool, bool)>(), proptest::collection::vec(argument, 0..4)).prop_map(
        |(procedure, (recompiles, is_without_metadata), arguments)| Call {
            head: CallHead { procedure, recompiles, is_without_metadata },
            arguments,
            is_executed: true,
        },
    )
}

proptest! {
    #[test]
    fn written_batches_are_read_back(headers in headers(), text in "[a-zЖ😀 \n]{0,60}", part in 1..30usize) {
        let mut bytes = Vec::new();
        write_batch(&headers, &text, &mut bytes);
        prop_assert_eq!(batch(&bytes, part), Ok((headers, text)));
    }

    #[test]
    fn written_transactions_are_read_back(headers in headers(), request in transaction()) {
        let mut bytes = Vec::new();
        request.write(&headers, &mut bytes);
        prop_assert_eq!(TransactionRequest::read(&bytes), Ok((headers, request)));
    }

    #[test]
    fn written_calls_are_read_back(headers in headers(), expected in proptest::collection::vec(call(), 1..4), part in 1..60usize) {
        let mut bytes = Vec::new();
        write_calls(&headers, &expected, &mut bytes);
        prop_assert_eq!(calls(&bytes, part), Ok((headers, expected)));
    }

    #[test]
    fn corrupted_calls_never_panic(expected in proptest::collection::vec(call(), 1..3), changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..5), part in 1..99usize) {
        let mut bytes = Vec::new();
        write_calls(&Headers::new(7), &expected, &mut bytes);
        for (place, byte) in changes {
            let place = usize::from(place) % bytes.len();
            bytes[place] = byte;
        }
        let _ = calls(&bytes, part);
        let _ = TransactionRequest::read(&bytes);
    }
}
