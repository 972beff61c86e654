//! The consistency check of a database at rest. Concurrent changes may show as problems. During the
//! check the caller prevents deferred releases and the clean-up of trees
//! ([`sluice_txn::Storage::keep_cleaning_away`]).
//!
//! Damage never stops the check; it becomes a problem of its own. Checked are:
//! - both headers and the file's length;
//! - that each used extent has exactly one owner and each owned extent is used;
//! - IAM chains, and every used page of every object with its slots, rows and cells;
//! - the order, levels and links of trees, and the chains of free pages;
//! - the parts of long values, and that rows and long values match.
//!
//! An interrupted check ends soon, and its result is useless.

mod state;

mod header;

mod links;

mod heap;

mod lob;

mod tree;

pub use state::{LobsOfRow, Problem};

use crate::extent::{file_pages, headers};
use crate::file::FIRST_OBJECT_EXTENT;
use crate::iam::{self, Entry};
use crate::layout::{self, EXTENT_PAGES, Extent};
use crate::{boot_page, gam, header as file_header, slotted};
use sluice_base::ids::{FileId, ObjectId, PageId};
use sluice_buffer::{PAGE_SIZE, PageType, page};
use sluice_txn::{DataFileSpace, Storage};
use state::Check;
use std::collections::{BTreeMap, BTreeSet};

/// Checks a whole database and returns the problems. Without `lobs_of_row` rows and long values are
/// not compared. Reads every used page of all data files. `lobs_of_row` decodes the pointers to
/// long values in a row.
pub fn check_database<'a>(storage: &'a Storage, lobs_of_row: Option<LobsOfRow<'a>>) -> Vec<Problem> {
    let mut check = Check::new(storage, lobs_of_row);
    check.headers();
    check.boot_page();
    check.maps();
    for extent in check.used.clone() {
        check.object_at(extent);
    }
    for extent in check.used.clone() {
        if !check.owners.contains_key(&extent) && !check.is_loose(extent) {
            let what = format!("extent {} is in use and has no owner", extent.number);
            check.misallocated(gam::page_of(extent), what);
        }
    }
    if lobs_of_row.is_some() {
        links::compare(&mut check);
    }
    check.problems
}

/// Checks one object of a database: its rows, indexes and long values. Reads the pages of all
/// extents to find those of the object. Allocation maps are read, and their problems left out.
pub fn check_object<'a>(storage: &'a Storage, object: ObjectId, lobs_of_row: LobsOfRow<'a>) -> Vec<Problem> {
    let mut check = Check::new(storage, Some(lobs_of_row));
    check.maps();
    // Problems of the maps do not belong to the object.
    check.problems.clear();
    check.only = Some(object);
    for extent in check.used.clone() {
        check.object_at(extent);
    }
    links::compare(&mut check);
    check.problems
}

/// The checked pages of an object.
#[derive(Default)]
struct ObjectPages {
    /// The pages of a tree.
    index: BTreeSet<PageId>,
    /// The free pages, each with its next page.
    free: BTreeMap<PageId, PageId>,
    /// The moved rows of a heap.
    moved: heap::Moved,
    /// The parts of long values.
    lobs: BTreeMap<PageId, lob::Part>,
}

impl Check<'_> {
    fn headers(&mut self) {
        self.storage.space.files().iter().for_each(|file| self.file_headers(file));
    }

    fn file_headers(&mut self, file: &DataFileSpace) {
        let copies = headers(file.id);
        let mut sizes = Vec::new();
        for id in copies {
            let Some(copy) = self.read(id) else { continue };
            if file_header::is_header(&copy) {
                sizes.push(file_header::pages(&copy));
            } else {
                self.problem(id, "it is no file header");
            }
        }
        if let [first, second] = sizes[..] {
            if first != second {
                self.problem(copies[1], format!("it says {second} pages, the other header says {first}"));
            }
            let length = file.handle.len().unwrap_or(0);
            if length < u64::from(first) * PAGE_SIZE as u64 {
                self.problem(copies[0], format!("it says {first} pages, the file has {length} bytes"));
            }
        }
    }

    fn boot_page(&mut self) {
        let id = PageId::primary(boot_page::PAGE);
        let Some(boot) = self.read(id) else { return };
        if page::page_type(&boot) != PageType::BOOT || page::object(&boot) != ObjectId(0) {
            self.problem(id, "it is no boot page");
        }
        header::fields(self, id, &boot);
    }

    /// Collects the used extents.
    fn maps(&mut self) {
        self.storage.space.files().iter().for_each(|file| self.file_maps(file.id));
    }

    fn file_maps(&mut self, file: FileId) {
        let Ok(pages) = file_pages(self.storage, file) else { return };
        let extents = pages / EXTENT_PAGES;
        for index in 0..extents.div_ceil(gam::EXTENTS_PER_GAM) {
            let id = gam::page_at(file, index);
            let Some(map) = self.read(id) else { continue };
            if page::page_type(&map) != PageType::GAM {
                // A GAM page that no allocation has reached yet.
                if index == 0 || page::page_type(&map) != PageType::NONE {
                    self.misallocated(id, "it is no GAM page");
                }
                continue;
            }
            if page::object(&map) != ObjectId(0) {
                self.problem(id, "it belongs to an object");
            }
            header::fields(self, id, &map);
            header::hint(self, id, &map);
            let base = index * gam::EXTENTS_PER_GAM;
            for bit in (0..gam::EXTENTS_PER_GAM).filter(|bit| gam::is_used(&map, *bit)) {
                let extent = base + bit;
                if extent >= extents {
                    self.misallocated(id, format!("extent {extent} is in use, but beyond the end of the file"));
                } else if extent >= FIRST_OBJECT_EXTENT && (index == 0 || bit > 0) {
                    self.used.insert(Extent { file, number: extent });
                }
            }
        }
    }

    /// Checks the object whose IAM root begins the extent, if any.
    fn object_at(&mut self, extent: Extent) {
        let root = extent.page(0);
        let Some(page) = self.read(root) else { return };
        if page::page_type(&page) != PageType::IAM || !layout::is_root(&page) {
            return;
        }
        let (object, anchor, free) = (page::object(&page), layout::anchor(&page), layout::free_page(&page));
        let filling = iam::filling(&page);
        drop(page);
        if self.only.is_some_and(|only| only != object) {
            return;
        }
        let mut pages = ObjectPages::default();
        let (mut id, mut before) = (root, PageId::NONE);
        let mut is_filling_found = filling.is_none();
        loop {
            is_filling_found |= id == filling;
            let Some(entries) = self.iam_page(id, root, before, object) else { return };
            entries.iter().flat_map(|entry| entry.pages()).for_each(|page| self.object_page(page, object, &mut pages));
            let Some(next) = self.read(id).map(|page| layout::next(&page)) else { return };
            if next.is_none() {
                break;
            }
            (before, id) = (id, next);
        }
        if id != anchor {
            self.misallocated(root, format!("its chain ends at {id} instead of {anchor}"));
        }
        if !is_filling_found {
            self.misallocated(root, format!("it names {filling} as its IAM page to fill, which is not in its chain"));
        }
        heap::compare(self, &pages.moved);
        lob::compare(self, object, &pages.lobs);
        lob::link(self, root);
        self.free_pages(root, free, pages.free);
        if !pages.index.is_empty() {
            tree::check(self, root, object, pages.index);
        }
    }

    /// Checks one page of an IAM chain and records its extents. Returns its entries, or `None` if
    /// it is unusable.
    fn iam_page(&mut self, id: PageId, root: PageId, before: PageId, object: ObjectId) -> Option<Vec<Entry>> {
        let page = self.read(id)?;
        if page::page_type(&page) != PageType::IAM || page::object(&page) != object {
            self.misallocated(id, format!("it is no IAM page of object {}", object.0));
            return None;
        }
        if layout::previous(&page) != before {
            self.misallocated(
                id,
                format!("it follows {before}, but names {} as its predecessor", layout::previous(&page)),
            );
        }
        header::fields(self, id, &page);
        let entries: Vec<Entry> = (0..iam::count(&page)).map(|index| iam::entry(&page, index)).collect();
        drop(page);
        if entries.first().is_none_or(|first| first.page(0) != id) {
            self.misallocated(id, "its first extent is not its own");
            return None;
        }
        for entry in &entries {
            if !self.used.contains(&entry.extent) {
                self.misallocated(id, format!("extent {} is free in the GAM", entry.extent.number));
            }
            if let Some(other) = self.owners.insert(entry.extent, root) {
                self.misallocated(
                    id,
                    format!("extent {} also belongs to the object with IAM root {other}", entry.extent.number),
                );
                return None;
            }
        }
        Some(entries)
    }

    /// Checks that the chain of an object's free pages, from `first` on, has each of them once.
    fn free_pages(&mut self, root: PageId, first: PageId, mut free: BTreeMap<PageId, PageId>) {
        let mut next = first;
        while !next.is_none() {
            let Some(after) = free.remove(&next) else {
                return self.misallocated(root, format!("its chain of free pages leads to {next}, which is not free"));
            };
            next = after;
        }
        for id in free.into_keys() {
            self.misallocated(id, format!("it is free, but not in the chain of free pages of IAM root {root}"));
        }
    }

    /// Checks a page that an object uses.
    fn object_page(&mut self, id: PageId, object: ObjectId, pages: &mut ObjectPages) {
        let Some(page) = self.read(id) else { return };
        let page_type = page::page_type(&page);
        if page::object(&page) != object {
            self.problem(id, format!("it is of object {}, but object {} uses it", page::object(&page).0, object.0));
        }
        if page_type != PageType::IAM {
            header::fields(self, id, &page);
        }
        match page_type {
            PageType::IAM => return,
            PageType::INDEX => {
                pages.index.insert(id);
            }
            PageType::DATA => heap::rows(self, (id, object), &page, &mut pages.moved),
            PageType::NONE if page::object(&page) == object => {
                pages.free.insert(id, layout::next(&page));
                return;
            }
            PageType::LOB | PageType::LOB_NODE => {
                if let Some(part) = lob::part(self, id, &page) {
                    pages.lobs.insert(id, part);
                }
                return;
            }
            other => return self.problem(id, format!("type {} on a page in use", other.0)),
        }
        if let Err(what) = slotted::validate(&page) {
            self.problem(id, what);
        }
    }
}
