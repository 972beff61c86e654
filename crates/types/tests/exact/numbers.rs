//! Conversions between numbers: truncation, rounding and overflow
//! (`t-sql/functions/cast-and-convert-transact-sql`, *Truncating and rounding results*).

use crate::fraction::Fraction;
use crate::natural::Natural;
use proptest::prelude::*;
use sluice_types::{DataType, Decimal, Value, convert};

const INTEGERS: [(DataType, i128, i128); 4] = [
    (DataType::TinyInt, 0, u8::MAX as i128),
    (DataType::SmallInt, i16::MIN as i128, i16::MAX as i128),
    (DataType::Int, i32::MIN as i128, i32::MAX as i128),
    (DataType::BigInt, i64::MIN as i128, i64::MAX as i128),
];

fn decimals() -> impl Strategy<Value = (i128, u8, u8)> {
    (1..=38u8).prop_flat_map(|precision| {
        let limit = 10i128.pow(precision.into()) - 1;
        (prop_oneof![-limit..=limit, -100_000.min(limit)..=100_000.min(limit)], Just(precision), 0..=precision)
    })
}

fn doubles() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |value| value.is_finite()),
        -1e20..1e20f64,
        -1000.0..1000.0f64,
    ]
}

/// Returns the number as an integer of the type, or `None` if it does not fit.
fn within(negative: bool, size: &Natural, (_, least, most): &(DataType, i128, i128)) -> Option<i128> {
    let size: i128 = format!("0{}", size.digits()).parse().ok()?;
    let number = if negative { -size } else { size };
    (*least..=*most).contains(&number).then_some(number)
}

proptest! {
    #[test]
    fn integer_conversion_fits_or_overflows(number: i64, to in proptest::sample::select(&INTEGERS)) {
        let made = convert(&Value::BigInt(number), &DataType::BigInt, &to.0);
        match (to.1..=to.2).contains(&number.into()) {
            true => prop_assert_eq!(made.expect("it fits").as_i64(), Some(number)),
            false => prop_assert!(matches!(made.expect_err("it does not").number, 220 | 8115)),
        }
    }

    #[test]
    fn decimals_are_cut_to_integers((units, precision, scale) in decimals(), to in proptest::sample::select(&INTEGERS)) {
        let from = DataType::decimal(precision, scale);
        let made = convert(&Value::Decimal(Decimal::new(units, scale).expect("a decimal")), &from, &to.0);
        let exact = Fraction::new(units, scale.into());
        match within(exact.negative, &exact.cut(0), &to) {
            Some(number) => prop_assert_eq!(made.expect("it fits").as_i64().map(i128::from), Some(number)),
            None => prop_assert_eq!(made.expect_err("it does not").number, 8115),
        }
    }

    #[test]
    fn doubles_truncate_to_integers(value in doubles(), to in proptest::sample::select(&INTEGERS)) {
        let made = convert(&Value::Float(value), &DataType::Float, &to.0);
        let exact = Fraction::of_double(value);
        match within(exact.negative, &exact.cut(0), &to) {
            Some(number) => prop_assert_eq!(made.expect("it fits").as_i64().map(i128::from), Some(number)),
            None => prop_assert!(matches!(made.expect_err("it does not").number, 232 | 8115)),
        }
    }

    #[test]
    fn money_rounds_to_integers(units: i64, to in proptest::sample::select(&INTEGERS)) {
        let made = convert(&Value::Money(units), &DataType::Money, &to.0);
        let exact = Fraction::new(units.into(), 4);
        match within(exact.negative, &exact.rounded(0), &to) {
            Some(number) => prop_assert_eq!(made.expect("it fits").as_i64().map(i128::from), Some(number)),
            None => {
                let number = if to.0 == DataType::TinyInt { 232 } else { 237 };
                prop_assert_eq!(made.expect_err("it does not").number, number);
            }
        }
    }

    #[test]
    fn decimals_are_rounded_to_decimals((units, precision, scale) in decimals(), (_, p, s) in decimals()) {
        let (from, to) = (DataType::decimal(precision, scale), DataType::decimal(p, s));
        let made = convert(&Value::Decimal(Decimal::new(units, scale).expect("a decimal")), &from, &to);
        let exact = Fraction::new(units, scale.into());
        let expected = exact.rounded(s.into());
        if expected.order(&Natural::ten_to(p.into())).is_ge() {
            prop_assert_eq!(made.expect_err("it has no room").number, 8115);
            return Ok(());
        }
        let Ok(Value::Decimal(value)) = made else { panic!("{made:?}") };
        prop_assert_eq!(value.scale(), s);
        prop_assert_eq!(Natural::new(value.units().unsigned_abs()), expected);
        prop_assert!(value.units() == 0 || (value.units() < 0) == exact.negative);
    }

    #[test]
    fn decimals_become_money((units, precision, scale) in decimals()) {
        let from = DataType::decimal(precision, scale);
        let made = convert(&Value::Decimal(Decimal::new(units, scale).expect("a decimal")), &from, &DataType::Money);
        let exact = Fraction::new(units, scale.into());
        match within(exact.negative, &exact.rounded(4), &INTEGERS[3]) {
            Some(number) => prop_assert_eq!(made, Ok(Value::Money(number as i64))),
            None => prop_assert_eq!(made.expect_err("it does not fit").number, 8115),
        }
    }

    /// The result is the nearest double: neither neighbour is nearer.
    #[test]
    fn decimals_become_the_nearest_double((units, precision, scale) in decimals()) {
        let from = DataType::decimal(precision, scale);
        let made = convert(&Value::Decimal(Decimal::new(units, scale).expect("a decimal")), &from, &DataType::Float);
        let Ok(Value::Float(value)) = made else { panic!("{made:?}") };
        assert_nearest(value, &Fraction::new(units, scale.into()));
    }

    /// Seventeen significant digits of the double count, as SQL Server shows them.
    #[test]
    fn doubles_become_decimals_by_seventeen_digits(value in prop_oneof![-1e30..1e30f64, -1000.0..1000.0f64, -1e-9..1e-9f64], (_, p, s) in decimals()) {
        let made = convert(&Value::Float(value), &DataType::Float, &DataType::decimal(p, s));
        let exact = Fraction::of_double(value);
        let shown = match exact.is_zero() {
            true => exact,
            false => {
                let (digits, power) = exact.significant(17);
                let sign = if value < 0.0 { "-" } else { "" };
                Fraction::read(&format!("{sign}{}.{}e{power}", &digits[..1], &digits[1..]))
            }
        };
        let expected = shown.rounded(s.into());
        if expected.order(&Natural::ten_to(p.into())).is_ge() {
            prop_assert_eq!(made.expect_err("it has no room").number, 8115);
            return Ok(());
        }
        let Ok(Value::Decimal(made)) = made else { panic!("{made:?}") };
        prop_assert_eq!(Natural::new(made.units().unsigned_abs()), expected);
    }
}

/// Asserts that no neighbour of `value` is nearer to `exact`.
pub(crate) fn assert_nearest(value: f64, exact: &Fraction) {
    let size = value.abs();
    let distance = |other: f64| Fraction::of_double(other).plus(&exact.signed(true));
    for neighbour in [size.next_up(), if size > 0.0 { size.next_down() } else { size }] {
        if neighbour.is_finite() {
            let order = distance(size).order_of_sizes(&distance(neighbour));
            assert!(order.is_le(), "{value:e} stands for {exact:?}, and {neighbour:e} is nearer");
        }
    }
    assert!(value == 0.0 || (value < 0.0) == exact.negative);
}
