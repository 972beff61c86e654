//! EXECUTE and DBCC.

use super::expr::Expr;
use super::name::{Name, ObjectName, TypeName};
use super::option::NamedOption;
use super::security::SessionContext;

/// `EXEC [@status =] procedure arguments [WITH options]`, `EXEC (text) [AS USER = 'name'] [WITH options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execute {
    /// The variable that takes the return status.
    pub status: Option<Name>,
    /// What is run.
    pub module: ExecuteModule,
    /// The arguments.
    pub arguments: Vec<ExecuteArgument>,
    /// `AS LOGIN | USER = 'name'`, of a text.
    pub context: Option<SessionContext>,
    /// `WITH`.
    pub options: Vec<ExecuteOption>,
}

/// What may follow WITH.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExecuteOption {
    /// `RECOMPILE`.
    Recompile,
    /// `RESULT SETS UNDEFINED`.
    ResultSetsUndefined,
    /// `RESULT SETS NONE`.
    ResultSetsNone,
    /// `RESULT SETS (...)`; at least one.
    ResultSets(Vec<ResultSet>),
}

/// A result set as EXECUTE wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultSet {
    /// `(columns)`.
    Columns(Vec<ResultColumn>),
    /// `AS OBJECT name`.
    Object(ObjectName),
    /// `AS TYPE name`.
    Type(ObjectName),
    /// `AS FOR XML`.
    Xml,
}

/// `name type [COLLATE collation] [NULL | NOT NULL]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultColumn {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub data_type: TypeName,
    /// `COLLATE`.
    pub collation: Option<Name>,
    /// `NULL` or `NOT NULL`, if said.
    pub nullable: Option<bool>,
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
    pub options: Vec<NamedOption>,
}

impl ExecuteOption {
    /// The words it begins with.
    pub fn words(&self) -> &'static str {
        match self {
            ExecuteOption::Recompile => "RECOMPILE",
            ExecuteOption::ResultSetsUndefined | ExecuteOption::ResultSetsNone | ExecuteOption::ResultSets(_) => {
                "RESULT SETS"
            }
        }
    }
}
