//! The system views `sys.*`, `INFORMATION_SCHEMA.*` and `sys.dm_*`, their table-valued functions,
//! and system procedures written in T-SQL.
//!
//! # Main types
//!
//! - `view::View`: a view or function in Rust: its definition and a function that returns its rows.
//!   It implements `sluice_session::SystemView`.
//! - [`all`]: every view and function in Rust. `registry.rs` lists them.
//! - [`text_views`]: views defined as queries over other views.
//! - [`text_procedures`]: system procedures written in T-SQL, one file each in `procedures`.
//!
//! # Data flow
//!
//! The executor opens a view with a `ViewContext`: database, catalog as visible to the session,
//! arguments, and the columns that the statement uses. The view's function reads catalogs, counters
//! and lock tables of the layers below and returns rows. Large views return an iterator, so that
//! rows are produced on demand.
//!
//! # Invariants
//!
//! - A view only reads. It never changes the state that it shows.
//! - A figure that no layer counts is NULL, or its column is missing; it is never shown as 0. Zeros
//!   and constants are facts, such as the number of a thing that the engine never has.
//! - One view or family of views is one file. Each file's header names the documentation pages.
//! - Metadata visibility follows `ViewPermission`, with the documentation page as evidence.
//!
//! # Failure behaviour
//!
//! Storage errors while reading pages or the log end the statement with the error of
//! `sluice_table::storage_error`. An id that doesn't exist yields no row, as in SQL Server.
//!
//! # Where to start reading
//!
//! `view.rs`, then a short view such as `memory_clerks.rs`, then `registry.rs`.

mod view;

mod column_list;

mod objects;

mod languages;
mod messages;
mod time_zones;

mod extended_properties;

mod first_results;

mod files;

mod data_spaces;

mod lsn;

mod page_objects;

mod log_records;

mod log_info;

mod virtual_file_stats;

mod io_requests;

mod latch_stats;

mod database_copies;
mod memory_clerks;

mod configurations;

mod databases;

mod ddl_triggers;

mod tables;
mod triggers;

mod file_space;
mod version_store;

mod permission_functions;
mod principal_permissions;
mod principals;

mod sequences;

mod default_constraints;

mod check_constraints;

mod foreign_keys;

mod foreign_key_columns;

mod collations;
mod user_types;

mod columns;
mod computed_columns;
mod datatype_info;

mod indexes;

mod partitions;

mod statistics;

mod references;

mod dependencies;
mod sql_modules;

mod buffer_descriptors;

mod buffer_pool_extension;

mod blocking;

mod query_hash;

mod exec_sessions;
mod schedulers;

mod operating_system;

mod error_log;

mod wait_stats;

mod cursors;
mod transactions;

mod performance_counters;

mod memory_grants;
mod session_space;

mod tasks;
mod tran_locks;
mod waiting_tasks;

mod index_physical_stats;

mod index_operational_stats;
mod index_usage;

mod parameters;

mod numbered_procedures;

mod query_stats;

mod query_plans;

mod module_stats;

mod system_objects;

mod odbc_columns;

mod compatibility_views;
mod information_schema;

mod absent_features;
mod absent_options;

mod resource_governor;

mod use_hints;

mod event_sessions;

mod agent_views;
mod text_views;

mod procedure_text;

mod agent_categories;
mod agent_procedures;

mod msdb_settings;

mod absent_feature_procedures;

mod odbc_procedures;

mod text_procedures;

mod registry;

pub use registry::{SCHEMAS, all};
pub use text_procedures::{procedure_permission, text_procedures};
pub use text_views::text_views;
