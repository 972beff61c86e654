//! Reads any bytes as a format file and as a data file of each form.
//!
//! A format file is accepted or refused. Rows are read or refused without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sluice_bulk::layout::LaidColumn;
use sluice_bulk::{CodePage, FileColumn, Layout, Limits, RowReader, format_file};
use sluice_types::{DataType, Length};
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let Some((form, bytes)) = bytes.split_first() else { return };
    // The first half may be a format file for the second.
    let (first, second) = bytes.split_at(bytes.len() / 2);
    if let Ok(layout) = format_file::parse("f", first) {
        read(&layout, second, false);
    }
    let columns: Vec<LaidColumn> = TYPES.iter().map(|data_type| column(*data_type)).collect();
    let is_wide = form & 1 != 0;
    match form % 3 {
        0 => read(&Layout::character(&columns, b",", b"\n", is_wide), bytes, false),
        1 => read(&Layout::character(&columns, b",", b"\n", is_wide), bytes, true),
        _ => read(&Layout::native(&columns, is_wide).expect("native types"), bytes, false),
    }
});

fn read(layout: &Layout, bytes: &[u8], is_csv: bool) {
    let receiver = |(place, _)| {
        let data_type = TYPES[place % TYPES.len()];
        Some(FileColumn { name: String::new(), data_type, takes_null: place % 2 == 0 })
    };
    let columns = layout.fields.iter().enumerate().map(receiver).collect();
    let source = Box::new(Cursor::new(bytes.to_vec()));
    let mut reader = RowReader::new(("f", source), layout, columns, Some(CodePage::Utf8), Limits::default());
    if is_csv {
        reader = reader.as_csv('"', b",", &[b"\r\n", b"\n"]);
    }
    // A layout whose fields are all empty would give rows without end.
    for _ in 0..=bytes.len() {
        let Ok(Some(_)) = reader.next() else { break };
    }
}

fn column(data_type: DataType) -> LaidColumn {
    LaidColumn { name: String::from("c"), data_type, nullable: true, collation: String::new() }
}

const TYPES: [DataType; 10] = [
    DataType::Int,
    DataType::varchar(Length::Limited(20)),
    DataType::NVarChar(Length::Max),
    DataType::decimal(20, 3),
    DataType::DateTime2(3),
    DataType::DateTimeOffset(7),
    DataType::VarBinary(Length::Max),
    DataType::UniqueIdentifier,
    DataType::Money,
    DataType::Bit,
];
