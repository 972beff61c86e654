//! OPTION: the query hints of a statement (`t-sql/queries/hints-transact-sql-query`).
//!
//! Most hints only advise the optimizer and don't change the result; these are accepted and
//! ignored. Hints that change what a statement does are implemented or refused by name.

use super::Binder;
use sluice_definition::refusal::unsupported;
use sluice_plan::physical::{GroupMethod, JoinHint};
use sluice_syntax::ast::{self, ExprKind, Literal, Statement, StatementKind};
use sluice_syntax::{Span, print, print_expression};
use sluice_types::SqlError;

/// Hints for the join method; several hints allow several methods.
const JOINS: [(&str, JoinHint); 3] = [
    ("LOOP JOIN", JoinHint { loops: true, ..JoinHint::NONE }),
    ("HASH JOIN", JoinHint { hash: true, ..JoinHint::NONE }),
    ("MERGE JOIN", JoinHint { merge: true, ..JoinHint::NONE }),
];

/// Hints for the aggregation method.
const GROUPS: [(&str, GroupMethod); 2] = [("HASH GROUP", GroupMethod::Hash), ("ORDER GROUP", GroupMethod::Stream)];

/// Hints for unions: by a hash table, or any method over the concatenated inputs. MERGE UNION is
/// refused.
const UNIONS: [(&str, GroupMethod); 2] = [("HASH UNION", GroupMethod::Hash), ("CONCAT UNION", GroupMethod::Any)];

/// Advisory hints, as words. A value may follow.
const ADVICE: [&str; 14] = [
    "RECOMPILE",
    "FAST",
    "KEEP PLAN",
    "KEEPFIXED PLAN",
    "OPTIMIZE FOR UNKNOWN",
    "ROBUST PLAN",
    "EXPAND VIEWS",
    "QUERYTRACEON",
    "NO_PERFORMANCE_SPOOL",
    "IGNORE_NONCLUSTERED_COLUMNSTORE_INDEX",
    "DISABLE EXTERNALPUSHDOWN",
    "FORCE EXTERNALPUSHDOWN",
    "DISABLE SCALEOUTEXECUTION",
    "FORCE SCALEOUTEXECUTION",
];

/// Advisory hints with a percentage.
const GRANTS: [&str; 2] = ["MAX_GRANT_PERCENT", "MIN_GRANT_PERCENT"];

const OPTIMIZE_FOR: &str = "OPTIMIZE FOR";

/// Fails with 4131 if OPTIMIZE FOR has two values for a variable.
fn refuse_two_values(hint: &ast::Hint) -> Result<(), SqlError> {
    for (place, (variable, _)) in hint.assumptions.iter().enumerate() {
        if hint.assumptions[..place].iter().any(|(known, _)| known.is(&variable.text)) {
            return Err(SqlError::optimized_variable_repeated(&variable.text));
        }
    }
    Ok(())
}

impl Binder<'_> {
    /// Applies a statement's hints. Fails with 310 if MAXRECURSION is too great, with 1042 if it is
    /// repeated. OPTIMIZE FOR with two values for a variable fails with 4131. MAXRECURSION, MAXDOP,
    /// join methods, ORDER, and methods for groups and unions have an effect. Others are ignored or
    /// fail with 40517 by name. An unknown hint of USE HINT fails with 10715.
    pub(super) fn take_hints(&mut self, hints: &[ast::Hint]) -> Result<(), SqlError> {
        let (mut is_limited, mut is_in_order) = (false, false);
        let (mut joins, mut groups, mut unions) = (JoinHint::NONE, None, None);
        for hint in hints {
            let words: Vec<String> = hint.words.iter().map(|word| word.text.to_uppercase()).collect();
            let words = words.join(" ");
            if words == RECURSION {
                if std::mem::replace(&mut is_limited, true) {
                    return Err(SqlError::conflicting_optimizer_hints(words));
                }
                self.recursion_max = depth_of(hint)?;
            } else if words == DEGREE {
                self.degree_hint = Some(degree_of(hint)?);
            } else if let Some((_, way)) = JOINS.iter().find(|(known, _)| *known == words) {
                joins.loops |= way.loops;
                joins.hash |= way.hash;
                joins.merge |= way.merge;
            } else if words == ORDER {
                is_in_order = true;
            } else if let Some((_, method)) = GROUPS.iter().find(|(known, _)| *known == words) {
                // Two different hints leave the method open.
                let is_first = groups.is_none_or(|chosen| chosen == *method);
                groups = Some(if is_first { *method } else { GroupMethod::Any });
            } else if let Some((_, method)) = UNIONS.iter().find(|(known, _)| *known == words) {
                unions = Some(if unions.is_none() { *method } else { GroupMethod::Any });
            } else if words == OPTIMIZE_FOR {
                refuse_two_values(hint)?;
            } else if words == USE_HINT {
                check_names(hint)?;
            } else if GRANTS.contains(&words.as_str()) {
                check_percent(hint)?;
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

    /// Checks the variables of OPTIMIZE FOR. `statement` makes the statement without its hints.
    /// Fails with 4131 for two values of a variable, with 137 for an undeclared variable, with 320
    /// for a value that isn't a constant, and with 322 for a variable that the statement doesn't
    /// use.
    pub(super) fn check_assumptions(
        &self,
        hints: &[ast::Hint],
        statement: impl FnOnce() -> StatementKind,
    ) -> Result<(), SqlError> {
        if hints.iter().all(|hint| hint.assumptions.is_empty()) {
            return Ok(());
        }
        hints.iter().try_for_each(refuse_two_values)?;
        let text = print(&Statement { kind: statement(), span: Span::default(), line: 1 });
        for (variable, value) in hints.iter().flat_map(|hint| &hint.assumptions) {
            self.variables.get(&variable.text)?;
            if value.as_ref().is_some_and(|value| !is_constant(value)) {
                return Err(SqlError::optimized_value_not_literal(&variable.text));
            }
            if !mentions(&text, &variable.text) {
                return Err(SqlError::optimized_variable_not_used(&variable.text));
            }
        }
        Ok(())
    }
}

/// Whether a value is a constant, with its sign.
fn is_constant(value: &ast::Expr) -> bool {
    match &value.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Unary { operand, .. } => matches!(operand.kind, ExprKind::Literal(_)),
        _ => false,
    }
}

/// Whether `text` has the variable, whose name begins with its `@`.
fn mentions(text: &str, variable: &str) -> bool {
    let (text, variable) = (text.to_lowercase(), variable.to_lowercase());
    let is_part = |next: char| next.is_alphanumeric() || matches!(next, '_' | '@' | '#' | '$');
    text.match_indices(&variable).any(|(at, _)| !text[at + variable.len()..].starts_with(is_part))
}

/// Checks the value of a hint for memory grants, which is between 0 and 100. Fails with 102.
fn check_percent(hint: &ast::Hint) -> Result<(), SqlError> {
    let written = hint.arguments.iter().map(print_expression).collect::<Vec<_>>().join(", ");
    match written.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(()),
        _ => Err(SqlError::syntax_near(written)),
    }
}

/// Checks the names of USE HINT. They advise the optimizer and have no effect. Fails with 10715 for
/// an unknown name.
fn check_names(hint: &ast::Hint) -> Result<(), SqlError> {
    for argument in &hint.arguments {
        let ExprKind::Literal(Literal::String(name) | Literal::NationalString(name)) = &argument.kind else {
            return Err(SqlError::syntax_near(USE_HINT));
        };
        let upper = name.to_uppercase();
        let level = upper.strip_prefix(LEVEL_PREFIX);
        if !NAMES.contains(&upper.as_str()) && !level.is_some_and(|level| LEVELS.contains(&level)) {
            return Err(SqlError::invalid_hint_name(name));
        }
    }
    Ok(())
}

/// Returns all names that USE HINT accepts, in order.
pub fn use_hint_names() -> Vec<String> {
    let levels = LEVELS.iter().map(|level| format!("{LEVEL_PREFIX}{level}"));
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).chain(levels).collect();
    names.sort();
    names
}

/// Returns the value of MAXRECURSION; 0 is unlimited.
fn depth_of(hint: &ast::Hint) -> Result<Option<u32>, SqlError> {
    let [ast::Expr { kind: ExprKind::Literal(Literal::Integer(depth)), .. }] = hint.arguments.as_slice() else {
        return Err(SqlError::syntax_near(RECURSION));
    };
    match u32::try_from(*depth) {
        Ok(0) => Ok(None),
        Ok(depth) if depth <= DEPTH_MAX => Ok(Some(depth)),
        _ => Err(SqlError::maxrecursion_too_large(depth, DEPTH_MAX)),
    }
}

/// Returns the value of MAXDOP; 0 stands for all processors. A value beyond the type stands for
/// more processors than there are.
fn degree_of(hint: &ast::Hint) -> Result<u16, SqlError> {
    let [ast::Expr { kind: ExprKind::Literal(Literal::Integer(degree)), .. }] = hint.arguments.as_slice() else {
        return Err(SqlError::syntax_near(DEGREE));
    };
    Ok(u16::try_from(*degree).unwrap_or(u16::MAX))
}

/// The names of USE HINT, beside those of compatibility levels: the documented ones, and those that
/// SQL Server accepts besides.
const NAMES: [&str; 26] = [
    "ABORT_QUERY_EXECUTION",
    "ASSUME_FULL_INDEPENDENCE_FOR_FILTER_ESTIMATES",
    "ASSUME_JOIN_PREDICATE_DEPENDS_ON_FILTERS",
    "ASSUME_MIN_SELECTIVITY_FOR_FILTER_ESTIMATES",
    "ASSUME_PARTIAL_CORRELATION_FOR_FILTER_ESTIMATES",
    "DISABLE_BATCH_MODE_ADAPTIVE_JOINS",
    "DISABLE_BATCH_MODE_MEMORY_GRANT_FEEDBACK",
    "DISABLE_CE_FEEDBACK",
    "DISABLE_DEFERRED_COMPILATION_TV",
    "DISABLE_DOP_FEEDBACK",
    "DISABLE_INTERLEAVED_EXECUTION_TVF",
    "DISABLE_MEMORY_GRANT_FEEDBACK_PERSISTENCE",
    "DISABLE_OPTIMIZED_HALLOWEEN_PROTECTION",
    "DISABLE_OPTIMIZED_NESTED_LOOP",
    "DISABLE_OPTIMIZED_PLAN_FORCING",
    "DISABLE_OPTIMIZER_ROWGOAL",
    "DISABLE_PARAMETER_SNIFFING",
    "DISABLE_ROW_MODE_MEMORY_GRANT_FEEDBACK",
    "DISABLE_TSQL_SCALAR_UDF_INLINING",
    "DISALLOW_BATCH_MODE",
    "ENABLE_HIST_AMENDMENT_FOR_ASC_KEYS",
    "ENABLE_PARALLEL_PLAN_PREFERENCE",
    "ENABLE_QUERY_OPTIMIZER_HOTFIXES",
    "FORCE_DEFAULT_CARDINALITY_ESTIMATION",
    "FORCE_LEGACY_CARDINALITY_ESTIMATION",
    "QUERY_PLAN_PROFILE",
];
/// The compatibility levels that a name of USE HINT may end with.
const LEVELS: [&str; 7] = ["100", "110", "120", "130", "140", "150", "160"];
const LEVEL_PREFIX: &str = "QUERY_OPTIMIZER_COMPATIBILITY_LEVEL_";
const USE_HINT: &str = "USE HINT";
const DEGREE: &str = "MAXDOP";
const RECURSION: &str = "MAXRECURSION";
const ORDER: &str = "FORCE ORDER";
/// The maximum value of MAXRECURSION.
const DEPTH_MAX: u32 = 32_767;
