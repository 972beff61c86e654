//! Determinism and nullability of expressions.
//!
//! `relational-databases/user-defined-functions/deterministic-and-nondeterministic-functions.md`
//! lists the deterministic functions. Conversions between dates and strings are deterministic only
//! with a style that is the same in every language.

use crate::expression::{Condition, Expr, ExprKind, operands};
use sluice_types::{DataType, Value};

/// Whether the value depends only on the expression's columns. Subqueries, variables, user
/// functions and conversions that depend on language settings make it false.
pub(crate) fn is_deterministic(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Column(_) => true,
        ExprKind::Variable(_) | ExprKind::Global(_) | ExprKind::Subquery(_) => false,
        // A user function would be deterministic only WITH SCHEMABINDING.
        ExprKind::NextValue(_) | ExprKind::Invoke(..) => false,
        ExprKind::Chain(first, steps) => operands(first, steps).all(is_deterministic),
        ExprKind::Unary(_, operand) => is_deterministic(operand),
        ExprKind::Convert { input, style, .. } => {
            is_deterministic(input) && converts_the_same(input.data_type, expr.data_type, *style)
        }
        ExprKind::Call(call) => call.function.deterministic && call.arguments.iter().all(is_deterministic),
        ExprKind::Case(branches, otherwise) => {
            branches.iter().all(|(test, value)| is_condition_deterministic(test) && is_deterministic(value))
                && otherwise.as_deref().is_none_or(is_deterministic)
        }
    }
}

/// Whether the value is computed without floating-point numbers, and so is the same on every
/// processor. Each part of the expression must be precise.
pub(crate) fn is_precise(expr: &Expr) -> bool {
    let is_exact = !matches!(expr.data_type, DataType::Float | DataType::Real);
    is_exact
        && match &expr.kind {
            ExprKind::Chain(first, steps) => operands(first, steps).all(is_precise),
            ExprKind::Unary(_, operand) => is_precise(operand),
            ExprKind::Convert { input, .. } => is_precise(input),
            ExprKind::Call(call) => call.arguments.iter().all(is_precise),
            ExprKind::Case(branches, otherwise) => {
                branches.iter().all(|(test, value)| is_condition_precise(test) && is_precise(value))
                    && otherwise.as_deref().is_none_or(is_precise)
            }
            _ => true,
        }
}

/// Whether both sides of each comparison are precise.
pub(crate) fn is_condition_precise(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, left, right) => is_precise(left) && is_precise(right),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(is_condition_precise),
        Condition::IsNull(expr, _) => is_precise(expr),
        Condition::Exists(..) => true,
    }
}

fn is_condition_deterministic(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, left, right) => is_deterministic(left) && is_deterministic(right),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(is_condition_deterministic),
        Condition::IsNull(expr, _) => is_deterministic(expr),
        Condition::Exists(..) => false,
    }
}

fn converts_the_same(from: DataType, to: DataType, style: Option<i32>) -> bool {
    let between = from.is_string() && to.is_date_time() || from.is_date_time() && to.is_string();
    match style {
        _ if !between => true,
        None => false,
        Some(style) => style > 100 && !NAMES_OF_MONTHS.contains(&style) || style == 20 || style == 21,
    }
}

/// Whether the value is known to be never NULL: a constant, a column that isn't nullable, their
/// conversions except TRY_CONVERT, and ISNULL with such an argument. False for every other
/// expression. Arithmetic can fail and yield NULL, as in SQL Server.
pub(crate) fn is_never_null(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(value) => !matches!(value, Value::Null),
        ExprKind::Column(_) => !expr.nullable,
        ExprKind::Convert { input, tolerant, .. } => !tolerant && is_never_null(input),
        ExprKind::Call(call) if call.function.name == "ISNULL" => call.arguments.iter().any(is_never_null),
        _ => false,
    }
}

/// Styles from 100 on that contain a month's name.
const NAMES_OF_MONTHS: [i32; 6] = [100, 106, 107, 109, 113, 130];
