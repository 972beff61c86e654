//! RPC calls (MS-TDS 2.2.6.6): headers, then calls separated by 0xFF.
//!
//! A call is a procedure, options, and parameters up to the separator or the message's end. The
//! procedure is a name, or 0xFFFF and the number of a system procedure. A parameter is a name (with
//! its `@`, or empty for a positional one), flags, and a type and a value, or a table. No name has
//! a length of 0xFE or 0xFF, so the first byte distinguishes a parameter from a separator.

use super::faulty::{FaultyParameter, ParameterFault};
use super::table::{self, Extra, TableHead};
use super::{Headers, write_table};
use crate::column::{Column, TableForm};
use crate::cursor::{Cursor, Stop};
use crate::error::{Fault, ProtocolError};
use crate::input::Input;
use crate::put::{Put, cut};
use crate::row::RowReader;
use crate::type_info::{TABLE, TypeInfo};
use crate::value::{CellReader, NoMatch, VALUE_MAX, ValuePosition, write_value};
use sluice_types::{LongStore, SqlError, Value};
use std::sync::Arc;

/// The procedure of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Procedure {
    /// A name of up to four parts, as the client wrote it.
    Named(String),
    /// A system procedure with a number.
    System(SystemProcedure),
}

/// The system procedures that a call can name by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u16)]
#[expect(missing_docs, reason = "each is the procedure of its name")]
pub enum SystemProcedure {
    Cursor = 1,
    CursorOpen = 2,
    CursorPrepare = 3,
    CursorExecute = 4,
    CursorPrepExec = 5,
    CursorUnprepare = 6,
    CursorFetch = 7,
    CursorOption = 8,
    CursorClose = 9,
    ExecuteSql = 10,
    Prepare = 11,
    Execute = 12,
    PrepExec = 13,
    PrepExecRpc = 14,
    Unprepare = 15,
}

/// The start of a call, before its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallHead {
    /// The procedure.
    pub procedure: Procedure,
    /// Whether the plan is not cached (fWithRecomp).
    pub recompiles: bool,
    /// Whether the client knows the result's columns and omits their metadata (fNoMetaData).
    pub is_without_metadata: bool,
}

/// A scalar parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The parameter's name, with the `@`; empty if it is positional.
    pub name: String,
    /// Whether the parameter is OUTPUT or takes its default.
    pub flags: ParameterFlags,
    /// The parameter's type.
    pub info: TypeInfo,
    /// The parameter's value.
    pub value: Value,
}

/// The flags of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParameterFlags(pub u8);

impl ParameterFlags {
    /// OUTPUT: the client wants the final value.
    pub const OUTPUT: ParameterFlags = ParameterFlags(0x01);
    /// The parameter takes its default rather than the value.
    pub const DEFAULT: ParameterFlags = ParameterFlags(0x02);
    /// The client encrypted the parameter.
    pub const ENCRYPTED: ParameterFlags = ParameterFlags(0x08);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: ParameterFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The next item of a request.
#[derive(Clone, PartialEq, Debug)]
pub enum RpcEvent {
    /// A call begins.
    Call(CallHead),
    /// A scalar parameter of the call.
    Parameter(Parameter),
    /// A table-valued parameter of the call begins.
    Table {
        /// The parameter's name.
        name: String,
        /// The parameter's flags.
        flags: ParameterFlags,
        /// The table's type and columns.
        head: TableHead,
    },
    /// A row of the table, available from [`RpcReader::row`].
    TableRow,
    /// The table has ended.
    TableEnd,
    /// The call has ended.
    CallEnd {
        /// Whether the call is executed; false if the client cancelled it (NoExecFlag).
        is_executed: bool,
    },
}

/// A call with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The procedure and options.
    pub head: CallHead,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// Whether the call is executed.
    pub is_executed: bool,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The parameter's name, with the `@`; empty if it is positional.
    pub name: String,
    /// The parameter's flags.
    pub flags: ParameterFlags,
    /// The argument's value.
    pub value: ArgumentValue,
}

/// The value of an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgumentValue {
    /// A value of a type.
    Scalar(TypeInfo, Value),
    /// A table with its rows.
    Table(TableHead, Vec<Vec<Value>>),
}

/// Reads calls as their bytes arrive. Items of calls come out in order; `next_call` collects them
/// to whole calls.
#[derive(Debug)]
pub struct RpcReader {
    state: State,
    headers: Headers,
    cell: CellReader,
    row: RowReader,
    /// The columns of a table row's values, and their indexes in the table type.
    cells: Vec<Column>,
    places: Vec<u16>,
    /// The name of the table parameter, and the number of its rows begun so far.
    table: (String, u64),
    parameters: usize,
    /// The parameter that the last error concerns.
    faulty: Option<FaultyParameter>,
    /// The call that [`RpcReader::next_call`] is collecting.
    call: Option<Call>,
}

#[derive(Debug)]
enum State {
    Headers,
    Call,
    Parameters,
    Value(Parameter),
    TableColumns(TableStart),
    TableExtras(TableStart, Option<Vec<u16>>),
    TableRows,
    TableRow,
}

/// A table whose head is incomplete.
#[derive(Debug)]
struct TableStart {
    name: String,
    flags: ParameterFlags,
    head: TableHead,
    columns_left: u16,
}

/// The item at a parameter's position.
enum Next {
    Separator { is_executed: bool },
    Parameter(Parameter),
    Table(TableStart),
}

impl Default for RpcReader {
    fn default() -> RpcReader {
        RpcReader::new(VALUE_MAX)
    }
}

impl RpcReader {
    /// Returns a reader for values of at most `value_max` bytes. It begins at the headers.
    pub fn new(value_max: u64) -> RpcReader {
        RpcReader {
            state: State::Headers,
            headers: Headers::default(),
            cell: CellReader::new(value_max),
            row: RowReader::new(value_max),
            cells: Vec::new(),
            places: Vec::new(),
            table: (String::new(), 0),
            parameters: 0,
            faulty: None,
            call: None,
        }
    }

    /// Stores values longer than [`LONG_BYTES`](sluice_types::LONG_BYTES) in `store`.
    pub fn with_store(self, store: Option<Arc<dyn LongStore>>) -> RpcReader {
        RpcReader { cell: self.cell.with_store(store.clone()), row: self.row.with_store(store), ..self }
    }

    /// Returns the number of value bytes written to the store so far, which aren't in memory.
    pub fn kept_bytes(&mut self) -> u64 {
        self.cell.kept_bytes() + self.row.cell().kept_bytes()
    }

    /// Takes the reason why a value could not be stored
    /// ([`Fault::NotKept`](crate::Fault::NotKept)). `None` if no store failed; the failure is
    /// reported once.
    pub fn failure(&mut self) -> Option<SqlError> {
        self.cell.failure().or_else(|| self.row.cell().failure())
    }

    /// Returns the parameter whose value or type is invalid, after an error. `None` if the error
    /// concerns something else.
    pub fn faulty(&self) -> Option<&FaultyParameter> {
        self.faulty.as_ref()
    }

    /// Returns the request's headers; empty until they have been read.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Returns the values of the last row of a table parameter.
    pub fn row(&self) -> &[Value] {
        self.row.values()
    }

    /// Returns the next call with its arguments. Returns `None` if more bytes are needed or the
    /// request has ended ([`Input::is_finished`]). Rows of tables are collected in memory. Not to
    /// be mixed with [`RpcReader::next`].
    ///
    /// # Errors
    /// As [`RpcReader::next`].
    pub fn next_call(&mut self, input: &mut Input) -> Result<Option<Call>, ProtocolError> {
        while let Some(event) = self.next(input)? {
            let row = if event == RpcEvent::TableRow { self.row.values().to_vec() } else { Vec::new() };
            let Some(call) = &mut self.call else {
                if let RpcEvent::Call(head) = event {
                    self.call = Some(Call { head, arguments: Vec::new(), is_executed: true });
                }
                continue;
            };
            match event {
                RpcEvent::Call(_) | RpcEvent::TableEnd => {}
                RpcEvent::Parameter(Parameter { name, flags, info, value }) => {
                    call.arguments.push(Argument { name, flags, value: ArgumentValue::Scalar(info, value) });
                }
                RpcEvent::Table { name, flags, head } => {
                    call.arguments.push(Argument { name, flags, value: ArgumentValue::Table(head, Vec::new()) });
                }
                RpcEvent::TableRow => {
                    if let Some(Argument { value: ArgumentValue::Table(_, rows), .. }) = call.arguments.last_mut() {
                        rows.push(row);
                    }
                }
                RpcEvent::CallEnd { is_executed } => {
                    call.is_executed = is_executed;
                    return Ok(self.call.take());
                }
            }
        }
        Ok(None)
    }

    /// Returns the next item. Returns `None` if more bytes are needed or the request has ended
    /// ([`Input::is_finished`]). Long values are read in pieces, but returned whole.
    ///
    /// # Errors
    /// The bytes are not a valid call, the call is unsupported, or the message ended within a call.
    pub fn next(&mut self, input: &mut Input) -> Result<Option<RpcEvent>, ProtocolError> {
        let event = self.next_item(input);
        if let Err(error) = &event {
            self.faulty = self.faulty_at(error, input);
        }
        event
    }

    /// Returns the parameter that an error concerns. The bytes of an invalid type are still unread.
    #[cold]
    fn faulty_at(&self, error: &ProtocolError, input: &mut Input) -> Option<FaultyParameter> {
        let is_value = matches!(error.fault, Fault::Invalid(_));
        match &self.state {
            State::Value(Parameter { name, info, .. }) if is_value => {
                let (position, name) = (self.parameters, name.clone());
                Some(FaultyParameter { position, name, cell: None, fault: ParameterFault::Value(info.data_type) })
            }
            State::TableRow if is_value => {
                let place = self.row.values().len();
                let cell = (self.table.1, usize::from(*self.places.get(place)?) + 1);
                let (position, name) = (self.parameters, self.table.0.clone());
                let fault = ParameterFault::Value(self.cells.get(place)?.info.data_type);
                Some(FaultyParameter { position, name, cell: Some(cell), fault })
            }
            State::Parameters => {
                let front = input.take(PLACE, |cursor| Ok((cursor.b_varchar()?, cursor.u8()?, cursor.u8()?)));
                let (name, _, token) = front.ok()??;
                FaultyParameter::of_type(error, (self.parameters + 1, name), None, token)
            }
            State::TableColumns(start) => {
                let front = input.take(PLACE, |cursor| Ok((cursor.user_type()?, cursor.u16()?, cursor.u8()?)));
                let (_, _, token) = front.ok()??;
                let column = start.head.columns.as_ref().map_or(0, Vec::len) + 1;
                FaultyParameter::of_type(error, (self.parameters, start.name.clone()), Some((0, column)), token)
            }
            _ => None,
        }
    }

    fn next_item(&mut self, input: &mut Input) -> Result<Option<RpcEvent>, ProtocolError> {
        loop {
            let event = match &mut self.state {
                State::Headers => {
                    let Some(headers) = input.take("ALL_HEADERS", Headers::read)? else { return Ok(None) };
                    self.headers = headers;
                    self.state = State::Call;
                    None
                }
                State::Call => {
                    if input.is_finished() {
                        return Ok(None);
                    }
                    let Some(head) = input.take(PLACE, CallHead::read)? else { return Ok(None) };
                    (self.state, self.parameters) = (State::Parameters, 0);
                    Some(RpcEvent::Call(head))
                }
                State::Parameters => match self.parameter(input)? {
                    Step::Wait => return Ok(None),
                    Step::On => None,
                    Step::Event(event) => Some(event),
                },
                State::Value(parameter) => {
                    let Some(value) = self.cell.value(&parameter.info, ValuePosition::Parameter, input)? else {
                        return Ok(None);
                    };
                    let event = RpcEvent::Parameter(Parameter { value, ..parameter.clone() });
                    self.state = State::Parameters;
                    Some(event)
                }
                State::TableColumns(_) | State::TableExtras(..) => match self.table_head(input)? {
                    Step::Wait => return Ok(None),
                    Step::On => None,
                    Step::Event(event) => Some(event),
                },
                State::TableRows => match input.take(PLACE, table::read_row_token)? {
                    None => return Ok(None),
                    Some(true) => {
                        self.row.begin(false);
                        self.table.1 += 1;
                        self.state = State::TableRow;
                        None
                    }
                    Some(false) => {
                        self.state = State::Parameters;
                        Some(RpcEvent::TableEnd)
                    }
                },
                State::TableRow => {
                    if !self.row.read(&self.cells, ValuePosition::Parameter, input)? {
                        return Ok(None);
                    }
                    self.state = State::TableRows;
                    Some(RpcEvent::TableRow)
                }
            };
            if event.is_some() {
                return Ok(event);
            }
        }
    }

    /// Reads the front of a parameter, a separator, or the end.
    fn parameter(&mut self, input: &mut Input) -> Result<Step, ProtocolError> {
        if input.is_finished() {
            self.state = State::Call;
            return Ok(Step::Event(RpcEvent::CallEnd { is_executed: true }));
        }
        let Some(next) = input.take(PLACE, Next::read)? else { return Ok(Step::Wait) };
        self.state = match next {
            Next::Separator { is_executed } => {
                self.state = State::Call;
                return Ok(Step::Event(RpcEvent::CallEnd { is_executed }));
            }
            Next::Parameter(parameter) => State::Value(parameter),
            Next::Table(start) => State::TableColumns(start),
        };
        self.parameters += 1;
        if self.parameters > PARAMETERS_MAX {
            return Err(ProtocolError { fault: Fault::TooManyParameters(PARAMETERS_MAX), place: PLACE });
        }
        Ok(Step::On)
    }

    /// Reads a column of a table, or the items between columns and rows.
    fn table_head(&mut self, input: &mut Input) -> Result<Step, ProtocolError> {
        if let State::TableColumns(start) = &mut self.state
            && start.columns_left > 0
        {
            let column = input.take(PLACE, |cursor| Column::read(cursor, TableForm::None))?;
            let (Some(column), Some(columns)) = (column, &mut start.head.columns) else { return Ok(Step::Wait) };
            columns.push(column);
            start.columns_left -= 1;
            return Ok(Step::On);
        }
        let Some(extra) = input.take(PLACE, TableHead::read_extra)? else { return Ok(Step::Wait) };
        let (mut start, mut ordinals) = match std::mem::replace(&mut self.state, State::TableRows) {
            State::TableColumns(start) => (start, None),
            State::TableExtras(start, ordinals) => (start, ordinals),
            _ => return Ok(Step::On),
        };
        match extra {
            Extra::Order(order) => start.head.order = order,
            Extra::Cells(cells) => ordinals = Some(cells),
            Extra::End => {
                let TableStart { name, flags, mut head, .. } = start;
                head.settle(ordinals)?;
                self.cells = head.cell_columns();
                self.places.clone_from(&head.cells);
                self.table = (name.clone(), 0);
                return Ok(Step::Event(RpcEvent::Table { name, flags, head }));
            }
        }
        self.state = State::TableExtras(start, ordinals);
        Ok(Step::On)
    }
}

/// How reading continues after an item.
enum Step {
    Wait,
    On,
    Event(RpcEvent),
}

impl CallHead {
    /// Returns a call without options.
    pub fn new(procedure: Procedure) -> CallHead {
        CallHead { procedure, recompiles: false, is_without_metadata: false }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<CallHead, Stop> {
        let procedure = match cursor.u16()? {
            BY_NUMBER => Procedure::System(SystemProcedure::from_number(cursor.u16()?)?),
            units if units > NAME_MAX => {
                return Err(ProtocolError::too_long("a procedure's name", units.into(), NAME_MAX.into()).into());
            }
            units => Procedure::Named(cursor.wide(units.into())?),
        };
        let options = cursor.u16()?;
        Ok(CallHead {
            procedure,
            recompiles: options & WITH_RECOMPILE != 0,
            is_without_metadata: options & NO_METADATA != 0,
        })
    }
}

impl Next {
    fn read(cursor: &mut Cursor<'_>) -> Result<Next, Stop> {
        let is_wide = cursor.version().is_wide();
        let separator = match cursor.rest().first() {
            Some(&SEPARATOR) if is_wide => Some(true),
            Some(&NO_EXECUTION) if is_wide => Some(false),
            Some(&OLD_SEPARATOR) if !is_wide => Some(true),
            _ => None,
        };
        if let Some(is_executed) = separator {
            cursor.u8()?;
            return Ok(Next::Separator { is_executed });
        }
        let name = cursor.b_varchar()?;
        let flags = ParameterFlags(cursor.u8()?);
        if flags.has(ParameterFlags::ENCRYPTED) {
            return Err(ProtocolError::unsupported(PLACE, "an encrypted parameter").into());
        }
        if cursor.rest().first() != Some(&TABLE) {
            let info = TypeInfo::read(cursor)?;
            return Ok(Next::Parameter(Parameter { name, flags, info, value: Value::Null }));
        }
        cursor.u8()?;
        if flags.has(ParameterFlags::OUTPUT) {
            return Err(ProtocolError::unsupported(PLACE, "a table as an OUTPUT parameter").into());
        }
        let (head, count) = TableHead::read_names(cursor)?;
        Ok(Next::Table(TableStart { name, flags, head, columns_left: count.unwrap_or(0) }))
    }
}

impl SystemProcedure {
    /// All procedures, in the order of their numbers.
    pub const ALL: [SystemProcedure; 15] = [
        SystemProcedure::Cursor,
        SystemProcedure::CursorOpen,
        SystemProcedure::CursorPrepare,
        SystemProcedure::CursorExecute,
        SystemProcedure::CursorPrepExec,
        SystemProcedure::CursorUnprepare,
        SystemProcedure::CursorFetch,
        SystemProcedure::CursorOption,
        SystemProcedure::CursorClose,
        SystemProcedure::ExecuteSql,
        SystemProcedure::Prepare,
        SystemProcedure::Execute,
        SystemProcedure::PrepExec,
        SystemProcedure::PrepExecRpc,
        SystemProcedure::Unprepare,
    ];

    /// Returns the procedure with the number.
    ///
    /// # Errors
    /// No procedure has the number.
    pub fn from_number(number: u16) -> Result<SystemProcedure, ProtocolError> {
        let place = usize::from(number).checked_sub(1);
        let found = place.and_then(|place| SystemProcedure::ALL.get(place).copied());
        found.ok_or(ProtocolError::invalid("a procedure's number", number.into()))
    }

    /// Returns the procedure's name. Drivers also call it by this name. The names are in lower
    /// case.
    pub const fn name(self) -> &'static str {
        match self {
            SystemProcedure::Cursor => "sp_cursor",
            SystemProcedure::CursorOpen => "sp_cursoropen",
            SystemProcedure::CursorPrepare => "sp_cursorprepare",
            SystemProcedure::CursorExecute => "sp_cursorexecute",
            SystemProcedure::CursorPrepExec => "sp_cursorprepexec",
            SystemProcedure::CursorUnprepare => "sp_cursorunprepare",
            SystemProcedure::CursorFetch => "sp_cursorfetch",
            SystemProcedure::CursorOption => "sp_cursoroption",
            SystemProcedure::CursorClose => "sp_cursorclose",
            SystemProcedure::ExecuteSql => "sp_executesql",
            SystemProcedure::Prepare => "sp_prepare",
            SystemProcedure::Execute => "sp_execute",
            SystemProcedure::PrepExec => "sp_prepexec",
            SystemProcedure::PrepExecRpc => "sp_prepexecrpc",
            SystemProcedure::Unprepare => "sp_unprepare",
        }
    }
}

/// Writes a call without its parameters. The caller writes the headers before the first call. A
/// name is cut to the longest that fits.
pub fn write_call(head: &CallHead, out: &mut impl Put) {
    match &head.procedure {
        Procedure::Named(name) => out.us_varchar(cut(name, NAME_MAX.into())),
        Procedure::System(procedure) => {
            out.u16(BY_NUMBER);
            out.u16(*procedure as u16);
        }
    }
    let recompile = if head.recompiles { WITH_RECOMPILE } else { 0 };
    out.u16(recompile | if head.is_without_metadata { NO_METADATA } else { 0 });
}

/// Writes an argument of the call.
///
/// # Errors
/// The value doesn't match its type, which is a bug of the caller. Part of the argument may have
/// been written; the caller must abandon the message.
pub fn write_parameter(argument: &Argument, out: &mut impl Put) -> Result<(), NoMatch> {
    out.b_varchar(cut(&argument.name, PARAMETER_NAME_MAX));
    out.u8(argument.flags.0);
    match &argument.value {
        ArgumentValue::Scalar(info, value) => {
            info.write(out);
            write_value(info, ValuePosition::Parameter, value, out)
        }
        ArgumentValue::Table(head, rows) => write_table(head, rows, out),
    }
}

/// Writes the separator between two calls.
pub fn write_separator(out: &mut impl Put) {
    out.u8(SEPARATOR);
}

const BY_NUMBER: u16 = 0xFFFF;
/// Four names of 128 units in brackets or quotes, and their dots.
const NAME_MAX: u16 = 1046;
const PARAMETER_NAME_MAX: usize = 128;
const WITH_RECOMPILE: u16 = 0x01;
const NO_METADATA: u16 = 0x02;
/// BatchFlag since TDS 7.2.
const SEPARATOR: u8 = 0xFF;
const NO_EXECUTION: u8 = 0xFE;
/// BatchFlag before TDS 7.2.
const OLD_SEPARATOR: u8 = 0x80;
/// The limit of error 8003.
const PARAMETERS_MAX: usize = 2100;
const PLACE: &str = "an RPC";
