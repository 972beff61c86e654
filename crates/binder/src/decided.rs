//! Conditions that constants decide while a statement is compiled. Their other operands are never
//! evaluated, so they can't fail, as in SQL Server.

use sluice_plan::expression::{Condition, Expr, ExprKind, operands};
use sluice_plan::fallible::cannot_fail;
use sluice_types::{Comparison, DataType, Value, compare};

/// Returns whether the condition holds, if constants decide it. "Unknown" counts as false.
pub(super) fn decision(condition: &Condition) -> Option<bool> {
    match condition {
        Condition::Compare(comparison, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Constant(Value::Null), _) | (_, ExprKind::Constant(Value::Null)) => Some(false),
            (ExprKind::Constant(left), ExprKind::Constant(right)) => {
                compare(left, right).map(|order| comparison.holds(order))
            }
            _ => None,
        },
        Condition::IsNull(Expr { kind: ExprKind::Constant(value), .. }, not) => Some(value.is_null() != *not),
        Condition::And(parts) => decided_by(parts, false),
        Condition::Or(parts) => decided_by(parts, true),
        Condition::IsNull(..) | Condition::Exists(..) => None,
    }
}

/// Returns the condition without operands that can fail and that constants make irrelevant. A
/// decided condition becomes a comparison of two constants.
pub(super) fn decided(condition: Condition) -> Condition {
    if cannot_fail(&condition) {
        return condition;
    }
    let Some(holds) = decision(&condition) else {
        return match condition {
            Condition::And(parts) => Condition::And(parts.into_iter().map(decided).collect()),
            Condition::Or(parts) => Condition::Or(parts.into_iter().map(decided).collect()),
            other => other,
        };
    };
    let constant = |number| Expr::constant(Value::Int(number), DataType::Int);
    Condition::Compare(Comparison::Equal, constant(1), constant(holds.into()))
}

/// Removes the branches of a CASE that are never taken, and those after a branch that always is,
/// which becomes the last result.
pub(super) fn taken(
    branches: Vec<(Condition, Expr)>,
    otherwise: Option<Expr>,
) -> (Vec<(Condition, Expr)>, Option<Expr>) {
    let mut open = Vec::with_capacity(branches.len());
    for (test, result) in branches {
        match decision(&test) {
            Some(true) => return (open, Some(result)),
            Some(false) => {}
            None => open.push((decided(test), result)),
        }
    }
    (open, otherwise)
}

/// Whether an expression consists of constants, operators and deterministic functions.
pub(super) fn is_of_constants(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) => true,
        ExprKind::Chain(first, steps) => operands(first, steps).all(is_of_constants),
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => is_of_constants(operand),
        ExprKind::Call(call) => call.function.deterministic && call.arguments.iter().all(is_of_constants),
        _ => false,
    }
}

/// Whether an expression consists of operators and constants that aren't NULL.
pub(super) fn is_known(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(value) => !value.is_null(),
        ExprKind::Chain(first, steps) => operands(first, steps).all(is_known),
        ExprKind::Unary(_, operand) => is_known(operand),
        _ => false,
    }
}

/// Returns `decisive` if a part is so, its opposite if all parts are that.
fn decided_by(parts: &[Condition], decisive: bool) -> Option<bool> {
    let mut decisions = parts.iter().map(decision);
    match decisions.clone().any(|decision| decision == Some(decisive)) {
        true => Some(decisive),
        false => decisions.all(|decision| decision == Some(!decisive)).then_some(!decisive),
    }
}
