//! Statements of a batch, and the table of their kinds. A T-SQL statement that the parser refuses
//! by name is `StatementKind::Unsupported`.

use super::alter_table::AlterTable;
use super::backup::{Backup, BulkInsert, InsertBulk, Restore};
use super::cursor::{CursorDefinition, DeclareCursor, Fetch};
use super::database::{AlterDatabaseSet, ScopedChange};
use super::dbcc::Dbcc;
use super::ddl::{CreateTable, TableVariable};
use super::dml::{AssignmentOperator, Delete, Execute, Insert, Merge, TextStatement, Update};
use super::event_session::EventSession;
use super::expr::{Condition, Expr};
use super::file::{AlterDatabase, CreateDatabase};
use super::index::{AlterIndex, CreateIndex, CreateStatistics, DropIndex, UpdateStatistics};
use super::message::{RaiseError, Throw, WaitFor};
use super::module::{DropTrigger, Function, Procedure, Trigger, TriggerSwitch, View};
use super::name::{CursorName, Name, ObjectName, TypeName};
use super::object::{CreateDefault, CreateRule, CreateType, DropObjects, TransferToSchema};
use super::query::Query;
use super::security::{AlterAuthorization, ExecuteAs, PermissionStatement, PrincipalDefinition, SetUser};
use super::sequence::SequenceDefinition;
use super::server::BufferPoolExtension;
use super::set::SetOption;
use crate::span::Span;
use sluice_base::sync::Arc;

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

/// `CREATE SCHEMA [name] [AUTHORIZATION owner] elements`. A name or an owner is present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateSchema {
    /// The name.
    pub name: Option<Name>,
    /// `AUTHORIZATION`.
    pub owner: Option<Name>,
    /// `CREATE TABLE`, `CREATE VIEW`, `GRANT`, `REVOKE`, `DENY`.
    pub elements: Vec<Statement>,
}

/// Declares the kinds of statements with the words that name each in messages.
macro_rules! statement_kinds {
    ($(
        $(#[$doc:meta])*
        $kind:ident $(($operand:ty))? $({ $($(#[$field_doc:meta])* $field:ident: $field_type:ty,)* })? = $words:literal,
    )*) => {
        /// The kinds of statements.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum StatementKind {
            $($(#[$doc])* $kind $(($operand))? $({ $($(#[$field_doc])* $field: $field_type,)* })?,)*
        }

        impl StatementKind {
            /// The identifiers of all variants, such as `DropTable`, in the order of declaration.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($kind)),*];

            /// Returns the identifier of the statement's variant, such as `DropTable`: one of
            /// [`StatementKind::NAMES`].
            pub fn name(&self) -> &'static str {
                match self {
                    $(StatementKind::$kind { .. } => stringify!($kind),)*
                }
            }

            /// Returns the words that name the statement in messages, whatever its operands are.
            pub(super) fn fixed_words(&self) -> &'static str {
                match self {
                    $(StatementKind::$kind { .. } => $words,)*
                }
            }
        }
    };
}

statement_kinds! {
    /// `BEGIN ... END`.
    Block(Vec<Statement>) = "BEGIN...END",
    /// `BEGIN TRY ... END TRY BEGIN CATCH ... END CATCH`.
    TryCatch {
        /// The TRY block.
        body: Vec<Statement>,
        /// The CATCH block.
        handler: Vec<Statement>,
    } = "TRY...CATCH",
    /// `IF condition then [ELSE IF condition then ...] [ELSE otherwise]`. An IF after ELSE is a
    /// further branch.
    If {
        /// Never empty.
        branches: Vec<IfBranch>,
        /// `ELSE`: runs if no condition is true.
        otherwise: Option<Box<Statement>>,
    } = "IF",
    /// `WHILE condition body`.
    While {
        /// The condition.
        condition: Condition,
        /// The body.
        body: Box<Statement>,
    } = "WHILE",
    /// `BREAK`, inside a WHILE (checked by the parser).
    Break = "BREAK",
    /// `CONTINUE`, inside a WHILE (checked by the parser).
    Continue = "CONTINUE",
    /// `RETURN [value]`.
    Return(Option<Expr>) = "RETURN",
    /// `GOTO label`; the label is in the batch (checked by the parser).
    Goto(Name) = "GOTO",
    /// `label:`.
    Label(Name) = "LABEL",
    /// `PRINT value`.
    Print(Expr) = "PRINT",
    /// `DECLARE @a type [= value], ...`.
    Declare(Vec<Declaration>) = "DECLARE",
    /// `DECLARE @t TABLE (...)`.
    DeclareTable(Box<TableVariable>) = "DECLARE",
    /// `SET @x = value`, `SET @x += value`.
    SetVariable {
        /// The variable, with `@`.
        variable: Name,
        /// The assignment operator.
        operator: AssignmentOperator,
        /// The value.
        value: Expr,
    } = "SET",
    /// SET of a session option.
    SetOption(SetOption) = "SET",
    /// `BEGIN TRAN [name]`.
    BeginTransaction {
        /// Its name: an identifier, or a variable with `@`.
        name: Option<Name>,
        /// `WITH MARK ['description']`.
        mark: Option<Option<Box<str>>>,
    } = "BEGIN TRANSACTION",
    /// `COMMIT [TRAN [name]] [WITH (DELAYED_DURABILITY = ON | OFF)]`.
    Commit {
        /// The transaction's name, which the engine ignores, as SQL Server does.
        name: Option<Name>,
        /// `DELAYED_DURABILITY`; `None` if omitted.
        delayed_durability: Option<bool>,
    } = "COMMIT TRANSACTION",
    /// `ROLLBACK [TRAN [name]]`.
    Rollback {
        /// The name of a savepoint or of the outermost transaction: an identifier, or a variable
        /// with `@`.
        name: Option<Name>,
    } = "ROLLBACK TRANSACTION",
    /// `SAVE TRAN name`.
    Save {
        /// The savepoint's name: an identifier, or a variable with `@`.
        name: Name,
    } = "SAVE TRANSACTION",
    /// `USE database`.
    Use(Name) = "USE",
    /// `CREATE DATABASE`.
    CreateDatabase(Box<CreateDatabase>) = "CREATE DATABASE",
    /// `DROP DATABASE [IF EXISTS] names`.
    DropDatabase {
        /// `IF EXISTS`.
        if_exists: bool,
        /// Never empty.
        names: Vec<Name>,
    } = "DROP DATABASE",
    /// `ALTER DATABASE ... SET ...`.
    AlterDatabaseSet(AlterDatabaseSet) = "ALTER DATABASE SET",
    /// `ALTER DATABASE` without SET.
    AlterDatabase(Box<AlterDatabase>) = "ALTER DATABASE",
    /// `BACKUP DATABASE` and `BACKUP LOG`.
    Backup(Backup) = "BACKUP DATABASE",
    /// `RESTORE`.
    Restore(Box<Restore>) = "RESTORE",
    /// `ALTER DATABASE SCOPED CONFIGURATION`.
    AlterScopedConfiguration(ScopedChange) = "ALTER DATABASE SCOPED CONFIGURATION",
    /// `CREATE TABLE`.
    CreateTable(Box<CreateTable>) = "CREATE TABLE",
    /// `DROP TABLE [IF EXISTS] names`.
    DropTable {
        /// `IF EXISTS`.
        if_exists: bool,
        /// Never empty.
        names: Vec<ObjectName>,
    } = "DROP TABLE",
    /// `ALTER TABLE`.
    AlterTable(Box<AlterTable>) = "ALTER TABLE",
    /// `CREATE INDEX`.
    CreateIndex(Box<CreateIndex>) = "CREATE INDEX",
    /// `ALTER INDEX`.
    AlterIndex(Box<AlterIndex>) = "ALTER INDEX",
    /// `DROP INDEX`.
    DropIndex(DropIndex) = "DROP INDEX",
    /// `CREATE STATISTICS`.
    CreateStatistics(Box<CreateStatistics>) = "CREATE STATISTICS",
    /// `UPDATE STATISTICS`.
    UpdateStatistics(Box<UpdateStatistics>) = "UPDATE STATISTICS",
    /// `CREATE PROCEDURE`, `ALTER PROCEDURE`.
    Procedure(Box<Procedure>) = "CREATE PROCEDURE",
    /// `CREATE FUNCTION`, `ALTER FUNCTION`.
    Function(Box<Function>) = "CREATE FUNCTION",
    /// `CREATE VIEW`, `ALTER VIEW`.
    View(Box<View>) = "CREATE VIEW",
    /// `CREATE TRIGGER`, `ALTER TRIGGER`.
    Trigger(Box<Trigger>) = "CREATE TRIGGER",
    /// `DROP TRIGGER`.
    DropTrigger(DropTrigger) = "DROP TRIGGER",
    /// `ENABLE TRIGGER`, `DISABLE TRIGGER`.
    SwitchTrigger(TriggerSwitch) = "ENABLE TRIGGER",
    /// `CREATE SCHEMA`.
    CreateSchema(Box<CreateSchema>) = "CREATE SCHEMA",
    /// `ALTER SCHEMA ... TRANSFER`.
    TransferToSchema(Box<TransferToSchema>) = "ALTER SCHEMA",
    /// `CREATE TYPE`.
    CreateType(Box<CreateType>) = "CREATE TYPE",
    /// `CREATE SYNONYM name FOR target`.
    CreateSynonym {
        /// The name.
        name: Box<ObjectName>,
        /// The base object.
        target: Box<ObjectName>,
    } = "CREATE SYNONYM",
    /// `CREATE DEFAULT`.
    CreateDefault(Box<CreateDefault>) = "CREATE DEFAULT",
    /// `CREATE RULE`.
    CreateRule(Box<CreateRule>) = "CREATE RULE",
    /// DROP of objects identified by name alone.
    DropObjects(DropObjects) = "DROP",
    /// `CREATE SEQUENCE`.
    CreateSequence(Box<SequenceDefinition>) = "CREATE SEQUENCE",
    /// `ALTER SEQUENCE`.
    AlterSequence(Box<SequenceDefinition>) = "ALTER SEQUENCE",
    /// `DROP SEQUENCE [IF EXISTS] names`.
    DropSequence {
        /// `IF EXISTS`.
        if_exists: bool,
        /// Never empty.
        names: Vec<ObjectName>,
    } = "DROP SEQUENCE",
    /// `TRUNCATE TABLE name`.
    TruncateTable(ObjectName) = "TRUNCATE TABLE",
    /// `INSERT`.
    Insert(Arc<Insert>) = "INSERT",
    /// `UPDATE`.
    Update(Arc<Update>) = "UPDATE",
    /// `DELETE`.
    Delete(Arc<Delete>) = "DELETE",
    /// `MERGE`.
    Merge(Arc<Merge>) = "MERGE",
    /// `INSERT BULK`.
    InsertBulk(Box<InsertBulk>) = "INSERT BULK",
    /// `BULK INSERT`.
    BulkInsert(Box<BulkInsert>) = "BULK INSERT",
    /// `SELECT` to the client, into variables or into a table.
    Select(Arc<Query>) = "SELECT",
    /// `EXEC`.
    Execute(Box<Execute>) = "EXECUTE",
    /// `THROW`. Without operands it raises the caught error again.
    Throw(Option<Box<Throw>>) = "THROW",
    /// `RAISERROR`.
    RaiseError(Box<RaiseError>) = "RAISERROR",
    /// `WAITFOR`.
    WaitFor(Box<WaitFor>) = "WAITFOR",
    /// `DECLARE name CURSOR`.
    DeclareCursor(Box<DeclareCursor>) = "DECLARE CURSOR",
    /// `SET @x = CURSOR ...`.
    SetCursor {
        /// The variable, with `@`.
        variable: Name,
        /// The cursor.
        definition: Box<CursorDefinition>,
    } = "SET CURSOR",
    /// `OPEN cursor`.
    OpenCursor(CursorName) = "OPEN",
    /// `FETCH`.
    Fetch(Box<Fetch>) = "FETCH",
    /// `CLOSE cursor`.
    CloseCursor(CursorName) = "CLOSE",
    /// `DEALLOCATE cursor`.
    DeallocateCursor(CursorName) = "DEALLOCATE",
    /// `EXECUTE AS`.
    ExecuteAs(Box<ExecuteAs>) = "EXECUTE AS",
    /// `REVERT [WITH COOKIE = @x]`.
    Revert(Option<Name>) = "REVERT",
    /// `SETUSER ['user' [WITH NORESET]]`.
    SetUser(Option<SetUser>) = "SETUSER",
    /// `GRANT`, `DENY`, `REVOKE`.
    Permission(Box<PermissionStatement>) = "GRANT",
    /// `CREATE` or `ALTER` of a login, user or role.
    Principal(Box<PrincipalDefinition>) = "CREATE",
    /// `ALTER AUTHORIZATION`.
    AlterAuthorization(Box<AlterAuthorization>) = "ALTER AUTHORIZATION",
    /// `READTEXT`, `WRITETEXT`, `UPDATETEXT`.
    Text(Box<TextStatement>) = "READTEXT",
    /// `KILL session [WITH STATUSONLY]`.
    Kill {
        /// A session id, or a unit of work as a string.
        session: Expr,
        /// `WITH STATUSONLY`.
        status_only: bool,
    } = "KILL",
    /// `RECONFIGURE [WITH OVERRIDE]`.
    Reconfigure {
        /// `WITH OVERRIDE`.
        with_override: bool,
    } = "RECONFIGURE",
    /// `SHUTDOWN [WITH NOWAIT]`.
    Shutdown {
        /// `WITH NOWAIT`.
        no_wait: bool,
    } = "SHUTDOWN",
    /// `ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION`.
    BufferPoolExtension(BufferPoolExtension) = "ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION",
    /// `CREATE | ALTER | DROP EVENT SESSION`.
    EventSession(Box<EventSession>) = "EVENT SESSION",
    /// `DBCC`.
    Dbcc(Dbcc) = "DBCC",
    /// `CHECKPOINT [seconds]`.
    Checkpoint(Option<Expr>) = "CHECKPOINT",
    /// A T-SQL statement without a tree, or one with a feature that the parser refuses. It fails
    /// with 40517 when executed.
    Unsupported {
        /// The name of the refused feature, for example `CREATE ASSEMBLY` or `FOR SYSTEM_TIME`.
        name: Box<str>,
        /// The statement as written, without a closing semicolon.
        text: Box<str>,
    } = "STATEMENT",
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
    /// Returns the statements directly inside a block, TRY...CATCH, IF or WHILE, in text order.
    /// Other statements yield none: neither a module's body nor the elements of CREATE SCHEMA are
    /// among them.
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
