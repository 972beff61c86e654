//! Decodes any bytes as a row with any columns, in each of the formats.
//!
//! Each column is decoded or refused without a panic. A row that decodes completely encodes and
//! decodes to the same values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_types::{DataType, Length, RowLayout};

fuzz_target!(|bytes: &[u8]| {
    let Some((count, rest)) = bytes.split_first() else { return };
    let count = usize::from(*count % 12) + 1;
    let Some((columns_bytes, row)) = rest.split_at_checked(count) else { return };
    let columns: Vec<DataType> = columns_bytes.iter().map(|byte| data_type(*byte)).collect();
    let is_sparse: Vec<bool> = columns_bytes.iter().map(|byte| byte & 1 != 0).collect();
    for layout in
        [RowLayout::new(&columns), RowLayout::with_sparse(&columns, &is_sparse), RowLayout::compressed(&columns)]
    {
        decode(&layout, row);
    }
});

fn decode(layout: &RowLayout, row: &[u8]) {
    let count = layout.len();
    for column in 0..count {
        let _ = (layout.read(row, column), layout.is_null(row, column));
        if is_text(layout.data_type(column)) {
            let _ = layout.read_text(row, column, &mut String::new());
        }
    }
    let mut values = Vec::new();
    if layout.read_all(row, &mut values).is_err() {
        return;
    }
    let mut written = Vec::new();
    if layout.encode(&values, &mut written).is_ok() {
        let mut again = Vec::new();
        layout.read_all(&written, &mut again).expect("what was written can be read");
        assert_eq!(again, values);
    }
}

fn is_text(data_type: DataType) -> bool {
    matches!(data_type, DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_))
}

fn data_type(byte: u8) -> DataType {
    let n = byte >> 4;
    match byte % 14 {
        0 => DataType::Bit,
        1 => DataType::TinyInt,
        2 => DataType::SmallInt,
        3 => DataType::Int,
        4 => DataType::BigInt,
        5 => DataType::char(u16::from(n) + 1),
        6 => DataType::varchar(Length::Limited(u16::from(n) * 500 + 1)),
        7 => DataType::NVarChar(Length::Limited(u16::from(n) * 200 + 1)),
        8 => DataType::Date,
        9 => DataType::decimal(u8::max(1, n * 2), n),
        10 => DataType::Float,
        11 => DataType::DateTime,
        12 => DataType::NChar(u16::from(n) + 1),
        _ => DataType::DateTime2(n % 8),
    }
}
