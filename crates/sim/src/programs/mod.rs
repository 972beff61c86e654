//! Generated T-SQL programs: every kind of statement in every context, right and wrong ones, run on an instance in memory.
//!
//! A program follows from its seed alone. [`Author`] writes it by the grammar in `grammar.txt` and the files beside it, [`faults`] spoils the
//! tokens of some programs (wrong, missing, duplicate and mis-scoped names, wrong counts and types), and [`World`] runs
//! it in a database that the grammar's `[setup]` makes. A panic, which the engine catches and reports as the end of the
//! session, is a failure that carries the seed and the text.

mod grammar;

mod kind;

pub mod faults;

mod author;

mod world;

mod watchdog;

mod corpus;

mod campaign;

pub use author::{Author, Context, Program};
pub use campaign::Tally;
pub use corpus::corpus;
pub use kind::{KINDS, kinds_of};
pub use watchdog::Watchdog;
pub use world::{Failure, Outcome, World};

#[cfg(test)]
mod tests;
