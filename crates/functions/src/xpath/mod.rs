//! XQuery for the methods of xml and for OPENXML: paths, FLWOR, conditions, constructors, and the
//! functions of SQL Server (`docs/xquery/xquery-language-reference-sql-server.md`). Unsupported
//! syntax is refused by name.
//!
//! Nodes are untyped: the engine has no schema collections.

mod ast;
mod atomic_type;
mod call;
mod construct;
mod evaluate;
mod item;
mod modify;
mod names;
mod namespaces;
mod parse;
mod path;
mod places;
mod static_type;
mod syntax_error;

pub(crate) use call::{local_name, namespace};
pub(crate) use construct::{written, written_without};
pub(crate) use evaluate::{Scope, evaluate};
pub(crate) use item::{Item, LinkedNode};
pub(crate) use modify::{modified, parse_modification};
pub use names::External;
pub(crate) use parse::{Query, parse};
