//! INSERT, UPDATE, DELETE, TRUNCATE.

use super::condition::Condition;
use super::exec::Execute;
use super::expr::Expr;
use super::name::{ColumnName, Name, ObjectName};
use super::query::{CommonTable, Hint, Query, SelectItem, Top};
use super::table::TableSource;

/// `[WITH ...] INSERT [TOP] [INTO] target [(columns)] [OUTPUT] source`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insert {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// Where to.
    pub target: Target,
    /// Columns given; empty means all.
    pub columns: Vec<Name>,
    /// `OUTPUT`.
    pub output: Option<Output>,
    /// What.
    pub source: InsertSource,
    /// `OPTION (...)`, where the source is not a query that has its own.
    pub hints: Vec<Hint>,
}

/// What an INSERT inserts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InsertSource {
    /// `VALUES (...), (...)`; rows may hold `DEFAULT`.
    Values(Vec<Vec<Expr>>),
    /// `DEFAULT VALUES`.
    DefaultValues,
    /// A query.
    Query(Box<Query>),
    /// The results of a procedure.
    Execute(Box<Execute>),
}

/// `[WITH ...] UPDATE [TOP] target SET ... [OUTPUT] [FROM] [WHERE]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// What is updated; may name an alias of `from`.
    pub target: Target,
    /// At least one.
    pub assignments: Vec<Assignment>,
    /// `OUTPUT`.
    pub output: Option<Output>,
    /// `FROM`.
    pub from: Vec<TableSource>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
}

/// `[WITH ...] DELETE [TOP] [FROM] target [OUTPUT] [FROM] [WHERE]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delete {
    /// Common table expressions.
    pub with: Vec<CommonTable>,
    /// `TOP`.
    pub top: Option<Top>,
    /// What rows are deleted from; may name an alias of `from`.
    pub target: Target,
    /// `OUTPUT`.
    pub output: Option<Output>,
    /// The second `FROM`.
    pub from: Vec<TableSource>,
    /// `WHERE`.
    pub condition: Option<Condition>,
    /// `OPTION (...)`.
    pub hints: Vec<Hint>,
}

/// What a statement changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A table, a view, or an alias.
    Table {
        /// Its name.
        name: ObjectName,
        /// `WITH (...)`.
        hints: Vec<Hint>,
    },
    /// A table variable.
    Variable(Name),
}

/// One assignment of an UPDATE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// `@x` in `@x = value` and in `@x = column = value`.
    pub variable: Option<Name>,
    /// The column; none if only a variable is set.
    pub column: Option<ColumnName>,
    /// How.
    pub operator: AssignmentOperator,
    /// The value; may be `DEFAULT`.
    pub value: Expr,
}

/// `OUTPUT items [INTO target [(columns)]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// At least one.
    pub items: Vec<SelectItem>,
    /// Where the rows go instead of to the client.
    pub into: Option<Target>,
    /// Columns of the target.
    pub columns: Vec<Name>,
}

/// `=` and the compound assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignmentOperator {
    /// `=`.
    Set,
    /// `+=` and the like: the operator applied to old and new value.
    Compound(super::expr::BinaryOperator),
    /// `column.WRITE(...)`, `@x.modify(...)`: no operator, the value is the method's call, which changes in place.
    Method,
}

impl AssignmentOperator {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        use super::expr::BinaryOperator as B;
        match self {
            AssignmentOperator::Set => "=",
            AssignmentOperator::Method => ".",
            AssignmentOperator::Compound(B::Add) => "+=",
            AssignmentOperator::Compound(B::Subtract) => "-=",
            AssignmentOperator::Compound(B::Multiply) => "*=",
            AssignmentOperator::Compound(B::Divide) => "/=",
            AssignmentOperator::Compound(B::Modulo) => "%=",
            AssignmentOperator::Compound(B::BitAnd) => "&=",
            AssignmentOperator::Compound(B::BitOr) => "|=",
            AssignmentOperator::Compound(B::BitXor) => "^=",
        }
    }
}
