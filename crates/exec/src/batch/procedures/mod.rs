//! The registry of the system procedures that aren't written in T-SQL.
//!
//! The files of this folder have procedures with typed parameters: name, parameters, permission and
//! code of each.

mod configure;
mod definitions;
mod extended_properties;
mod for_each;
mod messages;

use super::application_lock::{GET_APPLICATION_LOCK, RELEASE_APPLICATION_LOCK};
use super::cursor_call::CURSORS;
use super::cursor_report::{CURSOR_LIST, DESCRIBE_CURSOR};
use super::describe::DESCRIBE_FIRST_RESULT_SET;
use super::execute::{EXECUTE_SQL, FLUSH_LOG};
use super::prepared_call::PREPARED;
use super::sequence_range::SEQUENCE_GET_RANGE;
use super::session_context::SET_SESSION_CONTEXT;
use super::system_procedure::SystemProcedure;

/// Returns the procedure called `name`, in any case.
pub(super) fn named(name: &str) -> Option<&'static SystemProcedure> {
    all().find(|procedure| procedure.name.eq_ignore_ascii_case(name))
}

/// Returns the names of all procedures.
pub fn system_procedure_names() -> impl Iterator<Item = &'static str> {
    all().map(|procedure| procedure.name)
}

fn all() -> impl Iterator<Item = &'static SystemProcedure> {
    SINGLE.into_iter().chain(&PREPARED).chain(&CURSORS)
}

static SINGLE: [&SystemProcedure; 22] = [
    &configure::CONFIGURE,
    &definitions::DESCRIBE_UNDECLARED,
    &definitions::HELP_TEXT,
    &definitions::RENAME,
    &definitions::UPDATE_STATISTICS,
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
    &DESCRIBE_FIRST_RESULT_SET,
    &EXECUTE_SQL,
    &FLUSH_LOG,
    &GET_APPLICATION_LOCK,
    &RELEASE_APPLICATION_LOCK,
    &SEQUENCE_GET_RANGE,
    &SET_SESSION_CONTEXT,
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
