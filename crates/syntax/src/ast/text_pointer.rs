//! READTEXT, WRITETEXT and UPDATETEXT: statements on a value that a text pointer denotes.

use super::expr::Expr;
use super::name::{Name, ObjectName};

/// `table.column pointer`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPlace {
    /// The table.
    pub table: ObjectName,
    /// The column.
    pub column: Name,
    /// The text pointer, a variable or a constant.
    pub pointer: Expr,
}

/// The statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextStatement {
    /// `READTEXT table.column pointer offset size [HOLDLOCK]`.
    Read {
        /// The value.
        place: TextPlace,
        /// The number of units before the part.
        offset: Expr,
        /// The number of units of the part.
        size: Expr,
        /// `HOLDLOCK`.
        holds: bool,
    },
    /// `WRITETEXT [BULK] table.column pointer [WITH LOG] data`.
    Write {
        /// The value.
        place: TextPlace,
        /// The new value.
        data: Expr,
    },
    /// `UPDATETEXT [BULK] table.column pointer offset length [WITH LOG] [data]`.
    Update {
        /// The value.
        place: TextPlace,
        /// The number of units before the replaced part; NULL appends.
        offset: Expr,
        /// The number of replaced units; NULL is the rest.
        length: Expr,
        /// The inserted data.
        data: Option<TextData>,
    },
}

/// The data that UPDATETEXT inserts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextData {
    /// A constant or a variable.
    Value(Expr),
    /// Another value.
    Place(TextPlace),
}

impl TextStatement {
    /// Returns the expressions of the statement.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            TextStatement::Read { place, offset, size, .. } => vec![&place.pointer, offset, size],
            TextStatement::Write { place, data } => vec![&place.pointer, data],
            TextStatement::Update { place, offset, length, data } => {
                let data = data.iter().map(|data| match data {
                    TextData::Value(value) => value,
                    TextData::Place(source) => &source.pointer,
                });
                [&place.pointer, offset, length].into_iter().chain(data).collect()
            }
        }
    }

    /// Returns the name of the statement.
    pub fn words(&self) -> &'static str {
        match self {
            TextStatement::Read { .. } => "READTEXT",
            TextStatement::Write { .. } => "WRITETEXT",
            TextStatement::Update { .. } => "UPDATETEXT",
        }
    }
}
