//! Values as sqlcmd prints them, and the widths of its columns.

use crate::calendar::{DAY_MAX, local_ticks, round_ticks, split_ticks, ticks_of_datetime};
use crate::data_type::{DataType, Length};
use crate::date_style::{self, Moment};
use crate::hexadecimal::hex;
use crate::value::Value;
use crate::{float_text, guid, money};

/// Returns the text of `value` of type `data_type`; NULL gives `NULL`. sqlcmd omits the zero before
/// a decimal's point: `.5`, `-.5`.
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
        Value::Guid(v) => guid::write(v),
        Value::Decimal(v) => without_leading_zero(v.to_string()),
        Value::Str(v) => v.to_string(),
        Value::Bytes(v) => hex(v, true),
        Value::Variant(variant) => self::text(&variant.value, &variant.data_type),
        Value::Long(long) => format!("({} bytes)", long.len()),
        Value::Date(_) | Value::Time(_) | Value::DateTime(_) | Value::DateTime2(_) | Value::DateTimeOffset(..) => {
            moment(value, data_type).and_then(|moment| date_style::write(moment, 121)).unwrap_or_default()
        }
    }
}

/// Returns the width of a column of `data_type` in characters, regardless of its name. Returns
/// `None` for `max` types, whose width the client chooses.
pub fn width(data_type: &DataType) -> Option<usize> {
    Some(match data_type {
        DataType::Bit => 1,
        DataType::TinyInt => 3,
        DataType::SmallInt => 6,
        DataType::Int => 11,
        DataType::BigInt => 20,
        DataType::Decimal { precision, .. } => usize::from(*precision) + 2,
        DataType::Float => 24,
        DataType::Real => 14,
        DataType::Money => 21,
        DataType::SmallMoney => 12,
        DataType::Date | DataType::Time(_) => 16,
        DataType::SmallDateTime => 19,
        DataType::UniqueIdentifier => guid::TEXT_LENGTH,
        DataType::DateTime => 23,
        DataType::DateTime2(_) => 38,
        DataType::DateTimeOffset(_) => 45,
        DataType::Xml => return None,
        DataType::SqlVariant => 8000,
        DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_) => {
            match data_type.length()? {
                Length::Limited(n) => n.into(),
                Length::Max => return None,
            }
        }
        DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion => match data_type.length()? {
            Length::Limited(n) => 2 + 2 * usize::from(n),
            Length::Max => return None,
        },
    })
}

/// Whether values of `data_type` are right-aligned.
pub fn is_right_aligned(data_type: &DataType) -> bool {
    data_type.length().is_none()
        && !matches!(data_type, DataType::UniqueIdentifier | DataType::Xml | DataType::SqlVariant)
}

/// Returns the moment in a value of a date type, or `None` for other types.
pub(crate) fn moment(value: &Value, data_type: &DataType) -> Option<Moment> {
    let (ticks, scale) = match *value {
        Value::Date(day) => return Some(Moment { day: Some(day), ticks: None, scale: 0, offset: None }),
        Value::Time(ticks) => {
            let scale = if let DataType::Time(scale) = data_type { *scale } else { 7 };
            return Some(Moment { day: None, ticks: Some(ticks), scale, offset: None });
        }
        // The seconds are shown as zero.
        Value::DateTime(units) if *data_type == DataType::SmallDateTime => (ticks_of_datetime(units), 0),
        // Milliseconds are rounded half up, but never to the next day.
        Value::DateTime(units) => (round_ticks(ticks_of_datetime(units), 3), 3),
        Value::DateTime2(ticks) => (ticks, if let DataType::DateTime2(scale) = data_type { *scale } else { 7 }),
        Value::DateTimeOffset(ticks, minutes) => {
            let scale = if let DataType::DateTimeOffset(scale) = data_type { *scale } else { 7 };
            (local_ticks(ticks, minutes), scale)
        }
        _ => return None,
    };
    let offset = if let Value::DateTimeOffset(_, minutes) = value { Some(*minutes) } else { None };
    let (day, ticks) = split_ticks(ticks);
    debug_assert!((0..=DAY_MAX).contains(&day), "a day outside the calendar: {day}");
    Some(Moment { day: Some(day), ticks: Some(ticks), scale, offset })
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
