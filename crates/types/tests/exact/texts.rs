//! Numbers as texts and back: every digit is the exact number's.

use crate::fraction::Fraction;
use crate::natural::Natural;
use crate::numbers::assert_nearest;
use proptest::prelude::*;
use sluice_types::convert::convert_with_style;
use sluice_types::{DataType, Length, Value, convert};

const TEXT: DataType = DataType::varchar(Length::Max);

fn text_of(value: &Value, from: &DataType, style: i32) -> String {
    let made = convert_with_style(value, from, &TEXT, style).expect("a text");
    made.as_str().expect("a text").to_owned()
}

/// Returns the digits of a number as CONVERT shows them: plain if the power of ten is small enough,
/// else with an exponent of three digits.
fn shown(value: f64, count: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let (digits, power) = Fraction::of_double(value).significant(count);
    let digits = digits.trim_end_matches('0');
    let sign = if value < 0.0 { "-" } else { "" };
    if power < -4 || power >= count as i32 {
        let point = if digits.len() > 1 { "." } else { "" };
        let direction = if power < 0 { '-' } else { '+' };
        return format!("{sign}{}{point}{}e{direction}{:03}", &digits[..1], &digits[1..], power.abs());
    }
    if power < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat((-power - 1) as usize));
    }
    let whole = power as usize + 1;
    match digits.len() > whole {
        true => format!("{sign}{}.{}", &digits[..whole], &digits[whole..]),
        false => format!("{sign}{digits:0<whole$}"),
    }
}

fn doubles() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |value| value.is_finite()),
        -1e7..1e7f64,
        -1.0..1.0f64,
    ]
}

fn numerals() -> impl Strategy<Value = String> {
    ("-?", "[0-9]{1,25}", proptest::option::of("[0-9]{0,25}")).prop_map(|(sign, whole, rest)| match rest {
        Some(rest) => format!("{sign}{whole}.{rest}"),
        None => format!("{sign}{whole}"),
    })
}

proptest! {
    /// Style 0 has at most six digits. Style 3 has seventeen, which convert back to the same
    /// double.
    #[test]
    fn doubles_format_as_texts(value in doubles()) {
        prop_assert_eq!(text_of(&Value::Float(value), &DataType::Float, 0), shown(value, 6));
        let all = text_of(&Value::Float(value), &DataType::Float, 3);
        prop_assert_eq!(&all, &shown(value, 17));
        prop_assert_eq!(convert(&Value::text(all.as_str()), &TEXT, &DataType::Float), Ok(Value::Float(value)));
    }

    #[test]
    fn texts_convert_to_nearest_double(text in numerals(), power in -40..40i32) {
        let text = format!("{text}e{power}");
        let made = convert(&Value::text(text.as_str()), &TEXT, &DataType::Float);
        let Ok(Value::Float(value)) = made else { panic!("{text}: {made:?}") };
        assert_nearest(value, &Fraction::read(&text));
    }

    #[test]
    fn texts_convert_to_decimals(text in numerals(), precision in 1..=38u8, scale in 0..=38u8) {
        let scale = scale.min(precision);
        let made = convert(&Value::text(text.as_str()), &TEXT, &DataType::decimal(precision, scale));
        let exact = Fraction::read(&text);
        let expected = exact.rounded(scale.into());
        if expected.order(&Natural::ten_to(precision.into())).is_ge() {
            prop_assert_eq!(made.expect_err("it has no room").number, 8115);
            return Ok(());
        }
        let value = match made {
            Ok(Value::Decimal(value)) => value,
            other => panic!("{text}: {other:?}"),
        };
        prop_assert_eq!(Natural::new(value.units().unsigned_abs()), expected);
        // The reverse direction: the digits of the units, with the point at the scale.
        let digits = format!("{:0>1$}", value.units().unsigned_abs(), usize::from(scale) + 1);
        let (whole, rest) = digits.split_at(digits.len() - usize::from(scale));
        let sign = if value.units() < 0 { "-" } else { "" };
        let expected = if scale > 0 { format!("{sign}{whole}.{rest}") } else { format!("{sign}{whole}") };
        prop_assert_eq!(text_of(&Value::Decimal(value), &DataType::decimal(precision, scale), 0), expected);
    }

    #[test]
    fn texts_convert_to_integers(text in "[ ]{0,2}[-+]?[0-9]{1,21}[ ]{0,2}") {
        let made = convert(&Value::text(text.as_str()), &TEXT, &DataType::BigInt);
        match text.trim().parse::<i128>().ok().and_then(|number| i64::try_from(number).ok()) {
            Some(number) => prop_assert_eq!(made, Ok(Value::BigInt(number))),
            None => prop_assert!(matches!(made.expect_err("beyond bigint").number, 248 | 8115)),
        }
    }

    /// Styles 0, 1 and 2 of money: two digits, two with commas, four.
    #[test]
    fn money_formats_as_texts(units: i64) {
        let exact = Fraction::new(units.into(), 4);
        let sign = |is_zero: bool| if units < 0 && !is_zero { "-" } else { "" };
        let plain = |places: usize| {
            let size = exact.rounded(places);
            let digits = format!("{:0>1$}", size.digits(), places + 1);
            let (whole, rest) = digits.split_at(digits.len() - places);
            (sign(size.is_zero()).to_owned(), whole.to_owned(), rest.to_owned())
        };
        let (minus, whole, rest) = plain(2);
        prop_assert_eq!(text_of(&Value::Money(units), &DataType::Money, 0), format!("{minus}{whole}.{rest}"));
        let groups: Vec<&str> = whole.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
        prop_assert_eq!(text_of(&Value::Money(units), &DataType::Money, 1), format!("{minus}{}.{rest}", groups.join(",")));
        let (minus, whole, rest) = plain(4);
        let all = format!("{minus}{whole}.{rest}");
        prop_assert_eq!(text_of(&Value::Money(units), &DataType::Money, 2), all.clone());
        prop_assert_eq!(convert(&Value::text(all), &TEXT, &DataType::Money), Ok(Value::Money(units)));
    }
}

/// A case found by proptest: digits beyond a decimal's 38 are no overflow after the point.
#[test]
fn digits_beyond_thirty_eight_are_rounded() {
    let to = DataType::decimal(25, 3);
    let read = |text: &str| convert(&Value::text(text), &TEXT, &to);
    let shown = |text: &str| text_of(&read(text).expect("a number"), &to, 0);
    assert_eq!(shown("-720032594082824867667.952158847119872034831363"), "-720032594082824867667.952");
    assert_eq!(shown("0.0005000000000000000000000000000000000000000000"), "0.001");
    assert_eq!(shown("-0.0004999999999999999999999999999999999999999999"), "0.000");
    assert_eq!(read("9999999999999999999999.99950000000000000000").expect_err("no room").number, 8115);
    assert_eq!(read("1.000000000000000000000000000000000000000x").expect_err("no number").number, 8114);
}
