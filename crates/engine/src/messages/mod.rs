//! The texts of messages: a [`sluice_types::SqlError`] has only a number and arguments, and
//! `sluice_types::error::catalogue` has the texts with placeholders.

mod filling;

mod stored;

#[cfg(test)]
mod tests;

pub use filling::{known, text};
pub(crate) use stored::{all, stored};
