//! The syntax tree of a batch, one module per family. The tree holds text as written: it knows no
//! catalog, no types and no defaults.
//!
//! Statements, expressions, conditions, names, table sources and definitions carry spans. Other
//! nodes take theirs from the node around them. Equality ignores spans and compares names exactly.
//!
//! The grammar is recursive. Expressions, queries and changes contain each other (`expr`, `query`,
//! `dml`), and so do statements and modules (`statement`, `module`). No other file is in a circle.

pub mod name;

pub mod literal;

pub mod operator;

pub mod expr;

pub mod query;

pub mod dml;

pub mod for_clause;

pub mod option;

pub mod dbcc;

pub mod ddl;

pub mod alter_table;

pub mod index;

pub mod module;

pub mod object;

pub mod sequence;

pub mod cursor;

pub mod message;

pub mod security;

pub mod server;

pub mod event_session;

pub mod database;

pub mod file;

pub mod backup;

pub mod set;

pub mod statement;

pub mod statement_words;

pub use alter_table::{AlterTable, ColumnChange, ColumnProperty, DroppedPart, TableAction};
pub use backup::{Backup, BackupDevice, BulkColumn, BulkInsert, InsertBulk, Restore, RestoreKind};
pub use cursor::{CursorAccess, CursorDefinition, CursorOption, DeclareCursor, Fetch, FetchWhich};
pub use database::{AlterDatabaseSet, ScopedChange, Termination};
pub use dbcc::Dbcc;
pub use ddl::{
    ColumnDefinition, ColumnOption, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable, InlineIndex,
    KeyColumn, ReferentialAction, TableConstraint, TableVariable,
};
pub use dml::{
    Assignment, AssignmentOperator, Delete, Insert, InsertSource, NestedChange, Output, Target, TextData, TextPlace,
    TextStatement, Update,
};
pub use dml::{Execute, ExecuteArgument, ExecuteModule, ExecuteOption, ResultColumn, ResultSet};
pub use dml::{Merge, MergeAction, MergeClause, MergeMatch};
pub use event_session::{
    EventObject, EventPredicate, EventSession, EventSessionOption, EventSessionPart, EventSessionVerb, EventSetting,
    SessionEvent, SessionTarget,
};
pub use expr::{Call, Expr, ExprKind, Frame, FrameBound, JsonForm, Niladic, Over, TrimSide, UnaryOperator};
pub use expr::{ComparisonOperator, Condition, ConditionKind};
pub use file::{
    AlterDatabase, CreateDatabase, DatabaseChange, DatabaseOrigin, FileGrowth, FileSize, FileSizeMax, FileSpec,
    Filegroup, SizeUnit,
};
pub use for_clause::{ForClause, ForJson, ForXml, XmlElements, XmlMode};
pub use index::{
    AlterIndex, CreateIndex, CreateStatistics, DropIndex, DroppedIndex, IndexAction, Partition, UpdateStatistics,
};
pub use literal::Literal;
pub use message::{RaiseError, RaiseOption, Throw, WaitFor};
pub use module::Procedure;
pub use module::View;
pub use module::{DefinitionVerb, ModuleContext, ModuleOption, Parameter, SourceText};
pub use module::{DropTrigger, Trigger, TriggerScope, TriggerSwitch};
pub use module::{Function, FunctionBody};
pub use name::{ColumnName, CursorName, Name, ObjectName, TypeArgument, TypeName, XmlSchemaCollection};
pub use object::{CreateDefault, CreateRule, CreateType, DropObjects, DroppedKind, TransferToSchema, UserType};
pub use operator::BinaryOperator;
pub use option::{NamedOption, OptionValue};
pub use query::{
    Combination, CommonTable, Hint, NamedWindow, Offset, OperandOrder, OrderItem, Query, QueryBody, Select, SelectItem,
    SelectItemKind, SetOperator, Top,
};
pub use query::{GroupBy, GroupItem, SuperGroup};
pub use query::{JoinHint, JoinKind, TableAlias, TableSource, TableSourceKind};
pub use query::{OpenJson, OpenRowset, OpenXml, Pivot, RowsetColumn, TableSample, Unpivot, XmlSchema};
pub use security::{
    AlterAuthorization, ExecuteAs, Permission, PermissionStatement, PermissionVerb, PrincipalAction,
    PrincipalDefinition, PrincipalKind, PrincipalSource, PrincipalText, Securable, SessionContext, SetUser,
};
pub use sequence::{SequenceDefinition, SequenceOption};
pub use server::BufferPoolExtension;
pub use set::{IsolationLevel, SetOption};
pub use statement::{CreateSchema, Declaration, IfBranch, Statement, StatementKind};
