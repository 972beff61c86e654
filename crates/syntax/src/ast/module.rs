//! What procedures, functions, views and triggers have in common.

use super::expr::Expr;
use super::name::{Name, TypeName};
use crate::span::Span;

/// Text as it was written, which the catalog keeps (`sys.sql_modules`). Like a place it is no part of a tree's
/// identity: two always compare equal.
#[derive(Debug, Clone, Default)]
pub struct SourceText(pub Box<str>);

impl PartialEq for SourceText {
    fn eq(&self, _: &SourceText) -> bool {
        true
    }
}

impl Eq for SourceText {}

/// Which of the three statements defines a module.
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
    /// Its name, with `@`.
    pub name: Name,
    /// Its type; that of a cursor is called `cursor`.
    pub data_type: TypeName,
    /// `VARYING`, of a cursor.
    pub varying: bool,
    /// `NULL` or `NOT NULL`, if said.
    pub nullable: Option<bool>,
    /// A constant, a signed number, a variable, a bare word (as a column of one part).
    pub default: Option<Expr>,
    /// `OUTPUT`.
    pub output: bool,
    /// `READONLY`, of a table.
    pub read_only: bool,
    /// The whole parameter.
    pub span: Span,
}

/// An option after WITH.
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

/// As whom a module runs.
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
    /// How it is written.
    pub fn words(self) -> &'static str {
        match self {
            DefinitionVerb::Create => "CREATE",
            DefinitionVerb::Alter => "ALTER",
            DefinitionVerb::CreateOrAlter => "CREATE OR ALTER",
        }
    }
}
