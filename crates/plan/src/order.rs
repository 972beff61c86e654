//! The order and the unique columns of an operator's rows, as sorts, merge joins and stream
//! aggregates need them.
//!
//! This file changes no operator. `access_path::order` changes how a table is read to obtain an
//! order.

use crate::collation::{collation_of, compared_by};
use crate::expression::{ColumnId, Expr, ExprKind};
use crate::physical::{GroupMethod, Join, JoinKind, JoinMethod, Node, ScanTarget};
use crate::sort_key::SortKey;
use sluice_catalog::{Index, IndexKey};
use sluice_types::{DataType, Length};

/// The order of an operator's rows.
#[derive(Clone, Default, Debug)]
pub(crate) struct Order {
    /// The sort keys, most significant first.
    keys: Vec<OrderKey>,
    /// Columns with the same value in all rows.
    fixed: Vec<ColumnId>,
    /// Whether `keys` and `fixed` together are unique.
    is_unique: bool,
}

/// One key of an order.
#[derive(Clone, Debug)]
struct OrderKey {
    /// Equivalent columns: their values are equal in every row, so any of them is the key.
    columns: Vec<ColumnId>,
    descending: bool,
}

/// A key pair of a merge join: its position in the requested list, and whether it is descending.
pub(crate) type Placed = (usize, bool);

impl Order {
    /// Returns the order of an operator's rows. Operators that promise none have the empty order;
    /// filters and computations pass on that of their input.
    pub(crate) fn for_node(node: &Node) -> Order {
        match node {
            Node::OneRow | Node::Current(_) | Node::Serialize(_) => Order { is_unique: true, ..Order::default() },
            Node::Scan(target) => Order::for_scan(target),
            Node::Sort(input, keys) => {
                let columns = keys.iter().map_while(|key| Some((ordered_column(&key.expr)?, key.descending)));
                let keys = columns.map(|(id, descending)| OrderKey { columns: vec![id], descending });
                Order { keys: keys.collect(), fixed: Order::for_node(input).fixed, is_unique: false }
            }
            Node::Aggregate(_, groups, ..) if groups.is_empty() => Order { is_unique: true, ..Order::default() },
            Node::Aggregate(input, groups, _, GroupMethod::Stream) => Order::for_node(input).of_groups(groups),
            Node::Join(join) => Order::for_join(join),
            _ => node.passage().map_or_else(Order::default, |(_, input)| Order::for_node(input)),
        }
    }

    /// Returns the order of a scan: the keys of the index that it reads, reversed for a backward
    /// scan. Leading key columns with one value only count as fixed. A heap has none.
    pub(crate) fn for_scan(target: &ScanTarget) -> Order {
        let table = &target.table;
        let (index, fixed) = match &target.seek {
            Some(seek) => (table.indexes.iter().find(|index| index.id == seek.index), seek.fixed),
            None => (table.clustered(), 0),
        };
        let Some(Index { keys, unique, .. }) = index else { return Order::default() };
        let (fixed, rest) = keys.split_at(fixed.min(keys.len()));
        let id = |key: &IndexKey| target.columns[key.column];
        let key =
            |key: &IndexKey| OrderKey { columns: vec![id(key)], descending: key.descending != target.is_backward };
        Order { keys: rest.iter().map(key).collect(), fixed: fixed.iter().map(id).collect(), is_unique: *unique }
    }

    /// Returns the order of a join's rows, which is the order of the left input if the join reads
    /// it in sequence.
    fn for_join(join: &Join) -> Order {
        let keys = match &join.method {
            JoinMethod::Loop => None,
            JoinMethod::Merge(keys) if join.kind != JoinKind::Full => Some(keys),
            JoinMethod::Merge(_) | JoinMethod::Hash(..) => return Order::default(),
        };
        let mut order = Order { is_unique: false, ..Order::for_node(&join.left) };
        if let Some(keys) = keys.filter(|_| join.kind == JoinKind::Inner) {
            for (left, right) in keys.left.iter().zip(&keys.right) {
                let (Some(left), Some(right)) = (compared_column(left), compared_column(right)) else { continue };
                if order.fixed.contains(&left) {
                    order.fixed.push(right);
                }
                order.keys.iter_mut().filter(|key| key.columns.contains(&left)).for_each(|key| key.columns.push(right));
            }
        }
        order
    }

    /// Returns the order of the groups of rows in this order.
    fn of_groups(self, groups: &[(ColumnId, Expr)]) -> Order {
        let named = |columns: &[ColumnId]| -> Vec<ColumnId> {
            let is_it = |group: &Expr| ordered_column(group).is_some_and(|id| columns.contains(&id));
            groups.iter().filter(|(_, group)| is_it(group)).map(|(id, _)| *id).collect()
        };
        let keys = self
            .keys
            .iter()
            .map(|OrderKey { columns, descending }| OrderKey { columns: named(columns), descending: *descending });
        let keys: Vec<OrderKey> = keys.take_while(|key| !key.columns.is_empty()).collect();
        let fixed = named(&self.fixed);
        let has = |id: &ColumnId| fixed.contains(id) || keys.iter().any(|key| key.columns.contains(id));
        let is_unique = groups.iter().all(|(id, _)| has(id));
        Order { keys, fixed, is_unique }
    }

    /// Returns whether the rows must be read backwards to be ordered by `wanted`. Returns `None` if
    /// neither direction has that order. Keys that are fixed or repeated are skipped, and unique
    /// rows need no further keys.
    pub(crate) fn turned_to(&self, wanted: &[SortKey]) -> Option<bool> {
        let (mut place, mut is_turned) = (0, None);
        for key in wanted {
            let id = ordered_column(&key.expr)?;
            if self.is_settled(id, place) {
                continue;
            }
            let Some(next) = self.keys.get(place) else {
                // The rows are unique in the keys so far.
                return self.is_unique.then(|| is_turned.unwrap_or(false));
            };
            let turned = next.descending != key.descending;
            if !next.columns.contains(&id) || is_turned.is_some_and(|before| before != turned) {
                return None;
            }
            is_turned = Some(turned);
            place += 1;
        }
        Some(is_turned.unwrap_or(false))
    }

    /// Whether rows with equal values in `columns` are adjacent. That is so if the columns are the
    /// first keys, in any order, or the rows are unique.
    pub(crate) fn brings_together(&self, columns: &[ColumnId]) -> bool {
        let mut left: Vec<ColumnId> = columns.iter().copied().filter(|id| !self.fixed.contains(id)).collect();
        for key in &self.keys {
            if left.is_empty() {
                return true;
            }
            if !key.columns.iter().any(|id| left.contains(id)) {
                return false;
            }
            left.retain(|id| !key.columns.contains(id));
        }
        left.is_empty() || self.is_unique
    }

    /// Returns a sequence in which the column pairs are keys of both orders, or `None`. Each entry
    /// is the place of the pair and whether it's descending; the pairs of a merge join are then
    /// compared in this sequence.
    pub(crate) fn common(&self, right: &Order, pairs: &[(ColumnId, ColumnId)]) -> Option<Vec<Placed>> {
        let (mut found, mut left_place, mut right_place) = (Vec::with_capacity(pairs.len()), 0, 0);
        while found.len() < pairs.len() {
            let next = pairs.iter().enumerate().find_map(|(place, (one, other))| {
                let is_new = found.iter().all(|(found, _)| *found != place);
                let (left_step, right_step) = (self.step(*one, left_place)?, right.step(*other, right_place)?);
                let agree = match (left_step, right_step) {
                    (Some(one), Some(other)) if one != other => return None,
                    (one, other) => one.or(other).unwrap_or(false),
                };
                is_new.then_some((place, agree, left_step.is_some(), right_step.is_some()))
            });
            let (place, descending, goes_left, goes_right) = next?;
            left_place += usize::from(goes_left);
            right_place += usize::from(goes_right);
            found.push((place, descending));
        }
        Some(found)
    }

    /// Returns `Some(Some(descending))` if the column is the key at `place`. Returns `Some(None)`
    /// if the preceding keys determine the column, and `None` otherwise.
    fn step(&self, id: ColumnId, place: usize) -> Option<Option<bool>> {
        if self.is_settled(id, place) {
            return Some(None);
        }
        match self.keys.get(place) {
            Some(key) if key.columns.contains(&id) => Some(Some(key.descending)),
            Some(_) => None,
            None => self.is_unique.then_some(None),
        }
    }

    /// Whether the column has one value among rows that agree in the first `place` keys.
    fn is_settled(&self, id: ColumnId, place: usize) -> bool {
        self.fixed.contains(&id) || self.keys[..place].iter().any(|key| key.columns.contains(&id))
    }
}

/// Whether the operator's rows are unique in `columns`. NULLs compare equal. False if that isn't
/// known.
pub(crate) fn is_unique(node: &Node, columns: &[ColumnId]) -> bool {
    match node {
        Node::OneRow | Node::Current(_) | Node::Serialize(_) => true,
        Node::Scan(target) => {
            let has = |key: &IndexKey| columns.contains(&target.columns[key.column]);
            let identifies = |index: &&Index| index.unique && index.filter.is_none() && index.keys.iter().all(has);
            // The leading key columns of a seek can be constant.
            let seek = target.seek.as_ref();
            let sought = seek.and_then(|seek| target.table.indexes.iter().find(|index| index.id == seek.index));
            let fixed = seek.map_or(0, |seek| seek.fixed);
            target.table.indexes.iter().any(|index| identifies(&index))
                || sought.is_some_and(|index| index.unique && index.keys.iter().skip(fixed).all(has))
        }
        Node::Aggregate(_, groups, ..) => groups.iter().all(|(id, _)| columns.contains(id)),
        Node::Join(join) if !join.kind.returns_right() => is_unique(&join.left, columns),
        _ => node.passage().is_some_and(|(_, input)| is_unique(input, columns)),
    }
}

/// Returns the column whose order an expression's values have: the column itself, or a conversion
/// that preserves order and uniqueness. A sort key under the column's own collation counts, too.
/// `None` for any other expression.
pub(crate) fn ordered_column(expr: &Expr) -> Option<ColumnId> {
    match &expr.kind {
        ExprKind::Column(id) => Some(*id),
        ExprKind::Convert { input, style: None, tolerant: false } if keeps_order(input, expr) => input.as_column(),
        _ => match compared_by(expr) {
            (text, Some(collation)) => text.as_column().filter(|id| id.collation == Some(collation)),
            _ => None,
        },
    }
}

/// Like [`ordered_column`], for a side of a comparison. A string column of another collation that
/// is compared without its sort key is compared by the default collation.
pub(crate) fn compared_column(expr: &Expr) -> Option<ColumnId> {
    let is_by_default = |id: &ColumnId| id.collation.is_none_or(|collation| collation.is_as_default());
    let is_plain_text = expr.as_column().is_some() && expr.data_type.is_string();
    ordered_column(expr).filter(|id| !is_plain_text || is_by_default(id))
}

/// Whether a conversion preserves the order and the uniqueness of values.
fn keeps_order(from: &Expr, to: &Expr) -> bool {
    if let (Some(from), Some(to)) = (digits(from.data_type), digits(to.data_type)) {
        return from <= to;
    }
    let is_plain = |expr: &Expr| expr.data_type.is_string() && collation_of(expr).is_as_default();
    let fits = |from: Length, to: Length| match (from, to) {
        (_, Length::Max | Length::Lob) => true,
        (Length::Max | Length::Lob, _) => false,
        (Length::Limited(from), Length::Limited(to)) => from <= to,
    };
    // Every string of a code page has a Unicode equivalent.
    let widens = to.data_type.is_unicode() || from.data_type.code_page() == to.data_type.code_page();
    let lengths = from.data_type.length().zip(to.data_type.length());
    is_plain(from) && is_plain(to) && widens && lengths.is_some_and(|(from, to)| fits(from, to))
}

/// Returns the number of digits of the largest value of an integer type.
fn digits(data_type: DataType) -> Option<u8> {
    Some(match data_type {
        DataType::TinyInt => 3,
        DataType::SmallInt => 5,
        DataType::Int => 10,
        DataType::BigInt => 19,
        _ => return None,
    })
}
