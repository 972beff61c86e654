//! The side table: older states of rows, by the page that the row is on.
//!
//! Nothing here points to a page or a frame, so that a page may be evicted and come back. A row that moves keeps its place (its stub's), and
//! its versions with it.

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

/// The versions of all rows of an instance.
#[derive(Default, Debug)]
pub(super) struct SideTable {
    shards: [Shard; SHARDS],
}

/// A cache line of its own.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Shard {
    /// Of each page, in the order in which they were kept.
    pages: Mutex<HashMap<PageKey, Vec<Version>>>,
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
        let versions = shard.entry(page).or_default();
        let before = list_bytes(versions);
        versions.push(version);
        row + list_bytes(versions) - before
    }

    /// The versions of the page's rows, the oldest first.
    pub(super) fn of_page(&self, page: PageKey) -> Vec<Version> {
        self.shard(page).get(&page).cloned().unwrap_or_default()
    }

    /// Forgets the versions that `writer` has replaced on the page. Gives how many bytes are free again, as the next two do.
    pub(super) fn forget_writer(&self, page: PageKey, writer: TxnId) -> u64 {
        self.retain(page, |version| version.end != writer)
    }

    /// Forgets the versions of a slot that becomes another row's.
    pub(super) fn forget_slot(&self, page: PageKey, slot: u16) -> u64 {
        self.retain(page, |version| version.slot != slot)
    }

    /// Forgets a database.
    pub(super) fn forget_database(&self, database: DatabaseId) -> u64 {
        let mut freed = 0;
        for shard in &self.shards {
            shard.pages.lock().retain(|page, versions| {
                if page.0 == database {
                    freed += list_bytes(versions) + versions.iter().map(Version::row_bytes).sum::<u64>();
                }
                page.0 != database
            });
        }
        freed
    }

    fn retain(&self, page: PageKey, is_kept: impl Fn(&Version) -> bool) -> u64 {
        let mut shard = self.shard(page);
        let Some(versions) = shard.get_mut(&page) else { return 0 };
        let (before, mut rows) = (list_bytes(versions), 0);
        versions.retain(|version| {
            let stays = is_kept(version);
            rows += if stays { 0 } else { version.row_bytes() };
            stays
        });
        versions.shrink_to(versions.len() * 2);
        let after = list_bytes(versions);
        if versions.is_empty() {
            shard.remove(&page);
            if shard.is_empty() {
                shard.shrink_to(PAGES_KEPT_FREE);
            }
        }
        rows + before - after
    }

    fn shard(&self, page: PageKey) -> MutexGuard<'_, HashMap<PageKey, Vec<Version>>> {
        let hash = BuildHasherDefault::<sluice_base::hash::FixedHasher>::default().hash_one(page);
        self.shards[(hash >> 32) as usize % SHARDS].pages.lock()
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
/// What a row takes beside its bytes: its count of references and the allocator's word.
const ROW_HEAD: usize = 24;
