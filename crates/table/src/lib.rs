//! Tables of an open database: typed rows over the heaps and trees of [`sluice_access`].
//!
//! The storage tower and the SQL tower meet here. The crate knows values, the catalog, pages and
//! transactions. It knows neither plans nor statements: whatever the catalog keeps as text is bound
//! by a [`DefinitionBinder`](sluice_catalog::DefinitionBinder) of the caller, and where a client's
//! batch, a session or a cursor comes in, the caller passes what follows from it.
//!
//! # Main types
//!
//! - [`Database`]: an open database. It has the storage, the published catalog, options, and the
//!   generators of identity columns, sequences and rowversions. [`Databases`]
//!   finds those of an instance.
//! - [`StoredCatalog`](catalog_store::StoredCatalog): the system tables, where a catalog is kept.
//! - [`OwnDefinitions`](own_definitions::OwnDefinitions): the uncommitted definitions of one
//!   transaction, and the catalog with them.
//! - [`TableRows`](table_rows::TableRows): a table with its indexes, ready to be read and changed.
//!   [`TableIndex`](table_index::TableIndex) makes the keys and entries of one index.
//! - [`RowScan`](row_scan::RowScan): reads rows in a [`KeyRange`](key_range::KeyRange), or all of
//!   them.
//! - [`RowWriter`](row_writer::RowWriter): changes a row and its entries in all indexes.
//! - [`Isolation`], [`Sight`](isolation::Sight): the rows that a statement reads, and the locks it
//!   takes on them, by isolation level, [`Snapshots`](snapshots::Snapshots) and hints.
//!
//! # Data flow
//!
//! A reader asks `Sight` for a reader of the storage, encodes the bounds of a `KeyRange`, and pulls
//! rows from a `RowScan`. Each row is lent as bytes until the next call; `TableRows::values`
//! decodes single columns. A writer encodes a row by the table's layout and passes it to
//! `TableRows::insert` or a `RowWriter`, which changes the row first and its entries after it.
//!
//! # Invariants
//!
//! - A row and its index entries change in one transaction (`row_writer`).
//! - A catalog is published only after its transaction has committed, and before the locks on its
//!   names are released ([`Database::publish`]).
//! - Ids of objects, schemas and types, rowversions and, without gaps being promised, identity
//!   values are never given twice, not even after a crash: a recovery value is logged before the
//!   values that it covers are used (`id_counter`, `rowversions`, `generator`).
//! - No page latch is held between two calls; a long value is read through its page chain only
//!   while its statement runs (`long_values`).
//!
//! # Failure
//!
//! The storage returns [`StorageError`](sluice_txn::StorageError); [`storage_error`] is the one
//! place where it becomes an SQL error. Functions that can also fail by a value (a key that is too
//! long, a duplicate) return `SqlError`. After an error in the middle of a change the caller rolls
//! its statement back to the savepoint before it.
//!
//! Start reading at [`table_rows`], then [`row_scan`] and [`row_writer`]; for names and options at
//! [`database`].

pub mod storage_error;

pub mod catalog_store;
pub mod trace_flags;

pub mod generator;

pub mod id_counter;

pub mod generators;

pub mod rowversions;

pub mod database_options;

pub mod database_file;

mod table_activity;

pub mod index_usage;

pub mod database;
pub mod databases;

pub mod own_definitions;

pub mod temporary;

pub mod long_values;

pub mod table_storage;

pub mod table_index;

pub mod catalog_copy;

pub mod table_rows;

pub mod stored_rows;

pub mod key_range;

pub mod row_scan;
pub mod row_writer;

pub mod snapshots;

pub mod isolation;

pub use database::Database;
pub use database_file::{DatabaseFile, FileKind};
pub use database_options::{DatabaseOptions, DelayedDurability, SnapshotState, UserAccess};
pub use databases::Databases;
pub use generator::Generator;
pub use isolation::Isolation;
pub use table_activity::TableActivity;
pub use trace_flags::{NO_AUTOMATIC_CHECKPOINTS, TraceFlags};
