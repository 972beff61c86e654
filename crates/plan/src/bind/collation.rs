//! Which collation compares texts (`t-sql/statements/collation-precedence-transact-sql.md`).
//!
//! There is one collation for all columns, variables and constants; COLLATE puts another in its place for an expression and what is made of
//! it. Under another one a comparison is one of the collation's keys. What knows no other collation refuses it by name.

use super::Binder;
use crate::expression::{Expr, ExprKind, FunctionCall};
use crate::refusal::unsupported;
use sluice_functions::{COLLATE, COLLATION_KEY, Function, LIKE_COLLATED, Signature};
use sluice_syntax::ast;
use sluice_types::named_collation::Collation;
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// `operand COLLATE name`: 448 for a name that is none, 447 for what is no text.
    pub(super) fn bind_collate(&mut self, operand: &ast::Expr, name: &ast::Name) -> Result<Expr, SqlError> {
        let operand = self.bind_value(operand)?;
        let is_default = name.is("DATABASE_DEFAULT") || name.is("CATALOG_DEFAULT");
        let text = if is_default { sluice_types::named_collation::DEFAULT_NAME } else { &*name.text };
        let collation = Collation::named(text).ok_or_else(|| SqlError::new(448, 16, 1, vec![text.to_owned()]))?;
        if !operand.data_type.is_string() {
            return Err(SqlError::new(447, 16, 0, vec![operand.data_type.name().to_owned()]));
        }
        if !operand.data_type.is_unicode() && collation.code_page != Collation::DEFAULT.code_page {
            return Err(unsupported(&format!("COLLATE {text} of {}", operand.data_type.name())));
        }
        let inner = match operand.kind {
            // The outer one of two is what counts.
            ExprKind::Call(call) if std::ptr::eq(call.function, &COLLATE) => call.arguments.into_iter().next(),
            _ => Some(operand),
        };
        let inner = inner.ok_or_else(|| SqlError::syntax_near_keyword("COLLATE"))?;
        Ok(call(&COLLATE, inner.data_type, vec![inner, constant(text)]))
    }
}

/// The collation that COLLATE has given to `expr`, or to what it is made of: 468 where there are two.
pub(super) fn explicit_collation<'e>(expr: &'e Expr, operator: &str) -> Result<Option<&'e str>, SqlError> {
    if !expr.data_type.is_string() {
        return Ok(None);
    }
    match &expr.kind {
        ExprKind::Call(call) if std::ptr::eq(call.function, &COLLATE) => Ok(name_of(&call.arguments[1])),
        ExprKind::Call(call) => meeting(call.arguments.iter(), operator),
        ExprKind::Binary(_, left, right) => meeting([&**left, &**right].into_iter(), operator),
        ExprKind::Convert { input, .. } => explicit_collation(input, operator),
        ExprKind::Case(branches, otherwise) => {
            meeting(branches.iter().map(|(_, result)| result).chain(otherwise.as_deref()), operator)
        }
        _ => Ok(None),
    }
}

fn meeting<'e>(exprs: impl Iterator<Item = &'e Expr>, operator: &str) -> Result<Option<&'e str>, SqlError> {
    let mut found: Option<&str> = None;
    for expr in exprs {
        match (found, explicit_collation(expr, operator)?) {
            (Some(known), Some(other)) if !known.eq_ignore_ascii_case(other) => {
                // 468: cannot resolve the collation conflict.
                return Err(SqlError::new(468, 16, 9, vec![known.to_owned(), other.to_owned(), operator.to_owned()]));
            }
            (None, other) => found = other,
            _ => {}
        }
    }
    Ok(found)
}

/// Both sides of a comparison, as the collation of either has them compared.
pub(super) fn collated(left: Expr, right: Expr, operator: &str) -> Result<(Expr, Expr), SqlError> {
    let name = meeting([&left, &right].into_iter(), operator)?.map(str::to_owned);
    match name.filter(|name| is_other(name)) {
        Some(name) => Ok((key(left, &name), key(right, &name))),
        None => Ok((left, right)),
    }
}

/// What rows are ordered by, as its collation orders it.
pub(super) fn collated_key(expr: Expr) -> Result<Expr, SqlError> {
    let name = explicit_collation(&expr, "ORDER BY")?.map(str::to_owned);
    Ok(match name.filter(|name| is_other(name)) {
        Some(name) => key(expr, &name),
        None => expr,
    })
}

/// Refuses another collation in what knows the default alone.
pub(super) fn refuse_collation<'e>(exprs: impl IntoIterator<Item = &'e Expr>, what: &str) -> Result<(), SqlError> {
    for expr in exprs {
        if let Some(name) = explicit_collation(expr, what)?.filter(|name| is_other(name)) {
            return Err(unsupported(&format!("COLLATE {name} in {what}")));
        }
    }
    Ok(())
}

/// LIKE, where one of its texts has another collation.
pub(super) fn collated_like(bound: Expr) -> Result<Expr, SqlError> {
    let ExprKind::Call(like) = &bound.kind else { return Ok(bound) };
    let name = meeting(like.arguments.iter(), "like")?.map(str::to_owned);
    let Some(name) = name.filter(|name| is_other(name)) else { return Ok(bound) };
    let mut arguments = like.arguments.clone();
    arguments.insert(1, constant(&name));
    Ok(call(&LIKE_COLLATED, DataType::Bit, arguments))
}

fn is_other(name: &str) -> bool {
    Collation::named(name).is_some_and(|collation| !collation.is_as_default())
}

fn name_of(constant: &Expr) -> Option<&str> {
    match &constant.kind {
        ExprKind::Constant(name) => name.as_str(),
        _ => None,
    }
}

fn key(expr: Expr, name: &str) -> Expr {
    call(&COLLATION_KEY, DataType::VarBinary(Length::Max), vec![expr, constant(name)])
}

fn constant(name: &str) -> Expr {
    Expr::constant(Value::text(name), DataType::SYSNAME)
}

fn call(function: &'static Function, result: DataType, arguments: Vec<Expr>) -> Expr {
    let signature = Signature { arguments: arguments.iter().map(|argument| argument.data_type).collect(), result };
    let nullable = arguments.iter().any(|argument| argument.nullable);
    Expr { kind: ExprKind::Call(FunctionCall { function, signature, arguments }), data_type: result, nullable }
}
