//! The front of the page table: for each hash, the frame where a page of that hash was last found.
//! Read without a lock.
//!
//! The slots in use grow with the frames in use, by doubling. Earlier entries then miss and are
//! recorded again.

use crate::address_space::AddressSpace;
use sluice_base::sync::atomic::{AtomicU32, Ordering};
use std::ptr::NonNull;

/// A slot per frame, or somewhat more.
pub(crate) struct Recent {
    /// The slots. Each has the frame's number plus 1; zero means none.
    first: NonNull<AtomicU32>,
    _space: AddressSpace,
    places: usize,
    /// Number of bits by which a hash is shifted right to select a slot in use.
    shift: AtomicU32,
}

impl Recent {
    /// Returns empty slots for at most `frames` frames. Returns `None` if the system has no space.
    /// Only as many slots as needed are in use.
    pub(crate) fn new(frames: usize) -> Option<Recent> {
        let places = 1 << bits(frames);
        let space = AddressSpace::new(places * size_of::<AtomicU32>())?;
        let first = space.at(0).cast::<AtomicU32>();
        // Zeroed memory is a valid zero of the standard library's atomics, so untouched slots need
        // no initialisation. Shuttle's atomics are constructed.
        if cfg!(feature = "shuttle") {
            // SAFETY: the address space has space for this many slots, and no thread sees them yet.
            (0..places).for_each(|place| unsafe { first.add(place).write(AtomicU32::new(0)) });
        }
        Some(Recent { first, _space: space, places, shift: AtomicU32::new(64 - MIN_BITS) })
    }

    /// Returns the size in bytes of the slots for `frames` frames. The number of slots is a power
    /// of two, and at least `frames` up to 2^31.
    pub(crate) fn bytes(frames: usize) -> usize {
        size_of::<AtomicU32>() << bits(frames)
    }

    /// Adapts the slots in use to `frames` frames in use.
    pub(crate) fn grow(&self, frames: usize) {
        let bits = bits(frames.min(self.places));
        self.shift.fetch_min(64 - bits, Ordering::Relaxed);
    }

    /// Returns the frame last recorded for the hash. `None` if there is none.
    #[inline]
    pub(crate) fn frame(&self, hash: u64) -> Option<u32> {
        self.place(hash).load(Ordering::Relaxed).checked_sub(1)
    }

    /// Records that a page of the hash was found in `frame`.
    pub(crate) fn note(&self, hash: u64, frame: u32) {
        self.place(hash).store(frame + 1, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, hash: u64) -> &AtomicU32 {
        let place = (hash >> self.shift.load(Ordering::Relaxed)) as usize;
        assert!(place < self.places, "a place of this pool");
        // SAFETY: the address space has `places` initialised atomics from `first`, and lives as
        // long as `self`.
        unsafe { self.first.add(place).as_ref() }
    }
}

// SAFETY: the address space contains atomics only, which any thread may use.
unsafe impl Send for Recent {}
// SAFETY: as above.
unsafe impl Sync for Recent {}

/// Returns the binary logarithm of the number of slots: as many as frames, or somewhat more.
fn bits(frames: usize) -> u32 {
    frames.next_power_of_two().trailing_zeros().clamp(MIN_BITS, 31)
}

const MIN_BITS: u32 = 6;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    #[test]
    fn recent_slots_grow_with_frames_in_use() {
        let recent = Recent::new(10_000).unwrap();
        let hash = |number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let known = |recent: &Recent| {
            (0..4_000u32).for_each(|frame| recent.note(hash(frame.into()), frame));
            (0..4_000u32).filter(|frame| recent.frame(hash((*frame).into())) == Some(*frame)).count()
        };
        assert_eq!(known(&recent), 64);
        recent.grow(4_000);
        assert!(known(&recent) > 2_000, "4,096 places");
        recent.grow(usize::MAX);
        recent.grow(1);
        assert!(known(&recent) > 3_000, "slots never exceed the maximum and never shrink");
    }
}
