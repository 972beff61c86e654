//! Values as text in character format
//! (`use-character-format-to-import-or-export-data-sql-server.md`).

use crate::fault::CellFault;
use crate::terminator::hex_digits;
use sluice_types::convert::convert_text;
use sluice_types::{DataType, Length, SqlError, Value, convert, float_text, hexadecimal};

/// Appends the value of `text` in a column of `data_type` to `values`. An empty text is NULL, and a
/// NUL character is an empty text. In quotes, an empty text is not NULL. Binary is hexadecimal.
pub(crate) fn load(text: &str, is_quoted: bool, data_type: DataType, values: &mut Vec<Value>) -> Result<(), CellFault> {
    if text.is_empty() && !is_quoted {
        values.push(Value::Null);
        return Ok(());
    }
    let text = if text == "\0" { "" } else { text };
    if data_type.is_binary() {
        let bytes = hex_digits(text).ok_or(CellFault::Mismatch)?;
        values.push(bytes_value(&bytes, data_type)?);
    } else if data_type.is_string() {
        values.push(text_value(text, data_type)?);
    } else {
        // A value that passes through several results is copied for each of them.
        match convert_text(text, &TEXT, &data_type) {
            Ok(value) => values.push(value),
            Err(error) => return Err(fault(&error)),
        }
    }
    Ok(())
}

/// Returns the value of a text in a column of text. Fails if the text is longer than the column.
/// The length counts bytes in the column's code page, or UTF-16 units.
pub(crate) fn text_value(text: &str, data_type: DataType) -> Result<Value, CellFault> {
    if let Some(Length::Limited(length)) = data_type.length() {
        // All code pages have the characters of ASCII.
        if text.is_ascii() && text.len() <= usize::from(length) && !data_type.is_fixed_length() {
            return Ok(Value::text(text));
        }
        if data_type.text_bytes(text) > usize::from(length) * data_type.unit_bytes() {
            return Err(CellFault::Truncated);
        }
    }
    convert(&Value::text(text), &TEXT, &data_type).map_err(|error| fault(&error))
}

/// Returns the value of bytes in a column of bytes. Fails if they are longer than the column.
/// Shorter ones of a fixed length are padded.
pub(crate) fn bytes_value(bytes: &[u8], data_type: DataType) -> Result<Value, CellFault> {
    match data_type.length() {
        Some(Length::Limited(length)) if bytes.len() > usize::from(length) => Err(CellFault::Truncated),
        _ => {
            convert(&Value::bytes(bytes), &DataType::VarBinary(Length::Max), &data_type).map_err(|error| fault(&error))
        }
    }
}

/// Returns the kind of fault of a failed conversion.
pub(crate) fn fault(error: &SqlError) -> CellFault {
    match error.number {
        220 | 232 | 237 | 244 | 248 | 8115 | 1007 => CellFault::Overflow,
        _ => CellFault::Mismatch,
    }
}

/// Returns the text of a value that isn't NULL: lossless, and independent of any language. An empty
/// value is a NUL character, since an empty field is NULL. Binary is hexadecimal without `0x`; a
/// variant is written as its value.
pub(crate) fn written(value: &Value, data_type: DataType) -> String {
    match value {
        Value::Str(text) if text.is_empty() => String::from("\0"),
        Value::Str(text) => text.to_string(),
        Value::Bytes(bytes) if bytes.is_empty() => String::from("\0"),
        Value::Bytes(bytes) => hexadecimal::hex(bytes, false),
        Value::Float(number) => float_text::write(*number, 17, 3),
        Value::Real(number) => float_text::write((*number).into(), 9, 3),
        Value::Variant(variant) => written(&variant.value, variant.data_type),
        Value::Date(_) | Value::Time(_) | Value::DateTime(_) | Value::DateTime2(_) | Value::DateTimeOffset(..) => {
            let text = convert::convert_with_style(value, &data_type, &TEXT, ODBC_CANONICAL);
            let text = text.ok().and_then(|text| Some(text.as_str()?.to_owned())).unwrap_or_default();
            // A smalldatetime has no fraction.
            if data_type == DataType::SmallDateTime { text.trim_end_matches(".000").to_owned() } else { text }
        }
        other => sluice_types::display::text(other, &data_type),
    }
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
/// The style `yyyy-mm-dd hh:mi:ss.mmm` of CONVERT.
const ODBC_CANONICAL: i32 = 121;
