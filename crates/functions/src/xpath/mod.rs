//! The supported part of XQuery for the methods of xml: downward paths, attributes, positions,
//! comparisons and a few functions. Unsupported syntax is refused by name.

mod ast;
mod evaluate;
mod item;
mod parse;

pub(crate) use ast::Expr;
pub(crate) use evaluate::evaluate;
pub(crate) use item::Item;
pub(crate) use parse::parse;
