//! The printer.

use crate::ast::Statement;

/// Canonical T-SQL of a statement, without a closing semicolon.
pub fn print(_statement: &Statement) -> String {
    panic!("not yet")
}
