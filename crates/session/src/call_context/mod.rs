//! The session as a batch's expressions and operators see it: implements
//! [`sluice_query::code::context`].

mod object_facts;

mod permissions;
mod principals;

pub mod function_rows;

pub mod context;
mod function_context;
mod helper_contexts;
mod query_services;

pub use context::CallContext;
pub use function_rows::{Caller, FunctionCall, FunctionRows};
pub use helper_contexts::degree;
