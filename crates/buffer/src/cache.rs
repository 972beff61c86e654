//! The frames and their lookup structures, shared by guards, write-back, eviction and the pool.

use crate::arena::Arena;
use crate::counters::PoolCounters;
use crate::database::Databases;
use crate::extension::ExtensionSwitch;
use crate::frame::{Frame, PageKey, Residency};
use crate::frames::Frames;
use crate::free_list::{FreeList, Retirement};
use crate::page::PAGE_SIZE;
use crate::read_buffers::ReadBuffers;
use crate::replacer::Replacer;
use crate::table::PageTable;
use sluice_base::sync::atomic::{AtomicBool, AtomicU32};
use sluice_base::sync::{Arc, Mutex};
use sluice_base::waits::{WaitType, Waits};
use std::collections::BTreeMap;

/// The shared state of a pool.
pub(crate) struct Cache {
    pub(crate) frames: Frames,
    pub(crate) table: PageTable,
    pub(crate) replacer: Replacer,
    pub(crate) databases: Databases,
    /// Whether a database has ever lost the means to write its pages.
    pub(crate) has_unwritable: AtomicBool,
    pub(crate) counters: PoolCounters,
    pub(crate) waits: Arc<Waits>,
    pub(crate) free: FreeList,
    pub(crate) read_buffers: ReadBuffers,
    pub(crate) extension: ExtensionSwitch,
    /// Number of epochs begun in all databases. A frame whose page has met all of them need not
    /// look epochs up.
    pub(crate) epochs: AtomicU32,
    /// Former contents, by frame, of pages being created anew in a database with epochs, for the
    /// epoch's hook. The page's guard knows whether there is an entry and removes it.
    pub(crate) replaced: Mutex<BTreeMap<u32, Box<[u8]>>>,
    arena: Arena,
}

impl Cache {
    /// Returns empty frames, of which `free` allows a number. Returns `None` if the system has no
    /// address space for them. The lookup structures start small and grow with the frames in use.
    pub(crate) fn new(frames: usize, waits: Arc<Waits>, free: FreeList) -> Option<Cache> {
        Some(Cache {
            arena: Arena::new(frames)?,
            frames: Frames::new(frames)?,
            table: PageTable::new(frames)?,
            replacer: Replacer::new(&**waits.clock()),
            databases: Databases::new(),
            has_unwritable: AtomicBool::new(false),
            counters: PoolCounters::default(),
            waits,
            free,
            read_buffers: ReadBuffers::default(),
            extension: ExtensionSwitch::new(),
            epochs: AtomicU32::new(0),
            replaced: Mutex::default(),
        })
    }

    /// Returns the frame with this number. Panics if there is none.
    #[inline]
    pub(crate) fn frame(&self, frame: u32) -> &Frame {
        &self.frames[frame as usize]
    }

    /// Returns the first byte of the page in `frame`.
    #[inline]
    pub(crate) fn data(&self, frame: u32) -> *mut u8 {
        self.arena.page(frame)
    }

    /// Returns the page in `frame`.
    ///
    /// # Safety
    /// The caller must hold the frame's latch, shared or exclusively, while it uses the result. The
    /// page must not be changed under that latch meanwhile.
    #[inline]
    pub(crate) unsafe fn bytes(&self, frame: u32) -> &[u8] {
        // SAFETY: the slot has PAGE_SIZE initialised bytes; the latch, held by the caller, keeps
        // writers out.
        unsafe { std::slice::from_raw_parts(self.data(frame), PAGE_SIZE) }
    }

    /// Returns the page in `frame` for changes.
    ///
    /// # Safety
    /// The caller must hold the frame's latch exclusively while it uses the result, and must not
    /// create another reference to the page meanwhile.
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "the frame's latch, not the borrow, makes the reference exclusive")]
    pub(crate) unsafe fn bytes_mut(&self, frame: u32) -> &mut [u8] {
        // SAFETY: as in `bytes`, and the caller's exclusive latch makes this the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.data(frame), PAGE_SIZE) }
    }

    /// Latches `frame` shared. A wait is counted. The wait type is that of a page read if the page
    /// is being loaded, else of a latch. After it, the caller checks that the frame still has the
    /// page.
    #[inline]
    pub(crate) fn latch_shared(&self, frame: &Frame) {
        frame.latch.lock_shared(|| {
            let is_loading = frame.is_loading();
            self.waits.begin(if is_loading { WaitType::PageIoLatchShared } else { WaitType::PageLatchShared })
        });
    }

    /// Latches `frame` exclusively. A wait is counted. The wait type is that of a page read if the
    /// page is being loaded, else of a latch. After it, the caller checks that the frame still has
    /// the page.
    #[inline]
    pub(crate) fn latch_exclusive(&self, frame: &Frame) {
        frame.latch.lock_exclusive(|| {
            let is_loading = frame.is_loading();
            self.waits.begin(if is_loading { WaitType::PageIoLatchExclusive } else { WaitType::PageLatchExclusive })
        });
    }

    /// Takes a frame without a page. The frame is latched exclusively. Returns `None` if no frame
    /// is free. Makes the frame's state and grows the lookup structures at its first use. No memory
    /// is requested from other clerks here.
    pub(crate) fn take_free(&self) -> Option<u32> {
        let index = self.free.take()?;
        if self.frames.ensure(index) {
            self.table.grow(self.frames.len());
            self.free.note_overhead(structure_bytes(self.frames.len()));
        }
        self.arena.reach(index);
        // Only a thread that followed a stale hint can hold the latch, and it releases the latch at
        // once.
        self.frame(index).latch.lock_exclusive(|| ());
        debug_assert!(self.frame(index).key() == PageKey::NONE, "a free frame has no page");
        Some(index)
    }

    /// Removes the page from `index`, which must be latched exclusively. The latch stays held.
    pub(crate) fn forget(&self, index: u32) {
        let frame = self.frame(index);
        self.table.remove(frame.key());
        frame.set_key(PageKey::NONE);
        frame.set_rec_lsn(sluice_base::ids::Lsn::NONE);
        frame.set_loading(false);
        frame.take_touch();
        self.replacer.forget(frame);
        frame.set_residency(Residency::Created);
    }

    /// Releases the exclusive latch of `index`, which must have no page, and makes the frame free.
    pub(crate) fn give_back(&self, index: u32) {
        self.frame(index).latch.unlock_exclusive();
        self.free.put(index);
    }

    /// Releases the memory of `frames` and their exclusive latches. The frames must have no page.
    /// Neighbouring frames are released by one call to the system.
    pub(crate) fn retire(&self, frames: &mut [u32], retirement: &mut Retirement<'_>) {
        frames.sort_unstable();
        for run in frames.chunk_by(|one, next| one + 1 == *next) {
            // SAFETY: the frames have no page and are latched exclusively, so no reference to their
            // bytes exists.
            unsafe { self.arena.release(run[0], run.len()) };
        }
        frames.iter().for_each(|index| self.frame(*index).latch.unlock_exclusive());
        retirement.retire(frames);
    }
}

/// Returns the bytes of the pool's structures for `frames` frames, without their pages.
fn structure_bytes(frames: usize) -> u64 {
    (frames * size_of::<Frame>() + PageTable::front_bytes(frames)) as u64
}
