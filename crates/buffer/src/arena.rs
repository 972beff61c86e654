//! The pages of all frames: address space that is reserved with the pool and freed with it, never moved in between.
//!
//! A frame costs real memory only from its first use on, with those of its neighbourhood ([`Arena::reach`]), until it is
//! released. The arena hands out raw pointers; who may follow one is the latch's business.

use crate::address_space::AddressSpace;
use crate::page::PAGE_SIZE;
use sluice_base::sync::atomic::{AtomicU32, Ordering};

/// Page-sized slots, each aligned as direct I/O asks.
pub(crate) struct Arena {
    space: AddressSpace,
    frames: usize,
    /// Slots below have been used, or will be soon.
    reached: AtomicU32,
}

impl Arena {
    /// Room for `frames` pages; `None` if the system has none.
    pub(crate) fn new(frames: usize) -> Option<Arena> {
        let space = AddressSpace::new(frames.checked_mul(PAGE_SIZE)?)?;
        Some(Arena { space, frames, reached: AtomicU32::new(0) })
    }

    /// The first byte of `frame`; [`PAGE_SIZE`] bytes from there are the frame's alone and initialised.
    #[inline]
    pub(crate) fn page(&self, frame: u32) -> *mut u8 {
        assert!((frame as usize) < self.frames, "a frame of this arena");
        self.space.at(frame as usize * PAGE_SIZE).as_ptr()
    }

    /// `frame` is about to be used. Where it is the first of its neighbourhood, the system is asked for the memory of all of that at
    /// once: page by page, as they are touched, each costs several times as much.
    #[inline]
    pub(crate) fn reach(&self, frame: u32) {
        if frame >= self.reached.load(Ordering::Relaxed) {
            self.take_neighbourhood(frame);
        }
    }

    #[cold]
    fn take_neighbourhood(&self, frame: u32) {
        let first = frame - frame % NEIGHBOURHOOD;
        let end = (first + NEIGHBOURHOOD).min(self.frames as u32);
        self.reached.fetch_max(end, Ordering::Relaxed);
        let (place, bytes) = (self.page(first), (end - first) as usize * PAGE_SIZE);
        // SAFETY: the slots are this allocation's, whose content this call leaves as it is. Where the system does not know it (before
        // Linux 5.14) or has no memory, it fails and changes nothing, and pages come as they are touched.
        #[cfg(all(target_os = "linux", not(miri)))]
        unsafe {
            libc::madvise(place.cast(), bytes, libc::MADV_POPULATE_WRITE);
        }
        #[cfg(not(all(target_os = "linux", not(miri))))]
        let _ = (place, bytes);
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

/// So many slots get their memory together: 128 KB.
const NEIGHBOURHOOD: u32 = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_vfs::AlignedBuf;

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

    #[cfg(all(target_os = "linux", not(miri), not(feature = "shuttle")))]
    #[test]
    fn a_slot_that_is_used_first_brings_its_neighbours_and_no_others() {
        let arena = Arena::new(64).unwrap();
        let present = |frame: u32| {
            let mut state = [0u8; PAGE_SIZE / 4096];
            // SAFETY: one byte a page of 4 KB is written there, of pages of this allocation.
            let asked = unsafe { libc::mincore(arena.page(frame).cast(), PAGE_SIZE, state.as_mut_ptr()) };
            asked == 0 && state.iter().all(|byte| byte & 1 == 1)
        };
        arena.reach(20);
        // SAFETY: the first byte of a slot that nobody else uses.
        unsafe { arena.page(20).write(1) };
        let known = present(16);
        assert!(!present(40) && !present(15));
        // An old kernel gives each page by itself.
        assert!((16..32).all(|frame| frame == 20 || present(frame) == known));
        arena.reach(63);
        assert_eq!(present(48), known, "the last ones, too");
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
