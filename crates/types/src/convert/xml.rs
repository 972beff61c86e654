//! Conversions to xml. The input must be a well-formed document or fragment and is stored in
//! canonical form.

use crate::code_page::CodePage;
use crate::data_type::DataType;
use crate::error::SqlError;
use crate::value::Value;
use crate::xml;
use std::borrow::Cow;

/// Converts a string or bytes to xml. The encoding of bytes is that of their byte order mark, or of
/// their XML declaration, or else UTF-8 (`relational-databases/xml/create-instances-of-xml-data`).
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
        Value::Bytes(bytes) => of_text(&decoded(bytes)?),
        Value::Null => Ok(Value::Null),
        _ => Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    }
}

/// Returns the text of a document's bytes. Fails with 9420 for bytes that the encoding lacks, and
/// with 9402 for an encoding that the server lacks.
fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, SqlError> {
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let text: Result<String, _> = char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect();
        text.ok().filter(|_| rest.is_empty()).map(Cow::Owned).ok_or_else(illegal)
    };
    match bytes {
        [0xFF, 0xFE, text @ ..] => units(text, u16::from_le_bytes),
        [0xFE, 0xFF, text @ ..] => units(text, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, text @ ..] => utf8(text),
        _ => match declared_encoding(bytes) {
            None => utf8(bytes),
            Some(name) if name.eq_ignore_ascii_case("utf-8") || name.eq_ignore_ascii_case("us-ascii") => utf8(bytes),
            Some(name) if name.eq_ignore_ascii_case("iso-8859-1") => {
                Ok(bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into())
            }
            Some(name) => {
                let number = name.get(.."windows-".len()).filter(|word| word.eq_ignore_ascii_case("windows-"));
                let number = number.and_then(|word| name[word.len()..].parse().ok());
                let page =
                    number.and_then(CodePage::of_number).ok_or_else(|| SqlError::xml_encoding_switch("1", "1"))?;
                Ok(page.text(bytes).into())
            }
        },
    }
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, SqlError> {
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| illegal())
}

/// Returns the encoding in the XML declaration at the start of `bytes`.
fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let end = bytes.strip_prefix(b"<?xml")?.iter().position(|byte| *byte == b'>')?;
    let declaration = std::str::from_utf8(&bytes["<?xml".len()..][..end]).ok()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| "'\"".contains(*quote))?;
    value[1..].split_once(quote).map(|(name, _)| name)
}

/// 9420: an illegal character at the beginning.
fn illegal() -> SqlError {
    SqlError::xml_illegal_character("1", "1")
}

/// The style's bit that keeps insignificant white space.
pub(super) const KEEPS_BLANKS: i32 = 1;
/// The style's bit that allows a document type with an internal subset.
const ALLOWS_TYPE: i32 = 2;
