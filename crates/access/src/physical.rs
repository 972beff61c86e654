//! Fullness and fragmentation of the pages of an object, by levels, for
//! `sys.dm_db_index_physical_stats` (`sys-dm-db-index-physical-stats-transact-sql`).
//!
//! Trees are read in the order of their keys; heaps and long values in the order of their extents.
//! Each page is read under its shared latch without waiting for transactions, as in `sample`.

use crate::btree::BTree;
use crate::heap_cell::{self, Body, stamp_of};
use crate::layout::{BODY, Extent};
use crate::object::iam_root;
use crate::sample::each_entry;
use crate::{iam, layout, lob_page, slotted};
use sluice_base::ids::{ObjectId, PageId, TxnId};
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{Storage, StorageError};
use std::collections::HashSet;

/// The pages that a measurement reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhysicalScan {
    /// The inner nodes of a tree, all pages of a heap, no page of long values: their number is then
    /// that of the allocated ones.
    Limited,
    /// The inner nodes of a tree, and every hundredth leaf or page of a heap; every page of a small
    /// object.
    Sampled,
    /// Every page.
    Detailed,
}

impl PhysicalScan {
    fn reads(self, number: u64, pages: u64) -> bool {
        match self {
            PhysicalScan::Limited => false,
            PhysicalScan::Sampled => pages < SMALL_PAGES || number.is_multiple_of(SAMPLED_EACH),
            PhysicalScan::Detailed => true,
        }
    }
}

/// The figures of one level of a tree, of a heap, or of the long values of an object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelFigures {
    /// The number of pages.
    pub pages: u64,
    /// Runs of pages, or a heap's extents, that are neighbours in the file.
    pub fragments: u64,
    /// Pages, or a heap's extents, that aren't followed by the next one of the object in the file.
    pub out_of_order: u64,
    /// The pages, or a heap's extents, of which `out_of_order` is a part.
    pub ordered: u64,
    /// The number of extents with such pages.
    pub extents: u64,
    /// How often the scan went from one extent to another.
    pub extent_switches: u64,
    /// The switches to an extent that doesn't follow the one before in the file.
    pub extents_out_of_order: u64,
    /// The figures of the records on the pages read.
    pub records: RecordFigures,
}

impl LevelFigures {
    fn add_extent_switch(&mut self, left: Extent, right: Extent) {
        if left != right {
            self.extent_switches += 1;
            self.extents_out_of_order += u64::from(right != Extent { number: left.number + 1, ..left });
        }
    }
}

/// The figures of the records on some pages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordFigures {
    /// The number of pages read.
    pub pages: u64,
    /// The bytes in use on them.
    pub bytes_used: u64,
    /// The records, without ghosts.
    pub live: u64,
    /// Ghosts that no transaction needs.
    pub ghosts: u64,
    /// Ghosts that snapshots need.
    pub version_ghosts: u64,
    /// Stubs of rows that have moved to another page.
    pub stubs: u64,
    /// The length of the shortest record in bytes; 0 without records.
    pub bytes_min: u64,
    /// The length of the longest record in bytes.
    pub bytes_max: u64,
    /// The length of all records in bytes.
    pub bytes: u64,
    /// The pages with a dictionary (DATA_COMPRESSION = PAGE).
    pub compressed_pages: u64,
}

impl RecordFigures {
    /// Returns the average part of the read pages that is in use, in percent; 0 if none was read.
    pub fn fullness(&self) -> f64 {
        percent(self.bytes_used, self.pages * ROOM as u64)
    }

    /// Returns the average number of free bytes on a page. Without pages it is 0.
    pub fn free_average(&self) -> f64 {
        let free = (self.pages * ROOM as u64).saturating_sub(self.bytes_used);
        if self.pages == 0 { 0.0 } else { free as f64 / self.pages as f64 }
    }

    /// Returns the average length of a record in bytes. Without records it is 0.
    pub fn bytes_average(&self) -> f64 {
        if self.live == 0 { 0.0 } else { self.bytes as f64 / self.live as f64 }
    }

    fn add_record(&mut self, length: usize) {
        let length = length as u64;
        self.bytes_min = if self.live == 0 { length } else { self.bytes_min.min(length) };
        self.bytes_max = self.bytes_max.max(length);
        self.bytes += length;
        self.live += 1;
    }

    /// Adds a page with slots.
    fn add_slotted(&mut self, storage: &Storage, bytes: &[u8]) {
        self.pages += 1;
        self.compressed_pages += u64::from(!slotted::dictionary(bytes).is_empty());
        self.bytes_used += ROOM.saturating_sub(slotted::free_bytes(bytes)) as u64;
        let is_inner = page::page_type(bytes) == PageType::INDEX && layout::level(bytes) > 0;
        for slot in 0..slotted::count(bytes) {
            let Some(cell) = slotted::get(bytes, slot) else { continue };
            if is_inner {
                self.add_record(cell.len());
                continue;
            }
            let stamp = TxnId(stamp_of(cell));
            match slotted::is_ghost(bytes, slot) {
                true if storage.is_unneeded(stamp) => self.ghosts += 1,
                true if !storage.is_active(stamp) => self.version_ghosts += 1,
                // A deletion that isn't committed leaves the record.
                _ => self.add_record(cell.len()),
            }
            let is_row = page::page_type(bytes) == PageType::DATA;
            if is_row && matches!(heap_cell::read(bytes, slotted::kind(bytes, slot), cell), Some(Body::Stub(_))) {
                self.stubs += 1;
            }
        }
    }
}

/// Returns the figures of a tree's levels, the leaves first. Pages are counted; their records are
/// read only as far as `scan` says.
pub fn tree_figures(storage: &Storage, tree: &BTree, scan: PhysicalScan) -> Result<Vec<LevelFigures>, StorageError> {
    let extents = extents_of(storage, tree.iam_root(), tree.object)?;
    let pages = pages_of(&extents);
    let mut levels: Vec<LevelFigures> = Vec::new();
    let mut last: Vec<Option<PageId>> = Vec::new();
    let mut met: Vec<HashSet<Extent>> = Vec::new();
    let root_level = tree.each_page(
        storage,
        |number| scan.reads(number, pages),
        |found| {
            let level = usize::from(found.level);
            if levels.len() <= level {
                levels.resize(level + 1, LevelFigures::default());
                last.resize(level + 1, None);
                met.resize(level + 1, HashSet::new());
            }
            let figures = &mut levels[level];
            figures.pages += 1;
            figures.ordered += 1;
            figures.extents += u64::from(met[level].insert(Extent::from_page(found.id)));
            if let Some(left) = last[level].replace(found.id) {
                figures.add_extent_switch(Extent::from_page(left), Extent::from_page(found.id));
                figures.fragments += u64::from(PageId { page: left.page + 1, ..left } != found.id);
                figures.out_of_order += u64::from(behind(&extents, left) != Some(found.id));
            } else {
                figures.fragments = 1;
            }
            if let Some(bytes) = found.bytes {
                figures.records.add_slotted(storage, bytes);
            }
        },
    )?;
    levels.truncate(usize::from(root_level) + 1);
    Ok(levels)
}

/// Returns the figures of a heap. A limited scan reads all pages of the heap, a sampled one some of
/// them.
pub fn heap_figures(
    storage: &Storage,
    (root, object): (PageId, ObjectId),
    scan: PhysicalScan,
) -> Result<LevelFigures, StorageError> {
    let mut entries = Vec::new();
    each_entry(storage, root, object, |entry| entries.push(entry))?;
    let pages = pages_of(&entries);
    let mut figures = LevelFigures::default();
    let mut last: Option<PageId> = None;
    let mut number = 0;
    for entry in &entries {
        let pages_before = figures.pages;
        for id in entry.pages() {
            number += 1;
            if scan == PhysicalScan::Sampled && !scan.reads(number - 1, pages) {
                figures.pages += 1;
                continue;
            }
            let bytes = storage.pool.read(storage.id, id)?;
            if page::page_type(&bytes) == PageType::DATA && page::object(&bytes) == object {
                figures.pages += 1;
                figures.records.add_slotted(storage, &bytes);
            }
        }
        // An extent of IAM pages alone is no part of the data.
        if figures.pages > pages_before {
            let first = entry.page(0);
            let is_next = |left: PageId| PageId { page: left.page + layout::EXTENT_PAGES, ..left } == first;
            let is_behind = last.replace(first).is_some_and(is_next);
            figures.out_of_order += u64::from(figures.ordered > 0 && !is_behind);
            figures.fragments += u64::from(!is_behind);
            figures.ordered += 1;
        }
    }
    (figures.extents, figures.extent_switches) = (figures.ordered, figures.ordered.saturating_sub(1));
    figures.extents_out_of_order = figures.out_of_order;
    Ok(figures)
}

/// Returns the figures of the long values of an object with this IAM root, if it has a LOB unit.
/// Each page holds one record: a part of a value, or the ids of such parts. A limited scan counts
/// pages from the IAM only. `None` without a LOB unit.
pub fn long_figures(
    storage: &Storage,
    (root, object): (PageId, ObjectId),
    scan: PhysicalScan,
) -> Result<Option<LevelFigures>, StorageError> {
    let unit = iam::lob_unit(&iam_root(storage, root, object)?);
    let Some((root, _)) = unit else { return Ok(None) };
    let entries = extents_of(storage, root, object)?;
    let pages = pages_of(&entries);
    if scan == PhysicalScan::Limited {
        let of_iam = entries.len().div_ceil(iam::ENTRIES_MAX).max(1) as u64;
        return Ok(Some(LevelFigures { pages: pages.saturating_sub(of_iam), ..LevelFigures::default() }));
    }
    let mut figures = LevelFigures::default();
    for (number, id) in (0..).zip(entries.iter().flat_map(|entry| entry.pages())) {
        if !scan.reads(number, pages) {
            figures.pages += 1;
            continue;
        }
        let bytes = storage.pool.read(storage.id, id)?;
        if !lob_page::is_lob(&bytes) || page::object(&bytes) != object {
            continue;
        }
        figures.pages += 1;
        let length = match page::page_type(&bytes) {
            PageType::LOB => lob_page::data(&bytes).map(<[u8]>::len),
            _ => lob_page::children_bytes(&bytes),
        };
        let length = length.unwrap_or(0);
        figures.records.pages += 1;
        figures.records.bytes_used += length as u64;
        figures.records.add_record(length);
    }
    Ok(Some(figures))
}

/// Returns `part` of `whole` in percent, 0 of nothing.
pub fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// Returns the extents of an object, in the order of the file.
fn extents_of(storage: &Storage, root: PageId, object: ObjectId) -> Result<Vec<iam::Entry>, StorageError> {
    let mut entries = Vec::new();
    each_entry(storage, root, object, |entry| entries.push(entry))?;
    entries.sort_by_key(|entry| entry.page(0));
    Ok(entries)
}

fn pages_of(entries: &[iam::Entry]) -> u64 {
    entries.iter().map(|entry| u64::from(entry.used.count_ones())).sum()
}

/// Returns the next page of the object behind `page` in the file.
fn behind(extents: &[iam::Entry], page: PageId) -> Option<PageId> {
    let place = extents.partition_point(|entry| entry.page(0) <= page).checked_sub(1)?;
    extents[place..].iter().flat_map(|entry| entry.pages()).find(|id| *id > page)
}

/// The bytes of a page for records and their slots.
const ROOM: usize = PAGE_SIZE - BODY;
/// `Sampled` reads all pages of an object with fewer pages.
const SMALL_PAGES: u64 = 10_000;
/// `Sampled` reads one page of so many.
const SAMPLED_EACH: u64 = 100;
