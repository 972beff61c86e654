//! `query_hash` and `query_plan_hash`: digests by which statements that differ only in their
//! literals, and plans of the same form, are found
//! (`relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql`).

use crate::view::bytes;
use sluice_functions::sha1;
use sluice_session::CachedPlan;
use sluice_session::statement_stats::StatementStats;
use sluice_showplan::PlanOperator;
use sluice_syntax::lexer::tokens;
use sluice_syntax::token::TokenKind;
use sluice_types::Value;

/// Returns the hash of the statement at `place` of a plan's text: of its tokens, where a literal
/// counts as a placeholder and letters count without case. NULL if the text is hidden.
pub(crate) fn query_hash(plan: &CachedPlan, place: (usize, usize)) -> Value {
    plan.text.get(place.0..place.1).map_or(Value::Null, |text| digest(normalized(text).as_bytes()))
}

/// Returns the hash of a statement's plan: of its operators, what they do and their inputs, without
/// literals and figures. `None` if the plan isn't kept.
pub(crate) fn plan_hash(statement: &StatementStats) -> Option<Value> {
    let operators = statement.plan.as_ref()?.explain(false)?;
    let mut form = String::new();
    // In preorder, each with the number of its inputs.
    let mut left: Vec<&PlanOperator> = operators.iter().rev().collect();
    while let Some(operator) = left.pop() {
        let (physical, logical, inputs) = (&operator.physical, operator.logical, operator.inputs.len());
        form.push_str(&format!("{physical}/{logical}({inputs}) {}", normalized(&operator.argument)));
        left.extend(operator.inputs.iter().rev());
    }
    Some(digest(form.as_bytes()))
}

/// Returns the tokens of a text, with blanks between them.
fn normalized(text: &str) -> String {
    let mut normalized = String::with_capacity(text.len());
    for token in tokens(text).0 {
        match token.kind {
            TokenKind::End | TokenKind::Semicolon => {}
            TokenKind::String
            | TokenKind::NationalString
            | TokenKind::Integer
            | TokenKind::Decimal
            | TokenKind::Float
            | TokenKind::Money
            | TokenKind::Binary => normalized.push('?'),
            _ => normalized.push_str(&token.span.slice(text).to_lowercase()),
        }
        normalized.push(' ');
    }
    normalized
}

fn digest(form: &[u8]) -> Value {
    bytes(sha1(form)[..HASH_BYTES].to_vec())
}

/// The size of both columns.
const HASH_BYTES: usize = 8;
