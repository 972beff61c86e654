//! Counts calls and decides, one at a time, what happens to each.

use super::plan::{CallSite, Fault, FaultPlan, Hook, Rule};
use crate::call::CallKind;
use crate::error::FileError;
use sluice_base::sync::Mutex;
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

/// The plan as far as it has been carried out.
pub(super) struct Schedule {
    state: Mutex<State>,
}

struct State {
    /// Each with the number of calls it has meant so far.
    rules: Vec<(Rule, u64)>,
    calls: u64,
    faults: u64,
    cut: bool,
    /// Which calls were lied to as the plan has it, and of which file.
    lies: Vec<(u64, PathBuf)>,
    /// Files whose sync has failed: later ones lie.
    lost: BTreeSet<PathBuf>,
}

/// What to do with a call that does not fail outright.
pub(super) enum Turn {
    /// What was asked for.
    Pass,
    /// As if it needn't survive a power cut.
    Lie,
    /// A write: only so many bytes, then the error.
    Short(u64, FileError),
    /// A read: with that bit of the file flipped.
    Flip(u64),
    /// Changes as if they needn't survive, nothing else; then the error.
    Cut(FileError),
}

impl Schedule {
    pub(super) fn new(plan: FaultPlan) -> Schedule {
        let rules = plan.rules.into_iter().map(|rule| (rule, 0)).collect();
        let (lies, lost) = (Vec::new(), BTreeSet::new());
        Schedule { state: Mutex::new(State { rules, calls: 0, faults: 0, cut: false, lies, lost }) }
    }

    /// One more rule from now on.
    pub(super) fn arm(&self, rule: Rule) {
        self.state.lock().rules.push((rule, 0));
    }

    /// No rules from now on, and failed syncs are forgotten.
    pub(super) fn disarm(&self) {
        let mut state = self.state.lock();
        state.rules.clear();
        state.lost.clear();
    }

    /// Calls so far.
    pub(super) fn calls(&self) -> u64 {
        self.state.lock().calls
    }

    /// Faults that have struck so far; hooks, and the calls that fail after a power cut, are not counted.
    pub(super) fn faults(&self) -> u64 {
        self.state.lock().faults
    }

    /// The calls that were lied to as the plan has it: their numbers, from 0, and their files.
    pub(super) fn lies(&self) -> Vec<(u64, PathBuf)> {
        self.state.lock().lies.clone()
    }

    /// Whether the power has failed.
    pub(super) fn is_cut(&self) -> bool {
        self.state.lock().cut
    }

    /// Counts the call and decides about it.
    pub(super) fn turn(&self, site: &CallSite<'_>) -> Result<Turn, FileError> {
        let (hooks, fault) = self.next_fault(site)?;
        for hook in hooks {
            hook(site);
        }
        match fault {
            None | Some(Fault::Hook(_)) => Ok(Turn::Pass),
            Some(Fault::Eio) => Err(error(site, io_error())),
            Some(Fault::Enospc) => Err(error(site, io::ErrorKind::StorageFull.into())),
            Some(Fault::ShortWrite { bytes }) => Ok(Turn::Short(bytes, error(site, io_error()))),
            Some(Fault::LyingSync) => Ok(Turn::Lie),
            Some(Fault::BitFlip { bit }) => Ok(Turn::Flip(bit)),
            Some(Fault::PowerCut) => Ok(Turn::Cut(error(site, power_cut()))),
        }
    }

    /// The hooks that run before the call, and the fault that strikes it.
    fn next_fault(&self, site: &CallSite<'_>) -> Result<(Vec<Hook>, Option<Fault>), FileError> {
        let mut state = self.state.lock();
        state.calls += 1;
        if state.cut {
            return Err(error(site, power_cut()));
        }
        let mut hooks = Vec::new();
        let mut fault = None;
        for (rule, meant) in state.rules.iter_mut().filter(|(rule, _)| rule.means(site)) {
            if rule.strikes(*meant) {
                match rule.fault() {
                    Fault::Hook(hook) => hooks.push(hook.clone()),
                    other if fault.is_none() => fault = Some(other.clone()),
                    _ => {}
                }
            }
            *meant += 1;
        }
        if fault.is_some() {
            state.faults += 1;
        }
        match &fault {
            Some(Fault::PowerCut) => state.cut = true,
            Some(Fault::LyingSync) => {
                let call = state.calls - 1;
                state.lies.push((call, site.path.to_owned()));
            }
            Some(Fault::Eio | Fault::Enospc) if site.kind == CallKind::Sync => {
                state.lost.insert(site.path.to_owned());
            }
            None if site.kind == CallKind::Sync && state.lost.contains(site.path) => fault = Some(Fault::LyingSync),
            _ => {}
        }
        Ok((hooks, fault))
    }
}

fn error(site: &CallSite<'_>, source: io::Error) -> FileError {
    let operation = site.kind.operation();
    match site.kind {
        CallKind::Read | CallKind::Write | CallKind::Allocate => {
            FileError::at(operation, site.path, site.offset, site.len, source)
        }
        _ => FileError::new(operation, site.path, source),
    }
}

#[cfg(unix)]
fn io_error() -> io::Error {
    io::Error::from_raw_os_error(libc::EIO)
}

#[cfg(not(unix))]
fn io_error() -> io::Error {
    io::Error::other("input/output error")
}

fn power_cut() -> io::Error {
    io::Error::other("the power was cut")
}
