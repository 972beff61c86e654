//! The printer: canonical T-SQL of a tree. It inverts the parser: what it prints reads as the same tree.

mod condition;
mod ddl;
mod dml;
mod expr;
mod printer;
mod query;
mod sequence;
mod statement;

pub use statement::{print, print_batch};
