//! The parts of a plan that several threads can compute together: aggregates, and the right inputs
//! of hash joins.
//!
//! The statement's thread makes the hash tables of joins. Then each thread scans a part of one
//! table, filters, computes and joins, and aggregates its own rows. The statement's thread merges
//! the groups. For the right input of a join the statement's thread gathers the rows of all
//! threads. Whether the threads are started is decided when the part is opened, by the statement's
//! cost and the settings.
//!
//! A part qualifies if it is computed once for the statement, over a scan whose rows several
//! threads can share, alone or as the probe side of hash joins. Its expressions must depend on
//! nothing but the row, variables and values computed before. `query::operator::vector` computes
//! such a part by chunks. An aggregate is left to one thread if it has more than one group in eight
//! rows, as merging costs as much as aggregating.

use crate::aggregate::{Aggregate, AggregateKind};
use crate::cardinality;
use crate::chunk_states::{has_chunk_state, has_default_order};
use crate::columns::{of_condition, of_expr};
use crate::expression::{ColumnId, Condition, Expr, ExprKind, operands};
use crate::height::roots;
use crate::physical::{GroupMethod, Join, JoinKind, JoinMethod, Node, ScanTarget, Seek};
use crate::runtime_constant::uses_rows;
use crate::statement::{Bound, BoundBody};
use sluice_base::hash::HashSet;
use sluice_catalog::{HintedLevel, LockHints};
use sluice_types::row::column_form;

/// The parts of a bound statement that can be parallel. Valid as long as the statement isn't moved.
#[derive(Default)]
pub struct ParallelParts {
    aggregates: HashSet<usize>,
    /// Joins whose right rows several threads can read.
    joins: HashSet<usize>,
}

impl ParallelParts {
    /// Returns the parallel parts of a statement. A change locks the rows that it finds, so only
    /// queries and the sources of inserts have any.
    pub fn new(bound: &Bound) -> ParallelParts {
        let mut parts = ParallelParts::default();
        if let BoundBody::Select { .. }
        | BoundBody::SelectInto { .. }
        | BoundBody::Assign { .. }
        | BoundBody::Insert(_) = &bound.body
        {
            // A subquery without outer columns runs once. Its value isn't used by other threads.
            let subqueries = bound.subqueries.iter().filter(|subquery| subquery.outer.is_empty());
            let subqueries = subqueries.map(|subquery| &subquery.rows.node);
            let mut pending: Vec<&Node> = roots(&bound.body).into_iter().map(|(node, _)| node).collect();
            pending.extend(subqueries);
            while let Some(node) = pending.pop() {
                if is_parallel(node) {
                    parts.aggregates.insert(std::ptr::from_ref(node).addr());
                }
                if let Node::Join(join) = node
                    && can_gather_right(join)
                {
                    parts.joins.insert(std::ptr::from_ref::<Join>(join).addr());
                }
                pending.extend(inputs_run_once(node));
            }
        }
        parts
    }

    /// Whether the statement has no parallel part.
    pub fn is_empty(&self) -> bool {
        self.aggregates.is_empty() && self.joins.is_empty()
    }

    /// Whether `node` is one of the aggregates.
    pub fn contains(&self, node: &Node) -> bool {
        self.aggregates.contains(&std::ptr::from_ref(node).addr())
    }

    /// Whether several threads can read the right rows of `join`.
    pub fn reads_right(&self, join: &Join) -> bool {
        self.joins.contains(&std::ptr::from_ref(join).addr())
    }
}

/// Returns the inputs that are read at most once in a run of `node`.
fn inputs_run_once(node: &Node) -> Vec<&Node> {
    match node {
        Node::Join(join) if matches!(join.method, JoinMethod::Loop) => vec![&join.left],
        Node::Recursion(_) => Vec::new(),
        node => node.inputs(),
    }
}

/// Whether several threads can read the right rows of a hash join. NOT IN stops at the first row
/// with a NULL, so it reads on one thread.
fn can_gather_right(join: &Join) -> bool {
    let (left, right) = join.method.keys();
    let is_known = matches!(join.method, JoinMethod::Hash(..))
        && matches!(join.kind, JoinKind::Inner | JoinKind::Left | JoinKind::Semi | JoinKind::Anti);
    is_known
        && !join.keep
        && !right.is_empty()
        && left.iter().all(has_form)
        && right.iter().all(is_value_safe)
        && join.on.as_ref().is_none_or(is_condition_safe)
        && is_parallel_input(&join.right, &right.iter().collect::<Vec<_>>())
        && shared_rows(&join.right).is_none_or(|rows| rows > GATHERED_MIN)
}

/// Returns the estimated rows of the scan that threads share below `node`.
fn shared_rows(node: &Node) -> Option<f64> {
    let mut node = node;
    loop {
        node = match node {
            Node::Filter(input, _) | Node::Compute(input, _) => input,
            Node::Join(join) => &join.left,
            scan => return cardinality::rows(scan),
        }
    }
}

/// Whether `node` is an aggregate that several threads can compute together.
fn is_parallel(node: &Node) -> bool {
    let Node::Aggregate(input, groups, aggregates, method) = node else { return false };
    if *method == GroupMethod::Stream {
        return false;
    }
    let values: Vec<&Expr> = groups
        .iter()
        .map(|(_, group)| group)
        .chain(aggregates.iter().filter_map(|(_, it)| it.argument.as_ref()))
        .collect();
    let has_few_groups = || {
        let counts = (cardinality::rows(node), cardinality::rows(input));
        !matches!(counts, (Some(groups), Some(rows)) if groups > 1.0 && groups * ROWS_OF_GROUP > rows)
    };
    aggregates.iter().all(|(_, aggregate)| can_merge(aggregate, !groups.is_empty()))
        && values.iter().all(|value| has_default_order(value) && is_value_safe(value))
        && is_parallel_input(input, &values)
        && has_few_groups()
}

/// Whether threads can share the rows of `node`, whose columns `values` use: it reads a table, and
/// may join the rows to tables of others, which one thread makes.
fn is_parallel_input(node: &Node, values: &[&Expr]) -> bool {
    let (mut used, mut scans, mut pending) = (Vec::new(), Vec::new(), vec![(node, true)]);
    values.iter().for_each(|value| of_expr(value, &[], &mut used));
    while let Some((node, is_shared)) = pending.pop() {
        match node {
            Node::Filter(input, condition) if is_condition_safe(condition) => {
                of_condition(condition, &[], &mut used);
                pending.push((input, is_shared));
            }
            Node::Compute(input, computed) if computed.iter().all(|(_, value)| is_value_safe(value)) => {
                computed.iter().for_each(|(_, value)| of_expr(value, &[], &mut used));
                pending.push((input, is_shared));
            }
            Node::Join(join) if is_shared_join(join) => {
                let (left, right) = join.method.keys();
                left.iter().chain(right).for_each(|key| of_expr(key, &[], &mut used));
                join.on.iter().for_each(|on| of_condition(on, &[], &mut used));
                pending.extend([(&join.left, is_shared), (&join.right, false)]);
            }
            Node::Scan(target) if if is_shared { can_share(target) } else { is_chunked(target) } => scans.push(target),
            _ => return false,
        }
    }
    scans.into_iter().all(|target| have_forms(target, &used))
}

/// Whether chunks are joined by a hash table that threads can share.
fn is_shared_join(join: &Join) -> bool {
    let (left, right) = join.method.keys();
    matches!((&join.method, join.kind), (JoinMethod::Hash(..), JoinKind::Inner | JoinKind::Left))
        && !join.keep
        && !left.is_empty()
        && left.iter().chain(right).all(is_value_safe)
        && join.on.as_ref().is_none_or(is_condition_safe)
}

/// Whether a scan returns chunks. A single row is found without one.
fn is_chunked(target: &ScanTarget) -> bool {
    let is_point = |seek: &Seek| {
        let index = target.table.indexes.iter().find(|index| index.id == seek.index);
        let is_full = |keys: usize| matches!(&seek.ranges[..], [only] if only.equal.len() == keys);
        index.is_some_and(|index| index.unique && is_full(index.keys.len()))
    };
    target.locator.is_none() && target.address.is_none() && !target.seek.as_ref().is_some_and(is_point)
}

/// Whether threads can share the rows of a scan: it reads a whole table or one range of an index,
/// without locks on rows.
fn can_share(target: &ScanTarget) -> bool {
    let LockHints { level, mode, read_past, no_wait, .. } = target.hints;
    let locks_no_rows = mode.is_none()
        && !read_past
        && !no_wait
        && !matches!(level, Some(HintedLevel::RepeatableRead | HintedLevel::Serializable));
    let is_one_range = |seek: &Seek| {
        let index = target.table.indexes.iter().find(|index| index.id == seek.index);
        let is_clustered = target.table.clustered().is_some_and(|clustered| clustered.id == seek.index);
        let is_full_key = |keys: usize| seek.ranges.iter().any(|range| range.equal.len() == keys);
        seek.ranges.len() == 1
            && (is_clustered || seek.covers)
            && index.is_some_and(|index| !is_full_key(index.keys.len()))
    };
    locks_no_rows && is_chunked(target) && !target.is_backward && target.seek.as_ref().is_none_or(is_one_range)
}

/// Whether all used columns of the table have a form in chunks.
fn have_forms(target: &ScanTarget, used: &[ColumnId]) -> bool {
    let mut columns = target.columns.iter().zip(&target.table.columns);
    columns.all(|(id, column)| !used.contains(id) || column_form(column.stored_type()).is_some())
}

/// Whether the states of an aggregate can be merged.
fn can_merge(aggregate: &Aggregate, has_groups: bool) -> bool {
    use AggregateKind::{Avg, Count, CountBig, Max, Min, Sum};
    matches!(aggregate.kind, Count | CountBig | Sum | Avg | Min | Max) && has_chunk_state(aggregate, has_groups)
}

fn has_form(expr: &Expr) -> bool {
    column_form(expr.data_type).is_some()
}

/// Whether a value that chunks compute is safe.
fn is_value_safe(expr: &Expr) -> bool {
    has_form(expr) && is_safe(expr, false)
}

/// Whether a thread other than the statement's can evaluate an expression. A part without columns
/// is evaluated by the statement's thread before, unless the register machine evaluates the whole
/// row by row (`by_rows`): then every part must depend on its operands alone.
fn is_safe(expr: &Expr, by_rows: bool) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Column(_) | ExprKind::Variable(_) => true,
        ExprKind::Subquery(_) | ExprKind::NextValue(_) | ExprKind::Invoke(..) | ExprKind::Global(_) => false,
        ExprKind::Chain(first, steps) => {
            let by_rows = by_rows || !operands(first, steps).all(has_form);
            operands(first, steps).all(|operand| is_safe(operand, by_rows))
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => {
            is_safe(operand, by_rows || uses_rows(expr, &[]))
        }
        ExprKind::Call(call) => {
            let is_known = call.function.deterministic || !by_rows && !uses_rows(expr, &[]);
            let by_rows = by_rows || !call.arguments.iter().all(has_form);
            is_known && !call.function.is_volatile() && call.arguments.iter().all(|argument| is_safe(argument, by_rows))
        }
        ExprKind::Case(branches, otherwise) => {
            let is_branch_safe = |(test, value): &(Condition, Expr)| is_condition_safe(test) && is_safe(value, by_rows);
            branches.iter().all(is_branch_safe) && otherwise.as_deref().is_none_or(|value| is_safe(value, by_rows))
        }
    }
}

fn is_condition_safe(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, left, right) => {
            let by_rows = !has_form(left) || !has_form(right);
            is_safe(left, by_rows) && is_safe(right, by_rows)
        }
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(is_condition_safe),
        Condition::IsNull(expr, _) => is_safe(expr, !has_form(expr)),
        Condition::Exists(..) => false,
    }
}

/// The number of rows from which several threads read the right rows of a join. Fewer are read
/// while a thread starts.
const GATHERED_MIN: f64 = 300.0;
/// The number of rows in a group from which several threads aggregate.
const ROWS_OF_GROUP: f64 = 8.0;
