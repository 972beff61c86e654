//! Retention of records beyond the needs of recovery: the recovery model and the log chain (L6).
//!
//! Rules:
//! 1. Under SIMPLE, and under the other models before the first full backup, records are kept for
//!    recovery alone.
//! 2. A full backup begins the **log chain**: from then on no record at or above the chain's
//!    position is truncated. A log backup holds the records below its end and moves the position
//!    there. SIMPLE ends the chain; only a full backup begins another.
//! 3. Model and chain are in the header of the log, beside `keep_from`. They change under the
//!    header's lock, as truncation does (`Log::write_checkpoint`), so no truncation misses a new
//!    chain. A change is reported only when both copies of the header hold it. A crash before
//!    leaves the old state or the new one; each keeps all that the old one kept.

use crate::block::{self, BLOCK_BYTES};
use crate::error::LogError;
use crate::flush::poison_of;
use crate::header::Header;
use crate::log::Log;
use crate::recovery_model::RecoveryModel;
use sluice_base::ids::Lsn;
use sluice_base::waits::WaitType;
use sluice_vfs::AlignedBuf;

impl Log {
    /// Sets the recovery model durably. A change to or from SIMPLE ends the log chain. A failure
    /// poisons the log.
    pub fn set_recovery_model(&self, model: RecoveryModel) -> Result<(), LogError> {
        self.change_header(|header| {
            if model == RecoveryModel::Simple || header.model == RecoveryModel::Simple {
                header.chain = Lsn::NONE;
            }
            header.model = model;
        })
    }

    /// Begins the log chain at `from`, or moves it there, durably. If records at `from` were
    /// truncated, the chain begins at the oldest kept record. Has no effect under SIMPLE. A failure
    /// poisons the log.
    pub fn set_chain(&self, from: Lsn) -> Result<(), LogError> {
        self.change_header(|header| {
            if header.model != RecoveryModel::Simple {
                header.chain = from.max(header.keep_from);
            }
        })
    }

    /// Ends the log chain durably, if there is one. A failure poisons the log.
    pub fn end_chain(&self) -> Result<(), LogError> {
        if self.chain().is_none() {
            return Ok(());
        }
        self.change_header(|header| header.chain = Lsn::NONE)
    }

    /// Whether only the log chain keeps the oldest virtual log file in use: it waits for a log
    /// backup.
    pub fn waits_for_backup(&self) -> bool {
        let chain = self.chain();
        !chain.is_none() && self.oldest_end().is_some_and(|end| chain.block() < end)
    }

    /// Returns the position behind the oldest virtual log file in use, or `None` if only one is in
    /// use and nothing can be truncated.
    pub fn oldest_end(&self) -> Option<u64> {
        let state = self.shared().lock();
        let in_use = || state.tail.vlfs.all().iter().filter(|vlf| !vlf.is_free());
        let oldest = in_use().min_by_key(|vlf| vlf.sequence)?;
        (in_use().count() > 1).then(|| oldest.end())
    }

    /// Whether a truncation below `keep_from` would free a virtual log file.
    pub fn would_free(&self, keep_from: Lsn) -> bool {
        let chain = self.chain();
        let keep_from = if chain.is_none() { keep_from } else { keep_from.min(chain) };
        self.oldest_end().is_some_and(|end| end <= keep_from.block())
    }

    /// Reads the blocks on disk from the block of `from` up to `to`, as a log backup does, and
    /// returns their length in bytes. Both LSNs are former tails or records, `to` is durable, and
    /// the range must not be truncated meanwhile. The blocks themselves are checked, not returned.
    /// Fails with damage if a block isn't sound or isn't in its place.
    pub fn read_through(&self, from: Lsn, to: Lsn) -> Result<u64, LogError> {
        let shared = self.shared();
        let (mut position, mut bytes) = (from.block(), 0);
        let mut buf = AlignedBuf::zeroed(BLOCK_BYTES);
        while position < to.block() {
            let place = shared.lock().tail.vlfs.place(position);
            let lost = |offset, what: &str| shared.device.damaged(offset, Lsn::new(position, 0), what);
            let place = place.ok_or_else(|| lost(0, "the log was truncated beyond what a log backup needs"))?;
            let room = place.room.min(BLOCK_BYTES as u64) as usize;
            shared.device.read(&mut buf[..room], place.offset)?;
            let block = block::parse(&buf[..room]).map_err(|fault| lost(place.offset, &fault.to_string()))?;
            if block.header.position != position {
                return Err(lost(place.offset, "another log block is in this place"));
            }
            let length = (block.bytes().len() as u64).next_multiple_of(u64::from(shared.sector()));
            bytes += length;
            position = shared.lock().tail.vlfs.following(position, length);
        }
        // The last block may still be open: its first bytes are in a side slot, and counted here.
        Ok(bytes + u64::from(to.offset()))
    }

    /// Changes the header durably. `change` gets the header as of now. Fails with `Poisoned` if the
    /// log is poisoned. Waits for other header writers and for two syncs.
    pub(crate) fn change_header(&self, change: impl FnOnce(&mut Header)) -> Result<(), LogError> {
        let shared = self.shared();
        let _wait = shared.env.waits.begin(WaitType::IoCompletion);
        let mut header = shared.header.lock();
        {
            let state = shared.lock();
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
        }
        let mut next = shared.header_now(&header);
        change(&mut next);
        shared.replace_header(&mut header, next)?;
        self.publish_retention(&header);
        Ok(())
    }
}
