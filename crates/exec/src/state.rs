//! What of a session outlives its batches.
//!
//! Rules of locks:
//! 1. A session has its current database shared, so that nobody drops it.
//! 2. A statement has every table that it reads in IS, until it is through (READ COMMITTED; [`Isolation::table_mode`] for the other
//!    levels; as long as it has locks on rows), and every table that it changes in IX, until its transaction ends. DROP TABLE has its table in Sch-M, and whoever changes names the database's definitions in X,
//!    until the transaction ends.
//! 3. A transaction that reads a database by a snapshot has [`Database::snapshots`] in IS until it ends.
//! 4. A transaction's locks are given back after it has ended and what it defined is published.

use crate::application_locks::ApplicationLocks;
use crate::bulk::Awaited;
use crate::cached_plan::CachedPlan;
use crate::code::{Caller, Globals};
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
    /// Its id.
    pub id: SessionId,
    /// The current database.
    pub database: Arc<Database>,
    /// `@@ROWCOUNT` and so on.
    pub globals: Globals,
    /// What SET has switched.
    pub options: Options,
    /// The table that SET IDENTITY_INSERT is ON for.
    pub identity_insert: Option<IdentityInsert>,
    /// Its transaction.
    pub work: Work,
    /// What others see of that; nobody sees a function's, which is part of the calling one.
    pub transaction: Arc<TransactionSight>,
    /// The temporary tables that it has made, also those that are gone.
    pub temporary_tables: Vec<ObjectId>,
    /// Those that went with the procedure that made them, in the transaction that is open: a rollback does not bring them back.
    pub ended_tables: Vec<ObjectId>,
    /// The tables that the batch that runs has declared.
    pub table_variables: TableVariables,
    /// Its cursors.
    pub cursors: Cursors,
    /// The statements that its client has prepared.
    pub prepared: PreparedStatements,
    /// The schema of the module that runs, where it is not the default one: its names are looked for there first.
    pub module_schema: Option<Arc<str>>,
    /// The function of several statements that is about to be made WITH SCHEMABINDING.
    pub binding: Option<Binding>,
    /// Rows that only the statement that runs sees.
    pub captured: Option<Arc<dyn SystemView>>,
    /// `inserted` and `deleted` of the trigger that runs: neither what it calls nor what fires it sees them.
    pub trigger_rows: Option<[Arc<dyn SystemView>; 2]>,
    /// Rows that a client has sent for table variables of the batch that is about to run.
    pub given_rows: Vec<GivenRows>,
    /// The bulk load that it waits for.
    pub bulk: Option<Awaited>,
    /// How many BEGIN TRANSACTION were open where the INSERT ... EXECUTE began that runs, if one does.
    pub inserting: Option<i32>,
    /// Its transaction's locks.
    pub locks: LockOwner,
    /// What waits as its transaction's owner of locks and takes nothing.
    pub gate: Arc<LockGate>,
    /// The definition that is being made.
    pub definition: Definition,
    /// What its transaction's definitions depend on: it stays locked beyond the statements that use it.
    pub pinned: Vec<Resource>,
    /// By which it reads.
    pub snapshots: Snapshots,
    /// What among them an application has locked, and for whom.
    pub application_locks: Arc<ApplicationLocks>,
    /// What functions keep from one batch to the next.
    pub values: Arc<SessionValues>,
    // What may have given its transaction rowversions.
    numbered: Vec<Arc<RowVersions>>,
    // Its current database (rule 1).
    in_use: LockOwner,
    /// Raised by whoever wants the batch to end.
    pub cancel: Arc<AtomicBool>,
    /// What others see of it.
    pub sight: Arc<SessionSight>,
    /// The plan whose steps it shows as it runs them.
    pub running: Running,
    /// How long binding has taken in statements that were measured.
    pub compiled: Spent,
    /// Who it is.
    pub who: Arc<Who>,
    /// Whether it must be asked what it may do: beside `who`, every statement looks here.
    pub is_restricted: bool,
    /// Who it was, for each EXECUTE AS that is not over.
    pub impersonations: Vec<Impersonation>,
    /// Whose module runs, if one does.
    pub chain: Option<Chain>,
    // How often it has become somebody.
    changes: u64,
}

/// The one table of a session whose identity values may be said by INSERT.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityInsert {
    /// The database it is in.
    pub database: DatabaseId,
    /// The table.
    pub table: ObjectId,
    /// Its name, for messages.
    pub name: String,
}

/// A definition that is being made: see `statement::definition`.
#[derive(Default)]
pub struct Definition {
    /// The look-ups of the current statement.
    pub seen: Arc<SeenCatalogs>,
    /// A lock was waited for, and what was looked up before is no longer so.
    pub is_outdated: bool,
    /// Whether one is being made at all.
    pub is_active: bool,
}

impl Definition {
    /// Where a statement notes its lookups: with those of the definition that it makes, if it makes one.
    pub fn seen_by_statement(&self) -> Arc<SeenCatalogs> {
        if self.is_active { Arc::clone(&self.seen) } else { Arc::default() }
    }
}

/// The error by which an outdated definition ends; nobody is shown it.
const OUTDATED: i32 = -1;

/// Options that SET switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Row counts are not sent.
    pub nocount: bool,
    /// Any error at run time rolls the transaction back.
    pub xact_abort: bool,
    /// A statement that needs a transaction begins one, which stays open.
    pub implicit_transactions: bool,
    /// COMMIT and ROLLBACK close cursors.
    pub cursor_close_on_commit: bool,
    /// Of batches only the columns of their results are told; nothing of them runs but what switches this off.
    pub format_only: bool,
    /// Batches are compiled and bound, and nothing of them runs but what switches this off.
    pub no_exec: bool,
    /// Batches are read, and that is all.
    pub parse_only: bool,
    /// Batches are compiled, and the plans of their statements told; nothing of them runs.
    pub showplan_text: bool,
    /// The same, in the columns of SHOWPLAN_ALL.
    pub showplan_all: bool,
    /// Each statement tells what it has asked of tables.
    pub statistics_io: bool,
    /// Each statement tells how long it took.
    pub statistics_time: bool,
    /// What a reader sees of others.
    pub isolation: Isolation,
    /// How much is told of where the columns of results come from (NO_BROWSETABLE).
    pub browse: BrowseMode,
}

impl Options {
    /// A bit for each option that is on, as in the instance's option 'user options'.
    pub fn bits(&self) -> i32 {
        let switched = [
            (self.implicit_transactions, USER_IMPLICIT_TRANSACTIONS),
            (self.cursor_close_on_commit, USER_CURSOR_CLOSE_ON_COMMIT),
            (self.nocount, USER_NOCOUNT),
            (self.xact_abort, USER_XACT_ABORT),
        ];
        switched.iter().filter(|(is_on, _)| *is_on).fold(USER_ALWAYS_ON, |bits, (_, bit)| bits | bit)
    }

    /// Whether statements tell something of how they ran.
    #[inline]
    pub fn is_measuring(&self) -> bool {
        self.statistics_io | self.statistics_time
    }
}

/// What the instance's option 'user options' has SET switch for new sessions
/// (`database-engine/configure-windows/configure-the-user-options-server-configuration-option.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UserOptions(i32);

impl UserOptions {
    /// `None` where a bit stands for what cannot be switched on here.
    pub fn of(bits: i32) -> Option<UserOptions> {
        let known =
            USER_IMPLICIT_TRANSACTIONS | USER_CURSOR_CLOSE_ON_COMMIT | USER_NOCOUNT | USER_XACT_ABORT | USER_ALWAYS_ON;
        (bits & !known == 0).then_some(UserOptions(bits))
    }

    /// A new session's options.
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
/// The options of SET that are ON in every session, in the order of DBCC USEROPTIONS.
pub const ALWAYS_ON: [&str; 7] = [
    "quoted_identifier",
    "arithabort",
    "ansi_null_dflt_on",
    "ansi_warnings",
    "ansi_padding",
    "ansi_nulls",
    "concat_null_yields_null",
];
/// ANSI_WARNINGS, ANSI_PADDING, ANSI_NULLS, ARITHABORT, QUOTED_IDENTIFIER, ANSI_NULL_DFLT_ON, CONCAT_NULL_YIELDS_NULL: they are on anyway.
const USER_ALWAYS_ON: i32 = 8 | 16 | 32 | 64 | 256 | 1024 | 4096;

impl SessionState {
    /// A session whose current database is `database`.
    pub fn new(id: SessionId, database: Arc<Database>) -> SessionState {
        let cancel = Arc::new(AtomicBool::new(false));
        let manager = &database.storage.locks;
        let locks = manager.owner(Arc::clone(&cancel));
        let in_use = manager.owner(Arc::clone(&cancel));
        locks.belongs_to(id, true);
        in_use.belongs_to(id, false);
        // Only a DROP DATABASE could hold it up, which nobody cancels; the session would fail at its first statement.
        let _ = in_use.lock(database.resource(), LockMode::Shared);
        let work = Work::new(locks.id());
        let sight = Arc::new(SessionSight::new(id, database.id));
        let globals = Globals { spid: id.0, ..Globals::default() };
        SessionState { globals, ..SessionState::empty(database, (locks, in_use, cancel), work, sight) }
    }

    /// An administrator's session in which nothing has happened; `sight` is of it. Its locks, the one of its databases, and what cancels it.
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

    /// It begins to run a plan: what it ran before, which it goes back to by [`SessionState::run_again`].
    pub fn run_plan(&mut self, host: &dyn Host, plan: &Arc<CachedPlan>) -> (Running, Running) {
        host.cached_plans().enter(plan, self.database.id);
        let before = (self.running, self.sight.running());
        self.running = Running::of_plan(plan.number());
        self.sight.set_running(self.running);
        before
    }

    /// It is through with a plan.
    pub fn run_again(&mut self, (running, shown): (Running, Running)) {
        self.running = running;
        self.sight.set_running(shown);
    }

    /// What a function works with that the statement `around` calls: its locks are the calling session's, lent, and so is what it sees. What it
    /// changes are its own table variables.
    pub fn of_function(around: &Caller<'_>, database: &Arc<Database>, locks: LockOwner) -> SessionState {
        let Caller { context, globals, .. } = around;
        let manager = &database.storage.locks;
        let cancel = Arc::clone(context.cancel_flag());
        // Whoever calls it sees to it that nobody drops the database.
        let in_use = manager.owner(Arc::clone(&cancel));
        let work = Work::within(locks.id(), Arc::clone(context.definitions()));
        let who = context.who();
        SessionState {
            globals: Globals { row_limit: 0, is_doomed: false, ..**globals },
            options: Options { nocount: true, isolation: around.sight.isolation, ..Options::default() },
            snapshots: around.sight.snapshots.clone(),
            transaction: Arc::default(),
            // Nobody sees its cursors but itself.
            cursors: Cursors::new(context.session, Arc::default()),
            values: context.values(),
            is_restricted: !who.is_unrestricted(),
            who,
            ..SessionState::empty(Arc::clone(database), (locks, in_use, cancel), work, context.sight())
        }
    }

    /// The function is through: the locks that were lent to it.
    pub fn give_locks(self) -> LockOwner {
        self.locks
    }

    /// It is `who` from now on.
    pub fn be(&mut self, who: Arc<Who>) {
        self.is_restricted = !who.is_unrestricted();
        self.sight.set_who(Arc::clone(&who));
        self.who = who;
    }

    /// It goes on as another login, or as a user.
    pub fn become_other(&mut self, login: LoginName, user: Option<ActingUser>) {
        self.changes += 1;
        let next = self.who.becoming(login, user, self.changes);
        self.be(Arc::new(next));
    }

    /// Makes `database` the current one. It is looked up again once it cannot be dropped any more: `find` does that.
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

    /// Takes a lock of the transaction's. Whether it had less before: then what it protects may have changed meanwhile.
    #[inline]
    pub fn lock(&mut self, resource: Resource, mode: LockMode) -> Result<bool, SqlError> {
        self.locks.lock(resource, mode).map_err(|error| lock_error(&error))
    }

    /// The same; it is waited for as long as this at most: 1222.
    pub fn lock_within(&mut self, resource: Resource, mode: LockMode, limit: Duration) -> Result<bool, SqlError> {
        self.locks.lock_within(resource, mode, Some(limit)).map_err(|error| lock_error(&error))
    }

    /// Waits until nobody else is about to define what a statement has looked for and not found; if `finds_too`, also for those who alter or
    /// drop what it has found. Whether any answer is another one now.
    pub fn wait_for_definers(&self, seen: &mut Dependencies, finds_too: bool) -> Result<bool, SqlError> {
        let waited = seen.pass(finds_too, &mut |resource, mode| self.locks.pass(resource, mode));
        waited.map_err(|error| lock_error(&error))?;
        Ok(!seen.are_current(self.work.definitions()))
    }

    /// The transaction is about to define something in `database`, beside others who do.
    pub fn begin_defining(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        self.work.enlist(database);
        self.lock(database.resource(), LockMode::Shared)?;
        self.lock(database.definitions(), LockMode::IntentExclusive)?;
        Ok(())
    }

    /// Takes a lock that a definition needs. Fails, and marks the definition as outdated, if the lock is new and what the definition has
    /// looked up is no longer so.
    pub fn lock_definition(&mut self, resource: Resource, mode: LockMode) -> Result<(), SqlError> {
        if self.lock(resource, mode)? && !self.definition.seen.are_current(self.work.definitions()) {
            self.definition.is_outdated = true;
            return Err(SqlError::new(OUTDATED, 16, 1, Vec::new()));
        }
        Ok(())
    }

    /// Adds what `catalog` has changed to the transaction's definitions of `database`, and dates it. What the definition that is being made
    /// looks up from now on, it sees changed.
    pub fn define(&mut self, database: &Arc<Database>, catalog: Catalog) -> Result<(), SqlError> {
        self.definition.seen = Arc::default();
        self.work.define(database, catalog)
    }

    /// The same without dates.
    pub fn define_undated(&mut self, database: &Arc<Database>, catalog: Catalog) {
        self.definition.seen = Arc::default();
        self.work.set_catalog(database, catalog);
    }

    /// A statement has its locks: its snapshot is taken, or its transaction's, if it reads by one.
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

    /// Takes the transaction's snapshot, if it has none, and sees to it that the statement may use it.
    #[cold]
    fn look_back(&mut self, sources: &Sources, is_autocommit: bool) -> Result<(), SqlError> {
        for (database, _) in &sources.tables {
            if !is_autocommit && self.snapshots.transaction.is_none() && !self.snapshots.began_with {
                return Err(refused(3951, database));
            }
            if self.locks.mode_of(database.snapshots()).is_some() {
                // Whoever takes the option away waits for this transaction.
                continue;
            }
            check_allowed(database)?;
            self.lock(database.snapshots(), LockMode::IntentShared)?;
            // It may have been waited for.
            check_allowed(database)?;
        }
        let Some((first, _)) = sources.tables.first() else { return Ok(()) };
        let snapshot = self.snapshots.transaction.get_or_insert_with(|| Arc::new(first.storage.versions.snapshot()));
        let is_late =
            |(database, table): &&(Arc<Database>, ObjectId)| database.has_changed(*table, snapshot.sequence());
        match sources.tables.iter().find(is_late) {
            Some((database, _)) => Err(refused(3961, database)),
            // Whose snapshot is lost is not told any more which tables have changed; so this comes after.
            None => snapshot.check().map_err(|error| sql_error(&error, &first.name)),
        }
    }

    /// Waits until no other session uses `database`, at most for `limit`; nobody else does until [`SessionState::share`]. Whether it
    /// has come about.
    pub fn use_alone(&mut self, database: &Arc<Database>, limit: Option<Duration>) -> Result<bool, SqlError> {
        let (resource, is_current) = (database.resource(), Arc::ptr_eq(&self.database, database));
        let owner = if is_current { &mut self.in_use } else { &mut self.locks };
        match owner.lock_within(resource, LockMode::Exclusive, limit) {
            Ok(_) => Ok(true),
            Err(StorageError::LockTimeout) if limit.is_some() => Ok(false),
            Err(error) => Err(lock_error(&error)),
        }
    }

    /// Lets others use `database` again.
    pub fn share(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        let resource = database.resource();
        if !Arc::ptr_eq(&self.database, database) {
            self.locks.unlock(resource);
            return Ok(());
        }
        self.in_use.unlock(resource);
        self.in_use.lock(resource, LockMode::Shared).map(drop).map_err(|error| lock_error(&error))
    }

    /// The current database, which the session has alone, was opened anew as `database`.
    pub fn stays_in(&mut self, database: &Arc<Database>) {
        if self.database.is_user(self.id) {
            database.set_user(Some(self.id));
        }
        self.database = Arc::clone(database);
    }

    /// Commits, and gives the locks back.
    #[inline]
    pub fn commit(&mut self, delayed: bool) -> Result<(), SqlError> {
        let result = self.work.commit(delayed);
        self.ended_tables.clear();
        self.transaction_ended();
        result
    }

    /// Rolls the transaction back, and closes cursors as SET CURSOR_CLOSE_ON_COMMIT says.
    pub fn end_transaction(&mut self) -> Result<(), SqlError> {
        match self.options.cursor_close_on_commit {
            true => self.cursors.close_all(),
            false => self.cursors.close_passing(),
        }
        self.roll_back_work()
    }

    /// Rolls the transaction back, and gives the locks back.
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

    /// The transaction is about to be given rowversions: they are active until it is over.
    pub fn numbers(&mut self, numbers: &Arc<RowVersions>) {
        if !self.numbered.iter().any(|known| Arc::ptr_eq(known, numbers)) {
            self.numbered.push(Arc::clone(numbers));
        }
    }

    /// Makes all of it that of a new session with these options, in the same database, but for who it is: its transaction stays with its locks, snapshot and level, and
    /// those who see it and may stop it.
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

    /// Rolls back what is open; the session is over.
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

/// Whether a transaction may work by a snapshot in `database`.
fn check_allowed(database: &Database) -> Result<(), SqlError> {
    match database.snapshot_state() {
        SnapshotState::On => Ok(()),
        SnapshotState::Off => Err(refused(3952, database)),
        SnapshotState::ToOff => Err(refused(3954, database)),
        SnapshotState::ToOn => Err(refused(3956, database)),
    }
}

/// A transaction may not work by a snapshot.
fn refused(number: i32, database: &Database) -> SqlError {
    SqlError::new(number, 16, 1, vec![database.name.clone()])
}
