//! How a table's rows are found: by a seek in an index, where conditions on the first columns of its key say which part of it.
//!
//! There are no statistics yet; rules choose: a unique index whose whole key is equated first, then the longest equated prefix of a key, then a range
//! of the next column, the clustered index before others. What a seek answers exactly is asked of no row again. The other side of a condition
//! may be anything that is the same for all rows of the table: it is evaluated when the seek begins.

use crate::aggregate::{Aggregate, AggregateKind};
use crate::columns::of_expr;
use crate::expression::{ColumnId, Condition, Expr, ExprKind};
use crate::physical::{Node, ScanTarget, Seek, SeekBound, Top};
use crate::runtime_constant::is_volatile;
use crate::sort_key::SortKey;
use crate::statement::Subquery;
use sluice_catalog::{Index, Table};
use sluice_types::convert::convert;
use sluice_types::{Comparison, DataType, Length, RowLayout, Value};

/// A condition that an index may answer: how a column compares with a value.
struct Sargable {
    /// Which of the conditions it is.
    condition: usize,
    /// The column's place in the table.
    column: usize,
    comparison: Comparison,
    value: Expr,
}

/// How well an index answers conditions: greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    is_one_row: bool,
    equal: usize,
    bounds: usize,
}

/// The seek that answers most of the conditions on a table's rows, whose columns are `columns`, if there is one; and which of the conditions it answers.
pub(crate) fn choose(
    table: &Table,
    columns: &[ColumnId],
    conditions: &[Condition],
    subqueries: &[Subquery],
) -> Option<(Seek, Vec<usize>)> {
    if table.indexes.is_empty() {
        return None;
    }
    let sargable: Vec<Sargable> = conditions
        .iter()
        .enumerate()
        .filter_map(|(number, condition)| sargable(number, condition, table, columns, subqueries))
        .collect();
    let mut best: Option<(Merit, Seek, Vec<usize>)> = None;
    for index in &table.indexes {
        let (merit, seek, answered) = seek_in(index, &sargable);
        let is_better = best.as_ref().is_none_or(|(other, ..)| merit > *other);
        if merit.equal + merit.bounds > 0 && is_better {
            best = Some((merit, seek, answered));
        }
    }
    best.map(|(_, seek, answered)| (seek, answered))
}

/// Gives a scan the best seek for the conditions over it, and takes away those that it answers.
pub(crate) fn seek(target: &mut ScanTarget, conditions: &mut Vec<Condition>, subqueries: &[Subquery]) {
    if let Some((seek, answered)) = choose(&target.table, &target.columns, conditions, subqueries) {
        target.seek = Some(seek);
        let mut number = 0;
        conditions.retain(|_| {
            number += 1;
            !answered.contains(&(number - 1))
        });
    }
}

fn seek_in(index: &Index, sargable: &[Sargable]) -> (Merit, Seek, Vec<usize>) {
    let (mut equal, mut answered) = (Vec::new(), Vec::new());
    let find = |column: usize, wanted: &[Comparison]| {
        sargable.iter().find(|part| part.column == column && wanted.contains(&part.comparison))
    };
    for key in &index.keys {
        let Some(part) = find(key.column, &[Comparison::Equal]) else { break };
        equal.push(part.value.clone());
        answered.push(part.condition);
    }
    let (mut from, mut to) = (None, None);
    if let Some(key) = index.keys.get(equal.len()) {
        let mut bound = |exclusive: Comparison, inclusive: Comparison| {
            let part = find(key.column, &[exclusive, inclusive])?;
            answered.push(part.condition);
            Some(SeekBound { value: part.value.clone(), is_inclusive: part.comparison == inclusive })
        };
        from = bound(Comparison::Greater, Comparison::GreaterOrEqual);
        to = bound(Comparison::Less, Comparison::LessOrEqual);
    }
    let bounds = usize::from(from.is_some()) + usize::from(to.is_some());
    let is_one_row = index.unique && equal.len() == index.keys.len();
    let merit = Merit { is_one_row, equal: equal.len(), bounds };
    (merit, Seek { index: index.id, equal, from, to }, answered)
}

fn sargable(
    condition: usize,
    written: &Condition,
    table: &Table,
    columns: &[ColumnId],
    subqueries: &[Subquery],
) -> Option<Sargable> {
    let Condition::Compare(comparison, left, right) = written else { return None };
    let is_outside = |value: &Expr| {
        let mut used = Vec::new();
        of_expr(value, subqueries, &mut used);
        !used.iter().any(|id| columns.contains(id)) && !value.draws() && !is_volatile(value)
    };
    let column_of = |side: &Expr| {
        let (column, is_converted) = match &side.kind {
            ExprKind::Column(id) => (*id, false),
            ExprKind::Convert { input, style: None, tolerant: false } => (input.as_column()?, true),
            _ => return None,
        };
        let place = columns.iter().position(|id| *id == column)?;
        (!is_converted || is_whole(table.columns[place].data_type, side.data_type)).then_some(place)
    };
    let (column, comparison, value) = match (column_of(left), column_of(right)) {
        (Some(column), _) if is_outside(right) => (column, *comparison, right),
        (_, Some(column)) if is_outside(left) => (column, mirrored(*comparison), left),
        _ => return None,
    };
    let value = as_key(value, table.columns[column].data_type, comparison)?;
    Some(Sargable { condition, column, comparison, value })
}

/// The value as one of a key's column; none where values of its type do not compare as the column's own do.
fn as_key(value: &Expr, column: DataType, comparison: Comparison) -> Option<Expr> {
    let is_same = match (column, value.data_type) {
        (DataType::Decimal { scale, .. }, DataType::Decimal { scale: other, .. }) => scale == other,
        (DataType::DateTime2(_), DataType::DateTime2(_)) | (DataType::Time(_), DataType::Time(_)) => true,
        (column, other) => {
            column == other || column.is_string() && other.is_string() || column.is_binary() && other.is_binary()
        }
    };
    if is_same {
        return Some(value.clone());
    }
    if !is_integer(column) || !is_integer(value.data_type) {
        return None;
    }
    // A constant that the column cannot have is compared as it is written.
    if let ExprKind::Constant(constant) = &value.kind {
        return convert(constant, &value.data_type, &column).ok().map(|constant| Expr::constant(constant, column));
    }
    // Beyond the column's values NULL stands for what none of them equals.
    let kind = ExprKind::Convert { input: Box::new(value.clone()), style: None, tolerant: true };
    (comparison == Comparison::Equal).then_some(Expr { kind, data_type: column, nullable: true })
}

/// Whether a conversion keeps all that there is to compare.
fn is_whole(from: DataType, to: DataType) -> bool {
    let length = |data_type: DataType| match data_type.length() {
        Some(Length::Limited(length)) => u32::from(length),
        _ => u32::MAX,
    };
    match (from, to) {
        (DataType::Decimal { precision, scale }, DataType::Decimal { precision: more, scale: same }) => {
            more >= precision && scale == same
        }
        (DataType::DateTime2(scale), DataType::DateTime2(more)) | (DataType::Time(scale), DataType::Time(more)) => {
            more >= scale
        }
        _ if is_integer(from) && is_integer(to) => RowLayout::fixed_bytes(&from) <= RowLayout::fixed_bytes(&to),
        _ if from.is_string() && to.is_string() => {
            length(to) >= length(from) && (to.is_unicode() || !from.is_unicode())
        }
        _ => from.is_binary() && to.is_binary() && length(to) >= length(from),
    }
}

fn is_integer(data_type: DataType) -> bool {
    matches!(data_type, DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt)
}

/// The comparison with its sides exchanged.
fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same @ (Comparison::Equal | Comparison::NotEqual) => same,
    }
}

/// Whether the rows come in the order of the keys; a scan from end to end, or a seek, is turned round if that makes it so.
pub(crate) fn bring_into_order(node: &mut Node, keys: &[SortKey]) -> bool {
    match node {
        Node::Filter(input, _) | Node::Compute(input, _) => bring_into_order(input, keys),
        Node::Scan(target) => {
            let Some(is_backward) = order_of(target, keys) else { return false };
            target.is_backward = is_backward;
            true
        }
        _ => false,
    }
}

/// What a single MIN or MAX of a column needs of its rows: the one at the end of an index, if there is an index in the column's order. A column that may
/// be NULL is read as a whole: that NULLs were passed over is told.
pub(crate) fn with_the_extreme(mut input: Node, aggregates: &[(ColumnId, Aggregate)]) -> Node {
    let [(_, Aggregate { kind, argument: Some(argument), .. })] = aggregates else { return input };
    let descending = match kind {
        AggregateKind::Min => false,
        AggregateKind::Max => true,
        _ => return input,
    };
    if argument.nullable || argument.as_column().is_none() {
        return input;
    }
    let keys = [SortKey { expr: argument.clone(), descending }];
    if !bring_into_order(&mut input, &keys) && !read_by_index(&mut input, &keys[0]) {
        return input;
    }
    let count = Expr::constant(Value::BigInt(1), DataType::BigInt);
    Node::Top(Box::new(input), Top { count, percent: false, ties: None })
}

/// Has all rows of a table read by an index that has the order of the key, if there is one.
fn read_by_index(node: &mut Node, key: &SortKey) -> bool {
    let Node::Scan(target) = node else { return false };
    let place = key.expr.as_column().and_then(|id| target.columns.iter().position(|column| *column == id));
    let is_it = |index: &&Index| Some(index.keys[0].column) == place;
    let Some(index) = target.table.indexes.iter().find(is_it).filter(|_| target.seek.is_none()) else { return false };
    target.is_backward = index.keys[0].descending != key.descending;
    target.seek = Some(Seek { index: index.id, equal: Vec::new(), from: None, to: None });
    true
}

/// Whether the index that a scan reads is to be read backward to have the order of the keys; none if neither way has it.
fn order_of(target: &ScanTarget, keys: &[SortKey]) -> Option<bool> {
    let table = &target.table;
    let (index, equal) = match &target.seek {
        Some(seek) => (table.indexes.iter().find(|index| index.id == seek.index)?, seek.equal.len()),
        None => (table.clustered()?, 0),
    };
    let mut rest = index.keys.iter().enumerate();
    let mut is_backward = None;
    for key in keys {
        let id = key.expr.as_column()?;
        let column = target.columns.iter().position(|column| *column == id)?;
        if index.keys[..equal].iter().any(|equated| equated.column == column) {
            continue;
        }
        let Some((_, next)) = rest.by_ref().find(|(place, _)| *place >= equal) else {
            // No two rows have the same key.
            return index.unique.then(|| is_backward.unwrap_or(false));
        };
        let turned = next.descending != key.descending;
        if next.column != column || is_backward.is_some_and(|is_backward| is_backward != turned) {
            return None;
        }
        is_backward = Some(turned);
    }
    Some(is_backward.unwrap_or(false))
}
