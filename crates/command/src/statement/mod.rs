//! Statements that need more than an expression, one family per file.
//!
//! A statement runs with an [`Env`]: the session, the batch's registers, the host and the sink for
//! results. Statements on tables are [`BoundSlot`]s: bound at their first run, and again after a
//! change of the names they use. Start reading at `bound.rs`. Other statements are [`Command`]s,
//! and [`compile`] has a line for each.
//!
//! A statement that changes data or definitions calls [`Env::begin_change`] first and
//! [`Env::settle`] last, so that it succeeds as a whole or not at all. Definitions take their locks
//! as `definition.rs` describes.

mod application_lock;
mod bound;
mod bound_statement;
mod bulk_load;
mod command;
mod compiled_statement;
mod ddl;
mod dml;
mod env;
mod event;
mod function;
mod help_text;
mod identity_insert;
mod print;
mod procedure_arguments;
mod profile;
mod raise;
mod recompile;
mod trigger;

mod security;
mod select;
mod select_into;
mod sequence_range;
mod session_context;
mod set_option;
mod side_effects;
mod suspended_select;
mod transaction;
mod use_database;
mod wait;
mod xml_document;

pub use application_lock::{GET_LOCK, RELEASE_LOCK};
pub use bound::{BoundSlot, Outcome};
pub use bound_statement::{BoundSource, BoundStatement};
pub use bulk_load::{BulkInsert, BulkLoad, FileLoad, LoadTarget, LoadedBatch, RunningLoad, bulk_load};
pub use command::{Command, CommandError, Compilation, Constants, Description, NameSource, procedure, refuse_server};
pub use ddl::bound_object::{ObjectBinding, bind_object, bind_object_event};
pub use ddl::drop_table::drop_tables;
pub use ddl::extended_property::{PropertyCall, PropertyVerb, change_property, property_event};
pub use ddl::index::move_pages;
pub use ddl::marked_object::mark_system_object;
pub use ddl::module::{ModuleDefinition, define_module};
pub use ddl::module_command::module_options;
pub use ddl::refresh::refresh_module;
pub use ddl::rename::{Rename, rename, rename_event};
pub use ddl::statistics::{all_of as statistics_of, measured_places, update_all};
pub use ddl::table_option::{TableOptionChange, set_table_option};
pub use ddl::view_index::check_views;
pub use env::Env;
pub use event::{DdlEvent, EventSource, Raising, Watcher, logon_data, watchers_in};
pub use help_text::help_text;
pub use print::Print;
pub use procedure_arguments::{CommandParameter, CommandProcedure, argument_value, arguments as command_arguments};
pub use profile::{Profile, may_show_plan};
pub use recompile::{check_recompile, recompile};
pub use security::assumed_identity::{SET_APPLICATION_ROLE, UNSET_APPLICATION_ROLE};
pub use security::{
    Becoming, ContextSource, check_module_context, check_server_context, enter_module, execute_as, give_to_maker,
    impersonation_over, revert,
};
pub use sequence_range::SEQUENCE_RANGE;
pub use session_context::SESSION_CONTEXT;
pub use set_option::{OptionSwitch, option_of, switch, whole_number};
pub use side_effects::{is_interpreted, refusals};
pub use suspended_select::SuspendedSelect;
pub use transaction::{commit, end_transaction};
pub use trigger::ddl_trigger::{
    DdlTriggerDefinition, ddl_definition_event, ddl_scope, ddl_trigger_name, define_ddl_trigger, home,
};
pub use trigger::definition::TriggerDefinition;
pub use trigger::order::{TriggerOrder, set_trigger_order, trigger_order_events};
pub use use_database::use_database;
pub use xml_document::{PREPARE_DOCUMENT, REMOVE_DOCUMENT};

use ddl::{
    alter_table, create_table, drop_table, index, module_command, schema_command, sequence, statistics, truncate,
    user_type,
};
use security::assumed_identity;
use security::command as security_command;
use sluice_syntax::ast::{DroppedKind, Statement, StatementKind};
use sluice_types::SqlError;
use trigger::switch as trigger_switch;

/// Compiles a statement to commands. Returns false if the statement isn't one of these. The
/// commands are added to `to` in order. An error is one of compilation.
pub fn compile(statement: &Statement, to: &mut dyn Compilation) -> Result<bool, SqlError> {
    match &statement.kind {
        StatementKind::AlterAuthorization(statement) => security_command::compile_authorization(statement, to)?,
        StatementKind::AlterIndex(alter) => index::compile_alter(alter, to)?,
        StatementKind::AlterSequence(definition) => sequence::compile_alter(definition, to)?,
        StatementKind::AlterTable(alter) => alter_table::compile(alter, to)?,
        StatementKind::BeginTransaction { name, mark } => {
            transaction::compile_begin(name.as_ref(), mark.is_some(), to)?;
        }
        StatementKind::Commit { name, delayed_durability } => {
            transaction::compile_commit(name.as_ref(), delayed_durability.unwrap_or(false), to)?;
        }
        StatementKind::CreateIndex(index) => index::compile_create(index, to)?,
        StatementKind::CreateSchema(schema) => schema_command::compile_create(schema, to)?,
        StatementKind::CreateSequence(definition) => sequence::compile_create(definition, to)?,
        StatementKind::CreateStatistics(new) => statistics::compile_create(new, to)?,
        StatementKind::CreateSynonym { name, target } => module_command::compile_synonym(name, target, to)?,
        StatementKind::CreateTable(definition) => create_table::compile(definition, to)?,
        StatementKind::CreateType(written) => user_type::compile_create(written, statement, to)?,
        StatementKind::DropIndex(drop) => index::compile_drop(drop, to)?,
        StatementKind::DropSequence { if_exists, names } => sequence::compile_drop(*if_exists, names, to)?,
        StatementKind::DropTable { if_exists, names } => drop_table::compile(*if_exists, names, to)?,
        StatementKind::DropTrigger(drop) => module_command::compile_drop_trigger(drop, to)?,
        StatementKind::ExecuteAs(execute) => security_command::compile_execute_as(execute, to)?,
        StatementKind::Permission(statement) => security_command::compile_permission(statement, to)?,
        StatementKind::Principal(definition) => security_command::compile_principal(definition, to),
        StatementKind::RaiseError(raise) => raise::compile_raise_error(raise, to)?,
        StatementKind::Revert(cookie) => security_command::compile_revert(cookie.as_ref(), to)?,
        StatementKind::Rollback { name } => transaction::compile_roll_back(name.as_ref(), to)?,
        StatementKind::Save { name } => transaction::compile_save(name, to)?,
        StatementKind::SetUser(user) => assumed_identity::compile_set_user(user.as_ref(), to),
        StatementKind::SetOption(option) => return set_option::compile(option, to),
        StatementKind::SwitchTrigger(switch) => trigger_switch::compile(switch, to)?,
        StatementKind::Throw(throw) => raise::compile_throw(throw.as_deref(), to)?,
        StatementKind::TransferToSchema(transfer) => schema_command::compile_transfer(transfer, to)?,
        StatementKind::TruncateTable(name) => truncate::compile(name, to)?,
        StatementKind::UpdateStatistics(update) => statistics::compile_update(update, to)?,
        StatementKind::CreateDefault(default) => module_command::compile_default(default, to)?,
        StatementKind::CreateRule(rule) => module_command::compile_rule(rule, to)?,
        StatementKind::View(view) => module_command::compile_view(view, to)?,
        StatementKind::WaitFor(wait) => wait::compile(wait, to)?,
        StatementKind::DropObjects(drop) => match drop.kind {
            DroppedKind::Login
            | DroppedKind::User
            | DroppedKind::Role
            | DroppedKind::ServerRole
            | DroppedKind::ApplicationRole => security_command::compile_drop(drop, to)?,
            DroppedKind::Schema => schema_command::compile_drop(drop, to)?,
            DroppedKind::Statistics => statistics::compile_drop(drop, to)?,
            DroppedKind::Type => user_type::compile_drop(drop, to)?,
            _ => return Ok(module_command::compile_drop(drop, to)),
        },
        _ => return Ok(false),
    }
    Ok(true)
}
