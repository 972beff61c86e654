//! A fault at every file call of a story, one fault per run: the reported errors and the resulting
//! state.
//!
//! A failing call (I/O error, full disk, partial write) is reported by its own error number or does
//! no harm. Reads in the same life are right or refused. After a restart every acknowledged commit
//! is present, and nothing else. A lying sync followed by a power cut has weaker guarantees: see
//! `docs/fault-model.md`.

use crate::client::Client;
use crate::ledger::Promise;
use crate::machine::Machine;
use crate::oracle::Violation;
use crate::story::{COMMITS, SIZES, Story};
use sluice_vfs::fault::{Fault, FaultPlan, Rule};
use sluice_vfs::mem::CrashMode;

/// A kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failing {
    /// An I/O error, also of a sync.
    Eio,
    /// No space.
    Enospc,
    /// A write ends after this number of bytes, with an error.
    Short(u64),
}

/// The counts of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FaultSweep {
    /// File calls of the story without a fault.
    pub calls: u64,
    /// Runs in which the fault occurred.
    pub runs: u64,
    /// Runs in which the fault was reported by the start, a batch or the close.
    pub told: u64,
    /// Runs after which the database was refused (lying syncs only).
    pub refused: u64,
}

/// Fails every `step`-th file call of a story over `databases`.
pub fn fail_every_call(databases: &[&'static str], step: u64, failing: Failing) -> Result<FaultSweep, Violation> {
    let mut sweep = FaultSweep { calls: calls(databases)?, ..FaultSweep::default() };
    for call in (0..sweep.calls).step_by(step as usize) {
        let fault = match failing {
            Failing::Eio => Fault::Eio,
            Failing::Enospc => Fault::Enospc,
            Failing::Short(bytes) => Fault::ShortWrite { bytes },
        };
        let hit = strike(databases, call, fault)
            .map_err(|what| Violation { seed: call, what: format!("{failing:?} at call {call}: {what}") })?;
        let Some(told) = hit else { break };
        sweep.runs += 1;
        sweep.told += u64::from(told);
    }
    Ok(sweep)
}

/// Makes every `step`-th sync or synchronous write lie, and cuts the power some calls later.
pub fn lie_at_every_sync(databases: &[&'static str], step: u64) -> Result<FaultSweep, Violation> {
    let machine = Machine::new(0, SIZES, FaultPlan::none());
    whole_life(&machine, &mut Story::new(databases)).map_err(|what| Violation { seed: 0, what })?;
    let trace = machine.trace();
    let can_lie = |line: &str| line.starts_with("sync") || (line.starts_with("write") && line.contains(" synchronous"));
    let calls = (0..).zip(trace.lines()).filter(|(_, line)| can_lie(line)).map(|(call, _)| call);
    let mut sweep = FaultSweep { calls: machine.calls(), ..FaultSweep::default() };
    for (sync, call) in (0..).zip(calls).step_by(step as usize) {
        for (way, mode) in [CrashMode::LOSE_UNSYNCED, CrashMode::POWER_CUT].into_iter().enumerate() {
            for later in [1, 2, 4, 8, 30].into_iter().skip(way).step_by(2) {
                let refused = lie(databases, sync, call + later, mode).map_err(|what| Violation {
                    seed: sync,
                    what: format!("lie {sync}, cut at call {} ({later} later), {mode:?}: {what}", call + later),
                })?;
                sweep.runs += 1;
                sweep.refused += u64::from(refused);
            }
        }
    }
    Ok(sweep)
}

/// Returns the number of file calls in the story without a fault.
fn calls(databases: &[&'static str]) -> Result<u64, Violation> {
    let machine = Machine::new(0, SIZES, FaultPlan::none());
    let told = whole_life(&machine, &mut Story::new(databases)).map_err(|what| Violation { seed: 0, what })?;
    if told {
        return Err(Violation { seed: 0, what: "an error without a fault".to_owned() });
    }
    Ok(machine.calls())
}

/// Returns whether the fault was reported; `None` if there are fewer calls of that kind.
fn strike(databases: &[&'static str], call: u64, fault: Fault) -> Result<Option<bool>, String> {
    let machine = Machine::new(call, SIZES, FaultPlan::from_rule(Rule::new(fault).nth(call)));
    let mut story = Story::new(databases);
    let mut told = false;
    match Client::start(&machine) {
        Err(_) => told = true,
        Ok(mut client) => {
            told |= !story.run(&machine, &mut client, COMMITS)?.is_empty();
            told |= !story.check(&mut client, Promise::All).map_err(|what| format!("same life: {what}"))?.is_empty();
            if call.is_multiple_of(3) {
                told |= client.close().is_err();
            } else {
                let mode = if call % 3 == 1 { CrashMode::ProcessKill } else { CrashMode::LOSE_UNSYNCED };
                let copy = machine.copy(call, mode, FaultPlan::none());
                drop(client);
                let promise = if call % 3 == 1 { Promise::All } else { Promise::Full };
                return after(&copy, story, promise).map(|()| (machine.struck() > 0).then_some(told));
            }
        }
    }
    if machine.struck() == 0 {
        return Ok(None);
    }
    after(&machine.restart(CrashMode::ProcessKill, FaultPlan::none()), story, Promise::All)?;
    Ok(Some(told))
}

/// Starts without faults and verifies that all is usable and the promise is kept.
pub(crate) fn after(machine: &Machine, mut story: Story, promise: Promise) -> Result<(), String> {
    let mut client = Client::start(machine).map_err(|error| format!("after the restart: {error}"))?;
    let mut errors = story.check(&mut client, promise).map_err(|what| format!("after the restart: {what}"))?;
    if promise == Promise::All {
        errors.extend(story.run(machine, &mut client, 2)?);
        errors.extend(story.check(&mut client, Promise::All)?);
    }
    client.close().map_err(|error| error.to_string())?;
    match errors.first() {
        None => Ok(()),
        Some(told) => Err(format!("after the restart, without a fault: {} {}", told.number, told.text)),
    }
}

/// Returns whether the database was refused afterwards.
fn lie(databases: &[&'static str], sync: u64, cut: u64, mode: CrashMode) -> Result<bool, String> {
    let plan = FaultPlan::from_rule(Rule::new(Fault::LyingSync).nth(sync)).and(Rule::new(Fault::PowerCut).nth(cut));
    let machine = Machine::new(sync, SIZES, plan);
    let mut story = Story::new(databases);
    if let Ok(mut client) = Client::start(&machine) {
        story.run(&machine, &mut client, COMMITS)?;
        let copy = machine.copy(sync, mode, FaultPlan::none());
        drop(client);
        return refused_or_right(&copy, &story, Promise::Prefix);
    }
    refused_or_right(&machine.restart(mode, FaultPlan::none()), &story, Promise::Prefix)
}

/// Returns whether the start or a read refuses. Data that is read must keep the promise.
pub(crate) fn refused_or_right(machine: &Machine, story: &Story, promise: Promise) -> Result<bool, String> {
    let mut client = match Client::start(machine) {
        Ok(client) => client,
        Err(_) => return Ok(true),
    };
    let errors = story.check(&mut client, promise)?;
    Ok(!errors.is_empty())
}

fn whole_life(machine: &Machine, story: &mut Story) -> Result<bool, String> {
    let mut client = Client::start(machine).map_err(|error| error.to_string())?;
    let mut told = !story.run(machine, &mut client, COMMITS)?.is_empty();
    told |= !story.check(&mut client, Promise::All)?.is_empty();
    told |= client.close().is_err();
    Ok(told)
}
