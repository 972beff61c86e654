//! CREATE VIEW and ALTER VIEW.

use super::module::{DefinitionVerb, ModuleOption, SourceText};
use super::name::{Name, ObjectName};
use super::query::Query;

/// `CREATE VIEW name [(columns)] [WITH options] AS query [WITH CHECK OPTION]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// CREATE, ALTER or both.
    pub verb: DefinitionVerb,
    /// Its name.
    pub name: ObjectName,
    /// Names for its columns; empty means the query's.
    pub columns: Vec<Name>,
    /// `ENCRYPTION`, `SCHEMABINDING`, `VIEW_METADATA`.
    pub options: Vec<ModuleOption>,
    /// What it shows.
    pub query: Query,
    /// `WITH CHECK OPTION`.
    pub check_option: bool,
    /// The whole batch as written.
    pub text: SourceText,
}
