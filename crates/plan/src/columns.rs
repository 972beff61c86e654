//! The columns of an operator's rows, and the columns that an expression uses.

use crate::expression::{ColumnId, Condition, Expr, ExprKind, operands};
use crate::physical::{Node, Own};
use crate::statement::Subquery;
use sluice_base::hash::HashSet;
use sluice_types::Comparison;

impl Node {
    /// Returns the columns of the operator's rows.
    pub fn columns(&self) -> Vec<ColumnId> {
        let mut found = Vec::new();
        self.add_columns(&mut found);
        found
    }

    fn add_columns(&self, found: &mut Vec<ColumnId>) {
        match self {
            Node::OneRow => {}
            Node::Serialize(serialization) => found.push(serialization.column),
            Node::Call(call) => found.extend_from_slice(&call.columns),
            Node::Invoke(call) => found.extend_from_slice(&call.columns),
            Node::Values(columns, _) | Node::Union(columns, _) | Node::Given(columns) | Node::Current(columns) => {
                found.extend_from_slice(columns);
            }
            Node::Recursion(recursion) => found.extend_from_slice(&recursion.columns),
            Node::GroupingSets(sets) => {
                found.extend(sets.groups.iter().map(|(id, _)| *id));
                found.extend(sets.aggregates.iter().map(|(id, _)| *id));
                found.extend(sets.levels.iter().map(|(id, _)| *id));
            }
            Node::Scan(target) => {
                found.extend_from_slice(&target.columns);
                found.extend(target.locator);
                found.extend(target.address);
            }
            Node::View(target) => found.extend_from_slice(&target.columns),
            Node::Compute(input, computed) => {
                input.add_columns(found);
                found.extend(computed.iter().map(|(id, _)| *id));
            }
            Node::Window(input, window) => {
                input.add_columns(found);
                found.extend(window.functions.iter().map(|(id, _)| *id));
            }
            Node::Aggregate(_, groups, aggregates, _) => {
                found.extend(groups.iter().map(|(id, _)| *id));
                found.extend(aggregates.iter().map(|(id, _)| *id));
            }
            Node::Join(join) => {
                join.left.add_columns(found);
                if join.kind.returns_right() {
                    join.right.add_columns(found);
                }
            }
            other => other.inputs().into_iter().for_each(|input| input.add_columns(found)),
        }
    }
}

/// Returns the columns of outer rows that the operators use.
pub fn outer(node: &Node, subqueries: &[Subquery]) -> HashSet<ColumnId> {
    let (mut used, mut made) = (Vec::new(), HashSet::default());
    add_outer(node, subqueries, &mut used, &mut made);
    used.into_iter().filter(|id| !made.contains(id)).collect()
}

fn add_outer(node: &Node, subqueries: &[Subquery], used: &mut Vec<ColumnId>, made: &mut HashSet<ColumnId>) {
    made.extend(node.columns());
    if let Node::Current(columns) = node {
        // The row of an enclosing recursion.
        columns.iter().for_each(|id| {
            made.remove(id);
        });
        used.extend_from_slice(columns);
    }
    of_operator(node, subqueries, used);
    for input in node.inputs() {
        add_outer(input, subqueries, used, made);
    }
    if let Node::Recursion(recursion) = node {
        made.extend(recursion.members.iter().flat_map(|member| &member.current));
    }
}

/// Appends the columns used by the operator's own expressions to `used`, not those of its inputs.
pub fn of_operator(node: &Node, subqueries: &[Subquery], used: &mut Vec<ColumnId>) {
    node.each_own(&mut |own| match own {
        Own::Value(value) => of_expr(value, subqueries, used),
        Own::Condition(condition) => of_condition(condition, subqueries, used),
    });
}

/// Appends the columns that an expression uses to `found`. For a subquery these are its outer
/// columns. In the order of occurrence, repeatedly if used several times.
pub fn of_expr(expr: &Expr, subqueries: &[Subquery], found: &mut Vec<ColumnId>) {
    match &expr.kind {
        ExprKind::Column(id) => found.push(*id),
        ExprKind::Subquery(number) => found.extend_from_slice(&subqueries[*number].outer),
        ExprKind::Chain(first, steps) => {
            operands(first, steps).for_each(|operand| of_expr(operand, subqueries, found));
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => of_expr(operand, subqueries, found),
        ExprKind::Call(call) => call.arguments.iter().for_each(|argument| of_expr(argument, subqueries, found)),
        ExprKind::Invoke(_, arguments) => arguments.iter().for_each(|argument| of_expr(argument, subqueries, found)),
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

/// Appends the columns that a condition uses to `found`. As for an expression; the outer columns of
/// EXISTS count.
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

/// Returns the sides of an equality between a left and a right value, the left one first. Each side
/// uses columns of its own input and none of the other. `None` for any other condition.
pub(crate) fn key_of(
    condition: &Condition,
    left: &[ColumnId],
    right: &[ColumnId],
    subqueries: &[Subquery],
) -> Option<(Expr, Expr)> {
    let Condition::Compare(Comparison::Equal, one, other) = condition else { return None };
    let is_of = |expr: &Expr, own: &[ColumnId], others: &[ColumnId]| {
        let mut used = Vec::new();
        of_expr(expr, subqueries, &mut used);
        used.iter().any(|id| own.contains(id)) && !used.iter().any(|id| others.contains(id))
    };
    if is_of(one, left, right) && is_of(other, right, left) {
        return Some((one.clone(), other.clone()));
    }
    (is_of(one, right, left) && is_of(other, left, right)).then(|| (other.clone(), one.clone()))
}
