//! The ids of a document's nodes, as the metaproperties and edge tables of OPENXML show them
//! (`relational-databases/xml/specify-metaproperties-in-openxml.md`).
//!
//! Ids follow document order, an element's attributes directly after it, with three exceptions. The
//! document element has the id 0, but its place in the order is left out. A text that would follow
//! its own element comes after the next node. The values of attributes come last.

use sluice_base::hash::HashMap;
use sluice_types::xml::Node;

/// The ids of a document's nodes. Nodes are known by their address.
#[derive(Default)]
pub(super) struct Numbering<'d> {
    nodes: HashMap<*const Node, i64>,
    attributes: HashMap<(*const Node, &'d str), i64>,
    values: HashMap<(*const Node, &'d str), i64>,
    next: i64,
}

impl<'d> Numbering<'d> {
    /// Numbers the nodes of `document` as the edge table shows them. The root element has id 0.
    pub(super) fn new(document: &'d [Node]) -> Numbering<'d> {
        let mut numbering = Numbering { next: 1, ..Numbering::default() };
        let root = document.iter().find(|node| matches!(node, Node::Element(_))).map(std::ptr::from_ref);
        let mut owners: Vec<(&'d Node, &'d str)> = Vec::new();
        let mut delayed: Option<&'d Node> = None;
        let mut open: Vec<(&'d Node, bool)> = document.iter().rev().map(|node| (node, false)).collect();
        while let Some((node, is_leading)) = open.pop() {
            if is_leading && matches!(node, Node::Text(_)) && delayed.is_none() {
                delayed = Some(node);
                continue;
            }
            let id = numbering.take();
            let is_root = Some(std::ptr::from_ref(node)) == root;
            numbering.nodes.insert(node, if is_root { 0 } else { id });
            if let Some(text) = delayed.take() {
                let id = numbering.take();
                numbering.nodes.insert(text, id);
            }
            let Node::Element(element) = node else { continue };
            for (name, _) in &element.attributes {
                let id = numbering.take();
                numbering.attributes.insert((node, name.as_str()), id);
                owners.push((node, name.as_str()));
            }
            let children = element.children.iter().enumerate().rev();
            open.extend(children.map(|(place, child)| (child, place == 0 && element.attributes.is_empty())));
        }
        if let Some(text) = delayed {
            let id = numbering.take();
            numbering.nodes.insert(text, id);
        }
        for (node, name) in owners {
            let id = numbering.take();
            numbering.values.insert((node, name), id);
        }
        numbering
    }

    fn take(&mut self) -> i64 {
        self.next += 1;
        self.next - 1
    }

    /// Returns the id of a node of the document. `None` for a node of another one.
    pub(super) fn node(&self, node: &Node) -> Option<i64> {
        self.nodes.get(&std::ptr::from_ref(node)).copied()
    }

    /// Returns the id of the attribute `name` of the element `owner`. `None` if it isn't in the
    /// document.
    pub(super) fn attribute(&self, owner: &Node, name: &'d str) -> Option<i64> {
        self.attributes.get(&(std::ptr::from_ref(owner), name)).copied()
    }

    /// Returns the id of the value of the attribute `name` of the element `owner`, a text node of
    /// its own. `None` if it isn't in the document.
    pub(super) fn attribute_value(&self, owner: &Node, name: &'d str) -> Option<i64> {
        self.values.get(&(std::ptr::from_ref(owner), name)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::xml::parse;

    fn children(node: &Node) -> &[Node] {
        match node {
            Node::Element(element) => &element.children,
            _ => &[],
        }
    }

    /// The ids of `specify-metaproperties-in-openxml.md`, example A.
    #[test]
    fn ids_of_orders_are_those_of_the_documentation() {
        let text = r#"<root><Customer cid="C1" name="n" city="c"><Order oid="O1" date="d" amount="3"/>
            <Order oid="O2" date="d" amount="13">Customer was very satisfied</Order></Customer>
            <Customer cid="C2" name="n" city="c"><Order oid="O3" date="d" amount="100" note="n">
            <Urgency>Important</Urgency></Order><Order oid="O4" date="d" amount="10000"/></Customer></root>"#;
        let nodes = parse(text).expect("well formed");
        let numbering = Numbering::new(&nodes);
        let customers = children(&nodes[0]);
        let orders: Vec<&Node> = customers.iter().flat_map(children).collect();
        let ids: Vec<Option<i64>> = orders.iter().map(|order| numbering.node(order)).collect();
        assert_eq!(ids, [Some(6), Some(10), Some(19), Some(25)]);
        let parents: Vec<Option<i64>> = customers.iter().map(|customer| numbering.node(customer)).collect();
        assert_eq!(parents, [Some(2), Some(15)]);
        assert_eq!(numbering.node(&nodes[0]), Some(0));
        assert_eq!(numbering.node(&children(orders[2])[0]), Some(24));
        assert_eq!(numbering.attribute(orders[0], "amount"), Some(9));
        assert_eq!(numbering.attribute_value(&customers[0], "cid"), Some(30));
    }

    #[test]
    fn nodes_before_the_document_element_come_first() {
        let nodes = parse("<!--c--><r>t<b/></r>").expect("well formed");
        let numbering = Numbering::new(&nodes);
        assert_eq!(numbering.node(&nodes[0]), Some(1));
        assert_eq!(numbering.node(&nodes[1]), Some(0));
        let inner = children(&nodes[1]);
        assert_eq!((numbering.node(&inner[0]), numbering.node(&inner[1])), (Some(4), Some(3)));
    }
}
