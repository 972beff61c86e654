//! Columns of all types keep values, NULLs and their order.

use super::*;
use sluice_types::Decimal;

fn column(data_type: DataType, values: &[Value]) -> Column {
    let mut column = Column::new(data_type);
    values.iter().for_each(|value| column.push(value));
    column
}

fn all(column: &Column) -> Vec<Value> {
    (0..column.len()).map(|row| column.get(row)).collect()
}

fn decimal(units: i128) -> Value {
    Value::Decimal(Decimal::new(units, 2).expect("38 digits"))
}

#[test]
fn nulls_stay_with_their_rows() {
    let int = Value::Int;
    let mut ints = column(DataType::Int, &[int(4), Value::Null, int(-1), Value::Null, int(9)]);
    ints.keep(&[true, true, false, false, true]);
    assert_eq!(all(&ints), [int(4), Value::Null, int(9)]);
    ints.keep(&[true, false, true]);
    assert!(!ints.has_nulls());
    ints.null();
    assert_eq!(all(&ints), [int(4), int(9), Value::Null]);
    let mut joined = column(DataType::Int, &[int(8)]);
    joined.append(&ints);
    joined.pick(&ints, &[2, 0]);
    assert_eq!(all(&joined), [int(8), int(4), int(9), Value::Null, Value::Null, int(4)]);
    joined.keep_last();
    assert_eq!(all(&joined), [int(4)]);
    ints.clear();
    ints.push(&int(1));
    assert!(!ints.has_nulls());
}

#[test]
fn integers_widen_when_a_value_needs_it() {
    let (small, large) = (decimal(-105), decimal(10i128.pow(37)));
    let mut column = column(DataType::decimal(38, 2), &[small.clone(), Value::Null]);
    assert!(column.as_narrow().is_some());
    column.push(&large);
    assert!(column.as_narrow().is_none());
    assert_eq!(all(&column), [small.clone(), Value::Null, large.clone()]);
    let mut other = Column::new(DataType::decimal(38, 2));
    other.append(&column);
    other.set_from(1, &column, 2);
    assert_eq!(all(&other), [small.clone(), large.clone(), large]);
    let mut first = Column::all_null(DataType::decimal(38, 2), 2);
    first.set_from(1, &column, 2);
    assert_eq!(all(&first)[0], Value::Null);
    assert_eq!(first.integer_at(1), 10i128.pow(37));
}

#[test]
fn values_of_each_form_come_back() {
    let long = "a text that is longer than its view é";
    let cases = [
        (DataType::varchar(sluice_types::Length::Limited(60)), vec![Value::text(long), Value::Null, Value::text("")]),
        (DataType::VarBinary(sluice_types::Length::Limited(60)), vec![Value::bytes([1, 0, 0]), Value::Null]),
        (DataType::Real, vec![Value::Real(1.5), Value::Null]),
        (DataType::Float, vec![Value::Float(-0.1), Value::Float(1e300)]),
        (DataType::UniqueIdentifier, vec![Value::Guid([7; 16]), Value::Guid([0xF0; 16]), Value::Null]),
        (DataType::Time(3), vec![Value::Time(77), Value::Null]),
        (DataType::SmallDateTime, vec![Value::DateTime(18_000)]),
        (DataType::Bit, vec![Value::Bit(true), Value::Bit(false)]),
    ];
    for (data_type, values) in cases {
        let column = column(data_type, &values);
        assert_eq!(all(&column), values);
        let mut other = Column::all_null(data_type, 1);
        other.append(&column);
        other.set_from(0, &column, 0);
        assert_eq!(other.get(0), values[0]);
        other.keep_last();
        assert_eq!(Some(&other.get(0)), values.last());
    }
}
