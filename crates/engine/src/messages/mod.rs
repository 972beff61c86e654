//! The texts of messages: a [`sluice_types::SqlError`] has a number and arguments, here is what it says.
//!
//! Texts are SQL Server's (`relational-databases/errors-events` of its documentation). Where one speaks of what Sluice does
//! not have, such as an error log, or does not say which file is meant or what to do, it is ours. Every number that the code
//! constructs has a text; a test reads the sources for it.

mod severity;
mod table;

mod filling;

mod stored;

#[cfg(test)]
mod tests;

pub use filling::{known, text};
pub(crate) use stored::{all, stored};
