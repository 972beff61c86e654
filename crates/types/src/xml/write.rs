//! Nodes as text in SQL Server's form: `<a/>` for an empty element, no declaration.

use super::node::Node;
use std::borrow::Cow;
use std::fmt::Write;

/// Returns the text of the nodes, one after the other; empty for none. Characters are escaped as in
/// SQL Server.
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

/// Returns the text of an xml value for a string or bytes
/// (`relational-databases/xml/define-the-serialization-of-xml-data`). Characters beyond U+FFFF
/// become references. The last character of a text that is only white space becomes one too, unless
/// `keeps_blanks`, so that a parser doesn't drop the text.
pub fn entitized(text: &str, keeps_blanks: bool) -> Cow<'_, str> {
    let mut made = String::new();
    let mut copied = 0;
    for (from, to, reference) in replacements(text, keeps_blanks) {
        made.push_str(&text[copied..from]);
        made.push_str(&reference);
        copied = to;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    made.push_str(&text[copied..]);
    Cow::Owned(made)
}

/// Returns the places that [`entitized`] replaces: begin, end and reference.
fn replacements(text: &str, keeps_blanks: bool) -> impl Iterator<Item = (usize, usize, String)> + '_ {
    let is_beyond = |(_, character): &(usize, char)| *character as u32 > 0xFFFF;
    let beyond = text.char_indices().filter(is_beyond).map(|(at, character)| {
        let reference = format!("&#x{:08X};", character as u32);
        (at, at + character.len_utf8(), reference)
    });
    let mut found: Vec<_> = beyond.collect();
    let mut rest = if keeps_blanks { "" } else { text };
    while !rest.is_empty() {
        let begin = text.len() - rest.len();
        let end = rest.find('<').unwrap_or(rest.len());
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
        if end > 0 && rest.as_bytes()[..end].iter().all(is_blank) {
            let at = begin + end - 1;
            found.push((at, at + 1, format!("&#x{:02X};", text.as_bytes()[at])));
        }
        rest = &rest[end..];
        let close = ["<!--", "<?", "<"].into_iter().zip(["-->", "?>", ">"]).find(|(open, _)| rest.starts_with(open));
        let behind = close.and_then(|(_, close)| rest.find(close).map(|at| at + close.len()));
        rest = behind.map_or("", |behind| &rest[behind..]);
    }
    found.sort_by_key(|(at, ..)| *at);
    found.into_iter()
}
