//! Index nested loops joins: joins that seek the partners of each outer row in an index of the
//! inner side.
//!
//! An outer side with a small guaranteed row count seeks ([`is_small`]). So does an outer side for
//! which seeking is estimated to be cheaper ([`pays`]). Without an estimate, both sides are read
//! once and joined by hash. Join hints take precedence.

use super::choice::cost_of_seek;
use super::row_bytes;
use crate::cardinality;
use crate::columns::of_expr;
use crate::cost;
use crate::expression::{ColumnId, Expr, ExprKind};
use crate::physical::{JoinKind, Node, PathMethod, ScanTarget, SeekRange};
use crate::repeated::is_volatile;
use crate::statement::Subquery;
use sluice_catalog::RowsGuess;

/// Whether the inner side can be sought for each outer row: it reads a table with an index or a
/// system view that finds objects, and has no volatile values. Joins of several tables must be
/// shallow, since trying to seek them costs the time to plan them.
pub(crate) fn may_be_sought(inner: &Node) -> bool {
    let has_path = match table_of(inner) {
        Some(target) => !target.table.indexes.is_empty(),
        None => any_path(inner, &mut |node| match node {
            Node::View(target) => target.def.reach.is_by_object(),
            Node::Scan(target) => !target.table.indexes.is_empty() && is_shallow(inner),
            _ => false,
        }),
    };
    has_path && !is_volatile(inner)
}

/// Whether the right sides of all joins are single sources.
fn is_shallow(node: &Node) -> bool {
    match node {
        Node::Join(join) => is_single(&join.right) && is_shallow(&join.left),
        _ => node.inputs().into_iter().all(is_shallow),
    }
}

/// Whether the side is a single source, so that trying to seek it costs little.
pub(crate) fn is_single(node: &Node) -> bool {
    match node {
        Node::Scan(_) | Node::View(_) | Node::Union(..) => true,
        Node::Filter(input, _) | Node::Compute(input, _) => is_single(input),
        _ => false,
    }
}

/// Whether `is_path` holds for a source that limits the operator's rows: for the source of each
/// input of a union, and for a source of a join.
fn any_path(node: &Node, is_path: &mut dyn FnMut(&Node) -> bool) -> bool {
    match node {
        Node::Scan(_) | Node::View(_) => is_path(node),
        Node::Filter(input, _) | Node::Compute(input, _) => any_path(input, is_path),
        Node::Aggregate(input, groups, ..) if !groups.is_empty() => any_path(input, is_path),
        Node::Union(_, inputs) => inputs.iter().all(|input| any_path(&input.node, is_path)),
        Node::Join(join) if join.kind == JoinKind::Full => false,
        Node::Join(join) => {
            any_path(&join.left, is_path) || join.kind == JoinKind::Inner && any_path(&join.right, is_path)
        }
        _ => false,
    }
}

/// Whether the inner table has a FORCESEEK hint.
pub(crate) fn is_to_be_sought(inner: &Node) -> bool {
    table_of(inner).is_some_and(|target| target.hint.methods.contains(&PathMethod::Seek))
}

/// Whether `inner`, with the join's conditions pushed into it, seeks by values of the outer side's
/// columns. Every range of the seek must use such a value. Looks through filters and other
/// operators above the scan.
pub(crate) fn is_sought(inner: &Node, outer: &[ColumnId], subqueries: &[Subquery]) -> bool {
    let uses_outer = |value: &Expr| {
        let mut used = Vec::new();
        of_expr(value, subqueries, &mut used);
        used.iter().any(|id| outer.contains(id))
    };
    let is_by_outer = |ranges: &[SeekRange]| ranges.iter().all(|range| range.equal.iter().any(uses_outer));
    any_path(inner, &mut |node| match node {
        Node::Scan(target) => target.seek.as_ref().is_some_and(|seek| is_by_outer(&seek.ranges)),
        Node::View(target) => target.seeks.iter().any(|seek| is_by_outer(&seek.ranges)),
        _ => false,
    })
}

/// Whether the operator's maximum row count is so small that seeking is cheaper than reading the
/// other side.
pub(crate) fn is_small(outer: &Node) -> bool {
    rows_max(outer).is_some_and(|rows| rows <= SMALL)
}

/// Whether seeking for each outer row is cheaper than reading both sides once. `inner` is the inner
/// side with its seek. Without an estimate this holds only for a small outer side.
pub(crate) fn pays(outer: &Node, inner: &Node) -> bool {
    is_small(outer) || known_costs(outer, inner).is_some_and(|(seeks, once)| seeks * CERTAIN < once)
}

/// Returns the cost of seeking for each outer row, and the cost of reading both sides once.
fn known_costs(outer: &Node, inner: &Node) -> Option<(f64, f64)> {
    let Some(target) = table_of(inner) else {
        return if reads_table(inner) { costs_of_tables(outer, inner) } else { costs_of_views(outer, inner) };
    };
    let (all, seek) = (target.rows? as f64, target.seek.as_ref()?);
    let outer = cardinality::rows(outer)?;
    let found = all * cardinality::of_seek(&target.table, all, seek);
    let index = target.table.indexes.iter().find(|index| index.id == seek.index)?;
    let looks_up = !seek.covers && !index.is_clustered();
    let bytes = row_bytes(&target.table) as f64;
    let pairs = outer * found;
    let each = cost::of_seek(cost_of_seek(&target.table, seek, (found, bytes), looks_up));
    let seeks = cost::of_loop_join(outer, each, pairs);
    let once = cost::of_scan(all, bytes) + cost::of_hash_join(all.min(outer), all.max(outer), pairs);
    Some((seeks, once))
}

fn reads_table(node: &Node) -> bool {
    matches!(node, Node::Scan(_)) || node.inputs().into_iter().any(reads_table)
}

/// Like [`known_costs`], for an inner side that joins or groups the rows of tables. A table that
/// isn't sought has the same rows for each outer row, which are kept.
fn costs_of_tables(outer: &Node, inner: &Node) -> Option<(f64, f64)> {
    let (outer, found) = (cardinality::rows(outer)?, cardinality::rows(inner)?);
    let (mut each, mut once, mut times, mut groups) = (0.0, 0.0, 1.0, 0.0);
    let mut sources = vec![inner];
    while let Some(node) = sources.pop() {
        sources.extend(node.inputs().into_iter().rev());
        let Node::Scan(target) = node else { continue };
        let (all, bytes) = (target.rows? as f64, row_bytes(&target.table) as f64);
        let whole = cost::of_scan(all, bytes) + cost::of_hash_join(0.0, all, 0.0);
        once += whole;
        groups = all.max(groups);
        match &target.seek {
            Some(seek) if !seek.is_whole() => {
                let index = target.table.indexes.iter().find(|index| index.id == seek.index)?;
                let rows = all * cardinality::of_seek(&target.table, all, seek);
                let looks_up = !seek.covers && !index.is_clustered();
                each += times * cost::of_seek(cost_of_seek(&target.table, seek, (rows, bytes), looks_up));
                times *= rows.max(1.0);
            }
            _ => each += times * cost::of_kept_rows() + whole / outer.max(1.0),
        }
    }
    let pairs = outer * found;
    let seeks = cost::of_loop_join(outer, each, pairs);
    Some((seeks, once + cost::of_hash_join(outer.min(groups), outer.max(groups), pairs)))
}

/// Like [`known_costs`], for an inner side that reads system views.
fn costs_of_views(outer: &Node, inner: &Node) -> Option<(f64, f64)> {
    let (outer, mut each, mut once, mut found) = (cardinality::rows(outer)?, 0.0, 0.0, 1.0);
    let mut sources = vec![inner];
    while let Some(node) = sources.pop() {
        sources.extend(node.inputs());
        let Node::View(target) = node else { continue };
        let all = target.rows? as f64;
        once += cost::of_view(all);
        let of_object = match target.def.reach.rows {
            RowsGuess::EachObject(rows) => f64::from(rows),
            _ => all,
        };
        if target.seeks.is_empty() {
            // The rows are the same for each outer row and are kept.
            each += cost::of_loop_join(1.0, 0.0, 1.0);
            continue;
        }
        // Names are compared with the names of all objects.
        let is_by_id = target.seeks.iter().any(|seek| target.def.reach.name != Some(seek.column));
        each += cost::of_view(of_object) + if is_by_id { 0.0 } else { cost::of_names(all / of_object) };
        found *= of_object;
    }
    let pairs = outer * found;
    let seeks = cost::of_loop_join(outer, each, pairs);
    Some((seeks, once + cost::of_hash_join(found, outer, pairs)))
}

/// Whether a hash join over exchanged sides keeps fewer rows, and enough of them to matter.
pub(crate) fn keeps_less_turned(left: &Node, right: &Node) -> bool {
    let (Some(left), Some(right)) = (cardinality::rows(left), cardinality::rows(right)) else { return false };
    right >= WORTH_TURNING && left < right
}

/// Whether a semi-join keeps far fewer rows if it keeps its left rows.
pub(crate) fn keeps_less_of_left(left: &Node, right: &Node) -> bool {
    let (Some(left), Some(right)) = (cardinality::rows(left), cardinality::rows(right)) else { return false };
    left * 2.0 < right
}

/// Returns the table read by an operator that adds no rows to it.
fn table_of(node: &Node) -> Option<&ScanTarget> {
    match node {
        Node::Scan(target) => Some(target),
        Node::Filter(input, _) | Node::Compute(input, _) => table_of(input),
        _ => None,
    }
}

/// Returns the maximum number of rows of an operator, if it is bounded.
fn rows_max(node: &Node) -> Option<u64> {
    match node {
        Node::OneRow | Node::Current(_) | Node::Serialize(_) => Some(1),
        Node::Values(_, rows) => Some(rows.len() as u64),
        Node::Aggregate(_, groups, ..) if groups.is_empty() => Some(1),
        Node::Scan(target) => rows_of_table(target),
        Node::Aggregate(input, ..) => rows_max(input),
        Node::Top(input, top) => {
            let count = match &top.count.kind {
                ExprKind::Constant(count) if !top.percent && top.ties.is_none() => count.as_i64(),
                _ => None,
            };
            let count = count.and_then(|count| u64::try_from(count).ok());
            count.into_iter().chain(rows_max(input)).min()
        }
        Node::Union(_, inputs) => inputs.iter().map(|input| rows_max(&input.node)).sum(),
        Node::Join(join) if join.kind != JoinKind::Full => {
            // A left row without a partner is also returned.
            if !join.kind.returns_right() {
                return rows_max(&join.left);
            }
            let partners = rows_max(&join.right)?.max(u64::from(join.kind == JoinKind::Left));
            rows_max(&join.left)?.checked_mul(partners)
        }
        _ => rows_max(node.passage()?.1),
    }
}

/// Returns the number of ranges for a seek with whole keys of a unique index. A table variable is
/// assumed to be small, as in SQL Server.
fn rows_of_table(target: &ScanTarget) -> Option<u64> {
    if target.table.is_variable() {
        return Some(SMALL);
    }
    let seek = target.seek.as_ref()?;
    let index = target.table.indexes.iter().find(|index| index.id == seek.index)?;
    let is_whole = index.unique && seek.ranges.iter().all(|range| range.equal.len() == index.keys.len());
    is_whole.then_some(seek.ranges.len() as u64)
}

/// The factor by which an estimate must win.
const CERTAIN: f64 = 1.5;
/// Below this number of rows the sides stay in written order.
const WORTH_TURNING: f64 = 1_000.0;
/// The maximum number of outer rows that always seek.
const SMALL: u64 = 100;
