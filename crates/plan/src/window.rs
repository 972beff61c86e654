//! Window functions: values over rows around a row.

use crate::aggregate::Aggregate;
use crate::expression::{ColumnId, Expr};
use crate::sort_key::SortKey;

/// Functions over one division of the rows into windows.
#[derive(Clone, Debug)]
pub struct Window {
    /// Rows with the same values of these are one partition; all rows are one where there are none.
    pub partition: Vec<Expr>,
    /// The order within a partition.
    pub order: Vec<SortKey>,
    /// The functions, and the columns that have their values.
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
    /// `PERCENTILE_CONT` and `PERCENTILE_DISC`: of the values that the window's one key has.
    Percentile {
        /// The key, a float if the value may lie between two.
        value: Expr,
        /// How far into the partition, from 0 to 1.
        fraction: f64,
        /// Whether the value may lie between two.
        is_continuous: bool,
    },
    /// `LAG` and `LEAD`.
    Offset {
        /// What is taken of the other row.
        value: Expr,
        /// Whether rows whose value is NULL are passed over.
        ignores_nulls: bool,
        /// How many rows away, a bigint.
        distance: Expr,
        /// Whether before this row.
        before: bool,
        /// What stands for a row that is not there, of the value's type.
        default: Option<Expr>,
    },
    /// `FIRST_VALUE` and `LAST_VALUE`.
    Edge {
        /// What is taken of the frame's row.
        value: Expr,
        /// Whether rows whose value is NULL are passed over.
        ignores_nulls: bool,
        /// Whether of the last one.
        last: bool,
        /// The frame.
        frame: Frame,
    },
    /// An aggregate over the frame.
    Aggregate(Aggregate, Frame),
}

/// Which rows of the partition a function is over.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Whether its borders are counted in rows; else rows that are equal in the order are in it together.
    pub rows: bool,
    /// Where it begins.
    pub start: FrameBound,
    /// Where it ends, inclusive.
    pub end: FrameBound,
}

/// A border of a frame.
#[derive(Clone, Debug)]
pub enum FrameBound {
    /// The partition's first row.
    First,
    /// So many rows (a bigint) before the current one.
    Preceding(Expr),
    /// The current row.
    Current,
    /// So many rows (a bigint) after the current one.
    Following(Expr),
    /// The partition's last row.
    Last,
}

impl WindowFunction {
    /// Whose values it gives, if it gives values of rows.
    pub fn argument(&self) -> Option<&Expr> {
        match self {
            WindowFunction::Offset { value, .. }
            | WindowFunction::Edge { value, .. }
            | WindowFunction::Percentile { value, .. } => Some(value),
            WindowFunction::Aggregate(aggregate, _) => aggregate.argument.as_ref(),
            _ => None,
        }
    }

    /// The expressions that it evaluates over each row.
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
            WindowFunction::Edge { value, .. } | WindowFunction::Percentile { value, .. } => vec![value],
            WindowFunction::Aggregate(aggregate, _) => aggregate.argument.iter().collect(),
        }
    }

    /// Whether rows after the current one have to be known.
    pub fn looks_ahead(&self) -> bool {
        !matches!(self, WindowFunction::RowNumber | WindowFunction::Rank | WindowFunction::DenseRank)
    }
}
