//! Layers of a data file: files that hold only the pages written since a freeze, each above the
//! file that was frozen.
//!
//! ```text
//! name.mdf           layer 2, the top: the pages written since the second freeze
//! name.mdf.layer2    layer 1: the pages written between the freezes    <- a snapshot reads here
//! name.mdf.layer1    the data file as of the first freeze              <- another one here
//! ```
//! [`LayeredFile`] is a [`sluice_vfs::File`] over such a stack. It has the length and the bytes
//! that one file would have, so its users know nothing of layers. A page is read from the highest
//! layer that has it. Only the top is written. The path of a database's file always names the top.
//!
//! # Layer file
//! ```text
//! page 0          header: see `header`
//! then, for each group of 64,000 pages:
//!   two pages     presence map of the group, written in turn: see `presence`
//!   64,000 pages  the pages of the group, each at its own place, sparse
//! ```
//!
//! # Rules
//! 1. A layer is never written once another layer is above it. So whatever reads it may keep
//!    reading, and any number of layers may be above one file.
//! 2. A page's bit in the presence map on disk is set only after the page is durable in the layer
//!    (`content::Layer::sync`). Without the bit the page below counts. So after a power cut each
//!    page is of the last sync or of a later write, as in a plain file.
//! 3. A freeze makes the frozen file durable first: a later sync reaches the top alone.
//! 4. A new layer is empty, so the stack has the same content with and without it. Each moment of a
//!    freeze therefore leaves the database as it was ([`LayeredFile::freeze`]).
//! 5. A merge copies the top's pages into the file below, makes them durable, and retires the top
//!    by a mark in its map. Until then the top hides every page that the merge overwrites. After
//!    that it is transparent. The caller knows that nothing else reads the file below.
//! 6. No rename is relied on. Between the renames of a freeze, and before the rename of a merge, an
//!    opening finds the same content as after them, and does those that are missing. So a failed
//!    sync of the folder, or a kill before it with a later power cut, loses no page.
//! 7. A clone is a database of its own above another database's frozen file. Its lowest layer names
//!    both guids. A whole page with the other one is given the clone's guid, and a new checksum,
//!    when it is read; written pages have it. So pages are shared, and each page is still checked
//!    against its database. Such a layer is never merged: the file below isn't the clone's.

mod header;

mod presence;

mod content;

mod file;

pub use file::{FREEZE_DEPTH_MAX, LayeredFile, adopt_pages, create_layer, files_below, lengths, revert};

pub use header::CloneGuids;

use crate::page::PAGE_SIZE;

/// The number of pages of a group, whose bits fit a page.
const GROUP_PAGES: u64 = 64_000;
/// A group with its two map pages.
const GROUP_SPAN: u64 = GROUP_PAGES + 2;
const PAGE_BYTES: u64 = PAGE_SIZE as u64;

/// Returns the byte offset in a layer file of byte `offset` of the database's file.
fn physical(offset: u64) -> u64 {
    let page = offset / PAGE_BYTES;
    let place = map_page(page / GROUP_PAGES, 0) + 2 + page % GROUP_PAGES;
    place * PAGE_BYTES + offset % PAGE_BYTES
}

/// Returns the page of a layer file that has map `copy`, 0 or 1, of a group.
fn map_page(group: u64, copy: u64) -> u64 {
    1 + group * GROUP_SPAN + copy
}
