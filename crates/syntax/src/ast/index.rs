//! The trees of CREATE, ALTER and DROP INDEX and of CREATE and UPDATE STATISTICS. Options are kept
//! as written and unchecked.

use super::ddl::KeyColumn;
use super::expr::Condition;
use super::name::{Name, ObjectName};
use super::option::NamedOption;

/// `CREATE [UNIQUE] [CLUSTERED | NONCLUSTERED] INDEX name ON table (key) [INCLUDE] [WHERE] [WITH]
/// [ON]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateIndex {
    /// `UNIQUE`.
    pub unique: bool,
    /// `CLUSTERED` or `NONCLUSTERED`; `None` if omitted.
    pub clustered: Option<bool>,
    /// The name.
    pub name: Name,
    /// The table or view.
    pub table: ObjectName,
    /// The key; never empty.
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
    /// The change.
    pub action: IndexAction,
}

/// The change that ALTER INDEX makes.
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
    /// Returns the partition named by the action, or `None`. DISABLE and SET name none.
    pub fn partition(&self) -> Option<Partition> {
        match self {
            IndexAction::Rebuild { partition, .. } | IndexAction::Reorganize { partition, .. } => *partition,
            IndexAction::Disable | IndexAction::Set(_) => None,
        }
    }
}

/// One partition or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Partition {
    /// `ALL`.
    All,
    /// The partition number.
    Number(u32),
}

/// `DROP INDEX [IF EXISTS] indexes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropIndex {
    /// `IF EXISTS`.
    pub if_exists: bool,
    /// Never empty.
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
    /// The name.
    pub name: Name,
    /// The table or view.
    pub table: ObjectName,
    /// Never empty.
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
