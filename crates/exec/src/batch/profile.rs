//! SET STATISTICS PROFILE and XML: the plan of each statement after its run, with the rows of its
//! operators (`t-sql/statements/set-statistics-profile-transact-sql.md`).
//!
//! Statements that the register machine runs by itself have no plan, and neither have cursors,
//! calls and definitions.

use super::plan_rows::{ShownPlan, send_document, send_rows};
use super::program::Slot;
use sluice_command::statement::{BoundSlot, Env};
use sluice_showplan::{Counts, kind_of};

/// Begins to count the rows of a statement, if its operators are counted.
pub(super) fn begin(slot: &Slot) {
    if let Slot::Bound(slot) = slot {
        slot.begin_profile();
    }
}

/// Sends the plan of a step that has run, if the operators of its statement were counted.
pub(super) fn send(slot: &Slot, env: &mut Env<'_, '_>) {
    if let Slot::Bound(slot) = slot {
        send_of(slot, env);
    }
}

/// Sends the plan of a statement that has run, if its operators were counted.
#[cold]
pub(super) fn send_of(slot: &BoundSlot, env: &mut Env<'_, '_>) {
    let Some(profile) = slot.profile() else { return };
    // Counted operators run on one thread.
    let Some(operators) = profile.plan.explain(false) else { return };
    let rows = u64::try_from(env.frame.globals.row_count).unwrap_or_default();
    let (text, kind, options) = (slot.text().to_owned(), kind_of(&profile.plan.bound.body), profile.plan.options);
    let plan = [ShownPlan { text, kind, number: 1, options, operators }];
    let counts = |counts: Counts| profile.counted(counts, rows);
    if env.state.options.statistics_profile {
        send_rows(env, &plan, Some(&counts));
    }
    if env.state.options.statistics_xml {
        send_document(env, &plan, Some(&counts));
    }
}
