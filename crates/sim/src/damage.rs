//! Flips bits at rest: one in each kind of place in a database's files, after a clean close, a
//! killed process and a power cut. The verdicts are compared with the table in
//! `docs/fault-model.md`.

use crate::client::Client;
use crate::ledger::Promise;
use crate::machine::Machine;
use crate::oracle::Violation;
use crate::places::{self, Zone};
use crate::story::{COMMITS, SIZES, Story};
use sluice_vfs::Vfs;
use sluice_vfs::fault::FaultPlan;
use sluice_vfs::mem::CrashMode;
use std::fmt;
use std::path::Path;

/// How the database stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// A clean close.
    Closed,
    /// The process was killed and restarts in the same boot of the system.
    Killed,
    /// A power cut.
    Cut,
}

/// The effect of a flipped bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// All data is present and usable: the bit has no meaning, or was repaired.
    Right,
    /// An error names the file and the place. With the bit restored, all data is present.
    Refused,
    /// The newest commits are missing without an error.
    Shortened,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Right => "right",
            Verdict::Refused => "refused",
            Verdict::Shortened => "shortened",
        })
    }
}

/// One flipped bit and its effect.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The zone's name in the table.
    pub zone: &'static str,
    /// How the database stopped.
    pub rest: Rest,
    /// The offset of the byte.
    pub offset: u64,
    /// The effect.
    pub verdict: Verdict,
    /// The first error's text; empty without an error.
    pub message: String,
}

/// Flips bits in every zone, at most `bytes` in each, after every kind of stop.
pub fn flip_everywhere(bytes: usize) -> Result<Vec<Finding>, Violation> {
    let mut findings = Vec::new();
    for rest in [Rest::Closed, Rest::Killed, Rest::Cut] {
        let (machine, story) =
            at_rest(rest).map_err(|what| Violation { seed: 0, what: format!("{rest:?}: {what}") })?;
        for zone in places::find(machine.disk()).map_err(|what| Violation { seed: 0, what })? {
            for offset in zone.bytes.iter().copied().take(bytes) {
                let (verdict, message) = flip(&machine, &story, &zone, offset).map_err(|what| Violation {
                    seed: offset,
                    what: format!("{rest:?}, {} at byte {offset} of {}: {what}", zone.name, zone.file),
                })?;
                findings.push(Finding { zone: zone.name, rest, offset, verdict, message });
            }
        }
    }
    Ok(findings)
}

/// Returns the stopped machine, and the content of its database.
fn at_rest(rest: Rest) -> Result<(Machine, Story), String> {
    let machine = Machine::new(1, SIZES, FaultPlan::none());
    let mut story = Story::new(&["S"]);
    let mut client = Client::start(&machine).map_err(|error| error.to_string())?;
    // The last commit is delayed.
    story.run(&machine, &mut client, COMMITS - 1)?;
    let machine = match rest {
        Rest::Closed => {
            client.close().map_err(|error| error.to_string())?;
            machine.restart(CrashMode::ProcessKill, FaultPlan::none())
        }
        Rest::Killed => machine.copy(1, CrashMode::ProcessKill, FaultPlan::none()),
        Rest::Cut => machine.copy(1, CrashMode::LOSE_UNSYNCED, FaultPlan::none()),
    };
    let mut client = Client::start(&machine.copy(1, CrashMode::ProcessKill, FaultPlan::none()))
        .map_err(|error| error.to_string())?;
    story.settle(&mut client)?;
    Ok((machine, story))
}

fn flip(rested: &Machine, story: &Story, zone: &Zone, offset: u64) -> Result<(Verdict, String), String> {
    let machine = rested.copy(offset, CrashMode::ProcessKill, FaultPlan::none());
    turn_bit(&machine, zone, offset)?;
    let mut story = story.clone();
    let mut message = String::new();
    if let Ok(mut client) = Client::start(&machine).map_err(|error| message = error.to_string()) {
        let mut errors = match story.check(&mut client, Promise::All) {
            Ok(errors) => errors,
            Err(_) if story.check(&mut client, Promise::Prefix).is_ok() => return Ok((Verdict::Shortened, message)),
            Err(what) => return Err(what),
        };
        errors.extend(story.run(&machine, &mut client, 2)?);
        errors.extend(story.check(&mut client, Promise::All)?);
        message = errors.first().map(|told| told.text.clone()).unwrap_or_default();
        if let Err(error) = client.close()
            && message.is_empty()
        {
            message = error.to_string();
        }
    }
    if message.is_empty() {
        return Ok((Verdict::Right, message));
    }
    if !message.contains(zone.file) {
        return Err(format!("the message does not name the file: {message}"));
    }
    // A refusal must not destroy anything.
    let machine = machine.restart(CrashMode::ProcessKill, FaultPlan::none());
    turn_bit(&machine, zone, offset)?;
    crate::faults::after(&machine, story, Promise::All).map_err(|what| format!("turned back: {what}"))?;
    Ok((Verdict::Refused, message))
}

fn turn_bit(machine: &Machine, zone: &Zone, offset: u64) -> Result<(), String> {
    for offset in [Some(offset), zone.also].into_iter().flatten() {
        turn_one(machine, zone, offset)?;
    }
    Ok(())
}

fn turn_one(machine: &Machine, zone: &Zone, offset: u64) -> Result<(), String> {
    let path = Path::new(places::FOLDER).join(zone.file);
    let turn = || -> Result<(), sluice_vfs::FileError> {
        let file = machine.disk().open(&path, places::OPEN)?;
        let mut byte = [0];
        file.read_at(&mut byte, offset)?;
        byte[0] ^= 1 << (offset % 8);
        file.write_at(&byte, offset)?;
        file.sync()
    };
    turn().map_err(|error| error.to_string())
}
