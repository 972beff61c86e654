//! Writes the elements of a plan's XML document.
//!
//! The text is written in one pass. Chains of any length are written by loops, so the depth of the
//! elements doesn't bound the depth of the recursion.

use sluice_types::xml::escape_attribute;

/// A part of a document, with balanced elements when it is complete.
#[derive(Clone, Debug, Default)]
pub(crate) struct Xml {
    text: String,
    depth: usize,
    deepest: usize,
}

/// The attributes of an element, in order.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// Opens an element.
    pub(crate) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes);
        self.text.push('>');
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    /// Closes the element `name`, which is the last one opened.
    pub(crate) fn close(&mut self, name: &str) {
        self.depth -= 1;
        for part in ["</", name, ">"] {
            self.text.push_str(part);
        }
    }

    /// Writes an element without children.
    pub(crate) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.tag(name, attributes);
        self.text.push_str("/>");
        self.deepest = self.deepest.max(self.depth + 1);
    }

    /// Writes an element whose children `write` writes.
    pub(crate) fn element(&mut self, name: &str, attributes: Attributes<'_>, write: impl FnOnce(&mut Xml)) {
        self.open(name, attributes);
        write(self);
        self.close(name);
    }

    /// Appends a complete part.
    pub(crate) fn append(&mut self, part: &Xml) {
        self.text.push_str(&part.text);
        self.deepest = self.deepest.max(self.depth + part.deepest);
    }

    /// Returns the text, and the nesting depth of its elements.
    pub(crate) fn finish(self) -> (String, usize) {
        (self.text, self.deepest)
    }

    fn tag(&mut self, name: &str, attributes: Attributes<'_>) {
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            for part in [" ", name, "=\""] {
                self.text.push_str(part);
            }
            escape_attribute(value, &mut self.text);
            self.text.push('"');
        }
    }
}

/// Returns a truth value as the attributes of operators have it.
pub(crate) fn flag(is_set: bool) -> &'static str {
    if is_set { "1" } else { "0" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_to_the_depth_around_them() {
        let mut part = Xml::default();
        part.element("b", &[("c", "<\"&")], |xml| xml.empty("d", &[]));
        let mut whole = Xml::default();
        whole.element("a", &[], |xml| xml.append(&part));
        whole.empty("e", &[]);
        let expected = "<a><b c=\"&lt;&quot;&amp;\"><d/></b></a><e/>";
        assert_eq!(whole.finish(), (expected.to_owned(), 3));
    }
}
