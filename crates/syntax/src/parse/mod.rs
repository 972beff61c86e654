//! The parser: hand-written recursive descent, with one file per family of statements.
//!
//! Invariants: parsing is linear in the text, never fails and never panics. Recursion depth and
//! tree height are bounded (error 191). After an error, parsing continues at the next statement, so
//! a batch can report several errors.

mod alter_table;
mod backup;
mod clause;
mod cursor;
mod database;
mod ddl;
mod definition;
mod dml;
mod escape;
mod event_session;
mod exec;
mod expr;
mod file;
mod flow;
mod for_clause;
mod function;
mod grouping;
mod hint;
mod index;
mod merge;
mod message;
mod method;
mod module;
mod name;
mod object;
mod option;
mod parser;
mod predicate;
mod primary;
mod principal;
mod procedure;
mod query;
mod refused_source;
mod rowset;
mod script;
mod security;
mod sequence;
mod server;
mod set;
mod statement;
mod table;
mod table_items;
mod text_pointer;
mod trigger;
mod txn;
mod unsupported;
mod view;

pub use parser::HEIGHT_MAX;
pub use script::{Script, parse, parse_cursor_text, parse_parameters, parse_quoted};
