//! Checks that values from outside are valid for a type.

use crate::calendar::{
    DAY_1753, DAY_1900, DAY_MAX, OFFSET_MAX, SMALL_MINUTES_END, TICKS_END, TICKS_PER_DAY, TICKS_PER_SECOND,
    UNITS_PER_DAY, UNITS_PER_MINUTE,
};
use crate::convert::convert;
use crate::data_type::{DataType, Length};
use crate::money;
use crate::value::Value;

/// Returns `value`, which a client sent with the type `data_type`, as a value of a variable of that
/// type. Texts and bytes of fixed length may lack their padding
/// (`t-sql/statements/set-ansi-padding-transact-sql.md`). `None` if it isn't a value of the type.
pub fn sent_value(value: &Value, data_type: DataType) -> Option<Value> {
    let padded = |widest: DataType| convert(value, &widest, &data_type).ok();
    match (value, data_type) {
        (Value::Str(text), DataType::Char(..) | DataType::NChar(_)) => padded(DataType::NVarChar(Length::Max))
            .filter(|padded| padded.as_str().is_some_and(|padded| padded.starts_with(&**text))),
        (Value::Bytes(bytes), DataType::Binary(_)) => padded(DataType::VarBinary(Length::Max))
            .filter(|padded| padded.as_bytes().is_some_and(|padded| padded.starts_with(bytes))),
        _ => is_of_type(value, data_type).then(|| value.clone()),
    }
}

/// Whether `value` is NULL or a possible value of a variable of the type: the type's variant, in
/// range, not too long and not too precise. A string must be unchanged by conversion to the type's
/// length and code page.
fn is_of_type(value: &Value, data_type: DataType) -> bool {
    // Strings and bytes: conversion to the type must leave the value unchanged.
    let stays = |widest: DataType| convert(value, &widest, &data_type).is_ok_and(|converted| converted == *value);
    match (value, data_type) {
        (Value::Null, _) => true,
        (Value::Real(number), DataType::Real) => number.is_finite(),
        (Value::Float(number), DataType::Float) => number.is_finite(),
        (Value::Money(units), _) if data_type.is_money() => money::fits(*units, &data_type),
        (Value::Decimal(number), DataType::Decimal { precision, scale, .. }) => {
            number.scale() == scale && number.fits(precision)
        }
        (
            Value::Str(_),
            DataType::Char(..)
            | DataType::VarChar(..)
            | DataType::NChar(_)
            | DataType::NVarChar(_)
            | DataType::Xml
            | DataType::Json,
        ) => stays(DataType::NVarChar(Length::Max)),
        (Value::Bytes(bytes), DataType::RowVersion) => bytes.len() == usize::from(DataType::ROWVERSION_BYTES),
        (Value::Bytes(_), DataType::Binary(_) | DataType::VarBinary(_)) => stays(DataType::VarBinary(Length::Max)),
        (Value::Variant(inner), DataType::SqlVariant) => {
            !inner.value.is_null() && inner.data_type.fits_variant() && is_of_type(&inner.value, inner.data_type)
        }
        (
            Value::Long(long),
            DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_),
        ) => data_type.is_max() && !long.data_type().is_binary(),
        (Value::Long(long), DataType::Binary(_) | DataType::VarBinary(_)) => {
            data_type.is_max() && long.data_type().is_binary()
        }
        _ if data_type.is_date_time() => is_time_of_type(value, data_type),
        // Every value of the variant is within the range of the other types.
        _ => !data_type.is_string() && !data_type.is_binary() && (data_type.spec().holds)(value),
    }
}

fn is_time_of_type(value: &Value, data_type: DataType) -> bool {
    let is_as_fine = |ticks: i64, scale: u8| {
        let tick = TICKS_PER_SECOND / 10i64.pow(u32::from(scale.min(7)));
        ticks % tick == 0
    };
    match (value, data_type) {
        (Value::Date(days), DataType::Date) => (0..=DAY_MAX).contains(days),
        (Value::Time(ticks), DataType::Time(scale)) => (0..TICKS_PER_DAY).contains(ticks) && is_as_fine(*ticks, scale),
        (Value::DateTime2(ticks), DataType::DateTime2(scale)) => {
            (0..TICKS_END).contains(ticks) && is_as_fine(*ticks, scale)
        }
        (Value::DateTimeOffset(ticks, offset), DataType::DateTimeOffset(scale)) => {
            (0..TICKS_END).contains(ticks) && is_as_fine(*ticks, scale) && (-OFFSET_MAX..=OFFSET_MAX).contains(offset)
        }
        (Value::DateTime(units), DataType::DateTime) => {
            let day = |day: i32| i64::from(day - DAY_1900) * UNITS_PER_DAY;
            (day(DAY_1753)..day(DAY_MAX + 1)).contains(units)
        }
        (Value::DateTime(units), DataType::SmallDateTime) => {
            units % UNITS_PER_MINUTE == 0 && (0..SMALL_MINUTES_END * UNITS_PER_MINUTE).contains(units)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbitrary;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn converted_value_is_of_its_type((value, data_type) in arbitrary::data_type().prop_flat_map(|it| (arbitrary::value_of(it), Just(it)))) {
            prop_assert!(is_of_type(&value, data_type));
        }
    }

    #[test]
    fn sent_value_of_fixed_length_is_padded() {
        let char_5 = DataType::char(5);
        assert_eq!(sent_value(&Value::text("ab"), DataType::NChar(5)), Some(Value::text("ab   ")));
        assert_eq!(sent_value(&Value::text("ab"), char_5), Some(Value::text("ab   ")));
        assert_eq!(sent_value(&Value::text("abcde"), char_5), Some(Value::text("abcde")));
        assert_eq!(sent_value(&Value::text("abcde "), char_5), None, "too long");
        assert_eq!(sent_value(&Value::text("\u{4e2d}"), char_5), None, "not of the code page");
        assert_eq!(sent_value(&Value::bytes([1]), DataType::Binary(3)), Some(Value::bytes([1, 0, 0])));
        assert_eq!(sent_value(&Value::bytes([1, 0, 0, 0]), DataType::Binary(3)), None);
        assert_eq!(sent_value(&Value::Null, char_5), Some(Value::Null));
    }

    #[test]
    fn value_beyond_type_limits_is_not_of_type() {
        let limited = |length| DataType::NVarChar(Length::Limited(length));
        assert!(is_of_type(&Value::text("abc"), limited(3)));
        assert!(!is_of_type(&Value::text("abcd"), limited(3)));
        assert!(!is_of_type(&Value::text("ab"), DataType::NChar(3)), "it lacks its padding");
        assert!(!is_of_type(&Value::text("\u{4e2d}"), DataType::varchar(Length::Max)), "not of the code page");
        assert!(!is_of_type(&Value::Time(1), DataType::Time(6)));
        assert!(!is_of_type(&Value::Time(TICKS_PER_DAY), DataType::Time(7)));
        assert!(!is_of_type(&Value::Int(1), DataType::BigInt));
        assert!(!is_of_type(&Value::Float(f64::NAN), DataType::Float));
        assert!(!is_of_type(&Value::Money(i64::from(i32::MAX) + 1), DataType::SmallMoney));
    }
}
