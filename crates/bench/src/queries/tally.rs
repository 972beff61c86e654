//! Counts of the operators by the type of the column that they work on.

use super::column_type::ColumnType;
use std::collections::BTreeMap;

/// An operator of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operator {
    Filter,
    InnerJoin,
    LeftJoin,
    RightJoin,
    FullJoin,
    SemiJoin,
    AntiJoin,
    InSubquery,
    NotInSubquery,
    GroupKey,
    Count,
    CountDistinct,
    Sum,
    Average,
    Least,
    Greatest,
    Distinct,
    Sort,
    Union,
    Intersect,
    Except,
    WindowPartition,
    WindowOrder,
    WindowArgument,
}

impl Operator {
    pub(super) const ALL: [Operator; 24] = [
        Operator::Filter,
        Operator::InnerJoin,
        Operator::LeftJoin,
        Operator::RightJoin,
        Operator::FullJoin,
        Operator::SemiJoin,
        Operator::AntiJoin,
        Operator::InSubquery,
        Operator::NotInSubquery,
        Operator::GroupKey,
        Operator::Count,
        Operator::CountDistinct,
        Operator::Sum,
        Operator::Average,
        Operator::Least,
        Operator::Greatest,
        Operator::Distinct,
        Operator::Sort,
        Operator::Union,
        Operator::Intersect,
        Operator::Except,
        Operator::WindowPartition,
        Operator::WindowOrder,
        Operator::WindowArgument,
    ];

    /// Whether SQL Server has the operator for the type.
    pub(super) fn is_for(self, column: ColumnType) -> bool {
        let is_number = column.family().is_number() && column != ColumnType::Bit;
        match self {
            Operator::Sum | Operator::Average => is_number,
            Operator::Least | Operator::Greatest => column != ColumnType::Bit,
            _ => true,
        }
    }
}

/// The counts of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// How often an operator worked on a column of a type.
    pairs: BTreeMap<(Operator, ColumnType), u64>,
    /// Queries whose rows were compared.
    pub(super) compared: u64,
    /// Compared queries with rows in the result.
    pub(super) with_rows: u64,
    /// Queries that Sluice refused because no plan satisfies the hints (8622).
    pub(super) without_plan: u64,
    /// Queries that SQLite can't run.
    pub(super) not_on_sqlite: u64,
    /// Queries with other errors or other rows than SQLite's, as text.
    pub(super) differences: Vec<String>,
}

impl Tally {
    pub(super) fn count(&mut self, operator: Operator, column: ColumnType) {
        *self.pairs.entry((operator, column)).or_default() += 1;
    }

    /// Adds the counts of another run.
    pub(super) fn add(&mut self, other: Tally) {
        for (pair, count) in other.pairs {
            *self.pairs.entry(pair).or_default() += count;
        }
        self.compared += other.compared;
        self.with_rows += other.with_rows;
        self.without_plan += other.without_plan;
        self.not_on_sqlite += other.not_on_sqlite;
        self.differences.extend(other.differences);
    }

    /// Returns the pair of an operator and a type that occurred least, with its count.
    pub(super) fn rarest(&self) -> Option<(Operator, ColumnType, u64)> {
        let pairs = Operator::ALL.into_iter().flat_map(|operator| ColumnType::ALL.map(|column| (operator, column)));
        let possible = pairs.filter(|(operator, column)| operator.is_for(*column));
        possible
            .map(|(operator, column)| (operator, column, self.pairs.get(&(operator, column)).copied().unwrap_or(0)))
            .min_by_key(|(_, _, count)| *count)
    }
}
