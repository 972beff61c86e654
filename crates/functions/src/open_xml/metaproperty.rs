//! The metaproperties of a node: its id, its name and its neighbours
//! (`relational-databases/xml/specify-metaproperties-in-openxml.md`).

use super::numbering::Numbering;
use crate::xpath::{Item, namespace};
use sluice_types::xml::Node;
use std::rc::Rc;

/// A metaproperty that a column can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Metaproperty {
    Id,
    LocalName,
    NamespaceUri,
    Prefix,
    Prev,
    ParentId,
    ParentLocalName,
    ParentNamespaceUri,
    ParentPrefix,
    /// The node as text, or what other columns leave of it.
    XmlText,
}

impl Metaproperty {
    /// Returns the metaproperty with a name, the part after `@mp:`, in lower case. `None` for an
    /// unknown one.
    pub(super) fn from_name(name: &str) -> Option<Metaproperty> {
        Some(match name {
            "id" => Metaproperty::Id,
            "localname" => Metaproperty::LocalName,
            "namespaceuri" => Metaproperty::NamespaceUri,
            "prefix" => Metaproperty::Prefix,
            "prev" => Metaproperty::Prev,
            "parentid" => Metaproperty::ParentId,
            "parentlocalname" => Metaproperty::ParentLocalName,
            "parentnamespaceuri" => Metaproperty::ParentNamespaceUri,
            "parentprefix" => Metaproperty::ParentPrefix,
            "xmltext" => Metaproperty::XmlText,
            _ => return None,
        })
    }
}

/// A parsed document with the ids of its nodes.
pub(super) struct Document<'d> {
    pub(super) nodes: &'d [Node],
    pub(super) numbering: Numbering<'d>,
}

impl<'d> Document<'d> {
    /// Returns a document with its nodes numbered.
    pub(super) fn new(nodes: &'d [Node]) -> Document<'d> {
        Document { nodes, numbering: Numbering::new(nodes) }
    }

    /// Returns the id of a node or an attribute; the document has none.
    pub(super) fn id(&self, item: &Item<'d>) -> Option<i64> {
        match item {
            Item::Node(place) => self.numbering.node(place.node),
            Item::Attribute(owner, name, _) => self.numbering.attribute(owner.node, name),
            _ => None,
        }
    }

    /// Returns the id of the preceding sibling; `None` for the first. Attributes have no siblings.
    pub(super) fn previous(&self, item: &Item<'d>) -> Option<i64> {
        let Item::Node(place) = item else { return None };
        let siblings: &[Node] = match place.parent.as_ref().map(|parent| parent.node) {
            Some(Node::Element(element)) => &element.children,
            _ => self.nodes,
        };
        let at = siblings.iter().position(|sibling| std::ptr::eq(sibling, place.node))?;
        self.numbering.node(siblings.get(at.checked_sub(1)?)?)
    }

    /// Returns the text of a metaproperty other than `XmlText`, or `None` for NULL.
    pub(super) fn text(&self, property: Metaproperty, item: &Item<'d>) -> Option<String> {
        let of_parent = || parent(item);
        match property {
            Metaproperty::Id => self.id(item).map(|id| id.to_string()),
            Metaproperty::LocalName => local_name(item),
            Metaproperty::NamespaceUri => namespace_uri(item),
            Metaproperty::Prefix => prefix(item),
            Metaproperty::Prev => self.previous(item).map(|id| id.to_string()),
            Metaproperty::ParentId => of_parent().and_then(|parent| self.id(&parent)).map(|id| id.to_string()),
            Metaproperty::ParentLocalName => of_parent().as_ref().and_then(local_name),
            Metaproperty::ParentNamespaceUri => of_parent().as_ref().and_then(namespace_uri),
            Metaproperty::ParentPrefix => of_parent().as_ref().and_then(prefix),
            Metaproperty::XmlText => None,
        }
    }
}

/// Returns the parent of a node, or the element of an attribute. `None` for the nodes at the top
/// and the document.
pub(super) fn parent<'d>(item: &Item<'d>) -> Option<Item<'d>> {
    match item {
        Item::Node(place) => place.parent.as_ref().map(|parent| Item::Node(Rc::clone(parent))),
        Item::Attribute(owner, ..) => Some(Item::Node(Rc::clone(owner))),
        _ => None,
    }
}

/// Returns the local name; texts and comments have the names of the document object model, `#text`
/// and `#comment`. `None` for the document.
pub(super) fn local_name(item: &Item<'_>) -> Option<String> {
    match item {
        Item::Node(place) if matches!(place.node, Node::Text(_)) => Some(TEXT_NAME.to_owned()),
        Item::Node(place) if matches!(place.node, Node::Comment(_)) => Some(COMMENT_NAME.to_owned()),
        _ => present(crate::xpath::local_name(item)),
    }
}

/// Returns the namespace of the name. `None` if it has none.
pub(super) fn namespace_uri(item: &Item<'_>) -> Option<String> {
    present(namespace(item))
}

/// Returns the prefix of the name, if it has one. A declaration of the default namespace has the
/// prefix `xmlns`, like the others.
pub(super) fn prefix(item: &Item<'_>) -> Option<String> {
    let name = match item {
        Item::Attribute(_, "xmlns", _) => return Some("xmlns".to_owned()),
        Item::Attribute(_, name, _) => name,
        Item::Node(place) => match place.node {
            Node::Element(element) => element.name.as_str(),
            _ => return None,
        },
        _ => return None,
    };
    name.split_once(':').map(|(prefix, _)| prefix.to_owned())
}

fn present(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

pub(super) const TEXT_NAME: &str = "#text";
const COMMENT_NAME: &str = "#comment";
