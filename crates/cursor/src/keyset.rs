//! Cursors over one table that has a key: the extra columns they select, and how they read a row
//! again.
//!
//! A row is found by its key. Its rowversion, or else a checksum of its values, shows whether it
//! has changed since it was fetched (`t-sql/language-elements/declare-cursor-transact-sql.md`,
//! OPTIMISTIC).

use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Index, ObjectName, Table};
use sluice_command::captured::Capture;
use sluice_command::statement::{BoundSlot, BoundSource, Env};
use sluice_plan::{ROW_ADDRESS, Variables, object_name};
use sluice_query::code::{Frame, Reg};
use sluice_session::open_cursor::{CursorKey, CursorRows, CursorSpec, Held, Open, Sensitivity};
use sluice_session::sink::{ColumnInfo, CursorOrigin, Message, Sink};
use sluice_syntax::ast::{
    self, ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, Query, QueryBody, Select, SelectItemKind,
    StatementKind, TableSourceKind,
};
use sluice_syntax::walk;
use sluice_syntax::{Span, parse};
use sluice_table::database::Database;
use sluice_types::{DataType, Length, SqlError, Value, bracketed};

/// Reads a row by its key.
struct Reader {
    slot: BoundSlot,
    // Registers of the query's variables, followed by the key's.
    frame: Frame,
    key: Vec<Reg>,
    database: Arc<Database>,
}

/// A table and its database.
type DatabaseTable = (Arc<Database>, Arc<Table>);

/// A sink that collects rows and passes messages on.
struct RowsOnly<'s> {
    rows: Vec<Vec<Value>>,
    sink: &'s mut dyn Sink,
}

/// Opens a cursor. Returns `None` if the query has no result set. The flag of an error says whether
/// the error arose while the query was bound. Fails with 16957 for FOR UPDATE of a cursor that
/// can't be updated.
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
    let width = key.columns.len() + usize::from(key.check.is_some());
    let key = Arc::new(key);
    let rows = match run(env, spec, query.clone()) {
        // The extra columns can be invalid in this query, for example beside aggregates: use a
        // static cursor.
        Err((true, _)) if !spec.must_update => return run_static(env, spec),
        rows => rows?,
    };
    let Some(rows) = rows else { return Ok(None) };
    let width = rows.columns().len() - width;
    let mut open = Open::new(rows, width, Some(Arc::clone(&key)));
    if spec.sensitivity != Sensitivity::Static {
        open.passes = spec.sensitivity == Sensitivity::Passing;
        open.is_fixed = key.address.is_some();
        open.reader = Some(Box::new(reader(env, spec, query, &key).map_err(|error| (true, error))?));
    }
    Ok(Some(open))
}

fn run_static(env: &mut Env<'_, '_>, spec: &CursorSpec) -> Result<Option<Open>, (bool, SqlError)> {
    Ok(run(env, spec, Query::clone(&spec.query))?.map(Open::of_static))
}

/// Runs a query and returns its rows.
fn run(
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

fn frame_of(env: &Env<'_, '_>, spec: &CursorSpec) -> Frame {
    let mut frame = Frame { globals: env.frame.globals, ..Frame::default() };
    for (register, value) in &spec.values {
        frame.grow_to(*register + 1);
        frame.set(*register, value.clone());
    }
    frame
}

/// Builds the query that finds one row by its key.
fn reader(env: &mut Env<'_, '_>, spec: &CursorSpec, mut query: Query, key: &CursorKey) -> Result<Reader, SqlError> {
    let mut variables = Variables::clone(&spec.variables);
    let mut registers: Vec<Reg> = spec.values.iter().map(|(register, _)| *register).collect();
    let mut frame = frame_of(env, spec);
    let places = key_variables(&mut variables, &mut frame, key)?;
    registers.extend(&places);
    let by_key = key_condition(key, None);
    let mut keeps_condition = spec.sensitivity == Sensitivity::Passing && query.offset.is_none();
    if let QueryBody::Select(select) = &mut query.body {
        keeps_condition &= select.top.is_none();
        (select.top, query.offset) = (None, None);
        query.order_by.clear();
        if spec.locks {
            let sources = select.from.iter_mut().map(|source| &mut source.kind);
            sources.for_each(|source| {
                if let TableSourceKind::Table { hints, .. } = source {
                    hints.push(update_lock());
                }
            });
        }
        let own = select.condition.take().filter(|_| keeps_condition);
        let parts: Vec<Condition> = own.into_iter().chain([by_key]).collect();
        select.condition = Some(Condition::new(ConditionKind::And(parts), Span::default()));
    }
    let mut slot = BoundSlot::new(BoundSource::Select(Arc::new(query)), Arc::new(variables), Arc::from(registers));
    let mut inner = Env { state: env.state, frame: &mut frame, context: env.context, sink: env.sink };
    slot.bind(&spec.database, &mut inner)?;
    Ok(Reader { slot, frame, key: places, database: Arc::clone(&spec.database) })
}

/// Returns the hint UPDLOCK.
fn update_lock() -> ast::Hint {
    let words = vec![ast::Name::new("UPDLOCK", Span::default())];
    ast::Hint { words, arguments: Vec::new(), assumptions: Vec::new() }
}

/// Declares a variable for each key column and returns their registers.
pub(crate) fn key_variables(
    variables: &mut Variables,
    frame: &mut Frame,
    key: &CursorKey,
) -> Result<Vec<Reg>, SqlError> {
    let types = key.columns.iter().map(|(_, data_type)| *data_type);
    types.enumerate().map(|(number, data_type)| declare(variables, frame, &key_variable(number), data_type)).collect()
}

/// Declares a variable in a new register after all others.
pub(crate) fn declare(
    variables: &mut Variables,
    frame: &mut Frame,
    name: &str,
    data_type: DataType,
) -> Result<Reg, SqlError> {
    variables.declare(name, data_type)?;
    let register = frame.registers.len() as Reg;
    frame.grow_to(register + 1);
    Ok(register)
}

/// Returns the condition that a row has the key in the key variables. The condition is syntax, not
/// bound yet: each key column, or the row's address, equals its variable.
pub(crate) fn key_condition(key: &CursorKey, qualifier: Option<&ast::ObjectName>) -> Condition {
    let equal = |(number, (column, _)): (usize, &(String, DataType))| {
        let column = ast::Name::new(column.as_str(), Span::default());
        let column = ast::ColumnName { qualifier: None, name: column, span: Span::default() };
        let address = key.address.as_deref().and_then(expression);
        let column = address.unwrap_or_else(|| ExprKind::Column(Box::new(column)));
        equals(qualified(column, qualifier), &key_variable(number))
    };
    let parts = key.columns.iter().enumerate().map(equal).collect();
    Condition::new(ConditionKind::And(parts), Span::default())
}

/// Qualifies a column, or the columns that are arguments of a call.
pub(crate) fn qualified(mut kind: ExprKind, qualifier: Option<&ast::ObjectName>) -> ExprKind {
    let qualify = |kind: &mut ExprKind| {
        if let ExprKind::Column(column) = kind {
            column.qualifier = qualifier.cloned();
        }
    };
    qualify(&mut kind);
    if let ExprKind::Call(call) = &mut kind {
        call.arguments.iter_mut().for_each(|argument| qualify(&mut argument.kind));
    }
    kind
}

/// Parses an expression; `None` if the text isn't one.
pub(crate) fn expression(text: &str) -> Option<ExprKind> {
    let asked = parse(&format!("SELECT {text}")).statements.into_iter().next();
    let Some(StatementKind::Select(query)) = asked.map(|statement| statement.kind) else { return None };
    let QueryBody::Select(select) = Arc::unwrap_or_clone(query).body else { return None };
    select.items.into_iter().find_map(|item| match item.kind {
        SelectItemKind::Value { value, .. } => Some(value.kind),
        _ => None,
    })
}

/// Returns the condition that an expression equals a variable. The result is syntax without
/// positions.
pub(crate) fn equals(left: ExprKind, variable: &str) -> Condition {
    let expr = |kind| Expr::new(kind, Span::default());
    let right = expr(ExprKind::Variable(ast::Name::new(variable, Span::default())));
    let equal = ConditionKind::Comparison { operator: ComparisonOperator::Equal, left: expr(left), right };
    Condition::new(equal, Span::default())
}

/// Name of a key variable, which can't clash with a user's variable.
fn key_variable(number: usize) -> String {
    format!("@ key {number}")
}

/// Returns the current row at `place`, with its key and check value; `None` if it is deleted. A
/// static cursor returns its kept row. Runs the cursor's reader in the cursor's database. Fails
/// with 16943 if its names no longer resolve.
pub fn read(env: &mut Env<'_, '_>, open: &mut Open, place: usize) -> Result<Option<Vec<Value>>, SqlError> {
    let key = if open.reader.is_some() { open.key_of(place)? } else { Vec::new() };
    let Some(reader) = open.reader.as_mut().and_then(|reader| reader.downcast_mut::<Reader>()) else {
        return open.kept(place).map(Some);
    };
    let outer = Arc::clone(&env.state.database);
    env.change_database(&reader.database)?;
    reader.frame.globals = sluice_query::code::Globals { row_limit: 0, ..env.frame.globals };
    for (register, value) in reader.key.iter().zip(key) {
        reader.frame.set(*register, value);
    }
    let mut sink = RowsOnly { rows: Vec::new(), sink: env.sink };
    let mut inner = Env { state: env.state, frame: &mut reader.frame, context: env.context, sink: &mut sink };
    let ran = reader.slot.run(&mut inner);
    let row = sink.rows.pop();
    env.frame.globals.tran_count = reader.frame.globals.tran_count;
    env.change_database(&outer)?;
    match ran {
        Ok(_) => Ok(row),
        // 16943: the table's schema has changed since the cursor was declared.
        Err((true, _)) => Err(SqlError::cursor_table_changed()),
        Err((false, error)) => Err(error),
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

/// Returns the key of the query's rows and adds the key columns to `query`. Returns `None` if the
/// cursor needs no key, or if its rows aren't those of one table with a key.
fn keyed(env: &Env<'_, '_>, spec: &CursorSpec, query: &mut Query) -> Result<Option<CursorKey>, SqlError> {
    if spec.updates.is_none() && spec.is_static() {
        return Ok(None);
    }
    let QueryBody::Select(select) = &mut query.body else { return Ok(None) };
    if !query.with.is_empty() || query.for_clause.is_some() {
        return Ok(None);
    }
    let Some((name, (database, table))) = only_table(env, select)? else { return Ok(None) };
    let is_key = |index: &&Index| {
        index.unique
            && !index.is_disabled
            && index.filter.is_none()
            && index.keys.iter().all(|key| !table.columns[key.column].nullable)
    };
    let (columns, address) = match table.indexes.iter().find(is_key) {
        Some(index) => {
            let columns = index.keys.iter().map(|key| &table.columns[key.column]);
            (columns.map(|column| (column.name.clone(), column.data_type)).collect::<Vec<_>>(), None)
        }
        // A dynamic cursor needs no key (`t-sql/language-elements/declare-cursor-transact-sql.md`).
        None if spec.updates.is_some() && (spec.is_dynamic || spec.sensitivity == Sensitivity::Passing) => {
            let address = format!("{}({})", bracketed(ROW_ADDRESS), bracketed(&table.columns[0].name));
            (vec![(String::new(), DataType::VarBinary(Length::Limited(ADDRESS_BYTES)))], Some(address))
        }
        None => return Ok(None),
    };
    let check = spec.updates.as_ref().and_then(|_| check_of(&table, spec.by_values));
    let origin = CursorOrigin {
        table: vec![database.name.clone(), table.schema.clone(), table.name.clone()],
        columns: select.items.iter().flat_map(|item| columns_of(&item.kind, &table)).collect(),
    };
    // The aliases can't occur in the query's ORDER BY.
    let mut asked: Vec<String> = match &address {
        Some(address) => vec![format!("{address} AS [ address]")],
        None => columns
            .iter()
            .map(|(name, _)| format!("{} AS {}", bracketed(name), bracketed(&format!(" {name}"))))
            .collect(),
    };
    asked.extend(check.iter().map(|(check, _)| format!("{check} AS [ check]")));
    let asked = parse(&format!("SELECT {}", asked.join(", "))).statements.into_iter().next();
    if let Some(StatementKind::Select(asked)) = asked.map(|statement| statement.kind)
        && let QueryBody::Select(asked) = Arc::unwrap_or_clone(asked).body
    {
        select.items.extend(asked.items);
    }
    let updated = spec.updates.clone();
    Ok(Some(CursorKey { table: (database.id, table.id), name, columns, address, check, updated, origin }))
}

/// Whether a cursor of `spec` reads its rows by a key.
pub fn has_key(env: &mut Env<'_, '_>, spec: &CursorSpec) -> Result<bool, SqlError> {
    Ok(keyed(env, spec, &mut Query::clone(&spec.query))?.is_some())
}

/// Returns the only table of a SELECT that yields each of the table's rows at most once.
fn only_table(env: &Env<'_, '_>, select: &Select) -> Result<Option<(ast::ObjectName, DatabaseTable)>, SqlError> {
    let is_grouped = select.distinct || !select.group_by.items.is_empty() || select.having.is_some();
    let [source] = select.from.as_slice() else { return Ok(None) };
    // TABLESAMPLE would choose other rows each time.
    let TableSourceKind::Table { name, sample: None, .. } = &source.kind else { return Ok(None) };
    let mut looks_around = false;
    for item in &select.items {
        if let SelectItemKind::Value { value, .. } = &item.kind {
            walk::expr(value, &mut |met| {
                // A window function depends on other rows.
                looks_around |=
                    matches!(met, walk::Met::Expr(Expr { kind: ExprKind::Call(call), .. }) if call.over.is_some());
                true
            });
        }
    }
    if is_grouped || looks_around || select.into.is_some() {
        return Ok(None);
    }
    Ok(table_of(env, &object_name(name))?.map(|found| (name.clone(), found)))
}

/// Looks up the table `written`. It's resolved like a statement's name. `None` if there is no such
/// table.
pub(crate) fn table_of(env: &Env<'_, '_>, written: &ObjectName) -> Result<Option<DatabaseTable>, SqlError> {
    let mut name = env.placed(written);
    let database = env.database_of(&name)?;
    let catalog = env.state.transaction.work.catalog(&database);
    if written.database.is_none() {
        name = catalog.in_schema(name, env.state.first_schema().map(|schema| &**schema));
    }
    let table = catalog.table(&name).map(Arc::clone);
    Ok(table.map(|table| (database, table)))
}

/// Returns the ids of the table `written`, or `None` if the name isn't a table.
pub fn table_named(env: &Env<'_, '_>, written: &ObjectName) -> Result<Option<(DatabaseId, ObjectId)>, SqlError> {
    Ok(table_of(env, written)?.map(|(database, table)| (database.id, table.id)))
}

/// Returns the expression that detects changes of a row: its rowversion unless `by_values`, or else
/// a checksum of its values.
fn check_of(table: &Table, by_values: bool) -> Option<(String, DataType)> {
    let version = table.columns.iter().find(|column| column.data_type == DataType::RowVersion);
    if let Some(version) = version.filter(|_| !by_values) {
        return Some((bracketed(&version.name), DataType::Binary(DataType::ROWVERSION_BYTES)));
    }
    let counts = |column: &&Column| column.computed.is_none() && !column.data_type.is_document();
    let names: Vec<String> = table.columns.iter().filter(counts).map(|column| bracketed(&column.name)).collect();
    (!names.is_empty()).then(|| (format!("BINARY_CHECKSUM({})", names.join(", ")), DataType::Int))
}

/// Returns the table columns that a select item shows; `None` for an expression.
fn columns_of(item: &SelectItemKind, table: &Table) -> Vec<Option<String>> {
    match item {
        SelectItemKind::Star(_) => table.columns.iter().map(|column| Some(column.name.clone())).collect(),
        SelectItemKind::Value { value: Expr { kind: ExprKind::Column(column), .. }, .. } => {
            vec![table.column(&column.name.text).map(|place| table.columns[place].name.clone())]
        }
        _ => vec![None],
    }
}

/// The longest address of a row, in bytes.
const ADDRESS_BYTES: u16 = 900;

impl Sink for RowsOnly<'_> {
    fn columns(&mut self, _columns: &[ColumnInfo]) {}

    fn row(&mut self, row: &[Value]) {
        self.rows.push(row.to_vec());
    }

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: Message) {
        self.sink.message(message);
    }
}
