//! Nodes as text in SQL Server's form: `<a/>` for an empty element, no declaration.

use super::node::Node;
use std::fmt::Write;

/// Returns the text of the nodes.
pub fn write(nodes: &[Node]) -> String {
    let mut text = String::new();
    nodes.iter().for_each(|node| write_node(node, &mut text));
    text
}

/// Appends the text of a node. Attributes stay in their order, text is escaped, comments and
/// instructions are not.
pub fn write_node(node: &Node, to: &mut String) {
    match node {
        Node::Element(element) => {
            to.push('<');
            to.push_str(&element.name);
            for (name, value) in &element.attributes {
                to.push(' ');
                to.push_str(name);
                to.push_str("=\"");
                escape_attribute(value, to);
                to.push('"');
            }
            if element.children.is_empty() {
                to.push_str("/>");
                return;
            }
            to.push('>');
            element.children.iter().for_each(|child| write_node(child, to));
            to.push_str("</");
            to.push_str(&element.name);
            to.push('>');
        }
        Node::Text(text) => escape_text(text, to),
        Node::Comment(text) => {
            to.push_str("<!--");
            to.push_str(text);
            to.push_str("-->");
        }
        Node::Instruction(target, text) => {
            to.push_str("<?");
            to.push_str(target);
            to.push(' ');
            to.push_str(text);
            to.push_str("?>");
        }
    }
}

/// Appends characters escaped for text between tags. A tab and a line feed stay as they are.
pub fn escape_text(text: &str, to: &mut String) {
    for character in text.chars() {
        match character {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '\t' | '\n' => to.push(character),
            other => escape_control(other, to),
        }
    }
}

/// Appends characters escaped for an attribute in quotes. Apostrophes stay as they are.
pub fn escape_attribute(text: &str, to: &mut String) {
    for character in text.chars() {
        match character {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '"' => to.push_str("&quot;"),
            other => escape_control(other, to),
        }
    }
}

fn escape_control(character: char, to: &mut String) {
    match character {
        '\0'..='\u{1f}' => write!(to, "&#x{:02X};", character as u32).unwrap_or_default(),
        other => to.push(other),
    }
}
