//! The printer: canonical T-SQL of a tree. It inverts the parser: parsing the printed text yields
//! an equal tree. Comments and blanks of the original text are lost. Each file adds the printing of
//! one family to `Printer`.

mod alter_table;
mod backup;
mod condition;
mod cursor;
mod ddl;
mod dml;
mod event_session;
mod expr;
mod file;
mod index;
mod merge;
mod message;
mod module;
mod object;
mod option;
mod printer;
mod query;
mod rowset;
mod security;
mod sequence;
mod statement;
mod text_pointer;

pub use statement::{print, print_batch};
pub use text_pointer::{ordinary_text, print_expression};
