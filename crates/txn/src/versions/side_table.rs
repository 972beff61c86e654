//! The side table: older states of rows, by the page that the row is on.
//!
//! Nothing here points to a page or a frame, so that a page may be evicted and come back. A row that moves keeps its place (its stub's), and
//! its versions with it.

use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
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
    bytes: AtomicU64,
}

/// A cache line of its own.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Shard {
    /// Of each page, in the order in which they were kept.
    pages: Mutex<HashMap<PageKey, Vec<Version>>>,
}

impl Version {
    fn bytes(&self) -> u64 {
        (size_of::<Version>() + ROW_HEAD + self.row.len()) as u64
    }
}

impl SideTable {
    /// Bytes that the versions take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Keeps a version of a row of the page, the newest of its row.
    pub(super) fn keep(&self, page: PageKey, version: Version) {
        let bytes = version.bytes();
        self.shard(page).entry(page).or_default().push(version);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The versions of the page's rows, the oldest first.
    pub(super) fn of_page(&self, page: PageKey) -> Vec<Version> {
        self.shard(page).get(&page).cloned().unwrap_or_default()
    }

    /// Forgets the versions that `writer` has replaced on the page.
    pub(super) fn forget_writer(&self, page: PageKey, writer: TxnId) {
        self.retain(page, |version| version.end != writer);
    }

    /// Forgets the versions of a slot that becomes another row's.
    pub(super) fn forget_slot(&self, page: PageKey, slot: u16) {
        self.retain(page, |version| version.slot != slot);
    }

    /// Forgets a database.
    pub(super) fn forget_database(&self, database: DatabaseId) {
        for shard in &self.shards {
            let mut freed = 0;
            shard.pages.lock().retain(|page, versions| {
                if page.0 == database {
                    freed += versions.iter().map(Version::bytes).sum::<u64>();
                }
                page.0 != database
            });
            self.bytes.fetch_sub(freed, Ordering::Relaxed);
        }
    }

    fn retain(&self, page: PageKey, is_kept: impl Fn(&Version) -> bool) {
        let mut shard = self.shard(page);
        let Some(versions) = shard.get_mut(&page) else { return };
        let mut freed = 0;
        versions.retain(|version| {
            let stays = is_kept(version);
            freed += if stays { 0 } else { version.bytes() };
            stays
        });
        if versions.is_empty() {
            shard.remove(&page);
        }
        self.bytes.fetch_sub(freed, Ordering::Relaxed);
    }

    fn shard(&self, page: PageKey) -> MutexGuard<'_, HashMap<PageKey, Vec<Version>>> {
        let hash = BuildHasherDefault::<sluice_base::hash::FixedHasher>::default().hash_one(page);
        self.shards[(hash >> 32) as usize % SHARDS].pages.lock()
    }
}

const SHARDS: usize = 16;
/// What a row takes beside its bytes: its count of references and the allocator's word.
const ROW_HEAD: usize = 24;
