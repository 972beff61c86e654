//! The rows of a cursor: they are kept at OPEN, and read again by their keys.

use crate::reader::{Reader, frame_of};
use crate::tables::keyed;
use sluice_base::sync::Arc;
use sluice_command::captured::Capture;
use sluice_command::statement::{BoundSlot, BoundSource, Env};
use sluice_session::open_cursor::{CursorRows, CursorSpec, Held, Open, Sensitivity};
use sluice_syntax::ast::Query;
use sluice_types::{SqlError, Value};

/// Runs the query of a cursor in the cursor's database, and keeps its rows with their keys. A query
/// whose rows have no key, or whose key columns may not be read, makes a static cursor. Returns
/// `None` if the query has no result set. The flag of an error says whether the error arose while
/// the query was bound. Fails with 16957 for FOR UPDATE of a cursor that can't be updated.
pub fn open_rows(env: &mut Env<'_, '_>, spec: &CursorSpec) -> Result<Option<Open>, (bool, SqlError)> {
    let outer = Arc::clone(&env.state.database);
    env.change_database(&spec.database).map_err(|error| (false, error))?;
    let opened = open_here(env, spec);
    env.change_database(&outer).map_err(|error| (false, error))?;
    opened
}

fn open_here(env: &mut Env<'_, '_>, spec: &CursorSpec) -> Result<Option<Open>, (bool, SqlError)> {
    let mut query = Query::clone(&spec.query);
    let key = keyed(env, spec, &mut query).map_err(|error| (false, error))?;
    // 16957: FOR UPDATE on a READ ONLY cursor.
    let read_only = || (false, SqlError::for_update_of_read_only_cursor());
    let Some(key) = key else {
        return if spec.must_update { Err(read_only()) } else { run_static(env, spec) };
    };
    let key = Arc::new(key);
    let rows = match run(env, spec, query.clone()) {
        // The extra columns can be invalid in this query, for example beside aggregates, or not
        // permitted: use a static cursor.
        Err((is_binding, error)) if !spec.must_update && (is_binding || lacks_permission(&error)) => {
            return run_static(env, spec);
        }
        rows => rows?,
    };
    let Some(rows) = rows else { return Ok(None) };
    let width = rows.columns().len() - key.hidden_columns();
    let mut open = Open::new(rows, width, Some(Arc::clone(&key)));
    if spec.sensitivity != Sensitivity::Static {
        open.passes = spec.sensitivity == Sensitivity::Passing;
        open.is_fixed = key.has_address();
        open.reader = Some(Box::new(Reader::by_key(env, spec, query, &key).map_err(|error| (true, error))?));
    }
    Ok(Some(open))
}

/// Whether an error is a missing permission on a table or a column.
pub(crate) fn lacks_permission(error: &SqlError) -> bool {
    matches!(error.number, 229 | 230)
}

fn run_static(env: &mut Env<'_, '_>, spec: &CursorSpec) -> Result<Option<Open>, (bool, SqlError)> {
    Ok(run(env, spec, Query::clone(&spec.query))?.map(Open::of_static))
}

/// Runs a query and returns its rows; `None` if it sends no result. The flag of an error says
/// whether the error arose while binding.
pub(crate) fn run(
    env: &mut Env<'_, '_>,
    spec: &CursorSpec,
    query: Query,
) -> Result<Option<Box<dyn CursorRows>>, (bool, SqlError)> {
    let mut frame = frame_of(env, spec);
    let registers = spec.values.iter().map(|(register, _)| *register).collect();
    let mut capture = Capture::new(env.sink, env.context.host, None, &spec.database);
    let mut inner = Env { state: env.state, frame: &mut frame, context: env.context, sink: &mut capture };
    let mut slot = BoundSlot::new(BoundSource::Select(Arc::new(query)), Arc::clone(&spec.variables), registers);
    let ran = slot.run(&mut inner);
    let captured = capture.finish();
    env.frame.globals.tran_count = frame.globals.tran_count;
    ran?;
    Ok(captured.map_err(|error| (false, error))?.map(|rows| Box::new(rows) as Box<dyn CursorRows>))
}

/// Returns the current row at `place`, with its keys and check values; `None` if it is deleted. A
/// static cursor returns its kept row. Runs the cursor's reader in the cursor's database. Fails
/// with 16943 if its names no longer resolve.
pub fn read(env: &mut Env<'_, '_>, open: &mut Open, place: usize) -> Result<Option<Vec<Value>>, SqlError> {
    let key = if open.reader.is_some() { open.key_of(place)? } else { Vec::new() };
    match open.reader.as_mut().and_then(|reader| reader.downcast_mut::<Reader>()) {
        Some(reader) => reader.read(env, key),
        None => open.kept(place).map(Some),
    }
}

/// Reads a row and adds it to the fetch buffer. `None` if it's deleted; then the buffer has a mark
/// for it. A fixed cursor gives the row as of OPEN. Fails with 16943 if the table has changed so
/// that the row can't be read.
pub fn fetched(env: &mut Env<'_, '_>, open: &mut Open, place: usize) -> Result<Option<Vec<Value>>, SqlError> {
    let row = if open.is_fixed { Some(open.kept(place)?) } else { read(env, open, place)? };
    let held = open.held(place, row.as_deref())?;
    open.buffer.push(held);
    Ok(row)
}

/// Reads a fetched row again to refresh its check value. `number` is its index in the fetch buffer,
/// which is updated. `None` if there is no such row. Fails with 16943 if the table has changed so
/// that the row can't be read.
pub fn hold_again(env: &mut Env<'_, '_>, open: &mut Open, number: usize) -> Result<Option<Held>, SqlError> {
    let Some(place) = open.buffer.get(number).map(|held| held.place) else { return Ok(None) };
    let row = read(env, open, place)?;
    let held = open.held(place, row.as_deref())?;
    open.buffer[number] = held.clone();
    Ok(Some(held))
}
