//! Names as written: identifiers, variables and multi-part names.
//!
//! Invariant: `text` has no delimiters, and doubled delimiters are undone. The case is as written.
//! `==` is exact; names are compared case-insensitively only when they are resolved.

use crate::span::Span;

/// One identifier, delimited or not. A variable's text includes `@`, a global variable's `@@`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The identifier itself.
    pub text: Box<str>,
    /// The source range, delimiters included.
    pub span: Span,
}

/// `[server.][database.][schema.]name`. Omitted parts (also as in `db..t`) are `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectName {
    /// Linked server.
    pub server: Option<Name>,
    /// Database.
    pub database: Option<Name>,
    /// Schema.
    pub schema: Option<Name>,
    /// The object itself.
    pub name: Name,
    /// The whole name.
    pub span: Span,
}

/// `[qualifier.]column`; the qualifier is a table, an alias, or a table's multi-part name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnName {
    /// Table or alias.
    pub qualifier: Option<ObjectName>,
    /// The column.
    pub name: Name,
    /// The whole name.
    pub span: Span,
}

/// A data type as written: `decimal(10, 2)`, `nvarchar(max)`, `dbo.Money`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    /// The type's name, possibly a user-defined type.
    pub name: ObjectName,
    /// Length, or precision and scale; at most two.
    pub arguments: Vec<TypeArgument>,
    /// The schema collection of `xml([CONTENT | DOCUMENT] collection)`.
    pub schema_collection: Option<Box<XmlSchemaCollection>>,
    /// The whole type.
    pub span: Span,
}

/// `[CONTENT | DOCUMENT] collection`, of the xml type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlSchemaCollection {
    /// `DOCUMENT` (else `CONTENT`).
    pub document: bool,
    /// The schema collection.
    pub name: ObjectName,
}

/// An argument of a data type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeArgument {
    /// A length, precision or scale.
    Number(u32),
    /// `max`.
    Max,
}

/// `[GLOBAL] name`, or a cursor variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CursorName {
    /// `GLOBAL`.
    pub global: bool,
    /// The cursor, or a variable with its `@`.
    pub name: Name,
}

impl Name {
    /// Creates a name.
    pub fn new(text: impl Into<Box<str>>, span: Span) -> Name {
        Name { text: text.into(), span }
    }

    /// Whether the name equals `word`, ignoring ASCII case.
    pub fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

impl ObjectName {
    /// Creates a one-part name.
    pub fn simple(name: Name) -> ObjectName {
        let span = name.span;
        ObjectName { server: None, database: None, schema: None, name, span }
    }

    /// Returns the name if it has only one part.
    pub fn single(&self) -> Option<&Name> {
        let alone = self.server.is_none() && self.database.is_none() && self.schema.is_none();
        alone.then_some(&self.name)
    }
}
