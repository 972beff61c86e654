//! `query_hash` and `query_plan_hash` as values of views (`sluice_session::query_hash`).

use crate::view::bytes;
use sluice_session::CachedPlan;
use sluice_session::query_hash::{self, StatementHash};
use sluice_session::statement_stats::StatementStats;
use sluice_types::Value;

/// Returns the hash of the statement at `place` of a plan's text. NULL if the text is hidden.
pub(crate) fn query_hash_value(plan: &CachedPlan, place: (usize, usize)) -> Value {
    query_hash::query_hash(plan, place).map_or(Value::Null, value)
}

/// Returns the hash of a statement's plan. `None` if the plan isn't kept.
pub(crate) fn plan_hash_value(statement: &StatementStats) -> Option<Value> {
    query_hash::plan_hash(statement).map(value)
}

fn value(hash: StatementHash) -> Value {
    bytes(hash.to_vec())
}
