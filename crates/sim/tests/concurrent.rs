//! Seeds of the concurrent simulator, each run twice with equal results.
#![cfg(feature = "schedule")]

use sluice_sim::concurrent::{LifeEvents, Reached, run};

/// Returns the seeds: `SIM_SEEDS` of them, from `SIM_FROM` on. The default ones reach every event.
fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let from = number("SIM_FROM", 20);
    from..from + number("SIM_SEEDS", 20)
}

#[test]
fn interleaved_sessions_keep_acknowledged_commits() {
    let mut total = Reached::default();
    let mut lives: Vec<LifeEvents> = Vec::new();
    for seed in seeds() {
        let first = run(seed).unwrap_or_else(|violation| panic!("{violation}"));
        // The search for a fault needs no second run.
        if std::env::var_os("SIM_ONCE").is_none() {
            let second = run(seed).unwrap_or_else(|violation| panic!("{violation}"));
            assert!(first.digests == second.digests, "seed {seed}: two schedules differ");
            assert!(first == second, "seed {seed}: two runs differ");
        }
        lives.extend(&first.lives);
        let reached = first.reached;
        total.committed += reached.committed;
        total.in_doubt += reached.in_doubt;
        total.cuts += reached.cuts;
        total.failed += reached.failed;
        total.overlapping_log_writes += reached.overlapping_log_writes;
        total.page_writes += reached.page_writes;
        total.derivations += reached.derivations;
    }
    assert!(total.committed > 0 && total.in_doubt > 0 && total.cuts > 0 && total.failed > 0, "{total:?}");
    assert!(total.overlapping_log_writes > 0 && total.page_writes > 0, "{total:?}");
    let made = total.derivations;
    assert!(made.snapshots > 0 && made.clones > 0 && made.reverts > 0 && made.drops > 0, "{made:?}");
    let has_all = |life: &LifeEvents| {
        life.background_checkpoints > 0 && life.evictions > 0 && life.poisons > 0 && life.restarts > 0
    };
    assert!(lives.iter().any(has_all), "no life has all events: {lives:?}");
    assert!(lives.iter().any(|life| life.extension_reads > 0 && life.extension_failures == 0), "{lives:?}");
    assert!(lives.iter().any(|life| life.extension_reads > 0 && life.extension_failures > 0), "{lives:?}");
}
