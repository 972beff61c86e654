//! The simulator's figures: power cuts at every file call, and seeds that give the same trace
//! twice.

use crate::figure::Figure;
use sluice_sim::{crowd, put_back, run, sweep};
use std::collections::BTreeSet;
use std::ops::Range;

/// Cuts power at every file call of a run with `rows` full commits, for each way in which a disk
/// may lose unsynced data.
pub fn power_cuts(rows: u64) -> Vec<Figure> {
    let name = format!("power cuts at every file call of a {rows}-row run, acknowledged commits lost or strange rows");
    vec![match sweep::power_cut_at_every_call(rows) {
        Ok(sweep) => Figure::holds(
            &name,
            sweep.cuts > 0,
            format!("none in {} cuts at {} calls", sweep.cuts, sweep.calls),
            "none",
        ),
        Err(violation) => Figure::holds(&name, false, violation.to_string(), "none"),
    }]
}

/// Puts older, swapped, truncated and foreign files in the place of the current ones: each must be
/// refused with the remedy.
pub fn put_back(trials: u64) -> Vec<Figure> {
    let name = format!("{trials} files put back from the past, swapped, cut off or of a copy of the instance, taken");
    let mut kinds = BTreeSet::new();
    for seed in 0..trials {
        match put_back::trial(seed) {
            Ok(kind) => kinds.insert(kind),
            Err(violation) => return vec![Figure::holds(&name, false, violation.to_string(), "none")],
        };
    }
    vec![Figure::holds(&name, true, format!("none, {} kinds of file and fault", kinds.len()), "none")]
}

/// Runs each seed twice: no acknowledged commit is lost, and the traces of file calls are equal.
pub fn seeds(seeds: Range<u64>) -> Vec<Figure> {
    let name = format!("{} of the simulator, each twice: violations and differing traces", describe(&seeds));
    let (mut cuts, mut in_recovery) = (0, 0);
    for seed in seeds {
        let wrong = match (run::run(seed), run::run(seed)) {
            (Ok(first), Ok(second)) if first == second => {
                cuts += first.cuts;
                in_recovery += first.cuts_in_recovery;
                continue;
            }
            (Ok(_), Ok(_)) => format!("seed {seed} differs from run to run"),
            (Err(violation), _) | (_, Err(violation)) => violation.to_string(),
        };
        return vec![Figure::holds(&name, false, wrong, "none")];
    }
    vec![Figure::holds(&name, true, format!("none in {cuts} power cuts, {in_recovery} of them in a start"), "none")]
}

/// Runs each seed twice with several sessions over two databases, which must agree on every commit
/// across both.
pub fn crowd(seeds: Range<u64>) -> Vec<Figure> {
    let name = format!(
        "{} of several sessions over two databases, each twice: violations and differing traces",
        describe(&seeds)
    );
    let (mut cuts, mut failed, mut commits, mut across) = (0, 0, 0, 0);
    for seed in seeds {
        let wrong = match (crowd::run::run(seed), crowd::run::run(seed)) {
            (Ok(first), Ok(second)) if first == second => {
                cuts += first.cuts;
                failed += first.failed;
                commits += first.seen.commits;
                across += first.seen.across;
                continue;
            }
            (Ok(_), Ok(_)) => format!("seed {seed} differs from run to run"),
            (Err(violation), _) | (_, Err(violation)) => violation.to_string(),
        };
        return vec![Figure::holds(&name, false, wrong, "none")];
    }
    let value =
        format!("none in {cuts} power cuts and {failed} failed calls, {across} of {commits} commits across both");
    vec![Figure::holds(&name, true, value, "none")]
}

/// Describes the seeds: their number, and the first one if it isn't 0.
fn describe(seeds: &Range<u64>) -> String {
    let count = seeds.end - seeds.start;
    match seeds.start {
        0 => format!("{count} seeds"),
        first => format!("{count} seeds from {first} on"),
    }
}
