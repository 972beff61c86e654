//! The frames and everything that finds them: what guards, write-back, eviction and the pool share.

use crate::arena::Arena;
use crate::counters::PoolCounters;
use crate::database::Databases;
use crate::frame::{Frame, PageKey};
use crate::frames::Frames;
use crate::free_list::FreeList;
use crate::page::PAGE_SIZE;
use crate::read_buffers::ReadBuffers;
use crate::replacer::Replacer;
use crate::table::PageTable;
use sluice_base::sync::atomic::AtomicU32;
use sluice_base::sync::{Arc, Mutex};
use sluice_base::waits::{WaitType, Waits};
use std::collections::BTreeMap;

/// The shared state of a pool.
pub(crate) struct Cache {
    pub(crate) frames: Frames,
    pub(crate) table: PageTable,
    pub(crate) replacer: Replacer,
    pub(crate) databases: Databases,
    pub(crate) counters: PoolCounters,
    pub(crate) waits: Arc<Waits>,
    pub(crate) free: FreeList,
    pub(crate) read_buffers: ReadBuffers,
    /// Counts the epochs of all databases: a frame that has met them all need not look.
    pub(crate) epochs: AtomicU32,
    /// By frame, what a page held that is being created anew and that an epoch's hook may ask for; a guard knows whether there is any
    /// and takes it away.
    pub(crate) replaced: Mutex<BTreeMap<u32, Box<[u8]>>>,
    arena: Arena,
}

impl Cache {
    /// Empty frames, of which `free` says how many may be used; `None` if the system has no room for them.
    pub(crate) fn new(frames: usize, waits: Arc<Waits>, free: FreeList) -> Option<Cache> {
        Some(Cache {
            arena: Arena::new(frames)?,
            frames: Frames::new(frames)?,
            table: PageTable::new(frames)?,
            replacer: Replacer::new(),
            databases: Databases::new(),
            counters: PoolCounters::default(),
            waits,
            free,
            read_buffers: ReadBuffers::default(),
            epochs: AtomicU32::new(0),
            replaced: Mutex::default(),
        })
    }

    /// The state of `frame`.
    #[inline]
    pub(crate) fn frame(&self, frame: u32) -> &Frame {
        &self.frames[frame as usize]
    }

    /// The first byte of the page in `frame`.
    #[inline]
    pub(crate) fn data(&self, frame: u32) -> *mut u8 {
        self.arena.page(frame)
    }

    /// The page in `frame`.
    ///
    /// # Safety
    /// The caller holds the frame's latch, shared or exclusively, for as long as it uses the result, and nobody changes
    /// the page by that hold meanwhile.
    #[inline]
    pub(crate) unsafe fn bytes(&self, frame: u32) -> &[u8] {
        // SAFETY: the slot has PAGE_SIZE initialised bytes; the latch keeps writers out (the caller's promise).
        unsafe { std::slice::from_raw_parts(self.data(frame), PAGE_SIZE) }
    }

    /// The page in `frame`, to be changed.
    ///
    /// # Safety
    /// The caller holds the frame's latch exclusively for as long as it uses the result, and makes no other reference
    /// to the page meanwhile.
    #[inline]
    #[expect(
        clippy::mut_from_ref,
        reason = "the frame's latch, not the borrow, is what makes the reference the only one"
    )]
    pub(crate) unsafe fn bytes_mut(&self, frame: u32) -> &mut [u8] {
        // SAFETY: as in `bytes`, and the exclusive latch makes this the only reference (the caller's promise).
        unsafe { std::slice::from_raw_parts_mut(self.data(frame), PAGE_SIZE) }
    }

    /// Latches `frame` shared; the wait, if there is one, is counted.
    #[inline]
    pub(crate) fn latch_shared(&self, frame: &Frame) {
        frame.latch.lock_shared(|| {
            let is_loading = frame.is_loading();
            self.waits.begin(if is_loading { WaitType::PageIoLatchShared } else { WaitType::PageLatchShared })
        });
    }

    /// Latches `frame` exclusively; the wait, if there is one, is counted.
    #[inline]
    pub(crate) fn latch_exclusive(&self, frame: &Frame) {
        frame.latch.lock_exclusive(|| {
            let is_loading = frame.is_loading();
            self.waits.begin(if is_loading { WaitType::PageIoLatchExclusive } else { WaitType::PageLatchExclusive })
        });
    }

    /// A frame without a page, latched exclusively, if there is one.
    pub(crate) fn take_free(&self) -> Option<u32> {
        let index = self.free.take()?;
        if self.frames.ensure(index) {
            self.table.grow(self.frames.len());
            self.free.note_overhead(known_bytes(self.frames.len()));
        }
        self.arena.reach(index);
        // Only a thread that followed a stale hint can hold the latch, and it lets go at once.
        self.frame(index).latch.lock_exclusive(|| ());
        debug_assert!(self.frame(index).key() == PageKey::NONE, "a free frame has no page");
        Some(index)
    }

    /// Takes the page out of `index`, which is latched exclusively: the frame has no page then, and keeps its latch.
    pub(crate) fn forget(&self, index: u32) {
        let frame = self.frame(index);
        self.table.remove(frame.key());
        frame.set_key(PageKey::NONE);
        frame.set_rec_lsn(sluice_base::ids::Lsn::NONE);
        frame.set_loading(false);
        frame.take_touch();
    }

    /// Lets go of the exclusive latch of `index`, which has no page, and makes the frame free.
    pub(crate) fn give_back(&self, index: u32) {
        self.frame(index).latch.unlock_exclusive();
        self.free.put(index);
    }

    /// Lets go of the exclusive latch of `index`, which has no page, and of the frame's memory.
    pub(crate) fn retire(&self, index: u32) {
        // SAFETY: the frame has no page and is latched exclusively, so nobody has a reference to its bytes.
        unsafe { self.arena.release(index) };
        self.frame(index).latch.unlock_exclusive();
        self.free.retire(index);
    }
}

/// How much memory what the pool knows of so many frames takes, beside their pages.
fn known_bytes(frames: usize) -> u64 {
    (frames * size_of::<Frame>() + PageTable::front_bytes(frames)) as u64
}
