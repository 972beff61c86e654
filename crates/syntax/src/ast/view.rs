//! CREATE VIEW and ALTER VIEW.

use super::module::{DefinitionVerb, ModuleOption, SourceText};
use super::name::{Name, ObjectName};
use super::query::Query;

/// `CREATE VIEW name [(columns)] [WITH options] AS query [WITH CHECK OPTION]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// The columns' names; empty means the query's names.
    pub columns: Vec<Name>,
    /// `ENCRYPTION`, `SCHEMABINDING`, `VIEW_METADATA`.
    pub options: Vec<ModuleOption>,
    /// The defining query.
    pub query: Query,
    /// `WITH CHECK OPTION`.
    pub check_option: bool,
    /// The source text of the whole batch.
    pub text: SourceText,
}
