//! The part of a session that outlives its batches.
//!
//! Lock rules:
//! 1. A session holds its current database shared, so that no other session drops it.
//! 2. A statement holds each table that it reads in IS and each table that it changes in IX. IX is
//!    held until the transaction ends. IS is held until the statement ends under READ COMMITTED,
//!    otherwise as long as row locks are held ([`Isolation::table_mode`]). DROP TABLE holds its
//!    table in Sch-M. A definition holds the database's definitions in IX and the names it defines
//!    in X. Both are held until the transaction ends.
//! 3. A transaction that reads a database by a snapshot holds [`Database::snapshots`] in IS until
//!    it ends.
//! 4. A transaction's locks are released after it has ended and its definitions are published.

use crate::application_locks::ApplicationLocks;
use crate::bulk::Awaited;
use crate::cached_plan::CachedPlan;
use crate::call_context::Caller;
use crate::cursors::Cursors;
use crate::dependencies::{Dependencies, SeenCatalogs};
use crate::host::{Host, SystemView};
use crate::prepared::PreparedStatements;
use crate::request_rows::GivenRows;
use crate::session_sight::{Running, SessionSight};
use crate::spent::Spent;
use crate::table_variables::TableVariables;
use crate::transaction_sight::TransactionSight;
use crate::who::{ActingUser, Chain, Impersonation, LoginName, Who};
use crate::work::Work;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::Catalog;
use sluice_functions::SessionValues;
use sluice_plan::{Binding, BrowseMode};
use sluice_query::code::Globals;
use sluice_query::code::context::Context;
use sluice_query::needed_lock::NeededLock;
use sluice_table::database::Database;
use sluice_table::database_options::SnapshotState;
use sluice_table::isolation::Isolation;
use sluice_table::rowversions::RowVersions;
use sluice_table::snapshots::{Snapshots, Sources};
use sluice_table::storage_error::{lock_error, sql_error};
use sluice_txn::{LockGate, LockMode, LockOwner, Resource, StorageError};
use sluice_types::SqlError;
use std::time::Duration;

/// The state of a session.
pub struct SessionState {
    /// Id of the session.
    pub id: SessionId,
    /// Current database.
    pub database: Arc<Database>,
    /// `@@ROWCOUNT` and other global variables.
    pub globals: Globals,
    /// SET options.
    pub options: Options,
    /// Table for which SET IDENTITY_INSERT is ON.
    pub identity_insert: Option<IdentityInsert>,
    /// The session's transaction.
    pub work: Work,
    /// Facts of the transaction that other sessions see. A function has its own, unseen, because it
    /// is part of the calling transaction.
    pub transaction: Arc<TransactionSight>,
    /// Temporary tables that the session has created, including dropped ones.
    pub temporary_tables: Vec<ObjectId>,
    /// Temporary tables dropped at the end of a procedure in the open transaction. A rollback
    /// doesn't restore them.
    pub ended_tables: Vec<ObjectId>,
    /// Table variables of the running batch.
    pub table_variables: TableVariables,
    /// Cursors of the session.
    pub cursors: Cursors,
    /// Prepared statements of the client.
    pub prepared: PreparedStatements,
    /// Schema of the running module, if it isn't the default schema. Names are looked up in this
    /// schema first.
    pub module_schema: Option<Arc<str>>,
    /// The multi-statement function that is being created WITH SCHEMABINDING.
    pub binding: Option<Binding>,
    /// Captured rows that only the running statement can name.
    pub captured: Option<Arc<dyn SystemView>>,
    /// `inserted` and `deleted` of the running trigger. Modules that it calls don't see them.
    pub trigger_rows: Option<[Arc<dyn SystemView>; 2]>,
    /// Rows sent by the client for table variables of the next batch.
    pub given_rows: Vec<GivenRows>,
    /// Bulk load that waits for its next part.
    pub bulk: Option<Awaited>,
    /// `@@TRANCOUNT` at the start of the running INSERT ... EXECUTE.
    pub inserting: Option<i32>,
    /// Locks of the session's transaction.
    pub locks: LockOwner,
    /// Waits for locks as the transaction's owner, without acquiring them.
    pub gate: Arc<LockGate>,
    /// Definition that is being made.
    pub definition: Definition,
    /// Locks on objects that the transaction's definitions depend on. They outlast the statements
    /// that use the objects.
    pub pinned: Vec<Resource>,
    /// Snapshots the session's statements read from, one per transaction or statement.
    pub snapshots: Snapshots,
    /// Application locks among `locks`, with their owners.
    pub application_locks: Arc<ApplicationLocks>,
    /// Values that built-in functions keep between batches.
    pub values: Arc<SessionValues>,
    // Rowversion generators that the transaction may have used.
    numbered: Vec<Arc<RowVersions>>,
    // Lock on the current database (rule 1).
    in_use: LockOwner,
    /// Set by another thread to cancel the batch.
    pub cancel: Arc<AtomicBool>,
    /// Facts that other sessions see.
    pub sight: Arc<SessionSight>,
    /// The running plan, whose steps are published while they run.
    pub running: Running,
    /// Time spent binding measured statements.
    pub compiled: Spent,
    /// Login and user of the session.
    pub who: Arc<Who>,
    /// Whether permissions must be checked. A copy of a fact of `who`, because every statement
    /// reads it.
    pub is_restricted: bool,
    /// Previous identities, one for each active EXECUTE AS.
    pub impersonations: Vec<Impersonation>,
    /// Ownership chain of the running module.
    pub chain: Option<Chain>,
    // Number of changes of identity.
    changes: u64,
}

/// The table for which a session's INSERT may give identity values explicitly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityInsert {
    /// Database of the table.
    pub database: DatabaseId,
    /// The table.
    pub table: ObjectId,
    /// Name of the table, for messages.
    pub name: String,
}

/// A definition that is being made (`statement::definition`).
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

/// Options that SET switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// SET NOCOUNT: row counts aren't sent.
    pub nocount: bool,
    /// SET XACT_ABORT: a run-time error rolls the transaction back.
    pub xact_abort: bool,
    /// SET IMPLICIT_TRANSACTIONS: a statement that needs a transaction begins one, which stays
    /// open.
    pub implicit_transactions: bool,
    /// SET CURSOR_CLOSE_ON_COMMIT: COMMIT and ROLLBACK close cursors.
    pub cursor_close_on_commit: bool,
    /// SET FMTONLY: only the columns of results are sent. No statement runs but SET FMTONLY OFF.
    pub format_only: bool,
    /// SET NOEXEC: batches are compiled and bound. No statement runs but SET NOEXEC OFF.
    pub no_exec: bool,
    /// SET PARSEONLY: batches are only parsed.
    pub parse_only: bool,
    /// SET SHOWPLAN_TEXT: batches are compiled and their plans are sent. No statement runs.
    pub showplan_text: bool,
    /// SET SHOWPLAN_ALL: as SHOWPLAN_TEXT, with more columns.
    pub showplan_all: bool,
    /// SET STATISTICS IO: each statement reports its page reads by table.
    pub statistics_io: bool,
    /// SET STATISTICS TIME: each statement reports its time.
    pub statistics_time: bool,
    /// SET TRANSACTION ISOLATION LEVEL.
    pub isolation: Isolation,
    /// SET NO_BROWSETABLE: how much of the columns' origins is reported.
    pub browse: BrowseMode,
}

impl Options {
    /// The bits of the options that are on, as in the instance's option 'user options'.
    pub fn bits(&self) -> i32 {
        let switched = [
            (self.implicit_transactions, USER_IMPLICIT_TRANSACTIONS),
            (self.cursor_close_on_commit, USER_CURSOR_CLOSE_ON_COMMIT),
            (self.nocount, USER_NOCOUNT),
            (self.xact_abort, USER_XACT_ABORT),
        ];
        switched.iter().filter(|(is_on, _)| *is_on).fold(USER_ALWAYS_ON, |bits, (_, bit)| bits | bit)
    }

    /// Whether statements report statistics of their run.
    #[inline]
    pub fn is_measuring(&self) -> bool {
        self.statistics_io | self.statistics_time
    }
}

/// The instance's option 'user options', which sets the options of new sessions
/// (`database-engine/configure-windows/configure-the-user-options-server-configuration-option.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UserOptions(i32);

impl UserOptions {
    /// Returns `None` if a bit is for an option that can't be switched on here.
    pub fn of(bits: i32) -> Option<UserOptions> {
        let known =
            USER_IMPLICIT_TRANSACTIONS | USER_CURSOR_CLOSE_ON_COMMIT | USER_NOCOUNT | USER_XACT_ABORT | USER_ALWAYS_ON;
        (bits & !known == 0).then_some(UserOptions(bits))
    }

    /// Returns the options of a new session.
    pub fn options(self) -> Options {
        Options {
            implicit_transactions: self.0 & USER_IMPLICIT_TRANSACTIONS != 0,
            cursor_close_on_commit: self.0 & USER_CURSOR_CLOSE_ON_COMMIT != 0,
            nocount: self.0 & USER_NOCOUNT != 0,
            xact_abort: self.0 & USER_XACT_ABORT != 0,
            ..Options::default()
        }
    }
}

const USER_IMPLICIT_TRANSACTIONS: i32 = 2;
const USER_CURSOR_CLOSE_ON_COMMIT: i32 = 4;
const USER_NOCOUNT: i32 = 512;
const USER_XACT_ABORT: i32 = 16384;
/// SET options that are ON in every session, in the order of DBCC USEROPTIONS.
pub const ALWAYS_ON: [&str; 7] = [
    "quoted_identifier",
    "arithabort",
    "ansi_null_dflt_on",
    "ansi_warnings",
    "ansi_padding",
    "ansi_nulls",
    "concat_null_yields_null",
];
/// ANSI_WARNINGS, ANSI_PADDING, ANSI_NULLS, ARITHABORT, QUOTED_IDENTIFIER, ANSI_NULL_DFLT_ON and
/// CONCAT_NULL_YIELDS_NULL, which are always ON.
const USER_ALWAYS_ON: i32 = 8 | 16 | 32 | 64 | 256 | 1024 | 4096;

impl SessionState {
    /// Returns the state of a session whose current database is `database`.
    pub fn new(id: SessionId, database: Arc<Database>) -> SessionState {
        let cancel = Arc::new(AtomicBool::new(false));
        let manager = &database.storage.locks;
        let locks = manager.owner(Arc::clone(&cancel));
        let in_use = manager.owner(Arc::clone(&cancel));
        locks.belongs_to(id, true);
        in_use.belongs_to(id, false);
        // Only DROP DATABASE could delay this lock. If the lock fails, so does the session's first
        // statement.
        let _ = in_use.lock(database.resource(), LockMode::Shared);
        let work = Work::new(locks.id());
        let sight = Arc::new(SessionSight::new(id, database.id));
        let globals = Globals { spid: id.0, ..Globals::default() };
        SessionState { globals, ..SessionState::empty(database, (locks, in_use, cancel), work, sight) }
    }

    /// Returns an unused state of the administrator. The tuple has the transaction's locks, the
    /// lock on the current database, and the cancel flag.
    fn empty(
        database: Arc<Database>,
        (locks, in_use, cancel): (LockOwner, LockOwner, Arc<AtomicBool>),
        work: Work,
        sight: Arc<SessionSight>,
    ) -> SessionState {
        SessionState {
            id: sight.id,
            database,
            globals: Globals::default(),
            options: Options::default(),
            identity_insert: None,
            work,
            transaction: Arc::clone(&sight.transaction),
            temporary_tables: Vec::new(),
            ended_tables: Vec::new(),
            table_variables: TableVariables::default(),
            cursors: Cursors::new(sight.id, Arc::clone(&sight.cursors)),
            prepared: PreparedStatements::default(),
            module_schema: None,
            binding: None,
            captured: None,
            bulk: None,
            trigger_rows: None,
            given_rows: Vec::new(),
            inserting: None,
            application_locks: Arc::new(ApplicationLocks::new(&locks)),
            gate: Arc::new(locks.gate()),
            locks,
            definition: Definition::default(),
            pinned: Vec::new(),
            snapshots: Snapshots::default(),
            values: Arc::clone(&sight.values),
            numbered: Vec::new(),
            in_use,
            cancel,
            sight,
            running: Running::default(),
            compiled: Spent::default(),
            who: Arc::new(Who::administrator()),
            is_restricted: false,
            impersonations: Vec::new(),
            chain: None,
            changes: 0,
        }
    }

    /// Starts running a plan. Returns the previous plan for [`SessionState::run_again`].
    pub fn run_plan(&mut self, host: &dyn Host, plan: &Arc<CachedPlan>) -> (Running, Running) {
        host.cached_plans().enter(plan, self.database.id);
        let before = (self.running, self.sight.running());
        self.running = Running::of_plan(plan.number());
        self.sight.set_running(self.running);
        before
    }

    /// Returns to the previous plan.
    pub fn run_again(&mut self, (running, shown): (Running, Running)) {
        self.running = running;
        self.sight.set_running(shown);
    }

    /// Returns the state of a function that the statement `around` calls. Its locks and snapshots
    /// are lent by the calling session. A function changes only its own table variables.
    pub fn of_function(around: &Caller<'_>, database: &Arc<Database>, locks: LockOwner) -> SessionState {
        let Caller { context, globals, .. } = around;
        let manager = &database.storage.locks;
        let cancel = Arc::clone(context.cancel_flag());
        // The caller holds the lock on the database.
        let in_use = manager.owner(Arc::clone(&cancel));
        let work = Work::within(locks.id(), Arc::clone(context.definitions()));
        let who = context.who();
        SessionState {
            globals: Globals { row_limit: 0, is_doomed: false, ..**globals },
            options: Options { nocount: true, isolation: around.sight.isolation, ..Options::default() },
            snapshots: around.sight.snapshots.clone(),
            transaction: Arc::default(),
            // No other session sees a function's cursors.
            cursors: Cursors::new(context.session, Arc::default()),
            values: context.values(),
            is_restricted: !who.is_unrestricted(),
            who,
            ..SessionState::empty(Arc::clone(database), (locks, in_use, cancel), work, context.sight())
        }
    }

    /// Returns the lent locks when the function ends.
    pub fn give_locks(self) -> LockOwner {
        self.locks
    }

    /// Sets the session's identity.
    pub fn be(&mut self, who: Arc<Who>) {
        self.is_restricted = !who.is_unrestricted();
        self.sight.set_who(Arc::clone(&who));
        self.who = who;
    }

    /// Continues as another login or user.
    pub fn become_other(&mut self, login: LoginName, user: Option<ActingUser>) {
        self.changes += 1;
        let next = self.who.becoming(login, user, self.changes);
        self.be(Arc::new(next));
    }

    /// Makes `database` the current database. After locking it, `find` looks it up again, because
    /// it may have been dropped meanwhile.
    pub fn change_database(
        &mut self,
        database: &Arc<Database>,
        find: impl FnOnce() -> Option<Arc<Database>>,
    ) -> Result<(), SqlError> {
        if Arc::ptr_eq(&self.database, database) {
            return Ok(());
        }
        let resource = database.resource();
        self.in_use.lock(resource, LockMode::Shared).map_err(|error| sql_error(&error, &database.name))?;
        if find().is_none_or(|found| !Arc::ptr_eq(&found, database)) {
            self.in_use.unlock(resource);
            return Err(SqlError::database_not_found(&database.name));
        }
        if let Err(error) = database.enter(self.id) {
            self.in_use.unlock(resource);
            return Err(error);
        }
        self.in_use.unlock(self.database.resource());
        self.database.leave(self.id);
        self.database = Arc::clone(database);
        self.sight.set_database(database.id);
        Ok(())
    }

    /// Takes a lock for the transaction. Returns whether the transaction held a weaker lock before;
    /// then the protected object may have changed meanwhile.
    #[inline]
    pub fn lock(&mut self, resource: Resource, mode: LockMode) -> Result<bool, SqlError> {
        self.locks.lock(resource, mode).map_err(|error| lock_error(&error))
    }

    /// Takes a lock as [`SessionState::lock`] does, but fails with 1222 after waiting for `limit`.
    pub fn lock_within(&mut self, resource: Resource, mode: LockMode, limit: Duration) -> Result<bool, SqlError> {
        self.locks.lock_within(resource, mode, Some(limit)).map_err(|error| lock_error(&error))
    }

    /// Takes a lock that a statement needs, in the mode for the session's isolation level. Returns
    /// whether the transaction held a weaker lock before.
    #[inline]
    pub fn take_needed(&mut self, needed: &NeededLock) -> Result<bool, SqlError> {
        let isolation = self.options.isolation;
        let mode = needed.reach.map_or(needed.mode, |reach| isolation.table_mode(needed.mode, reach));
        if needed.waits {
            self.lock(needed.resource, mode)
        } else {
            self.lock_within(needed.resource, mode, Duration::ZERO)
        }
    }

    /// Waits until no other transaction is creating an object that a statement looked up and didn't
    /// find. If `finds_too`, also waits for transactions that alter or drop what was found. Returns
    /// whether any answer has changed.
    pub fn wait_for_definers(&self, seen: &mut Dependencies, finds_too: bool) -> Result<bool, SqlError> {
        let waited = seen.pass(finds_too, &mut |resource, mode| self.locks.pass(resource, mode));
        waited.map_err(|error| lock_error(&error))?;
        Ok(!seen.are_current(self.work.definitions()))
    }

    /// Prepares the transaction for a definition in `database`, concurrently with definitions of
    /// other sessions.
    pub fn begin_defining(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        self.work.enlist(database);
        self.lock(database.resource(), LockMode::Shared)?;
        self.lock(database.definitions(), LockMode::IntentExclusive)?;
        Ok(())
    }

    /// Takes a lock for a definition. If the lock is new and an earlier lookup is no longer
    /// current, marks the definition as outdated and fails.
    pub fn lock_definition(&mut self, resource: Resource, mode: LockMode) -> Result<(), SqlError> {
        if self.lock(resource, mode)? && !self.definition.seen.are_current(self.work.definitions()) {
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

    /// Adds definitions as [`SessionState::define`] does, but without dates.
    pub fn define_undated(&mut self, database: &Arc<Database>, catalog: Catalog) {
        self.definition.seen = Arc::default();
        self.work.set_catalog(database, catalog);
    }

    /// Takes the snapshot of the statement or transaction, if its isolation level uses one. Called
    /// when the statement has its locks.
    #[inline]
    pub fn look(&mut self, sources: &Sources, is_autocommit: bool) -> Result<(), SqlError> {
        match self.options.isolation {
            Isolation::Snapshot => self.look_back(sources, is_autocommit),
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
    fn look_back(&mut self, sources: &Sources, is_autocommit: bool) -> Result<(), SqlError> {
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
        match sources.tables.iter().find(is_late) {
            Some((database, _)) => Err(SqlError::definition_changed_since_snapshot(&database.name)),
            // Checked last: for a lost snapshot the search above may miss changed tables.
            None => snapshot.check().map_err(|error| sql_error(&error, &first.name)),
        }
    }

    /// Waits at most `limit` until no other session uses `database`, and keeps them out until
    /// [`SessionState::share`]. Returns false on timeout.
    pub fn use_alone(&mut self, database: &Arc<Database>, limit: Option<Duration>) -> Result<bool, SqlError> {
        let (resource, is_current) = (database.resource(), Arc::ptr_eq(&self.database, database));
        let owner = if is_current { &mut self.in_use } else { &mut self.locks };
        match owner.lock_within(resource, LockMode::Exclusive, limit) {
            Ok(_) => Ok(true),
            Err(StorageError::LockTimeout) if limit.is_some() => Ok(false),
            Err(error) => Err(lock_error(&error)),
        }
    }

    /// Lets other sessions use `database` again.
    pub fn share(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        let resource = database.resource();
        if !Arc::ptr_eq(&self.database, database) {
            self.locks.unlock(resource);
            return Ok(());
        }
        self.in_use.unlock(resource);
        self.in_use.lock(resource, LockMode::Shared).map(drop).map_err(|error| lock_error(&error))
    }

    /// Replaces the current database, which the session holds exclusively, by its reopened state
    /// `database`.
    pub fn stays_in(&mut self, database: &Arc<Database>) {
        if self.database.is_user(self.id) {
            database.set_user(Some(self.id));
        }
        self.database = Arc::clone(database);
    }

    /// Commits and releases the locks.
    #[inline]
    pub fn commit(&mut self, delayed: bool) -> Result<(), SqlError> {
        let result = self.work.commit(delayed);
        self.ended_tables.clear();
        self.transaction_ended();
        result
    }

    /// Rolls the transaction back, and closes cursors according to SET CURSOR_CLOSE_ON_COMMIT.
    pub fn end_transaction(&mut self) -> Result<(), SqlError> {
        match self.options.cursor_close_on_commit {
            true => self.cursors.close_all(),
            false => self.cursors.close_passing(),
        }
        self.roll_back_work()
    }

    /// Rolls the transaction back and releases the locks.
    pub fn roll_back_work(&mut self) -> Result<(), SqlError> {
        let result = self.work.roll_back();
        self.transaction_ended();
        result
    }

    #[inline]
    fn transaction_ended(&mut self) {
        self.transaction.leave();
        self.snapshots.end();
        self.locks.unlock_all();
        self.pinned.clear();
        self.application_locks.transaction_ended();
        self.numbered.drain(..).for_each(|numbers| numbers.ended(self.id));
    }

    /// Registers a rowversion generator, whose numbers are active until the transaction ends.
    pub fn numbers(&mut self, numbers: &Arc<RowVersions>) {
        if !self.numbered.iter().any(|known| Arc::ptr_eq(known, numbers)) {
            self.numbered.push(Arc::clone(numbers));
        }
    }

    /// Resets the session to these options, except its identity and database. The open transaction
    /// keeps its locks, snapshot and isolation level; observers and cancel handles stay valid.
    pub fn start_over(&mut self, options: Options) {
        let spare = || self.database.storage.locks.owner(Arc::clone(&self.cancel));
        let mut locks = std::mem::replace(&mut self.locks, spare());
        let in_use = std::mem::replace(&mut self.in_use, spare());
        let work = std::mem::replace(&mut self.work, Work::new(locks.id()));
        self.application_locks.release_sessions(&locks);
        locks.set_priority(0);
        locks.set_wait_limit(None);
        let (sight, cancel, database) = (Arc::clone(&self.sight), Arc::clone(&self.cancel), Arc::clone(&self.database));
        sight.values.clear();
        sight.waits.clear();
        let Globals { spid, tran_count, is_doomed, .. } = self.globals;
        let globals = Globals { spid, tran_count, is_doomed, options: options.bits(), ..Globals::default() };
        let fresh = SessionState::empty(database, (locks, in_use, cancel), work, sight);
        *self = SessionState {
            globals,
            options,
            snapshots: std::mem::take(&mut self.snapshots),
            pinned: std::mem::take(&mut self.pinned),
            application_locks: Arc::clone(&self.application_locks),
            numbered: std::mem::take(&mut self.numbered),
            who: Arc::clone(&self.who),
            is_restricted: self.is_restricted,
            ..fresh
        };
        self.cursors.show();
    }

    /// Rolls back the open transaction and ends the session.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        self.globals.tran_count = 0;
        let result = self.roll_back_work();
        self.locks.unlock_kept();
        self.application_locks.session_ended();
        self.database.leave(self.id);
        self.in_use.unlock_all();
        result
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
