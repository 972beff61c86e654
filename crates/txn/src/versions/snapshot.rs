//! A snapshot: a moment of all databases of the instance.

use super::store::VersionStore;
use crate::error::StorageError;
use sluice_base::ids::{DatabaseId, TxnId};
use sluice_base::sync::{Arc, Mutex};

/// A moment of all databases. What it does not see is kept for it until it is dropped, or there is no room anywhere: then the oldest
/// is lost.
#[derive(Debug)]
pub struct Snapshot {
    store: Arc<VersionStore>,
    /// It sees who was published with this number or a smaller one.
    sequence: u64,
    /// Of the databases that it has been asked about: all whose ids are smaller are seen.
    floors: Mutex<Vec<(DatabaseId, TxnId)>>,
}

impl Snapshot {
    pub(super) fn new(store: Arc<VersionStore>, sequence: u64) -> Snapshot {
        Snapshot { store, sequence, floors: Mutex::default() }
    }

    /// The number of its moment: grows with every transaction that is published.
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// `SnapshotLost` if what was judged by it until now may be wrong, since what it needs has been given up for want of room. To be
    /// asked after the judgement, and before anything that follows from it is handed out (rule 7).
    #[inline]
    pub fn check(&self) -> Result<(), StorageError> {
        if self.store.is_lost(self.sequence) { Err(StorageError::SnapshotLost) } else { Ok(()) }
    }

    /// Below the result every transaction of the database that has committed is seen. `settled` tells below which id all are
    /// finished.
    pub(crate) fn floor(&self, database: DatabaseId, settled: impl FnOnce() -> TxnId) -> TxnId {
        let mut floors = self.floors.lock();
        if let Some((_, floor)) = floors.iter().find(|(known, _)| *known == database) {
            return *floor;
        }
        // First who is finished, then who of them was published too late: the other way round one might end in between.
        let settled = settled();
        let floor = self.store.floor(database, self.sequence, settled);
        floors.push((database, floor));
        floor
    }

    /// Whether it sees a transaction that was published with this number.
    pub(crate) fn sees_number(&self, number: u64) -> bool {
        number <= self.sequence
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        self.store.release(self.sequence);
    }
}
