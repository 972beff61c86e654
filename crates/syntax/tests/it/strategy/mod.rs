//! Random trees: those that some text can give.

pub(crate) mod expr;
pub(crate) mod name;
pub(crate) mod query;
pub(crate) mod sequence;
pub(crate) mod statement;
pub(crate) mod table;
