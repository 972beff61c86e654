//! Tables of an open database: typed rows over the heaps and trees of [`sluice_access`].
//!
//! The crate joins storage and SQL. It knows values, the catalog, pages and transactions, but
//! neither plans nor statements. A [`DefinitionBinder`](sluice_catalog::DefinitionBinder) of the
//! caller binds the definitions that the catalog stores as text. Callers pass in whatever depends
//! on a batch, a session or a cursor.
//!
//! # Main types
//!
//! - [`Database`]: an open database with its storage, published catalog, options, and the
//!   generators of identity values, sequence values and rowversions.
//!   [`Databases`] finds the databases of an instance.
//! - [`StoredCatalog`](catalog_store::StoredCatalog): the system tables, which store the catalog.
//! - [`OwnDefinitions`](own_definitions::OwnDefinitions): the uncommitted definitions of one
//!   transaction, and its view of the catalog.
//! - [`TableRows`](table_rows::TableRows): a table with its indexes, ready for reads and changes.
//!   [`TableIndex`](table_index::TableIndex) encodes the keys and entries of one index.
//! - [`RowScan`](row_scan::RowScan): reads all rows, or those in a
//!   [`KeyRange`](key_range::KeyRange).
//! - [`RowWriter`](row_writer::RowWriter): changes a row and its entries in all indexes.
//! - [`Isolation`], [`Sight`](isolation::Sight): which rows a statement reads and how it locks
//!   them, by isolation level, [`Snapshots`](snapshots::Snapshots) and hints.
//!
//! # Data flow
//!
//! A statement gets a storage reader from `Sight`, encodes the bounds of a `KeyRange`, and pulls
//! rows from a `RowScan`. Each row is lent as bytes until the next call; `TableRows::values`
//! decodes single columns. A change encodes a row by the table's layout, and passes it to
//! `TableRows::insert` or a `RowWriter`. Both change the row first and then its entries.
//!
//! # Invariants
//!
//! - A row and its index entries change in one transaction (`row_writer`).
//! - A catalog is published only after its transaction has committed, and before the locks on its
//!   names are released ([`Database::publish`]).
//! - Ids of objects, schemas and types, rowversions and generated identity values are never given
//!   twice, not even after a crash. A recovery value is logged before the values that it covers are
//!   used (`id_counter`, `rowversions`, `generator`). Values may have gaps.
//! - No page latch is held between two calls. A long value is read from its page chain only while
//!   its statement runs (`long_values`).
//!
//! # Failure
//!
//! The storage returns [`StorageError`](sluice_txn::StorageError); only [`storage_error`] maps it
//! to an SQL error. Functions that can also fail because of a value (a key that is too long, a
//! duplicate) return `SqlError`. After an error in the middle of a change the caller rolls its
//! statement back to the savepoint before it.
//!
//! Start reading at [`table_rows`], then [`row_scan`] and [`row_writer`]; for names and options at
//! [`database`].

pub mod storage_error;

pub mod table_storage;

pub mod catalog_store;
pub mod trace_flags;

pub mod generator;

pub mod id_counter;

pub mod generators;

pub mod rowversions;

pub mod data_files;

pub mod database_file;

pub mod database_options;

mod table_activity;

pub mod index_usage;

mod lineage;

mod loaded_catalog;

pub mod database;

pub mod database_facts;

mod read_only_filegroups;

pub mod database_state;

pub mod databases;

pub mod own_definitions;

pub mod temporary;

pub mod long_values;

pub mod table_index;

pub mod catalog_copy;

pub mod table_rows;

pub mod stored_rows;

pub mod key_range;

pub mod row_scan;
pub mod row_writer;
pub mod shared_scan;

pub mod snapshots;

pub mod isolation;

pub use database::{Database, DatabaseParts};
pub use database_facts::{DatabaseFacts, FileFacts};
pub use database_file::{DatabaseFile, FileKind};
pub use database_options::{DatabaseOptions, DelayedDurability, SnapshotState, UserAccess};
pub use database_state::DatabaseState;
pub use databases::{Databases, ListedDatabase};
pub use generator::Generator;
pub use isolation::Isolation;
pub use lineage::Lineage;
pub use loaded_catalog::LoadedCatalog;
pub use table_activity::TableActivity;
pub use trace_flags::{NO_AUTOMATIC_CHECKPOINTS, TraceFlags};
