//! Decodes a value from its bytes.

use super::raw::{moment, scalar};
use crate::code_page::CodePage;
use crate::collation::WireCollation;
use crate::cursor::{Cursor, Stop, whole, wide_value};
use crate::error::ProtocolError;
use crate::type_info::{self, TypeInfo, page, time_bytes};
use sluice_types::ascii_text;
use sluice_types::type_spec::TdsForm;
use sluice_types::value::Variant;
use sluice_types::{DataType, Length, Value};
use std::sync::Arc;

/// Decodes a value of the type from all of its bytes.
///
/// # Errors
/// The bytes are too few, too many or out of range (Msg 8023 for a parameter), or in an unsupported
/// code page.
#[inline]
pub(super) fn value(info: &TypeInfo, bytes: &[u8]) -> Result<Value, ProtocolError> {
    hot(info, bytes).map_or_else(|| others(info, bytes), Ok)
}

/// Decodes the most frequent types, if their bytes are valid.
#[inline]
fn hot(info: &TypeInfo, bytes: &[u8]) -> Option<Value> {
    match info.data_type {
        DataType::Int => bytes.try_into().ok().map(|bytes| Value::Int(i32::from_le_bytes(bytes))),
        DataType::BigInt => bytes.try_into().ok().map(|bytes| Value::BigInt(i64::from_le_bytes(bytes))),
        DataType::Float => {
            let number = f64::from_le_bytes(bytes.try_into().ok()?);
            number.is_finite().then_some(Value::Float(number))
        }
        DataType::DateTime2(scale) if bytes.len() == time_bytes(scale) + 3 => {
            moment(scale, &mut Cursor::new(bytes)).ok().map(Value::DateTime2)
        }
        DataType::VarChar(_, _) if info.collation == WireCollation::DEFAULT => {
            ascii_text::of_bytes(bytes).map(Value::text)
        }
        DataType::NVarChar(_) if info.collation == WireCollation::DEFAULT => ascii_text::of_wide(bytes).map(Value::Str),
        _ => None,
    }
}

#[inline(never)]
fn others(info: &TypeInfo, bytes: &[u8]) -> Result<Value, ProtocolError> {
    let code_page = if info.data_type.is_string() { page(info.collation)? } else { CodePage::DEFAULT };
    of_bytes(info.data_type, code_page, bytes)
}

fn of_bytes(data_type: DataType, code_page: CodePage, bytes: &[u8]) -> Result<Value, ProtocolError> {
    let invalid = || ProtocolError::invalid(data_type.name(), bytes.len() as u64);
    match data_type {
        DataType::Char(..) | DataType::VarChar(..) => return Ok(Value::Str(page_text(code_page, bytes))),
        DataType::NChar(_) | DataType::NVarChar(_) if bytes.len().is_multiple_of(2) => {
            return Ok(Value::Str(wide_value(bytes)));
        }
        DataType::NChar(_) | DataType::NVarChar(_) => return Err(invalid()),
        DataType::Xml => return xml(bytes),
        DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion => return Ok(Value::bytes(bytes)),
        DataType::SqlVariant => return variant(bytes),
        _ => {}
    }
    let mut cursor = Cursor::new(bytes);
    match scalar(data_type, &mut cursor) {
        Ok(value) if cursor.is_empty() => Ok(value),
        Ok(_) | Err(Stop::Missing) => Err(invalid()),
        Err(Stop::Wrong(error)) => Err(error),
    }
}

fn page_text(page: CodePage, bytes: &[u8]) -> Arc<str> {
    ascii_text::of_bytes(bytes).map_or_else(|| page.text(bytes).into(), Arc::from)
}

/// Decodes a document that a client sends as a parameter. UTF-16LE becomes text. The encoding of
/// other bytes is that of their byte order mark or XML declaration, or UTF-8; the bytes are
/// returned as they are.
pub(super) fn document(bytes: &[u8]) -> Result<Value, ProtocolError> {
    match bytes {
        [] | [0xFF, 0xFE, ..] | [0xDF, 0xFF, ..] | [_, 0, ..] => xml(bytes),
        _ => Ok(Value::bytes(bytes)),
    }
}

/// Decodes a document in UTF-16LE, with or without a byte order mark.
fn xml(bytes: &[u8]) -> Result<Value, ProtocolError> {
    let text = match bytes {
        [0xFF, 0xFE, text @ ..] => text,
        // MS-BINXML 2.2.1: the first two bytes of binary XML.
        [0xDF, 0xFF, ..] => return Err(ProtocolError::unsupported("xml", "binary XML")),
        text => text,
    };
    if text.len().is_multiple_of(2) {
        Ok(Value::Str(wide_value(text)))
    } else {
        Err(ProtocolError::invalid("xml", text.len() as u64))
    }
}

/// Decodes a variant's type and value.
fn variant(bytes: &[u8]) -> Result<Value, ProtocolError> {
    const PLACE: &str = "sql_variant";
    let (data_type, code_page, bytes) = whole(bytes, PLACE, |cursor| {
        let (token, count) = (cursor.u8()?, cursor.u8()?);
        let properties = cursor.bytes(count.into())?;
        let (data_type, code_page) = variant_type(token, properties)?;
        Ok((data_type, code_page, cursor.rest()))
    })?;
    let value = of_bytes(data_type, code_page, bytes)?;
    Ok(Value::Variant(Arc::new(Variant { value, data_type })))
}

/// Returns the type of a variant and the code page of its value.
fn variant_type(token: u8, properties: &[u8]) -> Result<(DataType, CodePage), Stop> {
    let invalid = Stop::from(ProtocolError::invalid("sql_variant's type", token.into()));
    let length = |at: usize| {
        let length = u16::from_le_bytes([properties[at], properties[at + 1]]);
        if length > DataType::CHAR_MAX { Err(invalid) } else { Ok(length.max(1)) }
    };
    let spec = type_info::by_token(token).ok_or(invalid)?;
    let data_type = match (spec.tds, properties.len()) {
        (TdsForm::Number { fixed, .. }, 0) if fixed == token => spec.plain(),
        (TdsForm::Counted | TdsForm::Date, 0) => spec.plain(),
        (TdsForm::Fraction(_), 1) if properties[0] <= 7 => (spec.with)(Length::Max, 0, properties[0]),
        (TdsForm::Decimal, 2) => {
            let (precision, scale) = (properties[0], properties[1]);
            if precision == 0 || precision > 38 || scale > precision {
                return Err(invalid);
            }
            (spec.with)(Length::Max, precision, scale)
        }
        (TdsForm::Bytes(_), 2) => (spec.with)(Length::Limited(length(0)?), 0, 0),
        (TdsForm::Text, 7) if matches!(token, type_info::NVARCHAR | type_info::NCHAR) => {
            (spec.with)(Length::Limited((length(5)? / 2).max(1)), 0, 0)
        }
        (TdsForm::Text, 7) => (spec.with)(Length::Limited(length(5)?), 0, 0),
        _ => return Err(invalid),
    };
    let code_page = match data_type {
        DataType::Char(..) | DataType::VarChar(..) => {
            let mut collation = WireCollation::default();
            collation.0.copy_from_slice(&properties[..5]);
            page(collation)?
        }
        _ => CodePage::DEFAULT,
    };
    Ok((data_type.in_code_page(code_page), code_page))
}
