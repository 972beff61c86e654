//! Values that are the same for all rows of a statement.
//!
//! NEWID and RAND give another value at each call. RAND is called once in a statement for each place where it stands, unless its
//! seed differs from row to row; so is the side of a comparison in WHERE, ON or HAVING that has no column of a row, whatever it calls.
//! Such a call becomes a subquery of one row that uses none of the rows around it, since these are run once.

use crate::columns::of_expr;
use crate::expression::{Condition, Expr, ExprKind, operands};
use crate::statement::Subquery;

/// Whether `expr` has a column of some row, or draws a value for each.
pub(crate) fn uses_rows(expr: &Expr, subqueries: &[Subquery]) -> bool {
    let mut used = Vec::new();
    of_expr(expr, subqueries, &mut used);
    !used.is_empty() || expr.draws()
}

/// Whether it calls what gives another value each time.
pub(crate) fn is_volatile(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Chain(first, steps) => operands(first, steps).any(is_volatile),
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => is_volatile(operand),
        ExprKind::Call(call) => call.function.is_volatile() || call.arguments.iter().any(is_volatile),
        ExprKind::Case(branches, otherwise) => {
            branches.iter().any(|(test, result)| condition_is_volatile(test) || is_volatile(result))
                || otherwise.as_deref().is_some_and(is_volatile)
        }
        // A function may read what others change.
        ExprKind::Invoke(..) => true,
        ExprKind::Constant(_)
        | ExprKind::Variable(_)
        | ExprKind::Global(_)
        | ExprKind::Column(_)
        | ExprKind::Subquery(_)
        | ExprKind::NextValue(_) => false,
    }
}

fn condition_is_volatile(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, left, right) => is_volatile(left) || is_volatile(right),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().any(condition_is_volatile),
        Condition::IsNull(expr, _) => is_volatile(expr),
        Condition::Exists(..) => false,
    }
}
