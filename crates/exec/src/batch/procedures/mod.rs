//! The registry of the system procedures that aren't written in T-SQL.
//!
//! The files of this folder have procedures with typed parameters: name, parameters, permission and
//! code of each.

mod bound_objects;
mod configure;
mod databases;
mod definitions;
mod event_log;
mod extended_properties;
mod for_each;
mod messages;

use super::cursor_call::CURSORS;
use super::cursor_report::{CURSOR_LIST, DESCRIBE_CURSOR};
use super::cursor_sources::{DESCRIBE_CURSOR_COLUMNS, DESCRIBE_CURSOR_TABLES};
use super::declared_parameters::DeclaredParameter;
use super::prepared_call::PREPARED;
use super::system_procedure::{Body, EXECUTE_STATEMENT, SystemProcedure};
use sluice_administration::statement::compile_flush_log;
use sluice_command::statement::{
    compile_get_lock, compile_prepare_document, compile_release_lock, compile_remove_document, compile_sequence_range,
    compile_session_context, compile_set_application_role, compile_unset_application_role,
};

/// Returns the procedure called `name`, in any case. `None` if there is none.
pub(super) fn named(name: &str) -> Option<&'static SystemProcedure> {
    all().find(|procedure| procedure.name.eq_ignore_ascii_case(name))
}

/// Returns the names of all procedures.
pub fn system_procedure_names() -> impl Iterator<Item = &'static str> {
    all().map(|procedure| procedure.name)
}

/// Returns the parameters of a procedure with typed parameters. Empty for an unknown procedure, and
/// for the others, which read their arguments themselves.
pub fn system_procedure_parameters(name: &str) -> Vec<DeclaredParameter> {
    match named(name).map(|procedure| &procedure.body) {
        Some(Body::Typed(typed)) => (typed.parameters)().into_iter().map(DeclaredParameter::from).collect(),
        _ => Vec::new(),
    }
}

fn all() -> impl Iterator<Item = &'static SystemProcedure> {
    SINGLE.into_iter().chain(&COMMANDS).chain(&PREPARED).chain(&CURSORS)
}

/// Procedures whose calls are compiled to commands.
static COMMANDS: [SystemProcedure; 9] = [
    SystemProcedure::command("sp_flush_log", compile_flush_log),
    SystemProcedure::command("sp_getapplock", compile_get_lock),
    SystemProcedure::command("sp_releaseapplock", compile_release_lock),
    SystemProcedure::command("sp_sequence_get_range", compile_sequence_range),
    SystemProcedure::command("sp_set_session_context", compile_session_context),
    SystemProcedure::command("sp_setapprole", compile_set_application_role),
    SystemProcedure::command("sp_unsetapprole", compile_unset_application_role),
    SystemProcedure::command("sp_xml_preparedocument", compile_prepare_document),
    SystemProcedure::command("sp_xml_removedocument", compile_remove_document),
];

static EXECUTE_SQL: SystemProcedure = SystemProcedure { name: EXECUTE_STATEMENT, body: Body::Statement };

static SINGLE: [&SystemProcedure; 31] = [
    &bound_objects::BIND_DEFAULT,
    &bound_objects::BIND_RULE,
    &bound_objects::UNBIND_DEFAULT,
    &bound_objects::UNBIND_RULE,
    &configure::CONFIGURE,
    &databases::DETACH,
    &definitions::DESCRIBE_FIRST_RESULT_SET,
    &definitions::DESCRIBE_UNDECLARED,
    &definitions::HELP_TEXT,
    &definitions::MARK_SYSTEM_OBJECT,
    &definitions::RECOMPILE,
    &definitions::REFRESH_MODULE,
    &definitions::RENAME,
    &definitions::TABLE_OPTION,
    &definitions::TRIGGER_ORDER,
    &definitions::UPDATE_STATISTICS,
    &event_log::CYCLE_ERROR_LOG,
    &event_log::LOG_EVENT,
    &extended_properties::ADD_PROPERTY,
    &extended_properties::DROP_PROPERTY,
    &extended_properties::UPDATE_PROPERTY,
    &for_each::FOR_EACH_DATABASE,
    &for_each::FOR_EACH_TABLE,
    &messages::ADD_MESSAGE,
    &messages::ALTER_MESSAGE,
    &messages::DROP_MESSAGE,
    &CURSOR_LIST,
    &DESCRIBE_CURSOR,
    &DESCRIBE_CURSOR_COLUMNS,
    &DESCRIBE_CURSOR_TABLES,
    &EXECUTE_SQL,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct() {
        let names: Vec<String> = all().map(|procedure| procedure.name.to_lowercase()).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }
}
