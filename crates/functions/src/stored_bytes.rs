//! The bytes that a type stores for a text or for binary, read in windows. Text is encoded in the
//! type's code page or in UTF-16.

use sluice_base::interruption::is_raised;
use sluice_types::long::encoding;
use sluice_types::{DataType, SqlError, Value};

/// Passes the bytes that `data_type` stores for `value` to `take`, one window after the other. A
/// long value of the same encoding is never in memory as a whole. Ends with the first error of
/// `take`, of a read, or of an interruption.
pub(crate) fn for_each_window(
    value: &Value,
    data_type: DataType,
    mut take: impl FnMut(&[u8]) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    match value {
        Value::Long(long) if long.data_type() == encoding(data_type) => long.for_each_window(take),
        Value::Long(long) => in_memory(&long.whole()?, data_type, &mut take),
        value => in_memory(value, data_type, &mut take),
    }
}

fn in_memory(
    value: &Value,
    data_type: DataType,
    take: &mut impl FnMut(&[u8]) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    if let Value::Bytes(bytes) = value {
        return bytes.chunks(WINDOW_BYTES).take_while(|_| !is_raised()).try_for_each(take);
    }
    let mut text = value.as_str().unwrap_or_default();
    let mut encoded = Vec::new();
    while !text.is_empty() && !is_raised() {
        let (window, rest) = text.split_at(text.floor_char_boundary(WINDOW_BYTES));
        encoded.clear();
        append_encoded(window, &data_type, &mut encoded);
        take(&encoded)?;
        text = rest;
    }
    Ok(())
}

/// Appends a text as its type stores it: in the type's code page, or in UTF-16LE.
pub(crate) fn append_encoded(text: &str, data_type: &DataType, to: &mut Vec<u8>) {
    match data_type.code_page() {
        None => to.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
        Some(page) => page.append(text, to),
    }
}

/// Bytes of a value in memory that are passed on between two checks for interruption.
const WINDOW_BYTES: usize = 64 << 10;
