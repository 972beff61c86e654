//! Constants in expressions.

use sluice_definition::literal::typed;
use sluice_plan::expression::Expr;
use sluice_plan::expression::ExprKind;
use sluice_syntax::ast::Literal;
use sluice_types::{DataType, SqlError, Value};

/// Binds a constant. Fails with 168 or 1007 for a number out of range.
pub(super) fn bind(literal: &Literal) -> Result<Expr, SqlError> {
    let (value, data_type) = typed(literal)?;
    Ok(Expr::constant(value, data_type))
}

/// Returns the constant NULL without a type.
pub(super) fn null() -> Expr {
    Expr::constant(Value::Null, DataType::OF_NULL)
}

/// Whether an expression is the constant NULL, which has no type of its own.
pub(super) fn is_null(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Constant(Value::Null)) && expr.data_type == DataType::OF_NULL
}
