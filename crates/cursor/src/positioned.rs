//! UPDATE and DELETE of a cursor's current row (WHERE CURRENT OF).
//!
//! A cursor over tables with keys keeps the keys of each row. The statement names the table to
//! change. The table's row is found by key, and isn't changed if it differs from the fetched row.
//! Other cursors are read-only, as are cursors declared READ ONLY
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`).

use crate::key::{declare, equals, expression, key_condition, key_variables, qualified};
use crate::keyset::{hold_again, read};
use crate::leaves::{Leaf, named_tables};
use crate::tables::table_of;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::Arc;
use sluice_catalog::name;
use sluice_command::captured::Capture;
use sluice_command::statement::{BoundSlot, BoundSource, Env, Outcome};
use sluice_plan::{Variables, object_name};
use sluice_query::code::{Reg, VariableRegisters};
use sluice_session::cursor_sight::CursorOperation;
use sluice_session::open_cursor::{CursorKey, CursorRows, CursorTable, Held};
use sluice_syntax::ast::{
    self, Condition, ConditionKind, CursorName, Delete, Output, QueryBody, StatementKind, TableSource, Target, Update,
};
use sluice_syntax::{Span, parse};
use sluice_types::SqlError;

/// A statement on a cursor's current row.
pub struct Positioned {
    /// The cursor.
    pub cursor: CursorName,
    /// The change.
    pub change: RowChange,
    /// The variables that the statement sees, and their registers.
    pub variables: (Arc<Variables>, VariableRegisters),
}

/// A change of a cursor's current row.
pub enum RowChange {
    /// UPDATE.
    Update(Arc<Update>),
    /// DELETE.
    Delete(Arc<Delete>),
}

/// A session's last compiled form of the statement, which finds its row by key. It's compiled again
/// if the cursor's table differs.
pub struct CompiledChange {
    // The changed table of the cursor, and its index.
    table: (CursorTable, usize),
    slot: BoundSlot,
    // Registers of the key's values, followed by the register of the check value.
    places: Vec<Reg>,
    // Whether the statement changes the key and outputs the new key.
    gives_key: bool,
}

/// Changes a cursor's current row. The errors of 16947 are preceded by their cause. With an OUTPUT
/// of keys, the cursor learns the row's new key. The flag of an error says whether it arose while
/// binding.
///
/// Fails with 16916 or 16917 if the cursor doesn't exist or isn't open, 16929 if it is read-only,
/// 16931 if it has no current row, and 16933 if the table isn't among those that the cursor can
/// change. Fails with 16947 if the row has been deleted or changed (16934) since it was fetched.
/// Fails with 16932 for a column that isn't in the list of FOR UPDATE.
pub fn change_current(
    env: &mut Env<'_, '_>,
    statement: &Positioned,
    compiled: &mut Option<CompiledChange>,
) -> Result<Outcome, (bool, SqlError)> {
    let at_run = |error| (false, error);
    let (key, held) = current(env, &statement.cursor).map_err(at_run)?;
    let target = target_of(env, &statement.change).map_err(at_run)?;
    let number = target.and_then(|target| key.first_use(target)).filter(|number| key.tables[*number].updated.is_some());
    let number = number.ok_or_else(|| at_run(SqlError::table_not_in_cursor()))?;
    let table = &key.tables[number];
    check_columns(&statement.change, table.updated.as_deref()).map_err(at_run)?;
    let held = held.ok_or_else(|| at_run(SqlError::fetch_buffer_is_empty()))?;
    let is_it = |compiled: &CompiledChange| compiled.table.1 == number && compiled.table.0 == *table;
    if !compiled.as_ref().is_some_and(is_it) {
        *compiled = Some(compile(env, statement, (&key, number)).map_err(at_run)?);
    }
    let Some(compiled) = compiled else { return Ok(Outcome::Done) };
    let check = held.checks.get(number).cloned().flatten();
    for (register, value) in compiled.places.iter().zip(held.key[key.range(number)].iter().cloned().chain(check)) {
        env.frame.set(*register, value);
    }
    let mut new_key = None;
    let outcome = if compiled.gives_key {
        let database = Arc::clone(&env.state.database);
        let mut capture = Capture::new(env.sink, env.context.host, None, &database);
        let mut inner = Env { state: env.state, frame: env.frame, context: env.context, sink: &mut capture };
        let outcome = compiled.slot.run(&mut inner);
        let rows = capture.finish().map_err(at_run)?;
        new_key = rows.filter(|rows| rows.count() > 0).map(|rows| rows.row(0)).transpose().map_err(at_run)?;
        let outcome = outcome?;
        env.done(u64::from(new_key.is_some()));
        outcome
    } else {
        compiled.slot.run(env)?
    };
    let is_done = matches!(outcome, Outcome::Done);
    if is_done && env.frame.globals.row_count == 0 {
        return Err(at_run(not_changed(env, &statement.cursor, &held, number).map_err(at_run)?));
    }
    if matches!(statement.change, RowChange::Update(_)) {
        let row_count = env.frame.globals.row_count;
        after_update(env, &statement.cursor, new_key.map(|key| (number, key))).map_err(at_run)?;
        env.frame.globals.row_count = row_count;
    }
    let row_count = env.frame.globals.row_count;
    if let Ok(cursor) = env.state.cursors.get(&statement.cursor) {
        let last_operation = match statement.change {
            RowChange::Update(_) => CursorOperation::Update,
            RowChange::Delete(_) => CursorOperation::Delete,
        };
        cursor.sight.change(|facts| (facts.last_operation, facts.row_count) = (last_operation, row_count));
    }
    Ok(outcome)
}

/// Returns the cursor's key and its current row; `None` if it has none. Fails with 16916 or 16917
/// if the cursor doesn't exist or isn't open, with 16929 if it is read-only.
fn current(env: &mut Env<'_, '_>, cursor: &CursorName) -> Result<(Arc<CursorKey>, Option<Held>), SqlError> {
    let open = env.state.cursors.open(cursor)?;
    let key = open.key.as_ref().filter(|key| key.is_updatable());
    let key = key.ok_or_else(SqlError::cursor_is_read_only)?;
    Ok((Arc::clone(key), open.buffer.get(open.position).cloned()))
}

/// Returns 16947. Sends 16934 first if the table's row still exists but has changed.
fn not_changed(env: &mut Env<'_, '_>, cursor: &CursorName, held: &Held, table: usize) -> Result<SqlError, SqlError> {
    let now = with_open(env, cursor, |env, open| {
        let row = read(env, open, held.place)?;
        open.held(held.place, row.as_deref())
    })?;
    let open = env.state.cursors.open(cursor)?;
    let is_checked = open.key.as_ref().is_some_and(|key| has_row(key, table, &now));
    if open.reader.is_some() && is_checked && now.checks[table].is_some() {
        env.inform(SqlError::optimistic_check_failed());
    }
    Ok(SqlError::no_rows_changed())
}

/// Whether a fetched row has a row of a table, rather than the NULLs of an outer join.
pub fn has_row(key: &CursorKey, table: usize, held: &Held) -> bool {
    !held.is_missing && held.key[key.range(table)].iter().all(|value| !value.is_null())
}

/// Updates the cursor's key and check values to the current row. `new_key` is the new key of the
/// row of one table, with the table's index.
fn after_update(
    env: &mut Env<'_, '_>,
    cursor: &CursorName,
    new_key: Option<(usize, Vec<sluice_types::Value>)>,
) -> Result<(), SqlError> {
    with_open(env, cursor, |env, open| {
        let number = open.position;
        if let (Some((table, key)), Some(place)) = (new_key, open.buffer.get(number).map(|held| held.place)) {
            open.set_key(place, table, key)?;
        }
        hold_again(env, open, number).map(|_| ())
    })
}

/// Calls `work` with the cursor's open state, which is taken out meanwhile.
fn with_open<T>(
    env: &mut Env<'_, '_>,
    cursor: &CursorName,
    work: impl FnOnce(&mut Env<'_, '_>, &mut sluice_session::open_cursor::Open) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let place = env.state.cursors.open(cursor)?;
    let nothing = sluice_session::open_cursor::Open::of_static(Box::new(sluice_session::open_cursor::NoRows));
    let mut open = std::mem::replace(place, nothing);
    let result = work(env, &mut open);
    *env.state.cursors.open(cursor)? = open;
    result
}

/// Returns the ids of the target table; `None` if the target isn't a table.
fn target_of(env: &Env<'_, '_>, change: &RowChange) -> Result<Option<(DatabaseId, ObjectId)>, SqlError> {
    let Some((name, _)) = target_and_sources(change) else { return Ok(None) };
    let table = leaf_of_target(change).map_or(name, |leaf| leaf.name);
    Ok(table_of(env, &object_name(table))?.map(|(database, table)| (database.id, table.id)))
}

/// Returns the qualifier of the target's columns beside those of FROM: the alias that FROM gives
/// the target, or else its name. `None` without FROM, where no other columns are visible.
fn qualifier_of(change: &RowChange) -> Option<ast::ObjectName> {
    let (name, sources) = target_and_sources(change)?;
    let leaf = leaf_of_target(change);
    (!sources.is_empty()).then(|| leaf.map_or_else(|| name.clone(), |leaf| leaf.qualifier()))
}

/// Returns the table of FROM that is the target: the one whose alias is the target, or else the one
/// of the same name, preferably without an alias.
fn leaf_of_target(change: &RowChange) -> Option<Leaf<'_>> {
    let (target, sources) = target_and_sources(change)?;
    let leaves = named_tables(sources);
    let is_alias = |leaf: &&Leaf<'_>| {
        target.single().is_some() && leaf.alias.is_some_and(|alias| name::same(&alias.text, &target.name.text))
    };
    let is_same = |own: Option<&ast::Name>, other: Option<&ast::Name>| match (own, other) {
        (Some(own), Some(other)) => name::same(&own.text, &other.text),
        _ => true,
    };
    let is_named = |leaf: &&Leaf<'_>| {
        name::same(&leaf.name.name.text, &target.name.text)
            && is_same(leaf.name.schema.as_ref(), target.schema.as_ref())
    };
    let named = || leaves.iter().filter(is_named).min_by_key(|leaf| leaf.alias.is_some());
    leaves.iter().find(is_alias).or_else(named).copied()
}

/// Returns the target and the FROM clause of a change; `None` if the target is a variable.
fn target_and_sources(change: &RowChange) -> Option<(&ast::ObjectName, &[TableSource])> {
    let (target, from) = match change {
        RowChange::Update(update) => (&update.target, &update.from),
        RowChange::Delete(delete) => (&delete.target, &delete.from),
    };
    match target {
        Target::Table { name, .. } => Some((name, from)),
        _ => None,
    }
}

/// Fails with 16932 if a column isn't in the cursor's FOR UPDATE list.
fn check_columns(change: &RowChange, updated: Option<&[Box<str>]>) -> Result<(), SqlError> {
    let (RowChange::Update(update), Some(updated)) = (change, updated.filter(|updated| !updated.is_empty())) else {
        return Ok(());
    };
    let mut assigned = update.assignments.iter().filter_map(|assignment| assignment.column.as_ref());
    let is_listed = |column: &ast::ColumnName| updated.iter().any(|listed| name::same(listed, &column.name.text));
    if assigned.all(is_listed) { Ok(()) } else { Err(SqlError::column_not_for_update()) }
}

/// Compiles the statement with conditions on the key and the check value of the table's row. The
/// statement's own FROM clause stays.
fn compile(
    env: &mut Env<'_, '_>,
    statement: &Positioned,
    (key, number): (&CursorKey, usize),
) -> Result<CompiledChange, SqlError> {
    let table = &key.tables[number];
    let (variables, registers) = &statement.variables;
    let (mut variables, mut registers) = (Variables::clone(variables), registers.clone());
    let mut places = key_variables(&mut variables, env.frame, (key, number))?;
    let qualifier = qualifier_of(&statement.change);
    let qualifier = qualifier.as_ref();
    let mut parts = vec![key_condition((key, number), qualifier)];
    if let Some((check, data_type)) = &table.check {
        places.push(declare(&mut variables, env.frame, CHECK, *data_type)?);
        parts.extend(expression(check).map(|check| equals(qualified(check, qualifier), CHECK)));
    }
    places.iter().for_each(|place| registers.push(*place));
    let condition = Some(Condition::new(ConditionKind::And(parts), Span::default()));
    let mut gives_key = false;
    let source = match &statement.change {
        RowChange::Update(update) => {
            let mut update = Update { condition, ..Update::clone(update) };
            gives_key = update.output.is_none() && assigns_key(&update, table) && takes_output(env, table)?;
            if gives_key {
                update.output = Some(keys_of_inserted(table));
            }
            BoundSource::Update(Arc::new(update))
        }
        RowChange::Delete(delete) => BoundSource::Delete(Arc::new(Delete { condition, ..Delete::clone(delete) })),
    };
    let slot = BoundSlot::new(source, Arc::new(variables), registers);
    Ok(CompiledChange { table: (table.clone(), number), slot, places, gives_key })
}

/// Whether an UPDATE assigns a key column.
pub fn assigns_key(update: &Update, table: &CursorTable) -> bool {
    let mut assigned = update.assignments.iter().filter_map(|assignment| assignment.column.as_ref());
    assigned.any(|column| table.columns.iter().any(|(known, _)| name::same(known, &column.name.text)))
}

/// Whether OUTPUT is allowed on a table of a cursor: it exists and has no triggers.
pub fn takes_output(env: &Env<'_, '_>, table: &CursorTable) -> Result<bool, SqlError> {
    let Some((database, table)) = table_of(env, &object_name(&table.name))? else { return Ok(false) };
    let catalog = env.state.transaction.work.catalog(&database);
    // A view has the triggers of its tables.
    Ok(table.bases.iter().chain([&table.id]).all(|id| catalog.triggers_of(*id).is_empty()))
}

/// Returns the clause `OUTPUT inserted.key, ...` with one item per key column.
pub fn keys_of_inserted(table: &CursorTable) -> Output {
    let names: Vec<String> =
        table.columns.iter().map(|(name, _)| format!("inserted.{}", sluice_types::bracketed(name))).collect();
    Output::to_client(items(&names.join(", ")))
}

fn items(list: &str) -> Vec<ast::SelectItem> {
    let asked = parse(&format!("SELECT {list}")).statements.into_iter().next();
    match asked.map(|statement| statement.kind) {
        Some(StatementKind::Select(query)) => match Arc::unwrap_or_clone(query).body {
            QueryBody::Select(select) => select.items,
            QueryBody::Combined { .. } => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Variable of the check value. The name can't clash with a user's variable.
const CHECK: &str = "@ check";
