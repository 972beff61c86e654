//! Integer constants of up to 38 digits in definitions: sequence bounds and identity seeds.

use crate::refusal::unsupported;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// Returns the value of an integer constant. Fails with 11708 if the constant has a fraction or too
/// many digits. The sign may be written before it. Other expressions fail with 40517; `argument` is
/// for the message.
pub fn number(written: &ast::Expr, argument: &str) -> Result<i128, SqlError> {
    match &written.kind {
        ast::ExprKind::Literal(ast::Literal::Integer(number)) => Ok((*number).into()),
        ast::ExprKind::Literal(ast::Literal::Decimal(digits)) => {
            let number = digits.parse::<i128>().ok();
            number.filter(|number| *number < 10i128.pow(38)).ok_or_else(|| invalid(argument))
        }
        ast::ExprKind::Unary { operator, operand } => {
            let number = number(operand, argument)?;
            match operator {
                ast::UnaryOperator::Plus => Ok(number),
                ast::UnaryOperator::Minus => Ok(-number),
                ast::UnaryOperator::BitNot => Err(invalid(argument)),
            }
        }
        _ => Err(unsupported(&format!("{argument} with a non-constant value"))),
    }
}

/// Error 11708: the argument's value is outside the range of its type.
pub fn invalid(argument: &str) -> SqlError {
    SqlError::invalid_sequence_argument(argument)
}
