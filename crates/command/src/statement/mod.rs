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
mod inspect;
mod kill;
mod merge;
mod message;
mod open_transaction;
mod output;
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
mod trace;
mod transaction;
mod wait;

pub use application_lock::{ApplicationLockCall, application_lock};
pub use backup::back_up;
pub use bound::{BoundSlot, BoundSource, Outcome};
pub use bulk_load::{BulkLoad, bulk_load};
pub use change_database::change_database;
pub use checkpoint::{checkpoint, flush_log};
pub use configure::{configure, options_named, reconfigure};
pub use cursor::command::{CursorDeclaration, CursorFetch, CursorStatement, Which, cursor, new_cursor};
pub use cursor::keyset::{fetched, has_key, hold_again, open_rows, quoted, read, table_named};
pub use cursor::positioned::{Positioned, RowChange, assigns_key, keys_of_inserted, takes_output};
pub use dbcc::{Checked, check, check_one};
pub use ddl::alter_table::{TableChange, alter_table};
pub use ddl::check_identity::{IdentityCheck, Reseed, check_identity};
pub use ddl::create_table::create_table;
pub use ddl::database::{alter_database, alter_scoped_configuration, create_database, drop_databases, use_database};
pub use ddl::drop_table::drop_tables;
pub use ddl::extended_property::{PropertyCall, PropertyVerb, change_property};
pub use ddl::file_spec::new_file;
pub use ddl::index::{Rebuild, create_index, drop_indexes, rebuild_indexes};
pub use ddl::module::{ModuleDefinition, ModuleError, define_module, drop_modules};
pub use ddl::rename::{Rename, rename};
pub use ddl::schema::{SchemaDefinition, SchemaTransfer, create_schema, drop_schema, transfer};
pub use ddl::sequence::{alter_sequence, create_sequence, drop_sequences};
pub use ddl::statistics::{
    NewStatistics, Sample, StatisticsKind, StatisticsPart, StatisticsShown, StatisticsUpdate, create_statistics,
    drop_statistics, update_all, update_statistics,
};
pub use ddl::truncate::truncate_table;
pub use ddl::user_type::{TypeDefinition, create_type, drop_types};
pub use env::Env;
pub use help_text::help_text;
pub use identity_insert::identity_insert;
pub use inspect::{Inspection, inspect};
pub use kill::{Kill, kill};
pub use message::{NewMessage, add_message, alter_message, drop_message};
pub use open_transaction::{DatabaseSaid, OpenTransaction};
pub use raise::{RaiseError, Raised, raise_error, thrown};
pub use security::{
    Becoming, alter_authorization, check_module_context, define_principal, drop_principal, enter_module, execute_as,
    give_to_maker, impersonation_over, permission, revert,
};
pub use sequence_range::{RangeOutput, SequenceRange, take_range};
pub use session_context::{SessionContextCall, session_context};
pub use set_option::{
    OptionSwitch, ValueOption, date_variable, option_of, priority_variable, set_value, switch, whole_number,
};
pub use side_effects::refusals;
pub use trace::{Trace, TraceAction, trace};
pub use transaction::{commit, end_transaction, roll_back, save};
pub use trigger::definition::{TriggerDefinition, TriggerNames, TriggerSwitch, switch_triggers};
pub use wait::wait_for;

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
