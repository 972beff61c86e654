//! jemalloc uses the settings of this crate, and the count knows its block sizes.

use sluice_allocator::{Allocator, allocator};
use sluice_base::heap::block_bytes;

#[global_allocator]
static HEAP: Allocator = allocator();

fn setting<T: Default>(name: &std::ffi::CStr) -> T {
    let mut value = T::default();
    let mut size = size_of::<T>();
    // SAFETY: the control returns a value of `size` bytes; `T` is the type in jemalloc's manual.
    let result = unsafe {
        tikv_jemalloc_sys::mallctl(name.as_ptr(), (&raw mut value).cast(), &raw mut size, std::ptr::null_mut(), 0)
    };
    assert_eq!((result, size), (0, size_of::<T>()), "{name:?}");
    value
}

#[test]
fn jemalloc_reads_the_settings() {
    sluice_allocator::set_up();
    assert_eq!(setting::<isize>(c"opt.dirty_decay_ms"), 20);
    assert_eq!(setting::<usize>(c"opt.tcache_max"), 1024);
    assert_eq!(setting::<u32>(c"opt.tcache_nslots_small_max"), 20);
}

#[test]
fn block_sizes_are_those_of_jemalloc() {
    for size in 1..=14 << 10 {
        // SAFETY: the size is not zero, and there are no flags.
        let bytes = unsafe { tikv_jemalloc_sys::nallocx(size, 0) };
        assert_eq!(block_bytes(size), bytes as i64, "a block of {size} bytes");
    }
    assert_eq!(block_bytes((64 << 10) + 1), 68 << 10, "the pages of a large block");
}

#[test]
fn freed_memory_returns_to_the_system() {
    sluice_allocator::set_up();
    let before = resident();
    let blocks: Vec<Box<[u8]>> = (0..100_000).map(|_| vec![1; 1000].into_boxed_slice()).collect();
    assert!(resident() > before + (90 << 20));
    drop(blocks);
    sluice_base::heap::trim();
    assert!(resident() < before + (10 << 20), "{} bytes remain of {before}", resident());
}

/// Returns the process's resident bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).expect("a line for it");
    let kilobytes = line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
    kilobytes.expect("a number") << 10
}
