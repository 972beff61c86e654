//! The places of a statement that use its subqueries.

use crate::expression::{Condition, Expr, ExprKind, Step, operands};
use crate::height::roots;
use crate::physical::{Node, Own, Rows};
use crate::statement::{Bound, Subquery};

/// A use of a subquery, by its index.
enum Use {
    /// The value of a scalar subquery.
    Value(usize),
    /// EXISTS.
    Exists(usize),
    /// A call of a user function, which isn't a subquery.
    Function(usize),
}

type Visitor<'v> = dyn FnMut(Use) + 'v;

/// Returns the indexes of the scalar subqueries that a condition uses, once for each use.
pub(crate) fn in_condition(condition: &Condition) -> Vec<usize> {
    values(|visit| of_condition(condition, visit))
}

/// Returns the indexes of the scalar subqueries that an expression uses, once for each use.
pub(crate) fn in_expr(expr: &Expr) -> Vec<usize> {
    values(|visit| of_expr(expr, visit))
}

/// Returns the indexes of the scalar subqueries that the statement's plans use, once for each use.
pub(crate) fn in_statement(bound: &Bound) -> Vec<usize> {
    values(|visit| {
        for (node, values) in roots(&bound.body) {
            of_node(node, visit);
            values.iter().for_each(|value| of_expr(value, visit));
        }
        bound.subqueries.iter().for_each(|subquery| of_rows(&subquery.rows, visit));
    })
}

/// Returns the indexes of the subqueries that the statement's plans use, EXISTS tests too.
pub(crate) fn all_in_statement(bound: &Bound) -> Vec<usize> {
    subqueries(|visit| {
        for (node, values) in roots(&bound.body) {
            of_node(node, visit);
            values.iter().for_each(|value| of_expr(value, visit));
        }
        bound.subqueries.iter().for_each(|subquery| of_rows(&subquery.rows, visit));
    })
}

/// Returns the indexes of the subqueries that a query uses, EXISTS tests too.
pub fn all_in_rows(rows: &Rows) -> Vec<usize> {
    subqueries(|visit| of_rows(rows, visit))
}

/// Returns the indexes of the subqueries that an expression uses, EXISTS tests too.
pub(crate) fn all_in_expr(expr: &Expr) -> Vec<usize> {
    subqueries(|visit| of_expr(expr, visit))
}

/// Whether an expression uses a subquery, or a user function for which `reads` is true.
pub fn reads_data(expr: &Expr, reads: &dyn Fn(usize) -> bool) -> bool {
    let mut found = false;
    of_expr(expr, &mut |used| {
        found |= match used {
            Use::Value(_) | Use::Exists(_) => true,
            Use::Function(number) => reads(number),
        };
    });
    found
}

/// Returns the indexes of the subqueries that an expression uses, EXISTS tests too, and whether it
/// calls a user function for which `reads` is true.
pub fn reads_of_expr(expr: &Expr, reads: &dyn Fn(usize) -> bool) -> (Vec<usize>, bool) {
    reads_in(|visit| of_expr(expr, visit), reads)
}

/// Returns the same as [`reads_of_expr`] for a condition.
pub fn reads_of_condition(condition: &Condition, reads: &dyn Fn(usize) -> bool) -> (Vec<usize>, bool) {
    reads_in(|visit| of_condition(condition, visit), reads)
}

fn reads_in(walk: impl FnOnce(&mut Visitor<'_>), reads: &dyn Fn(usize) -> bool) -> (Vec<usize>, bool) {
    let (mut found, mut is_reading) = (Vec::new(), false);
    walk(&mut |used| match used {
        Use::Value(number) | Use::Exists(number) => found.push(number),
        Use::Function(number) => is_reading |= reads(number),
    });
    (found, is_reading)
}

/// Whether an expression uses a subquery that depends on columns outside it.
pub fn has_correlated(expr: &Expr, subqueries: &[Subquery]) -> bool {
    is_any_correlated(subqueries, |visit| of_expr(expr, visit))
}

/// Whether a condition uses a subquery that depends on columns outside it.
pub fn condition_has_correlated(condition: &Condition, subqueries: &[Subquery]) -> bool {
    is_any_correlated(subqueries, |visit| of_condition(condition, visit))
}

/// Whether an operator or one below it uses a subquery that depends on columns outside it.
pub fn node_has_correlated(node: &Node, subqueries: &[Subquery]) -> bool {
    is_any_correlated(subqueries, |visit| of_node(node, visit))
}

fn is_any_correlated(subqueries: &[Subquery], walk: impl FnOnce(&mut Visitor<'_>)) -> bool {
    let mut found = false;
    walk(&mut |used| {
        if let Use::Value(number) | Use::Exists(number) = used {
            found |= !subqueries[number].outer.is_empty();
        }
    });
    found
}

fn values(walk: impl FnOnce(&mut Visitor<'_>)) -> Vec<usize> {
    let mut found = Vec::new();
    walk(&mut |used| {
        if let Use::Value(number) = used {
            found.push(number);
        }
    });
    found
}

fn subqueries(walk: impl FnOnce(&mut Visitor<'_>)) -> Vec<usize> {
    let mut found = Vec::new();
    walk(&mut |used| match used {
        Use::Value(number) | Use::Exists(number) => found.push(number),
        Use::Function(_) => {}
    });
    found
}

fn of_rows(rows: &Rows, visit: &mut Visitor<'_>) {
    of_node(&rows.node, visit);
    rows.values.iter().for_each(|value| of_expr(value, visit));
}

fn of_node(node: &Node, visit: &mut Visitor<'_>) {
    node.each_own(&mut |own| match own {
        Own::Value(value) => of_expr(value, visit),
        Own::Condition(condition) => of_condition(condition, visit),
    });
    node.inputs().into_iter().for_each(|input| of_node(input, visit));
}

fn of_expr(expr: &Expr, visit: &mut Visitor<'_>) {
    match &expr.kind {
        ExprKind::Subquery(number) => visit(Use::Value(*number)),
        ExprKind::Chain(first, steps) => operands(first, steps).for_each(|operand| of_expr(operand, visit)),
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => of_expr(operand, visit),
        ExprKind::Call(call) => call.arguments.iter().for_each(|argument| of_expr(argument, visit)),
        ExprKind::Invoke(number, arguments) => {
            visit(Use::Function(*number));
            arguments.iter().for_each(|argument| of_expr(argument, visit));
        }
        ExprKind::Case(branches, otherwise) => {
            for (test, result) in branches {
                of_condition(test, visit);
                of_expr(result, visit);
            }
            otherwise.iter().for_each(|otherwise| of_expr(otherwise, visit));
        }
        ExprKind::Constant(_)
        | ExprKind::Variable(_)
        | ExprKind::Global(_)
        | ExprKind::Column(_)
        | ExprKind::NextValue(_) => {}
    }
}

fn of_condition(condition: &Condition, visit: &mut Visitor<'_>) {
    match condition {
        Condition::Compare(_, left, right) => {
            of_expr(left, visit);
            of_expr(right, visit);
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| of_condition(part, visit)),
        Condition::IsNull(expr, _) => of_expr(expr, visit),
        Condition::Exists(number, _) => visit(Use::Exists(*number)),
    }
}

/// Replaces the expressions of a condition for which `with` returns another. EXISTS conditions
/// stay.
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

/// Replaces the parts of an expression for which `with` returns another expression. A replaced part
/// isn't searched further, nor are the plans of subqueries.
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
