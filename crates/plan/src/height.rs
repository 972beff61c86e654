//! The height of a bound statement: the nesting depth of operators, expressions and subqueries.
//!
//! Infallible walks over a plan recurse that deep, and so do its cursors. The height is computed
//! once when the statement is bound. It is compared with the free stack then and before each
//! execution (`base::stack`).

use crate::expression::{Condition, Expr, ExprKind, operands};
use crate::physical::{Node, Own};
use crate::statement::{Bound, BoundBody, Subquery};
use sluice_base::stack;

/// Returns the height of `bound`, or `None` if the stack is too small to compute it. Heights of
/// subqueries are computed once and counted wherever they are used.
fn levels(bound: &Bound) -> Option<usize> {
    let mut heights = Heights { subqueries: &bound.subqueries, known: vec![None; bound.subqueries.len()] };
    let mut highest = 0;
    for (node, values) in roots(&bound.body) {
        highest = highest.max(heights.node(node)?).max(heights.highest(values)?);
    }
    for place in 0..bound.subqueries.len() {
        highest = highest.max(heights.subquery(place)?);
    }
    Some(highest)
}

/// Returns the root operators of a statement's plans and the values taken from their rows. A change
/// found by a single scan has none, nor has a condition.
pub fn roots(body: &BoundBody) -> Vec<(&Node, &[Expr])> {
    match body {
        BoundBody::Select { rows, .. } | BoundBody::SelectInto { rows, .. } | BoundBody::Assign { rows, .. } => {
            vec![(&rows.node, &rows.values)]
        }
        BoundBody::Instead(instead) => vec![(&instead.rows.node, &instead.rows.values)],
        BoundBody::Insert(insert) => vec![(&insert.source.node, &insert.source.values)],
        BoundBody::Update(change) | BoundBody::Delete(change) => {
            change.plan.iter().map(|plan| (&plan.node, &[][..])).collect()
        }
        BoundBody::Partitioned(change) => {
            let routed = change.routed.as_ref();
            let rows = routed.and_then(|routed| routed.source.as_ref()).map(|rows| (&rows.node, &*rows.values));
            let moves = routed.map_or(&[][..], |routed| &routed.moves[..]);
            let plans = change.changes.iter().chain(moves).filter_map(|change| change.plan.as_ref());
            rows.into_iter().chain(plans.map(|plan| (&plan.node, &[][..]))).collect()
        }
        BoundBody::Merge(merge) => vec![(&merge.plan.node, &[])],
        BoundBody::Set { value, .. } | BoundBody::Print(value) => vec![(&Node::OneRow, std::slice::from_ref(value))],
        BoundBody::Test(_) => Vec::new(),
    }
}

/// Records the height of `bound`. Returns `false` if the stack is too small for walks over it.
#[must_use]
pub fn note(bound: &mut Bound) -> bool {
    let levels = levels(bound).filter(|levels| stack::has_room_for(*levels));
    bound.levels = levels.unwrap_or_default();
    levels.is_some()
}

struct Heights<'b> {
    subqueries: &'b [Subquery],
    known: Vec<Option<usize>>,
}

impl Heights<'_> {
    fn node(&mut self, node: &Node) -> Option<usize> {
        if stack::is_low() {
            return None;
        }
        let mut own = Some(0);
        node.each_own(&mut |part| {
            let height = match part {
                Own::Value(value) => self.expr(value),
                Own::Condition(condition) => self.condition(condition),
            };
            own = own.zip(height).map(|(own, height)| own.max(height));
        });
        let mut highest = own?;
        for input in node.inputs() {
            highest = highest.max(self.node(input)?);
        }
        Some(highest + 1)
    }

    fn subquery(&mut self, place: usize) -> Option<usize> {
        if let Some(known) = self.known[place] {
            return Some(known);
        }
        let rows = &self.subqueries[place].rows;
        let height = self.node(&rows.node)?.max(self.highest(&rows.values)?) + 1;
        self.known[place] = Some(height);
        Some(height)
    }

    fn highest<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Option<usize> {
        exprs.into_iter().try_fold(0, |highest, expr| Some(highest.max(self.expr(expr)?)))
    }

    fn expr(&mut self, expr: &Expr) -> Option<usize> {
        if stack::is_low() {
            return None;
        }
        let below = match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Variable(_)
            | ExprKind::Global(_)
            | ExprKind::Column(_)
            | ExprKind::NextValue(_) => return Some(1),
            ExprKind::Chain(first, steps) => self.highest(operands(first, steps))?,
            ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => self.expr(operand)?,
            ExprKind::Call(call) => self.highest(&call.arguments)?,
            ExprKind::Invoke(_, arguments) => self.highest(arguments)?,
            ExprKind::Case(branches, otherwise) => {
                let results = branches.iter().map(|(_, result)| result).chain(otherwise.as_deref());
                let highest = self.highest(results)?;
                branches.iter().try_fold(highest, |highest, (test, _)| Some(highest.max(self.condition(test)?)))?
            }
            ExprKind::Subquery(number) => self.subquery(*number)?,
        };
        Some(below + 1)
    }

    fn condition(&mut self, condition: &Condition) -> Option<usize> {
        if stack::is_low() {
            return None;
        }
        let below = match condition {
            Condition::Compare(_, left, right) => self.highest([left, right])?,
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_fold(0, |highest, part| Some(highest.max(self.condition(part)?)))?
            }
            Condition::IsNull(expr, _) => self.expr(expr)?,
            Condition::Exists(number, _) => self.subquery(*number)?,
        };
        Some(below + 1)
    }
}
