//! The consequence of an error: the scope that it ends (statement, module or string, batch,
//! transaction, or session).
//!
//! SQL Server has no rule based on severity or number. The rules are in the table in `table`, keyed
//! by error number, class of statement and phase. Each row names its evidence.
//!
//! Inside a TRY block an error ends at most the block. An error that elsewhere ends the transaction
//! dooms the transaction there (`t-sql/language-elements/try-catch-transact-sql.md`, *Uncommittable
//! transactions and XACT_STATE*).

mod site;
mod table;

#[cfg(test)]
mod tests;

pub use site::{Phase, Site, StatementClass};
pub use table::FollowUp;

use sluice_types::SqlError;
use table::{RULES, Rule};

/// The scope that an error ends, from the smallest to the largest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Consequence {
    /// The statement is undone; the batch continues.
    Statement,
    /// The module or dynamic batch ends; its caller continues.
    Scope,
    /// The batch ends with all modules that it called; the transaction stays open.
    Batch,
    /// The batch ends and the transaction is rolled back.
    Transaction,
    /// The transaction is rolled back and the session ends.
    Session,
}

/// The effects of an error raised at a site.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The scope that the error ends.
    pub ends: Consequence,
    /// The messages that follow the error.
    pub follow_ups: &'static [FollowUp],
    /// Whether message 3621 follows (*The statement has been terminated.*).
    pub is_terminated: bool,
    /// Whether a TRY block catches the error only if it calls the module that failed.
    pub escapes_own_try: bool,
}

/// Returns the scope that `error` ends if it is raised at `site`.
pub fn consequence(error: &SqlError, site: Site, xact_abort: bool) -> Consequence {
    outcome(error, site, xact_abort).ends
}

/// Returns the scope that `error` ends if it is raised at `site`, and the messages that follow.
///
/// Severities from 20 on end the session and 19 at least the batch, whatever the number
/// (`relational-databases/errors-events/database-engine-error-severities.md`).
pub fn outcome(error: &SqlError, site: Site, xact_abort: bool) -> Outcome {
    let rule = rule(error, site);
    let ends = match error.severity {
        0..=10 => Consequence::Statement,
        20.. => Consequence::Session,
        19 => rule.ends.max(Consequence::Batch),
        _ => rule.ends,
    };
    let is_escalated = xact_abort && rule.heeds_xact_abort && ends < Consequence::Transaction && error.severity > 10;
    Outcome {
        ends: if is_escalated { Consequence::Transaction } else { ends },
        follow_ups: rule.follow_ups,
        is_terminated: !is_escalated && rule.is_terminated(ends, site),
        escapes_own_try: rule.escapes_own_try,
    }
}

/// Returns the largest scope that any of these compilation errors of a batch ends.
pub fn of_refusal(errors: &[SqlError], xact_abort: bool) -> Consequence {
    let site = Site { class: StatementClass::Query, phase: Phase::Compile };
    let ends = errors.iter().map(|error| consequence(error, site, xact_abort)).max();
    ends.unwrap_or(Consequence::Scope)
}

/// Returns whether a TRY block catches `error`: severities 11 to 19, but no cancellation.
pub fn is_catchable(error: &SqlError) -> bool {
    (11..20).contains(&error.severity) && error.number != CANCELLED
}

/// Returns the first row of the table that applies to `error` at `site`. The last rows apply to
/// every error.
fn rule(error: &SqlError, site: Site) -> &'static Rule {
    let found = RULES.iter().find(|rule| rule.applies(error.number, error.state, site));
    found.unwrap_or(&RULES[RULES.len() - 1])
}

/// Returns whether `error` is that of a database that exists and isn't open: suspect, offline, with
/// files that can't be used, or in transition.
pub fn is_of_closed_database(error: &SqlError) -> bool {
    matches!(error.number, 926 | 942 | 945 | 952)
}

/// Error number of an unsupported feature.
pub const UNSUPPORTED: i32 = 40517;

/// Error number of a request that ran out of the instance's memory.
pub const OUT_OF_MEMORY: i32 = 701;

/// Error number of a deadlock victim.
pub const DEADLOCK: i32 = 1205;

/// Error number of a batch that its client cancelled.
pub const CANCELLED: i32 = SqlError::CANCELLED;
