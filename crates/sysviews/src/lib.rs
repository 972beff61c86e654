//! The system views: `sys.*` and `sys.dm_*`. One view, one file, one line in [`all`].
//!
//! A view reads what a layer below counts and changes nothing. A number that nobody counts is not shown.

mod view;

mod objects;

mod performance_counters;

mod messages;
mod time_zones;

mod extended_properties;

mod first_results;

mod files;

mod lsn;

mod page_objects;

mod log_records;

mod log_info;

mod virtual_file_stats;

mod memory_clerks;

mod configurations;

mod databases;

mod triggers;

mod file_space;
mod version_store;

mod permission_functions;
mod principal_permissions;
mod principals;

mod sequences;

mod default_constraints;

mod check_constraints;

mod computed_columns;

mod foreign_keys;

mod foreign_key_columns;

mod collations;
mod user_types;

mod columns;

mod indexes;

mod partitions;

mod statistics;

mod sql_modules;

mod buffer_descriptors;

mod blocking;

mod exec_sessions;

mod wait_stats;

mod cursors;
mod transactions;

mod tran_locks;
mod waiting_tasks;

mod index_usage;

mod parameters;
mod query_stats;

mod information_schema;

mod text_views;

mod text_procedures;

mod registry;

mod system_views;

pub use system_views::all;
pub use text_procedures::{procedure_permission, text_procedures};
pub use text_views::text_views;
