//! Random types and values for property tests.

use crate::collation::WireCollation;
use crate::type_info::TypeInfo;
use proptest::prelude::*;
use sluice_types::calendar::{
    DAY_1753, DAY_1900, DAY_MAX, OFFSET_MAX, SMALL_MINUTES_END, TICKS_END, TICKS_PER_DAY, UNITS_PER_DAY,
    UNITS_PER_MINUTE,
};
use sluice_types::value::Variant;
use sluice_types::{CodePage, CollationId, DataType, Decimal, Length, Value};
use std::sync::Arc;

/// Generates a wire type in any of its forms. A type in a code page fits its collation.
pub(crate) fn type_info() -> impl Strategy<Value = TypeInfo> {
    (data_type(), any::<bool>(), collation(), any::<bool>()).prop_map(|(data_type, is_nullable, collation, is_text)| {
        let data_type = collation.code_page().map_or(data_type, |page| data_type.in_code_page(page));
        let text = TypeInfo::of_text(data_type, collation).filter(|_| is_text);
        text.unwrap_or_else(|| TypeInfo::new(data_type, is_nullable, collation))
    })
}

/// Generates a value of the type; sometimes NULL, if the form isn't fixed.
pub(crate) fn value_of(info: TypeInfo) -> BoxedStrategy<Value> {
    let value = plain_value(info.data_type);
    if info.form == crate::Form::Fixed { value } else { prop_oneof![1 => Just(Value::Null), 8 => value].boxed() }
}

/// Generates a wire type and a value of it, or NULL.
pub(crate) fn typed_value() -> impl Strategy<Value = (TypeInfo, Value)> {
    type_info().prop_flat_map(|info| value_of(info).prop_map(move |value| (info, value)))
}

fn collation() -> impl Strategy<Value = WireCollation> {
    let all: Vec<CollationId> = CollationId::all().collect();
    prop_oneof![
        Just(WireCollation::DEFAULT),
        proptest::sample::select(all).prop_map(WireCollation::from_id),
        Just(WireCollation::default())
    ]
}

/// Generates a code page that has a collation.
fn page() -> impl Strategy<Value = CodePage> {
    proptest::sample::select(vec![CodePage::DEFAULT, CodePage::Page1251, CodePage::Utf8])
}

fn data_type() -> impl Strategy<Value = DataType> {
    let max = prop_oneof![
        Just(DataType::varchar(Length::Max)),
        Just(DataType::NVarChar(Length::Max)),
        Just(DataType::VarBinary(Length::Max)),
        Just(DataType::TEXT),
        Just(DataType::NTEXT),
        Just(DataType::IMAGE),
        Just(DataType::Xml),
        Just(DataType::RowVersion),
        Just(DataType::SqlVariant),
    ];
    prop_oneof![3 => held(), 1 => max]
}

/// Generates a base type of sql_variant.
fn held() -> impl Strategy<Value = DataType> {
    let plain = [
        DataType::Bit,
        DataType::TinyInt,
        DataType::SmallInt,
        DataType::Int,
        DataType::BigInt,
        DataType::Float,
        DataType::Real,
        DataType::Money,
        DataType::SmallMoney,
        DataType::SmallDateTime,
        DataType::DateTime,
        DataType::Date,
        DataType::UniqueIdentifier,
    ];
    prop_oneof![
        proptest::sample::select(plain.to_vec()),
        (1..=38u8)
            .prop_flat_map(|precision| (0..=precision).prop_map(move |scale| DataType::decimal(precision, scale))),
        (0..=7u8).prop_map(DataType::Time),
        (0..=7u8).prop_map(DataType::DateTime2),
        (0..=7u8).prop_map(DataType::DateTimeOffset),
        (40..=8000u16, page()).prop_map(|(n, page)| DataType::Char(n, page)),
        (40..=8000u16, page()).prop_map(|(n, page)| DataType::VarChar(Length::Limited(n), page)),
        (40..=4000u16).prop_map(DataType::NChar),
        (40..=4000u16).prop_map(|n| DataType::NVarChar(Length::Limited(n))),
        (20..=8000u16).prop_map(DataType::Binary),
        (20..=8000u16).prop_map(|n| DataType::VarBinary(Length::Limited(n))),
    ]
}

fn plain_value(data_type: DataType) -> BoxedStrategy<Value> {
    match data_type {
        DataType::Bit => any::<bool>().prop_map(Value::Bit).boxed(),
        DataType::TinyInt => any::<u8>().prop_map(Value::TinyInt).boxed(),
        DataType::SmallInt => any::<i16>().prop_map(Value::SmallInt).boxed(),
        DataType::Int => prop_oneof![any::<i32>(), Just(i32::MIN), Just(i32::MAX)].prop_map(Value::Int).boxed(),
        DataType::BigInt => prop_oneof![any::<i64>(), Just(i64::MIN), Just(i64::MAX)].prop_map(Value::BigInt).boxed(),
        DataType::Float => any::<f64>().prop_filter("finite", |v| v.is_finite()).prop_map(Value::Float).boxed(),
        DataType::Real => any::<f32>().prop_filter("finite", |v| v.is_finite()).prop_map(Value::Real).boxed(),
        DataType::Money => prop_oneof![any::<i64>(), Just(i64::MIN), -3..3i64].prop_map(Value::Money).boxed(),
        DataType::SmallMoney => any::<i32>().prop_map(|v| Value::Money(v.into())).boxed(),
        DataType::Decimal { precision, scale, .. } => {
            let bound = 10_i128.pow(precision.into()) - 1;
            let units = prop_oneof![-bound..=bound, Just(bound), Just(-bound), Just(0)];
            units.prop_map(move |units| Value::Decimal(Decimal::new(units, scale).expect("38 digits"))).boxed()
        }
        DataType::Time(scale) => (0..TICKS_PER_DAY).prop_map(move |ticks| Value::Time(cut(ticks, scale))).boxed(),
        DataType::DateTime2(scale) => (0..TICKS_END).prop_map(move |ticks| Value::DateTime2(cut(ticks, scale))).boxed(),
        DataType::DateTimeOffset(scale) => (TICKS_PER_DAY..TICKS_END - TICKS_PER_DAY, -OFFSET_MAX..=OFFSET_MAX)
            .prop_map(move |(ticks, minutes)| Value::DateTimeOffset(cut(ticks, scale), minutes))
            .boxed(),
        DataType::Date => (0..=DAY_MAX).prop_map(Value::Date).boxed(),
        DataType::SmallDateTime => {
            (0..SMALL_MINUTES_END).prop_map(|minutes| Value::DateTime(minutes * UNITS_PER_MINUTE)).boxed()
        }
        DataType::DateTime => {
            let first = i64::from(DAY_1753 - DAY_1900) * UNITS_PER_DAY;
            (first..i64::from(DAY_MAX - DAY_1900 + 1) * UNITS_PER_DAY).prop_map(Value::DateTime).boxed()
        }
        DataType::UniqueIdentifier => any::<[u8; 16]>().prop_map(Value::Guid).boxed(),
        DataType::Char(..) | DataType::VarChar(..) => "[ -~]{0,40}".prop_map(Value::text).boxed(),
        DataType::NChar(_) | DataType::NVarChar(_) => {
            "[a-zéЖ€\u{FFFF}\u{0}]{0,30}😀{0,4}".prop_map(Value::text).boxed()
        }
        DataType::Json => unreachable!("the wire has no json"),
        DataType::Xml => "<a>[a-zЖ]{0,900}</a>".prop_map(Value::text).boxed(),
        DataType::RowVersion => any::<[u8; 8]>().prop_map(|bytes| Value::bytes(bytes.as_slice())).boxed(),
        DataType::Binary(_) | DataType::VarBinary(Length::Limited(_)) => {
            proptest::collection::vec(any::<u8>(), 0..20).prop_map(Value::bytes).boxed()
        }
        DataType::VarBinary(Length::Max | Length::Lob) => {
            proptest::collection::vec(any::<u8>(), 0..2000).prop_map(Value::bytes).boxed()
        }
        DataType::SqlVariant => held()
            .prop_flat_map(|data_type| {
                plain_value(data_type).prop_map(move |value| Value::Variant(Arc::new(Variant { value, data_type })))
            })
            .boxed(),
    }
}

fn cut(ticks: i64, scale: u8) -> i64 {
    let unit = 10_i64.pow(u32::from(7 - scale));
    ticks / unit * unit
}
