//! Aggregate functions.

use crate::expression::Expr;
use crate::sort_key::SortKey;
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
    /// How STRING_AGG makes one text of many.
    pub list: Option<Box<TextList>>,
}

/// Texts behind each other.
#[derive(Clone, Debug)]
pub struct TextList {
    /// What stands between each two.
    pub separator: Expr,
    /// Their order; as rows come, if there is none.
    pub order: Vec<SortKey>,
}

impl Aggregate {
    /// What it evaluates of each row.
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
    /// `STDEV`, of a sample.
    StDev,
    /// `STDEVP`, of the whole.
    StDevP,
    /// `VAR`, of a sample.
    Var,
    /// `VARP`, of the whole.
    VarP,
    /// `STRING_AGG`.
    StringAgg,
    /// `CHECKSUM_AGG`.
    ChecksumAgg,
}

impl AggregateKind {
    /// The aggregate called `name`, if it is one.
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

    /// Its name as messages show it.
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

    /// Whether it is a deviation or a variance: a float over values of any numeric type.
    pub fn is_spread(self) -> bool {
        matches!(self, AggregateKind::StDev | AggregateKind::StDevP | AggregateKind::Var | AggregateKind::VarP)
    }
}
