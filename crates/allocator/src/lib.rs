//! The memory allocator of the binaries: jemalloc, with a count of the bytes in use.
//!
//! # Purpose
//! `max server memory` needs a count of the heap and an allocator that gives free memory back. The
//! C library's allocator has a lock for each arena. With few arenas a thread that builds a hash
//! table delays the log-ins of other threads by hundreds of milliseconds; with many it keeps a
//! gigabyte after the table is gone
//! (`docs/decisions/2026-11-29-allocator.md`). The library crates work with any allocator, so only
//! binaries and tests use this crate.
//!
//! # Main types
//! [`Allocator`] is installed with `#[global_allocator]`; [`set_up`] lets the memory broker trim
//! it.
//!
//! # Invariants
//! - Free pages return to the system within about 20 ms (`dirty_decay_ms`), or at once if the
//!   instance is short of memory ([`set_up`]), so that resident memory follows the count.
//! - A thread keeps few free blocks for itself, so that idle connections are small.
//!
//! # Failure behaviour
//! An allocation that the system refuses ends the process, as with any allocator of Rust.

mod jemalloc;

pub use jemalloc::{Allocator, allocator, set_up};
