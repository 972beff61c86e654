//! The options of an instance.

use sluice_base::clock::{Clock, SystemClock};
use sluice_base::random::Random;
use sluice_vfs::Vfs;
use sluice_vfs::mem::MemFs;
use sluice_vfs::os::OsFs;
use sluice_vfs::process_memory::{available_bytes, physical_bytes};
use sluice_wal::LogOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The options of an instance. Start from [`InstanceOptions::in_folder`] or
/// [`InstanceOptions::in_memory`].
#[derive(Clone)]
pub struct InstanceOptions {
    /// The file system of the folder.
    pub vfs: Arc<dyn Vfs>,
    /// The folder of the instance; created if missing.
    pub folder: PathBuf,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of random numbers.
    pub random: Arc<Random>,
    /// The memory limit in bytes until 'max server memory' is set (B1). The buffer pool uses the
    /// part that nothing else needs, as pages are used.
    pub memory_limit: u64,
    /// The machine's memory in bytes: the address space reserved by the buffer pool, and so its
    /// greatest size. Tests and the simulator use small machines with few pages.
    pub machine_memory: u64,
    /// Whether the instance has background threads. Without them (in the simulator) sessions write
    /// full log blocks themselves. A delayed tail is then hardened only by other flushes and by the
    /// commit that finds it too old, and checkpoints are explicit.
    pub background: bool,
    /// The greatest age of commits that a power cut could lose, when a delayed commit returns (X1).
    /// The background hardens the log several times within this time. If the disk can't keep up,
    /// delayed commits wait.
    pub delayed_at_risk_max: Duration,
    /// The initial size of a data file in pages.
    pub data_pages: u32,
    /// The initial size of a log in bytes.
    pub log_bytes: u64,
    /// The growth of a log in bytes.
    pub log_growth_bytes: u64,
    /// The unit, in bytes, to which the log blocks of new databases are padded: 512 to 4,096. The
    /// default is 4,096 whatever the device reports. 512 saves log on a device whose sectors of 512
    /// bytes are powersafe: a power cut during the write of one leaves its neighbours whole. On any
    /// other device 512 can lose acknowledged commits.
    pub log_sector: u32,
    /// Whether a persisted log buffer may be a file on any volume, for development. Its commits are
    /// not durable then: a power cut may lose them, or leave a log that is refused.
    pub simulate_persistent_memory: bool,
    /// The folder of the data files that BULK INSERT and OPENROWSET(BULK) may read. Without it they
    /// read no file (`docs/decisions/2026-11-25-data-files.md`).
    pub bulk_folder: Option<PathBuf>,
}

impl InstanceOptions {
    /// Returns options for an instance in a folder of this machine.
    pub fn in_folder(folder: &Path) -> InstanceOptions {
        InstanceOptions::on(Arc::new(OsFs::new()), folder)
    }

    /// Returns options for an in-memory instance, which leaves no files. Its files get as much
    /// memory as the memory limit, in addition to it.
    pub fn in_memory() -> InstanceOptions {
        InstanceOptions::in_memory_of(default_limit(DEFAULT_PERCENT).max(FILES_MIN))
    }

    /// Returns options for an in-memory instance whose files have `file_bytes` of memory, in
    /// addition to the memory limit. Files don't grow beyond that: error 1105, and 9002 for the
    /// log.
    pub fn in_memory_of(file_bytes: u64) -> InstanceOptions {
        InstanceOptions {
            // Files of the sizes on disk would reserve the memory of a hundred databases for one.
            data_pages: 256,
            log_bytes: 2 << 20,
            ..InstanceOptions::on(Arc::new(MemFs::volatile(file_bytes)), Path::new("/"))
        }
    }

    /// Returns options for an instance in a folder of `vfs`. The defaults are those of a server:
    /// background work, and a part of the machine's memory.
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
            // The sizes of SQL Server's model database: 8 MB of data, 8 MB of log, 64 MB of growth.
            data_pages: 1024,
            log_bytes: 8 << 20,
            log_growth_bytes: 64 << 20,
            log_sector: LogOptions::SECTOR,
            simulate_persistent_memory: false,
            bulk_folder: None,
        }
    }
}

/// Returns `percent` of the memory available to the process: the machine's, or its control group's.
/// At least 128 MB.
pub fn default_limit(percent: u64) -> u64 {
    (available_bytes().unwrap_or(MACHINE_MEMORY) / 100 * percent).max(LIMIT_MIN)
}

/// The percentage of the machine's memory for an instance inside an application.
const DEFAULT_PERCENT: u64 = 25;
/// The assumed memory of a machine whose size is unknown: 4 GB.
const MACHINE_MEMORY: u64 = 4 << 30;
/// The smallest memory for the files of an in-memory instance. The system databases take a part of
/// it.
const FILES_MIN: u64 = 256 << 20;
/// The smallest default: the minimum of 'max server memory'.
const LIMIT_MIN: u64 = 128 << 20;
