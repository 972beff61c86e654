//! OPTION: the hints of a statement (`t-sql/queries/hints-transact-sql-query`).
//!
//! Most of them advise the planner: the result is the same without them, so that they are taken as
//! read. Those that change what a statement does are done, or refused by name.

use super::Binder;
use crate::physical::{GroupMethod, JoinHint};
use crate::refusal::unsupported;
use sluice_syntax::ast::{self, ExprKind, Literal};
use sluice_types::SqlError;

/// Hints that say how all joins are done; where there are several, in one of these ways.
const JOINS: [(&str, JoinHint); 3] = [
    ("LOOP JOIN", JoinHint { loops: true, ..JoinHint::NONE }),
    ("HASH JOIN", JoinHint { hash: true, ..JoinHint::NONE }),
    ("MERGE JOIN", JoinHint { merge: true, ..JoinHint::NONE }),
];

/// Hints that say how the rows of groups come together.
const GROUPS: [(&str, GroupMethod); 2] = [("HASH GROUP", GroupMethod::Hash), ("ORDER GROUP", GroupMethod::Stream)];

/// Hints that say how the rows of unions come together: by a table of their groups, or by any way
/// over one input behind the other. Merging is refused.
const UNIONS: [(&str, GroupMethod); 2] = [("HASH UNION", GroupMethod::Hash), ("CONCAT UNION", GroupMethod::Any)];

/// Hints that advise, as words; a value may follow.
const ADVICE: [&str; 19] = [
    "RECOMPILE",
    "MAXDOP",
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
        let (mut is_limited, mut is_in_order) = (false, false);
        let (mut joins, mut groups, mut unions) = (JoinHint::NONE, None, None);
        for hint in hints {
            let words: Vec<String> = hint.words.iter().map(|word| word.text.to_uppercase()).collect();
            let words = words.join(" ");
            if words == RECURSION {
                if std::mem::replace(&mut is_limited, true) {
                    return Err(SqlError::new(1042, 15, 1, vec![words]));
                }
                self.recursion_max = depth_of(hint)?;
            } else if let Some((_, way)) = JOINS.iter().find(|(known, _)| *known == words) {
                joins.loops |= way.loops;
                joins.hash |= way.hash;
                joins.merge |= way.merge;
            } else if words == ORDER {
                is_in_order = true;
            } else if let Some((_, method)) = GROUPS.iter().find(|(known, _)| *known == words) {
                // Both leave it open.
                let is_first = groups.is_none_or(|told| told == *method);
                groups = Some(if is_first { *method } else { GroupMethod::Any });
            } else if let Some((_, method)) = UNIONS.iter().find(|(known, _)| *known == words) {
                unions = Some(if unions.is_none() { *method } else { GroupMethod::Any });
            } else if !ADVICE.contains(&words.as_str()) {
                return Err(unsupported(&format!("OPTION ({words})")));
            }
        }
        if joins != JoinHint::NONE {
            self.join_hint = self.join_hint.and(joins);
        }
        self.join_hint.in_order |= is_in_order;
        self.group_method = groups.unwrap_or(self.group_method);
        self.union_method = unions.unwrap_or(self.union_method);
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
const ORDER: &str = "FORCE ORDER";
/// The greatest value of MAXRECURSION.
const DEPTH_MAX: u32 = 32_767;
/// How deep a recursion goes where nothing is said.
pub(super) const DEPTH_DEFAULT: u32 = 100;
