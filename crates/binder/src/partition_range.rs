//! The values that a member table of a partitioned view can have in the partitioning column: the
//! intervals of its CHECK constraint (`t-sql/statements/create-view-transact-sql.md`, *Conditions
//! for Creating Partitioned Views*).

use super::condition::comparison_of;
use super::index_filter::constant_of;
use super::rules::condition_of;
use sluice_catalog::{Rule, Table};
use sluice_plan::expression::{Condition, Expr};
use sluice_syntax::ast::{self, ConditionKind};
use sluice_types::{Comparison, DataType, Value, compare};
use std::cmp::Ordering;

/// An interval of values; a side without a bound is open.
#[derive(Clone, Debug, Default)]
pub(super) struct Range {
    low: Option<Bound>,
    high: Option<Bound>,
}

#[derive(Clone, Debug)]
struct Bound {
    value: Value,
    is_inclusive: bool,
}

impl Range {
    /// Returns the values that compare so with `value`. `None` if they aren't one interval.
    fn compared(comparison: Comparison, value: Value) -> Option<Range> {
        use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        let is_inclusive = matches!(comparison, Equal | LessOrEqual | GreaterOrEqual);
        let bound = Some(Bound { value, is_inclusive });
        match comparison {
            Equal => Some(Range { low: bound.clone(), high: bound }),
            Less | LessOrEqual => Some(Range { low: None, high: bound }),
            Greater | GreaterOrEqual => Some(Range { low: bound, high: None }),
            NotEqual => None,
        }
    }

    /// Returns the values in both intervals. `None` if both bound the same side.
    fn and(self, other: Range) -> Option<Range> {
        let is_twice = self.low.is_some() && other.low.is_some() || self.high.is_some() && other.high.is_some();
        (!is_twice).then(|| Range { low: self.low.or(other.low), high: self.high.or(other.high) })
    }

    /// Whether a value can be in both intervals.
    pub(super) fn overlaps(&self, other: &Range) -> bool {
        !self.is_below(other) && !other.is_below(self)
    }

    fn is_below(&self, other: &Range) -> bool {
        let (Some(high), Some(low)) = (&self.high, &other.low) else { return false };
        match compare(&high.value, &low.value) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => !(high.is_inclusive && low.is_inclusive),
            Some(Ordering::Greater) | None => false,
        }
    }

    /// Returns the condition that `value` is in the interval. Its type is the column's.
    pub(super) fn holds(&self, value: &Expr) -> Condition {
        let test = |bound: &Bound, inclusive: Comparison, exclusive: Comparison| {
            let comparison = if bound.is_inclusive { inclusive } else { exclusive };
            Condition::Compare(comparison, value.clone(), Expr::constant(bound.value.clone(), value.data_type))
        };
        let low = self.low.as_ref().map(|low| test(low, Comparison::GreaterOrEqual, Comparison::Greater));
        let high = self.high.as_ref().map(|high| test(high, Comparison::LessOrEqual, Comparison::Less));
        Condition::And(low.into_iter().chain(high).collect())
    }
}

/// Returns the intervals of the column at `place`. `None` if the column can't be a partitioning
/// column: it must be in the primary key and have exactly one constraint, enabled and trusted, of
/// the documented form. It can't be an identity, computed or rowversion column or have a DEFAULT.
pub(super) fn ranges_of(table: &Table, place: usize) -> Option<Vec<Range>> {
    let column = &table.columns[place];
    let is_in_key = table.primary_key()?.keys.iter().any(|key| key.column == place);
    let is_plain = column.identity.is_none() && column.computed.is_none() && column.data_type != DataType::RowVersion;
    if !is_in_key || !is_plain || table.default_of(place).is_some() {
        return None;
    }
    let mut checks = table.constraints.iter().filter_map(|constraint| match &constraint.rule {
        Rule::Check { column: Some(id), definition, enforcement } if *id == column.id => {
            Some((definition, enforcement))
        }
        _ => None,
    });
    let (definition, enforcement) = checks.next()?;
    let holds = !enforcement.is_disabled && !enforcement.is_not_trusted && !enforcement.not_for_replication;
    if !holds || checks.next().is_some() {
        return None;
    }
    let mut found = Vec::new();
    add_ranges((table, place), &condition_of(definition).ok()?, &mut found)?;
    Some(found)
}

/// Whether no value is in intervals of two members.
pub(super) fn are_disjoint(members: &[Vec<Range>]) -> bool {
    let overlap =
        |one: &[Range], other: &[Range]| one.iter().any(|range| other.iter().any(|with| range.overlaps(with)));
    members.iter().enumerate().all(|(place, one)| members[place + 1..].iter().all(|other| !overlap(one, other)))
}

fn add_ranges(of: (&Table, usize), condition: &ast::Condition, found: &mut Vec<Range>) -> Option<()> {
    match &condition.kind {
        ConditionKind::Or(parts) => parts.iter().try_for_each(|part| add_ranges(of, part, found)),
        ConditionKind::InList { operand, list, negated: false } => list.iter().try_for_each(|item| {
            found.push(Range::compared(Comparison::Equal, constant_of(of, operand, item)?)?);
            Some(())
        }),
        _ => {
            found.push(interval(of, condition)?);
            Some(())
        }
    }
}

fn interval(of: (&Table, usize), condition: &ast::Condition) -> Option<Range> {
    match &condition.kind {
        ConditionKind::And(parts) => {
            parts.iter().try_fold(Range::default(), |range, part| range.and(interval(of, part)?))
        }
        ConditionKind::Between { operand, low, high, negated: false } => {
            let low = Range::compared(Comparison::GreaterOrEqual, constant_of(of, operand, low)?)?;
            low.and(Range::compared(Comparison::LessOrEqual, constant_of(of, operand, high)?)?)
        }
        ConditionKind::Comparison { operator, left, right } => {
            let comparison = comparison_of(*operator);
            match constant_of(of, left, right) {
                Some(value) => Range::compared(comparison, value),
                None => Range::compared(comparison.mirrored(), constant_of(of, right, left)?),
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two intervals overlap exactly if one of the numbers and half numbers is in both.
    #[test]
    fn ranges_overlap_if_a_number_is_in_both() {
        use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        let all = [Equal, Less, LessOrEqual, Greater, GreaterOrEqual];
        for (first, second) in all.iter().flat_map(|first| all.map(|second| (*first, second))) {
            for (one, other) in [(10, 20), (20, 10), (10, 10)] {
                let is_in_both = |half: i32| first.holds(half.cmp(&one)) && second.holds(half.cmp(&other));
                let range = |comparison, bound| Range::compared(comparison, Value::Int(bound)).expect("an interval");
                let overlaps = range(first, one).overlaps(&range(second, other));
                assert_eq!(overlaps, (0..40).any(is_in_both), "{first:?} {one} {second:?} {other}");
            }
        }
    }

    #[test]
    fn range_bounded_twice_on_one_side_is_refused() {
        let above = |bound| Range::compared(Comparison::Greater, Value::Int(bound)).expect("an interval");
        assert!(above(1).and(above(2)).is_none());
        assert!(Range::compared(Comparison::NotEqual, Value::Int(1)).is_none());
    }
}
