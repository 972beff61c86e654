//! Address space that uses real memory only where it is touched. It holds the frames' pages and the
//! state of each frame.
//!
//! A pool reserves as much address space as the machine has memory. The pool can therefore grow
//! with `max server memory` without moving anything.

use sluice_vfs::AlignedBuf;
use std::ptr::NonNull;

/// Zeroed bytes, aligned for direct I/O, freed with their owner.
pub(crate) struct AddressSpace {
    base: NonNull<u8>,
    bytes: usize,
}

impl AddressSpace {
    /// Reserves `bytes` bytes, or one byte if `bytes` is 0, rounded up to the alignment of direct
    /// I/O. Returns `None` if the system refuses.
    pub(crate) fn new(bytes: usize) -> Option<AddressSpace> {
        let bytes = bytes.max(1).checked_next_multiple_of(AlignedBuf::ALIGNMENT)?;
        Some(AddressSpace { base: system::reserve(bytes)?, bytes })
    }

    /// Returns the address of the byte at `offset`, which must not be beyond the end.
    #[inline]
    pub(crate) fn at(&self, offset: usize) -> NonNull<u8> {
        assert!(offset <= self.bytes, "within the address space");
        // SAFETY: `offset` is within or one past the reservation, which is a single allocation.
        unsafe { self.base.add(offset) }
    }
}

impl Drop for AddressSpace {
    fn drop(&mut self) {
        // SAFETY: the reservation came from `reserve` with this size and is released once. The
        // owner guarantees that its contents are dropped.
        unsafe { system::release(self.base, self.bytes) }
    }
}

// SAFETY: only the owner accesses the bytes; threads share their address alone.
unsafe impl Send for AddressSpace {}
// SAFETY: as above.
unsafe impl Sync for AddressSpace {}

/// The system's reservation, which does not count as committed memory until it is touched.
#[cfg(all(unix, not(miri)))]
mod system {
    use std::ptr::{NonNull, null_mut};

    /// Reserves address space that reads as zero and gets memory page by page as it is touched.
    /// Returns `None` if the system refuses.
    pub(super) fn reserve(bytes: usize) -> Option<NonNull<u8>> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
        // SAFETY: a new anonymous mapping at an address of the system's choice touches no existing
        // memory.
        let base = unsafe { libc::mmap(null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        if base == libc::MAP_FAILED { None } else { NonNull::new(base.cast()) }
    }

    /// Gives the bytes back to the system.
    ///
    /// # Safety
    /// `base` must come from [`reserve`] with the same size, and the bytes must not be used any
    /// more.
    pub(super) unsafe fn release(base: NonNull<u8>, bytes: usize) {
        // SAFETY: the caller keeps the contract of this function.
        unsafe { libc::munmap(base.as_ptr().cast(), bytes) };
    }
}

#[cfg(not(all(unix, not(miri))))]
mod system {
    use sluice_vfs::AlignedBuf;
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// Allocates zeroed memory of `bytes`, where the system has no lazy reservation. Returns `None`
    /// if there is none.
    pub(super) fn reserve(bytes: usize) -> Option<NonNull<u8>> {
        let layout = Layout::from_size_align(bytes, AlignedBuf::ALIGNMENT).ok()?;
        // SAFETY: the size is not zero.
        NonNull::new(unsafe { alloc_zeroed(layout) })
    }

    /// Gives the bytes back to the system.
    ///
    /// # Safety
    /// `base` must come from [`reserve`] with the same size, and the bytes must not be used any
    /// more.
    pub(super) unsafe fn release(base: NonNull<u8>, bytes: usize) {
        // SAFETY: the caller guarantees that this is the layout of `reserve`.
        unsafe { dealloc(base.as_ptr(), Layout::from_size_align_unchecked(bytes, AlignedBuf::ALIGNMENT)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_bytes_are_zero_and_writable() {
        let space = AddressSpace::new(10_000).unwrap();
        for offset in [0, 9_999, 12_287] {
            // SAFETY: the offset is within the reservation, which only this test uses.
            unsafe {
                assert_eq!(space.at(offset).read(), 0);
                space.at(offset).write(7);
            }
        }
        assert_eq!(space.at(0).addr().get() % AlignedBuf::ALIGNMENT, 0);
    }

    #[test]
    fn oversized_address_space_is_refused() {
        assert!(AddressSpace::new(usize::MAX / 4).is_none() && AddressSpace::new(usize::MAX).is_none());
    }
}
