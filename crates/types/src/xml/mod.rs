//! XML as the type xml has it: a document or a fragment, any number of nodes side by side.
//!
//! A value of the type is kept as the text that [`write`](fn@write) makes, so that equal nodes are equal texts; it is read into nodes where a
//! method asks for a part. Namespaces are not resolved: a name is what is written, prefix included.

mod node;
mod parse;
mod write;

pub use node::{Element, Node};
pub use parse::{DEPTH_MAX, parse};
pub use write::{escape_attribute, escape_text, write, write_node};

#[cfg(test)]
mod tests;
