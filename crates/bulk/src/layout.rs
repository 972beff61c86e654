//! The fields of a data file's rows.

use crate::host_type::{HostType, prefix_length, text_length};
use crate::terminator::widened;
use sluice_types::{DataType, SqlError};

/// A field of each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The type in the file.
    pub host: HostType,
    /// The number of bytes of the length before the field: 0, 1, 2, 4 or 8.
    pub prefix: u8,
    /// The number of bytes at most. The exact length of text without prefix and terminator.
    pub length: u32,
    /// The bytes after the field; may be empty.
    pub terminator: Vec<u8>,
    /// The number of the table's column, from 1; 0 for a field that isn't loaded.
    pub column: u32,
    /// The column's name.
    pub name: String,
    /// The collation of text; empty for none.
    pub collation: String,
    /// The column's type and nullability in the format file, if it has them.
    pub declared: Option<(DataType, bool)>,
}

/// The fields of the rows, in the file's order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The fields; at least one.
    pub fields: Vec<Field>,
}

/// The properties of a column that determine its field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaidColumn {
    /// The name.
    pub name: String,
    /// The type.
    pub data_type: DataType,
    /// Whether the column allows NULL.
    pub nullable: bool,
    /// The collation of the field's text, for a format file. Empty for the file's code page.
    pub collation: String,
}

impl Layout {
    /// Returns the layout of a file in character format: each field is text up to its terminator.
    /// The last field ends with `row`. `wide` is UTF-16, whose terminators are widened.
    pub fn character(columns: &[LaidColumn], field: &[u8], row: &[u8], wide: bool) -> Layout {
        let last = columns.len().saturating_sub(1);
        let made = columns.iter().enumerate().map(|(place, column)| {
            let terminator = if place == last { row } else { field };
            let (host, terminator, units) = match wide {
                true => (HostType::NChar, widened(terminator), 2),
                false => (HostType::Char, terminator.to_vec(), 1),
            };
            let text = text_length(column.data_type);
            let length = if column.data_type.is_unicode() { text } else { text * units };
            Field { host, prefix: 0, length, terminator, ..Field::for_column(place, column) }
        });
        Layout { fields: made.collect() }
    }

    /// Returns the layout of a file in native format: each field has its prefix. In the wide form
    /// all text is UTF-16. Fails with 40517 for a column whose type has no native form here. There
    /// are no terminators.
    pub fn native(columns: &[LaidColumn], wide: bool) -> Result<Layout, SqlError> {
        let made = columns.iter().enumerate().map(|(place, column)| {
            let host = HostType::native(column.data_type)
                .ok_or_else(|| SqlError::unsupported_option("sql_variant in a native data file"))?;
            let host = if wide && host == HostType::Char { HostType::NChar } else { host };
            let text = text_length(column.data_type);
            let length = match host.width(column.data_type) {
                Some(width) => width as u32,
                None if host == HostType::Binary => text / 2,
                None if host == HostType::NChar && !column.data_type.is_unicode() => 2 * text,
                None => text,
            };
            let prefix = prefix_length(column.data_type, column.nullable);
            Ok(Field { host, prefix, length, ..Field::for_column(place, column) })
        });
        Ok(Layout { fields: made.collect::<Result<_, SqlError>>()? })
    }
}

impl Field {
    fn for_column(place: usize, column: &LaidColumn) -> Field {
        Field {
            host: HostType::Char,
            prefix: 0,
            length: 0,
            terminator: Vec::new(),
            column: place as u32 + 1,
            name: column.name.clone(),
            collation: column.collation.clone(),
            declared: Some((column.data_type, column.nullable)),
        }
    }
}
