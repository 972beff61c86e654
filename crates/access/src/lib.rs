//! Access methods: the data file's layout, slotted pages, allocation, heaps, B+trees, their log records and what these
//! mean to recovery, and the consistency check.
//!
//! This crate knows transactions ([`sluice_txn`]) and pages ([`sluice_buffer`]). It must not know what a row's or a key's bytes mean:
//! keys are compared bytewise. It has never heard of SQL. Every byte on disk: `docs/file-format.md`.
//!
//! The rules that the modules keep, cited by number:
//! 1. Changes of structure (allocation, split, growth, freeing) are single system records over all their pages: redone, never
//!    undone. What live code does to the pages and what redo does is the same code (`edit`).
//! 2. A transaction's changes are undone by slot in heaps, where rows do not move, and by key in trees, where they do.
//! 3. Latch order: tree pages from the root down and from left to right (pages of a long value one at a time), IAM root, IAM tail, GAM
//!    page, header copies. A page that is being allocated is nobody else's, so it may be latched at any time.
//! 4. A page is handed out only when the file system has reserved its space and the file's length is synced.
//! 5. Damage is an error that names the page; nothing here panics for what is on disk.

mod layout;

mod slotted;

mod heap_cell;

mod leaf_cell;

mod prefix;

mod gam;

mod iam;

mod lob_page;

pub mod header;

mod boot_page;

mod edit;

pub mod file;

mod records;

mod system;

mod extent;

mod loose_extents;

mod version_pages;

mod work_file;

mod backup;

pub mod boot;

mod object;

mod release;

mod sample;

mod space;

pub mod sequence;

pub mod heap;

pub mod btree;

mod lob;

mod form;

mod tidy;

mod heap_redo;

mod heap_undo;

mod handler;

mod describe;

pub mod check;

pub use backup::read_data;
pub use btree::{BTree, ENTRY_MAX, KEY_MAX, RangeScan, TreeLoad, TreeScan, TreeScanBack, TreeSeek, TreeWriter};
pub use check::{LobsOfRow, Problem, check_database, check_object};
pub use describe::{Description, describe, formatted_pages};
pub use extent::{file_pages, grow_to, growth, used_extents};
pub use file::{DOUBLE_WRITE_PAGE, format};
pub use form::check_form;
pub use handler::Handler;
pub use header::{DataHeader, mend_header, read_header};
pub use heap::{
    AppendCursor, BulkLoad, Changed, Granule, Haste, Heap, HeapAppend, HeapSeek, HeapWriter, ROW_MAX, Reader, Rid,
};
pub use layout::EXTENT_PAGES;
pub use lob::{Freed, LobWriter, Lobs};
pub use lob_page::{LobId, LobPointer};
pub use release::defer_drop;
pub use sample::{Sampled, pages_of, sample_rows};
pub use sequence::Sequence;
pub use space::{Space, long_space_of, space_of};
pub use tidy::tidy;
pub use version_pages::VersionPages;
pub use work_file::{WorkFile, WorkKind, WorkPosition};

#[cfg(test)]
mod tests;
