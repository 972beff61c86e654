//! The state of a check: its problems, and everything read so far.

use crate::heap_cell::Rid;
use crate::layout::Extent;
use crate::lob_page::LobPointer;
use sluice_base::ids::{ObjectId, PageId};
use sluice_base::interruption::is_raised;
use sluice_buffer::{PageRef, PageType, page};
use sluice_txn::Storage;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A violated rule of consistency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The page of the problem.
    pub page: PageId,
    /// The description.
    pub what: String,
    /// Whether the problem concerns the ownership of pages rather than their content.
    pub is_allocation: bool,
    /// Whether the page could not be read; then `what` also names the file and the remedy.
    pub is_unreadable: bool,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "page {}: {}", self.page, self.what)
    }
}

/// Returns the long values of a row, or `None` if the row is malformed.
pub type LobsOfRow<'a> = &'a dyn Fn(&[u8]) -> Option<Vec<LobPointer>>;

/// The state of a check.
pub(super) struct Check<'a> {
    pub(super) storage: &'a Storage,
    pub(super) lobs_of_row: Option<LobsOfRow<'a>>,
    pub(super) problems: Vec<Problem>,
    /// The used extents outside the system's.
    pub(super) used: BTreeSet<Extent>,
    /// The IAM root of each extent's owner.
    pub(super) owners: BTreeMap<Extent, PageId>,
    /// The long values named by rows, and the existing ones.
    pub(super) links: Links,
    /// The only object to check, if any.
    pub(super) only: Option<ObjectId>,
}

impl<'a> Check<'a> {
    /// Returns a check that has read nothing and found nothing.
    pub(super) fn new(storage: &'a Storage, lobs_of_row: Option<LobsOfRow<'a>>) -> Check<'a> {
        Check {
            storage,
            lobs_of_row,
            problems: Vec::new(),
            used: BTreeSet::new(),
            owners: BTreeMap::new(),
            links: Links::default(),
            only: None,
        }
    }

    /// Records a problem of a page that isn't one of allocation.
    pub(super) fn problem(&mut self, page: PageId, what: impl Into<String>) {
        self.problems.push(Problem { page, what: what.into(), is_allocation: false, is_unreadable: false });
    }

    /// Records a problem of the ownership of pages.
    pub(super) fn misallocated(&mut self, page: PageId, what: impl Into<String>) {
        self.problems.push(Problem { page, what: what.into(), is_allocation: true, is_unreadable: false });
    }

    /// Reads a page. A failed read is a problem. Reads nothing more once the check is interrupted.
    /// `None` in both cases. A page that isn't marked in the map of changed extents is a problem
    /// too, but it is returned.
    pub(super) fn read(&mut self, id: PageId) -> Option<PageRef<'a>> {
        if is_raised() {
            return None;
        }
        if id.file.0 == 0 {
            self.problem(id, "a page of no file");
            return None;
        }
        let read = self.storage.pool.read(self.storage.id, id);
        let unreadable = |what| Problem { page: id, what, is_allocation: false, is_unreadable: true };
        let page = read.map_err(|error| self.problems.push(unreadable(error.to_string()))).ok()?;
        if self.storage.pool.lacks_change_mark(&page) {
            self.problem(id, "it has changed since the last full backup, and the map of changed extents lacks it");
        }
        Some(page)
    }

    /// Whether an extent holds row versions or a work file. In a temporary database such an extent
    /// has no object. Reads the extent's first page; a failed read is a problem.
    pub(super) fn is_loose(&mut self, extent: Extent) -> bool {
        let is_such = |page: PageRef<'_>| matches!(page::page_type(&page), PageType::ROW_VERSIONS | PageType::WORK);
        self.storage.is_temporary() && self.read(extent.page(0)).is_some_and(is_such)
    }
}

/// The two sides of the check: the values that rows name, and the values that exist.
#[derive(Default)]
pub(super) struct Links {
    /// The values named by rows.
    pub(super) named: Vec<(ObjectId, Rid, LobPointer)>,
    /// The roots of the values named by deleted rows or intents.
    pub(super) passing: BTreeSet<PageId>,
    /// The existing values, by their roots.
    pub(super) values: BTreeMap<(ObjectId, PageId), LobPointer>,
}

impl Links {
    /// Records an existing long value of `object`, to be compared with the rows' pointers.
    pub(super) fn value(&mut self, object: ObjectId, lob: LobPointer) {
        self.values.insert((object, lob.root), lob);
    }
}
