//! Constants of the data types: names, numbers, widths, order of precedence, and forms in rows, on
//! the wire and in ODBC.
//!
//! A [`TypeSpec`] holds the constants of one type; [`crate::type_table`] has all of them. Parser,
//! catalog, rows, TDS, catalog views and functions derive from it what they know about a type.
//! Code that runs for each value (rows, keys, comparison, conversion) matches on the value instead.

use crate::data_type::{DataType, Length};
use crate::value::Value;

/// The constants of a data type.
pub struct TypeSpec {
    /// The name in `sys.types`, in lower case.
    pub name: &'static str,
    /// Other names in declarations, in lower case.
    pub synonyms: &'static [&'static str],
    /// `system_type_id`, `xtype`, and the type's number in stored catalogs and variants. Except for
    /// numbers that are never NULL, also the TDS type byte.
    pub id: u8,
    /// The family.
    pub family: Family,
    /// Rank in data-type-precedence-transact-sql.md, the lowest type first.
    pub precedence: u8,
    /// The parameters of a declaration.
    pub parameters: Parameters,
    /// Returns the type with a length, a precision and a scale. Unused parameters are ignored.
    pub with: fn(Length, u8, u8) -> DataType,
    /// Whether a value is of the variant that the type's values have.
    pub holds: fn(&Value) -> bool,
    /// Bytes of the longest value in `sys.types`; -1 if the type has no limit.
    pub max_length: i16,
    /// Digits of the widest type; for dates and times, characters; 0 for types without precision.
    pub precision: u8,
    /// Digits after the point, or of a second's fraction, of the type with the most.
    pub scale: u8,
    /// How rows store a value.
    pub row: RowForm,
    /// Whether a value has the same bytes in a row and on the wire.
    pub is_same_on_wire: bool,
    /// Characters of the longest value as sqlcmd prints it, unless the parameters decide.
    pub width: Option<u16>,
    /// How TDS sends the type and its values.
    pub tds: TdsForm,
    /// The type in ODBC's catalog functions.
    pub odbc: OdbcType,
}

/// Types with common rules for conversion and display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// bit, tinyint, smallint, int, bigint.
    Integer,
    /// decimal, numeric.
    Decimal,
    /// float, real.
    Approximate,
    /// money, smallmoney.
    Money,
    /// Dates, times and moments.
    DateTime,
    /// char, varchar, nchar, nvarchar.
    String,
    /// binary, varbinary, rowversion.
    Binary,
    /// uniqueidentifier.
    Guid,
    /// xml, json.
    Document,
    /// sql_variant.
    Variant,
}

/// The parameters in a type's declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameters {
    /// No parameter.
    None,
    /// A length up to this limit.
    Length(u16),
    /// A length up to this limit, or `max`.
    LengthOrMax(u16),
    /// Precision and scale.
    Precision,
    /// The binary digits of a float, which choose between float and real.
    Mantissa,
    /// The digits of a second's fraction, 0 to 7.
    Fraction,
}

/// How rows store a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowForm {
    /// A fixed number of bytes.
    Fixed(u16),
    /// As many bytes as the longest value of the declared length.
    Padded,
    /// 8 bytes up to [`RowForm::SMALL_DECIMAL`] digits, otherwise 16.
    Decimal,
    /// In the variable part of the row.
    Variable,
}

impl RowForm {
    /// Maximum number of digits that fit 8 bytes.
    pub const SMALL_DECIMAL: u8 = 18;
}

/// How TDS sends a type (MS-TDS 2.2.5.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TdsForm {
    /// A number of one size. Columns that are never NULL have the type byte `fixed` and no length.
    Number {
        /// The type byte of columns that are never NULL.
        fixed: u8,
        /// The type byte of other columns, which several sizes share.
        nullable: u8,
    },
    /// A length of 1 byte in the type and before each value.
    Counted,
    /// A length of 1 byte before each value.
    Date,
    /// The digits of a second's fraction in the type, a length of 1 byte before each value. A value
    /// has this many bytes more than its time.
    Fraction(u8),
    /// Length, precision and scale in the type, a length of 1 byte before each value.
    Decimal,
    /// Length and collation in the type.
    Text,
    /// A length in the type. The type byte is that of binary or varbinary.
    Bytes(u8),
    /// Chunks.
    Xml,
    /// A length of 4 bytes, and in rows a text pointer before it. A string's collation in the type.
    Lob,
    /// A length of 4 bytes, then the value's own type.
    Variant,
}

/// A type in ODBC's catalog functions, such as `sp_datatype_info`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OdbcType {
    /// The type's code in ODBC 3.
    pub code: i16,
    /// The type's code in ODBC 2.
    pub code_2: i16,
    /// The second part of a date type's code.
    pub datetime_sub: Option<i16>,
    /// The number of bytes transferred, unless it is `max_length`.
    pub bytes: Option<i16>,
    /// The type's number in TDS 4.2 (`SS_DATA_TYPE`), if never NULL and otherwise.
    pub ss_types: (u8, u8),
    /// The type's number in `systypes` of SQL Server 6.
    pub user_type: i16,
}

impl TypeSpec {
    /// Returns the TDS type byte of a column or parameter. NOT NULL matters only for numbers, which
    /// have a byte of their own then.
    pub const fn tds_token(&self, is_nullable: bool) -> u8 {
        match self.tds {
            TdsForm::Number { fixed, .. } if !is_nullable => fixed,
            TdsForm::Number { nullable, .. } => nullable,
            TdsForm::Bytes(token) => token,
            _ => self.id,
        }
    }

    /// Returns the most characters of text and ntext, or bytes of image. Returns `None` for other
    /// types.
    pub fn lob_length(&self) -> Option<i32> {
        (self.tds == TdsForm::Lob).then(|| if self.plain().is_unicode() { i32::MAX / 2 } else { i32::MAX })
    }

    /// Returns a type of this kind with length 1, precision 0 and scale 0. For types with
    /// parameters, these are not the defaults of a declaration: only facts about the kind may be
    /// read from it.
    pub fn plain(&self) -> DataType {
        (self.with)(Length::Limited(1), 0, 0)
    }
}
