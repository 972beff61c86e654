//! Indexes and statistics.

use super::condition::Condition;
use super::ddl::KeyColumn;
use super::name::{Name, ObjectName};
use super::option::NamedOption;

/// `CREATE [UNIQUE] [CLUSTERED | NONCLUSTERED] INDEX name ON table (key) [INCLUDE] [WHERE] [WITH] [ON]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateIndex {
    /// `UNIQUE`.
    pub unique: bool,
    /// `CLUSTERED` or `NONCLUSTERED`, if said.
    pub clustered: Option<bool>,
    /// Its name.
    pub name: Name,
    /// The table or view.
    pub table: ObjectName,
    /// The key; at least one.
    pub columns: Vec<KeyColumn>,
    /// `INCLUDE`.
    pub include: Vec<Name>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
    /// `ON`.
    pub filegroup: Option<Name>,
}

/// `ALTER INDEX name | ALL ON table action`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlterIndex {
    /// `None` is `ALL`.
    pub index: Option<Name>,
    /// The table or view.
    pub table: ObjectName,
    /// What is done.
    pub action: IndexAction,
}

/// What ALTER INDEX does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexAction {
    /// `REBUILD [PARTITION = ...] [WITH (...)]`.
    Rebuild {
        /// `PARTITION =`.
        partition: Option<Partition>,
        /// `WITH`.
        options: Vec<NamedOption>,
    },
    /// `REORGANIZE [PARTITION = ...] [WITH (...)]`.
    Reorganize {
        /// `PARTITION =`.
        partition: Option<Partition>,
        /// `WITH`.
        options: Vec<NamedOption>,
    },
    /// `DISABLE`.
    Disable,
    /// `SET (...)`.
    Set(Vec<NamedOption>),
}

impl IndexAction {
    /// The partition that it is about, if it names one.
    pub fn partition(&self) -> Option<Partition> {
        match self {
            IndexAction::Rebuild { partition, .. } | IndexAction::Reorganize { partition, .. } => *partition,
            IndexAction::Disable | IndexAction::Set(_) => None,
        }
    }
}

/// Which partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Partition {
    /// `ALL`.
    All,
    /// By its number.
    Number(u32),
}

/// `DROP INDEX [IF EXISTS] indexes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropIndex {
    /// `IF EXISTS`.
    pub if_exists: bool,
    /// At least one.
    pub indexes: Vec<DroppedIndex>,
}

/// `index ON table [WITH (...)]`, or the older `table.index`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedIndex {
    /// The index.
    pub name: Name,
    /// Its table.
    pub table: ObjectName,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}

/// `CREATE STATISTICS name ON table (columns) [WHERE] [WITH]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateStatistics {
    /// Its name.
    pub name: Name,
    /// The table or view.
    pub table: ObjectName,
    /// At least one.
    pub columns: Vec<Name>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}

/// `UPDATE STATISTICS table [names] [WITH]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateStatistics {
    /// The table or view.
    pub table: ObjectName,
    /// Indexes or statistics; empty means all.
    pub names: Vec<Name>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}
