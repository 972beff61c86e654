//! Random trees, limited to those that some text can yield.

pub(crate) mod definition;
pub(crate) mod event_session;
pub(crate) mod expr;
pub(crate) mod file;
pub(crate) mod merge;
pub(crate) mod module;
pub(crate) mod name;
pub(crate) mod query;
pub(crate) mod sequence;
pub(crate) mod session;
pub(crate) mod statement;
pub(crate) mod table;
