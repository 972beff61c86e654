//! The statement around an operator, as the rules see it.

use crate::columns::of_condition;
use crate::expression::{ColumnId, Condition};
use crate::fallible::{cannot_fail, value_cannot_fail};
use crate::physical::{JoinHint, Node, Own};
use crate::plain_joins::SourceColumns;
use crate::statement::Subquery;
use sluice_types::CollationId;

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
    /// The indexes of correlated scalar subqueries, once for each use in the written statement.
    pub(super) uses: Vec<usize>,
    /// The number of columns of the statement so far.
    pub(super) columns: u32,
}

impl Logical<'_> {
    /// Creates a column whose strings have this collation.
    pub(super) fn new_column(&mut self, collation: Option<CollationId>) -> ColumnId {
        self.columns += 1;
        ColumnId { number: self.columns - 1, collation }
    }
}

/// Makes subqueries of a filter's EXISTS conditions part of its input, where `join` puts a join for
/// them there and returns true. `join` gets the subquery's index, whether the condition is NOT
/// EXISTS, the input, and the filter's conditions that are no EXISTS. The conditions replaced leave
/// the filter, and with the last one the filter goes. A statement gets at most [`TAKEN_MAX`] joins.
pub(super) fn join_exists(
    node: &mut Node,
    logical: &mut Logical<'_>,
    join: impl Fn(usize, bool, &mut Node, &[Condition], &[Subquery]) -> bool,
) {
    let Node::Filter(input, condition) = node else { return };
    let mut parts = Vec::new();
    std::mem::replace(condition, Condition::And(Vec::new())).split_into(&mut parts);
    let is_other = |part: &&Condition| !matches!(part, Condition::Exists(..));
    let others: Vec<Condition> = parts.iter().filter(is_other).cloned().collect();
    let mut joined = std::mem::replace(&mut **input, Node::OneRow);
    parts.retain(|part| {
        let Condition::Exists(number, is_negated) = part else { return true };
        if logical.taken >= TAKEN_MAX || !join(*number, *is_negated, &mut joined, &others, logical.subqueries) {
            return true;
        }
        logical.taken += 1;
        logical.is_changed = true;
        logical.subqueries[*number].leave();
        false
    });
    *node = match Condition::all_of(parts) {
        Some(condition) => Node::Filter(Box::new(joined), condition),
        None => joined,
    };
}

/// Returns the operator below its filters, and the filters' conditions.
pub(super) fn without_filters(node: &Node) -> (&Node, Vec<&Condition>) {
    let (mut node, mut conditions) = (node, Vec::new());
    while let Node::Filter(input, condition) = node {
        conditions.push(condition);
        node = input;
    }
    (node, conditions)
}

/// Whether reading more rows of the operator than the written query reads raises no error.
pub(super) fn is_safe(node: &Node) -> bool {
    let mut all_safe = match node {
        // The first group needs all rows already.
        Node::Aggregate(..) | Node::GroupingSets(_) => return true,
        Node::OneRow | Node::Values(..) | Node::Scan(_) | Node::Filter(..) | Node::Compute(..) => true,
        Node::Join(_) | Node::Sort(..) | Node::Union(..) => true,
        _ => false,
    };
    node.each_own(&mut |own| {
        all_safe &= match own {
            Own::Value(value) => value_cannot_fail(value),
            Own::Condition(condition) => cannot_fail(condition),
        };
    });
    all_safe && node.inputs().into_iter().all(is_safe)
}

/// Returns the positions of the sources with columns that the condition uses.
pub(super) fn sources_of(condition: &Condition, sources: &SourceColumns, subqueries: &[Subquery]) -> Vec<usize> {
    let mut used = Vec::new();
    of_condition(condition, subqueries, &mut used);
    sources.sources_of(&used)
}

/// The maximum number of subqueries of a statement that become joins. Each makes the plan higher.
pub(super) const TAKEN_MAX: usize = 32;
