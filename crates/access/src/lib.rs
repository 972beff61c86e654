//! Access methods: the storage structures of a data file, their log records, and the consistency
//! check.
//!
//! # Purpose
//! The crate implements the data file's layout, slotted pages, allocation, heaps, B+trees, long
//! values, sequences and work files. It knows transactions ([`sluice_txn`]) and pages
//! ([`sluice_buffer`]). It knows neither SQL nor the content of rows and keys: keys are compared
//! bytewise. Every byte on disk is described in `docs/file-format.md`.
//!
//! # Main types
//! - [`Heap`], [`HeapWriter`], [`HeapAppend`], [`BulkLoad`]: rows with stable places ([`Rid`]).
//! - [`btree`]: trees of keys and values, with scans, probes, range locks and bulk building.
//! - `Lobs`, `LobWriter`: values too long for a row.
//! - `Sequence`: recovery values of sequences and identity columns.
//! - `Handler`: redo, undo and release of this crate's log records, for [`sluice_txn`].
//! - [`check`]: the consistency check behind DBCC CHECKDB.
//!
//! # Data flow
//! A statement calls a heap or tree with a `Storage`, a transaction and rows. The method latches
//! pages, logs the change by `Storage::log_change`, and changes the bytes. Structure changes
//! (`system`, `edit`) take extents from the GAM (`gam`, `extent`) and add them to an object's IAM
//! chain (`iam`, `object`). Recovery and rollback call `Handler`, which uses the same page code.
//!
//! # Invariants, cited by number
//! 1. Changes of structure (allocation, split, growth, freeing) are single system records over all
//!    their pages: redone, never undone. Live code and redo change pages by the same code (`edit`).
//! 2. A transaction's changes are undone by slot in heaps, where rows do not move, and by key in
//!    trees, where they do.
//! 3. Latch order: tree pages from the root down and from left to right (pages of a long value one
//!    at a time), IAM root, the IAM page being filled, GAM page, header copies, other IAM pages. A
//!    page that is being allocated has no other user, so it may be latched at any time.
//! 4. A page is allocated only when the file system has reserved its space and the file's length is
//!    synced.
//! 5. Damage is an error that names the page. No bytes on disk cause a panic.
//!
//! # Failure
//! All errors are `StorageError`. `DataFull` and `LogFull` leave the pages as they were. `Damaged`
//! names file and page.
//!
//! # Where to start reading
//! `layout` and `slotted` (page format), `records` (log records), `object` (allocation), `heap`,
//! `btree`, `handler`.

mod layout;

mod slotted;

mod page_dictionary;

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

mod listing;

mod records;

mod system;

mod extent;

mod loose_extents;

mod version_pages;

mod work_file;

mod scan_ahead;

pub mod boot;

mod object;

mod release;

mod sample;

mod space;

pub mod sequence;

pub mod heap;

pub mod btree;

mod lob;

mod physical;

mod form;

mod shrink;

mod tidy;

mod clone;

mod conversion;

mod heap_redo;

mod heap_undo;

mod handler;

mod describe;

mod backup;

pub mod check;

pub use backup::{read_data, read_unlogged};
pub use btree::{
    BTree, ENTRY_MAX, KEY_MAX, PageFill, RangeScan, SharedTree, TreeLoad, TreeScan, TreeScanBack, TreeSeek, TreeWriter,
};
pub use check::{LobsOfRow, Problem, check_database, check_object};
pub use clone::adopt_data_file;
pub use conversion::convert_data;
pub use describe::{Description, describe, formatted_pages};
pub use extent::{default_growth, file_pages, grow_to, growth, is_empty_file, modified_extents, used_extents};
pub use file::{DOUBLE_WRITE_PAGE, PAIR_PAGE, format};
pub use form::check_form;
pub use handler::Handler;
pub use header::{DataHeader, mend_header, read_header};
pub use heap::{
    AppendCursor, BulkLoad, Changed, Granule, Haste, Heap, HeapAppend, HeapSeek, HeapWriter, ROW_MAX, Reader, Rid,
    SharedHeap,
};
pub use layout::EXTENT_PAGES;
pub use listing::{file_number, has_listing, read_listing, rewrite_listing, write_listing};
pub use lob::{Freed, LobWriter, Lobs};
pub use lob_page::{LobId, LobPointer};
pub use object::Placement;
pub use physical::{LevelFigures, PhysicalScan, RecordFigures, heap_figures, long_figures, percent, tree_figures};
pub use release::defer_drop;
pub use sample::{Sampled, pages_of, sample_rows};
pub use sequence::Sequence;
pub use shrink::{Shrunk, release_end, used_extents_from};
pub use space::{Space, long_space_of, owner_of, reaches, space_of};
pub use tidy::tidy;
pub use version_pages::VersionPages;
pub use work_file::{WorkFile, WorkKind, WorkPosition};

#[cfg(test)]
mod tests;
