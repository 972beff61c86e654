//! The places of nodes in their document: `is`, `<<`, `>>` and `|`
//! (`docs/xquery/comparison-expressions-xquery.md`).

use super::ast::PlaceComparison;
use super::item::{Item, LinkedNode};
use sluice_types::xml::Node;
use std::rc::Rc;

/// Returns the items in document order. If one item has no place in the document, all keep their
/// order. Places within one parent go by position, attributes included. Nothing is removed.
pub(super) fn in_document_order<'d>(items: Vec<Item<'d>>, root: &Item<'d>) -> Vec<Item<'d>> {
    let places: Option<Vec<Vec<usize>>> = items.iter().map(|item| place(item, root)).collect();
    let Some(places) = places else { return items };
    let mut placed: Vec<_> = places.into_iter().zip(items).collect();
    placed.sort_by(|left, right| left.0.cmp(&right.0));
    placed.into_iter().map(|(_, item)| item).collect()
}

/// Compares the places of two nodes; `None` if one has no place in the document. The place of a
/// node is its path of positions from `root`.
pub(super) fn compared(
    comparison: PlaceComparison,
    (left, right): (&Item<'_>, &Item<'_>),
    root: &Item<'_>,
) -> Option<bool> {
    let (left, right) = (place(left, root)?, place(right, root)?);
    Some(match comparison {
        PlaceComparison::Same => left == right,
        PlaceComparison::Before => left < right,
        PlaceComparison::After => left > right,
    })
}

/// Returns the numbers of the branches from the document's root to a node. An attribute precedes
/// its element's children.
fn place(item: &Item<'_>, root: &Item<'_>) -> Option<Vec<usize>> {
    match item {
        Item::Document(_) => Some(Vec::new()),
        Item::Node(node) => place_of_node(node, root),
        Item::Attribute(owner, name, _) => {
            let Node::Element(element) = owner.node else { return None };
            let number = element.attributes.iter().position(|(known, _)| std::ptr::eq(known.as_str(), *name))?;
            let mut place = place_of_node(owner, root)?;
            place.extend([0, number]);
            Some(place)
        }
        _ => None,
    }
}

fn place_of_node(node: &Rc<LinkedNode<'_>>, root: &Item<'_>) -> Option<Vec<usize>> {
    let mut place = Vec::new();
    let mut next = node;
    while let Some(parent) = &next.parent {
        let Node::Element(element) = parent.node else { return None };
        place.push(number_of(next.node, &element.children)?);
        next = parent;
    }
    let Item::Document(nodes) = root else { return None };
    place.push(number_of(next.node, nodes)?);
    place.reverse();
    Some(place)
}

/// Returns the number of a node among `nodes`, from 1 on.
fn number_of(node: &Node, nodes: &[Node]) -> Option<usize> {
    nodes.element_offset(node).map(|place| place + 1)
}
