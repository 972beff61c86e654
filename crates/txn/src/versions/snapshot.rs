//! A snapshot: a moment of all databases of the instance.

use super::store::VersionStore;
use crate::error::StorageError;
use sluice_base::ids::{DatabaseId, TxnId};
use sluice_base::sync::{Arc, Mutex};

/// A moment of all databases. Versions it needs are kept until it is dropped. Without room
/// anywhere, the oldest snapshot is lost.
#[derive(Debug)]
pub struct Snapshot {
    store: Arc<VersionStore>,
    /// The snapshot sees the transactions published with this number or a smaller one.
    sequence: u64,
    /// The floors computed so far: transactions with smaller ids are seen.
    floors: Mutex<Vec<(DatabaseId, TxnId)>>,
}

impl Snapshot {
    /// Returns a snapshot of the moment `sequence`. The caller has registered the number with the
    /// store; dropping the snapshot releases it.
    pub(super) fn new(store: Arc<VersionStore>, sequence: u64) -> Snapshot {
        Snapshot { store, sequence, floors: Mutex::default() }
    }

    /// Returns the number of its moment, which grows with every published transaction.
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Fails with `SnapshotLost` if judgements by this snapshot may be wrong, since versions it
    /// needs were freed for lack of space. Called after the judgement and before anything based on
    /// it is returned (rule 7).
    #[inline]
    pub fn check(&self) -> Result<(), StorageError> {
        if self.store.is_lost(self.sequence) { Err(StorageError::SnapshotLost) } else { Ok(()) }
    }

    /// Returns the id below which every committed transaction of the database is seen. `settled`
    /// returns the id below which all transactions have ended. The first call for a database
    /// decides, and later calls return the same.
    pub(crate) fn floor(&self, database: DatabaseId, settled: impl FnOnce() -> TxnId) -> TxnId {
        let mut floors = self.floors.lock();
        if let Some((_, floor)) = floors.iter().find(|(known, _)| *known == database) {
            return *floor;
        }
        // The settled id is read first: in the other order a transaction might end in between,
        // published too late.
        let settled = settled();
        let floor = self.store.floor(database, self.sequence, settled);
        floors.push((database, floor));
        floor
    }

    /// Whether the snapshot sees transactions published with `number`.
    pub(crate) fn sees_number(&self, number: u64) -> bool {
        number <= self.sequence
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        self.store.release(self.sequence);
    }
}
