//! Types of fields in data files
//! (`relational-databases/import-export/specify-file-storage-type-by-using-bcp-sql-server.md`).

use sluice_types::{DataType, Length};

/// The type of a field in a data file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostType {
    /// Text in a code page.
    Char,
    /// Text in UTF-16.
    NChar,
    /// Bytes.
    Binary,
    /// A value in the native form of the type, which has no parameters.
    Native(DataType),
    /// decimal: precision, scale, sign and 16 bytes.
    Decimal,
    /// The same as decimal.
    Numeric,
    /// time with the column's scale.
    Time,
    /// datetime2 with the column's scale.
    DateTime2,
    /// datetimeoffset with the column's scale.
    DateTimeOffset,
}

impl HostType {
    /// Returns the native type of a column. Returns `None` for sql_variant, whose native form isn't
    /// supported. xml is text in UTF-16; types of fixed length are native themselves.
    pub fn native(data_type: DataType) -> Option<HostType> {
        Some(match data_type {
            DataType::Char(..) | DataType::VarChar(..) => HostType::Char,
            DataType::NChar(_) | DataType::NVarChar(_) | DataType::Xml => HostType::NChar,
            DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion => HostType::Binary,
            DataType::Decimal { .. } if data_type.is_named_numeric() => HostType::Numeric,
            DataType::Decimal { .. } => HostType::Decimal,
            DataType::Time(_) => HostType::Time,
            DataType::DateTime2(_) => HostType::DateTime2,
            DataType::DateTimeOffset(_) => HostType::DateTimeOffset,
            DataType::SqlVariant => return None,
            other => HostType::Native(other),
        })
    }

    /// Returns the type with this name in a format file. Compared without case; `None` for another
    /// name.
    pub fn named(name: &str) -> Option<HostType> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let plain = PLAIN.iter().find(|(known, _)| is(known)).map(|(_, data_type)| HostType::Native(*data_type));
        plain.or_else(|| NAMES.iter().find(|(known, _)| is(known)).map(|(_, host)| *host))
    }

    /// Returns the name in a format file: the first of several. A native type without a name is
    /// `SQLVARIANT`.
    pub fn name(self) -> &'static str {
        let plain = PLAIN.iter().find(|(_, data_type)| self == HostType::Native(*data_type)).map(|(name, _)| *name);
        plain.or_else(|| NAMES.iter().find(|(_, host)| *host == self).map(|(name, _)| *name)).unwrap_or("SQLVARIANT")
    }

    /// Whether the field is text.
    pub fn is_text(self) -> bool {
        matches!(self, HostType::Char | HostType::NChar)
    }

    /// Returns the number of bytes of a native value of a column of `data_type`, or `None` if it
    /// varies. time types vary by their scale only; a decimal is always 19.
    pub fn width(self, data_type: DataType) -> Option<usize> {
        Some(match self {
            HostType::Char | HostType::NChar | HostType::Binary => return None,
            HostType::Native(native) => match native {
                DataType::Bit | DataType::TinyInt => 1,
                DataType::SmallInt => 2,
                DataType::Date => 3,
                DataType::Int | DataType::Real | DataType::SmallMoney | DataType::SmallDateTime => 4,
                DataType::UniqueIdentifier => 16,
                _ => 8,
            },
            HostType::Decimal | HostType::Numeric => 19,
            HostType::Time => time_bytes(data_type),
            HostType::DateTime2 => time_bytes(data_type) + 3,
            HostType::DateTimeOffset => time_bytes(data_type) + 5,
        })
    }
}

/// Returns the number of bytes of the time in a value of a type with a scale.
pub(crate) fn time_bytes(data_type: DataType) -> usize {
    match data_type.fraction().unwrap_or(7) {
        0..=2 => 3,
        3..=4 => 4,
        _ => 5,
    }
}

/// Returns the length of the prefix that bcp writes before a field
/// (`specify-prefix-length-in-data-files-by-using-bcp-sql-server.md`). 0 only for NOT NULL columns
/// of fixed length.
pub fn prefix_length(data_type: DataType, nullable: bool) -> u8 {
    match data_type {
        _ if data_type.is_lob() => 4,
        DataType::Xml | DataType::SqlVariant => 8,
        DataType::VarChar(Length::Max, _) | DataType::NVarChar(Length::Max) | DataType::VarBinary(Length::Max) => 8,
        DataType::RowVersion | DataType::Decimal { .. } | DataType::UniqueIdentifier => 1,
        _ if data_type.is_string() || data_type.is_binary() => 2,
        _ => nullable.into(),
    }
}

/// Returns the number of bytes that a value has at most as text, and 0 for a type without a limit
/// (`relational-databases/import-export/specify-field-length-by-using-bcp-sql-server.md`). Text
/// counts the bytes of the characters, and binary two digits a byte.
pub fn text_length(data_type: DataType) -> u32 {
    match data_type {
        DataType::Bit => 1,
        DataType::TinyInt => 5,
        DataType::SmallInt => 7,
        DataType::Int => 12,
        DataType::BigInt => 21,
        DataType::Float | DataType::Real | DataType::Money | DataType::SmallMoney => 30,
        DataType::Decimal { .. } => 41,
        DataType::DateTime | DataType::SmallDateTime => 24,
        DataType::Date => 11,
        DataType::Time(_) => 16,
        DataType::DateTime2(_) => 27,
        DataType::DateTimeOffset(_) => 34,
        DataType::UniqueIdentifier => 37,
        DataType::Xml => 0,
        DataType::SqlVariant => 8000,
        _ => match data_type.length() {
            Some(Length::Limited(length)) if data_type.is_binary() => 2 * u32::from(length),
            Some(Length::Limited(length)) => u32::from(length) * data_type.unit_bytes() as u32,
            _ => 0,
        },
    }
}

/// Native types whose name implies the type.
const PLAIN: [(&str, DataType); 12] = [
    ("SQLBIT", DataType::Bit),
    ("SQLTINYINT", DataType::TinyInt),
    ("SQLSMALLINT", DataType::SmallInt),
    ("SQLINT", DataType::Int),
    ("SQLBIGINT", DataType::BigInt),
    ("SQLFLT4", DataType::Real),
    ("SQLFLT8", DataType::Float),
    ("SQLMONEY", DataType::Money),
    ("SQLMONEY4", DataType::SmallMoney),
    ("SQLDATETIME", DataType::DateTime),
    ("SQLDATETIM4", DataType::SmallDateTime),
    ("SQLDATE", DataType::Date),
];
/// The other names; the first name of a type is written.
const NAMES: [(&str, HostType); 19] = [
    ("SQLCHAR", HostType::Char),
    ("SQLNCHAR", HostType::NChar),
    ("SQLBINARY", HostType::Binary),
    ("SQLUNIQUEID", HostType::Native(DataType::UniqueIdentifier)),
    ("SQLDECIMAL", HostType::Decimal),
    ("SQLNUMERIC", HostType::Numeric),
    ("SQLTIME", HostType::Time),
    ("SQLDATETIME2", HostType::DateTime2),
    ("SQLDATETIMEOFFSET", HostType::DateTimeOffset),
    ("SQLVARYCHAR", HostType::Char),
    ("SQLNVARCHAR", HostType::NChar),
    ("SQLVARYBIN", HostType::Binary),
    ("SQLTEXT", HostType::Char),
    ("SQLNTEXT", HostType::NChar),
    ("SQLIMAGE", HostType::Binary),
    ("CharLOB", HostType::Char),
    ("SQLVARCHAR", HostType::Char),
    ("SQLVARBINARY", HostType::Binary),
    ("SQLDATETIM8", HostType::Native(DataType::DateTime)),
];
