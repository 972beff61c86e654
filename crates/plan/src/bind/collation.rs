//! COLLATE, and what compares texts by another collation than the default
//! (`t-sql/statements/collation-precedence-transact-sql`).
//!
//! Which collation an expression has follows from the columns and COLLATE clauses in it
//! ([`crate::collation`]). Under another one than the default a comparison is one of the
//! collation's keys; groups and indexes are told the collation and make the keys themselves. What
//! knows no other collation refuses it by name.

use super::Binder;
use super::conversion::implicit;
use crate::collation::{Label, collation_named, collation_of, key_under, label, met};
use crate::expression::{Expr, ExprKind, FunctionCall};
use crate::refusal::unsupported;
use sluice_functions::{COLLATE, COLLATED, Function, INHERIT_COLLATION, LIKE_COLLATED, Signature, by_characters};
use sluice_syntax::ast;
use sluice_types::{CollationId, DataType, SqlError, Value};

impl Binder<'_> {
    /// `operand COLLATE name`: 448 for a name that is none, 447 for what is no text.
    pub(super) fn bind_collate(&mut self, operand: &ast::Expr, name: &ast::Name) -> Result<Expr, SqlError> {
        let operand = self.bind_value(operand)?;
        let collation = collation_named(name, operand.data_type)?;
        let inner = match operand.kind {
            // The outer one of two is what counts.
            ExprKind::Call(call) if std::ptr::eq(call.function, &COLLATE) => call.arguments.into_iter().next(),
            _ => Some(operand),
        };
        let inner = inner.ok_or_else(|| SqlError::syntax_near_keyword("COLLATE"))?;
        let data_type = inner.data_type.converted_to(collation.rules().code_page);
        let inner = implicit(inner, data_type)?;
        Ok(call(&COLLATE, inner.data_type, vec![inner, constant(collation)]))
    }
}

/// Both sides of a comparison, as the collation of either has them compared.
pub(super) fn collated(left: Expr, right: Expr, operator: &str) -> Result<(Expr, Expr), SqlError> {
    Ok(match collation_in([&left, &right], operator)? {
        Some(collation) => (key_under(left, collation), key_under(right, collation)),
        None => (left, right),
    })
}

/// What rows are ordered by, as its collation orders it.
pub(super) fn collated_key(expr: Expr) -> Result<Expr, SqlError> {
    Ok(match collation_in([&expr], "ORDER BY")? {
        Some(collation) => key_under(expr, collation),
        None => expr,
    })
}

/// 468 for an expression whose collation nobody knows, where `what` asks for it.
pub(super) fn check_collation(expr: &Expr, what: &str) -> Result<(), SqlError> {
    collation_in([expr], what).map(drop)
}

/// 451 for an item of a select list whose collation nobody knows.
pub(super) fn check_item(expr: &Expr, number: usize) -> Result<(), SqlError> {
    let Label::Conflict(left, right) = label(expr)? else { return Ok(()) };
    let operator = match &expr.kind {
        ExprKind::Case(..) => "CASE",
        ExprKind::Call(call) => call.function.name,
        _ => "add",
    };
    Err(unresolved_in_item((left, right), operator, number))
}

/// 451.
pub(super) fn unresolved_in_item((left, right): (CollationId, CollationId), operator: &str, number: usize) -> SqlError {
    let args = vec![left.name(), right.name(), operator.into(), "SELECT".into(), number.to_string()];
    SqlError::new(451, 16, 1, args)
}

/// LIKE, where its texts have another collation.
pub(super) fn collated_like(bound: Expr) -> Result<Expr, SqlError> {
    let ExprKind::Call(like) = &bound.kind else { return Ok(bound) };
    let Some(collation) = collation_in(like.arguments.iter(), "like")? else { return Ok(bound) };
    let mut arguments = like.arguments.clone();
    arguments.insert(1, constant(collation));
    Ok(call(&LIKE_COLLATED, DataType::Bit, arguments))
}

/// A call of a function that searches, where its texts have another collation: refused where there
/// is no such function.
pub(super) fn collated_call(bound: FunctionCall) -> Result<FunctionCall, SqlError> {
    let Some(collation) = collation_in(bound.arguments.iter(), bound.function.name)? else { return Ok(bound) };
    let collated = COLLATED.iter().find(|(plain, _)| *plain == bound.function.name);
    let Some((_, function)) = collated else {
        return Err(unsupported(&format!("COLLATE {} in {}", collation.name(), bound.function.name)));
    };
    let FunctionCall { mut signature, mut arguments, .. } = bound;
    arguments.insert(0, constant(collation));
    signature.arguments.insert(0, DataType::SYSNAME);
    Ok(FunctionCall { function, signature, arguments })
}

/// A call of a function that counts characters, where a pair of surrogates is one to the collation
/// of its text.
pub(super) fn counted_call(call: FunctionCall) -> FunctionCall {
    match by_characters(call.function.name) {
        Some(function) if collation_of(&call.arguments[0]).has_supplementary() => FunctionCall { function, ..call },
        _ => call,
    }
}

/// A value that has the collation of what it comes from, though that cannot be seen of it: said
/// only where that is not the default.
pub(super) fn inherited(expr: Expr, from: Option<CollationId>) -> Expr {
    match from {
        Some(collation) if collation != CollationId::DEFAULT && expr.data_type.is_string() => {
            call(&INHERIT_COLLATION, expr.data_type, vec![expr, constant(collation)])
        }
        _ => expr,
    }
}

/// The collation by which `operator` compares, if it is another than the default: 468 where there
/// are two.
fn collation_in<'e>(
    exprs: impl IntoIterator<Item = &'e Expr>,
    operator: &str,
) -> Result<Option<CollationId>, SqlError> {
    match met(exprs, operator)? {
        Label::Conflict(left, right) => Err(crate::collation::conflict(left, right, operator)),
        label => Ok(label.collation().filter(|collation| !collation.is_as_default())),
    }
}

fn constant(collation: CollationId) -> Expr {
    Expr::constant(Value::text(collation.name()), DataType::SYSNAME)
}

fn call(function: &'static Function, result: DataType, arguments: Vec<Expr>) -> Expr {
    let signature = Signature { arguments: arguments.iter().map(|argument| argument.data_type).collect(), result };
    let nullable = arguments.iter().any(|argument| argument.nullable);
    Expr { kind: ExprKind::Call(FunctionCall { function, signature, arguments }), data_type: result, nullable }
}
