//! `query_hash` and `query_plan_hash`: digests by which statements that differ only in their
//! literals, and plans of the same form, are found
//! (`relational-databases/system-dynamic-management-views/sys-dm-exec-query-stats-transact-sql`).

use crate::cached_plan::CachedPlan;
use crate::statement_stats::StatementStats;
use sluice_functions::sha1;
use sluice_showplan::PlanOperator;
use sluice_syntax::lexer::tokens;
use sluice_syntax::token::TokenKind;

/// A hash, as views show it.
pub type StatementHash = [u8; 8];

/// Returns the hash of the statement at `place` of a plan's text: of its tokens, where a literal
/// counts as a placeholder and letters count without case. `None` if the text is hidden.
pub fn query_hash(plan: &CachedPlan, place: (usize, usize)) -> Option<StatementHash> {
    plan.text.get(place.0..place.1).map(|text| digest(normalized(text).as_bytes()))
}

/// Returns the hash of a statement's plan: of its operators, what they do and their inputs, without
/// literals and figures. `None` if the plan isn't kept.
pub fn plan_hash(statement: &StatementStats) -> Option<StatementHash> {
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

fn digest(form: &[u8]) -> StatementHash {
    let mut hash = StatementHash::default();
    hash.copy_from_slice(&sha1(form)[..size_of::<StatementHash>()]);
    hash
}
