//! CREATE FUNCTION and ALTER FUNCTION.

use super::ddl::TableVariable;
use super::module::{DefinitionVerb, ModuleOption, Parameter, SourceText};
use super::name::{ObjectName, TypeName};
use super::query::Query;
use super::statement::Statement;

/// `CREATE FUNCTION name (parameters) RETURNS ... [WITH options] [AS] body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// The return type and the body.
    pub body: FunctionBody,
    /// The source text of the whole batch.
    pub text: SourceText,
}

/// The kinds of functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionBody {
    /// `RETURNS type AS BEGIN statements END`.
    Scalar {
        /// The return type.
        returns: TypeName,
        /// Never empty.
        statements: Vec<Statement>,
    },
    /// `RETURNS TABLE AS RETURN query`.
    Inline(Box<Query>),
    /// `RETURNS @t TABLE (...) AS BEGIN statements END`.
    MultiStatement {
        /// The returned table variable.
        table: TableVariable,
        /// Never empty.
        statements: Vec<Statement>,
    },
}
