//! The trees of THROW, RAISERROR and WAITFOR. Operands are constants or variables, which the parser
//! checks.

use super::expr::Expr;

/// `THROW number, message, state`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throw {
    /// A number or a variable.
    pub number: Expr,
    /// A string or a variable.
    pub message: Expr,
    /// A number or a variable.
    pub state: Expr,
}

/// `RAISERROR (message, severity, state [, arguments]) [WITH options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaiseError {
    /// A number, a string or a variable.
    pub message: Expr,
    /// A number or a variable.
    pub severity: Expr,
    /// A number or a variable.
    pub state: Expr,
    /// Constants and variables.
    pub arguments: Vec<Expr>,
    /// `WITH`.
    pub options: Vec<RaiseOption>,
}

/// Options of RAISERROR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaiseOption {
    /// `LOG`.
    Log,
    /// `NOWAIT`.
    NoWait,
    /// `SETERROR`.
    SetError,
}

/// `WAITFOR DELAY | TIME value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitFor {
    /// `DELAY`: a duration, as a string or a variable.
    Delay(Expr),
    /// `TIME`: a time of day, as a string or a variable.
    Time(Expr),
}

impl RaiseOption {
    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            RaiseOption::Log => "LOG",
            RaiseOption::NoWait => "NOWAIT",
            RaiseOption::SetError => "SETERROR",
        }
    }
}
