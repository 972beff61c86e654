//! Adding a persisted log buffer to a log in use, and removing it (`persisted_buffer`).

use crate::error::LogError;
use crate::flush::poison_of;
use crate::log::Log;
use crate::options::Harden;
use crate::persisted_buffer::{BufferInUse, PersistedBuffer};
use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::Ordering;
use sluice_vfs::{Operation, Persistence};
use std::io;
use std::path::Path;

impl Log {
    /// Creates the file of a persisted log buffer for this log, durable except for the directory
    /// entry. Fails with kind `Unsupported` if the file is not on a DAX volume and `persistence`
    /// requires one. The log doesn't use the file yet.
    pub fn create_persisted_buffer(&self, path: &Path, persistence: Persistence) -> Result<(), LogError> {
        let shared = self.shared();
        let vfs = &*shared.env.vfs;
        let (guid, number, epoch) = {
            let header = shared.header.lock();
            // Each header that names a buffer has a greater generation, so no number comes twice.
            (header.guid, (header.generation as u32).wrapping_add(1), header.epoch)
        };
        Ok(PersistedBuffer::create(vfs, path, (guid, number.max(1), epoch), persistence)?)
    }

    /// Makes the file at `path`, just created for this log, its persisted log buffer. From now on a
    /// commit is durable when its record is in the buffer, and the log isn't opened without it. A
    /// crash before the return leaves a log with the buffer, or one that adopts it at its start.
    /// Fails if the file isn't on persistent memory or belongs to another log, and poisons the log
    /// if its header can't be written.
    pub fn use_persisted_buffer(&self, path: &Path, persistence: Persistence) -> Result<(), LogError> {
        let shared = self.shared();
        let vfs = &*shared.env.vfs;
        let (guid, epoch) = (shared.header.lock().guid, self.epoch());
        let buffer = PersistedBuffer::open(vfs, path, guid)?;
        let number = buffer.number;
        buffer.check_belongs(number, epoch)?;
        let no_memory = || {
            let source = io::Error::new(io::ErrorKind::Unsupported, "the file isn't on persistent memory any more");
            LogError::File(sluice_vfs::FileError::new(Operation::Open, path, source))
        };
        let (ring, in_use) = buffer.join(vfs, persistence)?.ok_or_else(no_memory)?;
        // Rule 3 of `persisted_buffer`: before any commit is acknowledged in the buffer.
        self.change_header(|header| header.buffer = number)?;
        {
            // No block is taken meanwhile, so that none in flight is missing in the buffer.
            let _chain = shared.chain.lock();
            let mut state = shared.lock();
            while state.tail.is_in_flight() && state.tail.poisoned.is_none() {
                state = shared.wait_for_progress(state);
            }
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            state.tail.attach(ring);
            shared.publish_persisted(&state.tail);
        }
        *shared.memory.buffer.lock() = Some(in_use);
        // All that the ring had is in the buffer.
        shared.memory.remove_ring(vfs);
        Ok(())
    }

    /// Ends the use of the persisted log buffer: brings every record into the log file, and makes
    /// that durable in the header. The file stays. Does nothing without a buffer. Fails if other
    /// sessions keep committing.
    pub fn leave_persisted_buffer(&self) -> Result<(), LogError> {
        let shared = self.shared();
        if self.persisted_buffer().is_none() {
            return Ok(());
        }
        for _ in 0..DRAINS {
            self.flush_tail()?;
            let chain = shared.chain.lock();
            let mut state = shared.lock();
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            if !state.tail.is_in_flight() && state.tail.is_all_durable() {
                // From here on commits are acknowledged in the log file alone.
                state.tail.detach();
                shared.persisted.store(0, Ordering::Release);
                drop(state);
                drop(chain);
                *shared.memory.buffer.lock() = None;
                return self.change_header(|header| header.buffer = 0);
            }
        }
        let source = io::Error::new(io::ErrorKind::ResourceBusy, "transactions keep filling the persisted log buffer");
        Err(LogError::File(sluice_vfs::FileError::new(Operation::Remove, self.path(), source)))
    }

    /// Returns the persisted log buffer in use. `None` without one.
    pub fn persisted_buffer(&self) -> Option<BufferInUse> {
        self.shared().memory.buffer.lock().clone()
    }

    /// Makes everything appended so far survive a power cut in the persisted log buffer. Returns
    /// false without one. Fails if the log is poisoned.
    pub fn persist(&self) -> Result<bool, LogError> {
        let shared = self.shared();
        if shared.persisted() == Lsn::NONE {
            return Ok(false);
        }
        let mut state = shared.lock();
        if state.tail.poisoned.is_some() {
            return Err(poison_of(&state.tail));
        }
        let is_persisted = state.tail.put_into_persisted_buffer();
        if is_persisted {
            shared.publish_persisted(&state.tail);
        }
        Ok(is_persisted)
    }

    /// Hardens `lsn` in the persisted log buffer, if that suffices for `why`. Returns false if the
    /// log file must have the record. Fails if the log is poisoned.
    #[cold]
    pub(crate) fn harden_in_buffer(&self, lsn: Lsn, why: Harden) -> Result<bool, LogError> {
        if matches!(why, Harden::Checkpoint | Harden::InFile) {
            return Ok(false);
        }
        Ok(self.shared().persisted() > lsn || self.persist()?)
    }
}

/// The number of attempts to find the log without a record in its buffer. One session alone needs
/// one.
const DRAINS: usize = 64;
