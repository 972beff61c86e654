//! Operators that process typed columns of many rows at once. A scan, its conditions and the groups
//! above it need only a few values of each row, and the register machine costs more than they do.
//!
//! ```text
//! pages --next_rows--> Chunk: id  [ 1, 2, 3, ... ]    filters, joins    groups, sorts
//!                             qty [ 7, -, 4, ... ]
//! ```
//!
//! # Invariants
//!
//! 1. A part of a plan runs by chunks if its operators and the types of its columns have a form
//!    here (`shape`). Every other part runs row by row. Both ways return the same rows in the same
//!    order. Counted operators run row by row. Rows pass between the two ways where one side of a
//!    join has no form here (`row_source`), and where a row operator reads all rows of a part that
//!    has one (`shown`).
//! 2. Conditions and expressions are evaluated only for the rows that the previous conditions have
//!    kept. So a row that isn't wanted raises no error, and a statement fails if and only if it
//!    fails row by row. If several rows fail, the errors may be those of different rows.
//! 3. A function without a form here is called value by value, and any other expression is
//!    evaluated by the register machine, row by row of its chunk (`by_rows`).

mod rows;

mod views;

mod column;

mod keys;

mod chunk;

mod values;

mod expression;

mod by_rows;

mod arithmetic;

mod conversion;

mod call;

mod comparison;

mod scaled;

mod like;

mod condition;

mod case;

mod groups;

mod sought;

mod source;

mod table;

mod filter;

mod compute;

mod work_chunks;

mod pairing;

mod sums;

mod pass;

mod gathering;

mod join;

mod marking;

mod merge;

mod together;

mod aggregate;

mod sort;

mod row_source;

mod group_source;

mod shown;

mod scope;

mod shape;

pub(super) use shape::{aggregate_of, rows_of, sort_of};
