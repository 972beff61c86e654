//! The values of some columns of a row as one key: equal where SQL Server finds the values equal. None where one of them is NULL, which
//! refers to nothing.

use sluice_types::{KeyColumn, SqlError, Value, encode_key_value};

/// The key of the values at `places`, each encoded as its column says.
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
