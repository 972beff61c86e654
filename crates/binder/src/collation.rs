//! COLLATE, and comparisons under another collation than the default
//! (`t-sql/statements/collation-precedence-transact-sql`).
//!
//! The collation of an expression follows from its columns and COLLATE clauses
//! ([`sluice_plan::collation`]). A comparison under a non-default collation compares sort keys.
//! Groups and indexes take the collation and compute the keys themselves. Functions that support
//! only the default collation refuse others by name.

use super::Binder;
use super::conversion::implicit;
use sluice_definition::refusal::unsupported;
use sluice_functions::{COLLATE, COLLATED, Function, INHERIT_COLLATION, LIKE_COLLATED, Signature, by_characters};
use sluice_plan::collation::{Label, collation_of, key_under, label, met};
use sluice_plan::collation_named;
use sluice_plan::expression::{Expr, ExprKind, FunctionCall};
use sluice_syntax::ast;
use sluice_types::comparable::check_key;
use sluice_types::{CollationId, DataType, SqlError, Value};

impl Binder<'_> {
    /// Binds `operand COLLATE name`. Fails with 448 for an unknown name, with 447 if the operand
    /// isn't a string, with 445 if it is a COLLATE itself. The operand is converted to the
    /// collation's code page.
    pub(super) fn bind_collate(&mut self, operand: &ast::Expr, name: &ast::Name) -> Result<Expr, SqlError> {
        if matches!(operand.kind, ast::ExprKind::Collate { .. }) {
            return Err(SqlError::collate_of_collate());
        }
        let operand = self.bind_value(operand)?;
        let collation = collation_named(name, operand.data_type)?;
        let data_type = operand.data_type.converted_to(collation.rules().code_page);
        let inner = implicit(operand, data_type)?;
        Ok(call(&COLLATE, inner.data_type, vec![inner, constant(collation)]))
    }
}

/// Returns both sides of a comparison, as sort keys if their collation isn't the default. Fails
/// with 468 if their collations conflict, and with 4191 if the collation of one is undefined.
pub(super) fn collated(left: Expr, right: Expr, operator: &str) -> Result<(Expr, Expr), SqlError> {
    Ok(match collation_in([&left, &right], operator)? {
        Some(collation) => (key_under(left, collation), key_under(right, collation)),
        None => (left, right),
    })
}

/// Returns the expression to sort by under its collation. Fails with 305 or 306 for a type that
/// can't be sorted.
pub(super) fn collated_key(expr: Expr) -> Result<Expr, SqlError> {
    check_key(expr.data_type)?;
    Ok(match collation_of_key(&expr, "ORDER BY")? {
        Some(collation) => key_under(expr, collation),
        None => expr,
    })
}

/// Fails with 468 if the collation of `expr` is undefined; `what` names the operation.
pub(super) fn check_collation(expr: &Expr, what: &str) -> Result<(), SqlError> {
    collation_of_key(expr, what).map(drop)
}

/// Fails with 451 if the collations in a select list item conflict. `number` is the item's position
/// from 1.
pub(super) fn check_item(expr: &Expr, number: usize) -> Result<(), SqlError> {
    let Label::Conflict(left, right) = label(expr)? else { return Ok(()) };
    let operator = match &expr.kind {
        ExprKind::Case(..) => "CASE".to_owned(),
        ExprKind::Call(call) => call.function.name.to_lowercase(),
        _ => "add".to_owned(),
    };
    Err(unresolved_in_item((left, right), &operator, number))
}

/// Error 451: the collation of a select list item is undefined.
pub(super) fn unresolved_in_item((left, right): (CollationId, CollationId), operator: &str, number: usize) -> SqlError {
    SqlError::collation_conflict_in_column(left.name(), right.name(), operator, "SELECT", number)
}

/// Replaces LIKE by its collated form if its operands have a non-default collation. The pattern is
/// compared under that collation at the run. Other expressions are returned unchanged. Fails with
/// 468 if the collations conflict, and with 4191 if the collation of one operand is undefined.
pub(super) fn collated_like(bound: Expr) -> Result<Expr, SqlError> {
    let ExprKind::Call(like) = &bound.kind else { return Ok(bound) };
    let Some(collation) = collation_in(like.arguments.iter(), "like")? else { return Ok(bound) };
    let mut arguments = like.arguments.clone();
    arguments.insert(1, constant(collation));
    Ok(call(&LIKE_COLLATED, DataType::Bit, arguments))
}

/// Replaces a search function by its collated form if its arguments have a non-default collation.
/// Functions without such a form fail with 40517. Fails with 4191 if the collation of one argument
/// is undefined, and with 468 if two arguments conflict. The collated form has the collation as
/// first argument.
pub(super) fn collated_call(bound: FunctionCall) -> Result<FunctionCall, SqlError> {
    let operation = operation_of(&bound);
    let Some(collation) = collation_in(bound.arguments.iter(), &operation)? else { return Ok(bound) };
    let collated = COLLATED.iter().find(|(plain, _)| *plain == bound.function.name);
    let Some((_, function)) = collated else {
        return Err(unsupported(&format!("COLLATE {} in {}", collation.name(), bound.function.name)));
    };
    let FunctionCall { mut signature, mut arguments, .. } = bound;
    arguments.insert(0, constant(collation));
    signature.arguments.insert(0, DataType::SYSNAME);
    Ok(FunctionCall { function, signature, arguments })
}

/// Replaces a character-counting function by its supplementary-aware form if the string's collation
/// treats surrogate pairs as one character.
pub(super) fn counted_call(call: FunctionCall) -> FunctionCall {
    match by_characters(call.function.name) {
        Some(function) if collation_of(&call.arguments[0]).has_supplementary() => FunctionCall { function, ..call },
        _ => call,
    }
}

/// Attaches a collation that the expression itself doesn't show. The default collation needs no
/// attachment.
pub(super) fn inherited(expr: Expr, from: Option<CollationId>) -> Expr {
    match from {
        Some(collation) if collation != CollationId::DEFAULT && expr.data_type.is_string() => {
            call(&INHERIT_COLLATION, expr.data_type, vec![expr, constant(collation)])
        }
        _ => expr,
    }
}

/// Fails with 4191 if an argument of a text function has no collation, because columns of two
/// collations make it. CONCAT and conditional functions pass such a value on.
pub(super) fn check_arguments(call: &FunctionCall) -> Result<(), SqlError> {
    match DEMANDING.contains(&call.function.name) {
        true => check_definite(call.arguments.iter(), &operation_of(call)),
        false => Ok(()),
    }
}

/// Returns the name of a function in messages about its collation.
fn operation_of(call: &FunctionCall) -> String {
    match call.function.name {
        "TRIM" => "Trim".to_owned(),
        name => name.to_lowercase(),
    }
}

/// Returns the collation by which `operator` compares, or `None` for the default. Fails with 468 if
/// two collations conflict, and with 4191 if that of one operand is undefined.
fn collation_in<'e>(
    exprs: impl IntoIterator<Item = &'e Expr> + Clone,
    operator: &str,
) -> Result<Option<CollationId>, SqlError> {
    match met(exprs.clone(), operator)? {
        Label::Conflict(left, right) => {
            check_definite(exprs, operator)?;
            Err(sluice_plan::collation::conflict(left, right, operator))
        }
        label => Ok(label.collation().filter(|collation| !collation.is_as_default())),
    }
}

/// Fails with 4191 if the collation of an operand is undefined.
pub(super) fn check_definite<'e>(exprs: impl IntoIterator<Item = &'e Expr>, operator: &str) -> Result<(), SqlError> {
    for expr in exprs {
        if matches!(label(expr)?, Label::Conflict(..)) {
            return Err(SqlError::operand_without_collation(operator));
        }
    }
    Ok(())
}

/// Returns the collation of a key, or `None` for the default. Fails with 468 if it is undefined.
fn collation_of_key(expr: &Expr, operator: &str) -> Result<Option<CollationId>, SqlError> {
    match label(expr)? {
        Label::Conflict(left, right) => Err(sluice_plan::collation::conflict(left, right, operator)),
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

/// Text functions that need a collation, besides those that compare.
const DEMANDING: &[&str] =
    &["LEFT", "LEN", "LOWER", "REVERSE", "RIGHT", "SOUNDEX", "DIFFERENCE", "STUFF", "SUBSTRING", "UPPER"];
