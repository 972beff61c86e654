//! The commands of the statements: one line for each.

use crate::statement::command::Compilation;
use crate::statement::ddl::{
    alter_table, create_table, drop_table, index, module_command, schema_command, sequence, statistics, truncate,
    user_type,
};
use crate::statement::trigger::switch as trigger_switch;
use sluice_syntax::ast::{DroppedKind, Statement, StatementKind};
use sluice_types::SqlError;

/// Compiles a statement to commands. Returns false if the statement isn't one of these.
pub fn compile(statement: &Statement, to: &mut dyn Compilation) -> Result<bool, SqlError> {
    match &statement.kind {
        StatementKind::AlterIndex(alter) => index::compile_alter(alter, to)?,
        StatementKind::AlterSequence(definition) => sequence::compile_alter(definition, to)?,
        StatementKind::AlterTable(alter) => alter_table::compile(alter, to)?,
        StatementKind::CreateIndex(index) => index::compile_create(index, to)?,
        StatementKind::CreateSchema(schema) => schema_command::compile_create(schema, to)?,
        StatementKind::CreateSequence(definition) => sequence::compile_create(definition, to)?,
        StatementKind::CreateStatistics(new) => statistics::compile_create(new, to)?,
        StatementKind::CreateTable(definition) => create_table::compile(definition, to)?,
        StatementKind::CreateSynonym { name, target } => module_command::compile_synonym(name, target, to)?,
        StatementKind::CreateType(written) => user_type::compile_create(written, statement, to)?,
        StatementKind::DropIndex(drop) => index::compile_drop(drop, to)?,
        StatementKind::DropSequence { if_exists, names } => sequence::compile_drop(*if_exists, names, to)?,
        StatementKind::DropTable { if_exists, names } => drop_table::compile(*if_exists, names, to)?,
        StatementKind::DropTrigger(drop) => module_command::compile_drop_trigger(drop, to)?,
        StatementKind::SwitchTrigger(switch) => trigger_switch::compile(switch, to)?,
        StatementKind::TransferToSchema(transfer) => schema_command::compile_transfer(transfer, to)?,
        StatementKind::TruncateTable(name) => truncate::compile(name, to)?,
        StatementKind::UpdateStatistics(update) => statistics::compile_update(update, to)?,
        StatementKind::View(view) => module_command::compile_view(view, to)?,
        StatementKind::DropObjects(drop) => match drop.kind {
            DroppedKind::Schema => schema_command::compile_drop(drop, to)?,
            DroppedKind::Statistics => statistics::compile_drop(drop, to)?,
            DroppedKind::Type => user_type::compile_drop(drop, to)?,
            _ => return Ok(module_command::compile_drop(drop, to)),
        },
        _ => return Ok(false),
    }
    Ok(true)
}
