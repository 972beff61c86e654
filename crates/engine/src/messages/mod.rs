//! The texts of messages: a [`sluice_types::SqlError`] has only a number and arguments.
//!
//! The texts are SQL Server's (`relational-databases/errors-events` of its documentation). Sluice
//! has its own text where SQL Server's mentions something that Sluice lacks, such as an error log,
//! or doesn't name the file or the remedy. Every number that the code constructs has a text; a test
//! searches the sources.

mod severity;
mod table;

mod filling;

mod stored;

#[cfg(test)]
mod tests;

pub use filling::{known, text};
pub(crate) use stored::{all, stored};
