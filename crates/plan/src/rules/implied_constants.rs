//! Comparisons with constants implied through equalities: `a = b AND a < 5` implies `b < 5`.
//!
//! The comparisons are added to a filter over plain joins, so that each side of a join reads only
//! the rows it can pair. Both columns must have one type and be compared without a conversion:
//! their comparisons are then transitive. Comparisons of columns with constants cannot fail.

use super::logical::Logical;
use crate::expression::{Condition, Expr, ExprKind};
use crate::physical::Node;
use crate::plain_joins::{self, equal_columns, has_column};
use crate::same::same_condition;
use sluice_types::Comparison;

/// Adds implied comparisons to a filter over plain joins.
pub(super) fn rule(node: &mut Node, logical: &mut Logical<'_>) {
    let Node::Filter(input, condition) = node else { return };
    let Node::Join(join) = &**input else { return };
    if !plain_joins::is_plain(join) {
        return;
    }
    let (mut leaves, mut parts) = (Vec::new(), condition.conjuncts().to_vec());
    let own = parts.len();
    plain_joins::gather(join, &mut leaves, &mut parts);
    let classes = equal_columns(&parts);
    let mut implied: Vec<Condition> = Vec::new();
    for part in &parts {
        let Some((comparison, column, value)) = with_constant(part) else { continue };
        let Some(class) = column.as_column().and_then(|id| classes.iter().find(|class| has_column(class, id))) else {
            continue;
        };
        let others = class.iter().filter(|other| other.as_column() != column.as_column());
        for other in others {
            let new = Condition::Compare(comparison, other.clone(), value.clone());
            if implied.len() < IMPLIED_MAX && !parts.iter().chain(&implied).any(|known| same_condition(known, &new)) {
                implied.push(new);
            }
        }
    }
    if !implied.is_empty() {
        logical.is_changed = true;
        parts.truncate(own);
        parts.append(&mut implied);
        *condition = Condition::And(parts);
    }
}

/// Returns the column and the value of a comparison with a constant or a variable.
fn with_constant(condition: &Condition) -> Option<(Comparison, &Expr, &Expr)> {
    let Condition::Compare(comparison, left, right) = condition else { return None };
    let is_value = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(_) | ExprKind::Variable(_));
    let is_column = |expr: &Expr| expr.as_column().is_some();
    if *comparison == Comparison::NotEqual {
        return None;
    }
    if is_column(left) && is_value(right) {
        return Some((*comparison, left, right));
    }
    (is_column(right) && is_value(left)).then(|| (comparison.mirrored(), right, left))
}

/// The maximum number of comparisons added to a filter.
const IMPLIED_MAX: usize = 64;
