//! The statement around an operator, as the rules see it.

use crate::columns::of_condition;
use crate::expression::{ColumnId, Condition};
use crate::join_order;
use crate::physical::JoinHint;
use crate::statement::Subquery;

/// The statement around an operator.
pub(super) struct Logical<'b> {
    /// The statement's subqueries. A rule that makes a subquery part of the tree takes its rows.
    pub(super) subqueries: &'b mut [Subquery],
    /// The statement's join hints.
    pub(super) hint: JoinHint,
    /// The number of subqueries that rules have made part of the tree.
    pub(super) taken: usize,
    /// Whether a rule has applied.
    pub(super) is_changed: bool,
}

/// Returns the positions of the sources with columns that the condition uses.
pub(super) fn sources_of(condition: &Condition, sources: &[Vec<ColumnId>], subqueries: &[Subquery]) -> Vec<usize> {
    let mut used = Vec::new();
    of_condition(condition, subqueries, &mut used);
    join_order::sources_of(sources, &used)
}
