//! T-SQL syntax: lexer, syntax tree, recursive-descent parser and printer.
//!
//! # Main types
//!
//! - [`ast`]: the syntax tree, one module per statement family. Most nodes have a [`Span`].
//! - [`Script`]: the statements of one batch and its [`SyntaxError`]s.
//! - [`parse`](parse()): text to `Script`. [`parse_parameters`] reads the parameter list of
//!   `sp_executesql`.
//! - [`print`](print()): tree to canonical T-SQL text.
//! - [`walk`]: visitors over the tree.
//!
//! # Data flow
//!
//! text → `lexer::tokens` → `parse::parser` → `ast` → `print`. The lexer makes one linear pass. Its
//! last step marks each parenthesis that opens a query, so the parser never backtracks over a
//! query.
//!
//! # Invariants
//!
//! - The tree is height-bounded (`parse::HEIGHT_MAX`), so recursive walks over it can't overflow
//!   the stack.
//! - Chains of operators, AND, OR, UNION and ELSE IF are flat lists, however long they are.
//! - Parsing a printed tree yields an equal tree. Equality of trees ignores spans.
//! - The crate knows no catalog and no meaning of types.
//!
//! # Failure behaviour
//!
//! Parsing never panics. `parse` always returns a `Script`; `parse_parameters` returns its errors
//! as `Err`. Errors carry SQL Server's number, a line and a span. A batch with any error must not
//! be executed. Statements that T-SQL has but this parser doesn't become
//! `StatementKind::Unsupported`, which fails by name when executed.
//!
//! # Where to start reading
//!
//! `ast/statement.rs` for the tree, then `parse/parser.rs` for the parser's primitives and
//! `parse/statement.rs` for the dispatch on the first keyword.

pub mod span;

pub mod error;

pub mod global_variable;

pub mod keyword;

pub mod token;

pub mod lexer;

pub mod created_text;

pub mod ast;

pub mod walk;

pub mod parse;

pub mod print;

pub use created_text::created_text;
pub use error::SyntaxError;
pub use global_variable::is_global_variable;
pub use parse::{Script, parse, parse_cursor_text, parse_parameters, parse_quoted};
pub use print::{ordinary_text, print, print_batch, print_expression};
pub use span::Span;
