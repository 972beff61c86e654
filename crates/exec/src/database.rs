//! A database as sessions see it: its storage, the published state of its names, its settings.

use crate::catalog_store::{SYS_OBJECTS, StoredCatalog};
use crate::database_options::{DatabaseOptions, DelayedDurability};
use crate::generator::{Generator, Owner};
use crate::generators::{Generators, place_of};
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use sluice_base::sync::{Arc, RwLock};
use sluice_catalog::{Catalog, CatalogStore, Progression, Sequence, Table};
use sluice_txn::{Resource, Storage, StorageError};

/// An open database.
pub struct Database {
    /// Its id.
    pub id: DatabaseId,
    /// Its name.
    pub name: String,
    /// Its storage.
    pub storage: Arc<Storage>,
    /// What it counts.
    pub counters: Arc<DatabaseCounters>,
    catalog: RwLock<Arc<Catalog>>,
    version: AtomicU64,
    // Snapshots get numbers that are never used twice, not even by one that was rolled back.
    last_version: AtomicU64,
    next_object: AtomicU32,
    options: RwLock<DatabaseOptions>,
    // What every commit asks for, beside the lock.
    delayed_durability: AtomicU8,
    generators: Generators,
}

impl Database {
    /// Makes the system tables of a database that has just been formatted; committed in full.
    pub fn create_catalog(storage: &Storage) -> Result<(), StorageError> {
        crate::catalog_store::create(storage)
    }

    /// Opens a database whose storage has been recovered: its catalog is loaded.
    pub fn open(
        id: DatabaseId,
        name: String,
        storage: Arc<Storage>,
        counters: Arc<DatabaseCounters>,
        options: DatabaseOptions,
    ) -> Result<Arc<Database>, StorageError> {
        let stored = StoredCatalog::open(&storage)?;
        let catalog = stored.load(FIRST_VERSION)?;
        let next_object = stored.next_object()?;
        Ok(Arc::new(Database {
            id,
            name,
            storage,
            counters,
            version: AtomicU64::new(catalog.version()),
            last_version: AtomicU64::new(catalog.version()),
            next_object: AtomicU32::new(next_object.0 as u32),
            catalog: RwLock::new(Arc::new(catalog)),
            delayed_durability: AtomicU8::new(options.delayed_durability as u8),
            generators: Generators::new(options.identity_cache),
            options: RwLock::new(options),
        }))
    }

    /// The published state of the names.
    pub fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.catalog.read())
    }

    /// The version of the published state, without a lock.
    #[inline]
    pub fn catalog_version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    /// Publishes a state of the names; by whoever has [`Database::definitions`] alone, when its transaction has committed.
    pub fn publish(&self, catalog: Arc<Catalog>) {
        self.generators.retain(&catalog);
        let mut published = self.catalog.write();
        self.version.store(catalog.version(), Ordering::Release);
        *published = catalog;
    }

    /// A version for a new state of the names.
    pub fn new_version(&self) -> u64 {
        self.last_version.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// An id for a new object.
    pub fn new_object(&self) -> ObjectId {
        ObjectId(self.next_object.fetch_add(1, Ordering::Relaxed) as i32)
    }

    /// What gives the values of `sequence`.
    pub fn generator(&self, sequence: &Sequence) -> Result<Arc<Generator>, StorageError> {
        let owner = Owner::Sequence(sequence.name.clone());
        self.generators.get(&self.storage, &self.name, place_of(sequence), sequence.progression, owner)
    }

    /// What gives the values of the identity column of `table`, which has one.
    pub fn identity(&self, table: &Table) -> Result<Arc<Generator>, StorageError> {
        let column = table.columns.iter().find_map(|column| Some((column.data_type, column.identity?)));
        let progression = column
            .and_then(|(data_type, identity)| Progression::identity(data_type, identity.seed, identity.increment));
        let progression = progression.expect("an identity column has an integer type");
        let place = sluice_access::Sequence { root: table.root, object: table.id };
        self.generators.get(&self.storage, &self.name, place, progression, Owner::Identity)
    }

    /// The table is gone, which was in no catalog: nobody asks for its identity column's values any more.
    pub fn forget_identity(&self, table: &Table) {
        self.generators.forget(sluice_access::Sequence { root: table.root, object: table.id });
    }

    /// A sequence has been made, or altered: there is no generator for it yet.
    pub fn forget_generator(&self, sequence: &Sequence) {
        self.generators.forget(place_of(sequence));
    }

    /// Writes down how far sequences and identity columns are; called before a clean close, which then loses no value.
    pub fn settle_generators(&self) -> Result<(), StorageError> {
        self.generators.settle(&self.catalog())
    }

    /// The database itself, for the lock manager: shared by the sessions that are in it and the statements that name it.
    #[inline]
    pub fn resource(&self) -> Resource {
        Resource::Database(self.id)
    }

    /// The table `id`, for the lock manager.
    #[inline]
    pub fn table(&self, id: ObjectId) -> Resource {
        Resource::Object(self.id, id)
    }

    /// The names, for the lock manager: had alone by the transaction that changes them.
    pub fn definitions(&self) -> Resource {
        self.table(SYS_OBJECTS)
    }

    /// What is set for it.
    pub fn options(&self) -> DatabaseOptions {
        self.options.read().clone()
    }

    /// The option DELAYED_DURABILITY, without a lock.
    #[inline]
    pub fn delayed_durability(&self) -> DelayedDurability {
        DelayedDurability::of(self.delayed_durability.load(Ordering::Relaxed)).unwrap_or_default()
    }

    /// Sets the options in memory. Who keeps them (the host) has written them down before.
    pub fn set_options(&self, options: DatabaseOptions) {
        let mut held = self.options.write();
        self.generators.set_identity_cache(options.identity_cache);
        self.delayed_durability.store(options.delayed_durability as u8, Ordering::Relaxed);
        *held = options;
    }
}

const FIRST_VERSION: u64 = 1;
