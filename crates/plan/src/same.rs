//! Equality of bound expressions: whether two expressions compute the same value, however they are
//! written.
//!
//! `YEAR(o.d)` and `year(d)` are equal if both names denote one column. Operands aren't reordered:
//! `a + b` and `b + a` differ, as for GROUP BY in SQL Server.

use crate::expression::{Condition, Expr, ExprKind, Step};

/// Whether two expressions of one query compute the same value. Subqueries and sequence values are
/// never equal.
pub fn same_value(left: &Expr, right: &Expr) -> bool {
    left.data_type == right.data_type && same_kind(&left.kind, &right.kind)
}

fn same_kind(left: &ExprKind, right: &ExprKind) -> bool {
    use ExprKind as K;
    match (left, right) {
        (K::Constant(left), K::Constant(right)) => left == right,
        (K::Variable(left), K::Variable(right)) => left == right,
        (K::Global(left), K::Global(right)) => left == right,
        (K::Column(left), K::Column(right)) => left == right,
        (K::Chain(first, steps), K::Chain(first2, steps2)) => {
            let same_step = |(step, step2): (&Step, &Step)| {
                (step.operator, step.data_type) == (step2.operator, step2.data_type)
                    && same_value(&step.right, &step2.right)
            };
            steps.len() == steps2.len() && same_value(first, first2) && steps.iter().zip(steps2).all(same_step)
        }
        (K::Unary(operator, operand), K::Unary(other, operand2)) => operator == other && same_value(operand, operand2),
        (K::Convert { input, style, tolerant }, K::Convert { input: input2, style: style2, tolerant: tolerant2 }) => {
            (style, tolerant) == (style2, tolerant2) && same_value(input, input2)
        }
        (K::Call(left), K::Call(right)) => {
            std::ptr::eq(left.function, right.function) && same_values(&left.arguments, &right.arguments)
        }
        (K::Invoke(left, arguments), K::Invoke(right, arguments2)) => {
            left == right && same_values(arguments, arguments2)
        }
        (K::Case(branches, otherwise), K::Case(branches2, otherwise2)) => {
            let same_branch = |((test, value), (test2, value2)): (&(Condition, Expr), &(Condition, Expr))| {
                same_condition(test, test2) && same_value(value, value2)
            };
            let same_otherwise = match (otherwise, otherwise2) {
                (None, None) => true,
                (Some(left), Some(right)) => same_value(left, right),
                _ => false,
            };
            branches.len() == branches2.len() && branches.iter().zip(branches2).all(same_branch) && same_otherwise
        }
        _ => false,
    }
}

fn same_values(left: &[Expr], right: &[Expr]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_value(left, right))
}

/// Whether two conditions of one query have the same form and the same values, so that they hold
/// for the same rows. False for EXISTS.
pub(crate) fn same_condition(left: &Condition, right: &Condition) -> bool {
    use Condition as C;
    match (left, right) {
        (C::Compare(comparison, a, b), C::Compare(other, c, d)) => {
            comparison == other && same_value(a, c) && same_value(b, d)
        }
        (C::And(left), C::And(right)) | (C::Or(left), C::Or(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_condition(left, right))
        }
        (C::IsNull(left, not), C::IsNull(right, not2)) => not == not2 && same_value(left, right),
        _ => false,
    }
}
