//! CREATE SEQUENCE and ALTER SEQUENCE. The options are a list as written: the list lacks an omitted
//! option and has a repeated option twice.

use super::expr::Expr;
use super::name::{ObjectName, TypeName};

/// `CREATE SEQUENCE` or `ALTER SEQUENCE`. The binder checks that the options fit the statement and
/// aren't repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SequenceDefinition {
    /// The sequence.
    pub name: ObjectName,
    /// `AS type`.
    pub data_type: Option<TypeName>,
    /// The options in their order.
    pub options: Vec<SequenceOption>,
}

/// An option of a sequence. Values are constants, optionally signed; the parser rejects anything
/// else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SequenceOption {
    /// `START WITH value`.
    StartWith(Expr),
    /// `RESTART [WITH value]`.
    Restart(Option<Expr>),
    /// `INCREMENT BY value`.
    IncrementBy(Expr),
    /// `MINVALUE value`; `None` is `NO MINVALUE`.
    MinValue(Option<Expr>),
    /// `MAXVALUE value`; `None` is `NO MAXVALUE`.
    MaxValue(Option<Expr>),
    /// `CYCLE` or `NO CYCLE`.
    Cycle(bool),
    /// `CACHE [size]`.
    Cache(Option<Expr>),
    /// `NO CACHE`.
    NoCache,
}
