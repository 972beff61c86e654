//! What each isolation level forbids does not happen in random schedules, and what it allows does
//! (`t-sql/statements/set-transaction-isolation-level-transact-sql.md`).

use sluice_sim::history::anomaly::{Anomaly, Level, anomalies, forbidden};
use sluice_sim::history::event::History;
use sluice_sim::history::schedule::{Actor, Stage};
use std::collections::BTreeMap;
use std::thread;

/// How many schedules, over all levels: `HISTORIES`, by default as many as take a few seconds.
fn schedules() -> u64 {
    std::env::var("HISTORIES").map_or(1_200, |text| text.parse().expect("HISTORIES is a number"))
}

/// Judges a history: what is forbidden ends the test, what is allowed is counted.
fn judge(history: &History, level: Level, seed: u64, seen: &mut BTreeMap<Anomaly, u64>) {
    let found = anomalies(history);
    let wrong = forbidden(&found, level);
    assert!(wrong.is_empty(), "{level:?}, seed {seed}: {wrong:?}\n{:#?}", history.transactions);
    for anomaly in found.into_keys() {
        *seen.entry(anomaly).or_default() += 1;
    }
}

#[test]
fn sessions_that_take_turns_meet_what_their_level_allows_and_nothing_else() {
    let each = schedules() / Level::ALL.len() as u64;
    for level in Level::ALL {
        let mut stage = Stage::new(level).expect("an instance in memory opens");
        let mut seen = BTreeMap::new();
        for seed in 0..each {
            let history = stage.run(seed).unwrap_or_else(|error| panic!("{level:?}, seed {seed}: {error}"));
            judge(&history, level, seed, &mut seen);
        }
        // Of circles through phantoms there are few under REPEATABLE READ.
        for anomaly in level.allows().iter().filter(|_| each >= 200) {
            assert!(seen.contains_key(anomaly), "{level:?} allows {anomaly:?}, which never happened: {seen:?}");
        }
    }
}

#[test]
fn the_same_seed_is_the_same_history() {
    for level in Level::ALL {
        for seed in 0..5 {
            let histories = [0, 1].map(|_| {
                let mut stage = Stage::new(level).expect("an instance in memory opens");
                stage.run(seed).unwrap_or_else(|error| panic!("{level:?}, seed {seed}: {error}")).transactions
            });
            assert_eq!(histories[0], histories[1], "{level:?}, seed {seed}");
        }
    }
}

/// Each session on a thread of its own: they wait for each other, and the engine finds the deadlocks.
#[test]
fn sessions_that_wait_for_each_other_meet_nothing_that_their_level_forbids() {
    let each = schedules() / Level::ALL.len() as u64 / 2;
    for level in Level::ALL {
        let mut stage = Stage::new(level).expect("an instance in memory opens");
        let mut seen = BTreeMap::new();
        for seed in 0..each {
            let actors = stage.actors(seed, true).unwrap_or_else(|error| panic!("{level:?}, seed {seed}: {error}"));
            let running: Vec<_> = actors.into_iter().map(|actor| thread::spawn(move || actor.run())).collect();
            let ended = running.into_iter().map(|actor| actor.join().expect("it ends"));
            let actors: Result<Vec<Actor>, String> = ended.collect();
            let actors = actors.unwrap_or_else(|error| panic!("{level:?}, seed {seed}: {error}"));
            let history = stage.history(actors).unwrap_or_else(|error| panic!("{level:?}, seed {seed}: {error}"));
            judge(&history, level, seed, &mut seen);
        }
        assert!(each < 100 || level.allows().len() < 3 || !seen.is_empty(), "{level:?}: nobody met anybody");
    }
}
