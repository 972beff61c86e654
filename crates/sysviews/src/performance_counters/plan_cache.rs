//! `sql-server-plan-cache-object`: programs of texts and modules, and the look-ups for them.
//!
//! A look-up hits if the session has the program or another session has shared it. The pages are
//! known for all programs together.

use super::counters::{Counters, PLAIN, TOTAL};
use sluice_base::memory::Clerk;
use sluice_base::usage::UsageTotals;
use sluice_base::work_counts::WorkCount;
use sluice_buffer::PAGE_SIZE;
use sluice_session::{PlanKind, ViewContext};

/// Adds the counters of cached programs.
pub(super) fn add(context: &ViewContext<'_>, totals: &UsageTotals, counters: &mut Counters) {
    counters.begin_object("SQLServer:Plan Cache");
    let plans = context.host.cached_plans().by_identity();
    let sessions = context.host.sessions();
    let running: Vec<u64> =
        sessions.iter().filter(|session| session.is_running()).map(|session| session.running().plan()).collect();
    let mut sums = [0; 4];
    for (instance, is_of_module, lookups, hits) in INSTANCES {
        let kind = |kind: &PlanKind| matches!(kind, PlanKind::Procedure(_)) == is_of_module;
        let own = || plans.iter().filter(|plans| kind(&plans[0].kind));
        let used = own().filter(|plans| running.contains(&plans[0].number())).count();
        let [hits, lookups] = [hits, lookups].map(|kind| totals.work.get(kind));
        let values = [hits, lookups, own().count() as u64, used as u64];
        add_instance(counters, instance, values);
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }
    add_instance(counters, TOTAL, sums);
    let held = context.database.storage.pool.broker().held_by(Clerk::Plans);
    counters.add(("Cache Pages", TOTAL), held.div_ceil(PAGE_SIZE as u64), PLAIN);
}

fn add_instance(counters: &mut Counters, instance: &str, [hits, lookups, objects, used]: [u64; 4]) {
    counters.add_ratio(("Cache Hit Ratio", "Cache Hit Ratio Base"), instance, hits, lookups);
    counters.add(("Cache Object Counts", instance), objects, PLAIN);
    counters.add(("Cache Objects in use", instance), used, PLAIN);
}

/// The instances, whether their programs are modules, and the counts of look-ups and hits.
const INSTANCES: [(&str, bool, WorkCount, WorkCount); 2] = [
    ("SQL Plans", false, WorkCount::TextLookup, WorkCount::TextHit),
    ("Object Plans", true, WorkCount::ModuleLookup, WorkCount::ModuleHit),
];
