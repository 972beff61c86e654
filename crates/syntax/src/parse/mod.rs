//! The parser.

use crate::ast::Statement;
use crate::error::SyntaxError;

/// What a batch says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The statements that could be read, in order.
    pub statements: Vec<Statement>,
    /// What could not; if there is any, the batch must not run.
    pub errors: Vec<SyntaxError>,
}

/// Reads one batch (no `GO` in it). Never fails.
pub fn parse(_text: &str) -> Script {
    panic!("not yet")
}
