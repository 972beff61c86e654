//! Calls (MS-TDS 2.2.6.6): headers, then calls one after another, 0xFF between them.
//!
//! A call is a procedure's name, or 0xFFFF and a number for those of the system; options; parameters up to the separator or the message's
//! end. A parameter is a name (with its `@`, or empty: it is meant by its place), flags, a type and a value, or a table. No
//! name is as long as 0xFE or 0xFF, so that the first byte tells a parameter from a separator.

use super::table::{self, Extra, TableHead};
use super::{Headers, write_table};
use crate::column::{Column, TableForm};
use crate::cursor::{Cursor, Stop};
use crate::error::{Fault, ProtocolError};
use crate::input::Input;
use crate::put::{Put, cut};
use crate::row::RowReader;
use crate::type_info::{TABLE, TypeInfo};
use crate::value::{CellReader, NoMatch, Place, VALUE_MAX, write_value};
use sluice_types::{LongStore, SqlError, Value};
use std::sync::Arc;

/// What is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Procedure {
    /// By its name, of up to four parts, as it was written.
    Named(String),
    /// One of the system's, by its number.
    System(SystemProcedure),
}

/// The procedures with numbers.
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

/// A call before its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallHead {
    /// What is called.
    pub procedure: Procedure,
    /// Whether its plan is not to be kept (fWithRecomp).
    pub recompiles: bool,
    /// Whether the client knows the columns of the results and wants them not to be told (fNoMetaData).
    pub is_without_metadata: bool,
}

/// A parameter with a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, with the `@`; empty: it is meant by its place.
    pub name: String,
    /// Whether it is an OUTPUT parameter, or left to its default.
    pub flags: ParameterFlags,
    /// Its type.
    pub info: TypeInfo,
    /// Its value.
    pub value: Value,
}

/// A parameter's bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ParameterFlags(pub u8);

impl ParameterFlags {
    /// Its value is wanted back: OUTPUT.
    pub const OUTPUT: ParameterFlags = ParameterFlags(0x01);
    /// The procedure's default is meant, not the value.
    pub const DEFAULT: ParameterFlags = ParameterFlags(0x02);
    /// It is encrypted by the client.
    pub const ENCRYPTED: ParameterFlags = ParameterFlags(0x08);

    /// Whether all bits of `other` are set.
    pub const fn has(self, other: ParameterFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What comes next of a request.
#[derive(Clone, PartialEq, Debug)]
pub enum RpcEvent {
    /// A call begins.
    Call(CallHead),
    /// A parameter of it.
    Parameter(Parameter),
    /// A table of it begins.
    Table {
        /// The parameter's name.
        name: String,
        /// Its flags.
        flags: ParameterFlags,
        /// Its type and columns.
        head: TableHead,
    },
    /// A row of the table: [`RpcReader::row`].
    TableRow,
    /// The table has ended.
    TableEnd,
    /// The call has ended.
    CallEnd {
        /// Whether it is to be executed; else the client has thought better of it (NoExecFlag).
        is_executed: bool,
    },
}

/// A call with all that belongs to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What is called, and how.
    pub head: CallHead,
    /// With what.
    pub arguments: Vec<Argument>,
    /// Whether it is to be executed.
    pub is_executed: bool,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// The parameter's name, with the `@`; empty: it is meant by its place.
    pub name: String,
    /// Its flags.
    pub flags: ParameterFlags,
    /// Its value.
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

/// Reads calls as they arrive.
#[derive(Debug)]
pub struct RpcReader {
    state: State,
    headers: Headers,
    cell: CellReader,
    row: RowReader,
    /// The columns of the values of a table's rows.
    cells: Vec<Column>,
    parameters: usize,
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

/// A table whose head has not come as a whole.
#[derive(Debug)]
struct TableStart {
    name: String,
    flags: ParameterFlags,
    head: TableHead,
    columns_left: u16,
}

/// What stands where a parameter may.
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
    /// For values of at most `value_max` bytes.
    pub fn new(value_max: u64) -> RpcReader {
        RpcReader {
            state: State::Headers,
            headers: Headers::default(),
            cell: CellReader::new(value_max),
            row: RowReader::new(value_max),
            cells: Vec::new(),
            parameters: 0,
            call: None,
        }
    }

    /// The same; values that are longer than [`LONG_BYTES`](sluice_types::LONG_BYTES) are kept in `store`.
    pub fn with_store(self, store: Option<Arc<dyn LongStore>>) -> RpcReader {
        RpcReader { cell: self.cell.with_store(store.clone()), row: self.row.with_store(store), ..self }
    }

    /// How many bytes of values have been kept in the store.
    pub fn kept_bytes(&mut self) -> u64 {
        self.cell.kept_bytes() + self.row.cell().kept_bytes()
    }

    /// Why a value could not be kept ([`Fault::NotKept`](crate::Fault::NotKept)).
    pub fn failure(&mut self) -> Option<SqlError> {
        self.cell.failure().or_else(|| self.row.cell().failure())
    }

    /// The request's headers, once anything has been read.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The values of the table's row that came last.
    pub fn row(&self) -> &[Value] {
        self.row.values()
    }

    /// The next call with all that belongs to it. `None`: more bytes are needed, or the request has ended ([`Input::is_finished`]).
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

    /// What comes next. `None`: more bytes are needed, or the request has ended ([`Input::is_finished`]).
    ///
    /// # Errors
    /// The bytes are no call, or what is refused by its name; or the message has ended within one.
    pub fn next(&mut self, input: &mut Input) -> Result<Option<RpcEvent>, ProtocolError> {
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
                    let Some(value) = self.cell.value(&parameter.info, Place::Parameter, input)? else {
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
                        self.state = State::TableRow;
                        None
                    }
                    Some(false) => {
                        self.state = State::Parameters;
                        Some(RpcEvent::TableEnd)
                    }
                },
                State::TableRow => {
                    if !self.row.read(&self.cells, Place::Parameter, input)? {
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

    /// A parameter's front, a separator, or the end.
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

    /// A column of a table, or what stands between columns and rows.
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
                return Ok(Step::Event(RpcEvent::Table { name, flags, head }));
            }
        }
        self.state = State::TableExtras(start, ordinals);
        Ok(Step::On)
    }
}

/// How it goes on after an item.
enum Step {
    Wait,
    On,
    Event(RpcEvent),
}

impl CallHead {
    /// A call without options.
    pub fn of(procedure: Procedure) -> CallHead {
        CallHead { procedure, recompiles: false, is_without_metadata: false }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<CallHead, Stop> {
        let procedure = match cursor.u16()? {
            BY_NUMBER => Procedure::System(SystemProcedure::of(cursor.u16()?)?),
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
        if let Some(first @ (SEPARATOR | NO_EXECUTION)) = cursor.rest().first().copied() {
            cursor.u8()?;
            return Ok(Next::Separator { is_executed: first == SEPARATOR });
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
    /// All there are.
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

    /// The one with the number.
    ///
    /// # Errors
    /// There is none.
    pub fn of(number: u16) -> Result<SystemProcedure, ProtocolError> {
        let place = usize::from(number).checked_sub(1);
        let found = place.and_then(|place| SystemProcedure::ALL.get(place).copied());
        found.ok_or(ProtocolError::invalid("a procedure's number", number.into()))
    }

    /// Its name: drivers call it by that, too.
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

/// Writes a call without its parameters. Headers come before the first.
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
/// A value is none of its type: a bug of the caller's. A part may have been written; the message is to be given up.
pub fn write_parameter(argument: &Argument, out: &mut impl Put) -> Result<(), NoMatch> {
    out.b_varchar(cut(&argument.name, PARAMETER_NAME_MAX));
    out.u8(argument.flags.0);
    match &argument.value {
        ArgumentValue::Scalar(info, value) => {
            info.write(out);
            write_value(info, Place::Parameter, value, out)
        }
        ArgumentValue::Table(head, rows) => write_table(head, rows, out),
    }
}

/// Writes what stands between two calls.
pub fn write_separator(out: &mut impl Put) {
    out.u8(SEPARATOR);
}

const BY_NUMBER: u16 = 0xFFFF;
/// Four names of 128 units in brackets or quotes, and their dots.
const NAME_MAX: u16 = 1046;
const PARAMETER_NAME_MAX: usize = 128;
const WITH_RECOMPILE: u16 = 0x01;
const NO_METADATA: u16 = 0x02;
/// BatchFlag, from TDS 7.2 on.
const SEPARATOR: u8 = 0xFF;
const NO_EXECUTION: u8 = 0xFE;
/// Msg 8003.
const PARAMETERS_MAX: usize = 2100;
const PLACE: &str = "an RPC";
