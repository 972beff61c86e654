//! Deep and wide programs: each construct of T-SQL that can be repeated or nested without limit, at
//! any size.
//!
//! A wide construct is a flat chain, of which at least [`WIDE_MIN`] elements must run. A deep
//! construct nests, and fails with an error beyond its bound. Neither may end the process.

mod constructs;

mod mixed;

mod outcome;

#[cfg(test)]
mod tests;

pub use constructs::{CONSTRUCTS, Construct, Shape, WIDE_MIN};
pub use mixed::mixed;
pub use outcome::{LIMIT_ERRORS, Outcome, run, run_batch};
