//! Which type two types meet in.

use crate::data_type::DataType;
use crate::error::SqlError;

/// The type in which `left` and `right` are compared, united or chosen between; 206 if there is none.
pub fn common_type(left: DataType, right: DataType) -> Result<DataType, SqlError> {
    let _ = (left, right);
    panic!("not yet")
}
