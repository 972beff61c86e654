//! Runs batches: compiles them to programs and interprets the programs in a session.
//!
//! The crate joins the SQL front end and the statements of [`sluice_command`]. It knows batches,
//! modules, calls and fired triggers. It knows neither pages nor message texts nor connections.
//!
//! # Main types
//!
//! - [`Session`]: a connection's state and plans. It runs batches and requests.
//! - [`Batch`]: a program of steps, which is immutable, and a session's execution of it: the bound
//!   statements and the registers.
//! - [`Request`]: a call by a client without T-SQL text: procedures, cursors, prepared statements.
//!
//! # Data flow
//!
//! [`Session::execute`] parses the text or finds its cached plan, and runs the batch. The
//! register machine of [`sluice_query::code`] runs the program and returns for each statement that
//! is more than an expression. A statement that names tables is bound when it first runs, because
//! an earlier statement may create its tables (deferred name resolution). It is bound again when a
//! looked-up name has changed. Rows and messages go to a [`Sink`](sluice_session::Sink). A
//! statement that fires triggers returns their rows, and the interpreter runs the triggers. EXECUTE
//! pushes the called program on the execution's stack; its end pops it and continues the caller.
//!
//! # Invariants
//!
//! - A program runs only on the session that compiled it. Its text, without the compiled form, is
//!   listed in [`CachedPlans`](sluice_session::CachedPlans).
//! - Calls, triggers and dynamic batches are nested at most 32 deep. Only triggers, functions,
//!   INSERT ... EXECUTE and texts run by system procedures use the thread's stack for it.
//!
//! # Failure
//!
//! Errors are values (`SqlError`). [`consequence`](sluice_session::consequence) decides whether an
//! error ends the statement, the batch or the transaction. A failed statement is rolled back to its
//! savepoint; dropping a session rolls its transaction back.
//!
//! Start reading at [`session`], then [`batch`].

pub mod batch;

pub mod request;

pub mod session;

pub use batch::{Batch, BatchEnd};
pub use request::{Reply, Request, RequestArgument, RequestOutput, RequestValue};
pub use session::{AwaitedLoad, Session};

#[cfg(test)]
mod tests;
