//! The row codec: round trips, older rows, and bytes that are no row.

use super::*;
use crate::arbitrary::{data_type, value_of};
use crate::data_type::{DataType, Length};
use crate::value::Value;
use proptest::prelude::*;

fn row_of_any_types() -> impl Strategy<Value = (Vec<DataType>, Vec<Value>)> {
    proptest::collection::vec(data_type(), 0..20).prop_flat_map(|types| {
        let values: Vec<_> = types.iter().map(|&data_type| value_of(data_type)).collect();
        (Just(types), values)
    })
}

proptest! {
    #[test]
    fn a_row_comes_back((types, values) in row_of_any_types()) {
        let layout = RowLayout::new(&types);
        let mut row = vec![0xEE; 3];
        layout.encode(&values, &mut row).expect("short enough");
        let mut back = Vec::new();
        layout.read_all(&row, &mut back).expect("a row");
        prop_assert_eq!(&back, &values);
        for (column, value) in values.iter().enumerate() {
            prop_assert_eq!(&layout.read(&row, column).expect("a row"), value);
            prop_assert_eq!(layout.is_null(&row, column), Ok(value.is_null()));
        }
    }

    #[test]
    fn an_older_row_has_nulls_for_columns_added_since((types, values) in row_of_any_types(), added in data_type()) {
        let mut row = Vec::new();
        RowLayout::new(&types).encode(&values, &mut row).expect("short enough");
        let mut longer = types.clone();
        longer.push(added);
        let mut expected = values.clone();
        expected.push(Value::Null);
        let mut back = Vec::new();
        RowLayout::new(&longer).read_all(&row, &mut back).expect("a row");
        prop_assert_eq!(back, expected);
    }

    #[test]
    fn damaged_bytes_never_panic(
        (types, values) in row_of_any_types(),
        cut in 0..200usize,
        at in 0..200usize,
        flip in 1..=u8::MAX,
    ) {
        let layout = RowLayout::new(&types);
        let mut row = Vec::new();
        layout.encode(&values, &mut row).expect("short enough");
        let whole = row.len();
        row.truncate(cut);
        if let Some(byte) = row.get_mut(at) {
            *byte ^= flip;
        }
        let mut back = Vec::new();
        let read = layout.read_all(&row, &mut back);
        if at >= cut && cut < whole && !types.iter().any(|data_type| !data_type.is_fixed_length()) {
            prop_assert_eq!(read, Err(RowDamaged), "a fixed row cut short");
        }
    }
}

#[test]
fn integers_are_read_in_place() {
    let layout = RowLayout::new(&[DataType::Int, DataType::VarChar(Length::Limited(5)), DataType::BigInt]);
    let mut row = Vec::new();
    layout.encode(&[Value::Int(-5), Value::text("xyz"), Value::Null], &mut row).expect("short enough");
    assert_eq!(layout.read_i32(&row, 0), Ok(Some(-5)));
    assert_eq!(layout.read_i64(&row, 2), Ok(None));
    let mut text = String::from("=");
    assert_eq!(layout.read_text(&row, 1, &mut text), Ok(true));
    assert_eq!(text, "=xyz");
}

/// The bytes that `docs/file-format.md` shows.
#[test]
fn the_documented_example() {
    let types =
        [DataType::Int, DataType::NVarChar(Length::Limited(10)), DataType::TinyInt, DataType::VarChar(Length::Max)];
    let mut row = Vec::new();
    let values = [Value::Int(1), Value::text("é"), Value::Null, Value::text("€a")];
    RowLayout::new(&types).encode(&values, &mut row).expect("short enough");
    let expected = [
        1, 0, 4, 0, // format, flags, columns
        1, 0, 0, 0, 0,      // int, tinyint
        0b0100, // the third is NULL
        16, 0, 18, 0, // ends
        0xE9, 0, 0x80, b'a',
    ];
    assert_eq!(row, expected);
}

#[test]
fn a_row_beyond_the_offsets_is_refused() {
    let layout = RowLayout::new(&[DataType::VarChar(Length::Max), DataType::Int]);
    let mut row = Vec::new();
    let long = Value::text("x".repeat(70_000));
    assert!(matches!(layout.encode(&[long, Value::Int(1)], &mut row), Err(RowTooLong { bytes }) if bytes > 70_000));
    layout.encode(&[Value::text("x"), Value::Int(1)], &mut row).expect("the buffer serves again");
    assert_eq!(layout.read(&row, 0), Ok(Value::text("x")));
}
