//! XML values: a document or a fragment with any number of top-level nodes.
//!
//! A value is stored as the text written by [`write`](fn@write), so that equal nodes are equal
//! texts. Methods that need parts of a value parse it into nodes. Namespaces are not resolved: a
//! name is kept as written, prefix included.

mod document_type;
mod node;
mod parse;
mod write;

pub use node::{Element, Node};
pub use parse::{DEPTH_MAX, parse, parse_document, parse_with};
pub use write::{entitized, escape_attribute, escape_text, write, write_node};

#[cfg(test)]
mod tests;
