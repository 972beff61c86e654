//! Calls of DATEADD with constants as constants: `d < DATEADD(month, 3, '2024-01-01')`.
//!
//! The rule applies to the sides of comparisons. So the call isn't evaluated for each row, has a
//! place in the histogram, and can't fail. A call that fails stays, and fails when it is evaluated.

use super::logical::Logical;
use crate::expression::{Condition, Expr, ExprKind, FunctionCall};
use crate::physical::Node;
use sluice_functions::date_added;
use sluice_types::Value;
use sluice_types::arithmetic::evaluate_unary;

/// Replaces the calls in a filter's or a join's condition.
pub(super) fn rule(node: &mut Node, _: &mut Logical<'_>) {
    match node {
        Node::Filter(_, condition) => fold(condition),
        Node::Join(join) => join.on.iter_mut().for_each(fold),
        _ => {}
    }
}

fn fold(condition: &mut Condition) {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => parts.iter_mut().for_each(fold),
        Condition::Compare(_, left, right) => [left, right].into_iter().for_each(fold_side),
        Condition::IsNull(..) | Condition::Exists(..) => {}
    }
}

fn fold_side(side: &mut Expr) {
    match &mut side.kind {
        ExprKind::Convert { input, .. } => fold_side(input),
        ExprKind::Call(call) if call.function.name == "DATEADD" => {
            call.arguments.iter_mut().for_each(fold_side);
            if let Some(value) = value_of(call) {
                *side = Expr::constant(value, side.data_type);
            }
        }
        _ => {}
    }
}

/// Returns the value of a call of DATEADD with constants, unless it fails.
fn value_of(call: &FunctionCall) -> Option<Value> {
    let values: Vec<Value> = call.arguments.iter().map(constant).collect::<Option<_>>()?;
    date_added(&call.signature, &values).ok()
}

/// Returns the value of a constant that isn't NULL, or of its negation.
fn constant(argument: &Expr) -> Option<Value> {
    match &argument.kind {
        ExprKind::Constant(value) => Some(value.clone()).filter(|value| !value.is_null()),
        ExprKind::Unary(operator, operand) => evaluate_unary(*operator, &constant(operand)?, argument.data_type).ok(),
        _ => None,
    }
}
