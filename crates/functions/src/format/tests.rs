//! Examples of .NET's Standard and Custom Numeric Format Strings, for en-US and the invariant
//! culture.

use super::culture::Culture;
use super::number::Number;
use super::of_number;
use sluice_types::Value;

fn formatted(value: Value, pattern: &str) -> String {
    let culture = Culture::named("en-US").expect("a culture");
    of_number(&Number::from_value(&value).expect("a number"), pattern, culture).expect("a pattern")
}

fn decimal(text: &str) -> Value {
    Value::Decimal(text.parse().expect("a decimal"))
}

#[test]
fn standard_patterns_match_documentation() {
    assert_eq!(formatted(decimal("123.456"), "C"), "$123.46");
    assert_eq!(formatted(decimal("-123.456"), "C3"), "($123.456)");
    assert_eq!(formatted(Value::Int(1234), "D"), "1234");
    assert_eq!(formatted(Value::Int(-1234), "D6"), "-001234");
    assert_eq!(formatted(Value::Float(1052.0329112756), "E"), "1.052033E+003");
    assert_eq!(formatted(Value::Float(-1052.0329112756), "e2"), "-1.05e+003");
    assert_eq!(formatted(decimal("1234.567"), "F"), "1234.57");
    assert_eq!(formatted(Value::Int(1234), "F1"), "1234.0");
    assert_eq!(formatted(decimal("-1234.56"), "F4"), "-1234.5600");
    assert_eq!(formatted(decimal("-123.456"), "G"), "-123.456");
    assert_eq!(formatted(decimal("123.4546"), "G4"), "123.5");
    assert_eq!(formatted(Value::Float(-1.234567890e-25), "G"), "-1.23456789E-25");
    assert_eq!(formatted(decimal("1234.567"), "N"), "1,234.57");
    assert_eq!(formatted(decimal("-1234.56"), "N3"), "-1,234.560");
    assert_eq!(formatted(Value::Int(1), "P"), "100.00 %");
    assert_eq!(formatted(decimal("-0.39678"), "P1"), "-39.7 %");
    assert_eq!(formatted(Value::Int(255), "X"), "FF");
    assert_eq!(formatted(Value::Int(-1), "x"), "ffffffff");
    assert_eq!(formatted(Value::Int(255), "x4"), "00ff");
}

#[test]
fn custom_patterns_match_documentation() {
    assert_eq!(formatted(decimal("1234.5678"), "00000"), "01235");
    assert_eq!(formatted(decimal("0.45678"), "0.00"), "0.46");
    assert_eq!(formatted(decimal("1234.5678"), "#####"), "1235");
    assert_eq!(formatted(decimal("0.45678"), "#.##"), ".46");
    assert_eq!(formatted(Value::BigInt(2_147_483_647), "##,#"), "2,147,483,647");
    assert_eq!(formatted(Value::BigInt(2_147_483_647), "#,#,,"), "2,147");
    assert_eq!(formatted(decimal("0.3697"), "%#0.00"), "%36.97");
    assert_eq!(formatted(decimal("0.3697"), "##.0 %"), "37.0 %");
    assert_eq!(formatted(Value::Int(987_654), "\\###00\\#"), "#987654#");
    assert_eq!(formatted(Value::Int(68), "# 'degrees'"), "68 degrees");
    assert_eq!(formatted(decimal("12.345"), "#0.0#;(#0.0#);-\\0-"), "12.35");
    assert_eq!(formatted(Value::Int(0), "#0.0#;(#0.0#);-\\0-"), "-0-");
    assert_eq!(formatted(decimal("-12.345"), "#0.0#;(#0.0#);-\\0-"), "(12.35)");
    assert_eq!(formatted(Value::Int(123_456_789), "###-##-####"), "123-45-6789");
    assert_eq!(formatted(Value::BigInt(1_234_567_890), "(###) ###-####"), "(123) 456-7890");
    assert_eq!(formatted(Value::Int(42), "My Number = #"), "My Number = 42");
    assert_eq!(formatted(Value::Int(-5), "0.0"), "-5.0");
}

#[test]
fn escaped_and_quoted_scales_are_literal() {
    for (pattern, wanted) in [
        (r"0.0\%", "0.5%"),
        ("0.0'%'", "0.5%"),
        ("0.0\"\u{2030}\"", "0.5\u{2030}"),
        ("0.0%", "50.0%"),
        ("0.0\u{2030}", "500.0\u{2030}"),
        (r"0%\%", "50%%"),
    ] {
        assert_eq!(formatted(decimal("0.5"), pattern), wanted, "{pattern}");
    }
}

/// The examples of the "E0" specifier, and numbers that rounding moves to the next power.
#[test]
fn exponent_patterns_match_documentation() {
    for (number, pattern, wanted) in [
        ("86000", "0.###E+0", "8.6E+4"),
        ("86000", "0.###E+000", "8.6E+004"),
        ("86000", "0.###E-000", "8.6E004"),
        ("987654", "#0.0e0", "98.8e4"),
        ("1503.92311", "0.0##e+00", "1.504e+03"),
        ("1901385.16", "0.0e+00", "1.9e+06"),
        ("0.00012", "0.00E+00", "1.20E-04"),
        ("-0.00012", "0.00E+00", "-1.20E-04"),
        ("9.996", "0.00E+00", "1.00E+01"),
        ("0", "0.00E+00", "0.00E+00"),
        ("12345", "##0.0E0", "123.5E2"),
        ("12", "0 Euro", "12 Euro"),
        ("12", "0e+", "12e+"),
        ("12", "0'E+0'", "12E+0"),
    ] {
        assert_eq!(formatted(decimal(number), pattern), wanted, "{number} {pattern}");
    }
}
