//! Memory buffers for direct I/O.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Zeroed bytes whose address is a multiple of [`AlignedBuf::ALIGNMENT`]. Untouched memory costs
/// nothing.
pub struct AlignedBuf {
    /// The whole allocation, with space to begin at an aligned address. The allocation itself is
    /// unaligned: an aligned request would write all zeroes, while an unaligned request gets fresh
    /// zero pages from the system.
    allocation: NonNull<u8>,
    start: NonNull<u8>,
    len: usize,
}

impl AlignedBuf {
    /// The address's alignment in bytes: the largest sector size.
    pub const ALIGNMENT: usize = 4096;

    /// Returns a buffer without bytes, which allocates nothing.
    pub fn empty() -> AlignedBuf {
        AlignedBuf { allocation: NonNull::dangling(), start: NonNull::dangling(), len: 0 }
    }

    /// Returns a buffer of `len` zero bytes, whose address is a multiple of
    /// [`AlignedBuf::ALIGNMENT`]. Panics if `len` is zero. Ends the process if there is no memory.
    pub fn zeroed(len: usize) -> AlignedBuf {
        assert!(len > 0, "an aligned buffer holds something");
        let layout = Self::layout(len);
        // SAFETY: the layout's size is not zero.
        let allocation = unsafe { alloc_zeroed(layout) };
        let Some(allocation) = NonNull::new(allocation) else { handle_alloc_error(layout) };
        // `align_offset` isn't used because it may give up and return an offset out of range.
        let skip = allocation.addr().get().wrapping_neg() % Self::ALIGNMENT;
        // SAFETY: at most ALIGNMENT - 1 bytes are skipped, and the layout has that many more bytes
        // than `len`.
        let start = unsafe { allocation.add(skip) };
        AlignedBuf { allocation, start, len }
    }

    fn layout(len: usize) -> Layout {
        len.checked_add(Self::ALIGNMENT - 1)
            .and_then(|size| Layout::from_size_align(size, 1).ok())
            .expect("a buffer's length fits in memory")
    }
}

impl Deref for AlignedBuf {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        // SAFETY: `start` points to `len` initialised bytes that this value owns until it is
        // dropped. For `len` 0, any non-null pointer of a byte is valid.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl DerefMut for AlignedBuf {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `deref`, and `&mut self` makes this the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl Drop for AlignedBuf {
    fn drop(&mut self) {
        if self.len == 0 {
            return;
        }
        // SAFETY: a buffer with bytes has an `allocation` from `alloc_zeroed` with this layout,
        // which is freed once.
        unsafe { dealloc(self.allocation.as_ptr(), Self::layout(self.len)) }
    }
}

// SAFETY: the buffer owns its bytes exclusively, as a `Vec<u8>` does, and nothing ties them to a
// thread.
unsafe impl Send for AlignedBuf {}
// SAFETY: a shared reference only reads the bytes.
unsafe impl Sync for AlignedBuf {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_buf_has_no_bytes() {
        let mut buf = AlignedBuf::empty();
        assert!(buf.is_empty() && buf.iter_mut().next().is_none());
    }

    #[test]
    fn aligned_buf_is_aligned_zeroed_and_writable() {
        for len in [1, 511, 8192, 61_440, 4 << 20] {
            let mut buf = AlignedBuf::zeroed(len);
            assert_eq!(buf.as_ptr() as usize % AlignedBuf::ALIGNMENT, 0);
            // Compared as a whole slice: a loop over each byte takes minutes under Miri.
            assert!(*buf == *vec![0; len]);
            buf[len - 1] = 9;
            assert_eq!(buf[len - 1], 9);
        }
    }
}
