//! The order in which an operator's rows come, and which of their columns tell them apart: what sorts, merge joins and ordered groups ask for.
//!
//! Nothing here changes an operator: what has its table read another way to have an order is `access_path::order`.

use crate::collation::{collation_of, compared_by};
use crate::expression::{ColumnId, Expr, ExprKind};
use crate::physical::{GroupMethod, Join, JoinKind, JoinMethod, Node, ScanTarget};
use crate::sort_key::SortKey;
use sluice_catalog::{Index, IndexKey};
use sluice_types::{DataType, Length};

/// An order of rows.
#[derive(Clone, Default, Debug)]
pub(crate) struct Order {
    /// What they are ordered by, the first first.
    keys: Vec<OrderKey>,
    /// Columns that have one value in all rows.
    fixed: Vec<ColumnId>,
    /// Whether no two rows are alike in all of that.
    is_unique: bool,
}

/// One key of an order.
#[derive(Clone, Debug)]
struct OrderKey {
    /// Columns of which any is the key: their values are equal in every row.
    columns: Vec<ColumnId>,
    descending: bool,
}

/// A pair of keys of a merge join: its place among those that are asked for, and whether the greatest comes first.
pub(crate) type Placed = (usize, bool);

impl Order {
    /// The order of an operator's rows.
    pub(crate) fn of(node: &Node) -> Order {
        match node {
            Node::OneRow | Node::Current(_) | Node::Serialize(_) => Order { is_unique: true, ..Order::default() },
            Node::Scan(target) => Order::of_scan(target),
            Node::Filter(input, _)
            | Node::Compute(input, _)
            | Node::Top(input, _)
            | Node::Offset(input, ..)
            | Node::Window(input, _) => Order::of(input),
            Node::Sort(input, keys) => {
                let columns = keys.iter().map_while(|key| Some((ordered_column(&key.expr)?, key.descending)));
                let keys = columns.map(|(id, descending)| OrderKey { columns: vec![id], descending });
                Order { keys: keys.collect(), fixed: Order::of(input).fixed, is_unique: false }
            }
            Node::Aggregate(_, groups, ..) if groups.is_empty() => Order { is_unique: true, ..Order::default() },
            Node::Aggregate(input, groups, _, GroupMethod::Stream) => Order::of(input).of_groups(groups),
            Node::Join(join) => Order::of_join(join),
            _ => Order::default(),
        }
    }

    pub(crate) fn of_scan(target: &ScanTarget) -> Order {
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

    /// The rows of a join that goes through its left input in order come in that order.
    fn of_join(join: &Join) -> Order {
        let keys = match &join.method {
            JoinMethod::Loop => None,
            JoinMethod::Merge(keys) if join.kind != JoinKind::Full => Some(keys),
            JoinMethod::Merge(_) | JoinMethod::Hash(..) => return Order::default(),
        };
        let mut order = Order { is_unique: false, ..Order::of(&join.left) };
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

    /// The order of groups whose rows come in this one.
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

    /// Whether the rows have to be read from the end to come in the order of these keys; none if neither way has it.
    pub(crate) fn turned_to(&self, wanted: &[SortKey]) -> Option<bool> {
        let (mut place, mut is_turned) = (0, None);
        for key in wanted {
            let id = ordered_column(&key.expr)?;
            if self.is_settled(id, place) {
                continue;
            }
            let Some(next) = self.keys.get(place) else {
                // No two rows have the same key.
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

    /// Whether rows that have the same values of these columns come one behind the other.
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

    /// In which sequence pairs of columns are keys of both orders; none if in no one.
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

    /// Whether a column is the next key, and then whether the greatest comes first; nothing of that where it adds nothing to those before.
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

    /// Whether rows that are alike in so many keys have one value of the column.
    fn is_settled(&self, id: ColumnId, place: usize) -> bool {
        self.fixed.contains(&id) || self.keys[..place].iter().any(|key| key.columns.contains(&id))
    }
}

/// Whether no two rows have the same values of these columns, NULL being a value.
pub(crate) fn is_unique(node: &Node, columns: &[ColumnId]) -> bool {
    match node {
        Node::OneRow | Node::Current(_) | Node::Serialize(_) => true,
        Node::Scan(target) => {
            let has = |key: &IndexKey| columns.contains(&target.columns[key.column]);
            let tells = |index: &&Index| index.unique && index.filter.is_none() && index.keys.iter().all(has);
            // Of a seek the first keys may have one value.
            let seek = target.seek.as_ref();
            let sought = seek.and_then(|seek| target.table.indexes.iter().find(|index| index.id == seek.index));
            let fixed = seek.map_or(0, |seek| seek.fixed);
            target.table.indexes.iter().any(|index| tells(&index))
                || sought.is_some_and(|index| index.unique && index.keys.iter().skip(fixed).all(has))
        }
        Node::Filter(input, _)
        | Node::Compute(input, _)
        | Node::Sort(input, _)
        | Node::Top(input, _)
        | Node::Offset(input, ..)
        | Node::Window(input, _) => is_unique(input, columns),
        Node::Aggregate(_, groups, ..) => groups.iter().all(|(id, _)| columns.contains(id)),
        _ => false,
    }
}

/// The column in whose order an expression's values come: it, or it in a type in which no two of its values are alike and each has its place.
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

/// As [`ordered_column`], of a side of a comparison: a text of another collation that is compared as it is, is compared by the default one.
pub(crate) fn compared_column(expr: &Expr) -> Option<ColumnId> {
    let is_by_default = |id: &ColumnId| id.collation.is_none_or(|collation| collation.is_as_default());
    let is_plain_text = expr.as_column().is_some() && expr.data_type.is_string();
    ordered_column(expr).filter(|id| !is_plain_text || is_by_default(id))
}

/// Whether a conversion leaves the order of values as it is, and no two of them alike.
fn keeps_order(from: &Expr, to: &Expr) -> bool {
    if let (Some(from), Some(to)) = (digits(from.data_type), digits(to.data_type)) {
        return from <= to;
    }
    let is_plain = |expr: &Expr| expr.data_type.is_string() && collation_of(expr).is_as_default();
    let fits = |from: Length, to: Length| match (from, to) {
        (_, Length::Max) => true,
        (Length::Max, _) => false,
        (Length::Limited(from), Length::Limited(to)) => from <= to,
    };
    // Each text of a code page is one of Unicode.
    let widens = to.data_type.is_unicode() || from.data_type.code_page() == to.data_type.code_page();
    let lengths = from.data_type.length().zip(to.data_type.length());
    is_plain(from) && is_plain(to) && widens && lengths.is_some_and(|(from, to)| fits(from, to))
}

/// How many digits every integer of a type has room for, or needs.
fn digits(data_type: DataType) -> Option<u8> {
    Some(match data_type {
        DataType::TinyInt => 3,
        DataType::SmallInt => 5,
        DataType::Int => 10,
        DataType::BigInt => 19,
        _ => return None,
    })
}
