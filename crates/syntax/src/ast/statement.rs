//! Statements: everything that stands alone in a batch.

use super::condition::Condition;
use super::database::{AlterDatabaseSet, Backup, DatabaseOption};
use super::ddl::{CreateTable, TableVariable};
use super::dml::{AssignmentOperator, Delete, Insert, Update};
use super::exec::{Dbcc, Execute};
use super::expr::Expr;
use super::name::{Name, ObjectName, TypeName};
use super::query::Query;
use super::sequence::SequenceDefinition;
use super::set::SetOption;
use crate::span::Span;

/// A statement. Two are equal if they say the same, wherever they stand.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Without a closing semicolon.
    pub span: Span,
    /// Line of its first word within the batch's text, from 1.
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
    /// `IF condition then [ELSE otherwise]`.
    If {
        /// The condition.
        condition: Condition,
        /// If true.
        then: Box<Statement>,
        /// If false or unknown.
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
        /// How.
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
        /// Ignored by the engine, as in SQL Server.
        name: Option<Name>,
        /// The durability asked for, if any.
        delayed_durability: Option<bool>,
    },
    /// `ROLLBACK [TRAN [name]]`.
    Rollback {
        /// A savepoint's or the outermost transaction's name: an identifier, or a variable with `@`.
        name: Option<Name>,
    },
    /// `SAVE TRAN name`.
    Save {
        /// The savepoint's name: an identifier, or a variable with `@`.
        name: Name,
    },
    /// `USE database`.
    Use(Name),
    /// `CREATE DATABASE name`.
    CreateDatabase(Name),
    /// `DROP DATABASE [IF EXISTS] names`.
    DropDatabase {
        /// `IF EXISTS`.
        if_exists: bool,
        /// At least one.
        names: Vec<Name>,
    },
    /// `ALTER DATABASE ... SET ...`.
    AlterDatabaseSet(AlterDatabaseSet),
    /// `BACKUP DATABASE` and `BACKUP LOG`.
    Backup(Backup),
    /// `ALTER DATABASE SCOPED CONFIGURATION SET name = value`.
    AlterScopedConfiguration(DatabaseOption),
    /// `CREATE TABLE`.
    CreateTable(Box<CreateTable>),
    /// `DROP TABLE [IF EXISTS] names`.
    DropTable {
        /// `IF EXISTS`.
        if_exists: bool,
        /// At least one.
        names: Vec<ObjectName>,
    },
    /// `CREATE SEQUENCE`.
    CreateSequence(Box<SequenceDefinition>),
    /// `ALTER SEQUENCE`.
    AlterSequence(Box<SequenceDefinition>),
    /// `DROP SEQUENCE [IF EXISTS] names`.
    DropSequence {
        /// `IF EXISTS`.
        if_exists: bool,
        /// At least one.
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
    /// `SELECT`, to the client, into variables or into a table.
    Select(Box<Query>),
    /// `EXEC`.
    Execute(Box<Execute>),
    /// `DBCC`.
    Dbcc(Dbcc),
    /// `CHECKPOINT [seconds]`.
    Checkpoint(Option<Expr>),
    /// Known to T-SQL, not to this parser: it is to be refused by name when it would run.
    Unsupported {
        /// What it is, in capitals: `CREATE FUNCTION`.
        name: Box<str>,
        /// The statement as written.
        text: Box<str>,
    },
}

/// `@name [AS] type [= value]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The variable, with `@`.
    pub name: Name,
    /// Its type.
    pub data_type: TypeName,
    /// Its first value.
    pub value: Option<Expr>,
}

impl PartialEq for Statement {
    fn eq(&self, other: &Statement) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Statement {}
