//! Whether the evaluation of an expression can raise an error.
//!
//! A rule may evaluate an expression for rows that the written order excludes only if the
//! evaluation cannot fail. The answer errs on the safe side: an unknown function can fail.

use crate::aggregate::{Aggregate, AggregateKind};
use crate::expression::{ColumnId, Condition, Expr, ExprKind, Step, operands};
use sluice_types::calendar::DAY_1753;
use sluice_types::{Comparison, DataType, Operator, Value};

/// Whether evaluating the condition never raises an error. False if that isn't known.
pub fn cannot_fail(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, left, right) => value_cannot_fail(left) && value_cannot_fail(right),
        Condition::IsNull(expr, _) => value_cannot_fail(expr),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(cannot_fail),
        Condition::Exists(..) => false,
    }
}

/// Whether evaluating the conditions, each for the rows that the previous ones keep, never raises
/// an error. A condition can be safe because an earlier one bounds a date.
pub fn none_can_fail(conditions: &[Condition]) -> bool {
    let is_safe = |(place, condition): (usize, &Condition)| {
        cannot_fail(condition) || converts_bounded_date(condition, &conditions[..place])
    };
    conditions.iter().enumerate().all(is_safe)
}

/// Whether a condition can fail only by converting a date to datetime, and an earlier condition
/// bounds the date by the first day of that type.
fn converts_bounded_date(condition: &Condition, earlier: &[Condition]) -> bool {
    let Condition::Compare(_, left, right) = condition else { return false };
    let bounded = |side: &Expr| match &side.kind {
        ExprKind::Convert { input, style: None, .. }
            if (input.data_type, side.data_type) == (DataType::Date, DataType::DateTime) =>
        {
            input.as_column().is_some_and(|id| earlier.iter().any(|part| is_after_1753(part, id)))
        }
        _ => value_cannot_fail(side),
    };
    bounded(left) && bounded(right)
}

/// Whether the condition holds only for rows whose date `id` has a value as datetime.
fn is_after_1753(condition: &Condition, id: ColumnId) -> bool {
    let Condition::Compare(comparison, left, right) = condition else { return false };
    let (comparison, value) = match (left.as_column(), right.as_column()) {
        (Some(column), None) if column == id => (*comparison, right),
        (None, Some(column)) if column == id => (comparison.mirrored(), left),
        _ => return false,
    };
    matches!(comparison, Comparison::Equal | Comparison::Greater | Comparison::GreaterOrEqual)
        && matches!(&value.kind, ExprKind::Constant(Value::Date(day)) if *day >= DAY_1753)
}

/// Whether evaluating the expression never raises an error.
pub(crate) fn value_cannot_fail(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Column(_) | ExprKind::Constant(_) | ExprKind::Variable(_) => true,
        ExprKind::Convert { input, style: None, .. } => {
            is_widening(input.data_type, expr.data_type) && value_cannot_fail(input)
        }
        ExprKind::Chain(first, steps) => {
            operands(first, steps).all(value_cannot_fail)
                && steps.iter().try_fold(first.data_type, result_that_fits).is_some()
        }
        ExprKind::Unary(_, operand) => {
            matches!(operand.data_type, DataType::Decimal { .. }) && value_cannot_fail(operand)
        }
        ExprKind::Case(branches, otherwise) => {
            branches.iter().all(|(test, result)| cannot_fail(test) && value_cannot_fail(result))
                && otherwise.as_deref().is_none_or(value_cannot_fail)
        }
        ExprKind::Call(call) => {
            // LIKE fails for an escape string of several characters, its optional argument.
            SAFE.contains(&call.function.name)
                && call.arguments.len() == call.function.arity.0
                && call.arguments.iter().all(value_cannot_fail)
        }
        _ => false,
    }
}

/// Whether an aggregate over values that cannot fail never raises an error. A sum needs room for
/// the sum of 10^19 values of its argument's type. A COUNT of more than 2^31 rows is not expected.
pub fn aggregate_cannot_fail(aggregate: &Aggregate) -> bool {
    let is_safe = match aggregate.kind {
        AggregateKind::Count | AggregateKind::CountBig | AggregateKind::Min | AggregateKind::Max => true,
        AggregateKind::Sum | AggregateKind::Avg => {
            let of_argument = aggregate.argument.as_ref().and_then(|argument| digits(narrowest_type(argument)));
            let of_sum = digits_of_decimal(aggregate.data_type);
            of_argument.zip(of_sum).is_some_and(|((whole, _), (sum, _))| whole + ROWS_DIGITS <= sum)
        }
        kind => kind.is_spread(),
    };
    is_safe && aggregate.expressions().all(value_cannot_fail)
}

/// Returns the type of an operator's result over decimals if the type has room for every result.
fn result_that_fits(left: DataType, step: &Step) -> Option<DataType> {
    let ((left, _), (right, _)) = (digits_of_decimal(left)?, digits_of_decimal(step.right.data_type)?);
    let whole = match step.operator {
        Operator::Add | Operator::Subtract => left.max(right) + 1,
        Operator::Multiply => left + right,
        _ => return None,
    };
    let (room, _) = digits_of_decimal(step.data_type)?;
    (whole <= room).then_some(step.data_type)
}

/// Returns the type of an expression before a conversion to a wider type, which adds no value.
fn narrowest_type(expr: &Expr) -> DataType {
    match &expr.kind {
        ExprKind::Convert { input, style: None, .. } if is_widening(input.data_type, expr.data_type) => {
            narrowest_type(input)
        }
        _ => expr.data_type,
    }
}

/// Returns the digits before and behind the point of a decimal.
fn digits_of_decimal(data_type: DataType) -> Option<(u8, u8)> {
    digits(data_type).filter(|_| matches!(data_type, DataType::Decimal { .. }))
}

/// Whether every value of `from` has a value in `to`.
fn is_widening(from: DataType, to: DataType) -> bool {
    if from == to || from.is_string() && to.is_string() {
        return true;
    }
    match (digits(from), digits(to)) {
        (Some((whole, scale)), Some((to_whole, to_scale))) => whole <= to_whole && scale <= to_scale,
        (Some(_), None) => to == DataType::Float,
        _ => false,
    }
}

/// Returns the number of digits before and behind the decimal point of an exact number.
fn digits(data_type: DataType) -> Option<(u8, u8)> {
    Some(match data_type {
        DataType::Bit => (1, 0),
        DataType::TinyInt => (3, 0),
        DataType::SmallInt => (5, 0),
        DataType::Int => (10, 0),
        DataType::BigInt => (19, 0),
        DataType::Decimal { precision, scale, .. } => (precision - scale, scale),
        _ => return None,
    })
}

/// Functions without errors for any arguments of their types. COLLATION_KEY makes the sort keys of
/// comparisons under another collation.
const SAFE: [&str; 10] = ["LIKE", "COLLATION_KEY", "UPPER", "LOWER", "LTRIM", "RTRIM", "LEN", "YEAR", "MONTH", "DAY"];

/// The digits of the number of rows for which a sum needs room.
const ROWS_DIGITS: u8 = 19;
