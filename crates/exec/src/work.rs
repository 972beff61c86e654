//! A session's transaction: what it has changed, what it holds, where it can go back to.
//!
//! BEGIN TRANSACTION itself is only a number (`@@TRANCOUNT`); storage is enlisted with the first change. Without BEGIN
//! TRANSACTION the same serves one statement (autocommit).
//!
//! Rules:
//! 1. A transaction changes one database. A second one is refused: both could not yet be committed as one (L4).
//! 2. While it has changed names, its database's definition lock is its own, and [`Work::catalog`] gives the changed names to
//!    this session alone. They are published after the commit record is where the commit's durability wants it.
//! 3. Locks are given back last, whatever the end.

use crate::catalog_store::StoredCatalog;
use crate::database::{Database, DelayedDurability};
use crate::schema_lock::UseLock;
use crate::storage_error::sql_error;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::{Catalog, CatalogStore};
use sluice_plan::unsupported;
use sluice_txn::{CommitDurability, Savepoint, StorageError, Transaction};
use sluice_types::SqlError;

/// A session's transaction.
#[derive(Default)]
pub struct Work {
    enlisted: Option<Enlisted>,
    // Tables that it uses, and those that it drops.
    shared: Vec<Arc<UseLock>>,
    owned: Vec<Arc<UseLock>>,
    // Names of transactions and savepoints tell capitals from small letters, whatever the collation.
    savepoints: Vec<(Box<str>, Mark)>,
    name: Option<Box<str>>,
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub struct Mark(Option<Savepoint>);

/// The storage that a transaction has changed, or is about to.
pub struct Enlisted {
    /// The database.
    pub database: Arc<Database>,
    /// Its transaction.
    pub transaction: Transaction,
    // The names as this transaction has left them; none while it has left them alone.
    catalog: Option<Arc<Catalog>>,
    defines: bool,
    start: Savepoint,
}

impl Work {
    /// Names the outermost transaction.
    pub fn set_name(&mut self, name: Option<&str>) {
        self.name = name.map(Box::from);
    }

    /// The storage of `database`, for a change.
    #[inline]
    pub fn enlist(&mut self, database: &Arc<Database>) -> Result<&mut Enlisted, SqlError> {
        let other = |enlisted: &Enlisted| !Arc::ptr_eq(&enlisted.database, database);
        if self.enlisted.as_ref().is_some_and(other) {
            return Err(unsupported("transaction across databases"));
        }
        Ok(self.enlisted.get_or_insert_with(|| {
            let transaction = database.storage.begin();
            let start = database.storage.savepoint(&transaction);
            Enlisted { database: Arc::clone(database), transaction, catalog: None, defines: false, start }
        }))
    }

    /// The names of `database` as this transaction sees them.
    pub fn catalog(&self, database: &Arc<Database>) -> Arc<Catalog> {
        self.own_catalog(database).map_or_else(|| database.catalog(), Arc::clone)
    }

    /// The version of those names.
    #[inline]
    pub fn catalog_version(&self, database: &Arc<Database>) -> u64 {
        match self.own_catalog(database) {
            Some(catalog) => catalog.version(),
            None => database.catalog_version(),
        }
    }

    /// Makes sure that the table of `lock` is not dropped before the transaction ends. Whether it was not held before: then
    /// the names may have changed while it was waited for.
    #[inline]
    pub fn share(&mut self, lock: &Arc<UseLock>, cancel: &AtomicBool) -> Result<bool, SqlError> {
        let held = |held: &Arc<UseLock>| Arc::ptr_eq(held, lock);
        if self.shared.iter().any(held) || self.owned.iter().any(held) {
            return Ok(false);
        }
        lock.share(cancel)?;
        self.shared.push(Arc::clone(lock));
        Ok(true)
    }

    /// Waits until nobody else uses the table of `lock`, and keeps others from it until the transaction ends.
    pub fn own(&mut self, lock: &Arc<UseLock>, cancel: &AtomicBool) -> Result<(), SqlError> {
        if self.owned.iter().any(|owned| Arc::ptr_eq(owned, lock)) {
            return Ok(());
        }
        let own_shares = self.shared.iter().filter(|shared| Arc::ptr_eq(shared, lock)).count();
        lock.own(own_shares as u32, cancel)?;
        self.owned.push(Arc::clone(lock));
        Ok(())
    }

    /// Takes the right to define tables in `database`, for the rest of the transaction.
    pub fn define(&mut self, database: &Arc<Database>, cancel: &AtomicBool) -> Result<&mut Enlisted, SqlError> {
        if !self.enlist(database)?.defines {
            database.definitions.own(0, cancel)?;
        }
        let enlisted = self.enlist(database)?;
        enlisted.defines = true;
        Ok(enlisted)
    }

    /// A place to go back to.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark(self.enlisted.as_ref().map(|enlisted| enlisted.database.storage.savepoint(&enlisted.transaction)))
    }

    /// Undoes what came after `mark`. The locks stay.
    pub fn roll_back_to(&mut self, mark: Mark) -> Result<(), SqlError> {
        let Some(enlisted) = &mut self.enlisted else { return Ok(()) };
        let database = Arc::clone(&enlisted.database);
        let to_sql = |error: StorageError| sql_error(&error, &database.name);
        let savepoint = mark.0.unwrap_or(enlisted.start);
        database.storage.rollback_to(&mut enlisted.transaction, savepoint).map_err(to_sql)?;
        if enlisted.catalog.is_some() {
            // The names went back with the trees: they are read again.
            let stored = StoredCatalog::open(&database.storage).map_err(to_sql)?;
            enlisted.catalog = Some(Arc::new(stored.load(database.new_version()).map_err(to_sql)?));
        }
        Ok(())
    }

    /// SAVE TRANSACTION. Of two of one name the later one counts.
    pub fn save(&mut self, name: &str) {
        let mark = self.mark();
        self.savepoints.push((name.into(), mark));
    }

    /// The savepoint `name`; it stays, those after it are forgotten.
    pub fn savepoint(&mut self, name: &str) -> Option<Mark> {
        let place = self.savepoints.iter().rposition(|(known, _)| **known == *name)?;
        self.savepoints.truncate(place + 1);
        Some(self.savepoints[place].1)
    }

    /// Whether `name` is the outermost transaction's.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name)
    }

    /// Commits. `delayed` is what the commit asks for; the database's setting wins (L4).
    pub fn commit(&mut self, delayed: bool) -> Result<(), SqlError> {
        let result = match self.enlisted.take() {
            Some(enlisted) => commit_enlisted(enlisted, delayed),
            None => Ok(()),
        };
        self.end();
        result
    }

    /// Rolls back. After an error the storage stays as a crash would leave it, for recovery.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        let result = match self.enlisted.take() {
            Some(Enlisted { database, transaction, defines, .. }) => {
                let result = database.storage.rollback(transaction);
                if defines {
                    database.definitions.disown();
                }
                result.map_err(|error| sql_error(&error, &database.name))
            }
            None => Ok(()),
        };
        self.end();
        result
    }

    /// Gives back all locks and forgets all names.
    #[inline]
    fn end(&mut self) {
        for lock in self.shared.drain(..) {
            lock.unshare();
        }
        for lock in self.owned.drain(..) {
            lock.disown();
        }
        self.savepoints.clear();
        self.name = None;
    }

    #[inline]
    fn own_catalog(&self, database: &Arc<Database>) -> Option<&Arc<Catalog>> {
        let enlisted = self.enlisted.as_ref()?;
        let catalog = enlisted.catalog.as_ref()?;
        Arc::ptr_eq(&enlisted.database, database).then_some(catalog)
    }
}

impl Enlisted {
    /// The names are now `catalog`, for this transaction.
    pub fn set_catalog(&mut self, catalog: Catalog) {
        let version = self.database.new_version();
        self.catalog = Some(Arc::new(catalog.at_version(version)));
    }
}

fn commit_enlisted(enlisted: Enlisted, delayed: bool) -> Result<(), SqlError> {
    let Enlisted { database, transaction, catalog, defines, .. } = enlisted;
    let durability = match (database.delayed_durability(), delayed) {
        (DelayedDurability::Forced, _) | (DelayedDurability::Allowed, true) => CommitDurability::Delayed,
        _ => CommitDurability::Full,
    };
    let result = database.storage.commit(transaction, durability);
    if let (Ok(_), Some(catalog)) = (&result, catalog) {
        database.publish(catalog);
    }
    if defines {
        database.definitions.disown();
    }
    result.map(|_| ()).map_err(|error| sql_error(&error, &database.name))
}
