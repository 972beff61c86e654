//! Writes the rows of a data file.

use crate::encoding::Encoding;
use crate::host_type::HostType;
use crate::layout::{Field, Layout};
use crate::{native, text};
use sluice_types::{CodePage, CollationId, DataType, SqlError, Value};
use std::fmt;
use std::io::{self, Write};

/// A writer of a data file. Every row is one write.
pub struct RowWriter<W> {
    to: W,
    fields: Vec<(Field, Encoding)>,
    types: Vec<DataType>,
    /// The current row.
    row: Vec<u8>,
    has_begun: bool,
}

/// The reason why a row couldn't be written.
#[derive(Debug)]
pub enum WriteError {
    /// The file can't be written.
    File(io::Error),
    /// The value can't be written in the field.
    Value(SqlError),
}

impl<W: Write> RowWriter<W> {
    /// Returns a writer to `to`. `types` has the type of each column of the rows. Text without a
    /// collation of its own is in `page`, or in the column's code page if `page` is `None`. Writes
    /// nothing yet.
    pub fn new(to: W, layout: &Layout, types: &[DataType], page: Option<CodePage>) -> RowWriter<W> {
        let fields = layout.fields.iter().map(|field| {
            let own = CollationId::named(&field.collation).map(|collation| collation.rules().code_page);
            let column = (field.column as usize).checked_sub(1).and_then(|place| types.get(place));
            let page = own.or(page).or_else(|| column?.code_page()).unwrap_or_default();
            let encoding = if field.host == HostType::NChar { Encoding::Wide } else { Encoding::Page(page) };
            (field.clone(), encoding)
        });
        RowWriter { to, fields: fields.collect(), types: types.to_vec(), row: Vec::new(), has_begun: false }
    }

    /// Writes a row with a value for each column. A wide file in character format begins with a
    /// byte order mark, written with the first row. A field without a column gets NULL. Text may be
    /// longer than the field's length, which isn't checked.
    ///
    /// # Errors
    /// The file can't be written, or a value can't be converted to its field's native type. Such a
    /// row isn't written.
    pub fn write(&mut self, values: &[Value]) -> Result<(), WriteError> {
        self.row.clear();
        let is_wide = self.fields.first().is_some_and(|(field, _)| field.host == HostType::NChar && field.prefix == 0);
        if is_wide && !std::mem::replace(&mut self.has_begun, true) {
            self.row.extend_from_slice(&[0xFF, 0xFE]);
        }
        for (field, encoding) in &self.fields {
            let place = (field.column as usize).checked_sub(1);
            let column = place.and_then(|place| Some((values.get(place)?, *self.types.get(place)?)));
            let (value, data_type) = column.unwrap_or((&Value::Null, DataType::OF_NULL));
            put(field, *encoding, (value, data_type), &mut self.row).map_err(WriteError::Value)?;
        }
        self.to.write_all(&self.row).map_err(WriteError::File)
    }

    /// Flushes the file and returns it.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.to.flush()?;
        Ok(self.to)
    }
}

fn put(
    field: &Field,
    encoding: Encoding,
    (value, data_type): (&Value, DataType),
    row: &mut Vec<u8>,
) -> Result<(), SqlError> {
    let prefix = usize::from(field.prefix.min(8));
    let begin = row.len();
    if value.is_null() {
        row.resize(begin + prefix, u8::MAX);
        let width = if field.host.is_text() { field.length as usize } else { field.host.width(data_type).unwrap_or(0) };
        if prefix == 0 && field.terminator.is_empty() {
            row.resize(begin + width, if field.host.is_text() { b' ' } else { 0 });
        }
        row.extend_from_slice(&field.terminator);
        return Ok(());
    }
    row.resize(begin + prefix, 0);
    let content = row.len();
    let is_fixed = prefix == 0 && field.terminator.is_empty();
    match field.host {
        HostType::Char | HostType::NChar => {
            let text = text::written(value, data_type);
            // A NUL character stands for an empty text where an empty field is NULL.
            let text = if (prefix > 0 || is_fixed) && text == "\0" { "" } else { text.as_str() };
            row.extend_from_slice(&encoding.bytes(text));
            if is_fixed {
                let blank = encoding.bytes(" ");
                while row.len() + blank.len() <= content + field.length as usize {
                    row.extend_from_slice(&blank);
                }
            }
        }
        host => {
            let native = native_type(host, data_type);
            let converted = sluice_types::convert(value, &data_type, &native)?;
            native::write(&converted, native, row);
        }
    }
    let length = (row.len() - content) as u64;
    row[begin..content].copy_from_slice(&length.to_le_bytes()[..prefix]);
    row.extend_from_slice(&field.terminator);
    Ok(())
}

/// Returns the type whose native form the field has.
fn native_type(host: HostType, column: DataType) -> DataType {
    let same = |native: DataType| if HostType::native(column) == Some(host) { column } else { native };
    match host {
        HostType::Native(native) => native,
        HostType::Decimal | HostType::Numeric if matches!(column, DataType::Decimal { .. }) => column,
        HostType::Decimal | HostType::Numeric => DataType::decimal(38, 0),
        HostType::Time => same(DataType::Time(7)),
        HostType::DateTime2 => same(DataType::DateTime2(7)),
        HostType::DateTimeOffset => same(DataType::DateTimeOffset(7)),
        HostType::Char | HostType::NChar | HostType::Binary => same(DataType::VarBinary(sluice_types::Length::Max)),
    }
}

impl<W> fmt::Debug for RowWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a data file with {} fields", self.fields.len())
    }
}
