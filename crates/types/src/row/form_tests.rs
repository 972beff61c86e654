//! The formats of sparse and compressed rows: round trips, older rows, links, sizes, and invalid
//! bytes.

use super::tests::read_columns;
use super::*;
use crate::arbitrary::{data_type, value_of};
use crate::data_type::{DataType, Length};
use crate::value::Value;
use proptest::prelude::*;

/// Types, which of them are sparse, and a value of each.
fn row() -> impl Strategy<Value = (Vec<DataType>, Vec<bool>, Vec<Value>)> {
    // Some rows have several clusters of columns.
    let count = prop_oneof![8 => 1usize..16, 1 => 16usize..110, 1 => Just(64), 1 => Just(32)];
    let columns = |count| proptest::collection::vec((data_type(), any::<bool>()), count);
    count.prop_flat_map(columns).prop_flat_map(|columns| {
        let (types, is_sparse): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let values: Vec<_> = types.iter().map(|&data_type| value_of(data_type)).collect();
        (Just(types), Just(is_sparse), values)
    })
}

fn layouts(types: &[DataType], is_sparse: &[bool]) -> [RowLayout; 2] {
    [RowLayout::with_sparse(types, is_sparse), RowLayout::compressed(types)]
}

const LINK: [u8; LINK_BYTES] = [0x5A; LINK_BYTES];

proptest! {
    #[test]
    fn formed_row_roundtrips((types, is_sparse, values) in row()) {
        for layout in layouts(&types, &is_sparse) {
            let (mut row, mut back) = (vec![0xEE; 3], Vec::new());
            layout.encode(&values, &mut row).expect("short enough");
            layout.read_all(&row, &mut back).expect("a row");
            prop_assert_eq!(&back, &values);
            for (column, value) in values.iter().enumerate() {
                prop_assert_eq!(layout.is_null(&row, column), Ok(value.is_null()));
                if types[column].is_string() {
                    let mut text = String::new();
                    let is_there = layout.read_text(&row, column, &mut text);
                    prop_assert_eq!(is_there, Ok(!value.is_null()));
                    prop_assert_eq!(text.as_str(), value.as_str().unwrap_or_default());
                }
            }
        }
    }

    #[test]
    fn older_formed_row_reads_null_for_added_columns(
        (types, is_sparse, values) in row(), added in data_type(), is_added_sparse in any::<bool>()
    ) {
        let (mut longer, mut longer_sparse, mut expected) = (types.clone(), is_sparse.clone(), values.clone());
        longer.push(added);
        longer_sparse.push(is_added_sparse);
        expected.push(Value::Null);
        for (older, newer) in layouts(&types, &is_sparse).iter().zip(layouts(&longer, &longer_sparse)) {
            let (mut row, mut back) = (Vec::new(), Vec::new());
            older.encode(&values, &mut row).expect("short enough");
            newer.read_all(&row, &mut back).expect("a row");
            prop_assert_eq!(&back, &expected);
        }
    }

    /// A sound beginning of a row is no row, in whichever column it is noticed.
    #[test]
    fn every_prefix_of_formed_row_is_refused((types, is_sparse, values) in row(), column in any::<usize>()) {
        for layout in layouts(&types, &is_sparse) {
            let mut row = Vec::new();
            layout.encode(&values, &mut row).expect("short enough");
            if row[0] != FORMAT {
                for length in 0..row.len() {
                    prop_assert_eq!(layout.read(&row[..length], column % types.len()), Err(RowDamaged));
                }
            }
        }
    }

    #[test]
    fn damaged_formed_row_never_panics(
        (types, is_sparse, values) in row(), at in any::<usize>(), flip in 1..=u8::MAX, moved in any::<u16>(), cut in 0..300usize,
    ) {
        for layout in layouts(&types, &is_sparse) {
            let mut row = Vec::new();
            let is_moved = |column: usize| moved >> (column % 16) & 1 == 1 && layout.takes_links(column);
            let cell = |column: usize| if is_moved(column) { Cell::Link(&LINK) } else { Cell::Value(&values[column]) };
            layout.encode_cells(cell, &mut row).expect("short enough");
            let place = at % row.len();
            row[place] ^= flip;
            let whole = row.len();
            row.truncate(cut);
            let _any = links(&row);
            for column in 0..types.len() {
                let _any = (layout.link(&row, column), layout.read(&row, column), layout.is_null(&row, column));
            }
            let places = [0..row.len(), 0..whole];
            read_columns(&layout, (&row, &places));
        }
    }

    #[test]
    fn formed_row_keeps_links((types, is_sparse, values) in row(), moved in any::<u16>()) {
        for layout in layouts(&types, &is_sparse) {
            let is_moved = |column: usize| moved >> (column % 16) & 1 == 1 && layout.takes_links(column);
            let cell = |column: usize| if is_moved(column) { Cell::Link(&LINK) } else { Cell::Value(&values[column]) };
            let mut row = Vec::new();
            layout.encode_cells(cell, &mut row).expect("short enough");
            let count = (0..types.len()).filter(|column| is_moved(*column)).count();
            prop_assert_eq!(has_links(&row), count > 0);
            prop_assert_eq!(links(&row), Ok(vec![&LINK; count]));
            for (column, value) in values.iter().enumerate() {
                let link = layout.link(&row, column).expect("a row");
                prop_assert_eq!(link, is_moved(column).then_some(&LINK));
                match link {
                    Some(_) => prop_assert_eq!(layout.read(&row, column), Err(RowDamaged)),
                    None => prop_assert_eq!(layout.read(&row, column), Ok(value.clone())),
                }
            }
        }
    }

    /// The sizes by which long values leave the row are never too small.
    #[test]
    fn formed_row_is_within_its_estimate((types, is_sparse, values) in row()) {
        for layout in layouts(&types, &is_sparse) {
            let mut row = Vec::new();
            layout.encode(&values, &mut row).expect("short enough");
            let variable: u64 = values.iter().enumerate().map(|(column, value)| layout.variable_bytes(column, value)).sum();
            prop_assert!(row.len() as u64 <= layout.least_bytes() as u64 + variable, "{} bytes", row.len());
        }
    }
}

/// The bytes shown in `docs/file-format.md`.
#[test]
fn sparse_row_example_matches_documentation() {
    let types = [DataType::Int, DataType::SmallInt, DataType::varchar(Length::Limited(5))];
    let layout = RowLayout::with_sparse(&types, &[false, true, true]);
    let mut row = Vec::new();
    layout.encode(&[Value::Int(7), Value::Null, Value::text("abc")], &mut row).expect("short enough");
    let expected = [
        2, 2, 1, 0, // format, flags, dense columns
        7, 0, 0, 0, // int
        0, // no NULL
        1, 0, 2, 0, 18, 0, // one value: of column 2, to offset 18
        b'a', b'b', b'c',
    ];
    assert_eq!(row, expected);
    layout.encode(&[Value::Int(7), Value::Null, Value::Null], &mut row).expect("short enough");
    assert_eq!(row, [2, 0, 1, 0, 7, 0, 0, 0, 0], "NULL takes no byte");
}

/// The bytes shown in `docs/file-format.md`.
#[test]
fn compressed_row_example_matches_documentation() {
    let types =
        [DataType::Int, DataType::Bit, DataType::char(10), DataType::NVarChar(Length::Limited(20)), DataType::BigInt];
    let values =
        [Value::Int(-2), Value::Bit(true), Value::text("ab        "), Value::text("Grüße an alle"), Value::Null];
    let mut row = Vec::new();
    RowLayout::compressed(&types).encode(&values, &mut row).expect("short enough");
    let expected = [
        3, 0, 5, 0, // format, flags, columns
        0xB2, 0xA3, 0x00, // 1 byte, true; 2 bytes, long; NULL
        0xFE, b'a', b'b', // the short values
        25, 0, // the end of the long value
        b'G', b'r', 0xFC, 0xDF, b'e', b' ', b'a', b'n', b' ', b'a', b'l', b'l', b'e',
    ];
    assert_eq!(row, expected);
}

#[test]
fn numbers_take_the_bytes_they_need() {
    let bytes = |data_type: DataType, value: Value| {
        let mut row = Vec::new();
        RowLayout::compressed(&[data_type]).encode(&[value], &mut row).expect("short enough");
        row.len() - 5
    };
    for (value, expected) in [(0, 0), (1, 1), (127, 1), (128, 2), (-128, 1), (-129, 2), (32_767, 2), (40_000, 3)] {
        assert_eq!(bytes(DataType::Int, Value::Int(value)), expected, "{value}");
        assert_eq!(bytes(DataType::BigInt, Value::BigInt(value.into())), expected, "{value}");
    }
    assert_eq!(bytes(DataType::Float, Value::Float(1.5)), 2);
    assert_eq!(bytes(DataType::Bit, Value::Bit(false)) + bytes(DataType::Bit, Value::Bit(true)), 0);
    assert_eq!(bytes(DataType::Money, Value::Money(10_000)), 2);
}
