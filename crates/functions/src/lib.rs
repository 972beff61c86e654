//! The built-in scalar functions: name, arguments, result, documentation and body, one entry each.
//!
//! Not here: aggregates, CAST and CONVERT, COALESCE and CASE with their lazy evaluation, the `@@` values; those are the
//! executor's. A function knows its arguments and a [`FunctionContext`], nothing else.

pub mod context;

pub mod registry;

pub use context::FunctionContext;
pub use registry::{Function, Signature, find};
