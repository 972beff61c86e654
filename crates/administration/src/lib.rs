//! Administration: statements that run an instance and its databases rather than change rows or
//! objects.
//!
//! # Main types
//!
//! Each statement is a [`Command`](sluice_command::statement::Command) in a file of its own, with
//! its compilation, permission, class of errors and execution. [`statement::compile`] has a line
//! for each.
//!
//! | module of `statement` | statements |
//! |---|---|
//! | `database` | CREATE, ALTER and DROP DATABASE |
//! | `dbcc` | DBCC; `dbcc::command` has the list of its commands |
//! | `backup`, `restore` | BACKUP to `NUL`, RESTORE from a database snapshot |
//! | `checkpoint` | CHECKPOINT, `sp_flush_log` |
//! | `configure` | `sp_configure`, RECONFIGURE |
//! | `buffer_pool_extension` | ALTER SERVER CONFIGURATION |
//! | `event_session`, `kill`, `message` | event sessions, KILL, user-defined messages |
//!
//! # Data flow
//!
//! `sluice_exec` passes a statement to [`statement::compile`], which adds its commands to the
//! batch. A command runs with the session's `Env` and calls the host
//! (`sluice_session::host::Host`) or the storage of a database. Results and messages go to the
//! sink.
//!
//! # Invariants
//!
//! - The crate knows no batch and no program. It binds no query.
//! - A check of a table holds a shared lock on it, so that no writer is between a row and its index
//!   entries. Checks change nothing.
//! - The instance's settings aren't part of a transaction: a command that changes them is durable
//!   when it returns, and can't be rolled back.
//!
//! # Failure behaviour
//!
//! Errors are values (`SqlError`) with SQL Server's numbers. A damaged page that a check finds is a
//! message of its result; the check continues with the next page.
//!
//! # Where to start reading
//!
//! `statement/mod.rs` for the list of statements, `statement/kill.rs` for a short one,
//! `statement/dbcc/command.rs` for DBCC.

pub mod statement;
