//! Values as sqlcmd prints them, and the widths of its columns.

use crate::convert::convert_with_style;
use crate::data_type::{DataType, Length};
use crate::hexadecimal::hex;
use crate::type_spec::Family;
use crate::value::Value;
use crate::{float_text, money};

/// Returns the text of `value` of type `data_type`; NULL gives `NULL`. sqlcmd omits the zero before
/// a decimal's point: `.5`, `-.5`. A long value gives its length in bytes only. Dates have style
/// 121, those of type smalldatetime 120.
pub fn text(value: &Value, data_type: &DataType) -> String {
    match value {
        Value::Null => String::from("NULL"),
        Value::Bit(v) => u8::from(*v).to_string(),
        Value::TinyInt(v) => v.to_string(),
        Value::SmallInt(v) => v.to_string(),
        Value::Int(v) => v.to_string(),
        Value::BigInt(v) => v.to_string(),
        Value::Float(v) => float_text::write(*v, 17, 3),
        // As many digits as every real preserves.
        Value::Real(v) => float_text::write((*v).into(), 7, 3),
        Value::Money(v) => without_leading_zero(money::to_decimal(*v).to_string()),
        Value::Decimal(v) => without_leading_zero(v.to_string()),
        Value::Str(v) => v.to_string(),
        Value::Bytes(v) => hex(v, true),
        Value::Variant(variant) => self::text(&variant.value, &variant.data_type),
        Value::Long(long) => format!("({} bytes)", long.len()),
        // Only dates have a style.
        _ => {
            let style = if *data_type == DataType::SmallDateTime { 120 } else { 121 };
            let text = convert_with_style(value, data_type, &DataType::NVarChar(Length::Max), style);
            text.ok().and_then(|text| Some(text.as_str()?.to_owned())).unwrap_or_default()
        }
    }
}

/// Returns the width of a column of `data_type` in characters, regardless of its name. Returns
/// `None` for `max` types, whose width the client chooses. Numbers have the width of their longest
/// value, strings their length, bytes two digits each and `0x`.
pub fn width(data_type: &DataType) -> Option<usize> {
    let spec = data_type.spec();
    let length = || match data_type.length() {
        Some(Length::Limited(length)) => Some(usize::from(length)),
        _ => None,
    };
    match (spec.width, data_type) {
        (Some(width), _) => Some(width.into()),
        (None, DataType::Decimal { precision, .. }) => Some(usize::from(*precision) + 2),
        (None, _) if spec.family == Family::Binary => Some(2 + 2 * length()?),
        (None, _) => length(),
    }
}

/// Whether sqlcmd right-aligns values of `data_type`: numbers, dates and times.
pub fn is_right_aligned(data_type: &DataType) -> bool {
    data_type.is_numeric() || data_type.is_date_time()
}

fn without_leading_zero(text: String) -> String {
    match text.strip_prefix("0.") {
        Some(rest) => format!(".{rest}"),
        None => match text.strip_prefix("-0.") {
            Some(rest) => format!("-.{rest}"),
            None => text,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal;

    #[test]
    fn values_are_formatted_like_sqlcmd() {
        assert_eq!(text(&Value::Null, &DataType::Int), "NULL");
        assert_eq!(text(&Value::Bit(true), &DataType::Bit), "1");
        assert_eq!(text(&Value::Int(-7), &DataType::Int), "-7");
        let decimal = DataType::decimal(5, 2);
        assert_eq!(text(&Value::Decimal("-0.50".parse::<Decimal>().expect("a decimal")), &decimal), "-.50");
        assert_eq!(text(&Value::Decimal("12.34".parse::<Decimal>().expect("a decimal")), &decimal), "12.34");
        assert_eq!(text(&Value::Date(693_595), &DataType::Date), "1900-01-01");
        assert_eq!(text(&Value::DateTime(2), &DataType::DateTime), "1900-01-01 00:00:00.007");
        assert_eq!(text(&Value::DateTime2(1), &DataType::DateTime2(7)), "0001-01-01 00:00:00.0000001");
        assert_eq!(text(&Value::DateTime2(0), &DataType::DateTime2(0)), "0001-01-01 00:00:00");
    }

    #[test]
    fn column_widths_match_sqlcmd() {
        let widths = [DataType::Int, DataType::DateTime2(7), DataType::SYSNAME, DataType::varchar(Length::Max)]
            .map(|data_type| width(&data_type));
        assert_eq!(widths, [Some(11), Some(38), Some(128), None]);
    }
}
