//! Whether the evaluation of an expression can raise an error.
//!
//! A rule may evaluate an expression for rows that the written order excludes only if the
//! evaluation cannot fail. The answer errs on the safe side: an unknown function can fail.

use crate::expression::{Condition, Expr, ExprKind};
use sluice_types::DataType;

/// Whether evaluating the condition never raises an error.
pub(crate) fn cannot_fail(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, left, right) => value_cannot_fail(left) && value_cannot_fail(right),
        Condition::IsNull(expr, _) => value_cannot_fail(expr),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(cannot_fail),
        Condition::Exists(..) => false,
    }
}

/// Whether evaluating the expression never raises an error.
pub(crate) fn value_cannot_fail(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Column(_) | ExprKind::Constant(_) | ExprKind::Variable(_) => true,
        ExprKind::Convert { input, style: None, .. } => {
            is_widening(input.data_type, expr.data_type) && value_cannot_fail(input)
        }
        ExprKind::Call(call) => {
            // LIKE fails for an escape string of several characters, its optional argument.
            SAFE.contains(&call.function.name)
                && call.arguments.len() == call.function.arity.0
                && call.arguments.iter().all(value_cannot_fail)
        }
        _ => false,
    }
}

/// Whether every value of `from` has a value in `to`.
fn is_widening(from: DataType, to: DataType) -> bool {
    if from == to || from.is_string() && to.is_string() {
        return true;
    }
    match (digits(from), digits(to)) {
        (Some((whole, scale)), Some((to_whole, to_scale))) => whole <= to_whole && scale <= to_scale,
        (Some(_), None) => to == DataType::Float,
        _ => false,
    }
}

/// Returns the number of digits before and behind the decimal point of an exact number.
fn digits(data_type: DataType) -> Option<(u8, u8)> {
    Some(match data_type {
        DataType::Bit => (1, 0),
        DataType::TinyInt => (3, 0),
        DataType::SmallInt => (5, 0),
        DataType::Int => (10, 0),
        DataType::BigInt => (19, 0),
        DataType::Decimal { precision, scale, .. } => (precision - scale, scale),
        _ => return None,
    })
}

/// Functions without errors for any arguments of their types. COLLATION_KEY makes the sort keys of
/// comparisons under another collation.
const SAFE: [&str; 7] = ["LIKE", "COLLATION_KEY", "UPPER", "LOWER", "LTRIM", "RTRIM", "LEN"];
