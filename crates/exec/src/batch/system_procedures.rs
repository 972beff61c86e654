//! The registry of the system procedures that aren't written in T-SQL.

use super::application_lock::{GET_APPLICATION_LOCK, RELEASE_APPLICATION_LOCK};
use super::cursor_call::CURSORS;
use super::cursor_report::{CURSOR_LIST, DESCRIBE_CURSOR};
use super::describe::DESCRIBE_FIRST_RESULT_SET;
use super::execute::{EXECUTE_SQL, FLUSH_LOG};
use super::prepared_call::PREPARED;
use super::procedures::{
    ADD_MESSAGE, ADD_PROPERTY, ALTER_MESSAGE, CONFIGURE, DESCRIBE_UNDECLARED, DROP_MESSAGE, DROP_PROPERTY,
    FOR_EACH_DATABASE, FOR_EACH_TABLE, HELP_TEXT, RENAME, UPDATE_PROPERTY, UPDATE_STATISTICS,
};
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
    &ADD_MESSAGE,
    &ADD_PROPERTY,
    &ALTER_MESSAGE,
    &CONFIGURE,
    &CURSOR_LIST,
    &DESCRIBE_CURSOR,
    &DESCRIBE_FIRST_RESULT_SET,
    &DESCRIBE_UNDECLARED,
    &DROP_MESSAGE,
    &DROP_PROPERTY,
    &EXECUTE_SQL,
    &FLUSH_LOG,
    &FOR_EACH_DATABASE,
    &FOR_EACH_TABLE,
    &GET_APPLICATION_LOCK,
    &HELP_TEXT,
    &RELEASE_APPLICATION_LOCK,
    &RENAME,
    &SEQUENCE_GET_RANGE,
    &SET_SESSION_CONTEXT,
    &UPDATE_PROPERTY,
    &UPDATE_STATISTICS,
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
