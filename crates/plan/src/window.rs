//! Window functions.

use crate::aggregate::Aggregate;
use crate::expression::{ColumnId, Expr};
use crate::sort_key::SortKey;

/// Window functions over one partitioning and order.
#[derive(Clone, Debug)]
pub struct Window {
    /// The partition keys; empty makes all rows one partition.
    pub partition: Vec<Expr>,
    /// The order within a partition.
    pub order: Vec<SortKey>,
    /// The functions and their result columns.
    pub functions: Vec<(ColumnId, WindowFunction)>,
}

/// A function over a window.
#[derive(Clone, Debug)]
pub enum WindowFunction {
    /// `ROW_NUMBER()`, a bigint.
    RowNumber,
    /// `RANK()`, a bigint.
    Rank,
    /// `DENSE_RANK()`, a bigint.
    DenseRank,
    /// `NTILE(n)`, n a bigint; a bigint.
    Ntile(Expr),
    /// `PERCENT_RANK()`, a float.
    PercentRank,
    /// `CUME_DIST()`, a float.
    CumeDist,
    /// `PERCENTILE_CONT` and `PERCENTILE_DISC`, over the window's single sort key.
    Percentile {
        /// The sort key; a float for PERCENTILE_CONT.
        value: Expr,
        /// The fraction, a float from 0 to 1 without columns.
        fraction: Expr,
        /// Whether the function interpolates (PERCENTILE_CONT).
        is_continuous: bool,
    },
    /// `LAG` and `LEAD`.
    Offset {
        /// The value of the other row.
        value: Expr,
        /// IGNORE NULLS.
        ignores_nulls: bool,
        /// The distance in rows, a bigint.
        distance: Expr,
        /// Whether the other row precedes this row (LAG).
        before: bool,
        /// The value used if the other row doesn't exist, of the value's type.
        default: Option<Expr>,
    },
    /// `FIRST_VALUE` and `LAST_VALUE`.
    Edge {
        /// The value of the frame's row.
        value: Expr,
        /// IGNORE NULLS.
        ignores_nulls: bool,
        /// Whether the function is LAST_VALUE.
        last: bool,
        /// The frame.
        frame: Frame,
    },
    /// An aggregate over the frame.
    Aggregate(Aggregate, Frame),
}

/// The frame of a window function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// ROWS. Otherwise RANGE: rows with equal sort keys are in the frame together.
    pub rows: bool,
    /// The first row.
    pub start: FrameBound,
    /// The last row, inclusive.
    pub end: FrameBound,
}

/// A bound of a frame.
#[derive(Clone, Debug)]
pub enum FrameBound {
    /// The partition's first row.
    First,
    /// `n PRECEDING`.
    Preceding(i64),
    /// The current row.
    Current,
    /// `n FOLLOWING`.
    Following(i64),
    /// The partition's last row.
    Last,
}

impl WindowFunction {
    /// Returns the expression whose values the function returns, if any. `None` for ranking
    /// functions and COUNT(*).
    pub fn argument(&self) -> Option<&Expr> {
        match self {
            WindowFunction::Offset { value, .. }
            | WindowFunction::Edge { value, .. }
            | WindowFunction::Percentile { value, .. } => Some(value),
            WindowFunction::Aggregate(aggregate, _) => aggregate.argument.as_ref(),
            _ => None,
        }
    }

    /// Returns the expressions evaluated for each row. In the order in which the operators expect
    /// them: value, distance, default; value, fraction.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            WindowFunction::RowNumber
            | WindowFunction::Rank
            | WindowFunction::DenseRank
            | WindowFunction::PercentRank
            | WindowFunction::CumeDist => Vec::new(),
            WindowFunction::Ntile(count) => vec![count],
            WindowFunction::Offset { value, distance, default, .. } => {
                [value, distance].into_iter().chain(default).collect()
            }
            WindowFunction::Percentile { value, fraction, .. } => vec![value, fraction],
            WindowFunction::Edge { value, .. } => vec![value],
            WindowFunction::Aggregate(aggregate, _) => aggregate.argument.iter().collect(),
        }
    }

    /// Whether the function needs rows after the current row.
    pub fn looks_ahead(&self) -> bool {
        !matches!(self, WindowFunction::RowNumber | WindowFunction::Rank | WindowFunction::DenseRank)
    }
}
