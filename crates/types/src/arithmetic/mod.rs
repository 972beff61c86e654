//! The operators between values: which type they make, and which value.

use crate::data_type::DataType;
use crate::error::SqlError;
use crate::value::Value;

/// The operators between two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `+`, also of strings.
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
}

/// The operators before one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `+`
    Plus,
    /// `-`
    Negate,
    /// `~`
    BitNot,
}

/// The types an operator works on, chosen when a statement is bound: the operands are converted to `left` and `right`
/// before [`evaluate`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperatorTypes {
    /// What the left operand is converted to.
    pub left: DataType,
    /// What the right operand is converted to.
    pub right: DataType,
    /// What comes out.
    pub result: DataType,
}

/// The types of `left operator right`; 402, 206 or 8117 if the operator does not take them.
pub fn operator_types(operator: Operator, left: DataType, right: DataType) -> Result<OperatorTypes, SqlError> {
    let _ = (operator, left, right);
    panic!("not yet")
}

/// The type of `operator operand`; 8117 if the operator does not take it.
pub fn unary_type(operator: UnaryOperator, operand: DataType) -> Result<DataType, SqlError> {
    let _ = (operator, operand);
    panic!("not yet")
}

/// `left operator right`, the operands being of the types that [`operator_types`] chose. NULL makes NULL.
pub fn evaluate(operator: Operator, left: &Value, right: &Value, result: DataType) -> Result<Value, SqlError> {
    let _ = (operator, left, right, result);
    panic!("not yet")
}

/// `operator operand`, the operand being of the type that [`unary_type`] gave.
pub fn evaluate_unary(operator: UnaryOperator, operand: &Value, result: DataType) -> Result<Value, SqlError> {
    let _ = (operator, operand, result);
    panic!("not yet")
}
