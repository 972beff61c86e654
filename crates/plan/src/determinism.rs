//! Determinism and nullability of expressions.
//!
//! `relational-databases/user-defined-functions/deterministic-and-nondeterministic-functions.md`
//! lists the deterministic functions. Conversions between dates and strings are deterministic only
//! with a style that is the same in every language.

use crate::expression::{Condition, Expr, ExprKind, operands};
use sluice_definition::module_determinism::Determinism;
use sluice_types::{DataType, Value};

/// Returns the properties of a value. `functions` has those of the user functions that it calls, by
/// their number in the statement. A function without properties counts as nondeterministic.
pub fn determinism(expr: &Expr, functions: &[Determinism]) -> Determinism {
    Determinism {
        is_deterministic: is_deterministic(expr, functions),
        is_precise: is_precise(expr, functions),
        reads_data: reads_data(expr, functions),
    }
}

/// Whether the value depends only on the expression's columns. Subqueries, variables,
/// nondeterministic functions and conversions that depend on language settings make it false.
pub fn is_deterministic(expr: &Expr, functions: &[Determinism]) -> bool {
    let is_deterministic = |part: &Expr| is_deterministic(part, functions);
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Column(_) => true,
        ExprKind::Variable(_) | ExprKind::Global(_) | ExprKind::Subquery(_) => false,
        ExprKind::NextValue(_) => false,
        ExprKind::Invoke(number, arguments) => {
            functions.get(*number).is_some_and(|function| function.is_deterministic)
                && arguments.iter().all(is_deterministic)
        }
        ExprKind::Chain(first, steps) => operands(first, steps).all(is_deterministic),
        ExprKind::Unary(_, operand) => is_deterministic(operand),
        ExprKind::Convert { input, style, .. } => {
            is_deterministic(input) && converts_the_same(input.data_type, expr.data_type, *style)
        }
        ExprKind::Call(call) => {
            let datepart = call.function.datepart().and_then(|place| match &call.arguments[place].kind {
                ExprKind::Constant(part) => Some(part),
                _ => None,
            });
            call.function.is_deterministic(datepart) && call.arguments.iter().all(is_deterministic)
        }
        ExprKind::Case(branches, otherwise) => {
            let is_condition = |test: &Condition| is_condition_deterministic(test, functions);
            branches.iter().all(|(test, value)| is_condition(test) && is_deterministic(value))
                && otherwise.as_deref().is_none_or(is_deterministic)
        }
    }
}

/// Whether the value is computed without floating-point numbers, and so is the same on every
/// processor. Each part of the expression must be precise.
pub fn is_precise(expr: &Expr, functions: &[Determinism]) -> bool {
    let is_precise = |part: &Expr| is_precise(part, functions);
    let is_exact = !matches!(expr.data_type, DataType::Float | DataType::Real);
    is_exact
        && match &expr.kind {
            ExprKind::Chain(first, steps) => operands(first, steps).all(is_precise),
            ExprKind::Unary(_, operand) => is_precise(operand),
            ExprKind::Convert { input, .. } => is_precise(input),
            ExprKind::Call(call) => call.arguments.iter().all(is_precise),
            ExprKind::Invoke(number, arguments) => {
                functions.get(*number).is_some_and(|function| function.is_precise) && arguments.iter().all(is_precise)
            }
            ExprKind::Case(branches, otherwise) => {
                let is_condition = |test: &Condition| is_condition_precise(test, functions);
                branches.iter().all(|(test, value)| is_condition(test) && is_precise(value))
                    && otherwise.as_deref().is_none_or(is_precise)
            }
            _ => true,
        }
}

/// Whether both sides of each comparison are precise.
pub fn is_condition_precise(condition: &Condition, functions: &[Determinism]) -> bool {
    match condition {
        Condition::Compare(_, left, right) => is_precise(left, functions) && is_precise(right, functions),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(|part| is_condition_precise(part, functions)),
        Condition::IsNull(expr, _) => is_precise(expr, functions),
        Condition::Exists(..) => true,
    }
}

fn is_condition_deterministic(condition: &Condition, functions: &[Determinism]) -> bool {
    match condition {
        Condition::Compare(_, left, right) => is_deterministic(left, functions) && is_deterministic(right, functions),
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().all(|part| is_condition_deterministic(part, functions))
        }
        Condition::IsNull(expr, _) => is_deterministic(expr, functions),
        Condition::Exists(..) => false,
    }
}

/// Whether the value calls a user function that reads a table.
fn reads_data(expr: &Expr, functions: &[Determinism]) -> bool {
    let reads_data = |part: &Expr| reads_data(part, functions);
    match &expr.kind {
        ExprKind::Invoke(number, arguments) => {
            functions.get(*number).is_some_and(|function| function.reads_data) || arguments.iter().any(reads_data)
        }
        ExprKind::Chain(first, steps) => operands(first, steps).any(reads_data),
        ExprKind::Unary(_, operand) => reads_data(operand),
        ExprKind::Convert { input, .. } => reads_data(input),
        ExprKind::Call(call) => call.arguments.iter().any(reads_data),
        ExprKind::Case(branches, otherwise) => {
            let in_test = |test: &Condition| condition_reads_data(test, functions);
            branches.iter().any(|(test, value)| in_test(test) || reads_data(value))
                || otherwise.as_deref().is_some_and(reads_data)
        }
        _ => false,
    }
}

fn condition_reads_data(condition: &Condition, functions: &[Determinism]) -> bool {
    match condition {
        Condition::Compare(_, left, right) => reads_data(left, functions) || reads_data(right, functions),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| condition_reads_data(part, functions)),
        Condition::IsNull(expr, _) => reads_data(expr, functions),
        Condition::Exists(..) => true,
    }
}

fn converts_the_same(from: DataType, to: DataType, style: Option<i32>) -> bool {
    if from == DataType::SqlVariant {
        return false;
    }
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
pub fn is_never_null(expr: &Expr) -> bool {
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
