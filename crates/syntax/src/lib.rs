//! T-SQL text to tree and back: lexer, tree, hand-written recursive-descent parser, printer.
//!
//! Must not know: catalogs, types' meaning, execution. It never fails: `parse` gives a tree and errors with places.
//! Every tree it gives is of bounded height (`parse::HEIGHT_MAX`), so that recursive walks over it are safe.

pub mod span;

pub mod error;

pub mod keyword;

pub mod token;

pub mod lexer;

pub mod ast;

pub mod parse;

pub mod print;

pub use error::SyntaxError;
pub use parse::{Script, parse, parse_parameters};
pub use print::{print, print_batch};
pub use span::Span;
