//! The session's services that functions use.

use crate::facts::{
    Asked, AskedPrincipal, ClientFacts, ColumnFacts, ComputedFacts, CountedTriggers, Identity, IndexFacts, InstanceUse,
    LoginSettings, ObjectFacts, PrincipalFacts, UserTypeFacts,
};
use crate::session_values::SessionValues;
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_types::{DataType, SqlError, Value};

/// A filegroup of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilegroupFacts {
    /// The filegroup's id.
    pub id: i32,
    /// Name.
    pub name: String,
    /// Whether tables that name no filegroup are made in it.
    pub is_default: bool,
    /// Whether the filegroup is READ_ONLY.
    pub is_read_only: bool,
}

/// The environment of a function call.
pub trait FunctionContext {
    /// Returns nanoseconds since 1970-01-01 00:00:00 UTC. Constant during a statement, like SQL
    /// Server's runtime constants.
    fn utc_now_ns(&self) -> i64;

    /// Returns the offset of the server's local time from UTC in seconds.
    fn local_offset_s(&self) -> i32 {
        self.local_offset_at(self.utc_now_ns())
    }

    /// Returns the offset of the server's local time from UTC in seconds at a moment.
    fn local_offset_at(&self, utc_ns: i64) -> i32;

    /// Returns the number of the calling transaction.
    fn transaction_number(&self) -> i64;

    /// Returns the number of the running request in its session.
    fn request_id(&self) -> u16;

    /// Returns the receipt of the session's last commit that changed a database.
    fn commit_receipt(&self) -> Option<Vec<u8>>;

    /// Returns what became of the commit with a receipt, as the current database knows it. `None`
    /// if that is unknown.
    fn commit_state(&self, receipt: &[u8]) -> Option<&'static str>;

    /// Returns the random number generator.
    fn random(&self) -> &Random;

    /// Returns the session's values for functions.
    fn session_values(&self) -> &SessionValues;

    /// Returns the id of the session's current database.
    fn current_database(&self) -> i16;

    /// Returns the last rowversion that the current database assigned.
    fn last_rowversion(&self) -> u64;

    /// Returns the smallest rowversion that an active transaction of the current database was
    /// assigned; the next one if there is none.
    fn least_active_rowversion(&self) -> u64;

    /// Returns what the instance has used since its start.
    fn instance_use(&self) -> InstanceUse;

    /// Returns the folder of the instance's files.
    fn default_folder(&self) -> Option<String>;

    /// Returns the id of the database `name`, if it exists.
    fn database_id(&self, name: &str) -> Option<i16>;

    /// Returns the name of the database `id`, if it exists.
    fn database_name(&self, id: i16) -> Option<String>;

    /// Returns a property (case-insensitive) of the database `name`, if both are known.
    fn database_property(&self, name: &str, property: &str) -> Option<(Value, DataType)>;

    /// Returns whether the session may use the database `name`; `None` if it doesn't exist.
    fn has_access(&self, name: &str) -> Option<bool>;

    /// Returns the login that connected.
    fn original_login(&self) -> String;

    /// Returns a login, by default the session's own; `None` if it doesn't exist.
    fn login(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts>;

    /// Returns the settings of the login `name`; `None` if it doesn't exist or is hidden.
    fn login_settings(&self, name: &str) -> Option<LoginSettings>;

    /// Returns the permissions that the session has on an object or column (on the database if
    /// `object` is `None`), and those that it can grant; `None` if one of them is unknown.
    fn permission_bits(&self, object: Option<i32>, column: Option<&str>) -> Option<i32>;

    /// Returns a user or role of the current database, by default the session's own user; `None` if
    /// it doesn't exist.
    fn user(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts>;

    /// Returns whether a user (by default the session's own) has the role in the current database;
    /// `None` if the user or role doesn't exist.
    fn is_member(&self, role: &str, user: Option<&str>) -> Option<bool>;

    /// Returns whether a login (by default the session's own) has the server role; `None` if the
    /// login or role doesn't exist.
    fn is_server_member(&self, role: &str, login: Option<&str>) -> Option<bool>;

    /// Returns whether the session has a permission on a securable, given with its class, or on a
    /// column of the securable. `None` if one of them is unknown.
    fn has_permission(
        &self,
        securable: (Option<&str>, Option<&str>),
        permission: &str,
        sub: (Option<&str>, Option<&str>),
    ) -> Option<bool>;

    /// Returns the facts about the session's client.
    fn client(&self) -> Arc<ClientFacts>;

    /// Returns the id of the current database's file with the logical name, ignoring case.
    fn file_id(&self, name: &str) -> Option<i16>;

    /// Returns the logical name of the current database's file `id`.
    fn file_name(&self, id: i16) -> Option<String>;

    /// Returns the current database's filegroups, PRIMARY first.
    fn filegroups(&self) -> Vec<FilegroupFacts>;

    /// Whether the filegroup of a file of the current database is READ_ONLY.
    fn is_file_read_only(&self, id: i16) -> bool;

    /// Returns the number of used pages in the current database's file `id`; `None` if it is
    /// unknown.
    fn file_pages_used(&self, id: i16) -> Option<i64>;

    /// Returns the id of the current database's schema `name`.
    fn schema_id(&self, name: &str) -> Option<i32>;

    /// Returns the id of the principal that owns a schema of the current database.
    fn schema_owner(&self, name: &str) -> Option<i32>;

    /// Returns the name of the current database's schema `id`.
    fn schema_name(&self, id: i32) -> Option<String>;

    /// Returns the default schema of the session's user.
    fn default_schema(&self) -> String;

    /// Returns the id of the object `name` of the kind `type_code` (`U`, `P`, `V` ...; any kind if
    /// `None`). `name` has one to three parts as written, including brackets and quotes.
    fn object_id(&self, name: &str, type_code: Option<&str>) -> Option<i32>;

    /// Returns the object `id` of `database`, by default of the current one.
    fn object(&self, id: i32, database: Option<i16>) -> Option<ObjectFacts>;

    /// Returns the current database's user-defined type by its id or its name, which may include
    /// its schema as written.
    fn user_type(&self, asked: Asked<'_>) -> Option<UserTypeFacts>;

    /// Returns a column of a table. The table is given by its id in the current database, or by its
    /// name as for [`FunctionContext::object_id`].
    fn column(&self, table: Asked<'_>, column: Asked<'_>) -> Option<ColumnFacts>;

    /// Returns the properties of a computed column of such a table. `None` for another column.
    fn computed_column(&self, table: Asked<'_>, column: Asked<'_>) -> Option<ComputedFacts>;

    /// Whether a view or function of the current database is deterministic.
    fn is_deterministic(&self, object: i32) -> bool;

    /// Whether a view of the current database can have a clustered index.
    fn can_be_indexed(&self, view: i32) -> bool;

    /// Returns an index of such a table, or statistics that belong to no index.
    fn index(&self, table: Asked<'_>, index: Asked<'_>) -> Option<IndexFacts>;

    /// Returns the identity column of the table `name` (as for [`FunctionContext::object_id`]).
    fn identity(&self, name: &str) -> Option<Identity>;

    /// Returns the identity column of the table with this object id in the current database.
    fn identity_of(&self, table: i32) -> Option<Identity>;

    /// Returns when the statistics of the table with this object id in the current database were
    /// last updated, as a datetime2. `None` if there are no such statistics, or the table was empty
    /// then.
    fn statistics_date(&self, table: i32, statistics: i32) -> Option<i64>;

    /// Returns the mode in which the session or its transaction has locked a resource name, in the
    /// words of APPLOCK_MODE. Fails with 1202 for an unknown principal, 3918 without a transaction.
    fn application_lock_mode(
        &self,
        principal: &str,
        name: &str,
        is_transaction: bool,
    ) -> Result<&'static str, SqlError>;

    /// Returns CURSOR_STATUS of the cursor `name` visible to the caller. `source` ignores case.
    fn cursor_status(&self, source: &str, name: &str) -> i16;

    /// Returns the text of the message `number`, the system's or a user's.
    fn message(&self, number: i32) -> Option<Arc<str>>;

    /// Returns a bit for each column that the statement which fired the running trigger assigned;
    /// `None` outside triggers.
    fn columns_updated(&self) -> Option<Arc<[u8]>> {
        None
    }

    /// Returns the event of the running DDL or logon trigger as the text of an xml value; `None`
    /// outside the trigger's own statements.
    fn event_data(&self) -> Option<Arc<str>> {
        None
    }

    /// Returns the number of running nested triggers.
    fn running_triggers(&self, _counted: CountedTriggers) -> i32 {
        0
    }

    /// Returns the error of the enclosing CATCH block, if any.
    fn caught(&self) -> Option<CaughtError>;

    /// Returns whether the lock could be granted now without a wait. Fails as
    /// [`FunctionContext::application_lock_mode`], and with 1225 for an invalid mode.
    fn application_lock_test(
        &self,
        principal: &str,
        name: &str,
        mode: &str,
        is_transaction: bool,
    ) -> Result<bool, SqlError>;
}

/// An error that was caught.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaughtError {
    /// The error's number.
    pub number: i32,
    /// The error's severity.
    pub severity: u8,
    /// The error's state.
    pub state: u8,
    /// The line of the batch or module that raised it.
    pub line: u32,
    /// The module that raised it; `None` for a batch.
    pub procedure: Option<String>,
    /// The error's text.
    pub message: String,
}
