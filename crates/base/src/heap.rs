//! Counts the heap bytes in use by the process, in the allocator that the binaries install.
//!
//! The library works with any allocator. If it is not [`CountingAllocator`], the counts stay 0 and
//! the memory broker knows explicit reservations only.
//!
//! Each thread counts its own allocations and publishes them in steps, so that threads don't
//! contend for the sum. A thread can promise its next allocations ([`promise`]). The
//! sum includes a promise at once, and the following allocations use up the promise.
//!
//! A thread can disown bytes that it allocated for something that outlives its request
//! ([`disown`]). The sum keeps them, the thread's count does not. Blocks of files in memory are in
//! neither count ([`move_to_files`]), because they have a limit of their own.
//!
//! Invariant: the sum differs from the bytes in use by the bytes of files in memory, by the open
//! promises and by less than `STEP` per thread.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

/// An allocator with a count of the bytes in use.
pub struct CountingAllocator<A>(A);

impl<A> CountingAllocator<A> {
    /// Counts the blocks of `allocator`.
    pub const fn new(allocator: A) -> CountingAllocator<A> {
        CountingAllocator(allocator)
    }
}

// SAFETY: every call is passed to the allocator unchanged; counting allocates nothing.
unsafe impl<A: GlobalAlloc> GlobalAlloc for CountingAllocator<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        let block = unsafe { self.0.alloc(layout) };
        if !block.is_null() {
            count(block_bytes(layout.size()));
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc_zeroed`.
        let block = unsafe { self.0.alloc_zeroed(layout) };
        if !block.is_null() {
            count(block_bytes(layout.size()));
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        #[cfg(all(target_os = "linux", not(miri)))]
        if layout.size() >= SLICED_BYTES {
            // SAFETY: the caller gives the block up, and nothing reads its bytes again.
            unsafe { give_back_in_slices(block, layout.size()) };
        }
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { self.0.dealloc(block, layout) };
        count(-block_bytes(layout.size()));
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::realloc`.
        let moved = unsafe { self.0.realloc(block, layout, size) };
        if !moved.is_null() {
            count(block_bytes(size) - block_bytes(layout.size()));
        }
        moved
    }
}

/// Returns the bytes in use by all threads plus the promised bytes.
pub fn bytes() -> i64 {
    BYTES.load(Ordering::Relaxed)
}

/// Returns the bytes that this thread has allocated and neither freed nor disowned. Negative for a
/// thread that frees memory allocated by other threads.
#[inline]
pub fn thread_bytes() -> i64 {
    THREAD.with(|thread| thread.net() - thread.disowned.get())
}

/// Takes `bytes` that this thread has allocated out of its count, because a shared object has them
/// now. A negative number returns bytes to the thread before the thread frees them.
pub fn disown(bytes: i64) {
    if is_counted() {
        THREAD.with(|thread| thread.disowned.set(thread.disowned.get() + bytes));
    }
}

/// Counts a block that this thread has allocated as part of a file in memory. Neither the thread's
/// count nor the sum includes the block any more. A negative number returns a block to the thread
/// that it is about to free.
pub fn move_to_files(bytes: i64) {
    if is_counted() {
        FILE_BYTES.fetch_add(bytes, Ordering::Relaxed);
        count(-bytes);
    }
}

/// Returns the bytes of the files in memory: the blocks moved by [`move_to_files`].
pub fn file_bytes() -> i64 {
    FILE_BYTES.load(Ordering::Relaxed)
}

/// Whether the process counts its heap.
pub fn is_counted() -> bool {
    // Every program has allocated memory before its first call of this function.
    bytes() != 0 || thread_bytes() != 0
}

/// Adds `bytes`, the next allocations of this thread, to the sum at once. The promise ends with
/// [`settle`]. So others see the memory before it is allocated. Does nothing without the counting
/// allocator. Promises don't nest.
pub fn promise(bytes: u64) {
    if is_counted() {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX / 4);
        THREAD.with(|thread| {
            thread.is_promised.set(true);
            thread.published.set(thread.published.get() + bytes);
            thread.behind.set(thread.behind.get() - bytes);
        });
        BYTES.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Publishes the bytes that this thread has in use and withdraws the rest of its promises.
pub fn settle() {
    THREAD.with(|thread| {
        thread.is_promised.set(false);
        thread.publish();
    });
}

/// Registers the function that returns free memory to the system. The first call counts.
pub fn set_trim(trim: fn()) {
    let _ = TRIM.set(trim);
}

/// Returns free memory to the system, as far as the allocator can. Does nothing if the program has
/// registered no function for that ([`set_trim`]).
pub fn trim() {
    if let Some(trim) = TRIM.get() {
        trim();
    }
}

/// The count of a thread. The thread has `published + behind` bytes in use.
struct Thread {
    published: Cell<i64>,
    behind: Cell<i64>,
    /// Bytes that the thread has allocated for shared objects.
    disowned: Cell<i64>,
    /// Bound on the absolute value of `behind` before [`count_slowly`] runs. Zero in a thread that
    /// is new or has ended.
    limit: Cell<u64>,
    is_promised: Cell<bool>,
    stage: Cell<Stage>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The thread has counted nothing yet.
    New,
    /// Unpublished bytes are published when the thread ends.
    Running,
    /// The thread is ending: all bytes are published at once.
    Ended,
}

impl Thread {
    fn net(&self) -> i64 {
        self.published.get() + self.behind.get()
    }

    fn publish(&self) {
        let more = self.behind.replace(0);
        if more != 0 {
            self.published.set(self.published.get() + more);
            BYTES.fetch_add(more, Ordering::Relaxed);
        }
    }
}

/// Publishes its thread's count when the thread ends.
struct AtEnd;

impl Drop for AtEnd {
    fn drop(&mut self) {
        THREAD.with(|thread| {
            thread.stage.set(Stage::Ended);
            thread.limit.set(0);
            thread.publish();
        });
    }
}

thread_local! {
    // Both values are const and have no destructor, so the allocator can use them at any time.
    static THREAD: Thread = const {
        Thread {
            published: Cell::new(0),
            behind: Cell::new(0),
            disowned: Cell::new(0),
            limit: Cell::new(0),
            is_promised: Cell::new(false),
            stage: Cell::new(Stage::New),
        }
    };
    static AT_END: AtEnd = const { AtEnd };
}

#[inline(always)]
fn count(bytes: i64) {
    THREAD.with(
        #[inline(always)]
        |thread| {
            let behind = thread.behind.get() + bytes;
            thread.behind.set(behind);
            if behind.unsigned_abs() >= thread.limit.get() {
                count_slowly(thread, behind);
            }
        },
    );
}

#[cold]
#[inline(never)]
fn count_slowly(thread: &Thread, behind: i64) {
    if thread.stage.get() == Stage::New {
        // The stage is set first because registering the destructor may allocate.
        thread.stage.set(Stage::Running);
        thread.limit.set(STEP);
        let _ = AT_END.try_with(|_| ());
    }
    // Promised bytes that are not allocated yet stay published.
    let is_ahead = behind < 0 && thread.is_promised.get();
    if !is_ahead && (thread.stage.get() == Stage::Ended || behind.unsigned_abs() >= STEP) {
        thread.publish();
    }
}

/// Gives the pages inside a large block back to the system, a slice at a time.
///
/// One `munmap` of gigabytes holds the lock of the process's address space for a good part of a
/// second. Other threads need that lock to start a thread or to map memory, so a log-in would wait.
///
/// # Safety
/// The `bytes` bytes from `block` on are allocated, and their content isn't needed any more.
#[cfg(all(target_os = "linux", not(miri)))]
#[cold]
unsafe fn give_back_in_slices(block: *mut u8, bytes: usize) {
    let end = block.addr() + bytes;
    let mut at = block.addr().next_multiple_of(SYSTEM_PAGE_MAX);
    while at + SYSTEM_PAGE_MAX <= end {
        let length = SLICE_BYTES.min(end - at) / SYSTEM_PAGE_MAX * SYSTEM_PAGE_MAX;
        // SAFETY: the pages lie wholly inside the block, which nothing else uses.
        unsafe { libc::madvise(block.add(at - block.addr()).cast(), length, libc::MADV_DONTNEED) };
        at += length;
    }
}

/// Returns the bytes that the allocator of the binaries, jemalloc, takes for a block of `size`
/// bytes: four sizes for each power of two, and whole pages beyond `SMALL_MAX`.
#[inline]
pub const fn block_bytes(size: usize) -> i64 {
    let bytes = match size {
        0..=8 => 8,
        9..=128 => size.next_multiple_of(16),
        129..=SMALL_MAX => size.next_multiple_of(1 << ((size - 1).ilog2() - 2)),
        _ => size.next_multiple_of(PAGE),
    };
    bytes as i64
}

/// The largest block that shares its pages with other blocks.
const SMALL_MAX: usize = 14 << 10;
const PAGE: usize = 4 << 10;

static TRIM: OnceLock<fn()> = OnceLock::new();
static BYTES: AtomicI64 = AtomicI64::new(0);
static FILE_BYTES: AtomicI64 = AtomicI64::new(0);
/// Blocks from this size on are given back in slices.
#[cfg(all(target_os = "linux", not(miri)))]
const SLICED_BYTES: usize = 64 << 20;
#[cfg(all(target_os = "linux", not(miri)))]
const SLICE_BYTES: usize = 8 << 20;
/// The largest page of the supported systems; slices are aligned to it.
#[cfg(all(target_os = "linux", not(miri)))]
const SYSTEM_PAGE_MAX: usize = 64 << 10;
/// Bytes a thread counts before it publishes them.
const STEP: u64 = 16 << 10;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    #[global_allocator]
    static COUNTED: CountingAllocator<std::alloc::System> = CountingAllocator::new(std::alloc::System);

    const BLOCK: i64 = block_bytes(1 << 20);

    #[test]
    fn thread_bytes_follow_allocations() {
        let before = thread_bytes();
        let block = vec![1u8; 1 << 20];
        assert_eq!(thread_bytes() - before, BLOCK);
        drop(block);
        assert_eq!(thread_bytes(), before);
    }

    #[test]
    fn disowned_bytes_are_others() {
        let before = thread_bytes();
        let block = vec![1u8; 1 << 20];
        disown(BLOCK);
        assert_eq!(thread_bytes(), before);
        disown(-BLOCK);
        drop(block);
        assert_eq!(thread_bytes(), before);
    }

    #[test]
    fn blocks_of_files_are_in_no_count() {
        let (before, files) = (thread_bytes(), file_bytes());
        let block = vec![1u8; 1 << 20];
        move_to_files(BLOCK);
        assert_eq!((thread_bytes() - before, file_bytes() - files), (0, BLOCK));
        move_to_files(-BLOCK);
        drop(block);
        assert_eq!((thread_bytes() - before, file_bytes() - files), (0, 0));
    }

    #[test]
    fn promise_is_counted_once() {
        settle();
        let (net, published) = THREAD.with(|thread| (thread.net(), thread.published.get()));
        assert_eq!(net, published);
        promise(1 << 20);
        let published = || THREAD.with(|thread| thread.published.get() - net);
        assert_eq!(published(), 1 << 20);
        let block = vec![1u8; 1 << 19];
        assert_eq!(published(), 1 << 20, "the promise covers it");
        settle();
        assert_eq!(published(), block_bytes(1 << 19));
        drop(block);
    }

    #[test]
    fn ended_threads_leave_no_bytes_counted() {
        // Other tests allocate at the same time, so the bound is far larger than their allocations.
        let before = bytes();
        for _ in 0..2_000 {
            let hold = std::thread::spawn(|| vec![0u8; 70 << 10]);
            drop(hold.join().unwrap());
        }
        assert!((bytes() - before).abs() < 32 << 20, "{} bytes are left", bytes() - before);
    }
}
