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
mod parameter_encryption;

use super::cursor_call::CURSORS;
use super::cursor_report::{CURSOR_LIST, DESCRIBE_CURSOR};
use super::cursor_sources::{DESCRIBE_CURSOR_COLUMNS, DESCRIBE_CURSOR_TABLES};
use super::declared_parameters::DeclaredParameter;
use super::prepared_call::PREPARED;
use super::system_procedure::{Body, EXECUTE_STATEMENT, SystemProcedure};
use sluice_administration::statement::FLUSH_LOG;
use sluice_command::statement::{
    GET_LOCK, PREPARE_DOCUMENT, RELEASE_LOCK, REMOVE_DOCUMENT, SEQUENCE_RANGE, SESSION_CONTEXT, SET_APPLICATION_ROLE,
    UNSET_APPLICATION_ROLE,
};

/// Returns the procedure called `name`, in any case. `None` if there is none.
pub(super) fn named(name: &str) -> Option<&'static SystemProcedure> {
    all().find(|procedure| procedure.name.eq_ignore_ascii_case(name))
}

/// Returns the names of all procedures.
pub fn system_procedure_names() -> impl Iterator<Item = &'static str> {
    all().map(|procedure| procedure.name)
}

/// Returns the parameters that a procedure declares. Empty for an unknown procedure, and for those
/// that read their arguments themselves.
pub fn system_procedure_parameters(name: &str) -> Vec<DeclaredParameter> {
    match named(name).map(|procedure| &procedure.body) {
        Some(Body::Typed(typed)) => (typed.parameters)().into_iter().map(DeclaredParameter::from).collect(),
        Some(Body::Command(command)) => command.parameters.iter().map(DeclaredParameter::from).collect(),
        _ => Vec::new(),
    }
}

fn all() -> impl Iterator<Item = &'static SystemProcedure> {
    SINGLE.into_iter().chain(&COMMANDS).chain(&PREPARED).chain(&CURSORS)
}

/// Procedures whose calls are compiled to commands.
static COMMANDS: [SystemProcedure; 9] = [
    SystemProcedure::command(&FLUSH_LOG),
    SystemProcedure::command(&GET_LOCK),
    SystemProcedure::command(&RELEASE_LOCK),
    SystemProcedure::command(&SEQUENCE_RANGE),
    SystemProcedure::command(&SESSION_CONTEXT),
    SystemProcedure::command(&SET_APPLICATION_ROLE),
    SystemProcedure::command(&UNSET_APPLICATION_ROLE),
    SystemProcedure::command(&PREPARE_DOCUMENT),
    SystemProcedure::command(&REMOVE_DOCUMENT),
];

static EXECUTE_SQL: SystemProcedure = SystemProcedure { name: EXECUTE_STATEMENT, body: Body::Statement };

static SINGLE: [&SystemProcedure; 32] = [
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
    &parameter_encryption::DESCRIBE_PARAMETER_ENCRYPTION,
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
