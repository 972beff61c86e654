//! The tree of DBCC. The command, its arguments and options are kept as written and unchecked.

use super::expr::Expr;
use super::name::Name;
use super::option::NamedOption;

/// `DBCC command [(arguments)] [WITH options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dbcc {
    /// The command.
    pub command: Name,
    /// The arguments; bare words are one-part columns.
    pub arguments: Vec<Expr>,
    /// `WITH`.
    pub options: Vec<NamedOption>,
}
