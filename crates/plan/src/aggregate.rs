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
    /// Whether a skipped NULL raises warning 8153.
    pub warns: bool,
    /// Order of the input and an extra argument, for [`AggregateKind::is_list`].
    pub list: Option<Box<InputList>>,
}

/// The order of an aggregate's input and its extra argument.
#[derive(Clone, Debug)]
pub struct InputList {
    /// The separator of STRING_AGG and of JSON's parts, the fraction of a percentile.
    pub extra: Expr,
    /// The order of the input; empty leaves the input's order.
    pub order: Vec<SortKey>,
}

impl Aggregate {
    /// Returns the expressions evaluated for each row.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let list = self.list.iter();
        let list = list.flat_map(|list| std::iter::once(&list.extra).chain(list.order.iter().map(|key| &key.expr)));
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
    /// `JSON_ARRAYAGG`.
    JsonArray,
    /// `JSON_OBJECTAGG`.
    JsonObject,
    /// `APPROX_PERCENTILE_CONT`.
    PercentileCont,
    /// `APPROX_PERCENTILE_DISC`.
    PercentileDisc,
}

impl AggregateKind {
    /// Returns the aggregate called `name`, or `None`. Compared without case. APPROX_COUNT_DISTINCT
    /// is COUNT_BIG; its DISTINCT is added elsewhere.
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
            ("json_arrayagg", AggregateKind::JsonArray),
            ("json_objectagg", AggregateKind::JsonObject),
            ("approx_percentile_cont", AggregateKind::PercentileCont),
            ("approx_percentile_disc", AggregateKind::PercentileDisc),
        ];
        known.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }

    /// Returns the name in lower case, as messages show it.
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
            AggregateKind::JsonArray => "json_arrayagg",
            AggregateKind::JsonObject => "json_objectagg",
            AggregateKind::PercentileCont => "approx_percentile_cont",
            AggregateKind::PercentileDisc => "approx_percentile_disc",
        }
    }

    /// Whether the aggregate keeps its input as an ordered list ([`Aggregate::list`]).
    pub fn is_list(self) -> bool {
        use AggregateKind::{JsonArray, JsonObject, PercentileCont, PercentileDisc, StringAgg};
        matches!(self, StringAgg | JsonArray | JsonObject | PercentileCont | PercentileDisc)
    }

    /// Whether the result is JSON.
    pub fn is_json(self) -> bool {
        matches!(self, AggregateKind::JsonArray | AggregateKind::JsonObject)
    }

    /// Whether the aggregate is a deviation or a variance: a float over any numeric type.
    pub fn is_spread(self) -> bool {
        matches!(self, AggregateKind::StDev | AggregateKind::StDevP | AggregateKind::Var | AggregateKind::VarP)
    }
}
