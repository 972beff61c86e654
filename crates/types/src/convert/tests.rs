//! Conversions against the documentation's examples and rules.

use super::*;
use crate::arbitrary::{data_type, value_of};
use crate::decimal::Decimal;
use proptest::prelude::*;

const VARCHAR: DataType = DataType::varchar(Length::Limited(30));
const NVARCHAR: DataType = DataType::NVarChar(Length::Limited(30));

fn number(result: Result<Value, SqlError>) -> i32 {
    result.expect_err("an error").number
}

fn decimal(text: &str) -> Value {
    Value::Decimal(text.parse::<Decimal>().expect(text))
}

fn text_to(text: &str, to: &DataType) -> Result<Value, SqlError> {
    convert(&Value::text(text), &VARCHAR, to)
}

/// Returns a date or time in ODBC's canonical form with milliseconds.
fn canonical_text(value: &Value, from: &DataType) -> String {
    convert_with_style(value, from, &VARCHAR, 121).expect("a text").as_str().expect("a string").to_owned()
}

fn to_text(value: &Value, from: &DataType, to: &DataType) -> String {
    convert(value, from, to).expect("a text").as_str().expect("a string").to_owned()
}

#[test]
fn integers_narrow_or_overflow() {
    assert_eq!(convert(&Value::Int(255), &DataType::Int, &DataType::TinyInt), Ok(Value::TinyInt(255)));
    let error = convert(&Value::Int(256), &DataType::Int, &DataType::TinyInt).expect_err("too great");
    assert_eq!((error.number, error.state, error.args.clone()), (220, 2, vec!["tinyint".to_owned(), "256".to_owned()]));
    assert_eq!(number(convert(&Value::Int(40_000), &DataType::Int, &DataType::SmallInt)), 220);
    let error = convert(&Value::BigInt(1 << 40), &DataType::BigInt, &DataType::Int).expect_err("too great");
    assert_eq!((error.number, error.args.clone()), (8115, vec!["expression".to_owned(), "int".to_owned()]));
    assert_eq!(convert(&Value::Int(-3), &DataType::Int, &DataType::Bit), Ok(Value::Bit(true)));
}

#[test]
fn texts_convert_to_integers() {
    assert_eq!(text_to("  42 ", &DataType::Int), Ok(Value::Int(42)));
    assert_eq!(text_to("-0042", &DataType::BigInt), Ok(Value::BigInt(-42)));
    assert_eq!(text_to("", &DataType::Int), Ok(Value::Int(0)));
    let error = text_to("abc", &DataType::Int).expect_err("no number");
    assert_eq!(
        (error.number, error.args.clone()),
        (245, vec!["varchar".to_owned(), "abc".to_owned(), "int".to_owned()])
    );
    assert_eq!(number(text_to("1.5", &DataType::Int)), 245);
    assert_eq!(number(text_to("abc", &DataType::BigInt)), 8114);
    assert_eq!(number(text_to("99999999999", &DataType::Int)), 248);
    assert_eq!(number(text_to("256", &DataType::TinyInt)), 244);
    assert_eq!(number(text_to("9223372036854775808", &DataType::BigInt)), 8115);
    assert_eq!(text_to("-9223372036854775808", &DataType::BigInt), Ok(Value::BigInt(i64::MIN)));
    assert_eq!(text_to("TRUE", &DataType::Bit), Ok(Value::Bit(true)));
}

/// cast-and-convert-transact-sql.md, "Truncating and rounding results": numeric to int and float to
/// int truncate, numeric to numeric rounds.
#[test]
fn fractions_are_cut_or_rounded_as_documented() {
    let numeric = DataType::decimal(10, 4);
    assert_eq!(convert(&decimal("10.6496"), &numeric, &DataType::Int), Ok(Value::Int(10)));
    assert_eq!(convert(&decimal("-10.6496"), &numeric, &DataType::Int), Ok(Value::Int(-10)));
    assert_eq!(convert(&Value::Float(-10.6496), &DataType::Float, &DataType::Int), Ok(Value::Int(-10)));
    let narrower = DataType::decimal(10, 2);
    assert_eq!(convert(&decimal("10.6450"), &numeric, &narrower), Ok(decimal("10.65")));
    assert_eq!(number(convert(&decimal("12345.5"), &numeric, &DataType::TinyInt)), 8115);
    assert_eq!(number(convert(&Value::Float(1e10), &DataType::Float, &DataType::Int)), 232);
}

#[test]
fn decimals_from_everything() {
    let to = DataType::decimal(5, 2);
    assert_eq!(text_to(" 1.005 ", &to), Ok(decimal("1.01")));
    assert_eq!(number(text_to("1000", &to)), 8115);
    assert_eq!(number(text_to("1e2", &to)), 8114);
    assert_eq!(convert(&Value::Int(7), &DataType::Int, &to), Ok(decimal("7.00")));
    assert_eq!(number(convert(&Value::Int(1000), &DataType::Int, &to)), 8115);
    assert_eq!(convert(&Value::Float(1.15), &DataType::Float, &to), Ok(decimal("1.15")));
    assert_eq!(convert(&Value::Float(1e-40), &DataType::Float, &to), Ok(decimal("0.00")));
    // 17 digits of the double nearest to 10^37.
    let great = DataType::decimal(38, 0);
    assert_eq!(
        convert(&Value::Float(1e37), &DataType::Float, &great),
        Ok(decimal(&format!("99999999999999995{}", "0".repeat(20))))
    );
    assert_eq!(number(convert(&Value::Float(1e38), &DataType::Float, &great)), 8115);
}

#[test]
fn texts_convert_to_floats() {
    assert_eq!(text_to("1e3", &DataType::Float), Ok(Value::Float(1000.0)));
    assert_eq!(number(text_to("inf", &DataType::Float)), 8114);
    assert_eq!(number(text_to("1e999", &DataType::Float)), 8115);
    assert_eq!(to_text(&Value::Float(1234567.0), &DataType::Float, &VARCHAR), "1.23457e+006");
}

/// cast-and-convert-transact-sql.md: an integer too long for char or varchar is `*`, for nvarchar
/// an error.
#[test]
fn numbers_convert_to_texts() {
    assert_eq!(to_text(&Value::Int(-12), &DataType::Int, &NVARCHAR), "-12");
    let short = DataType::varchar(Length::Limited(2));
    assert_eq!(to_text(&Value::Int(123), &DataType::Int, &short), "*");
    let short = DataType::NVarChar(Length::Limited(2));
    assert_eq!(number(convert(&Value::Int(123), &DataType::Int, &short)), 8115);
    let numeric = DataType::decimal(5, 2);
    assert_eq!(to_text(&decimal("0.50"), &numeric, &VARCHAR), "0.50");
    assert_eq!(number(convert(&decimal("100.50"), &numeric, &short)), 8115);
}

#[test]
fn strings_are_truncated_padded_and_replaced() {
    assert_eq!(to_text(&Value::text("abcdef"), &NVARCHAR, &DataType::varchar(Length::Limited(3))), "abc");
    assert_eq!(to_text(&Value::text("ab"), &NVARCHAR, &DataType::NChar(4)), "ab  ");
    assert_eq!(to_text(&Value::text("aЖ€"), &NVARCHAR, &VARCHAR), "a?€");
    assert_eq!(to_text(&Value::text("a😀b"), &NVARCHAR, &DataType::NVarChar(Length::Limited(2))), "a");
    assert_eq!(to_text(&Value::text("a😀b"), &NVARCHAR, &DataType::NVarChar(Length::Limited(3))), "a😀");
}

#[test]
fn column_refuses_truncated_string() {
    let to = DataType::varchar(Length::Limited(3));
    let error = convert_for_column(&Value::text("abcd"), &NVARCHAR, &to, "d.dbo.t", "c").expect_err("too long");
    assert_eq!(
        (error.number, error.args.clone()),
        (2628, vec!["d.dbo.t".to_owned(), "c".to_owned(), "abc".to_owned()])
    );
    assert_eq!(convert_for_column(&Value::text("abc  "), &NVARCHAR, &to, "t", "c"), Ok(Value::text("abc")));
    let error = convert_for_column(&Value::text("ab d"), &NVARCHAR, &to, "t", "c").expect_err("too long");
    assert_eq!(error.number, 2628);
    assert_eq!(convert_for_column(&Value::text("a"), &NVARCHAR, &DataType::char(3), "t", "c"), Ok(Value::text("a  ")));
    assert_eq!(convert_for_column(&Value::Null, &NVARCHAR, &to, "t", "c"), Ok(Value::Null));
}

/// datetime2-transact-sql.md and datetime-transact-sql.md: rounding to the type's digits, and
/// datetime's ranges.
#[test]
fn texts_convert_to_dates() {
    let shown = |text: &str, to: DataType| text_to(text, &to).map(|value| canonical_text(&value, &to));
    assert_eq!(
        shown("2007-05-08 12:35:29.1234567", DataType::DateTime2(7)).as_deref(),
        Ok("2007-05-08 12:35:29.1234567")
    );
    assert_eq!(shown("2007-05-08 12:35:29.1234567", DataType::DateTime2(4)).as_deref(), Ok("2007-05-08 12:35:29.1235"));
    assert_eq!(shown("1912-10-25 12:24:32.999", DataType::DateTime).as_deref(), Ok("1912-10-25 12:24:33.000"));
    assert_eq!(shown("1998-01-01 23:59:59.995", DataType::DateTime).as_deref(), Ok("1998-01-01 23:59:59.997"));
    assert_eq!(shown("01/02/98 23:59:59.998", DataType::DateTime).as_deref(), Ok("1998-01-02 23:59:59.997"));
    assert_eq!(shown("2007-05-08 12:35", DataType::Date).as_deref(), Ok("2007-05-08"));
    assert_eq!(text_to("1752-12-31", &DataType::DateTime).expect_err("too early").number, 242);
    assert_eq!(text_to("20230230", &DataType::DateTime).expect_err("no such day").number, 242);
    assert_eq!(text_to("20230230", &DataType::Date).expect_err("no such day").number, 241);
    assert_eq!(text_to("yesterday", &DataType::DateTime).expect_err("no date").number, 241);
}

#[test]
fn dates_convert_to_texts_and_numbers() {
    let noon = text_to("2020-03-09 12:00:00", &DataType::DateTime).expect("a datetime");
    assert_eq!(to_text(&noon, &DataType::DateTime, &VARCHAR), "Mar  9 2020 12:00PM");
    let styled = convert_with_style(&noon, &DataType::DateTime, &VARCHAR, 112).expect("a style");
    assert_eq!(styled, Value::text("20200309"));
    assert_eq!(number(convert_with_style(&noon, &DataType::DateTime, &VARCHAR, 99)), 281);
    assert_eq!(convert(&noon, &DataType::DateTime, &DataType::Int), Ok(Value::Int(43_898)), "noon rounds up");
    assert_eq!(convert(&Value::Float(1.5), &DataType::Float, &DataType::DateTime), Ok(Value::DateTime(86_400 * 450)));
    assert_eq!(number(convert(&Value::Int(i32::MAX), &DataType::Int, &DataType::DateTime)), 8115);
    let exact = convert(&Value::DateTime(1), &DataType::DateTime, &DataType::DateTime2(7)).expect("a datetime2");
    assert_eq!(canonical_text(&exact, &DataType::DateTime2(7)), "1900-01-01 00:00:00.0033333");
}

fn binary(bytes: &[u8]) -> Value {
    Value::bytes(bytes)
}

const VARBINARY: DataType = DataType::VarBinary(Length::Limited(30));

/// binary-and-varbinary-transact-sql.md: strings and bytes are padded and truncated on the right,
/// others on the left.
#[test]
fn bytes_are_padded_and_truncated() {
    let to = |n| DataType::Binary(n);
    let int = Value::Int(123_456);
    assert_eq!(convert(&int, &DataType::Int, &to(4)), Ok(binary(b"\0\x01\xE2\x40")));
    assert_eq!(convert(&int, &DataType::Int, &to(2)), Ok(binary(b"\xE2\x40")));
    assert_eq!(convert(&int, &DataType::Int, &to(6)), Ok(binary(b"\0\0\0\x01\xE2\x40")));
    assert_eq!(convert(&binary(b"\xE2\x41"), &to(2), &DataType::Int), Ok(Value::Int(57_921)));
    assert_eq!(convert(&binary(b"\x05\xFF\xFF\xFF\xFF"), &VARBINARY, &DataType::Int), Ok(Value::Int(-1)));
    assert_eq!(convert(&Value::text("ab"), &VARCHAR, &to(3)), Ok(binary(b"ab\0")));
    assert_eq!(convert(&Value::text("ab"), &NVARCHAR, &to(3)), Ok(binary(b"a\0b")));
    assert_eq!(convert(&binary(b"ab"), &VARBINARY, &to(1)), Ok(binary(b"a")));
    assert_eq!(to_text(&binary(b"a\0b\0"), &VARBINARY, &NVARCHAR), "ab");
    assert_eq!(to_text(&binary(b"\x80"), &VARBINARY, &VARCHAR), "€");
}

/// cast-and-convert-transact-sql.md, "Binary styles", with its examples.
#[test]
fn binary_styles_match_documentation() {
    let name = binary(b"\x4E\x61\x6d\x65");
    let char8 = DataType::char(8);
    assert_eq!(convert_with_style(&name, &VARBINARY, &char8, 0), Ok(Value::text("Name    ")));
    assert_eq!(convert_with_style(&name, &VARBINARY, &char8, 1), Ok(Value::text("0x4E616D")));
    assert_eq!(convert_with_style(&name, &VARBINARY, &char8, 2), Ok(Value::text("4E616D65")));
    let to = DataType::Binary(8);
    assert_eq!(convert_with_style(&Value::text("Name"), &VARCHAR, &to, 0), Ok(binary(b"Name\0\0\0\0")));
    assert_eq!(convert_with_style(&Value::text("0x4E616D65"), &VARCHAR, &DataType::Binary(4), 1), Ok(name.clone()));
    assert_eq!(convert_with_style(&Value::text("4E616D65"), &VARCHAR, &DataType::Binary(4), 2), Ok(name));
    for (text, style) in [("4E616D65", 1), ("0x4E6", 1), ("4E6", 2), ("0x4E", 2), ("4Z", 2), ("é1", 2)] {
        assert_eq!(number(convert_with_style(&Value::text(text), &VARCHAR, &to, style)), 8114, "{text}");
    }
    assert_eq!(number(convert_with_style(&Value::text("00"), &VARCHAR, &to, 3)), 9809);
}

#[test]
fn column_accepts_bytes_losing_only_zeros() {
    let to = DataType::VarBinary(Length::Limited(2));
    let put = |bytes: &[u8]| convert_for_column(&binary(bytes), &VARBINARY, &to, "t", "c");
    assert_eq!(put(b"\x01\x02\0\0"), Ok(binary(b"\x01\x02")));
    assert_eq!(put(b"\0\0\0"), Ok(binary(b"\0\0")));
    let text = DataType::varchar(Length::Limited(2));
    assert_eq!(number(convert_for_column(&binary(b"abc"), &VARBINARY, &text, "t", "c")), 2628);
    let error = put(b"\x01\x02\x03").expect_err("too long");
    assert_eq!((error.number, error.args.clone()), (2628, vec!["t".to_owned(), "c".to_owned(), "0x0102".to_owned()]));
}

#[test]
fn bytes_of_no_date_or_decimal_are_refused() {
    let decimal = DataType::decimal(5, 2);
    assert_eq!(convert(&binary(b"\x05\x02\0\x01\x96\0\0\0"), &VARBINARY, &decimal), Ok(self::decimal("1.50")));
    assert_eq!(number(convert(&binary(b"\x05\x02\0\x01\xFF\xFF\xFF\xFF"), &VARBINARY, &decimal)), 8114);
    assert_eq!(number(convert(&binary(b"\xFF\xFF\xFF"), &VARBINARY, &DataType::Date)), 210);
    assert_eq!(number(convert(&binary(b"\x01"), &VARBINARY, &DataType::DateTime2(7))), 210);
    assert_eq!(
        convert(&binary(b"\0\0\0\x01\0\0\0\x02"), &VARBINARY, &DataType::DateTime),
        Ok(Value::DateTime(25_920_002))
    );
}

proptest! {
    #[test]
    fn text_converts_like_value_of_text(
        text in prop_oneof!["[ +-]?[0-9]{0,20}(\\.[0-9]{0,4})?", "[0-9]{4}-[01][0-9]-[0-3][0-9]( [0-9:]{5})?", ".{0,12}"],
        to in data_type(),
    ) {
        prop_assert_eq!(convert_text(&text, &NVARCHAR, &to), convert(&Value::text(text.as_str()), &NVARCHAR, &to));
    }

    #[test]
    fn iso_date_is_same_in_every_date_order(year in 0..10_000, month in 0..14, day in 0..33) {
        let text = format!("{year:04}-{month:02}-{day:02}");
        let with_time = |order| date_text::parse_in(&format!("{text} 00:00"), order, true).map(|parsed| parsed.day);
        for order in [DateOrder::Mdy, DateOrder::Dmy, DateOrder::Ymd] {
            prop_assert_eq!(date_text::parse_in(&text, order, true).map(|parsed| parsed.day), with_time(order));
        }
    }

    /// binary-and-varbinary-transact-sql.md: a value converted to enough bytes and back is
    /// unchanged.
    #[test]
    fn values_roundtrip_through_binary((data_type, value) in data_type().prop_flat_map(|of| (Just(of), value_of(of)))) {
        let binary = DataType::VarBinary(Length::Max);
        let bytes = convert(&value, &data_type, &binary).expect("everything has bytes");
        if conversion(&binary, &data_type) != Conversion::None && !matches!(value, Value::Str(_)) {
            prop_assert_eq!(convert(&bytes, &binary, &data_type), Ok(value));
        }
    }

    #[test]
    fn hexadecimal_text_roundtrips(bytes in proptest::collection::vec(any::<u8>(), 0..20), style in 1..=2i32) {
        let binary = DataType::VarBinary(Length::Max);
        let text = DataType::varchar(Length::Max);
        let shown = convert_with_style(&Value::bytes(bytes.clone()), &binary, &text, style).expect("a text");
        prop_assert_eq!(convert_with_style(&shown, &text, &binary, style), Ok(Value::bytes(bytes)));
    }
}
