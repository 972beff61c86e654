//! The frames without a page, and the memory that the pool may use.
//!
//! The pool takes memory from the instance's broker in pieces as frames are first used. It takes
//! what the instance's limit and other clerks leave, and never holds less than its floor. When
//! other clerks need memory, frames are *retired*: their memory returns to the system. The pool
//! therefore grows and shrinks with the limit.
//!
//! Invariant: the frames in use or free, `backed` of them, are at most the `granted` frames, whose
//! memory is reserved.

use sluice_base::memory::{Clerk, MemoryBroker, OutOfMemory, Reservation};
use sluice_base::sync::thread::yield_now;
use sluice_base::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::page::PAGE_SIZE;

/// The free frames and the memory of the pool; see the module.
pub(crate) struct FreeList {
    state: Mutex<State>,
    /// Notified when too few frames are free.
    wanting: Condvar,
    /// Notified when a frame becomes free while threads wait for one.
    freed: Condvar,
    memory: Reservation,
    /// Memory of the descriptors of the frames made so far.
    overhead: Reservation,
    /// Number of frames with address space.
    frames: usize,
}

struct State {
    /// Free frames with memory.
    returned: Vec<u32>,
    /// Free frames without memory.
    retired: Vec<u32>,
    /// First frame that was never used. Frames are first used in order, so that memory is touched
    /// only as needed.
    untouched: u32,
    /// Number of frames with reserved memory.
    granted: usize,
    /// Number of granted frames that threads may still retire ([`Retirement`]).
    leaving: usize,
    /// Number of frames that other clerks requested in vain.
    owed: usize,
    /// Number of threads that wait for a frame.
    waiting: usize,
    /// Whether the lazy writer is requested.
    is_wanted: bool,
}

impl FreeList {
    /// Returns a list with all of `frames` free. Reserves memory for the minimum number of frames.
    /// Fails if the broker doesn't have that minimum. No memory is touched.
    pub(crate) fn new(frames: usize, broker: &Arc<MemoryBroker>) -> Result<FreeList, OutOfMemory> {
        let granted = frames.min(FLOOR);
        let memory = broker.reserve(Clerk::BufferPool, bytes_of(granted))?;
        let overhead = broker.open(Clerk::BufferPool);
        let (returned, retired) = (Vec::new(), Vec::new());
        let state =
            State { returned, retired, untouched: 0, granted, leaving: 0, owed: 0, waiting: 0, is_wanted: false };
        let (wanting, freed) = (Condvar::new(), Condvar::new());
        Ok(FreeList { state: Mutex::new(state), wanting, freed, memory, overhead, frames })
    }

    /// Takes a free frame with memory: a returned one first, then a retired or new one within the
    /// reservation. Reserves another piece from the broker ahead of need, without waiting. Returns
    /// `None` if no frame is free.
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

    /// Makes frame `index` free.
    pub(crate) fn put(&self, index: u32) {
        let mut state = self.state.lock();
        state.returned.push(index);
        if state.waiting > 0 {
            self.freed.notify_one();
        }
    }

    /// Waits until a frame becomes free or [`FreeList::wake_next`] wakes this thread, at most
    /// `limit`. Another thread may take the frame first. Shuttle, which knows no time, lets other
    /// threads run.
    pub(crate) fn wait_for_frame(&self, limit: Duration) {
        if cfg!(feature = "shuttle") {
            return yield_now();
        }
        let mut state = self.state.lock();
        if state.returned.is_empty() {
            state.waiting += 1;
            state = self.freed.wait_timeout(state, limit);
            state.waiting -= 1;
        }
    }

    /// Whether threads wait for a frame.
    pub(crate) fn has_waiters(&self) -> bool {
        self.state.lock().waiting > 0
    }

    /// Wakes a thread that waits for a frame, if one does. Called by a thread that has written a
    /// batch, so that another writes the next one if too few frames were freed.
    pub(crate) fn wake_next(&self) {
        if self.state.lock().waiting > 0 {
            self.freed.notify_one();
        }
    }

    /// Allows the caller to retire at most `most` frames. Several threads that retire frames at
    /// once leave the floor, since each holds a right for each of its frames.
    pub(crate) fn retirement(&self, most: usize) -> Retirement<'_> {
        let mut state = self.state.lock();
        let rights = self.dispensable_of(&state, most);
        state.leaving += rights;
        Retirement { list: self, rights }
    }

    /// Gives back reserved but unused memory of at most `frames` frames. Returns the number of
    /// frames.
    pub(crate) fn give_up_slack(&self, frames: usize) -> usize {
        let mut state = self.state.lock();
        let unused = state.granted - state.backed();
        let given = frames.min(unused).min(self.dispensable_of(&state, frames));
        state.granted -= given;
        self.memory.shrink(bytes_of(given));
        given
    }

    /// Returns the number of frames above the floor, at most `frames`.
    pub(crate) fn dispensable(&self, frames: usize) -> usize {
        self.dispensable_of(&self.state.lock(), frames)
    }

    fn dispensable_of(&self, state: &State, frames: usize) -> usize {
        frames.min(state.granted.saturating_sub(self.floor() + state.leaving))
    }

    /// Takes a free frame with memory, to be retired. `None` if there is none, even if memory for
    /// more frames is reserved.
    pub(crate) fn take_returned(&self) -> Option<u32> {
        self.state.lock().returned.pop()
    }

    /// Records that other clerks requested `frames` frames more than could be given back at once,
    /// and wakes the lazy writer.
    pub(crate) fn owe(&self, frames: usize) {
        let mut state = self.state.lock();
        state.owed = frames;
        self.call(&mut state);
    }

    /// Returns the number of owed frames and resets it.
    pub(crate) fn take_owed(&self) -> usize {
        std::mem::take(&mut self.state.lock().owed)
    }

    /// Returns the number of frames that could take a page at once.
    pub(crate) fn len(&self) -> usize {
        let state = self.state.lock();
        state.returned.len() + self.capacity_of(&state).saturating_sub(state.backed())
    }

    /// Returns the number of frames that have a page or will have it soon.
    pub(crate) fn in_use(&self) -> usize {
        let state = self.state.lock();
        state.backed() - state.returned.len()
    }

    /// Returns the number of frames possible at this moment: the pool's memory plus free memory.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity_of(&self.state.lock())
    }

    fn capacity_of(&self, state: &State) -> usize {
        (state.granted + (self.memory.free_bytes() / PAGE_SIZE as u64) as usize).min(self.frames)
    }

    /// Returns the number of frames that all of the instance's memory would hold.
    pub(crate) fn size(&self) -> usize {
        self.frames.min(usize::try_from(self.memory.limit() / PAGE_SIZE as u64).unwrap_or(usize::MAX))
    }

    /// Records the present size in bytes of the pool's structures.
    #[cold]
    pub(crate) fn note_overhead(&self, bytes: u64) {
        self.overhead.set(bytes);
    }

    /// Returns the number of frames to free so that enough are free plus `more`, which other clerks
    /// requested. Takes free memory first, so that no page is evicted while there is memory.
    pub(crate) fn shortage(&self, more: usize) -> usize {
        let mut state = self.state.lock();
        let enough = 2 * self.low(&state);
        while more == 0 && state.slack() < enough && self.reserve_piece(&mut state) {}
        (enough + more).saturating_sub(state.slack())
    }

    /// Waits for a request to the lazy writer, at most `limit`. Clears the request.
    pub(crate) fn wait_until_wanted(&self, limit: Duration) {
        let mut state = self.state.lock();
        if !state.is_wanted {
            state = self.wanting.wait_timeout(state, limit);
        }
        state.is_wanted = false;
    }

    /// Ends a wait of the lazy writer.
    pub(crate) fn wake(&self) {
        self.call(&mut self.state.lock());
    }

    /// Reserves more memory, or wakes the lazy writer, before the last frame is used.
    fn look_ahead(&self, state: &mut MutexGuard<'_, State>) {
        let low = self.low(state);
        if state.slack() > low {
            return;
        }
        if !self.reserve_piece(state) && low > 0 {
            self.call(state);
        }
    }

    /// Reserves memory for more frames if memory is free. Returns whether it was.
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

    /// Returns the number of free frames at which the lazy writer is woken: a part of the present
    /// frames, so that a pool at its floor keeps its pages. Zero in a pool of a few pages. Larger
    /// pools keep a smaller part free, but never less than smaller pools.
    fn low(&self, state: &State) -> usize {
        (state.granted / LOW_PARTS).min(LOW_SMALL).max(state.granted / LOW_PARTS_LARGE).min(LOW_MAX)
    }

    /// Returns the number of frames that the pool keeps regardless of other clerks' needs. Without
    /// them, statements that sort would leave no page of any table in memory.
    fn floor(&self) -> usize {
        self.frames.min((self.size() / FLOOR_PARTS).max(FLOOR))
    }
}

/// The right to retire a number of frames. Rights that are not used end with it.
pub(crate) struct Retirement<'a> {
    list: &'a FreeList,
    rights: usize,
}

impl Retirement<'_> {
    /// Returns the number of frames that may still be retired.
    pub(crate) fn rights(&self) -> usize {
        self.rights
    }

    /// Makes frames free whose memory was returned to the system. Their part of the reservation is
    /// given back too. The caller has returned the memory already.
    pub(crate) fn retire(&mut self, frames: &[u32]) {
        debug_assert!(frames.len() <= self.rights, "each retired frame has a right");
        let mut state = self.list.state.lock();
        state.retired.extend_from_slice(frames);
        state.granted -= frames.len();
        state.leaving -= frames.len();
        self.rights -= frames.len();
        self.list.memory.shrink(bytes_of(frames.len()));
    }
}

impl Drop for Retirement<'_> {
    fn drop(&mut self) {
        self.list.state.lock().leaving -= self.rights;
    }
}

impl State {
    /// Returns the number of frames with memory, in use or free.
    fn backed(&self) -> usize {
        self.untouched as usize - self.retired.len()
    }

    /// Returns the number of frames that can be taken at once.
    fn slack(&self) -> usize {
        self.returned.len() + self.granted - self.backed()
    }
}

fn bytes_of(frames: usize) -> u64 {
    (frames * PAGE_SIZE) as u64
}

/// The least floor of the pool, which it reserves when it is made: 4 MB.
const FLOOR: usize = 512;

/// Divisor of the instance's memory: the floor of a large pool.
const FLOOR_PARTS: usize = 32;

/// Divisor of a small pool's frames: as many are free when the lazy writer is woken, at most
/// `LOW_SMALL`.
const LOW_PARTS: usize = 64;

/// The low-water mark of pools of 32 to 64 MB: a read of several pages at once.
const LOW_SMALL: usize = 64;

/// Divisor of a large pool's frames, as [`LOW_PARTS`]. Twice this part is free, not used for pages.
const LOW_PARTS_LARGE: usize = 128;

/// Number of frames for which memory is reserved at once: 1 MB.
const PIECE: usize = 128;

/// Maximum low-water mark of free frames, half of the lazy writer's target: 4 MB.
const LOW_MAX: usize = 512;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    const MB: u64 = 1 << 20;

    #[test]
    fn free_list_reserves_on_use_and_returns_on_retire() {
        let broker = MemoryBroker::new(8 * MB + MB / 2);
        let list = FreeList::new(2048, &broker).unwrap();
        assert_eq!(broker.held_by(Clerk::BufferPool), 4 * MB, "the floor");
        let taken: Vec<u32> = std::iter::from_fn(|| list.take()).collect();
        assert_eq!((taken.len(), broker.held()), (1024, 8 * MB), "no more than the limit, of 16 MB");
        assert_eq!((list.shortage(0), list.capacity()), (2 * 1024 / LOW_PARTS, 1024 + 47));
        assert_eq!(list.dispensable(usize::MAX), 512);
        let mut retirement = list.retirement(usize::MAX);
        assert_eq!((retirement.rights(), list.dispensable(usize::MAX)), (512, 0), "nobody else may retire frames");
        retirement.retire(&taken[..512]);
        drop(retirement);
        assert_eq!((broker.held(), list.dispensable(usize::MAX), list.in_use()), (4 * MB, 0, 512));
        let others = broker.reserve(Clerk::LogBuffer, 4 * MB).unwrap();
        assert_eq!(list.take(), None, "another clerk holds the memory");
        drop(others);
        assert!(list.take().is_some_and(|index| index < 512), "a retired frame comes back before one never used");
    }

    #[test]
    fn large_pool_keeps_fewer_frames_free() {
        let broker = MemoryBroker::new(1024 * MB);
        let list = FreeList::new(1 << 17, &broker).unwrap();
        let mut state = list.state.lock();
        let low = |frames: usize| {
            state.granted = frames;
            list.low(&state)
        };
        let expected = [0, 8, 64, 64, 128, LOW_MAX, LOW_MAX];
        assert_eq!([63, 512, 4096, 8192, 16384, 1 << 16, 1 << 17].map(low), expected);
    }

    #[test]
    fn unused_rights_to_retire_frames_end() {
        let broker = MemoryBroker::new(64 * MB);
        let list = FreeList::new(4096, &broker).unwrap();
        let taken: Vec<u32> = (0..1024).filter_map(|_| list.take()).collect();
        let (mut first, second) = (list.retirement(100), list.retirement(usize::MAX));
        assert_eq!((first.rights(), second.rights()), (100, 1152 - FLOOR - 100));
        first.retire(&taken[..60]);
        drop((first, second));
        assert_eq!(list.dispensable(usize::MAX), 1152 - FLOOR - 60);
    }

    #[test]
    fn large_pool_keeps_a_part_of_the_memory() {
        let broker = MemoryBroker::new(1024 * MB);
        let list = FreeList::new(1 << 17, &broker).unwrap();
        (0..1 << 16).for_each(|_| assert!(list.take().is_some()));
        assert_eq!(bytes_of(list.dispensable(usize::MAX)), broker.held_by(Clerk::BufferPool) - 32 * MB);
    }

    #[test]
    fn thread_that_waits_for_a_frame_is_woken_by_the_next() {
        let broker = MemoryBroker::new(8 * MB);
        let list = FreeList::new(600, &broker).unwrap();
        while list.take().is_some() {}
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                list.wait_for_frame(Duration::from_secs(600));
                list.take()
            });
            while list.state.lock().waiting == 0 {
                std::thread::yield_now();
            }
            list.put(7);
            assert_eq!(waiting.join().unwrap(), Some(7));
        });
    }

    #[test]
    fn slack_is_given_back_before_pages() {
        let broker = MemoryBroker::new(64 * MB);
        let list = FreeList::new(4096, &broker).unwrap();
        (0..600).for_each(|_| assert!(list.take().is_some()));
        let held = broker.held();
        assert_eq!(held, 5 * MB, "600 in use and some ahead");
        assert_eq!(list.give_up_slack(1000), 640 - 600);
        assert_eq!(broker.held(), bytes_of(600));
    }

    #[test]
    fn no_page_is_evicted_while_memory_is_free() {
        let broker = MemoryBroker::new(64 * MB);
        let list = FreeList::new(1 << 15, &broker).unwrap();
        for taken in [0, 1, 700, 2000] {
            (0..taken).for_each(|_| assert!(list.take().is_some()));
            assert_eq!(list.shortage(0), 0, "after {taken} more");
        }
        let others = broker.reserve(Clerk::LogBuffer, 64 * MB - broker.held()).unwrap();
        while list.take().is_some() {}
        let enough = 2 * (broker.held_by(Clerk::BufferPool) as usize / PAGE_SIZE / LOW_PARTS);
        assert!(enough > 0);
        assert_eq!((list.shortage(0), list.shortage(7)), (enough, enough + 7), "other clerks hold the rest");
        drop(others);
        assert_eq!(list.shortage(0), 0);
    }
}
