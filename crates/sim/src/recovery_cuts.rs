//! Cuts the power at every call of a recovery with redo, undo and a deferred release, and again in
//! the following recovery.

use crate::client::{Client, padding};
use crate::faults;
use crate::ledger::Promise;
use crate::machine::Machine;
use crate::oracle::Violation;
use crate::story::{SIZES, Story};
use sluice_vfs::fault::FaultPlan;
use sluice_vfs::mem::CrashMode;

/// The counts of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct RecoverySweep {
    /// File calls of the recovery without a cut.
    pub calls: u64,
    /// Power cuts in the recovery.
    pub cuts: u64,
    /// Power cuts in the recovery after such a cut.
    pub second_cuts: u64,
}

/// Cuts the power at every `step`-th call of the recovery after a killed process, in three crash
/// modes.
pub fn cut_recovery(step: u64) -> Result<RecoverySweep, Violation> {
    let at = |call: u64| move |what: String| Violation { seed: call, what: format!("cut at call {call}: {what}") };
    let (machine, story) = killed().map_err(at(0))?;
    let calls = {
        let whole = machine.copy(0, CrashMode::ProcessKill, FaultPlan::none());
        let client = Client::start(&whole).map_err(|error| at(0)(error.to_string()))?;
        let calls = whole.calls();
        drop(client);
        calls
    };
    let mut sweep = RecoverySweep { calls, cuts: 0, second_cuts: 0 };
    for call in (0..calls).step_by(step as usize) {
        for (way, mode) in WAYS.into_iter().enumerate() {
            let cut = machine.copy(call, CrashMode::ProcessKill, FaultPlan::power_cut_at(call));
            let life = Client::start(&cut);
            if !cut.is_off() {
                return Err(at(call)("the recovery was shorter than the one that counted its calls".to_owned()));
            }
            // A place in the second recovery that varies with the first.
            let second = (call * 7 + way as u64 * 13) % calls;
            let again = cut.copy(call, mode, FaultPlan::power_cut_at(second));
            drop(life);
            let life = Client::start(&again);
            sweep.cuts += 1;
            sweep.second_cuts += u64::from(again.is_off());
            let last = again.copy(call, mode, FaultPlan::none());
            drop(life);
            faults::after(&last, story.clone(), Promise::Full).map_err(at(call))?;
        }
    }
    Ok(sweep)
}

/// Returns a machine whose process was killed with work for every part of recovery. There are full
/// and delayed commits since the checkpoint and an open transaction. A table was dropped by a
/// commit that is not hardened.
fn killed() -> Result<(Machine, Story), String> {
    let machine = Machine::new(3, SIZES, FaultPlan::none());
    let mut story = Story::new(&["S"]);
    let mut client = Client::start(&machine).map_err(|error| error.to_string())?;
    // The fourth commit of six creates the story's second table; it is dropped below.
    story.run(&machine, &mut client, 5)?;
    let mut other = client.another();
    let rows: Vec<i32> = (900_001..900_013).collect();
    let values: Vec<String> = rows.iter().map(|row| format!("({row}, '{}')", padding(*row))).collect();
    let text = format!("BEGIN TRAN; INSERT INTO dbo.T(col1, col2) VALUES {};", values.join(", "));
    other.send_in("S", &text)?.map_err(|told| told.text)?;
    story.left_open(rows);
    story.drop_passing(&mut client)?;
    let copy = machine.copy(3, CrashMode::ProcessKill, FaultPlan::none());
    Ok((copy, story))
}

const WAYS: [CrashMode; 3] = [CrashMode::LOSE_UNSYNCED, CrashMode::KEEP_UNSYNCED, CrashMode::POWER_CUT];
