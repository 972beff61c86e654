//! Types in the catalog views: their numbers, and the length and precision of their values.
//!
//! The views are documented in `relational-databases/system-catalog-views/sys-types-transact-sql`
//! and `sys-columns-transact-sql`.

use crate::data_type::{DataType, Length};
use crate::type_spec::{Family, TdsForm, TypeSpec};

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

/// Returns the facts shown for `data_type`. max_length counts bytes, -1 for `max`, and precision
/// and scale are those of the catalog views.
pub fn facts(data_type: DataType) -> TypeFacts {
    let spec = data_type.spec();
    let TypeSpec { id, max_length, precision, scale, .. } = *spec;
    let plain = TypeFacts { id, max_length, precision, scale, is_text: spec.family == Family::String };
    match (data_type, data_type.length()) {
        (DataType::Decimal { precision, scale, .. }, _) => {
            let max_length = [(9, 5), (19, 9), (28, 13)].iter().find(|(most, _)| precision <= *most);
            TypeFacts { max_length: max_length.map_or(17, |(_, bytes)| *bytes), precision, scale, ..plain }
        }
        _ if data_type.is_lob() => plain,
        (_, Some(Length::Max)) => TypeFacts { max_length: -1, ..plain },
        (_, Some(Length::Limited(length))) => {
            let bytes = usize::from(length) * data_type.unit_bytes();
            TypeFacts { max_length: i16::try_from(bytes).unwrap_or(i16::MAX), ..plain }
        }
        _ => match (spec.tds, data_type.fraction()) {
            (TdsForm::Fraction(more), Some(scale)) => {
                let max_length = fraction_bytes(scale) + i16::from(more);
                // The widest type shows a point and seven digits.
                TypeFacts { max_length, precision: with_fraction(precision - 8, scale), scale, ..plain }
            }
            _ => plain,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// sys-types-transact-sql.md; datetimeoffset-transact-sql.md: bytes and characters by the
    /// digits of a fraction.
    #[test]
    fn facts_follow_declared_parameters() {
        let shown = |data_type| {
            let facts = facts(data_type);
            (facts.max_length, facts.precision, facts.scale)
        };
        assert_eq!(shown(DataType::DateTimeOffset(0)), (8, 26, 0));
        assert_eq!(shown(DataType::DateTimeOffset(3)), (9, 30, 3));
        assert_eq!(shown(DataType::DateTimeOffset(7)), (10, 34, 7));
        assert_eq!(shown(DataType::DateTime2(4)), (7, 24, 4));
        assert_eq!(shown(DataType::Time(1)), (3, 10, 1));
        assert_eq!(shown(DataType::numeric(19, 2)), (9, 19, 2));
        assert_eq!(shown(DataType::NChar(10)), (20, 0, 0));
        assert_eq!(shown(DataType::VarBinary(Length::Max)), (-1, 0, 0));
        assert_eq!(shown(DataType::NTEXT), (16, 0, 0));
        assert_eq!(shown(DataType::RowVersion), (8, 0, 0));
        assert_eq!(shown(DataType::SmallMoney), (4, 10, 4));
    }
}
