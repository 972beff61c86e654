//! Statements that need more than an expression, one family per file.
//!
//! A statement runs with an [`Env`]: the session, the batch's registers, the host and the sink for
//! results. Statements on tables are [`BoundSlot`]s: bound at their first run, and again after a
//! change of the names they use. Start reading at `bound.rs`.
//!
//! A statement that changes data or definitions calls [`Env::begin_change`] first and
//! [`Env::settle`] last, so that it succeeds as a whole or not at all. Definitions take their locks
//! as `definition.rs` describes.

mod application_lock;
mod backup;
mod bound;
mod bulk_load;
mod change;
mod checkpoint;
mod command;
mod compile;
mod compile_change;
mod configure;
mod cursor;
mod dbcc;
mod ddl;
mod env;
mod function;
mod help_text;
mod identity_insert;
mod inner_change;
mod insert;
mod kill;
mod merge;
mod message;
mod output;
mod procedure_arguments;
mod raise;
mod references;
mod trigger;

mod change_database;
mod row_change;
mod rules;
mod security;
mod select;
mod select_into;
mod sequence_range;
mod session_context;
mod set_option;
mod side_effects;
mod termination;
mod transaction;
mod wait;

pub use application_lock::{compile_get_lock, compile_release_lock};
pub use bound::{BoundSlot, BoundSource, Outcome};
pub use bulk_load::{BulkLoad, bulk_load};
pub use checkpoint::compile_flush_log;
pub use command::{Command, CommandError, Compilation, NameSource, refuse_server};
pub use compile::compile;
pub use configure::{configure, options_named};
pub use cursor::command::{CursorDeclaration, CursorFetch, CursorStatement, Which, cursor, new_cursor};
pub use cursor::keyset::{fetched, has_key, hold_again, open_rows, quoted, read, table_named};
pub use cursor::positioned::{Positioned, RowChange, assigns_key, keys_of_inserted, takes_output};
pub use dbcc::command::dbcc_commands;
pub use ddl::database::use_database;
pub use ddl::drop_table::drop_tables;
pub use ddl::extended_property::{PropertyCall, PropertyVerb, change_property};
pub use ddl::module::{ModuleDefinition, define_module};
pub use ddl::module_command::module_options;
pub use ddl::rename::{Rename, rename};
pub use ddl::statistics::update_all;
pub use env::Env;
pub use help_text::help_text;
pub use message::{NewMessage, add_message, alter_message, drop_message};
pub use raise::{RaiseError, Raised, raise_error, thrown};
pub use security::{
    Becoming, ContextSource, check_module_context, enter_module, execute_as, impersonation_over, revert,
};
pub use sequence_range::compile_sequence_range;
pub use session_context::compile_session_context;
pub use set_option::{OptionSwitch, option_of, switch};
pub use side_effects::refusals;
pub use transaction::{commit, end_transaction};
pub use trigger::definition::TriggerDefinition;

use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, ObjectName};
use sluice_types::SqlError;

/// Returns the schema of a new object. Fails with 2760 if it doesn't exist or can't hold objects.
fn schema_of_new<'c>(catalog: &'c Catalog, name: &ObjectName) -> Result<&'c str, SqlError> {
    let written = name.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
    let schema = catalog.schema(written).filter(|schema| schema.takes_objects());
    let schema = schema.ok_or_else(|| SqlError::new(2760, 16, 1, vec![written.to_owned()]))?;
    Ok(&schema.name)
}
