//! The items of an expression: nodes with their ancestors, and values.

use sluice_types::xml::{Element, Node};
use std::rc::Rc;

/// A node of the document with its ancestors. `parent` is `None` at the top of the document.
#[derive(Debug)]
pub(crate) struct LinkedNode<'d> {
    pub(crate) node: &'d Node,
    pub(crate) parent: Option<Rc<LinkedNode<'d>>>,
}

/// A node of the document, or a value.
#[derive(Clone, Debug)]
pub(crate) enum Item<'d> {
    Document(&'d [Node]),
    Node(Rc<LinkedNode<'d>>),
    /// The attribute of an element: name and value.
    Attribute(Rc<LinkedNode<'d>>, &'d str, &'d str),
    /// A node that the expression constructs.
    Built(Rc<Node>),
    /// An attribute that the expression constructs: name and value.
    MadeAttribute(String, String),
    Number(f64),
    Text(String),
    Truth(bool),
}

impl<'d> Item<'d> {
    /// Returns a node at the top of a document.
    pub(crate) fn top(node: &'d Node) -> Item<'d> {
        Item::Node(Rc::new(LinkedNode { node, parent: None }))
    }

    /// Returns the item's text; for a node, all text inside it. An attribute's and a constant's
    /// text is its value.
    pub(crate) fn text(&self) -> String {
        let of_node = |node: &Node| match node {
            Node::Comment(text) | Node::Instruction(_, text) => text.clone(),
            node => node.text(),
        };
        match self {
            Item::Document(nodes) => nodes.iter().map(Node::text).collect(),
            Item::Node(place) => of_node(place.node),
            Item::Built(node) => of_node(node),
            Item::Attribute(_, _, value) => (*value).to_owned(),
            Item::MadeAttribute(_, value) => value.clone(),
            // Zero has no sign.
            Item::Number(number) => (number + 0.0).to_string(),
            Item::Text(text) => text.clone(),
            Item::Truth(truth) => truth.to_string(),
        }
    }

    /// Returns the item as a number. `None` for a truth value, and for a text that isn't a number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Item::Number(number) => Some(*number),
            Item::Truth(_) => None,
            other => other.text().trim().parse().ok(),
        }
    }

    /// Returns the child nodes. Only a document and an element of the document have any;
    /// constructed nodes give none.
    pub(crate) fn children(&self) -> Vec<Item<'d>> {
        match self {
            Item::Document(nodes) => nodes.iter().map(Item::top).collect(),
            Item::Node(place) => {
                let Node::Element(element) = place.node else { return Vec::new() };
                let child = |node| Item::Node(Rc::new(LinkedNode { node, parent: Some(Rc::clone(place)) }));
                element.children.iter().map(child).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the element if the item is an element of the document. Constructed elements give
    /// `None`.
    pub(crate) fn element(&self) -> Option<&'d Element> {
        match self {
            Item::Node(place) => match place.node {
                Node::Element(element) => Some(element),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the item is a value rather than a node.
    pub(crate) fn is_value(&self) -> bool {
        !matches!(self, Item::Document(_) | Item::Node(_) | Item::Built(_))
    }
}
