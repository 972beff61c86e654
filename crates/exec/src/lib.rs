//! Runs batches: compiles them to programs and runs their statements in a session's transaction.
//!
//! The crate joins the SQL front end (syntax trees and plans) and the storage engine (heaps, trees
//! and transactions). It knows neither message texts nor connections. Services of the instance come
//! from a [`Host`].
//!
//! # Main types
//!
//! - [`Session`]: a connection's state and plans. It runs batches and requests.
//! - [`Batch`]: a compiled batch, a program of steps.
//! - [`SessionState`]: the part of a session that outlives its batches: options, transaction,
//!   locks, cursors.
//! - [`Work`](work::Work): the session's transaction across databases.
//! - [`Sink`]: receives result sets, messages and row counts.
//! - [`statement`]: the bound statements. Their queries run in [`sluice_query`].
//! - [`CallContext`](call_context::CallContext): the session as expressions and operators see it.
//!
//! # Data flow
//!
//! [`Session::execute`] parses the text or finds its cached plan, and calls [`Batch::run`]. The
//! register machine of [`sluice_query::code`] runs the program and returns for each statement that
//! is more than an expression. A statement that names tables is bound when it first runs, because
//! an earlier statement may create its tables (deferred name resolution). It is bound again when a
//! looked-up name has changed. Rows and messages go to the `Sink`.
//!
//! # Invariants
//!
//! - A plan runs only while its catalog lookups return the same answers (`dependencies`).
//! - A transaction's locks are released after it has ended and its definitions are published
//!   (`state`, `work`).
//! - One thread uses a session at a time. Other threads see only its atomics and shared facts
//!   (`session_sight`) and can cancel its batch.
//!
//! # Failure
//!
//! Errors are values (`SqlError`). [`consequence`] decides whether an error ends the statement, the
//! batch or the transaction. A failed statement is rolled back to its savepoint; dropping a session
//! rolls its transaction back.
//!
//! Start reading at [`session`], then `batch` and [`state`].

pub mod consequence;
pub mod quoted_name;

pub mod spent;

pub mod user_messages;

pub mod configuration_options;
pub mod configurations;

pub mod new_files;
mod secret;

pub mod who;

pub mod transaction_sight;

pub mod cursor_sight;
pub mod session_sight;

pub mod database_properties;

pub mod statement_timer;

pub mod statement_stats;

pub mod cached_plan;

pub mod access;
mod visible;

pub mod system_object;

pub mod host;

pub mod module_columns;

pub mod property_owners;

pub mod dependencies;

pub mod table_variables;

pub mod application_locks;

pub mod running_triggers;

pub mod call_context;

pub mod sink;

pub mod work;

pub mod names;

pub mod open_cursor;

pub mod api_cursor;

pub mod cursors;

pub mod prepared;

pub mod request_rows;

pub mod bulk;

pub mod state;

mod permission_check;

pub mod rights;

pub mod captured;

pub mod triggers;

pub mod statement;

pub mod given_rows;

pub mod statistics;

pub mod batch;

pub mod request;

pub mod session;

pub use batch::{Batch, BatchEnd};
pub use bulk::BulkPart;
pub use cached_plan::{CachedPlan, CachedPlans, PlanKind};
pub use cursor_sight::{CursorFacts, CursorModel};
pub use host::{
    DescribedProgram, EffectivePermission, EffectivePermissions, FirstResultOf, Host, ProcedurePermission, SystemView,
    ViewContext, ViewRows,
};
pub use module_columns::module_columns;
pub use new_files::{NewFile, NewFiles};
pub use prepared::PreparedStatement;
pub use request::{Reply, Request, RequestArgument, RequestOutput, RequestValue};
pub use request_rows::RequestRows;
pub use session::Session;
pub use session_sight::SessionSight;
pub use sink::{Browsed, ColumnInfo, ColumnOrigin, CursorOrigin, Message, NullSink, Sink, SourceColumn, StatementKind};
pub use sluice_functions::{ZoneOffset, time_zones};
pub use state::{ALWAYS_ON, Options, SessionState};
pub use transaction_sight::{SeenTransaction, TransactionNumbers, TransactionSight};
pub use user_messages::{StoredMessage, UserMessages};

#[cfg(test)]
mod tests;
