//! Generated T-SQL programs: every kind of statement in every context, valid and invalid ones, run
//! on an in-memory instance.
//!
//! A seed determines its program. [`Author`] generates it by the grammar in `grammar.txt`.
//! [`faults`] spoils the tokens of some programs (wrong, missing, duplicate and mis-scoped names,
//! wrong counts and types). [`World`] runs it in a database that the grammar's `[setup]` creates. A
//! panic, which the engine catches and reports as the end of the session, is a failure with the
//! seed and the text.

mod grammar;

pub mod faults;

mod author;

mod world;

mod watchdog;

mod corpus;

mod campaign;

pub use author::{Author, Context, KINDS, Program};
pub use campaign::Tally;
pub use corpus::corpus;
pub use watchdog::Watchdog;
pub use world::{Failure, Outcome, World};

#[cfg(test)]
mod tests;
