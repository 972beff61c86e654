//! Compiles cursor statements.

use crate::command::{CursorDeclaration, CursorFetch, CursorStatement};
use crate::direction::Which;
use sluice_base::sync::Arc;
use sluice_command::statement::Compilation;
use sluice_session::open_cursor::Sensitivity;
use sluice_syntax::ast::{
    CursorAccess, CursorDefinition, CursorName, CursorOption, DeclareCursor, Expr, ExprKind, Fetch, FetchWhich, Name,
    QueryBody, Statement, StatementKind,
};
use sluice_syntax::walk;
use sluice_types::{DataType, SqlError};

/// Compiles a statement on a cursor to commands, which are added to `to` in order. Returns false if
/// the statement isn't one of these. An error is one of compilation: 137 for an undeclared
/// variable, 1048 or 1049 for options that exclude each other, 16957 or 115 for FOR UPDATE of a
/// read-only cursor or of a set operation, and 154 or 16907 for a clause that a cursor's query may
/// not have.
pub fn compile(statement: &Statement, to: &mut dyn Compilation) -> Result<bool, SqlError> {
    match &statement.kind {
        StatementKind::CloseCursor(name) => compile_close(name, to)?,
        StatementKind::DeallocateCursor(name) => compile_deallocate(name, to)?,
        StatementKind::DeclareCursor(cursor) => compile_declare(cursor, to)?,
        StatementKind::Fetch(fetch) => compile_fetch(fetch, to)?,
        StatementKind::OpenCursor(name) => compile_open(name, to)?,
        StatementKind::SetCursor { variable, definition } => compile_set(variable, definition, to)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Compiles DECLARE CURSOR. Fails if options contradict each other.
fn compile_declare(declared: &DeclareCursor, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let declaration = cursor_declaration(&declared.definition, declared.scroll, declared.insensitive, to)?;
    let declaration = CursorDeclaration { name: Some(declared.name.text.clone()), ..declaration };
    to.add(Box::new(CursorStatement::Declare(declaration)));
    Ok(())
}

/// Compiles `SET @x = CURSOR ...`. Fails with 137 if the variable isn't a cursor variable, and for
/// options that exclude each other.
fn compile_set(variable: &Name, definition: &CursorDefinition, to: &mut dyn Compilation) -> Result<(), SqlError> {
    check_cursor_variable(&variable.text, to)?;
    let declaration = cursor_declaration(definition, false, false, to)?;
    to.add(Box::new(CursorStatement::Set(variable.text.clone(), declaration)));
    Ok(())
}

/// Compiles `SET @x = cursor`, where the source may be another variable. The caller has checked
/// that `variable` is a cursor variable. Fails with 16948 if the source is another kind of
/// variable, with 102 if it's neither. Whether the source exists is checked when the statement
/// runs.
pub fn compile_assign_cursor(variable: &Name, value: &Expr, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let name = match &value.kind {
        ExprKind::Column(column) if column.qualifier.is_none() => &column.name,
        ExprKind::Variable(name) if to.is_cursor_variable(&name.text) => name,
        // 16948: the source variable isn't a cursor variable.
        ExprKind::Variable(name) => return Err(SqlError::not_a_cursor_variable(&name.text)),
        _ => return Err(SqlError::syntax_near(&variable.text)),
    };
    let cursor = CursorName { global: false, name: name.clone() };
    to.add(Box::new(CursorStatement::Assign(variable.text.clone(), cursor)));
    Ok(())
}

/// Compiles OPEN. Fails with 137 for an undeclared variable.
fn compile_open(name: &CursorName, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let name = checked(name, to)?;
    to.add(Box::new(CursorStatement::Open(name)));
    Ok(())
}

/// Compiles CLOSE. Fails with 137 for an undeclared variable.
fn compile_close(name: &CursorName, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let name = checked(name, to)?;
    to.add(Box::new(CursorStatement::Close(name)));
    Ok(())
}

/// Compiles DEALLOCATE. Fails with 137 for an undeclared variable.
fn compile_deallocate(name: &CursorName, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let name = checked(name, to)?;
    to.add(Box::new(CursorStatement::Deallocate(name)));
    Ok(())
}

/// Compiles FETCH. Without a direction it's NEXT. ABSOLUTE and RELATIVE take an int expression.
/// Fails with 137 for an undeclared variable of INTO.
fn compile_fetch(fetch: &Fetch, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let cursor = checked(&fetch.cursor, to)?;
    let which = match &fetch.which {
        None | Some(FetchWhich::Next) => Which::Next,
        Some(FetchWhich::Prior) => Which::Prior,
        Some(FetchWhich::First) => Which::First,
        Some(FetchWhich::Last) => Which::Last,
        Some(FetchWhich::Absolute(number)) => Which::Absolute(to.emit(number, DataType::Int)?),
        Some(FetchWhich::Relative(number)) => Which::Relative(to.emit(number, DataType::Int)?),
    };
    let into = fetch.into.iter().map(|variable| to.variable(&variable.text)).collect::<Result<Vec<_>, _>>()?;
    let into = (!into.is_empty()).then_some(into);
    to.add(Box::new(CursorStatement::Fetch(CursorFetch { cursor, which, into })));
    Ok(())
}

/// Checks and returns a cursor's name. Fails with 137 for a variable that isn't a cursor variable.
/// Whether a named cursor exists is checked when the statement runs.
pub fn checked(name: &CursorName, to: &dyn Compilation) -> Result<CursorName, SqlError> {
    if name.name.text.starts_with('@') {
        check_cursor_variable(&name.name.text, to)?;
    }
    Ok(name.clone())
}

fn check_cursor_variable(name: &str, to: &dyn Compilation) -> Result<(), SqlError> {
    match to.is_cursor_variable(name) {
        true => Ok(()),
        false => Err(SqlError::undeclared_variable(name)),
    }
}

fn cursor_declaration(
    definition: &CursorDefinition,
    scroll: bool,
    insensitive: bool,
    to: &mut dyn Compilation,
) -> Result<CursorDeclaration, SqlError> {
    let has = |option| definition.options.contains(&option);
    if (scroll || insensitive) && !definition.options.is_empty() {
        return Err(SqlError::mixed_cursor_syntax());
    }
    for (one, other) in CONFLICTS {
        if has(one) && has(other) {
            return Err(conflict(one.word(), other.word()));
        }
    }
    let is_read_only = matches!(definition.access, Some(CursorAccess::ReadOnly))
        || [CursorOption::ReadOnly, CursorOption::FastForward, CursorOption::Static].into_iter().any(has)
        || insensitive;
    let (updates, must_update) = match &definition.access {
        // 16957: FOR UPDATE cannot be specified on a READ ONLY cursor.
        Some(CursorAccess::Update(_)) if is_read_only => return Err(SqlError::for_update_of_read_only_cursor()),
        Some(CursorAccess::Update(_)) if matches!(definition.query.body, QueryBody::Combined { .. }) => {
            return Err(SqlError::for_update_of_set_operators());
        }
        Some(CursorAccess::Update(columns)) => (columns.clone(), true),
        _ => (Vec::new(), false),
    };
    if definition.query.body.leading().into.is_some() {
        // 16907: a cursor's query can't have INTO.
        return Err(SqlError::not_allowed_in_cursor("INTO"));
    }
    let mut assigns = false;
    walk::query(&definition.query, &mut |met| {
        assigns |= matches!(met, walk::Met::Assigned(_));
        true
    });
    if assigns {
        return Err(SqlError::not_allowed_in("variable assignment", "a cursor declaration"));
    }
    to.check_variables_of(&definition.query)?;
    let is_forward = has(CursorOption::ForwardOnly) || has(CursorOption::FastForward);
    let is_keyset = has(CursorOption::Keyset) || has(CursorOption::Dynamic);
    let scrolls = !is_forward && (has(CursorOption::Scroll) || has(CursorOption::Static) || is_keyset || scroll);
    let sensitivity = if [CursorOption::Static, CursorOption::FastForward].into_iter().any(has) || insensitive {
        Sensitivity::Static
    } else if is_keyset || scrolls {
        Sensitivity::Keyset
    } else {
        Sensitivity::Passing
    };
    Ok(CursorDeclaration {
        name: None,
        is_local: (has(CursorOption::Local) || has(CursorOption::Global)).then(|| has(CursorOption::Local)),
        scrolls,
        says_static: has(CursorOption::Static) || insensitive,
        is_fast_forward: has(CursorOption::FastForward),
        sensitivity,
        is_dynamic: has(CursorOption::Dynamic),
        locks: has(CursorOption::ScrollLocks),
        warns: has(CursorOption::TypeWarning),
        updates: (!is_read_only).then_some(updates),
        must_update,
        query: Arc::new(definition.query.clone()),
        variables: to.shared_variables(),
    })
}

/// Returns error 1048: conflicting cursor options.
fn conflict(one: &str, other: &str) -> SqlError {
    SqlError::conflicting_cursor_options(one, other)
}

/// Pairs of conflicting options.
const CONFLICTS: [(CursorOption, CursorOption); 16] = [
    (CursorOption::FastForward, CursorOption::Scroll),
    (CursorOption::ForwardOnly, CursorOption::Scroll),
    (CursorOption::Local, CursorOption::Global),
    (CursorOption::Static, CursorOption::Keyset),
    (CursorOption::Static, CursorOption::Dynamic),
    (CursorOption::Static, CursorOption::FastForward),
    (CursorOption::Keyset, CursorOption::Dynamic),
    (CursorOption::Keyset, CursorOption::FastForward),
    (CursorOption::Dynamic, CursorOption::FastForward),
    (CursorOption::FastForward, CursorOption::Optimistic),
    (CursorOption::Static, CursorOption::Optimistic),
    (CursorOption::ReadOnly, CursorOption::Optimistic),
    (CursorOption::FastForward, CursorOption::ScrollLocks),
    (CursorOption::Static, CursorOption::ScrollLocks),
    (CursorOption::ReadOnly, CursorOption::ScrollLocks),
    (CursorOption::ScrollLocks, CursorOption::Optimistic),
];
