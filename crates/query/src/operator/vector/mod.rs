//! Rows many at a time, as columns of integers: what a scan, its conditions and the groups above it need of each row is a few numbers, and
//! most of what the register machine does for a row is not about them.
//!
//! ```text
//!  pages --next_rows--> Chunk: id  [ 1, 2, 3, ... ]     conditions keep some rows, joins pair them     groups, an order
//!                              qty [ 7, -, 4, ... ]
//! ```
//!
//! Invariants:
//! 1. A query is compiled so where all that it computes of its rows is integers, their sums, differences and products, and comparisons (`shape`);
//!    all else goes row by row. Both ways give the same rows in the same order, and the same errors.
//! 2. A condition is judged, and an expression computed, for those rows alone that the conditions before it have kept: no error comes from a
//!    row that is not wanted.

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
