//! Services of the instance that the executor uses.

use crate::access::{Access, access};
use crate::cached_plan::CachedPlans;
use crate::configuration_options::ConfigurationOption;
use crate::configurations::Configurations;
use crate::new_files::{NewFile, NewFiles, SnapshotFile};
use crate::object_filter::ObjectFilter;
use crate::session_sight::SessionSight;
use crate::shutdown::Shutdown;
use crate::system_object::SystemObject;
use crate::transaction_sight::TransactionNumbers;
use crate::user_messages::StoredMessage;
use crate::who::Who;
use sluice_base::clock::Clock;
use sluice_base::counters::NetworkCounters;
use sluice_base::error_log::ErrorLog;
use sluice_base::grants::Grants;
use sluice_base::ids::{DatabaseGuid, DatabaseId, FileId, FilegroupId, ObjectId, SessionId, TxnId};
use sluice_base::machine::{BatchDevice, Machine, Volume};
use sluice_base::pending_requests::PendingRequest;
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_base::usage::UsageTotals;
use sluice_base::waits::Waits;
use sluice_catalog::security::PrincipalId;
use sluice_catalog::{Catalog, Module, Sequence, SystemViewDef, Table};
use sluice_events::EventSessions;
use sluice_table::database::Database;
use sluice_table::database_options::DatabaseOptions;
use sluice_table::databases::Databases;
use sluice_table::own_definitions::OwnDefinitions;
use sluice_table::trace_flags::TraceFlags;
use sluice_txn::OwnerId;
use sluice_types::{SqlError, Value};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A copy of a database that is being made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseCopy {
    /// The database that is copied.
    pub source: DatabaseId,
    /// The name of the copy.
    pub name: String,
    /// Guid of the copy.
    pub guid: DatabaseGuid,
    /// When the copy began, in nanoseconds since 1970.
    pub began_ns: i64,
}

/// A session that reverts a database and keeps the connections of the others.
pub struct RevertingSession<'a> {
    /// Its id.
    pub id: SessionId,
    /// Set when its batch is cancelled.
    pub cancel: &'a AtomicBool,
}

/// The instance that a session runs in.
pub trait Host: Databases {
    /// Creates a database with these files; durable on return. Fails with 1801 if the name exists.
    fn create_database(&self, name: &str, files: &NewFiles) -> Result<(), SqlError>;

    /// Creates a snapshot of the database `source` with these files; durable on return. Fails with
    /// 1801 if the name exists, and with 1822 if the source isn't open.
    fn create_snapshot(&self, name: &str, source: &str, files: &[SnapshotFile]) -> Result<(), SqlError>;

    /// Makes the database `name` a copy of `source`, which stays in use; durable on return. Fails
    /// with 1801 if the name exists, and with 40561 if the source doesn't.
    fn create_copy(&self, name: &str, source: &str) -> Result<(), SqlError>;

    /// Returns the copies that are being made.
    fn copies(&self) -> Vec<DatabaseCopy>;

    /// Reverts a database to its only snapshot; durable on return. No session uses the database,
    /// unless `keeping` takes it from those that do. Fails with 3137 if `snapshot` isn't that.
    fn revert_database(
        &self,
        name: &str,
        snapshot: &str,
        keeping: Option<&RevertingSession<'_>>,
    ) -> Result<(), SqlError>;

    /// Renames a database that no session or statement uses. Fails with 1801 if the new name
    /// exists.
    fn rename_database(&self, database: &Arc<Database>, name: &str) -> Result<(), SqlError>;

    /// Drops a database that no session uses. Fails with 3701 if the name doesn't exist.
    fn drop_database(&self, name: &str) -> Result<(), SqlError>;

    /// Changes the options of `database` on disk and in memory. The delayed tail of the log is
    /// hardened before DELAYED_DURABILITY leaves FORCED or ALLOWED (L2).
    fn set_options(&self, database: &Arc<Database>, change: &dyn Fn(&mut DatabaseOptions)) -> Result<(), SqlError>;

    /// Takes a database offline that no session uses. Durable on return.
    fn take_offline(&self, name: &str) -> Result<(), SqlError>;

    /// Opens a database that is offline, or that could not be opened, or whose files have failed,
    /// for the session `asking`. Does nothing if it is open and works. Fails with the reason if it
    /// can't be opened.
    fn bring_online(&self, name: &str, asking: SessionId) -> Result<(), SqlError>;

    /// Opens a database that no session uses without recovery, to be read by members of sysadmin.
    /// Durable on return.
    fn begin_emergency(&self, name: &str) -> Result<(), SqlError>;

    /// Sets the path at which the next opening of an offline database finds its file with the
    /// logical name `file`. Fails with 5041 if there is no such file.
    fn move_file(&self, name: &str, file: &str, path: &str) -> Result<(), SqlError>;

    /// Removes a database that no session uses from the instance, and leaves its files as they are
    /// after a clean close.
    fn detach_database(&self, name: &str) -> Result<(), SqlError>;

    /// Adds the database in the files at these paths to the instance. Durable on return. Data files
    /// that are not named are found by the primary file.
    fn attach_database(&self, name: &str, paths: &[String]) -> Result<(), SqlError>;

    /// Adds a data file to `database`; durable on return. Fails with 1828 if its logical name is in
    /// use, and with 5170, 5133 or 5123 if it can't be made.
    fn add_data_file(&self, database: &Arc<Database>, filegroup: FilegroupId, file: &NewFile) -> Result<(), SqlError>;

    /// Removes a data file other than the primary one from `database`; durable on return. Fails
    /// with 5042 if the file has pages of an object.
    fn remove_data_file(&self, database: &Arc<Database>, file: FileId) -> Result<(), SqlError>;

    /// Gives the free extents at the end of a data file back to the file system, but leaves at
    /// least `least` pages. Returns the number of pages left, or `None` without effect while the
    /// database is checked or the file is shrunk by another session. Fails with 40517 for a file
    /// with layers.
    fn shrink_data_file(&self, database: &Arc<Database>, file: FileId, least: u32) -> Result<Option<u32>, SqlError>;

    /// Returns the size in pages of a new file without SIZE, of the kind of the file `file`.
    fn default_file_pages(&self, database: &Database, file: FileId) -> u32;

    /// Adds a persisted log buffer to `database`; durable on return. Fails as
    /// [`Host::add_data_file`] does, and with 5123 if the file isn't on a volume with DAX.
    fn add_log_buffer(&self, database: &Arc<Database>, file: &NewFile) -> Result<(), SqlError>;

    /// Brings what is in the persisted log buffer of `database` into its log file, and removes the
    /// buffer; durable on return.
    fn remove_log_buffer(&self, database: &Arc<Database>) -> Result<(), SqlError>;

    /// Ends the sessions that own these transactions, unless the transactions have ended, and rolls
    /// back their work. Returns false if `cancel` was set first.
    fn end_transactions(
        &self,
        database: &Arc<Database>,
        transactions: &[(TxnId, OwnerId)],
        cancel: &AtomicBool,
    ) -> bool;

    /// Ends the sessions whose current database is `database`, except `except`, and rolls back
    /// their work. Returns false if `cancel` was set first.
    fn end_sessions(&self, database: DatabaseId, except: SessionId, cancel: &AtomicBool) -> bool;

    /// Ends session `id`, if it exists, and rolls back its work. Returns false if `cancel` was set
    /// first.
    fn end_session(&self, id: SessionId, cancel: &AtomicBool) -> bool;

    /// Returns the system view `name` in `schema`, compared without case.
    fn view(&self, schema: &str, name: &str) -> Option<Arc<dyn SystemView>>;

    /// Returns the system view `name` in `schema` if a query defines it, or the system procedure of
    /// that name if it is written in T-SQL. Names are compared without case.
    fn system_module(&self, schema: &str, name: &str) -> Option<Arc<Module>>;

    /// Returns the objects of the system in the order of their ids.
    fn system_objects(&self) -> &[SystemObject];

    /// Returns the permission needed to run the T-SQL system procedure with this id; `None` if
    /// there is no such procedure.
    fn procedure_permission(&self, id: ObjectId) -> Option<ProcedurePermission>;

    /// Returns an error's message text.
    fn message_text(&self, error: &SqlError) -> String;

    /// Returns the system or user message with this number.
    fn message(&self, number: i32) -> Option<StoredMessage>;

    /// Returns all messages, in the order of their numbers.
    fn messages(&self) -> Vec<StoredMessage>;

    /// Stores a user message, durably, replacing the one with its number.
    fn keep_message(&self, message: StoredMessage) -> Result<(), SqlError>;

    /// Deletes a user message, durably.
    fn forget_message(&self, number: i32) -> Result<(), SqlError>;

    /// Number of times that all plans were discarded.
    fn plan_generation(&self) -> u64;

    /// Makes every session discard its plans before its next batch.
    fn forget_plans(&self);

    /// The registered plans of all sessions.
    fn cached_plans(&self) -> &CachedPlans;

    /// The instance's configuration options.
    fn configurations(&self) -> &Configurations;

    /// Sets a configured value, durably; RECONFIGURE makes it the value in use.
    fn configure(&self, option: &'static ConfigurationOption, value: i32) -> Result<(), SqlError>;

    /// Makes all configured values the values in use.
    fn reconfigure(&self);

    /// Turns the buffer pool extension on, in the file `path` of `bytes` bytes, durably. Returns
    /// false if one is in use already.
    fn turn_extension_on(&self, path: &str, bytes: u64) -> Result<bool, SqlError>;

    /// Turns the buffer pool extension off, durably, and removes its file. Returns false if there
    /// is none.
    fn turn_extension_off(&self) -> Result<bool, SqlError>;

    /// The instance's trace flags.
    fn trace_flags(&self) -> &TraceFlags;

    /// The generator of transaction numbers.
    fn transaction_numbers(&self) -> &Arc<TransactionNumbers>;

    /// The instance's handler of SHUTDOWN.
    fn shutdown(&self) -> &Shutdown;

    /// The instance's wait statistics.
    fn waits(&self) -> &Waits;

    /// The event sessions of the instance.
    fn event_sessions(&self) -> &EventSessions;

    /// The memory grants of the instance.
    fn grants(&self) -> &Arc<Grants>;

    /// Returns the greatest number of threads that may run a plan, with the session's own.
    fn degree_max(&self) -> usize;

    /// Runs `own` on this thread and `help` on up to `wanted` others. `own` gets their number,
    /// which is less if other sessions have the threads. Returns when all have ended. Panics if one
    /// of them does.
    fn run_together(&self, wanted: usize, help: &(dyn Fn() + Sync), own: &mut dyn FnMut(usize));

    /// The visible facts of all sessions, in the order of their ids.
    fn sessions(&self) -> Vec<Arc<SessionSight>>;

    /// Number of sessions that have begun since the instance started.
    fn connections_made(&self) -> u64;

    /// Number of sessions that have ended since the instance started.
    fn connections_ended(&self) -> u64;

    /// Figures and counts of all sessions since the instance started.
    fn usage_totals(&self) -> UsageTotals;

    /// Counters of the packets of the instance's connections.
    fn network_counters(&self) -> &NetworkCounters;

    /// The instance's error log.
    fn error_log(&self) -> &ErrorLog;

    /// The instance's clock.
    fn clock(&self) -> &Arc<dyn Clock>;

    /// Start of the instance by the clock's monotonic time, in nanoseconds.
    fn started_ns(&self) -> u64;

    /// The generator of random numbers.
    fn random(&self) -> &Random;

    /// Reads the facts of the operating system, the machine's memory and the process.
    fn machine(&self) -> Machine;

    /// Returns the number of the processor on which a thread of the process runs or ran last,
    /// counted from 0 among those that the process may use. `None` if the system doesn't report it.
    fn processor_of_thread(&self, id: u32) -> Option<u32>;

    /// Returns the volume of a file of a database; `None` if the system doesn't report it.
    fn volume(&self, path: &Path) -> Option<Volume>;

    /// Returns the reads and writes of files in progress, with the paths of the files.
    fn pending_requests(&self) -> Vec<(PathBuf, PendingRequest)>;

    /// Returns the devices on which batches of reads and writes were done, and how.
    fn batch_devices(&self) -> Vec<BatchDevice>;

    /// Opens a data file of BULK INSERT or OPENROWSET(BULK). Fails with 4860 if it doesn't exist,
    /// and with 4861 if it can't be opened or is outside the folder of data files.
    fn open_data_file(&self, path: &str) -> Result<Box<dyn Read + Send>, SqlError>;

    /// Creates an error file of BULK INSERT or OPENROWSET(BULK) in the folder of data files. Fails
    /// with 4861 if it exists.
    fn create_data_file(&self, path: &str) -> Result<Box<dyn Write + Send>, SqlError>;
}

/// The permission needed to run a T-SQL system procedure, with the documentation page that states
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcedurePermission {
    /// The permissions of the statements in its text, which run as the caller. System views belong
    /// to the ownership chain of `sys`, so reading them needs no further permission.
    Statements(&'static str),
    /// The permissions of `Statements`, and VIEW SERVER STATE.
    ServerState(&'static str),
    /// The permissions of `Statements`, and membership in sysadmin or in this fixed server role.
    ServerRole(PrincipalId, &'static str),
    /// The permissions of `Statements`, and CONTROL on the database.
    DatabaseOwner(&'static str),
    /// EXECUTE on the procedure, which only sysadmin has.
    Execute(&'static str),
}

/// A system view or table-valued function. It holds no rows: each call reads the current state.
pub trait SystemView: Send + Sync {
    /// Name and columns.
    fn def(&self) -> &Arc<SystemViewDef>;

    /// Returns the current rows, with a value for each column.
    fn rows(&self, context: &ViewContext<'_>) -> Result<ViewRows, SqlError>;
}

/// Iterator over a view's rows. An error ends them.
pub type ViewRows = Box<dyn Iterator<Item = Result<Vec<Value>, SqlError>> + Send>;

/// A permission that the session effectively has: granted or implied, and not denied.
pub struct EffectivePermission {
    /// Securable, as written in the question.
    pub entity: String,
    /// Column; `None` for the whole object.
    pub column: Option<String>,
    /// Name of the permission.
    pub permission: &'static str,
}

/// Resolves the session's permissions on securables given as strings.
pub trait EffectivePermissions {
    /// Returns the session's permissions on a securable of the class (`OBJECT`, `ROLE`). Without a
    /// name, the securable is the current database or the server. Empty if there is no such
    /// securable.
    fn effective_permissions(&self, name: Option<&str>, class: &str) -> Vec<EffectivePermission>;
}

/// Parameters of a description of a first result set.
pub struct FirstResultOf<'a> {
    /// The batch or module to describe.
    pub program: DescribedProgram<'a>,
    /// Whether the result includes column origins and the additional columns for browse mode.
    pub browses: bool,
}

/// The batch or module to describe.
pub enum DescribedProgram<'a> {
    /// A batch, and its parameter declarations.
    Batch(&'a str, &'a str),
    /// A procedure or a trigger.
    Module(&'a Arc<Module>),
}

/// Describes the first result set of a batch without running the batch.
pub trait FirstResults {
    /// Returns a row for each column of the first result set, or the error that compiling the batch
    /// reports.
    fn first_result(&self, asked: &FirstResultOf<'_>, database: &Arc<Database>) -> Result<Vec<Vec<Value>>, SqlError>;
}

/// Context in which a view is read.
pub struct ViewContext<'a> {
    /// The instance.
    pub host: &'a dyn Host,
    /// Database in which the view is read.
    pub database: &'a Arc<Database>,
    /// Names of that database that the session may see.
    pub catalog: &'a Arc<Catalog>,
    /// All names of that database.
    pub whole: &'a Arc<Catalog>,
    /// Uncommitted definitions of the session's transaction.
    pub definitions: &'a OwnDefinitions,
    /// The session's principals in the database; `None` if the session may see everything.
    pub limits: Option<&'a Access>,
    /// Id of the reading session.
    pub session: SessionId,
    /// Login and user of the session.
    pub who: Arc<Who>,
    /// Resolver of the session's effective permissions.
    pub permissions: &'a dyn EffectivePermissions,
    /// Describer of first result sets.
    pub first_results: &'a dyn FirstResults,
    /// Arguments of a function, converted to the parameters' types.
    pub arguments: &'a [Value],
    /// Columns that the query uses; other columns may have any value.
    pub wanted: &'a [bool],
    /// The objects whose rows the query wants.
    pub objects: ObjectFilter<'a>,
}

impl ViewContext<'_> {
    /// Describes a first result set, a row for each column (`exec::batch::first_result_columns`).
    /// Returns the error that compiling the batch reports.
    pub fn first_result(&self, asked: &FirstResultOf<'_>) -> Result<Vec<Vec<Value>>, SqlError> {
        self.first_results.first_result(asked, self.database)
    }

    /// Returns the tables that the session may see and the query asks for: all, or those of one id
    /// or name.
    pub fn tables(&self) -> Vec<&Arc<Table>> {
        self.objects.tables(self.catalog)
    }

    /// Returns the visible tables that the query wants, and the rows of visible indexed views.
    pub fn stored_tables(&self) -> Vec<&Arc<Table>> {
        self.objects.stored_tables(self.catalog)
    }

    /// Returns the modules that the session may see and the query asks for. DDL triggers aren't
    /// among them.
    pub fn modules(&self) -> Vec<&Arc<Module>> {
        self.objects.modules(self.catalog)
    }

    /// Returns the sequences that the session may see and the query asks for.
    pub fn sequences(&self) -> Vec<&Arc<Sequence>> {
        self.objects.sequences(self.catalog)
    }

    /// Returns the session's principals and permissions in the view's database.
    pub fn access(&self) -> Access {
        self.limits.map_or_else(|| self.access_to(self.database, self.whole), Access::clone)
    }

    /// The session's principals in another database with the names `catalog`.
    pub fn access_to(&self, database: &Database, catalog: &Catalog) -> Access {
        access(&self.who, self.master().as_deref(), (database, catalog))
    }

    /// The names of another database, as the session's transaction sees them.
    pub fn catalog_of(&self, database: &Database) -> Arc<Catalog> {
        self.definitions.catalog(database)
    }

    /// The names of master, which has the logins, as the session's transaction sees them. `None` if
    /// master isn't open.
    pub fn master(&self) -> Option<Arc<Catalog>> {
        self.host.database(MASTER).map(|master| self.definitions.catalog(&master))
    }

    /// Returns the definition of an object, or NULL if the session may not read it.
    pub fn definition(&self, schema: &str, id: ObjectId, text: &str) -> Value {
        let is_shown = self.limits.is_none_or(|access| access.sees_definition(self.whole, schema, id));
        if is_shown { Value::text(text) } else { Value::Null }
    }
}

const MASTER: &str = "master";
