//! Dynamic cursors: each fetch finds the next row in the order of a unique index, so that rows that
//! came or went since the last fetch are seen
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`, DYNAMIC).
//!
//! A query is dynamic if it reads one table and its ORDER BY follows a unique index. Without ORDER
//! BY, the rows come in the order of the first unique index. Other queries make a KEYSET cursor.

use crate::direction::Which;
use crate::key::{compared, condition, expr, key_columns};
use crate::keyset::{lacks_permission, read, run};
use crate::leaves::{is_key, leaves};
use crate::reader::{Reader, add_update_locks};
use crate::tables::{keyed_by, table_of};
use sluice_base::sync::Arc;
use sluice_catalog::{Index, Table, name};
use sluice_command::statement::Env;
use sluice_plan::object_name;
use sluice_session::open_cursor::{CursorKey, CursorSpec, Open};
use sluice_syntax::ast::{
    ComparisonOperator, Condition, ConditionKind, ExprKind, Literal, OrderItem, Query, QueryBody, SelectItem,
    SelectItemKind, Top,
};
use sluice_types::{SqlError, Value};

/// Finds the rows of a dynamic cursor.
struct Navigator {
    spec: Arc<CursorSpec>,
    key: Arc<CursorKey>,
    // The cursor's query, with the key columns.
    query: Query,
    // Whether each key column descends.
    descends: Vec<bool>,
    // Readers of the neighbour rows by `Move`, bound at their first use.
    readers: [Option<Reader>; 4],
    // Key of the row fetched last. An update of the key through the cursor doesn't move it.
    position: Vec<Value>,
}

/// A move from a position to a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    First,
    Next,
    Prior,
    Last,
}

/// A fetched row; the place is `None` before the first row and behind the last one.
pub(crate) type FetchedRow = (Option<usize>, Option<Vec<Value>>);

/// Opens a dynamic cursor. Returns `None` if the query can't be dynamic. The flag of an error says
/// whether the error arose while the query was bound.
pub(crate) fn open_dynamic(env: &mut Env<'_, '_>, spec: &Arc<CursorSpec>) -> Result<Option<Open>, (bool, SqlError)> {
    if !spec.is_dynamic {
        return Ok(None);
    }
    let outer = Arc::clone(&env.state.database);
    env.change_database(&spec.database).map_err(|error| (false, error))?;
    let opened = open_here(env, spec);
    env.change_database(&outer).map_err(|error| (false, error))?;
    opened
}

fn open_here(env: &mut Env<'_, '_>, spec: &Arc<CursorSpec>) -> Result<Option<Open>, (bool, SqlError)> {
    let Some((query, key, descends)) = ordered(env, spec).map_err(|error| (false, error))? else { return Ok(None) };
    let (spec, key, readers) = (Arc::clone(spec), Arc::new(key), [const { None }; 4]);
    let navigator = Navigator { spec, key, query, descends, readers, position: Vec::new() };
    let (spec, key) = (Arc::clone(&navigator.spec), Arc::clone(&navigator.key));
    // The columns of the first row are those of the cursor. The row isn't kept.
    let rows = match run(env, &spec, navigator.query_of(Move::First)) {
        // Another kind of cursor may do without the key columns.
        Err((is_binding, error)) if is_binding || lacks_permission(&error) => return Ok(None),
        rows => rows?,
    };
    let Some(rows) = rows else { return Ok(None) };
    let reader = Reader::by_key(env, &spec, navigator.query.clone(), &key).map_err(|error| (true, error))?;
    let width = rows.columns().len() - key.hidden_columns();
    let mut open = Open::of_dynamic(rows, width, key, Box::new(navigator));
    open.reader = Some(Box::new(reader));
    Ok(Some(open))
}

/// Whether a cursor of `spec` is dynamic.
pub(crate) fn is_dynamic(env: &Env<'_, '_>, spec: &CursorSpec) -> Result<bool, SqlError> {
    Ok(spec.is_dynamic && ordered(env, spec)?.is_some())
}

/// Moves a dynamic cursor and reads the row there, which becomes the fetch buffer.
pub(crate) fn fetch_dynamic(
    env: &mut Env<'_, '_>,
    open: &mut Open,
    (which, by): (Which, Option<i64>),
) -> Result<FetchedRow, SqlError> {
    let (start, count) = match (which, by) {
        (Which::Next, _) => (open.at, 1),
        (Which::Prior, _) => (open.at, -1),
        (Which::First, _) => (BEFORE, 1),
        (Which::Last, _) => (BEHIND, -1),
        (Which::Relative(_), Some(count)) => (open.at, count),
        // The rows of a dynamic cursor have no numbers; NULL moves before the first row.
        (Which::Absolute(_) | Which::Relative(_), _) => (BEFORE, 0),
    };
    open.at = start;
    open.buffer.clear();
    open.position = 0;
    let row = if count == 0 {
        if open.at != AT_ROW {
            return Ok((None, None));
        }
        read(env, open, 0)?
    } else {
        match moved(env, open, count)? {
            Some(row) => Some(row),
            None => return Ok((None, None)),
        }
    };
    let held = open.held(0, row.as_deref())?;
    open.buffer.push(held);
    Ok((Some(0), row))
}

/// Moves by a number of rows, and returns the last one. `None` beyond the first or last row.
fn moved(env: &mut Env<'_, '_>, open: &mut Open, count: i64) -> Result<Option<Vec<Value>>, SqlError> {
    let Some(mut taken) = open.navigator.take() else { return Ok(None) };
    let result = match taken.downcast_mut::<Navigator>() {
        Some(navigator) => navigator.advance(env, open, count),
        None => Ok(None),
    };
    open.navigator = Some(taken);
    result
}

impl Navigator {
    /// Moves by `count` rows, back if it is negative, and returns the last row. `None` beyond the
    /// first or last row; the cursor stands there then.
    fn advance(&mut self, env: &mut Env<'_, '_>, open: &mut Open, count: i64) -> Result<Option<Vec<Value>>, SqlError> {
        let is_back = count < 0;
        let mut row = None;
        for _ in 0..count.unsigned_abs() {
            let to = match (open.at, is_back) {
                (BEFORE, false) => Some(Move::First),
                (BEHIND, true) => Some(Move::Last),
                (AT_ROW, false) => Some(Move::Next),
                (AT_ROW, true) => Some(Move::Prior),
                _ => None,
            };
            row = match to {
                Some(to) => self.row_at(env, to)?,
                None => None,
            };
            let Some(row) = &row else {
                open.at = if is_back { BEFORE } else { BEHIND };
                return Ok(None);
            };
            self.position = row[open.width..open.width + self.key.width()].to_vec();
            open.at = AT_ROW;
        }
        open.put_key(0, self.position.clone());
        Ok(row)
    }

    fn row_at(&mut self, env: &mut Env<'_, '_>, to: Move) -> Result<Option<Vec<Value>>, SqlError> {
        let position = self.position.clone();
        if self.readers[to as usize].is_none() {
            let query = self.query_of(to);
            let outer = Arc::clone(&env.state.database);
            env.change_database(&self.spec.database)?;
            let reader = Reader::bound(env, &self.spec, query, &self.key);
            env.change_database(&outer)?;
            // 16943: the table's schema has changed since the cursor was declared.
            self.readers[to as usize] = Some(reader.map_err(|_| SqlError::cursor_table_changed())?);
        }
        let reader = self.readers[to as usize].as_mut();
        reader.map_or(Ok(None), |reader| reader.read(env, position))
    }

    /// Returns the query for the row of a move, from the key in the key variables.
    fn query_of(&self, to: Move) -> Query {
        let mut query = self.query.clone();
        let is_back = matches!(to, Move::Prior | Move::Last);
        let table = &self.key.tables[0];
        let columns = key_columns(table, Some(&table.qualifier));
        let ordered = columns.iter().zip(&self.descends);
        let ordered = ordered.map(|(column, descends)| (column.clone(), *descends != is_back));
        let ordered: Vec<(ExprKind, bool)> = ordered.collect();
        let QueryBody::Select(select) = &mut query.body else { return query };
        select.top =
            Some(Top { count: expr(ExprKind::Literal(Literal::Integer(1))), percent: false, with_ties: false });
        if self.spec.locks {
            add_update_locks(&mut select.from);
        }
        if matches!(to, Move::Next | Move::Prior) {
            let parts = select.condition.take().into_iter().chain(beyond(&ordered)).collect();
            select.condition = Some(condition(ConditionKind::And(parts)));
        }
        let order = ordered.into_iter().map(|(column, descending)| OrderItem { value: expr(column), descending });
        query.order_by = order.collect();
        query
    }
}

/// Returns the conditions that a row comes after the key in the key variables. `columns` are the
/// key columns, and whether each descends.
fn beyond(columns: &[(ExprKind, bool)]) -> Vec<Condition> {
    use ComparisonOperator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
    let after = |number: usize| {
        let (column, descends) = &columns[number];
        let last = compared(column.clone(), if *descends { Less } else { Greater }, number);
        let equal = (0..number).map(|number| compared(columns[number].0.clone(), Equal, number));
        condition(ConditionKind::And(equal.chain([last]).collect()))
    };
    let after: Vec<Condition> = (0..columns.len()).map(after).collect();
    let [(first, descends), _, ..] = columns else { return after };
    // An index can be sought by the first column's range.
    let range = compared(first.clone(), if *descends { LessOrEqual } else { GreaterOrEqual }, 0);
    vec![range, condition(ConditionKind::Or(after))]
}

/// Returns the query without its ORDER BY and with its key columns, the key, and whether each key
/// column descends. Returns `None` if the rows don't follow the key of a unique index.
fn ordered(env: &Env<'_, '_>, spec: &CursorSpec) -> Result<Option<(Query, CursorKey, Vec<bool>)>, SqlError> {
    let mut query = Query::clone(&spec.query);
    let QueryBody::Select(select) = &query.body else { return Ok(None) };
    if select.top.is_some() || query.offset.is_some() {
        return Ok(None);
    }
    let leaves = leaves(&select.from).unwrap_or_default();
    let [leaf] = leaves.as_slice() else { return Ok(None) };
    let Some((_, table)) = table_of(env, &object_name(leaf.name))? else { return Ok(None) };
    let Some((index, descends)) = index_of_order(&table, &query.order_by, &select.items) else { return Ok(None) };
    query.order_by.clear();
    let key = keyed_by(env, spec, &mut query, Some(index))?;
    Ok(key.map(|key| (query, key, descends)))
}

/// Returns the unique index that has the order of a query, and whether each of its columns descends
/// in this order.
fn index_of_order(table: &Table, order: &[OrderItem], items: &[SelectItem]) -> Option<(u16, Vec<bool>)> {
    let keys = table.indexes.iter().filter(|index| is_key(table, index));
    keys.filter_map(|index| Some((index.id, directions(table, index, order, items)?))).next()
}

fn directions(table: &Table, index: &Index, order: &[OrderItem], items: &[SelectItem]) -> Option<Vec<bool>> {
    let mut is_reversed = None;
    for (item, key) in order.iter().zip(&index.keys) {
        let column = ordered_column(item, items)?;
        let reversed = item.descending != key.descending;
        let is_it = name::same(column, &table.columns[key.column].name);
        if !is_it || is_reversed.is_some_and(|known| known != reversed) {
            return None;
        }
        is_reversed = Some(reversed);
    }
    let is_reversed = is_reversed.unwrap_or(false);
    Some(index.keys.iter().map(|key| key.descending != is_reversed).collect())
}

/// Returns the column that an ORDER BY item denotes: by its name, the alias or the number of an
/// item of the select list. `None` for another expression.
fn ordered_column<'q>(item: &'q OrderItem, items: &'q [SelectItem]) -> Option<&'q str> {
    let column_of = |item: &'q SelectItem| match &item.kind {
        SelectItemKind::Value { value, .. } => match &value.kind {
            ExprKind::Column(column) => Some(&*column.name.text),
            _ => None,
        },
        _ => None,
    };
    let is_called = |item: &&SelectItem, called: &str| matches!(&item.kind, SelectItemKind::Value { alias: Some(alias), .. } if name::same(&alias.text, called));
    match &item.value.kind {
        ExprKind::Column(column) if column.qualifier.is_some() => Some(&column.name.text),
        ExprKind::Column(column) => match items.iter().find(|item| is_called(item, &column.name.text)) {
            Some(item) => column_of(item),
            None => Some(&column.name.text),
        },
        ExprKind::Literal(Literal::Integer(number)) => {
            let has_star = items.iter().any(|item| matches!(item.kind, SelectItemKind::Star(_)));
            let place = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1))?;
            items.get(place).filter(|_| !has_star).and_then(column_of)
        }
        _ => None,
    }
}

/// Positions of a dynamic cursor (`Open::at`).
const BEFORE: usize = 0;
const AT_ROW: usize = 1;
const BEHIND: usize = 2;
