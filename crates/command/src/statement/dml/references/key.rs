//! Encodes a row's key columns as one key. Keys are equal if SQL Server compares their values as
//! equal. A key with a NULL is `None`: it refers to nothing.

use sluice_types::{KeyColumn, SqlError, Value, encode_key_value};

/// Returns the key of the values at `places`, encoded by column type and collation. `None` if one
/// of the values is NULL.
pub(super) fn key_of(
    places: &[usize],
    columns: &[KeyColumn],
    value: &dyn Fn(usize) -> Result<Value, SqlError>,
) -> Result<Option<Vec<u8>>, SqlError> {
    let mut key = Vec::new();
    for (place, column) in places.iter().zip(columns) {
        let value = value(*place)?;
        if value.is_null() {
            return Ok(None);
        }
        encode_key_value(&value, column, &mut key);
    }
    Ok(Some(key))
}
