//! The answer to a request as tokens: the session's sink.
//!
//! A DONE states whether more results follow, so each DONE is held until that is known. Packets are
//! sent as they fill; a slow reader blocks the request (wait type ASYNC_NETWORK_IO). Nothing more
//! is written once the client has cancelled the request or gone.

use crate::ended::Ended;
use crate::line::Line;
use sluice_base::readiness::{can_write, wait_to_write};
use sluice_base::waits::{WaitType, Waits};
use sluice_engine::{
    ColumnInfo, ColumnOrigin, CursorOrigin, Message, SERVER_NAME, Sink, SourceRows, SqlError, StatementKind, Value,
    Watch, messages,
};
use sluice_tds::token::{write_columns, write_error, write_info};
use sluice_tds::{
    Column, ColumnFlags, Done, DoneKind, DoneStatus, EnvChange, Form, NoMatch, PacketKind, PacketWriter, Put, Status,
    StoredForm, TableForm, TdsVersion, WireCollation, token, write_row,
};
use sluice_types::DataType;
use sluice_types::row::CellOrigin;

/// Sends packets as they fill while a row with long values is written.
struct Paced<'s, 'a>(&'s mut Answer<'a>);

/// Writes the tokens of one answer. The pending DONE is held until it is known whether another
/// result follows.
pub(crate) struct Answer<'a> {
    pub(crate) line: &'a mut Line,
    waits: &'a Waits,
    watch: &'a Watch,
    /// The kind of a statement's DONE: in a batch, or in a call.
    kind: DoneKind,
    /// The nesting depth of running procedures.
    called: u32,
    columns: Vec<Column>,
    /// The types of the columns in the session, if the client's version lacks one of them.
    own_types: Option<Vec<DataType>>,
    /// The form of rows that come as stored bytes.
    stored: Option<StoredForm>,
    is_in_result: bool,
    /// The statement that runs or ran last.
    statement: Option<StatementKind>,
    /// Whether the pending DONE ends a result that an error broke off.
    is_broken_off: bool,
    pending: Option<Done>,
    /// Whether an error occurred since the last DONE.
    has_error: bool,
    had_error: bool,
    /// Whether DONEs of statements are suppressed, because the client didn't send the statements.
    is_quiet: bool,
    /// Whether the client knows the columns of a cursor.
    is_known: bool,
    is_broken: bool,
    /// Why the connection can't be used any more, if it has MARS.
    failure: Option<Ended>,
    /// Whether the client abandoned the request. The client then gets only the acknowledgement.
    is_given_up: bool,
    /// The current database and the language, for the old value of ENVCHANGE.
    database: String,
    language: String,
}

impl<'a> Answer<'a> {
    /// Returns the answer to a batch (`DoneKind::Statement`) or to calls (`DoneKind::InProcedure`)
    /// of a session with this database and this language. Nothing is written yet.
    pub(crate) fn new(
        line: &'a mut Line,
        (waits, watch): (&'a Waits, &'a Watch),
        kind: DoneKind,
        (database, language): (String, String),
    ) -> Answer<'a> {
        Answer {
            line,
            waits,
            watch,
            kind,
            called: 0,
            columns: Vec::new(),
            own_types: None,
            stored: None,
            is_in_result: false,
            statement: None,
            is_broken_off: false,
            pending: None,
            has_error: false,
            had_error: false,
            is_quiet: false,
            is_known: false,
            is_broken: false,
            failure: None,
            is_given_up: false,
            database,
            language,
        }
    }

    /// Whether an error above severity 10 has occurred since the request began, sent or not.
    pub(crate) fn had_error(&self) -> bool {
        self.had_error
    }

    /// Whether the client has cancelled the request by an attention or abandoned it.
    pub(crate) fn is_unwanted(&self) -> bool {
        self.is_given_up || self.line.shared.is_attended()
    }

    /// Sets whether the DONEs of statements are suppressed. Messages and rows are sent all the
    /// same.
    pub(crate) fn set_quiet(&mut self, is_quiet: bool) {
        self.is_quiet = is_quiet;
    }

    /// Sets whether the client knows the columns of the next call's cursor, which then aren't sent.
    pub(crate) fn set_known(&mut self, is_known: bool) {
        self.is_known = is_known;
    }

    /// Records that the client abandoned the request before its end. From now on nothing but the
    /// acknowledgement is written.
    pub(crate) fn give_up(&mut self) {
        self.is_given_up = true;
    }

    /// Sends an error of the server itself, like an error of a statement.
    pub(crate) fn error(&mut self, error: SqlError) {
        self.message(Message::Error(error));
    }

    /// Writes ENVCHANGE, unless the client's version lacks the change.
    pub(crate) fn change(&mut self, change: &EnvChange) {
        change.write(&mut self.line.out);
    }

    /// Begins a further call of the request. The pending DONE of the call before it gets the bit
    /// for calls in one request.
    pub(crate) fn begin_call(&mut self) {
        if let Some(done) = &mut self.pending {
            done.status = done.status.with(DoneStatus::RPC_IN_BATCH);
        }
    }

    /// Sends a call's return status and output values, and makes its DONE pending. A status of
    /// `None` isn't sent. A value that can't be written makes the connection unusable.
    pub(crate) fn end_call(&mut self, status: Option<i32>, returned: &[token::ReturnValue]) {
        self.flush_done();
        if let Some(status) = status {
            token::write_return_status(status, &mut self.line.out);
        }
        for value in returned {
            if token::write_return_value(value, &mut Paced(self)).is_err() {
                self.is_broken = true;
            }
        }
        self.end_procedure();
    }

    /// Makes the DONE of a procedure pending.
    fn end_procedure(&mut self) {
        let status = if std::mem::take(&mut self.has_error) { DoneStatus::ERROR } else { DoneStatus::FINAL };
        self.pending = Some(Done { kind: DoneKind::Procedure, status, command: EXECUTE, rows: 0 });
    }

    /// Returns the kind of DONE for the running statement.
    fn kind_now(&self) -> DoneKind {
        if self.called > 0 { DoneKind::InProcedure } else { self.kind }
    }

    /// Writes the last DONE. It is marked if an error came after the one before. After an
    /// attention, a second message acknowledges it. Fails if the connection can't be used any more.
    /// The caller finishes the message in any case.
    pub(crate) fn end(mut self, is_attended: bool, is_in_transaction: bool) -> Result<(), Ended> {
        if self.has_error && self.pending.is_some() && !self.is_given_up {
            self.flush_done();
        }
        let error = if self.has_error { DoneStatus::ERROR } else { DoneStatus::FINAL };
        let kind = if self.kind == DoneKind::InProcedure { DoneKind::Procedure } else { DoneKind::Statement };
        let mut done = self.pending.take().unwrap_or(Done { kind, status: error, command: 0, rows: 0 });
        if self.is_given_up {
            done = Done { kind: DoneKind::Statement, status: DoneStatus::ERROR, command: 0, rows: 0 };
        } else if is_in_transaction {
            done.status = done.status.with(DoneStatus::IN_TRANSACTION);
        }
        if is_attended {
            // A cancelled request has its own end. The acknowledgement follows in a second message,
            // because tedious waits for a message with only that.
            done.write(&mut self.line.out);
            self.line.out.finish();
            self.line.out.begin(PacketKind::TabularResult, Status::NORMAL);
            done = Done { kind: DoneKind::Statement, status: DoneStatus::ATTENTION, command: 0, rows: 0 };
        }
        done.write(&mut self.line.out);
        match self.is_broken {
            true => Err(self.failure.unwrap_or(Ended::Gone)),
            false => Ok(()),
        }
    }

    /// Sends the pending DONE with the MORE bit.
    fn flush_done(&mut self) {
        self.is_broken_off = false;
        if let Some(mut done) = self.pending.take() {
            done.status = done.status.with(DoneStatus::MORE);
            done.write(&mut self.line.out);
        }
    }

    /// Returns whether the client no longer reads the answer.
    fn is_deaf(&self) -> bool {
        self.is_broken || self.is_given_up || self.line.shared.is_attended()
    }

    /// Sends the full packets if they have at least `bytes_min` bytes. A token ends with the bytes
    /// written so far.
    fn send(&mut self, bytes_min: usize) {
        self.send_at(bytes_min, true);
    }

    fn send_at(&mut self, bytes_min: usize, ends_token: bool) {
        if self.line.out.ready().len() < bytes_min || self.is_broken {
            return;
        }
        if self.line.multiplexer.is_some() {
            return self.deliver(ends_token);
        }
        let socket = &self.line.shared.socket;
        let ready = match can_write(socket) {
            Ok(true) => Ok(()),
            Ok(false) => {
                let _wait = self.waits.begin(WaitType::AsyncNetworkIo);
                wait_to_write(socket)
            }
            Err(error) => Err(error),
        };
        if ready.and_then(|()| self.line.send()).is_err() {
            self.is_broken = true;
            self.watch.cancel();
        }
    }
}

impl Answer<'_> {
    /// Passes the full packets on, with MARS.
    #[cold]
    fn deliver(&mut self, ends_token: bool) {
        if let Err(error) = self.line.deliver(self.waits, ends_token) {
            self.failure = Some(error);
            self.is_broken = true;
            self.watch.cancel();
        }
    }
}

impl Put for Paced<'_, '_> {
    fn version(&self) -> TdsVersion {
        self.0.line.out.version()
    }

    fn put(&mut self, bytes: &[u8]) {
        self.0.line.out.put(bytes);
        self.0.send_at(SEND_BYTES, false);
    }

    fn is_closed(&self) -> bool {
        self.0.is_deaf()
    }

    fn is_lost(&self) -> bool {
        self.0.is_broken
    }
}

impl Answer<'_> {
    /// Writes a row with long values, with one window of them in memory at a time.
    #[cold]
    fn long_row(&mut self, row: &[Value]) -> Result<(), NoMatch> {
        let columns = std::mem::take(&mut self.columns);
        let written = write_row(&columns, row, &mut Paced(self));
        self.columns = columns;
        written
    }

    /// Makes the DONE of a statement pending.
    fn end_of_statement(&mut self, rows: Option<u64>) {
        let was_result = std::mem::take(&mut self.is_in_result);
        if self.is_deaf() || self.is_quiet {
            return;
        }
        self.flush_done();
        let mut status = if rows.is_some() { DoneStatus::COUNT } else { DoneStatus::FINAL };
        if std::mem::take(&mut self.has_error) {
            status = status.with(DoneStatus::ERROR);
        }
        let command = match self.statement.take() {
            // The result of a statement without a kind, such as DBCC, counts as a SELECT's.
            None if was_result => command_of(StatementKind::Select),
            statement => statement.map_or(0, command_of),
        };
        self.pending = Some(Done { kind: self.kind_now(), status, command, rows: rows.unwrap_or(0) });
    }

    fn begin_result(&mut self, columns: &[ColumnInfo]) {
        self.flush_done();
        if std::mem::take(&mut self.has_error) {
            // A failed statement also has a DONE.
            let status = DoneStatus::ERROR.with(DoneStatus::MORE);
            Done { kind: self.kind_now(), status, command: 0, rows: 0 }.write(&mut self.line.out);
        }
        let version = self.line.out.version();
        self.columns = columns.iter().map(|info| column(info, version)).collect();
        // A sql_variant may hold a type that the version lacks.
        let is_lacked = |info: &ColumnInfo| {
            version < TdsVersion::V7_3A && info.data_type == DataType::SqlVariant
                || version.type_for_client(info.data_type) != info.data_type
        };
        let is_any = columns.iter().any(is_lacked);
        self.own_types = is_any.then(|| columns.iter().map(|info| info.data_type).collect());
        self.stored = None;
        self.is_in_result = true;
    }
}

impl Sink for Answer<'_> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        if self.is_deaf() {
            return;
        }
        self.begin_result(columns);
        // Sends the columns even if fNoMetaData is set: SqlClient sets the flag for every statement
        // with parameters, and the columns may differ from those it received.
        write_columns(&self.columns, TableForm::Parts, &mut self.line.out);
        if columns.iter().any(|column| column.browsed.is_some()) {
            write_origins(columns, &mut self.line.out);
        }
        if columns.iter().any(|column| column.ordered.is_some()) {
            write_order(columns, &mut self.line.out);
        }
    }

    /// Sends the columns of a cursor; the last column is a row's state. For an updatable cursor,
    /// also sends the tables and the columns' origins. A client that knows the columns gets
    /// nothing.
    fn cursor_columns(&mut self, columns: &[ColumnInfo], origin: Option<&CursorOrigin>) {
        if self.is_deaf() {
            return;
        }
        self.begin_result(columns);
        if let Some(state) = self.columns.last_mut() {
            state.flags = state.flags.with(ColumnFlags::HIDDEN);
        }
        let out = &mut self.line.out;
        if self.is_known {
            token::write_no_metadata(out);
            return;
        }
        write_columns(&self.columns, TableForm::Parts, out);
        token::write_table_names(origin.map_or(&[], |origin| &origin.tables), out);
        let last = columns.len() - 1;
        let facts = columns.iter().enumerate().map(|(place, column)| {
            let base = origin.and_then(|origin| origin.columns.get(place)?.as_ref());
            let base = base.map(|(table, base)| (*table, base.as_str()));
            origin_of(place, column, base, if place == last { HIDDEN } else { 0 })
        });
        token::write_column_info(&facts.collect::<Vec<_>>(), out);
    }

    fn row(&mut self, row: &[Value]) {
        if self.is_deaf() {
            // The cancellation may have come before the batch began, so it is repeated here.
            self.watch.cancel();
            return;
        }
        let lowered;
        let row = match &self.own_types {
            None => row,
            Some(types) => match row_for_client(row, types, self.line.out.version()) {
                Ok(values) => {
                    lowered = values;
                    &lowered
                }
                Err(_) => {
                    // The session has stated the cause if the value can't be read.
                    self.is_broken = true;
                    return self.watch.cancel();
                }
            },
        };
        let written = match row.iter().any(|value| matches!(value, Value::Long(_))) {
            true => self.long_row(row),
            false => write_row(&self.columns, row, &mut self.line.out),
        };
        if written.is_err() {
            // The half-written row can't be taken back.
            self.is_broken = true;
        }
        self.send(SEND_BYTES);
    }

    fn takes_long(&self) -> bool {
        true
    }

    fn origins(&mut self, origins: &[CellOrigin<'_>]) -> bool {
        let is_current = self.line.out.version() >= TdsVersion::V7_4;
        self.stored = (is_current && !self.is_deaf()).then(|| StoredForm::new(&self.columns, origins));
        self.stored.is_some()
    }

    fn stored_row(&mut self, rows: SourceRows<'_>, computed: &[Value]) -> bool {
        if self.is_deaf() {
            self.watch.cancel();
            return true;
        }
        let Some(stored) = &mut self.stored else { return false };
        let written = stored.write(|source| rows.bytes(source), computed, &mut self.line.out);
        if let Ok(true) = written {
            self.send(SEND_BYTES);
        }
        // The value path reports a value that doesn't match its type.
        written.unwrap_or(false)
    }

    fn done(&mut self, rows: Option<u64>) {
        if rows.is_some() || self.is_in_result || self.has_error {
            self.end_of_statement(rows);
        }
    }

    fn done_uncounted(&mut self) {
        self.end_of_statement(None);
    }

    fn end_statement(&mut self, words: &str) {
        if self.is_deaf() || self.is_quiet {
            return;
        }
        self.flush_done();
        let status = if std::mem::take(&mut self.has_error) { DoneStatus::ERROR } else { DoneStatus::FINAL };
        self.pending =
            Some(Done { kind: self.kind_now(), status, command: token::command_of_definition(words), rows: 0 });
    }

    /// Makes the DONE of a failed statement of the batch pending (MS-TDS 2.2.7.6: "a DONE token is
    /// returned for each SQL statement in the SQL batch"). Clients count the statements by it.
    fn fail_statement(&mut self) {
        if self.called == 0 && self.kind == DoneKind::Statement && self.has_error {
            self.end_statement("");
        }
    }

    fn begin(&mut self, kind: StatementKind) {
        self.statement = Some(kind);
    }

    fn broken_off(&mut self) {
        self.done(None);
        self.is_broken_off = self.pending.is_some();
    }

    fn message(&mut self, message: Message) {
        let is_error = matches!(&message, Message::Error(error) if error.severity > 10);
        self.had_error |= is_error;
        if self.is_deaf() {
            return;
        }
        // The error that broke off a result precedes the result's DONE, and so does 3621, which
        // follows the error.
        let is_terminated = matches!(&message, Message::Error(error) if error.number == STATEMENT_TERMINATED);
        let end = if is_error && self.is_broken_off || is_terminated { self.pending.take() } else { None };
        self.flush_done();
        self.has_error |= is_error && end.is_none();
        if let Message::Error(error) = &message
            && let Some(name) = error.args.first()
        {
            let new = name.clone();
            match error.number {
                CHANGED_DATABASE => {
                    let old = std::mem::replace(&mut self.database, new.clone());
                    EnvChange::Database { new, old }.write(&mut self.line.out);
                }
                CHANGED_LANGUAGE => {
                    let old = std::mem::replace(&mut self.language, new.clone());
                    EnvChange::Language { new, old }.write(&mut self.line.out);
                }
                _ => {}
            }
        }
        let message = protocol_message(message);
        if is_error {
            write_error(&message, &mut self.line.out);
        } else {
            write_info(&message, &mut self.line.out);
        }
        self.pending = end.map(|end| Done { status: end.status.with(DoneStatus::ERROR), ..end });
        self.send(SEND_BYTES);
    }

    fn enter_procedure(&mut self) {
        self.called += 1;
    }

    /// Sends the end of a procedure (MS-TDS 2.2.7.8: "a separate DONEPROC token for each stored
    /// procedure called"). Only the outermost procedure's status goes to the client. A procedure
    /// called by RPC ends with its return values, in `end_call`.
    fn leave_procedure(&mut self, status: Option<i32>) {
        self.called = self.called.saturating_sub(1);
        let is_outermost = self.called == 0;
        if self.is_deaf() || is_outermost && self.kind == DoneKind::InProcedure {
            return;
        }
        self.flush_done();
        if let Some(status) = status.filter(|_| is_outermost) {
            token::write_return_status(status, &mut self.line.out);
        }
        let is_reported = self.has_error;
        self.end_procedure();
        // The error that ended the procedure may be sent after this point.
        self.is_broken_off = status.is_none() && !is_reported;
    }

    fn flush(&mut self) {
        if self.is_deaf() {
            return;
        }
        self.line.out.end_packet();
        self.send(1);
    }
}

/// Converts a message to its protocol form. A PRINT has the number and severity 0 and state 1; the
/// text of an error is formatted here.
pub(crate) fn protocol_message(message: Message) -> token::Message {
    let server = SERVER_NAME.to_owned();
    match message {
        Message::Print { text, line } => token::Message { state: 1, text, line, server, ..token::Message::default() },
        Message::Error(error) => token::Message {
            number: error.number,
            state: error.state,
            severity: error.severity,
            text: messages::text(&error),
            server,
            procedure: error.procedure.as_deref().unwrap_or_default().to_owned(),
            line: error.line,
        },
    }
}

/// Returns the DONE command number of a statement, which mssql-jdbc reads.
fn command_of(kind: StatementKind) -> u16 {
    match kind {
        StatementKind::Select => 0xC1,
        StatementKind::SelectInto => 0xC2,
        StatementKind::Insert => 0xC3,
        StatementKind::Delete => 0xC4,
        StatementKind::Update => 0xC5,
        StatementKind::Merge => 0x117,
    }
}

/// Sends the tables, base columns and keys of a result to a client that uses FOR BROWSE (MS-TDS
/// 2.2.7.19 and 2.2.7.5).
#[cold]
fn write_origins(columns: &[ColumnInfo], out: &mut PacketWriter) {
    let mut tables: Vec<Vec<String>> = Vec::new();
    let facts = columns.iter().enumerate().map(|(place, column)| {
        let browsed = column.browsed.as_deref();
        let source = browsed.and_then(|browsed| browsed.source.as_ref());
        let mut status = if browsed.is_some_and(|browsed| browsed.is_hidden) { HIDDEN } else { 0 };
        let base = source.map(|source| {
            status |= if source.is_key { KEY } else { 0 };
            let name = vec![source.database.clone().unwrap_or_default(), source.schema.clone(), source.table.clone()];
            let known = tables.iter().position(|known| *known == name);
            let table = known.unwrap_or_else(|| {
                tables.push(name);
                tables.len() - 1
            });
            (table, source.column.as_str())
        });
        origin_of(place, column, base, status)
    });
    let facts: Vec<_> = facts.collect();
    token::write_table_names(&tables, out);
    token::write_column_info(&facts, out);
}

/// Writes ORDER (MS-TDS 2.2.7.17): the columns the rows are ordered by, up to the first part of
/// ORDER BY that is no column of the result.
fn write_order(columns: &[ColumnInfo], out: &mut PacketWriter) {
    let shown =
        |part: usize| columns.iter().position(|column| column.ordered.is_some_and(|(place, _)| place as usize == part));
    let order = (1..).map_while(shown).map(|place| u16::try_from(place + 1).unwrap_or(u16::MAX));
    let order: Vec<u16> = order.collect();
    if !order.is_empty() {
        token::write_order(&order, out);
    }
}

/// Returns the COLINFO entry of the column at index `place`. `base` is the index of its table and
/// its base name.
fn origin_of(place: usize, column: &ColumnInfo, base: Option<(usize, &str)>, status: u8) -> token::ColumnInfo {
    let number = |place: usize| u8::try_from(place + 1).unwrap_or(u8::MAX);
    token::ColumnInfo {
        column: number(place),
        table: base.map_or(0, |(table, _)| number(table)),
        status: if base.is_some() { status } else { status | EXPRESSION },
        base_name: base.map(|(_, base)| base).filter(|base| *base != column.name).map(str::to_owned),
    }
}

/// Returns the values of a row as a client of `version` gets them.
fn row_for_client(row: &[Value], types: &[DataType], version: TdsVersion) -> Result<Vec<Value>, SqlError> {
    row.iter().zip(types).map(|(value, data_type)| version.value_for_client(value, *data_type)).collect()
}

fn column(info: &ColumnInfo, version: TdsVersion) -> Column {
    let mut column = Column::for_client(&info.name, (info.data_type, version), info.nullable, info.collation);
    column.flags = column.flags.with(match info.origin {
        // Whether a statement may change the column depends on more than the column.
        ColumnOrigin::Stored => ColumnFlags::UPDATABLE_UNKNOWN,
        ColumnOrigin::Identity => ColumnFlags::IDENTITY,
        ColumnOrigin::Computed | ColumnOrigin::Expression => ColumnFlags::COMPUTED,
        ColumnOrigin::Gathered => ColumnFlags::default(),
    });
    if column.info.form == Form::Long {
        // Drivers expect at least one part of the table's name. It is empty for an expression.
        let source = info.browsed.as_ref().and_then(|browsed| browsed.source.as_ref());
        column.table =
            source.map_or_else(|| vec![String::new()], |source| vec![source.schema.clone(), source.table.clone()]);
    }
    if let Some(browsed) = &info.browsed {
        let is_key = browsed.source.as_ref().is_some_and(|source| source.is_key);
        for (is_so, flag) in [(browsed.is_hidden, ColumnFlags::HIDDEN), (is_key, ColumnFlags::KEY)] {
            column.flags = if is_so { column.flags.with(flag) } else { column.flags };
        }
    }
    if let Some(page) = info.data_type.code_page().filter(|page| *page != info.collation.rules().code_page) {
        // The column's bytes are in its own code page, which the client learns from the collation.
        column.info.collation = WireCollation::of_page(page);
    }
    column
}

/// COLINFO status: the column is an expression; the column was not selected.
const EXPRESSION: u8 = 0x04;
const HIDDEN: u8 = 0x10;
/// COLINFO status: the column is part of its table's key.
const KEY: u8 = 0x08;
/// The message number of USE.
const CHANGED_DATABASE: i32 = 5701;
/// The message number of SET LANGUAGE.
const CHANGED_LANGUAGE: i32 = 5703;
/// The DONE command number of EXECUTE.
const EXECUTE: u16 = 0xE0;
/// The message number of the note after a failed change of rows.
const STATEMENT_TERMINATED: i32 = 3621;
/// The number of ready bytes from which a system call pays.
const SEND_BYTES: usize = 16 * 1024;
