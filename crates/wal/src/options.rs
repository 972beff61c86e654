//! Options, environment, space requests and usage figures of a log.

use crate::recovery_model::RecoveryModel;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseId, Lsn};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_vfs::Vfs;

/// Sizes and limits of a log, and its recovery model. The growth settings and the model are stored
/// in the header when the log is made.
#[derive(Clone, Debug)]
pub struct LogOptions {
    /// The initial length of the file, in bytes. At least 1 MB is used.
    pub initial_bytes: u64,
    /// The growth step, as the number of a [`sluice_base::file_growth::FileGrowth`]. 0 disables
    /// growth.
    pub growth_bytes: u64,
    /// The maximum length of the file, in bytes.
    pub max_bytes: u64,
    /// The recovery model of the database.
    pub recovery_model: RecoveryModel,
    /// The maximum number of blocks in flight to the disk: 1 to 8.
    pub in_flight_max: usize,
    /// The unit, in bytes, to which the blocks of a new log are padded: 512 to 4,096, a power of
    /// two, and at least the sector of the device. A power cut during the write of a block may
    /// destroy the unit that the block is in. Less than [`LogOptions::SECTOR`] is safe only on a
    /// device whose sectors are powersafe, whatever sector size it reports.
    pub sector: u32,
}

impl LogOptions {
    /// The default padding of blocks. Disks and flash with sectors of 512 bytes rewrite 4 KB for
    /// each of them, and not all that do so report it.
    pub const SECTOR: u32 = 4096;
}

impl Default for LogOptions {
    fn default() -> LogOptions {
        LogOptions {
            initial_bytes: 8 << 20,
            growth_bytes: 64 << 20,
            max_bytes: 2 << 40,
            recovery_model: RecoveryModel::Simple,
            in_flight_max: 4,
            sector: LogOptions::SECTOR,
        }
    }
}

/// The services a log uses.
#[derive(Clone)]
pub struct LogEnvironment {
    /// The file system of the log file and the tail ring.
    pub vfs: Arc<dyn Vfs>,
    /// Wait statistics, and the clock.
    pub waits: Arc<Waits>,
    /// The counters of this database.
    pub counters: Arc<DatabaseCounters>,
    /// The broker that grants the memory of the log buffer.
    pub broker: Arc<MemoryBroker>,
    /// The storage that the log belongs to, for events.
    pub storage: DatabaseId,
}

/// The source of the log space for a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// Takes free space, and reserves this many bytes for undoing the change later, headers of the
    /// undo records included. Fails with [`crate::LogError::Full`] if that space is not available.
    Reserving(u32),
    /// Takes reserved space: uses up this many bytes of reservation, and never meets a full log.
    /// The record, with its 4-byte header, is at most that long. A longer record, or `Reserved(0)`
    /// (checkpoints that free a part of the log, undo after a crash), takes the rest from the
    /// margin that ordinary records leave.
    Reserved(u32),
    /// Takes the margin that ordinary records leave, but for what restarts need. For the record of
    /// a checkpoint that frees no part of the log: any number of them leave a log that can be
    /// opened.
    Spare,
}

/// The reason for hardening a part of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harden {
    /// A fully durable commit by the committer with this number. Counts as a log flush wait of the
    /// database. The commit may wait a moment for other fast committers (`crowd`).
    Commit(u64),
    /// The log records of a page must be on disk before the page is written. Committers go
    /// first: their next block holds these records too, so the flush they make anyway is not made
    /// twice.
    WriteAhead,
    /// An explicit request, such as a recovery value.
    Request,
    /// The log file itself must have the records: a copy or a backup of it, `sp_flush_log`,
    /// shutdown.
    InFile,
    /// The record of a checkpoint. Committers go first here, too.
    Checkpoint,
}

/// The fill level of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogUsage {
    /// The size of all virtual log files together, in bytes.
    pub total_bytes: u64,
    /// The bytes that cannot be reused before a truncation.
    pub used_bytes: u64,
}

/// One virtual log file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VlfInfo {
    /// The offset of the virtual log file in the log file, in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The sequence number in the order of use; 0 if the virtual log file is free.
    pub sequence: u64,
    /// The position of the first block, or [`Lsn::NONE`] if the virtual log file is free.
    pub start: Lsn,
    /// Whether the virtual log file holds records that are still needed.
    pub active: bool,
}

impl VlfInfo {
    /// Returns an LSN in the form SQL Server prints. The parts are the sequence number of the
    /// virtual log file, the distance of the block from its beginning in units of 512 bytes, and
    /// the offset in the block. Returns `None` if `lsn` lies elsewhere.
    pub fn address_of(&self, lsn: Lsn) -> Option<(u64, u64, u16)> {
        let start = self.start.block();
        let is_in = self.active && (start..start + self.size / Lsn::BLOCK_UNIT).contains(&lsn.block());
        is_in.then(|| (self.sequence, lsn.block() - start, lsn.offset()))
    }
}
