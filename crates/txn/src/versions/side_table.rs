//! The side table: older states of rows, by the page of the row.
//!
//! An entry points to no page or frame, so a page may be evicted and read again. A row that moves
//! keeps its place (its stub's) and its versions. For a page with spilled versions, the table has
//! the place of the last run; each run has the place of the run before it.

use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::sync::{Arc, Mutex, MutexGuard};
use std::hash::{BuildHasher, BuildHasherDefault};

/// A page of a database of the instance.
pub(super) type PageKey = (DatabaseId, PageId);

/// An older state of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Version {
    /// The row's slot.
    pub(crate) slot: u16,
    /// The writer of this state.
    pub(crate) begin: TxnId,
    /// The transaction that replaced it.
    pub(crate) end: TxnId,
    /// The bytes of the row.
    pub(crate) row: Arc<[u8]>,
}

/// The versions of a page's rows.
#[derive(Clone, Default, Debug)]
pub(crate) struct PageState {
    /// The versions in memory, the oldest first.
    pub(crate) versions: Vec<Version>,
    /// The place of the last spilled run.
    pub(crate) spilled: Option<u64>,
    /// Slots reused by other rows: the run at that place and the runs before it hold nothing of
    /// these rows.
    pub(crate) cleared: Vec<(u16, u64)>,
}

/// The version lists of all pages, in shards by page, each with its own lock.
#[derive(Default, Debug)]
pub(super) struct SideTable {
    shards: [Shard; SHARDS],
}

/// Each shard has its own cache line.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Shard {
    pages: Mutex<Pages>,
}

#[derive(Default, Debug)]
struct Pages {
    /// The versions of each page, in the order in which they were kept.
    kept: HashMap<PageKey, Vec<Version>>,
    /// See [`PageState::spilled`].
    spilled: HashMap<PageKey, u64>,
    /// See [`PageState::cleared`].
    cleared: HashMap<PageKey, Vec<(u16, u64)>>,
}

impl Version {
    /// Returns the bytes taken beside the list entry.
    fn row_bytes(&self) -> u64 {
        (ROW_HEAD + self.row.len()) as u64
    }
}

impl SideTable {
    /// Adds a version, the newest of its row. Returns the bytes taken. These are the bytes of the
    /// row and of the list's growth, for the memory account.
    pub(super) fn keep(&self, page: PageKey, version: Version) -> u64 {
        let row = version.row_bytes();
        let mut shard = self.shard(page);
        let versions = shard.kept.entry(page).or_default();
        let before = list_bytes(versions);
        versions.push(version);
        row + list_bytes(versions) - before
    }

    /// Returns copies of a page's versions in memory, the place of its last spilled run, and the
    /// slots that were cleared since.
    pub(super) fn of_page(&self, page: PageKey) -> PageState {
        let shard = self.shard(page);
        let versions = shard.kept.get(&page).cloned().unwrap_or_default();
        let spilled = shard.spilled.get(&page).copied();
        let cleared = if spilled.is_some() { shard.cleared.get(&page).cloned() } else { None };
        PageState { versions, spilled, cleared: cleared.unwrap_or_default() }
    }

    /// Returns the versions in memory that `writer` replaced on the page, oldest first, and the
    /// place of the page's last run.
    pub(super) fn of_writer(&self, page: PageKey, writer: TxnId) -> (Vec<Version>, Option<u64>) {
        let shard = self.shard(page);
        let versions = shard.kept.get(&page).into_iter().flatten();
        let versions = versions.filter(|version| version.end == writer).cloned().collect();
        (versions, shard.spilled.get(&page).copied())
    }

    /// Records that the versions replaced by `writer` are now in the page's last run, at `place`.
    /// Returns the bytes freed and the bytes taken. Only one thread at a time may call it, and no
    /// slot may be cleared meanwhile.
    pub(super) fn spilled(&self, page: PageKey, writer: TxnId, place: u64) -> (u64, u64) {
        let mut shard = self.shard(page);
        let is_new = shard.spilled.insert(page, place).is_none();
        (shard.retain(page, |version| version.end != writer), if is_new { SPILLED_ENTRY } else { 0 })
    }

    /// Removes the versions that `writer` replaced on the page. Returns the bytes freed.
    pub(super) fn forget_writer(&self, page: PageKey, writer: TxnId) -> u64 {
        self.shard(page).retain(page, |version| version.end != writer)
    }

    /// Removes the versions of a slot that another row takes. Returns the bytes freed and the bytes
    /// taken. Spilled versions of the slot can't be removed; the slot is noted as cleared up to the
    /// page's last run.
    pub(super) fn forget_slot(&self, page: PageKey, slot: u16) -> (u64, u64) {
        let mut shard = self.shard(page);
        let freed = shard.retain(page, |version| version.slot != slot);
        let Some(last) = shard.spilled.get(&page).copied() else { return (freed, 0) };
        let cleared = shard.cleared.entry(page).or_default();
        if let Some((_, place)) = cleared.iter_mut().find(|(of, _)| *of == slot) {
            *place = last;
            return (freed, 0);
        }
        cleared.push((slot, last));
        (freed, CLEARED_ENTRY)
    }

    /// Forgets the pages whose runs all lie below `place` and are freed. Returns the bytes freed.
    pub(super) fn forget_spilled(&self, database: DatabaseId, place: u64) -> u64 {
        let is_gone = |page: &PageKey, last: u64| page.0 == database && last < place;
        self.shards.iter().map(|shard| shard.pages.lock().forget_spilled(is_gone)).sum()
    }

    /// Removes a database. Returns the bytes freed. Versions in the spill space aren't freed here.
    pub(super) fn forget_database(&self, database: DatabaseId) -> u64 {
        let mut freed = 0;
        for shard in &self.shards {
            let mut shard = shard.pages.lock();
            shard.kept.retain(|page, versions| {
                if page.0 == database {
                    freed += list_bytes(versions) + versions.iter().map(Version::row_bytes).sum::<u64>();
                }
                page.0 != database
            });
            freed += shard.forget_spilled(|page, _| page.0 == database);
        }
        freed
    }

    fn shard(&self, page: PageKey) -> MutexGuard<'_, Pages> {
        let hash = BuildHasherDefault::<sluice_base::hash::FixedHasher>::default().hash_one(page);
        self.shards[(hash >> 32) as usize % SHARDS].pages.lock()
    }
}

impl Pages {
    fn retain(&mut self, page: PageKey, is_kept: impl Fn(&Version) -> bool) -> u64 {
        let Some(versions) = self.kept.get_mut(&page) else { return 0 };
        let (before, mut rows) = (list_bytes(versions), 0);
        versions.retain(|version| {
            let stays = is_kept(version);
            rows += if stays { 0 } else { version.row_bytes() };
            stays
        });
        versions.shrink_to(versions.len() * 2);
        let after = list_bytes(versions);
        if versions.is_empty() {
            self.kept.remove(&page);
            if self.kept.is_empty() {
                self.kept.shrink_to(PAGES_KEPT_FREE);
            }
        }
        rows + before - after
    }

    fn forget_spilled(&mut self, is_gone: impl Fn(&PageKey, u64) -> bool) -> u64 {
        let (spilled, mut freed) = (&mut self.spilled, 0);
        spilled.retain(|page, last| {
            let goes = is_gone(page, *last);
            freed += if goes { SPILLED_ENTRY } else { 0 };
            !goes
        });
        self.cleared.retain(|page, slots| {
            let stays = spilled.contains_key(page);
            freed += if stays { 0 } else { slots.len() as u64 * CLEARED_ENTRY };
            stays
        });
        if spilled.is_empty() {
            spilled.shrink_to(PAGES_KEPT_FREE);
        }
        freed
    }
}

/// Returns the bytes of a page's list and its entry in the table.
fn list_bytes(versions: &Vec<Version>) -> u64 {
    let entry = if versions.capacity() == 0 { 0 } else { PAGE_ENTRY };
    (entry + versions.capacity() * size_of::<Version>()) as u64
}

const SHARDS: usize = 16;
/// The bytes of a page's entry in a half-full hash table.
const PAGE_ENTRY: usize = 2 * size_of::<(PageKey, Vec<Version>)>();
/// The capacity for pages that a shard without versions keeps.
const PAGES_KEPT_FREE: usize = 16;
/// The bytes of a row beside its content: reference count, allocator overhead, and its page's entry
/// in the writer's list, which may be half full.
const ROW_HEAD: usize = 24 + 2 * size_of::<PageId>();
/// The bytes of a page's entry in the half-full hash table of runs.
const SPILLED_ENTRY: u64 = 2 * size_of::<(PageKey, u64)>() as u64 + 2;
/// The bytes of a cleared slot in a half-full list; most pages have none.
const CLEARED_ENTRY: u64 = 64;
