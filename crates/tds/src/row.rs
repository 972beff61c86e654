//! Rows in two forms: ROW (MS-TDS 2.2.7.20) has all values, NBCROW (2.2.7.15) has a NULL bitmap and
//! the other values.

use crate::column::Column;
use crate::cursor::Stop;
use crate::error::ProtocolError;
use crate::input::Input;
use crate::put::Put;
use crate::value::{CellReader, NoMatch, ValuePosition, is_long, short, write_value};
use sluice_types::{LongStore, Value};
use std::sync::Arc;

/// The token of a row with all its values.
pub const ROW: u8 = 0xD1;
/// The token of a row that begins with a NULL bitmap.
pub const NBC_ROW: u8 = 0xD2;

/// Writes a row of a result, in the shorter of the two forms. `values` has a value for each column.
///
/// # Errors
/// A value doesn't match its column's type, which is a bug of the caller. Part of the row may have
/// been written; the connection is lost.
pub fn write_row(columns: &[Column], values: &[Value], out: &mut impl Put) -> Result<(), NoMatch> {
    debug_assert_eq!(columns.len(), values.len(), "a value for each column");
    let is_short = begin_row(values, Value::is_null, out);
    for (column, value) in columns.iter().zip(values) {
        if !(is_short && value.is_null()) {
            write_value(&column.info, ValuePosition::Row, value, out)?;
        }
    }
    Ok(())
}

/// Writes the front of a row of `cells`. Returns whether it has a NULL bitmap, so that NULLs are
/// not written. The bitmap is used if it is shorter than the NULLs, and the version has it.
#[inline]
pub(crate) fn begin_row<C>(cells: &[C], is_null: impl Fn(&C) -> bool, out: &mut impl Put) -> bool {
    let nulls = cells.iter().filter(|cell| is_null(cell)).count();
    // A NULL takes at least one byte.
    let is_short = nulls > cells.len().div_ceil(8) && out.version().has_null_bitmap();
    out.u8(if is_short { NBC_ROW } else { ROW });
    if is_short {
        for eight in cells.chunks(8) {
            let bits = eight.iter().enumerate().map(|(place, cell)| u8::from(is_null(cell)) << place);
            out.u8(bits.sum());
        }
    }
    is_short
}

/// Reads rows as their values arrive. A row that has begun goes on with the next bytes; the values
/// read are kept.
#[derive(Debug, Default)]
pub(crate) struct RowReader {
    cell: CellReader,
    values: Vec<Value>,
    nulls: Vec<u8>,
    has_nulls: bool,
}

impl RowReader {
    /// Returns a reader for values of at most `value_max` bytes. A longer value is an error of the
    /// row.
    pub(crate) fn new(value_max: u64) -> RowReader {
        RowReader { cell: CellReader::new(value_max), ..RowReader::default() }
    }

    /// Makes the reader write long values to `store`. Without a store they are read into memory.
    pub(crate) fn with_store(self, store: Option<Arc<dyn LongStore>>) -> RowReader {
        RowReader { cell: self.cell.with_store(store), ..self }
    }

    /// Returns the reader of the row's values.
    pub(crate) fn cell(&mut self) -> &mut CellReader {
        &mut self.cell
    }

    /// Begins a row and drops the one before. `has_nulls` says whether a NULL bitmap comes first.
    pub(crate) fn begin(&mut self, has_nulls: bool) {
        self.values.clear();
        self.nulls.clear();
        self.has_nulls = has_nulls;
    }

    /// Takes the values of the complete row.
    pub(crate) fn take(&mut self) -> Vec<Value> {
        let room = self.values.len();
        std::mem::replace(&mut self.values, Vec::with_capacity(room))
    }

    /// Returns whether the row is complete. The values are then in `values`. Bytes that were read
    /// are not read again.
    ///
    /// # Errors
    /// A value doesn't match its column's type.
    pub(crate) fn read(
        &mut self,
        columns: &[Column],
        place: ValuePosition,
        input: &mut Input,
    ) -> Result<bool, ProtocolError> {
        if self.has_nulls && self.nulls.is_empty() && !columns.is_empty() {
            let count = columns.len().div_ceil(8);
            let nulls = &mut self.nulls;
            let bits = input.take("a row", |cursor| {
                nulls.extend_from_slice(cursor.bytes(count)?);
                Ok(())
            })?;
            if bits.is_none() {
                return Ok(false);
            }
        }
        while let Some(column) = columns.get(self.values.len()) {
            let before = self.values.len();
            self.read_short(columns, input)?;
            if self.values.len() == before {
                let Some(value) = self.cell.value(&column.info, place, input)? else { return Ok(false) };
                self.values.push(value);
            }
        }
        Ok(true)
    }

    /// Reads all of the next values that are short and complete.
    fn read_short(&mut self, columns: &[Column], input: &mut Input) -> Result<(), ProtocolError> {
        if !self.cell.is_between() {
            return Ok(());
        }
        let RowReader { values, nulls, has_nulls, .. } = self;
        let read = input.take("a row", |cursor| {
            for column in &columns[values.len()..] {
                let at = values.len();
                if *has_nulls && nulls[at / 8] >> (at % 8) & 1 == 1 {
                    values.push(Value::Null);
                    continue;
                }
                if is_long(column.info.form) {
                    break;
                }
                let mut behind = *cursor;
                match short(&column.info, &mut behind) {
                    Ok(value) => values.push(value),
                    Err(Stop::Missing) => break,
                    Err(wrong) => return Err(wrong),
                }
                *cursor = behind;
            }
            Ok(())
        });
        read.map(|_| ())
    }

    /// Returns the values of the last complete row.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }
}
