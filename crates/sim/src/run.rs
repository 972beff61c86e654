//! One run: a machine works, loses its power at a call drawn from the seed, and is checked after
//! each restart.

use crate::machine::{Machine, Sizes};
use crate::mirror;
use crate::oracle::{Oracle, Violation};
use crate::random::Random;
use crate::sequence_oracle::SequenceOracle;
use crate::workload::{self, Workload};
use sluice_engine::{Instance, Session};
use sluice_vfs::fault::FaultPlan;
use sluice_vfs::mem::{CrashMode, Survival};
use std::sync::Arc;

/// The counts of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// All file calls, a line each, life after life.
    pub trace: String,
    /// The number of power cuts.
    pub cuts: u32,
    /// The number of power cuts during start or recovery.
    pub cuts_in_recovery: u32,
    /// The number of acknowledged full commits at the end.
    pub full_commits: usize,
    /// The last value of the sequence.
    pub last_value: i64,
    /// The number of delayed commits that survived a killed process without having been hardened.
    pub kept_by_ring: usize,
}

/// A life of the machine. The instance runs while this value exists and is then closed, cleanly if
/// the power is on.
pub(crate) struct Life {
    /// Whether the life reached its work.
    pub(crate) worked: bool,
    session: Option<Session>,
    instance: Option<Arc<Instance>>,
}

impl Life {
    fn ended_early() -> Life {
        Life { worked: false, session: None, instance: None }
    }

    /// Closes the instance. Returns whether the close succeeded, which it must with the power on.
    fn end(self, machine: &Machine) -> Result<bool, String> {
        drop(self.session);
        let closed = self.instance.map(|instance| instance.close());
        match closed {
            Some(Err(error)) if !machine.is_off() => Err(format!("could not close: {error}")),
            closed => Ok(matches!(closed, Some(Ok(()))) && !machine.is_off()),
        }
    }
}

/// Runs the seed.
pub fn run(seed: u64) -> Result<Run, Violation> {
    life(seed).map_err(|what| Violation { seed, what })
}

fn life(seed: u64) -> Result<Run, String> {
    let mut random = Random::new(seed);
    let sizes = Sizes {
        pool_pages: random.pick(&[24, 64, 1024]),
        log_bytes: random.pick(&[1 << 20, 2 << 20]),
        log_growth_bytes: 1 << 20,
    };
    let workload = Workload {
        transactions: 1 + random.below(60),
        delayed_one_in: random.pick(&[0, 1, 2, 5]),
        rolled_back_one_in: random.pick(&[0, 3, 10]),
        checkpoint_one_in: random.pick(&[0, 5, 20]),
        rows_max: random.pick(&[1, 3]),
        values: random.pick(&[(0, 0), (0, 2), (1, 7)]),
    };
    let (mut oracle, mut next_row) = (Oracle::default(), 1);
    oracle.sequence = SequenceOracle::new(random.pick(&[0, 1, 3, 50]));
    let mut done =
        Run { trace: String::new(), cuts: 0, cuts_in_recovery: 0, full_commits: 0, last_value: 0, kept_by_ring: 0 };
    let mut machine = Machine::new(seed, sizes, cut(&mut random));
    let lives = 2 + random.below(4);
    for left in (0..lives).rev() {
        let life = lives_once(&machine, &workload, &mut random, &mut next_row, &mut oracle)?;
        done.trace.push_str(&machine.trace());
        done.cuts += u32::from(machine.is_off());
        done.cuts_in_recovery += u32::from(machine.is_off() && !life.worked);
        // The last life has no power cut, so that every run ends with a comparison.
        let plan = if left > 1 { cut(&mut random) } else { FaultPlan::none() };
        let mode = mode(&mut random);
        if random.chance(2) {
            let properly = life.end(&machine)?;
            oracle.sequence.ended(properly);
            machine = stop(machine, mode, plan, &mut oracle);
        } else {
            // The machine is stopped between two calls.
            oracle.sequence.ended(false);
            machine = stop(machine, mode, plan, &mut oracle);
            drop(life);
        }
    }
    lives_once(&machine, &Workload::plain(1), &mut random, &mut next_row, &mut oracle)?;
    done.trace.push_str(&machine.trace());
    done.full_commits = oracle.full_commits();
    done.last_value = oracle.sequence.last();
    done.kept_by_ring = oracle.kept_by_ring();
    Ok(done)
}

/// Runs one life of the machine: open, check, work.
pub(crate) fn lives_once(
    machine: &Machine,
    workload: &Workload,
    random: &mut Random,
    next_row: &mut i32,
    oracle: &mut Oracle,
) -> Result<Life, String> {
    let instance = match machine.open() {
        Ok(instance) => instance,
        Err(_) if machine.is_off() => return Ok(Life::ended_early()),
        Err(error) => return Err(format!("could not open: {error}")),
    };
    let mut session = instance.connect().map_err(|error| error.to_string())?;
    let found = match workload::read(&mut session) {
        Ok(found) => found,
        Err(_) if machine.is_off() => return Ok(Life::ended_early()),
        Err(what) => return Err(what),
    };
    oracle.check(found.as_deref())?;
    match mirror::check(&mut session) {
        Ok(()) => {}
        Err(_) if machine.is_off() => return Ok(Life::ended_early()),
        Err(what) => return Err(what),
    }
    if workload::prepare(machine, &mut session, oracle)? {
        workload::run(machine, &mut session, workload, random, next_row, oracle)?;
    }
    Ok(Life { worked: true, session: Some(session), instance: Some(instance) })
}

fn stop(machine: Machine, mode: CrashMode, plan: FaultPlan, oracle: &mut Oracle) -> Machine {
    oracle.stopped(mode != CrashMode::ProcessKill);
    machine.restart(mode, plan)
}

fn cut(random: &mut Random) -> FaultPlan {
    // Early cuts hit creation and recovery; late ones the work. Some lives end without one.
    let within = random.pick(&[20, 60, 150, 400, 2_000]);
    FaultPlan::power_cut_at(random.below(within))
}

/// Draws the data that the disk loses.
pub(crate) fn mode(random: &mut Random) -> CrashMode {
    match random.below(5) {
        0 => CrashMode::LOSE_UNSYNCED,
        1 => CrashMode::KEEP_UNSYNCED,
        2 => CrashMode::ProcessKill,
        _ => {
            let mut percent = || random.below(101) as u8;
            CrashMode::PowerCut(Survival { kept: percent(), torn: percent(), entries: percent() })
        }
    }
}
