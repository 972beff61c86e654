//! Names of statements for messages, where the name depends on the statement's operands.

use super::index::IndexAction;
use super::module::DefinitionVerb;
use super::security::PermissionVerb;
use super::statement::StatementKind;

impl StatementKind {
    /// Returns the statement's name in capitals, as messages have it. CREATE OR ALTER is named
    /// CREATE. An unsupported statement has the name of its refused feature.
    pub fn words(&self) -> String {
        let words = match self {
            StatementKind::Procedure(module) if module.verb == DefinitionVerb::Alter => "ALTER PROCEDURE",
            StatementKind::Function(module) if module.verb == DefinitionVerb::Alter => "ALTER FUNCTION",
            StatementKind::View(module) if module.verb == DefinitionVerb::Alter => "ALTER VIEW",
            StatementKind::Trigger(module) if module.verb == DefinitionVerb::Alter => "ALTER TRIGGER",
            StatementKind::DropObjects(drop) => return format!("DROP {}", drop.kind.words()),
            StatementKind::Principal(principal) => {
                let verb = if principal.is_alter { "ALTER" } else { "CREATE" };
                return format!("{verb} {}", principal.kind.words());
            }
            StatementKind::AlterDatabase(alter) => return format!("ALTER DATABASE {}", alter.change.words()),
            StatementKind::Restore(restore) => return format!("RESTORE {}", restore.kind.word()),
            StatementKind::Backup(backup) if backup.of_log => "BACKUP LOG",
            StatementKind::SwitchTrigger(switch) if !switch.enable => "DISABLE TRIGGER",
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
            StatementKind::EventSession(session) => session.verb.words(),
            StatementKind::Text(statement) => statement.words(),
            StatementKind::Unsupported { name, .. } => name,
            other => other.fixed_words(),
        };
        words.to_owned()
    }
}
