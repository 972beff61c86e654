//! Byte order equals value order, for every type.

use super::*;
use crate::arbitrary::{data_type, value_of};
use crate::compare::compare_nulls_first;
use crate::data_type::Length;
use proptest::prelude::*;
use std::cmp::Ordering;

type Keys = (Vec<KeyColumn>, Vec<Value>, Vec<Value>);

fn two_keys() -> impl Strategy<Value = Keys> {
    proptest::collection::vec((data_type(), any::<bool>()), 1..4).prop_flat_map(|columns| {
        let columns: Vec<KeyColumn> = columns
            .into_iter()
            .map(|(data_type, descending)| KeyColumn { descending, ..KeyColumn::ascending(data_type) })
            .collect();
        let pairs: Vec<_> = columns.iter().map(|column| two_values(column.data_type)).collect();
        (Just(columns), pairs).prop_map(|(columns, pairs)| {
            let (left, right) = pairs.into_iter().unzip();
            (columns, left, right)
        })
    })
}

/// Returns two values, often equal, so that the second column decides.
fn two_values(data_type: DataType) -> impl Strategy<Value = (Value, Value)> {
    (value_of(data_type), value_of(data_type), any::<bool>())
        .prop_map(|(left, right, same)| if same { (left.clone(), left) } else { (left, right) })
}

fn key(values: &[Value], columns: &[KeyColumn]) -> Vec<u8> {
    let mut key = Vec::new();
    encode_key(values, columns, &mut key);
    key
}

fn order(columns: &[KeyColumn], left: &[Value], right: &[Value]) -> Ordering {
    for ((column, left), right) in columns.iter().zip(left).zip(right) {
        let order = compare_nulls_first(left, right);
        let order = if column.descending { order.reverse() } else { order };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn key_byte_order_is_value_order((columns, left, right) in two_keys()) {
        prop_assert_eq!(key(&left, &columns).cmp(&key(&right, &columns)), order(&columns, &left, &right));
    }

    #[test]
    fn key_of_first_columns_is_a_prefix((columns, values, _) in two_keys()) {
        let whole = key(&values, &columns);
        for count in 0..values.len() {
            prop_assert!(whole.starts_with(&key(&values[..count], &columns)));
        }
    }
}

/// The bytes shown in `docs/file-format.md`.
#[test]
fn key_examples_match_documentation() {
    let int = KeyColumn::ascending(DataType::Int);
    assert_eq!(key(&[Value::Int(1)], &[int]), [1, 0x80, 0, 0, 1]);
    assert_eq!(key(&[Value::Int(1)], &[KeyColumn { descending: true, ..int }]), [0xFE, 0x7F, 0xFF, 0xFF, 0xFE]);
    assert_eq!(key(&[Value::Null], &[int]), [0]);
    let text = KeyColumn::ascending(DataType::varchar(Length::Limited(9)));
    assert_eq!(key(&[Value::text("Ab ")], &[text]), [1, 0x80, 0x82, 0]);
}
