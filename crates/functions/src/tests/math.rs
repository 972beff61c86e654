//! The documentation's examples of numeric functions.

use crate::tests::calls::{TestArgument, call};
use sluice_types::{DataType, Value};

fn shown(name: &str, given: &[TestArgument]) -> String {
    match call(name, given).expect(name) {
        Value::Decimal(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Int(value) => value.to_string(),
        other => format!("{other:?}"),
    }
}

/// round-transact-sql.md, examples A to D and the remarks.
#[test]
fn round_matches_documentation() {
    let round = |text: &str, length: i32| shown("ROUND", &[TestArgument::decimal(text), TestArgument::int(length)]);
    assert_eq!(round("123.9994", 3), "123.9990");
    assert_eq!(round("123.9995", 3), "124.0000");
    assert_eq!(round("123.4545", 2), "123.4500");
    assert_eq!(round("123.45", -2), "100.00");
    assert_eq!(round("150.75", 0), "151.00");
    assert_eq!(round("748.58", -1), "750.00");
    assert_eq!(round("748.58", -2), "700.00");
    assert_eq!(round("748.58", -4), "0.00");
    let too_great = call("ROUND", &[TestArgument::decimal("748.58"), TestArgument::int(-3)])
        .expect_err("1000.00 is no decimal(5,2)");
    assert_eq!(too_great.number, 8115);
    assert_eq!(
        shown("ROUND", &[TestArgument::decimal("150.75"), TestArgument::int(0), TestArgument::int(1)]),
        "150.00"
    );
    assert_eq!(shown("ROUND", &[TestArgument::int(-1250), TestArgument::int(-2)]), "-1300");
    assert_eq!(
        shown("ROUND", &[TestArgument(Value::Float(2.345), Some(DataType::Float)), TestArgument::int(1)]),
        "2.3"
    );
}

/// floor-transact-sql.md, ceiling-transact-sql.md, abs-transact-sql.md.
#[test]
fn floor_ceiling_abs_and_sign_match_documentation() {
    assert_eq!(shown("FLOOR", &[TestArgument::decimal("123.45")]), "123");
    assert_eq!(shown("FLOOR", &[TestArgument::decimal("-123.45")]), "-124");
    assert_eq!(shown("CEILING", &[TestArgument::decimal("123.45")]), "124");
    assert_eq!(shown("CEILING", &[TestArgument::decimal("-123.45")]), "-123");
    assert_eq!(shown("CEILING", &[TestArgument::decimal("0.00")]), "0");
    assert_eq!(shown("ABS", &[TestArgument::decimal("-1.0")]), "1.0");
    assert_eq!(call("ABS", &[TestArgument::int(i32::MIN)]).map_err(|error| error.number), Err(8115));
    assert_eq!(shown("SIGN", &[TestArgument::decimal("-0.5")]), "-1.0");
    assert_eq!(shown("SIGN", &[TestArgument::int(-7)]), "-1");
    assert_eq!(shown("ABS", &[TestArgument::text("-2.5")]), "2.5");
    let bit = TestArgument(Value::Bit(true), Some(DataType::Bit));
    assert_eq!(call("ABS", &[bit]).map_err(|error| error.number), Err(8116));
    assert_eq!(call("ABS", &[TestArgument::null()]), Ok(Value::Null));
}

#[test]
fn powers_and_roots_match_documentation() {
    assert_eq!(shown("POWER", &[TestArgument::int(2), TestArgument::int(10)]), "1024");
    assert_eq!(call("POWER", &[TestArgument::int(2), TestArgument::int(31)]).map_err(|error| error.number), Err(232));
    assert_eq!(shown("SQRT", &[TestArgument::int(9)]), "3.0");
    assert_eq!(call("SQRT", &[TestArgument::int(-1)]).map_err(|error| error.number), Err(3623));
}
