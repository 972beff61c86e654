//! Date functions against the documentation's examples.

use crate::tests::calls::{TestArgument, call, call_typed};
use sluice_types::convert::convert;
use sluice_types::{DataType, SqlError, Value, display};

fn moment(text: &str, data_type: DataType) -> TestArgument {
    let TestArgument(value, from) = TestArgument::text(text);
    TestArgument(convert(&value, &from.expect("a type"), &data_type).expect(text), Some(data_type))
}

fn added(part: &str, number: i32, given: TestArgument) -> Result<String, SqlError> {
    let (value, data_type) = call_typed("DATEADD", &[TestArgument::text(part), TestArgument::int(number), given])?;
    Ok(display::text(&value, &data_type))
}

fn difference(part: &str, start: &str, end: &str) -> Result<Value, SqlError> {
    call("DATEDIFF", &[TestArgument::text(part), TestArgument::text(start), TestArgument::text(end)])
}

fn part(name: &str, text: &str) -> Result<Value, SqlError> {
    call("DATEPART", &[TestArgument::text(name), TestArgument::text(text)])
}

/// datediff-transact-sql.md, "datepart boundaries": each pair crosses one boundary.
#[test]
fn datediff_counts_boundaries() {
    for part in [
        "year",
        "quarter",
        "month",
        "dayofyear",
        "day",
        "week",
        "hour",
        "minute",
        "second",
        "millisecond",
        "microsecond",
    ] {
        let crossed = difference(part, "2005-12-31 23:59:59.9999999", "2006-01-01 00:00:00.0000000");
        assert_eq!(crossed, Ok(Value::Int(1)), "{part}");
    }
}

#[test]
fn datediff_matches_documentation() {
    assert_eq!(difference("day", "2036-03-01", "2036-02-28"), Ok(Value::Int(-2)));
    assert_eq!(difference("day", "2007-05-05 12:10:09.3312722", "2007-05-04 12:10:09.3312722"), Ok(Value::Int(-1)));
    assert_eq!(difference("ns", "2007-05-05 12:10:09.3312722", "2007-05-05 12:10:09.3312724"), Ok(Value::Int(200)));
    // The greatest differences in milliseconds and seconds.
    assert_eq!(difference("ms", "2000-01-01", "2000-01-25 20:31:23.647"), Ok(Value::Int(i32::MAX)));
    let error = difference("ms", "2000-01-01", "2000-01-25 20:31:23.648").expect_err("one too many");
    assert_eq!((error.number, error.args.clone()), (535, vec!["datediff".to_owned()]));
    assert_eq!(difference("s", "2000-01-01", "2068-01-19 03:14:07"), Ok(Value::Int(i32::MAX)));
    let big = [TestArgument::text("s"), TestArgument::text("0001-01-01"), TestArgument::text("9999-12-31")];
    assert_eq!(call("DATEDIFF_BIG", &big), Ok(Value::BigInt(3_652_058 * 86_400)));
    let big = [TestArgument::text("ns"), TestArgument::text("0001-01-01"), TestArgument::text("9999-12-31")];
    assert_eq!(call("DATEDIFF_BIG", &big).map_err(|error| error.number), Err(535));
    assert_eq!(difference("week", "2024-02-24", "2024-02-25"), Ok(Value::Int(1)), "Sunday begins a week");
    assert_eq!(difference("iso_week", "2024-02-24", "2024-02-25").map_err(|error| error.number), Err(9806));
}

#[test]
fn dateparts_are_accepted_only_by_name() {
    let error = difference("fortnight", "2000-01-01", "2000-01-01").expect_err("no datepart");
    assert_eq!((error.number, error.args.clone()), (155, vec!["fortnight".to_owned(), "datediff".to_owned()]));
}

/// dateadd-transact-sql.md, "Fractional seconds precision" and examples A and B.
#[test]
fn dateadd_matches_documentation() {
    let base = || moment("2007-01-01 13:10:10.1111111", DataType::DateTime2(7));
    for (part, number, expected) in [
        ("millisecond", 1, "2007-01-01 13:10:10.1121111"),
        ("microsecond", 2, "2007-01-01 13:10:10.1111131"),
        ("nanosecond", 49, "2007-01-01 13:10:10.1111111"),
        ("nanosecond", 50, "2007-01-01 13:10:10.1111112"),
        ("nanosecond", 150, "2007-01-01 13:10:10.1111113"),
        ("year", 1, "2008-01-01 13:10:10.1111111"),
        ("quarter", 1, "2007-04-01 13:10:10.1111111"),
        ("week", 1, "2007-01-08 13:10:10.1111111"),
        ("weekday", 31, "2007-02-01 13:10:10.1111111"),
        ("month", 13, "2008-02-01 13:10:10.1111111"),
        ("month", -1, "2006-12-01 13:10:10.1111111"),
        ("hour", 23, "2007-01-02 12:10:10.1111111"),
        ("minute", 59, "2007-01-01 14:09:10.1111111"),
        ("second", 59, "2007-01-01 13:11:09.1111111"),
    ] {
        assert_eq!(added(part, number, base()).as_deref(), Ok(expected), "{part} {number}");
    }
    assert_eq!(added("month", 1, TestArgument::text("20060831")).as_deref(), Ok("2006-09-30 00:00:00.000"));
    let leap = moment("2000-01-01 01:01:01.111", DataType::DateTime);
    assert_eq!(added("day", 365, leap).as_deref(), Ok("2000-12-31 01:01:01.110"));
    assert_eq!(added("day", 1, moment("2024-02-28", DataType::Date)).as_deref(), Ok("2024-02-29"));
}

#[test]
fn dateadd_rejects_invalid_arguments() {
    let error = added("year", i32::MAX, TestArgument::text("20060731")).expect_err("beyond 9999");
    assert_eq!((error.number, error.args.clone()), (517, vec!["datetime".to_owned()]));
    let number = |result: Result<String, SqlError>| result.expect_err("refused").number;
    assert_eq!(number(added("year", -2006, moment("2006-07-31", DataType::DateTime2(7)))), 517);
    assert_eq!(number(added("hour", 1, moment("2006-07-31", DataType::Date))), 9810);
    assert_eq!(number(added("ns", 1, TestArgument::text("20060731"))), 9810);
    assert_eq!(added("ms", 3, TestArgument::text("20060731")).as_deref(), Ok("2006-07-31 00:00:00.003"));
    let big = TestArgument(Value::BigInt(1 << 31), Some(DataType::BigInt));
    let error =
        call("DATEADD", &[TestArgument::text("year"), big, TestArgument::text("20060731")]).expect_err("no int");
    assert_eq!((error.number, error.args.clone()), (8115, vec!["expression".to_owned(), "int".to_owned()]));
}

/// datepart-transact-sql.md, "Week and weekday" and the table of return values.
#[test]
fn datepart_matches_documentation() {
    let text = "2007-10-30 12:15:32.1234567";
    for (name, expected) in [
        ("year", 2007),
        ("quarter", 4),
        ("month", 10),
        ("dayofyear", 303),
        ("day", 30),
        ("week", 44),
        ("weekday", 3),
        ("hour", 12),
        ("minute", 15),
        ("second", 32),
        ("millisecond", 123),
        ("microsecond", 123_456),
        ("nanosecond", 123_456_700),
        ("iso_week", 44),
    ] {
        assert_eq!(part(name, text), Ok(Value::Int(expected)), "{name}");
    }
    assert_eq!(part("week", "2007-04-21"), Ok(Value::Int(16)));
    assert_eq!(part("weekday", "2007-04-21"), Ok(Value::Int(7)));
    assert_eq!(part("iso_week", "2008-12-29"), Ok(Value::Int(1)));
    assert_eq!(part("iso_week", "2010-01-03"), Ok(Value::Int(53)));
    assert_eq!(part("iso_week", "9999-12-31"), Ok(Value::Int(52)));
    assert_eq!(part("tz", text), Ok(Value::Int(0)), "a text is a datetimeoffset");
    let date = moment("2007-10-30", DataType::Date);
    assert_eq!(call("DATEPART", &[TestArgument::text("hour"), date]).map_err(|error| error.number), Err(9810));
    assert_eq!(call("DATENAME", &[TestArgument::text("month"), TestArgument::text(text)]), Ok(Value::text("October")));
    assert_eq!(
        call("DATENAME", &[TestArgument::text("weekday"), TestArgument::text(text)]),
        Ok(Value::text("Tuesday"))
    );
    assert_eq!(call("YEAR", &[TestArgument::int(0)]), Ok(Value::Int(1900)));
    assert_eq!(call("DAY", &[TestArgument::null()]), Ok(Value::Null));
}

#[test]
fn clock_functions_are_local_except_utc_ones() {
    let shown = |name: &str| {
        let (value, data_type) = call_typed(name, &[]).expect(name);
        display::text(&value, &data_type)
    };
    assert_eq!(shown("SYSDATETIME"), "2024-02-29 13:34:56.7891234");
    assert_eq!(shown("SYSUTCDATETIME"), "2024-02-29 12:34:56.7891234");
    assert_eq!(shown("GETDATE"), "2024-02-29 13:34:56.790");
    assert_eq!(shown("GETUTCDATE"), "2024-02-29 12:34:56.790");
}
