//! One run of the crowd: lives and crashes as the seed draws them.

use super::life::{Known, SESSIONS_MAX, live};
use super::record::Record;
use crate::machine::{Machine, Sizes};
use crate::oracle::Violation;
use crate::random::Random;
use crate::run::mode;
use crate::sequence_oracle::SequenceOracle;
use sluice_vfs::fault::{Fault, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrowdRun {
    /// Every call to a file, a line each, life after life.
    pub trace: String,
    /// How often the power was cut.
    pub cuts: u32,
    /// How many of those cuts fell into recovery or start.
    pub cuts_in_recovery: u32,
    /// Lives in which a call failed.
    pub failed: u32,
    /// Commits that were acknowledged.
    pub commits: u64,
    /// Those of them across both databases.
    pub across: u64,
    /// Statements that met another session's lock.
    pub refused: u64,
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
    let sequence = SequenceOracle::new(random.pick(&[0, 3, 50]));
    let size = (2 + random.below(u64::from(SESSIONS_MAX) - 1) as u8, 20 + random.below(160));
    let mut known = Known { record: Record::default(), sequence, next_row: 1, commits: 0, across: 0, refused: 0 };
    let mut done =
        CrowdRun { trace: String::new(), cuts: 0, cuts_in_recovery: 0, failed: 0, commits: 0, across: 0, refused: 0 };
    let mut machine = Machine::new(seed, sizes, plan(&mut random));
    for left in (0..2 + random.below(4)).rev() {
        let life = live(&machine, &mut known, &mut random, size)?;
        done.trace.push_str(&machine.trace());
        done.cuts += u32::from(machine.is_off());
        done.cuts_in_recovery += u32::from(machine.is_off() && life.is_none());
        done.failed += u32::from(!machine.is_off() && machine.struck() > 0);
        // The last life has no fault, so that every run ends with a look at what is there.
        let next = if left > 1 { plan(&mut random) } else { FaultPlan::none() };
        let mode = mode(&mut random);
        let mut properly = false;
        let mut going_on = life;
        if random.chance(3)
            && let Some(life) = going_on.take()
        {
            properly = life.end(&machine)?;
        }
        known.sequence.ended(properly);
        known.record.stopped(mode != CrashMode::ProcessKill);
        machine = machine.restart(mode, next);
    }
    live(&machine, &mut known, &mut random, (2, 10))?;
    done.trace.push_str(&machine.trace());
    (done.commits, done.across, done.refused) = (known.commits, known.across, known.refused);
    Ok(done)
}

/// What goes wrong in a life: mostly the power, somewhere; one time in four a call fails.
fn plan(random: &mut Random) -> FaultPlan {
    let within = random.pick(&[40, 200, 600, 1_500, 6_000]);
    let call = random.below(within);
    match random.below(8) {
        0 => FaultPlan::of(Rule::new(Fault::Eio).nth(call)),
        1 if random.chance(2) => FaultPlan::of(Rule::new(Fault::Enospc).nth(call)),
        1 => FaultPlan::of(Rule::new(Fault::ShortWrite { bytes: 512 }).nth(call)),
        _ => FaultPlan::power_cut_at(call),
    }
}
