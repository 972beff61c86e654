//! Names as written: identifiers, variables and multi-part names.
//!
//! Invariant: `text` is without its delimiters and with doubled delimiters undone; its case is as written, and
//! names compare case-insensitively only when they are resolved (here `==` is exact).

use crate::span::Span;

/// One identifier, delimited or not; of a variable with its leading `@`, of a global variable with `@@`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The identifier itself.
    pub text: Box<str>,
    /// Where it stands, delimiters included.
    pub span: Span,
}

/// `[server.][database.][schema.]name`; parts left out (also as in `db..t`) are `None`.
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
    /// The type's name, possibly of a user's type.
    pub name: ObjectName,
    /// Length, or precision and scale; at most two.
    pub arguments: Vec<TypeArgument>,
    /// Of `xml([CONTENT | DOCUMENT] collection)`.
    pub schema_collection: Option<Box<XmlSchemaCollection>>,
    /// The whole type.
    pub span: Span,
}

/// `[CONTENT | DOCUMENT] collection`, of the type xml.
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

impl Name {
    /// A name of this text.
    pub fn new(text: impl Into<Box<str>>, span: Span) -> Name {
        Name { text: text.into(), span }
    }

    /// Whether the name is `word`, without regard to ASCII case.
    pub fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

impl ObjectName {
    /// A name of one part.
    pub fn simple(name: Name) -> ObjectName {
        let span = name.span;
        ObjectName { server: None, database: None, schema: None, name, span }
    }

    /// The only part, if there is only one.
    pub fn single(&self) -> Option<&Name> {
        let alone = self.server.is_none() && self.database.is_none() && self.schema.is_none();
        alone.then_some(&self.name)
    }
}
