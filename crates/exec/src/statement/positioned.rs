//! UPDATE and DELETE of the row that a cursor is at (WHERE CURRENT OF).
//!
//! A cursor over one table that has a key keeps the key of each of its rows beside what it shows; the row is found by that. Other cursors are read-only, as
//! are those that say so (`t-sql/language-elements/declare-cursor-transact-sql.md`).

use super::Env;
use super::bound::{BoundSlot, BoundSource, Outcome};
use crate::code::Reg;
use crate::cursors::CursorKey;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::Arc;
use sluice_catalog::{Table, name};
use sluice_plan::{Variables, object_name};
use sluice_syntax::ast::{
    self, ComparisonOperator, Condition, ConditionKind, CursorName, Delete, Expr, ExprKind, Query, QueryBody,
    StatementKind, TableSourceKind, Target, Update,
};
use sluice_syntax::{Span, parse};
use sluice_types::{SqlError, Value};

/// A statement about the row that a cursor is at.
pub struct Positioned {
    /// The cursor.
    pub cursor: CursorName,
    /// What becomes of the row.
    pub change: RowChange,
    /// The variables that the statement sees, and their registers.
    pub variables: (Arc<Variables>, Arc<[Reg]>),
    /// As it was compiled last, for a cursor of that table.
    pub known: Option<Known>,
}

/// What becomes of the row that a cursor is at.
pub enum RowChange {
    /// UPDATE.
    Update(Box<Update>),
    /// DELETE.
    Delete(Box<Delete>),
}

/// The statement, compiled to find its row by a key.
pub struct Known {
    table: (DatabaseId, ObjectId),
    slot: BoundSlot,
    // Where the key's values go.
    key: Vec<Reg>,
}

/// Changes the row that the cursor is at: 16929 where the cursor is read-only, 16931 where it is at no row, 16933 where its rows are another table's, 16947 where
/// the row is not there any more.
pub(super) fn change(env: &mut Env<'_, '_>, statement: &mut Positioned) -> Result<Outcome, (bool, SqlError)> {
    let at_run = |error| (false, error);
    let (key, values) = current(env, &statement.cursor).map_err(at_run)?;
    let target = target_of(env, &statement.change).map_err(at_run)?;
    if target != Some(key.table) {
        return Err(at_run(SqlError::new(16933, 16, 1, Vec::new())));
    }
    check_columns(&statement.change, key.updated.as_deref()).map_err(at_run)?;
    if statement.known.as_ref().is_none_or(|known| known.table != key.table) {
        statement.known = Some(known(env, statement, &key).map_err(at_run)?);
    }
    let Some(known) = &mut statement.known else { return Ok(Outcome::Done) };
    for (register, value) in known.key.iter().zip(values) {
        env.frame.set(*register, value);
    }
    let outcome = known.slot.run(env)?;
    if matches!(outcome, Outcome::Done) && env.frame.globals.row_count == 0 {
        return Err(at_run(SqlError::new(16947, 16, 1, Vec::new())));
    }
    Ok(outcome)
}

/// The key of the cursor's rows, and its values of the row that it is at.
fn current(env: &mut Env<'_, '_>, cursor: &CursorName) -> Result<(Arc<CursorKey>, Vec<Value>), SqlError> {
    let cursor = env.state.cursors.get(cursor)?;
    let open = cursor.open.as_ref().ok_or_else(|| SqlError::new(16917, 16, 1, Vec::new()))?;
    let key = open.key.as_ref().ok_or_else(|| SqlError::new(16929, 16, 1, Vec::new()))?;
    if !(1..=open.rows.count()).contains(&open.at) {
        return Err(SqlError::new(16931, 16, 1, Vec::new()));
    }
    Ok((Arc::clone(key), open.rows.row(open.at - 1)?.split_off(open.width)))
}

/// The table that is to be changed, if it is one.
fn target_of(env: &Env<'_, '_>, change: &RowChange) -> Result<Option<(DatabaseId, ObjectId)>, SqlError> {
    let target = match change {
        RowChange::Update(update) => &update.target,
        RowChange::Delete(delete) => &delete.target,
    };
    let Target::Table { name, .. } = target else { return Ok(None) };
    Ok(table_of(env, name)?.map(|(database, table)| (database, table.id)))
}

/// The table that a name means.
fn table_of(env: &Env<'_, '_>, written: &ast::ObjectName) -> Result<Option<(DatabaseId, Arc<Table>)>, SqlError> {
    let mut name = env.placed(&object_name(written));
    let database = env.database_of(&name)?;
    let catalog = env.state.work.catalog(&database);
    if written.database.is_none() {
        name = catalog.in_schema(name, env.state.module_schema.as_deref());
    }
    Ok(catalog.table(&name).map(|table| (database.id, Arc::clone(table))))
}

/// 16932: the cursor has a FOR UPDATE list that a column is not in.
fn check_columns(change: &RowChange, updated: Option<&[Box<str>]>) -> Result<(), SqlError> {
    let (RowChange::Update(update), Some(updated)) = (change, updated.filter(|updated| !updated.is_empty())) else {
        return Ok(());
    };
    let mut assigned = update.assignments.iter().filter_map(|assignment| assignment.column.as_ref());
    let is_listed = |column: &ast::ColumnName| updated.iter().any(|listed| name::same(listed, &column.name.text));
    if assigned.all(is_listed) { Ok(()) } else { Err(SqlError::new(16932, 16, 1, Vec::new())) }
}

/// The statement with a condition about the key in the place of its own.
fn known(env: &mut Env<'_, '_>, statement: &Positioned, key: &CursorKey) -> Result<Known, SqlError> {
    let (variables, registers) = &statement.variables;
    let (mut variables, mut registers) = (Variables::clone(variables), registers.to_vec());
    let (mut parts, mut places) = (Vec::new(), Vec::new());
    for (number, (column, data_type)) in key.columns.iter().enumerate() {
        // What no user can call a variable.
        let name = ast::Name::new(format!("@ key {number}"), Span::default());
        variables.declare(&name.text, *data_type)?;
        let register = env.frame.registers.len() as Reg;
        env.frame.grow_to(register + 1);
        registers.push(register);
        places.push(register);
        let column = ast::Name::new(column.as_str(), Span::default());
        let column = ast::ColumnName { qualifier: None, name: column, span: Span::default() };
        let expr = |kind| Expr::new(kind, Span::default());
        let (left, right) = (expr(ExprKind::Column(Box::new(column))), expr(ExprKind::Variable(name)));
        let equal = ConditionKind::Comparison { operator: ComparisonOperator::Equal, left, right };
        parts.push(Condition::new(equal, Span::default()));
    }
    let condition = Some(Condition::new(ConditionKind::And(parts), Span::default()));
    let source = match &statement.change {
        RowChange::Update(update) => BoundSource::Update(Box::new(Update { condition, ..Update::clone(update) })),
        RowChange::Delete(delete) => BoundSource::Delete(Box::new(Delete { condition, ..Delete::clone(delete) })),
    };
    let slot = BoundSlot::new(source, Arc::new(variables), Arc::from(registers));
    Ok(Known { table: key.table, slot, key: places })
}

/// The key of the rows of a cursor's query, with which it is asked then, too; none where its rows are not those of one table that has a key.
pub(super) fn with_key(env: &Env<'_, '_>, query: &mut Query) -> Result<Option<CursorKey>, SqlError> {
    let QueryBody::Select(select) = &mut query.body else { return Ok(None) };
    let is_grouped = select.distinct || !select.group_by.items.is_empty() || select.having.is_some();
    let [source] = select.from.as_slice() else { return Ok(None) };
    let TableSourceKind::Table { name, .. } = &source.kind else { return Ok(None) };
    if is_grouped || !query.with.is_empty() || query.for_clause.is_some() {
        return Ok(None);
    }
    let Some((database, table)) = table_of(env, name)? else { return Ok(None) };
    let is_key = |index: &&sluice_catalog::Index| {
        index.unique && index.filter.is_none() && index.keys.iter().all(|key| !table.columns[key.column].nullable)
    };
    let Some(index) = table.indexes.iter().find(is_key) else { return Ok(None) };
    let columns: Vec<_> = index.keys.iter().map(|key| &table.columns[key.column]).collect();
    let columns: Vec<_> = columns.into_iter().map(|column| (column.name.clone(), column.data_type)).collect();
    // Under names that nobody orders by.
    let asked = |(name, _): &(String, _)| format!("[{}] AS [ {0}]", name.replace(']', "]]"));
    let shown: Vec<_> = columns.iter().map(asked).collect();
    let asked = parse(&format!("SELECT {}", shown.join(", "))).statements.into_iter().next();
    if let Some(StatementKind::Select(asked)) = asked.map(|statement| statement.kind)
        && let QueryBody::Select(asked) = asked.body
    {
        select.items.extend(asked.items);
    }
    Ok(Some(CursorKey { table: (database, table.id), columns, updated: None }))
}
