//! Which columns an operator's rows have, and which an expression uses.

use crate::expression::{ColumnId, Condition, Expr, ExprKind};
use crate::physical::Node;
use crate::statement::Subquery;

impl Node {
    /// The columns of its rows.
    pub fn columns(&self) -> Vec<ColumnId> {
        let mut found = Vec::new();
        self.add_columns(&mut found);
        found
    }

    fn add_columns(&self, found: &mut Vec<ColumnId>) {
        match self {
            Node::OneRow => {}
            Node::Values(columns, _) | Node::Union(columns, _) => found.extend_from_slice(columns),
            Node::Scan(target) => found.extend_from_slice(&target.columns),
            Node::View(target) => found.extend_from_slice(&target.columns),
            Node::Filter(input, _) | Node::Sort(input, _) | Node::Top(input, _) | Node::Offset(input, ..) => {
                input.add_columns(found);
            }
            Node::Compute(input, computed) => {
                input.add_columns(found);
                found.extend(computed.iter().map(|(id, _)| *id));
            }
            Node::Window(input, window) => {
                input.add_columns(found);
                found.extend(window.functions.iter().map(|(id, _)| *id));
            }
            Node::Aggregate(_, groups, aggregates) => {
                found.extend(groups.iter().map(|(id, _)| *id));
                found.extend(aggregates.iter().map(|(id, _)| *id));
            }
            Node::Join(join) => {
                join.left.add_columns(found);
                join.right.add_columns(found);
            }
        }
    }
}

/// The columns that an expression uses, appended to `found`; of a subquery those of the rows around it.
pub fn of_expr(expr: &Expr, subqueries: &[Subquery], found: &mut Vec<ColumnId>) {
    match &expr.kind {
        ExprKind::Column(id) => found.push(*id),
        ExprKind::Subquery(number) => found.extend_from_slice(&subqueries[*number].outer),
        ExprKind::Binary(_, left, right) => {
            of_expr(left, subqueries, found);
            of_expr(right, subqueries, found);
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => of_expr(operand, subqueries, found),
        ExprKind::Call(call) => call.arguments.iter().for_each(|argument| of_expr(argument, subqueries, found)),
        ExprKind::Case(branches, otherwise) => {
            for (test, result) in branches {
                of_condition(test, subqueries, found);
                of_expr(result, subqueries, found);
            }
            otherwise.iter().for_each(|otherwise| of_expr(otherwise, subqueries, found));
        }
        ExprKind::Constant(_) | ExprKind::Variable(_) | ExprKind::Global(_) | ExprKind::NextValue(_) => {}
    }
}

/// The columns that a condition uses, appended to `found`.
pub fn of_condition(condition: &Condition, subqueries: &[Subquery], found: &mut Vec<ColumnId>) {
    match condition {
        Condition::Compare(_, left, right) => {
            of_expr(left, subqueries, found);
            of_expr(right, subqueries, found);
        }
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().for_each(|part| of_condition(part, subqueries, found));
        }
        Condition::IsNull(expr, _) => of_expr(expr, subqueries, found),
        Condition::Exists(number, _) => found.extend_from_slice(&subqueries[*number].outer),
    }
}
