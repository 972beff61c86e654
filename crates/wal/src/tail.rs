//! The log buffer: the open block, the sealed blocks waiting to be written, and the blocks in
//! flight to the disk. This module does no I/O and takes no locks; `flush` keeps the buffer under
//! one mutex.
//!
//! Invariants:
//! 1. Blocks leave in the order of their positions: open, then sealed (a queue), then in flight (a
//!    window). An LSN is durable when every block up to its own is written, in whatever order the
//!    disk completes the writes.
//! 2. Rule R of `space` holds, so the open block is always placed.
//! 3. A side write (the open block hardened without being closed) is alone in flight, and no sealed
//!    block precedes it.
//! 4. A log at rest has no memory: its open block is empty and without a buffer, and all limits of
//!    space are 0, so that the next append wakes it (`buffers`). No transaction is active then,
//!    because an active transaction has reserved space. An awake log has at least [`BUFFERS_MIN`]
//!    buffers: one is open, and sealing the open block finds the other, at the latest when the
//!    blocks in flight have landed. So commit, rollback and flush need no more memory.

use crate::block::{BLOCK_BYTES, CONTENT_BYTES, HEADER_BYTES, RECORD_HEADER_BYTES, record_header};
use crate::crowd::Crowd;
use crate::options::Space;
use crate::redo_cost::RedoCosts;
use crate::ring::{SlotKey, TailRing};
use crate::space::{MARGIN_OF_PADDING, MARGIN_OF_RECORDS, MARGIN_OF_RESTARTS, limit};
use crate::transit::{BUFFERS, BlockBuffer, Flight, Open, Sealed, Taken};
use crate::vlf::VlfMap;
use sluice_base::ids::Lsn;
use sluice_base::sync::Arc;
use std::collections::VecDeque;
use std::time::Duration;

/// Whether a record can be put into the open block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Admission {
    Fits,
    /// Fits after the open block is sealed.
    NextBlock,
    /// Does not fit before the log grows.
    NoSpace,
}

/// The next action of a hardener.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Done,
    /// The hardener must take a block and write it.
    Lead,
    /// Another session will write the block with this sequence.
    Wait(u64),
    /// The hardener must wait for a group; [`Tail::gather`] returns the maximum time.
    Gather,
}

/// The buffered end of a log.
pub(crate) struct Tail {
    /// The block that receives records.
    pub(crate) open: Open,
    /// The virtual log files, and which of them hold the active log.
    pub(crate) vlfs: VlfMap,
    /// The cost of a recovery from each position of the stream.
    pub(crate) costs: RedoCosts,
    /// The log is durable up to this position, exclusive.
    pub(crate) durable: Lsn,
    /// The reason why a write failed. From then on the log accepts and acknowledges nothing.
    pub(crate) poisoned: Option<Arc<str>>,
    /// Holds copies of the buffered records, as far as its rule 1 requires. Absent until the first
    /// surviving record of an awake log.
    ring: Option<TailRing>,
    /// Whether surviving records need a ring.
    wants_ring: bool,
    /// The bytes to which blocks are padded.
    sector: usize,
    /// Whether recovery is undoing: the reservations of the transactions are unknown, so all room
    /// is kept for undo (`space`).
    is_undoing: bool,
    /// The number of blocks that may be written at the same time.
    in_flight_max: usize,
    /// The bytes of log that rollbacks may still need (rule R of `space`).
    reserved: u64,
    /// The limit of records and reservations together, up to which a record is admitted before the
    /// log grows.
    limit_of_records: u64,
    /// The same limit for records of rollbacks, which use what was reserved for them.
    limit_of_reserved: u64,
    /// The same limit for checkpoints that free nothing.
    limit_of_spare: u64,
    /// The closed blocks that wait to be written, in order.
    sealed: VecDeque<Sealed>,
    /// The blocks being written, in order.
    flights: VecDeque<Flight>,
    /// Whether a side write is in flight (invariant 3).
    aside: bool,
    /// Buffers for further blocks.
    spare: Vec<BlockBuffer>,
    /// The number of buffers whose memory is reserved.
    granted: usize,
    /// The number of them that are not allocated yet.
    unmade: usize,
    /// Measures how many sessions commit at the same time.
    crowd: Crowd,
    gathering: Gathering,
}

/// Whether a committer waits for a group to gather in the open block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gathering {
    Not,
    /// A committer waits. It writes the block when its wait ends, unless another session has done
    /// so.
    Awaited,
    /// The wait has timed out.
    Over,
}

impl Tail {
    /// Returns the buffer of a log at rest whose next block is at `position`, which is placed. It
    /// is at rest: no buffer, no limits, nothing reserved. `wants_ring` says that records must
    /// survive a killed process.
    pub(crate) fn new(
        vlfs: VlfMap,
        position: u64,
        sequence: u64,
        sector: u32,
        in_flight_max: usize,
        wants_ring: bool,
    ) -> Tail {
        let open = Open::new(BlockBuffer::absent(), position, sequence);
        let mut tail = Tail {
            open,
            vlfs,
            costs: RedoCosts::new(position),
            durable: Lsn::new(position, 0),
            poisoned: None,
            ring: None,
            wants_ring,
            sector: sector as usize,
            is_undoing: false,
            in_flight_max,
            reserved: 0,
            limit_of_records: 0,
            limit_of_reserved: 0,
            limit_of_spare: 0,
            sealed: VecDeque::new(),
            flights: VecDeque::new(),
            aside: false,
            spare: Vec::new(),
            granted: 0,
            unmade: 0,
            crowd: Crowd::default(),
            gathering: Gathering::Not,
        };
        tail.space_changed();
        tail
    }

    /// Whether the log has no memory (invariant 4).
    pub(crate) fn is_at_rest(&self) -> bool {
        self.open.buf.is_absent()
    }

    /// Wakes a log at rest. `buf` is the first of `granted` buffers. The other buffers are
    /// allocated as they are needed.
    pub(crate) fn awaken(&mut self, buf: BlockBuffer, granted: usize) {
        self.open.buf = buf;
        (self.granted, self.unmade) = (granted, granted - 1);
        self.sealed.reserve(granted);
        self.flights.reserve(granted);
        self.spare.reserve(granted);
        self.space_changed();
    }

    /// Whether the log can rest: every record is on disk in its own place, and no transaction has
    /// reserved space.
    pub(crate) fn can_rest(&self) -> bool {
        self.ends_at_border() && self.reserved == 0 && !self.is_undoing && self.poisoned.is_none()
    }

    /// Whether records keep the log from resting, and no transaction does.
    pub(crate) fn has_idle_records(&self) -> bool {
        !self.is_at_rest() && !self.is_all_durable() && self.reserved == 0 && !self.is_undoing
    }

    /// Puts the log to rest. Returns its memory, which the caller frees without the lock. Only
    /// allowed if [`Tail::can_rest`]. The next append wakes the log again.
    pub(crate) fn rest(&mut self) -> (BlockBuffer, Vec<BlockBuffer>, Option<TailRing>) {
        debug_assert!(self.can_rest(), "invariant 4");
        (self.granted, self.unmade) = (0, 0);
        self.sealed = VecDeque::new();
        self.flights = VecDeque::new();
        let open = std::mem::replace(&mut self.open.buf, BlockBuffer::absent());
        self.space_changed();
        // A persisted log buffer stays for the next record.
        let ring = self.ring.take_if(|ring| !ring.is_persistent());
        (open, std::mem::take(&mut self.spare), ring)
    }

    /// Returns the number of buffers that may still be granted.
    pub(crate) fn grantable(&self) -> usize {
        if self.is_at_rest() { 0 } else { BUFFERS - self.granted }
    }

    /// Adds `count` buffers whose memory is reserved.
    pub(crate) fn grant(&mut self, count: usize) {
        self.granted += count;
        self.unmade += count;
    }

    /// Returns the number of blocks that may be in flight at once.
    pub(crate) fn in_flight_max(&self) -> usize {
        self.in_flight_max
    }

    /// Returns the LSN of the next record.
    pub(crate) fn next_lsn(&self) -> Lsn {
        Lsn::new(self.open.position, self.open.used as u16)
    }

    /// Checks the room for a record of at most `length` bytes (see `space` for the rule). `Fits` in
    /// the open block, or in the next block after sealing, or not at all. Changes nothing.
    #[inline]
    pub(crate) fn admit(&self, length: usize, space: Space) -> Admission {
        let (held, fitting_limit, margin) = match space {
            Space::Reserving(undo) => (self.reserved + u64::from(undo), self.limit_of_records, MARGIN_OF_RECORDS),
            Space::Reserved(bytes) => (self.reserved.saturating_sub(u64::from(bytes)), self.limit_of_reserved, 0),
            Space::Spare => (self.reserved, self.limit_of_spare, MARGIN_OF_RESTARTS),
        };
        let end = self.open.used + length;
        if end <= BLOCK_BYTES {
            let content = (end - HEADER_BYTES) as u64;
            return if content + held < fitting_limit { Admission::Fits } else { Admission::NoSpace };
        }
        let slots = self.vlfs.slots(self.position_after_open());
        if length as u64 + held < limit(slots, margin) { Admission::NextBlock } else { Admission::NoSpace }
    }

    /// Appends a record of at most `length` bytes; the record must be [`Admission::Fits`]. `encode`
    /// gets the LSN and a buffer, writes the body to the front of the buffer, and returns the
    /// length of the body. Adds the undo space that the record reserves, or gives back the space
    /// that it uses. The record isn't in the ring yet.
    #[inline]
    pub(crate) fn put(
        &mut self,
        kind: u8,
        length: usize,
        space: Space,
        encode: impl FnOnce(Lsn, &mut [u8]) -> usize,
    ) -> Lsn {
        let lsn = self.next_lsn();
        let start = self.open.used;
        let (header, body) = self.open.buf[start..start + length].split_at_mut(RECORD_HEADER_BYTES);
        let body_length = body.len();
        let used = encode(lsn, body);
        assert!(used <= body_length, "a body does not outgrow its room");
        header.copy_from_slice(&record_header(RECORD_HEADER_BYTES + used, kind));
        self.open.used = start + RECORD_HEADER_BYTES + used;
        self.open.records += 1;
        self.reserved = match space {
            Space::Reserving(undo) => self.reserved + u64::from(undo),
            Space::Reserved(bytes) => self.reserved.saturating_sub(u64::from(bytes)),
            Space::Spare => self.reserved,
        };
        lsn
    }

    /// Gives back reserved undo space, in bytes; no more than is reserved.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.reserved = self.reserved.saturating_sub(bytes);
    }

    /// Whether [`Tail::seal_full`] would find a buffer.
    pub(crate) fn has_buffer(&self) -> bool {
        self.unmade > 0 || !self.spare.is_empty()
    }

    /// Seals the open block, because the next record does not fit, and queues it for writing.
    pub(crate) fn seal_full(&mut self) {
        let sealed = self.seal();
        self.sealed.push_back(sealed);
    }

    /// Returns the next action of a hardener of `lsn`. `Done` if it's durable, `Lead` if the caller
    /// should write a block now, `Gather` if it should wait for others to join the group, else
    /// `Wait` for the block with this sequence.
    pub(crate) fn step(&self, lsn: Lsn) -> Step {
        if self.durable > lsn {
            return Step::Done;
        }
        if self.may_take(Some(lsn)) {
            return Step::Lead;
        }
        if self.lacks_gatherer(Some(lsn)) { Step::Gather } else { Step::Wait(self.sequence_of(lsn)) }
    }

    /// Makes the caller the committer that waits for a group; [`Tail::step`] returned `Gather`.
    /// Returns the sequence of the open block and the maximum time to wait.
    pub(crate) fn gather(&mut self) -> (u64, Duration) {
        self.gathering = Gathering::Awaited;
        (self.open.sequence, self.crowd.wait())
    }

    /// Ends the wait for a group in block `sequence`. If the wait timed out and the block is still
    /// open, the block is written next.
    pub(crate) fn gathered(&mut self, sequence: u64, is_late: bool) {
        if self.open.sequence != sequence || self.gathering != Gathering::Awaited {
            return;
        }
        self.gathering = if is_late { Gathering::Over } else { Gathering::Not };
        if is_late {
            self.crowd.record_late_wait();
        }
    }

    /// Returns the last LSN that `lsn` can mean: callers may pass the tail itself.
    pub(crate) fn target(&self, lsn: Lsn) -> Lsn {
        if lsn < self.next_lsn() {
            return lsn;
        }
        let end = if self.open.records == 0 { Lsn::new(self.open.position, 0) } else { self.next_lsn() };
        Lsn(end.0 - 1)
    }

    /// Counts a commit of `committer` (`crowd`). `now_ns` is called once per sample.
    pub(crate) fn count_commit(&mut self, committer: u64, now_ns: impl FnOnce() -> u64) {
        self.crowd.count(committer, now_ns);
    }

    /// Counts a hardener of `lsn` as a rider, if `lsn` lies in the open block.
    pub(crate) fn ride(&mut self, lsn: Lsn) {
        if lsn.block() == self.open.position {
            self.open.riders += 1;
        }
    }

    /// Takes the next block to write, if [`Tail::may_take`] allows: the first sealed block, else
    /// the open block if `target` lies in it. The block counts as in flight. A partly filled open
    /// block is sealed with padding, or, if the log is too full for padding, copied to a side slot
    /// and stays open.
    pub(crate) fn take(&mut self, target: Option<Lsn>) -> Option<Taken> {
        if !self.may_take(target) {
            return None;
        }
        if self.gathering == Gathering::Awaited && self.sealed.is_empty() {
            self.crowd.record_full_wait();
        }
        let taken = match self.sealed.pop_front() {
            Some(block) => Taken { block, aside: false, durable: self.durable },
            None if self.padding_allowed() => Taken { block: self.seal(), aside: false, durable: self.durable },
            None => Taken { block: self.copy_aside(), aside: true, durable: self.durable },
        };
        self.flights.push_back(taken.block.flight());
        self.aside = taken.aside;
        Some(taken)
    }

    /// Whether a block may be written now. Rules of the window:
    /// - At most `in_flight_max` blocks are in flight, and a side write is alone.
    /// - A full block goes as soon as the window has room.
    /// - With nothing in flight, a partial block goes at once, unless a group is worth waiting for
    ///   (`crowd`).
    /// - With blocks in flight, a partial block goes when its riders are as many as those in
    ///   flight. From [`CROWD`] riders in flight on, it needs twice as many. So few committers use
    ///   the depth of the device: two write beside each other, eight in blocks of one, one, two and
    ///   four. Many committers gather in groups: depth would only cost more writes and their CPU
    ///   time.
    fn may_take(&self, target: Option<Lsn>) -> bool {
        if self.window_is_full() || self.poisoned.is_some() {
            return false;
        }
        if let Some(first) = self.sealed.front() {
            return target.is_none_or(|lsn| lsn.block() >= first.position);
        }
        self.is_in_open(target)
            && self.has_buffer()
            && match self.flights.is_empty() {
                true => self.gathering == Gathering::Over || self.crowd.is_enough(self.open.riders),
                false => self.group_is_gathered() && self.padding_allowed(),
            }
    }

    fn is_in_open(&self, target: Option<Lsn>) -> bool {
        target.is_some_and(|lsn| lsn.block() == self.open.position) && self.open.records > 0
    }

    /// Whether the open block waits for a group, and no committer limits the wait.
    fn lacks_gatherer(&self, target: Option<Lsn>) -> bool {
        let is_gathering = self.flights.is_empty() && self.sealed.is_empty() && self.poisoned.is_none();
        is_gathering && self.gathering == Gathering::Not && self.is_in_open(target) && !self.may_take(target)
    }

    /// Whether a block is being written, or written and waiting for an earlier block.
    pub(crate) fn is_in_flight(&self) -> bool {
        !self.flights.is_empty()
    }

    fn group_is_gathered(&self) -> bool {
        let flying: u32 = self.flights.iter().map(|flight| flight.riders).sum();
        let wanted = if flying < CROWD { flying } else { 2 * flying };
        self.open.riders >= wanted
    }

    /// Returns the sequence of the block whose waiter should write or gather next, or `None` if
    /// nothing can be written. `waiting` returns whether a block has a waiter.
    pub(crate) fn next_leader(&self, waiting: impl Fn(u64) -> bool) -> Option<u64> {
        let all = Some(self.target(Lsn(u64::MAX)));
        if !self.may_take(all) && !self.lacks_gatherer(all) {
            return None;
        }
        let first = self.sealed.front().map_or(self.open.sequence, |sealed| sealed.sequence);
        (first..=self.open.sequence).find(|sequence| waiting(*sequence))
    }

    /// Records that the block is on disk after a write of `took_ns`. Calls `acknowledged` for every
    /// block that became durable, in order. Its buffer can be used again. A block becomes durable
    /// only after all blocks before it.
    pub(crate) fn written(&mut self, taken: Taken, took_ns: u64, acknowledged: impl FnMut(u64)) {
        let sequence = taken.block.sequence;
        if taken.block.riders > 0 {
            self.crowd.record_write(took_ns);
        }
        self.spare.push(taken.block.buf);
        if taken.aside {
            self.aside = false;
        }
        if let Some(flight) = self.flights.iter_mut().find(|flight| flight.sequence == sequence) {
            flight.written = true;
        }
        self.land(acknowledged);
    }

    /// Drops the sealed blocks that lie wholly below `keep_from` without writing them, and returns
    /// their number. Only for a log that no reader but rollback needs.
    pub(crate) fn discard_below(&mut self, keep_from: Lsn) -> u64 {
        let mut discarded = 0;
        while let Some(block) = self.sealed.pop_front_if(|block| block.end <= keep_from) {
            self.flights.push_back(Flight { written: true, ..block.flight() });
            self.spare.push(block.buf.unpadded(block.used));
            discarded += 1;
        }
        self.land(|_| {});
        discarded
    }

    /// Removes the written blocks at the front of the window.
    fn land(&mut self, mut acknowledged: impl FnMut(u64)) {
        while self.flights.front().is_some_and(|flight| flight.written) {
            if let Some(flight) = self.flights.pop_front() {
                assert!(flight.end >= self.durable, "the durable end never goes back");
                self.durable = flight.end;
                acknowledged(flight.sequence);
            }
        }
    }

    /// Whether every record is durable.
    pub(crate) fn is_all_durable(&self) -> bool {
        self.durable > self.target(Lsn(u64::MAX))
    }

    /// Whether no block can be taken before a block in flight is done.
    pub(crate) fn window_is_full(&self) -> bool {
        self.aside || self.flights.len() >= self.in_flight_max
    }

    /// Whether the sealed blocks hold at least a quarter of the granted buffers, so that the
    /// background writer should be woken. Waking it for each block would cost the appender a
    /// twentieth of filling the block. Blocks without a waiter can wait for a few more.
    pub(crate) fn wants_writer(&self) -> bool {
        self.sealed.len() * 4 >= self.granted
    }

    /// Returns header (not filled in) and records of the block at `position`, while the block is
    /// buffered and not in flight. `None` otherwise.
    pub(crate) fn in_memory(&self, position: u64) -> Option<&[u8]> {
        if position == self.open.position {
            return Some(self.open.bytes());
        }
        let sealed = self.sealed.iter().find(|sealed| sealed.position == position)?;
        Some(&sealed.buf[..sealed.used])
    }

    /// Whether the block at `position` is in flight.
    pub(crate) fn in_flight(&self, position: u64) -> bool {
        self.flights.iter().any(|flight| flight.position == position)
    }

    /// Recomputes the limits after virtual log files were added or freed, or the log was woken or
    /// put to rest. A log at rest admits nothing.
    pub(crate) fn space_changed(&mut self) {
        if self.is_at_rest() {
            (self.limit_of_records, self.limit_of_reserved, self.limit_of_spare) = (0, 0, 0);
            return;
        }
        let slots = self.vlfs.slots(self.open.position);
        self.limit_of_records = limit(slots, MARGIN_OF_RECORDS);
        self.limit_of_reserved = limit(slots, 0);
        self.limit_of_spare = limit(slots, MARGIN_OF_RESTARTS);
    }

    /// Whether the records of the open block, all reservations and the margin of ordinary records
    /// fit if the log has the virtual log files `vlfs`.
    pub(crate) fn has_room_in(&self, vlfs: &VlfMap) -> bool {
        let content = self.open.used.saturating_sub(HEADER_BYTES) as u64;
        content + self.reserved < limit(vlfs.slots(self.open.position), MARGIN_OF_RECORDS)
    }

    /// Whether reservations, the margin of ordinary records and two blocks more fit in the virtual
    /// log files that the stream has not reached at `position`, the end of the one that it is in.
    pub(crate) fn has_room_behind(&self, position: u64) -> bool {
        self.reserved + 2 * CONTENT_BYTES as u64 <= limit(self.vlfs.slots(position), MARGIN_OF_RECORDS)
    }

    /// Whether every record has been hardened in its own place, so that the log ends at a block
    /// boundary.
    pub(crate) fn ends_at_border(&self) -> bool {
        self.open.records == 0 && self.sealed.is_empty() && self.flights.is_empty()
    }

    /// Returns the sequence of the block whose landing makes `lsn` durable: the first block that
    /// ends above it. `lsn` need not be a record: [`Tail::target`] returns the end of the block
    /// before an empty open block.
    fn sequence_of(&self, lsn: Lsn) -> u64 {
        let flying = self.flights.iter().find(|flight| flight.end > lsn).map(|flight| flight.sequence);
        let sealed = || self.sealed.iter().find(|sealed| sealed.end > lsn).map(|sealed| sealed.sequence);
        flying.or_else(sealed).unwrap_or(self.open.sequence)
    }

    fn padded(&self) -> usize {
        self.open.used.next_multiple_of(self.sector)
    }

    fn position_after_open(&self) -> u64 {
        self.vlfs.following(self.open.position, self.padded() as u64)
    }

    /// Keeps the padding of blocks from taking room, or ends that.
    pub(crate) fn set_undoing(&mut self, is_undoing: bool) {
        self.is_undoing = is_undoing;
    }

    fn padding_allowed(&self) -> bool {
        !self.is_undoing && self.reserved < limit(self.vlfs.slots(self.position_after_open()), MARGIN_OF_PADDING)
    }

    /// Copies the new bytes of the open block to the ring (its rule 1). Returns false if the
    /// records need a ring to survive, and there is none. A ring that isn't needed makes it true.
    /// Bytes already copied aren't copied again.
    pub(crate) fn put_into_ring(&mut self) -> bool {
        let Some(ring) = &mut self.ring else { return !self.wants_ring };
        let open = &mut self.open;
        if open.records == open.records_in_ring {
            return true;
        }
        if open.records_in_ring == 0 {
            let place = self.vlfs.place(open.position).expect("the open block is always placed");
            ring.begin(SlotKey { position: open.position, sequence: open.sequence, offset: place.offset });
        }
        ring.put(&open.buf[..open.used], open.records);
        open.records_in_ring = open.records;
        true
    }

    /// Copies the new bytes of the open block to the persisted log buffer, durably. Returns false
    /// without one.
    pub(crate) fn put_into_persisted_buffer(&mut self) -> bool {
        self.ring.as_ref().is_some_and(TailRing::is_persistent) && self.put_into_ring()
    }

    /// Ends the use of the persisted log buffer. Every record is in the log file.
    pub(crate) fn detach(&mut self) {
        debug_assert!(self.is_all_durable(), "a record would be in no file");
        self.ring = None;
        self.open.records_in_ring = 0;
    }

    /// Whether a tail ring or a persisted log buffer is attached.
    pub(crate) fn has_ring(&self) -> bool {
        self.ring.is_some()
    }

    /// Attaches a ring and copies all buffered blocks to it. No block is in flight: the ring must
    /// hold the tail of the log without gaps. The open block is copied too.
    pub(crate) fn attach(&mut self, mut ring: TailRing) {
        debug_assert!(self.flights.is_empty(), "a block in flight would be missing");
        for sealed in &self.sealed {
            let Sealed { position, sequence, offset, .. } = *sealed;
            ring.begin(SlotKey { position, sequence, offset });
            ring.put(&sealed.buf[..sealed.used], sealed.records);
        }
        self.ring = Some(ring);
        self.open.records_in_ring = 0;
        self.put_into_ring();
    }

    /// Unmaps the ring. The log is poisoned, so no record follows that the ring would need.
    pub(crate) fn let_go_of_ring(&mut self) {
        debug_assert!(self.poisoned.is_some(), "a log in use keeps its ring");
        self.ring = None;
    }

    fn seal(&mut self) -> Sealed {
        self.put_into_ring();
        let next = self.position_after_open();
        let place = self.vlfs.place(self.open.position).expect("the open block is always placed");
        assert!(self.vlfs.ensure_placed(next), "rule R leaves room for the open block");
        self.costs.add(self.open.used as u64, self.padded() as u64, next);
        let fresh = Open::new(self.buffer(), next, self.open.sequence + 1);
        self.gathering = Gathering::Not;
        let full = std::mem::replace(&mut self.open, fresh);
        self.space_changed();
        full.into_sealed(place.offset, Lsn::new(next, 0))
    }

    fn copy_aside(&mut self) -> Sealed {
        let buf = self.buffer();
        self.gathering = Gathering::Not;
        self.open.copy_into(buf)
    }

    fn buffer(&mut self) -> BlockBuffer {
        if let Some(buf) = self.spare.pop() {
            return buf;
        }
        assert!(self.unmade > 0, "callers see to a free buffer");
        self.unmade -= 1;
        BlockBuffer::new()
    }
}

/// The least number of buffers of an awake log (invariant 4).
pub(crate) const BUFFERS_MIN: usize = 2;
/// From this number of riders in flight, larger groups pay more than device depth.
const CROWD: u32 = 12;
