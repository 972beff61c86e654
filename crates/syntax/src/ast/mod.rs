//! The syntax tree of a batch, one module per family. Nodes carry spans; equality ignores spans.

pub mod name;

pub mod literal;

pub mod operator;

pub mod expr;

pub mod condition;

pub mod query;

pub mod table;

pub mod dml;

pub mod merge;

pub mod for_clause;

pub mod grouping;

pub mod rowset;

pub mod option;

pub mod exec;

pub mod ddl;

pub mod alter_table;

pub mod index;

pub mod module;

pub mod procedure;

pub mod function;

pub mod view;

pub mod trigger;

pub mod object;

pub mod sequence;

pub mod cursor;

pub mod message;

pub mod security;

pub mod server;

pub mod database;

pub mod file;

pub mod backup;

pub mod set;

pub mod statement;

pub mod statement_words;

pub use alter_table::{AlterTable, ColumnChange, ColumnProperty, DroppedPart, TableAction};
pub use backup::{Backup, BackupDevice, BulkColumn, BulkInsert, InsertBulk, Restore, RestoreKind};
pub use condition::{ComparisonOperator, Condition, ConditionKind};
pub use cursor::{CursorAccess, CursorDefinition, CursorName, CursorOption, DeclareCursor, Fetch, FetchWhich};
pub use database::{AlterDatabaseSet, Termination};
pub use ddl::{
    ColumnDefinition, ColumnOption, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable, InlineIndex,
    KeyColumn, ReferentialAction, TableConstraint, TableVariable,
};
pub use dml::{
    Assignment, AssignmentOperator, Delete, Insert, InsertSource, Output, Target, TextData, TextPlace, TextStatement,
    Update,
};
pub use exec::{Dbcc, Execute, ExecuteArgument, ExecuteModule, ExecuteOption, ResultColumn, ResultSet};
pub use expr::{Call, Expr, ExprKind, Frame, FrameBound, JsonForm, Niladic, Over, TrimSide, UnaryOperator};
pub use file::{
    AlterDatabase, CreateDatabase, DatabaseChange, DatabaseOrigin, FileGrowth, FileSize, FileSizeMax, FileSpec,
    Filegroup, SizeUnit,
};
pub use for_clause::{ForClause, ForJson, ForXml, XmlElements, XmlMode};
pub use function::{Function, FunctionBody};
pub use grouping::{GroupBy, GroupItem, SuperGroup};
pub use index::{
    AlterIndex, CreateIndex, CreateStatistics, DropIndex, DroppedIndex, IndexAction, Partition, UpdateStatistics,
};
pub use literal::Literal;
pub use merge::{Merge, MergeAction, MergeClause, MergeMatch};
pub use message::{RaiseError, RaiseOption, Throw, WaitFor};
pub use module::{DefinitionVerb, ModuleContext, ModuleOption, Parameter, SourceText};
pub use name::{ColumnName, Name, ObjectName, TypeArgument, TypeName, XmlSchemaCollection};
pub use object::{CreateSchema, CreateType, DropObjects, DroppedKind, TransferToSchema, UserType};
pub use operator::BinaryOperator;
pub use option::{NamedOption, OptionValue};
pub use procedure::Procedure;
pub use query::{
    Combination, CommonTable, Hint, NamedWindow, Offset, OperandOrder, OrderItem, Query, QueryBody, Select, SelectItem,
    SelectItemKind, SetOperator, Top,
};
pub use rowset::{OpenJson, OpenRowset, OpenXml, Pivot, RowsetColumn, TableSample, Unpivot, XmlSchema};
pub use security::{
    AlterAuthorization, ExecuteAs, Permission, PermissionStatement, PermissionVerb, PrincipalAction,
    PrincipalDefinition, PrincipalKind, PrincipalSource, PrincipalText, Securable, SessionContext,
};
pub use sequence::{SequenceDefinition, SequenceOption};
pub use server::BufferPoolExtension;
pub use set::{IsolationLevel, SetOption};
pub use statement::{Declaration, IfBranch, Statement, StatementKind};
pub use table::{JoinHint, JoinKind, TableAlias, TableSource, TableSourceKind};
pub use trigger::{DropTrigger, Trigger, TriggerScope, TriggerSwitch};
pub use view::View;
