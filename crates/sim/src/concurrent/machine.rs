//! The machine: crashable memory, faults, a trace, virtual time.

use super::clock::VirtualClock;
use super::extension::{Extension, LyingDisk};
use super::slow_disk::{Counts, SlowDisk};
use sluice_base::random::Random;
use sluice_engine::{Instance, InstanceError, InstanceOptions};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::trace::TraceFs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The sizes that a run draws from its seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) pool_pages: usize,
    /// The initial size of a log in bytes.
    pub(super) log_bytes: u64,
    /// The longest part of a file call.
    pub(super) latency: Duration,
    /// The buffer pool extension that the clients turn on.
    pub(super) extension: Option<Extension>,
}

/// A machine with a disk.
#[derive(Clone)]
pub(super) struct Machine {
    memory: Arc<MemFs>,
    faults: Arc<FaultFs>,
    trace: Arc<TraceFs>,
    disk: Arc<SlowDisk>,
    clock: Arc<VirtualClock>,
    sizes: Sizes,
}

impl Machine {
    /// Returns a machine with an empty disk.
    pub(super) fn new(seed: u64, sizes: Sizes) -> Machine {
        Machine::on(MemFs::rewriting(seed), Arc::default(), sizes)
    }

    fn on(memory: MemFs, clock: Arc<VirtualClock>, sizes: Sizes) -> Machine {
        let memory = Arc::new(memory);
        let faults = Arc::new(FaultFs::new(LyingDisk::over(memory.clone(), sizes.extension), FaultPlan::none()));
        let trace = Arc::new(TraceFs::new(faults.clone()));
        let disk = Arc::new(SlowDisk::new(trace.clone(), sizes.latency));
        Machine { memory, faults, trace, disk, clock, sizes }
    }

    /// Returns the restarted machine, with the data that survived on its disk.
    pub(super) fn restart(self, mode: CrashMode) -> Machine {
        Machine::on(self.memory.crash(mode), self.clock, self.sizes)
    }

    /// Starts the instance with its background threads.
    pub(super) fn open(&self) -> Result<Arc<Instance>, InstanceError> {
        let mut options = InstanceOptions::on(self.disk.clone(), Path::new(FOLDER));
        options.clock = self.clock.clone();
        options.random = Arc::new(Random::seeded(1));
        options.data_pages = 256;
        options.memory_limit = MEMORY_LIMIT;
        options.machine_memory = (self.sizes.pool_pages * 8192) as u64;
        options.log_bytes = self.sizes.log_bytes;
        options.log_growth_bytes = 1 << 20;
        Instance::open(options)
    }

    /// Returns the disk itself, without faults and delays.
    pub(super) fn memory(&self) -> &MemFs {
        &self.memory
    }

    /// Adds a fault.
    pub(super) fn arm(&self, rule: Rule) {
        self.faults.arm(rule);
    }

    /// Ends the faults of the data or log file `name`. With `drops`, the system has dropped the
    /// bytes for which a sync failed.
    pub(super) fn heal(&self, name: &str, drops: bool) {
        let suffix = format!("/{name}");
        if drops && self.faults.has_failed_sync(&suffix) {
            self.memory.lose_unsynced(&Path::new(FOLDER).join(name));
        }
        self.faults.heal(&suffix);
    }

    /// Returns the number of faults that have occurred.
    pub(super) fn faults(&self) -> u64 {
        self.faults.faults()
    }

    /// Cuts the power now: every later file call fails.
    pub(super) fn cut(&self) {
        self.faults.arm(Rule::new(Fault::PowerCut));
    }

    /// Whether the power is cut.
    pub(super) fn is_off(&self) -> bool {
        self.faults.is_cut()
    }

    /// Whether the power is cut or a file call has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.is_off() || self.faults.faults() > 0
    }

    /// Returns the virtual time in nanoseconds since 1970.
    pub(super) fn now_ns(&self) -> u64 {
        self.clock.now_ns()
    }

    /// Returns the counts of file calls.
    pub(super) fn counts(&self) -> &Counts {
        self.disk.counts()
    }

    /// Returns the file calls, a line each.
    pub(super) fn trace(&self) -> String {
        self.trace.text()
    }
}

/// The instance's folder.
const FOLDER: &str = "/data";
/// The memory limit. The process's own memory stays far below it, so that no decision depends on
/// it.
const MEMORY_LIMIT: u64 = 64 << 30;
