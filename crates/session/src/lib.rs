//! A session between its batches, and the session as statements see it.
//!
//! The crate knows the catalog, plans, compiled queries and open databases. It knows no statement
//! and no batch. Services of the instance come from a [`Host`], which the engine implements.
//!
//! # Main types
//!
//! - [`SessionState`]: the part of a session that outlives its batches, one field for each duty.
//! - [`SessionTransaction`](transaction::SessionTransaction): locks, snapshots and definitions of
//!   the session's transaction, and its [`Work`](work::Work): the changes across databases.
//! - [`SessionNames`](names::SessionNames): resolves the names of a statement.
//!   [`Dependencies`](dependencies::Dependencies) records the answers that a plan relies on.
//! - [`CallContext`](call_context::CallContext): the session as expressions and operators see it.
//! - [`Who`](who::Who), [`Access`](access::Access), [`Rights`](rights::Rights): the session's
//!   principals, and the checks of their permissions.
//! - [`Cursors`](cursors::Cursors): the session's cursors.
//! - [`Host`], [`SystemView`], [`Sink`]: the instance, a system view, and the receiver of results.
//!
//! # Data flow
//!
//! A batch borrows the `SessionState`. Its statements resolve names, take locks and record changes
//! in `Work`. Commit publishes new definitions, then releases the locks. Other sessions and system
//! views read a session's [`SessionSight`] only.
//!
//! # Invariants
//!
//! - A transaction's locks are released after it has ended and its definitions are published
//!   (`transaction`, `work`).
//! - One thread uses a session at a time. Other threads see only its atomics and shared facts
//!   (`session_sight`) and can cancel its batch.
//!
//! # Failure
//!
//! Errors are values (`SqlError`). [`consequence`] decides whether an error ends the statement, the
//! batch or the transaction. Dropping a session's state rolls its transaction back.
//!
//! Start reading at [`state`], then [`transaction`], [`work`] and [`host`].

pub mod consequence;
pub mod documented_procedures;
pub mod quoted_name;

pub mod spent;

pub mod figures;

pub mod user_messages;

pub mod configuration_options;

pub mod configurations;
pub mod scoped_options;

pub mod new_files;
pub mod secret;

mod compile_mode;

pub mod options;

pub mod who;

pub mod security_context;

pub mod transaction_sight;

pub mod cursor_sight;
pub mod running;

pub mod statement_timer;

pub mod statement_stats;

pub mod cached_plan;

pub mod query_hash;
pub mod running_programs;

pub mod session_sight;

pub mod activity;

pub mod database_properties;

pub mod access;
pub mod visible;
pub mod visible_catalog;

pub mod system_object;

pub mod object_filter;

pub mod shutdown;

pub mod host;

pub mod error_event;

pub mod module_columns;
mod module_facts;

pub mod data_file;

mod data_file_rows;

pub mod property_owners;

pub mod dependencies;

pub mod table_variables;

pub mod running_module;

pub mod application_locks;

pub mod running_triggers;

pub mod call_context;

pub mod sink;

pub mod work;

pub mod transaction;

pub mod names;

pub mod open_cursor;

pub mod api_cursor;

pub mod cursors;

pub mod prepared;

pub mod request_rows;

pub mod bulk;

pub mod client_requests;

pub mod state;

pub mod permission_check;

pub mod rights;

pub use bulk::BulkPart;
pub use cached_plan::{CachedPlan, CachedPlans, PlanKind};
pub use compile_mode::CompileMode;
pub use cursor_sight::{CursorFacts, CursorModel};
pub use host::{
    DescribedProgram, EffectivePermission, EffectivePermissions, FirstResultOf, Host, ProcedurePermission, SystemView,
    ViewContext, ViewRows,
};
pub use module_columns::module_columns;
pub use new_files::{NewFile, NewFilegroup, NewFiles, SnapshotFile};
pub use options::Options;
pub use prepared::PreparedStatement;
pub use request_rows::RequestRows;
pub use session_sight::SessionSight;
pub use sink::{Browsed, ColumnInfo, ColumnOrigin, CursorOrigin, Message, NullSink, Sink, SourceColumn, StatementKind};
pub use state::SessionState;
pub use transaction_sight::{SeenTransaction, TransactionNumbers, TransactionSight};
pub use user_messages::{StoredMessage, UserMessages};
