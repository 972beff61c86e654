//! Statements that user functions may not contain, because they change data or send rows (443,
//! 444). Multi-statement functions may change their own table variables
//! (`relational-databases/user-defined-functions/create-user-defined-functions-database-engine`,
//! "Valid statements in a function").

use sluice_syntax::ast::{
    self, ExecuteModule, ExprKind, InsertSource, ModuleContext, ModuleOption, Name, Output, Query, QueryBody,
    SelectItemKind, Statement, StatementKind, TableSource, TableSourceKind, Target,
};
use sluice_syntax::walk::{self, Met};
use sluice_types::SqlError;

/// Returns an error, with its line, for each statement that an interpreted function may not contain
/// (443), for temporary tables (2772) and NEXT VALUE FOR (11719) in it, and for a missing RETURN at
/// the end (455).
pub fn refusals(statements: &[Statement]) -> Vec<SqlError> {
    let mut found = Vec::new();
    of_statements(statements, &mut found);
    found.extend(missing_return(statements));
    found
}

/// Whether a scalar function is run by the interpreter instead of being compiled into the statement
/// that calls it: it has table-valued parameters, changes table variables, uses cursors, EXECUTE or
/// GOTO, or runs as another user.
pub fn is_interpreted(function: &ast::Function) -> bool {
    let ast::FunctionBody::Scalar { statements, .. } = &function.body else { return false };
    let runs_as =
        |option: &ModuleOption| matches!(option, ModuleOption::ExecuteAs(context) if *context != ModuleContext::Caller);
    let has_rows = function.parameters.iter().any(|parameter| parameter.read_only);
    has_rows || function.options.iter().any(runs_as) || statements.iter().any(needs_session)
}

fn needs_session(statement: &Statement) -> bool {
    let is_cursor =
        |declared: &ast::Declaration| declared.data_type.name.single().is_some_and(|name| name.is("cursor"));
    match &statement.kind {
        StatementKind::DeclareTable(_) | StatementKind::Goto(_) | StatementKind::Label(_) => true,
        StatementKind::Insert(_) | StatementKind::Update(_) | StatementKind::Delete(_) | StatementKind::Merge(_) => {
            true
        }
        StatementKind::DeclareCursor(_) | StatementKind::OpenCursor(_) | StatementKind::SetCursor { .. } => true,
        StatementKind::CloseCursor(_) | StatementKind::DeallocateCursor(_) | StatementKind::Fetch(_) => true,
        StatementKind::Execute(_) => true,
        StatementKind::Declare(declarations) => declarations.iter().any(is_cursor),
        StatementKind::TryCatch { .. } => false,
        other => other.inner().into_iter().any(needs_session),
    }
}

/// Returns 455 if the last statement isn't a RETURN. A block counts by its own last statement. The
/// error has the last statement's line.
pub(super) fn missing_return(statements: &[Statement]) -> Option<SqlError> {
    let last = statements.last();
    match last.map(|last| &last.kind) {
        Some(StatementKind::Return(_)) => None,
        Some(StatementKind::Block(statements)) => missing_return(statements),
        _ => Some(SqlError::function_must_end_with_return().at_line(last.map_or(1, |last| last.line))),
    }
}

fn of_statements(statements: &[Statement], found: &mut Vec<SqlError>) {
    statements.iter().for_each(|statement| of_statement(statement, found));
}

fn of_statement(statement: &Statement, found: &mut Vec<SqlError>) {
    if !matches!(statement.kind, StatementKind::TryCatch { .. }) {
        statement.kind.inner().into_iter().for_each(|inner| of_statement(inner, found));
    }
    let checked = check(&statement.kind).and_then(|()| refuse_volatile(&mut |visit| walk_of(&statement.kind, visit)));
    found.extend(checked.err().map(|error| error.at_line(statement.line)));
}

fn check(kind: &StatementKind) -> Result<(), SqlError> {
    match kind {
        StatementKind::Block(_) | StatementKind::If { .. } | StatementKind::While { .. } => Ok(()),
        StatementKind::Break | StatementKind::Continue | StatementKind::Goto(_) | StatementKind::Label(_) => Ok(()),
        StatementKind::Return(_) | StatementKind::Declare(_) | StatementKind::DeclareTable(_) => Ok(()),
        StatementKind::SetVariable { .. } => Ok(()),
        StatementKind::Select(query) => check_select(query),
        StatementKind::Insert(insert) if matches!(insert.source, InsertSource::Execute(_)) => {
            Err(side_effect("INSERT EXEC"))
        }
        StatementKind::Insert(insert) => check_change(kind, &insert.target, &[], insert.output.as_ref()),
        StatementKind::Update(update) => check_change(kind, &update.target, &update.from, update.output.as_ref()),
        StatementKind::Delete(delete) => check_change(kind, &delete.target, &delete.from, delete.output.as_ref()),
        StatementKind::Merge(merge) => check_change(kind, &merge.target, &[], merge.output.as_ref()),
        // Cursors of a function end with the function.
        StatementKind::DeclareCursor(_) | StatementKind::OpenCursor(_) | StatementKind::SetCursor { .. } => Ok(()),
        StatementKind::CloseCursor(_) | StatementKind::DeallocateCursor(_) => Ok(()),
        StatementKind::Fetch(fetch) if fetch.into.is_empty() => Err(sends_rows()),
        StatementKind::Fetch(_) => Ok(()),
        // A procedure fails at the run (557).
        StatementKind::Execute(execute) if !matches!(execute.module, ExecuteModule::Text(_)) => Ok(()),
        other => Err(refusal(other)),
    }
}

/// Fails with 444 for a SELECT that sends rows, with 2772 or 443 for one that makes a table.
pub(super) fn check_select(query: &Query) -> Result<(), SqlError> {
    let QueryBody::Select(select) = &query.body else { return Err(sends_rows()) };
    if let Some(into) = &select.into {
        let is_temporary = into.name.text.starts_with('#');
        return Err(if is_temporary { SqlError::temporary_table_in_function() } else { side_effect("SELECT INTO") });
    }
    let is_assigned = |item: &ast::SelectItem| matches!(item.kind, SelectItemKind::Assignment { .. });
    if select.items.iter().all(is_assigned) {
        Ok(())
    } else if select.from.is_empty() {
        Err(sends_rows().in_state(3))
    } else {
        Err(sends_rows())
    }
}

/// Fails with 443 unless the change's target is a table variable.
fn check_change(
    kind: &StatementKind,
    target: &Target,
    from: &[TableSource],
    output: Option<&Output>,
) -> Result<(), SqlError> {
    let is_variable = |target: &Target| match target {
        Target::Variable(_) => true,
        Target::Table { name, .. } => {
            name.single().is_some_and(|name| from.iter().any(|source| means_variable(source, name)))
        }
    };
    if !is_variable(target) {
        let is_temporary = matches!(target, Target::Table { name, .. } if name.name.text.starts_with('#'));
        return Err(if is_temporary { SqlError::temporary_table_in_function() } else { side_effect(&kind.words()) });
    }
    match output {
        None => Ok(()),
        Some(output) if output.reaches_client() => Err(sends_rows()),
        Some(Output { into: Some(target), .. }) if is_variable(target) => Ok(()),
        Some(_) => Err(side_effect("OUTPUT INTO")),
    }
}

/// Whether `name` is the alias of a table variable in a FROM source.
fn means_variable(source: &TableSource, name: &Name) -> bool {
    match &source.kind {
        TableSourceKind::Variable { alias: Some(alias), .. } => alias.is(&name.text),
        TableSourceKind::Join { left, right, .. } => means_variable(left, name) || means_variable(right, name),
        _ => false,
    }
}

fn walk_of(kind: &StatementKind, visit: &mut walk::Visitor<'_>) {
    match kind {
        StatementKind::Select(query) => walk::query(query, visit),
        StatementKind::Insert(insert) => walk::insert_source(&insert.source, visit),
        StatementKind::Update(update) => walk::update(update, visit),
        StatementKind::Delete(delete) => walk::delete(delete, visit),
        StatementKind::Merge(merge) => walk::merge(merge, visit),
        StatementKind::SetVariable { value, .. } | StatementKind::Return(Some(value)) => walk::expr(value, visit),
        StatementKind::Declare(declared) => {
            declared.iter().filter_map(|declared| declared.value.as_ref()).for_each(|value| walk::expr(value, visit));
        }
        StatementKind::If { branches, .. } => {
            branches.iter().for_each(|branch| walk::condition(&branch.condition, visit))
        }
        StatementKind::While { condition, .. } => walk::condition(condition, visit),
        StatementKind::DeclareCursor(cursor) => walk::query(&cursor.definition.query, visit),
        _ => {}
    }
}

/// Fails with 443 for built-in functions that return another value on each call. Fails with 11719
/// for NEXT VALUE FOR and with 2772 for temporary tables. `walk` passes the expressions and queries
/// to a visitor. The first finding counts.
pub(super) fn refuse_volatile(walk: &mut dyn FnMut(&mut walk::Visitor<'_>)) -> Result<(), SqlError> {
    let mut found = None;
    walk(&mut |met| {
        let expr = match met {
            Met::Expr(expr) => expr,
            Met::Query(query) => {
                walk::sources(query, &mut |source| {
                    if let TableSourceKind::Table { name, .. } = &source.kind
                        && name.name.text.starts_with('#')
                    {
                        found = found.take().or(Some(SqlError::temporary_table_in_function()));
                    }
                });
                return true;
            }
            Met::Assigned(_) => return true,
        };
        match &expr.kind {
            ExprKind::Call(call) => {
                let name = call.name.single();
                let is_it = |known: &&&str| name.is_some_and(|name| name.is(known));
                found = found.take().or(VOLATILE.iter().find(is_it).map(|name| side_effect(name)));
            }
            ExprKind::NextValue { .. } => found = found.take().or(Some(SqlError::next_value_not_allowed_here())),
            _ => {}
        }
        true
    });
    found.map_or(Ok(()), Err)
}

/// Returns 443 for a statement that a function may not contain. It names the statement in SQL
/// Server's words.
pub(super) fn refusal(kind: &StatementKind) -> SqlError {
    match kind {
        StatementKind::TryCatch { .. } => side_effect("BEGIN TRY"),
        StatementKind::CreateTable(table) if table.name.name.text.starts_with('#') => {
            SqlError::temporary_table_in_function()
        }
        StatementKind::Execute(_) => side_effect("EXECUTE STRING"),
        StatementKind::SetOption(_) => side_effect("SET OPTION ON"),
        other => side_effect(&other.words()),
    }
}

/// 443: invalid use of a side-effecting operator within a function.
pub(super) fn side_effect(what: &str) -> SqlError {
    let state = match what {
        "BEGIN TRY" | "EXECUTE STRING" | "PRINT" | "RAISERROR" => 14,
        "newid" | "newsequentialid" | "rand" => 1,
        _ => 15,
    };
    SqlError::side_effect_in_function(what).in_state(state)
}

/// 444: SELECT statements in a function can't return data to a client.
pub(super) fn sends_rows() -> SqlError {
    SqlError::select_in_function_returns_data()
}

const VOLATILE: [&str; 3] = ["newid", "newsequentialid", "rand"];
