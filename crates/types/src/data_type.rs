//! The types of columns, variables and expressions.

use crate::code_page::CodePage;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The length of a string type, in UTF-16 units for nchar and nvarchar, in bytes for the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Length {
    /// 1 to 8,000 (char, varchar, binary, varbinary) or 4,000 (nchar, nvarchar).
    Limited(u16),
    /// `max`: up to 2 GB.
    Max,
}

/// The two names of the exact type with a precision and a scale. It is one type: two names compare as equal.
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
        /// Digits in all, 1 to 38.
        precision: u8,
        /// Digits after the point, 0 to `precision`.
        scale: u8,
        /// The name it was declared by.
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
    /// A day from 1753-01-01 on with a time in 1/300 seconds.
    DateTime,
    /// A day with a time of 0 to 7 fractional digits.
    DateTime2(u8),
    /// String of a code page, padded with blanks; [`DataType::char`] for the default one.
    Char(u16, CodePage),
    /// String of a code page; [`DataType::varchar`] for the default one.
    VarChar(Length, CodePage),
    /// UTF-16 string, padded with blanks.
    NChar(u16),
    /// UTF-16 string.
    NVarChar(Length),
    /// Bytes, padded with zeros.
    Binary(u16),
    /// Bytes.
    VarBinary(Length),
    /// 8 bytes that the database gives a row with every change: rowversion, also called timestamp.
    RowVersion,
    /// 16 bytes that are nobody else's.
    UniqueIdentifier,
    /// A day with a time of 0 to 7 fractional digits, and how far from UTC it is told.
    DateTimeOffset(u8),
    /// A document or fragment of XML.
    Xml,
    /// A value of any other type, but for the longest, with that type.
    SqlVariant,
}

impl DataType {
    /// The type of names in the system's tables.
    pub const SYSNAME: DataType = DataType::NVarChar(Length::Limited(128));
    /// The type of the untyped NULL where nothing else gives it one.
    pub const OF_NULL: DataType = DataType::Int;
    /// The longest limited string of single bytes, or of bytes.
    pub const CHAR_MAX: u16 = 8000;
    /// The longest limited string of UTF-16 units.
    pub const NCHAR_MAX: u16 = 4000;
    /// How many bytes a rowversion has.
    pub const ROWVERSION_BYTES: u16 = 8;

    /// char(`length`) of the default collation's code page.
    pub const fn char(length: u16) -> DataType {
        DataType::Char(length, CodePage::DEFAULT)
    }

    /// varchar(`length`) of the default collation's code page.
    pub const fn varchar(length: Length) -> DataType {
        DataType::VarChar(length, CodePage::DEFAULT)
    }

    /// The code page of char and varchar; `None` for the others.
    pub const fn code_page(&self) -> Option<CodePage> {
        match self {
            DataType::Char(_, page) | DataType::VarChar(_, page) => Some(*page),
            _ => None,
        }
    }

    /// The same type in another code page, if it is char or varchar; any other type is as it was.
    pub const fn in_code_page(self, page: CodePage) -> DataType {
        match self {
            DataType::Char(length, _) => DataType::Char(length, page),
            DataType::VarChar(length, _) => DataType::VarChar(length, page),
            other => other,
        }
    }

    /// The type that holds every text of this one in another code page: longer, where characters have more bytes there.
    pub fn converted_to(self, page: CodePage) -> DataType {
        match self {
            DataType::Char(length, old) | DataType::VarChar(Length::Limited(length), old)
                if page.bytes_max() > old.bytes_max() =>
            {
                // What one or two bytes say is within the basic plane, and has no more than three bytes in UTF-8.
                let most = page.bytes_max().min(3) as u16;
                let length = length.saturating_mul(most).min(DataType::CHAR_MAX);
                DataType::VarChar(Length::Limited(length), page)
            }
            other => other.in_code_page(page),
        }
    }

    /// `decimal(precision, scale)`.
    pub const fn decimal(precision: u8, scale: u8) -> DataType {
        DataType::Decimal { precision, scale, name: DecimalName::Decimal }
    }

    /// `numeric(precision, scale)`.
    pub const fn numeric(precision: u8, scale: u8) -> DataType {
        DataType::Decimal { precision, scale, name: DecimalName::Numeric }
    }

    /// Whether it was declared as `numeric`.
    pub const fn is_named_numeric(&self) -> bool {
        matches!(self, DataType::Decimal { name: DecimalName::Numeric, .. })
    }

    /// The type of a result made from `operands`: a decimal is named `numeric` if one of them is. Other types stay as they are.
    pub fn named_like(self, operands: &[DataType]) -> DataType {
        match self {
            DataType::Decimal { precision, scale, .. } if operands.iter().any(DataType::is_named_numeric) => {
                DataType::numeric(precision, scale)
            }
            DataType::Decimal { precision, scale, .. } => DataType::decimal(precision, scale),
            other => other,
        }
    }

    /// The bare name as `sys.types` and declarations have it: that of error messages, but for decimal.
    pub const fn declared_name(&self) -> &'static str {
        match self {
            DataType::Decimal { name: DecimalName::Decimal, .. } => "decimal",
            other => other.name(),
        }
    }

    /// The bare name as error messages give it: `nvarchar`, without the length. decimal is numeric there.
    pub const fn name(&self) -> &'static str {
        match self {
            DataType::Bit => "bit",
            DataType::TinyInt => "tinyint",
            DataType::SmallInt => "smallint",
            DataType::Int => "int",
            DataType::BigInt => "bigint",
            DataType::Decimal { .. } => "numeric",
            DataType::Float => "float",
            DataType::Real => "real",
            DataType::Money => "money",
            DataType::SmallMoney => "smallmoney",
            DataType::Time(_) => "time",
            DataType::SmallDateTime => "smalldatetime",
            DataType::RowVersion => "timestamp",
            DataType::UniqueIdentifier => "uniqueidentifier",
            DataType::Date => "date",
            DataType::DateTime => "datetime",
            DataType::DateTime2(_) => "datetime2",
            DataType::Char(..) => "char",
            DataType::VarChar(..) => "varchar",
            DataType::NChar(_) => "nchar",
            DataType::NVarChar(_) => "nvarchar",
            DataType::Binary(_) => "binary",
            DataType::VarBinary(_) => "varbinary",
            DataType::DateTimeOffset(_) => "datetimeoffset",
            DataType::Xml => "xml",
            DataType::SqlVariant => "sql_variant",
        }
    }

    /// bit, tinyint, smallint, int, bigint.
    pub const fn is_integer(&self) -> bool {
        matches!(self, DataType::Bit | DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt)
    }

    /// The integers, decimal, money, smallmoney, float and real.
    pub const fn is_numeric(&self) -> bool {
        self.is_integer()
            || self.is_money()
            || matches!(self, DataType::Decimal { .. } | DataType::Float | DataType::Real)
    }

    /// money, smallmoney.
    pub const fn is_money(&self) -> bool {
        matches!(self, DataType::Money | DataType::SmallMoney)
    }

    /// char, varchar, nchar, nvarchar.
    pub const fn is_string(&self) -> bool {
        matches!(self, DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_))
    }

    /// binary, varbinary, rowversion: those whose values are bytes.
    pub const fn is_binary(&self) -> bool {
        matches!(self, DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion)
    }

    /// nchar, nvarchar.
    pub const fn is_unicode(&self) -> bool {
        matches!(self, DataType::NChar(_) | DataType::NVarChar(_))
    }

    /// date, time, smalldatetime, datetime, datetime2, datetimeoffset.
    pub const fn is_date_time(&self) -> bool {
        self.is_modern_date_time() || matches!(self, DataType::DateTime | DataType::SmallDateTime)
    }

    /// date, time, datetime2, datetimeoffset: those that no number becomes and that are not added.
    pub const fn is_modern_date_time(&self) -> bool {
        matches!(self, DataType::Date | DataType::Time(_) | DataType::DateTime2(_) | DataType::DateTimeOffset(_))
    }

    /// Whether a sql_variant can have values of the type.
    pub fn fits_variant(&self) -> bool {
        !self.is_max() && !matches!(self, DataType::Xml | DataType::SqlVariant | DataType::RowVersion)
    }

    /// The type in whose form rows have its values: its own, but for xml, which is its text, and rowversion, which is bytes.
    pub const fn stored(self) -> DataType {
        match self {
            DataType::Xml => DataType::NVarChar(Length::Max),
            DataType::RowVersion => DataType::Binary(DataType::ROWVERSION_BYTES),
            other => other,
        }
    }

    /// How many bytes a unit of the length has: two in nchar and nvarchar, else one.
    pub const fn unit_bytes(&self) -> usize {
        if self.is_unicode() { 2 } else { 1 }
    }

    /// How many bytes `text` has as a value of a string type.
    pub fn text_bytes(&self, text: &str) -> usize {
        match self.code_page() {
            Some(page) => page.bytes_len(text),
            None if text.is_ascii() => 2 * text.len(),
            None => 2 * text.chars().map(char::len_utf16).sum::<usize>(),
        }
    }

    /// The length of a string or binary type; `None` for the others.
    pub const fn length(&self) -> Option<Length> {
        match self {
            DataType::Char(n, _) | DataType::NChar(n) | DataType::Binary(n) => Some(Length::Limited(*n)),
            DataType::RowVersion => Some(Length::Limited(DataType::ROWVERSION_BYTES)),
            DataType::VarChar(length, _) | DataType::NVarChar(length) | DataType::VarBinary(length) => Some(*length),
            _ => None,
        }
    }

    /// Whether this is one of the `max` types.
    pub fn is_max(&self) -> bool {
        self.length() == Some(Length::Max)
    }

    /// Whether every row gives a value of this type the same number of bytes.
    pub const fn is_fixed_length(&self) -> bool {
        !matches!(
            self,
            DataType::VarChar(..)
                | DataType::NVarChar(_)
                | DataType::VarBinary(_)
                | DataType::Xml
                | DataType::SqlVariant
        )
    }
}

impl fmt::Display for DataType {
    /// As one writes it in a declaration: `nvarchar(10)`, `decimal(38,4)`, `varchar(max)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataType::Decimal { precision, scale, .. } => write!(f, "{}({precision},{scale})", self.declared_name()),
            DataType::DateTime2(scale) => write!(f, "datetime2({scale})"),
            DataType::Time(scale) => write!(f, "time({scale})"),
            DataType::DateTimeOffset(scale) => write!(f, "datetimeoffset({scale})"),
            DataType::RowVersion => f.write_str(self.name()),
            _ => match self.length() {
                None => f.write_str(self.name()),
                Some(Length::Max) => write!(f, "{}(max)", self.name()),
                Some(Length::Limited(n)) => write!(f, "{}({n})", self.name()),
            },
        }
    }
}
