//! Compiled queries: a bound plan in, rows out.
//!
//! The crate holds the register machine that computes expressions, and the operators that compute
//! rows. It knows plans, values and tables. It knows neither sessions nor statements nor cached
//! plans. Three traits stand for them: [`Context`](code::context::Context) for the running batch,
//! [`RowSink`](row_sink::RowSink) for the client, and
//! [`SourceNames`](source_names::SourceNames) for the names in a plan.
//!
//! # Main types
//!
//! - [`Code`](code::Code): instructions and their tables. [`Builder`](code::Builder) compiles bound
//!   expressions to it. A [`Piece`](code::Piece) is the code of one expression.
//!   [`run`](code::run()) executes it on a [`Frame`](code::Frame) of registers and current rows.
//! - [`Planner`](operator::Planner): compiles the nodes of a plan to operators, and collects the
//!   locks, indexes and databases that they need.
//! - [`Plan`](operator::Plan): a compiled query. [`Run`](operator::Run) is one execution of it:
//!   frame, compiled parts, context and [`Notes`](operator::Notes).
//! - [`Workspace`](operator::Workspace): the memory of one operator's run. Rows beyond it go to
//!   work files in tempdb.
//!
//! # Data flow
//!
//! An operator opens a cursor. Each call of `next` moves the cursor to its next row and leaves the
//! row in the frame, where expressions of the operators above read it. `Plan::send` passes the
//! finished rows to a sink, in stored form if the sink accepts that. Operators over integers alone
//! process columns of many rows at once (`operator::vector`).
//!
//! # Invariants
//!
//! - Compiled code and operators store no state of a run and can run again.
//! - A row stays in the frame until the next call of its cursor. An operator that keeps a row
//!   longer copies it.
//! - Each constant, variable and intermediate result has a register of its own.
//! - Rows that are neither kept nor sorted need no allocation and no lock.
//!
//! # Failure
//!
//! Functions that run code return `SqlError`. After an error the run is over and its cursors are
//! dropped; the caller decides what else the error ends. A cancelled batch fails with
//! [`SqlError::cancelled`](sluice_types::SqlError::cancelled) within some hundred rows. When memory
//! runs out, operators spill to tempdb; operators that can't spill fail with 701.
//!
//! Start reading at [`operator`], then [`operator::Run`] and [`code::run()`].

pub mod code;

pub mod index_use;
pub mod needed_lock;
pub mod row_sink;
pub mod source_names;

pub mod operator;

pub use row_sink::SourceRows;
