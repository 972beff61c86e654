//! CREATE SEQUENCE and ALTER SEQUENCE.

use super::expr::Expr;
use super::name::{ObjectName, TypeName};

/// `CREATE SEQUENCE` or `ALTER SEQUENCE`. That the options suit the statement, and each comes once, is the binder's to see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SequenceDefinition {
    /// The sequence.
    pub name: ObjectName,
    /// `AS type`.
    pub data_type: Option<TypeName>,
    /// The options in their order.
    pub options: Vec<SequenceOption>,
}

/// An option of a sequence. Its value is a constant with or without a sign; a parser that meets anything else says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SequenceOption {
    /// `START WITH value`.
    StartWith(Expr),
    /// `RESTART [WITH value]`.
    Restart(Option<Expr>),
    /// `INCREMENT BY value`.
    IncrementBy(Expr),
    /// `MINVALUE value`, or without one `NO MINVALUE`.
    MinValue(Option<Expr>),
    /// `MAXVALUE value`, or without one `NO MAXVALUE`.
    MaxValue(Option<Expr>),
    /// `CYCLE` or `NO CYCLE`.
    Cycle(bool),
    /// `CACHE [size]`.
    Cache(Option<Expr>),
    /// `NO CACHE`.
    NoCache,
}
