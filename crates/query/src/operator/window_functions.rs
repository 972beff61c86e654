//! Converts the plan's window functions to those of the operators.

use super::ranking::Number;
use super::window::{Bound, Frame, Function};
use sluice_plan::collation::collation_of;
use sluice_plan::{FrameBound, WindowFunction};
use sluice_types::KeyColumn;

/// Returns the ranking function that needs only the preceding rows, or `None` for other functions.
pub(super) fn rank_of(function: &WindowFunction) -> Option<Number> {
    match function {
        WindowFunction::RowNumber => Some(Number::Row),
        WindowFunction::Rank => Some(Number::Rank),
        WindowFunction::DenseRank => Some(Number::DenseRank),
        _ => None,
    }
}

/// Returns the operator's function. The values of its expressions start at position `first`
/// (`WindowFunction::expressions`). A default of LAG or LEAD comes after value and distance, the
/// fraction of a percentile after the value.
pub(super) fn function_of(function: &WindowFunction, first: usize) -> Function {
    match function {
        WindowFunction::RowNumber => Function::RowNumber,
        WindowFunction::Rank => Function::Rank,
        WindowFunction::DenseRank => Function::DenseRank,
        WindowFunction::Ntile(_) => Function::Ntile(first),
        WindowFunction::PercentRank => Function::PercentRank,
        WindowFunction::CumeDist => Function::CumeDist,
        WindowFunction::Percentile { is_continuous, .. } => {
            Function::Percentile { value: first, fraction: first + 1, is_continuous: *is_continuous }
        }
        WindowFunction::Offset { before, default, ignores_nulls, .. } => Function::Offset {
            value: first,
            ignores_nulls: *ignores_nulls,
            distance: first + 1,
            before: *before,
            default: default.as_ref().map(|_| first + 2),
        },
        WindowFunction::Edge { last, frame, ignores_nulls, .. } => {
            Function::Edge { value: first, ignores_nulls: *ignores_nulls, last: *last, frame: frame_of(frame) }
        }
        WindowFunction::Aggregate(aggregate, frame) => Function::Aggregate {
            kind: aggregate.kind,
            argument: aggregate
                .argument
                .as_ref()
                .map(|argument| (first, KeyColumn::ascending(argument.data_type).under(collation_of(argument)))),
            data_type: aggregate.data_type,
            frame: frame_of(frame),
        },
    }
}

fn frame_of(frame: &sluice_plan::Frame) -> Frame {
    Frame { rows: frame.rows, start: bound_of(&frame.start), end: bound_of(&frame.end) }
}

fn bound_of(bound: &FrameBound) -> Bound {
    match bound {
        FrameBound::First => Bound::First,
        FrameBound::Preceding(count) => Bound::Away(-count),
        FrameBound::Current => Bound::Away(0),
        FrameBound::Following(count) => Bound::Away(*count),
        FrameBound::Last => Bound::Last,
    }
}
