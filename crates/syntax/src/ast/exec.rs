//! EXECUTE and DBCC.

use super::expr::Expr;
use super::name::{Name, ObjectName};

/// `EXEC [@status =] procedure arguments`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execute {
    /// The variable that takes the return status.
    pub status: Option<Name>,
    /// What is run.
    pub module: ExecuteModule,
    /// The arguments.
    pub arguments: Vec<ExecuteArgument>,
}

/// What an EXECUTE runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExecuteModule {
    /// A procedure by name.
    Procedure(ObjectName),
    /// A procedure whose name is in a variable.
    Variable(Name),
    /// `EXEC ('text' + @x ...)`: a batch.
    Text(Box<Expr>),
}

/// `[@name =] value [OUTPUT]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecuteArgument {
    /// The parameter, with `@`.
    pub name: Option<Name>,
    /// A constant, a signed number, a variable, a bare word (as a column of one part), or `DEFAULT`.
    pub value: Expr,
    /// `OUTPUT`.
    pub output: bool,
}

/// `DBCC command [(arguments)] [WITH options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dbcc {
    /// The command.
    pub command: Name,
    /// The arguments; bare words come as columns of one part.
    pub arguments: Vec<Expr>,
    /// `WITH`.
    pub options: Vec<Name>,
}
