//! What an expression gives.

use sluice_types::xml::{Element, Node};

/// A node of the document, or a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item<'d> {
    /// The document itself.
    Document(&'d [Node]),
    /// A node in it.
    Node(&'d Node),
    /// An attribute's name and value.
    Attribute(&'d str, &'d str),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Whether something holds.
    Truth(bool),
}

impl<'d> Item<'d> {
    /// Its text: of a node all that is in it.
    pub(crate) fn text(&self) -> String {
        match self {
            Item::Document(nodes) => nodes.iter().map(Node::text).collect(),
            Item::Node(Node::Comment(text) | Node::Instruction(_, text)) => text.clone(),
            Item::Node(node) => node.text(),
            Item::Attribute(_, value) => (*value).to_owned(),
            Item::Number(number) => number.to_string(),
            Item::Text(text) => text.clone(),
            Item::Truth(truth) => truth.to_string(),
        }
    }

    /// The number that it says.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Item::Number(number) => Some(*number),
            Item::Truth(_) => None,
            other => other.text().trim().parse().ok(),
        }
    }

    /// What is directly in it.
    pub(crate) fn children(&self) -> &'d [Node] {
        match self {
            Item::Document(nodes) => nodes,
            Item::Node(Node::Element(element)) => &element.children,
            _ => &[],
        }
    }

    /// The element that it is.
    pub(crate) fn element(&self) -> Option<&'d Element> {
        match self {
            Item::Node(Node::Element(element)) => Some(element),
            _ => None,
        }
    }
}
