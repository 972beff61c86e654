//! Counts the calls and decides the fate of each, in sequence.

use super::plan::{CallSite, Fault, FaultPlan, Hook, Rule};
use crate::call::CallKind;
use crate::error::FileError;
use sluice_base::sync::Mutex;
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

/// The state of a plan during its execution.
pub(super) struct Schedule {
    state: Mutex<State>,
}

struct State {
    /// Each rule with the number of calls it has matched so far.
    rules: Vec<(Rule, u64)>,
    calls: u64,
    faults: u64,
    cut: bool,
    /// Calls, with their files, for which a rule reported a false success.
    lies: Vec<(u64, PathBuf)>,
    /// Files with a failed sync. Later syncs of these files lie.
    lost: BTreeSet<PathBuf>,
}

/// The treatment of a call that does not fail outright.
pub(super) enum FaultAction {
    /// Do the call normally.
    Pass,
    /// Do the call without making it durable.
    Lie,
    /// A write: write this many bytes, then return the error.
    Short(u64, FileError),
    /// A read: flip this bit of the file in the result.
    Flip(u64),
    /// Do changes without making them durable, do nothing else, then return the error.
    Cut(FileError),
}

impl Schedule {
    /// Returns a schedule that has counted no call.
    pub(super) fn new(plan: FaultPlan) -> Schedule {
        let rules = plan.rules.into_iter().map(|rule| (rule, 0)).collect();
        let (lies, lost) = (Vec::new(), BTreeSet::new());
        Schedule { state: Mutex::new(State { rules, calls: 0, faults: 0, cut: false, lies, lost }) }
    }

    /// Adds a rule from now on.
    pub(super) fn arm(&self, rule: Rule) {
        self.state.lock().rules.push((rule, 0));
    }

    /// Removes all rules and forgets failed syncs.
    pub(super) fn disarm(&self) {
        let mut state = self.state.lock();
        state.rules.clear();
        state.lost.clear();
    }

    /// Removes the rules restricted to exactly this `suffix`, and forgets failed syncs of the files
    /// whose paths end with it.
    pub(super) fn heal(&self, suffix: &str) {
        let mut state = self.state.lock();
        state.rules.retain(|(rule, _)| !rule.is_for(suffix));
        state.lost.retain(|path| !path.to_string_lossy().ends_with(suffix));
    }

    /// Whether a sync of a file whose path ends with `suffix` has failed, and [`Schedule::disarm`]
    /// and [`Schedule::heal`] haven't forgotten it.
    pub(super) fn has_failed_sync(&self, suffix: &str) -> bool {
        self.state.lock().lost.iter().any(|path| path.to_string_lossy().ends_with(suffix))
    }

    /// Number of calls so far.
    pub(super) fn calls(&self) -> u64 {
        self.state.lock().calls
    }

    /// Returns the number of calls to which a rule's fault was dealt. Hooks, calls that fail after
    /// a power cut, and lies after a failed sync are not counted.
    pub(super) fn faults(&self) -> u64 {
        self.state.lock().faults
    }

    /// The calls, with their numbers from 0 and their files, for which a rule reported a false
    /// success.
    pub(super) fn lies(&self) -> Vec<(u64, PathBuf)> {
        self.state.lock().lies.clone()
    }

    /// Whether the power is cut now, so that every call fails.
    pub(super) fn is_cut(&self) -> bool {
        self.state.lock().cut
    }

    /// Counts the call and decides its treatment. Runs the hooks of the call first, without the
    /// schedule's lock. Returns the error of a call that fails without being done: by EIO or
    /// ENOSPC, or after a power cut. A power cut during this call is [`FaultAction::Cut`]. The
    /// first of the rules that affect the call by its number decides. A sync of a file with a
    /// failed sync lies if no rule decides. Each call is counted even if it fails.
    pub(super) fn action(&self, site: &CallSite<'_>) -> Result<FaultAction, FileError> {
        let (hooks, fault) = self.next_fault(site)?;
        for hook in hooks {
            hook(site);
        }
        match fault {
            None | Some(Fault::Hook(_)) => Ok(FaultAction::Pass),
            Some(Fault::Eio) => Err(error(site, io_error())),
            Some(Fault::Enospc) => Err(error(site, io::ErrorKind::StorageFull.into())),
            Some(Fault::ShortWrite { bytes }) => Ok(FaultAction::Short(bytes, error(site, io_error()))),
            Some(Fault::LyingSync) => Ok(FaultAction::Lie),
            Some(Fault::BitFlip { bit }) => Ok(FaultAction::Flip(bit)),
            Some(Fault::PowerCut) => Ok(FaultAction::Cut(error(site, power_cut()))),
        }
    }

    /// Returns the hooks that run before the call, and the call's fault.
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
