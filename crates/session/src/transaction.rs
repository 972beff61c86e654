//! The transaction of a session: its changes, locks, snapshots and definitions.
//!
//! Lock rules:
//! 1. A statement holds each table that it reads in IS and each table that it changes in IX. IX is
//!    held until the transaction ends. IS is held until the statement ends under READ COMMITTED,
//!    otherwise as long as row locks are held ([`Isolation::table_mode`]). DROP TABLE holds its
//!    table in Sch-M. A definition holds the database's definitions in IX and the names it defines
//!    in X. Both are held until the transaction ends.
//! 2. A transaction that reads a database by a snapshot holds [`Database::snapshots`] in IS until
//!    it ends.
//! 3. A transaction's locks are released after it has ended and its definitions are published.

use crate::application_locks::ApplicationLocks;
use crate::dependencies::{Dependencies, SeenCatalogs};
use crate::transaction_sight::TransactionSight;
use crate::work::Work;
use sluice_base::ids::{ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_catalog::Catalog;
use sluice_table::database::Database;
use sluice_table::database_options::SnapshotState;
use sluice_table::isolation::Isolation;
use sluice_table::rowversions::RowVersions;
use sluice_table::snapshots::{Snapshots, Sources};
use sluice_table::storage_error::{lock_error, sql_error};
use sluice_txn::{LockGate, LockMode, LockOwner, Resource, StorageError};
use sluice_types::SqlError;
use std::time::Duration;

/// The transaction of a session.
pub struct SessionTransaction {
    /// The changes, by database.
    pub work: Work,
    /// Facts of the transaction that other sessions see. A function has its own, unseen, because it
    /// is part of the calling transaction.
    pub sight: Arc<TransactionSight>,
    /// Locks of the transaction. A suspended query shares them.
    pub locks: Arc<LockOwner>,
    /// Waits for locks as the transaction's owner, without acquiring them.
    pub gate: Arc<LockGate>,
    /// Application locks among `locks`, with their owners.
    pub application_locks: Arc<ApplicationLocks>,
    /// Snapshots the session's statements read from, one per transaction or statement.
    pub snapshots: Snapshots,
    /// Definition that is being made.
    pub definition: Definition,
    /// Locks on objects that the transaction's definitions depend on. They outlast the statements
    /// that use the objects.
    pub pinned: Vec<Resource>,
    /// Temporary tables dropped at the end of a procedure in the open transaction. A rollback
    /// doesn't restore them.
    pub ended_tables: Vec<ObjectId>,
    // Rowversion generators that the transaction may have used.
    numbered: Vec<Arc<RowVersions>>,
    session: SessionId,
}

/// A definition that is being made (`ddl::definition` of crate `command`).
#[derive(Default)]
pub struct Definition {
    /// Lookups of the current definition.
    pub seen: Arc<SeenCatalogs>,
    /// Whether a lock was waited for and an earlier lookup is no longer current.
    pub is_outdated: bool,
    /// Whether a definition is being made.
    pub is_active: bool,
}

impl Definition {
    /// Where a statement records its lookups: with those of the current definition, if there is
    /// one.
    pub fn seen_by_statement(&self) -> Arc<SeenCatalogs> {
        if self.is_active { Arc::clone(&self.seen) } else { Arc::default() }
    }
}

/// Number of the internal error that restarts an outdated definition; it is never shown.
const OUTDATED: i32 = -1;

impl SessionTransaction {
    /// Returns a transaction of `session` without changes. `locks` become the transaction's. It has
    /// no snapshot.
    pub(crate) fn new(
        session: SessionId,
        locks: LockOwner,
        work: Work,
        sight: Arc<TransactionSight>,
    ) -> SessionTransaction {
        SessionTransaction {
            work,
            sight,
            gate: Arc::new(locks.gate()),
            application_locks: Arc::new(ApplicationLocks::new(&locks)),
            locks: Arc::new(locks),
            snapshots: Snapshots::default(),
            definition: Definition::default(),
            pinned: Vec::new(),
            ended_tables: Vec::new(),
            numbered: Vec::new(),
            session,
        }
    }

    /// Resets what the session itself has set and owns. The open transaction keeps its locks and
    /// snapshots.
    pub(crate) fn reset(&mut self) {
        self.application_locks.release_sessions(&self.locks);
        self.locks.set_priority(0);
        self.locks.set_wait_limit(None);
        self.definition = Definition::default();
        self.ended_tables.clear();
        self.work.forget_receipt();
        self.sight.set_receipt(None);
    }

    /// Releases the locks that outlast the transaction. The session has ended.
    pub(crate) fn session_ended(&mut self) {
        self.locks.unlock_kept();
        self.application_locks.session_ended();
    }

    /// Takes a lock for the transaction, held until its end. Returns whether the transaction held a
    /// weaker lock or none before; then the protected object may have changed meanwhile. Waits, and
    /// fails with 1205 as a deadlock's victim, 1222 after the lock timeout, or if cancelled.
    #[inline]
    pub fn lock(&mut self, resource: Resource, mode: LockMode) -> Result<bool, SqlError> {
        self.locks.lock(resource, mode).map_err(|error| lock_error(&error))
    }

    /// Takes a lock as [`SessionTransaction::lock`] does, but fails with 1222 after waiting for
    /// `limit`. A limit of zero doesn't wait at all.
    pub fn lock_within(&mut self, resource: Resource, mode: LockMode, limit: Duration) -> Result<bool, SqlError> {
        self.locks.lock_within(resource, mode, Some(limit)).map_err(|error| lock_error(&error))
    }

    /// Waits until no other transaction is creating an object that a statement looked up and didn't
    /// find. If `finds_too`, also waits for transactions that alter or drop what was found. Returns
    /// whether any answer has changed. Fails like a lock.
    pub fn wait_for_definers(&self, seen: &mut Dependencies, finds_too: bool) -> Result<bool, SqlError> {
        let waited = seen.pass(finds_too, &mut |resource, mode| self.locks.pass(resource, mode));
        waited.map_err(|error| lock_error(&error))?;
        Ok(!seen.are_current(self.work.definitions()))
    }

    /// Prepares the transaction for a definition in `database`, concurrently with definitions of
    /// other sessions. Enlists the database, and takes its lock shared and its lock on definitions
    /// in IX. Fails like a lock.
    pub fn begin_defining(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        self.work.enlist(database);
        self.lock(database.resource(), LockMode::Shared)?;
        self.lock(database.definitions(), LockMode::IntentExclusive)?;
        Ok(())
    }

    /// Takes a lock for a definition. If the lock is new and an earlier lookup is no longer
    /// current, marks the definition as outdated and fails.
    pub fn lock_definition(&mut self, resource: Resource, mode: LockMode) -> Result<(), SqlError> {
        let is_new = self.lock(resource, mode)?;
        self.check_seen(is_new)
    }

    /// Locks like [`SessionTransaction::lock_definition`] if the lock is free. Returns false if it
    /// isn't, without waiting for it.
    pub fn try_lock_definition(&mut self, resource: Resource, mode: LockMode) -> Result<bool, SqlError> {
        match self.locks.lock_within(resource, mode, Some(Duration::ZERO)) {
            Err(StorageError::LockTimeout) => Ok(false),
            outcome => {
                let is_new = outcome.map_err(|error| lock_error(&error))?;
                self.check_seen(is_new).map(|()| true)
            }
        }
    }

    /// Fails if a lock is new and the catalogs that the definition has seen are outdated.
    fn check_seen(&mut self, is_new: bool) -> Result<(), SqlError> {
        if is_new && !self.definition.seen.are_current(self.work.definitions()) {
            self.definition.is_outdated = true;
            return Err(SqlError::new(OUTDATED, 16, 1, Vec::new()));
        }
        Ok(())
    }

    /// Adds the changes in `catalog` to the transaction's definitions of `database`, with dates.
    /// Later lookups of the current definition see the changes.
    pub fn define(&mut self, database: &Arc<Database>, catalog: Catalog) -> Result<(), SqlError> {
        self.definition.seen = Arc::default();
        self.work.define(database, catalog)
    }

    /// Adds definitions as [`SessionTransaction::define`] does, but without dates.
    pub fn define_undated(&mut self, database: &Arc<Database>, catalog: Catalog) {
        self.definition.seen = Arc::default();
        self.work.set_catalog(database, catalog);
    }

    /// Takes the snapshot of the statement or transaction, if its isolation level uses one. Called
    /// when the statement has its locks. Under READ COMMITTED, only if a database that is read has
    /// READ_COMMITTED_SNAPSHOT. The other levels take none. Under SNAPSHOT, fails with 3951 if the
    /// transaction began under another level, with 3952, 3954 or 3956 if the database doesn't allow
    /// it now, with 3953 if the database was opened later than the snapshot, and with 3961 if a
    /// table's definition has changed since.
    #[inline]
    pub fn take_snapshot(
        &mut self,
        isolation: Isolation,
        sources: &Sources,
        is_autocommit: bool,
    ) -> Result<(), SqlError> {
        match isolation {
            Isolation::Snapshot => self.take_transaction_snapshot(sources, is_autocommit),
            Isolation::ReadCommitted => {
                if let Some(database) = sources.read.iter().find(|database| database.reads_versions()) {
                    self.snapshots.statement = Some(Arc::new(database.storage.versions.snapshot()));
                }
                Ok(())
            }
            Isolation::ReadUncommitted | Isolation::RepeatableRead | Isolation::Serializable => Ok(()),
        }
    }

    /// Takes the transaction's snapshot, if it has none, and checks that the statement may use it.
    #[cold]
    fn take_transaction_snapshot(&mut self, sources: &Sources, is_autocommit: bool) -> Result<(), SqlError> {
        for (database, _) in &sources.tables {
            if !is_autocommit && self.snapshots.transaction.is_none() && !self.snapshots.began_with {
                return Err(SqlError::snapshot_begun_in_other_level(&database.name));
            }
            if self.locks.mode_of(database.snapshots()).is_some() {
                // A session that turns ALLOW_SNAPSHOT_ISOLATION off waits for this transaction.
                continue;
            }
            check_allowed(database)?;
            self.lock(database.snapshots(), LockMode::IntentShared)?;
            // The state may have changed while the lock was waited for.
            check_allowed(database)?;
        }
        let Some((first, _)) = sources.tables.first() else { return Ok(()) };
        let snapshot = self.snapshots.transaction.get_or_insert_with(|| Arc::new(first.storage.versions.snapshot()));
        let is_late =
            |(database, table): &&(Arc<Database>, ObjectId)| database.has_changed(*table, snapshot.sequence());
        let is_reverted = |(database, _): &&(Arc<Database>, ObjectId)| database.is_reverted_since(snapshot.sequence());
        if let Some((database, _)) = sources.tables.iter().find(is_reverted) {
            return Err(SqlError::not_recovered_at_snapshot(&database.name));
        }
        match sources.tables.iter().find(is_late) {
            Some((database, _)) => Err(SqlError::definition_changed_since_snapshot(&database.name)),
            // Checked last: for a lost snapshot the search above may miss changed tables.
            None => snapshot.check().map_err(|error| sql_error(&error, &first.name)),
        }
    }

    /// Commits and releases the locks. The transaction has ended even if the commit fails.
    #[inline]
    pub fn commit(&mut self, delayed: bool) -> Result<(), SqlError> {
        let result = self.work.commit(delayed);
        self.sight.set_receipt(self.work.receipt());
        self.ended_tables.clear();
        self.ended(result.is_ok());
        result
    }

    /// Rolls the transaction back and releases the locks. The transaction has ended even if the
    /// rollback fails.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        let result = self.work.roll_back();
        self.ended(false);
        result
    }

    #[inline]
    fn ended(&mut self, is_committed: bool) {
        self.sight.end(is_committed);
        self.snapshots.end();
        self.locks.unlock_all();
        self.pinned.clear();
        self.application_locks.transaction_ended();
        self.numbered.drain(..).for_each(|numbers| numbers.ended(self.session));
    }

    /// Registers a rowversion generator, whose numbers are active until the transaction ends.
    pub fn numbers(&mut self, numbers: &Arc<RowVersions>) {
        if !self.numbered.iter().any(|known| Arc::ptr_eq(known, numbers)) {
            self.numbered.push(Arc::clone(numbers));
        }
    }
}

/// Checks that transactions may use SNAPSHOT in `database`.
fn check_allowed(database: &Database) -> Result<(), SqlError> {
    match database.snapshot_state() {
        SnapshotState::On => Ok(()),
        SnapshotState::Off => Err(SqlError::snapshot_not_allowed(&database.name)),
        SnapshotState::ToOff => Err(SqlError::snapshot_being_disallowed(&database.name)),
        SnapshotState::ToOn => Err(SqlError::snapshot_being_allowed(&database.name)),
    }
}
