//! The simulated machine: crashable memory, faults, a trace, a clock, and the instance on it.

use sluice_base::clock::ManualClock;
use sluice_base::random::Random;
use sluice_engine::{Collector, Instance, InstanceError, InstanceOptions, Session};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::trace::TraceFs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The sizes that a run draws from its seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) pool_pages: usize,
    /// The initial size of a log in bytes.
    pub(crate) log_bytes: u64,
    pub(crate) log_growth_bytes: u64,
}

/// A running machine.
pub(crate) struct Machine {
    memory: Arc<MemFs>,
    faults: Arc<FaultFs>,
    trace: Arc<TraceFs>,
    clock: Arc<ManualClock>,
    sizes: Sizes,
}

impl Machine {
    /// Returns a new machine with an empty disk.
    pub(crate) fn new(seed: u64, sizes: Sizes, plan: FaultPlan) -> Machine {
        Machine::on(Arc::new(MemFs::rewriting(seed)), Arc::new(ManualClock::new(START_NS)), sizes, plan)
    }

    fn on(memory: Arc<MemFs>, clock: Arc<ManualClock>, sizes: Sizes, plan: FaultPlan) -> Machine {
        let faults = Arc::new(FaultFs::new(memory.clone(), plan));
        let trace = Arc::new(TraceFs::new(faults.clone()));
        Machine { memory, faults, trace, clock, sizes }
    }

    /// Returns the restarted machine, with the data that survived on its disk.
    pub(crate) fn restart(self, mode: CrashMode, plan: FaultPlan) -> Machine {
        let memory = Arc::new(self.memory.crash(mode));
        Machine::on(memory, self.clock, self.sizes, plan)
    }

    /// Returns another machine with the data that this one's disk would have after a stop now. This
    /// machine goes on.
    pub(crate) fn copy(&self, seed: u64, mode: CrashMode, plan: FaultPlan) -> Machine {
        Machine::on(Arc::new(self.memory.crash_copy(seed, mode)), self.clock.clone(), self.sizes, plan)
    }

    /// Returns the disk, bypassing the faults.
    pub(crate) fn disk(&self) -> &MemFs {
        &self.memory
    }

    /// Returns the number of faults that have occurred.
    pub(crate) fn struck(&self) -> u64 {
        self.faults.faults()
    }

    pub(crate) fn open(&self) -> Result<Arc<Instance>, InstanceError> {
        let mut options = InstanceOptions::on(self.trace.clone(), Path::new("/data"));
        options.clock = self.clock.clone();
        options.random = Arc::new(Random::seeded(1));
        options.background = false;
        options.data_pages = 256;
        options.memory_limit = MEMORY_LIMIT;
        options.machine_memory = (self.sizes.pool_pages * 8192) as u64;
        options.log_bytes = self.sizes.log_bytes;
        options.log_growth_bytes = self.sizes.log_growth_bytes;
        Instance::open(options)
    }

    /// Returns whether the power is cut: every file call fails from then on.
    pub(crate) fn is_off(&self) -> bool {
        self.faults.is_cut()
    }

    /// Returns whether the power is cut or a file call has failed with an error.
    pub(crate) fn has_failed(&self) -> bool {
        self.is_off() || self.struck() > self.lies().len() as u64
    }

    /// Returns the lying syncs: the call's number and the file.
    pub(crate) fn lies(&self) -> Vec<(u64, PathBuf)> {
        self.faults.lies()
    }

    /// Cuts the power after this number of further calls.
    pub(crate) fn cut_after(&self, calls: u64) {
        self.faults.arm(Rule::new(Fault::PowerCut).nth(calls));
    }

    /// Returns the number of file calls so far.
    pub(crate) fn calls(&self) -> u64 {
        self.faults.calls()
    }

    /// Returns the number of synchronous writes to the file.
    pub(crate) fn synchronous_writes(&self, path: &Path) -> u64 {
        self.trace.synchronous_writes(path)
    }

    /// Returns the file calls, a line each.
    pub(crate) fn trace(&self) -> String {
        self.trace.text()
    }

    /// Advances the clock a little.
    pub(crate) fn tick(&self) {
        self.clock.advance(Duration::from_micros(1));
    }

    /// Advances the clock by more than the time that delayed commits may be at risk.
    pub(crate) fn rest(&self) {
        self.clock.advance(Duration::from_millis(101));
    }
}

/// Runs a batch. Returns its output. A session that ends by a fault of the engine fails the run.
pub(crate) fn batch(session: &mut Session, text: &str) -> Result<Collector, String> {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).map_err(|ended| format!("batch `{text}`: {ended}"))?;
    Ok(sent)
}

/// 2026-01-01 00:00:00 UTC.
const START_NS: u64 = 1_767_225_600_000_000_000;
/// The memory limit of an instance, constant so that a seed is reproducible on any machine.
const MEMORY_LIMIT: u64 = 320 << 20;
