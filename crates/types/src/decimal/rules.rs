//! Precision and scale of the result of a decimal operation.
//!
//! The rules are the documentation's table ("Precision, scale, and length"). A result of more than
//! 38 digits loses fractional digits to keep its integral part, but keeps at least six of them.

use super::MAX_PRECISION;
use crate::data_type::DataType;

/// The operations whose results have precision and scale by rules of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    AddOrSubtract,
    Multiply,
    Divide,
    Modulo,
}

/// Returns the type of `left rule right`, each given as (precision, scale). A result of more than
/// 38 digits loses fractional digits, but keeps at least six of them.
pub(crate) fn result_of(rule: Rule, left: (u8, u8), right: (u8, u8)) -> DataType {
    let (p1, s1) = (i32::from(left.0), i32::from(left.1));
    let (p2, s2) = (i32::from(right.0), i32::from(right.1));
    let (precision, scale) = match rule {
        Rule::AddOrSubtract => {
            let scale = s1.max(s2);
            (scale + (p1 - s1).max(p2 - s2) + 1, scale)
        }
        Rule::Multiply => (p1 + p2 + 1, s1 + s2),
        Rule::Divide => {
            let scale = (s1 + p2 + 1).max(6);
            (p1 - s1 + s2 + scale, scale)
        }
        Rule::Modulo => {
            let scale = s1.max(s2);
            ((p1 - s1).min(p2 - s2) + scale, scale)
        }
    };
    limited(precision, scale, rule)
}

/// Returns the type for values of both operands, each given as (precision, scale). It holds every
/// value unless that needs more than 38 digits; then it has fewer digits after the point. Used for
/// UNION, CASE and comparison.
pub fn result_type(left: (u8, u8), right: (u8, u8)) -> DataType {
    let scale = i32::from(left.1.max(right.1));
    let integral = i32::from((left.0 - left.1).max(right.0 - right.1));
    let precision = (integral + scale).min(MAX_PRECISION.into());
    let scale = scale.min(precision - integral.min(precision)).max(0);
    DataType::decimal(precision as u8, scale as u8)
}

fn limited(precision: i32, scale: i32, rule: Rule) -> DataType {
    let max = i32::from(MAX_PRECISION);
    let scale = if precision <= max {
        scale
    } else {
        let integral = precision - scale;
        match rule {
            // Addition keeps the operands' integral part first (without a carry digit), then as
            // much of the scale as fits.
            Rule::AddOrSubtract => scale.min(max - (integral - 1).min(max)),
            Rule::Modulo => scale.min(max - integral.min(max)),
            Rule::Multiply | Rule::Divide if integral < 32 => scale.min(max - integral),
            Rule::Multiply | Rule::Divide => scale.min(6),
        }
    };
    DataType::decimal(precision.min(max) as u8, scale as u8)
}
