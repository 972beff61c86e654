//! Bulk loads: INSERT BULK, whose rows a client sends, and BULK INSERT, whose rows are in a file.
//!
//! ```text
//! client (parts of rows) ---+
//! file (reader of rows) ----+--> Loader: an INSERT of each part --> triggers
//! ```
//!
//! The rows of a batch succeed as a whole or not at all. Without KEEP_NULLS, a NULL for a column
//! with a default means the default. Rows with the same defaulted columns are therefore inserted
//! together. Without CHECK_CONSTRAINTS, CHECK and FOREIGN KEY constraints aren't checked and become
//! not trusted. Triggers fire only with FIRE_TRIGGERS, once for all rows of a batch.

mod rows_view;

mod order;

mod loader;

mod client;

mod options;

mod read_ahead;

mod file;

pub use client::{BulkLoad, RunningLoad, bulk_load};
pub use file::{BulkInsert, FileLoad, LoadedBatch};
pub use loader::LoadTarget;
