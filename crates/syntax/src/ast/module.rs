//! Parts shared by procedures, functions, views and triggers.

use super::expr::Expr;
use super::name::{Name, TypeName};
use crate::span::Span;

/// Source text that the catalog keeps (`sys.sql_modules`). Two source texts always compare equal,
/// so trees compare by content.
#[derive(Debug, Clone, Default)]
pub struct SourceText(pub Box<str>);

impl PartialEq for SourceText {
    fn eq(&self, _: &SourceText) -> bool {
        true
    }
}

impl Eq for SourceText {}

/// The statement that defines a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefinitionVerb {
    /// `CREATE`.
    Create,
    /// `ALTER`.
    Alter,
    /// `CREATE OR ALTER`.
    CreateOrAlter,
}

/// `@name [AS] type [VARYING] [NULL | NOT NULL] [= default] [OUTPUT] [READONLY]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name, with `@`.
    pub name: Name,
    /// The data type. A cursor parameter has the type name `cursor`.
    pub data_type: TypeName,
    /// `VARYING`, for a cursor.
    pub varying: bool,
    /// `NULL` or `NOT NULL`; `None` if omitted.
    pub nullable: Option<bool>,
    /// A constant, a signed number, a variable, or a bare word (as a one-part column).
    pub default: Option<Expr>,
    /// `OUTPUT`.
    pub output: bool,
    /// `READONLY`, for a table.
    pub read_only: bool,
    /// The whole parameter.
    pub span: Span,
}

/// Options of a module's WITH clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleOption {
    /// `ENCRYPTION`.
    Encryption,
    /// `RECOMPILE`.
    Recompile,
    /// `SCHEMABINDING`.
    SchemaBinding,
    /// `VIEW_METADATA`.
    ViewMetadata,
    /// `NATIVE_COMPILATION`.
    NativeCompilation,
    /// `EXECUTE AS ...`.
    ExecuteAs(ModuleContext),
    /// `RETURNS NULL ON NULL INPUT`.
    ReturnsNullOnNullInput,
    /// `CALLED ON NULL INPUT`.
    CalledOnNullInput,
    /// `INLINE = ON | OFF`.
    Inline(bool),
}

/// The principal that a module runs as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleContext {
    /// `CALLER`.
    Caller,
    /// `SELF`.
    Itself,
    /// `OWNER`.
    Owner,
    /// `'user'`.
    User(Box<str>),
}

impl DefinitionVerb {
    /// Returns the T-SQL keywords.
    pub fn words(self) -> &'static str {
        match self {
            DefinitionVerb::Create => "CREATE",
            DefinitionVerb::Alter => "ALTER",
            DefinitionVerb::CreateOrAlter => "CREATE OR ALTER",
        }
    }
}
