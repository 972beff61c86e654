//! The memory of all frames: one allocation, made with the pool and freed with it, never moved in between.
//!
//! The allocation is asked for zeroed, which large allocators answer with untouched memory of the system: a frame costs
//! real memory only from its first use on. The arena hands out raw pointers; who may follow one is the latch's
//! business.

use crate::page::PAGE_SIZE;
use sluice_vfs::AlignedBuf;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// Page-sized slots, each aligned as direct I/O asks.
pub(crate) struct Arena {
    base: NonNull<u8>,
    /// From `base` to the first aligned byte.
    skip: usize,
    layout: Layout,
    frames: usize,
}

impl Arena {
    /// Room for `frames` pages; `None` if the system has none.
    pub(crate) fn new(frames: usize) -> Option<Arena> {
        // A larger alignment than the allocator's own would make it clear, and so touch, every byte: align here
        // instead.
        let bytes = frames.checked_mul(PAGE_SIZE)?.checked_add(AlignedBuf::ALIGNMENT)?;
        let layout = Layout::from_size_align(bytes, 16).ok()?;
        // SAFETY: the layout's size is not zero, it holds at least the alignment's slack.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        // By the address itself: `align_offset` is allowed to give up.
        let skip = base.addr().get().wrapping_neg() % AlignedBuf::ALIGNMENT;
        Some(Arena { base, skip, layout, frames })
    }

    /// The first byte of `frame`; [`PAGE_SIZE`] bytes from there are the frame's alone and initialised.
    #[inline]
    pub(crate) fn page(&self, frame: u32) -> *mut u8 {
        assert!((frame as usize) < self.frames, "a frame of this arena");
        // SAFETY: the allocation has `skip + frames * PAGE_SIZE` bytes, and `frame < frames`.
        unsafe { self.base.as_ptr().add(self.skip + frame as usize * PAGE_SIZE) }
    }

    /// Gives the memory of `frame` back to the system, where it can be: the slot may be used again, and holds anything then.
    ///
    /// # Safety
    /// Nobody has a reference to the slot's bytes.
    pub(crate) unsafe fn release(&self, frame: u32) {
        let page = self.page(frame);
        // SAFETY: the slot is this allocation's alone, its address and length are multiples of the system's page (4 KB; where
        // that is larger the call fails and changes nothing), and nobody refers to it (the caller's promise). Private
        // anonymous memory reads as zeroes afterwards, so it stays initialised.
        #[cfg(all(target_os = "linux", not(miri)))]
        unsafe {
            libc::madvise(page.cast(), PAGE_SIZE, libc::MADV_DONTNEED);
        }
        #[cfg(not(all(target_os = "linux", not(miri))))]
        let _ = page;
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: `base` came from `alloc_zeroed` with this very layout and is freed once; every guard borrows the pool
        // that owns the arena, so none is left.
        unsafe { dealloc(self.base.as_ptr(), self.layout) }
    }
}

// SAFETY: the arena owns its bytes; it only hands out addresses, and following one is governed by the frame's latch.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_aligned_zeroed_and_apart() {
        let arena = Arena::new(5).unwrap();
        for frame in 0..5 {
            let page = arena.page(frame);
            assert_eq!(page as usize % AlignedBuf::ALIGNMENT, 0);
            // SAFETY: the slot has PAGE_SIZE initialised bytes and this test is the only user.
            let bytes = unsafe { std::slice::from_raw_parts_mut(page, PAGE_SIZE) };
            assert!(bytes.iter().all(|byte| *byte == 0), "no other slot reaches in here");
            bytes.fill(frame as u8 + 1);
        }
        for frame in 0..5 {
            // SAFETY: as above.
            let bytes = unsafe { std::slice::from_raw_parts(arena.page(frame), PAGE_SIZE) };
            assert!(bytes.iter().all(|byte| *byte == frame as u8 + 1));
        }
    }

    #[test]
    #[should_panic(expected = "a frame of this arena")]
    fn a_frame_beyond_the_end_is_refused() {
        let arena = Arena::new(2).unwrap();
        arena.page(2);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_taken_only_when_used() {
        let resident = || {
            let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
            statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        let before = resident();
        let arena = Arena::new(32_768).unwrap();
        // SAFETY: the first byte of a slot that nobody else uses.
        unsafe { arena.page(32_767).write(1) };
        let grown = resident().saturating_sub(before);
        assert!(grown < 64 << 20, "256 MB were reserved, {grown} bytes became real");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_released_slot_takes_no_memory_and_disturbs_no_other() {
        let arena = Arena::new(64).unwrap();
        for frame in 0..64 {
            // SAFETY: the slot has PAGE_SIZE bytes and this test is the only user.
            unsafe { std::slice::from_raw_parts_mut(arena.page(frame), PAGE_SIZE) }.fill(7);
        }
        // SAFETY: no reference is left.
        unsafe { arena.release(9) };
        for frame in 0..64 {
            // SAFETY: as above.
            let bytes = unsafe { std::slice::from_raw_parts(arena.page(frame), PAGE_SIZE) };
            let value = if frame == 9 && !cfg!(miri) { 0 } else { 7 };
            assert!(bytes.iter().all(|byte| *byte == value), "frame {frame}");
        }
    }
}
