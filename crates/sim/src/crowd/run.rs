//! One run of the crowd: lives and crashes drawn from the seed.

use super::choice::SEQUENCES;
use super::lie::{self, Aftermath, Lie};
pub use super::life::Seen;
use super::life::{ClientKnowledge, SESSIONS_MAX, live};
use super::record::Record;
use super::settings::{Chain, Durability, Settings};
use crate::machine::{Machine, Sizes};
use crate::oracle::Violation;
use crate::random::Random;
use crate::run::mode;
use crate::sequence_oracle::SequenceOracle;
use sluice_vfs::fault::{Fault, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;

/// The counts of a run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CrowdRun {
    /// All file calls, a line each, life after life.
    pub trace: String,
    /// The number of power cuts.
    pub cuts: u32,
    /// The number of power cuts during start or recovery.
    pub cuts_in_recovery: u32,
    /// The number of lives with a failed file call.
    pub failed: u32,
    /// The number of lives with a lying sync before a power cut. Such a run ends with a check of
    /// the state.
    pub lied: u32,
    /// The number of lives with a lie after which the database was refused.
    pub refused_after_lies: u32,
    /// The number of lives with a lie without guarantees after which other data was found.
    pub unpromised: u32,
    /// The number of lives with a lie of master's log after which a commit across the databases was
    /// found in one of them, or in none.
    pub decisions_lost: u32,
    /// The events that the sessions met.
    pub seen: Seen,
}

/// Runs the seed.
pub fn run(seed: u64) -> Result<CrowdRun, Violation> {
    lives(seed).map_err(|what| Violation { seed, what })
}

fn lives(seed: u64) -> Result<CrowdRun, String> {
    let mut random = Random::new(seed ^ 0xC0_33D);
    let sizes = Sizes {
        pool_pages: random.pick(&[40, 64, 1024]),
        log_bytes: random.pick(&[1 << 20, 2 << 20]),
        log_growth_bytes: 1 << 20,
    };
    let size = (2 + random.below(u64::from(SESSIONS_MAX) - 1) as u8, 20 + random.below(160));
    let mut known = known(&mut random);
    let mut done = CrowdRun::default();
    let mut machine = Machine::new(seed, sizes, plan(&mut random));
    for left in (0..2 + random.below(4)).rev() {
        let life = live(&machine, &mut known, &mut random, size)?;
        done.trace.push_str(&machine.trace());
        done.cuts += u32::from(machine.is_off());
        done.cuts_in_recovery += u32::from(machine.is_off() && life.is_none());
        done.failed += u32::from(!machine.is_off() && machine.has_failed());
        let lies = Lie::all(&machine);
        if !lies.is_empty() {
            drop(life);
            after(&mut done, machine, &mut known, &mut random, &lies)?;
            done.seen = known.seen;
            return Ok(done);
        }
        // The last life has no fault, so that every run ends with a comparison.
        let next = if left > 1 { plan(&mut random) } else { FaultPlan::none() };
        let mode = mode(&mut random);
        let mut properly = false;
        let mut going_on = life;
        if random.chance(3)
            && let Some(life) = going_on.take()
        {
            properly = life.end(&machine)?;
        }
        known.sequences.iter_mut().for_each(|sequence| sequence.ended(properly));
        known.record.stopped(mode != CrashMode::ProcessKill);
        machine = machine.restart(mode, next);
    }
    live(&machine, &mut known, &mut random, (2, 10))?;
    done.trace.push_str(&machine.trace());
    done.seen = known.seen;
    Ok(done)
}

/// Returns empty knowledge, with database settings drawn from the seed.
fn known(random: &mut Random) -> ClientKnowledge {
    let settings = Settings {
        durability: [Durability::Disabled; 2],
        chain: [Chain::NotBegun; 2],
        reads_versions: [random.chance(3), random.chance(3)],
    };
    const { assert!(SEQUENCES.len() == 3) };
    let sequences = [0, 3, 50].map(SequenceOracle::new);
    ClientKnowledge { record: Record::default(), settings, sequences, next_row: 1, seen: Seen::default() }
}

/// Cuts the power after a lying sync, and verifies that the state is one that a lie may leave.
fn after(
    done: &mut CrowdRun,
    machine: Machine,
    known: &mut ClientKnowledge,
    random: &mut Random,
    lies: &[Lie],
) -> Result<(), String> {
    let mode = match mode(random) {
        CrashMode::ProcessKill => CrashMode::LOSE_UNSYNCED,
        other => other,
    };
    known.record.stopped(true);
    let machine = machine.restart(mode, FaultPlan::none());
    done.lied += 1;
    match lie::check(&machine, &mut known.record, lies)? {
        Aftermath::Right => {}
        Aftermath::Refused => done.refused_after_lies += 1,
        Aftermath::Unpromised => done.unpromised += 1,
        Aftermath::DecisionLost => done.decisions_lost += 1,
    }
    done.trace.push_str(&machine.trace());
    Ok(())
}

/// Draws the fault of a life: usually a power cut; in one of four lives a failing call, in one of
/// eight a lying sync.
fn plan(random: &mut Random) -> FaultPlan {
    let within = random.pick(&[40, 200, 600, 1_500, 6_000]);
    let call = random.below(within);
    match random.below(8) {
        0 => FaultPlan::from_rule(Rule::new(Fault::Eio).nth(call)),
        1 if random.chance(2) => FaultPlan::from_rule(Rule::new(Fault::Enospc).nth(call)),
        1 => FaultPlan::from_rule(Rule::new(Fault::ShortWrite { bytes: 512 }).nth(call)),
        2 => FaultPlan::from_rule(Rule::new(Fault::LyingSync).nth(call / 3)),
        _ => FaultPlan::power_cut_at(call),
    }
}
