//! Cuts the power at every file call of a short run, once for each way in which a disk may lose
//! unsynced data.

use crate::machine::{Machine, Sizes};
use crate::oracle::{Oracle, Violation};
use crate::random::Random;
use crate::run::lives_once;
use crate::workload::Workload;
use sluice_vfs::fault::FaultPlan;
use sluice_vfs::mem::CrashMode;

/// The counts of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// File calls of the run without a cut, each a place for a cut.
    pub calls: u64,
    /// Power cuts, over all ways of losing writes.
    pub cuts: u64,
}

/// Cuts the power at each call of a run of `rows` full commits of one row on a new database, and
/// checks the content.
pub fn power_cut_at_every_call(rows: u64) -> Result<Sweep, Violation> {
    let calls = {
        let (machine, mut oracle) = (Machine::new(0, SIZES, FaultPlan::none()), Oracle::default());
        first_life(&machine, rows, &mut oracle).map_err(|what| Violation { seed: 0, what })?;
        machine.calls()
    };
    let mut sweep = Sweep { calls, cuts: 0 };
    for call in 0..calls {
        for (way, mode) in WAYS.into_iter().enumerate() {
            let seed = call * WAYS.len() as u64 + way as u64;
            cut_once(seed, call, mode, rows)
                .map_err(|what| Violation { seed, what: format!("power cut at call {call}, {mode:?}: {what}") })?;
            sweep.cuts += 1;
        }
    }
    Ok(sweep)
}

fn cut_once(seed: u64, call: u64, mode: CrashMode, rows: u64) -> Result<(), String> {
    let (machine, mut oracle) = (Machine::new(seed, SIZES, FaultPlan::power_cut_at(call)), Oracle::default());
    let mut next_row = first_life(&machine, rows, &mut oracle)?;
    if !machine.is_off() {
        return Err("the run was shorter than the one that counted its calls".to_owned());
    }
    oracle.sequence.ended(false);
    oracle.stopped(mode != CrashMode::ProcessKill);
    let machine = machine.restart(mode, FaultPlan::none());
    lives_once(&machine, &Workload::plain(1), &mut Random::new(seed), &mut next_row, &mut oracle)?;
    Ok(())
}

fn first_life(machine: &Machine, rows: u64, oracle: &mut Oracle) -> Result<i32, String> {
    let mut next_row = 1;
    lives_once(machine, &Workload::plain(rows), &mut Random::new(0), &mut next_row, oracle)?;
    Ok(next_row)
}

const SIZES: Sizes = Sizes { pool_pages: 256, log_bytes: 1 << 20, log_growth_bytes: 1 << 20 };

const WAYS: [CrashMode; 4] =
    [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::POWER_CUT, CrashMode::ProcessKill];
