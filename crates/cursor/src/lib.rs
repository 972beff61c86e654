//! Statements on cursors: DECLARE, OPEN, FETCH, CLOSE, DEALLOCATE, `SET @x = CURSOR`, and changes
//! of a cursor's current row.
//!
//! # Main types
//!
//! - `CursorStatement`: a compiled statement on a cursor, a
//!   [`Command`](sluice_command::statement::Command).
//! - [`Positioned`]: UPDATE or DELETE WHERE CURRENT OF, with its [`RowChange`].
//! - The cursors themselves are state of the session (`sluice_session::open_cursor`).
//!
//! # Data flow
//!
//! [`compile`] adds the commands of a statement to the batch. OPEN runs the cursor's query
//! ([`open_rows`]) and keeps either its rows (STATIC) or their keys (KEYSET). FETCH reads a kept
//! row, or the present row of a kept key ([`fetched`]). A DYNAMIC cursor over one table keeps only
//! the key of its position. The procedures of API cursors
//! (`sp_cursoropen` and the like, in `sluice_exec`) use the same functions.
//!
//! # Invariants
//!
//! - Rows are read again by the keys of their tables for KEYSET, DYNAMIC and plain forward-only
//!   cursors over tables with unique indexes, joined or alone. Updatable DYNAMIC and forward-only
//!   cursors over other tables use row addresses, and show rows as of OPEN. All others are static.
//! - A row is changed through a cursor only if it is as it was when fetched.
//! - Keysets run generated statements, bound like those of a batch. The crate knows no batch and no
//!   program.
//!
//! # Failure behaviour
//!
//! Errors are values (`SqlError`) with SQL Server's numbers. A failed OPEN leaves the cursor
//! closed. A FETCH that fails while it reads or converts its row has already moved the cursor.
//! `@@FETCH_STATUS` reports a row that is gone.
//!
//! # Where to start reading
//!
//! `command.rs` for the statements, `tables.rs` for the tables of a query and their keys,
//! `keyset.rs` and `reader.rs` for the rows of a cursor, `positioned.rs` for changes.

mod key;

mod leaves;

mod viewed_table;

mod tables;

mod reader;

mod keyset;

mod direction;

mod dynamic;

mod command;

mod compile;

mod positioned;

pub use command::{new_cursor, open_cursor};
pub use compile::{checked as checked_cursor, compile, compile_assign_cursor};
pub use keyset::{fetched, hold_again, open_rows, read};
pub use positioned::{
    CompiledChange, Positioned, RowChange, assigns_key, change_current, has_row, keys_of_inserted, takes_output,
};
pub use tables::{has_key, table_named};
