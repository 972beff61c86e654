//! Types whose values can't be compared: xml, json, text, ntext and image.
//!
//! These pages exclude them: `select-order-by-clause-transact-sql`, `select-group-by-transact-sql`
//! and `set-operators-union-transact-sql` in `t-sql/queries`, and
//! `t-sql/language-elements/comparison-operators-transact-sql`.

use crate::data_type::DataType;
use crate::error::SqlError;
use crate::precedence::common_type;

/// Checks the type of a key of ORDER BY, GROUP BY or PARTITION BY. Fails with 305 for xml and json,
/// with 306 for text, ntext and image.
pub fn check_key(data_type: DataType) -> Result<(), SqlError> {
    match data_type {
        _ if data_type.is_lob() => Err(SqlError::text_not_comparable()),
        _ if data_type.is_comparable() => Ok(()),
        _ => Err(SqlError::document_not_comparable(data_type.name().to_uppercase())),
    }
}

/// Checks the type of a column of SELECT DISTINCT. Fails with 421.
pub fn check_distinct(data_type: DataType) -> Result<(), SqlError> {
    match data_type.is_comparable() {
        true => Ok(()),
        false => Err(SqlError::distinct_type_not_comparable(data_type.name())),
    }
}

/// Checks the type of a column of UNION, INTERSECT or EXCEPT. Fails with 5335.
pub fn check_united(data_type: DataType) -> Result<(), SqlError> {
    match data_type.is_comparable() {
        true => Ok(()),
        false => Err(SqlError::set_operand_not_comparable(data_type.name())),
    }
}

/// Checks the operands of the comparison that messages call `operator`. Fails with 305 for two of
/// xml and json, with 402 for one of them beside another type. For text, ntext and image, fails
/// with 206 if there is no common type, otherwise with 402.
pub fn check_operands(left: DataType, right: DataType, operator: &str) -> Result<(), SqlError> {
    if left.is_lob() || right.is_lob() {
        common_type(left, right)?;
        return Err(SqlError::incompatible_operands(left.operand_name(), right.operand_name(), operator));
    }
    if left.is_comparable() != right.is_comparable() {
        return Err(SqlError::incompatible_operands(left.name(), right.name(), operator));
    }
    check_key(left)?;
    check_key(right)
}
