//! What the executor asks of the instance that it runs in.

use crate::access::{Access, access};
use crate::cached_plan::CachedPlans;
use crate::configuration_options::ConfigurationOption;
use crate::configurations::Configurations;
use crate::new_files::NewFiles;
use crate::session_sight::SessionSight;
use crate::transaction_sight::TransactionNumbers;
use crate::user_messages::StoredMessage;
use crate::who::Who;
use sluice_base::clock::Clock;
use sluice_base::grants::Grants;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId, TxnId};
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_base::waits::Waits;
use sluice_catalog::security::PrincipalId;
use sluice_catalog::{Catalog, Module, SystemViewDef};
use sluice_table::database::Database;
use sluice_table::database_options::DatabaseOptions;
use sluice_table::databases::Databases;
use sluice_table::own_definitions::OwnDefinitions;
use sluice_table::trace_flags::TraceFlags;
use sluice_txn::OwnerId;
use sluice_types::{SqlError, Value};

/// The instance.
pub trait Host: Databases {
    /// Makes a database with such files; durable on return. 1801 if there is one of that name.
    fn create_database(&self, name: &str, files: &NewFiles) -> Result<(), SqlError>;

    /// Gives a database another name, which no session uses and no statement; 1801 where that name is taken.
    fn rename_database(&self, database: &Arc<Database>, name: &str) -> Result<(), SqlError>;

    /// Drops a database that nobody uses. 3701 if there is none of that name.
    fn drop_database(&self, name: &str) -> Result<(), SqlError>;

    /// Changes a database's options, durably, and in `database`. When FORCED or ALLOWED ends, the delayed tail is hardened
    /// before (L2).
    fn set_options(&self, database: &Arc<Database>, change: &dyn Fn(&mut DatabaseOptions)) -> Result<(), SqlError>;

    /// Ends the sessions that own these transactions of the database, where they are not over by then: what they have open is rolled
    /// back. False if `cancel` was raised before that.
    fn end_transactions(
        &self,
        database: &Arc<Database>,
        transactions: &[(TxnId, OwnerId)],
        cancel: &AtomicBool,
    ) -> bool;

    /// Ends the sessions, but for `except`, whose current database is `database`: what they have open is rolled back. False if `cancel` was
    /// raised before that.
    fn end_sessions(&self, database: DatabaseId, except: SessionId, cancel: &AtomicBool) -> bool;

    /// Ends the session `id`, if it is there: what it has open is rolled back. False if `cancel` was raised before that.
    fn end_session(&self, id: SessionId, cancel: &AtomicBool) -> bool;

    /// The system view `name` in `schema`, in any case.
    fn view(&self, schema: &str, name: &str) -> Option<Arc<dyn SystemView>>;

    /// The system view `name` in `schema`, in any case, if it is a query over others; or the system procedure of that
    /// name, if it is written in T-SQL.
    fn system_module(&self, schema: &str, name: &str) -> Option<Arc<Module>>;

    /// The permission that running the system procedure with this id, written in T-SQL, takes; `None` if there is no such procedure.
    fn procedure_permission(&self, id: ObjectId) -> Option<ProcedurePermission>;

    /// What an error says.
    fn message_text(&self, error: &SqlError) -> String;

    /// The message of this number, the system's or a user's, if there is one.
    fn message(&self, number: i32) -> Option<StoredMessage>;

    /// Every message, in the order of their numbers.
    fn messages(&self) -> Vec<StoredMessage>;

    /// Keeps a user's message, durably, in the place of the one that has its number.
    fn keep_message(&self, message: StoredMessage) -> Result<(), SqlError>;

    /// Forgets a user's message, durably.
    fn forget_message(&self, number: i32) -> Result<(), SqlError>;

    /// How often plans have been forgotten.
    fn plan_generation(&self) -> u64;

    /// Every session forgets its plans before its next batch.
    fn forget_plans(&self);

    /// The plans of all sessions.
    fn cached_plans(&self) -> &CachedPlans;

    /// The options of the instance.
    fn configurations(&self) -> &Configurations;

    /// Sets an option of the instance, durably; not yet in use.
    fn configure(&self, option: &'static ConfigurationOption, value: i32) -> Result<(), SqlError>;

    /// Has the options be what they are set to.
    fn reconfigure(&self);

    /// The instance's trace flags.
    fn trace_flags(&self) -> &TraceFlags;

    /// Where the numbers of its transactions come from.
    fn transaction_numbers(&self) -> &TransactionNumbers;

    /// What the instance has waited for.
    fn waits(&self) -> &Waits;

    /// The memory grants of its sessions.
    fn grants(&self) -> &Arc<Grants>;

    /// What may be seen of the sessions, in the order of their ids.
    fn sessions(&self) -> Vec<Arc<SessionSight>>;

    /// The time.
    fn clock(&self) -> &Arc<dyn Clock>;

    /// When the instance started, by that clock's monotonic time.
    fn started_ns(&self) -> u64;

    /// Random numbers.
    fn random(&self) -> &Random;
}

/// The permission that running a system procedure which is written in T-SQL takes, with the documentation page that says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcedurePermission {
    /// What the statements in its text take; they run as its caller. System views are in the ownership chain of `sys`, so that reading them
    /// takes nothing more.
    Statements(&'static str),
    /// Beside that, VIEW SERVER STATE.
    ServerState(&'static str),
    /// Beside that, membership in sysadmin or in this fixed server role.
    ServerRole(PrincipalId, &'static str),
    /// Beside that, CONTROL of the database.
    DatabaseOwner(&'static str),
}

/// A system view.
pub trait SystemView: Send + Sync {
    /// Its name and columns.
    fn def(&self) -> &Arc<SystemViewDef>;

    /// Its rows now, each with a value for every column.
    fn rows(&self, context: &ViewContext<'_>) -> Result<ViewRows, SqlError>;
}

/// The rows of a view, one after the other.
pub type ViewRows = Box<dyn Iterator<Item = Result<Vec<Value>, SqlError>>>;

/// A permission that the session has, granted or implied and not denied.
pub struct EffectivePermission {
    /// On what, as it was asked for.
    pub entity: String,
    /// On which column of it; none for the whole.
    pub column: Option<String>,
    /// Which.
    pub permission: &'static str,
}

/// Who knows what the session may do with things that are named in strings.
pub trait EffectivePermissions {
    /// What it may do with the thing of the class (`OBJECT`, `ROLE`); without a name with the current database, or the server. Nothing where
    /// there is none such.
    fn effective_permissions(&self, name: Option<&str>, class: &str) -> Vec<EffectivePermission>;
}

/// What is asked about when a first result is.
pub struct FirstResultOf<'a> {
    /// What would run.
    pub program: DescribedProgram<'a>,
    /// Whether it is told where columns come from, and which more there would be for browsing.
    pub browses: bool,
}

/// What would run.
pub enum DescribedProgram<'a> {
    /// A batch, and the declarations of its parameters.
    Batch(&'a str, &'a str),
    /// A procedure or a trigger.
    Module(&'a Arc<Module>),
}

/// Who can describe what a batch would give the session, without its running.
pub trait FirstResults {
    /// The columns of the first result of what is asked about in `database`, a row for each; or what is wrong with it.
    fn first_result(&self, asked: &FirstResultOf<'_>, database: &Arc<Database>) -> Result<Vec<Vec<Value>>, SqlError>;
}

/// Where a view is read, and what is asked of it.
pub struct ViewContext<'a> {
    /// The instance.
    pub host: &'a dyn Host,
    /// The database that the view is read in.
    pub database: &'a Arc<Database>,
    /// The names of that database that the session may know of.
    pub catalog: &'a Arc<Catalog>,
    /// All of its names.
    pub whole: &'a Arc<Catalog>,
    /// Definitions of the session's transaction.
    pub definitions: &'a OwnDefinitions,
    /// By whom the session is known there, if something is kept from it.
    pub limits: Option<&'a Access>,
    /// The session that reads.
    pub session: SessionId,
    /// Who it is.
    pub who: Arc<Who>,
    /// Tells what the session may do.
    pub permissions: &'a dyn EffectivePermissions,
    /// Tells what a batch would give it.
    pub first_results: &'a dyn FirstResults,
    /// Of a function what it is given, of its parameters' types.
    pub arguments: &'a [Value],
    /// Which of its columns somebody uses; the others may have any value.
    pub wanted: &'a [bool],
}

impl ViewContext<'_> {
    /// The columns of the first result of what is asked about, each as a row of [`first_result_columns`](crate::batch::first_result_columns); or what is
    /// wrong with it.
    pub fn first_result(&self, asked: &FirstResultOf<'_>) -> Result<Vec<Vec<Value>>, SqlError> {
        self.first_results.first_result(asked, self.database)
    }

    /// By whom the session is known in the database that the view is read in.
    pub fn access(&self) -> Access {
        self.limits.map_or_else(|| self.access_to(self.database, self.whole), Access::clone)
    }

    /// By whom it is known in another one, whose names are `catalog`.
    pub fn access_to(&self, database: &Database, catalog: &Catalog) -> Access {
        access(&self.who, self.master().as_deref(), (database, catalog))
    }

    /// The names of another database, as the session sees them.
    pub fn catalog_of(&self, database: &Database) -> Arc<Catalog> {
        self.definitions.catalog(database)
    }

    /// The names of master, where logins are, as the session sees them.
    pub fn master(&self) -> Option<Arc<Catalog>> {
        self.host.database(MASTER).map(|master| self.definitions.catalog(&master))
    }

    /// The text that defines an object of the schema, where the session may read it.
    pub fn definition(&self, schema: &str, id: ObjectId, text: &str) -> Value {
        let is_shown = self.limits.is_none_or(|access| access.sees_definition(self.whole, schema, id));
        if is_shown { Value::text(text) } else { Value::Null }
    }
}

const MASTER: &str = "master";
