//! Conversions to xml. The input must be a well-formed document or fragment and is stored in
//! canonical form.

use crate::data_type::DataType;
use crate::error::SqlError;
use crate::value::Value;
use crate::xml;

/// Converts a string or bytes to xml. Bytes are UTF-16 after its byte order mark, or else UTF-8.
/// The text is parsed and kept in canonical form. Bit 1 of `style` keeps insignificant blanks, bit
/// 2 allows a document type. Fails with 94xx if it isn't well formed, and with 206 for another
/// type.
pub(super) fn to_xml(value: &Value, from: &DataType, to: &DataType, style: i32) -> Result<Value, SqlError> {
    let of_text = |text: &str| {
        let nodes = xml::parse_document(text, style & KEEPS_BLANKS != 0, style & ALLOWS_TYPE != 0)?;
        Ok(Value::text(xml::write(&nodes)))
    };
    match value {
        Value::Str(_) if *from == DataType::Xml => Ok(value.clone()),
        Value::Str(text) => of_text(text),
        Value::Bytes(bytes) => match bytes.strip_prefix(&[0xFF, 0xFE]) {
            Some(units) => {
                let units = units.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
                let text: Result<String, _> = char::decode_utf16(units).collect();
                of_text(&text.map_err(|_| illegal())?)
            }
            None => of_text(std::str::from_utf8(bytes).map_err(|_| illegal())?),
        },
        Value::Null => Ok(Value::Null),
        _ => Err(SqlError::type_clash(from.name(), to.name())),
    }
}

/// 9420: an illegal character at the beginning.
fn illegal() -> SqlError {
    SqlError::xml_illegal_character("1", "1")
}

/// The style's bit that keeps insignificant white space.
pub(super) const KEEPS_BLANKS: i32 = 1;
/// The style's bit that allows a document type with an internal subset.
const ALLOWS_TYPE: i32 = 2;
