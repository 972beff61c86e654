//! Pushes a condition or a value below an operator: replaces each column by the expression that the
//! operator computes for it.

use crate::expression::{ColumnId, Condition, Expr, ExprKind, Step};
use crate::runtime_constant::is_volatile;

/// Replaces the columns for which `made` returns an expression. Returns `None` if that would change
/// the meaning: for subqueries, whose own columns aren't replaced, for user functions and for
/// volatile values.
pub fn condition<'e>(over: &Condition, made: &dyn Fn(ColumnId) -> Option<&'e Expr>) -> Option<Condition> {
    let all = |parts: &[Condition]| parts.iter().map(|part| condition(part, made)).collect::<Option<Vec<_>>>();
    Some(match over {
        Condition::Compare(comparison, left, right) => {
            Condition::Compare(*comparison, expr(left, made)?, expr(right, made)?)
        }
        Condition::And(parts) => Condition::And(all(parts)?),
        Condition::Or(parts) => Condition::Or(all(parts)?),
        Condition::IsNull(value, not) => Condition::IsNull(expr(value, made)?, *not),
        Condition::Exists(..) => return None,
    })
}

/// Replaces the columns of a value as [`condition`] does. Returns `None` in the same cases.
pub fn expr<'e>(over: &Expr, made: &dyn Fn(ColumnId) -> Option<&'e Expr>) -> Option<Expr> {
    let boxed = |value: &Expr| expr(value, made).map(Box::new);
    let kind = match &over.kind {
        ExprKind::Column(id) => match made(*id) {
            Some(value) if is_volatile(value) || value.draws() || has_subquery(value) => return None,
            Some(value) => return Some(value.clone()),
            None => over.kind.clone(),
        },
        ExprKind::Constant(_) | ExprKind::Variable(_) | ExprKind::Global(_) => over.kind.clone(),
        ExprKind::Chain(first, steps) => {
            let step = |step: &Step| Some(Step { right: expr(&step.right, made)?, ..*step });
            ExprKind::Chain(boxed(first)?, steps.iter().map(step).collect::<Option<_>>()?)
        }
        ExprKind::Unary(operator, operand) => ExprKind::Unary(*operator, boxed(operand)?),
        ExprKind::Convert { input, style, tolerant } => {
            ExprKind::Convert { input: boxed(input)?, style: *style, tolerant: *tolerant }
        }
        ExprKind::Call(call) if !call.function.is_volatile() => {
            let arguments = call.arguments.iter().map(|argument| expr(argument, made)).collect::<Option<_>>()?;
            let mut call = call.clone();
            call.arguments = arguments;
            ExprKind::Call(call)
        }
        ExprKind::Case(branches, otherwise) => {
            let branch = |(test, result): &(Condition, Expr)| Some((condition(test, made)?, expr(result, made)?));
            let branches = branches.iter().map(branch).collect::<Option<_>>()?;
            let otherwise = match otherwise {
                Some(otherwise) => Some(boxed(otherwise)?),
                None => None,
            };
            ExprKind::Case(branches, otherwise)
        }
        ExprKind::Call(_) | ExprKind::Invoke(..) | ExprKind::Subquery(_) | ExprKind::NextValue(_) => return None,
    };
    Some(Expr { kind, data_type: over.data_type, nullable: over.nullable })
}

/// Whether the expression contains a subquery or another part that can't be substituted.
fn has_subquery(value: &Expr) -> bool {
    expr(value, &|_| None).is_none()
}
