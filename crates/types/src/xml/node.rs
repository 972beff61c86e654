//! The nodes of XML: elements with attributes and children, texts, comments and instructions.

/// A node of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// `<name ...>...</name>`.
    Element(Element),
    /// Characters, with references resolved.
    Text(String),
    /// `<!--text-->`.
    Comment(String),
    /// `<?target text?>`.
    Instruction(String, String),
}

/// An element.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Element {
    /// The name with its prefix.
    pub name: String,
    /// The attributes in order, with references resolved.
    pub attributes: Vec<(String, String)>,
    /// The child nodes.
    pub children: Vec<Node>,
}

impl Node {
    /// Returns the string value: all text in the node and below it, without comments and
    /// instructions.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.append_text(&mut text);
        text
    }

    fn append_text(&self, to: &mut String) {
        match self {
            Node::Element(element) => element.children.iter().for_each(|child| child.append_text(to)),
            Node::Text(text) => to.push_str(text),
            Node::Comment(_) | Node::Instruction(..) => {}
        }
    }
}
