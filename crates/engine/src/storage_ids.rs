//! The ids of storages in the pool, the lock manager and the version store.
//!
//! A storage normally has its database's id. While an earlier opening of the database is still
//! referenced (by a statement that has not ended, or by a cached plan), the next opening gets a
//! spare id. So the late reference finds no page, lock or row version of the new opening. An id is
//! used again only when nothing references its last storage.

use sluice_base::ids::DatabaseId;
use sluice_base::sync::{Arc, Mutex, Weak};
use sluice_buffer::FIRST_PARKED;
use sluice_txn::Storage;
use std::collections::BTreeMap;

/// The ids of the instance's storages, with the last storage of each.
#[derive(Default)]
pub(crate) struct StorageIds(Mutex<BTreeMap<DatabaseId, Holder>>);

/// The last storage with an id.
enum Holder {
    /// It is being opened.
    Opening,
    /// It was opened.
    Opened(Weak<Storage>),
}

/// An id for a storage to open.
pub(crate) struct TakenId {
    pub(crate) id: DatabaseId,
    /// Whether a storage had the id before.
    pub(crate) is_reused: bool,
}

impl StorageIds {
    /// Takes an id for a storage of `database`. Only one thread opens a database at a time. Prefers
    /// the database's own id, and else takes a spare one. Panics if all spare ids are still
    /// referenced.
    pub(crate) fn take(&self, database: DatabaseId) -> TakenId {
        let mut holders = self.0.lock();
        let spare = (FIRST_SPARE..FIRST_PARKED).map(DatabaseId);
        let is_free = |id: &DatabaseId| holders.get(id).is_none_or(Holder::is_gone);
        let id = std::iter::once(database).chain(spare).find(is_free);
        let id = id.expect("fewer storages than spare ids are referenced");
        let is_reused = holders.insert(id, Holder::Opening).is_some();
        TakenId { id, is_reused }
    }

    /// Notes the storage that was opened with a taken id.
    pub(crate) fn opened(&self, storage: &Arc<Storage>) {
        self.0.lock().insert(storage.id, Holder::Opened(Arc::downgrade(storage)));
    }

    /// Gives a taken id back whose storage could not be opened.
    pub(crate) fn give_back(&self, id: DatabaseId) {
        self.0.lock().insert(id, Holder::Opened(Weak::new()));
    }
}

impl Holder {
    fn is_gone(&self) -> bool {
        matches!(self, Holder::Opened(storage) if storage.strong_count() == 0)
    }
}

/// The ids of databases are below, as in SQL Server.
const FIRST_SPARE: u16 = 0x8000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_in_use_gives_a_spare_one() {
        let ids = StorageIds::default();
        let own = ids.take(DatabaseId(5));
        assert_eq!((own.id, own.is_reused), (DatabaseId(5), false));
        assert_eq!(ids.take(DatabaseId(5)).id, DatabaseId(FIRST_SPARE), "the first is being opened");
        assert_eq!(ids.take(DatabaseId(6)).id, DatabaseId(6));
        ids.give_back(own.id);
        let again = ids.take(DatabaseId(5));
        assert_eq!((again.id, again.is_reused), (DatabaseId(5), true));
    }
}
