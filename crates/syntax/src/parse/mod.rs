//! The parser: hand-written recursive descent, a file for each family of statements.
//!
//! Invariants: parsing is linear in the text, never fails and never panics; recursion and the height of the tree are
//! bounded (error 191). After an error reading goes on at the next statement, so that a batch may show several.

mod backup;
mod clause;
mod database;
mod ddl;
mod dml;
mod exec;
mod expr;
mod flow;
mod name;
mod parser;
mod predicate;
mod primary;
mod query;
mod script;
mod sequence;
mod set;
mod statement;
mod table;
mod txn;
mod unsupported;

pub use parser::HEIGHT_MAX;
pub use script::{Script, parse};
