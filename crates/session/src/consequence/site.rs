//! The site of an error: the class of the statement and the phase.

/// The site at which an error was raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The class of the statement.
    pub class: StatementClass,
    /// Compilation or execution.
    pub phase: Phase,
}

/// The phase of a statement in which an error was raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The statement or a module's body was being bound, possibly just before execution (deferred
    /// name resolution).
    Compile,
    /// The statement was running.
    Run,
}

/// Classes of statements. One error may end more in one class than in another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementClass {
    /// SELECT, PRINT, SET of a variable, and the conditions of IF and WHILE.
    Query,
    /// INSERT (including INSERT EXECUTE), UPDATE, DELETE, MERGE and bulk load.
    Change,
    /// SELECT INTO.
    SelectInto,
    /// CREATE TABLE.
    CreateTable,
    /// ALTER TABLE.
    AlterTable,
    /// CREATE INDEX, ALTER INDEX and DROP INDEX.
    Index,
    /// CREATE STATISTICS and DROP STATISTICS.
    Statistics,
    /// DROP of a table, module, sequence, type or schema.
    Drop,
    /// TRUNCATE TABLE.
    Truncate,
    /// CREATE and ALTER of a view, function, procedure, trigger or synonym, ENABLE TRIGGER and
    /// DISABLE TRIGGER.
    Module,
    /// CREATE SEQUENCE and ALTER SEQUENCE.
    Sequence,
    /// CREATE TYPE.
    Type,
    /// CREATE SCHEMA.
    CreateSchema,
    /// ALTER SCHEMA.
    AlterSchema,
    /// SET IDENTITY_INSERT.
    IdentityInsert,
    /// CREATE DATABASE.
    CreateDatabase,
    /// ALTER DATABASE.
    AlterDatabase,
    /// DROP DATABASE.
    DropDatabase,
    /// BACKUP DATABASE.
    BackupDatabase,
    /// BACKUP LOG.
    BackupLog,
    /// RESTORE DATABASE.
    RestoreDatabase,
    /// Statements about logins, users, roles and permissions.
    Security,
    /// BEGIN, COMMIT, ROLLBACK and SAVE TRANSACTION.
    Transaction,
    /// EXECUTE: errors of the call itself.
    Call,
    /// Statements about cursors.
    Cursor,
    /// The error that RAISERROR raises. Errors in the RAISERROR statement itself are of class
    /// [`Other`](Self::Other).
    RaiseError,
    /// The error that THROW raises.
    Throw,
    /// All other statements: SET, USE, DBCC, KILL, WAITFOR, UPDATE STATISTICS and the like.
    Other,
}

impl StatementClass {
    /// Returns whether the statement defines or drops an object of a database. SELECT INTO counts
    /// as a change of rows. So do all changes and reads of rows.
    pub fn is_definition(self) -> bool {
        matches!(
            self,
            StatementClass::CreateTable
                | StatementClass::AlterTable
                | StatementClass::Index
                | StatementClass::Statistics
                | StatementClass::Drop
                | StatementClass::Truncate
                | StatementClass::Module
                | StatementClass::Sequence
                | StatementClass::Type
                | StatementClass::CreateSchema
                | StatementClass::AlterSchema
                | StatementClass::IdentityInsert
        )
    }

    /// Every class.
    #[cfg(test)]
    pub(super) const ALL: [StatementClass; 28] = [
        StatementClass::Query,
        StatementClass::Change,
        StatementClass::SelectInto,
        StatementClass::CreateTable,
        StatementClass::AlterTable,
        StatementClass::Index,
        StatementClass::Statistics,
        StatementClass::Drop,
        StatementClass::Truncate,
        StatementClass::Module,
        StatementClass::Sequence,
        StatementClass::Type,
        StatementClass::CreateSchema,
        StatementClass::AlterSchema,
        StatementClass::IdentityInsert,
        StatementClass::CreateDatabase,
        StatementClass::AlterDatabase,
        StatementClass::DropDatabase,
        StatementClass::BackupDatabase,
        StatementClass::BackupLog,
        StatementClass::RestoreDatabase,
        StatementClass::Security,
        StatementClass::Transaction,
        StatementClass::Call,
        StatementClass::Cursor,
        StatementClass::RaiseError,
        StatementClass::Throw,
        StatementClass::Other,
    ];
}
