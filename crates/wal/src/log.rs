//! The log in use.

use crate::block::{CONTENT_BYTES, RECORD_HEADER_BYTES};
use crate::error::LogError;
use crate::flush::{Shared, State, poison_of};
use crate::header::Header;
use crate::options::{Harden, LogUsage, Space, VlfInfo};
use crate::reader::LogReader;
use crate::recovery_model::RecoveryModel;
use crate::stream::LogStream;
use crate::tail::Admission;
use crate::vlf::{Vlf, VlfMap};
use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use sluice_base::sync::{Arc, MutexGuard};
use sluice_base::waits::WaitType;
use std::path::Path;
use std::time::Duration;

/// A log that takes records. All methods may be called from any thread.
pub struct Log {
    shared: Arc<Shared>,
    /// Copies of what the header says, for readers that take no lock (`retention`).
    model: AtomicU8,
    chain: AtomicU64,
}

impl Log {
    pub(crate) fn new(shared: Shared) -> Arc<Log> {
        let log = Log { shared: Arc::new(shared), model: AtomicU8::new(0), chain: AtomicU64::new(0) };
        log.publish_retention(&log.shared.header.lock());
        Arc::new(log)
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Copies one record, whose body is the `parts` one after the other, into the log buffer and says where it is. It is
    /// on disk only after [`Log::harden`]. On an error nothing was appended and nothing reserved.
    pub fn append(&self, kind: u8, parts: &[&[u8]], space: Space) -> Result<Lsn, LogError> {
        let length = parts.iter().map(|part| part.len()).sum();
        self.append_with(kind, length, space, |_, body| {
            let mut rest = body;
            for part in parts {
                let (front, behind) = rest.split_at_mut(part.len());
                front.copy_from_slice(part);
                rest = behind;
            }
            length
        })
    }

    /// As [`Log::append`], for a body of at most `length_max` bytes that is made in its place: `encode` is told where the record
    /// is, puts the body at the front of what it is given (`length_max` bytes of anything), and says how long it is. It runs under
    /// the lock of the log buffer: it computes, and waits for nothing. `space` is that of the longest body.
    #[inline]
    pub fn append_with(
        &self,
        kind: u8,
        length_max: usize,
        space: Space,
        encode: impl FnOnce(Lsn, &mut [u8]) -> usize,
    ) -> Result<Lsn, LogError> {
        self.append_in(kind, length_max, space, encode).map(|(lsn, _)| lsn)
    }

    /// As [`Log::append_with`], and when it returns, the record and everything before it survive the end of the process,
    /// however it ends (not a power cut), where the log has a tail ring.
    #[inline]
    pub fn append_surviving(
        &self,
        kind: u8,
        length_max: usize,
        space: Space,
        encode: impl FnOnce(Lsn, &mut [u8]) -> usize,
    ) -> Result<Lsn, LogError> {
        let (lsn, mut state) = self.append_in(kind, length_max, space, encode)?;
        state.tail.put_into_ring();
        Ok(lsn)
    }

    #[inline]
    fn append_in(
        &self,
        kind: u8,
        length_max: usize,
        space: Space,
        encode: impl FnOnce(Lsn, &mut [u8]) -> usize,
    ) -> Result<(Lsn, MutexGuard<'_, State>), LogError> {
        let length = RECORD_HEADER_BYTES + length_max;
        let mut state = self.shared.lock();
        while state.tail.poisoned.is_some() || state.tail.admit(length, space) != Admission::Fits {
            state = self.make_way(state, length, space)?;
        }
        let lsn = state.tail.put(kind, length, space, encode);
        self.shared.publish_next(&state.tail);
        Ok((lsn, state))
    }

    /// Does what one obstacle in a record's way asks for.
    #[cold]
    fn make_way<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        length: usize,
        space: Space,
    ) -> Result<MutexGuard<'a, State>, LogError> {
        if length > CONTENT_BYTES {
            return Err(LogError::RecordTooLong { bytes: length, limit: CONTENT_BYTES });
        }
        if state.tail.poisoned.is_some() {
            return Err(poison_of(&state.tail));
        }
        match state.tail.admit(length, space) {
            Admission::Fits => {}
            Admission::NextBlock if state.tail.has_buffer() => {
                state.tail.seal_full();
                self.shared.ring_sealed(&state);
            }
            Admission::NextBlock => {
                drop(state);
                self.make_room()?;
                state = self.shared.lock();
            }
            Admission::NoSpace => {
                let seen_bytes = state.tail.vlfs.total_bytes();
                drop(state);
                self.shared.grow(seen_bytes)?;
                state = self.shared.lock();
            }
        }
        Ok(state)
    }

    /// Gives back `bytes` of reservation: what a transaction reserved and did not use.
    pub fn release(&self, bytes: u64) {
        if bytes > 0 {
            self.shared.lock().tail.release(bytes);
        }
    }

    /// Where the next record will be: a lower bound for the LSN of anything appended later.
    pub fn tail(&self) -> Lsn {
        self.shared.next_lsn()
    }

    /// As [`Log::tail`], exactly, under the log's lock: whoever appends a record at or beyond it does so after this call, and
    /// sees what the caller did before it.
    pub fn tail_in_order(&self) -> Lsn {
        self.shared.lock().tail.next_lsn()
    }

    /// How often the log has been opened: greater in each life than in all before.
    pub fn epoch(&self) -> u32 {
        self.shared.epoch()
    }

    /// Where this life of the log began: every record of the lives before is below.
    pub fn epoch_first(&self) -> Lsn {
        self.shared.epoch_first()
    }

    /// Every record below this is on disk.
    pub fn durable(&self) -> Lsn {
        self.shared.durable()
    }

    /// Returns when the record at `lsn`, and with it everything before, is on disk; at once when it already is. Named at
    /// or beyond the tail, everything appended so far is meant.
    pub fn harden(&self, lsn: Lsn, why: Harden) -> Result<(), LogError> {
        if self.shared.durable() > lsn {
            return Ok(());
        }
        let wait = self.shared.env.waits.begin(WaitType::WriteLog);
        if matches!(why, Harden::WriteAhead | Harden::Checkpoint) {
            self.shared.let_others_go_first(lsn);
        }
        let committer = if let Harden::Commit(committer) = why { Some(committer) } else { None };
        let result = self.shared.harden(lsn, committer);
        let took_ns = wait.end();
        if committer.is_some() {
            let counters = &self.shared.env.counters;
            counters.log_flush_waits.add(1);
            counters.log_flush_wait_ns.add(took_ns);
        }
        result
    }

    /// Writes one full block that waits to be written, if the window has room. True if it wrote.
    pub fn background_turn(&self) -> Result<bool, LogError> {
        let wrote = self.shared.write_next(None)?;
        let state = self.shared.lock();
        if state.tail.poisoned.is_some() { Err(poison_of(&state.tail)) } else { Ok(wrote) }
    }

    /// Does a part of what is left of a growth (a megabyte at most), if anything is. True if it did.
    pub fn growth_turn(&self) -> Result<bool, LogError> {
        self.shared.growth_turn()
    }

    /// Hardens everything appended so far.
    pub fn flush_tail(&self) -> Result<(), LogError> {
        if self.shared.lock().tail.is_all_durable() {
            return Ok(());
        }
        self.harden(Lsn(u64::MAX), Harden::Request)
    }

    /// Waits until a good part of the buffer are full blocks that wait to be written, at most `limit`; fewer of them are there for
    /// [`Log::background_turn`] too.
    pub fn wait_for_sealed(&self, limit: Duration) {
        self.shared.wait_for_sealed(limit);
    }

    /// Ends a [`Log::wait_for_sealed`] at once, also the next one if nobody waits now: for shutdown.
    pub fn wake(&self) {
        self.shared.wake_background();
    }

    /// Random access to records, most often backwards; none below `oldest` is asked for.
    pub fn reader(&self, oldest: Lsn) -> LogReader {
        LogReader::new(self.shared.clone(), oldest)
    }

    /// Reads forward, from the first record at or beyond `from` ([`Lsn::NONE`]: from the oldest that is still needed) to before `end`.
    pub fn stream(&self, from: Lsn, end: Lsn) -> LogStream {
        let from = if from.is_none() { self.keep_from() } else { from };
        LogStream::new(self.shared.clone(), from, end)
    }

    /// Where the log begins to be needed, as its header says.
    pub fn keep_from(&self) -> Lsn {
        self.shared.header.lock().keep_from
    }

    /// The last checkpoint record that the header names; [`Lsn::NONE`] if there is none yet.
    pub fn checkpoint(&self) -> Lsn {
        self.shared.header.lock().checkpoint
    }

    /// Makes durable where the last checkpoint record is and that nothing below `keep_from` (or the checkpoint itself, or what
    /// waits for a log backup, if that is less) is needed any more; then virtual log files that lie wholly below are free to be used again.
    pub fn set_checkpoint(&self, checkpoint: Lsn, keep_from: Lsn) -> Result<(), LogError> {
        self.harden(checkpoint, Harden::Request)?;
        let mut header = self.shared.header.lock();
        if let Some(why) = self.shared.lock().tail.poisoned.clone() {
            return Err(LogError::Poisoned(why));
        }
        self.write_checkpoint(&mut header, checkpoint, keep_from, false)
    }

    /// How full it is.
    pub fn usage(&self) -> LogUsage {
        let state = self.shared.lock();
        let tail = &state.tail;
        LogUsage { total_bytes: tail.vlfs.total_bytes(), used_bytes: tail.vlfs.used_bytes(tail.open.position) }
    }

    /// Hardens everything, marks the log as properly closed and takes no more records. The mark is left out when the log
    /// is so full that its last block could not be closed: the next start then scans as after a crash. `checkpoint` is
    /// a record of this log.
    pub fn close(&self, checkpoint: Lsn, keep_from: Lsn) -> Result<(), LogError> {
        self.flush_tail()?;
        let mut header = self.shared.header.lock();
        let clean = {
            let mut state = self.shared.lock();
            if state.tail.poisoned.is_some() {
                return Err(poison_of(&state.tail));
            }
            state.tail.poisoned = Some(Arc::from(CLOSED));
            state.tail.ends_at_border()
        };
        self.write_checkpoint(&mut header, checkpoint, keep_from, clean)
    }

    /// Takes no more records from now on, without the mark of a proper close: for an end that leaves transactions open. What was
    /// appended is hardened.
    pub fn stop(&self) -> Result<(), LogError> {
        self.flush_tail()?;
        let mut state = self.shared.lock();
        if state.tail.poisoned.is_some() {
            return Err(poison_of(&state.tail));
        }
        state.tail.poisoned = Some(Arc::from(CLOSED));
        Ok(())
    }

    /// The database's recovery model; without a lock.
    #[inline]
    pub fn recovery_model(&self) -> RecoveryModel {
        RecoveryModel::from_number(self.model.load(Ordering::Relaxed)).unwrap_or(RecoveryModel::Full)
    }

    /// Where the log chain is: what lies from here on waits for a log backup. [`Lsn::NONE`] when there is no chain.
    pub fn chain(&self) -> Lsn {
        Lsn(self.chain.load(Ordering::Acquire))
    }

    /// Tells those who take no lock what the header says, under its lock.
    pub(crate) fn publish_retention(&self, header: &Header) {
        self.model.store(header.model as u8, Ordering::Relaxed);
        self.chain.store(header.chain.0, Ordering::Release);
    }

    /// The virtual log files in the order of the file.
    pub fn vlfs(&self) -> Vec<VlfInfo> {
        let state = self.shared.lock();
        let start = |position: u64| if position == 0 { Lsn::NONE } else { Lsn::new(position, 0) };
        let info = |vlf: &Vlf| VlfInfo {
            offset: vlf.offset,
            size: vlf.size,
            sequence: vlf.sequence,
            start: start(vlf.start),
            active: !vlf.is_free(),
        };
        state.tail.vlfs.all().iter().map(info).collect()
    }

    /// The log file.
    pub fn path(&self) -> &Path {
        self.shared.device.path()
    }

    fn make_room(&self) -> Result<(), LogError> {
        let _wait = self.shared.env.waits.begin(WaitType::LogBuffer);
        if self.shared.write_next(None)? {
            return Ok(());
        }
        let mut state = self.shared.lock();
        while !state.tail.has_buffer() && state.tail.window_is_full() && state.tail.poisoned.is_none() {
            state = self.shared.wait_for_progress(state);
        }
        Ok(())
    }

    fn write_checkpoint(
        &self,
        header: &mut Header,
        checkpoint: Lsn,
        keep_from: Lsn,
        clean: bool,
    ) -> Result<(), LogError> {
        let wait = self.shared.env.waits.begin(WaitType::IoCompletion);
        let mut next = self.shared.header_now(header);
        assert!(checkpoint < next.end, "a checkpoint record is hardened before the header names it");
        let chain = if header.chain.is_none() { keep_from } else { header.chain };
        let keep_from = keep_from.min(checkpoint).min(chain).max(header.keep_from);
        let mut kept = VlfMap::new(next.vlfs);
        let freed = kept.free_below(keep_from.block());
        next.vlfs = kept.all().to_vec();
        (next.checkpoint, next.keep_from, next.clean) = (checkpoint, keep_from, clean);
        self.shared.replace_header(header, next)?;
        drop(wait);
        // Only now, with the header durable, may blocks go where old ones were.
        let mut state = self.shared.lock();
        state.tail.vlfs.free_below(keep_from.block());
        state.tail.space_changed();
        if freed > 0 {
            self.shared.env.counters.log_truncations.add(1);
        }
        Ok(())
    }
}

/// Why a log that was closed takes no more.
const CLOSED: &str = "the log was closed";
