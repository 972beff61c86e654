//! `sql-server-sql-statistics-object`: requests and compilations. `sql-server-sql-errors-object`:
//! messages by severity.
//!
//! A compilation binds the statements of a batch or module for a session, or one statement at its
//! turn; the second is a recompilation too. Statements are never parameterized by the engine, and
//! there are no plan guides.

use super::counters::{Counters, PER_SECOND, TOTAL};
use sluice_base::usage::UsageTotals;
use sluice_base::work_counts::WorkCount;

/// Adds the counters of statements and errors.
pub(super) fn add(totals: &UsageTotals, counters: &mut Counters) {
    counters.begin_object("SQLServer:SQL Statistics");
    counters.add_work(STATEMENTS, totals);
    ABSENT.iter().for_each(|counter| counters.add((counter, ""), 0, PER_SECOND));

    counters.begin_object("SQLServer:SQL Errors");
    let values = ERRORS.map(|(instance, kind)| (instance, totals.work.get(kind)));
    for (instance, value) in values {
        counters.add(("Errors/sec", instance), value, PER_SECOND);
    }
    counters.add(("Errors/sec", TOTAL), values.iter().map(|(_, value)| value).sum(), PER_SECOND);
}

const STATEMENTS: &[(&str, WorkCount)] = &[
    ("Batch Requests/sec", WorkCount::Batch),
    ("SQL Attention rate", WorkCount::Attention),
    ("SQL Compilations/sec", WorkCount::Compilation),
    ("SQL Re-Compilations/sec", WorkCount::Recompilation),
];

/// Counters of features that the engine doesn't have.
const ABSENT: [&str; 7] = [
    "Auto-Param Attempts/sec",
    "Failed Auto-Params/sec",
    "Forced Parameterizations/sec",
    "Guided Plan Executions/sec",
    "Misguided Plan Executions/sec",
    "Safe Auto-Params/sec",
    "Unsafe Auto-Params/sec",
];

/// The instances by severity: to 10, to 19, from 20 on.
const ERRORS: [(&str, WorkCount); 3] = [
    ("Info Errors", WorkCount::Information),
    ("User Errors", WorkCount::UserError),
    ("Kill Connection Errors", WorkCount::FatalError),
];
