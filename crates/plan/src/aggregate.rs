//! Aggregate functions.

use crate::expression::Expr;
use sluice_types::DataType;

/// One aggregate.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// Which.
    pub kind: AggregateKind,
    /// What it is taken over; `None` only for `COUNT(*)`.
    pub argument: Option<Expr>,
    /// Whether equal values count once.
    pub distinct: bool,
    /// The type of its value.
    pub data_type: DataType,
}

/// The aggregate functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AggregateKind {
    /// `COUNT`, an int.
    Count,
    /// `COUNT_BIG`, a bigint.
    CountBig,
    /// `SUM`.
    Sum,
    /// `MIN`.
    Min,
    /// `MAX`.
    Max,
    /// `AVG`.
    Avg,
}

impl AggregateKind {
    /// The aggregate called `name`, if it is one.
    pub fn named(name: &str) -> Option<AggregateKind> {
        let known = [
            ("count", AggregateKind::Count),
            ("count_big", AggregateKind::CountBig),
            ("sum", AggregateKind::Sum),
            ("min", AggregateKind::Min),
            ("max", AggregateKind::Max),
            ("avg", AggregateKind::Avg),
        ];
        known.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// Its name as messages show it.
    pub fn name(self) -> &'static str {
        match self {
            AggregateKind::Count => "count",
            AggregateKind::CountBig => "count_big",
            AggregateKind::Sum => "sum",
            AggregateKind::Min => "min",
            AggregateKind::Max => "max",
            AggregateKind::Avg => "avg",
        }
    }
}
