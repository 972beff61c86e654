//! The documentation's examples of string functions.

use crate::tests::calls::{TestArgument, call, call_typed};
use sluice_types::{DataType, Length, Value};

fn text(name: &str, given: &[TestArgument]) -> String {
    call(name, given).expect(name).as_str().expect("a text").to_owned()
}

fn int(name: &str, given: &[TestArgument]) -> i32 {
    match call(name, given) {
        Ok(Value::Int(value)) => value,
        other => panic!("{name} made {other:?}"),
    }
}

fn number(name: &str, given: &[TestArgument]) -> i32 {
    call(name, given).expect_err(name).number
}

/// len-transact-sql.md: trailing spaces don't count, leading ones do.
#[test]
fn len_ignores_trailing_blanks() {
    assert_eq!(int("LEN", &[TestArgument::text(" ab  ")]), 3);
    assert_eq!(int("LEN", &[TestArgument::wide("a😀")]), 3);
    assert_eq!(int("LEN", &[TestArgument::int(-123)]), 4);
    assert_eq!(call("LEN", &[TestArgument::null()]), Ok(Value::Null));
    let max = TestArgument(Value::text("abc"), Some(DataType::NVarChar(Length::Max)));
    assert_eq!(call_typed("LEN", &[max]), Ok((Value::BigInt(3), DataType::BigInt)));
}

/// left-, right- and substring-transact-sql.md.
#[test]
fn left_right_and_substring_match_documentation() {
    assert_eq!(text("LEFT", &[TestArgument::text("abcdefg"), TestArgument::int(2)]), "ab");
    assert_eq!(text("RIGHT", &[TestArgument::text("abcdefg"), TestArgument::int(2)]), "fg");
    assert_eq!(text("RIGHT", &[TestArgument::text("ab"), TestArgument::int(9)]), "ab");
    assert_eq!(text("SUBSTRING", &[TestArgument::text("abcdef"), TestArgument::int(2), TestArgument::int(3)]), "bcd");
    assert_eq!(text("SUBSTRING", &[TestArgument::text("abcdef"), TestArgument::int(-1), TestArgument::int(4)]), "ab");
    assert_eq!(text("SUBSTRING", &[TestArgument::text("abcdef"), TestArgument::int(0), TestArgument::int(1)]), "");
    assert_eq!(text("SUBSTRING", &[TestArgument::text("abc"), TestArgument::int(9), TestArgument::int(1)]), "");
    let most = TestArgument::int(i32::MAX);
    assert_eq!(text("SUBSTRING", &[TestArgument::text("abc"), TestArgument::int(2), most]), "bc");
    assert_eq!(number("LEFT", &[TestArgument::text("a"), TestArgument::int(-1)]), 537);
    assert_eq!(number("SUBSTRING", &[TestArgument::text("a"), TestArgument::int(1), TestArgument::int(-1)]), 537);
    assert_eq!(number("RIGHT", &[TestArgument::text("a"), TestArgument::int(-1)]), 536);
}

#[test]
fn upper_lower_and_trim_match_documentation() {
    assert_eq!(text("UPPER", &[TestArgument::text("straße µ é")]), "STRAßE µ É");
    assert_eq!(text("UPPER", &[TestArgument::wide("µ")]), "Μ");
    assert_eq!(text("LOWER", &[TestArgument::wide("ÀЖ")]), "àж");
    assert_eq!(text("LTRIM", &[TestArgument::text("  a ")]), "a ");
    assert_eq!(text("RTRIM", &[TestArgument::text("  a ")]), "  a");
    assert_eq!(text("TRIM", &[TestArgument::text("  a ")]), "a");
    assert_eq!(text("REVERSE", &[TestArgument::text("abc")]), "cba");
    assert_eq!(text("SPACE", &[TestArgument::int(3)]), "   ");
}

/// replicate-transact-sql.md: without a max type the result is truncated to 8,000 bytes.
#[test]
fn replicate_is_truncated_at_type_limit() {
    assert_eq!(text("REPLICATE", &[TestArgument::text("0"), TestArgument::int(4)]), "0000");
    assert_eq!(call("REPLICATE", &[TestArgument::text("0"), TestArgument::int(-1)]), Ok(Value::Null));
    assert_eq!(text("REPLICATE", &[TestArgument::text("abc"), TestArgument::int(i32::MAX)]).len(), 8000);
    assert_eq!(text("REPLICATE", &[TestArgument::wide("abc"), TestArgument::int(3000)]).len(), 4000);
    let max = TestArgument(Value::text("ab"), Some(DataType::varchar(Length::Max)));
    assert_eq!(text("REPLICATE", &[max, TestArgument::int(10_000)]).len(), 20_000);
    assert_eq!(text("REPLICATE", &[TestArgument::text(""), TestArgument::int(i32::MAX)]), "");
}

/// charindex-transact-sql.md, examples A to E: case doesn't count under a case-insensitive
/// collation.
#[test]
fn charindex_matches_documentation() {
    let document = "Reflectors are vital safety components of your bicycle.";
    assert_eq!(int("CHARINDEX", &[TestArgument::text("bicycle"), TestArgument::text(document)]), 48);
    assert_eq!(
        int("CHARINDEX", &[TestArgument::text("vital"), TestArgument::text(document), TestArgument::int(5)]),
        16
    );
    assert_eq!(int("CHARINDEX", &[TestArgument::text("bike"), TestArgument::text(document)]), 0);
    assert_eq!(int("CHARINDEX", &[TestArgument::text("TEST"), TestArgument::text("Das ist ein Test")]), 13);
    assert_eq!(
        int("CHARINDEX", &[TestArgument::text("is"), TestArgument::text("This is a string"), TestArgument::int(4)]),
        6
    );
    assert_eq!(
        int("CHARINDEX", &[TestArgument::text("is"), TestArgument::text("This is a string"), TestArgument::int(-4)]),
        3
    );
    assert_eq!(int("CHARINDEX", &[TestArgument::text(""), TestArgument::text("abc")]), 0);
    assert_eq!(int("CHARINDEX", &[TestArgument::wide("b"), TestArgument::wide("😀b")]), 3);
    assert_eq!(int("CHARINDEX", &[TestArgument::text("a "), TestArgument::text("ba")]), 0, "blanks count");
}

/// replace-transact-sql.md.
#[test]
fn replace_matches_documentation() {
    let replaced = |a: &str, b: &str, c: &str| {
        text("REPLACE", &[TestArgument::text(a), TestArgument::text(b), TestArgument::text(c)])
    };
    assert_eq!(replaced("abcdefghicde", "cde", "xxx"), "abxxxfghixxx");
    assert_eq!(replaced("This is a Test", "test", "desk"), "This is a desk");
    assert_eq!(replaced("aaa", "aa", "b"), "ba");
    assert_eq!(replaced("abc", "", "x"), "abc");
    assert_eq!(
        call("REPLACE", &[TestArgument::text("a"), TestArgument::null(), TestArgument::text("x")]),
        Ok(Value::Null)
    );
}

/// concat-transact-sql.md: NULL is an empty string, numbers are converted.
#[test]
fn concat_matches_documentation() {
    let given = [
        TestArgument::text("Happy "),
        TestArgument::text("Birthday "),
        TestArgument::int(11),
        TestArgument::text("/"),
        TestArgument::text("25"),
    ];
    let (value, data_type) = call_typed("CONCAT", &given).expect("a text");
    assert_eq!(value, Value::text("Happy Birthday 11/25"));
    assert_eq!(data_type, DataType::varchar(Length::Limited(6 + 9 + 12 + 1 + 2)));
    assert_eq!(text("CONCAT", &[TestArgument::null(), TestArgument::wide("é")]), "é");
    assert_eq!(text("CONCAT", &[TestArgument::null(), TestArgument::null()]), "");
}

#[test]
fn ascii_char_and_unicode_match_documentation() {
    assert_eq!(int("ASCII", &[TestArgument::text("Å")]), 197);
    assert_eq!(call("ASCII", &[TestArgument::text("")]), Ok(Value::Null));
    assert_eq!(text("CHAR", &[TestArgument::int(128)]), "€");
    assert_eq!(call("CHAR", &[TestArgument::int(256)]), Ok(Value::Null));
    assert_eq!(int("UNICODE", &[TestArgument::wide("Åkergatan 24")]), 197);
    assert_eq!(text("NCHAR", &[TestArgument::int(197)]), "Å");
    assert_eq!(call("NCHAR", &[TestArgument::int(0xD800)]), Ok(Value::Null));
}

/// quotename-transact-sql.md and str-transact-sql.md.
#[test]
fn quotename_and_str_match_documentation() {
    assert_eq!(text("QUOTENAME", &[TestArgument::text("abc[]def")]), "[abc[]]def]");
    assert_eq!(text("QUOTENAME", &[TestArgument::text("a'b"), TestArgument::text("'")]), "'a''b'");
    assert_eq!(call("QUOTENAME", &[TestArgument::text("a"), TestArgument::text("x")]), Ok(Value::Null));
    assert_eq!(text("STR", &[TestArgument::decimal("123.45"), TestArgument::int(6), TestArgument::int(1)]), " 123.5");
    assert_eq!(text("STR", &[TestArgument::decimal("123.45"), TestArgument::int(2), TestArgument::int(2)]), "**");
    assert_eq!(text("STR", &[TestArgument::decimal("123.45"), TestArgument::int(8), TestArgument::int(3)]), " 123.450");
    assert_eq!(text("STR", &[TestArgument::int(7)]), "         7");
}
