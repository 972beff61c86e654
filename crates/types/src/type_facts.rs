//! Types in the catalog views: their numbers, and the length and precision of their values.
//!
//! The views are documented in `relational-databases/system-catalog-views/sys-types-transact-sql`
//! and `sys-columns-transact-sql`.

use crate::data_type::{DataType, Length};

/// A type with its parameters, as shown in `sys.columns`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeFacts {
    /// `system_type_id`, and `user_type_id` of all types except `sysname`.
    pub id: u8,
    /// Bytes; -1 for `max`.
    pub max_length: i16,
    /// Digits; for dates and times, characters; 0 for types without precision.
    pub precision: u8,
    /// Digits after the point, or of a second's fraction.
    pub scale: u8,
    /// Whether the type has a collation.
    pub is_text: bool,
}

/// Types by name: number, maximum bytes, precision, maximum scale.
pub const TYPES: &[(&str, u8, i16, u8, u8)] = &[
    ("uniqueidentifier", 36, 16, 0, 0),
    ("date", 40, 3, 10, 0),
    ("time", 41, 5, 16, 7),
    ("datetime2", 42, 8, 27, 7),
    ("datetimeoffset", 43, 10, 34, 7),
    ("tinyint", 48, 1, 3, 0),
    ("smallint", 52, 2, 5, 0),
    ("int", 56, 4, 10, 0),
    ("smalldatetime", 58, 4, 16, 0),
    ("real", 59, 4, 24, 0),
    ("money", 60, 8, 19, 4),
    ("datetime", 61, 8, 23, 3),
    ("float", 62, 8, 53, 0),
    ("sql_variant", 98, 8016, 0, 0),
    ("bit", 104, 1, 1, 0),
    ("decimal", 106, 17, 38, 38),
    ("numeric", 108, 17, 38, 38),
    ("smallmoney", 122, 4, 10, 4),
    ("bigint", 127, 8, 19, 0),
    ("varbinary", 165, 8000, 0, 0),
    ("varchar", 167, 8000, 0, 0),
    ("binary", 173, 8000, 0, 0),
    ("char", 175, 8000, 0, 0),
    ("timestamp", 189, 8, 0, 0),
    ("nvarchar", 231, 8000, 0, 0),
    ("nchar", 239, 8000, 0, 0),
    ("xml", 241, -1, 0, 0),
];

/// Returns the facts shown for `data_type`.
pub fn facts(data_type: DataType) -> TypeFacts {
    let name = data_type.declared_name();
    let known = TYPES.iter().find(|(known, ..)| *known == name);
    let (id, max_length, precision, scale) =
        known.map_or((0, 0, 0, 0), |(_, id, length, precision, scale)| (*id, *length, *precision, *scale));
    let plain = TypeFacts { id, max_length, precision, scale, is_text: data_type.is_string() };
    match data_type {
        DataType::Decimal { precision, scale, .. } => {
            let max_length = [(9, 5), (19, 9), (28, 13)].iter().find(|(most, _)| precision <= *most);
            TypeFacts { max_length: max_length.map_or(17, |(_, bytes)| *bytes), precision, scale, ..plain }
        }
        DataType::Time(scale) => {
            TypeFacts { max_length: fraction_bytes(scale), precision: with_fraction(8, scale), scale, ..plain }
        }
        DataType::DateTime2(scale) => {
            TypeFacts { max_length: fraction_bytes(scale) + 3, precision: with_fraction(19, scale), scale, ..plain }
        }
        _ => match data_type.length() {
            Some(Length::Max) => TypeFacts { max_length: -1, ..plain },
            Some(Length::Limited(length)) => {
                let width = if plain.is_text && name.starts_with('n') { 2 } else { 1 };
                TypeFacts { max_length: i16::try_from(length * width).unwrap_or(i16::MAX), ..plain }
            }
            None => plain,
        },
    }
}

/// Returns the bytes of a time with `scale` fractional digits.
fn fraction_bytes(scale: u8) -> i16 {
    match scale {
        0..=2 => 3,
        3 | 4 => 4,
        _ => 5,
    }
}

/// Returns the characters of a time with `scale` fractional digits.
fn with_fraction(whole: u8, scale: u8) -> u8 {
    if scale == 0 { whole } else { whole + 1 + scale }
}

/// The default collation.
pub const COLLATION: &str = "SQL_Latin1_General_CP1_CI_AS";
/// The `user_type_id` of `sysname`, whose values are `nvarchar(128)`.
pub const SYSNAME: i32 = 256;
