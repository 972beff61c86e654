//! Direct constructors: `<name attribute="{value}">content</name>`, and items as XML text.

use super::ast::{Constructed, Expr, Part};
use super::item::{Item, LinkedNode};
use super::namespaces::{copied, copied_without};
use super::parse::{Parser, is_name};
use sluice_types::SqlError;
use sluice_types::xml::{self, Node};
use std::rc::Rc;

impl Parser<'_> {
    /// Parses a comment, a processing instruction or a CDATA section, if one is next. `None` leaves
    /// the text where it was. A section becomes a text node.
    pub(super) fn constant(&mut self) -> Result<Option<Node>, SqlError> {
        if let Some(text) = self.delimited("<!--", "-->")? {
            return Ok(Some(Node::Comment(text)));
        }
        if let Some(text) = self.delimited("<![CDATA[", "]]>")? {
            return Ok(Some(Node::Text(text)));
        }
        let Some(text) = self.delimited("<?", "?>")? else { return Ok(None) };
        let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
        let (target, data) = text.split_at(end);
        match target.is_empty() {
            true => Err(self.wrong()),
            false => Ok(Some(Node::Instruction(target.to_owned(), data.trim_start().to_owned()))),
        }
    }

    /// Returns the text between two marks, if the first is next.
    fn delimited(&mut self, begin: &str, end: &str) -> Result<Option<String>, SqlError> {
        let Some(rest) = self.rest.strip_prefix(begin) else { return Ok(None) };
        let (text, rest) = rest.split_once(end).ok_or_else(|| self.wrong())?;
        self.rest = rest;
        Ok(Some(text.to_owned()))
    }

    /// Parses a constructor, starting at `<`. Declares the prefixes of its `xmlns:` attributes as
    /// it reads, and adds the declarations that its names need. The end tag must have the same
    /// name.
    pub(super) fn element(&mut self) -> Result<Constructed, SqlError> {
        self.rest = &self.rest[1..];
        let name = self.tag_name()?;
        let mut attributes: Vec<(String, Vec<Part>)> = Vec::new();
        let is_empty = loop {
            self.blanks();
            if self.eat("/>") {
                break true;
            }
            if self.eat(">") {
                break false;
            }
            let attribute = self.tag_name()?;
            if !self.eat("=") {
                return Err(self.wrong());
            }
            self.blanks();
            let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or_else(|| self.wrong())?;
            self.rest = &self.rest[1..];
            let parts = self.parts(Some(quote))?;
            if let [Part::Text(namespace)] = parts.as_slice()
                && let Some(prefix) = attribute.strip_prefix("xmlns:")
            {
                self.prefixes.declare(prefix, namespace.clone());
            }
            attributes.push((attribute, parts));
        };
        let content = if is_empty { Vec::new() } else { self.parts(None)? };
        if !is_empty {
            self.rest = &self.rest["</".len()..];
            if self.tag_name()? != name || !self.eat(">") {
                return Err(self.wrong());
            }
        }
        let names =
            attributes.iter().map(|(name, _)| name).filter(|name| name.contains(':') && !name.starts_with("xml"));
        let mut declared: Vec<(String, String)> = Vec::new();
        for name in std::iter::once(&name).chain(names) {
            let needed = self.prefixes.declaration(name, self.method)?;
            let is_known = |known: &str| {
                attributes.iter().any(|(own, _)| own == known) || declared.iter().any(|(own, _)| own == known)
            };
            if let Some(needed) = needed.filter(|(attribute, _)| !is_known(attribute)) {
                declared.push(needed);
            }
        }
        Ok(Constructed { name, attributes, content, declared })
    }

    fn tag_name(&mut self) -> Result<String, SqlError> {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.wrong());
        }
        let name = self.rest[..end].to_owned();
        self.rest = &self.rest[end..];
        Ok(name)
    }

    /// Parses an attribute's value up to its quote, or an element's content up to the end tag.
    /// Blanks between tags and expressions don't count.
    fn parts(&mut self, quote: Option<char>) -> Result<Vec<Part>, SqlError> {
        let (mut parts, mut text) = (Vec::new(), String::new());
        let finish = |text: &mut String, parts: &mut Vec<Part>| {
            let text = std::mem::take(text);
            if !text.is_empty() && (quote.is_some() || !text.trim().is_empty()) {
                parts.push(Part::Text(resolved(&text)));
            }
        };
        loop {
            let Some(next) = self.rest.chars().next() else { return Err(self.wrong()) };
            if self.rest.starts_with("{{") || self.rest.starts_with("}}") {
                text.push(next);
                self.rest = &self.rest[2..];
            } else if next == '{' {
                finish(&mut text, &mut parts);
                self.rest = &self.rest[1..];
                let inner: Expr = self.sequence()?;
                if !self.eat("}") {
                    return Err(self.wrong());
                }
                parts.push(Part::Expr(inner));
            } else if Some(next) == quote {
                finish(&mut text, &mut parts);
                self.rest = &self.rest[1..];
                return Ok(parts);
            } else if quote.is_none() && self.rest.starts_with("</") {
                finish(&mut text, &mut parts);
                return Ok(parts);
            } else if quote.is_none() && next == '<' {
                finish(&mut text, &mut parts);
                parts.push(Part::Expr(match self.constant()? {
                    Some(node) => Expr::Constant(node),
                    None => Expr::Element(Box::new(self.nested(Self::element)?)),
                }));
            } else {
                text.push(next);
                self.rest = &self.rest[next.len_utf8()..];
            }
        }
    }
}

/// Returns a text with the predefined entities and character references resolved. An unknown entity
/// stays as it is.
pub(super) fn resolved(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let (mut done, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('&') {
        done.push_str(&rest[..at]);
        let end = rest[at..].find(';').map(|end| at + end);
        let entity = end.map(|end| &rest[at + 1..end]);
        let character = entity.and_then(|entity| match entity {
            "lt" => Some('<'),
            "gt" => Some('>'),
            "amp" => Some('&'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            number => match (number.strip_prefix("#x"), number.strip_prefix('#')) {
                (Some(hex), _) => u32::from_str_radix(hex, 16).ok().and_then(char::from_u32),
                (None, Some(decimal)) => decimal.parse().ok().and_then(char::from_u32),
                (None, None) => None,
            },
        });
        match (character, end) {
            (Some(character), Some(end)) => {
                done.push(character);
                rest = &rest[end + 1..];
            }
            _ => {
                done.push('&');
                rest = &rest[at + 1..];
            }
        }
    }
    done.push_str(rest);
    done
}

/// Returns the items as XML. A blank separates adjacent values. Markup characters in values are
/// escaped; nodes carry the namespace declarations they need.
pub(crate) fn written(items: &[Item<'_>]) -> String {
    let mut text = String::new();
    let mut after_value = false;
    for item in items {
        if item.is_value() && after_value {
            text.push(' ');
        }
        after_value = item.is_value();
        match item {
            Item::Document(nodes) => nodes.iter().for_each(|node: &Node| xml::write_node(node, &mut text)),
            Item::Node(place) => xml::write_node(&copied(place), &mut text),
            Item::Built(node) => xml::write_node(node, &mut text),
            value => xml::escape_text(&value.text(), &mut text),
        }
    }
    text
}

/// Returns an element as XML, without the nodes and attributes in `left_out`.
pub(crate) fn written_without(place: &Rc<LinkedNode<'_>>, left_out: &[Item<'_>]) -> String {
    let mut text = String::new();
    xml::write_node(&copied_without(place, left_out), &mut text);
    text
}
