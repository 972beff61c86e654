//! The aggregates whose states are kept by chunks. The planner asks for parallel plans, and
//! `query::operator::vector` before it compiles an aggregation.

use crate::aggregate::{Aggregate, AggregateKind};
use crate::collation::collation_of;
use crate::expression::Expr;
use sluice_types::{DataType, Length};

/// Whether an aggregate has a state by chunks. The row operators keep distinct values, lists,
/// values of another collation, and long extremes of many groups, which may need tempdb.
pub fn has_chunk_state(aggregate: &Aggregate, has_groups: bool) -> bool {
    let is_extreme = matches!(aggregate.kind, AggregateKind::Min | AggregateKind::Max);
    let fits = |argument: &Expr| !is_extreme || !has_groups || text_bytes_max(argument.data_type) <= EXTREME_BYTES_MAX;
    (is_extreme || !aggregate.distinct)
        && aggregate.list.is_none()
        && aggregate.argument.as_ref().is_none_or(|argument| fits(argument) && has_default_order(argument))
}

/// Whether the default collation compares the values of an expression, if they are texts.
pub fn has_default_order(expr: &Expr) -> bool {
    !expr.data_type.is_string() || collation_of(expr).is_as_default()
}

/// Returns the most bytes that a text or a binary value of limited length takes as UTF-8; 0 for
/// other types.
pub fn text_bytes_max(data_type: DataType) -> usize {
    match data_type.length() {
        Some(Length::Limited(length)) => usize::from(length) * UTF8_BYTES_MAX,
        _ => 0,
    }
}

/// The most bytes of a text of which each group keeps the least or the greatest.
const EXTREME_BYTES_MAX: usize = 512;
/// The most bytes that a UTF-16 unit takes as UTF-8.
const UTF8_BYTES_MAX: usize = 3;
