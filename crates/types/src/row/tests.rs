//! The row codec: round trips, older rows, and invalid bytes.

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
    fn row_roundtrips((types, values) in row_of_any_types()) {
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
    fn older_row_reads_null_for_added_columns((types, values) in row_of_any_types(), added in data_type()) {
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
    fn damaged_row_never_panics(
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
fn row_integers_are_read_in_place() {
    let layout = RowLayout::new(&[DataType::Int, DataType::varchar(Length::Limited(5)), DataType::BigInt]);
    let mut row = Vec::new();
    layout.encode(&[Value::Int(-5), Value::text("xyz"), Value::Null], &mut row).expect("short enough");
    assert_eq!(layout.read_i32(&row, 0), Ok(Some(-5)));
    assert_eq!(layout.read_i64(&row, 2), Ok(None));
    let mut text = String::from("=");
    assert_eq!(layout.read_text(&row, 1, &mut text), Ok(true));
    assert_eq!(text, "=xyz");
}

proptest! {
    #[test]
    fn bulk_read_agrees_with_single_reads((types, values) in row_of_any_types(), added in data_type()) {
        let (older, mut layout) = (RowLayout::new(&types), types.clone());
        layout.push(added);
        let layout = RowLayout::new(&layout);
        let (mut row, mut bytes, mut places) = (Vec::new(), vec![7; 3], Vec::new());
        let mut whole = values.clone();
        whole.push(Value::Null);
        for (of, values) in [(&older, &values), (&layout, &whole)] {
            of.encode(values, &mut row).expect("short enough");
            places.push(bytes.len()..bytes.len() + row.len());
            bytes.extend_from_slice(&row);
        }
        for column in (0..layout.len()).filter(|column| column_form(layout.data_type(*column)).is_some()) {
            let mut found = Taken(layout.data_type(column), Vec::new());
            let mut other = |row: &[u8]| layout.read(row, column);
            layout.read_column((&bytes, &places), column, &mut found, &mut other).expect("the rows are sound");
            let expected: Vec<Value> =
                places.iter().map(|place| layout.read(&bytes[place.clone()], column).expect("they are")).collect();
            prop_assert_eq!(&found.1, &expected);
            let mut narrow = Narrow { taken: Taken(layout.data_type(column), Vec::new()), integers: Vec::new() };
            layout.read_column((&bytes, &places), column, &mut narrow, &mut other).expect("the rows are sound");
            narrow.show();
            prop_assert_eq!(&narrow.taken.1, &expected);
        }
    }

    #[test]
    fn damaged_rows_never_panic_in_bulk_read(
        (types, values) in row_of_any_types(), at in any::<usize>(), bit in 0u8..8, cut in any::<usize>()
    ) {
        let layout = RowLayout::new(&types);
        let mut row = Vec::new();
        layout.encode(&values, &mut row).expect("short enough");
        let length = row.len();
        row[at % length] ^= 1 << bit;
        row.truncate(cut % (length + 1));
        let places = [0..row.len(), 0..length];
        read_columns(&layout, (&row, &places));
    }
}

/// Collects the values of a column of this type.
struct Taken(DataType, Vec<Value>);

impl ColumnSink for Taken {
    fn null(&mut self) {
        self.1.push(Value::Null);
    }

    fn integer(&mut self, value: i64) {
        self.wide(value.into());
    }

    fn wide(&mut self, value: i128) {
        self.1.push(integer_value(self.0, value).expect("a value of the type"));
    }

    fn float(&mut self, value: f64) {
        self.1.push(if self.0 == DataType::Real { Value::Real(value as f32) } else { Value::Float(value) });
    }

    fn bytes(&mut self, value: &[u8]) {
        let text = || String::from_utf8(value.to_vec()).expect("a text");
        self.1.push(if self.0.is_string() { Value::text(text()) } else { Value::bytes(value) });
    }
}

/// Collects integers of 64 bits in place, until another value comes.
struct Narrow {
    taken: Taken,
    integers: Vec<i64>,
}

impl Narrow {
    fn show(&mut self) {
        self.integers.drain(..).for_each(|integer| self.taken.integer(integer));
    }
}

impl ColumnSink for Narrow {
    fn null(&mut self) {
        self.show();
        self.taken.null();
    }

    fn integer(&mut self, value: i64) {
        self.show();
        self.taken.integer(value);
    }

    fn integers(&mut self) -> Option<&mut Vec<i64>> {
        Some(&mut self.integers)
    }

    fn wide(&mut self, value: i128) {
        self.show();
        self.taken.wide(value);
    }

    fn float(&mut self, value: f64) {
        self.taken.float(value);
    }

    fn bytes(&mut self, value: &[u8]) {
        self.taken.bytes(value);
    }
}

/// Reads each column that has a form; damage is an error.
pub(super) fn read_columns(layout: &RowLayout, rows: RowRanges<'_>) {
    for column in 0..layout.len() {
        let mut other = |row: &[u8]| layout.read(row, column);
        let mut sink = Ignored;
        let _any: Result<(), RowDamaged> = layout.read_column(rows, column, &mut sink, &mut other);
    }
}

struct Ignored;

impl ColumnSink for Ignored {
    fn null(&mut self) {}
    fn integer(&mut self, _: i64) {}
    fn wide(&mut self, _: i128) {}
    fn float(&mut self, _: f64) {}
    fn bytes(&mut self, _: &[u8]) {}
}

/// The bytes shown in `docs/file-format.md`.
#[test]
fn row_example_matches_documentation() {
    let types =
        [DataType::Int, DataType::NVarChar(Length::Limited(10)), DataType::TinyInt, DataType::varchar(Length::Max)];
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
fn row_beyond_offset_range_is_refused() {
    let layout = RowLayout::new(&[DataType::varchar(Length::Max), DataType::Int]);
    let mut row = Vec::new();
    let long = Value::text("x".repeat(70_000));
    assert!(matches!(layout.encode(&[long, Value::Int(1)], &mut row), Err(RowTooLong { bytes }) if bytes > 70_000));
    layout.encode(&[Value::text("x"), Value::Int(1)], &mut row).expect("the buffer serves again");
    assert_eq!(layout.read(&row, 0), Ok(Value::text("x")));
}

const LINK: [u8; LINK_BYTES] = [0x5A; LINK_BYTES];

proptest! {
    /// Any of the variable values may be replaced with links. Other values are unchanged, and the
    /// links are found with and without the layout.
    #[test]
    fn values_outside_row_leave_links((types, values) in row_of_any_types(), moved in any::<u32>()) {
        let layout = RowLayout::new(&types);
        let is_moved = |column: usize| {
            moved >> (column % 32) & 1 == 1 && !types[column].is_fixed_length() && !values[column].is_null()
        };
        let mut row = Vec::new();
        let cell = |column: usize| if is_moved(column) { Cell::Link(&LINK) } else { Cell::Value(&values[column]) };
        layout.encode_cells(cell, &mut row).expect("short enough");
        let count = (0..types.len()).filter(|column| is_moved(*column)).count();
        prop_assert_eq!(has_links(&row), count > 0);
        prop_assert_eq!(links(&row), Ok(vec![&LINK; count]));
        for (column, value) in values.iter().enumerate() {
            let link = layout.link(&row, column).expect("a row");
            prop_assert_eq!(link, is_moved(column).then_some(&LINK));
            if link.is_some() {
                prop_assert_eq!(layout.read(&row, column), Err(RowDamaged));
                prop_assert_eq!(layout.is_null(&row, column), Ok(false));
            } else {
                prop_assert_eq!(layout.read(&row, column), Ok(value.clone()));
            }
        }
    }

    #[test]
    fn damaged_links_never_panic(
        (types, values) in row_of_any_types(), at in 0..200usize, flip in 1..=u8::MAX, cut in 0..300usize,
    ) {
        let layout = RowLayout::new(&types);
        let mut row = Vec::new();
        let cell = |column: usize| if types[column].is_fixed_length() { Cell::Value(&values[column]) } else { Cell::Link(&LINK) };
        layout.encode_cells(cell, &mut row).expect("short enough");
        if let Some(byte) = row.get_mut(at) {
            *byte ^= flip;
        }
        row.truncate(cut);
        let _any = links(&row);
        for column in 0..types.len() {
            let _any = (layout.link(&row, column), layout.read(&row, column));
        }
    }

    #[test]
    fn gather_assembles_value_from_pieces(
        (data_type, value) in data_type().prop_flat_map(|of| (Just(of), value_of(of))), repeat in 1..2_000usize, cut in 1..9_000usize,
    ) {
        let data_type = match data_type {
            DataType::VarChar(..) | DataType::NVarChar(_) => DataType::NVarChar(Length::Max),
            DataType::Char(..) => DataType::varchar(Length::Max),
            _ => DataType::VarBinary(Length::Max),
        };
        let value = match value {
            Value::Str(text) => crate::convert(&Value::text(text.repeat(repeat)), &DataType::NVarChar(Length::Max), &data_type).expect("text"),
            Value::Bytes(bytes) if data_type.is_binary() => Value::bytes(bytes.repeat(repeat)),
            _ => Value::bytes(vec![7; repeat]),
        };
        let data_type = if value.as_bytes().is_some() { DataType::VarBinary(Length::Max) } else { data_type };
        let mut bytes = Vec::new();
        pieces(&value, data_type, |piece| { bytes.extend_from_slice(piece); Ok(()) }).expect("pieces");
        prop_assert_eq!(RowLayout::new(&[data_type]).variable_bytes(0, &value), bytes.len() as u64);
        let mut gather = Gather::new(data_type, bytes.len());
        bytes.chunks(cut).try_for_each(|piece| gather.push(piece)).expect("pieces of a value");
        prop_assert_eq!(gather.finish(), Ok(value));
        let mut longer = Gather::new(data_type, bytes.len() + 1);
        prop_assert!(longer.push(&bytes).is_ok() && longer.finish().is_err());
        if let Some(length) = bytes.len().checked_sub(1) {
            prop_assert!(Gather::new(data_type, length).push(&bytes).is_err());
        }
    }
}
