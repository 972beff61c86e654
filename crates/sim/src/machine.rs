//! The simulated machine: memory that crashes, faults, a trace, a clock, and the instance that runs on it.

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
    /// Frames of the buffer pool.
    pub(crate) pool_pages: usize,
    /// A new log's bytes.
    pub(crate) log_bytes: u64,
    /// A log's growth in bytes.
    pub(crate) log_growth_bytes: u64,
}

/// A machine that is on.
pub(crate) struct Machine {
    memory: Arc<MemFs>,
    faults: Arc<FaultFs>,
    trace: Arc<TraceFs>,
    clock: Arc<ManualClock>,
    sizes: Sizes,
}

impl Machine {
    /// A new machine with an empty disk.
    pub(crate) fn new(seed: u64, sizes: Sizes, plan: FaultPlan) -> Machine {
        Machine::on(Arc::new(MemFs::new(seed)), Arc::new(ManualClock::new(START_NS)), sizes, plan)
    }

    fn on(memory: Arc<MemFs>, clock: Arc<ManualClock>, sizes: Sizes, plan: FaultPlan) -> Machine {
        let faults = Arc::new(FaultFs::new(memory.clone(), plan));
        let trace = Arc::new(TraceFs::new(faults.clone()));
        Machine { memory, faults, trace, clock, sizes }
    }

    /// The machine after it stopped and was switched on again, with what survived on its disk.
    pub(crate) fn restart(self, mode: CrashMode, plan: FaultPlan) -> Machine {
        let memory = Arc::new(self.memory.crash(mode));
        Machine::on(memory, self.clock, self.sizes, plan)
    }

    /// Another machine, with what this one's disk would hold if it stopped now; this one goes on.
    pub(crate) fn copy(&self, seed: u64, mode: CrashMode, plan: FaultPlan) -> Machine {
        Machine::on(Arc::new(self.memory.crash_copy(seed, mode)), self.clock.clone(), self.sizes, plan)
    }

    /// The disk itself, past all faults.
    pub(crate) fn disk(&self) -> &MemFs {
        &self.memory
    }

    /// How many faults have struck.
    pub(crate) fn struck(&self) -> u64 {
        self.faults.faults()
    }

    /// Opens the instance.
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

    /// Whether the power is gone: every call to a file fails from now on.
    pub(crate) fn is_off(&self) -> bool {
        self.faults.is_cut()
    }

    /// Whether the power is gone, or a call has failed and said so.
    pub(crate) fn has_failed(&self) -> bool {
        self.is_off() || self.struck() > self.lies().len() as u64
    }

    /// The syncs that have lied: which call, and of which file.
    pub(crate) fn lies(&self) -> Vec<(u64, PathBuf)> {
        self.faults.lies()
    }

    /// Cuts the power after so many more calls.
    pub(crate) fn cut_after(&self, calls: u64) {
        self.faults.arm(Rule::new(Fault::PowerCut).nth(calls));
    }

    /// How many calls to files there have been.
    pub(crate) fn calls(&self) -> u64 {
        self.faults.calls()
    }

    /// How many synchronous writes to the file there have been.
    pub(crate) fn synchronous_writes(&self, path: &Path) -> u64 {
        self.trace.synchronous_writes(path)
    }

    /// The calls to files, a line each.
    pub(crate) fn trace(&self) -> String {
        self.trace.text()
    }

    /// Lets a little time pass.
    pub(crate) fn tick(&self) {
        self.clock.advance(Duration::from_micros(1));
    }

    /// Lets as much time pass as delayed commits may be at risk, and more.
    pub(crate) fn rest(&self) {
        self.clock.advance(Duration::from_millis(101));
    }
}

/// Runs a batch; what it sent. A session that ended by a fault of the engine is a failure of the run.
pub(crate) fn batch(session: &mut Session, text: &str) -> Result<Collector, String> {
    let mut sent = Collector::default();
    session.execute(text, &mut sent).map_err(|ended| format!("batch `{text}`: {ended}"))?;
    Ok(sent)
}

/// 2026-01-01 00:00:00 UTC.
const START_NS: u64 = 1_767_225_600_000_000_000;
/// The memory limit of an instance: the same on every machine that a seed is tried on.
const MEMORY_LIMIT: u64 = 320 << 20;
