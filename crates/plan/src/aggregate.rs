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
    /// `STDEV`, of a sample.
    StDev,
    /// `STDEVP`, of the whole.
    StDevP,
    /// `VAR`, of a sample.
    Var,
    /// `VARP`, of the whole.
    VarP,
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
            ("stdev", AggregateKind::StDev),
            ("stdevp", AggregateKind::StDevP),
            ("var", AggregateKind::Var),
            ("varp", AggregateKind::VarP),
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
            AggregateKind::StDev => "stdev",
            AggregateKind::StDevP => "stdevp",
            AggregateKind::Var => "var",
            AggregateKind::VarP => "varp",
        }
    }

    /// Whether it is a deviation or a variance: a float over values of any numeric type.
    pub fn is_spread(self) -> bool {
        matches!(self, AggregateKind::StDev | AggregateKind::StDevP | AggregateKind::Var | AggregateKind::VarP)
    }
}
