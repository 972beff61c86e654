//! The statement of an API cursor, and whether a cursor can be opened on it
//! (`relational-databases/system-stored-procedures/sp-cursoropen-transact-sql.md`, *stmt
//! Parameter*).

use super::invocation::Invocation;
use super::procedure_group::{group_number, in_group};
use sluice_base::sync::Arc;
use sluice_catalog::ModuleKind;
use sluice_plan::{SetOption, object_name};
use sluice_syntax::ast::{CursorAccess, Execute, ExecuteModule, ForClause, Query, Statement, StatementKind};
use sluice_syntax::{parse_cursor_text, parse_quoted, walk};

/// The statement of an API cursor.
pub(super) struct CursorText {
    /// The text with blanks in place of FOR READ ONLY and FOR UPDATE.
    pub(super) text: String,
    /// FOR READ ONLY or FOR UPDATE of a single SELECT.
    pub(super) access: Option<CursorAccess>,
    /// The statements that the text runs.
    pub(super) source: CursorSource,
}

/// The statements of an API cursor.
pub(super) enum CursorSource {
    /// A single SELECT that a cursor can be opened on.
    Query(Arc<Query>),
    /// A procedure whose body is such a SELECT.
    Procedure,
    /// Statements that a cursor can't be opened on.
    Batch,
    /// A procedure that a cursor can't be opened on.
    OtherProcedure,
    /// A text with syntax errors, or a procedure that doesn't exist. Running it reports the errors.
    Wrong,
}

impl CursorText {
    /// Reads a statement under the session's QUOTED_IDENTIFIER. A procedure's name is resolved as
    /// at a call.
    pub(super) fn read(invocation: &Invocation<'_, '_, '_>, text: &str) -> CursorText {
        let quoted = invocation.env.state.options.meaning.has(SetOption::QuotedIdentifier);
        let (script, mut clauses) = parse_cursor_text(text, quoted);
        let mut blanked = text.to_owned();
        for (_, span) in &clauses {
            // Lines and places of the rest stay.
            let blanks = span.slice(text).bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' });
            blanked.replace_range(span.start as usize..span.end as usize, &blanks.collect::<String>());
        }
        let source = match &script.statements[..] {
            _ if !script.errors.is_empty() => CursorSource::Wrong,
            [Statement { kind: StatementKind::Select(query), .. }] if qualifies(query) => {
                CursorSource::Query(Arc::clone(query))
            }
            [Statement { kind: StatementKind::Execute(execute), .. }] => called(invocation, execute),
            _ => CursorSource::Batch,
        };
        let access =
            if matches!(source, CursorSource::Query(_)) { clauses.pop().map(|(access, _)| access) } else { None };
        CursorText { text: blanked, access, source }
    }
}

/// Whether a cursor can be opened on a query: it has no INTO, no FOR BROWSE and no assignment.
fn qualifies(query: &Query) -> bool {
    let mut assigns = false;
    walk::query(query, &mut |met| {
        assigns |= matches!(met, walk::Met::Assigned(_));
        true
    });
    let browses = query.for_clause.as_deref().is_some_and(|clause| *clause == ForClause::Browse);
    !assigns && !browses && query.body.leading().into.is_none()
}

/// Returns what a call runs. A system procedure in Rust and a string count as several statements.
fn called(invocation: &Invocation<'_, '_, '_>, execute: &Execute) -> CursorSource {
    let name = match &execute.module {
        ExecuteModule::Procedure(name) if name.server.is_none() => name,
        ExecuteModule::Text(_) => return CursorSource::Batch,
        _ => return CursorSource::OtherProcedure,
    };
    let Ok(number) = group_number(execute.number) else { return CursorSource::Wrong };
    let name = in_group(object_name(name), number);
    let module = match invocation.programs.procedure(invocation.env, &name) {
        Ok(Some(module)) => module,
        Ok(None) => return CursorSource::OtherProcedure,
        Err(_) => return CursorSource::Wrong,
    };
    if module.kind != ModuleKind::Procedure {
        return CursorSource::OtherProcedure;
    }
    let script = parse_quoted(&module.definition, !module.options.lacks_quoted_identifier);
    let body = match &script.statements[..] {
        [Statement { kind: StatementKind::Procedure(procedure), .. }] => &procedure.body[..],
        _ => &[],
    };
    match body {
        [only] if is_query(only) => CursorSource::Procedure,
        _ => CursorSource::OtherProcedure,
    }
}

/// Whether a statement is a SELECT that a cursor can be opened on, alone in any number of blocks.
fn is_query(statement: &Statement) -> bool {
    let mut statement = statement;
    loop {
        match &statement.kind {
            StatementKind::Select(query) => return qualifies(query),
            StatementKind::Block(inner) if inner.len() == 1 => statement = &inner[0],
            _ => return false,
        }
    }
}
