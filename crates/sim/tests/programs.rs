//! Generated programs and spoiled golden scripts: no program makes the engine panic, and enough
//! programs run to the end.
//!
//! `SIM_PROGRAMS` is the number of programs, `SIM_SCRIPTS` that of scripts, `SIM_FROM` the first
//! seed. `SIM_SHOW` prints the most frequent errors by kind.

use sluice_base::random::Random;
use sluice_sim::programs::faults::spoil;
use sluice_sim::programs::{Tally, Watchdog, World, corpus};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn say(what: std::fmt::Arguments<'_>) {
    writeln!(std::io::stderr(), "{what}").expect("somebody reads it");
}

/// Returns the result of `run`, supervised by a watchdog that cancels programs after `limit`.
fn watched<T>(limit: Duration, run: impl FnOnce(&Watchdog) -> T) -> T {
    let watchdog = Arc::new(Watchdog::new(limit, GRACE));
    let theirs = Arc::clone(&watchdog);
    let thread = std::thread::spawn(move || {
        theirs.watch(|text| {
            say(format_args!("does not stop:\n{text}"));
            std::process::exit(1);
        });
    });
    let ran = run(&watchdog);
    watchdog.end();
    thread.join().expect("the watchdog ends");
    if std::env::var_os("SIM_SHOW").is_some() {
        say(format_args!("{:?} stopped, and the longest stop in ns", watchdog.stopped()));
    }
    ran
}

#[test]
fn generated_programs_do_not_panic() {
    let (from, count) = (number("SIM_FROM", 0), number("SIM_PROGRAMS", 3_000));
    let (right, all) = total_without_failures(from..from + count);
    assert!(right * 10 >= all * 3, "only {right} of {all} programs ran to the end");
}

/// `cargo xtask coverage` measures which lines of the binder these programs reach.
#[test]
fn programs_of_the_corpus_do_not_panic() {
    total_without_failures(corpus());
}

/// Runs the programs of these seeds and verifies that no program panics. Returns the number of
/// programs that ran to the end, and of all programs.
fn total_without_failures(seeds: impl IntoIterator<Item = u64>) -> (u64, u64) {
    let tally = watched(Duration::from_secs(1), |watchdog| Tally::run(seeds, watchdog));
    let tally = tally.unwrap_or_else(|failure| panic!("{failure}"));
    if std::env::var_os("SIM_SHOW").is_some() {
        tally.lines().iter().for_each(|line| say(format_args!("{line}")));
        say(format_args!("{:?} of programs right", tally.total()));
    }
    let failures = &tally.failures;
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n----\n"));
    tally.total()
}

#[test]
fn spoiled_golden_scripts_do_not_panic() {
    let mut scripts = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sql"), &mut scripts);
    scripts.sort();
    assert!(scripts.len() > 300, "{} scripts", scripts.len());
    let (from, count) = (number("SIM_FROM", 0), number("SIM_SCRIPTS", 100));
    let failures = watched(Duration::from_millis(200), |watchdog| {
        let mut failures = Vec::new();
        for seed in from..from + count {
            let random = Random::seeded(seed);
            let script = &scripts[(random.next_u64() % scripts.len() as u64) as usize];
            let text = std::fs::read_to_string(script).expect("a script");
            let text = spoil(&text, &random, 1 + random.next_u64() % (1 + text.len() as u64 / 200));
            let world = World::new().unwrap_or_else(|failure| panic!("{failure}"));
            if let Err(failure) = world.execute(&text, &mut |watch| watchdog.follow(watch, &text)) {
                failures.push(format!("seed {seed}, {}: {failure}", script.display()));
            }
        }
        failures
    });
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n----\n"));
}

/// Adds the scripts in a folder and its subfolders.
fn below(folder: &Path, scripts: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            below(&path, scripts);
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            scripts.push(path);
        }
    }
}

/// How long a program may take to stop. The tests run beside others.
const GRACE: Duration = Duration::from_secs(5);
