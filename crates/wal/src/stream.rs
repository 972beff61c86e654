//! Forward reading of a log in use, for the log views.
//!
//! The stream holds no lock between two records: the log goes on, and may be truncated, meanwhile.
//! Truncated blocks are skipped. A block is taken from memory while it is buffered. Bytes read from
//! the file are trusted only up to the durable LSN of the time of the read.

use crate::block::{self, BLOCK_BYTES, HEADER_BYTES};
use crate::error::LogError;
use crate::flush::{Shared, poison_of};
use crate::record::RecordRef;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use sluice_vfs::AlignedBuf;

/// The records of a log between two LSNs, in log order. It copies a block at a time, and holds no
/// lock between calls.
pub struct LogStream {
    shared: Arc<Shared>,
    /// Records below are skipped.
    from: Lsn,
    /// The first LSN not returned.
    end: Lsn,
    position: u64,
    /// Header and records of the block at `position`; empty if not taken yet.
    block: Vec<u8>,
    /// The offset of the next record in `block`.
    offset: usize,
    piece: Option<Piece>,
}

/// A piece of the file in memory.
struct Piece {
    buf: AlignedBuf,
    from: u64,
    length: usize,
    /// Blocks from this position on may have been written since the read.
    durable: u64,
}

/// The result of taking a block.
enum Taken {
    Block,
    /// The block was truncated, or the stream is at the end of the log.
    Gone,
}

impl LogStream {
    /// Returns a stream of the records from `from` on and before `end`. Reading begins at the start
    /// of the virtual log file that has `from`; blocks before are skipped.
    pub(crate) fn new(shared: Arc<Shared>, from: Lsn, end: Lsn) -> LogStream {
        let position = {
            let state = shared.lock();
            let vlfs = state.tail.vlfs.all();
            // A virtual log file begins with a block; `from` need not.
            let covering = vlfs.iter().find(|vlf| !vlf.is_free() && (vlf.start..vlf.end()).contains(&from.block()));
            covering.map_or(from.block(), |vlf| vlf.start)
        };
        LogStream { shared, from, end, position, block: Vec::new(), offset: 0, piece: None }
    }

    /// Returns the next record, or `None` at the end. The record is valid until the next call.
    /// Truncated blocks are skipped; the end is also reached where the log ends.
    #[expect(clippy::should_implement_trait, reason = "what it lends lives until the next call")]
    pub fn next(&mut self) -> Result<Option<RecordRef<'_>>, LogError> {
        loop {
            let lsn = Lsn::new(self.position, self.offset as u16);
            if lsn >= self.end {
                return Ok(None);
            }
            let Some(next) = block::record_end(&self.block, self.offset) else {
                if !self.go_on()? {
                    return Ok(None);
                }
                continue;
            };
            let offset = std::mem::replace(&mut self.offset, next);
            if lsn >= self.from {
                return Ok(block::record_at(&self.block, self.position, offset));
            }
        }
    }

    /// Moves to the next block. Returns false at the end of the log.
    fn go_on(&mut self) -> Result<bool, LogError> {
        if !self.block.is_empty() {
            let padded = (self.block.len() as u64).next_multiple_of(u64::from(self.shared.sector()));
            let state = self.shared.lock();
            let tail = &state.tail;
            if self.position >= tail.open.position {
                return Ok(false);
            }
            match tail.vlfs.place(self.position) {
                Some(_) => self.position = tail.vlfs.following(self.position, padded),
                None => drop(state),
            }
            self.block.clear();
        }
        loop {
            if let Taken::Block = self.take()? {
                self.offset = HEADER_BYTES;
                return Ok(true);
            }
            let state = self.shared.lock();
            let in_use = state.tail.vlfs.all().iter().filter(|vlf| !vlf.is_free() && vlf.start > self.position);
            match in_use.map(|vlf| vlf.start).min() {
                Some(oldest) if oldest <= state.tail.open.position => self.position = oldest,
                _ => return Ok(false),
            }
        }
    }

    fn take(&mut self) -> Result<Taken, LogError> {
        let shared = self.shared.clone();
        let mut state = shared.lock();
        let (place, durable) = loop {
            if let Some(bytes) = state.tail.in_memory(self.position) {
                self.block.extend_from_slice(bytes);
                return Ok(Taken::Block);
            }
            if !state.tail.in_flight(self.position) {
                break (state.tail.vlfs.place(self.position), state.tail.durable.block());
            }
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            state = shared.wait_for_progress(state);
        };
        drop(state);
        let Some(place) = place.filter(|_| self.position < durable) else { return Ok(Taken::Gone) };
        let room = place.room.min(BLOCK_BYTES as u64) as usize;
        let is_there = |piece: &Piece| {
            let end = piece.from + piece.length as u64;
            self.position < piece.durable && place.offset >= piece.from && place.offset + room as u64 <= end
        };
        if !self.piece.as_ref().is_some_and(is_there) {
            let mut buf = self.piece.take().map_or_else(|| AlignedBuf::zeroed(PIECE_BYTES), |piece| piece.buf);
            let length = place.room.min(PIECE_BYTES as u64) as usize;
            shared.device.read(&mut buf[..length], place.offset)?;
            self.piece = Some(Piece { buf, from: place.offset, length, durable });
        }
        let Some(piece) = &self.piece else { return Ok(Taken::Gone) };
        let start = (place.offset - piece.from) as usize;
        let what = match block::parse(&piece.buf[start..start + room]) {
            Ok(found) if found.header.position == self.position => {
                self.block.extend_from_slice(found.bytes());
                return Ok(Taken::Block);
            }
            Ok(_) => "another log block is in this place".to_owned(),
            Err(fault) => fault.to_string(),
        };
        // The block may have been truncated, and its place reused, since the look-up.
        if shared.lock().tail.vlfs.place(self.position) != Some(place) {
            return Ok(Taken::Gone);
        }
        Err(shared.device.damaged(place.offset, Lsn::new(self.position, 0), &what))
    }
}

const PIECE_BYTES: usize = 256 << 10;
const _: () = assert!(PIECE_BYTES >= BLOCK_BYTES);
