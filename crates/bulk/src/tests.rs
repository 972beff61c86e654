//! Properties of readers and writers.

use crate::layout::LaidColumn;
use crate::{FileColumn, Layout, Limits, ReadRow, RowReader, RowWriter, format_file};
use proptest::collection::vec;
use proptest::prelude::*;
use sluice_types::calendar::{DAY_MAX, TICKS_PER_DAY, UNITS_PER_DAY, UNITS_PER_MINUTE};
use sluice_types::{CodePage, DataType, Decimal, Length, Value, convert};
use std::io::Cursor;

fn data_type() -> impl Strategy<Value = DataType> {
    prop_oneof![
        Just(DataType::Bit),
        Just(DataType::TinyInt),
        Just(DataType::SmallInt),
        Just(DataType::Int),
        Just(DataType::BigInt),
        Just(DataType::Real),
        Just(DataType::Float),
        Just(DataType::Money),
        Just(DataType::SmallMoney),
        (1..=38_u8)
            .prop_flat_map(|precision| (0..=precision).prop_map(move |scale| DataType::decimal(precision, scale))),
        Just(DataType::Date),
        (0..=7_u8).prop_map(DataType::Time),
        (0..=7_u8).prop_map(DataType::DateTime2),
        (0..=7_u8).prop_map(DataType::DateTimeOffset),
        Just(DataType::DateTime),
        Just(DataType::SmallDateTime),
        Just(DataType::UniqueIdentifier),
        (1..20_u16).prop_map(DataType::char),
        (1..20_u16).prop_map(DataType::NChar),
        (1..20_u16).prop_map(|n| DataType::varchar(Length::Limited(n))),
        (1..20_u16).prop_map(|n| DataType::NVarChar(Length::Limited(n))),
        (1..20_u16).prop_map(DataType::Binary),
        (1..20_u16).prop_map(|n| DataType::VarBinary(Length::Limited(n))),
        Just(DataType::NVarChar(Length::Max)),
        Just(DataType::VarBinary(Length::Max)),
        Just(DataType::TEXT),
    ]
}

fn value(data_type: DataType) -> BoxedStrategy<Value> {
    let made: BoxedStrategy<Value> = match data_type {
        DataType::Bit => any::<bool>().prop_map(Value::Bit).boxed(),
        DataType::TinyInt => any::<u8>().prop_map(Value::TinyInt).boxed(),
        DataType::SmallInt => any::<i16>().prop_map(Value::SmallInt).boxed(),
        DataType::Int => any::<i32>().prop_map(Value::Int).boxed(),
        DataType::BigInt => any::<i64>().prop_map(Value::BigInt).boxed(),
        DataType::Real => (-1e30_f32..1e30).prop_map(Value::Real).boxed(),
        DataType::Float => (-1e300_f64..1e300).prop_map(Value::Float).boxed(),
        DataType::Money => any::<i64>().prop_map(Value::Money).boxed(),
        DataType::SmallMoney => any::<i32>().prop_map(|units| Value::Money(units.into())).boxed(),
        DataType::Decimal { precision, scale, .. } => (-(10_i128.pow(precision.into()) - 1)
            ..10_i128.pow(precision.into()))
            .prop_map(move |units| Value::Decimal(Decimal::new(units, scale).expect("a decimal")))
            .boxed(),
        DataType::Date => (0..=DAY_MAX).prop_map(Value::Date).boxed(),
        DataType::Time(scale) => {
            (0..TICKS_PER_DAY).prop_map(move |ticks| Value::Time(ticks - ticks % unit(scale))).boxed()
        }
        DataType::DateTime2(scale) => (0..i64::from(DAY_MAX) * TICKS_PER_DAY)
            .prop_map(move |ticks| Value::DateTime2(ticks - ticks % unit(scale)))
            .boxed(),
        DataType::DateTimeOffset(scale) => (TICKS_PER_DAY..i64::from(DAY_MAX - 1) * TICKS_PER_DAY, -840..=840_i16)
            .prop_map(move |(ticks, minutes)| Value::DateTimeOffset(ticks - ticks % unit(scale), minutes))
            .boxed(),
        DataType::DateTime => (0..2 * 365 * UNITS_PER_DAY).prop_map(Value::DateTime).boxed(),
        DataType::SmallDateTime => {
            (0..60_000 * 24 * 60_i64).prop_map(|minutes| Value::DateTime(minutes * UNITS_PER_MINUTE)).boxed()
        }
        DataType::UniqueIdentifier => any::<[u8; 16]>().prop_map(Value::Guid).boxed(),
        _ if data_type.is_binary() => vec(any::<u8>(), 0..10).prop_map(Value::bytes).boxed(),
        _ => "[a-zA-Z0-9 äß]{0,12}".prop_map(Value::text).boxed(),
    };
    // Values as a column of the type has them.
    let source = if data_type.is_binary() { DataType::VarBinary(Length::Max) } else { DataType::NVarChar(Length::Max) };
    let fitted = made.prop_map(move |value| match &value {
        Value::Str(_) | Value::Bytes(_) => convert(&value, &source, &data_type).expect("a conversion that truncates"),
        _ => value,
    });
    prop_oneof![8 => fitted, 1 => Just(Value::Null)].boxed()
}

fn unit(scale: u8) -> i64 {
    10_i64.pow(u32::from(7 - scale))
}

fn table() -> impl Strategy<Value = (Vec<DataType>, Vec<Vec<Value>>)> {
    vec(data_type(), 1..6).prop_flat_map(|types| {
        let row: Vec<_> = types.iter().map(|data_type| value(*data_type)).collect();
        (Just(types), vec(row, 0..6))
    })
}

fn laid(types: &[DataType]) -> Vec<LaidColumn> {
    let column = |(place, data_type): (usize, &DataType)| LaidColumn {
        name: format!("c{place}"),
        data_type: *data_type,
        nullable: true,
        collation: String::new(),
    };
    types.iter().enumerate().map(column).collect()
}

fn written(layout: &Layout, types: &[DataType], rows: &[Vec<Value>], page: CodePage) -> Vec<u8> {
    let mut writer = RowWriter::new(Vec::new(), layout, types, Some(page));
    rows.iter().for_each(|row| writer.write(row).expect("the row is written"));
    writer.finish().expect("memory is written")
}

fn read(layout: &Layout, types: &[DataType], bytes: Vec<u8>, page: CodePage) -> Vec<Vec<Value>> {
    let mut reader = reader(layout, types, bytes, page);
    let mut rows = Vec::new();
    while let Some(row) = reader.next().expect("the file is whole") {
        match row {
            ReadRow::Values(values) => rows.push(values),
            ReadRow::Bad(bad) => panic!("{bad:?}"),
        }
    }
    rows
}

fn reader(layout: &Layout, types: &[DataType], bytes: Vec<u8>, page: CodePage) -> RowReader {
    let column = |(place, data_type): (usize, &DataType)| {
        Some(FileColumn { name: format!("c{place}"), data_type: *data_type, takes_null: true })
    };
    let columns = types.iter().enumerate().map(column).collect();
    RowReader::new(("file", Box::new(Cursor::new(bytes))), layout, columns, Some(page), Limits::default())
}

proptest! {
    #[test]
    fn native_rows_are_read_as_written((types, rows) in table(), wide: bool) {
        let layout = Layout::native(&laid(&types), wide).expect("native types");
        let bytes = written(&layout, &types, &rows, CodePage::Page1252);
        prop_assert_eq!(read(&layout, &types, bytes, CodePage::Page1252), rows);
    }

    #[test]
    fn character_rows_are_read_as_written((types, rows) in table(), wide: bool) {
        let layout = Layout::character(&laid(&types), b"\t", b"\r\n", wide);
        let bytes = written(&layout, &types, &rows, CodePage::Utf8);
        prop_assert_eq!(read(&layout, &types, bytes, CodePage::Utf8), rows);
    }

    #[test]
    fn format_files_are_read_as_written((types, rows) in table(), wide: bool, is_native: bool) {
        let layout = match is_native {
            true => Layout::native(&laid(&types), wide).expect("native types"),
            false => Layout::character(&laid(&types), b"|", b"||\n", wide),
        };
        let bytes = written(&layout, &types, &rows, CodePage::Page1252);
        for text in [format_file::write_plain(&layout), format_file::write_xml(&layout)] {
            let read_back = format_file::parse("x", text.as_bytes()).expect("a format file");
            prop_assert_eq!(written(&read_back, &types, &rows, CodePage::Page1252), bytes.clone(), "{}", text);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300), (types, _) in table(), wide: bool) {
        let _ = format_file::parse("x", &bytes);
        let native = Layout::native(&laid(&types), wide).expect("native types");
        let text = Layout::character(&laid(&types), b",", b"\n", wide);
        for layout in [native, text] {
            let mut reader = reader(&layout, &types, bytes.clone(), CodePage::Utf8);
            while let Ok(Some(_)) = reader.next() {}
        }
        let layout = Layout::character(&laid(&types), b",", b"\n", wide);
        let mut reader = reader(&layout, &types, bytes, CodePage::Utf8).as_csv('"', b",", &[b"\r\n", b"\n"]);
        while let Ok(Some(_)) = reader.next() {}
    }
}

/// The format files in `relational-databases/import-export/create-a-format-file-sql-server.md`.
#[test]
fn documented_format_files_are_written() {
    const COLLATION: &str = "SQL_Latin1_General_CP1_CI_AS";
    let column = |name: &str, data_type, collation: &str| LaidColumn {
        name: name.to_owned(),
        data_type,
        nullable: false,
        collation: collation.to_owned(),
    };
    let name = DataType::NVarChar(Length::Limited(50));
    let columns = [
        column("DepartmentID", DataType::SmallInt, ""),
        column("Name", name, COLLATION),
        column("GroupName", name, COLLATION),
        column("ModifiedDate", DataType::DateTime, ""),
    ];
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let native = Layout::native(&columns, false).expect("native types");
    let documented = r#"16.0 4
        1 SQLSMALLINT 0 2 "" 1 DepartmentID ""
        2 SQLNCHAR 2 100 "" 2 Name SQL_Latin1_General_CP1_CI_AS
        3 SQLNCHAR 2 100 "" 3 GroupName SQL_Latin1_General_CP1_CI_AS
        4 SQLDATETIME 0 8 "" 4 ModifiedDate """#;
    assert_eq!(words(&format_file::write_plain(&native)), words(documented));
    let character = Layout::character(&columns, b"\t", b"\r\n", false);
    let documented = r#"16.0 4
        1 SQLCHAR 0 7 "\t" 1 DepartmentID ""
        2 SQLCHAR 0 100 "\t" 2 Name SQL_Latin1_General_CP1_CI_AS
        3 SQLCHAR 0 100 "\t" 3 GroupName SQL_Latin1_General_CP1_CI_AS
        4 SQLCHAR 0 24 "\r\n" 4 ModifiedDate """#;
    assert_eq!(words(&format_file::write_plain(&character)), words(documented));
    let documented = r#"<?xml version="1.0"?>
<BCPFORMAT xmlns="http://schemas.microsoft.com/sqlserver/2004/bulkload/format" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <RECORD>
  <FIELD ID="1" xsi:type="NativeFixed" LENGTH="2"/>
  <FIELD ID="2" xsi:type="NCharPrefix" PREFIX_LENGTH="2" MAX_LENGTH="100" COLLATION="SQL_Latin1_General_CP1_CI_AS"/>
  <FIELD ID="3" xsi:type="NCharPrefix" PREFIX_LENGTH="2" MAX_LENGTH="100" COLLATION="SQL_Latin1_General_CP1_CI_AS"/>
  <FIELD ID="4" xsi:type="NativeFixed" LENGTH="8"/>
 </RECORD>
 <ROW>
  <COLUMN SOURCE="1" NAME="DepartmentID" xsi:type="SQLSMALLINT"/>
  <COLUMN SOURCE="2" NAME="Name" xsi:type="SQLNVARCHAR"/>
  <COLUMN SOURCE="3" NAME="GroupName" xsi:type="SQLNVARCHAR"/>
  <COLUMN SOURCE="4" NAME="ModifiedDate" xsi:type="SQLDATETIME"/>
 </ROW>
</BCPFORMAT>
"#;
    assert_eq!(format_file::write_xml(&native), documented.replace('\n', "\r\n"));
    let documented = documented
        .replace(r#"NativeFixed" LENGTH="2""#, r#"CharTerm" TERMINATOR="," MAX_LENGTH="7""#)
        .replace(r#"NativeFixed" LENGTH="8""#, r#"CharTerm" TERMINATOR="\r\n" MAX_LENGTH="24""#)
        .replace(r#"NCharPrefix" PREFIX_LENGTH="2""#, r#"CharTerm" TERMINATOR=",""#);
    let character = Layout::character(&columns, b",", b"\r\n", false);
    assert_eq!(format_file::write_xml(&character), documented.replace('\n', "\r\n"));
}
