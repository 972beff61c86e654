//! Which calls fail, and how.

use crate::call::CallKind;
use sluice_base::sync::Arc;
use std::path::Path;

/// What goes wrong.
#[derive(Clone)]
pub enum Fault {
    /// Any call: an input/output error; nothing is done. After it struck a `sync`, later syncs of that file say that all
    /// is well and do nothing: what was lost stays lost, and a caller who tries again must not get away with it.
    Eio,
    /// Any call: no room is left; nothing is done.
    Enospc,
    /// A write: its first `bytes` bytes, less what is no whole sector on a direct handle, are written as the handle
    /// writes; then an input/output error.
    ShortWrite {
        /// How many.
        bytes: u64,
    },
    /// A `sync` or `sync_dir`: says that all is well, and does nothing. A write of a synchronous handle: is done as one
    /// that is not synced.
    LyingSync,
    /// A read of the byte that holds the bit: gives it flipped. What is stored stays as it is.
    BitFlip {
        /// The bit, counted from the file's first byte, lowest bit first.
        bit: u64,
    },
    /// Any call: the power fails during it. It and all later calls, on every file, are errors. A change under way may or
    /// may not have reached the device: it is done as one that is not synced; syncs and other calls are not done.
    PowerCut,
    /// Any call: the hook runs first, then the call goes on as usual. To delay calls, or to let others happen between.
    Hook(Hook),
}

/// What [`Fault::Hook`] runs, without any lock held.
pub type Hook = Arc<dyn Fn(&CallSite<'_>) + Send + Sync>;

/// A call that is about to happen.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'a> {
    /// Which call.
    pub kind: CallKind,
    /// On which file or folder, as the caller named it.
    pub path: &'a Path,
    /// First byte, for reads, writes and reservations.
    pub offset: u64,
    /// How many bytes, likewise.
    pub len: u64,
    /// Whether the handle is a synchronous one.
    pub synchronous: bool,
}

/// One fault and the calls that it strikes.
#[derive(Clone)]
pub struct Rule {
    suffix: Option<String>,
    kind: Option<CallKind>,
    first: u64,
    last: u64,
    fault: Fault,
}

impl Rule {
    /// The fault strikes every call that it can strike.
    pub fn new(fault: Fault) -> Rule {
        Rule { suffix: None, kind: None, first: 0, last: u64::MAX, fault }
    }

    /// Only on paths that end with `suffix`, for instance `_log.ldf`.
    pub fn path(self, suffix: &str) -> Rule {
        Rule { suffix: Some(suffix.to_owned()), ..self }
    }

    /// Only calls of that kind.
    pub fn on(self, kind: CallKind) -> Rule {
        Rule { kind: Some(kind), ..self }
    }

    /// Only the `n`-th of those calls, counted from 0.
    pub fn nth(self, n: u64) -> Rule {
        Rule { first: n, last: n, ..self }
    }

    /// Only the `n`-th of those calls, counted from 0, and all after it.
    pub fn from(self, n: u64) -> Rule {
        Rule { first: n, last: u64::MAX, ..self }
    }

    /// The fault.
    pub(super) fn fault(&self) -> &Fault {
        &self.fault
    }

    /// Whether it means this call, if its number is right.
    pub(super) fn means(&self, site: &CallSite<'_>) -> bool {
        let suffix_fits = self.suffix.as_ref().is_none_or(|suffix| site.path.to_string_lossy().ends_with(suffix));
        suffix_fits && self.kind.is_none_or(|kind| kind == site.kind) && self.fault.can_strike(site)
    }

    /// Whether it strikes the call with that number among those it means.
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
                CallKind::Sync | CallKind::SyncDir => true,
                CallKind::Write => site.synchronous,
                _ => false,
            },
            Fault::BitFlip { bit } => {
                site.kind == CallKind::Read && (site.offset..site.offset.saturating_add(site.len)).contains(&(bit / 8))
            }
        }
    }
}

/// The rules of a run. Where several strike one call, the first of them does; all of them count it, and hooks run all.
#[derive(Clone, Default)]
pub struct FaultPlan {
    pub(super) rules: Vec<Rule>,
}

impl FaultPlan {
    /// No faults: calls are only counted.
    pub fn none() -> FaultPlan {
        FaultPlan::default()
    }

    /// One rule.
    pub fn of(rule: Rule) -> FaultPlan {
        FaultPlan { rules: vec![rule] }
    }

    /// The power fails during call number `call`, counted from 0 over all files.
    pub fn power_cut_at(call: u64) -> FaultPlan {
        FaultPlan::of(Rule::new(Fault::PowerCut).nth(call))
    }

    /// These rules and one more.
    pub fn and(mut self, rule: Rule) -> FaultPlan {
        self.rules.push(rule);
        self
    }
}
