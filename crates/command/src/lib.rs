//! Statements: each takes a session's [`Env`](statement::Env) and changes data, definitions or the
//! session.
//!
//! The crate knows syntax trees, plans, compiled queries and the session's state. It knows neither
//! batches nor programs: whatever needs the interpreter (calls, fired triggers) is returned to the
//! caller as an [`Outcome`](statement::Outcome).
//!
//! # Main types
//!
//! - [`Env`](statement::Env): the context that a statement runs in: session state, registers, host
//!   and sink.
//! - [`BoundSlot`](statement::BoundSlot): a session's state of a
//!   [`BoundStatement`](statement::BoundStatement), which is a query, a change of rows or an
//!   expression with subqueries. It is bound and compiled at its first run, and again after a
//!   change of the names that it uses.
//! - [`Command`](statement::Command): any other statement, compiled. Its file has the compilation,
//!   the permissions, the class of errors and the execution.
//! - [`Firing`](triggers::Firing): the rows that a change leaves for its triggers.
//!
//! # Data flow
//!
//! The batch compiler makes a step for each statement. The interpreter evaluates the step's
//! arguments, checks its permissions and runs the statement with an `Env`. A statement
//! that changes something calls `Env::begin_change` first and `Env::settle` last. Rows and messages
//! go to the sink.
//!
//! # Invariants
//!
//! - A statement succeeds as a whole or changes nothing (`Env::settle`).
//! - A plan runs only while its catalog lookups return the same answers.
//! - Definitions take their locks as `statement::definition` describes.
//!
//! # Failure
//!
//! Errors are values (`SqlError`). A failed statement is rolled back to its savepoint; the caller
//! decides what else the error ends.
//!
//! Start reading at [`statement`], then `statement::bound` and `statement::definition`.

pub mod captured;

pub mod triggers;

pub mod statement;

pub mod given_rows;

pub mod statement_event;

pub mod statistics;
