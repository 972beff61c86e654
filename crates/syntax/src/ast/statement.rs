//! Statements of a batch.

use super::alter_table::AlterTable;
use super::backup::{Backup, BulkInsert, InsertBulk, Restore};
use super::condition::Condition;
use super::cursor::{CursorDefinition, CursorName, DeclareCursor, Fetch};
use super::database::AlterDatabaseSet;
use super::ddl::{CreateTable, TableVariable};
use super::dml::{AssignmentOperator, Delete, Insert, Update};
use super::exec::{Dbcc, Execute};
use super::expr::Expr;
use super::file::{AlterDatabase, CreateDatabase};
use super::function::Function;
use super::index::{AlterIndex, CreateIndex, CreateStatistics, DropIndex, UpdateStatistics};
use super::merge::Merge;
use super::message::{RaiseError, Throw, WaitFor};
use super::name::{Name, ObjectName, TypeName};
use super::object::{CreateSchema, CreateType, DropObjects, TransferToSchema};
use super::option::NamedOption;
use super::procedure::Procedure;
use super::query::Query;
use super::security::{AlterAuthorization, ExecuteAs, PermissionStatement, PrincipalDefinition};
use super::sequence::SequenceDefinition;
use super::server::{BufferPoolExtension, Kill};
use super::set::SetOption;
use super::trigger::{DropTrigger, Trigger, TriggerSwitch};
use super::view::View;
use crate::span::Span;

/// A statement. Equality ignores its position.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The kind and its operands.
    pub kind: StatementKind,
    /// The source range, without a closing semicolon.
    pub span: Span,
    /// Line of the first word within the batch's text, counted from 1.
    pub line: u32,
}

/// The kinds of statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `BEGIN ... END`.
    Block(Vec<Statement>),
    /// `BEGIN TRY ... END TRY BEGIN CATCH ... END CATCH`.
    TryCatch {
        /// The TRY block.
        body: Vec<Statement>,
        /// The CATCH block.
        handler: Vec<Statement>,
    },
    /// `IF condition then [ELSE IF condition then ...] [ELSE otherwise]`. An IF after ELSE is a
    /// further branch.
    If {
        /// Never empty.
        branches: Vec<IfBranch>,
        /// `ELSE`: runs if no condition is true.
        otherwise: Option<Box<Statement>>,
    },
    /// `WHILE condition body`.
    While {
        /// The condition.
        condition: Condition,
        /// The body.
        body: Box<Statement>,
    },
    /// `BREAK`, inside a WHILE (checked by the parser).
    Break,
    /// `CONTINUE`, inside a WHILE (checked by the parser).
    Continue,
    /// `RETURN [value]`.
    Return(Option<Expr>),
    /// `GOTO label`; the label is in the batch (checked by the parser).
    Goto(Name),
    /// `label:`.
    Label(Name),
    /// `PRINT value`.
    Print(Expr),
    /// `DECLARE @a type [= value], ...`.
    Declare(Vec<Declaration>),
    /// `DECLARE @t TABLE (...)`.
    DeclareTable(Box<TableVariable>),
    /// `SET @x = value`, `SET @x += value`.
    SetVariable {
        /// The variable, with `@`.
        variable: Name,
        /// The assignment operator.
        operator: AssignmentOperator,
        /// The value.
        value: Expr,
    },
    /// SET of a session option.
    SetOption(SetOption),
    /// `BEGIN TRAN [name]`.
    BeginTransaction {
        /// Its name: an identifier, or a variable with `@`.
        name: Option<Name>,
        /// `WITH MARK ['description']`.
        mark: Option<Option<Box<str>>>,
    },
    /// `COMMIT [TRAN [name]] [WITH (DELAYED_DURABILITY = ON | OFF)]`.
    Commit {
        /// The transaction's name, which the engine ignores, as SQL Server does.
        name: Option<Name>,
        /// `DELAYED_DURABILITY`; `None` if omitted.
        delayed_durability: Option<bool>,
    },
    /// `ROLLBACK [TRAN [name]]`.
    Rollback {
        /// The name of a savepoint or of the outermost transaction: an identifier, or a variable
        /// with `@`.
        name: Option<Name>,
    },
    /// `SAVE TRAN name`.
    Save {
        /// The savepoint's name: an identifier, or a variable with `@`.
        name: Name,
    },
    /// `USE database`.
    Use(Name),
    /// `CREATE DATABASE`.
    CreateDatabase(Box<CreateDatabase>),
    /// `DROP DATABASE [IF EXISTS] names`.
    DropDatabase {
        /// `IF EXISTS`.
        if_exists: bool,
        /// Never empty.
        names: Vec<Name>,
    },
    /// `ALTER DATABASE ... SET ...`.
    AlterDatabaseSet(AlterDatabaseSet),
    /// `ALTER DATABASE` without SET.
    AlterDatabase(Box<AlterDatabase>),
    /// `BACKUP DATABASE` and `BACKUP LOG`.
    Backup(Backup),
    /// `RESTORE`.
    Restore(Box<Restore>),
    /// `ALTER DATABASE SCOPED CONFIGURATION SET name = value`.
    AlterScopedConfiguration(NamedOption),
    /// `CREATE TABLE`.
    CreateTable(Box<CreateTable>),
    /// `DROP TABLE [IF EXISTS] names`.
    DropTable {
        /// `IF EXISTS`.
        if_exists: bool,
        /// Never empty.
        names: Vec<ObjectName>,
    },
    /// `ALTER TABLE`.
    AlterTable(Box<AlterTable>),
    /// `CREATE INDEX`.
    CreateIndex(Box<CreateIndex>),
    /// `ALTER INDEX`.
    AlterIndex(Box<AlterIndex>),
    /// `DROP INDEX`.
    DropIndex(DropIndex),
    /// `CREATE STATISTICS`.
    CreateStatistics(Box<CreateStatistics>),
    /// `UPDATE STATISTICS`.
    UpdateStatistics(Box<UpdateStatistics>),
    /// `CREATE PROCEDURE`, `ALTER PROCEDURE`.
    Procedure(Box<Procedure>),
    /// `CREATE FUNCTION`, `ALTER FUNCTION`.
    Function(Box<Function>),
    /// `CREATE VIEW`, `ALTER VIEW`.
    View(Box<View>),
    /// `CREATE TRIGGER`, `ALTER TRIGGER`.
    Trigger(Box<Trigger>),
    /// `DROP TRIGGER`.
    DropTrigger(DropTrigger),
    /// `ENABLE TRIGGER`, `DISABLE TRIGGER`.
    SwitchTrigger(TriggerSwitch),
    /// `CREATE SCHEMA`.
    CreateSchema(Box<CreateSchema>),
    /// `ALTER SCHEMA ... TRANSFER`.
    TransferToSchema(Box<TransferToSchema>),
    /// `CREATE TYPE`.
    CreateType(Box<CreateType>),
    /// `CREATE SYNONYM name FOR target`.
    CreateSynonym {
        /// The name.
        name: Box<ObjectName>,
        /// The base object.
        target: Box<ObjectName>,
    },
    /// DROP of objects identified by name alone.
    DropObjects(DropObjects),
    /// `CREATE SEQUENCE`.
    CreateSequence(Box<SequenceDefinition>),
    /// `ALTER SEQUENCE`.
    AlterSequence(Box<SequenceDefinition>),
    /// `DROP SEQUENCE [IF EXISTS] names`.
    DropSequence {
        /// `IF EXISTS`.
        if_exists: bool,
        /// Never empty.
        names: Vec<ObjectName>,
    },
    /// `TRUNCATE TABLE name`.
    TruncateTable(ObjectName),
    /// `INSERT`.
    Insert(Box<Insert>),
    /// `UPDATE`.
    Update(Box<Update>),
    /// `DELETE`.
    Delete(Box<Delete>),
    /// `MERGE`.
    Merge(Box<Merge>),
    /// `INSERT BULK`.
    InsertBulk(Box<InsertBulk>),
    /// `BULK INSERT`.
    BulkInsert(Box<BulkInsert>),
    /// `SELECT` to the client, into variables or into a table.
    Select(Box<Query>),
    /// `EXEC`.
    Execute(Box<Execute>),
    /// `THROW`. Without operands it raises the caught error again.
    Throw(Option<Box<Throw>>),
    /// `RAISERROR`.
    RaiseError(Box<RaiseError>),
    /// `WAITFOR`.
    WaitFor(Box<WaitFor>),
    /// `DECLARE name CURSOR`.
    DeclareCursor(Box<DeclareCursor>),
    /// `SET @x = CURSOR ...`.
    SetCursor {
        /// The variable, with `@`.
        variable: Name,
        /// The cursor.
        definition: Box<CursorDefinition>,
    },
    /// `OPEN cursor`.
    OpenCursor(CursorName),
    /// `FETCH`.
    Fetch(Box<Fetch>),
    /// `CLOSE cursor`.
    CloseCursor(CursorName),
    /// `DEALLOCATE cursor`.
    DeallocateCursor(CursorName),
    /// `EXECUTE AS`.
    ExecuteAs(Box<ExecuteAs>),
    /// `REVERT [WITH COOKIE = @x]`.
    Revert(Option<Name>),
    /// `GRANT`, `DENY`, `REVOKE`.
    Permission(Box<PermissionStatement>),
    /// `CREATE` or `ALTER` of a login, user or role.
    Principal(Box<PrincipalDefinition>),
    /// `ALTER AUTHORIZATION`.
    AlterAuthorization(Box<AlterAuthorization>),
    /// `KILL`.
    Kill(Box<Kill>),
    /// `RECONFIGURE [WITH OVERRIDE]`.
    Reconfigure {
        /// `WITH OVERRIDE`.
        with_override: bool,
    },
    /// `SHUTDOWN [WITH NOWAIT]`.
    Shutdown {
        /// `WITH NOWAIT`.
        no_wait: bool,
    },
    /// `ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION`.
    BufferPoolExtension(BufferPoolExtension),
    /// `DBCC`.
    Dbcc(Dbcc),
    /// `CHECKPOINT [seconds]`.
    Checkpoint(Option<Expr>),
    /// A T-SQL statement without a tree. It fails by name when executed.
    Unsupported {
        /// The statement's name in capitals, for example `CREATE FUNCTION`.
        name: Box<str>,
        /// The statement as written.
        text: Box<str>,
    },
}

/// `IF condition then`, possibly after an ELSE.
#[derive(Debug, Clone)]
pub struct IfBranch {
    /// The condition.
    pub condition: Condition,
    /// The statement that runs if this condition is the first true one.
    pub then: Statement,
    /// The source range from this IF to the end of the whole statement.
    pub span: Span,
    /// The line of this IF within the batch's text, counted from 1.
    pub line: u32,
}

/// `@name [AS] type [= value]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The variable, with `@`.
    pub name: Name,
    /// The data type.
    pub data_type: TypeName,
    /// The initial value.
    pub value: Option<Expr>,
}

impl PartialEq for Statement {
    fn eq(&self, other: &Statement) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Statement {}

impl PartialEq for IfBranch {
    fn eq(&self, other: &IfBranch) -> bool {
        self.condition == other.condition && self.then == other.then
    }
}

impl Eq for IfBranch {}

impl StatementKind {
    /// Returns the directly nested statements, in text order.
    pub fn inner(&self) -> Vec<&Statement> {
        match self {
            StatementKind::Block(statements) => statements.iter().collect(),
            StatementKind::TryCatch { body, handler } => body.iter().chain(handler).collect(),
            StatementKind::If { branches, otherwise } => {
                branches.iter().map(|branch| &branch.then).chain(otherwise.as_deref()).collect()
            }
            StatementKind::While { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }
}
