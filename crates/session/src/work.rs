//! A session's transaction: its changes by database, and its savepoints.
//!
//! BEGIN TRANSACTION only increments `@@TRANCOUNT`; a database is enlisted with its first change.
//! Without BEGIN TRANSACTION the same type serves one statement (autocommit).
//!
//! Rules:
//! 1. A transaction may change any number of databases. If it has changed several, it commits in
//!    all of them or in none. Such a commit is always fully durable, whatever COMMIT and the
//!    databases' options say (L4; `txn::together`). Tempdb is excluded: it is committed afterwards,
//!    which can't fail, and is empty after a crash.
//! 2. A transaction that has changed definitions holds the locks on their names, and
//!    [`Work::catalog`] shows the changes to this session only. They are published after the commit
//!    record has the commit's durability and before the locks are released.
//! 3. A statement changes table variables in a transaction of its own.

use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, CatalogStore, Change};
use sluice_table::catalog_store::{StoredCatalog, write_dates};
use sluice_table::database::Database;
use sluice_table::database_options::DelayedDurability;
use sluice_table::own_definitions::OwnDefinitions;
use sluice_table::storage_error::sql_error;
use sluice_txn::{CommitDurability, CommitReceipt, OwnerId, Part, Savepoint, Storage, StorageError, Transaction};
use sluice_types::SqlError;

/// A session's transaction. Parts exist from the first change on.
pub struct Work {
    // Owner of its locks.
    owner: OwnerId,
    // The database that was changed first, usually the only one.
    enlisted: Option<Enlisted>,
    // Databases changed later.
    others: Vec<Enlisted>,
    // Tempdb (rule 1).
    temporary: Option<Enlisted>,
    // Changes of table variables by the running statement (rule 3).
    variables: Option<Enlisted>,
    // Savepoints by name. Names are case-sensitive, whatever the collation.
    savepoints: Vec<(Box<str>, Mark)>,
    name: Option<Box<str>>,
    // Whether BEGIN TRANSACTION WITH MARK has marked the transaction.
    is_marked: bool,
    // The transaction's definitions. A function shares the calling session's and doesn't change
    // them.
    definitions: Arc<OwnDefinitions>,
    is_within: bool,
    // The last commit that changed a database, if it changed only one beside tempdb.
    receipt: Option<CommitReceipt>,
}

/// A savepoint across databases. It has the number of log records and definitions so far, not
/// copies.
#[derive(Clone)]
pub struct Mark {
    enlisted: Option<Savepoint>,
    // Savepoints of the databases in `Work::others` at that time.
    others: Vec<Savepoint>,
    temporary: Option<Savepoint>,
    // Number of the transaction's definitions.
    defined: usize,
}

/// A database in which a transaction has made or may make changes.
pub struct Enlisted {
    /// The database itself.
    pub database: Arc<Database>,
    /// Its transaction.
    pub transaction: Transaction,
    start: Savepoint,
}

impl Mark {
    /// Whether there are definitions between `before` and `self`.
    pub fn has_defined_since(&self, before: &Mark) -> bool {
        self.defined > before.defined
    }
}

impl Work {
    /// Returns an empty transaction whose locks belong to `owner`. Nothing is enlisted.
    pub fn new(owner: OwnerId) -> Work {
        Work {
            owner,
            enlisted: None,
            others: Vec::new(),
            temporary: None,
            variables: None,
            savepoints: Vec::new(),
            name: None,
            is_marked: false,
            definitions: Arc::default(),
            is_within: false,
            receipt: None,
        }
    }

    /// Returns the receipt of the last commit that changed a database. `None` before one, and after
    /// a commit in several databases.
    pub fn receipt(&self) -> Option<CommitReceipt> {
        self.receipt
    }

    /// Forgets the last commit.
    pub(crate) fn forget_receipt(&mut self) {
        self.receipt = None;
    }

    /// Returns the work of a function called within a transaction that has these definitions.
    pub fn within(owner: OwnerId, definitions: Arc<OwnDefinitions>) -> Work {
        Work { definitions, is_within: true, ..Work::new(owner) }
    }

    /// Returns the transaction's uncommitted definitions.
    pub fn definitions(&self) -> &Arc<OwnDefinitions> {
        &self.definitions
    }

    /// Sets or removes the name of the outermost transaction, which isn't marked.
    pub fn set_name(&mut self, name: Option<&str>) {
        self.name = name.map(Box::from);
        self.is_marked = false;
    }

    /// Marks the transaction in the log. Returns whether it was marked before.
    pub fn mark_in_log(&mut self) -> bool {
        std::mem::replace(&mut self.is_marked, true)
    }

    /// Enlists `database` for a change. Begins a transaction there at the first call. Tempdb is
    /// kept apart from the others. Takes no lock.
    #[inline]
    pub fn enlist(&mut self, database: &Arc<Database>) -> &mut Enlisted {
        let Work { owner, enlisted, others, temporary, .. } = self;
        let place = if database.storage.is_temporary() { temporary } else { enlisted };
        let first = place.get_or_insert_with(|| Enlisted::begin(database, *owner));
        if Arc::ptr_eq(&first.database, database) { first } else { other(others, database, *owner) }
    }

    /// Enlists the database of a table that a statement changes; for a table variable, in the
    /// statement's own transaction.
    #[inline]
    pub fn enlist_target(&mut self, database: &Arc<Database>, is_variable: bool) -> &mut Enlisted {
        if !is_variable {
            return self.enlist(database);
        }
        let owner = self.owner;
        self.variables.get_or_insert_with(|| Enlisted::begin(database, owner))
    }

    /// Ends a statement. Its changes of table variables are committed if it succeeded and rolled
    /// back otherwise, whatever happens to the session's transaction. Fails if that fails.
    #[inline]
    pub fn end_statement(&mut self, succeeded: bool) -> Result<(), SqlError> {
        match self.variables.take() {
            None => Ok(()),
            Some(variables) if succeeded => commit_enlisted(variables, &[], true).map(drop),
            Some(variables) => variables.roll_back(),
        }
    }

    /// Returns the names of `database` as the transaction sees them.
    pub fn catalog(&self, database: &Arc<Database>) -> Arc<Catalog> {
        self.definitions.catalog(database)
    }

    /// Returns the version of the transaction's view of `database`.
    #[inline]
    pub fn catalog_version(&self, database: &Arc<Database>) -> u64 {
        self.definitions.version(database)
    }

    /// Adds the changes in `catalog` to the transaction's definitions of `database`. Dates the
    /// created or altered objects, and removes the extended properties of dropped ones. Writes
    /// dates and deleted properties to the database within its transaction, which can fail. Other
    /// sessions see the catalog after the commit only.
    pub fn define(&mut self, database: &Arc<Database>, catalog: Catalog) -> Result<(), SqlError> {
        let storage = &database.storage;
        let (mut catalog, dropped) = catalog.without_orphans();
        if !dropped.is_empty() {
            let transaction = &mut self.enlist(database).transaction;
            let deleted = StoredCatalog::open(storage)
                .and_then(|stored| dropped.iter().try_for_each(|known| stored.delete_property(transaction, known)));
            deleted.map_err(|error| sql_error(&error, &database.name))?;
        }
        let dates = catalog.date(storage.local_ns());
        let written = write_dates(storage, &mut self.enlist(database).transaction, &dates);
        written.map_err(|error| sql_error(&error, &database.name))?;
        self.set_catalog(database, catalog);
        Ok(())
    }

    /// Adds the changes in `catalog` to the transaction's definitions of `database`, without dates.
    pub fn set_catalog(&mut self, database: &Arc<Database>, mut catalog: Catalog) {
        self.definitions.add(database, catalog.take_changes());
    }

    /// Returns a savepoint at the current state. It stays valid until the transaction is rolled
    /// back beyond it.
    #[inline(always)]
    pub fn mark(&self) -> Mark {
        let savepoint = |enlisted: &Enlisted| enlisted.database.storage.savepoint(&enlisted.transaction);
        Mark {
            enlisted: self.enlisted.as_ref().map(savepoint),
            others: if self.others.is_empty() { Vec::new() } else { self.others.iter().map(savepoint).collect() },
            temporary: self.temporary.as_ref().map(savepoint),
            defined: self.definitions.count(),
        }
    }

    /// Rolls back to `mark`. Locks are kept. Databases enlisted since are rolled back wholly.
    /// Definitions made since are dropped. The first error ends the rollback.
    pub fn roll_back_to(&mut self, mark: Mark) -> Result<(), SqlError> {
        self.definitions.roll_back_to(mark.defined);
        for (enlisted, savepoint) in [(&mut self.enlisted, mark.enlisted), (&mut self.temporary, mark.temporary)] {
            if let Some(enlisted) = enlisted {
                enlisted.roll_back_to(savepoint)?;
            }
        }
        for (place, enlisted) in self.others.iter_mut().enumerate() {
            enlisted.roll_back_to(mark.others.get(place).copied())?;
        }
        Ok(())
    }

    /// Sets a savepoint (SAVE TRANSACTION). A repeated name hides the earlier savepoint.
    pub fn save(&mut self, name: &str) {
        let mark = self.mark();
        self.savepoints.push((name.into(), mark));
    }

    /// Returns the newest savepoint called `name` and forgets those after it. Returns `None`, and
    /// forgets none, if there is no such savepoint.
    pub fn savepoint(&mut self, name: &str) -> Option<Mark> {
        let place = self.savepoints.iter().rposition(|(known, _)| **known == *name)?;
        self.savepoints.truncate(place + 1);
        Some(self.savepoints[place].1.clone())
    }

    /// Whether `name` is the name of the outermost transaction, compared exactly.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name)
    }

    /// Returns the bytes of log that a rollback may need.
    #[inline]
    pub fn log_used(&self) -> u64 {
        let used = |enlisted: &Option<Enlisted>| enlisted.as_ref().map_or(0, |part| part.transaction.log_used());
        let others: u64 = self.others.iter().map(|part| part.transaction.log_used()).sum();
        used(&self.enlisted) + used(&self.temporary) + others
    }

    /// Commits. `delayed` requests delayed durability; the database's option overrides it (L4). The
    /// session releases the locks afterwards. Several changed databases commit together, in full.
    /// Tempdb commits after the others, or rolls back if they fail. Definitions are published. The
    /// transaction is over in each case.
    pub fn commit(&mut self, delayed: bool) -> Result<(), SqlError> {
        let result = match self.enlisted.take() {
            Some(enlisted) if self.others.is_empty() => {
                let own = self.definitions.take(&enlisted.database);
                commit_enlisted(enlisted, &own, delayed)
            }
            Some(enlisted) => commit_several(enlisted, std::mem::take(&mut self.others), &self.definitions, delayed),
            None => Ok(Committed::Nothing),
        };
        let result = result.map(|committed| match committed {
            Committed::Nothing => {}
            Committed::InOne(receipt) => self.receipt = Some(receipt),
            Committed::InSeveral => self.receipt = None,
        });
        let result = match self.temporary.take() {
            None => result,
            Some(temporary) if result.is_ok() => {
                let own = self.definitions.take(&temporary.database);
                commit_enlisted(temporary, &own, true).map(drop)
            }
            Some(temporary) => result.and(temporary.roll_back()),
        };
        self.end();
        result
    }

    /// Rolls back. After an error the storage stays as after a crash, for recovery. The session
    /// releases the locks afterwards. A function's transaction leaves the definitions to its
    /// caller.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        if !self.is_within {
            self.definitions.roll_back_to(0);
        }
        let mut result = Ok(());
        let single = [self.enlisted.take(), self.temporary.take()].into_iter().flatten();
        for enlisted in single.chain(self.others.drain(..)) {
            result = result.and(enlisted.roll_back());
        }
        self.end();
        result
    }

    /// Forgets the names of the transaction and its savepoints.
    #[inline]
    fn end(&mut self) {
        self.savepoints.clear();
        self.name = None;
    }
}

impl Enlisted {
    fn begin(database: &Arc<Database>, owner: OwnerId) -> Enlisted {
        let transaction = database.storage.begin_for(owner);
        let start = database.storage.savepoint(&transaction);
        Enlisted { database: Arc::clone(database), transaction, start }
    }

    /// Rolls back to `savepoint`, or completely if the database was enlisted after the savepoint.
    fn roll_back_to(&mut self, savepoint: Option<Savepoint>) -> Result<(), SqlError> {
        let database = Arc::clone(&self.database);
        let to_sql = |error: StorageError| sql_error(&error, &database.name);
        let savepoint = savepoint.unwrap_or(self.start);
        database.storage.rollback_to(&mut self.transaction, savepoint).map_err(to_sql)
    }

    fn roll_back(self) -> Result<(), SqlError> {
        let Enlisted { database, transaction, .. } = self;
        database.storage.rollback(transaction).map_err(|error| sql_error(&error, &database.name))
    }
}

/// Returns the enlisted part of a database other than the first.
#[cold]
fn other<'w>(others: &'w mut Vec<Enlisted>, database: &Arc<Database>, owner: OwnerId) -> &'w mut Enlisted {
    let known = others.iter().position(|enlisted| Arc::ptr_eq(&enlisted.database, database));
    let place = known.unwrap_or_else(|| {
        others.push(Enlisted::begin(database, owner));
        others.len() - 1
    });
    &mut others[place]
}

/// The databases that a commit has changed.
enum Committed {
    Nothing,
    InOne(CommitReceipt),
    InSeveral,
}

/// Commits in one database, then publishes its definitions `own`. Without success nothing is
/// published. The database's DELAYED_DURABILITY overrides `delayed`.
fn commit_enlisted(enlisted: Enlisted, own: &[Change], delayed: bool) -> Result<Committed, SqlError> {
    let Enlisted { database, transaction, .. } = enlisted;
    let durability = match (database.delayed_durability(), delayed) {
        (DelayedDurability::Forced, _) | (DelayedDurability::Allowed, true) => CommitDurability::Delayed,
        _ => CommitDurability::Full,
    };
    let result = database.storage.commit(transaction, durability);
    if result.is_ok() {
        database.publish(own);
    }
    let receipt = |lsn| database.storage.receipt(lsn).map_or(Committed::Nothing, Committed::InOne);
    result.map(receipt).map_err(|error| sql_error(&error, &database.name))
}

/// Commits the changes of several databases. Databases without changes are ended separately. If
/// fewer than two are left, no cross-database commit is needed.
#[cold]
fn commit_several(
    first: Enlisted,
    others: Vec<Enlisted>,
    definitions: &OwnDefinitions,
    delayed: bool,
) -> Result<Committed, SqlError> {
    let all = std::iter::once(first).chain(others);
    let (changed, unchanged): (Vec<Enlisted>, Vec<Enlisted>) = all.partition(|part| part.transaction.has_changes());
    // Nothing is logged for these databases, so their commit can't fail.
    unchanged.into_iter().try_for_each(|part| commit_enlisted(part, &[], delayed).map(drop))?;
    if changed.len() < 2 {
        return changed.into_iter().try_fold(Committed::Nothing, |_, part| {
            let own = definitions.take(&part.database);
            commit_enlisted(part, &own, delayed)
        });
    }
    let mut databases = Vec::with_capacity(changed.len());
    let mut parts = Vec::with_capacity(changed.len());
    for Enlisted { database, transaction, .. } in changed {
        parts.push(Part { storage: Arc::clone(&database.storage), transaction });
        let own = definitions.take(&database);
        databases.push((database, own));
    }
    Storage::commit_together(parts).map_err(|failed| {
        let name = databases.iter().find(|(database, _)| database.storage.id == failed.database);
        sql_error(&failed.error, name.map_or(COORDINATOR, |(database, _)| &database.name))
    })?;
    for (database, own) in databases {
        database.publish(&own);
    }
    Ok(Committed::InSeveral)
}

/// Database that coordinates cross-database transactions.
const COORDINATOR: &str = "master";
