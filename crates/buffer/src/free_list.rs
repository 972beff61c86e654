//! The frames without a page, and how much memory the pool may use.
//!
//! The pool takes memory from the instance's broker by the piece, as frames are first used, as far as the instance's limit and
//! its other clerks leave any; it never holds less than its floor. What others need more it gives back: frames are *retired*,
//! their memory goes back to the system, until there is room again. So it grows and shrinks with the limit.
//!
//! Invariant: the frames in use or free, `backed` of them, are at most the frames `granted`, whose memory is reserved.

use sluice_base::memory::{Clerk, MemoryBroker, OutOfMemory, Reservation};
use sluice_base::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::page::PAGE_SIZE;

/// See the module.
pub(crate) struct FreeList {
    state: Mutex<State>,
    /// Told when fewer frames are free than should be.
    wanting: Condvar,
    memory: Reservation,
    /// The descriptors of the frames made so far.
    overhead: Reservation,
    /// How many frames there is address space for.
    frames: usize,
}

struct State {
    /// Free, with memory.
    returned: Vec<u32>,
    /// Free, without memory.
    retired: Vec<u32>,
    /// This frame and all after it were never used: they come in order, so that memory is touched as it is needed.
    untouched: u32,
    /// For how many frames memory is reserved.
    granted: usize,
    /// Frames that others have asked back in vain.
    owed: usize,
    /// The lazy writer is to work.
    is_wanted: bool,
}

impl FreeList {
    /// All of `frames` free, with memory set aside for the least that the pool works with.
    pub(crate) fn new(frames: usize, broker: &Arc<MemoryBroker>) -> Result<FreeList, OutOfMemory> {
        let granted = frames.min(FLOOR);
        let memory = broker.reserve(Clerk::BufferPool, bytes_of(granted))?;
        let overhead = broker.open(Clerk::BufferPool);
        let (returned, retired) = (Vec::new(), Vec::new());
        let state = State { returned, retired, untouched: 0, granted, owed: 0, is_wanted: false };
        Ok(FreeList { state: Mutex::new(state), wanting: Condvar::new(), memory, overhead, frames })
    }

    /// A free frame with memory.
    pub(crate) fn take(&self) -> Option<u32> {
        let mut state = self.state.lock();
        self.look_ahead(&mut state);
        if let Some(index) = state.returned.pop() {
            return Some(index);
        }
        if state.backed() >= state.granted {
            return None;
        }
        state.retired.pop().or_else(|| {
            state.untouched += 1;
            Some(state.untouched - 1)
        })
    }

    /// Makes `index` free.
    pub(crate) fn put(&self, index: u32) {
        self.state.lock().returned.push(index);
    }

    /// Makes `index` free whose memory the system has back; its part of the reservation is given back too.
    pub(crate) fn retire(&self, index: u32) {
        let mut state = self.state.lock();
        state.retired.push(index);
        state.granted -= 1;
        self.memory.shrink(bytes_of(1));
    }

    /// Gives back what is reserved and not in use, at most `frames`; gives how many that were.
    pub(crate) fn give_up_slack(&self, frames: usize) -> usize {
        let mut state = self.state.lock();
        let unused = state.granted - state.backed();
        let given = frames.min(unused).min(state.granted.saturating_sub(self.floor()));
        state.granted -= given;
        self.memory.shrink(bytes_of(given));
        given
    }

    /// How many frames the pool could do without, at most `frames`.
    pub(crate) fn dispensable(&self, frames: usize) -> usize {
        frames.min(self.state.lock().granted.saturating_sub(self.floor()))
    }

    /// A free frame that has memory, for it to be retired.
    pub(crate) fn take_returned(&self) -> Option<u32> {
        self.state.lock().returned.pop()
    }

    /// Notes that others wanted `frames` more than could be given back at once, and calls the lazy writer.
    pub(crate) fn owe(&self, frames: usize) {
        let mut state = self.state.lock();
        state.owed = frames;
        self.call(&mut state);
    }

    /// What is owed; it is owed no more.
    pub(crate) fn take_owed(&self) -> usize {
        std::mem::take(&mut self.state.lock().owed)
    }

    /// How many frames could take a page at once.
    pub(crate) fn len(&self) -> usize {
        let state = self.state.lock();
        state.returned.len() + self.capacity_of(&state).saturating_sub(state.backed())
    }

    /// How many frames have a page, or are about to.
    pub(crate) fn in_use(&self) -> usize {
        let state = self.state.lock();
        state.backed() - state.returned.len()
    }

    /// How many frames there may be at this moment: what the pool holds, and what nobody holds.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity_of(&self.state.lock())
    }

    fn capacity_of(&self, state: &State) -> usize {
        (state.granted + (self.memory.free_bytes() / PAGE_SIZE as u64) as usize).min(self.frames)
    }

    /// How many frames there would be if the pool had all of the instance's memory.
    pub(crate) fn size(&self) -> usize {
        self.frames.min(usize::try_from(self.memory.limit() / PAGE_SIZE as u64).unwrap_or(usize::MAX))
    }

    /// What the pool knows of its frames takes so many bytes by now.
    #[cold]
    pub(crate) fn note_overhead(&self, bytes: u64) {
        self.overhead.set(bytes);
    }

    /// How many frames are to be made free for there to be enough, and `more`, which others have asked back. While there is memory that nobody
    /// has, the pool takes of that: no page is given up for room that is there.
    pub(crate) fn shortage(&self, more: usize) -> usize {
        let mut state = self.state.lock();
        let enough = 2 * self.low();
        while more == 0 && state.slack() < enough && self.reserve_piece(&mut state) {}
        (enough + more).saturating_sub(state.slack())
    }

    /// Waits until the lazy writer is wanted, at most `limit`; the call is answered then.
    pub(crate) fn wait_until_wanted(&self, limit: Duration) {
        let mut state = self.state.lock();
        if !state.is_wanted {
            state = self.wanting.wait_timeout(state, limit);
        }
        state.is_wanted = false;
    }

    /// Ends that wait.
    pub(crate) fn wake(&self) {
        self.call(&mut self.state.lock());
    }

    /// Reserves more, or calls the lazy writer, before the last frame is gone.
    fn look_ahead(&self, state: &mut MutexGuard<'_, State>) {
        if state.slack() > self.low() {
            return;
        }
        if !self.reserve_piece(state) && self.low() > 0 {
            self.call(state);
        }
    }

    /// Reserves memory for more frames, if there is any that nobody has.
    fn reserve_piece(&self, state: &mut State) -> bool {
        let more = PIECE.min(self.frames - state.granted);
        let is_there = more > 0 && self.memory.grow_if_free(bytes_of(more)).is_ok();
        state.granted += if is_there { more } else { 0 };
        is_there
    }

    fn call(&self, state: &mut MutexGuard<'_, State>) {
        if !state.is_wanted {
            state.is_wanted = true;
            self.wanting.notify_one();
        }
    }

    /// With so few free frames left, the lazy writer is called. None in a pool of a few pages.
    fn low(&self) -> usize {
        (self.size() / 64).min(LOW_MAX)
    }

    fn floor(&self) -> usize {
        self.frames.min(FLOOR)
    }
}

impl State {
    /// Frames that have memory, in use or free.
    fn backed(&self) -> usize {
        self.untouched as usize - self.retired.len()
    }

    /// Frames that can be taken at once.
    fn slack(&self) -> usize {
        self.returned.len() + self.granted - self.backed()
    }
}

fn bytes_of(frames: usize) -> u64 {
    (frames * PAGE_SIZE) as u64
}

/// The frames that the pool keeps whatever others need: 4 MB.
const FLOOR: usize = 512;

/// How many frames memory is reserved for at once: 1 MB.
const PIECE: usize = 128;

/// The most free frames that a large pool keeps, half of the lazy writer's aim: 4 MB.
const LOW_MAX: usize = 512;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    const MB: u64 = 1 << 20;

    #[test]
    fn memory_is_reserved_as_frames_are_used_and_given_back_when_they_retire() {
        let broker = MemoryBroker::new(8 * MB + MB / 2);
        let list = FreeList::new(2048, &broker).unwrap();
        assert_eq!(broker.held_by(Clerk::BufferPool), 4 * MB, "the floor");
        let taken: Vec<u32> = std::iter::from_fn(|| list.take()).collect();
        assert_eq!((taken.len(), broker.held()), (1024, 8 * MB), "no more than the limit, of 16 MB");
        assert_eq!((list.shortage(0), list.capacity()), (34, 1024 + 47));
        assert_eq!(list.dispensable(usize::MAX), 512);
        taken[..512].iter().for_each(|index| list.retire(*index));
        assert_eq!((broker.held(), list.dispensable(usize::MAX), list.in_use()), (4 * MB, 0, 512));
        let others = broker.reserve(Clerk::LogBuffer, 4 * MB).unwrap();
        assert_eq!(list.take(), None, "another has the memory");
        drop(others);
        assert!(list.take().is_some_and(|index| index < 512), "a retired frame comes back before one never used");
    }

    #[test]
    fn slack_goes_before_pages_do() {
        let broker = MemoryBroker::new(64 * MB);
        let list = FreeList::new(4096, &broker).unwrap();
        (0..600).for_each(|_| assert!(list.take().is_some()));
        let held = broker.held();
        assert_eq!(held, 6 * MB, "600 in use and some ahead");
        assert_eq!(list.give_up_slack(1000), 768 - 600);
        assert_eq!(broker.held(), bytes_of(600));
    }

    #[test]
    fn no_page_is_given_up_while_there_is_memory() {
        let broker = MemoryBroker::new(64 * MB);
        let list = FreeList::new(1 << 15, &broker).unwrap();
        for taken in [0, 1, 700, 2000] {
            (0..taken).for_each(|_| assert!(list.take().is_some()));
            assert_eq!(list.shortage(0), 0, "after {taken} more");
        }
        let others = broker.reserve(Clerk::LogBuffer, 64 * MB - broker.held()).unwrap();
        while list.take().is_some() {}
        assert_eq!((list.shortage(0), list.shortage(7)), (256, 263), "others have the rest");
        drop(others);
        assert_eq!(list.shortage(0), 0);
    }
}
