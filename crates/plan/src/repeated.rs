//! Operators that a statement executes repeatedly: in a correlated subquery, on the right side of
//! an APPLY, or in a recursive member. Rows that are the same in every execution are kept in a hash
//! table.
//!
//! Only hash joins keep rows. A condition that equates a filter's rows with outer values becomes a
//! hash join of one outer row with those rows. Rows of a table function that meet other conditions
//! are kept by a join without keys, so that the function doesn't parse its argument again. The
//! executor keeps the rows only from the second execution on, so a subquery that runs once can
//! still stop at its first row.

use crate::columns::{of_condition, of_expr, outer};
use crate::expression::{ColumnId, Condition, Expr, ExprKind, operands};
use crate::fallible::cannot_fail;
use crate::physical::{Join, JoinKind, JoinMethod, Node, Rows};
use crate::statement::Subquery;
use sluice_types::Comparison;

/// Makes an EXISTS over rows that meet one of several conditions read the rows of each condition in
/// turn, so that an equality among them finds its rows by hash. A NOT IN with nullable sides has
/// the conditions `a = b`, `a IS NULL` and `b IS NULL`. A condition on one side alone needs one
/// row, which is kept.
pub(crate) fn split_alternatives(exists: &mut Node, subqueries: &[Subquery]) {
    let Node::Top(input, first) = exists else { return };
    let Node::Filter(source, Condition::Or(parts)) = &**input else { return };
    let columns = source.columns();
    let is_equality = |part: &&Condition| equated(part, &columns, subqueries).is_some();
    let (equal, tests): (Vec<_>, Vec<_>) = parts.iter().partition(is_equality);
    // The first row that isn't equal needs all rows of a table function, which may fail.
    let is_test =
        |part: &&Condition| matches!(part, Condition::IsNull(..)) && (calls_function(source) || cannot_fail(part));
    let mut used = vec![Vec::new(); tests.len()];
    tests.iter().zip(&mut used).for_each(|(part, used)| of_condition(part, subqueries, used));
    let is_of_one_side =
        |used: &Vec<ColumnId>| used.iter().all(|id| columns.contains(id) == columns.contains(&used[0]));
    if equal.is_empty()
        || !tests.iter().all(is_test)
        || !used.iter().all(is_of_one_side)
        || !is_same(source, subqueries)
    {
        return;
    }
    let filtered = |node: &Node, part: &Condition| Node::Filter(Box::new(node.clone()), part.clone());
    let mut nodes: Vec<Node> = equal.into_iter().map(|part| filtered(source, part)).collect();
    nodes.extend(tests.into_iter().zip(&used).map(|(part, used)| {
        let is_own = used.iter().all(|id| columns.contains(id));
        let (left, right) = match is_own {
            true => (Node::OneRow, filtered(source, part)),
            false => (filtered(&Node::OneRow, part), (**source).clone()),
        };
        let right = Node::Top(Box::new(right), first.clone());
        Node::Join(Box::new(Join::new(JoinKind::Inner, left, right, None)))
    }));
    let rows = nodes.into_iter().map(|node| Rows { node, values: Vec::new() });
    **input = Node::Union(Vec::new(), rows.collect());
}

/// Rewrites an operator that the statement executes once. Only the parts below it that run
/// repeatedly change.
pub(crate) fn once(node: Node, subqueries: &[Subquery]) -> Node {
    match node {
        Node::Join(mut join) if matches!(join.method, JoinMethod::Loop) => {
            join.left = once(join.left, subqueries);
            join.right = again(join.right, subqueries);
            Node::Join(join)
        }
        Node::Recursion(mut recursion) => {
            recursion.anchor.node = once(recursion.anchor.node, subqueries);
            for member in &mut recursion.members {
                let node = std::mem::replace(&mut member.rows.node, Node::OneRow);
                member.rows.node = again(node, subqueries);
            }
            Node::Recursion(recursion)
        }
        other => other.with_inputs(|input| once(input, subqueries)),
    }
}

/// Rewrites an operator that the statement executes repeatedly. Joins and filters whose rows are
/// the same each time become hash joins that keep their table.
pub(crate) fn again(node: Node, subqueries: &[Subquery]) -> Node {
    match node {
        Node::Filter(input, condition) if is_same(&input, subqueries) => looked_up(*input, condition, subqueries),
        Node::Join(join) => Node::Join(Box::new(again_joined(*join, subqueries))),
        other => other.with_inputs(|input| again(input, subqueries)),
    }
}

/// Rewrites a join in a repeated part. If one side is always the same, it becomes the right side
/// and is kept.
fn again_joined(mut join: Join, subqueries: &[Subquery]) -> Join {
    if let JoinMethod::Hash(left_keys, right_keys) = &mut join.method {
        let is_inner = join.kind == JoinKind::Inner;
        if is_inner && is_same(&join.left, subqueries) && !is_same(&join.right, subqueries) {
            std::mem::swap(&mut join.left, &mut join.right);
            std::mem::swap(left_keys, right_keys);
        }
        let may_keep = !matches!(join.kind, JoinKind::Full | JoinKind::NotIn);
        if may_keep && is_same(&join.right, subqueries) {
            join.keep = true;
            join.right = once(join.right, subqueries);
            join.left = again(join.left, subqueries);
            return join;
        }
    }
    join.left = again(join.left, subqueries);
    join.right = again(join.right, subqueries);
    join
}

/// Turns a filter over constant rows into a hash join with the outer values, as far as its
/// conditions are equalities.
fn looked_up(input: Node, condition: Condition, subqueries: &[Subquery]) -> Node {
    let columns = input.columns();
    let (mut parts, mut outers, mut owns) = (Vec::new(), Vec::new(), Vec::new());
    let (mut always, mut each) = (Vec::new(), Vec::new());
    condition.split_into(&mut parts);
    for part in parts {
        if let Some((own, around)) = equated(&part, &columns, subqueries) {
            owns.push(own);
            outers.push(around);
            continue;
        }
        let mut used = Vec::new();
        of_condition(&part, subqueries, &mut used);
        if used.iter().all(|id| columns.contains(id)) { always.push(part) } else { each.push(part) }
    }
    let is_called = calls_function(&input);
    let mut input = once(input, subqueries);
    if let Some(always) = Condition::all_of(always) {
        input = Node::Filter(Box::new(input), always);
    }
    let on = Condition::all_of(each);
    match (outers.is_empty(), on) {
        (true, None) => input,
        (true, Some(on)) if !is_called => Node::Filter(Box::new(input), on),
        (_, on) => Node::Join(Box::new(Join {
            method: JoinMethod::Hash(outers, owns),
            keep: true,
            ..Join::new(JoinKind::Inner, Node::OneRow, input, on)
        })),
    }
}

/// Returns the sides of an equality between a value of `columns` and a value without them.
fn equated(condition: &Condition, columns: &[ColumnId], subqueries: &[Subquery]) -> Option<(Expr, Expr)> {
    let Condition::Compare(Comparison::Equal, one, other) = condition else { return None };
    let used = |expr: &Expr| {
        let mut used = Vec::new();
        of_expr(expr, subqueries, &mut used);
        used
    };
    let (of_one, of_other) = (used(one), used(other));
    let is_own = |used: &[ColumnId]| !used.is_empty() && used.iter().all(|id| columns.contains(id));
    let is_around = |used: &[ColumnId]| !used.is_empty() && !used.iter().any(|id| columns.contains(id));
    if is_own(&of_one) && is_around(&of_other) {
        return Some((one.clone(), other.clone()));
    }
    (is_own(&of_other) && is_around(&of_one)).then(|| (other.clone(), one.clone()))
}

/// Whether the rows are the same in every execution, and come from stored data or a table function.
fn is_same(node: &Node, subqueries: &[Subquery]) -> bool {
    reads_rows(node) && outer(node, subqueries).is_empty() && !is_volatile(node)
}

fn reads_rows(node: &Node) -> bool {
    matches!(node, Node::Scan(_) | Node::View(_)) || calls_function(node) || node.inputs().into_iter().any(reads_rows)
}

/// Whether the operator or an operator below it calls a table function.
fn calls_function(node: &Node) -> bool {
    matches!(node, Node::Call(_) | Node::Invoke(_)) || node.inputs().into_iter().any(calls_function)
}

/// Whether the operators compute values that can differ between executions. Such as NEWID() in an
/// expression. Conditions of filters aren't looked at.
pub(crate) fn is_volatile(node: &Node) -> bool {
    let computes = match node {
        Node::Compute(_, computed) => computed.iter().any(|(_, value)| is_drawn(value)),
        Node::Values(_, rows) => rows.iter().flatten().any(is_drawn),
        Node::Union(_, inputs) => inputs.iter().flat_map(|input| &input.values).any(is_drawn),
        Node::Serialize(serialization) => serialization.rows.values.iter().any(is_drawn),
        Node::Call(call) => call.arguments.iter().any(is_drawn),
        Node::Invoke(call) => call.arguments.iter().any(is_drawn),
        // Including the order of a sort by NEWID() or similar.
        Node::Sort(_, keys) => keys.iter().any(|key| is_drawn(&key.expr)),
        _ => false,
    };
    computes || node.inputs().into_iter().any(is_volatile)
}

fn is_drawn(expr: &Expr) -> bool {
    match &expr.kind {
        // Other functions without fixed results, such as DB_NAME, keep theirs during a statement.
        ExprKind::Call(call) => call.function.is_volatile() || call.arguments.iter().any(is_drawn),
        ExprKind::Chain(first, steps) => operands(first, steps).any(is_drawn),
        ExprKind::Unary(_, operand) | ExprKind::Convert { input: operand, .. } => is_drawn(operand),
        ExprKind::Case(branches, otherwise) => {
            branches.iter().any(|(_, result)| is_drawn(result)) || otherwise.as_deref().is_some_and(is_drawn)
        }
        // A user function can read changing data and the time.
        ExprKind::NextValue(_) | ExprKind::Invoke(..) => true,
        ExprKind::Constant(_)
        | ExprKind::Variable(_)
        | ExprKind::Global(_)
        | ExprKind::Column(_)
        | ExprKind::Subquery(_) => false,
    }
}
