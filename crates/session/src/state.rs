//! The part of a session that outlives its batches.
//!
//! A session holds its current database shared, so that no other session drops it. The rules of its
//! other locks are in [`transaction`](crate::transaction).

use crate::activity::Activity;
use crate::cached_plan::{CachedPlan, PlanSettings};
use crate::call_context::Caller;
use crate::client_requests::ClientRequests;
use crate::cursors::Cursors;
use crate::host::Host;
use crate::options::{IdentityInsert, Options};
use crate::running::Running;
use crate::running_module::{FirstSchema, RunningModule};
use crate::security_context::SecurityContext;
use crate::session_sight::SessionSight;
use crate::transaction::SessionTransaction;
use crate::transaction_sight::TransactionSight;
use crate::who::{ActingUser, LoginName, Who};
use crate::work::Work;
use sluice_base::ids::{ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::{Catalog, ObjectName};
pub use sluice_functions::session_values::DateSettings;
use sluice_functions::session_values::TEXT_SIZE_DEFAULT;
use sluice_functions::{SessionValues, SetOptions};
use sluice_query::code::Globals;
use sluice_query::code::context::Context;
use sluice_query::needed_lock::NeededLock;
use sluice_table::database::Database;
use sluice_table::storage_error::{lock_error, sql_error};
use sluice_table::temporary::is_temporary;
use sluice_txn::{LockMode, LockOwner, StorageError};
use sluice_types::SqlError;
use std::time::Duration;

/// The state of a session, one field for each duty.
pub struct SessionState {
    /// Id of the session.
    pub id: SessionId,
    /// Current database.
    pub database: Arc<Database>,
    // Lock on the current database.
    in_use: LockOwner,
    /// `@@ROWCOUNT` and other global variables.
    pub globals: Globals,
    /// SET options.
    pub options: Options,
    /// Table for which SET IDENTITY_INSERT is ON.
    pub identity_insert: Option<IdentityInsert>,
    /// Trace flags that the session has switched on for itself.
    pub trace_flags: Vec<i64>,
    /// Values that built-in functions keep between batches.
    pub values: Arc<SessionValues>,
    /// Identity, impersonations and ownership chain.
    pub security: SecurityContext,
    /// The session's transaction.
    pub transaction: SessionTransaction,
    /// Temporary tables and procedures that the session has created, including dropped ones.
    pub temporary_tables: Vec<ObjectId>,
    /// Cursors of the session.
    pub cursors: Cursors,
    /// The running batch or module.
    pub module: RunningModule,
    /// State of the client's requests.
    pub client: ClientRequests,
    /// The session as other threads observe and cancel it.
    pub activity: Activity,
}

impl SessionState {
    /// Returns the state of a session whose current database is `database`. It takes the shared
    /// lock on the database. It has no open transaction, and its identity is the administrator's
    /// until the log-in.
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
        sight.set_database(database.id, &database.name);
        let transaction = SessionTransaction::new(id, locks, work, Arc::clone(&sight.transaction));
        SessionState {
            id,
            database,
            in_use,
            globals: Globals { spid: id.0, ..Globals::default() },
            options: Options::default(),
            identity_insert: None,
            trace_flags: Vec::new(),
            values: Arc::clone(&sight.values),
            security: SecurityContext::new(Arc::new(Who::administrator())),
            transaction,
            temporary_tables: Vec::new(),
            cursors: Cursors::new(id, Arc::clone(&sight.cursors)),
            module: RunningModule::default(),
            client: ClientRequests::default(),
            activity: Activity::new(sight, cancel),
        }
    }

    /// Returns the state of a function that the statement `around` calls. Its locks and snapshots
    /// are lent by the calling session. A function changes only its own table variables. Its
    /// options are those of the statement's session, with NOCOUNT.
    pub fn for_function(around: &Caller<'_>, database: &Arc<Database>, locks: LockOwner) -> SessionState {
        let Caller { context, globals, .. } = around;
        let (id, sight, cancel) = (context.session, context.sight(), Arc::clone(context.cancel_flag()));
        let work = Work::within(locks.id(), Arc::clone(context.definitions()));
        let mut transaction = SessionTransaction::new(id, locks, work, Arc::<TransactionSight>::default());
        transaction.snapshots = around.sight.snapshots.clone();
        SessionState {
            id,
            database: Arc::clone(database),
            // The caller holds the lock on the database.
            in_use: database.storage.locks.owner(Arc::clone(&cancel)),
            globals: Globals { row_limit: 0, is_doomed: false, ..**globals },
            options: Options {
                nocount: true,
                isolation: around.sight.isolation,
                meaning: context.values().set_options(),
                ..Options::default()
            },
            identity_insert: None,
            trace_flags: Vec::new(),
            values: context.values(),
            security: SecurityContext::new(context.who()),
            transaction,
            temporary_tables: Vec::new(),
            // No other session sees a function's cursors.
            cursors: Cursors::new(id, Arc::default()),
            module: RunningModule::default(),
            client: ClientRequests::default(),
            activity: Activity::new(sight, cancel),
        }
    }

    /// Ends the state of a function and returns the locks that its caller lent it.
    pub fn give_locks(self) -> Arc<LockOwner> {
        self.transaction.locks
    }

    /// Sets the options that decide what statements mean, for functions and views too.
    pub fn set_meaning(&mut self, meaning: SetOptions) {
        self.options.meaning = meaning;
        self.values.show_options(meaning);
    }

    /// Sets the options of a session that begins, whose client's driver sets none. The isolation
    /// level and the language stay.
    pub fn begin_without_driver(&mut self, options: Options) {
        self.options = Options { isolation: self.options.isolation, ..options };
        self.globals.options = options.bits();
        self.set_meaning(options.meaning.in_language(self.values.language()));
        self.values.set_text_size(TEXT_SIZE_DEFAULT);
    }

    /// Starts running a plan. Returns the previous plan for [`Activity::leave_plan`].
    pub fn run_plan(&mut self, host: &dyn Host, plan: &Arc<CachedPlan>) -> (Running, Running) {
        host.cached_plans().enter(plan, self.database.id, || PlanSettings {
            options: self.options.meaning,
            language: self.values.language().id,
            date_order: self.values.date_order(),
            date_first: self.values.date_first(),
        });
        self.activity.enter_plan(plan)
    }

    /// Sets the session's identity. Looks up its default schema, too.
    pub fn be(&mut self, host: &dyn Host, who: Arc<Who>) {
        self.activity.sight.set_who(Arc::clone(&who));
        self.security.set_who(who);
        self.look_up_default_schema(host);
    }

    /// Makes the session act as another login or user. The caller keeps the identity to return to.
    pub fn become_other(&mut self, host: &dyn Host, login: LoginName, user: Option<ActingUser>) {
        let next = self.security.impersonated(login, user);
        self.be(host, next);
    }

    /// Looks up the default schema of the session's user. Called at the start of a batch, and
    /// whenever the identity or the current database changes; a change of the user by another
    /// session counts from the next batch on.
    #[inline]
    pub fn look_up_default_schema(&mut self, host: &dyn Host) {
        if !self.security.is_restricted {
            self.security.default_schema = None;
            return;
        }
        let access = self.access(host, &self.database, &self.transaction.work.catalog(&self.database));
        self.security.default_schema = access.default_schema().cloned();
    }

    /// The schema in which names without a schema are looked up first, if it isn't dbo.
    #[inline]
    pub fn first_schema(&self) -> Option<&Arc<str>> {
        match &self.module.schema {
            FirstSchema::OfUser => self.security.default_schema.as_ref(),
            FirstSchema::OfModule(schema) => schema.as_ref(),
        }
    }

    /// Returns the name of an existing object of the current database. Adds the default schema of
    /// the session's user if `name` has no schema and that schema has such an object. Statements
    /// that define something look names up so, inside modules too.
    pub fn in_default_schema(&self, catalog: &Catalog, name: ObjectName) -> ObjectName {
        match name.database {
            None => catalog.in_schema(name, self.security.default_schema.as_deref()),
            Some(_) => name,
        }
    }

    /// Returns the name of an existing type of the current database, as
    /// [`SessionState::in_default_schema`] does for an object.
    pub fn type_in_default_schema(&self, catalog: &Catalog, name: ObjectName) -> ObjectName {
        catalog.type_in_schema(name, self.security.default_schema.as_deref())
    }

    /// Returns the name of a new object or type. Adds the default schema of the session's user if
    /// `name` has no schema; a temporary object has none.
    pub fn new_name(&self, name: &ObjectName) -> ObjectName {
        match &self.security.default_schema {
            Some(schema) if name.schema.is_none() && name.database.is_none() && !is_temporary(&name.object) => {
                ObjectName { schema: Some(schema.to_string()), ..name.clone() }
            }
            _ => name.clone(),
        }
    }

    /// Makes `database` the current database. After locking it, `find` looks it up again, because
    /// it may have been dropped meanwhile, taken offline, or closed and opened again. The old
    /// database's lock is released. If the database can't be entered now, fails with 911 or the
    /// error of its state, and the current database stays. Does nothing if this opening is the
    /// current database.
    pub fn change_database(
        &mut self,
        database: &Arc<Database>,
        find: impl FnOnce() -> Result<Arc<Database>, SqlError>,
    ) -> Result<(), SqlError> {
        if Arc::ptr_eq(&self.database, database) {
            return Ok(());
        }
        // All openings of a database have one lock.
        let (resource, has_lock) = (database.resource(), self.database.id == database.id);
        self.in_use.lock(resource, LockMode::Shared).map_err(|error| sql_error(&error, &database.name))?;
        let entered = find().and_then(|found| match found.storage.guid() == database.storage.guid() {
            true => found.enter(self.id).map(|()| found),
            false => Err(SqlError::database_not_found(&database.name)),
        });
        let database = entered.inspect_err(|_| {
            if !has_lock {
                self.in_use.unlock(resource);
            }
        })?;
        if !has_lock {
            self.in_use.unlock(self.database.resource());
        }
        self.database.leave(self.id);
        self.activity.sight.set_database(database.id, &database.name);
        self.database = database;
        Ok(())
    }

    /// Takes a lock that a statement needs, in the mode for the session's isolation level. Returns
    /// whether the transaction held a weaker lock or none before. If the need doesn't wait, a lock
    /// that isn't free fails at once.
    #[inline]
    pub fn take_needed(&mut self, needed: &NeededLock) -> Result<bool, SqlError> {
        let isolation = self.options.isolation;
        let mode = needed.reach.map_or(needed.mode, |reach| isolation.table_mode(needed.mode, reach));
        if needed.waits {
            self.transaction.lock(needed.resource, mode)
        } else {
            self.transaction.lock_within(needed.resource, mode, Duration::ZERO)
        }
    }

    /// Waits at most `limit` until no other session uses `database`, and keeps them out until
    /// [`SessionState::share`]. Returns false on timeout. Without a limit the session's own lock
    /// timeout counts, as an error.
    pub fn use_alone(&mut self, database: &Arc<Database>, limit: Option<Duration>) -> Result<bool, SqlError> {
        let (resource, is_current) = (database.resource(), Arc::ptr_eq(&self.database, database));
        let owner = if is_current { &self.in_use } else { &*self.transaction.locks };
        match owner.lock_within(resource, LockMode::Exclusive, limit) {
            Ok(_) => Ok(true),
            Err(StorageError::LockTimeout) if limit.is_some() => Ok(false),
            Err(error) => Err(lock_error(&error)),
        }
    }

    /// Lets other sessions use `database` again. It was locked exclusively
    /// ([`SessionState::use_alone`]). The current database gets the session's shared lock again,
    /// for which it may wait, and fail.
    pub fn share(&mut self, database: &Arc<Database>) -> Result<(), SqlError> {
        let resource = database.resource();
        if !Arc::ptr_eq(&self.database, database) {
            self.transaction.locks.unlock(resource);
            return Ok(());
        }
        self.in_use.unlock(resource);
        self.in_use.lock(resource, LockMode::Shared).map(drop).map_err(|error| lock_error(&error))
    }

    /// Enters the present opening of the session's database if the opening that the session uses
    /// has been closed. If the database isn't open now, the session keeps the closed one. Every
    /// statement that reads or changes the database then fails. The lock on the database holds for
    /// all its openings.
    #[inline]
    pub fn rejoin(&mut self, host: &dyn Host) {
        if self.database.is_closed()
            && let Some(now) = host.database_by_id(self.database.id)
        {
            self.stays_in(&now);
        }
    }

    /// Replaces the current database by its present opening `database`. A session that has the
    /// database under SINGLE_USER keeps it.
    pub fn stays_in(&mut self, database: &Arc<Database>) {
        if self.database.is_user(self.id) {
            database.set_user(Some(self.id));
        }
        self.database = Arc::clone(database);
    }

    /// Rolls the transaction back, which releases its locks. Closes all cursors before, but only
    /// under SET CURSOR_CLOSE_ON_COMMIT ON
    /// (`t-sql/statements/set-cursor-close-on-commit-transact-sql.md`). Fails with the error of the
    /// rollback.
    pub fn end_transaction(&mut self) -> Result<(), SqlError> {
        if self.options.cursor_close_on_commit {
            self.cursors.close_all();
        }
        self.transaction.roll_back()
    }

    /// Resets the session to these options, except its identity and database. The open transaction
    /// keeps its locks, snapshot and isolation level; observers and cancel handles stay valid.
    /// Cursors, temporary table names, prepared statements and the running module are forgotten,
    /// not dropped in the database.
    pub fn start_over(&mut self, options: Options) {
        let Globals { spid, tran_count, is_doomed, .. } = self.globals;
        self.globals = Globals { spid, tran_count, is_doomed, options: options.bits(), ..Globals::default() };
        (self.options, self.identity_insert) = (options, None);
        self.security = SecurityContext::new(Arc::clone(&self.security.who));
        self.transaction.reset();
        self.temporary_tables.clear();
        self.trace_flags.clear();
        self.cursors = Cursors::new(self.id, Arc::clone(&self.activity.sight.cursors));
        self.module = RunningModule::default();
        self.client = ClientRequests::default();
        self.activity.reset();
        self.cursors.show();
    }

    /// Rolls back the open transaction and ends the session. Leaves the current database and
    /// releases all locks, even if the rollback fails. Returns its error.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        self.globals.tran_count = 0;
        let result = self.transaction.roll_back();
        self.transaction.session_ended();
        self.database.leave(self.id);
        self.in_use.unlock_all();
        result
    }
}
