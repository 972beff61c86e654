//! CREATE PROCEDURE and ALTER PROCEDURE.

use super::module::{DefinitionVerb, ModuleOption, Parameter, SourceText};
use super::name::ObjectName;
use super::statement::Statement;

/// `CREATE PROCEDURE name [;number] [parameters] [WITH options] [FOR REPLICATION] AS statements`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// `;number`, within a group of procedures with one name.
    pub number: Option<u32>,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// `FOR REPLICATION`.
    pub for_replication: bool,
    /// The body: all statements up to the end of the batch.
    pub body: Vec<Statement>,
    /// The source text of the whole batch.
    pub text: SourceText,
}
