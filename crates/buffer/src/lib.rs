//! The buffer pool: an instance-wide set of 8 KB frames. Only this crate maps (database, file,
//! page) to a memory address.
//!
//! # Purpose
//! The pool knows a page's common header (identity, checksum, LSN), latches, eviction, the
//! write-ahead rule and the double-write area. It must not know page contents beyond byte 48, the
//! meaning of log records, or SQL. The page layout is in `docs/file-format.md`, *Pages*.
//!
//! # Main types
//! - [`BufferPool`] attaches databases ([`DatabaseFiles`]) and hands out pages.
//! - [`PageRef`] and [`PageMut`] are guards: a held guard is a held latch. A [`PageHint`] finds a
//!   page again without the page table.
//! - [`PageError`] distinguishes damage, file errors, a failed log, a lack of frames and a lack of
//!   memory.
//! - [`ExtensionOptions`] describe the buffer pool extension, a second cache in a file.
//! - [`Epoch`] and [`EpochHook`] let snapshots copy pages before their first change.
//!
//! # Data flow
//! A read looks the page up in the page table and latches its frame. After a miss, the loader
//! claims a frame (free, clean and cold, or just written back), reads the page from the extension
//! or its file, and verifies it. A change is announced, logged, stamped and made under one
//! `PageMut`. Write-back copies dirty pages into a staging area, hardens the log, writes the copies
//! to the double-write area and then in place. On a slow disk it joins them by clean pages.
//!
//! # Invariants
//! 1. **A held latch is the pin.** A frame changes its page only under its exclusive latch. A
//!    thread that finds a frame by the table or a hint checks the frame's key under the latch. If
//!    the key has changed, the thread searches again.
//! 2. **Latch order**: page latches, then a database's write-back turn, then page latches by *try*
//!    only. A shard of the page table is a leaf: no thread waits while holding its lock.
//! 3. **Write-ahead**: no page reaches its file before the log is hardened up to the page's LSN.
//! 4. **Dirty until durable**: a frame becomes clean only after its copy is synced in place. The
//!    page must not have changed since the copy was taken.
//! 5. **Torn writes**: a page is overwritten in place only after a copy of it is durable in the
//!    double-write area.
//! 6. **No second sync**: once a sync has failed, the database's pages are never written again
//!    before the database is opened anew. A failed write is tried again: whole copies of the pages
//!    that it may have torn are durable, and are not overwritten before. After a few failures in a
//!    row the database is treated as after a failed sync.
//! 7. **Lost pages**: a database that can't write its pages, after a failed write or sync of the
//!    file or of the log, gives its changed pages up when their frames are needed. Such a page is
//!    never read from the file, which has an older state, and the log is kept to redo its changes.
//!
//! # Failures
//! A damaged page is refused with its file and number; other pages still work. A failed sync
//! ends the database's writing, and reading goes on until the engine opens the database anew.
//!
//! Start reading with `pool`, then `guard`, `loader` and `writer`.

pub mod page;

mod descriptor;

mod latch;

mod address_space;

mod arena;

mod frame;

mod candidate;

mod frames;

mod dirty_list;

mod frame_list;

mod free_list;

mod read_buffers;

mod recent;

mod table;

mod replacer;

mod counters;

mod error;

mod epoch;

mod double_write;

mod changed_extents;

mod log_history;

pub mod layer;

mod pace;

mod database;

mod judge;

mod extension;

pub mod pair;

mod cache;

mod page_event;

mod second_level;

mod guard;

mod fill;

mod writer;

mod eviction;

mod loader;

mod read_ahead;

mod ahead_queue;

mod pool;

mod pool_files;

mod pool_extension;

mod pool_ahead;

mod differential_base;

mod pause;

pub use ahead_queue::AheadReads;
pub use changed_extents::{MAP_PAGE, first_map_page};
pub use counters::PoolCounters;
pub use database::{DatabaseFiles, PageCheck};
pub use descriptor::Descriptor;
pub use double_write::DOUBLE_WRITE_PAGES;
pub use epoch::{Epoch, EpochHook};
pub use error::PageError;
pub use extension::{ExtensionError, ExtensionOptions, ExtensionStatus, FIRST_PARKED, remove_leftover};
pub use guard::{PageHint, PageMut, PageRef};
pub use log_history::LogEpoch;
pub use page::{PAGE_HEADER, PAGE_SIZE, PageType, Verdict};
pub use pool::BufferPool;

#[cfg(test)]
mod tests;
