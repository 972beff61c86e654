//! The front of the page table: for each hash the frame where a page of that hash was found last, read without a lock.
//!
//! The places in use grow with the frames in use, by doubling; what was noted before is then looked up in vain and noted anew.

use crate::address_space::AddressSpace;
use sluice_base::sync::atomic::{AtomicU32, Ordering};
use std::ptr::NonNull;

/// One place for each frame, or somewhat more.
pub(crate) struct Recent {
    /// One more than the frame; 0 for none.
    first: NonNull<AtomicU32>,
    _space: AddressSpace,
    places: usize,
    /// A hash is shifted right by so much to become a place in use.
    shift: AtomicU32,
}

impl Recent {
    /// Nothing noted yet, for at most so many frames; `None` if the system has no room.
    pub(crate) fn new(frames: usize) -> Option<Recent> {
        let places = 1 << bits(frames);
        let space = AddressSpace::new(places * size_of::<AtomicU32>())?;
        let first = space.at(0).cast::<AtomicU32>();
        // Zeroed memory is a zero of the standard library's atomics, which are not touched before they are used; shuttle's are made.
        if cfg!(feature = "shuttle") {
            // SAFETY: the address space has room for so many, and nobody sees them yet.
            (0..places).for_each(|place| unsafe { first.add(place).write(AtomicU32::new(0)) });
        }
        Some(Recent { first, _space: space, places, shift: AtomicU32::new(64 - MIN_BITS) })
    }

    /// How much memory the places for so many frames take.
    pub(crate) fn bytes(frames: usize) -> usize {
        size_of::<AtomicU32>() << bits(frames)
    }

    /// So many frames are in use.
    pub(crate) fn grow(&self, frames: usize) {
        let bits = bits(frames.min(self.places));
        self.shift.fetch_min(64 - bits, Ordering::Relaxed);
    }

    /// The frame noted last for such a hash.
    #[inline]
    pub(crate) fn frame(&self, hash: u64) -> Option<u32> {
        self.place(hash).load(Ordering::Relaxed).checked_sub(1)
    }

    /// A page of such a hash was found in `frame`.
    pub(crate) fn note(&self, hash: u64, frame: u32) {
        self.place(hash).store(frame + 1, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, hash: u64) -> &AtomicU32 {
        let place = (hash >> self.shift.load(Ordering::Relaxed)) as usize;
        assert!(place < self.places, "a place of this pool");
        // SAFETY: the address space has `places` initialised atomics from `first` on, and lives as long as `self`.
        unsafe { self.first.add(place).as_ref() }
    }
}

// SAFETY: what lies in the address space are atomics, which any thread may use.
unsafe impl Send for Recent {}
// SAFETY: as above.
unsafe impl Sync for Recent {}

/// As many places as frames, or somewhat more, by their power of two.
fn bits(frames: usize) -> u32 {
    frames.next_power_of_two().trailing_zeros().clamp(MIN_BITS, 31)
}

const MIN_BITS: u32 = 6;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    #[test]
    fn places_grow_with_the_frames_in_use() {
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
        assert!(known(&recent) > 3_000, "no more than there are, and no fewer again");
    }
}
