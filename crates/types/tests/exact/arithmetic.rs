//! Operators: result types against the table of
//! `t-sql/data-types/precision-scale-and-length-transact-sql`, values against fractions.

use crate::fraction::Fraction;
use crate::natural::Natural;
use proptest::prelude::*;
use sluice_types::arithmetic::{evaluate, operator_types};
use sluice_types::convert;
use sluice_types::{DataType, Decimal, Operator, SqlError, Value};

const OPERATORS: [Operator; 5] =
    [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Modulo];

fn apply(operator: Operator, left: (Value, DataType), right: (Value, DataType)) -> Result<(Value, DataType), SqlError> {
    let types = operator_types(operator, left.1, right.1)?;
    let (a, b) = (convert(&left.0, &left.1, &types.left)?, convert(&right.0, &right.1, &types.right)?);
    Ok((evaluate(operator, &a, &b, types.result)?, types.result))
}

/// Returns precision and scale by the page's table and its rules for results beyond 38 digits.
/// Multiplication and division keep an integral part of at most 32 digits before six digits of
/// scale. Addition and subtraction keep the larger integral part of the operands and use the rest
/// for the scale.
fn documented(operator: Operator, (p1, s1): (i32, i32), (p2, s2): (i32, i32)) -> (i32, i32) {
    let (precision, scale) = match operator {
        Operator::Add | Operator::Subtract => (s1.max(s2) + (p1 - s1).max(p2 - s2) + 1, s1.max(s2)),
        Operator::Multiply => (p1 + p2 + 1, s1 + s2),
        Operator::Divide => (p1 - s1 + s2 + 6.max(s1 + p2 + 1), 6.max(s1 + p2 + 1)),
        _ => ((p1 - s1).min(p2 - s2) + s1.max(s2), s1.max(s2)),
    };
    if precision <= 38 {
        return (precision, scale);
    }
    let integral = precision - scale;
    let scale = match operator {
        Operator::Add | Operator::Subtract => scale.min(38 - (p1 - s1).max(p2 - s2)),
        Operator::Multiply | Operator::Divide if integral < 32 => scale.min(38 - integral),
        Operator::Multiply | Operator::Divide => scale.min(6),
        _ => scale.min((38 - integral).max(0)),
    };
    (38, scale)
}

fn decimals() -> impl Strategy<Value = (i128, u8, u8)> {
    (1..=38u8).prop_flat_map(|precision| {
        let limit = 10i128.pow(precision.into()) - 1;
        (prop_oneof![-limit..=limit, -1000.min(limit)..=1000.min(limit)], Just(precision), 0..=precision)
    })
}

fn value_of((units, precision, scale): (i128, u8, u8)) -> (Value, DataType) {
    (Value::Decimal(Decimal::new(units, scale).expect("a decimal")), DataType::decimal(precision, scale))
}

proptest! {
    #[test]
    fn decimal_arithmetic_matches_fractions(left in decimals(), right in decimals(), operator in proptest::sample::select(&OPERATORS)) {
        let expected = documented(operator, (left.1.into(), left.2.into()), (right.1.into(), right.2.into()));
        let types = operator_types(operator, value_of(left).1, value_of(right).1).expect("numbers");
        let DataType::Decimal { precision, scale, .. } = types.result else { panic!("decimals make {}", types.result) };
        prop_assert_eq!((i32::from(precision), i32::from(scale)), expected);

        let (a, b) = (Fraction::new(left.0, left.2.into()), Fraction::new(right.0, right.2.into()));
        let made = apply(operator, value_of(left), value_of(right));
        if b.is_zero() && matches!(operator, Operator::Divide | Operator::Modulo) {
            prop_assert_eq!(made.expect_err("nothing is divided by zero").number, 8134);
            return Ok(());
        }
        let (exact, units) = match operator {
            Operator::Add => exactly(a.plus(&b), scale),
            Operator::Subtract => exactly(a.plus(&b.negated()), scale),
            Operator::Multiply => exactly(a.times(&b), scale),
            Operator::Divide => { let quotient = a.over(&b); let units = quotient.cut(scale.into()); (quotient, units) }
            _ => exactly(a.plus(&a.over(&b).whole().times(&b).negated()), scale),
        };
        match made {
            Ok((Value::Decimal(value), _)) => {
                prop_assert_eq!(Natural::new(value.units().unsigned_abs()), units);
                prop_assert!(value.units() == 0 || (value.units() < 0) == exact.negative);
            }
            Ok((other, _)) => prop_assert!(false, "{other:?}"),
            Err(error) => {
                prop_assert_eq!(error.number, 8115);
                prop_assert!(units.order(&Natural::ten_to(precision.into())).is_ge(), "it has room");
            }
        }
    }

    #[test]
    fn integer_arithmetic_is_exact_or_overflows(left: i64, right in prop_oneof![any::<i64>(), -3..3i64], operator in proptest::sample::select(&OPERATORS)) {
        let made = apply(operator, (Value::BigInt(left), DataType::BigInt), (Value::BigInt(right), DataType::BigInt));
        let (a, b) = (i128::from(left), i128::from(right));
        let exact = match operator {
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            _ if b == 0 => { prop_assert_eq!(made.expect_err("zero").number, 8134); return Ok(()); }
            Operator::Divide => a / b,
            _ => a % b,
        };
        match i64::try_from(exact) {
            Ok(exact) => prop_assert_eq!(made, Ok((Value::BigInt(exact), DataType::BigInt))),
            Err(_) => prop_assert_eq!(made.expect_err("too great").number, 8115),
        }
    }

    #[test]
    fn money_arithmetic_matches_fractions(left: i64, right in prop_oneof![any::<i64>(), -30_000..30_000i64], operator in proptest::sample::select(&OPERATORS)) {
        let made = apply(operator, (Value::Money(left), DataType::Money), (Value::Money(right), DataType::Money));
        let (a, b) = (Fraction::new(left.into(), 4), Fraction::new(right.into(), 4));
        if right == 0 && matches!(operator, Operator::Divide | Operator::Modulo) {
            prop_assert_eq!(made.expect_err("zero").number, 8134);
            return Ok(());
        }
        let (exact, units) = match operator {
            Operator::Add => exactly(a.plus(&b), 4),
            Operator::Subtract => exactly(a.plus(&b.negated()), 4),
            Operator::Multiply => exactly(a.times(&b), 4),
            Operator::Divide => { let quotient = a.over(&b); let units = quotient.cut(4); (quotient, units) }
            _ => exactly(Fraction::new((i128::from(left)) % i128::from(right), 4), 4),
        };
        match made {
            Ok((Value::Money(value), _)) => {
                prop_assert_eq!(Natural::new(value.unsigned_abs().into()), units);
                prop_assert!(value == 0 || (value < 0) == exact.negative);
            }
            Ok((other, _)) => prop_assert!(false, "{other:?}"),
            Err(error) => {
                prop_assert_eq!(error.number, 8115);
                let most = Natural::new(i64::MAX.unsigned_abs().into());
                prop_assert!(units.order(&most).is_gt(), "it has room");
            }
        }
    }
}

/// Returns a fraction and its units at the scale, rounded half away from zero.
fn exactly(value: Fraction, scale: u8) -> (Fraction, Natural) {
    let units = value.rounded(scale.into());
    (value, units)
}

/// The page's table of examples, and its text on results beyond 38 digits.
#[test]
fn documented_precision_examples_hold() {
    let cases = [
        (Operator::Multiply, (38, 10), (38, 10), (38, 6)),
        (Operator::Multiply, (30, 20), (30, 20), (38, 17)),
        (Operator::Add, (38, 4), (38, 4), (38, 4)),
        (Operator::Divide, (10, 2), (5, 1), (17, 8)),
        (Operator::Modulo, (10, 2), (5, 4), (5, 4)),
    ];
    for (operator, left, right, expected) in cases {
        let decimal = |(precision, scale)| DataType::decimal(precision, scale);
        let types = operator_types(operator, decimal(left), decimal(right)).expect("numbers");
        assert_eq!(types.result, decimal(expected), "{operator:?} {left:?} {right:?}");
    }
}
