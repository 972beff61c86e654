//! `sp_cursor`: changes, locks or re-reads rows of a cursor's fetch buffer
//! (`relational-databases/system-stored-procedures/sp-cursor-transact-sql.md`).
//!
//! A change runs as a T-SQL statement on one of the cursor's tables. The statement finds the
//! table's row by the cursor's key and changes it only if the row is unchanged since the fetch.

use super::cursor_call::{Called, FAILED, Own, invalid, unknown};
use super::ending::Ending;
use super::invocation::Invocation;
use super::parameter::{Argument, ArgumentValue};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_plan::object_name;
use sluice_query::code::Reg;
use sluice_session::api_cursor::{ApiCursor, READ_ONLY};
use sluice_session::open_cursor::{CursorKey, CursorRows, CursorTable, Held};
use sluice_session::quoted_name;
use sluice_session::sink::StatementKind as Kind;
use sluice_syntax::ast::{
    InsertSource, Name, ObjectName, QueryBody, Statement, StatementKind, TableSource, TableSourceKind, Target,
};
use sluice_syntax::{Span, parse, print};
use sluice_types::{DataType, SqlError, Value};
use std::fmt::Write;

/// The operation on the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Update,
    Delete,
    Insert,
    Lock,
}

/// Number of changed rows, negative after a failure, and the returned key.
type Changed = (i64, Option<Vec<Value>>);

/// A statement without its row condition, and its parameters.
#[derive(Clone)]
struct Change {
    statement: Statement,
    values: Vec<(String, DataType, Value)>,
    /// Whether the result rows are the keys of the changed rows.
    gives_key: bool,
}

impl Invocation<'_, '_, '_> {
    /// Runs `sp_cursor`. Fails with 16904, 16929 to 16936 and 16947 as its documentation page and
    /// the list of errors describe. The cursor is out of the session's list while it's used, and
    /// returns there whatever happens. Fails with 16928 for an INSERT with EXECUTE.
    pub(super) fn change_by_cursor(&mut self, own: &Own<'_>, values: &[Argument]) -> Result<Called, SqlError> {
        let handle = self.number(own.at(0)).unwrap_or_default();
        let asked = self.number(own.at(1)).unwrap_or_default();
        let row = self.number(own.at(2)).unwrap_or_default();
        let table = self.text(own.at(3))?.unwrap_or_default();
        let operation = asked & !(SET_POSITION | ABSOLUTE);
        if self.env.state.cursors.handled(handle).is_none() {
            return Err(unknown("sp_cursor", handle));
        }
        if asked & ABSOLUTE != 0 && !matches!(operation, UPDATE | DELETE) {
            return Err(SqlError::cursor_absolute_misused());
        }
        let operation = match operation {
            UPDATE => Some(Operation::Update),
            DELETE => Some(Operation::Delete),
            INSERT => Some(Operation::Insert),
            LOCK => Some(Operation::Lock),
            REFRESH => None,
            0 if asked & SET_POSITION != 0 => None,
            _ => return Err(invalid("sp_cursor", "optype")),
        };
        let Some(mut cursor) = self.env.state.cursors.take_handled(handle) else {
            return Err(unknown("sp_cursor", handle));
        };
        let held = cursor.open.buffer.len();
        let called = match operation {
            Some(operation) => self.change_rows(&mut cursor, (operation, asked, row), &table, values),
            None if asked & REFRESH != 0 => self.refresh(&mut cursor, row).map(|()| Ok(0)),
            None => Ok(Ok(0)),
        };
        // A row that was fetched from the keyset only for this change leaves the buffer again.
        cursor.open.buffer.truncate(held);
        if asked & SET_POSITION != 0 && called.is_ok() {
            // A row outside the buffer sets the position to the first row.
            let place = usize::try_from(row).ok().and_then(|row| row.checked_sub(1));
            cursor.open.position = place.filter(|place| *place < cursor.open.buffer.len()).unwrap_or(0);
        }
        self.env.state.cursors.put_handled(handle, cursor);
        called
    }

    fn change_rows(
        &mut self,
        cursor: &mut ApiCursor,
        (operation, asked, row): (Operation, i32, i32),
        table: &str,
        values: &[Argument],
    ) -> Result<Called, SqlError> {
        let key = cursor.open.key.as_ref().filter(|_| cursor.concurrency != READ_ONLY).map(Arc::clone);
        let key = key.ok_or_else(SqlError::cursor_is_read_only)?;
        let (own, number) = self.written(operation, (table, values), cursor, &key)?;
        let table = &key.tables[number];
        if operation == Operation::Insert {
            let mut change = own;
            // A row of a join has keys of other tables too, so a new row doesn't join the keyset.
            if key.tables.len() == 1 && table.address.is_none() && sluice_cursor::takes_output(self.env, table)? {
                give_key(&mut change, table);
            }
            let called = self.run_change(change, operation)?;
            if let Ok((_, Some(key))) = &called {
                cursor.open.append(key.clone());
            }
            return Ok(called.map(|(rows, _)| if rows == 0 { FAILED } else { 0 }));
        }
        let numbers = self.rows_meant(cursor, asked & ABSOLUTE != 0, row)?;
        let is_alone = numbers.len() == 1;
        let mut status = 0;
        for place in numbers {
            let held = cursor.open.buffer[place].clone();
            let is_update = operation == Operation::Update;
            let mut change = own.clone();
            find_row(&mut change, (&key, number), &held, operation);
            if is_update && assigns_key(&change.statement, table) && sluice_cursor::takes_output(self.env, table)? {
                give_key(&mut change, table);
            }
            let (rows, new_key) = match self.run_change(change, operation)? {
                Ok(changed) => changed,
                Err(ending) => return Ok(Err(ending)),
            };
            if rows < 0 {
                status = FAILED;
                continue;
            }
            if rows == 0 {
                let now = sluice_cursor::read(self.env, &mut cursor.open, held.place)?;
                let now = cursor.open.held(held.place, now.as_deref())?;
                if sluice_cursor::has_row(&key, number, &now) {
                    self.env.inform(SqlError::optimistic_check_failed());
                }
                if is_alone {
                    return Err(SqlError::no_rows_changed());
                }
                status = FAILED;
                continue;
            }
            if let Some(new_key) = new_key {
                cursor.open.set_key(held.place, number, new_key)?;
            }
            match operation {
                Operation::Delete => cursor.open.buffer[place].is_missing = true,
                _ => sluice_cursor::hold_again(self.env, &mut cursor.open, place).map(|_| ())?,
            }
        }
        Ok(Ok(status))
    }

    /// Returns the indexes of the addressed rows in the fetch buffer. Fails with 16931 if the
    /// buffer is empty, and with 16930 if the row isn't in it.
    fn rows_meant(&mut self, cursor: &mut ApiCursor, is_absolute: bool, row: i32) -> Result<Vec<usize>, SqlError> {
        let open = &mut cursor.open;
        let wanted = usize::try_from(row).map_err(|_| invalid("sp_cursor", "rownum"))?;
        if is_absolute && wanted > 0 && wanted <= open.count() {
            // A row of the keyset, not necessarily in the buffer.
            let known = open.buffer.iter().position(|held| held.place + 1 == wanted);
            if known.is_none() {
                sluice_cursor::fetched(self.env, open, wanted - 1)?;
            }
            return Ok(vec![known.unwrap_or(open.buffer.len() - 1)]);
        }
        match wanted {
            _ if open.buffer.is_empty() => Err(SqlError::fetch_buffer_is_empty()),
            0 => Ok((0..open.buffer.len()).collect()),
            wanted if wanted > open.buffer.len() => Err(SqlError::row_not_in_fetch_buffer()),
            wanted => Ok(vec![wanted - 1]),
        }
    }

    /// Sends the current values of a row of the fetch buffer; 0 means all rows.
    fn refresh(&mut self, cursor: &mut ApiCursor, row: i32) -> Result<(), SqlError> {
        let numbers = self.rows_meant(cursor, false, row)?;
        let (before, position) = (cursor.open.buffer.clone(), cursor.open.position);
        // Skipped rows leave gaps between the places of the buffer's rows.
        let places = numbers.iter().map(|number| before[*number].place + 1);
        let sent = self.send_rows(cursor, places.collect::<Vec<_>>(), (numbers.len(), false));
        cursor.open.position = position;
        let now = std::mem::replace(&mut cursor.open.buffer, before);
        for held in now {
            if let Some(known) = cursor.open.buffer.iter_mut().find(|known| known.place == held.place) {
                *known = held;
            }
        }
        sent.map(|_| ())
    }

    /// Builds the statement, without its row condition, from named values or from T-SQL fragments.
    /// Returns the index of the table that it changes: the one that the fragment names, or else
    /// `named`, or else the first table of the query. Fails with 16933 if the cursor can't change
    /// the table.
    fn written(
        &self,
        operation: Operation,
        (named, values): (&str, &[Argument]),
        cursor: &ApiCursor,
        key: &CursorKey,
    ) -> Result<(Change, usize), SqlError> {
        let fragments = self.fragments(operation, values, cursor, key)?;
        let is_whole = fragments.as_ref().is_some_and(|text| names_table(operation, text));
        let default = if is_whole { 0 } else { self.table_of_call(named, key)? };
        let mut given_values = Vec::new();
        let text = match (operation, fragments) {
            (Operation::Delete, _) => "DELETE x".to_owned(),
            (Operation::Lock, _) => "SELECT 1 FROM x WITH (UPDLOCK)".to_owned(),
            (Operation::Insert, Some(written)) => insert_of(&written),
            (Operation::Update, Some(written)) => update_of(&written),
            (_, None) => {
                let (columns, given) = self.by_columns(values, (cursor, key, default), &mut given_values)?;
                if operation == Operation::Insert {
                    format!("INSERT x ({}) VALUES ({})", columns.join(", "), given.join(", "))
                } else {
                    let pairs = columns.iter().zip(&given).map(|(column, value)| format!("{column} = {value}"));
                    format!("UPDATE x SET {}", pairs.collect::<Vec<_>>().join(", "))
                }
            }
        };
        let mut script = parse(&text);
        let only = script.statements.pop().filter(|_| script.statements.is_empty() && script.errors.is_empty());
        let mut statement = only.ok_or_else(invalid_values)?;
        let mut number = default;
        let is_fine = match &statement.kind {
            StatementKind::Update(update) => {
                number = self.target(&update.target, key, default)?;
                operation == Operation::Update
                    && update.condition.is_none()
                    && (&update.output, &update.top) == (&None, &None)
                    && update.from.is_empty()
                    && update.with.is_empty()
            }
            StatementKind::Insert(insert) => {
                number = self.target(&insert.target, key, default)?;
                if matches!(insert.source, InsertSource::Execute(_)) {
                    // 16928: EXECUTE isn't allowed as a source.
                    return Err(SqlError::cursor_insert_from_exec());
                }
                let is_one = match &insert.source {
                    InsertSource::Values(rows) => rows.len() == 1,
                    source => *source == InsertSource::DefaultValues,
                };
                operation == Operation::Insert && is_one && insert.output.is_none() && insert.with.is_empty()
            }
            StatementKind::Delete(_) | StatementKind::Select(_) => true,
            _ => false,
        };
        if !is_fine {
            return Err(invalid_values());
        }
        if key.tables[number].updated.is_none() {
            return Err(not_included());
        }
        aim(&mut statement, &key.tables[number]);
        Ok((Change { statement, values: given_values, gives_key: false }, number))
    }

    /// Returns the values of an UPDATE or INSERT as one text, if they are fragments of a statement;
    /// `None` if they are values of columns. Values with names are fragments if all are strings and
    /// no name is a column's. Fails with 16935 without values.
    fn fragments(
        &self,
        operation: Operation,
        values: &[Argument],
        cursor: &ApiCursor,
        key: &CursorKey,
    ) -> Result<Option<String>, SqlError> {
        let word = match operation {
            Operation::Insert => "INSERT",
            Operation::Update => "UPDATE",
            Operation::Delete | Operation::Lock => return Ok(None),
        };
        if values.is_empty() {
            // 16935: no values were given.
            return Err(SqlError::cursor_call_without_values(word));
        }
        let named = values.iter().filter(|value| value.name.is_some()).count();
        let mut texts = Vec::with_capacity(values.len());
        for value in values {
            texts.extend(self.text(Some(value))?);
        }
        if named == 0 {
            return if texts.len() == values.len() { Ok(Some(texts.join(", "))) } else { Err(invalid_values()) };
        }
        if named < values.len() {
            return Err(invalid_values());
        }
        let is_column = |value: &Argument| self.is_column(name_of_value(value), cursor, key);
        let is_text = texts.len() == values.len() && !values.iter().any(is_column);
        Ok(is_text.then(|| texts.join(", ")))
    }

    /// Whether a name is that of a column of the cursor or of one of its tables.
    fn is_column(&self, name: &str, cursor: &ApiCursor, key: &CursorKey) -> bool {
        let is_of_table = |table: &CursorTable| {
            let Some(database) = self.env.context.host.database_by_id(table.table.0) else { return false };
            let catalog = self.env.state.transaction.work.catalog(&database);
            catalog.table_by_id(table.table.1).is_some_and(|known| known.column(name).is_some())
        };
        cursor.open.columns().iter().any(|column| same(&column.name, name)) || key.tables.iter().any(is_of_table)
    }

    /// Returns the columns and the expressions of named values. The values of parameters are added
    /// to `given_values`.
    fn by_columns(
        &self,
        values: &[Argument],
        (cursor, key, table): (&ApiCursor, &CursorKey, usize),
        given_values: &mut Vec<(String, DataType, Value)>,
    ) -> Result<(Vec<String>, Vec<String>), SqlError> {
        let (mut columns, mut given) = (Vec::new(), Vec::new());
        for (number, value) in values.iter().enumerate() {
            columns.push(sluice_types::bracketed(&column_of(name_of_value(value), cursor, (key, table))));
            given.push(match &value.value {
                ArgumentValue::Value(register, data_type) => {
                    let name = format!("@v{number}");
                    given_values.push((name.clone(), *data_type, self.env.frame.get(*register).clone()));
                    name
                }
                ArgumentValue::Default => "DEFAULT".to_owned(),
                ArgumentValue::Rows(..) | ArgumentValue::Cursor(_) => return Err(invalid_values()),
            });
        }
        Ok((columns, given))
    }

    /// Returns the index of the table that a call names, by default the first one. Fails with 16933
    /// if the cursor doesn't have the table.
    fn table_of_call(&self, named: &str, key: &CursorKey) -> Result<usize, SqlError> {
        if named.is_empty() {
            return Ok(0);
        }
        let table = quoted_name::parse(named).map(|name| sluice_cursor::table_named(self.env, &name)).transpose()?;
        table.flatten().and_then(|table| key.first_use(table)).ok_or_else(not_included)
    }

    /// Returns the index of a fragment's target, `default` if the fragment names none. Fails with
    /// 16933 if the cursor doesn't have the table. `x` denotes the default.
    fn target(&self, target: &Target, key: &CursorKey, default: usize) -> Result<usize, SqlError> {
        let Target::Table { name, .. } = target else { return Err(not_included()) };
        if name.schema.is_none() && name.name.is("x") {
            return Ok(default);
        }
        let table = sluice_cursor::table_named(self.env, &object_name(name))?;
        table.and_then(|table| key.first_use(table)).ok_or_else(not_included)
    }

    /// Runs the change. Returns the number of changed rows, negative after a reported failure, and
    /// the returned key.
    fn run_change(&mut self, change: Change, operation: Operation) -> Result<Result<Changed, Ending>, SqlError> {
        let Change { statement, values, gives_key } = change;
        let text = print(&statement);
        let declared = values.iter().map(|(name, data_type, _)| format!("{name} {data_type}"));
        let declarations = declared.collect::<Vec<_>>().join(", ");
        // The values go to temporary registers above the running program's registers.
        let behind = self.env.frame.registers.len();
        let mut arguments = Vec::with_capacity(values.len());
        for (name, data_type, value) in values {
            let value_at = ArgumentValue::Value(self.env.frame.registers.len() as Reg, data_type);
            self.env.frame.registers.push(value);
            arguments.push(Argument { name: Some(name.into()), value: value_at, is_output: false });
        }
        let ran = self.run_captured((&text, &declarations), &arguments, gives_key || operation == Operation::Lock);
        self.env.frame.registers.truncate(behind);
        let globals = self.env.frame.globals;
        let (ending, key) = ran?;
        match ending {
            Ending::Returned if globals.error == 0 => {
                if gives_key {
                    self.env.sink.begin(if operation == Operation::Insert { Kind::Insert } else { Kind::Update });
                    self.env.sink.done(Some(globals.row_count.max(0) as u64));
                }
                Ok(Ok((globals.row_count, key.filter(|_| gives_key))))
            }
            Ending::Returned | Ending::ScopeEnded => Ok(Ok((-1, None))),
            ending => Ok(Err(ending)),
        }
    }

    /// Runs a text. If `is_captured`, its result isn't sent to the client, and its first row is
    /// returned.
    fn run_captured(
        &mut self,
        text: (&str, &str),
        arguments: &[Argument],
        is_captured: bool,
    ) -> Result<(Ending, Option<Vec<Value>>), SqlError> {
        if !is_captured {
            return self.run_statement(text, arguments, None).map(|ending| (ending, None));
        }
        let (ending, _, rows) = self.captured(text, arguments)?;
        let rows = rows.filter(|rows| rows.count() > 0);
        Ok((ending, rows.map(|rows| rows.row(0)).transpose()?))
    }
}

/// Restricts a statement to the fetched row of a table, as long as the row is unchanged since the
/// fetch.
fn find_row(change: &mut Change, (key, table): (&CursorKey, usize), held: &Held, operation: Operation) {
    let values = &held.key[key.range(table)];
    let check = held.checks.get(table).and_then(Option::as_ref);
    let table = &key.tables[table];
    let mut condition = String::new();
    for (number, ((column, data_type), value)) in table.columns.iter().zip(values).enumerate() {
        let and = if number == 0 { "" } else { " AND " };
        let column = table.address.clone().unwrap_or_else(|| sluice_types::bracketed(column));
        let _ = write!(condition, "{and}{column} = @k{number}");
        change.values.push((format!("@k{number}"), *data_type, value.clone()));
    }
    if let (Some((check, data_type)), Some(value)) = (&table.check, check)
        && operation != Operation::Lock
    {
        let _ = write!(condition, " AND {check} = @c");
        change.values.push(("@c".to_owned(), *data_type, value.clone()));
    }
    let asked = parse(&format!("DELETE x WHERE {condition}")).statements.pop().map(|statement| statement.kind);
    let Some(StatementKind::Delete(asked)) = asked else { return };
    let condition = Arc::unwrap_or_clone(asked).condition;
    match &mut change.statement.kind {
        StatementKind::Update(update) => Arc::make_mut(update).condition = condition,
        StatementKind::Delete(delete) => Arc::make_mut(delete).condition = condition,
        StatementKind::Select(query) => {
            if let QueryBody::Select(select) = &mut Arc::make_mut(query).body {
                select.condition = condition;
            }
        }
        _ => {}
    }
}

/// Adds an OUTPUT clause that returns the keys of the changed rows.
fn give_key(change: &mut Change, table: &CursorTable) {
    let output = Some(sluice_cursor::keys_of_inserted(table));
    match &mut change.statement.kind {
        StatementKind::Update(update) => Arc::make_mut(update).output = output,
        StatementKind::Insert(insert) => Arc::make_mut(insert).output = output,
        _ => return,
    }
    change.gives_key = true;
}

fn assigns_key(changes: &Statement, table: &CursorTable) -> bool {
    matches!(&changes.kind, StatementKind::Update(update) if sluice_cursor::assigns_key(update, table))
}

/// Replaces the statement's target with a table of the cursor.
fn aim(change: &mut Statement, table: &CursorTable) {
    let target = |hints| Target::Table { name: name_of(table), hints };
    match &mut change.kind {
        StatementKind::Update(update) => Arc::make_mut(update).target = target(Vec::new()),
        StatementKind::Insert(insert) => Arc::make_mut(insert).target = target(Vec::new()),
        StatementKind::Delete(delete) => Arc::make_mut(delete).target = target(Vec::new()),
        StatementKind::Select(query) => {
            if let QueryBody::Select(select) = &mut Arc::make_mut(query).body
                && let Some(TableSource { kind: TableSourceKind::Table { name, .. }, .. }) = select.from.first_mut()
            {
                *name = name_of(table);
            }
        }
        _ => {}
    }
}

/// Returns the table's full name. A temporary table keeps the name that the cursor's query uses.
fn name_of(table: &CursorTable) -> ObjectName {
    let name = |text: &String| Name::new(text.as_str(), Span::default());
    match &table.full_name[..] {
        [database, schema, own] if !table.name.name.text.starts_with('#') => ObjectName {
            server: None,
            database: Some(name(database)),
            schema: Some(name(schema)),
            name: name(own),
            span: Span::default(),
        },
        _ => table.name.clone(),
    }
}

/// Returns a named value's name without `@`.
fn name_of_value(value: &Argument) -> &str {
    value.name.as_deref().unwrap_or_default().trim_start_matches('@')
}

/// Returns the table's column that the cursor shows as `name`, or `name` itself.
fn column_of(name: &str, cursor: &ApiCursor, (key, table): (&CursorKey, usize)) -> String {
    let shown = cursor.open.columns().iter().zip(&key.origin.columns);
    let mut shown = shown.filter(|(column, _)| same(&column.name, name)).filter_map(|(_, origin)| origin.as_ref());
    let column = shown.find(|(of_table, _)| *of_table == table).map(|(_, column)| column.clone());
    column.unwrap_or_else(|| name.to_owned())
}

/// Whether a fragment names the table that it changes: it's a whole UPDATE or INSERT statement.
fn names_table(operation: Operation, text: &str) -> bool {
    begins(text, if operation == Operation::Insert { "INSERT" } else { "UPDATE" })
}

/// Completes `[[UPDATE table] SET] column = value, ...`.
fn update_of(written: &str) -> String {
    let before = if begins(written, "UPDATE") {
        ""
    } else if begins(written, "SET") {
        "UPDATE x "
    } else {
        "UPDATE x SET "
    };
    format!("{before}{written}")
}

/// Completes `[[INSERT [INTO] table] VALUES] (value, ...)` or a bare list of values.
fn insert_of(written: &str) -> String {
    if begins(written, "INSERT") {
        written.to_owned()
    } else if begins(written, "VALUES") || begins(written, "DEFAULT") {
        format!("INSERT x {written}")
    } else if written.trim_start().starts_with('(') {
        format!("INSERT x VALUES {written}")
    } else {
        format!("INSERT x VALUES ({written})")
    }
}

fn begins(written: &str, word: &str) -> bool {
    let first: String = written.trim_start().chars().take_while(|character| character.is_alphanumeric()).collect();
    first.eq_ignore_ascii_case(word)
}

/// Returns error 16936: invalid values.
fn invalid_values() -> SqlError {
    SqlError::invalid_cursor_values()
}

/// Returns error 16933: the table isn't part of the cursor.
fn not_included() -> SqlError {
    SqlError::table_not_in_cursor()
}

const UPDATE: i32 = 0x01;
const DELETE: i32 = 0x02;
const INSERT: i32 = 0x04;
const REFRESH: i32 = 0x08;
const LOCK: i32 = 0x10;
const SET_POSITION: i32 = 0x20;
const ABSOLUTE: i32 = 0x40;
