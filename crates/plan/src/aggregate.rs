//! Aggregate functions.

use crate::expression::Expr;
use crate::sort_key::SortKey;
use sluice_types::DataType;

/// An aggregate of a query.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The function.
    pub kind: AggregateKind,
    /// The argument; `None` only for `COUNT(*)`.
    pub argument: Option<Expr>,
    /// DISTINCT.
    pub distinct: bool,
    /// The type of the result.
    pub data_type: DataType,
    /// Separator and order of STRING_AGG.
    pub list: Option<Box<TextList>>,
}

/// Separator and order of STRING_AGG.
#[derive(Clone, Debug)]
pub struct TextList {
    /// The separator between two strings.
    pub separator: Expr,
    /// The order of the strings; empty leaves the input's order.
    pub order: Vec<SortKey>,
}

impl Aggregate {
    /// Returns the expressions evaluated for each row.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let list = self
            .list
            .iter()
            .flat_map(|list| std::iter::once(&list.separator).chain(list.order.iter().map(|key| &key.expr)));
        self.argument.iter().chain(list)
    }
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
    /// `PRODUCT`.
    Product,
    /// `MIN`.
    Min,
    /// `MAX`.
    Max,
    /// `AVG`.
    Avg,
    /// `STDEV`, for a sample.
    StDev,
    /// `STDEVP`, for the population.
    StDevP,
    /// `VAR`, for a sample.
    Var,
    /// `VARP`, for the population.
    VarP,
    /// `STRING_AGG`.
    StringAgg,
    /// `CHECKSUM_AGG`.
    ChecksumAgg,
}

impl AggregateKind {
    /// Returns the aggregate called `name`, or `None`.
    pub fn named(name: &str) -> Option<AggregateKind> {
        let known = [
            ("count", AggregateKind::Count),
            ("count_big", AggregateKind::CountBig),
            ("sum", AggregateKind::Sum),
            ("product", AggregateKind::Product),
            ("min", AggregateKind::Min),
            ("max", AggregateKind::Max),
            ("avg", AggregateKind::Avg),
            ("stdev", AggregateKind::StDev),
            ("stdevp", AggregateKind::StDevP),
            ("var", AggregateKind::Var),
            ("varp", AggregateKind::VarP),
            ("string_agg", AggregateKind::StringAgg),
            ("checksum_agg", AggregateKind::ChecksumAgg),
            ("approx_count_distinct", AggregateKind::CountBig),
        ];
        known.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// Returns the name as messages show it.
    pub fn name(self) -> &'static str {
        match self {
            AggregateKind::Count => "count",
            AggregateKind::CountBig => "count_big",
            AggregateKind::Sum => "sum",
            AggregateKind::Product => "product",
            AggregateKind::Min => "min",
            AggregateKind::Max => "max",
            AggregateKind::Avg => "avg",
            AggregateKind::StDev => "stdev",
            AggregateKind::StDevP => "stdevp",
            AggregateKind::Var => "var",
            AggregateKind::VarP => "varp",
            AggregateKind::StringAgg => "string_agg",
            AggregateKind::ChecksumAgg => "checksum_agg",
        }
    }

    /// Whether the aggregate is a deviation or a variance: a float over any numeric type.
    pub fn is_spread(self) -> bool {
        matches!(self, AggregateKind::StDev | AggregateKind::StDevP | AggregateKind::Var | AggregateKind::VarP)
    }
}
