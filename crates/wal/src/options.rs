//! What a log is opened with and asked for, and what it tells of itself.

use crate::recovery_model::RecoveryModel;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::Lsn;
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_vfs::Vfs;

/// Sizes and limits of a log, and its recovery model. How it grows, and the model, count when it is made: the file keeps them.
#[derive(Clone, Debug)]
pub struct LogOptions {
    /// The file's length when it is made, in bytes; at least 1 MB is used.
    pub initial_bytes: u64,
    /// By how much it grows when it must, as the number of a [`sluice_base::file_growth::FileGrowth`]; 0: it never does.
    pub growth_bytes: u64,
    /// The length it never exceeds, in bytes.
    pub max_bytes: u64,
    /// For whom it keeps records.
    pub recovery_model: RecoveryModel,
    /// How many blocks may be on their way to the disk at once; 1 to 8.
    pub in_flight_max: usize,
    /// The largest sector of any device that the log should be able to move to, in bytes: blocks are padded to it.
    /// `None`: this device's.
    pub max_sector: Option<u32>,
}

impl Default for LogOptions {
    fn default() -> LogOptions {
        LogOptions {
            initial_bytes: 8 << 20,
            growth_bytes: 64 << 20,
            max_bytes: 2 << 40,
            recovery_model: RecoveryModel::Simple,
            in_flight_max: 4,
            max_sector: None,
        }
    }
}

/// The world around a log.
#[derive(Clone)]
pub struct LogEnvironment {
    /// Where files are.
    pub vfs: Arc<dyn Vfs>,
    /// Where waits are counted.
    pub waits: Arc<Waits>,
    /// Where this database counts.
    pub counters: Arc<DatabaseCounters>,
    /// Whom the log buffer's memory is asked of.
    pub broker: Arc<MemoryBroker>,
}

/// Where the room for a record comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// From what is free; and so many bytes more are set aside for undoing it later (headers of those records
    /// included). Fails with [`crate::LogError::Full`] when that cannot be had.
    Reserving(u32),
    /// From what was set aside: so many bytes of reservation are used up, and the record (its 4 bytes of header
    /// included) is at most that long. Never meets a full log. A record that is longer, or whose reservation was never
    /// made (`Reserved(0)`: checkpoints, undo after a crash), takes the rest from a margin that ordinary records leave.
    Reserved(u32),
}

/// Why a part of the log must be on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harden {
    /// A full durable commit of who has this number: counted as a log flush wait of the database. Where others commit as fast, it may wait a moment
    /// for them (`crowd`).
    Commit(u64),
    /// A page is about to be written whose records must be on disk first. It lets committers go first,
    /// whose next block has these records too: a flush that they make anyway is not made twice.
    WriteAhead,
    /// Somebody asked: `sp_flush_log`, a recovery value, shutdown.
    Request,
    /// A checkpoint's record; lets committers go first, too.
    Checkpoint,
}

/// How full a log is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogUsage {
    /// What all virtual log files hold together, in bytes.
    pub total_bytes: u64,
    /// What cannot be reused before a truncation, in bytes.
    pub used_bytes: u64,
}

/// One virtual log file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VlfInfo {
    /// Where it begins in the file, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its number in the order of use; 0 when it was never used or is free again.
    pub sequence: u64,
    /// The position of its first block, or [`Lsn::NONE`] when it is free.
    pub start: Lsn,
    /// Whether it holds records that are still needed.
    pub active: bool,
}

impl VlfInfo {
    /// An LSN that lies in it as SQL Server writes it: its number, the block's distance from the file's beginning in units of 512 bytes, and the
    /// record's place in the block.
    pub fn address_of(&self, lsn: Lsn) -> Option<(u64, u64, u16)> {
        let start = self.start.block();
        let is_in = self.active && (start..start + self.size / Lsn::BLOCK_UNIT).contains(&lsn.block());
        is_in.then(|| (self.sequence, lsn.block() - start, lsn.offset()))
    }
}
