//! What a function may ask of the session that calls it.

use crate::facts::{
    Asked, AskedPrincipal, ClientFacts, ColumnFacts, CountedTriggers, Identity, IndexFacts, ObjectFacts,
    PrincipalFacts, UserTypeFacts,
};
use crate::session_values::SessionValues;
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_types::{DataType, SqlError, Value};

/// The outside world of a function call.
pub trait FunctionContext {
    /// Nanoseconds since 1970-01-01 00:00:00 UTC. The same for a whole statement, as SQL Server's runtime constants
    /// are.
    fn utc_now_ns(&self) -> i64;

    /// How far the server's local time is ahead of UTC now, in seconds.
    fn local_offset_s(&self) -> i32;

    /// The number of the transaction that calls it.
    fn transaction_number(&self) -> i64;

    /// Random numbers.
    fn random(&self) -> &Random;

    /// What the session keeps for its functions.
    fn session_values(&self) -> &SessionValues;

    /// The id of the session's current database.
    fn current_database(&self) -> i16;

    /// The rowversion that the current database gave last.
    fn last_rowversion(&self) -> u64;

    /// The least rowversion of the current database that a transaction was given which is not over; the next one if there is none.
    fn least_active_rowversion(&self) -> u64;

    /// The id of the database `name`, if there is one.
    fn database_id(&self, name: &str) -> Option<i16>;

    /// The name of the database `id`, if there is one.
    fn database_name(&self, id: i16) -> Option<String>;

    /// What the property (in any case) of the database `name` is, if both are known.
    fn database_property(&self, name: &str, property: &str) -> Option<(Value, DataType)>;

    /// Whether the session may use the database `name` now, if there is one.
    fn has_access(&self, name: &str) -> Option<bool>;

    /// The login that connected.
    fn original_login(&self) -> String;

    /// A login, the session's own if none is asked for; `None` where there is none such.
    fn login(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts>;

    /// A user or role of the current database, the session's own user if none is asked for; `None` where there is none such.
    fn user(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts>;

    /// Whether a user (the session's own if none is named) has the role in the current database; `None` where one of them is not there.
    fn is_member(&self, role: &str, user: Option<&str>) -> Option<bool>;

    /// The same of a login and a role of the server.
    fn is_server_member(&self, role: &str, login: Option<&str>) -> Option<bool>;

    /// Whether the session has a permission on a securable, given with its class, or on a column of it; `None` where one of them is unknown.
    fn has_permission(
        &self,
        securable: (Option<&str>, Option<&str>),
        permission: &str,
        sub: (Option<&str>, Option<&str>),
    ) -> Option<bool>;

    /// What is known of the session's client.
    fn client(&self) -> Arc<ClientFacts>;

    /// The id of the current database's file whose logical name this is, in any case, if there is one.
    fn file_id(&self, name: &str) -> Option<i16>;

    /// The logical name of the current database's file `id`, if there is one.
    fn file_name(&self, id: i16) -> Option<String>;

    /// How many pages of the current database's file `id` are in use; none if it cannot be told.
    fn file_pages_used(&self, id: i16) -> Option<i64>;

    /// The id of the current database's schema called `name`, if it has it.
    fn schema_id(&self, name: &str) -> Option<i32>;

    /// The name of the current database's schema with this id, if it has it.
    fn schema_name(&self, id: i32) -> Option<String>;

    /// The id of the object `name` (one to three parts, as written, brackets and quotes included) of the kind that
    /// `type_code` names (`U`, `P`, `V` ...; any if `None`), if there is one.
    fn object_id(&self, name: &str, type_code: Option<&str>) -> Option<i32>;

    /// The object with the id `id` of the database `database` (the current one if `None`), if there is one.
    fn object(&self, id: i32, database: Option<i16>) -> Option<ObjectFacts>;

    /// The current database's type that users made, by its id or its name (which may say its schema, as written), if there is one.
    fn user_type(&self, asked: Asked<'_>) -> Option<UserTypeFacts>;

    /// A column of a table (by its id in the current database, or its name as for [`FunctionContext::object_id`]), if there is one.
    fn column(&self, table: Asked<'_>, column: Asked<'_>) -> Option<ColumnFacts>;

    /// An index of such a table, or statistics of it that belong to no index, if there is one.
    fn index(&self, table: Asked<'_>, index: Asked<'_>) -> Option<IndexFacts>;

    /// The identity column of the table `name` (as for [`FunctionContext::object_id`]), if there is such a table and it has one.
    fn identity(&self, name: &str) -> Option<Identity>;

    /// The identity column of the table with this object id in the current database, if there is one.
    fn identity_of(&self, table: i32) -> Option<Identity>;

    /// When these statistics of the table with this object id in the current database were made or updated last, as a datetime2; none
    /// where there are none such, or no row was there then.
    fn statistics_date(&self, table: i32, statistics: i32) -> Option<i64>;

    /// How the session's transaction (or the session itself) has locked a name, in the words of APPLOCK_MODE: 1202 for a principal
    /// that is none, 3918 without a transaction.
    fn application_lock_mode(
        &self,
        principal: &str,
        name: &str,
        is_transaction: bool,
    ) -> Result<&'static str, SqlError>;

    /// What CURSOR_STATUS tells of the cursor that what runs calls so, from the source `source`, in any case.
    fn cursor_status(&self, source: &str, name: &str) -> i16;

    /// The text of the message with this number, the system's or a user's, if there is one.
    fn message(&self, number: i32) -> Option<Arc<str>>;

    /// A bit for each column that the statement gives values which fired the trigger that runs; none outside of triggers.
    fn columns_updated(&self) -> Option<Arc<[u8]>> {
        None
    }

    /// How many triggers run, within each other.
    fn running_triggers(&self, _counted: CountedTriggers) -> i32 {
        0
    }

    /// The error that the CATCH block around was entered for, if there is one.
    fn caught(&self) -> Option<CaughtError>;

    /// Whether it could lock the name so now, without waiting: besides those, 1225 for a mode that is none.
    fn application_lock_test(
        &self,
        principal: &str,
        name: &str,
        mode: &str,
        is_transaction: bool,
    ) -> Result<bool, SqlError>;
}

/// What there is to know of an error that was caught.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaughtError {
    /// Its number.
    pub number: i32,
    /// Its severity.
    pub severity: u8,
    /// Its state.
    pub state: u8,
    /// The line of the batch or module that raised it.
    pub line: u32,
    /// The module that raised it, if it was one.
    pub procedure: Option<String>,
    /// Its text.
    pub message: String,
}
