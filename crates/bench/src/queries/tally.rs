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
    /// How often queries had other constructs.
    pub(super) constructs: BTreeMap<&'static str, u64>,
    /// Queries whose rows were compared.
    pub(super) compared: u64,
    /// Compared queries with rows in the result.
    pub(super) with_rows: u64,
    /// Queries during which rows went to tempdb (`sys.dm_db_session_space_usage`).
    pub(super) spilled: u64,
    /// Queries whose plan has an operator Parallelism (SHOWPLAN_ALL).
    pub(super) parallel: u64,
    /// Queries that Sluice refused because no plan satisfies the hints (8622).
    pub(super) without_plan: u64,
    /// Queries for which there was too little memory (701).
    pub(super) without_memory: u64,
    /// Queries that SQLite can't run.
    pub(super) not_on_sqlite: u64,
    /// Queries whose rows were compared with DuckDB's.
    pub(super) on_duckdb: u64,
    /// Queries that DuckDB can't run.
    pub(super) not_on_duckdb: u64,
    /// Queries about whose rows SQLite and DuckDB disagree, one of them with Sluice.
    pub(super) disputed: u64,
    /// The peers' reasons, by their first words.
    pub(super) refusals: BTreeMap<String, u64>,
    /// Queries with other errors or other rows than those of another engine, as text.
    pub(super) differences: Vec<String>,
}

impl Tally {
    pub(super) fn count(&mut self, operator: Operator, column: ColumnType) {
        *self.pairs.entry((operator, column)).or_default() += 1;
    }

    /// Counts a construct.
    pub(super) fn note(&mut self, construct: &'static str) {
        *self.constructs.entry(construct).or_default() += 1;
    }

    /// Adds the counts of another run.
    pub(super) fn add(&mut self, other: Tally) {
        for (pair, count) in other.pairs {
            *self.pairs.entry(pair).or_default() += count;
        }
        for (construct, count) in other.constructs {
            *self.constructs.entry(construct).or_default() += count;
        }
        for (reason, count) in other.refusals {
            *self.refusals.entry(reason).or_default() += count;
        }
        self.spilled += other.spilled;
        self.parallel += other.parallel;
        self.without_memory += other.without_memory;
        self.on_duckdb += other.on_duckdb;
        self.not_on_duckdb += other.not_on_duckdb;
        self.disputed += other.disputed;
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
