//! Persistent memory of the system: a mapping with MAP_SYNC, whose lines are written back by
//! instructions.
//!
//! The kernel accepts MAP_SYNC only for a file on a DAX volume. A write fault of such a mapping
//! returns when the file's metadata is durable, so that a line that was written back is found in
//! the file after a power cut. [`Persistence::Simulated`] maps any file, with the same
//! instructions, which don't reach a disk.
//!
//! Instructions: CLWB, CLFLUSHOPT or CLFLUSH and SFENCE on x86-64; DC CVAP and DSB on ARM64.
//! Other processors have none here, and the mapping is refused.
//!
//! The invariants of [`super::mapping`] hold here too.

use crate::persistent::{LINE_BYTES, Persistence, PersistentMemory, no_dax};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr::NonNull;

/// A shared mapping of a file on persistent memory. Dropping it unmaps.
pub(super) struct OsPersistentMemory {
    start: NonNull<u8>,
    bytes: usize,
    flush: Flush,
}

impl OsPersistentMemory {
    /// Maps the first `bytes` bytes of `file`, which must be at least that long and whose space is
    /// allocated.
    pub(super) fn new(file: &File, bytes: usize, persistence: Persistence) -> io::Result<OsPersistentMemory> {
        let flush = Flush::of_processor().ok_or_else(no_dax)?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = match persistence {
            Persistence::Durable => libc::MAP_SHARED_VALIDATE | libc::MAP_SYNC,
            Persistence::Simulated => libc::MAP_SHARED,
        };
        // SAFETY: no address is requested, so no memory of ours is replaced. The descriptor is open
        // for as long as `file` is borrowed, and a mapping may outlive its descriptor.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, flags, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED {
            let error = io::Error::last_os_error();
            // Kernels and file systems without MAP_SYNC refuse it with either number.
            let has_no_dax = matches!(error.raw_os_error(), Some(libc::EOPNOTSUPP | libc::EINVAL));
            return Err(if has_no_dax { no_dax() } else { error });
        }
        let start = NonNull::new(start.cast::<u8>()).ok_or(io::ErrorKind::Other)?;
        Ok(OsPersistentMemory { start, bytes, flush })
    }

    fn check(&self, offset: usize, bytes: usize) {
        let inside = offset.checked_add(bytes).is_some_and(|end| end <= self.bytes);
        assert!(inside, "{bytes} bytes at {offset} of a mapping of {}", self.bytes);
    }
}

impl PersistentMemory for OsPersistentMemory {
    fn len(&self) -> usize {
        self.bytes
    }

    fn store(&mut self, offset: usize, bytes: &[u8]) {
        self.check(offset, bytes.len());
        // SAFETY: the range lies in the mapping (checked), which lives as long as `self`. `bytes`
        // is Rust memory, so the two do not overlap. `&mut self` makes this the only access in this
        // process.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.start.as_ptr().add(offset), bytes.len()) }
    }

    fn store_word(&mut self, offset: usize, number: u64) {
        self.check(offset, 8);
        assert!(offset.is_multiple_of(8), "a word is stored at a multiple of 8");
        // SAFETY: the eight bytes lie in the mapping (checked) and begin at a multiple of 8
        // (asserted; a mapping begins at a page). `&mut self` excludes other accesses in this
        // process.
        unsafe { self.start.as_ptr().add(offset).cast::<u64>().write_volatile(number.to_le()) };
    }

    fn write_back(&mut self, offset: usize, length: usize) {
        self.check(offset, length);
        let mut line = offset - offset % LINE_BYTES;
        while line < offset + length {
            // SAFETY: the line begins in the mapping (checked; a mapping begins at a page, so that
            // rounding down stays inside). The processor has the instruction (`of_processor`).
            unsafe { self.flush.line(self.start.as_ptr().add(line)) };
            line += LINE_BYTES;
        }
        fence();
    }
}

impl Drop for OsPersistentMemory {
    fn drop(&mut self) {
        // SAFETY: `new` mapped this range, and no reference into it is ever given out.
        unsafe { libc::munmap(self.start.as_ptr().cast::<libc::c_void>(), self.bytes) };
    }
}

// SAFETY: only this value accesses the mapping, as with a `Vec<u8>`, and nothing ties it to a
// thread.
unsafe impl Send for OsPersistentMemory {}
// SAFETY: a shared reference gives access to no byte.
unsafe impl Sync for OsPersistentMemory {}

/// The instruction that writes a line of the cache back to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flush {
    /// CLWB: the line may stay in the cache.
    #[cfg(target_arch = "x86_64")]
    WriteBack,
    /// CLFLUSHOPT: the line leaves the cache.
    #[cfg(target_arch = "x86_64")]
    Optimized,
    /// CLFLUSH, which every x86-64 processor has. It is ordered with other stores, and slower.
    #[cfg(target_arch = "x86_64")]
    Ordered,
    /// DC CVAP: cleans the line to the point of persistence.
    #[cfg(target_arch = "aarch64")]
    CleanToPersistence,
}

#[cfg(target_arch = "x86_64")]
impl Flush {
    fn of_processor() -> Option<Flush> {
        // Leaf 7 exists only up to the highest leaf that leaf 0 reports.
        let has_leaf = std::arch::x86_64::__cpuid(0).eax >= FEATURES_LEAF;
        let features = if has_leaf { std::arch::x86_64::__cpuid_count(FEATURES_LEAF, 0).ebx } else { 0 };
        Some(match (features & CLWB != 0, features & CLFLUSHOPT != 0) {
            (true, _) => Flush::WriteBack,
            (false, true) => Flush::Optimized,
            (false, false) => Flush::Ordered,
        })
    }

    /// Begins to write the line of `byte` back.
    ///
    /// # Safety
    /// The processor has the instruction, and `byte` is mapped.
    unsafe fn line(self, byte: *const u8) {
        // SAFETY: as the caller states. The instructions change no byte and no register. Without
        // `nomem`, the compiler keeps earlier stores before them.
        unsafe {
            match self {
                Flush::WriteBack => std::arch::asm!("clwb [{}]", in(reg) byte, options(nostack, preserves_flags)),
                Flush::Optimized => std::arch::asm!("clflushopt [{}]", in(reg) byte, options(nostack, preserves_flags)),
                Flush::Ordered => std::arch::asm!("clflush [{}]", in(reg) byte, options(nostack, preserves_flags)),
            }
        }
    }
}

/// Waits until the lines whose write-back has begun are in the persistence domain, and orders later
/// stores behind them.
#[cfg(target_arch = "x86_64")]
fn fence() {
    // SAFETY: every x86-64 processor has the instruction, which has no operand.
    unsafe { std::arch::asm!("sfence", options(nostack, preserves_flags)) };
}

#[cfg(target_arch = "x86_64")]
const FEATURES_LEAF: u32 = 7;
#[cfg(target_arch = "x86_64")]
const CLFLUSHOPT: u32 = 1 << 23;
#[cfg(target_arch = "x86_64")]
const CLWB: u32 = 1 << 24;

#[cfg(target_arch = "aarch64")]
impl Flush {
    fn of_processor() -> Option<Flush> {
        // SAFETY: getauxval reads no memory of ours and returns 0 for an unknown type.
        let features = unsafe { libc::getauxval(libc::AT_HWCAP) };
        (features & DCPOP != 0).then_some(Flush::CleanToPersistence)
    }

    /// Begins to write the line of `byte` back.
    ///
    /// # Safety
    /// The processor has the instruction, and `byte` is mapped.
    unsafe fn line(self, byte: *const u8) {
        // SAFETY: as the caller states. DC CVAP, written as the system instruction that assemblers
        // of ARMv8.0 know, changes no byte and no register.
        unsafe { std::arch::asm!("sys #3, c7, c12, #1, {}", in(reg) byte, options(nostack, preserves_flags)) };
    }
}

/// Waits until the lines whose write-back has begun are in the persistence domain, and orders later
/// stores behind them.
#[cfg(target_arch = "aarch64")]
fn fence() {
    // SAFETY: every ARM64 processor has the instruction, which has no operand.
    unsafe { std::arch::asm!("dsb sy", options(nostack, preserves_flags)) };
}

#[cfg(target_arch = "aarch64")]
const DCPOP: libc::c_ulong = 1 << 16;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
impl Flush {
    fn of_processor() -> Option<Flush> {
        None
    }

    /// Is never called: there is no value of the type.
    ///
    /// # Safety
    /// None.
    unsafe fn line(self, _byte: *const u8) {}
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn fence() {}
