//! CREATE FUNCTION and ALTER FUNCTION.

use super::ddl::TableVariable;
use super::module::{DefinitionVerb, ModuleOption, Parameter, SourceText};
use super::name::{ObjectName, TypeName};
use super::query::Query;
use super::statement::Statement;

/// `CREATE FUNCTION name (parameters) RETURNS ... [WITH options] [AS] body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// CREATE, ALTER or both.
    pub verb: DefinitionVerb,
    /// Its name.
    pub name: ObjectName,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// What it returns, and how.
    pub body: FunctionBody,
    /// The whole batch as written.
    pub text: SourceText,
}

/// The kinds of functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionBody {
    /// `RETURNS type AS BEGIN statements END`.
    Scalar {
        /// The type of the value.
        returns: TypeName,
        /// At least one.
        statements: Vec<Statement>,
    },
    /// `RETURNS TABLE AS RETURN query`.
    Inline(Box<Query>),
    /// `RETURNS @t TABLE (...) AS BEGIN statements END`.
    MultiStatement {
        /// The table variable that is returned.
        table: TableVariable,
        /// At least one.
        statements: Vec<Statement>,
    },
}
