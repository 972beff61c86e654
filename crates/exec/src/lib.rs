//! Runs batches: expressions, operators, statements, transactions of sessions.
//!
//! It is where the two towers meet: it knows the tree of a statement and its plan on one side, heaps, trees and transactions
//! on the other. It knows neither message texts nor connections; what it needs of the instance it asks a [`Host`].
//!
//! The life of a batch: `Batch::compile` reads the text and makes a program of it; statements that name tables are bound when
//! they first run, since an earlier one may make their table (deferred name resolution), and again when the names have changed.
//! [`Batch::run`] lets the register machine of [`code`] run the program; it comes back for each statement that is more than an
//! expression.

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

pub mod host;

pub mod module_columns;

pub mod dependencies;

pub mod table_variables;

pub mod application_locks;

pub mod running_triggers;

pub mod code;

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

pub mod needed_lock;

mod permission_check;

pub mod rights;

pub mod operator;

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
pub use sink::{
    Browsed, ColumnInfo, ColumnOrigin, CursorOrigin, Message, NullSink, Sink, SourceColumn, SourceRows, StatementKind,
};
pub use sluice_functions::TIME_ZONES;
pub use state::{ALWAYS_ON, Options, SessionState};
pub use transaction_sight::{SeenTransaction, TransactionNumbers, TransactionSight};
pub use user_messages::{StoredMessage, UserMessages};

#[cfg(test)]
mod tests;
