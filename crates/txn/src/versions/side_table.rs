//! The side table: older states of rows, by the page that the row is on.
//!
//! Nothing here points to a page or a frame, so that a page may be evicted and come back. A row that moves keeps its place (its stub's), and
//! its versions with it. Of a page whose older versions lie in the space beside memory, the place of the last run is here; each run knows the one
//! before it.

use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::sync::{Arc, Mutex, MutexGuard};
use std::hash::{BuildHasher, BuildHasherDefault};

/// A page of a database of the instance.
pub(super) type PageKey = (DatabaseId, PageId);

/// A state that a row had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Version {
    /// The row's slot.
    pub(crate) slot: u16,
    /// Who made this state.
    pub(crate) begin: TxnId,
    /// Who replaced it.
    pub(crate) end: TxnId,
    /// The row.
    pub(crate) row: Arc<[u8]>,
}

/// What is kept of a page's rows.
#[derive(Clone, Default, Debug)]
pub(crate) struct PageState {
    /// The versions in memory, the oldest first.
    pub(crate) versions: Vec<Version>,
    /// Where the last run is of those that are not.
    pub(crate) spilled: Option<u64>,
    /// Slots that have become other rows': in the run at that place and before it there is nothing of these.
    pub(crate) cleared: Vec<(u16, u64)>,
}

/// The versions of all rows of an instance.
#[derive(Default, Debug)]
pub(super) struct SideTable {
    shards: [Shard; SHARDS],
}

/// A cache line of its own.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Shard {
    pages: Mutex<Pages>,
}

#[derive(Default, Debug)]
struct Pages {
    /// Of each page, in the order in which they were kept.
    kept: HashMap<PageKey, Vec<Version>>,
    /// See [`PageState::spilled`].
    spilled: HashMap<PageKey, u64>,
    /// See [`PageState::cleared`].
    cleared: HashMap<PageKey, Vec<(u16, u64)>>,
}

impl Version {
    /// What it takes beside its place in the list of its page.
    fn row_bytes(&self) -> u64 {
        (ROW_HEAD + self.row.len()) as u64
    }
}

impl SideTable {
    /// Keeps a version of a row of the page, the newest of its row. Gives how many bytes that takes.
    pub(super) fn keep(&self, page: PageKey, version: Version) -> u64 {
        let row = version.row_bytes();
        let mut shard = self.shard(page);
        let versions = shard.kept.entry(page).or_default();
        let before = list_bytes(versions);
        versions.push(version);
        row + list_bytes(versions) - before
    }

    /// What is kept of the page's rows.
    pub(super) fn of_page(&self, page: PageKey) -> PageState {
        let shard = self.shard(page);
        let versions = shard.kept.get(&page).cloned().unwrap_or_default();
        let spilled = shard.spilled.get(&page).copied();
        let cleared = if spilled.is_some() { shard.cleared.get(&page).cloned() } else { None };
        PageState { versions, spilled, cleared: cleared.unwrap_or_default() }
    }

    /// What `writer` has replaced on the page, the oldest first, as far as it is in memory; and the place of the page's last run.
    pub(super) fn of_writer(&self, page: PageKey, writer: TxnId) -> (Vec<Version>, Option<u64>) {
        let shard = self.shard(page);
        let versions = shard.kept.get(&page).into_iter().flatten();
        let versions = versions.filter(|version| version.end == writer).cloned().collect();
        (versions, shard.spilled.get(&page).copied())
    }

    /// What `writer` has replaced on the page is in a run now, the page's last, at `place`. Gives how many bytes are free again, and how
    /// many are taken. Only one thread at a time may say so, and none may clear a slot meanwhile.
    pub(super) fn spilled(&self, page: PageKey, writer: TxnId, place: u64) -> (u64, u64) {
        let mut shard = self.shard(page);
        let is_new = shard.spilled.insert(page, place).is_none();
        (shard.retain(page, |version| version.end != writer), if is_new { SPILLED_ENTRY } else { 0 })
    }

    /// Forgets the versions that `writer` has replaced on the page. Gives how many bytes are free again, as the others do.
    pub(super) fn forget_writer(&self, page: PageKey, writer: TxnId) -> u64 {
        self.shard(page).retain(page, |version| version.end != writer)
    }

    /// Forgets the versions of a slot that becomes another row's. Gives how many bytes are free again, and how many are taken.
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

    /// Runs of the database below `place` are gone; the pages that have no others are forgotten.
    pub(super) fn forget_spilled(&self, database: DatabaseId, place: u64) -> u64 {
        let is_gone = |page: &PageKey, last: u64| page.0 == database && last < place;
        self.shards.iter().map(|shard| shard.pages.lock().forget_spilled(is_gone)).sum()
    }

    /// Forgets a database.
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

/// What a page's list takes, with its place in the table; nothing if there is none.
fn list_bytes(versions: &Vec<Version>) -> u64 {
    let entry = if versions.capacity() == 0 { 0 } else { PAGE_ENTRY };
    (entry + versions.capacity() * size_of::<Version>()) as u64
}

const SHARDS: usize = 16;
/// A page's place in a hash table that is half full.
const PAGE_ENTRY: usize = 2 * size_of::<(PageKey, Vec<Version>)>();
/// For how many pages a shard without versions keeps its memory.
const PAGES_KEPT_FREE: usize = 16;
/// What a row takes beside its bytes: its count of references, the allocator's word, and its page's place in its writer's list, which may
/// be half full.
const ROW_HEAD: usize = 24 + 2 * size_of::<PageId>();
/// A page's place in the hash table of those that have runs, where it is half full.
const SPILLED_ENTRY: u64 = 2 * size_of::<(PageKey, u64)>() as u64 + 2;
/// A slot that was cleared, in a list that is half full; most pages have none.
const CLEARED_ENTRY: u64 = 64;
