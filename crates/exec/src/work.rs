//! A session's transaction: what it has changed, and where it can go back to.
//!
//! BEGIN TRANSACTION itself is only a number (`@@TRANCOUNT`); storage is enlisted with the first change. Without BEGIN
//! TRANSACTION the same serves one statement (autocommit).
//!
//! Rules:
//! 1. A transaction changes any number of databases. One that has changed several commits in all of them or in none, and always in full,
//!    whatever it asks for and whatever the databases are set to (L4; `txn::together`). Tempdb takes no part in that: it is committed
//!    after the others, and that cannot fail; nothing of it is there after a crash.
//! 2. While it has changed names, it has the lock of its database's definitions alone, and [`Work::catalog`] gives the changed
//!    names to this session alone. They are published after the commit record is where the commit's durability wants it, and
//!    before the locks are given back.
//! 3. What a statement changes of table variables is a transaction of that statement's own.

use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Change};
use sluice_table::catalog_store::write_dates;
use sluice_table::database::Database;
use sluice_table::database_options::DelayedDurability;
use sluice_table::own_definitions::OwnDefinitions;
use sluice_table::storage_error::sql_error;
use sluice_txn::{CommitDurability, OwnerId, Part, Savepoint, Storage, StorageError, Transaction};
use sluice_types::SqlError;

/// A session's transaction.
pub struct Work {
    // Of its locks; others wait for it by this name.
    owner: OwnerId,
    // The database that was changed first, mostly the only one.
    enlisted: Option<Enlisted>,
    // Those changed after it.
    others: Vec<Enlisted>,
    // Tempdb, beside them (rule 1).
    temporary: Option<Enlisted>,
    // What the statement that runs changes of table variables (rule 3).
    variables: Option<Enlisted>,
    // Names of transactions and savepoints tell capitals from small letters, whatever the collation.
    savepoints: Vec<(Box<str>, Mark)>,
    name: Option<Box<str>>,
    // What it has defined; of a function, what the calling session's transaction has, which the function leaves alone.
    definitions: Arc<OwnDefinitions>,
    is_within: bool,
}

/// A place to go back to.
#[derive(Clone)]
pub struct Mark {
    enlisted: Option<Savepoint>,
    // Of as many as there were.
    others: Vec<Savepoint>,
    temporary: Option<Savepoint>,
    // The length of the transaction's definitions.
    defined: usize,
}

/// The storage that a transaction has changed, or is about to.
pub struct Enlisted {
    /// The database.
    pub database: Arc<Database>,
    /// Its transaction.
    pub transaction: Transaction,
    start: Savepoint,
}

impl Mark {
    /// Whether anything was defined between `before` and this place.
    pub fn has_defined_since(&self, before: &Mark) -> bool {
        self.defined > before.defined
    }
}

impl Work {
    /// No transaction yet; the locks of all that come are `owner`'s.
    pub fn new(owner: OwnerId) -> Work {
        Work {
            owner,
            enlisted: None,
            others: Vec::new(),
            temporary: None,
            variables: None,
            savepoints: Vec::new(),
            name: None,
            definitions: Arc::default(),
            is_within: false,
        }
    }

    /// The work of a function that is called within a transaction with these definitions.
    pub fn within(owner: OwnerId, definitions: Arc<OwnDefinitions>) -> Work {
        Work { definitions, is_within: true, ..Work::new(owner) }
    }

    /// The definitions that this transaction has changed.
    pub fn definitions(&self) -> &Arc<OwnDefinitions> {
        &self.definitions
    }

    /// Names the outermost transaction.
    pub fn set_name(&mut self, name: Option<&str>) {
        self.name = name.map(Box::from);
    }

    /// The storage of `database`, for a change.
    #[inline]
    pub fn enlist(&mut self, database: &Arc<Database>) -> &mut Enlisted {
        let Work { owner, enlisted, others, temporary, .. } = self;
        let place = if database.storage.is_temporary() { temporary } else { enlisted };
        let first = place.get_or_insert_with(|| Enlisted::begin(database, *owner));
        if Arc::ptr_eq(&first.database, database) { first } else { other(others, database, *owner) }
    }

    /// The storage that holds a table which a statement changes: of a table variable, that of the statement alone.
    #[inline]
    pub fn enlist_target(&mut self, database: &Arc<Database>, is_variable: bool) -> &mut Enlisted {
        if !is_variable {
            return self.enlist(database);
        }
        let owner = self.owner;
        self.variables.get_or_insert_with(|| Enlisted::begin(database, owner))
    }

    /// The statement is through: what it changed of table variables stays if it succeeded, whatever becomes of the session's
    /// transaction.
    #[inline]
    pub fn end_statement(&mut self, succeeded: bool) -> Result<(), SqlError> {
        match self.variables.take() {
            None => Ok(()),
            Some(variables) if succeeded => commit_enlisted(variables, &[], true),
            Some(variables) => variables.roll_back(),
        }
    }

    /// The names of `database` as this transaction sees them.
    pub fn catalog(&self, database: &Arc<Database>) -> Arc<Catalog> {
        self.definitions.catalog(database)
    }

    /// The version of those names.
    #[inline]
    pub fn catalog_version(&self, database: &Arc<Database>) -> u64 {
        self.definitions.version(database)
    }

    /// Adds what `catalog` has changed to the transaction's definitions of `database`, and dates what is made or altered.
    pub fn define(&mut self, database: &Arc<Database>, mut catalog: Catalog) -> Result<(), SqlError> {
        let storage = &database.storage;
        let dates = catalog.date(storage.local_ns());
        let written = write_dates(storage, &mut self.enlist(database).transaction, &dates);
        written.map_err(|error| sql_error(&error, &database.name))?;
        self.set_catalog(database, catalog);
        Ok(())
    }

    /// Adds what `catalog` has changed to the transaction's definitions of `database`; no object's dates change.
    pub fn set_catalog(&mut self, database: &Arc<Database>, mut catalog: Catalog) {
        self.definitions.add(database, catalog.take_changes());
    }

    /// A place to go back to.
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

    /// Undoes what came after `mark`. The locks stay.
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

    /// SAVE TRANSACTION. Of two of one name the later one counts.
    pub fn save(&mut self, name: &str) {
        let mark = self.mark();
        self.savepoints.push((name.into(), mark));
    }

    /// The savepoint `name`; it stays, those after it are forgotten.
    pub fn savepoint(&mut self, name: &str) -> Option<Mark> {
        let place = self.savepoints.iter().rposition(|(known, _)| **known == *name)?;
        self.savepoints.truncate(place + 1);
        Some(self.savepoints[place].1.clone())
    }

    /// Whether `name` is the outermost transaction's.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name)
    }

    /// Bytes of log that its rollback may need.
    #[inline]
    pub fn log_used(&self) -> u64 {
        let used = |enlisted: &Option<Enlisted>| enlisted.as_ref().map_or(0, |part| part.transaction.log_used());
        let others: u64 = self.others.iter().map(|part| part.transaction.log_used()).sum();
        used(&self.enlisted) + used(&self.temporary) + others
    }

    /// Commits. `delayed` is what the commit asks for; the database's setting wins (L4). The session gives the locks back
    /// afterwards.
    pub fn commit(&mut self, delayed: bool) -> Result<(), SqlError> {
        let result = match self.enlisted.take() {
            Some(enlisted) if self.others.is_empty() => {
                let own = self.definitions.take(&enlisted.database);
                commit_enlisted(enlisted, &own, delayed)
            }
            Some(enlisted) => commit_several(enlisted, std::mem::take(&mut self.others), &self.definitions, delayed),
            None => Ok(()),
        };
        let result = match self.temporary.take() {
            None => result,
            Some(temporary) if result.is_ok() => {
                let own = self.definitions.take(&temporary.database);
                commit_enlisted(temporary, &own, true)
            }
            Some(temporary) => result.and(temporary.roll_back()),
        };
        self.end();
        result
    }

    /// Rolls back. After an error the storage stays as a crash would leave it, for recovery. The session gives the locks back
    /// afterwards.
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

    /// Forgets all names.
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

    /// Undoes what came after `savepoint`; all, if there was no savepoint when it was enlisted.
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

/// The part of a database that is not the first.
#[cold]
fn other<'w>(others: &'w mut Vec<Enlisted>, database: &Arc<Database>, owner: OwnerId) -> &'w mut Enlisted {
    let known = others.iter().position(|enlisted| Arc::ptr_eq(&enlisted.database, database));
    let place = known.unwrap_or_else(|| {
        others.push(Enlisted::begin(database, owner));
        others.len() - 1
    });
    &mut others[place]
}

fn commit_enlisted(enlisted: Enlisted, own: &[Change], delayed: bool) -> Result<(), SqlError> {
    let Enlisted { database, transaction, .. } = enlisted;
    let durability = match (database.delayed_durability(), delayed) {
        (DelayedDurability::Forced, _) | (DelayedDurability::Allowed, true) => CommitDurability::Delayed,
        _ => CommitDurability::Full,
    };
    let result = database.storage.commit(transaction, durability);
    if result.is_ok() {
        database.publish(own);
    }
    result.map(|_| ()).map_err(|error| sql_error(&error, &database.name))
}

/// Commits what was changed in several databases. Those that were enlisted and have no changes after all end by themselves; if
/// no two are left, it is no transaction across databases.
#[cold]
fn commit_several(
    first: Enlisted,
    others: Vec<Enlisted>,
    definitions: &OwnDefinitions,
    delayed: bool,
) -> Result<(), SqlError> {
    let all = std::iter::once(first).chain(others);
    let (changed, unchanged): (Vec<Enlisted>, Vec<Enlisted>) = all.partition(|part| part.transaction.has_changes());
    // Nothing is logged for these: it can't fail.
    unchanged.into_iter().try_for_each(|part| commit_enlisted(part, &[], delayed))?;
    if changed.len() < 2 {
        return changed.into_iter().try_for_each(|part| {
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
        let name = databases.iter().find(|(database, _)| database.id == failed.database);
        sql_error(&failed.error, name.map_or(COORDINATOR, |(database, _)| &database.name))
    })?;
    for (database, own) in databases {
        database.publish(&own);
    }
    Ok(())
}

/// The database that decides on transactions across databases.
const COORDINATOR: &str = "master";
