//! The documentation's examples of string functions.

use crate::tests::calls::{Given, call, call_typed};
use sluice_types::{DataType, Length, Value};

fn text(name: &str, given: &[Given]) -> String {
    call(name, given).expect(name).as_str().expect("a text").to_owned()
}

fn int(name: &str, given: &[Given]) -> i32 {
    match call(name, given) {
        Ok(Value::Int(value)) => value,
        other => panic!("{name} made {other:?}"),
    }
}

fn number(name: &str, given: &[Given]) -> i32 {
    call(name, given).expect_err(name).number
}

/// len-transact-sql.md: trailing spaces don't count, leading ones do.
#[test]
fn len_ignores_trailing_blanks() {
    assert_eq!(int("LEN", &[Given::text(" ab  ")]), 3);
    assert_eq!(int("LEN", &[Given::wide("a😀")]), 3);
    assert_eq!(int("LEN", &[Given::int(-123)]), 4);
    assert_eq!(call("LEN", &[Given::null()]), Ok(Value::Null));
    let max = Given(Value::text("abc"), Some(DataType::NVarChar(Length::Max)));
    assert_eq!(call_typed("LEN", &[max]), Ok((Value::BigInt(3), DataType::BigInt)));
}

/// left-, right- and substring-transact-sql.md.
#[test]
fn left_right_and_substring_match_documentation() {
    assert_eq!(text("LEFT", &[Given::text("abcdefg"), Given::int(2)]), "ab");
    assert_eq!(text("RIGHT", &[Given::text("abcdefg"), Given::int(2)]), "fg");
    assert_eq!(text("RIGHT", &[Given::text("ab"), Given::int(9)]), "ab");
    assert_eq!(text("SUBSTRING", &[Given::text("abcdef"), Given::int(2), Given::int(3)]), "bcd");
    assert_eq!(text("SUBSTRING", &[Given::text("abcdef"), Given::int(-1), Given::int(4)]), "ab");
    assert_eq!(text("SUBSTRING", &[Given::text("abcdef"), Given::int(0), Given::int(1)]), "");
    assert_eq!(text("SUBSTRING", &[Given::text("abc"), Given::int(9), Given::int(1)]), "");
    let most = Given::int(i32::MAX);
    assert_eq!(text("SUBSTRING", &[Given::text("abc"), Given::int(2), most]), "bc");
    assert_eq!(number("LEFT", &[Given::text("a"), Given::int(-1)]), 537);
    assert_eq!(number("SUBSTRING", &[Given::text("a"), Given::int(1), Given::int(-1)]), 537);
    assert_eq!(number("RIGHT", &[Given::text("a"), Given::int(-1)]), 536);
}

#[test]
fn upper_lower_and_trim_match_documentation() {
    assert_eq!(text("UPPER", &[Given::text("straße µ é")]), "STRAßE µ É");
    assert_eq!(text("UPPER", &[Given::wide("µ")]), "Μ");
    assert_eq!(text("LOWER", &[Given::wide("ÀЖ")]), "àж");
    assert_eq!(text("LTRIM", &[Given::text("  a ")]), "a ");
    assert_eq!(text("RTRIM", &[Given::text("  a ")]), "  a");
    assert_eq!(text("TRIM", &[Given::text("  a ")]), "a");
    assert_eq!(text("REVERSE", &[Given::text("abc")]), "cba");
    assert_eq!(text("SPACE", &[Given::int(3)]), "   ");
}

/// replicate-transact-sql.md: without a max type the result is truncated to 8,000 bytes.
#[test]
fn replicate_is_truncated_at_type_limit() {
    assert_eq!(text("REPLICATE", &[Given::text("0"), Given::int(4)]), "0000");
    assert_eq!(call("REPLICATE", &[Given::text("0"), Given::int(-1)]), Ok(Value::Null));
    assert_eq!(text("REPLICATE", &[Given::text("abc"), Given::int(i32::MAX)]).len(), 8000);
    assert_eq!(text("REPLICATE", &[Given::wide("abc"), Given::int(3000)]).len(), 4000);
    let max = Given(Value::text("ab"), Some(DataType::varchar(Length::Max)));
    assert_eq!(text("REPLICATE", &[max, Given::int(10_000)]).len(), 20_000);
    assert_eq!(text("REPLICATE", &[Given::text(""), Given::int(i32::MAX)]), "");
}

/// charindex-transact-sql.md, examples A to E: case doesn't count under a case-insensitive
/// collation.
#[test]
fn charindex_matches_documentation() {
    let document = "Reflectors are vital safety components of your bicycle.";
    assert_eq!(int("CHARINDEX", &[Given::text("bicycle"), Given::text(document)]), 48);
    assert_eq!(int("CHARINDEX", &[Given::text("vital"), Given::text(document), Given::int(5)]), 16);
    assert_eq!(int("CHARINDEX", &[Given::text("bike"), Given::text(document)]), 0);
    assert_eq!(int("CHARINDEX", &[Given::text("TEST"), Given::text("Das ist ein Test")]), 13);
    assert_eq!(int("CHARINDEX", &[Given::text("is"), Given::text("This is a string"), Given::int(4)]), 6);
    assert_eq!(int("CHARINDEX", &[Given::text("is"), Given::text("This is a string"), Given::int(-4)]), 3);
    assert_eq!(int("CHARINDEX", &[Given::text(""), Given::text("abc")]), 0);
    assert_eq!(int("CHARINDEX", &[Given::wide("b"), Given::wide("😀b")]), 3);
    assert_eq!(int("CHARINDEX", &[Given::text("a "), Given::text("ba")]), 0, "blanks count");
}

/// replace-transact-sql.md.
#[test]
fn replace_matches_documentation() {
    let replaced = |a: &str, b: &str, c: &str| text("REPLACE", &[Given::text(a), Given::text(b), Given::text(c)]);
    assert_eq!(replaced("abcdefghicde", "cde", "xxx"), "abxxxfghixxx");
    assert_eq!(replaced("This is a Test", "test", "desk"), "This is a desk");
    assert_eq!(replaced("aaa", "aa", "b"), "ba");
    assert_eq!(replaced("abc", "", "x"), "abc");
    assert_eq!(call("REPLACE", &[Given::text("a"), Given::null(), Given::text("x")]), Ok(Value::Null));
}

/// concat-transact-sql.md: NULL is an empty string, numbers are converted.
#[test]
fn concat_matches_documentation() {
    let given = [Given::text("Happy "), Given::text("Birthday "), Given::int(11), Given::text("/"), Given::text("25")];
    let (value, data_type) = call_typed("CONCAT", &given).expect("a text");
    assert_eq!(value, Value::text("Happy Birthday 11/25"));
    assert_eq!(data_type, DataType::varchar(Length::Limited(6 + 9 + 41 + 1 + 2)));
    assert_eq!(text("CONCAT", &[Given::null(), Given::wide("é")]), "é");
    assert_eq!(text("CONCAT", &[Given::null(), Given::null()]), "");
}

#[test]
fn ascii_char_and_unicode_match_documentation() {
    assert_eq!(int("ASCII", &[Given::text("Å")]), 197);
    assert_eq!(call("ASCII", &[Given::text("")]), Ok(Value::Null));
    assert_eq!(text("CHAR", &[Given::int(128)]), "€");
    assert_eq!(call("CHAR", &[Given::int(256)]), Ok(Value::Null));
    assert_eq!(int("UNICODE", &[Given::wide("Åkergatan 24")]), 197);
    assert_eq!(text("NCHAR", &[Given::int(197)]), "Å");
    assert_eq!(call("NCHAR", &[Given::int(0xD800)]), Ok(Value::Null));
}

/// quotename-transact-sql.md and str-transact-sql.md.
#[test]
fn quotename_and_str_match_documentation() {
    assert_eq!(text("QUOTENAME", &[Given::text("abc[]def")]), "[abc[]]def]");
    assert_eq!(text("QUOTENAME", &[Given::text("a'b"), Given::text("'")]), "'a''b'");
    assert_eq!(call("QUOTENAME", &[Given::text("a"), Given::text("x")]), Ok(Value::Null));
    assert_eq!(text("STR", &[Given::decimal("123.45"), Given::int(6), Given::int(1)]), " 123.5");
    assert_eq!(text("STR", &[Given::decimal("123.45"), Given::int(2), Given::int(2)]), "**");
    assert_eq!(text("STR", &[Given::decimal("123.45"), Given::int(8), Given::int(3)]), " 123.450");
    assert_eq!(text("STR", &[Given::int(7)]), "         7");
}
