//! Reads tokens as their bytes arrive: a client reads an answer, and a server reads a bulk load.

use super::done::{Done, DoneKind, DoneStatus};
use super::environment::EnvChange;
use super::login_ack::LoginAck;
use super::message::{self, Message};
use super::result::{self, ColumnInfo, NO_METADATA, ReturnValue};
use super::{
    COLUMN_INFO, COLUMNS, DONE, DONE_IN_PROC, DONE_PROC, ENV_CHANGE, ERROR, FEATURE_ACK, INFO, LOGIN_ACK, ORDER,
    RETURN_STATUS, RETURN_VALUE, TABLE_NAMES,
};
use crate::column::{Column, TableForm};
use crate::cursor::{Cursor, Stop, complete};
use crate::error::ProtocolError;
use crate::feature::{Feature, read_features};
use crate::input::Input;
use crate::row::{NBC_ROW, ROW, RowReader};
use crate::value::{CellReader, VALUE_MAX, ValuePosition};
use sluice_types::{LongStore, SqlError, Value};
use std::sync::Arc;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// A result begins; its columns are in [`TokenReader::columns`].
    Columns,
    /// A result begins that has the columns of the one before.
    NoMetadata,
    /// A row; its values are in [`TokenReader::row`].
    Row,
    /// The columns by which the rows are ordered.
    Order(Vec<u16>),
    /// The tables of a cursor.
    TableNames(Vec<Vec<String>>),
    /// The origins of a cursor's columns.
    ColumnInfo(Vec<ColumnInfo>),
    /// A statement, procedure or request has ended.
    Done(Done),
    /// A message.
    Info(Message),
    /// An error.
    Error(Message),
    /// A change of the session's environment.
    EnvChange(EnvChange),
    /// The log-in was accepted.
    LoginAck(LoginAck),
    /// The features granted of those in LOGIN7.
    Features(Vec<Feature>),
    /// The return value of a procedure.
    ReturnStatus(i32),
    /// The value of an OUTPUT parameter.
    ReturnValue(ReturnValue),
}

/// Reads tokens. The description of columns stays until the next one.
#[derive(Debug)]
pub struct TokenReader {
    table: TableForm,
    columns: Vec<Column>,
    row: RowReader,
    cell: CellReader,
    state: State,
}

#[derive(Debug)]
enum State {
    Between,
    /// The number of columns still to be read.
    Columns(u16),
    Row,
    ReturnValue(ReturnValue),
}

/// The result of reading a token's first bytes.
enum Head {
    Whole(Token),
    Columns(u16),
    Row { has_nulls: bool },
    ReturnValue(ReturnValue),
}

impl TokenReader {
    /// Returns a reader for the answers of a server, whose values may have up to [`VALUE_MAX`]
    /// bytes.
    pub fn of_answer() -> TokenReader {
        TokenReader::new(TableForm::Parts, VALUE_MAX)
    }

    /// Returns a reader for a bulk load, with values of at most `value_max` bytes.
    pub fn of_bulk_load(value_max: u64) -> TokenReader {
        TokenReader::new(TableForm::Name, value_max)
    }

    /// Stores values longer than [`LONG_BYTES`](sluice_types::LONG_BYTES) in `store`.
    pub fn with_store(self, store: Option<Arc<dyn LongStore>>) -> TokenReader {
        TokenReader { row: self.row.with_store(store.clone()), cell: self.cell.with_store(store), ..self }
    }

    /// Takes the reason why a value could not be stored
    /// ([`Fault::NotKept`](crate::Fault::NotKept)). `None` if no store failed; the failure is
    /// reported once.
    pub fn failure(&mut self) -> Option<SqlError> {
        self.row.cell().failure().or_else(|| self.cell.failure())
    }

    fn new(table: TableForm, value_max: u64) -> TokenReader {
        TokenReader {
            table,
            columns: Vec::new(),
            row: RowReader::new(value_max),
            cell: CellReader::new(value_max),
            state: State::Between,
        }
    }

    /// Returns the number, from 1 on, of the column whose value a row is waiting for. `None`
    /// between rows. After an error it is the column with the fault.
    pub fn current_column(&self) -> Option<usize> {
        let place = self.row.values().len();
        (matches!(self.state, State::Row) && place < self.columns.len()).then_some(place + 1)
    }

    /// Returns the columns of the current result; empty before the first.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the values of the last row.
    pub fn row(&self) -> &[Value] {
        self.row.values()
    }

    /// Takes the values of the last row; [`TokenReader::row`] has none until the next row.
    pub fn take_row(&mut self) -> Vec<Value> {
        self.row.take()
    }

    /// Returns the next token. Returns `None` if more bytes are needed or the message has ended
    /// ([`Input::is_finished`]). A row's values are in [`TokenReader::row`], and the columns in
    /// [`TokenReader::columns`].
    ///
    /// # Errors
    /// The bytes are not a valid token, the token is unsupported, or the message ended within a
    /// token.
    pub fn next(&mut self, input: &mut Input) -> Result<Option<Token>, ProtocolError> {
        loop {
            match &mut self.state {
                State::Between => {
                    if input.waiting() == 0 {
                        return Ok(None);
                    }
                    if self.table == TableForm::Name && is_short_done(input) {
                        return input.take(PLACE, short_done);
                    }
                    let Some(head) = input.take(PLACE, head)? else { return Ok(None) };
                    match head {
                        Head::Whole(token) => return Ok(Some(token)),
                        Head::ReturnValue(returned) => self.state = State::ReturnValue(returned),
                        Head::Row { has_nulls } => {
                            if self.columns.is_empty() {
                                return Err(ProtocolError::invalid("a row without columns", ROW.into()));
                            }
                            self.row.begin(has_nulls);
                            self.state = State::Row;
                        }
                        Head::Columns(count) => {
                            self.columns.clear();
                            self.state = State::Columns(count);
                        }
                    }
                }
                State::Columns(0) => {
                    self.state = State::Between;
                    return Ok(Some(Token::Columns));
                }
                State::Columns(left) => {
                    let table = self.table;
                    let Some(column) = input.take("COLMETADATA", |cursor| Column::read(cursor, table))? else {
                        return Ok(None);
                    };
                    self.columns.push(column);
                    *left -= 1;
                }
                State::Row => {
                    if !self.row.read(&self.columns, ValuePosition::Row, input)? {
                        return Ok(None);
                    }
                    self.state = State::Between;
                    return Ok(Some(Token::Row));
                }
                State::ReturnValue(returned) => {
                    let Some(value) = self.cell.value(&returned.info, ValuePosition::Parameter, input)? else {
                        return Ok(None);
                    };
                    let token = Token::ReturnValue(ReturnValue { value, ..returned.clone() });
                    self.state = State::Between;
                    return Ok(Some(token));
                }
            }
        }
    }
}

/// Returns whether a bulk load ends with a DONE whose row count has four bytes, as before TDS 7.2.
/// mssql-python sends this form.
fn is_short_done(input: &Input) -> bool {
    input.has_ended() && input.waiting() == SHORT_DONE_BYTES && input.rest()[0] == DONE
}

fn short_done(cursor: &mut Cursor<'_>) -> Result<Token, Stop> {
    cursor.u8()?;
    let (status, command, rows) = (DoneStatus(cursor.u16()?), cursor.u16()?, cursor.u32()?);
    Ok(Token::Done(Done { kind: DoneKind::Statement, status, command, rows: rows.into() }))
}

fn head(cursor: &mut Cursor<'_>) -> Result<Head, Stop> {
    let token = cursor.u8()?;
    Ok(Head::Whole(match token {
        COLUMNS => {
            return match cursor.u16()? {
                NO_METADATA => Ok(Head::Whole(Token::NoMetadata)),
                count if count > COLUMNS_MAX => {
                    Err(ProtocolError::too_long("COLMETADATA", count.into(), COLUMNS_MAX.into()).into())
                }
                count => Ok(Head::Columns(count)),
            };
        }
        ROW | NBC_ROW => return Ok(Head::Row { has_nulls: token == NBC_ROW }),
        RETURN_VALUE => return Ok(Head::ReturnValue(result::read_return_value(cursor)?)),
        DONE => Token::Done(Done::read(DoneKind::Statement, cursor)?),
        DONE_PROC => Token::Done(Done::read(DoneKind::Procedure, cursor)?),
        DONE_IN_PROC => Token::Done(Done::read(DoneKind::InProcedure, cursor)?),
        RETURN_STATUS => Token::ReturnStatus(cursor.i32()?),
        FEATURE_ACK => Token::Features(read_features(cursor)?),
        ORDER => Token::Order(body(cursor, "ORDER", |body| {
            let mut columns = Vec::new();
            while !body.is_empty() {
                columns.push(body.u16()?);
            }
            Ok(columns)
        })?),
        TABLE_NAMES => Token::TableNames(body(cursor, "TABNAME", result::read_table_names)?),
        COLUMN_INFO => Token::ColumnInfo(body(cursor, "COLINFO", result::read_column_info)?),
        ERROR => Token::Error(body(cursor, "ERROR", message::read)?),
        INFO => Token::Info(body(cursor, "INFO", message::read)?),
        LOGIN_ACK => Token::LoginAck(body(cursor, "LOGINACK", LoginAck::read)?),
        ENV_CHANGE => Token::EnvChange(body(cursor, "ENVCHANGE", EnvChange::read)?),
        other => return Err(refused(other).into()),
    }))
}

/// Reads a token with a length: bytes missing within that length are an error.
fn body<'a, T>(
    cursor: &mut Cursor<'a>,
    place: &'static str,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let length = cursor.u16()?;
    let version = cursor.version();
    let mut body = Cursor::of_version(cursor.bytes(length.into())?, version);
    Ok(complete(read(&mut body), place)?)
}

fn refused(token: u8) -> ProtocolError {
    let name = match token {
        0x88 | 0xD3 => "COMPUTE (ALTMETADATA, ALTROW)",
        0x78 => "OFFSET",
        0xE4 => "SESSIONSTATE",
        0xED => "SSPI",
        0xEE => "FEDAUTHINFO",
        other => return ProtocolError::invalid(PLACE, other.into()),
    };
    ProtocolError::unsupported(PLACE, name)
}

/// The column limit of SELECT.
const COLUMNS_MAX: u16 = 4096;
const PLACE: &str = "a token";
const SHORT_DONE_BYTES: usize = 9;
