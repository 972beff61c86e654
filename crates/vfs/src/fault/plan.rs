//! Fault plans: the calls that fail, and how they fail.

use crate::call::CallKind;
use sluice_base::sync::Arc;
use std::path::Path;

/// A kind of fault.
#[derive(Clone)]
pub enum Fault {
    /// Any call: returns an input/output error and does nothing. After a failed `sync`, later syncs
    /// of that file report success and do nothing. Lost data stays lost, and a caller that retries
    /// must not get away with it.
    Eio,
    /// Any call: reports a full disk and does nothing.
    Enospc,
    /// A write: writes only its first `bytes` bytes (on a direct handle rounded down to whole
    /// sectors), then returns an input/output error.
    ShortWrite {
        /// Number of bytes written.
        bytes: u64,
    },
    /// A `sync` or `sync_dir`: reports success and does nothing. A write of a synchronous handle:
    /// is done without the sync.
    LyingSync,
    /// A read of the byte that holds the bit: returns the bit flipped. The stored byte is
    /// unchanged.
    BitFlip {
        /// The bit's number, counted from the file's first byte, lowest bit first.
        bit: u64,
    },
    /// Any call: the power fails during the call. The call and all later calls, on every file,
    /// return errors. A change in progress may or may not have reached the device: it is done as an
    /// unsynced change. Syncs, `create_dir_all`, locks and calls that change nothing are not done.
    PowerCut,
    /// Any call: the hook runs first, then the call continues normally. Used to delay calls or to
    /// run other calls in between.
    Hook(Hook),
}

/// The function of [`Fault::Hook`]. Runs without any lock held.
pub type Hook = Arc<dyn Fn(&CallSite<'_>) + Send + Sync>;

/// The description of a call that comes next.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'a> {
    /// The kind of call.
    pub kind: CallKind,
    /// The file or folder, as named by the caller.
    pub path: &'a Path,
    /// First byte, for reads, writes, reservations, stores and write-backs. The new length, for a
    /// truncation. Otherwise 0.
    pub offset: u64,
    /// Number of bytes, for the calls that have a first byte. Otherwise 0.
    pub len: u64,
    /// Whether the handle is synchronous.
    pub synchronous: bool,
}

/// A fault and the calls that it affects. It applies to the matching calls with the numbers `first`
/// to `last`, counted from 0. Without suffix or kind, every path or call matches.
#[derive(Clone)]
pub struct Rule {
    suffix: Option<String>,
    kind: Option<CallKind>,
    first: u64,
    last: u64,
    fault: Fault,
}

impl Rule {
    /// Returns a rule for every call that the fault can affect.
    pub fn new(fault: Fault) -> Rule {
        Rule { suffix: None, kind: None, first: 0, last: u64::MAX, fault }
    }

    /// Restricts the rule to paths that end with `suffix`, for instance `_log.ldf`.
    pub fn path(self, suffix: &str) -> Rule {
        Rule { suffix: Some(suffix.to_owned()), ..self }
    }

    /// Restricts the rule to calls of `kind`.
    pub fn on(self, kind: CallKind) -> Rule {
        Rule { kind: Some(kind), ..self }
    }

    /// Restricts the rule to the `n`-th matching call, counted from 0.
    pub fn nth(self, n: u64) -> Rule {
        Rule { first: n, last: n, ..self }
    }

    /// Restricts the rule to the `n`-th matching call, counted from 0, and all calls after it.
    pub fn from(self, n: u64) -> Rule {
        Rule { first: n, last: u64::MAX, ..self }
    }

    /// Whether the rule was restricted to paths that end with `suffix`.
    pub(super) fn is_for(&self, suffix: &str) -> bool {
        self.suffix.as_deref() == Some(suffix)
    }

    /// The fault that matching calls get.
    pub(super) fn fault(&self) -> &Fault {
        &self.fault
    }

    /// Whether the call matches the rule, apart from its number.
    pub(super) fn means(&self, site: &CallSite<'_>) -> bool {
        let suffix_fits = self.suffix.as_ref().is_none_or(|suffix| site.path.to_string_lossy().ends_with(suffix));
        suffix_fits && self.kind.is_none_or(|kind| kind == site.kind) && self.fault.can_strike(site)
    }

    /// Whether the rule affects the matching call with this number.
    pub(super) fn strikes(&self, number: u64) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

impl Fault {
    fn can_strike(&self, site: &CallSite<'_>) -> bool {
        match self {
            Fault::Eio | Fault::Enospc | Fault::PowerCut | Fault::Hook(_) => true,
            Fault::ShortWrite { .. } => site.kind == CallKind::Write,
            Fault::LyingSync => match site.kind {
                CallKind::Sync | CallKind::SyncDir | CallKind::WriteBack => true,
                CallKind::Write => site.synchronous,
                _ => false,
            },
            Fault::BitFlip { bit } => {
                site.kind == CallKind::Read && (site.offset..site.offset.saturating_add(site.len)).contains(&(bit / 8))
            }
        }
    }
}

/// The rules of a run. If several rules affect a call, the first rule's fault occurs; all of them
/// count the call, and all hooks run.
#[derive(Clone, Default)]
pub struct FaultPlan {
    pub(super) rules: Vec<Rule>,
}

impl FaultPlan {
    /// Returns a plan without faults, which only counts calls.
    pub fn none() -> FaultPlan {
        FaultPlan::default()
    }

    /// Returns a plan of a single rule.
    pub fn from_rule(rule: Rule) -> FaultPlan {
        FaultPlan { rules: vec![rule] }
    }

    /// Returns a plan in which the power fails during call number `call`, counted from 0 over all
    /// files.
    pub fn power_cut_at(call: u64) -> FaultPlan {
        FaultPlan::from_rule(Rule::new(Fault::PowerCut).nth(call))
    }

    /// Adds a rule.
    pub fn and(mut self, rule: Rule) -> FaultPlan {
        self.rules.push(rule);
        self
    }
}
