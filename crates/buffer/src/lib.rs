//! The buffer pool: one instance-wide set of 8 KB frames, the only code that maps (database, file, page) to a place.
//!
//! It knows a page's common header (identity, checksum, LSN), latches, eviction, the write-ahead rule and the
//! double-write area. It must not know what a page holds beyond byte 48, what a log record means, or SQL.
//! The bytes: `docs/file-format.md`, *Pages*.
//!
//! Rules that every module here keeps:
//! 1. **A held latch is the pin.** A frame changes its page only under its exclusive latch; whoever finds a frame by
//!    the table or by a hint looks at the frame's key again once the latch is held, and looks again if it changed.
//! 2. **Latch order**: page latches, then one database's write-back turn, then page latches by *try* only. A shard of
//!    the page table is a leaf: nothing is waited for under it.
//! 3. **Write-ahead**: no page reaches its file before the log is hardened up to the page's LSN.
//! 4. **Dirty until durable**: a frame becomes clean only after its copy is synced in place and only if nothing changed
//!    since that copy was taken.
//! 5. **Torn writes**: a page is overwritten in place only after a copy of it is durable in the double-write area.
//! 6. **No second try**: once a write or sync failed, the database's pages are never written again before a restart.

pub mod page;

mod descriptor;

mod latch;

mod address_space;

mod arena;

mod frame;

mod frames;

mod dirty_list;

mod free_list;

mod read_buffers;

mod recent;

mod table;

mod replacer;

mod counters;

mod error;

mod epoch;

mod database;

mod double_write;

mod cache;

mod guard;

mod writer;

mod eviction;

mod loader;

mod read_ahead;

mod pool;

pub use counters::PoolCounters;
pub use database::{DatabaseFiles, PageCheck};
pub use descriptor::Descriptor;
pub use double_write::DOUBLE_WRITE_PAGES;
pub use epoch::{Epoch, EpochHook};
pub use error::PageError;
pub use guard::{PageHint, PageMut, PageRef};
pub use page::{PAGE_HEADER, PAGE_SIZE, PageType, Verdict};
pub use pool::BufferPool;

#[cfg(test)]
mod tests;
