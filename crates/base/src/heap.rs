//! The heap of the process: how many bytes are in use, counted by the allocator that the binaries install.
//!
//! The library works with any allocator. Where it is not [`CountingAllocator`], the counts stay 0: the memory broker then knows
//! of explicit reservations only.
//!
//! Each thread counts for itself and publishes a step at a time, so that threads don't contend for the sum. What a thread is about to
//! allocate it can promise ([`promise`]): the sum has it at once, and the allocations that follow use the promise up.
//!
//! Invariant: the sum differs from the bytes in use by the open promises and by less than `STEP` a thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

/// The system's allocator, counted.
pub struct CountingAllocator;

// SAFETY: every call goes to the system's allocator as it came; counting allocates nothing.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            count(block_bytes(layout.size()));
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            count(block_bytes(layout.size()));
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) };
        count(-block_bytes(layout.size()));
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        let moved = unsafe { System.realloc(block, layout, size) };
        if !moved.is_null() {
            count(block_bytes(size) - block_bytes(layout.size()));
        }
        moved
    }
}

/// The bytes in use by all threads, and those that are promised.
pub fn bytes() -> i64 {
    BYTES.load(Ordering::Relaxed)
}

/// Returns the bytes that this thread has allocated and not freed; below zero for a thread that frees what others have allocated.
#[inline]
pub fn thread_bytes() -> i64 {
    THREAD.with(Thread::net)
}

/// Whether the process counts its heap.
pub fn is_counted() -> bool {
    // Every program has allocated something before it asks.
    bytes() != 0 || thread_bytes() != 0
}

/// Counts so many bytes at once, which this thread is about to allocate, until [`settle`].
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

/// Publishes what this thread has in use; what is left of its promises is withdrawn.
pub fn settle() {
    THREAD.with(|thread| {
        thread.is_promised.set(false);
        thread.publish();
    });
}

/// Has the C library keep less memory that is free: it gives large blocks back at once, and shares the rest between few arenas.
pub fn keep_little() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `mallopt` takes numbers only; it is called before other threads are started.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, ARENAS);
        libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP_THRESHOLD);
        libc::mallopt(libc::M_TRIM_THRESHOLD, TRIM_THRESHOLD);
    }
}

/// Gives the memory of free blocks back to the system, as far as the C library can.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it touches free blocks only, under the allocator's own locks.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// A thread's count: what it has in use is `published + behind`.
struct Thread {
    published: Cell<i64>,
    behind: Cell<i64>,
    /// How far `behind` may go from 0 before [`count_slowly`] looks; 0 in a thread that is new or has ended.
    limit: Cell<u64>,
    is_promised: Cell<bool>,
    stage: Cell<Stage>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing was counted yet.
    New,
    /// Unpublished bytes are published at the thread's end.
    Running,
    /// The thread ends: everything is published at once.
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

/// Publishes what its thread has counted when the thread ends.
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
    // Neither is made when it is first used, nor dropped: the allocator may use it at any time.
    static THREAD: Thread = const {
        Thread {
            published: Cell::new(0),
            behind: Cell::new(0),
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
        // First, as asking for the end's call may allocate.
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

/// A block of so many bytes with what the allocator adds: its header, rounded.
fn block_bytes(size: usize) -> i64 {
    ((size + 8).next_multiple_of(16)).max(32) as i64
}

static BYTES: AtomicI64 = AtomicI64::new(0);
/// How much a thread counts before it publishes.
const STEP: u64 = 16 << 10;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: i32 = 2;
/// Blocks from this size on are the system's own mappings, which a free gives back.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MMAP_THRESHOLD: i32 = 256 << 10;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const TRIM_THRESHOLD: i32 = 1 << 20;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    #[global_allocator]
    static COUNTED: CountingAllocator = CountingAllocator;

    #[test]
    fn thread_count_follows_what_it_holds() {
        let before = thread_bytes();
        let block = vec![1u8; 1 << 20];
        assert_eq!(thread_bytes() - before, (1 << 20) + 16);
        drop(block);
        assert_eq!(thread_bytes(), before);
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
        assert_eq!(published(), (1 << 19) + 16);
        drop(block);
    }

    #[test]
    fn ended_threads_leave_nothing_counted() {
        // Others' tests allocate meanwhile: far more is looked for than they do.
        let before = bytes();
        for _ in 0..2_000 {
            let hold = std::thread::spawn(|| vec![0u8; 70 << 10]);
            drop(hold.join().unwrap());
        }
        assert!((bytes() - before).abs() < 32 << 20, "{} bytes are left", bytes() - before);
    }
}
