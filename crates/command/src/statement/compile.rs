//! The commands of the statements: one line for each.

use crate::statement::command::Compilation;
use crate::statement::dbcc::command as dbcc_command;
use crate::statement::ddl::{
    alter_table, create_table, database_command, drop_table, index, module_command, schema_command, sequence,
    statistics, truncate, user_type,
};
use crate::statement::security::command as security;
use crate::statement::trigger::switch as trigger_switch;
use crate::statement::{backup, checkpoint, configure, kill, set_option, transaction, wait};
use sluice_syntax::ast::{DroppedKind, Statement, StatementKind};
use sluice_types::SqlError;

/// Compiles a statement to commands. Returns false if the statement isn't one of these.
pub fn compile(statement: &Statement, to: &mut dyn Compilation) -> Result<bool, SqlError> {
    match &statement.kind {
        StatementKind::AlterAuthorization(statement) => security::compile_authorization(statement, to)?,
        StatementKind::AlterDatabase(alter) => database_command::compile_change(alter, to),
        StatementKind::AlterDatabaseSet(alter) => database_command::compile_set(alter, to),
        StatementKind::AlterIndex(alter) => index::compile_alter(alter, to)?,
        StatementKind::AlterScopedConfiguration(option) => database_command::compile_scoped(option, to),
        StatementKind::AlterSequence(definition) => sequence::compile_alter(definition, to)?,
        StatementKind::AlterTable(alter) => alter_table::compile(alter, to)?,
        StatementKind::Backup(backup) => backup::compile(backup, to),
        StatementKind::Checkpoint(duration) => checkpoint::compile(duration.as_ref(), to)?,
        StatementKind::CreateDatabase(definition) => database_command::compile_create(definition, to)?,
        StatementKind::CreateIndex(index) => index::compile_create(index, to)?,
        StatementKind::CreateSchema(schema) => schema_command::compile_create(schema, to)?,
        StatementKind::CreateSequence(definition) => sequence::compile_create(definition, to)?,
        StatementKind::CreateStatistics(new) => statistics::compile_create(new, to)?,
        StatementKind::CreateSynonym { name, target } => module_command::compile_synonym(name, target, to)?,
        StatementKind::CreateTable(definition) => create_table::compile(definition, to)?,
        StatementKind::CreateType(written) => user_type::compile_create(written, statement, to)?,
        StatementKind::Dbcc(dbcc) => dbcc_command::compile(dbcc, to)?,
        StatementKind::DropDatabase { if_exists, names } => database_command::compile_drop(*if_exists, names, to),
        StatementKind::DropIndex(drop) => index::compile_drop(drop, to)?,
        StatementKind::DropSequence { if_exists, names } => sequence::compile_drop(*if_exists, names, to)?,
        StatementKind::DropTable { if_exists, names } => drop_table::compile(*if_exists, names, to)?,
        StatementKind::DropTrigger(drop) => module_command::compile_drop_trigger(drop, to)?,
        StatementKind::ExecuteAs(execute) => security::compile_execute_as(execute, to)?,
        StatementKind::Kill(kill) => kill::compile(kill, to)?,
        StatementKind::Permission(statement) => security::compile_permission(statement, to)?,
        StatementKind::Principal(definition) => security::compile_principal(definition, to),
        StatementKind::Reconfigure { with_override } => configure::compile(*with_override, to),
        StatementKind::Revert(cookie) => security::compile_revert(cookie.as_ref(), to)?,
        StatementKind::Rollback { name } => transaction::compile_roll_back(name.as_ref(), to)?,
        StatementKind::Save { name } => transaction::compile_save(name, to)?,
        StatementKind::SetOption(option) => return set_option::compile(option, to),
        StatementKind::SwitchTrigger(switch) => trigger_switch::compile(switch, to)?,
        StatementKind::TransferToSchema(transfer) => schema_command::compile_transfer(transfer, to)?,
        StatementKind::TruncateTable(name) => truncate::compile(name, to)?,
        StatementKind::UpdateStatistics(update) => statistics::compile_update(update, to)?,
        StatementKind::View(view) => module_command::compile_view(view, to)?,
        StatementKind::WaitFor(wait) => wait::compile(wait, to)?,
        StatementKind::DropObjects(drop) => match drop.kind {
            DroppedKind::Login | DroppedKind::User | DroppedKind::Role | DroppedKind::ServerRole => {
                security::compile_drop(drop, to)?;
            }
            DroppedKind::Schema => schema_command::compile_drop(drop, to)?,
            DroppedKind::Statistics => statistics::compile_drop(drop, to)?,
            DroppedKind::Type => user_type::compile_drop(drop, to)?,
            _ => return Ok(module_command::compile_drop(drop, to)),
        },
        _ => return Ok(false),
    }
    Ok(true)
}
