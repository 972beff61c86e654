//! Conversions between types: CAST, CONVERT, and the silent ones.

use crate::data_type::DataType;
use crate::error::SqlError;
use crate::value::Value;

/// Whether a conversion exists between two types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// Done without being asked for.
    Implicit,
    /// Only by CAST or CONVERT (257 otherwise).
    Explicit,
    /// Not at all (206 implicitly, 529 explicitly).
    None,
}

/// Which conversion leads from `from` to `to`.
pub fn conversion(from: &DataType, to: &DataType) -> Conversion {
    let _ = (from, to);
    panic!("not yet")
}

/// Checks, when a statement is bound, that `from` converts to `to` without being asked for: 206 or 257 otherwise.
pub fn check_implicit(from: &DataType, to: &DataType) -> Result<(), SqlError> {
    match conversion(from, to) {
        Conversion::Implicit => Ok(()),
        Conversion::Explicit => Err(SqlError::implicit_conversion_not_allowed(from.name(), to.name())),
        Conversion::None => Err(SqlError::type_clash(from.name(), to.name())),
    }
}

/// Checks, when a statement is bound, that CAST leads from `from` to `to`: 529 otherwise.
pub fn check_explicit(from: &DataType, to: &DataType) -> Result<(), SqlError> {
    match conversion(from, to) {
        Conversion::None => Err(SqlError::explicit_conversion_not_allowed(from.name(), to.name())),
        _ => Ok(()),
    }
}

/// `value` of type `from` as a value of type `to`, as CAST and an assignment to a variable make it: strings are cut to
/// the length without a word.
pub fn convert(value: &Value, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    let _ = (value, from, to);
    panic!("not yet")
}

/// As [`convert`], with the style of CONVERT's third argument.
pub fn convert_with_style(value: &Value, from: &DataType, to: &DataType, style: i32) -> Result<Value, SqlError> {
    let _ = (value, from, to, style);
    panic!("not yet")
}

/// As [`convert`], into column `column` of `table` (database.schema.table): a string that loses more than trailing
/// blanks is 2628.
pub fn convert_for_column(
    value: &Value,
    from: &DataType,
    to: &DataType,
    table: &str,
    column: &str,
) -> Result<Value, SqlError> {
    let _ = (value, from, to, table, column);
    panic!("not yet")
}
