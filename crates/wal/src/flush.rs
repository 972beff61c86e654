//! Group flush: writes blocks from the log buffer to the disk and wakes the waiters.
//!
//! Rules:
//! 1. A session that needs a block hardened and finds room in the window writes the block itself: a
//!    hop between threads costs more than it saves. Sessions that come meanwhile gather in the next
//!    block.
//! 2. Blocks are taken and chained (checksum of the predecessor) in order, under `chain`; the
//!    writes themselves overlap. Lock order: `chain`, then `tail`. Neither is held during I/O.
//! 3. A block is acknowledged when it and everything before it is written. The durable watermark in
//!    a block was true when the block was taken. At most `in_flight_max` blocks are unacknowledged
//!    at any time. So a block bears a watermark above every block further back than the window, and
//!    recovery needs watermarks alone.
//! 4. Sessions that wait for a block sleep at its bell (`bell`), apart from the lock of the log
//!    buffer. They are woken after that lock is released: the next leader first, so that the device
//!    works meanwhile. The number of blocks in flight follows from the number of waiters
//!    (`Tail::may_take`).
//! 5. A failed write poisons: `tail.poisoned` is set, and nothing is taken, appended or hardened
//!    afterwards.
//! 6. Every block written is one log flush. If padding would take reserved room (`space`), the open
//!    block is not closed but copied to one of the two side slots, in turn. So the last
//!    acknowledged copy is never overwritten. A later copy holds all of an earlier one.
//! 7. A block is written only if the header on disk names its virtual log file as in use (`header`,
//!    invariant 3). The taker of the first block of an unnamed virtual log file writes the header
//!    first, under the header's lock alone. The holder of the header's lock waits for no block.

use crate::bell::{Bell, Woken};
use crate::block::{self, BlockHeader};
use crate::device::Device;
use crate::error::LogError;
use crate::growing::Growing;
use crate::header::{Header, side_offset};
use crate::memory::Memory;
use crate::options::LogEnvironment;
use crate::tail::{Step, Tail};
use crate::transit::Taken;
use sluice_base::events::{EventKind, FieldValue};
use sluice_base::ids::Lsn;
use sluice_base::probe::Probe;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, reached};
use sluice_vfs::FileError;

/// The background service of a log.
pub trait LogWatcher: Send + Sync {
    /// Called when the log has left its rest, and when blocks wait to be written by
    /// [`crate::Log::background_turn`]. The caller may hold the lock of the log buffer, so the
    /// function waits for nothing and does not use the log.
    fn wake(&self);
}

/// The state shared by all users of a log. The lock order is `header`, `growing`, `chain`, `state`.
pub(crate) struct Shared {
    pub(crate) device: Device,
    pub(crate) env: LogEnvironment,
    /// The header as on disk. Writers of the header lock it before `tail`.
    pub(crate) header: Mutex<Header>,
    /// The rest of a growth in progress. Locked after `header`.
    pub(crate) growing: Mutex<Growing>,
    identity: Identity,
    pub(crate) chain: Mutex<Chain>,
    state: Mutex<State>,
    /// Copies of values in `state`, for readers without the lock.
    next_lsn: AtomicU64,
    durable: AtomicU64,
    /// The LSN below which every record is in the log file or in the persisted log buffer; 0
    /// without a buffer.
    pub(crate) persisted: AtomicU64,
    /// The position up to which the header on disk names the virtual log files in use.
    pub(crate) named_below: AtomicU64,
    bells: Box<[Bell]>,
    /// Signalled at every acknowledgement, if a session waits for a buffer or for a block in
    /// flight.
    progress: Condvar,
    watcher: OnceLock<Box<dyn LogWatcher>>,
    pub(crate) memory: Memory,
    pub(crate) in_flight_max: usize,
}

/// The fields that all blocks of this run share: database, epoch and the unit of padding in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    pub(crate) guid: sluice_base::ids::DatabaseGuid,
    pub(crate) epoch: u32,
    /// The position of the first block of the epoch.
    pub(crate) epoch_first: u64,
    pub(crate) sector: u32,
}

/// The state that links a block to its predecessor.
pub(crate) struct Chain {
    pub(crate) previous: u32,
    /// The side slot of the next side write.
    pub(crate) side: usize,
}

/// The log buffer and the counts of its waiters.
pub(crate) struct State {
    pub(crate) tail: Tail,
    waiting_for_progress: u32,
    /// Whether the watcher was called and has not written a block since.
    pub(crate) is_watcher_called: bool,
}

impl Shared {
    /// Returns the shared state of a started log whose last block on disk has the checksum
    /// `previous`. Does no I/O.
    pub(crate) fn new(
        device: Device,
        env: LogEnvironment,
        header: Header,
        tail: Tail,
        previous: u32,
        memory: Memory,
    ) -> Shared {
        let identity =
            Identity { guid: header.guid, epoch: header.epoch, epoch_first: header.epoch_first, sector: header.sector };
        Shared {
            device,
            env,
            header: Mutex::new(header),
            growing: Mutex::default(),
            identity,
            chain: Mutex::new(Chain { previous, side: 0 }),
            next_lsn: AtomicU64::new(tail.next_lsn().0),
            durable: AtomicU64::new(tail.durable.0),
            persisted: AtomicU64::new(0),
            named_below: AtomicU64::new(tail.vlfs.end()),
            in_flight_max: tail.in_flight_max(),
            state: Mutex::new(State { tail, waiting_for_progress: 0, is_watcher_called: false }),
            bells: (0..BELLS).map(|_| Bell::default()).collect(),
            progress: Condvar::new(),
            watcher: OnceLock::new(),
            memory,
        }
    }

    /// Locks the log buffer. The lock is held for a copy of bytes, never for I/O.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Publishes the LSN of the next record to readers without the lock. The caller holds the lock.
    pub(crate) fn publish_next(&self, tail: &Tail) {
        self.next_lsn.store(tail.next_lsn().0, Ordering::Release);
    }

    /// Returns the unit blocks are padded to, in bytes.
    pub(crate) fn sector(&self) -> u32 {
        self.identity.sector
    }

    /// Returns the LSN of the next record, as last published. Takes no lock.
    pub(crate) fn next_lsn(&self) -> Lsn {
        Lsn(self.next_lsn.load(Ordering::Acquire))
    }

    /// Returns the number of this start of the log.
    pub(crate) fn epoch(&self) -> u32 {
        self.identity.epoch
    }

    /// Returns the first LSN of the epoch.
    pub(crate) fn epoch_first(&self) -> Lsn {
        Lsn::new(self.identity.epoch_first, 0)
    }

    /// Returns the LSN below which every record is in the log file.
    pub(crate) fn durable(&self) -> Lsn {
        Lsn(self.durable.load(Ordering::Acquire))
    }

    /// Returns the LSN below which every record survives a power cut with the persisted log buffer,
    /// or [`Lsn::NONE`] without one.
    pub(crate) fn persisted(&self) -> Lsn {
        Lsn(self.persisted.load(Ordering::Acquire))
    }

    /// Publishes the LSN of the next record as the result of [`Shared::persisted`]: the persisted
    /// log buffer has every record that the log file lacks. The caller holds the lock. No waiter is
    /// woken.
    pub(crate) fn publish_persisted(&self, tail: &Tail) {
        self.persisted.store(tail.next_lsn().0, Ordering::Release);
    }

    /// Waits until `lsn`, or everything appended so far if that is less, is on disk. `committer` is
    /// the committer's number if `lsn` is a commit. The caller itself writes the block if no other
    /// session does, or waits for its writer. A committer may first gather others. Fails with
    /// `Poisoned` if a write failed or the log is closed.
    pub(crate) fn harden(&self, lsn: Lsn, committer: Option<u64>) -> Result<(), LogError> {
        let mut state = self.lock();
        let lsn = state.tail.target(lsn);
        if let Some(committer) = committer {
            state.tail.count_commit(committer, || self.env.waits.clock().monotonic_ns());
        }
        if state.tail.durable <= lsn {
            state.tail.ride(lsn);
        }
        loop {
            let woken = match state.tail.step(lsn) {
                Step::Done => return Ok(()),
                _ if state.tail.poisoned.is_some() => return Err(poison_of(&state.tail)),
                Step::Lead => {
                    drop(state);
                    self.write_next(Some(lsn))?;
                    Woken::Over
                }
                Step::Wait(sequence) => {
                    let bell = &self.bells[bell_of(sequence)];
                    let sleepers = bell.join();
                    drop(state);
                    bell.wait(sleepers, || self.durable() > lsn)
                }
                Step::Gather => {
                    let (sequence, limit) = state.tail.gather();
                    let bell = &self.bells[bell_of(sequence)];
                    let sleepers = bell.join();
                    drop(state);
                    let woken = bell.wait_within(sleepers, limit, || self.durable() > lsn);
                    if woken != Woken::Over {
                        self.lock().tail.gathered(sequence, woken == Woken::Late);
                    }
                    woken
                }
            };
            if woken == Woken::Over && self.durable() > lsn {
                return Ok(());
            }
            state = self.lock();
            if woken == Woken::Called && !matches!(state.tail.step(lsn), Step::Lead | Step::Gather) {
                // Rule 2 of `bell`.
                state = self.pass_on(state);
            }
        }
    }

    /// Writes the next block: a sealed block, or the open block if `target` lies in it. Returns
    /// false if the window is full or there is no such block. Blocks are taken, chained and written
    /// in order, but writes may complete in any order. Sessions whose block became durable are
    /// woken. A failed write poisons the log and wakes everybody.
    pub(crate) fn write_next(&self, target: Option<Lsn>) -> Result<bool, LogError> {
        let mut chain = self.chain.lock();
        let (taken, called) = {
            let mut state = self.lock();
            let taken = state.tail.take(target);
            self.publish_next(&state.tail);
            let called = if taken.is_some() { self.call_leader(&state) } else { None };
            (taken, called)
        };
        let Some(mut taken) = taken else { return Ok(false) };
        if let Some(bell) = called {
            bell.wake_called();
        }
        let length = self.finish(&mut chain, &mut taken);
        drop(chain);
        self.name_place_of(taken.block.position)?;
        let block_id = taken.block.position;
        self.raise(EventKind::LogFlushStart, (block_id, length), None);
        let clock = self.env.waits.clock();
        let begun_ns = clock.monotonic_ns();
        let result = self.device.write_block(taken.block.offset, &taken.block.buf[..length]);
        let took_ns = clock.monotonic_ns() - begun_ns;
        self.raise(EventKind::LogFlushComplete, (block_id, length), Some(took_ns));
        self.complete(taken, took_ns, result).map(|()| true)
    }

    /// Raises an event of the write of a block of `length` bytes. A block's id is its position.
    #[inline]
    fn raise(&self, kind: EventKind, (block_id, length): (u64, usize), took_ns: Option<u64>) {
        let events = self.env.waits.events();
        events.raise(kind, || {
            let took_ms = took_ns.map(|took_ns| took_ns / NS_OF_MS);
            let fields = [block_id, length as u64].into_iter().chain(took_ms).map(FieldValue::UInt);
            [events.database_of(self.env.storage)].into_iter().chain(fields).collect()
        });
    }

    /// Lets working committers harden `lsn` with their own records: waits for the block in flight
    /// and the next one to land. Returns at once if nothing is in flight.
    pub(crate) fn let_others_go_first(&self, lsn: Lsn) {
        let mut state = self.lock();
        for _ in 0..LANDINGS {
            if state.tail.durable > lsn || state.tail.poisoned.is_some() || !state.tail.is_in_flight() {
                return;
            }
            state = self.wait_for_progress(state);
        }
    }

    /// Waits until a block buffer is free or a block in flight has landed.
    pub(crate) fn wait_for_progress<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.waiting_for_progress += 1;
        let mut state = self.progress.wait(state);
        state.waiting_for_progress -= 1;
        state
    }

    /// Calls the watcher after a block was sealed, if enough blocks wait. The caller holds the
    /// lock.
    pub(crate) fn announce_sealed(&self, state: &mut State) {
        if !state.is_watcher_called && state.tail.wants_writer() {
            state.is_watcher_called = true;
            self.call_watcher();
        }
    }

    /// Sets the watcher, once.
    pub(crate) fn set_watcher(&self, watcher: Box<dyn LogWatcher>) {
        let _is_first = self.watcher.set(watcher);
    }

    /// Wakes the watcher, if one is set: there is background work for this log.
    pub(crate) fn call_watcher(&self) {
        if let Some(watcher) = self.watcher.get() {
            watcher.wake();
        }
    }

    /// Stops the log for good: later appends and hardenings fail, and all waiters are woken. `why`
    /// names the failed operation. Returns the error for the caller.
    pub(crate) fn poison(&self, why: &str) -> LogError {
        reached(Probe::Poison);
        self.refuse(why)
    }

    /// Accepts no more records, for the reason `why` unless there is an earlier one, and wakes all
    /// waiters. Returns the error that later calls get.
    pub(crate) fn refuse(&self, why: &str) -> LogError {
        let mut state = self.lock();
        state.tail.poisoned.get_or_insert_with(|| Arc::from(why));
        self.wake_all();
        poison_of(&state.tail)
    }

    /// Writes the block header, pads the block and links the chain. Returns the number of bytes to
    /// write.
    fn finish(&self, chain: &mut Chain, taken: &mut Taken) -> usize {
        let block = &mut taken.block;
        let length = block.used.next_multiple_of(self.identity.sector as usize);
        block.buf.pad(block.used);
        let header = BlockHeader {
            guid: self.identity.guid,
            epoch: self.identity.epoch,
            position: block.position,
            sequence: block.sequence,
            durable: taken.durable,
            used: block.used as u32,
            records: block.records,
            previous: chain.previous,
        };
        let checksum = block::finish(&mut block.buf, &header);
        if taken.aside {
            block.offset = side_offset(chain.side);
            chain.side ^= 1;
        } else {
            chain.previous = checksum;
        }
        length
    }

    /// Handles the result of a block write that took `took_ns`.
    fn complete(&self, taken: Taken, took_ns: u64, result: Result<(), FileError>) -> Result<(), LogError> {
        if let Err(error) = result {
            return Err(self.poison(&error.to_string()));
        }
        self.env.counters.log_flushes.add(1);
        self.env.counters.log_bytes_flushed.add(block::counted_bytes(taken.block.used));
        let mut acknowledged = [false; BELLS];
        let mut state = self.lock();
        state.tail.written(taken, took_ns, |sequence| acknowledged[bell_of(sequence)] = true);
        let called = self.landed(&state);
        drop(state);
        // Wakes the next leader first, so that the device works while the others wake.
        if let Some(bell) = called {
            bell.wake_called();
        }
        let rung = self.bells.iter().zip(acknowledged).filter(|(_, is_acknowledged)| *is_acknowledged);
        rung.for_each(|(bell, _)| bell.ring());
        Ok(())
    }

    /// Wakes the waiters for progress and calls the next leader, after blocks have left the buffer.
    /// Returns the bell of the called session, if one is called. The caller holds the lock, and
    /// wakes the session after releasing it.
    #[must_use]
    pub(crate) fn landed(&self, state: &State) -> Option<&Bell> {
        self.durable.store(state.tail.durable.0, Ordering::Release);
        if state.waiting_for_progress > 0 {
            self.progress.notify_all();
        }
        self.call_leader(state)
    }

    /// Calls one waiter that can write the next block. Runs after every change that can open the
    /// window, so that no block stays unwritten while all its waiters sleep.
    fn call_leader(&self, state: &State) -> Option<&Bell> {
        let called = state.tail.next_leader(|sequence| self.bells[bell_of(sequence)].call());
        called.map(|sequence| &self.bells[bell_of(sequence)])
    }

    /// Passes a call on: the called session has no block to write, but another may have.
    fn pass_on<'a>(&'a self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let Some(bell) = self.call_leader(&state) else { return state };
        drop(state);
        bell.wake_called();
        self.lock()
    }

    fn wake_all(&self) {
        self.bells.iter().for_each(Bell::call_all);
        self.progress.notify_all();
    }
}

/// Returns [`LogError::Poisoned`]. Its text names the failure that poisoned the log. If the log
/// isn't poisoned, the text says that the log was closed.
pub(crate) fn poison_of(tail: &Tail) -> LogError {
    LogError::Poisoned(tail.poisoned.clone().unwrap_or_else(|| Arc::from("the log was closed")))
}

/// Returns the bell of block `sequence`. Blocks waited for at the same time have different bells:
/// fewer than [`BELLS`] blocks lie between the oldest unacknowledged block and the open one. So a
/// call never reaches the waiter of another block.
fn bell_of(sequence: u64) -> usize {
    (sequence % BELLS as u64) as usize
}

/// The block in flight, the next block, and one more for a late committer.
const LANDINGS: usize = 3;
const NS_OF_MS: u64 = 1_000_000;
const BELLS: usize = 32;
const _: () = assert!(BELLS > 2 * crate::transit::BUFFERS - 1);
