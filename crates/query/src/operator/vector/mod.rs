//! Operators that process columns of many rows at once. A scan, its conditions and the groups above
//! it need only a few numbers of each row, and the register machine costs more than they do.
//!
//! ```text
//! pages --next_rows--> Chunk: id  [ 1, 2, 3, ... ]    filters, joins    groups, sorts
//!                             qty [ 7, -, 4, ... ]
//! ```
//!
//! # Invariants
//!
//! 1. A part of a plan runs by chunks if it computes only integers, their sums, differences and
//!    products, and comparisons (`shape`). Every other part runs row by row. Both ways return the
//!    same rows in the same order, and the same errors. Counted operators run row by row.
//! 2. Conditions and expressions are evaluated only for the rows that the previous conditions have
//!    kept. So a row that isn't wanted raises no error.

mod column;

mod chunk;

mod expression;

mod condition;

mod source;

mod table;

mod filter;

mod compute;

mod groups;

mod work_chunks;

mod join;

mod merge;

mod sums;

mod aggregate;

mod sort;

mod shape;

pub(super) use shape::{aggregate_of, sort_of};
