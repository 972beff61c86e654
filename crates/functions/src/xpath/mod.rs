//! The part of XQuery that the methods of xml know here: paths down the tree, attributes, positions, comparisons and a few functions. What
//! is not there is refused by its name.

mod ast;
mod evaluate;
mod item;
mod parse;

pub(crate) use ast::Expr;
pub(crate) use evaluate::evaluate;
pub(crate) use item::Item;
pub(crate) use parse::parse;
