//! Namespaces of names, by the declarations around a node.

use super::item::{Item, LinkedNode};
use sluice_types::xml::{Element, Node};
use std::rc::Rc;

/// Returns the namespace that `prefix` denotes at a node; the empty prefix is the default's. Empty
/// without a declaration.
pub(crate) fn namespace_at<'d>(place: &Rc<LinkedNode<'d>>, prefix: &str) -> &'d str {
    if prefix == "xml" {
        return XML;
    }
    let mut next = Some(place);
    while let Some(place) = next {
        if let Node::Element(element) = place.node
            && let Some(namespace) = declared(element, prefix)
        {
            return namespace;
        }
        next = place.parent.as_ref();
    }
    ""
}

fn declared<'e>(element: &'e Element, prefix: &str) -> Option<&'e str> {
    let is_it = |name: &str| match name.strip_prefix("xmlns") {
        Some("") => prefix.is_empty(),
        Some(rest) => rest.strip_prefix(':') == Some(prefix),
        None => false,
    };
    element.attributes.iter().find(|(name, _)| is_it(name)).map(|(_, value)| value.as_str())
}

/// Splits a name into prefix and local name; the prefix is empty without a colon.
pub(crate) fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

/// Returns a copy of a node. An element's copy gets its ancestors' declarations of the prefixes
/// that it or its descendants use and that it doesn't declare itself, the empty prefix included.
pub(crate) fn copied(place: &Rc<LinkedNode<'_>>) -> Node {
    let mut copy = place.node.clone();
    if let (Node::Element(element), Some(parent)) = (&mut copy, &place.parent) {
        let missing = missing_declarations(element, parent);
        element.attributes.splice(0..0, missing);
    }
    copy
}

/// Returns a copy like [`copied`], without the nodes and attributes in `left_out`.
pub(crate) fn copied_without(place: &Rc<LinkedNode<'_>>, left_out: &[Item<'_>]) -> Node {
    let Node::Element(element) = place.node else { return place.node.clone() };
    let mut copy = pruned(place.node, element, left_out);
    if let Some(parent) = &place.parent {
        let missing = missing_declarations(&copy, parent);
        copy.attributes.splice(0..0, missing);
    }
    Node::Element(copy)
}

fn pruned(node: &Node, element: &Element, left_out: &[Item<'_>]) -> Element {
    let is_kept = |child: &&Node| {
        !left_out.iter().any(|item| matches!(item, Item::Node(place) if std::ptr::eq(place.node, *child)))
    };
    let keeps_attribute = |name: &str| {
        !left_out.iter().any(|item| match item {
            Item::Attribute(owner, own, _) => std::ptr::eq(owner.node, node) && *own == name,
            _ => false,
        })
    };
    let copy = |child: &Node| match child {
        Node::Element(inner) => Node::Element(pruned(child, inner, left_out)),
        other => other.clone(),
    };
    Element {
        name: element.name.clone(),
        attributes: element.attributes.iter().filter(|(name, _)| keeps_attribute(name)).cloned().collect(),
        children: element.children.iter().filter(is_kept).map(copy).collect(),
    }
}

/// Returns the declarations at the ancestors of the prefixes that are used in an element.
fn missing_declarations(element: &Element, parent: &Rc<LinkedNode<'_>>) -> Vec<(String, String)> {
    let (mut used, mut open) = (Vec::new(), vec![element]);
    while let Some(next) = open.pop() {
        let names = next.attributes.iter().map(|(name, _)| name).filter(|name| name.contains(':'));
        for name in std::iter::once(&next.name).chain(names) {
            let prefix = split(name).0.to_owned();
            if !matches!(prefix.as_str(), "xmlns" | "xml") && !used.contains(&prefix) {
                used.push(prefix);
            }
        }
        open.extend(next.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            _ => None,
        }));
    }
    let declaration = |prefix: String| {
        let namespace = namespace_at(parent, &prefix);
        let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
        (!namespace.is_empty()).then(|| (name, namespace.to_owned()))
    };
    used.into_iter().filter(|prefix| declared(element, prefix).is_none()).filter_map(declaration).collect()
}

/// The namespace of the prefix `xml`.
pub(crate) const XML: &str = "http://www.w3.org/XML/1998/namespace";
