//! OPTION: the hints of a statement (`t-sql/queries/hints-transact-sql-query`).
//!
//! Most of them advise the planner: the result is the same without them, so that they are taken as read. Those that change what a
//! statement does are done, or refused by name.

use super::Binder;
use crate::physical::JoinHint;
use crate::refusal::unsupported;
use sluice_syntax::ast::{self, ExprKind, Literal};
use sluice_types::SqlError;

/// Hints that say how all joins are done. A merge join is done as a hash join.
const JOINS: [(&str, JoinHint); 4] = [
    ("LOOP JOIN", JoinHint::Loop),
    ("HASH JOIN", JoinHint::Hash),
    ("MERGE JOIN", JoinHint::Hash),
    ("FORCE ORDER", JoinHint::InOrder),
];

/// Hints that advise, as words; a value may follow.
const ADVICE: [&str; 24] = [
    "RECOMPILE",
    "MAXDOP",
    "HASH GROUP",
    "ORDER GROUP",
    "CONCAT UNION",
    "HASH UNION",
    "MERGE UNION",
    "FAST",
    "KEEP PLAN",
    "KEEPFIXED PLAN",
    "OPTIMIZE FOR",
    "OPTIMIZE FOR UNKNOWN",
    "ROBUST PLAN",
    "EXPAND VIEWS",
    "QUERYTRACEON",
    "USE HINT",
    "MAX_GRANT_PERCENT",
    "MIN_GRANT_PERCENT",
    "NO_PERFORMANCE_SPOOL",
    "IGNORE_NONCLUSTERED_COLUMNSTORE_INDEX",
    "DISABLE EXTERNALPUSHDOWN",
    "FORCE EXTERNALPUSHDOWN",
    "DISABLE SCALEOUTEXECUTION",
    "FORCE SCALEOUTEXECUTION",
];

impl Binder<'_> {
    /// Takes a statement's hints: 310 for a MAXRECURSION that is too great, 1042 for two.
    pub(super) fn take_hints(&mut self, hints: &[ast::Hint]) -> Result<(), SqlError> {
        let mut is_limited = false;
        for hint in hints {
            let words: Vec<String> = hint.words.iter().map(|word| word.text.to_uppercase()).collect();
            let words = words.join(" ");
            if words == RECURSION {
                if std::mem::replace(&mut is_limited, true) {
                    return Err(SqlError::new(1042, 15, 1, vec![words]));
                }
                self.recursion_max = depth_of(hint)?;
            } else if let Some((_, hint)) = JOINS.iter().find(|(known, _)| *known == words) {
                // An order that is forced leaves the way open, a way the order that is written.
                self.join_hint = match self.join_hint {
                    Some(told) if *hint == JoinHint::InOrder => Some(told),
                    _ => Some(*hint),
                };
            } else if !ADVICE.contains(&words.as_str()) {
                return Err(unsupported(&format!("OPTION ({words})")));
            }
        }
        Ok(())
    }
}

/// What MAXRECURSION says: 0 is without end.
fn depth_of(hint: &ast::Hint) -> Result<Option<u32>, SqlError> {
    let [ast::Expr { kind: ExprKind::Literal(Literal::Integer(depth)), .. }] = hint.arguments.as_slice() else {
        return Err(SqlError::syntax_near(RECURSION));
    };
    match u32::try_from(*depth) {
        Ok(0) => Ok(None),
        Ok(depth) if depth <= DEPTH_MAX => Ok(Some(depth)),
        _ => Err(SqlError::new(310, 15, 1, vec![depth.to_string(), DEPTH_MAX.to_string()])),
    }
}

const RECURSION: &str = "MAXRECURSION";
/// The greatest value of MAXRECURSION.
const DEPTH_MAX: u32 = 32_767;
/// How deep a recursion goes where nothing is said.
pub(super) const DEPTH_DEFAULT: u32 = 100;
