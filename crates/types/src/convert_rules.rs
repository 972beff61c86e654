//! The conversions that exist, implicit and explicit: the table of
//! cast-and-convert-transact-sql.md.

use crate::data_type::DataType;
use crate::error::SqlError;

/// The kind of a conversion between two types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// Implicit.
    Implicit,
    /// Explicit, by CAST or CONVERT only (257 otherwise).
    Explicit,
    /// Not available (206 implicitly, 529 explicitly).
    None,
}

/// Returns the kind of conversion from `from` to `to`. Implicit ones can also be explicit. Lengths
/// and precisions don't matter.
pub fn conversion(from: &DataType, to: &DataType) -> Conversion {
    match (from, to) {
        _ if from.is_lob() || to.is_lob() => among(converts_as_lob(from, to)),
        (_, DataType::SqlVariant) => among(from == to || from.fits_variant()),
        // A variant can't hold a `max` type, but its value can be converted to a `max` type.
        (DataType::SqlVariant, _) if to.fits_variant() || to.is_max() => Conversion::Explicit,
        (DataType::SqlVariant, _) => Conversion::None,
        // Floats, modern dates, GUIDs, XML and Unicode strings convert neither to nor from
        // rowversion.
        (DataType::RowVersion, _) => among(converts_from_rowversion(to)),
        (_, DataType::RowVersion) if from.is_string() || is_old_date_time(from) => Conversion::Explicit,
        (_, DataType::RowVersion) => among(converts_from_rowversion(from)),
        (DataType::Xml, _) if to.is_string() || to.is_binary() => Conversion::Explicit,
        (DataType::Xml, _) => among(from == to),
        (_, DataType::Xml) => among(from.is_string() || from.is_binary()),
        (DataType::Json, _) if to.is_string() => Conversion::Explicit,
        (DataType::Json, _) => among(from == to),
        (_, DataType::Json) => among(from.is_string()),
        (DataType::UniqueIdentifier, _) => among(to.is_string() || to.is_binary() || from == to),
        (_, DataType::UniqueIdentifier) => among(from.is_string() || from.is_binary()),
        (DataType::DateTime | DataType::SmallDateTime, _) if to.is_numeric() => Conversion::Explicit,
        _ if from.is_numeric() && to.is_modern_date_time() => Conversion::None,
        _ if from.is_modern_date_time() && to.is_numeric() => Conversion::None,
        (DataType::Date, DataType::Time(_)) | (DataType::Time(_), DataType::Date) => Conversion::None,
        _ if from.is_money() && to.is_string() => Conversion::Explicit,
        _ if to.is_binary() && (from.is_string() || from.is_date_time()) => Conversion::Explicit,
        (_, DataType::Float | DataType::Real) if from.is_binary() => Conversion::None,
        _ if from.is_binary() && to.is_modern_date_time() => Conversion::Explicit,
        _ => Conversion::Implicit,
    }
}

/// Whether a conversion from or to text, ntext or image exists. All are implicit.
fn converts_as_lob(from: &DataType, to: &DataType) -> bool {
    match (from.is_lob(), to.is_binary()) {
        (true, true) => from.is_binary(),
        (true, false) => from.is_string() && (to.is_string() || *to == DataType::Xml),
        // Bytes, and strings of a code page, convert to image.
        (false, true) => from.is_binary() || from.code_page().is_some(),
        (false, false) => from.is_string(),
    }
}

/// Whether a rowversion converts to the type implicitly. Except for strings and dates, the type
/// then also converts to rowversion implicitly.
fn converts_from_rowversion(to: &DataType) -> bool {
    to.is_binary()
        || to.is_integer()
        || to.is_money()
        || is_old_date_time(to)
        || matches!(to, DataType::Char(..) | DataType::VarChar(..) | DataType::Decimal { .. })
}

fn is_old_date_time(data_type: &DataType) -> bool {
    matches!(data_type, DataType::DateTime | DataType::SmallDateTime)
}

fn among(known: bool) -> Conversion {
    if known { Conversion::Implicit } else { Conversion::None }
}

/// Checks at binding that `from` converts to `to` implicitly. Fails with 206 or 257 otherwise.
pub fn check_implicit(from: &DataType, to: &DataType) -> Result<(), SqlError> {
    match conversion(from, to) {
        Conversion::Implicit => Ok(()),
        Conversion::Explicit => Err(SqlError::implicit_conversion_not_allowed(from.operand_name(), to.operand_name())),
        Conversion::None => Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    }
}

/// Checks at binding that CAST converts from `from` to `to`. Fails with 529 otherwise.
pub fn check_explicit(from: &DataType, to: &DataType) -> Result<(), SqlError> {
    match conversion(from, to) {
        Conversion::None => Err(SqlError::explicit_conversion_not_allowed(from.operand_name(), to.operand_name())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_type::Length;

    #[test]
    fn conversion_checks_fail_with_documented_numbers() {
        let number = |result: Result<(), SqlError>| result.err().map(|error| error.number);
        assert_eq!(number(check_implicit(&DataType::Int, &DataType::DateTime)), None);
        assert_eq!(number(check_implicit(&DataType::DateTime, &DataType::Int)), Some(257));
        assert_eq!(number(check_explicit(&DataType::DateTime, &DataType::Int)), None);
        assert_eq!(number(check_implicit(&DataType::char(1), &DataType::Binary(1))), Some(257));
        assert_eq!(number(check_implicit(&DataType::Binary(1), &DataType::char(1))), None);
        assert_eq!(number(check_explicit(&DataType::Binary(8), &DataType::Float)), Some(529));
        assert_eq!(number(check_implicit(&DataType::RowVersion, &DataType::BigInt)), None);
        assert_eq!(number(check_implicit(&DataType::varchar(Length::Max), &DataType::RowVersion)), Some(257));
        assert_eq!(number(check_explicit(&DataType::RowVersion, &DataType::NChar(8))), Some(529));
        assert_eq!(number(check_explicit(&DataType::Real, &DataType::RowVersion)), Some(529));
        assert_eq!(number(check_explicit(&DataType::SqlVariant, &DataType::varchar(Length::Max))), None);
        assert_eq!(number(check_implicit(&DataType::SqlVariant, &DataType::varchar(Length::Max))), Some(257));
        assert_eq!(number(check_explicit(&DataType::SqlVariant, &DataType::Xml)), Some(529));
        assert_eq!(number(check_implicit(&DataType::Int, &DataType::DateTime2(7))), Some(206));
        assert_eq!(number(check_explicit(&DataType::Int, &DataType::DateTime2(7))), Some(529));
        assert_eq!(number(check_implicit(&DataType::TEXT, &DataType::NVarChar(Length::Limited(1)))), None);
        assert_eq!(number(check_implicit(&DataType::TEXT, &DataType::IMAGE)), Some(206));
        assert_eq!(number(check_explicit(&DataType::NTEXT, &DataType::Int)), Some(529));
        assert_eq!(number(check_implicit(&DataType::char(1), &DataType::IMAGE)), None);
        assert_eq!(number(check_implicit(&DataType::NChar(1), &DataType::IMAGE)), Some(206));
        assert_eq!(number(check_explicit(&DataType::IMAGE, &DataType::Xml)), Some(529));
        assert_eq!(number(check_implicit(&DataType::NTEXT, &DataType::Xml)), None);
        assert_eq!(number(check_implicit(&DataType::char(1), &DataType::Json)), None);
        assert_eq!(number(check_implicit(&DataType::Json, &DataType::char(1))), Some(257));
        assert_eq!(number(check_explicit(&DataType::Json, &DataType::NChar(1))), None);
        assert_eq!(number(check_explicit(&DataType::Json, &DataType::Xml)), Some(529));
        assert_eq!(number(check_explicit(&DataType::Int, &DataType::Json)), Some(529));
    }
}
