//! `seeds FROM COUNT [first | batches]`: runs seeds of the concurrent simulator, and prints what
//! they reach.
//!
//! A violation is printed with its seed. The other seeds go on, unless `first` or `batches` is
//! given. `batches` prints the batches of the life with the violation. The exit code is 1 after a
//! violation.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its terminal")]

use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::{Arc, Condvar, Mutex};
use sluice_sim::concurrent::{ConcurrentRun, Coverage, run_telling};
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (numbers, stops_at_first, prints_batches) = match words.as_slice() {
        [from, count] => ((from.parse(), count.parse()), false, false),
        [from, count, "first"] => ((from.parse(), count.parse()), true, false),
        [from, count, "batches"] => ((from.parse(), count.parse()), true, true),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let (Ok(from), Ok(count)): (Result<u64, _>, Result<u64, _>) = numbers else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let clock = SystemClock::new();
    let (mut coverage, mut violations) = (Coverage::default(), 0u64);
    for seed in from..from.saturating_add(count) {
        let began_ns = clock.monotonic_ns();
        match watched(seed) {
            Ok(run) => coverage.add(&run, clock.monotonic_ns() - began_ns),
            Err((what, batches)) => {
                violations += 1;
                batches.iter().filter(|_| prints_batches).for_each(|batch| println!("{batch}"));
                println!("{what}");
                if stops_at_first {
                    break;
                }
            }
        }
    }
    println!("{coverage}\nviolations                          {violations}");
    if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a seed on a thread of its own. Fails also if the run panics or does not end.
fn watched(seed: u64) -> Result<ConcurrentRun, (String, Vec<String>)> {
    let shared = Arc::new((Mutex::new(None), Condvar::new()));
    let theirs = Arc::clone(&shared);
    std::thread::spawn(move || {
        let outcome = catch_unwind(|| run_telling(seed));
        *theirs.0.lock() = Some(outcome);
        theirs.1.notify_all();
    });
    let mut ended = shared.0.lock();
    let mut is_late = false;
    while ended.is_none() && !is_late {
        (ended, is_late) = shared.1.wait_within(ended, LIMIT);
    }
    match ended.take() {
        Some(Ok(outcome)) => outcome.map_err(|(violation, batches)| (violation.to_string(), batches)),
        Some(Err(_)) => Err((format!("seed {seed}: the run panicked"), Vec::new())),
        None => Err((format!("seed {seed}: no end after {} s", LIMIT.as_secs()), Vec::new())),
    }
}

const USAGE: &str = "usage: seeds FROM COUNT [first | batches]";
/// The time after which a run counts as endless.
const LIMIT: Duration = Duration::from_secs(300);
