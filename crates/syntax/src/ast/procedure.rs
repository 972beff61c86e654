//! CREATE PROCEDURE and ALTER PROCEDURE.

use super::module::{DefinitionVerb, ModuleOption, Parameter, SourceText};
use super::name::ObjectName;
use super::statement::Statement;

/// `CREATE PROCEDURE name [;number] [parameters] [WITH options] [FOR REPLICATION] AS statements`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// CREATE, ALTER or both.
    pub verb: DefinitionVerb,
    /// Its name.
    pub name: ObjectName,
    /// `;number`, of a group of procedures of one name.
    pub number: Option<u32>,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// `FOR REPLICATION`.
    pub for_replication: bool,
    /// What it runs: everything up to the end of the batch.
    pub body: Vec<Statement>,
    /// The whole batch as written.
    pub text: SourceText,
}
