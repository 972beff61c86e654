//! The places of a statement that use the values of its scalar subqueries.

use crate::expression::{Condition, Expr, ExprKind, Step, operands};
use crate::height::roots;
use crate::physical::{Node, Own};
use crate::statement::Bound;

/// Returns the indexes of the scalar subqueries that a condition uses, once for each use.
pub(crate) fn in_condition(condition: &Condition) -> Vec<usize> {
    let mut found = Vec::new();
    of_condition(condition, &mut found);
    found
}

/// Returns the indexes of the scalar subqueries that an expression uses, once for each use.
pub(crate) fn in_expr(expr: &Expr) -> Vec<usize> {
    let mut found = Vec::new();
    of_expr(expr, &mut found);
    found
}

/// Returns the indexes of the scalar subqueries that the statement's plans use, once for each use.
pub(crate) fn in_statement(bound: &Bound) -> Vec<usize> {
    let mut found = Vec::new();
    let of_body = roots(&bound.body);
    let subqueries = bound.subqueries.iter().map(|subquery| (&subquery.rows.node, &subquery.rows.values[..]));
    for (node, values) in of_body.into_iter().chain(subqueries) {
        of_node(node, &mut found);
        values.iter().for_each(|value| of_expr(value, &mut found));
    }
    found
}

fn of_node(node: &Node, found: &mut Vec<usize>) {
    node.each_own(&mut |own| match own {
        Own::Value(value) => of_expr(value, found),
        Own::Condition(condition) => of_condition(condition, found),
    });
    node.inputs().into_iter().for_each(|input| of_node(input, found));
}

fn of_expr(expr: &Expr, found: &mut Vec<usize>) {
    match &expr.kind {
        ExprKind::Subquery(number) => found.push(*number),
        ExprKind::Chain(first, steps) => operands(first, steps).for_each(|operand| of_expr(operand, found)),
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => of_expr(operand, found),
        ExprKind::Call(call) => call.arguments.iter().for_each(|argument| of_expr(argument, found)),
        ExprKind::Invoke(_, arguments) => arguments.iter().for_each(|argument| of_expr(argument, found)),
        ExprKind::Case(branches, otherwise) => {
            for (test, result) in branches {
                of_condition(test, found);
                of_expr(result, found);
            }
            otherwise.iter().for_each(|otherwise| of_expr(otherwise, found));
        }
        ExprKind::Constant(_)
        | ExprKind::Variable(_)
        | ExprKind::Global(_)
        | ExprKind::Column(_)
        | ExprKind::NextValue(_) => {}
    }
}

fn of_condition(condition: &Condition, found: &mut Vec<usize>) {
    match condition {
        Condition::Compare(_, left, right) => {
            of_expr(left, found);
            of_expr(right, found);
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| of_condition(part, found)),
        Condition::IsNull(expr, _) => of_expr(expr, found),
        Condition::Exists(..) => {}
    }
}

/// Replaces the expressions of a condition for which `with` returns another.
pub(crate) fn replace_in(condition: &mut Condition, with: &dyn Fn(&ExprKind) -> Option<Expr>) {
    match condition {
        Condition::Compare(_, left, right) => {
            replace(left, with);
            replace(right, with);
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter_mut().for_each(|part| replace_in(part, with)),
        Condition::IsNull(expr, _) => replace(expr, with),
        Condition::Exists(..) => {}
    }
}

/// Replaces the parts of an expression for which `with` returns another expression.
pub(crate) fn replace(expr: &mut Expr, with: &dyn Fn(&ExprKind) -> Option<Expr>) {
    if let Some(other) = with(&expr.kind) {
        *expr = other;
        return;
    }
    match &mut expr.kind {
        ExprKind::Chain(first, steps) => {
            replace(first, with);
            steps.iter_mut().for_each(|Step { right, .. }| replace(right, with));
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => replace(operand, with),
        ExprKind::Call(call) => call.arguments.iter_mut().for_each(|argument| replace(argument, with)),
        ExprKind::Invoke(_, arguments) => arguments.iter_mut().for_each(|argument| replace(argument, with)),
        ExprKind::Case(branches, otherwise) => {
            for (test, result) in branches {
                replace_in(test, with);
                replace(result, with);
            }
            otherwise.iter_mut().for_each(|otherwise| replace(otherwise, with));
        }
        ExprKind::Constant(_)
        | ExprKind::Variable(_)
        | ExprKind::Global(_)
        | ExprKind::Column(_)
        | ExprKind::Subquery(_)
        | ExprKind::NextValue(_) => {}
    }
}
