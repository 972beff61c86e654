//! Round trips of values, split at any byte, and bytes as in the specification.

use super::*;
use crate::arbitrary::typed_value;
use crate::collation::WireCollation;
use crate::cursor::{Cursor, whole};
use crate::error::{Fault, ProtocolError};
use crate::input::Input;
use crate::type_info::{Form, TypeInfo};
use proptest::prelude::*;
use sluice_types::{DataType, Decimal, Length, Value};

fn info(data_type: DataType) -> TypeInfo {
    TypeInfo::new(data_type, true, WireCollation::DEFAULT)
}

fn bytes_of(data_type: DataType, value: Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_value(&info(data_type), ValuePosition::Row, &value, &mut bytes).expect("a match");
    bytes
}

fn read(info: &TypeInfo, place: ValuePosition, bytes: &[u8]) -> Result<Option<Value>, ProtocolError> {
    CellReader::default().value(info, place, &mut Input::from_message(bytes))
}

/// MS-TDS 2.2.5.5.1: the bytes of each type.
#[test]
fn bytes_of_each_type() {
    assert_eq!(bytes_of(DataType::Money, Value::Money(1)), [8, 0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(bytes_of(DataType::Money, Value::Money(-1)), [8, 255, 255, 255, 255, 255, 255, 255, 255]);
    let decimal = |precision| DataType::decimal(precision, 1);
    let number = |units| Value::Decimal(Decimal::new(units, 1).expect("a decimal"));
    assert_eq!(bytes_of(decimal(9), number(-258)), [5, 0, 2, 1, 0, 0]);
    assert_eq!(bytes_of(decimal(19), number(258)), [9, 1, 2, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes_of(decimal(28), number(0)), [13, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes_of(DataType::Date, Value::Date(0x0001_0203)), [3, 3, 2, 1]);
    assert_eq!(bytes_of(DataType::Time(0), Value::Time(70_000_000)), [3, 7, 0, 0]);
    assert_eq!(bytes_of(DataType::Time(7), Value::Time(7)), [5, 7, 0, 0, 0, 0]);
    assert_eq!(bytes_of(DataType::SmallDateTime, Value::DateTime(86_400 * 300 + 18_000)), [4, 1, 0, 1, 0]);
    assert_eq!(bytes_of(DataType::DateTime, Value::DateTime(-1)), [8, 255, 255, 255, 255, 0xFF, 0x81, 0x8B, 0x01]);
    assert_eq!(bytes_of(DataType::NVarChar(Length::Limited(3)), Value::text("aé")), [4, 0, 0x61, 0, 0xE9, 0]);
    assert_eq!(bytes_of(DataType::varchar(Length::Limited(3)), Value::text("a€Ж")), [3, 0, 0x61, 0x80, 0x3F]);
    assert_eq!(
        bytes_of(DataType::VarBinary(Length::Max), Value::bytes([1, 2].as_slice())),
        [2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 2, 0, 0, 0, 0]
    );
    assert_eq!(bytes_of(DataType::VarBinary(Length::Max), Value::Null), [255; 8]);
    assert_eq!(bytes_of(DataType::NVarChar(Length::Limited(3)), Value::Null), [255, 255]);
    assert_eq!(bytes_of(DataType::SqlVariant, Value::Null), [0; 4]);
    let variant = sluice_types::variant::from_value(&Value::Int(5), DataType::Int);
    assert_eq!(bytes_of(DataType::SqlVariant, variant), [6, 0, 0, 0, 0x38, 0, 5, 0, 0, 0]);
}

#[test]
fn value_of_another_type_is_not_written() {
    let no_match = |data_type, value| {
        let mut bytes = Vec::new();
        let is_refused = write_value(&info(data_type), ValuePosition::Row, &value, &mut bytes).is_err();
        assert!(is_refused && bytes.is_empty(), "{value:?} as {data_type}");
    };
    no_match(DataType::Int, Value::BigInt(1));
    no_match(DataType::SmallMoney, Value::Money(1 << 40));
    no_match(DataType::SmallDateTime, Value::DateTime(-1));
    no_match(DataType::NVarChar(Length::Limited(2)), Value::text("abc"));
    no_match(DataType::decimal(3, 0), Value::Decimal(Decimal::from_integer(1000)));
    let fixed = TypeInfo::new(DataType::Int, false, WireCollation::DEFAULT);
    assert!(write_value(&fixed, ValuePosition::Row, &Value::Null, &mut Vec::new()).is_err());
}

#[test]
fn invalid_values_are_rejected() {
    for (data_type, bytes) in [
        (DataType::Time(7), &[5, 0, 192, 105, 42, 201][..]),
        (DataType::Date, &[3, 219, 185, 55]),
        (DataType::Float, &[8, 0, 0, 0, 0, 0, 0, 248, 127]),
        (DataType::DateTime, &[8, 255, 255, 255, 127, 0, 0, 0, 0]),
        (DataType::SmallDateTime, &[4, 0, 0, 160, 5]),
        (DataType::decimal(2, 0), &[5, 1, 100, 0, 0, 0]),
        (DataType::Int, &[3, 1, 2, 3]),
        (DataType::NVarChar(Length::Limited(9)), &[3, 0, 1, 2, 3]),
        (DataType::DateTimeOffset(0), &[8, 0, 0, 0, 99, 0, 0, 73, 3]),
    ] {
        let error = read(&info(data_type), ValuePosition::Row, bytes).expect_err("no value");
        assert!(matches!(error.fault, Fault::Invalid(_)), "{data_type}: {error}");
    }
    let error =
        read(&info(DataType::varchar(Length::Limited(2))), ValuePosition::Row, &[3, 0, 1, 2, 3]).expect_err("too long");
    assert_eq!(error.fault, Fault::TooLong { length: 3, limit: 2 });
}

/// mssql-jdbc declares decimal(38, s) with 17 bytes and sends a sign and only the bytes that the
/// number needs.
#[test]
fn decimal_with_few_bytes_is_read() {
    let data_type = DataType::decimal(38, 2);
    let number = |units| Ok(Some(Value::Decimal(Decimal::new(units, 2).expect("a decimal"))));
    assert_eq!(read(&info(data_type), ValuePosition::Parameter, &[2, 1, 0x7B]), number(123));
    assert_eq!(read(&info(data_type), ValuePosition::Parameter, &[4, 0, 0x40, 0xE2, 0x01]), number(-123_456));
    assert_eq!(read(&info(data_type), ValuePosition::Parameter, &[0]), Ok(Some(Value::Null)));
    assert!(read(&info(data_type), ValuePosition::Parameter, &[1, 1]).is_err());
}

/// SqlClient's bulk loads write 17 bytes for every precision, and mssql-python's send a meaningless
/// length.
#[test]
fn decimal_with_excess_bytes_is_read() {
    let data_type = DataType::decimal(10, 2);
    let mut bytes = [0; 18];
    bytes[..4].copy_from_slice(&[17, 0, 0x7B, 1]);
    let number = Decimal::new(-379, 2).expect("a decimal");
    assert_eq!(TypeInfo::read(&mut Cursor::new(&[0x6A, 0x6A, 10, 2])), Ok(info(data_type)));
    assert_eq!(read(&info(data_type), ValuePosition::Row, &bytes), Ok(Some(Value::Decimal(number))));
    bytes[16] = 1;
    assert!(read(&info(data_type), ValuePosition::Row, &bytes).is_err(), "it has more digits than the type");
    bytes[0] = 18;
    let error = read(&info(data_type), ValuePosition::Row, &bytes).expect_err("too long");
    assert_eq!(error.fault, Fault::TooLong { length: 18, limit: 17 });
}

/// The lengths of the chunks must add up to the announced total. An announced length alone takes no
/// memory.
#[test]
fn chunks_must_add_up_to_total() {
    let info = info(DataType::VarBinary(Length::Max));
    let chunks = |total: u64, lengths: &[u32]| {
        let mut bytes = total.to_le_bytes().to_vec();
        for length in lengths {
            bytes.extend(length.to_le_bytes());
            bytes.extend(vec![7; *length as usize]);
        }
        read(&info, ValuePosition::Row, &bytes)
    };
    assert_eq!(chunks(3, &[1, 2, 0]), Ok(Some(Value::bytes([7; 3].as_slice()))));
    assert_eq!(chunks(u64::MAX - 1, &[1, 2, 0]), Ok(Some(Value::bytes([7; 3].as_slice()))));
    assert!(chunks(4, &[1, 2, 0]).is_err() && chunks(2, &[1, 2, 0]).is_err());
    assert_eq!(chunks(0, &[0]), Ok(Some(Value::bytes([].as_slice()))));
    let mut input = Input::new();
    input.feed(&0x7FFF_FFFE_u64.to_le_bytes());
    input.feed(&0x7FFF_FFFE_u32.to_le_bytes());
    assert_eq!(CellReader::default().value(&info, ValuePosition::Row, &mut input), Ok(None));
    let error =
        CellReader::new(1000).value(&info, ValuePosition::Row, &mut Input::from_message(&1001_u64.to_le_bytes()));
    assert_eq!(error.map_err(|error| error.fault), Err(Fault::TooLong { length: 1001, limit: 1000 }));
}

#[test]
fn long_value_is_read_in_pieces() {
    let info = info(DataType::varchar(Length::Max));
    let mut cell = CellReader::default();
    let mut input = Input::new();
    begin_chunks(None, &mut Vec::new());
    let mut bytes = Vec::new();
    begin_chunks(None, &mut bytes);
    put_chunk(b"abc", &mut bytes);
    input.feed(&bytes);
    assert_eq!(cell.part(&info, ValuePosition::Row, &mut input), Ok(Some(CellPart::Begin { total: None })));
    assert_eq!(cell.part(&info, ValuePosition::Row, &mut input), Ok(Some(CellPart::Bytes(b"abc"))));
    assert_eq!(cell.part(&info, ValuePosition::Row, &mut input), Ok(None));
    input.feed(&[0; 4]);
    assert_eq!(cell.part(&info, ValuePosition::Row, &mut input), Ok(Some(CellPart::End)));
}

/// 2.2.5.5.1: the type declarations that drivers send. Clients send a NULL's type without its
/// length, or a decimal's without its digits.
#[test]
fn null_of_type_without_length_is_read() {
    let cases: [(&[u8], DataType); 5] = [
        (&[0x24, 0], DataType::UniqueIdentifier),
        (&[0x26, 0], DataType::Int),
        (&[0x6F, 0], DataType::DateTime),
        (&[0x6A, 0, 0, 0], DataType::decimal(18, 0)),
        (&[0x6C, 17, 0, 20], DataType::decimal(20, 20)),
    ];
    for (bytes, data_type) in cases {
        let info = whole(bytes, "TYPE_INFO", TypeInfo::read).expect("a type");
        assert_eq!(info.data_type, data_type);
        assert_eq!(read(&info, ValuePosition::Parameter, &[0]), Ok(Some(Value::Null)));
    }
    assert!(whole(&[0x6A, 17, 2, 3], "TYPE_INFO", TypeInfo::read).is_err());
}

#[test]
fn legacy_types_are_read_only() {
    let read_info = |bytes: &[u8]| whole(bytes, "TYPE_INFO", TypeInfo::read);
    assert_eq!(read_info(&[0x1F]).map(|info| info.form), Ok(Form::Null));
    assert_eq!(read_info(&[0x6C, 17, 38, 5]).map(|info| info.data_type), Ok(DataType::decimal(38, 5)));
    // An empty value of go-mssqldb and ODBC: a length of 0.
    assert_eq!(
        read_info(&[0xE7, 0, 0, 9, 4, 0xD0, 0, 0x34]).map(|info| info.data_type),
        Ok(DataType::NVarChar(Length::Limited(1)))
    );
    for (bytes, name) in [
        (&[0xF0][..], "a type of the CLR"),
        (&[0xF4], "json"),
        (&[0xF5], "vector"),
        (&[0xF1, 1], "a collection of XML schemas"),
    ] {
        assert_eq!(read_info(bytes).map_err(|error| error.fault), Err(Fault::Unsupported(name)));
    }
    assert!(read_info(&[0x26, 3]).is_err() && read_info(&[0x29, 8]).is_err() && read_info(&[0x6A, 17, 3, 4]).is_err());
    assert!(read_info(&[0xA7, 0x41, 0x1F]).is_err(), "8,001");
}

proptest! {
    #[test]
    fn written_values_are_read_back((info, value) in typed_value(), is_row in any::<bool>(), parts in proptest::collection::vec(1..50usize, 1..4)) {
        let place = if is_row { ValuePosition::Row } else { ValuePosition::Parameter };
        let mut bytes = Vec::new();
        info.write(&mut bytes);
        // Only the column's user type distinguishes a rowversion from bytes.
        let data_type = if info.data_type == DataType::RowVersion { DataType::Binary(8) } else { info.data_type };
        prop_assert_eq!(whole(&bytes, "TYPE_INFO", TypeInfo::read), Ok(TypeInfo { data_type, ..info }));
        bytes.clear();
        write_value(&info, place, &value, &mut bytes).expect("a match");
        let (mut cell, mut input, mut parts) = (CellReader::default(), Input::new(), parts.iter().cycle());
        let mut rest = bytes.as_slice();
        while let Some((front, behind)) = rest.split_at_checked((*parts.next().expect("endless")).min(rest.len())).filter(|_| !rest.is_empty()) {
            prop_assert_eq!(cell.value(&info, place, &mut input), Ok(None));
            input.feed(front);
            rest = behind;
        }
        input.end();
        prop_assert_eq!(cell.value(&info, place, &mut input), Ok(Some(value)));
        prop_assert!(input.is_finished());
    }

    #[test]
    fn corrupted_values_never_panic((info, value) in typed_value(), changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..4)) {
        let mut bytes = Vec::new();
        write_value(&info, ValuePosition::Row, &value, &mut bytes).expect("a match");
        for (place, byte) in changes {
            if !bytes.is_empty() {
                let place = usize::from(place) % bytes.len();
                bytes[place] = byte;
            }
        }
        if let Ok(Some(value)) = read(&info, ValuePosition::Row, &bytes) {
            let written = write_value(&info, ValuePosition::Row, &value, &mut Vec::new());
            // A byte outside the code page became a character that may be longer.
            prop_assert!(written.is_ok() || info.data_type.code_page().is_some(), "{value:?}");
        }
    }
}
