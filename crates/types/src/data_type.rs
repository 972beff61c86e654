//! The types of columns, variables and expressions.

use crate::code_page::CodePage;
use std::hash::{Hash, Hasher};

/// The length of a string type: in UTF-16 units for nchar and nvarchar, otherwise in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Length {
    /// 1 to 8,000 (char, varchar, binary, varbinary) or 4,000 (nchar, nvarchar).
    Limited(u16),
    /// `max`: up to 2 GB.
    Max,
    /// The types text, ntext and image: up to 2 GB. Their values are those of the `max` types.
    /// They differ in name, precedence, permitted operations and form on the wire.
    Lob,
}

/// The two names of the exact type with precision and scale. Both names are the same type and
/// compare equal.
#[derive(Clone, Copy, Debug)]
pub enum DecimalName {
    /// `decimal`, `dec`.
    Decimal,
    /// `numeric`, also the name of constants with digits after a point.
    Numeric,
}

impl PartialEq for DecimalName {
    fn eq(&self, _: &DecimalName) -> bool {
        true
    }
}

impl Eq for DecimalName {}

impl Hash for DecimalName {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A type with all its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataType {
    /// 0 or 1.
    Bit,
    /// 0 to 255.
    TinyInt,
    /// 2 bytes, signed.
    SmallInt,
    /// 4 bytes, signed.
    Int,
    /// 8 bytes, signed.
    BigInt,
    /// `decimal(precision, scale)`, also called numeric.
    Decimal {
        /// Total digits, 1 to 38.
        precision: u8,
        /// Digits after the point, 0 to `precision`.
        scale: u8,
        /// The name in the declaration.
        name: DecimalName,
    },
    /// `float(53)`: IEEE double.
    Float,
    /// `float(24)`: IEEE single.
    Real,
    /// 8 bytes of ten-thousandths.
    Money,
    /// 4 bytes of ten-thousandths.
    SmallMoney,
    /// A day from 0001-01-01 to 9999-12-31.
    Date,
    /// A time of the day with 0 to 7 fractional digits.
    Time(u8),
    /// A day from 1900-01-01 to 2079-06-06 with a time in minutes.
    SmallDateTime,
    /// A day from 1753-01-01 with a time in 1/300 seconds.
    DateTime,
    /// A day with a time of 0 to 7 fractional digits.
    DateTime2(u8),
    /// A string in a code page, padded with blanks. [`DataType::char`] uses the default code page.
    Char(u16, CodePage),
    /// A string in a code page. [`DataType::varchar`] uses the default code page.
    VarChar(Length, CodePage),
    /// A UTF-16 string, padded with blanks.
    NChar(u16),
    /// A UTF-16 string.
    NVarChar(Length),
    /// Bytes, padded with zeros.
    Binary(u16),
    /// Bytes.
    VarBinary(Length),
    /// 8 bytes that the database assigns to a row at every change: rowversion, also called
    /// timestamp.
    RowVersion,
    /// 16 bytes, a GUID.
    UniqueIdentifier,
    /// A day with a time of 0 to 7 fractional digits, and the offset from UTC.
    DateTimeOffset(u8),
    /// A document or fragment of XML.
    Xml,
    /// A JSON value.
    Json,
    /// A value of another type (without `max` types), stored with that type.
    SqlVariant,
}

impl DataType {
    /// The type of names in system tables.
    pub const SYSNAME: DataType = DataType::NVarChar(Length::Limited(128));
    /// The type of an untyped NULL if the context gives no type.
    pub const OF_NULL: DataType = DataType::Int;
    /// The maximum limited length of char, varchar, binary and varbinary.
    pub const CHAR_MAX: u16 = 8000;
    /// The maximum limited length of nchar and nvarchar.
    pub const NCHAR_MAX: u16 = 4000;
    /// The number of bytes of a rowversion.
    pub const ROWVERSION_BYTES: u16 = 8;
    /// text in the default collation's code page.
    pub const TEXT: DataType = DataType::varchar(Length::Lob);
    /// ntext.
    pub const NTEXT: DataType = DataType::NVarChar(Length::Lob);
    /// image.
    pub const IMAGE: DataType = DataType::VarBinary(Length::Lob);

    /// Returns char(`length`) in the default collation's code page.
    pub const fn char(length: u16) -> DataType {
        DataType::Char(length, CodePage::DEFAULT)
    }

    /// Returns varchar(`length`) in the default collation's code page.
    pub const fn varchar(length: Length) -> DataType {
        DataType::VarChar(length, CodePage::DEFAULT)
    }

    /// Returns the code page of char and varchar, or `None` for other types.
    pub const fn code_page(&self) -> Option<CodePage> {
        match self {
            DataType::Char(_, page) | DataType::VarChar(_, page) => Some(*page),
            _ => None,
        }
    }

    /// Returns char and varchar with another code page. Other types are unchanged.
    pub const fn in_code_page(self, page: CodePage) -> DataType {
        match self {
            DataType::Char(length, _) => DataType::Char(length, page),
            DataType::VarChar(length, _) => DataType::VarChar(length, page),
            other => other,
        }
    }

    /// Returns the type that holds every text of this type in another code page. It is longer if
    /// characters have more bytes there. A fixed length becomes a variable one then.
    pub fn converted_to(self, page: CodePage) -> DataType {
        match self {
            DataType::Char(length, old) | DataType::VarChar(Length::Limited(length), old)
                if page.bytes_max() > old.bytes_max() =>
            {
                // Characters of one or two bytes are in the basic multilingual plane and need at
                // most three bytes in UTF-8.
                let most = page.bytes_max().min(3) as u16;
                let length = length.saturating_mul(most).min(DataType::CHAR_MAX);
                DataType::VarChar(Length::Limited(length), page)
            }
            other => other.in_code_page(page),
        }
    }

    /// Returns `decimal(precision, scale)`.
    pub const fn decimal(precision: u8, scale: u8) -> DataType {
        DataType::Decimal { precision, scale, name: DecimalName::Decimal }
    }

    /// Returns `numeric(precision, scale)`.
    pub const fn numeric(precision: u8, scale: u8) -> DataType {
        DataType::Decimal { precision, scale, name: DecimalName::Numeric }
    }

    /// Whether the type was declared as `numeric`.
    pub const fn is_named_numeric(&self) -> bool {
        matches!(self, DataType::Decimal { name: DecimalName::Numeric, .. })
    }

    /// Whether the type is decimal or numeric.
    pub const fn is_decimal(&self) -> bool {
        matches!(self, DataType::Decimal { .. })
    }

    /// Returns the type of a result of `operands`: a decimal is named `numeric` if an operand is.
    /// Other types are unchanged.
    pub fn named_like(self, operands: &[DataType]) -> DataType {
        match self {
            DataType::Decimal { precision, scale, .. } if operands.iter().any(DataType::is_named_numeric) => {
                DataType::numeric(precision, scale)
            }
            DataType::Decimal { precision, scale, .. } => DataType::decimal(precision, scale),
            other => other,
        }
    }

    /// Whether the type is bit, tinyint, smallint, int or bigint.
    pub const fn is_integer(&self) -> bool {
        matches!(self, DataType::Bit | DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt)
    }

    /// Whether the type is an integer, decimal, money, smallmoney, float or real.
    pub const fn is_numeric(&self) -> bool {
        self.is_integer()
            || self.is_money()
            || matches!(self, DataType::Decimal { .. } | DataType::Float | DataType::Real)
    }

    /// Whether the type is money or smallmoney.
    pub const fn is_money(&self) -> bool {
        matches!(self, DataType::Money | DataType::SmallMoney)
    }

    /// Whether the type is char, varchar, nchar, nvarchar, text or ntext.
    pub const fn is_string(&self) -> bool {
        matches!(self, DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_))
    }

    /// Whether the type is binary, varbinary, image or rowversion: the types whose values are
    /// bytes.
    pub const fn is_binary(&self) -> bool {
        matches!(self, DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion)
    }

    /// Whether the type is nchar, nvarchar or ntext.
    pub const fn is_unicode(&self) -> bool {
        matches!(self, DataType::NChar(_) | DataType::NVarChar(_))
    }

    /// Whether the type is date, time, smalldatetime, datetime, datetime2 or datetimeoffset.
    pub const fn is_date_time(&self) -> bool {
        self.is_modern_date_time() || matches!(self, DataType::DateTime | DataType::SmallDateTime)
    }

    /// Whether the type is date, time, datetime2 or datetimeoffset: the types that numbers don't
    /// convert to and that can't be added.
    pub const fn is_modern_date_time(&self) -> bool {
        matches!(self, DataType::Date | DataType::Time(_) | DataType::DateTime2(_) | DataType::DateTimeOffset(_))
    }

    /// Whether a sql_variant can hold values of the type.
    pub fn fits_variant(&self) -> bool {
        !self.is_max() && !matches!(self, DataType::Xml | DataType::Json | DataType::SqlVariant | DataType::RowVersion)
    }

    /// Returns the type used in rows: the type itself, except for xml and json (their text),
    /// rowversion (bytes), and text, ntext and image (the `max` types). Lengths and code pages
    /// stay.
    pub const fn stored(self) -> DataType {
        match self {
            DataType::VarChar(Length::Lob, page) => DataType::VarChar(Length::Max, page),
            DataType::NVarChar(Length::Lob) => DataType::NVarChar(Length::Max),
            DataType::VarBinary(Length::Lob) => DataType::VarBinary(Length::Max),
            DataType::Xml => DataType::NVarChar(Length::Max),
            DataType::Json => DataType::VarChar(Length::Max, CodePage::Utf8),
            DataType::RowVersion => DataType::Binary(DataType::ROWVERSION_BYTES),
            other => other,
        }
    }

    /// Returns the type for sums and arithmetic functions: the narrow types of a family are
    /// widened. Other types are unchanged.
    pub const fn promoted(self) -> DataType {
        match self {
            DataType::TinyInt | DataType::SmallInt => DataType::Int,
            DataType::SmallMoney => DataType::Money,
            DataType::Real => DataType::Float,
            other => other,
        }
    }

    /// Returns the digits of a second's fraction of a type declared with them. `None` for other
    /// types.
    pub const fn fraction(&self) -> Option<u8> {
        match self {
            DataType::Time(digits) | DataType::DateTime2(digits) | DataType::DateTimeOffset(digits) => Some(*digits),
            _ => None,
        }
    }

    /// Returns a type declared with the digits of a second's fraction with other digits. Other
    /// types are unchanged.
    pub const fn with_fraction(self, digits: u8) -> DataType {
        match self {
            DataType::Time(_) => DataType::Time(digits),
            DataType::DateTime2(_) => DataType::DateTime2(digits),
            DataType::DateTimeOffset(_) => DataType::DateTimeOffset(digits),
            other => other,
        }
    }

    /// Returns the bytes per unit of length: 2 for nchar and nvarchar, otherwise 1.
    pub const fn unit_bytes(&self) -> usize {
        if self.is_unicode() { 2 } else { 1 }
    }

    /// Returns the number of bytes of `text` as a value of a string type.
    pub fn text_bytes(&self, text: &str) -> usize {
        match self.code_page() {
            Some(page) => page.bytes_len(text),
            None if text.is_ascii() => 2 * text.len(),
            None => 2 * text.chars().map(char::len_utf16).sum::<usize>(),
        }
    }

    /// Returns the length of a string or binary type, or `None` for other types. text, ntext and
    /// image have the length of the `max` types.
    pub const fn length(&self) -> Option<Length> {
        match self {
            _ if self.is_lob() => Some(Length::Max),
            DataType::Char(n, _) | DataType::NChar(n) | DataType::Binary(n) => Some(Length::Limited(*n)),
            DataType::RowVersion => Some(Length::Limited(DataType::ROWVERSION_BYTES)),
            DataType::VarChar(length, _) | DataType::NVarChar(length) | DataType::VarBinary(length) => Some(*length),
            _ => None,
        }
    }

    /// Whether the type is a `max` type, text, ntext or image.
    pub fn is_max(&self) -> bool {
        self.length() == Some(Length::Max)
    }

    /// Whether the type is text, ntext or image.
    pub const fn is_lob(&self) -> bool {
        matches!(
            self,
            DataType::VarChar(Length::Lob, _) | DataType::NVarChar(Length::Lob) | DataType::VarBinary(Length::Lob)
        )
    }

    /// Whether the type is xml or json.
    pub const fn is_document(&self) -> bool {
        matches!(self, DataType::Xml | DataType::Json)
    }

    /// Whether values of the type can be compared and sorted.
    pub const fn is_comparable(&self) -> bool {
        !self.is_lob() && !self.is_document()
    }

    /// Whether values of the type take the same number of bytes in every row.
    pub const fn is_fixed_length(&self) -> bool {
        !matches!(
            self,
            DataType::VarChar(..)
                | DataType::NVarChar(_)
                | DataType::VarBinary(_)
                | DataType::Xml
                | DataType::Json
                | DataType::SqlVariant
        )
    }
}
