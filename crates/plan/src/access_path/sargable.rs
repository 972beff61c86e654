//! Search arguments: the ranges that conditions imply for single columns of a table.
//!
//! The column may be converted only if the conversion preserves order and uniqueness. Any other
//! conversion, or another collation than the column's, prevents a seek. The other side must be
//! constant for all rows of the table; it is evaluated when the seek starts. A condition is *exact*
//! if its ranges contain only matching rows, so that a seek answers it completely.

use crate::collation::{compared_by, is_of_collation, named};
use crate::columns::of_expr;
use crate::expression::{ColumnId, Condition, Expr, ExprKind};
use crate::physical::{SeekBound, SeekPattern};
use crate::runtime_constant::is_volatile;
use crate::statement::Subquery;
use sluice_catalog::Column;
use sluice_functions::{LIKE, LIKE_COLLATED};
use sluice_types::convert::convert;
use sluice_types::pattern::beginning;
use sluice_types::{Comparison, DataType, Length, RowLayout, Value};

/// The ranges that a condition implies for a column.
#[derive(Clone)]
pub(super) struct Sargable {
    /// The position of the condition.
    pub(super) condition: usize,
    /// The ordinal of the column.
    pub(super) column: usize,
    /// The ranges that contain the column's values.
    pub(super) ranges: Vec<ColumnRange>,
    /// Whether the ranges are equivalent to the condition.
    pub(super) is_exact: bool,
}

/// A range of a column's values.
#[derive(Clone)]
pub(super) enum ColumnRange {
    /// A single value.
    Equal(Expr),
    /// The values between two bounds.
    Between(Option<SeekBound>, Option<SeekBound>),
    /// The values that start with the literal prefix of a LIKE pattern, and possibly others.
    Like(SeekPattern),
}

/// The table or view whose columns the conditions restrict.
#[derive(Clone, Copy)]
pub(super) struct Subject<'s> {
    /// The definitions of the columns.
    pub(super) defs: &'s [Column],
    /// The ids of the columns, in the same order.
    pub(super) columns: &'s [ColumnId],
    pub(super) subqueries: &'s [Subquery],
}

impl ColumnRange {
    /// Whether the range is a single value.
    pub(super) fn is_point(&self) -> bool {
        matches!(self, ColumnRange::Equal(_))
    }
}

impl Subject<'_> {
    /// Returns the search arguments of all conditions.
    pub(super) fn sargable(&self, conditions: &[Condition]) -> Vec<Sargable> {
        let conditions = conditions.iter().enumerate();
        conditions.flat_map(|(number, condition)| self.search_arguments(number, condition)).collect()
    }

    /// Returns the search arguments of one condition.
    fn search_arguments(&self, number: usize, condition: &Condition) -> Vec<Sargable> {
        match condition {
            Condition::Compare(comparison, left, right) => {
                let compared = self.compared(number, *comparison, (left, right));
                compared.or_else(|| self.like(number, *comparison, (left, right))).into_iter().collect()
            }
            Condition::Or(arms) => self.search_arguments_of_or(number, arms),
            Condition::And(parts) => self.search_arguments_of_and(number, parts),
            Condition::IsNull(..) | Condition::Exists(..) => Vec::new(),
        }
    }

    /// Returns the search arguments of an OR: the columns that every arm restricts.
    fn search_arguments_of_or(&self, number: usize, arms: &[Condition]) -> Vec<Sargable> {
        let mut arms = arms.iter().map(|arm| self.search_arguments(number, arm));
        let mut all = arms.next().unwrap_or_default();
        for arm in arms {
            let with = |mut argument: Sargable| {
                let other = arm.iter().find(|other| other.column == argument.column)?;
                argument.ranges.extend_from_slice(&other.ranges);
                argument.is_exact &= other.is_exact;
                Some(argument)
            };
            all = all.into_iter().filter_map(with).collect();
        }
        all
    }

    /// Returns the search arguments of an AND. They restrict a column by some of the parts,
    /// possibly not exactly.
    fn search_arguments_of_and(&self, number: usize, parts: &[Condition]) -> Vec<Sargable> {
        let arguments: Vec<Sargable> = parts.iter().flat_map(|part| self.search_arguments(number, part)).collect();
        let mut found: Vec<Sargable> = Vec::new();
        for one in &arguments {
            if found.iter().any(|known| known.column == one.column) {
                continue;
            }
            let mut of_column = arguments.iter().filter(|other| other.column == one.column);
            let points = of_column.clone().find(|other| other.ranges.iter().all(ColumnRange::is_point));
            let (mut best, mut used) = (points.unwrap_or(one).clone(), 1);
            if let [ColumnRange::Between(from, to)] = best.ranges.as_mut_slice() {
                let other = of_column.find_map(|other| match other.ranges.as_slice() {
                    [ColumnRange::Between(Some(low), None)] if from.is_none() => Some((Some(low), None)),
                    [ColumnRange::Between(None, Some(high))] if to.is_none() => Some((None, Some(high))),
                    _ => None,
                });
                if let Some((low, high)) = other {
                    *from = from.take().or_else(|| low.cloned());
                    *to = to.take().or_else(|| high.cloned());
                    used += 1;
                }
            }
            best.is_exact &= used == parts.len();
            found.push(best);
        }
        found
    }

    /// Returns the search argument of `column LIKE pattern`, which the binder writes as a
    /// comparison of LIKE's value with 1.
    fn like(&self, condition: usize, comparison: Comparison, (left, right): (&Expr, &Expr)) -> Option<Sargable> {
        let (ExprKind::Call(call), ExprKind::Constant(Value::Bit(true))) = (&left.kind, &right.kind) else {
            return None;
        };
        let (text, rest) = call.arguments.split_first()?;
        let (by, rest) = match rest {
            [name, rest @ ..] if std::ptr::eq(call.function, &LIKE_COLLATED) => (Some(named(name)?), rest),
            rest if std::ptr::eq(call.function, &LIKE) => (None, rest),
            _ => return None,
        };
        let (pattern, escape) = (rest.first()?, rest.get(1));
        let column = self.column_of(text)?;
        let is_it = comparison == Comparison::Equal && is_of_collation(&self.defs[column], by);
        let is_known = self.is_outside(pattern) && escape.is_none_or(|escape| self.is_outside(escape));
        if !is_it || !is_known || !self.defs[column].data_type.is_string() || says_nothing(pattern, escape) {
            return None;
        }
        let like = SeekPattern { pattern: pattern.clone(), escape: escape.cloned() };
        Some(Sargable { condition, column, ranges: vec![ColumnRange::Like(like)], is_exact: false })
    }

    fn compared(&self, condition: usize, comparison: Comparison, sides: (&Expr, &Expr)) -> Option<Sargable> {
        let ((left, by), (right, by_other)) = (compared_by(sides.0), compared_by(sides.1));
        let (column, comparison, value) = match (self.column_of(left), self.column_of(right)) {
            (Some(column), _) if self.is_outside(right) => (column, comparison, right),
            (_, Some(column)) if self.is_outside(left) => (column, comparison.mirrored(), left),
            _ => return None,
        };
        if by != by_other || !is_of_collation(&self.defs[column], by) {
            return None;
        }
        let value = as_key(value, self.defs[column].data_type, comparison)?;
        let bound = |is_inclusive| Some(SeekBound { value: value.clone(), is_inclusive });
        let range = match comparison {
            Comparison::Equal => ColumnRange::Equal(value),
            Comparison::Greater => ColumnRange::Between(bound(false), None),
            Comparison::GreaterOrEqual => ColumnRange::Between(bound(true), None),
            Comparison::Less => ColumnRange::Between(None, bound(false)),
            Comparison::LessOrEqual => ColumnRange::Between(None, bound(true)),
            Comparison::NotEqual => return None,
        };
        Some(Sargable { condition, column, ranges: vec![range], is_exact: true })
    }

    /// Whether the value is constant for all rows of the table.
    fn is_outside(&self, value: &Expr) -> bool {
        let mut used = Vec::new();
        of_expr(value, self.subqueries, &mut used);
        !used.iter().any(|id| self.columns.contains(id)) && !value.draws() && !is_volatile(value)
    }

    /// Returns the ordinal of the column that the expression compares like.
    fn column_of(&self, side: &Expr) -> Option<usize> {
        let (column, is_converted) = match &side.kind {
            ExprKind::Column(id) => (*id, false),
            ExprKind::Convert { input, style: None, tolerant: false } => (input.as_column()?, true),
            _ => return None,
        };
        let place = self.columns.iter().position(|id| *id == column)?;
        (!is_converted || is_whole(self.defs[place].data_type, side.data_type)).then_some(place)
    }
}

/// Converts the value to the type of a key column. Returns `None` if values of its type don't
/// compare like the column's.
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
    // A constant outside the column's type equals none of its values. Other comparisons with such a
    // constant aren't sargable.
    if let ExprKind::Constant(constant) = &value.kind {
        return match convert(constant, &value.data_type, &column) {
            Ok(constant) => Some(Expr::constant(constant, column)),
            Err(_) => (comparison == Comparison::Equal).then(|| Expr::constant(Value::Null, column)),
        };
    }
    // A value outside the column's type becomes NULL, which equals nothing.
    let kind = ExprKind::Convert { input: Box::new(value.clone()), style: None, tolerant: true };
    (comparison == Comparison::Equal).then_some(Expr { kind, data_type: column, nullable: true })
}

/// Whether a pattern has no literal prefix.
fn says_nothing(pattern: &Expr, escape: Option<&Expr>) -> bool {
    match (&pattern.kind, escape) {
        (ExprKind::Constant(Value::Str(pattern)), None) => beginning(pattern, None).is_empty(),
        _ => false,
    }
}

/// Whether a conversion preserves all that comparisons depend on.
fn is_whole(from: DataType, to: DataType) -> bool {
    let length = |data_type: DataType| match data_type.length() {
        Some(Length::Limited(length)) => u32::from(length),
        _ => u32::MAX,
    };
    match (from, to) {
        (DataType::Decimal { precision, scale, .. }, DataType::Decimal { precision: more, scale: same, .. }) => {
            more >= precision && scale == same
        }
        (DataType::DateTime2(scale), DataType::DateTime2(more)) | (DataType::Time(scale), DataType::Time(more)) => {
            more >= scale
        }
        _ if is_integer(from) && is_integer(to) => RowLayout::fixed_bytes(&from) <= RowLayout::fixed_bytes(&to),
        _ if from.is_string() && to.is_string() => {
            length(to) >= length(from) && (to.is_unicode() || from.code_page() == to.code_page())
        }
        _ => from.is_binary() && to.is_binary() && length(to) >= length(from),
    }
}

fn is_integer(data_type: DataType) -> bool {
    matches!(data_type, DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt)
}
