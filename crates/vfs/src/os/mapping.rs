//! A file's bytes in this process's memory, as a shared mapping.
//!
//! Invariants: the mapping lives as long as the value. Its bytes are accessed through the value
//! alone, so Rust's rule of one writer or many readers holds in this process. The instance's lock
//! prevents other processes from mapping the file.

use crate::file::MappedFile;
use sluice_base::sync::atomic::{Ordering, fence};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr::NonNull;

/// A shared, writable mapping of a file. Dropping it unmaps.
pub(super) struct OsMapping {
    start: NonNull<u8>,
    bytes: usize,
}

impl OsMapping {
    /// Maps the first `bytes` bytes of `file`, which must be at least that long. The mapping is
    /// shared, readable and writable, and stays valid if the file's descriptor is closed.
    pub(super) fn new(file: &File, bytes: usize) -> io::Result<OsMapping> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: no address is requested, so no memory of ours is replaced. The descriptor is open
        // for as long as `file` is borrowed, and a mapping may outlive its descriptor.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast::<u8>()).ok_or(io::ErrorKind::Other)?;
        Ok(OsMapping { start, bytes })
    }

    fn check(&self, offset: usize, bytes: usize) {
        let inside = offset.checked_add(bytes).is_some_and(|end| end <= self.bytes);
        assert!(inside, "{bytes} bytes at {offset} of a mapping of {}", self.bytes);
    }
}

impl MappedFile for OsMapping {
    fn len(&self) -> usize {
        self.bytes
    }

    fn read(&self, offset: usize, buf: &mut [u8]) {
        self.check(offset, buf.len());
        // SAFETY: the range lies in the mapping (checked), which lives as long as `self`. `buf` is
        // Rust memory, so the two do not overlap. `&self` excludes writers in this process.
        unsafe { std::ptr::copy_nonoverlapping(self.start.as_ptr().add(offset), buf.as_mut_ptr(), buf.len()) }
    }

    fn write(&mut self, offset: usize, bytes: &[u8]) {
        self.check(offset, bytes.len());
        // SAFETY: as in `read`, and `&mut self` makes this the only access in this process.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.start.as_ptr().add(offset), bytes.len()) }
    }

    fn publish(&mut self, offset: usize, number: u64) {
        self.check(offset, 8);
        assert!(offset.is_multiple_of(8), "a number is published at a multiple of 8");
        // A reader that finds the number also finds the earlier copies in the file. The store is
        // volatile, so that it is a single store and stays behind the fence.
        fence(Ordering::Release);
        // SAFETY: the eight bytes lie in the mapping (checked) and begin at a multiple of 8
        // (asserted; a mapping begins at a page). `&mut self` excludes other accesses in this
        // process.
        unsafe { self.start.as_ptr().add(offset).cast::<u64>().write_volatile(number.to_le()) };
    }
}

impl Drop for OsMapping {
    fn drop(&mut self) {
        // SAFETY: `new` mapped this range, and no reference into it is ever given out.
        unsafe { libc::munmap(self.start.as_ptr().cast::<libc::c_void>(), self.bytes) };
    }
}

// SAFETY: only this value accesses the mapping, as with a `Vec<u8>`, and nothing ties it to a
// thread.
unsafe impl Send for OsMapping {}
// SAFETY: a shared reference only reads the bytes.
unsafe impl Sync for OsMapping {}
