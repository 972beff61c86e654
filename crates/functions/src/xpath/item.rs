//! The result of an expression.

use sluice_types::xml::{Element, Node};

/// A node of the document, or a value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item<'d> {
    Document(&'d [Node]),
    Node(&'d Node),
    Attribute(&'d str, &'d str),
    Number(f64),
    Text(String),
    Truth(bool),
}

impl<'d> Item<'d> {
    /// Returns the item's text; for a node, all text inside it.
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

    /// Returns the item as a number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Item::Number(number) => Some(*number),
            Item::Truth(_) => None,
            other => other.text().trim().parse().ok(),
        }
    }

    /// Returns the child nodes.
    pub(crate) fn children(&self) -> &'d [Node] {
        match self {
            Item::Document(nodes) => nodes,
            Item::Node(Node::Element(element)) => &element.children,
            _ => &[],
        }
    }

    /// Returns the element, if the item is one.
    pub(crate) fn element(&self) -> Option<&'d Element> {
        match self {
            Item::Node(Node::Element(element)) => Some(element),
            _ => None,
        }
    }
}
