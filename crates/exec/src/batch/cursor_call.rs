//! `sp_cursoropen` and related procedures: cursors that a client uses by handle, called by RPC or
//! in a batch
//! (`relational-databases/system-stored-procedures/cursor-stored-procedures-transact-sql.md`).

use super::cursor_text::{CursorSource, CursorText};
use super::ending::Ending;
use super::invocation::Invocation;
use super::parameter::{self, Argument, ArgumentValue, Parameter, give_back_status};
use super::system_procedure::{Body, SystemCall, SystemProcedure};
use super::types::Types;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_plan::{Variables, unsupported};
use sluice_query::code::Reg;
use sluice_session::api_cursor::{self, ApiCursor, Scroll, Wanted};
use sluice_session::open_cursor::{CursorRows, CursorSpec, Open, Sensitivity};
use sluice_session::prepared::PreparedStatement;
use sluice_session::sink::ColumnInfo;
use sluice_syntax::ast::{ColumnName, CursorAccess, Query, QueryBody};
use sluice_syntax::parse_parameters;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// The procedures of API cursors, with the names of their own parameters.
pub(super) static CURSORS: [SystemProcedure; 9] = [
    procedure("sp_cursor", |invocation, call| {
        invocation.call_cursor(call, &["@cursor", "@optype", "@rownum", "@table"], Invocation::change_by_cursor)
    }),
    procedure("sp_cursoropen", |invocation, call| {
        let own = ["@cursor", "@stmt", "@scrollopt", "@ccopt", "@rowcount", "@paramdef"];
        invocation.call_cursor(call, &own, Invocation::open_cursor)
    }),
    procedure("sp_cursorprepare", |invocation, call| {
        let own = ["@handle", "@paramdef", "@stmt", "@options", "@scrollopt", "@ccopt"];
        invocation.call_cursor(call, &own, |invocation, own, _| invocation.prepare_cursor(own))
    }),
    procedure("sp_cursorexecute", |invocation, call| {
        let own = ["@handle", "@cursor", "@scrollopt", "@ccopt", "@rowcount"];
        invocation.call_cursor(call, &own, Invocation::execute_cursor)
    }),
    procedure("sp_cursorprepexec", |invocation, call| {
        let own = ["@handle", "@cursor", "@paramdef", "@stmt", "@scrollopt", "@ccopt", "@rowcount"];
        invocation.call_cursor(call, &own, Invocation::prepare_and_open)
    }),
    procedure("sp_cursorunprepare", |invocation, call| {
        invocation.call_cursor(call, &["@handle"], |invocation, own, _| invocation.unprepare_cursor(own))
    }),
    procedure("sp_cursorfetch", |invocation, call| {
        let own = ["@cursor", "@fetchtype", "@rownum", "@nrows"];
        invocation.call_cursor(call, &own, |invocation, own, _| invocation.fetch_by_handle(own))
    }),
    procedure("sp_cursoroption", |invocation, call| {
        invocation
            .call_cursor(call, &["@cursor", "@code", "@value"], |invocation, own, _| invocation.cursor_option(own))
    }),
    procedure("sp_cursorclose", |invocation, call| {
        invocation.call_cursor(call, &["@cursor"], |invocation, own, _| invocation.close_by_handle(own))
    }),
];

const fn procedure(
    name: &'static str,
    run: fn(&mut Invocation<'_, '_, '_>, &SystemCall) -> Result<Ending, SqlError>,
) -> SystemProcedure {
    SystemProcedure { name, body: Body::Untyped { own: usize::MAX, run } }
}

/// Return status of a call, or the batch's ending if the batch doesn't go on.
pub(super) type Called = Result<i32, Ending>;

/// A call's own arguments, by position. The arguments of the statement it runs aren't among them.
pub(super) struct Own<'a>(Vec<Option<&'a Argument>>);

/// The query of a cursor, and the columns of its FOR UPDATE; empty for all.
type CursorQuery = (Arc<Query>, Option<Vec<ColumnName>>);

/// Arguments of a call that opens a cursor, except the statement's.
struct Opening<'a> {
    cursor: Option<&'a Argument>,
    scroll: Option<&'a Argument>,
    concurrency: Option<&'a Argument>,
    rows: Option<&'a Argument>,
}

impl<'a> Own<'a> {
    /// Splits a call's arguments into its own and the rest. Fails with 8145 for an unknown
    /// parameter name.
    fn split(call: &'a SystemCall, parameters: &[&str]) -> Result<(Own<'a>, &'a [Argument]), SqlError> {
        let (name, arguments) = (call.procedure.name, &call.arguments);
        let (own, rest) = arguments.split_at(parameters.len().min(arguments.len()));
        let mut found = vec![None; parameters.len()];
        for (index, argument) in own.iter().enumerate() {
            let place = match &argument.name {
                Some(given) => parameters.iter().position(|parameter| same(parameter, given)),
                None => Some(index),
            };
            let unknown = || {
                let given = argument.name.as_deref().unwrap_or_default();
                SqlError::unknown_parameter(given, name)
            };
            found[place.ok_or_else(unknown)?] = Some(argument);
        }
        Ok((Own(found), rest))
    }

    /// Returns the argument at a position. `None` if it wasn't passed.
    pub(super) fn at(&self, place: usize) -> Option<&'a Argument> {
        self.0.get(place).copied().flatten()
    }
}

impl Invocation<'_, '_, '_> {
    /// Runs a call. Errors are attributed to the called procedure.
    fn call_cursor(
        &mut self,
        call: &SystemCall,
        parameters: &[&str],
        run: fn(&mut Self, &Own<'_>, &[Argument]) -> Result<Called, SqlError>,
    ) -> Result<Ending, SqlError> {
        let name = call.procedure.name;
        self.env.sink.enter_procedure();
        let called = Own::split(call, parameters).and_then(|(own, rest)| run(self, &own, rest));
        let status = called.as_ref().ok().and_then(|called| called.as_ref().ok()).copied();
        self.env.sink.leave_procedure(status);
        let called = called.map_err(|error| {
            let mut error = error.at_line(1);
            error.procedure.get_or_insert_with(|| name.into());
            error
        })?;
        match called {
            Err(ending) => Ok(ending),
            Ok(status) => {
                if let Some((register, data_type)) = call.status {
                    give_back_status(self.env, (register, data_type, Value::Int(status)))?;
                }
                Ok(Ending::Returned)
            }
        }
    }

    /// Returns an integer argument. `None` without an argument, for NULL, and outside the range of
    /// int.
    pub(super) fn number(&self, argument: Option<&Argument>) -> Option<i32> {
        match argument?.value {
            ArgumentValue::Value(register, _) => {
                self.env.frame.get(register).as_i64().and_then(|number| i32::try_from(number).ok())
            }
            _ => None,
        }
    }

    /// Returns the text of an argument. `None` if the argument is missing, is no scalar value, is
    /// NULL or isn't a string. A long value is read whole, which can fail.
    pub(super) fn text(&self, argument: Option<&Argument>) -> Result<Option<String>, SqlError> {
        let Some(Argument { value: ArgumentValue::Value(register, _), .. }) = argument else { return Ok(None) };
        Ok(self.env.frame.get(*register).clone().into_whole()?.as_str().map(str::to_owned))
    }

    /// Assigns a value to an OUTPUT argument, if given.
    fn give(&mut self, argument: Option<&Argument>, value: i32) -> Result<(), SqlError> {
        match argument {
            Some(Argument { value: ArgumentValue::Value(register, data_type), is_output: true, .. }) => {
                give_back_status(self.env, (*register, *data_type, Value::Int(value)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the statement and the declarations of its parameters. Fails with 214 if the
    /// statement isn't text.
    fn statement_of(
        &self,
        text: Option<&Argument>,
        declarations: Option<&Argument>,
    ) -> Result<PreparedStatement, SqlError> {
        let no_text = || SqlError::parameter_type_mismatch("@stmt", "ntext/nchar/nvarchar");
        let text = self.text(text)?.ok_or_else(no_text)?;
        let declarations = self.text(declarations)?.unwrap_or_default();
        Ok(PreparedStatement { text, declarations, is_procedure: false })
    }

    fn open_cursor(&mut self, own: &Own<'_>, values: &[Argument]) -> Result<Called, SqlError> {
        let statement = self.statement_of(own.at(1), own.at(5))?;
        let places = Opening { cursor: own.at(0), scroll: own.at(2), concurrency: own.at(3), rows: own.at(4) };
        self.open_for(&statement, &places, values)
    }

    fn prepare_cursor(&mut self, own: &Own<'_>) -> Result<Called, SqlError> {
        let statement = self.statement_of(own.at(2), own.at(1))?;
        // The actual kind is determined when the cursor is opened. Here the requested kind is
        // returned.
        let wanted = Wanted::from_options(self.number(own.at(4)), self.number(own.at(5)));
        let source = CursorText::read(self, &statement.text).source;
        if matches!(source, CursorSource::Batch) && !wanted.allows_direct() {
            return Err(SqlError::cursor_text_is_no_single_select());
        }
        let (scroll, concurrency) = wanted.made(wanted.wants_key())?;
        self.give(own.at(4), scroll.told())?;
        self.give(own.at(5), concurrency)?;
        let handle = self.env.state.client.prepared.add(statement);
        self.give(own.at(0), handle)?;
        Ok(Ok(0))
    }

    fn prepare_and_open(&mut self, own: &Own<'_>, values: &[Argument]) -> Result<Called, SqlError> {
        let statement = self.statement_of(own.at(3), own.at(2))?;
        let places = Opening { cursor: own.at(1), scroll: own.at(4), concurrency: own.at(5), rows: own.at(6) };
        let handle = self.env.state.client.prepared.add(statement.clone());
        let called = self.open_for(&statement, &places, values);
        if matches!(called, Ok(Ok(_))) {
            self.give(own.at(0), handle)?;
        } else {
            // The caller hasn't received the handle.
            self.env.state.client.prepared.remove(handle);
        }
        called
    }

    fn execute_cursor(&mut self, own: &Own<'_>, values: &[Argument]) -> Result<Called, SqlError> {
        let handle = self.number(own.at(0)).unwrap_or_default();
        let statement = self.env.state.client.prepared.get(handle).map(Arc::clone).ok_or_else(|| unprepared(handle))?;
        let places = Opening { cursor: own.at(1), scroll: own.at(2), concurrency: own.at(3), rows: own.at(4) };
        self.open_for(&statement, &places, values)
    }

    /// Opens a cursor on the statement. Under ALLOW_DIRECT, statements that can't have a cursor are
    /// executed; otherwise several statements fail with 16938, and a procedure with other
    /// statements than one SELECT fails with 16937.
    fn open_for(
        &mut self,
        statement: &PreparedStatement,
        places: &Opening<'_>,
        values: &[Argument],
    ) -> Result<Called, SqlError> {
        let wanted = Wanted::from_options(self.number(places.scroll), self.number(places.concurrency));
        let CursorText { text, access, source } = CursorText::read(self, &statement.text);
        let statement = PreparedStatement { text, ..statement.clone() };
        match source {
            CursorSource::Batch if !wanted.allows_direct() => Err(SqlError::cursor_text_is_no_single_select()),
            CursorSource::OtherProcedure if !wanted.allows_direct() => Err(SqlError::no_cursor_on_statements()),
            CursorSource::Batch | CursorSource::OtherProcedure => self.run_directly(&statement, places, values),
            CursorSource::Procedure | CursorSource::Wrong => {
                self.open_with((&statement, None), wanted, (places, values))
            }
            CursorSource::Query(query) => {
                let (wanted, updates) = match access {
                    None => (wanted, None),
                    Some(CursorAccess::ReadOnly) => (wanted.read_only(), None),
                    Some(CursorAccess::Update(_)) if wanted.is_static() || !wanted.updates() => {
                        return Err(SqlError::for_update_of_read_only_cursor());
                    }
                    Some(CursorAccess::Update(_)) if matches!(query.body, QueryBody::Combined { .. }) => {
                        return Err(SqlError::for_update_of_set_operators());
                    }
                    Some(CursorAccess::Update(columns)) => (wanted, Some(columns)),
                };
                self.open_with((&statement, Some((query, updates))), wanted, (places, values))
            }
        }
    }

    /// Executes a statement without a cursor: its results go to the client, and the handle is 0.
    fn run_directly(
        &mut self,
        statement: &PreparedStatement,
        places: &Opening<'_>,
        values: &[Argument],
    ) -> Result<Called, SqlError> {
        self.env.inform(SqlError::executing_directly());
        let status = match self.run_statement((&statement.text, &statement.declarations), values, None)? {
            Ending::Returned => 0,
            Ending::ScopeEnded => FAILED,
            ending => return Ok(Err(ending)),
        };
        let outputs = [0, Scroll::DIRECT, api_cursor::READ_ONLY, UNKNOWN_COUNT];
        self.give_all(places, outputs).map(|()| Ok(status))
    }

    /// Runs the statement and keeps its rows. `query` is the single SELECT of the statement, if it
    /// is one, with the columns of its FOR UPDATE. A statement without a result has run, and no
    /// cursor is made. Fails with 16957 for FOR UPDATE if the rows can't be updated.
    fn open_with(
        &mut self,
        (statement, query): (&PreparedStatement, Option<CursorQuery>),
        wanted: Wanted,
        (places, values): (&Opening<'_>, &[Argument]),
    ) -> Result<Called, SqlError> {
        let must_update = query.as_ref().is_some_and(|(_, updates)| updates.is_some());
        let spec = match query {
            Some(query) if wanted.wants_key() => self.keyed((statement, query), wanted, values)?,
            _ => None,
        };
        if must_update && spec.is_none() {
            return Err(SqlError::for_update_of_read_only_cursor());
        }
        let (mut scroll, mut concurrency) = wanted.made(spec.is_some())?;
        let opened = match spec {
            Some(spec) => match sluice_cursor::open_rows(self.env, &spec) {
                Ok(open) => Ok(open),
                Err((_, error)) => return Ok(Err(self.refuse(vec![error.at_line(1)]))),
            },
            None => self.rows_now(statement, values)?,
        };
        let (open, status) = match opened {
            Ok(Some(open)) => (open, 0),
            Ok(None) => return self.give_all(places, [0, scroll.told(), concurrency, 0]).map(|()| Ok(0)),
            Err(Ending::Returned | Ending::ScopeEnded) => {
                return self.give_all(places, [0, scroll.told(), concurrency, 0]).map(|()| Ok(FAILED));
            }
            Err(ending) => return Ok(Err(ending)),
        };
        if open.key.is_none() {
            (scroll, concurrency) = wanted.made(false)?;
        }
        let now_ns = self.env.context.host.clock().utc_coarse_ns();
        let closes_on_commit = self.env.state.options.cursor_close_on_commit;
        let mut cursor = ApiCursor::new((scroll, concurrency), open, (now_ns, closes_on_commit));
        let count = cursor.open.count();
        let mut told = count;
        let mut status = status;
        if scroll.fetches() {
            let rows = self.number(places.rows).and_then(|rows| usize::try_from(rows).ok()).filter(|rows| *rows > 0);
            let rows = rows.unwrap_or(ApiCursor::ROWS_DEFAULT);
            cursor.go(api_cursor::FIRST, 0, rows);
            told = cursor.rows;
            cursor.show_fetch(rows, now_ns);
        }
        self.send(&mut cursor)?;
        let is_through = scroll.closes() && scroll.fetches() && cursor.rows == count;
        let handle = self.env.state.cursors.add_handled(cursor);
        if is_through {
            self.env.state.cursors.close_by_handle(handle);
            status = api_cursor::CLOSED_BY_ITSELF;
        }
        let told = i32::try_from(told).unwrap_or(i32::MAX);
        self.give_all(places, [handle, scroll.told(), concurrency, told]).map(|()| Ok(status))
    }

    fn give_all(&mut self, places: &Opening<'_>, values: [i32; 4]) -> Result<(), SqlError> {
        let places = [places.cursor, places.scroll, places.concurrency, places.rows];
        places.into_iter().zip(values).try_for_each(|(place, value)| self.give(place, value))
    }

    /// Returns the statement's current rows, or its ending if there was an error.
    fn rows_now(
        &mut self,
        statement: &PreparedStatement,
        values: &[Argument],
    ) -> Result<Result<Option<Open>, Ending>, SqlError> {
        let (ending, had_error, rows) = self.captured((&statement.text, &statement.declarations), values)?;
        if had_error || !matches!(ending, Ending::Returned) {
            return Ok(Err(ending));
        }
        Ok(Ok(rows.map(|rows| Open::of_static(Box::new(rows) as Box<dyn CursorRows>))))
    }

    /// Returns the specification of a keyed cursor if the query is over a table with a key. The
    /// columns of its FOR UPDATE limit the updates.
    fn keyed(
        &mut self,
        (statement, (query, updates)): (&PreparedStatement, CursorQuery),
        wanted: Wanted,
        values: &[Argument],
    ) -> Result<Option<CursorSpec>, SqlError> {
        let written = match statement.declarations.as_str() {
            "" => Ok(Vec::new()),
            declarations => parse_parameters(declarations),
        };
        let (QueryBody::Select(_), Ok(written)) = (&query.body, written) else { return Ok(None) };
        let types = Types::for_session(self.env.state);
        let Ok(parameters) = Parameter::declared(&written, &types) else { return Ok(None) };
        if parameters.iter().any(|parameter| parameter.rows.is_some()) {
            return Ok(None);
        }
        let missing = |parameter: &Parameter| {
            let text = format!("({}){}", statement.declarations, statement.text);
            SqlError::parameterized_query_needs_parameter(text, &parameter.name)
        };
        let bound = parameter::bind("", (&parameters, values), self.env.frame, missing)?;
        let mut variables = Variables::default();
        for parameter in &parameters {
            variables.declare(&parameter.name, parameter.data_type)?;
        }
        let is_forward = wanted.goes_forward_alone();
        let spec = CursorSpec {
            scrolls: !is_forward,
            sensitivity: if is_forward { Sensitivity::Passing } else { Sensitivity::Keyset },
            says_static: false,
            is_fast_forward: false,
            is_dynamic: wanted.is_dynamic(),
            locks: wanted.locks(),
            must_update: updates.is_some(),
            updates: wanted.updates().then(|| updates.unwrap_or_default()),
            by_values: wanted.by_values(),
            query,
            variables: Arc::new(variables),
            values: bound.values.into_iter().enumerate().map(|(place, value)| (place as Reg, value)).collect(),
            database: Arc::clone(&self.env.state.database),
        };
        Ok(sluice_cursor::has_key(self.env, &spec)?.then_some(spec))
    }

    fn fetch_by_handle(&mut self, own: &Own<'_>) -> Result<Called, SqlError> {
        let handle = self.number(own.at(0)).unwrap_or_default();
        let unknown = || unknown("sp_cursorfetch", handle);
        let asked = self.number(own.at(1)).unwrap_or(api_cursor::NEXT);
        let kind = asked & !api_cursor::SKIP_CONCURRENCY;
        let row = i64::from(self.number(own.at(2)).unwrap_or_default());
        let rows = self.number(own.at(3)).unwrap_or(ApiCursor::ROWS_DEFAULT as i32);
        let cursor = self.env.state.cursors.handled(handle).ok_or_else(unknown)?;
        if kind == api_cursor::INFO {
            let (at, count) = cursor.info();
            self.give(own.at(2), at)?;
            self.give(own.at(3), count)?;
            return Ok(Ok(0));
        }
        let word = match kind {
            api_cursor::LAST => Some("last"),
            api_cursor::ABSOLUTE => Some("absolute"),
            api_cursor::RELATIVE => Some("relative"),
            api_cursor::PREVIOUS | api_cursor::PREVIOUS_AS_IT_IS => Some("prior"),
            _ => None,
        };
        if let Some(word) = word.filter(|_| cursor.scroll.goes_forward_alone()) {
            // 16911: a forward-only cursor supports only NEXT.
            return Err(SqlError::fetch_type_forward_only("sp_cursorfetch", word));
        }
        let rows = usize::try_from(rows).map_err(|_| invalid("sp_cursorfetch", "nrows"))?;
        let status = cursor.go(kind, row, rows).ok_or_else(|| invalid("sp_cursorfetch", "fetchtype"))?;
        let mut cursor = self.env.state.cursors.take_handled(handle).ok_or_else(unknown)?;
        let sent = self.send(&mut cursor);
        cursor.show_fetch(rows, self.env.context.host.clock().utc_coarse_ns());
        self.env.state.cursors.put_handled(handle, cursor);
        sent.map(|()| Ok(status))
    }

    /// Sends the columns and the rows from the cursor's position on, as many as are wanted. If
    /// missing rows are skipped, later rows take their places. Before the first row only the
    /// columns are sent. Fails with the error of a read.
    pub(super) fn send(&mut self, cursor: &mut ApiCursor) -> Result<(), SqlError> {
        let (at, wanted, skips) = (cursor.open.at, cursor.rows, cursor.open.passes);
        // Before the first row, place 0, there is nothing to read.
        let places = (at..=cursor.open.count()).take_while(|place| *place > 0);
        let taken = self.send_rows(cursor, places, (wanted, skips))?;
        if at > 0 {
            cursor.rows = taken;
        }
        Ok(())
    }

    /// Sends the columns and up to `wanted` rows at `places`, which count from 1. Each row has its
    /// state as the last column. The rows become the fetch buffer; missing ones are skipped if
    /// `skips`. Returns the number of places that were read. An error of a row breaks the result
    /// set off. The count of rows sent goes to the client.
    pub(super) fn send_rows(
        &mut self,
        cursor: &mut ApiCursor,
        places: impl IntoIterator<Item = usize>,
        (wanted, skips): (usize, bool),
    ) -> Result<usize, SqlError> {
        let open = &mut cursor.open;
        let mut columns = open.columns().to_vec();
        let blanks: Vec<Value> = columns.iter().map(blank).collect();
        columns.push(ColumnInfo::expression(ROW_STATE, DataType::Int, true));
        let updates = open.key.as_ref().filter(|key| key.is_updatable());
        self.env.sink.cursor_columns(&columns, updates.map(|key| &key.origin));
        open.buffer.clear();
        open.position = 0;
        let (mut places, mut taken, mut sent) = (places.into_iter(), 0, 0);
        while sent < wanted
            && let Some(place) = places.next()
        {
            let row = match sluice_cursor::fetched(self.env, open, place - 1) {
                Ok(row) => row,
                Err(error) => {
                    self.env.sink.broken_off();
                    return Err(error);
                }
            };
            taken += 1;
            let (mut row, state) = match row {
                Some(row) => (row, FETCHED),
                None if skips => {
                    open.buffer.pop();
                    continue;
                }
                None => (blanks.clone(), MISSING),
            };
            row.truncate(open.width);
            row.push(Value::Int(state));
            self.env.sink.row(&row);
            sent += 1;
        }
        self.env.sink.done(Some(sent as u64));
        Ok(taken)
    }

    /// Runs `sp_cursoroption`: reads a cursor's properties or sets its name. Positioned statements
    /// use that name. Rows always have the data of text, ntext and image columns: TEXTPTR_ONLY
    /// fails with 40517 for such a column. Fails with 16926 for another column.
    fn cursor_option(&mut self, own: &Own<'_>) -> Result<Called, SqlError> {
        let handle = self.number(own.at(0)).unwrap_or_default();
        let (code, text) = (self.number(own.at(1)), self.text(own.at(2))?);
        let column = self.number(own.at(2)).unwrap_or_default();
        let cursor = self.env.state.cursors.handled(handle).ok_or_else(|| unknown("sp_cursoroption", handle))?;
        let value = match code {
            Some(TEXT_POINTERS | TEXT_DATA) => {
                let has_text = has_text(cursor.open.columns(), column)?;
                return if code == Some(TEXT_POINTERS) && has_text {
                    Err(unsupported("TEXTPTR_ONLY"))
                } else {
                    Ok(Ok(0))
                };
            }
            Some(NAME) => {
                let name: Box<str> = text.ok_or_else(|| invalid("sp_cursoroption", "value"))?.into();
                cursor.sight.change(|facts| facts.name = name.clone());
                cursor.name = Some(name);
                return Ok(Ok(0));
            }
            Some(SCROLL_OPTION) => cursor.scroll.told(),
            Some(CONCURRENCY_OPTION) => cursor.concurrency,
            Some(ROW_COUNT) => i32::try_from(cursor.open.count()).unwrap_or(i32::MAX),
            _ => return Err(invalid("sp_cursoroption", "code")),
        };
        self.give(own.at(2), value)?;
        Ok(Ok(0))
    }

    /// Closes a cursor; the handle -1 closes all.
    fn unprepare_cursor(&mut self, own: &Own<'_>) -> Result<Called, SqlError> {
        let handle = self.number(own.at(0)).unwrap_or_default();
        if self.env.state.client.prepared.remove(handle) { Ok(Ok(0)) } else { Err(unprepared(handle)) }
    }

    fn close_by_handle(&mut self, own: &Own<'_>) -> Result<Called, SqlError> {
        let handle = self.number(own.at(0)).unwrap_or_default();
        if handle == EVERY {
            self.env.state.cursors.close_handled();
            return Ok(Ok(0));
        }
        let closed = self.env.state.cursors.close_by_handle(handle);
        if closed { Ok(Ok(0)) } else { Err(unknown("sp_cursorclose", handle)) }
    }
}

/// Whether the column with this number is of type text, ntext or image; 0 means any column. Fails
/// with 16926 if the column isn't.
fn has_text(columns: &[ColumnInfo], number: i32) -> Result<bool, SqlError> {
    let is_text = |column: &ColumnInfo| column.data_type.is_lob();
    if number == 0 {
        return Ok(columns.iter().any(is_text));
    }
    let column = usize::try_from(number).ok().and_then(|number| columns.get(number.checked_sub(1)?));
    if column.is_some_and(is_text) { Ok(true) } else { Err(SqlError::cursor_column_is_no_text(number)) }
}

/// Returns the value for a column of a missing row: NULL, or 0 or blank if the column isn't
/// nullable.
fn blank(column: &ColumnInfo) -> Value {
    if column.nullable {
        return Value::Null;
    }
    let of = |text: &str| convert(&Value::text(text), &DataType::varchar(Length::Limited(40)), &column.data_type).ok();
    ["", "0", "00000000-0000-0000-0000-000000000000"].into_iter().find_map(of).unwrap_or(Value::Null)
}

/// Returns error 16909: unknown cursor handle.
pub(super) fn unknown(procedure: &str, handle: i32) -> SqlError {
    SqlError::invalid_cursor_handle(procedure, format_args!("{handle:x}"))
}

/// Returns error 16902: invalid value of a parameter.
pub(super) fn invalid(procedure: &str, parameter: &str) -> SqlError {
    SqlError::invalid_cursor_parameter_value(procedure, parameter)
}

/// Returns error 8179: unknown handle of a prepared statement.
fn unprepared(handle: i32) -> SqlError {
    SqlError::prepared_handle_not_found(handle)
}

const TEXT_POINTERS: i32 = 1;
const NAME: i32 = 2;
const TEXT_DATA: i32 = 3;
const SCROLL_OPTION: i32 = 4;
const CONCURRENCY_OPTION: i32 = 5;
const ROW_COUNT: i32 = 6;
const EVERY: i32 = -1;
/// `rowcount` if the number of rows is unknown.
const UNKNOWN_COUNT: i32 = -1;
pub(super) const ROW_STATE: &str = "ROWSTAT";
const FETCHED: i32 = 1;
const MISSING: i32 = 2;
/// Status of a failed procedure.
pub(super) const FAILED: i32 = 1;
