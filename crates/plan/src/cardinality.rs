//! Cardinality estimates: how many rows an operator returns, from row counts and statistics.
//!
//! Estimates may only affect the choice between plans with equal results. A table without a known
//! row count has no estimate, and neither has any operator above it. Without statistics the guesses
//! below apply. Several conditions keep more rows than the product of their selectivities, because
//! conditions are seldom independent
//! (`relational-databases/performance/cardinality-estimation-sql-server`).

use crate::expression::{ColumnId, Condition, Expr, ExprKind};
use crate::physical::{Join, JoinKind, Node, ScanTarget, Seek, SeekBound, SeekRange, ViewSeek, ViewTarget};
use crate::plain_joins::{SourceColumns, gather, is_plain};
use sluice_catalog::{Measured, RowsGuess, Table};
use sluice_types::convert::convert;
use sluice_types::{Comparison, DataType, Value};

/// A column of a table, and the table's row count. `place` is the position of the column.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'t> {
    table: &'t Table,
    place: usize,
    rows: f64,
}

/// Estimates the number of rows of an operator. Returns `None` if unknown. A TOP limits them, a
/// filter takes its selectivity, a join the estimate of its condition. Other operators pass on
/// those of their input.
pub fn rows(node: &Node) -> Option<f64> {
    Some(match node {
        Node::OneRow | Node::Current(_) | Node::Serialize(_) => 1.0,
        Node::Values(_, rows) => rows.len() as f64,
        Node::Scan(target) => of_scan(target)?,
        Node::Filter(input, condition) => rows_with(input, condition.conjuncts())?,
        Node::Top(input, top) => match (&top.count.kind, rows(input)) {
            (ExprKind::Constant(count), below) if !top.percent => {
                let count = count.as_i64()? as f64;
                below.map_or(count, |below| below.min(count))
            }
            (_, below) => below?,
        },
        Node::Aggregate(input, groups, ..) => groups_of(input, groups)?,
        Node::Union(_, inputs) => inputs.iter().map(|input| rows(&input.node)).sum::<Option<f64>>()?,
        Node::Join(join) if is_plain(join) => of_plain_joins(join, &[])?,
        Node::Join(join) => of_join(join)?,
        Node::View(target) => of_view(target)?,
        _ => rows(node.passage()?.1)?,
    })
}

/// Estimates the number of groups of an operator's rows. Each key multiplies them by its distinct
/// values, up to the rows: keys beyond that aren't looked up.
fn groups_of(input: &Node, keys: &[(ColumnId, Expr)]) -> Option<f64> {
    let below = rows(input)?.max(1.0);
    let mut groups = 1.0;
    for (_, key) in keys {
        if groups >= below {
            return Some(below);
        }
        groups *= distinct_of(input, key).unwrap_or_else(|| below.sqrt());
    }
    Some(groups.min(below))
}

/// Estimates the number of an operator's rows for which all conditions hold. `None` if the number
/// of its rows is unknown.
pub fn rows_with(node: &Node, conditions: &[Condition]) -> Option<f64> {
    match node {
        Node::Join(join) if is_plain(join) => of_plain_joins(join, conditions),
        _ => {
            let shares = conditions.iter().map(|condition| selectivity(node, condition));
            Some(rows(node)? * together(shares.collect()))
        }
    }
}

/// Estimates the number of rows that a scan reads. `None` if the table's row count is unknown.
pub fn of_scan(target: &ScanTarget) -> Option<f64> {
    let all = target.rows? as f64;
    Some(target.seek.as_ref().map_or(all, |seek| all * of_seek(&target.table, all, seek)))
}

/// Estimates the number of rows that a system view returns for its seeks. Without usable seeks it's
/// all rows; the smallest estimate counts. `None` if the view's size is unknown.
pub(crate) fn of_view(target: &ViewTarget) -> Option<f64> {
    let all = target.rows? as f64;
    let RowsGuess::EachObject(each) = target.def.reach.rows else { return Some(all) };
    let of_seek = |seek: &ViewSeek| match seek.ranges.iter().any(|range| range.like.is_some()) {
        true => all * GUESS_NAMES,
        false => f64::from(each) * seek.ranges.len() as f64,
    };
    Some(target.seeks.iter().map(of_seek).fold(all, f64::min))
}

/// Estimates the share of a table's rows that a seek finds. Between 0 and 1. A unique key gives one
/// row, other values the statistics or guesses. Several ranges add up to at most 1.
pub(crate) fn of_seek(table: &Table, rows: f64, seek: &Seek) -> f64 {
    let Some(index) = table.indexes.iter().find(|index| index.id == seek.index) else { return 1.0 };
    let subject = |key: usize| Some(Subject { table, place: index.keys.get(key)?.column, rows });
    let of_range = |range: &SeekRange| {
        if index.unique && range.equal.len() == index.keys.len() {
            return 1.0 / rows.max(1.0);
        }
        let equal = range.equal.iter().enumerate();
        let mut parts: Vec<f64> = equal.filter_map(|(key, value)| Some(subject(key)?.equal(value))).collect();
        let next = subject(range.equal.len());
        let of_bound = |bound: &SeekBound, comparison, inclusive| {
            Some(next?.compared(if bound.is_inclusive { inclusive } else { comparison }, &bound.value))
        };
        let from = range.from.as_ref();
        let from = from.and_then(|bound| of_bound(bound, Comparison::Greater, Comparison::GreaterOrEqual));
        let to = range.to.as_ref();
        let to = to.and_then(|bound| of_bound(bound, Comparison::Less, Comparison::LessOrEqual));
        parts.extend(match (from, to) {
            (Some(from), Some(to)) => Some(between(from, to)),
            (from, to) => from.or(to),
        });
        together(parts)
    };
    let filtered = if index.filter.is_some() { GUESS_FILTER } else { 1.0 };
    filtered * seek.ranges.iter().map(of_range).sum::<f64>().min(1.0)
}

/// Combines the shares above a lower and below an upper bound.
fn between(from: f64, to: f64) -> f64 {
    (from + to - 1.0).max(from * to * LEAST_OF_A_RANGE)
}

/// Estimates the number of rows of plain joins, whose conditions aren't pushed down yet. Conditions
/// on one source, and equalities between two, are combined with each other only.
fn of_plain_joins(join: &Join, conditions: &[Condition]) -> Option<f64> {
    let mut conditions = conditions.to_vec();
    let mut leaves = Vec::new();
    gather(join, &mut leaves, &mut conditions);
    let columns = SourceColumns::new(&leaves);
    // The shares that the conditions keep, by the positions of their sources.
    let mut shares: Vec<(Vec<usize>, Vec<f64>)> = Vec::new();
    let mut sizes = Vec::with_capacity(leaves.len());
    for leaf in &leaves {
        sizes.push(rows(leaf)?);
    }
    for condition in &conditions {
        let of = columns.sources_of(&compared_columns(condition));
        let share = match (condition, &of[..]) {
            (Condition::Compare(Comparison::Equal, left, right), &[one, other]) => {
                let side = |place: usize| {
                    let is_left = column_of(left).is_some_and(|id| columns.source_of(id) == Some(place));
                    (leaves[place], if is_left { left } else { right }, sizes[place])
                };
                of_equation(side(one), side(other))
            }
            (_, &[only]) => selectivity(leaves[only], condition),
            _ => selectivity(&join.left, condition),
        };
        match shares.iter_mut().find(|(sources, _)| *sources == of) {
            Some((_, known)) => known.push(share),
            None => shares.push((of, vec![share])),
        }
    }
    let kept: f64 = shares.into_iter().map(|(_, shares)| together(shares)).product();
    Some((sizes.into_iter().product::<f64>() * kept).max(1.0))
}

/// Returns the columns that the condition compares, possibly converted.
fn compared_columns(condition: &Condition) -> Vec<ColumnId> {
    match condition {
        Condition::Compare(_, left, right) => column_of(left).into_iter().chain(column_of(right)).collect(),
        Condition::IsNull(expr, _) => column_of(expr).into_iter().collect(),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().flat_map(compared_columns).collect(),
        Condition::Exists(..) => Vec::new(),
    }
}

fn of_join(join: &Join) -> Option<f64> {
    let (left, right) = (rows(&join.left)?, rows(&join.right)?);
    let (left_keys, right_keys) = join.method.keys();
    let of_pair = |(one, other)| of_equation((&join.left, one, left), (&join.right, other, right));
    let unique = || of_unique_key(&join.right, right_keys).or_else(|| of_unique_key(&join.left, left_keys));
    let mut parts: Vec<f64> = match left_keys.len() {
        0 | 1 => left_keys.iter().zip(right_keys).map(of_pair).collect(),
        _ => unique().map_or_else(|| left_keys.iter().zip(right_keys).map(of_pair).collect(), |share| vec![share]),
    };
    if let Some(on) = &join.on {
        let mut conditions = Vec::new();
        on.clone().split_into(&mut conditions);
        parts.extend(conditions.iter().map(|condition| of_condition_between(condition, join, (left, right))));
    }
    let pairs = left * right * together(parts);
    Some(match join.kind {
        JoinKind::Inner => pairs,
        JoinKind::Left => pairs.max(left),
        JoinKind::Full => pairs.max(left).max(right),
        // The chance of a partner is at most the average number of partners.
        JoinKind::Semi => pairs.min(left),
        JoinKind::Anti | JoinKind::NotIn => (left - pairs).max(left * LEAST_OF_ANTI),
    })
}

/// Estimates the share of all pairs with equal keys if the keys have all columns of a unique key of
/// one side's table: each row of the other side has one partner in the table.
fn of_unique_key(node: &Node, keys: &[Expr]) -> Option<f64> {
    let Node::Scan(target) = node else {
        return node.inputs().into_iter().find_map(|input| of_unique_key(input, keys));
    };
    let has = |place: usize| keys.iter().any(|key| column_of(key) == Some(target.columns[place]));
    let mut indexes = target.table.indexes.iter().filter(|index| index.unique && index.filter.is_none());
    let is_key = indexes.any(|index| index.keys.iter().all(|key| has(key.column)));
    is_key.then_some(1.0 / (target.rows? as f64).max(1.0))
}

fn of_condition_between(condition: &Condition, join: &Join, (left, right): (f64, f64)) -> f64 {
    let equal = |one, other| {
        of_equation((&join.left, one, left), (&join.right, other, right))
            .min(of_equation((&join.right, one, right), (&join.left, other, left)))
    };
    match condition {
        Condition::Compare(Comparison::Equal, one, other) => equal(one, other),
        Condition::Compare(Comparison::NotEqual, one, other) => 1.0 - equal(one, other),
        _ => GUESS_RANGE,
    }
}

/// Estimates the share of all pairs with equal values. Each distinct value of the table with fewer
/// values is assumed to occur in the other table, before conditions on their rows (base
/// containment, as of compatibility level 120).
pub(crate) fn of_equation(one: (&Node, &Expr, f64), other: (&Node, &Expr, f64)) -> f64 {
    let values = |(node, expr, rows): (&Node, &Expr, f64)| {
        distinct_of(node, expr).unwrap_or_else(|| rows.powf(0.75).min(rows)).max(1.0)
    };
    1.0 / values(one).max(values(other))
}

/// Returns the number of distinct values of an expression that is a table column.
fn distinct_of(node: &Node, expr: &Expr) -> Option<f64> {
    Some(subject_of(node, column_of(expr)?)?.distinct())
}

/// Estimates the share of an operator's rows that a condition keeps. Between 0 and 1, from
/// statistics where a side is a column and the other a constant, otherwise from guesses.
pub(crate) fn selectivity(node: &Node, condition: &Condition) -> f64 {
    match condition {
        Condition::Compare(comparison, left, right) => of_comparison(node, *comparison, left, right),
        Condition::And(parts) => together(parts.iter().map(|part| selectivity(node, part)).collect()),
        Condition::Or(parts) => 1.0 - parts.iter().map(|part| 1.0 - selectivity(node, part)).product::<f64>(),
        Condition::IsNull(expr, negated) => {
            let null =
                column_of(expr).and_then(|id| subject_of(node, id)).map_or(GUESS_EQUAL, |subject| subject.null());
            if *negated { 1.0 - null } else { null }
        }
        Condition::Exists(..) => GUESS_EXISTS,
    }
}

fn of_comparison(node: &Node, comparison: Comparison, left: &Expr, right: &Expr) -> f64 {
    let subject = |expr: &Expr| column_of(expr).and_then(|id| subject_of(node, id));
    match (subject(left), subject(right)) {
        (Some(one), Some(other)) => {
            let equal = 1.0 / one.distinct().max(other.distinct());
            match comparison {
                Comparison::Equal => equal,
                Comparison::NotEqual => 1.0 - equal,
                _ => GUESS_RANGE,
            }
        }
        (Some(subject), None) => subject.compared(comparison, right),
        (None, Some(subject)) => subject.compared(comparison.mirrored(), left),
        (None, None) => match comparison {
            Comparison::Equal => GUESS_EQUAL,
            Comparison::NotEqual => 1.0 - GUESS_EQUAL,
            _ => GUESS_RANGE,
        },
    }
}

/// Combines selectivities with exponential backoff: exponents 1, 1/2, 1/4 and 1/8, most selective
/// first. Further conditions don't count.
pub(crate) fn together(mut parts: Vec<f64>) -> f64 {
    parts.sort_by(f64::total_cmp);
    let exponents = [1.0, 0.5, 0.25, 0.125];
    parts.iter().zip(exponents).map(|(part, exponent)| part.clamp(0.0, 1.0).powf(exponent)).product()
}

/// Returns the column that an expression is, possibly converted to another type.
fn column_of(expr: &Expr) -> Option<ColumnId> {
    match &expr.kind {
        ExprKind::Column(id) => Some(*id),
        ExprKind::Convert { input, style: None, .. } => input.as_column(),
        _ => None,
    }
}

/// Finds the table column whose values a column has, among the tables at most [`SUBJECT_LEVELS`]
/// below an operator. Follows groups and computed columns that are columns themselves.
fn subject_of(node: &Node, id: ColumnId) -> Option<Subject<'_>> {
    subject_within(SUBJECT_LEVELS, node, id)
}

fn subject_within(levels: usize, node: &Node, id: ColumnId) -> Option<Subject<'_>> {
    let below = levels.checked_sub(1)?;
    let named = match node {
        Node::Scan(target) => {
            let place = target.columns.iter().position(|column| *column == id)?;
            return Some(Subject { table: &target.table, place, rows: target.rows? as f64 });
        }
        Node::Aggregate(_, named, ..) | Node::Compute(_, named) => named,
        _ => &Vec::new(),
    };
    let id = match named.iter().find(|(own, _)| *own == id) {
        Some((_, value)) => column_of(value)?,
        None => id,
    };
    node.inputs().into_iter().find_map(|input| subject_within(below, input, id))
}

/// The greatest number of operators between one that is estimated and the table of its column.
/// Every operator asks for its columns, so that an unbounded search would take the square of the
/// plan's height.
const SUBJECT_LEVELS: usize = 50;

impl Subject<'_> {
    fn measured(&self) -> Option<&Measured> {
        self.table.measured(self.table.columns[self.place].id)
    }

    /// Returns the number of distinct values.
    fn distinct(&self) -> f64 {
        let is_key = |index: &sluice_catalog::Index| {
            index.unique && matches!(&index.keys[..], [key] if key.column == self.place)
        };
        if self.table.indexes.iter().any(is_key) {
            return self.rows.max(1.0);
        }
        let found = self.measured().map_or_else(|| self.rows.powf(0.75), Measured::distinct);
        found.min(self.rows).max(1.0)
    }

    fn null(&self) -> f64 {
        if !self.table.columns[self.place].nullable {
            return 0.0;
        }
        self.measured().map_or(GUESS_EQUAL, |measured| measured.histogram.null_rows() / (measured.rows as f64).max(1.0))
    }

    fn equal(&self, value: &Expr) -> f64 {
        self.compared(Comparison::Equal, value)
    }

    /// Estimates the share of rows for which the comparison with `value` holds.
    fn compared(&self, comparison: Comparison, value: &Expr) -> f64 {
        let one = 1.0 / self.distinct();
        let Some((measured, constant)) = self.measured().zip(self.constant(value)) else {
            return match comparison {
                Comparison::Equal => one,
                Comparison::NotEqual => 1.0 - one,
                _ => GUESS_RANGE,
            };
        };
        if constant.is_null() {
            return 0.0;
        }
        let (all, histogram) = ((measured.rows as f64).max(1.0), &measured.histogram);
        let (below, equal) = (histogram.below(&constant) / all, histogram.equal(&constant) / all);
        let not_null = 1.0 - histogram.null_rows() / all;
        // Rows inserted since the statistics are missing in the histogram, so no estimate is zero.
        let least = 1.0 / self.rows.max(1.0);
        match comparison {
            Comparison::Equal => equal,
            Comparison::NotEqual => not_null - equal,
            Comparison::Less => below,
            Comparison::LessOrEqual => below + equal,
            Comparison::Greater => not_null - below - equal,
            Comparison::GreaterOrEqual => not_null - below,
        }
        .clamp(least.min(1.0), 1.0)
    }

    /// Returns the value converted to the column's type, if the value is a constant.
    fn constant(&self, value: &Expr) -> Option<Value> {
        // A date string is estimated with the default date order, although the session's may
        // differ.
        let value = match &value.kind {
            ExprKind::Convert { input, style: None, .. } => input,
            _ => value,
        };
        let ExprKind::Constant(constant) = &value.kind else { return None };
        let to: DataType = self.table.columns[self.place].data_type;
        let constant =
            if value.data_type == to { constant.clone() } else { convert(constant, &value.data_type, &to).ok()? };
        let known = self.measured()?.histogram.steps.last().map(|step| &step.high)?;
        let is_same = constant.is_null() || std::mem::discriminant(known) == std::mem::discriminant(&constant);
        is_same.then_some(constant)
    }
}

/// Selectivity of an equality without statistics.
const GUESS_EQUAL: f64 = 0.1;
/// Selectivity of an inequality without statistics: 30 percent, as in SQL Server.
const GUESS_RANGE: f64 = 0.3;
/// The share of the table's rows in a filtered index.
const GUESS_FILTER: f64 = 0.1;
/// The share of a system view's rows whose objects have names of a LIKE pattern.
const GUESS_NAMES: f64 = 0.05;
/// The minimum share of left rows without a partner.
const LEAST_OF_ANTI: f64 = 0.1;
/// Selectivity of EXISTS.
const GUESS_EXISTS: f64 = 0.5;
/// The minimum share that two bounds keep, relative to the product of their shares.
const LEAST_OF_A_RANGE: f64 = 0.1;
