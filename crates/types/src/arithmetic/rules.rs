//! Result types of the operators.

use super::Operator;
use crate::convert_rules::{Conversion, conversion};
use crate::data_type::{DataType, Length};
use crate::decimal::{Rule, result_of};
use crate::error::SqlError;
use crate::precedence::{binary_type, common_type, decimal_of, string_type};
use crate::type_spec::Family;

/// The types of an operation, chosen at binding. The operands are converted to `left` and `right`
/// before [`super::evaluate`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperatorTypes {
    /// The type that the left operand is converted to.
    pub left: DataType,
    /// The type that the right operand is converted to.
    pub right: DataType,
    /// The type of the result.
    pub result: DataType,
}

/// Returns the types of `left operator right`. Fails with 402, 206, 257 or 8117 if the operator
/// doesn't accept the types. Decimals follow the rules of precision and scale, strings those of
/// lengths. A number and a string meet in the number's type.
///
/// An integer literal next to a decimal counts with its own number of digits rather than int's: the
/// binder passes it as a decimal(digits, 0).
pub fn operator_types(operator: Operator, left: DataType, right: DataType) -> Result<OperatorTypes, SqlError> {
    if operator.is_bitwise() {
        return bitwise(operator, left, right);
    }
    if left == DataType::SqlVariant || right == DataType::SqlVariant {
        return Err(of_variant(operator, left, right));
    }
    if left.is_lob() || right.is_lob() {
        return Err(no_operand(operator.name(), left, right));
    }
    if left.is_string() && right.is_string() {
        return strings(operator, left, right);
    }
    if left.is_binary() && right.is_binary() {
        return binaries(operator, left, right);
    }
    if (left.is_binary() && right.is_string()) || (left.is_string() && right.is_binary()) {
        return Err(SqlError::incompatible_operands(left.operand_name(), right.operand_name(), operator.name()));
    }
    if left.is_date_time() || right.is_date_time() {
        return dates(operator, left, right);
    }
    let approximate = |data_type: DataType| data_type.spec().family == Family::Approximate;
    if operator == Operator::Modulo && (approximate(left) || approximate(right)) {
        return Err(match approximate(left) && approximate(right) {
            true => SqlError::invalid_operand(left.name(), operator.name()),
            false => SqlError::incompatible_operands(left.name(), right.name(), operator.name()),
        });
    }
    let meeting = common_type(left, right)?;
    let allowed = match meeting.spec().family {
        Family::Approximate | Family::Decimal | Family::Money => true,
        Family::Integer => meeting != DataType::Bit,
        _ => meeting.is_binary(),
    };
    if !allowed {
        return Err(SqlError::incompatible_operands(left.operand_name(), right.operand_name(), operator.name()));
    }
    match (meeting, digits_of(left, meeting), digits_of(right, meeting)) {
        (DataType::Decimal { .. }, Some(l), Some(r)) => {
            let decimal =
                |(precision, scale), operand: DataType| DataType::decimal(precision, scale).named_like(&[operand]);
            let result = result_of(rule_of(operator), l, r).named_like(&[left, right]);
            Ok(OperatorTypes { left: decimal(l, left), right: decimal(r, right), result })
        }
        _ => Ok(OperatorTypes { left: meeting, right: meeting, result: meeting }),
    }
}

/// Returns the types of `&`, `|` and `^`. One operand is an integer; the other one may be a string
/// or binary too, and is converted to the integer's type. Fails with 8117 if neither operand is one
/// of these, otherwise with 402 (recorded answers of SQL Server).
fn bitwise(operator: Operator, left: DataType, right: DataType) -> Result<OperatorTypes, SqlError> {
    let fits =
        |operand: DataType| operand.is_integer() || !operand.is_lob() && (operand.is_string() || operand.is_binary());
    let meeting = match (left.is_integer(), right.is_integer()) {
        (true, true) => common_type(left, right)?,
        (true, false) if fits(right) => left,
        (false, true) if fits(left) => right,
        _ if !fits(left) && !fits(right) => {
            return Err(SqlError::invalid_operand(left.operand_name(), operator.name()));
        }
        _ => {
            return Err(SqlError::incompatible_operands(left.operand_name(), right.operand_name(), operator.name()));
        }
    };
    Ok(OperatorTypes { left: meeting, right: meeting, result: meeting })
}

/// The error for an operator with a sql_variant, which no operator takes: 257 where the other is a
/// number that it would become, otherwise 402.
fn of_variant(operator: Operator, left: DataType, right: DataType) -> SqlError {
    let other = if left == DataType::SqlVariant { right } else { left };
    let is_number = other.is_numeric() && other != DataType::Bit;
    match operator {
        Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide if is_number => {
            SqlError::implicit_conversion_not_allowed(DataType::SqlVariant.name(), other.name())
        }
        _ => SqlError::incompatible_operands(left.name(), right.name(), operator.name()),
    }
}

/// The error for operands of an operator that takes neither text, ntext nor image: 206 for types
/// that don't convert to each other, 8117 for two of one type, otherwise 402.
fn no_operand(operator: &str, left: DataType, right: DataType) -> SqlError {
    match common_type(left, right) {
        Err(clash) => clash,
        Ok(_) if left.name() == right.name() => SqlError::invalid_operand(left.name(), operator),
        Ok(_) => SqlError::incompatible_operands(left.operand_name(), right.operand_name(), operator),
    }
}

/// Only `+` accepts strings. The result's length is the sum of both lengths, up to the type's
/// limit.
fn strings(operator: Operator, left: DataType, right: DataType) -> Result<OperatorTypes, SqlError> {
    if operator != Operator::Add {
        return Err(SqlError::invalid_operand(left.name(), operator.name()));
    }
    let result = string_type(left, right, sum_of_lengths(left, right));
    // Each side keeps its own length, but takes the result's kind.
    let kind = |side: DataType| {
        string_type(
            side,
            if result.is_unicode() { DataType::NChar(1) } else { side },
            side.length().unwrap_or(Length::Max),
        )
        .in_code_page(result.code_page().unwrap_or_default())
    };
    Ok(OperatorTypes { left: kind(left), right: kind(right), result })
}

/// Only `+` accepts binary values, with the rules of strings.
fn binaries(operator: Operator, left: DataType, right: DataType) -> Result<OperatorTypes, SqlError> {
    if operator != Operator::Add {
        return Err(SqlError::invalid_operand(left.name(), operator.name()));
    }
    Ok(OperatorTypes { left, right, result: binary_type(left, right, sum_of_lengths(left, right)) })
}

fn sum_of_lengths(left: DataType, right: DataType) -> Length {
    match (left.length(), right.length()) {
        (Some(Length::Limited(a)), Some(Length::Limited(b))) => Length::Limited(a.saturating_add(b)),
        _ => Length::Max,
    }
}

/// Only datetime and smalldatetime can be added and subtracted, and only with types that convert to
/// them implicitly. A type that doesn't convert to a modern date or time fails with 206, which
/// names the date or time first (recorded answers of SQL Server); all others fail with 402 or 8117.
fn dates(operator: Operator, left: DataType, right: DataType) -> Result<OperatorTypes, SqlError> {
    if left.is_modern_date_time() || right.is_modern_date_time() {
        let (date, other) = if left.is_modern_date_time() { (left, right) } else { (right, left) };
        return Err(if conversion(&other, &date) == Conversion::None {
            SqlError::type_clash(date.operand_name(), other.operand_name())
        } else if left.name() == right.name() {
            SqlError::invalid_operand(left.name(), operator.name())
        } else {
            SqlError::incompatible_operands(left.operand_name(), right.operand_name(), operator.name())
        });
    }
    let meeting = common_type(left, right).ok().filter(|meeting| meeting.is_date_time());
    match (operator, meeting) {
        (Operator::Add | Operator::Subtract, Some(meeting)) => {
            Ok(OperatorTypes { left: meeting, right: meeting, result: meeting })
        }
        _ if left == right => Err(SqlError::invalid_operand(left.name(), operator.name())),
        _ => Err(SqlError::incompatible_operands(left.operand_name(), right.operand_name(), operator.name())),
    }
}

/// Returns the precision and scale of an operand. Strings and binary values take those of the type
/// they are converted to.
fn digits_of(operand: DataType, meeting: DataType) -> Option<(u8, u8)> {
    decimal_of(if operand.length().is_some() { meeting } else { operand })
}

fn rule_of(operator: Operator) -> Rule {
    match operator {
        Operator::Multiply => Rule::Multiply,
        Operator::Divide => Rule::Divide,
        Operator::Modulo => Rule::Modulo,
        _ => Rule::AddOrSubtract,
    }
}
