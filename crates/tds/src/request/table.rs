//! A table-valued parameter (MS-TDS 2.2.5.5.5): the type's name, columns, optional metadata, rows.
//!
//! A row has a value for each column that doesn't take its default. The values are in column order
//! or in the order that the metadata gives. Columns are numbered from 1.

use crate::column::{Column, ColumnFlags, TableForm};
use crate::cursor::{Cursor, Stop};
use crate::error::ProtocolError;
use crate::put::Put;
use crate::type_info::TABLE;
use crate::value::{NoMatch, ValuePosition, write_value};
use sluice_types::Value;

/// A table before its rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableHead {
    /// The database of the table type, which must be empty (8047).
    pub database: String,
    /// The schema of the table type; may be empty.
    pub schema: String,
    /// The name of the table type; may be empty if the procedure's parameter declares it.
    pub name: String,
    /// The columns, in the table type's order. `None` for a NULL table, which counts as an empty
    /// one.
    pub columns: Option<Vec<Column>>,
    /// For each value of a row, the index of its column in [`TableHead::columns`].
    pub cells: Vec<u16>,
    /// The sort columns, from 1 on, that the client claims: 0x01 ascending, 0x02 descending, 0x04
    /// unique.
    pub order: Vec<(u16, u8)>,
}

/// An item between the columns and the rows: the end, the order of the rows (each column's ordinal
/// and flags), or the ordinals of the values' columns.
pub(super) enum Extra {
    End,
    Order(Vec<(u16, u8)>),
    Cells(Vec<u16>),
}

impl TableHead {
    /// Returns a table whose rows have a value for every column.
    pub fn new(schema: &str, name: &str, columns: Vec<Column>) -> TableHead {
        let cells = (0..columns.len() as u16).collect();
        let (schema, name) = (schema.to_owned(), name.to_owned());
        TableHead { schema, name, columns: Some(columns), cells, ..TableHead::default() }
    }

    /// Returns the columns of a row's values, in their order.
    pub(super) fn cell_columns(&self) -> Vec<Column> {
        let columns = self.columns.as_deref().unwrap_or_default();
        self.cells.iter().map(|place| columns[usize::from(*place)].clone()).collect()
    }

    /// Reads the names and the number of columns; `None` as the number for a NULL table. The number
    /// of columns is limited.
    pub(super) fn read_names(cursor: &mut Cursor<'_>) -> Result<(TableHead, Option<u16>), Stop> {
        let (database, schema, name) = (cursor.b_varchar()?, cursor.b_varchar()?, cursor.b_varchar()?);
        let count = match cursor.u16()? {
            NULL_TABLE => None,
            count if count > COLUMNS_MAX => {
                return Err(ProtocolError::too_long(PLACE, count.into(), COLUMNS_MAX.into()).into());
            }
            count => Some(count),
        };
        let columns = count.map(|_| Vec::new());
        Ok((TableHead { database, schema, name, columns, ..TableHead::default() }, count))
    }

    /// Reads one piece of metadata after the columns: the order of the rows, the order of the
    /// values, or the end. Another token is invalid.
    pub(super) fn read_extra(cursor: &mut Cursor<'_>) -> Result<Extra, Stop> {
        let token = cursor.u8()?;
        if token == END {
            return Ok(Extra::End);
        }
        if token != ORDER_UNIQUE && token != COLUMN_ORDERING {
            return Err(ProtocolError::invalid(PLACE, token.into()).into());
        }
        let count = cursor.u16()?;
        if count > COLUMNS_MAX {
            return Err(ProtocolError::too_long(PLACE, count.into(), COLUMNS_MAX.into()).into());
        }
        Ok(if token == ORDER_UNIQUE {
            Extra::Order((0..count).map(|_| Ok((cursor.u16()?, cursor.u8()?))).collect::<Result<_, Stop>>()?)
        } else {
            Extra::Cells((0..count).map(|_| cursor.u16()).collect::<Result<_, Stop>>()?)
        })
    }

    /// Sets [`TableHead::cells`] from the column order that was sent, or from the columns if none
    /// was. Every column must occur once, and the columns of the row order must exist. Columns that
    /// take their default have no value.
    pub(super) fn settle(&mut self, ordinals: Option<Vec<u16>>) -> Result<(), ProtocolError> {
        let columns = self.columns.as_deref().unwrap_or_default();
        let count = columns.len() as u16;
        let ordinals = ordinals.unwrap_or_else(|| (1..=count).collect());
        let mut seen = vec![false; columns.len()];
        for ordinal in &ordinals {
            let place = usize::from(*ordinal).checked_sub(1);
            match place.and_then(|place| seen.get_mut(place)) {
                Some(is_seen) if !*is_seen => *is_seen = true,
                _ => return Err(ProtocolError::invalid("the order of a table's columns", (*ordinal).into())),
            }
        }
        if ordinals.len() != columns.len() {
            return Err(ProtocolError::invalid("the order of a table's columns", ordinals.len() as u64));
        }
        if let Some((ordinal, _)) = self.order.iter().find(|(ordinal, _)| *ordinal == 0 || *ordinal > count) {
            return Err(ProtocolError::invalid("the order of a table's rows", (*ordinal).into()));
        }
        let places = ordinals.into_iter().map(|ordinal| ordinal - 1);
        self.cells = places.filter(|place| !columns[usize::from(*place)].flags.has(ColumnFlags::DEFAULT)).collect();
        Ok(())
    }

    /// Returns whether rows have a value for each column without default, in column order.
    fn is_plain(&self, columns: &[Column]) -> bool {
        let with_values =
            (0..columns.len() as u16).filter(|place| !columns[usize::from(*place)].flags.has(ColumnFlags::DEFAULT));
        self.cells.iter().copied().eq(with_values)
    }
}

/// Reads the byte before a row or at the end of the rows. Returns true for a row.
pub(super) fn read_row_token(cursor: &mut Cursor<'_>) -> Result<bool, Stop> {
    match cursor.u8()? {
        ROW => Ok(true),
        END => Ok(false),
        other => Err(ProtocolError::invalid(PLACE, other.into()).into()),
    }
}

/// Writes a table with its rows, starting with its type byte. Each row has a value for each of
/// [`TableHead::cells`]. A NULL table has no columns and no rows.
///
/// # Errors
/// A value doesn't match its column's type, which is a bug of the caller. Part of the table may
/// have been written; the caller must abandon the message.
pub fn write_table(head: &TableHead, rows: &[Vec<Value>], out: &mut impl Put) -> Result<(), NoMatch> {
    out.u8(TABLE);
    out.b_varchar(&head.database);
    out.b_varchar(&head.schema);
    out.b_varchar(&head.name);
    let Some(columns) = &head.columns else {
        out.u16(NULL_TABLE);
        out.put(&[END, END]);
        return Ok(());
    };
    out.u16(columns.len() as u16);
    for column in columns {
        column.write(TableForm::None, out);
    }
    if !head.order.is_empty() {
        out.u8(ORDER_UNIQUE);
        out.u16(head.order.len() as u16);
        for (column, flags) in &head.order {
            out.u16(*column);
            out.u8(*flags);
        }
    }
    if !head.is_plain(columns) {
        // All columns are listed; those without values come last.
        let without = (0..columns.len() as u16).filter(|place| !head.cells.contains(place));
        out.u8(COLUMN_ORDERING);
        out.u16(columns.len() as u16);
        head.cells.iter().copied().chain(without).for_each(|place| out.u16(place + 1));
    }
    out.u8(END);
    for row in rows {
        out.u8(ROW);
        for (place, value) in head.cells.iter().zip(row) {
            write_value(&columns[usize::from(*place)].info, ValuePosition::Parameter, value, out)?;
        }
    }
    out.u8(END);
    Ok(())
}

const NULL_TABLE: u16 = 0xFFFF;
const COLUMNS_MAX: u16 = 1024;
const END: u8 = 0x00;
const ROW: u8 = 0x01;
const ORDER_UNIQUE: u8 = 0x10;
const COLUMN_ORDERING: u8 = 0x11;
const PLACE: &str = "a table-valued parameter";
