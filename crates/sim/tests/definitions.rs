//! Histories of definitions by several sessions with power cuts. `HISTORIES` is the number of
//! histories, `SIM_FROM` the first seed.

use sluice_sim::definitions::{DefinitionRun, run};
use std::io::Write;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn acknowledged_definitions_survive_power_cuts() {
    let (from, count) = (number("SIM_FROM", 0), number("HISTORIES", 40));
    let mut total = DefinitionRun::default();
    for seed in from..from + count {
        let one = run(seed).unwrap_or_else(|violation| panic!("{violation}"));
        if seed < from + TWICE {
            let again = run(seed).unwrap_or_else(|violation| panic!("{violation}"));
            assert!(one == again, "seed {seed}: two runs differ");
        }
        total.cuts += one.cuts;
        total.cuts_in_recovery += one.cuts_in_recovery;
        total.seen.definitions += one.seen.definitions;
        total.seen.commits += one.seen.commits;
        total.seen.waits += one.seen.waits;
        total.seen.duplicates += one.seen.duplicates;
        total.seen.open_at_cut += one.seen.open_at_cut;
        total.seen.cut_in_commit += one.seen.cut_in_commit;
    }
    writeln!(std::io::stderr(), "{count} histories: {total:?}").expect("standard error is open");
    let (seen, cuts) = (total.seen, total.cuts);
    assert!(cuts > 0 && total.cuts_in_recovery > 0, "{total:?}");
    assert!(seen.commits > 0 && seen.waits > 0 && seen.duplicates > 0 && seen.open_at_cut > 0, "{seen:?}");
}

/// The number of histories that run twice, with equal traces.
const TWICE: u64 = 5;
