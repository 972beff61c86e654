//! One run: lives and crashes drawn from the seed.

use super::extension::{Extension, PastFiles};
use super::failing_disk::FailingDisk;
use super::history::{Derivations, History};
use super::life::{LifeEnd, live};
use super::machine::{Machine, Sizes};
use super::plan::LifePlan;
use crate::oracle::Violation;
use crate::random::Random;
use crate::run::mode;
use sluice_base::probe::Probe;
use sluice_base::schedule::{self, Abandoned, Plan};
use sluice_base::sync::atomic::Ordering;
use sluice_vfs::fault::{Fault, Rule};
use sluice_vfs::mem::CrashMode;
use std::time::Duration;

/// The counts of a run. Two runs of a seed give equal values.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ConcurrentRun {
    /// All file calls, a line each, life after life.
    pub trace: String,
    /// The digests of the schedules.
    pub digests: Vec<u64>,
    /// The events reached.
    pub reached: Reached,
    /// The events of each life.
    pub lives: Vec<LifeEvents>,
}

/// The events of one life of the machine that the seeds must reach together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LifeEvents {
    /// Checkpoints by the background.
    pub background_checkpoints: u64,
    /// Pages evicted for other pages.
    pub evictions: u64,
    /// Writes of a log file that overlapped another write of it.
    pub overlapping_log_writes: u64,
    /// Logs that failed and accepted no more records.
    pub poisons: u64,
    /// Databases recovered while the instance worked on.
    pub restarts: u64,
    /// Pages read from the buffer pool extension.
    pub extension_reads: u64,
    /// Extensions that failed.
    pub extension_failures: u64,
}

/// Counts of the events that the seeds must reach.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reached {
    /// Scheduling points.
    pub points: u64,
    /// Changes of the running task.
    pub switches: u64,
    /// Acknowledged transactions.
    pub committed: u64,
    /// Transactions whose commit was in doubt.
    pub in_doubt: u64,
    /// Transactions rolled back.
    pub rolled_back: u64,
    /// Power cuts during work or a start.
    pub cuts: u64,
    /// Lives in which a file call failed.
    pub failed: u64,
    /// Writes of a log file that overlapped another write of it.
    pub overlapping_log_writes: u64,
    /// Writes of data files.
    pub page_writes: u64,
    /// Comparisons with the clients' knowledge.
    pub comparisons: u64,
    /// Batches sent by the clients.
    pub batches: u64,
    /// Statements on snapshots and clones.
    pub derivations: Derivations,
}

/// Runs the seed. Only one run may be in progress in the process.
pub fn run(seed: u64) -> Result<ConcurrentRun, Violation> {
    lives(seed, &History::default()).map_err(|what| Violation { seed, what })
}

/// Runs the seed as [`run`] does. After a violation, also returns the batches of the last life, a
/// line each: its virtual time, session and text, and the outcome of the session's batch before.
pub fn run_telling(seed: u64) -> Result<ConcurrentRun, (Violation, Vec<String>)> {
    let history = History::default();
    lives(seed, &history).map_err(|what| (Violation { seed, what }, std::mem::take(&mut history.lock().conversation)))
}

fn lives(seed: u64, history: &History) -> Result<ConcurrentRun, String> {
    let mut random = Random::new(seed ^ 0x0BA7_0A11);
    // The schedule of a run without an extension doesn't depend on these draws.
    let mut of_extension = Random::new(seed ^ 0x0EC5_7E51);
    let pool_pages = random.pick(&[48, 64, 96, 128]);
    let extension = Extension::drawn(&mut of_extension, pool_pages);
    let sizes = Sizes {
        pool_pages,
        log_bytes: random.pick(&[1 << 20, 2 << 20]),
        latency: Duration::from_micros(random.pick(&[20, 200, 2_000])),
        extension,
    };
    let mut plan = LifePlan {
        sessions: 4 + random.below(3) as usize,
        work: 0,
        reads_versions: [random.chance(2), random.chance(2), random.chance(2)],
        extension,
        failing: None,
        closes: false,
        power_was_cut: false,
    };
    let mut past_files = PastFiles::new(of_extension);
    let mut done = ConcurrentRun::default();
    let lives = 2 + random.below(3);
    let mut machine = Machine::new(seed, sizes);
    for left in (0..lives).rev() {
        draw(&mut random, &mut plan, left == 0, &machine);
        history.lock().conversation.clear();
        let end = scheduled(&machine, history, &mut random, &plan, &mut done)?;
        done.trace.push_str(&machine.trace());
        count(&mut done.reached, &machine, history, end);
        if left == 0 && !(end.compared && end.compared_again) {
            return Err("the last life, without a power cut, came to no comparison".to_owned());
        }
        let mode = mode(&mut random);
        // A cut that is older than an unfinished comparison still counts.
        plan.power_was_cut = mode != CrashMode::ProcessKill || plan.power_was_cut && !end.compared;
        machine = machine.restart(mode);
        if let Some(extension) = extension {
            past_files.put_back(machine.memory(), extension);
        }
    }
    done.reached.batches = history.lock().batches;
    done.reached.derivations = history.lock().derivations;
    Ok(done)
}

/// Draws a life. The last one has no power cut and no fault before its work, so that every run ends
/// with comparisons.
fn draw(random: &mut Random, plan: &mut LifePlan, is_last: bool, machine: &Machine) {
    plan.failing = None;
    plan.work = 5 + random.below(25);
    if is_last {
        plan.work = LAST_WORK;
        plan.failing = Some(FailingDisk::of_log(random));
        plan.closes = true;
        return;
    }
    let has_fault = random.chance(3);
    if has_fault {
        let failing = FailingDisk::anywhere(random);
        if failing.is_from_start {
            failing.arm(machine);
        }
        plan.failing = Some(failing);
    }
    if !has_fault || random.chance(2) {
        let within = random.pick(&[100, 400, 1_500, 6_000]);
        machine.arm(Rule::new(Fault::PowerCut).nth(random.below(within)));
    }
    plan.closes = random.chance(4);
}

/// Runs a life in a schedule of its own.
fn scheduled(
    machine: &Machine,
    history: &History,
    random: &mut Random,
    plan: &LifePlan,
    done: &mut ConcurrentRun,
) -> Result<LifeEnd, String> {
    let schedule = Plan {
        seed: random.next(),
        switch_one_in: random.pick(&[2, 8, 32, 200]),
        point_ns: random.pick(&[500, 5_000]),
        start_ns: machine.now_ns().max(START_NS),
        points_max: POINTS_MAX,
    };
    let disk = machine.clone();
    let (machine, history, plan) = (machine.clone(), history.clone(), plan.clone());
    let mut own = Random::new(random.next());
    let outcome = schedule::run(schedule, move || live(&machine, &history, &mut own, &plan));
    let (end, report) = outcome.map_err(|why| match why {
        Abandoned::Deadlock { waiting } => format!("all {waiting} tasks wait for ever"),
        Abandoned::TooLong => format!("no end after {POINTS_MAX} points"),
    })?;
    done.digests.push(report.digest);
    done.reached.points += report.points;
    done.reached.switches += report.switches;
    let of = |probe: Probe| report.reached[probe as usize];
    done.lives.push(LifeEvents {
        background_checkpoints: of(Probe::BackgroundCheckpoint),
        evictions: of(Probe::Eviction),
        overlapping_log_writes: disk.counts().overlapping_log_writes.load(Ordering::Relaxed),
        poisons: of(Probe::Poison),
        restarts: of(Probe::Recovery).saturating_sub(end.as_ref().map_or(u64::MAX, |end| end.recoveries_at_start)),
        extension_reads: of(Probe::ExtensionRead),
        extension_failures: of(Probe::ExtensionFailure),
    });
    end
}

fn count(reached: &mut Reached, machine: &Machine, history: &History, end: LifeEnd) {
    use super::history::Fate;
    let known = history.lock();
    let with = |fate: Fate| known.transactions.iter().filter(|transaction| transaction.fate == fate).count() as u64;
    reached.committed += with(Fate::Committed);
    reached.in_doubt += with(Fate::InDoubt);
    reached.rolled_back += with(Fate::RolledBack);
    reached.cuts += u64::from(end.was_cut);
    reached.failed += u64::from(!end.was_cut && machine.faults() > 0);
    reached.overlapping_log_writes += machine.counts().overlapping_log_writes.load(Ordering::Relaxed);
    reached.page_writes += machine.counts().page_writes.load(Ordering::Relaxed);
    reached.comparisons += u64::from(end.compared) + u64::from(end.compared_again);
}

/// 2026-01-01 00:00:00 UTC.
const START_NS: u64 = 1_767_225_600_000_000_000;
const POINTS_MAX: u64 = 20_000_000;
/// The units of work of a session in the last life.
const LAST_WORK: u64 = 75;
