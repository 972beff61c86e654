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
    /// the text where it was. A section becomes a text node. Fails with 2340, 2272 or 2273 if it
    /// doesn't end, with 2294 for an instruction `xml`, and with 9322 for `--` in a comment.
    pub(super) fn constant(&mut self) -> Result<Option<Node>, SqlError> {
        let (method, line) = (self.method, self.line());
        if let Some(text) = self.delimited("<!--", "-->", || SqlError::xquery_comment_without_end(method, line))? {
            return match text.contains("--") {
                true => Err(SqlError::xquery_hyphens_in_comment(method)),
                false => Ok(Some(Node::Comment(text))),
            };
        }
        if let Some(text) = self.delimited("<![CDATA[", "]]>", || SqlError::xquery_cdata_without_end(method))? {
            return Ok(Some(Node::Text(text)));
        }
        let endless = || SqlError::xquery_instruction_without_end(method);
        let Some(text) = self.delimited("<?", "?>", endless)? else { return Ok(None) };
        let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
        let (target, data) = text.split_at(end);
        match target.is_empty() {
            true => Err(self.wrong()),
            false if target.eq_ignore_ascii_case("xml") => Err(SqlError::xquery_instruction_named_xml(method)),
            false => Ok(Some(Node::Instruction(target.to_owned(), data.trim_start().to_owned()))),
        }
    }

    /// Returns the text between two marks, if the first is next. Fails with `endless` without the
    /// second.
    fn delimited(
        &mut self,
        begin: &str,
        end: &str,
        endless: impl FnOnce() -> SqlError,
    ) -> Result<Option<String>, SqlError> {
        let Some(rest) = self.rest.strip_prefix(begin) else { return Ok(None) };
        let (text, rest) = rest.split_once(end).ok_or_else(endless)?;
        self.rest = rest;
        Ok(Some(text.to_owned()))
    }

    /// Parses a constructor, starting at `<`. Declares the prefixes of its `xmlns:` attributes as
    /// it reads, and adds the declarations that its names need. The end tag must have the same
    /// name. Fails with 2266, 2267 or 2323 to 2326 for a missing or wrong end tag, with 2270 or
    /// 2271 for an attribute that is there twice.
    pub(super) fn element(&mut self) -> Result<Constructed, SqlError> {
        let line = self.line();
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
            self.expect("=")?;
            let parts = self.attribute_value(&attribute)?;
            if attributes.iter().any(|(known, _)| *known == attribute) {
                return Err(self.duplicate_attribute(&attribute));
            }
            if let [Part::Text(namespace)] = parts.as_slice()
                && let Some(prefix) = attribute.strip_prefix("xmlns:")
            {
                self.prefixes.declare(prefix, namespace.clone());
            }
            attributes.push((attribute, parts));
        };
        let content = if is_empty { Vec::new() } else { self.parts(None)? };
        if !is_empty {
            if self.rest.is_empty() {
                return Err(self.missing_end_tag(&name));
            }
            self.rest = &self.rest["</".len()..];
            let end = self.tag_name()?;
            if end != name {
                return Err(self.wrong_end_tag(&end, &name, line));
            }
            self.expect(">")?;
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

    /// Parses an attribute's value in its quotes. Fails with 9338 for a namespace with an
    /// expression, with 9313 for an expression beside other parts.
    fn attribute_value(&mut self, attribute: &str) -> Result<Vec<Part>, SqlError> {
        self.blanks();
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let quote = quote.ok_or_else(|| SqlError::xquery_string_expected(self.method))?;
        let line = self.line();
        self.rest = &self.rest[1..];
        let parts = self.parts(Some(quote))?;
        if self.rest.is_empty() {
            return Err(SqlError::xquery_string_without_end(self.method, line));
        }
        self.rest = &self.rest[1..];
        let has_expression = parts.iter().any(|part| matches!(part, Part::Expr(_)));
        if has_expression && (attribute == "xmlns" || attribute.starts_with("xmlns:")) {
            return Err(SqlError::xquery_computed_namespace(self.method));
        }
        match has_expression && parts.len() > 1 {
            true => Err(SqlError::xquery_mixed_attribute(self.method)),
            false => Ok(parts),
        }
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

    /// Parses an attribute's value up to its quote, or an element's content up to the end tag, or
    /// up to the end of the text. Blanks between tags and expressions don't count. Fails with 9324
    /// for a closing brace alone.
    fn parts(&mut self, quote: Option<char>) -> Result<Vec<Part>, SqlError> {
        let (mut parts, mut text) = (Vec::new(), String::new());
        let finish = |text: &mut String, parts: &mut Vec<Part>| {
            let text = std::mem::take(text);
            if !text.is_empty() && (quote.is_some() || !text.trim().is_empty()) {
                parts.push(Part::Text(resolved(&text)));
            }
        };
        loop {
            let Some(next) = self.rest.chars().next() else { return Ok(parts) };
            if self.rest.starts_with("{{") || self.rest.starts_with("}}") {
                text.push(next);
                self.rest = &self.rest[2..];
            } else if next == '{' {
                finish(&mut text, &mut parts);
                self.rest = &self.rest[1..];
                let inner: Expr = self.sequence()?;
                self.expect("}")?;
                parts.push(Part::Expr(inner));
            } else if next == '}' {
                return Err(SqlError::xquery_brace_unmatched(self.method));
            } else if Some(next) == quote || quote.is_none() && self.rest.starts_with("</") {
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
