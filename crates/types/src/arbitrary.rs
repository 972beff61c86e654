//! Random types and values, for property tests of the codecs.

use crate::calendar::{
    DAY_1753, DAY_1900, DAY_MAX, OFFSET_MAX, SMALL_MINUTES_END, TICKS_END, TICKS_PER_DAY, UNITS_PER_DAY,
    UNITS_PER_MINUTE, round_ticks, round_time,
};
use crate::convert::convert;
use crate::data_type::{DataType, Length};
use crate::decimal::tests::decimal;
use crate::value::Value;
use proptest::prelude::*;

/// Any type but xml and json: limited lengths are below 12, and `max` types are included.
pub(crate) fn data_type() -> impl Strategy<Value = DataType> {
    prop_oneof![24 => plain_type(), 1 => Just(DataType::SqlVariant)]
}

/// Any type that a variant can hold.
fn held() -> impl Strategy<Value = DataType> {
    plain_type().prop_filter("held", DataType::fits_variant)
}

fn plain_type() -> impl Strategy<Value = DataType> {
    prop_oneof![
        Just(DataType::Bit),
        Just(DataType::TinyInt),
        Just(DataType::SmallInt),
        Just(DataType::Int),
        Just(DataType::BigInt),
        (1..=38u8)
            .prop_flat_map(|precision| (0..=precision).prop_map(move |scale| DataType::decimal(precision, scale))),
        Just(DataType::Float),
        Just(DataType::Real),
        Just(DataType::Money),
        Just(DataType::SmallMoney),
        (0..=7u8).prop_map(DataType::Time),
        Just(DataType::SmallDateTime),
        Just(DataType::UniqueIdentifier),
        Just(DataType::RowVersion),
        Just(DataType::Date),
        Just(DataType::DateTime),
        (0..=7u8).prop_map(DataType::DateTime2),
        (0..=7u8).prop_map(DataType::DateTimeOffset),
        (1..12u16).prop_map(DataType::char),
        (1..12u16).prop_map(DataType::NChar),
        (1..12u16).prop_map(|n| DataType::varchar(Length::Limited(n))),
        (1..12u16).prop_map(|n| DataType::NVarChar(Length::Limited(n))),
        Just(DataType::NVarChar(Length::Max)),
        (1..12u16).prop_map(DataType::Binary),
        (1..12u16).prop_map(|n| DataType::VarBinary(Length::Limited(n))),
        Just(DataType::VarBinary(Length::Max)),
        Just(DataType::TEXT),
        Just(DataType::NTEXT),
        Just(DataType::IMAGE),
    ]
}

/// Generates values of the type, sometimes NULL; small numbers and ends of ranges are more frequent
/// than by chance.
pub(crate) fn value_of(data_type: DataType) -> BoxedStrategy<Value> {
    let value = match data_type {
        DataType::Bit => any::<bool>().prop_map(Value::Bit).boxed(),
        DataType::TinyInt => any::<u8>().prop_map(Value::TinyInt).boxed(),
        DataType::SmallInt => any::<i16>().prop_map(Value::SmallInt).boxed(),
        DataType::Int => prop_oneof![any::<i32>(), -3..3i32].prop_map(Value::Int).boxed(),
        DataType::BigInt => prop_oneof![any::<i64>(), -3..3i64].prop_map(Value::BigInt).boxed(),
        DataType::Decimal { precision, scale, .. } => decimal(precision, scale).prop_map(Value::Decimal).boxed(),
        DataType::Float => prop_oneof![-2.0..2.0f64, Just(-0.0), any::<f64>().prop_filter("finite", |v| v.is_finite())]
            .prop_map(Value::Float)
            .boxed(),
        DataType::Real => any::<f32>().prop_filter("finite", |v| v.is_finite()).prop_map(Value::Real).boxed(),
        DataType::Money => prop_oneof![any::<i64>(), -3..3i64].prop_map(Value::Money).boxed(),
        DataType::SmallMoney => any::<i32>().prop_map(|v| Value::Money(v.into())).boxed(),
        DataType::Time(scale) => {
            (0..TICKS_PER_DAY).prop_map(move |ticks| Value::Time(round_time(ticks, scale))).boxed()
        }
        DataType::SmallDateTime => {
            (0..SMALL_MINUTES_END).prop_map(|minutes| Value::DateTime(minutes * UNITS_PER_MINUTE)).boxed()
        }
        DataType::UniqueIdentifier => {
            proptest::array::uniform16(prop_oneof![Just(0u8), any::<u8>()]).prop_map(Value::Guid).boxed()
        }
        DataType::Date => (0..=DAY_MAX).prop_map(Value::Date).boxed(),
        DataType::DateTime => {
            let first = i64::from(DAY_1753 - DAY_1900) * UNITS_PER_DAY;
            (first..i64::from(DAY_MAX - DAY_1900) * UNITS_PER_DAY).prop_map(Value::DateTime).boxed()
        }
        DataType::DateTime2(scale) => {
            (0..TICKS_END).prop_map(move |ticks| Value::DateTime2(round_ticks(ticks, scale))).boxed()
        }
        DataType::DateTimeOffset(scale) => (0..TICKS_END, -OFFSET_MAX..=OFFSET_MAX)
            .prop_map(move |(ticks, minutes)| Value::DateTimeOffset(round_ticks(ticks, scale), minutes))
            .boxed(),
        DataType::SqlVariant => held()
            .prop_flat_map(|data_type| {
                value_of(data_type).prop_map(move |value| crate::variant::from_value(&value, data_type))
            })
            .boxed(),
        DataType::Xml => {
            "[a-c<>& ]{0,8}".prop_map(|text| Value::text(crate::xml::write(&[crate::xml::Node::Text(text)]))).boxed()
        }
        DataType::Json => "[a-c0-9 ]{0,8}".prop_map(|text| Value::text(format!("{{\"{text}\":1}}"))).boxed(),
        DataType::Char(..) | DataType::VarChar(..) | DataType::NChar(_) | DataType::NVarChar(_) => {
            // Few characters, so that texts share beginnings. NUL, blanks, case, accents and
            // surrogate pairs are included.
            let texts = proptest::collection::vec(proptest::sample::select(CHARACTERS), 0..8);
            texts.prop_map(move |text| string_of(&text.into_iter().collect::<String>(), data_type)).boxed()
        }
        DataType::Binary(_) | DataType::VarBinary(_) | DataType::RowVersion => {
            // Many zeros, because trailing zeros are insignificant.
            let bytes = proptest::collection::vec(prop_oneof![Just(0u8), Just(1), Just(0xFF), any::<u8>()], 0..8);
            let from = DataType::VarBinary(Length::Max);
            bytes.prop_map(move |bytes| convert(&Value::bytes(bytes), &from, &data_type).expect("bytes")).boxed()
        }
    };
    prop_oneof![1 => Just(Value::Null), 9 => value].boxed()
}

fn string_of(text: &str, data_type: DataType) -> Value {
    convert(&Value::text(text), &DataType::NVarChar(Length::Max), &data_type).expect("a string")
}

const CHARACTERS: &[char] =
    &['a', 'A', 'b', 'B', ' ', ' ', '\0', '\t', 'é', 'É', 'z', '€', 'ж', 'Ж', '\u{FFFF}', '😀', '0'];
