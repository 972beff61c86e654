//! A session's transaction: what it has changed, and where it can go back to.
//!
//! BEGIN TRANSACTION itself is only a number (`@@TRANCOUNT`); storage is enlisted with the first change. Without BEGIN
//! TRANSACTION the same serves one statement (autocommit).
//!
//! Rules:
//! 1. A transaction changes one database, and tempdb. A second one is refused: both could not yet be committed as one (L4). Tempdb
//!    can be: it is committed after the other, and that cannot fail; nothing of it is there after a crash.
//! 2. While it has changed names, it has the lock of its database's definitions alone, and [`Work::catalog`] gives the changed
//!    names to this session alone. They are published after the commit record is where the commit's durability wants it, and
//!    before the locks are given back.
//! 3. What a statement changes of table variables is a transaction of that statement's own.

use crate::catalog_store::StoredCatalog;
use crate::database::Database;
use crate::database_options::DelayedDurability;
use crate::storage_error::sql_error;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, CatalogStore};
use sluice_plan::unsupported;
use sluice_txn::{CommitDurability, OwnerId, Savepoint, StorageError, Transaction};
use sluice_types::SqlError;

/// A session's transaction.
pub struct Work {
    // Of its locks; others wait for it by this name.
    owner: OwnerId,
    enlisted: Option<Enlisted>,
    // Tempdb, beside it (rule 1).
    temporary: Option<Enlisted>,
    // What the statement that runs changes of table variables (rule 3).
    variables: Option<Enlisted>,
    // Names of transactions and savepoints tell capitals from small letters, whatever the collation.
    savepoints: Vec<(Box<str>, Mark)>,
    name: Option<Box<str>>,
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub struct Mark {
    enlisted: Option<Savepoint>,
    temporary: Option<Savepoint>,
}

/// The storage that a transaction has changed, or is about to.
pub struct Enlisted {
    /// The database.
    pub database: Arc<Database>,
    /// Its transaction.
    pub transaction: Transaction,
    // The names as this transaction has left them; none while it has left them alone.
    catalog: Option<Arc<Catalog>>,
    start: Savepoint,
}

impl Work {
    /// No transaction yet; the locks of all that come are `owner`'s.
    pub fn new(owner: OwnerId) -> Work {
        Work { owner, enlisted: None, temporary: None, variables: None, savepoints: Vec::new(), name: None }
    }

    /// Names the outermost transaction.
    pub fn set_name(&mut self, name: Option<&str>) {
        self.name = name.map(Box::from);
    }

    /// The storage of `database`, for a change.
    #[inline]
    pub fn enlist(&mut self, database: &Arc<Database>) -> Result<&mut Enlisted, SqlError> {
        let place = if database.storage.is_temporary() { &mut self.temporary } else { &mut self.enlisted };
        let other = |enlisted: &Enlisted| !Arc::ptr_eq(&enlisted.database, database);
        if place.as_ref().is_some_and(other) {
            return Err(unsupported("transaction across databases"));
        }
        let owner = self.owner;
        Ok(place.get_or_insert_with(|| Enlisted::begin(database, owner)))
    }

    /// The storage that holds a table which a statement changes: of a table variable, that of the statement alone.
    #[inline]
    pub fn enlist_target(&mut self, database: &Arc<Database>, is_variable: bool) -> Result<&mut Enlisted, SqlError> {
        if !is_variable {
            return self.enlist(database);
        }
        let owner = self.owner;
        Ok(self.variables.get_or_insert_with(|| Enlisted::begin(database, owner)))
    }

    /// The statement is through: what it changed of table variables stays if it succeeded, whatever becomes of the session's
    /// transaction.
    #[inline]
    pub fn end_statement(&mut self, succeeded: bool) -> Result<(), SqlError> {
        match self.variables.take() {
            None => Ok(()),
            Some(variables) if succeeded => commit_enlisted(variables, true),
            Some(variables) => variables.roll_back(),
        }
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

    /// A place to go back to.
    #[inline]
    pub fn mark(&self) -> Mark {
        let savepoint = |enlisted: &Enlisted| enlisted.database.storage.savepoint(&enlisted.transaction);
        Mark { enlisted: self.enlisted.as_ref().map(savepoint), temporary: self.temporary.as_ref().map(savepoint) }
    }

    /// Undoes what came after `mark`. The locks stay.
    pub fn roll_back_to(&mut self, mark: Mark) -> Result<(), SqlError> {
        for (enlisted, savepoint) in [(&mut self.enlisted, mark.enlisted), (&mut self.temporary, mark.temporary)] {
            if let Some(enlisted) = enlisted {
                enlisted.roll_back_to(savepoint)?;
            }
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

    /// Bytes of log that its rollback may need.
    #[inline]
    pub fn log_used(&self) -> u64 {
        let used = |enlisted: &Option<Enlisted>| enlisted.as_ref().map_or(0, |part| part.transaction.log_used());
        used(&self.enlisted) + used(&self.temporary)
    }

    /// Commits. `delayed` is what the commit asks for; the database's setting wins (L4). The session gives the locks back
    /// afterwards.
    pub fn commit(&mut self, delayed: bool) -> Result<(), SqlError> {
        let result = match self.enlisted.take() {
            Some(enlisted) => commit_enlisted(enlisted, delayed),
            None => Ok(()),
        };
        let result = match self.temporary.take() {
            None => result,
            Some(temporary) if result.is_ok() => commit_enlisted(temporary, true),
            Some(temporary) => result.and(temporary.roll_back()),
        };
        self.end();
        result
    }

    /// Rolls back. After an error the storage stays as a crash would leave it, for recovery. The session gives the locks back
    /// afterwards.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        let mut result = Ok(());
        for enlisted in [self.enlisted.take(), self.temporary.take()].into_iter().flatten() {
            result = result.and(enlisted.roll_back());
        }
        self.end();
        result
    }

    /// Forgets all names.
    #[inline]
    fn end(&mut self) {
        self.savepoints.clear();
        self.name = None;
    }

    #[inline]
    fn own_catalog(&self, database: &Arc<Database>) -> Option<&Arc<Catalog>> {
        let place = if database.storage.is_temporary() { &self.temporary } else { &self.enlisted };
        let enlisted = place.as_ref()?;
        let catalog = enlisted.catalog.as_ref()?;
        Arc::ptr_eq(&enlisted.database, database).then_some(catalog)
    }
}

impl Enlisted {
    fn begin(database: &Arc<Database>, owner: OwnerId) -> Enlisted {
        let transaction = database.storage.begin_for(owner);
        let start = database.storage.savepoint(&transaction);
        Enlisted { database: Arc::clone(database), transaction, catalog: None, start }
    }

    /// The names are now `catalog`, for this transaction.
    pub fn set_catalog(&mut self, catalog: Catalog) {
        let version = self.database.new_version();
        self.catalog = Some(Arc::new(catalog.at_version(version)));
    }

    /// Undoes what came after `savepoint`; all, if there was no savepoint when it was enlisted.
    fn roll_back_to(&mut self, savepoint: Option<Savepoint>) -> Result<(), SqlError> {
        let database = Arc::clone(&self.database);
        let to_sql = |error: StorageError| sql_error(&error, &database.name);
        let savepoint = savepoint.unwrap_or(self.start);
        database.storage.rollback_to(&mut self.transaction, savepoint).map_err(to_sql)?;
        if self.catalog.is_some() {
            // The names went back with the trees: they are read again.
            let stored = StoredCatalog::open(&database.storage).map_err(to_sql)?;
            self.catalog = Some(Arc::new(stored.load(database.new_version()).map_err(to_sql)?));
        }
        Ok(())
    }

    fn roll_back(self) -> Result<(), SqlError> {
        let Enlisted { database, transaction, .. } = self;
        database.storage.rollback(transaction).map_err(|error| sql_error(&error, &database.name))
    }
}

fn commit_enlisted(enlisted: Enlisted, delayed: bool) -> Result<(), SqlError> {
    let Enlisted { database, transaction, catalog, .. } = enlisted;
    let durability = match (database.delayed_durability(), delayed) {
        (DelayedDurability::Forced, _) | (DelayedDurability::Allowed, true) => CommitDurability::Delayed,
        _ => CommitDurability::Full,
    };
    let result = database.storage.commit(transaction, durability);
    if let (Ok(_), Some(catalog)) = (&result, catalog) {
        database.publish(catalog);
    }
    result.map(|_| ()).map_err(|error| sql_error(&error, &database.name))
}
