//! Access path hints of tables: WITH (INDEX(...), FORCESEEK, FORCESCAN)
//! (`t-sql/queries/hints-transact-sql-table`).

use sluice_catalog::{Index, Table, name};
use sluice_definition::refusal::unsupported;
use sluice_plan::physical::{Node, PathHint, PathMethod};
use sluice_syntax::ast::{self, ExprKind, Literal};
use sluice_types::SqlError;

/// Whether the hint restricts the access path.
pub(super) fn is_of_path(hint: &ast::Hint) -> bool {
    hint.words.first().is_some_and(|word| ["INDEX", "FORCESEEK", "FORCESCAN"].iter().any(|known| word.is(known)))
}

/// Fails with 10746 to 10750 for access path hints that exclude each other.
fn check_combination(hints: &[ast::Hint]) -> Result<(), SqlError> {
    let named = |word: &str| hints.iter().filter(|hint| hint.words.first().is_some_and(|own| own.is(word))).collect();
    let (seeks, scans, indexes): (Vec<&ast::Hint>, Vec<_>, Vec<_>) =
        (named("FORCESEEK"), named("FORCESCAN"), named("INDEX"));
    let is_zero = |argument: &ast::Expr| matches!(argument.kind, ExprKind::Literal(Literal::Integer(0)));
    let mut arguments = indexes.iter().flat_map(|hint| &hint.arguments);
    match () {
        () if !seeks.is_empty() && !scans.is_empty() => Err(SqlError::forcescan_with_forceseek()),
        () if seeks.iter().any(|hint| !hint.arguments.is_empty()) && seeks.len() + indexes.len() > 1 => {
            Err(SqlError::parameterized_forceseek_with_other_hints())
        }
        () if seeks.len() > 1 => Err(SqlError::several_forceseek_hints()),
        () if !scans.is_empty() && arguments.clone().count() > 1 => Err(SqlError::forcescan_with_several_indexes()),
        () if !seeks.is_empty() && arguments.any(is_zero) => Err(SqlError::forceseek_of_index_zero()),
        () => Ok(()),
    }
}

/// Applies access path hints to the table read by `node`. Fails with 307 or 308 if the index
/// doesn't exist. Views accept no such hints. Without such hints `node` is returned unchanged.
/// Columns of FORCESEEK fail with 362 or 365, hints that exclude each other with 10746 to 10750,
/// and hints that no plan can follow with 8622.
pub(super) fn directed(node: Node, hints: &[ast::Hint]) -> Result<Node, SqlError> {
    if !hints.iter().any(is_of_path) {
        return Ok(node);
    }
    match node {
        Node::Scan(mut target) => {
            check_combination(hints)?;
            target.hint = hint_of(&target.table, hints)?;
            Ok(Node::Scan(target))
        }
        Node::Compute(input, computed) => Ok(Node::Compute(Box::new(directed(*input, hints)?), computed)),
        _ => Err(unsupported("table hint INDEX, FORCESEEK or FORCESCAN on a view or function")),
    }
}

fn hint_of(table: &Table, hints: &[ast::Hint]) -> Result<PathHint, SqlError> {
    let mut found = PathHint::default();
    for hint in hints.iter().filter(|hint| is_of_path(hint)) {
        let is = |word: &str| hint.words.first().is_some_and(|own| own.is(word));
        if is("INDEX") {
            let ids = hint.arguments.iter().map(|argument| id_of(table, argument));
            found.indexes.extend(ids.collect::<Result<Vec<u16>, _>>()?);
            continue;
        }
        if !hint.arguments.is_empty() {
            let (index, columns) = sought_in(table, &hint.arguments)?;
            found.indexes.push(index.id);
            found.sought = columns;
        }
        let method = if is("FORCESEEK") { PathMethod::Seek } else { PathMethod::Scan };
        found.methods.push(method);
    }
    Ok(found)
}

/// Returns the index that FORCESEEK names, and the number of its columns that the hint lists. Fails
/// with 362 if a column isn't the key's column at its place, with 365 if there are more columns
/// than the key has.
fn sought_in<'t>(table: &'t Table, arguments: &[ast::Expr]) -> Result<(&'t Index, usize), SqlError> {
    let [ast::Expr { kind: ExprKind::Call(call), .. }] = arguments else {
        return Err(SqlError::syntax_near(")"));
    };
    let shown = &*call.name.name.text;
    let unknown = || SqlError::hinted_index_not_found(shown, &table.name);
    let found = table.indexes.iter().find(|index| name::same(&index.name, shown));
    let by_number = || table.indexes.iter().find(|index| shown.parse() == Ok(index.id));
    let index = found.or_else(by_number).ok_or_else(unknown)?;
    if call.arguments.len() > index.keys.len() {
        return Err(SqlError::too_many_sought_columns(&table.name, shown));
    }
    for (argument, key) in call.arguments.iter().zip(&index.keys) {
        let ExprKind::Column(column) = &argument.kind else { return Err(SqlError::syntax_near(shown)) };
        if !name::same(&column.name.text, &table.columns[key.column].name) {
            return Err(SqlError::sought_column_not_in_key(&column.name.text, &table.name, shown));
        }
    }
    Ok((index, call.arguments.len()))
}

/// Returns the id of an index given by name or number; 0 is the table itself.
fn id_of(table: &Table, argument: &ast::Expr) -> Result<u16, SqlError> {
    match &argument.kind {
        ExprKind::Literal(Literal::Integer(0)) => Ok(0),
        ExprKind::Literal(Literal::Integer(number)) => {
            let id = u16::try_from(*number).ok().filter(|id| table.indexes.iter().any(|index| index.id == *id));
            // A table without a clustered index has no index 1.
            id.ok_or_else(|| SqlError::hinted_index_id_not_found(number, &table.name))
        }
        ExprKind::Column(column) if column.qualifier.is_none() => {
            let index = table.indexes.iter().find(|index| name::same(&index.name, &column.name.text));
            let unknown = || SqlError::hinted_index_not_found(&column.name.text, &table.name);
            index.map(|index| index.id).ok_or_else(unknown)
        }
        _ => Err(SqlError::syntax_near("INDEX")),
    }
}

/// Returns the name of a disabled index of `table` that a hint names. `None` without one, also if
/// an index of that name or id doesn't exist.
pub(super) fn disabled_of(table: &Table, hints: &[ast::Hint]) -> Option<String> {
    let arguments = hints.iter().filter(|hint| is_of_path(hint)).flat_map(|hint| &hint.arguments);
    let mut ids = arguments.filter_map(|argument| id_of(table, argument).ok());
    ids.find_map(|id| table.indexes.iter().find(|index| index.id == id && index.is_disabled))
        .map(|index| index.name.clone())
}
