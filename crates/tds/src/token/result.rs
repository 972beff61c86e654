//! The tokens of a result besides its rows, and a procedure's return values.
//!
//! - COLMETADATA (MS-TDS 2.2.7.4) and ORDER (2.2.7.16).
//! - TABNAME (2.2.7.22) and COLINFO (2.2.7.3), for cursors.
//! - RETURNSTATUS (2.2.7.18) and RETURNVALUE (2.2.7.19).

use super::{COLUMN_INFO, COLUMNS, ORDER, RETURN_STATUS, RETURN_VALUE, TABLE_NAMES};
use crate::column::{Column, ColumnFlags, TableForm};
use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::put::Put;
use crate::type_info::TypeInfo;
use crate::value::{NoMatch, ValuePosition, write_value};
use sluice_types::Value;

/// The value of an OUTPUT parameter, or a function's result.
#[derive(Clone, PartialEq, Debug)]
pub struct ReturnValue {
    /// The parameter's index in the call, from 0 on.
    pub ordinal: u16,
    /// The parameter's name, with the `@`.
    pub name: String,
    /// Whether the value is a function's result rather than a parameter.
    pub is_of_function: bool,
    /// The value's type.
    pub info: TypeInfo,
    /// The value.
    pub value: Value,
}

/// The origin of a cursor's column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnInfo {
    /// The column's number in the result, from 1 on.
    pub column: u8,
    /// The number of its table in TABNAME, from 1 on; 0 for an expression.
    pub table: u8,
    /// 0x04: an expression; 0x08: part of a key; 0x10: hidden; 0x20: renamed, see `base_name`.
    pub status: u8,
    /// The column's name in its table, if it is renamed.
    pub base_name: Option<String>,
}

/// Writes COLMETADATA for a result with these columns. The number of columns is not checked in
/// release builds.
pub fn write_columns(columns: &[Column], table: TableForm, out: &mut impl Put) {
    debug_assert!(columns.len() < usize::from(NO_METADATA), "SELECT has at most 4,096 columns");
    out.u8(COLUMNS);
    out.u16(columns.len() as u16);
    for column in columns {
        column.write(table, out);
    }
}

/// Writes COLMETADATA for a result whose columns the client knows (RPC option fNoMetaData).
pub fn write_no_metadata(out: &mut impl Put) {
    out.u8(COLUMNS);
    out.u16(NO_METADATA);
}

/// Writes ORDER: the columns, from 1 on, by which the rows are ordered. At most 32,767 are written.
pub fn write_order(columns: &[u16], out: &mut impl Put) {
    let columns = &columns[..columns.len().min(usize::from(u16::MAX) / 2)];
    out.u8(ORDER);
    out.u16(columns.len() as u16 * 2);
    columns.iter().for_each(|column| out.u16(*column));
}

/// Writes RETURNSTATUS.
pub fn write_return_status(status: i32, out: &mut impl Put) {
    out.u8(RETURN_STATUS);
    out.put(&status.to_le_bytes());
}

/// Writes RETURNVALUE.
///
/// # Errors
/// The value doesn't match its type, which is a bug of the caller. Part of the token may have been
/// written; the connection is lost.
pub fn write_return_value(returned: &ReturnValue, out: &mut impl Put) -> Result<(), NoMatch> {
    out.u8(RETURN_VALUE);
    out.u16(returned.ordinal);
    out.b_varchar(&returned.name);
    out.u8(if returned.is_of_function { OF_FUNCTION } else { OF_PARAMETER });
    // No alias type, no flags.
    out.user_type(0);
    out.u16(0);
    returned.info.write(out);
    write_value(&returned.info, ValuePosition::Parameter, &returned.value, out)
}

/// Writes TABNAME: the tables of a cursor's rows, each as its name parts. Omits tables that don't
/// fit into a token. Before name parts existed, the parts are joined by points.
pub fn write_table_names(tables: &[Vec<String>], out: &mut impl Put) {
    let mut body = Vec::new();
    for table in tables {
        let begin = body.len();
        if out.version().has_name_parts() {
            body.u8(table.len() as u8);
            table.iter().for_each(|part| body.us_varchar(part));
        } else {
            body.us_varchar(&table.join("."));
        }
        if body.len() > u16::MAX.into() {
            body.truncate(begin);
            break;
        }
    }
    write_body(TABLE_NAMES, &body, out);
}

/// Writes COLINFO. Omits columns that don't fit into a token. A column with a base name of its own
/// is marked so.
pub fn write_column_info(columns: &[ColumnInfo], out: &mut impl Put) {
    let mut body = Vec::new();
    for column in columns {
        let begin = body.len();
        let status = column.status & !DIFFERENT_NAME | if column.base_name.is_some() { DIFFERENT_NAME } else { 0 };
        body.put(&[column.column, column.table, status]);
        if let Some(name) = &column.base_name {
            body.b_varchar(name);
        }
        if body.len() > u16::MAX.into() {
            body.truncate(begin);
            break;
        }
    }
    write_body(COLUMN_INFO, &body, out);
}

fn write_body(token: u8, body: &[u8], out: &mut impl Put) {
    out.u8(token);
    out.u16(body.len() as u16);
    out.put(body);
}

/// Reads a returned value up to its value, which the caller fills in; until then it is NULL. Fails
/// for an encrypted value.
pub(super) fn read_return_value(cursor: &mut Cursor<'_>) -> Result<ReturnValue, Stop> {
    let (ordinal, name, status) = (cursor.u16()?, cursor.b_varchar()?, cursor.u8()?);
    cursor.user_type()?;
    if ColumnFlags(cursor.u16()?).has(ColumnFlags::ENCRYPTED) {
        return Err(ProtocolError::unsupported("RETURNVALUE", "an encrypted value").into());
    }
    let info = TypeInfo::read(cursor)?;
    Ok(ReturnValue { ordinal, name, is_of_function: status == OF_FUNCTION, info, value: Value::Null })
}

/// Reads the names of tables up to the token's end, each as its parts; a name without parts is one.
pub(super) fn read_table_names(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<String>>, Stop> {
    let mut tables = Vec::new();
    while !cursor.is_empty() {
        let count = if cursor.version().has_name_parts() { cursor.u8()? } else { 1 };
        tables.push((0..count).map(|_| cursor.us_varchar()).collect::<Result<_, _>>()?);
    }
    Ok(tables)
}

/// Reads the columns up to the token's end; a base name follows only where the status has its bit.
pub(super) fn read_column_info(cursor: &mut Cursor<'_>) -> Result<Vec<ColumnInfo>, Stop> {
    let mut columns = Vec::new();
    while !cursor.is_empty() {
        let (column, table, status) = (cursor.u8()?, cursor.u8()?, cursor.u8()?);
        let base_name = if status & DIFFERENT_NAME != 0 { Some(cursor.b_varchar()?) } else { None };
        columns.push(ColumnInfo { column, table, status, base_name });
    }
    Ok(columns)
}

/// The column count that means "metadata omitted".
pub(super) const NO_METADATA: u16 = 0xFFFF;
const OF_PARAMETER: u8 = 1;
const OF_FUNCTION: u8 = 2;
const DIFFERENT_NAME: u8 = 0x20;
