//! The tree of a batch, by families. Every node tells its place; equality disregards places.

pub mod name;

pub mod literal;

pub mod expr;

pub mod condition;

pub mod query;

pub mod table;

pub mod dml;

pub mod exec;

pub mod ddl;

pub mod sequence;

pub mod database;

pub mod set;

pub mod statement;

pub use condition::{ComparisonOperator, Condition, ConditionKind};
pub use database::{AlterDatabaseSet, Backup, DatabaseOption, DatabaseOptionValue, Termination};
pub use ddl::{
    ColumnDefinition, ColumnOption, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable, KeyColumn,
    ReferentialAction, TableConstraint, TableVariable,
};
pub use dml::{Assignment, AssignmentOperator, Delete, Insert, InsertSource, Output, Target, Update};
pub use exec::{Dbcc, Execute, ExecuteArgument, ExecuteModule};
pub use expr::{BinaryOperator, Call, Expr, ExprKind, Frame, FrameBound, Niladic, Over, UnaryOperator};
pub use literal::Literal;
pub use name::{ColumnName, Name, ObjectName, TypeArgument, TypeName};
pub use query::{
    Combination, CommonTable, ForClause, Hint, Offset, OrderItem, Query, QueryBody, Select, SelectItem, SelectItemKind,
    SetOperator, Top,
};
pub use sequence::{SequenceDefinition, SequenceOption};
pub use set::{IsolationLevel, SetOption};
pub use statement::{Declaration, Statement, StatementKind};
pub use table::{JoinKind, TableAlias, TableSource, TableSourceKind};
