//! Values that are constant for all rows of a statement.
//!
//! NEWID and RAND return a new value per call. RAND is called once per statement for each
//! occurrence, unless its seed depends on the row. The same holds for a side of a comparison in
//! WHERE, ON or HAVING that uses no column. Such an expression becomes an uncorrelated one-row
//! subquery, which runs once per statement.

use crate::columns::of_expr;
use crate::expression::{Condition, Expr, ExprKind, operands};
use crate::statement::Subquery;

/// Whether `expr` uses a column or draws a value for each row.
pub fn uses_rows(expr: &Expr, subqueries: &[Subquery]) -> bool {
    let mut used = Vec::new();
    of_expr(expr, subqueries, &mut used);
    !used.is_empty() || expr.draws()
}

/// Whether `expr` calls a function that returns a different value each time. User functions count;
/// values of sequences and subqueries don't.
pub fn is_volatile(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Chain(first, steps) => operands(first, steps).any(is_volatile),
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => is_volatile(operand),
        ExprKind::Call(call) => call.function.is_volatile() || call.arguments.iter().any(is_volatile),
        ExprKind::Case(branches, otherwise) => {
            branches.iter().any(|(test, result)| condition_is_volatile(test) || is_volatile(result))
                || otherwise.as_deref().is_some_and(is_volatile)
        }
        // A user function can read changing data.
        ExprKind::Invoke(..) => true,
        ExprKind::Constant(_)
        | ExprKind::Variable(_)
        | ExprKind::Global(_)
        | ExprKind::Column(_)
        | ExprKind::Subquery(_)
        | ExprKind::NextValue(_) => false,
    }
}

/// Whether a condition calls a function that returns a different value each time, as
/// [`is_volatile`] does for an expression. EXISTS doesn't count.
pub(crate) fn condition_is_volatile(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, left, right) => is_volatile(left) || is_volatile(right),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().any(condition_is_volatile),
        Condition::IsNull(expr, _) => is_volatile(expr),
        Condition::Exists(..) => false,
    }
}
