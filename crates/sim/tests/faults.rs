//! Faults at every file call, damage at rest, and power cuts in recovery.

use sluice_sim::faults::{self, Failing};
use sluice_sim::{damage, put_back, recovery_cuts};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the step between tested calls; 1 under `SLOW`.
fn step(quick: u64) -> u64 {
    if std::env::var_os("SLOW").is_some() { 1 } else { quick }
}

#[test]
fn error_at_any_call_is_reported_and_loses_nothing() {
    for (failing, quick) in
        [(Failing::Eio, 29), (Failing::Enospc, 53), (Failing::Short(512), 29), (Failing::Short(40_960), 23)]
    {
        let sweep =
            faults::fail_every_call(&["S"], step(quick), failing).unwrap_or_else(|violation| panic!("{violation}"));
        assert!(sweep.runs > 5 && sweep.told > sweep.runs / 2, "{failing:?} {sweep:?}");
    }
}

#[test]
fn errors_in_two_databases_are_independent() {
    let sweep =
        faults::fail_every_call(&["S", "R"], step(71), Failing::Eio).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(sweep.runs > 5 && sweep.told > sweep.runs / 2, "{sweep:?}");
}

#[test]
fn lying_sync_loses_a_suffix_or_is_reported() {
    let sweep = faults::lie_at_every_sync(&["S"], step(29)).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(sweep.runs > 5, "{sweep:?}");
}

#[test]
fn interrupted_recovery_ends_correctly() {
    let sweep = recovery_cuts::cut_recovery(step(17)).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(sweep.cuts > 20 && sweep.second_cuts > sweep.cuts / 3, "{sweep:?}");
}

#[test]
fn damage_at_rest_matches_the_fault_model() {
    let bytes = if std::env::var_os("SLOW").is_some() { usize::MAX } else { 2 };
    let findings = damage::flip_everywhere(bytes).unwrap_or_else(|violation| panic!("{violation}"));
    let table = table();
    let mut seen = BTreeSet::new();
    for finding in &findings {
        let promised = table.get(finding.zone).unwrap_or_else(|| panic!("{} is not in the table", finding.zone));
        let column = finding.rest as usize;
        assert_eq!(promised[column], finding.verdict.to_string(), "{finding:?}");
        seen.insert((finding.zone, column));
    }
    for (zone, promised) in &table {
        for (column, promised) in promised.iter().enumerate() {
            let is_there = seen.contains(&(zone.as_str(), column));
            assert_eq!(is_there, promised != "–", "{zone}, column {column}: in the run {is_there}");
        }
    }
}

/// Returns the verdicts in `docs/fault-model.md` by place: closed, killed, power cut.
fn table() -> BTreeMap<String, Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fault-model.md");
    let page = std::fs::read_to_string(path).expect("the fault model is in docs");
    let rows = page.lines().skip_while(|line| *line != "| place | closed | killed | power cut |").skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .map(|line| {
            let mut cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
            (cells.next().unwrap_or_default(), cells.collect())
        })
        .collect()
}

#[test]
fn file_put_back_or_swapped_or_truncated_is_refused() {
    let trials = if std::env::var_os("SLOW").is_some() { 300 } else { 40 };
    let mut seen = BTreeSet::new();
    for seed in 0..trials {
        seen.insert(put_back::trial(seed).unwrap_or_else(|violation| panic!("{violation}")));
    }
    // Four kinds, for each of six files or, swapped between databases, of four.
    assert!(seen.len() > 12, "{seen:?}");
}
