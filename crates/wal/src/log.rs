//! The log in use: append, harden, truncate and close.
//!
//! An obstacle to an append (a full block, a full buffer, a full log) is removed outside the lock
//! of the log buffer. A file header is written before freed virtual log files are reused.

use crate::block::{CONTENT_BYTES, HEADER_BYTES, RECORD_HEADER_BYTES};
use crate::error::LogError;
use crate::flush::{LogWatcher, Shared, State, poison_of};
use crate::header::Header;
use crate::options::{Harden, LogUsage, Space, VlfInfo};
use crate::reader::LogReader;
use crate::recovery_model::RecoveryModel;
use crate::stream::LogStream;
use crate::tail::Admission;
use crate::vlf::{Vlf, VlfMap};
use sluice_base::events::Events;
use sluice_base::ids::Lsn;
use sluice_base::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use sluice_base::sync::{Arc, MutexGuard};
use sluice_base::waits::WaitType;
use std::path::Path;

/// A log that takes records. All methods may be called from any thread.
pub struct Log {
    shared: Arc<Shared>,
    /// Copies of header fields, for readers without a lock (`retention`).
    model: AtomicU8,
    chain: AtomicU64,
}

impl Log {
    /// Returns the instance's events.
    pub fn events(&self) -> &Events {
        self.shared.env.waits.events()
    }

    /// Returns a log that takes records, with the recovery model and chain of its header published
    /// for readers without a lock.
    pub(crate) fn new(shared: Shared) -> Arc<Log> {
        let log = Log { shared: Arc::new(shared), model: AtomicU8::new(0), chain: AtomicU64::new(0) };
        log.publish_retention(&log.shared.header.lock());
        Arc::new(log)
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Copies one record, whose body is the concatenation of `parts`, into the log buffer and
    /// returns its LSN. The record is on disk only after [`Log::harden`]. On an error nothing was
    /// appended and nothing reserved.
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

    /// Appends as [`Log::append`] does, with a body of at most `length_max` bytes encoded in place.
    /// `encode` gets the LSN and a buffer of `length_max` arbitrary bytes, writes the body to its
    /// front, and returns the length. `encode` runs under the lock of the log buffer and must not
    /// wait. `space` covers the longest body.
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

    /// Appends as [`Log::append_with`] does. On return, the record and everything before it survive
    /// the end of the process (not a power cut), if the log has a tail ring.
    #[inline]
    pub fn append_surviving(
        &self,
        kind: u8,
        length_max: usize,
        space: Space,
        encode: impl FnOnce(Lsn, &mut [u8]) -> usize,
    ) -> Result<Lsn, LogError> {
        let (lsn, mut state) = self.append_in(kind, length_max, space, encode)?;
        if !state.tail.put_into_ring() {
            drop(state);
            self.survive_without_ring(lsn)?;
        }
        Ok(lsn)
    }

    /// Makes the record `lsn` and everything before it survive the end of the process: attaches the
    /// ring, or hardens the record (rule 3 of `buffers`).
    #[cold]
    fn survive_without_ring(&self, lsn: Lsn) -> Result<(), LogError> {
        let guid = self.shared.header.lock().guid;
        if self.shared.attach_ring(guid)? { Ok(()) } else { self.harden(lsn, Harden::Request) }
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

    /// Removes one obstacle to appending a record.
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
        if state.tail.is_at_rest() {
            drop(state);
            self.shared.awaken(space)?;
            return Ok(self.shared.lock());
        }
        match state.tail.admit(length, space) {
            Admission::Fits => {}
            Admission::NextBlock if state.tail.has_buffer() => {
                state.tail.seal_full();
                self.shared.announce_sealed(&mut state);
            }
            Admission::NextBlock => {
                drop(state);
                if !self.shared.add_buffers() {
                    self.make_room()?;
                }
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

    /// Gives back `bytes` of unused reservation for undo.
    pub fn release(&self, bytes: u64) {
        if bytes > 0 {
            self.shared.lock().tail.release(bytes);
        }
    }

    /// Keeps padding from taking log space, or ends that. While set, a partly filled block is
    /// hardened by a copy in a side slot, and the log doesn't rest. Recovery sets it for its undo,
    /// whose reservations are unknown. Appends are admitted as ever: the caller ensures that only
    /// the undo appends.
    pub fn set_undoing(&self, is_undoing: bool) {
        self.shared.lock().tail.set_undoing(is_undoing);
    }

    /// Returns the LSN of the next record: a lower bound for the LSN of records appended later.
    pub fn tail(&self) -> Lsn {
        self.shared.next_lsn()
    }

    /// Returns the exact [`Log::tail`] under the lock of the log. A record at or above it is
    /// appended after this call, by a session that sees the caller's earlier writes.
    pub fn tail_in_order(&self) -> Lsn {
        self.shared.lock().tail.next_lsn()
    }

    /// Returns the epoch: the number of starts of the log, greater in each life than in all before.
    pub fn epoch(&self) -> u32 {
        self.shared.epoch()
    }

    /// Returns the LSN where this life of the log began. Every record of earlier lives is below.
    pub fn epoch_first(&self) -> Lsn {
        self.shared.epoch_first()
    }

    /// Returns the LSN below which every record survives a power cut: in the log file, or in the
    /// persisted log buffer.
    pub fn durable(&self) -> Lsn {
        self.shared.durable().max(self.shared.persisted())
    }

    /// Returns the LSN below which every record is in the log file.
    pub fn durable_in_file(&self) -> Lsn {
        self.shared.durable()
    }

    /// Waits until the record at `lsn` and everything before it is on disk; returns at once if it
    /// already is. A record in the persisted log buffer counts, unless `why` needs the log file. An
    /// `lsn` at or beyond the tail means everything appended so far. `why` decides on gathering
    /// with other committers, and commits are counted as flush waits. Fails with `Poisoned`.
    pub fn harden(&self, lsn: Lsn, why: Harden) -> Result<(), LogError> {
        if self.shared.durable() > lsn {
            return Ok(());
        }
        if !self.shared.persisted().is_none() && self.harden_in_buffer(lsn, why)? {
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

    /// Writes one sealed block, if the window has room. Returns whether it wrote a block. Fails if
    /// the log is poisoned. The open block isn't written.
    pub fn background_turn(&self) -> Result<bool, LogError> {
        let wrote = self.shared.write_next(None)?;
        let mut state = self.shared.lock();
        state.is_watcher_called = false;
        if state.tail.poisoned.is_some() { Err(poison_of(&state.tail)) } else { Ok(wrote) }
    }

    /// Does a part of a growth in progress (a megabyte at most). Returns false if there is none or
    /// no room. A failed write of the header poisons the log.
    pub fn growth_turn(&self) -> Result<bool, LogError> {
        self.shared.growth_turn()
    }

    /// Writes everything appended so far to the log file, durably. Returns at once if it is. Fails
    /// if the log is poisoned or becomes so.
    pub fn flush_tail(&self) -> Result<(), LogError> {
        if self.shared.lock().tail.is_all_durable() {
            return Ok(());
        }
        self.harden(Lsn(u64::MAX), Harden::InFile)
    }

    /// Sets the background service of the log. Only the first call has an effect.
    pub fn set_watcher(&self, watcher: Box<dyn LogWatcher>) {
        self.shared.set_watcher(watcher);
    }

    /// Gives the memory of the log back if every record is on disk and no transaction has reserved
    /// space. The next append takes memory again. With a persisted log buffer, records that nobody
    /// waits for are written to the log file first. Returns whether the log is at rest.
    pub fn rest(&self) -> bool {
        let has_buffer = !self.shared.persisted().is_none();
        // A failure poisons, so that the log doesn't rest.
        if has_buffer && self.shared.lock().tail.has_idle_records() {
            let _ = self.flush_tail();
        }
        self.shared.rest()
    }

    /// Returns a random-access reader, most often used backwards. The caller reads no record below
    /// `oldest`.
    pub fn reader(&self, oldest: Lsn) -> LogReader {
        LogReader::new(self.shared.clone(), oldest)
    }

    /// Returns a stream from the first record at or above `from` to before `end`. [`Lsn::NONE`] as
    /// `from` means the oldest record still needed.
    pub fn stream(&self, from: Lsn, end: Lsn) -> LogStream {
        let from = if from.is_none() { self.keep_from() } else { from };
        LogStream::new(self.shared.clone(), from, end)
    }

    /// Returns the LSN in the header below which records are no longer needed.
    pub fn keep_from(&self) -> Lsn {
        self.shared.header.lock().keep_from
    }

    /// Returns the LSN of the last checkpoint record in the header, or [`Lsn::NONE`].
    pub fn checkpoint(&self) -> Lsn {
        self.shared.header.lock().checkpoint
    }

    /// Records durably that `checkpoint` is the last checkpoint and that records below `keep_from`
    /// are no longer needed. The limit is lowered to the checkpoint and to the log chain if those
    /// are less. Hardens the checkpoint in the log file first. Then frees the virtual log files
    /// that lie wholly below.
    pub fn set_checkpoint(&self, checkpoint: Lsn, keep_from: Lsn) -> Result<(), LogError> {
        self.harden(checkpoint, Harden::InFile)?;
        let mut header = self.shared.header.lock();
        if let Some(why) = self.shared.lock().tail.poisoned.clone() {
            return Err(LogError::Poisoned(why));
        }
        self.write_checkpoint(&mut header, checkpoint, keep_from, false)
    }

    /// Returns the size and the used bytes of the log.
    pub fn usage(&self) -> LogUsage {
        let state = self.shared.lock();
        let tail = &state.tail;
        LogUsage { total_bytes: tail.vlfs.total_bytes(), used_bytes: tail.vlfs.used_bytes(tail.open.position) }
    }

    /// Returns the cost of recovering the log from the block of `lsn` to the tail, in bytes of
    /// records. Padding of blocks counts a sixteenth. The cost is an estimate (`redo_cost`); all
    /// records of the open block count, even if `lsn` is the tail.
    pub fn redo_cost_since(&self, lsn: Lsn) -> u64 {
        let state = self.shared.lock();
        state.tail.costs.since(lsn.block()) + (state.tail.open.used - HEADER_BYTES) as u64
    }

    /// Returns an LSN from which recovering the log to the tail costs about `cost`. The LSN is an
    /// estimate for comparisons: it need not be a record's, and may lie below the log that is kept.
    pub fn lsn_within_redo_cost(&self, cost: u64) -> Lsn {
        Lsn::new(self.shared.lock().tail.costs.position_within(cost), 0)
    }

    /// Hardens everything, marks the log as cleanly closed, and takes no more records. If the log
    /// is too full to close its last block, the mark is omitted, and the next start scans as after
    /// a crash. `checkpoint` is a record of this log. Both LSNs go into the header. A crash before
    /// the header is durable leaves a log that is scanned at the next start. The ring's file is
    /// removed only if the log was marked.
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
        self.write_checkpoint(&mut header, checkpoint, keep_from, clean)?;
        if clean {
            // Unmapped before the file is removed. A start reads the rings that it finds.
            self.shared.lock().tail.let_go_of_ring();
            self.shared.memory.remove_ring(&*self.shared.env.vfs);
        }
        Ok(())
    }

    /// Hardens everything and takes no more records, without the mark of a clean close: for a stop
    /// that leaves transactions open. The next start scans as after a crash. Fails if the log is
    /// poisoned.
    pub fn stop(&self) -> Result<(), LogError> {
        self.flush_tail()?;
        let mut state = self.shared.lock();
        if state.tail.poisoned.is_some() {
            return Err(poison_of(&state.tail));
        }
        state.tail.poisoned = Some(Arc::from(CLOSED));
        Ok(())
    }

    /// Returns the reason why the log takes no more records, if there is one: a failed write or
    /// sync, or its end.
    pub fn failure(&self) -> Option<Arc<str>> {
        self.shared.lock().tail.poisoned.clone()
    }

    /// Ends the use of the log without hardening anything: appends and hardenings fail from now on,
    /// and the tail ring is let go of, so that the next opening can map its file. The ring's
    /// content stays there for that opening. Has no effect on the outcome of an earlier
    /// [`Log::close`].
    pub fn abandon(&self) {
        self.shared.refuse(CLOSED);
        self.shared.lock().tail.let_go_of_ring();
    }

    /// Returns the recovery model of the database, without a lock.
    #[inline]
    pub fn recovery_model(&self) -> RecoveryModel {
        RecoveryModel::from_number(self.model.load(Ordering::Relaxed)).unwrap_or(RecoveryModel::Full)
    }

    /// Returns the start of the log chain: records from here on wait for a log backup.
    /// [`Lsn::NONE`] without a chain.
    pub fn chain(&self) -> Lsn {
        Lsn(self.chain.load(Ordering::Acquire))
    }

    /// Publishes header fields to readers without a lock. The caller holds the header's lock.
    pub(crate) fn publish_retention(&self, header: &Header) {
        self.model.store(header.model as u8, Ordering::Relaxed);
        self.chain.store(header.chain.0, Ordering::Release);
    }

    /// Returns the virtual log files in file order. A free one has no start. Taken under the log's
    /// lock, so all are of one moment.
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

    /// Returns the path of the log file.
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
        // The header is durable: only now may new blocks overwrite freed ones.
        let mut state = self.shared.lock();
        state.tail.vlfs.free_below(keep_from.block());
        state.tail.costs.forget_below(keep_from.block());
        state.tail.space_changed();
        if freed > 0 {
            self.shared.env.counters.log_truncations.add(1);
        }
        Ok(())
    }
}

/// The poison text of a closed log.
const CLOSED: &str = "the log was closed";
