//! What an instance is opened with.

use sluice_base::clock::{Clock, SystemClock};
use sluice_base::random::Random;
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use sluice_vfs::os::OsFs;
use sluice_vfs::process_memory::{available_bytes, physical_bytes};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What an instance is opened with. Start from [`InstanceOptions::in_folder`] or [`InstanceOptions::in_memory`].
#[derive(Clone)]
pub struct InstanceOptions {
    /// The file system the folder is on.
    pub vfs: Arc<dyn Vfs>,
    /// The folder of the instance; made if it is missing.
    pub folder: PathBuf,
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// Where random numbers come from.
    pub random: Arc<Random>,
    /// How much memory the instance may hold, in bytes, until 'max server memory' is set (B1). The buffer pool takes of it what
    /// nothing else needs, as pages are used.
    pub memory_limit: u64,
    /// The machine's memory in bytes: the buffer pool reserves as much address space, and can grow so far. Tests and the simulator run
    /// on small machines, so that few pages fit.
    pub machine_memory: u64,
    /// Whether the instance has background threads. Without them (in the simulator) sessions write full log blocks
    /// themselves, a delayed tail is hardened only by what else flushes and by the commit that finds it too old, and checkpoints are those asked for.
    pub background: bool,
    /// How old what a power cut could still take may be when a delayed commit returns (X1). The log is hardened in the background some
    /// times within this; where the disk does not keep up, delayed commits wait for it.
    pub delayed_at_risk_max: Duration,
    /// A new data file's size in pages.
    pub data_pages: u32,
    /// A new log's size in bytes.
    pub log_bytes: u64,
    /// How much a log grows by, in bytes.
    pub log_growth_bytes: u64,
}

impl InstanceOptions {
    /// An instance in a folder of this machine.
    pub fn in_folder(folder: &Path) -> InstanceOptions {
        InstanceOptions::on(Arc::new(OsFs::new()), folder)
    }

    /// An instance in memory, which leaves nothing behind. Its files take as much memory as the instance does, beside it.
    pub fn in_memory() -> InstanceOptions {
        InstanceOptions::in_memory_of(default_limit(DEFAULT_PERCENT).max(FILES_MIN))
    }

    /// An instance in memory whose files have `file_bytes` of memory, which is no part of the memory limit. Beyond it files don't grow:
    /// error 1105, and 9002 for the log.
    pub fn in_memory_of(file_bytes: u64) -> InstanceOptions {
        InstanceOptions::on(Arc::new(MemFs::volatile(file_bytes)), Path::new("/"))
    }

    /// An instance in a folder of `vfs`.
    pub fn on(vfs: Arc<dyn Vfs>, folder: &Path) -> InstanceOptions {
        InstanceOptions {
            vfs,
            folder: folder.to_owned(),
            clock: Arc::new(SystemClock::new()),
            random: Arc::new(Random::of_system()),
            memory_limit: default_limit(DEFAULT_PERCENT),
            machine_memory: physical_bytes().unwrap_or(MACHINE_MEMORY),
            background: true,
            delayed_at_risk_max: Duration::from_millis(100),
            // SQL Server's model database: 8 MB of data, 8 MB of log, growing by 64 MB.
            data_pages: 1024,
            log_bytes: 8 << 20,
            log_growth_bytes: 64 << 20,
        }
    }
}

/// So many percent of the memory that the process may use: the machine's, or its control group's.
pub fn default_limit(percent: u64) -> u64 {
    (available_bytes().unwrap_or(MACHINE_MEMORY) / 100 * percent).max(LIMIT_MIN)
}

/// The part of the machine's memory that an instance inside an application takes.
const DEFAULT_PERCENT: u64 = 25;
/// The memory of a machine that doesn't say: 4 GB.
const MACHINE_MEMORY: u64 = 4 << 30;
/// The files of an instance in memory have so much even on a tiny machine: the system databases take a part of it.
const FILES_MIN: u64 = 256 << 20;
/// An instance takes so much even on a tiny machine: as little as 'max server memory' can be.
const LIMIT_MIN: u64 = 128 << 20;
