//! Statement names for messages.

use super::index::IndexAction;
use super::module::DefinitionVerb;
use super::security::PermissionVerb;
use super::statement::StatementKind;

impl StatementKind {
    /// Returns the statement's name in capitals. CREATE OR ALTER is named CREATE.
    pub fn words(&self) -> String {
        let fixed = match self {
            StatementKind::Procedure(module) => return defined(module.verb, "PROCEDURE"),
            StatementKind::Function(module) => return defined(module.verb, "FUNCTION"),
            StatementKind::View(module) => return defined(module.verb, "VIEW"),
            StatementKind::Trigger(module) => return defined(module.verb, "TRIGGER"),
            StatementKind::DropObjects(drop) => return format!("DROP {}", drop.kind.words()),
            StatementKind::Principal(principal) => {
                let verb = if principal.is_alter { "ALTER" } else { "CREATE" };
                return format!("{verb} {}", principal.kind.words());
            }
            StatementKind::AlterDatabase(alter) => return format!("ALTER DATABASE {}", alter.change.words()),
            StatementKind::Restore(restore) => return format!("RESTORE {}", restore.kind.word()),
            StatementKind::SwitchTrigger(switch) if switch.enable => "ENABLE TRIGGER",
            StatementKind::SwitchTrigger(_) => "DISABLE TRIGGER",
            StatementKind::Permission(statement) => match statement.verb {
                PermissionVerb::Grant => "GRANT",
                PermissionVerb::Deny => "DENY",
                PermissionVerb::Revoke => "REVOKE",
            },
            StatementKind::AlterIndex(alter) => match &alter.action {
                IndexAction::Rebuild { .. } => "ALTER INDEX REBUILD",
                IndexAction::Reorganize { .. } => "ALTER INDEX REORGANIZE",
                IndexAction::Disable => "ALTER INDEX DISABLE",
                IndexAction::Set(_) => "ALTER INDEX SET",
            },
            StatementKind::Unsupported { name, .. } => name,
            other => other.fixed_words(),
        };
        fixed.to_owned()
    }

    fn fixed_words(&self) -> &'static str {
        match self {
            StatementKind::Block(_) => "BEGIN...END",
            StatementKind::TryCatch { .. } => "TRY...CATCH",
            StatementKind::If { .. } => "IF",
            StatementKind::While { .. } => "WHILE",
            StatementKind::Break => "BREAK",
            StatementKind::Continue => "CONTINUE",
            StatementKind::Return(_) => "RETURN",
            StatementKind::Goto(_) => "GOTO",
            StatementKind::Label(_) => "LABEL",
            StatementKind::Print(_) => "PRINT",
            StatementKind::Declare(_) | StatementKind::DeclareTable(_) => "DECLARE",
            StatementKind::SetVariable { .. } | StatementKind::SetOption(_) => "SET",
            StatementKind::BeginTransaction { .. } => "BEGIN TRANSACTION",
            StatementKind::Commit { .. } => "COMMIT TRANSACTION",
            StatementKind::Rollback { .. } => "ROLLBACK TRANSACTION",
            StatementKind::Save { .. } => "SAVE TRANSACTION",
            StatementKind::Use(_) => "USE",
            StatementKind::CreateDatabase(_) => "CREATE DATABASE",
            StatementKind::DropDatabase { .. } => "DROP DATABASE",
            StatementKind::AlterDatabaseSet(_) => "ALTER DATABASE SET",
            StatementKind::Backup(backup) if backup.of_log => "BACKUP LOG",
            StatementKind::Backup(_) => "BACKUP DATABASE",
            StatementKind::AlterScopedConfiguration(_) => "ALTER DATABASE SCOPED CONFIGURATION",
            StatementKind::CreateTable(_) => "CREATE TABLE",
            StatementKind::DropTable { .. } => "DROP TABLE",
            StatementKind::AlterTable(_) => "ALTER TABLE",
            StatementKind::CreateIndex(_) => "CREATE INDEX",
            StatementKind::DropIndex(_) => "DROP INDEX",
            StatementKind::CreateStatistics(_) => "CREATE STATISTICS",
            StatementKind::UpdateStatistics(_) => "UPDATE STATISTICS",
            StatementKind::DropTrigger(_) => "DROP TRIGGER",
            StatementKind::CreateSchema(_) => "CREATE SCHEMA",
            StatementKind::TransferToSchema(_) => "ALTER SCHEMA",
            StatementKind::CreateType(_) => "CREATE TYPE",
            StatementKind::CreateSynonym { .. } => "CREATE SYNONYM",
            StatementKind::CreateSequence(_) => "CREATE SEQUENCE",
            StatementKind::AlterSequence(_) => "ALTER SEQUENCE",
            StatementKind::DropSequence { .. } => "DROP SEQUENCE",
            StatementKind::TruncateTable(_) => "TRUNCATE TABLE",
            other => other.data_words(),
        }
    }

    fn data_words(&self) -> &'static str {
        match self {
            StatementKind::Insert(_) => "INSERT",
            StatementKind::Update(_) => "UPDATE",
            StatementKind::Delete(_) => "DELETE",
            StatementKind::Merge(_) => "MERGE",
            StatementKind::InsertBulk(_) => "INSERT BULK",
            StatementKind::BulkInsert(_) => "BULK INSERT",
            StatementKind::Select(_) => "SELECT",
            StatementKind::Execute(_) => "EXECUTE",
            StatementKind::Throw(_) => "THROW",
            StatementKind::RaiseError(_) => "RAISERROR",
            StatementKind::WaitFor(_) => "WAITFOR",
            StatementKind::DeclareCursor(_) => "DECLARE CURSOR",
            StatementKind::SetCursor { .. } => "SET CURSOR",
            StatementKind::OpenCursor(_) => "OPEN",
            StatementKind::Fetch(_) => "FETCH",
            StatementKind::CloseCursor(_) => "CLOSE",
            StatementKind::DeallocateCursor(_) => "DEALLOCATE",
            StatementKind::ExecuteAs(_) => "EXECUTE AS",
            StatementKind::Revert(_) => "REVERT",
            StatementKind::AlterAuthorization(_) => "ALTER AUTHORIZATION",
            StatementKind::Kill(_) => "KILL",
            StatementKind::Reconfigure { .. } => "RECONFIGURE",
            StatementKind::Shutdown { .. } => "SHUTDOWN",
            StatementKind::BufferPoolExtension(_) => "ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION",
            StatementKind::Dbcc(_) => "DBCC",
            StatementKind::Checkpoint(_) => "CHECKPOINT",
            _ => "STATEMENT",
        }
    }
}

fn defined(verb: DefinitionVerb, object: &str) -> String {
    let verb = if verb == DefinitionVerb::Alter { "ALTER" } else { "CREATE" };
    format!("{verb} {object}")
}
