//! The pages of all frames, in address space reserved with the pool and freed with it. The pages
//! never move.
//!
//! A frame uses real memory from its first use, together with its neighbourhood ([`Arena::reach`]),
//! until it is released. The arena returns raw pointers; a frame's latch decides which thread may
//! use its pointer.

use crate::address_space::AddressSpace;
use crate::page::PAGE_SIZE;
use sluice_base::sync::atomic::{AtomicU32, Ordering};

/// Page-sized slots, each aligned for direct I/O.
pub(crate) struct Arena {
    space: AddressSpace,
    frames: usize,
    /// All slots below this number have memory or will soon have memory.
    reached: AtomicU32,
}

impl Arena {
    /// Reserves space for `frames` pages. Returns `None` if the system refuses.
    pub(crate) fn new(frames: usize) -> Option<Arena> {
        let space = AddressSpace::new(frames.checked_mul(PAGE_SIZE)?)?;
        Some(Arena { space, frames, reached: AtomicU32::new(0) })
    }

    /// Returns the first byte of `frame`, which must be one of the arena's (it panics otherwise).
    /// The [`PAGE_SIZE`] bytes from there belong to the frame alone and are initialised.
    #[inline]
    pub(crate) fn page(&self, frame: u32) -> *mut u8 {
        assert!((frame as usize) < self.frames, "a frame of this arena");
        self.space.at(frame as usize * PAGE_SIZE).as_ptr()
    }

    /// Prepares memory for the first use of `frame`. The first frame used in its neighbourhood
    /// populates the whole neighbourhood with a single system call. Populating page by page, on
    /// first touch, costs several times as much.
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
        // SAFETY: the slots belong to this allocation, and the call keeps their content. Before
        // Linux 5.14 or without memory, the call fails and changes nothing, and pages are populated
        // on first touch.
        #[cfg(all(target_os = "linux", not(miri)))]
        unsafe {
            libc::madvise(place.cast(), bytes, libc::MADV_POPULATE_WRITE);
        }
        #[cfg(not(all(target_os = "linux", not(miri))))]
        let _ = (place, bytes);
    }

    /// Returns the memory of `count` frames from `first` on to the system if possible. The slots
    /// may be used again, with undefined content.
    ///
    /// # Safety
    /// The frames must exist, and no reference to their slots' bytes may exist.
    pub(crate) unsafe fn release(&self, first: u32, count: usize) {
        let page = self.page(first);
        // SAFETY: the slots belong to this allocation alone, and the caller guarantees that no
        // reference to them exists. Address and length are multiples of the system's page (4 KB;
        // with larger pages the call fails and changes nothing). Private anonymous memory then
        // reads as zeroes, so the slots stay initialised.
        #[cfg(all(target_os = "linux", not(miri)))]
        unsafe {
            libc::madvise(page.cast(), count * PAGE_SIZE, libc::MADV_DONTNEED);
        }
        #[cfg(not(all(target_os = "linux", not(miri))))]
        let _ = (page, count);
    }
}

/// Slots that get their memory together: 128 KB.
const NEIGHBOURHOOD: u32 = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_vfs::AlignedBuf;

    #[test]
    fn arena_slots_are_aligned_zeroed_and_disjoint() {
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
    fn arena_frame_beyond_end_panics() {
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
        // SAFETY: the first byte of a slot that only this test uses.
        unsafe { arena.page(32_767).write(1) };
        let grown = resident().saturating_sub(before);
        assert!(grown < 64 << 20, "256 MB were reserved, {grown} bytes became real");
    }

    #[cfg(all(target_os = "linux", not(miri), not(feature = "shuttle")))]
    #[test]
    fn first_use_of_slot_populates_its_neighbourhood() {
        let arena = Arena::new(64).unwrap();
        let present = |frame: u32| {
            let mut state = [0u8; PAGE_SIZE / 4096];
            // SAFETY: the call writes a byte per 4 KB page of this allocation to `state`.
            let asked = unsafe { libc::mincore(arena.page(frame).cast(), PAGE_SIZE, state.as_mut_ptr()) };
            asked == 0 && state.iter().all(|byte| byte & 1 == 1)
        };
        arena.reach(20);
        // SAFETY: the first byte of a slot that only this test uses.
        unsafe { arena.page(20).write(1) };
        let known = present(16);
        assert!(!present(40) && !present(15));
        // An old kernel populates each page separately.
        assert!((16..32).all(|frame| frame == 20 || present(frame) == known));
        arena.reach(63);
        assert_eq!(present(48), known, "the last ones, too");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn released_slot_frees_its_memory_only() {
        let arena = Arena::new(64).unwrap();
        for frame in 0..64 {
            // SAFETY: the slot has PAGE_SIZE bytes and this test is the only user.
            unsafe { std::slice::from_raw_parts_mut(arena.page(frame), PAGE_SIZE) }.fill(7);
        }
        // SAFETY: no reference is left.
        unsafe { arena.release(9, 1) };
        for frame in 0..64 {
            // SAFETY: as above.
            let bytes = unsafe { std::slice::from_raw_parts(arena.page(frame), PAGE_SIZE) };
            let value = if frame == 9 && !cfg!(miri) { 0 } else { 7 };
            assert!(bytes.iter().all(|byte| *byte == value), "frame {frame}");
        }
    }
}
