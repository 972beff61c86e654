//! Conversions to json. The text must be a JSON value and is stored without blanks between its
//! tokens.

use crate::data_type::DataType;
use crate::error::SqlError;
use crate::json::compact;
use crate::value::Value;

/// Converts a string to json: parses it and removes blanks between its tokens. Fails with 13609 for
/// text that isn't JSON, with 13647 for an object or array of too many items, with 206 for other
/// types.
pub(super) fn to_json(value: &Value, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    match value {
        Value::Str(_) if *from == DataType::Json => Ok(value.clone()),
        Value::Str(text) => Ok(Value::text(compact(text)?)),
        _ => Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    }
}
