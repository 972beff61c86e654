//! Options in WITH, SET and similar clauses: a name, perhaps a value, perhaps a list of further
//! options. The parser checks neither names nor values; a statement refuses options that it doesn't
//! know.

use super::literal::Literal;
use super::name::Name;
use crate::span::Span;

/// `name`, `name value` or `name = value`, each optionally followed by `(options)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedOption {
    /// The option as written; compare with [`Name::is`].
    pub name: Name,
    /// The value, if any.
    pub value: Option<OptionValue>,
    /// The nested options in parentheses: `ONLINE = ON (WAIT_AT_LOW_PRIORITY (...))`.
    pub list: Vec<NamedOption>,
    /// The whole option.
    pub span: Span,
}

/// A value of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// A word: `ON`, `FORCED`, `SIMPLE`.
    Word(Name),
    /// A number or string.
    Literal {
        /// The value.
        value: Literal,
        /// `SECONDS` and similar.
        unit: Option<Name>,
    },
    /// A variable, with its `@`.
    Variable(Name),
}
