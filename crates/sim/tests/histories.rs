//! Random schedules show no anomaly that an isolation level forbids, and show those that it allows
//! (`t-sql/statements/set-transaction-isolation-level-transact-sql.md`), with one level for all
//! sessions and with different levels.

use sluice_sim::history::anomaly::Anomaly;
use sluice_sim::history::event::History;
use sluice_sim::history::judge::judge;
use sluice_sim::history::level::Level;
use sluice_sim::history::schedule::{Actor, Levels, Stage};
use std::collections::BTreeMap;
use std::io::Write;
use std::thread;

/// Returns the number of schedules over all levels and mixes: `HISTORIES`, or enough for a few
/// seconds.
fn schedules() -> u64 {
    std::env::var("HISTORIES").map_or(1_600, |text| text.parse().expect("HISTORIES is a number"))
}

/// The number of schedules in which each level met each anomaly.
#[derive(Default)]
struct Seen(BTreeMap<(Level, Anomaly), u64>);

impl Seen {
    /// Checks a history: forbidden anomalies fail the test, allowed ones are counted.
    fn judge(&mut self, history: &History, of: &dyn Fn() -> String) {
        let verdict = judge(history);
        assert!(verdict.forbidden.is_empty(), "{}: {:?}\n{:#?}", of(), verdict.forbidden, history.transactions);
        for met in verdict.allowed.into_keys() {
            *self.0.entry(met).or_default() += 1;
        }
    }

    /// Prints the counts, also on success.
    fn tell(&self, how: &str, levels: Levels, schedules: u64) {
        let mut said = format!("{schedules} schedules {how}, {levels:?}: none has what a level forbids\n");
        for level in levels.levels() {
            let of_level = self.0.iter().filter(|((of, _), _)| *of == level);
            let counts: Vec<_> = of_level.map(|((_, anomaly), count)| format!("{anomaly:?} {count}")).collect();
            let counts = if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") };
            said += &format!("    {} met {counts}\n", level.name());
        }
        std::io::stderr().write_all(said.as_bytes()).expect("what was found can be told");
    }

    /// Returns the allowed anomalies that no session of the level has met.
    fn unseen(&self, levels: Levels) -> Vec<(Level, Anomaly)> {
        let allowed = levels.levels().flat_map(|level| level.allows().iter().map(move |anomaly| (level, *anomaly)));
        allowed.filter(|allowed| !self.0.contains_key(allowed)).collect()
    }
}

#[test]
fn interleaved_sessions_meet_only_allowed_anomalies() {
    let each = schedules() / Levels::all().count() as u64;
    for levels in Levels::all() {
        let mut stage = Stage::new(levels).expect("an instance in memory opens");
        let mut seen = Seen::default();
        for seed in 0..each {
            let history = stage.run(seed).unwrap_or_else(|error| panic!("{levels:?}, seed {seed}: {error}"));
            seen.judge(&history, &|| format!("{levels:?}, seed {seed}"));
        }
        seen.tell("by turns", levels, each);
        // REPEATABLE READ rarely has cycles through phantoms; in a mix each level has only some of
        // the sessions.
        let enough = if matches!(levels, Levels::One(_)) { 200 } else { 1_000 };
        assert!(each < enough || seen.unseen(levels).is_empty(), "{levels:?} never met {:?}", seen.unseen(levels));
    }
}

#[test]
fn same_seed_gives_the_same_history() {
    for levels in Levels::all() {
        for seed in 0..5 {
            let histories = [0, 1].map(|_| {
                let mut stage = Stage::new(levels).expect("an instance in memory opens");
                stage.run(seed).unwrap_or_else(|error| panic!("{levels:?}, seed {seed}: {error}")).transactions
            });
            assert_eq!(histories[0], histories[1], "{levels:?}, seed {seed}");
        }
    }
}

/// Sessions on threads: they wait for each other, and the engine finds the deadlocks.
#[test]
fn concurrent_sessions_meet_no_forbidden_anomalies() {
    let each = schedules() / Levels::all().count() as u64 / 2;
    for levels in Levels::all() {
        let mut stage = Stage::new(levels).expect("an instance in memory opens");
        let mut seen = Seen::default();
        for seed in 0..each {
            let of = || format!("{levels:?}, seed {seed}");
            let actors = stage.actors(seed, true).unwrap_or_else(|error| panic!("{}: {error}", of()));
            let running: Vec<_> = actors.into_iter().map(|actor| thread::spawn(move || actor.run())).collect();
            let ended = running.into_iter().map(|actor| actor.join().expect("it ends"));
            let actors: Result<Vec<Actor>, String> = ended.collect();
            let actors = actors.unwrap_or_else(|error| panic!("{}: {error}", of()));
            let history = stage.history(actors).unwrap_or_else(|error| panic!("{}: {error}", of()));
            seen.judge(&history, &of);
        }
        seen.tell("on threads", levels, each);
        let allows_much = levels.levels().any(|level| level.allows().len() > 2);
        assert!(each < 100 || !allows_much || !seen.0.is_empty(), "{levels:?}: nobody met anybody");
    }
}
