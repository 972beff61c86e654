//! Definitions that a transaction has changed and not committed yet.
//!
//! The transaction ([`crate::work::Work`]) writes them. Built-in functions, system views and functions that run inside the
//! transaction read the same [`OwnDefinitions`], so that a statement never sees two states of one database's names.

use crate::database::Database;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::Catalog;

/// The changed catalogs of a transaction, one per database whose definitions it has changed.
#[derive(Default)]
pub struct OwnDefinitions {
    // Whether `changed` has entries: most transactions define nothing, and then the lock is not taken.
    is_any: AtomicBool,
    changed: Mutex<Vec<(Arc<Database>, Arc<Catalog>)>>,
}

impl OwnDefinitions {
    /// Returns the names of `database` as the transaction sees them: its own, or the published ones.
    pub fn catalog(&self, database: &Database) -> Arc<Catalog> {
        self.own(database).unwrap_or_else(|| database.catalog())
    }

    /// Returns the version of those names.
    #[inline]
    pub fn version(&self, database: &Database) -> u64 {
        match self.is_any.load(Ordering::Relaxed) {
            false => database.catalog_version(),
            true => self.own(database).map_or_else(|| database.catalog_version(), |own| own.version()),
        }
    }

    /// Returns the catalog of `database` if the transaction has changed it.
    pub(crate) fn own(&self, database: &Database) -> Option<Arc<Catalog>> {
        if !self.is_any.load(Ordering::Relaxed) {
            return None;
        }
        let changed = self.changed.lock();
        changed.iter().find(|(known, _)| is_same(known, database)).map(|(_, catalog)| Arc::clone(catalog))
    }

    /// Makes `catalog` the transaction's state of `database`.
    pub(crate) fn set(&self, database: &Arc<Database>, catalog: Catalog) {
        let mut changed = self.changed.lock();
        let catalog = Arc::new(catalog);
        match changed.iter_mut().find(|(known, _)| is_same(known, database)) {
            Some((_, own)) => *own = catalog,
            None => changed.push((Arc::clone(database), catalog)),
        }
        self.is_any.store(true, Ordering::Relaxed);
    }

    /// Removes the state of `database` and returns it; the transaction's part there has ended.
    pub(crate) fn take(&self, database: &Database) -> Option<Arc<Catalog>> {
        if !self.is_any.load(Ordering::Relaxed) {
            return None;
        }
        let mut changed = self.changed.lock();
        let place = changed.iter().position(|(known, _)| is_same(known, database))?;
        let (_, catalog) = changed.swap_remove(place);
        self.is_any.store(!changed.is_empty(), Ordering::Relaxed);
        Some(catalog)
    }
}

/// Compares by identity: a restored or renamed database is another one under the same id.
fn is_same(known: &Arc<Database>, database: &Database) -> bool {
    std::ptr::eq(Arc::as_ptr(known), database)
}
