//! Conversions between types: CAST, CONVERT, and implicit conversions.
//!
//! The binder checks which conversions exist ([`crate::convert_rules`]). This module converts
//! values and reports values that can't be converted.

mod binary;
mod date;
mod json;
mod number;
mod string;
mod text_number;
mod xml;

#[cfg(test)]
mod tests;

pub use crate::convert_rules::{Conversion, check_explicit, check_implicit, conversion};

use crate::compare::significant;
use crate::data_type::{DataType, Length};
use crate::date_style;
use crate::date_text::{self, DateOrder};
use crate::error::SqlError;
use crate::guid;
use crate::hexadecimal::hex;
use crate::hijri;
use crate::value::{Value, Variant};
use crate::variant;
use std::sync::Arc;

/// Converts `value` of type `from` to type `to`, as CAST and an assignment to a variable do:
/// strings are truncated silently.
#[inline]
pub fn convert(value: &Value, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    if value.is_null() || (from == to && is_unchanged(to)) {
        return Ok(value.clone());
    }
    convert_with_style(value, from, to, default_style(from))
}

/// Does the same as [`convert`] with the value `text`. A text that becomes a number or a date is
/// not copied.
pub fn convert_text(text: &str, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    match to {
        DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt => {
            text_number::to_integer(text, from, to)
        }
        DataType::Decimal { precision, scale, .. } => text_number::to_decimal(text, from, *precision, *scale),
        DataType::Date | DataType::DateTime | DataType::DateTime2(_) => date::of_text(text, from, to, DateOrder::Mdy),
        _ => convert(&Value::text(text), from, to),
    }
}

/// Does the same as [`convert`], with the style of CONVERT's third argument. Only conversions
/// between dates and strings and between binary and strings use the style.
pub fn convert_with_style(value: &Value, from: &DataType, to: &DataType, style: i32) -> Result<Value, SqlError> {
    convert_in(value, from, to, style, DateOrder::Mdy)
}

/// Converts a text to a date or time. `order` is the session's date order, used if the style
/// (`None` for CAST) implies no order.
pub fn convert_to_date(
    value: &Value,
    from: &DataType,
    to: &DataType,
    (style, order): (Option<i32>, DateOrder),
) -> Result<Value, SqlError> {
    convert_in(value, from, to, style.unwrap_or_default(), order)
}

/// Whether the conversion of a text gives the same result in every session.
pub fn is_settled(value: &Value, to: &DataType) -> bool {
    match value {
        Value::Str(text) if to.is_date_time() => date_text::is_settled(text, to.is_modern_date_time()),
        // The language decides the names of months.
        Value::DateTime(_) if to.is_string() => false,
        _ => true,
    }
}

fn convert_in(value: &Value, from: &DataType, to: &DataType, style: i32, order: DateOrder) -> Result<Value, SqlError> {
    if value.is_null() {
        return Ok(Value::Null);
    }
    match (value, to) {
        (_, DataType::SqlVariant) => {}
        (Value::Variant(variant), _) => return convert_of_variant(variant, to, style, order),
        (Value::Guid(bytes), _) => return from_guid(bytes, from, to, style),
        _ => {}
    }
    match to {
        DataType::SqlVariant => Ok(variant::from_value(value, *from)),
        DataType::Bit => number::to_bit(value, from),
        DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt => {
            number::to_integer(value, from, to)
        }
        DataType::Decimal { precision, scale, .. } => number::to_decimal(value, from, *precision, *scale),
        DataType::Float => number::to_float(value, from),
        DataType::Real => number::to_real(value, from),
        DataType::Money | DataType::SmallMoney => number::to_money(value, from, to),
        DataType::UniqueIdentifier => to_guid(value, from, to),
        DataType::Date
        | DataType::Time(_)
        | DataType::SmallDateTime
        | DataType::DateTime
        | DataType::DateTime2(_)
        | DataType::DateTimeOffset(_) => {
            if let Value::Str(text) = value
                && style != 0
            {
                return date_in_style(text, from, to, (style, order));
            }
            date::to_date(value, from, to, order)
        }
        DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_) => {
            string::to_string(value, from, to, style)
        }
        DataType::Binary(_) | DataType::VarBinary(_) => binary::to_binary(value, from, to, style),
        DataType::RowVersion => binary::to_binary(value, from, &to.stored(), style),
        DataType::Xml => xml::to_xml(value, from, to, style),
        DataType::Json => json::to_json(value, from, to),
    }
}

/// Converts a text to a date type in a style of CONVERT other than 0. `order` applies if the style
/// implies none. Fails with 9809 for an unknown style, which datetime and smalldatetime read like
/// 112, with 9807, 241 or 295 for a date with separators in a style without, and as a conversion
/// without a style does.
fn date_in_style(
    text: &str,
    from: &DataType,
    to: &DataType,
    (style, order): (i32, DateOrder),
) -> Result<Value, SqlError> {
    let (is_known, is_modern) = (date_style::is_known(style), to.is_modern_date_time());
    if !is_known && is_modern {
        return Err(SqlError::unsupported_style(style, from.name(), to.name()));
    }
    if matches!(style, 130 | 131) {
        let text = hijri::in_civil_form(text).ok_or_else(|| date::no_date(to))?;
        return date::to_date(&Value::text(text), from, to, DateOrder::Ymd);
    }
    if (!is_known || date_style::is_without_separators(style)) && date_text::has_separators(text) {
        return Err(if is_modern { SqlError::style_not_followed(style) } else { date::no_date(to) });
    }
    date::of_text(text, from, to, DateOrder::of_style(style).unwrap_or(order))
}

/// Converts the value in a variant. Fails with 529 if its own type can't be converted.
fn convert_of_variant(variant: &Variant, to: &DataType, style: i32, order: DateOrder) -> Result<Value, SqlError> {
    check_explicit(&variant.data_type, to)?;
    let style = if style == 0 { default_style(&variant.data_type) } else { style };
    convert_in(&variant.value, &variant.data_type, to, style, order)
}

/// Does the same as [`convert`], for column `column` of `table` (database.schema.table). Fails with
/// 2628 if a string loses more than trailing blanks, or a binary value more than trailing zeros.
pub fn convert_for_column(
    value: &Value,
    from: &DataType,
    to: &DataType,
    table: &str,
    column: &str,
) -> Result<Value, SqlError> {
    let converted = convert(value, from, to)?;
    if let (Value::Str(before), Value::Str(after)) = (value, &converted)
        && string::loses(before, after, to)
    {
        return Err(SqlError::string_truncated(table, column, after.trim_end_matches(' ')));
    }
    if let (Value::Bytes(before), Value::Str(after)) = (value, &converted)
        && string::loses(&binary::to_text(before, from, to, 0)?, after, to)
    {
        return Err(SqlError::string_truncated(table, column, after.trim_end_matches(' ')));
    }
    if let (Value::Bytes(before), Value::Bytes(after)) = (value, &converted)
        && significant(before).len() > after.len()
    {
        return Err(SqlError::string_truncated(table, column, hex(after, true)));
    }
    Ok(converted)
}

/// Returns a text truncated to the limit of the string type, without padding.
pub(crate) fn truncate(text: String, to: &DataType) -> Arc<str> {
    string::truncate(text, to)
}

/// Returns bytes truncated to the limit of the binary type, without padding.
pub(crate) fn truncate_bytes(mut bytes: Vec<u8>, to: &DataType) -> Arc<[u8]> {
    if let Some(Length::Limited(limit)) = to.length() {
        bytes.truncate(limit.into());
    }
    Arc::from(bytes)
}

/// Whether converting a value to its own type never changes the value. Strings and bytes of limited
/// length are checked again, because a literal or a function's result may exceed its type.
fn is_unchanged(data_type: &DataType) -> bool {
    data_type.length().is_none_or(|length| length == Length::Max)
}

/// Returns the default style: ISO (121) for date, time and datetime2, and `Mon dd yyyy hh:miAM` (0)
/// for datetime and smalldatetime.
fn default_style(from: &DataType) -> i32 {
    if from.is_modern_date_time() { 121 } else { 0 }
}

/// Converts a uniqueidentifier.
fn from_guid(bytes: &[u8; 16], from: &DataType, to: &DataType, style: i32) -> Result<Value, SqlError> {
    match to {
        DataType::UniqueIdentifier => Ok(Value::Guid(*bytes)),
        _ if to.is_string() => {
            let text = string::checked(guid::write(bytes), SqlError::no_room_for_guid, to)?;
            string::to_string(&Value::text(text), from, to, style)
        }
        _ if to.is_binary() => binary::to_binary(&Value::bytes(bytes.as_slice()), from, &to.stored(), style),
        _ => Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    }
}

/// Converts to uniqueidentifier. Fails with 8169 for an invalid string. Bytes are truncated or
/// padded with zeros at their end.
fn to_guid(value: &Value, from: &DataType, to: &DataType) -> Result<Value, SqlError> {
    match value {
        Value::Str(text) => guid::parse(text).map(Value::Guid).ok_or_else(SqlError::string_is_no_guid),
        Value::Bytes(bytes) => {
            let mut all = [0; 16];
            let kept = bytes.len().min(all.len());
            all[..kept].copy_from_slice(&bytes[..kept]);
            Ok(Value::Guid(all))
        }
        _ => Err(SqlError::type_clash(from.operand_name(), to.operand_name())),
    }
}
