//! The log in use.
use crate::error::LogError;
use crate::options::{Harden, LogUsage, Space, VlfInfo};
use crate::reader::LogReader;
use sluice_base::ids::Lsn;
use std::path::Path;
use std::time::Duration;

/// A log that takes records.
pub struct Log {}

impl Log {
    /// Copies one record into the current block.
    pub fn append(&self, _kind: u8, _parts: &[&[u8]], _space: Space) -> Result<Lsn, LogError> {
        panic!("not yet")
    }
    /// Gives back a reservation of `bytes`.
    pub fn release(&self, _bytes: u64) {
        panic!("not yet")
    }
    /// Where the next record will be: a lower bound for the LSN of anything appended later.
    pub fn tail(&self) -> Lsn {
        panic!("not yet")
    }
    /// Every record below this is on disk.
    pub fn durable(&self) -> Lsn {
        panic!("not yet")
    }
    /// Returns when record `lsn` is on disk.
    pub fn harden(&self, _lsn: Lsn, _why: Harden) -> Result<(), LogError> {
        panic!("not yet")
    }
    /// Writes one sealed block if there is one.
    pub fn background_turn(&self) -> Result<bool, LogError> {
        panic!("not yet")
    }
    /// Hardens everything appended.
    pub fn flush_tail(&self) -> Result<(), LogError> {
        panic!("not yet")
    }
    /// Waits until a block is sealed and unwritten, at most `limit`.
    pub fn wait_for_sealed(&self, _limit: Duration) {
        panic!("not yet")
    }
    /// Random access to records.
    pub fn reader(&self) -> LogReader {
        panic!("not yet")
    }
    /// Makes the checkpoint durable in the header and frees what lies below `keep_from`.
    pub fn set_checkpoint(&self, _checkpoint: Lsn, _keep_from: Lsn) -> Result<(), LogError> {
        panic!("not yet")
    }
    /// How full it is.
    pub fn usage(&self) -> LogUsage {
        panic!("not yet")
    }
    /// Hardens everything and marks the log clean; nothing can be appended afterwards.
    pub fn close(&self, _checkpoint: Lsn, _keep_from: Lsn) -> Result<(), LogError> {
        panic!("not yet")
    }
    /// The virtual log files in the order of the file.
    pub fn vlfs(&self) -> Vec<VlfInfo> {
        panic!("not yet")
    }
    /// The log file.
    pub fn path(&self) -> &Path {
        panic!("not yet")
    }
}
