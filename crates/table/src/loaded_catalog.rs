//! A catalog as an opening of a database has read it from the system tables.
//!
//! A database that is reverted to the same state again and again needs the same catalog each time.
//! Reading it takes more time than the rest of the opening, so the host may keep it from the first
//! revert to the next.

use crate::catalog_store::StoredCatalog;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, CatalogStore, DefinitionBinder};
use sluice_txn::StorageError;

/// The content of the system tables.
#[derive(Clone)]
pub struct LoadedCatalog {
    catalog: Arc<Catalog>,
    last_object: ObjectId,
}

impl LoadedCatalog {
    /// Reads the system tables. `binder` binds the definitions.
    pub(crate) fn read(stored: &StoredCatalog<'_>, binder: &dyn DefinitionBinder) -> Result<Self, StorageError> {
        stored.read_roots_ahead();
        Ok(LoadedCatalog { catalog: Arc::new(stored.load(0, binder)?), last_object: stored.last_object()? })
    }

    /// Returns the content of these system tables. `last_object` is the greatest object id given
    /// out.
    pub(crate) fn new(catalog: Arc<Catalog>, last_object: ObjectId) -> LoadedCatalog {
        LoadedCatalog { catalog, last_object }
    }

    /// Returns the catalog with another version.
    pub(crate) fn at_version(&self, version: u64) -> Catalog {
        self.catalog.at_version(version)
    }

    /// The greatest id of an object.
    pub(crate) fn last_object(&self) -> ObjectId {
        self.last_object
    }
}
