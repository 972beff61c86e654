//! EXECUTE and DBCC.

use super::expr::Expr;
use super::name::{Name, ObjectName, TypeName};
use super::option::NamedOption;
use super::security::SessionContext;

/// `EXEC [@status =] procedure arguments [WITH options]`, `EXEC (text) [AS USER = 'name'] [WITH
/// options]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execute {
    /// The variable that receives the return status.
    pub status: Option<Name>,
    /// The procedure or text.
    pub module: ExecuteModule,
    /// `;number`, which chooses a procedure of a group with one name.
    pub number: Option<u32>,
    /// The arguments.
    pub arguments: Vec<ExecuteArgument>,
    /// `AS LOGIN | USER = 'name'`, for a text.
    pub context: Option<SessionContext>,
    /// `WITH`.
    pub options: Vec<ExecuteOption>,
}

/// Options of EXECUTE's WITH clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExecuteOption {
    /// `RECOMPILE`.
    Recompile,
    /// `RESULT SETS UNDEFINED`.
    ResultSetsUndefined,
    /// `RESULT SETS NONE`.
    ResultSetsNone,
    /// `RESULT SETS (...)`; never empty.
    ResultSets(Vec<ResultSet>),
}

/// A result set declared by EXECUTE ... WITH RESULT SETS.
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
    /// The name.
    pub name: Name,
    /// The data type.
    pub data_type: TypeName,
    /// `COLLATE`.
    pub collation: Option<Name>,
    /// `NULL` or `NOT NULL`; `None` if omitted.
    pub nullable: Option<bool>,
}

/// The module or text that an EXECUTE runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExecuteModule {
    /// A procedure by name.
    Procedure(ObjectName),
    /// A procedure named by a variable.
    Variable(Name),
    /// `EXEC ('text' + @x ...)`: a batch.
    Text(Box<Expr>),
}

/// `[@name =] value [OUTPUT]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecuteArgument {
    /// The parameter, with `@`.
    pub name: Option<Name>,
    /// A constant, a signed number, a variable, a bare word (as a one-part column), or `DEFAULT`.
    pub value: Expr,
    /// `OUTPUT`.
    pub output: bool,
}

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

impl ExecuteOption {
    /// Returns the leading keywords.
    pub fn words(&self) -> &'static str {
        match self {
            ExecuteOption::Recompile => "RECOMPILE",
            ExecuteOption::ResultSetsUndefined | ExecuteOption::ResultSetsNone | ExecuteOption::ResultSets(_) => {
                "RESULT SETS"
            }
        }
    }
}
