//! Namespaces of names, by the declarations around a node.

use super::item::LinkedNode;
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
