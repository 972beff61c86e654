//! Conversions in bound expressions. Constants are converted at once. If that fails, the conversion
//! stays in the plan and fails at execution, as in SQL Server.

use super::literal::is_null;
use sluice_plan::collation::{code_page_of, meeting_page, type_in};
use sluice_plan::expression::{Expr, ExprKind};
use sluice_types::convert::{check_explicit, check_implicit, is_settled};
use sluice_types::precedence::common_type;
use sluice_types::{DataType, SqlError, Value, convert};

/// Converts `expr` implicitly to `target`. Fails with 206 or 257 if T-SQL has no implicit
/// conversion.
pub(super) fn implicit(expr: Expr, target: DataType) -> Result<Expr, SqlError> {
    if is_null(&expr) {
        return Ok(Expr { data_type: target, ..expr });
    }
    if expr.data_type == target {
        return Ok(Expr { data_type: target, ..expr });
    }
    check_implicit(&expr.data_type, &target)?;
    Ok(converted(expr, target, None, false))
}

/// Converts an argument of CONCAT, CONCAT_WS and STRING_AGG, which also take money, a type that
/// otherwise becomes a string by CAST only (`t-sql/functions/string-agg-transact-sql.md`, *Return
/// types*). Fails as [`implicit`] does.
pub(super) fn as_text(expr: Expr, target: DataType) -> Result<Expr, SqlError> {
    if expr.data_type.is_money() { explicit(expr, target, None, false) } else { implicit(expr, target) }
}

/// Converts `expr` to `target` like CAST, CONVERT and their TRY_ forms. Fails with 529 if T-SQL has
/// no conversion.
pub(super) fn explicit(expr: Expr, target: DataType, style: Option<i32>, tolerant: bool) -> Result<Expr, SqlError> {
    if is_null(&expr) {
        return Ok(typed_null(expr, target));
    }
    check_explicit(&expr.data_type, &target)?;
    Ok(converted(expr, target, style, tolerant))
}

/// Like [`explicit`], for a type named without a collation: a string keeps its collation and code
/// page.
pub(super) fn explicit_in_code_page(
    expr: Expr,
    target: DataType,
    style: Option<i32>,
    tolerant: bool,
) -> Result<Expr, SqlError> {
    let target = target.in_code_page(code_page_of([&expr]));
    // CAST and CONVERT can give NULL, whatever they convert.
    Ok(Expr { nullable: true, ..explicit(expr, target, style, tolerant)? })
}

/// Converts both expressions to their common type. A constant NULL takes the other's type. Fails
/// with 206 if there is no common type.
pub(super) fn unified(left: Expr, right: Expr) -> Result<(Expr, Expr), SqlError> {
    let target = match (is_null(&left), is_null(&right)) {
        (true, _) => right.data_type,
        (_, true) => left.data_type,
        _ => {
            let page = meeting_page(&[&left, &right]);
            common_type(type_in(page, &left), type_in(page, &right))?
        }
    };
    Ok((implicit(left, target)?, implicit(right, target)?))
}

/// Returns the common type of `exprs`. Constant NULLs don't count; of NULLs alone it's int. An
/// integer literal beside a decimal counts with its digits. Fails with 206 if there is none.
pub(super) fn common_type_of(exprs: &[&Expr]) -> Result<DataType, SqlError> {
    let page = meeting_page(exprs);
    let decimals: Vec<DataType> = exprs.iter().map(|expr| expr.data_type).filter(DataType::is_decimal).collect();
    let type_of = |expr: &Expr| match literal_digits(expr) {
        Some(digits) if !decimals.is_empty() => digits.named_like(&decimals),
        _ => type_in(page, expr),
    };
    let mut typed = exprs.iter().filter(|expr| !is_null(expr)).map(|expr| type_of(expr));
    let Some(first) = typed.next() else { return Ok(DataType::OF_NULL) };
    typed.try_fold(first, common_type)
}

/// Returns the decimal type with exactly the digits of an integer literal. `None` for other
/// expressions, also for a constant of CAST, which can be NULL.
pub(super) fn literal_digits(expr: &Expr) -> Option<DataType> {
    match &expr.kind {
        ExprKind::Constant(value) if expr.data_type.is_integer() && !expr.nullable => {
            let digits = value.as_i64()?.unsigned_abs().checked_ilog10().unwrap_or(0);
            Some(DataType::decimal(digits as u8 + 1, 0))
        }
        _ => None,
    }
}

/// Gives the constant NULL a type. A constant NULL of the type [`DataType::OF_NULL`] is the NULL
/// without a type, so the conversion to that type stays in the expression.
pub(super) fn typed_null(null: Expr, target: DataType) -> Expr {
    if target != DataType::OF_NULL {
        return Expr { data_type: target, ..null };
    }
    let kind = ExprKind::Convert { input: Box::new(null), style: None, tolerant: false };
    Expr { kind, data_type: target, nullable: true }
}

fn converted(expr: Expr, target: DataType, style: Option<i32>, tolerant: bool) -> Expr {
    if (expr.data_type.is_lob() || target.is_lob()) && expr.data_type.stored() == target.stored() {
        // text, ntext and image have the values of the `max` types.
        return Expr { data_type: target, ..expr };
    }
    if let (ExprKind::Constant(value), None) = (&expr.kind, style)
        && is_settled(value, &target)
        && let Ok(value) = convert(value, &expr.data_type, &target)
    {
        return Expr::constant(value, target);
    }
    let expr = if target.is_integer() { without_decimals(expr) } else { expr };
    let nullable = expr.nullable || tolerant;
    Expr { kind: ExprKind::Convert { input: Box::new(expr), style, tolerant }, data_type: target, nullable }
}

/// Makes a constant decimal without digits after the point a bigint if possible. A constant integer
/// beyond int is a decimal, but messages treat it as an integer
/// (`t-sql/functions/dateadd-transact-sql`, *number argument*).
fn without_decimals(expr: Expr) -> Expr {
    match (&expr.kind, expr.data_type) {
        (ExprKind::Constant(Value::Decimal(number)), DataType::Decimal { scale: 0, .. }) => {
            match i64::try_from(number.units()) {
                Ok(number) => Expr::constant(Value::BigInt(number), DataType::BigInt),
                Err(_) => expr,
            }
        }
        _ => expr,
    }
}
