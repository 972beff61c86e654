//! `sp_cursor_list` and `sp_describe_cursor`: return cursors' properties as the rows of a cursor
//! (`relational-databases/system-stored-procedures/sp-cursor-list-transact-sql.md`,
//! `sp-describe-cursor-transact-sql.md`).
//!
//! The returned cursor is STATIC: its rows are a snapshot.

use super::cursor_call::invalid;
use super::ending::Ending;
use super::invocation::Invocation;
use super::parameter::Parameter;
use super::system_procedure::{SystemProcedure, Typed, needed};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_command::statement::EventSource;
use sluice_plan::{Variables, unsupported};
use sluice_session::cursor_sight::{CursorReference, CursorSource};
use sluice_session::open_cursor::{CursorSpec, Sensitivity};
use sluice_syntax::ast::{CursorName, Name, StatementKind};
use sluice_syntax::{Span, parse};
use sluice_types::{DataType, Length, SqlError};
use std::fmt::Write;

pub(super) static CURSOR_LIST: SystemProcedure = SystemProcedure::typed(
    "sp_cursor_list",
    Typed {
        parameters: || vec![returned_cursor(), needed("@cursor_scope", DataType::Int)],
        needs: |rights, _| {
            rights.everybody("relational-databases/system-stored-procedures/sp-cursor-list-transact-sql.md")
        },
        events: |_| EventSource::None,
        run: |invocation, given| invocation.list_cursors(given.cursor, given.number(1)).map(|()| Ending::Returned),
    },
);

pub(super) static DESCRIBE_CURSOR: SystemProcedure = SystemProcedure::typed(
    "sp_describe_cursor",
    Typed {
        parameters: describing_parameters,
        needs: |rights, _| {
            rights.everybody("relational-databases/system-stored-procedures/sp-describe-cursor-transact-sql.md")
        },
        events: |_| EventSource::None,
        run: |invocation, given| {
            invocation.describe_cursor(given.cursor, (given.text(1), given.text(2))).map(|()| Ending::Returned)
        },
    },
);

/// Returns the parameters of the procedures that describe one cursor: the returned cursor, its
/// source and its identity.
pub(super) fn describing_parameters() -> Vec<Parameter> {
    vec![
        returned_cursor(),
        needed("@cursor_source", DataType::NVarChar(Length::Limited(30))),
        needed("@cursor_identity", DataType::SYSNAME),
    ]
}

fn returned_cursor() -> Parameter {
    Parameter { is_output: true, is_cursor: true, ..needed("@cursor_return", DataType::OF_NULL) }
}

impl Invocation<'_, '_, '_> {
    /// Runs `sp_cursor_list`. Fails with 16902 for an invalid scope.
    fn list_cursors(&mut self, variable: Option<&str>, scope: Option<i64>) -> Result<(), SqlError> {
        let of_local = match scope {
            Some(LOCAL) => Some(true),
            Some(GLOBAL) => Some(false),
            Some(BOTH) => None,
            _ => return Err(invalid("sp_cursor_list", "@cursor_scope")),
        };
        let is_asked = |reference: &CursorReference| {
            let cursor = reference.cursor.as_ref();
            cursor.is_some_and(|cursor| of_local.is_none_or(|local| cursor.facts().is_local == local))
        };
        let references = self.env.state.cursors.list().references();
        self.report(variable, references.iter().filter(|reference| is_asked(reference)))
    }

    /// Runs `sp_describe_cursor`. Fails with 16902 for an invalid source, with 16916 for an unknown
    /// cursor name, and with 137 for an unknown variable.
    fn describe_cursor(
        &mut self,
        variable: Option<&str>,
        (source, name): (Option<&str>, Option<&str>),
    ) -> Result<(), SqlError> {
        let reference = self.described_cursor("sp_describe_cursor", (source, name))?;
        self.report(variable, reference.cursor.iter().map(|_| &reference))
    }

    /// Returns the reference that a procedure's arguments name. Fails with 16902 for an invalid
    /// source, with 16916 for an unknown cursor name, and with 137 for an unknown variable.
    pub(super) fn described_cursor(
        &self,
        procedure: &str,
        (source, name): (Option<&str>, Option<&str>),
    ) -> Result<CursorReference, SqlError> {
        let invalid = |parameter| invalid(procedure, parameter);
        let source = source.and_then(CursorSource::named).ok_or_else(|| invalid("@cursor_source"))?;
        let name = name.ok_or_else(|| invalid("@cursor_identity"))?;
        let references = self.env.state.cursors.list().references();
        let is_it = |reference: &CursorReference| reference.source == source && same(&reference.name, name);
        match references.into_iter().find(is_it) {
            Some(reference) => Ok(reference),
            None if source == CursorSource::Variable => Err(SqlError::undeclared_variable(name)),
            None => Err(SqlError::cursor_not_found(name)),
        }
    }

    /// Assigns to the caller's variable a cursor with one row for each reference.
    fn report<'r>(
        &mut self,
        variable: Option<&str>,
        references: impl Iterator<Item = &'r CursorReference>,
    ) -> Result<(), SqlError> {
        self.return_rows(variable, &COLUMNS, references.filter_map(row))
    }

    /// Assigns to the caller's variable a static cursor with these rows. Each value is an
    /// expression, which is converted to its column's type. Does nothing without a variable. Fails
    /// if it has a cursor already.
    pub(super) fn return_rows(
        &mut self,
        variable: Option<&str>,
        columns: &[(&str, &str)],
        rows: impl Iterator<Item = Vec<String>>,
    ) -> Result<(), SqlError> {
        // Without OUTPUT the cursor would be invisible.
        let Some(variable) = variable else { return Ok(()) };
        self.env.state.cursors.check_free(variable)?;
        let mut text = String::new();
        for row in rows {
            selected(&mut text, columns, row.iter().map(String::as_str));
            text.push_str(" UNION ALL ");
        }
        // An empty report has the same columns.
        selected(&mut text, columns, std::iter::repeat("NULL"));
        text.push_str(" WHERE 1 = 0");
        let statement = parse(&text).statements.pop();
        let Some(StatementKind::Select(query)) = statement.map(|statement| statement.kind) else {
            return Err(unsupported("cursor of cursors"));
        };
        let spec = CursorSpec {
            scrolls: true,
            sensitivity: Sensitivity::Static,
            says_static: true,
            is_fast_forward: false,
            is_dynamic: false,
            locks: false,
            updates: None,
            must_update: false,
            by_values: false,
            query,
            variables: Arc::new(Variables::default()),
            values: Vec::new(),
            database: Arc::clone(&self.env.state.database),
        };
        let cursor = sluice_cursor::new_cursor(self.env, variable, None, spec);
        self.env.state.cursors.set(variable, cursor)?;
        let name = CursorName { global: false, name: Name::new(variable, Span::default()) };
        sluice_cursor::open_cursor(self.env, &name).map_err(|(_, error)| error)
    }
}

/// Returns the row of a referenced cursor; `None` for a variable without a cursor.
fn row(reference: &CursorReference) -> Option<Vec<String>> {
    let facts = reference.cursor.as_ref()?.facts();
    Some(vec![
        text_literal(&reference.name),
        text_literal(&facts.name),
        if facts.is_local { LOCAL } else { GLOBAL }.to_string(),
        facts.status().to_string(),
        (facts.model as u8).to_string(),
        match (facts.is_read_only, facts.locks) {
            (true, _) => READ_ONLY,
            (false, true) => SCROLL_LOCKS,
            (false, false) => OPTIMISTIC,
        }
        .to_string(),
        u8::from(facts.scrolls).to_string(),
        u8::from(facts.is_open).to_string(),
        facts.rows.to_string(),
        facts.fetch_status.to_string(),
        facts.columns.map_or_else(|| "NULL".to_owned(), |columns| columns.to_string()),
        facts.row_count.to_string(),
        (facts.last_operation as u8).to_string(),
        facts.id.to_string(),
    ])
}

/// Returns a string literal of a text.
pub(super) fn text_literal(text: &str) -> String {
    format!("N'{}'", text.replace('\'', "''"))
}

/// Appends a SELECT of the values as the report's columns.
fn selected<'v>(text: &mut String, columns: &[(&str, &str)], values: impl Iterator<Item = &'v str>) {
    let mut between = "SELECT ";
    for ((name, data_type), value) in columns.iter().zip(values) {
        let _ = write!(text, "{between}CAST({value} AS {data_type}) AS [{name}]");
        between = ", ";
    }
}

/// Columns, as the documentation of `sp_describe_cursor` lists them.
const COLUMNS: [(&str, &str); 14] = [
    ("reference_name", "sysname"),
    ("cursor_name", "sysname"),
    ("cursor_scope", "tinyint"),
    ("status", "int"),
    ("model", "tinyint"),
    ("concurrency", "tinyint"),
    ("scrollable", "tinyint"),
    ("open_status", "tinyint"),
    ("cursor_rows", "decimal(10, 0)"),
    ("fetch_status", "smallint"),
    ("column_count", "smallint"),
    ("row_count", "decimal(10, 0)"),
    ("last_operation", "tinyint"),
    ("cursor_handle", "int"),
];
/// Scopes of cursors.
const LOCAL: i64 = 1;
const GLOBAL: i64 = 2;
const BOTH: i64 = 3;
/// Values of `concurrency`.
const READ_ONLY: u8 = 1;
const SCROLL_LOCKS: u8 = 2;
const OPTIMISTIC: u8 = 3;
