//! The memory of a log: taken at the first append, grown while blocks queue, given back at rest.
//!
//! A database that nobody changes has no log buffer. Rules:
//! 1. The first append after a rest reserves [`BUFFERS_MIN`] buffers with the memory broker, or
//!    fails with nothing appended. No transaction is active before it, so its begin record is the
//!    first record, or later. Checkpoints and recovery use reserved space and take that memory
//!    regardless of the limit, so that neither fails for lack of it.
//! 2. Further buffers are optional: without memory for them, appends wait for the disk.
//! 3. The ring is mapped at the first surviving record. If there is no memory or no disk space for
//!    it, surviving records are hardened instead.
//! 4. The memory's lock comes before the lock of the log buffer, and no block is written under it.

use crate::block::BLOCK_BYTES;
use crate::error::LogError;
use crate::flush::{Shared, poison_of};
use crate::options::Space;
use crate::ring::{RING_BYTES, TailRing};
use crate::tail::BUFFERS_MIN;
use crate::transit::BlockBuffer;
use sluice_base::ids::DatabaseGuid;

impl Shared {
    /// Gives a log at rest its first buffers, for a record in `space` (rule 1). Fails with out of
    /// memory for a record that reserves undo space; other records get memory in any case. Also
    /// reserves the buffers of the window if memory allows. Does nothing if the log is awake.
    pub(crate) fn awaken(&self, space: Space) -> Result<(), LogError> {
        let memory = self.memory.reserved.lock();
        if !self.lock().tail.is_at_rest() {
            return Ok(());
        }
        let least = bytes_of(BUFFERS_MIN);
        match space {
            Space::Reserving(_) => memory.grow(least)?,
            Space::Reserved(_) | Space::Spare => memory.grow_reserved(least, u64::MAX)?,
        }
        let more = self.in_flight_max + 2 - BUFFERS_MIN;
        let granted = if memory.grow(bytes_of(more)).is_ok() { BUFFERS_MIN + more } else { BUFFERS_MIN };
        let first = BlockBuffer::new();
        self.lock().tail.awaken(first, granted);
        drop(memory);
        self.call_watcher();
        Ok(())
    }

    /// Gives an awake log all buffers it may have, if their memory is free. Returns false if the
    /// log has them all already, or if the memory isn't free.
    pub(crate) fn add_buffers(&self) -> bool {
        let memory = self.memory.reserved.lock();
        let count = self.lock().tail.grantable();
        if count == 0 || memory.grow(bytes_of(count)).is_err() {
            return false;
        }
        self.lock().tail.grant(count);
        true
    }

    /// Puts the log to rest if it can rest. Returns whether it is at rest. It can if everything is
    /// on disk and no undo space is reserved. Returns its memory to the broker.
    pub(crate) fn rest(&self) -> bool {
        let memory = self.memory.reserved.lock();
        let freed = {
            let mut state = self.lock();
            if state.tail.is_at_rest() {
                return true;
            }
            if !state.tail.can_rest() {
                return false;
            }
            state.tail.rest()
        };
        drop(freed);
        memory.set(0);
        true
    }

    /// Attaches the ring and copies all buffered records to it (rule 3). Returns false if there can
    /// be no ring now. Its memory is taken from the broker. A file that can't be mapped, or too
    /// little memory, means no ring and is no error.
    pub(crate) fn attach_ring(&self, guid: DatabaseGuid) -> Result<bool, LogError> {
        let memory = self.memory.reserved.lock();
        {
            let mut state = self.lock();
            if state.tail.has_ring() {
                return Ok(state.tail.put_into_ring());
            }
        }
        let Some(path) = &self.memory.ring else { return Ok(false) };
        if memory.grow(RING_BYTES as u64).is_err() {
            return Ok(false);
        }
        let mapped = TailRing::open(&*self.env.vfs, path, guid).ok().flatten();
        let attached = mapped.map_or(Ok(false), |ring| self.attach(ring));
        if !matches!(attached, Ok(true)) {
            memory.shrink(RING_BYTES as u64);
        }
        attached
    }

    fn attach(&self, mut ring: TailRing) -> Result<bool, LogError> {
        let mut state = self.lock();
        for _ in 0..LANDINGS_MAX {
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            if !state.tail.is_in_flight() {
                // Not before the check: the ring of an abandoned log is the next opening's.
                ring.restart(self.epoch());
                state.tail.attach(ring);
                return Ok(true);
            }
            state = self.wait_for_progress(state);
        }
        Ok(false)
    }
}

fn bytes_of(buffers: usize) -> u64 {
    (buffers * BLOCK_BYTES) as u64
}

/// The number of landed blocks that a ring is waited for. A log with more blocks in flight all the
/// time hardens surviving records.
const LANDINGS_MAX: usize = 8;
