//! Random programs: no panic, no program that can't be cancelled, and every kind of statement in
//! every context.

use super::setting::{Setting, say};
use crate::figure::Figure;
use sluice_sim::programs::{Context, KINDS, Tally, Watchdog};
use std::thread;
use std::time::Duration;

/// Runs a million programs at full size, with a thread per processor, and prints their counts.
pub(super) fn measure(setting: Setting<'_>) -> Result<Vec<Figure>, String> {
    let count = (PROGRAMS * setting.scale).max(PROGRAMS_MIN) as u64;
    let workers = thread::available_parallelism().map_or(1, usize::from) as u64;
    let share = count.div_ceil(workers);
    let mut tally = Tally::default();
    let (mut stopped, mut stop_ns_max) = (0, 0);
    let watchdogs: Vec<Watchdog> = (0..workers).map(|_| Watchdog::new(LIMIT, LIMIT)).collect();
    let ran: Vec<Result<Tally, String>> = thread::scope(|scope| {
        let running: Vec<_> = watchdogs
            .iter()
            .enumerate()
            .map(|(worker, watchdog)| {
                scope.spawn(|| watchdog.watch(give_up));
                scope.spawn(move || {
                    let first = worker as u64 * share;
                    let ran = Tally::run(first..first + share, watchdog).map_err(|failure| failure.to_string());
                    watchdog.end();
                    ran
                })
            })
            .collect();
        running.into_iter().map(|run| run.join().unwrap_or_else(|_| Err("a worker panicked".into()))).collect()
    });
    for ran in ran {
        tally.add(ran?);
    }
    for watchdog in &watchdogs {
        let (count, longest_ns) = watchdog.stopped();
        (stopped, stop_ns_max) = (stopped + count, longest_ns.max(stop_ns_max));
    }
    tally.lines().iter().for_each(say);
    tally.failures.iter().for_each(say);
    let (right, all) = tally.total();
    let pairs = KINDS.iter().flat_map(|kind| Context::ALL.map(|context| (*kind, context)));
    let least = pairs.map(|pair| tally.counts.get(&pair).map_or(0, |(_, all)| *all)).min().unwrap_or_default();
    Ok(vec![
        Figure::at_most(&format!("A4: panics in {all} programs"), tally.failures.len() as f64, 0.0, ""),
        Figure::at_least("A4: programs that run to the end", 100.0 * right as f64 / all as f64, 30.0, "%"),
        Figure::at_least(
            "A4: programs of the rarest kind in the rarest context",
            least as f64,
            (PAIR_MIN * setting.scale).floor(),
            "",
        ),
        Figure::at_most(
            &format!("A3: the longest stop of {stopped} programs that ran for over a second"),
            stop_ns_max as f64 / 1e6,
            STOP_MS_MAX,
            "ms",
        ),
    ])
}

/// Ends the process, because a program that ignores cancellation can't be ended otherwise.
fn give_up(text: &str) {
    say(format_args!("SHORT A3: a program does not stop within a second\n{text}"));
    std::process::exit(1);
}

const PROGRAMS: f64 = 1_000_000.0;
/// One program for each kind in each context.
const PROGRAMS_MIN: f64 = 1_000.0;
/// The minimum of programs for each kind in each context at full size.
const PAIR_MIN: f64 = 1_000.0;
const LIMIT: Duration = Duration::from_secs(1);
const STOP_MS_MAX: f64 = 1_000.0;
