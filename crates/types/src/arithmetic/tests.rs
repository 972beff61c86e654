//! Operators: types and values against the documentation, errors by number.

use super::*;
use crate::convert::convert;
use crate::data_type::{DataType, Length};
use crate::display;
use crate::error::SqlError;
use crate::value::Value;

/// Binds, converts and evaluates like a statement.
fn run(operator: Operator, left: (Value, DataType), right: (Value, DataType)) -> Result<(Value, DataType), SqlError> {
    let types = operator_types(operator, left.1, right.1)?;
    let a = convert(&left.0, &left.1, &types.left)?;
    let b = convert(&right.0, &right.1, &types.right)?;
    evaluate(operator, &a, &b, types.result).map(|value| (value, types.result))
}

fn int(value: i32) -> (Value, DataType) {
    (Value::Int(value), DataType::Int)
}

fn numeric(text: &str, precision: u8, scale: u8) -> (Value, DataType) {
    (Value::Decimal(text.parse().expect(text)), DataType::decimal(precision, scale))
}

fn text(text: &str) -> (Value, DataType) {
    (Value::text(text), DataType::varchar(Length::Limited(text.len() as u16)))
}

fn shown(result: Result<(Value, DataType), SqlError>) -> String {
    let (value, data_type) = result.expect("a value");
    format!("{} {data_type}", display::text(&value, &data_type))
}

fn number(result: Result<(Value, DataType), SqlError>) -> i32 {
    result.expect_err("an error").number
}

#[test]
fn integers_keep_the_wider_type() {
    assert_eq!(run(Operator::Divide, int(7), int(-2)), Ok(int(-3)));
    assert_eq!(run(Operator::Modulo, int(-7), int(2)), Ok(int(-1)));
    let big = (Value::BigInt(1 << 40), DataType::BigInt);
    assert_eq!(run(Operator::Add, int(1), big), Ok((Value::BigInt((1 << 40) + 1), DataType::BigInt)));
    assert_eq!(number(run(Operator::Add, int(i32::MAX), int(1))), 8115);
    assert_eq!(number(run(Operator::Divide, int(1), int(0))), 8134);
    let tiny = |v| (Value::TinyInt(v), DataType::TinyInt);
    let error = run(Operator::Subtract, tiny(1), tiny(2)).expect_err("tinyint has no sign");
    assert_eq!((error.number, error.args[1].as_str()), (8115, "tinyint"));
    assert_eq!(run(Operator::Add, (Value::Null, DataType::Int), int(1)), Ok((Value::Null, DataType::Int)));
    assert_eq!(run(Operator::BitXor, int(6), int(3)), Ok(int(5)));
}

/// precision-scale-and-length-transact-sql.md: the table and both examples.
#[test]
fn decimals_follow_the_documented_table() {
    let example = run(Operator::Multiply, numeric("0.0000009000", 30, 20), numeric("1.0000000000", 30, 20));
    let value = |text: &str| numeric(text, 0, 0).0;
    let rescaled = |text: &str, scale| {
        convert(&value(text), &DataType::decimal(38, 10), &DataType::decimal(30, scale)).expect(text)
    };
    assert_eq!(example.expect("a value").1, DataType::decimal(38, 17));
    let left = (rescaled("0.0000009000", 20), DataType::decimal(30, 20));
    let right = (rescaled("1.0000000000", 20), DataType::decimal(30, 20));
    assert_eq!(shown(run(Operator::Multiply, left, right)), ".00000090000000000 decimal(38,17)");
    let example = run(Operator::Multiply, numeric("0.0000009000", 30, 10), numeric("1.0000000000", 30, 10));
    assert_eq!(shown(example), ".000001 decimal(38,6)");
    assert_eq!(shown(run(Operator::Add, numeric("1.5", 2, 1), numeric("2.25", 3, 2))), "3.75 decimal(4,2)");
    assert_eq!(shown(run(Operator::Subtract, numeric("1.5", 2, 1), int(3))), "-1.5 decimal(12,1)");
    assert_eq!(shown(run(Operator::Divide, numeric("2.0", 2, 1), numeric("3", 1, 0))), ".666666 decimal(7,6)");
    assert_eq!(shown(run(Operator::Modulo, numeric("5.5", 2, 1), numeric("2", 1, 0))), "1.5 decimal(2,1)");
    assert_eq!(number(run(Operator::Divide, numeric("2.0", 2, 1), numeric("0", 1, 0))), 8134);
}

#[test]
fn decimal_overflow_fails_with_8115() {
    let nines = "9".repeat(38);
    let error = run(Operator::Multiply, numeric(&nines, 38, 0), numeric(&nines, 38, 0)).expect_err("too great");
    assert_eq!((error.number, error.args.clone()), (8115, vec!["expression".to_owned(), "numeric".to_owned()]));
    assert_eq!(number(run(Operator::Add, numeric(&nines, 38, 0), numeric("1", 1, 0))), 8115);
}

#[test]
fn strings_concatenate_and_convert() {
    assert_eq!(shown(run(Operator::Add, text("ab"), text("cd"))), "abcd varchar(4)");
    let wide = (Value::text("é"), DataType::NVarChar(Length::Limited(10)));
    assert_eq!(shown(run(Operator::Add, text("ab"), wide)), "abé nvarchar(12)");
    assert_eq!(run(Operator::Add, text("2"), int(3)), Ok(int(5)));
    assert_eq!(number(run(Operator::Add, text("x"), int(3))), 245);
    assert_eq!(number(run(Operator::Subtract, text("a"), text("b"))), 8117);
    let long = "x".repeat(5000);
    let joined = run(Operator::Add, text(&long), text(&long)).expect("a text");
    assert_eq!(joined.1, DataType::varchar(Length::Limited(8000)));
    assert_eq!(joined.0.as_str().map(str::len), Some(8000));
}

#[test]
fn only_datetime_can_be_added() {
    let day = (Value::DateTime(0), DataType::DateTime);
    assert_eq!(shown(run(Operator::Add, day.clone(), int(1))), "1900-01-02 00:00:00.000 datetime");
    assert_eq!(number(run(Operator::Multiply, day.clone(), int(2))), 402);
    assert_eq!(number(run(Operator::Multiply, day.clone(), day.clone())), 8117);
    assert_eq!(number(run(Operator::Subtract, day, int(60_000))), 8115);
    let modern = (Value::DateTime2(0), DataType::DateTime2(7));
    let error = run(Operator::Add, modern.clone(), int(1)).expect_err("datetime2 does not add");
    assert_eq!((error.number, error.args.clone()), (206, vec!["datetime2".to_owned(), "int".to_owned()]));
    assert_eq!(number(run(Operator::Add, modern.clone(), modern)), 8117);
}

#[test]
fn operators_refuse_incompatible_types() {
    let float = (Value::Float(1.0), DataType::Float);
    assert_eq!(number(run(Operator::Modulo, float.clone(), int(1))), 402);
    assert_eq!(number(run(Operator::BitAnd, numeric("1", 1, 0), int(1))), 402);
    let bit = (Value::Bit(true), DataType::Bit);
    assert_eq!(number(run(Operator::Add, bit.clone(), bit)), 402);
    assert_eq!(number(run(Operator::Divide, float.clone(), (Value::Float(0.0), DataType::Float))), 8134);
    assert_eq!(
        number(run(Operator::Multiply, (Value::Float(1e300), DataType::Float), (Value::Float(1e300), DataType::Float))),
        8115
    );
}

#[test]
fn unary_operators_evaluate() {
    let unary = |operator, (value, data_type): (Value, DataType)| {
        unary_type(operator, data_type).and_then(|result| evaluate_unary(operator, &value, result))
    };
    assert_eq!(unary(UnaryOperator::Negate, (Value::TinyInt(255), DataType::TinyInt)), Ok(Value::SmallInt(-255)));
    assert_eq!(unary(UnaryOperator::Negate, int(i32::MIN)).expect_err("too great").number, 8115);
    assert_eq!(unary(UnaryOperator::BitNot, int(0)), Ok(Value::Int(-1)));
    assert_eq!(unary(UnaryOperator::Negate, text("a")).expect_err("a string").number, 8117);
    assert_eq!(unary(UnaryOperator::Plus, (Value::Null, DataType::Int)), Ok(Value::Null));
}
