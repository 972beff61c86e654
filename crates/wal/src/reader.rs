//! Random access to records, for rollback: also to such as are not written yet.

use crate::block::{self, BLOCK_BYTES, HEADER_BYTES};
use crate::error::LogError;
use crate::flush::{Shared, poison_of};
use crate::record::RecordRef;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_vfs::AlignedBuf;

/// Reads single records. It keeps a copy of the block it read last, so that walking back through a block costs one copy.
/// What it is asked for must be at or above the log's `keep_from`.
pub struct LogReader {
    shared: Arc<Shared>,
    buf: AlignedBuf,
    /// Of the cached block; 0 when there is none.
    position: u64,
    used: usize,
}

impl LogReader {
    pub(crate) fn new(shared: Arc<Shared>) -> LogReader {
        LogReader { shared, buf: AlignedBuf::zeroed(BLOCK_BYTES), position: 0, used: 0 }
    }

    /// The record at `lsn`, as `append` or another record told it.
    pub fn read(&mut self, lsn: Lsn) -> Result<RecordRef<'_>, LogError> {
        let offset = usize::from(lsn.offset());
        // A copy of the open block may lack what was appended since.
        if lsn.block() != self.position || offset >= self.used {
            self.load(lsn)?;
        }
        let shared = &self.shared;
        let missing = || shared.device.damaged(0, lsn, "no log record begins where another record or a page says");
        block::record_at(&self.buf[..self.used], self.position, offset).ok_or_else(missing)
    }

    fn load(&mut self, lsn: Lsn) -> Result<(), LogError> {
        let position = lsn.block();
        (self.position, self.used) = (0, HEADER_BYTES);
        let mut state = self.shared.lock();
        let place = loop {
            if let Some(bytes) = state.tail.in_memory(position) {
                self.buf[..bytes.len()].copy_from_slice(bytes);
                (self.position, self.used) = (position, bytes.len());
                return Ok(());
            }
            if !state.tail.in_flight(position) {
                break state.tail.vlfs.place(position);
            }
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            state = self.shared.wait_for_progress(state);
        };
        drop(state);
        let device = &self.shared.device;
        let Some(place) = place else {
            return Err(device.damaged(0, lsn, "the log was truncated beyond a record that is still asked for"));
        };
        let room = place.room.min(BLOCK_BYTES as u64) as usize;
        device.read(&mut self.buf[..room], place.offset)?;
        match block::parse(&self.buf[..room]) {
            Ok(block) if block.header.position == position => {
                (self.position, self.used) = (position, block.bytes().len());
                Ok(())
            }
            Ok(_) => Err(device.damaged(place.offset, lsn, "another log block is in this place")),
            Err(fault) => Err(device.damaged(place.offset, lsn, &fault.to_string())),
        }
    }
}
