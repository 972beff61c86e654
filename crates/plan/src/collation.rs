//! The collation of an expression: the labels of
//! `t-sql/statements/collation-precedence-transact-sql`.

use crate::expression::{Expr, ExprKind, FunctionCall, operands};
use sluice_catalog::Column;
use sluice_functions::{COLLATE, COLLATION_KEY, INHERIT_COLLATION, Signature};
use sluice_types::{CodePage, CollationId, DataType, Length, SqlError, Value};

/// The collation label of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The expression isn't a string.
    None,
    /// The database's default: constants and variables.
    Coercible,
    /// The collation of a column.
    Implicit(CollationId),
    /// The collation of a COLLATE clause.
    Explicit(CollationId),
    /// Two columns with different collations: the collation is undefined.
    Conflict(CollationId, CollationId),
}

impl Label {
    /// Returns the collation, unless it is the database's default or undefined.
    pub fn collation(self) -> Option<CollationId> {
        match self {
            Label::Implicit(collation) | Label::Explicit(collation) => Some(collation),
            Label::None | Label::Coercible | Label::Conflict(..) => None,
        }
    }
}

/// Returns the label of `expr`. Fails with 468 if two COLLATE clauses conflict. A value that isn't
/// a string has none. Columns are implicit, COLLATE explicit, everything else is coercible or
/// combined from its parts.
pub fn label(expr: &Expr) -> Result<Label, SqlError> {
    if !expr.data_type.is_string() {
        return Ok(Label::None);
    }
    match &expr.kind {
        ExprKind::Column(id) => Ok(id.collation.map_or(Label::Coercible, Label::Implicit)),
        ExprKind::Call(call) if std::ptr::eq(call.function, &COLLATE) => {
            Ok(named(&call.arguments[1]).map_or(Label::Coercible, Label::Explicit))
        }
        ExprKind::Call(call) if std::ptr::eq(call.function, &INHERIT_COLLATION) => {
            Ok(named(&call.arguments[1]).map_or(Label::Coercible, Label::Implicit))
        }
        // ISNULL has the collation of its first argument.
        ExprKind::Call(call) if call.function.name == "ISNULL" => text(label(&call.arguments[0])),
        ExprKind::Call(call) => text(met(&call.arguments, call.function.name)),
        ExprKind::Chain(first, steps) => met(operands(first, steps), "add"),
        ExprKind::Convert { input, .. } => text(label(input)),
        ExprKind::Case(branches, otherwise) => {
            met(branches.iter().map(|(_, result)| result).chain(otherwise.as_deref()), "CASE")
        }
        _ => Ok(Label::Coercible),
    }
}

/// Returns the collation of `expr`, or the default if it has none of its own.
pub fn collation_of(expr: &Expr) -> CollationId {
    label(expr).ok().and_then(Label::collation).unwrap_or(CollationId::DEFAULT)
}

/// Returns the compared expression and its collation, if not the default. Under another collation
/// the plan compares sort keys; this function looks through the key.
pub(crate) fn compared_by(expr: &Expr) -> (&Expr, Option<CollationId>) {
    match &expr.kind {
        ExprKind::Call(call) if std::ptr::eq(call.function, &COLLATION_KEY) => {
            (&call.arguments[0], named(&call.arguments[1]))
        }
        _ => (expr, None),
    }
}

/// Whether `column`'s index keys are ordered by the collation `by`. `None` is the default
/// collation, or a column that isn't a string.
pub(crate) fn is_of_collation(column: &Column, by: Option<CollationId>) -> bool {
    match by {
        Some(collation) => column.collation == collation,
        None => !column.data_type.is_string() || column.collation.is_as_default(),
    }
}

/// Returns the code page of char and varchar values labelled like `exprs`. Without a label, or with
/// conflicting labels, it is the default code page.
pub fn code_page_of<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> CodePage {
    met(exprs, "").ok().and_then(Label::collation).unwrap_or(CollationId::DEFAULT).rules().code_page
}

/// Returns the code page to which the char and varchar values of `exprs` are converted when
/// combined. Returns `None` if they already share a code page.
pub fn meeting_page(exprs: &[&Expr]) -> Option<CodePage> {
    let mut pages = exprs.iter().filter_map(|expr| expr.data_type.code_page());
    let first = pages.next()?;
    pages.any(|page| page != first).then(|| code_page_of(exprs.iter().copied()))
}

/// Returns the type of an expression after conversion to `page`.
pub fn type_in(page: Option<CodePage>, expr: &Expr) -> DataType {
    page.map_or(expr.data_type, |page| expr.data_type.converted_to(page))
}

/// Returns the sort key of `expr` under a non-default collation. It's a varbinary that is compared
/// bytewise.
pub fn key_under(expr: Expr, collation: CollationId) -> Expr {
    let nullable = expr.nullable;
    let result = DataType::VarBinary(Length::Max);
    let name = Expr::constant(Value::text(collation.name()), DataType::SYSNAME);
    let signature = Signature { arguments: vec![expr.data_type, name.data_type], result };
    let call = FunctionCall { function: &COLLATION_KEY, signature, arguments: vec![expr, name] };
    Expr { kind: ExprKind::Call(call), data_type: result, nullable }
}

/// Returns the expression to sort by so that equal groups are adjacent: the sort key of a
/// non-default collation, otherwise the expression itself.
pub(crate) fn group_key(expr: &Expr) -> Expr {
    let collation = collation_of(expr);
    if collation.is_as_default() { expr.clone() } else { key_under(expr.clone(), collation) }
}

/// Returns the label of `operator`'s result over `exprs`.
pub fn met<'e>(exprs: impl IntoIterator<Item = &'e Expr>, operator: &str) -> Result<Label, SqlError> {
    exprs.into_iter().try_fold(Label::None, |found, expr| meet(found, label(expr)?, operator))
}

/// Combines two labels. Fails with 468 if both are explicit and differ. Explicit wins over
/// implicit; two different implicit ones give a conflict, which fails only where a collation is
/// needed.
pub fn meet(left: Label, right: Label, operator: &str) -> Result<Label, SqlError> {
    Ok(match (left, right) {
        (Label::Explicit(left), Label::Explicit(right)) if left != right => {
            return Err(conflict(left, right, operator));
        }
        (Label::None, other) | (other, Label::None) => other,
        (Label::Explicit(_), _) => left,
        (_, Label::Explicit(_)) => right,
        (Label::Conflict(..), _) => left,
        (_, Label::Conflict(..)) => right,
        (Label::Implicit(left), Label::Implicit(right)) if left != right => Label::Conflict(left, right),
        (Label::Coercible, other) | (other, _) => other,
    })
}

/// Error 468: cannot resolve the collation conflict.
pub fn conflict(left: CollationId, right: CollationId, operator: &str) -> SqlError {
    SqlError::collation_conflict(left.name(), right.name(), operator)
}

/// Replaces "not a string" by the database's default.
fn text(label: Result<Label, SqlError>) -> Result<Label, SqlError> {
    label.map(|label| if label == Label::None { Label::Coercible } else { label })
}

/// Returns the collation that a constant names. `None` if it isn't a constant or names none.
pub(crate) fn named(constant: &Expr) -> Option<CollationId> {
    match &constant.kind {
        ExprKind::Constant(name) => CollationId::named(name.as_str()?),
        _ => None,
    }
}
