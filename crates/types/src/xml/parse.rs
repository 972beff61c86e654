//! Parsing of XML. Text that is not well-formed is refused with SQL Server's message, line and
//! character.
//!
//! White space between tags is dropped, as the type xml does without `xml:space`. A document type
//! is refused with 6359 unless the caller allows one; without it, entities other than the five
//! predefined ones are unknown.

use super::document_type::DocumentType;
use super::node::{Element, Node};
use crate::error::SqlError;
use crate::memory;

/// Returns the nodes in `text`, without texts that are only white space. Fails like
/// [`parse_document`].
pub fn parse(text: &str) -> Result<Vec<Node>, SqlError> {
    parse_with(text, false)
}

/// Returns the nodes in `text`. If `keeps_blanks`, texts that are only white space stay (style 1 of
/// CONVERT, `t-sql/functions/cast-and-convert-transact-sql`).
pub fn parse_with(text: &str, keeps_blanks: bool) -> Result<Vec<Node>, SqlError> {
    parse_document(text, keeps_blanks, false)
}

/// Returns the nodes like [`parse_with`]. If `allows_type`, the text may have a document type with
/// an internal subset. Its entities and default values are applied, and it isn't a node (style 2 of
/// CONVERT, `t-sql/functions/cast-and-convert-transact-sql`). Text that isn't well-formed fails
/// with the message of its fault, which has line and column.
pub fn parse_document(text: &str, keeps_blanks: bool, allows_type: bool) -> Result<Vec<Node>, SqlError> {
    let mut parser =
        Parser { rest: text, read: 0, whole: text, depth: 0, keeps_blanks, allows_type, document_type: None };
    parser.declaration()?;
    let nodes = parser.content(None)?;
    Ok(nodes)
}

/// The text that is being parsed, and the position in it.
pub(super) struct Parser<'t> {
    pub(super) rest: &'t str,
    // Number of bytes before `rest`.
    read: usize,
    whole: &'t str,
    // Number of open elements.
    depth: usize,
    keeps_blanks: bool,
    allows_type: bool,
    pub(super) document_type: Option<DocumentType>,
}

/// Makes the error at a line and a character, both from 1.
pub(super) type Fault = fn(usize, usize) -> SqlError;

impl<'t> Parser<'t> {
    /// Returns the error of a fault at the current position: line and column count from 1, columns
    /// in UTF-16 units.
    pub(super) fn error(&self, fault: Fault) -> SqlError {
        let before = &self.whole[..self.read.min(self.whole.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.encode_utf16().count());
        fault(line, column + 1)
    }

    /// Returns the next character; `None` at the end.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Skips so many bytes, which must end at a character.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.read += bytes;
    }

    /// Skips `text` if it is next. Returns whether it was.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_it = self.rest.starts_with(text);
        if is_it {
            self.skip(text.len());
        }
        is_it
    }

    /// Skips white space. Returns whether there was any.
    pub(super) fn blanks(&mut self) -> bool {
        let length = self.rest.len() - self.rest.trim_start_matches(is_blank).len();
        self.skip(length);
        length > 0
    }

    /// Returns the text before `end` and skips `end`. Reports error `number` if the text ends
    /// first.
    pub(super) fn until(&mut self, end: &str, fault: Fault) -> Result<&'t str, SqlError> {
        let Some(at) = self.rest.find(end) else {
            self.skip(self.rest.len());
            return Err(self.error(fault));
        };
        let found = &self.rest[..at];
        self.skip(at + end.len());
        Ok(found)
    }

    /// Skips `<?xml ...?>` at the start, which is not kept.
    fn declaration(&mut self) -> Result<(), SqlError> {
        let is_declaration = self.rest.strip_prefix("<?xml").is_some_and(|rest| rest.starts_with(is_blank));
        if !is_declaration {
            return Ok(());
        }
        self.until("?>", UNEXPECTED_END).map(|_| ())
    }

    /// Parses nodes up to the end tag of `element`, or to the end of the text.
    fn content(&mut self, element: Option<&str>) -> Result<Vec<Node>, SqlError> {
        let mut nodes = Vec::new();
        let mut text = String::new();
        // White space written as character references is not dropped.
        let mut is_significant = self.keeps_blanks;
        loop {
            SqlError::check_interruption()?;
            let Some(character) = self.peek() else {
                if element.is_some() {
                    return Err(self.error(UNEXPECTED_END));
                }
                self.flush(&mut text, &mut is_significant, &mut nodes);
                return Ok(nodes);
            };
            match character {
                '<' if self.rest.starts_with("<![CDATA[") => {
                    self.skip("<![CDATA[".len());
                    text.push_str(self.until("]]>", CDATA)?);
                    is_significant = true;
                }
                '<' if element.is_none() && self.rest.starts_with("<!DOCTYPE") => {
                    self.flush(&mut text, &mut is_significant, &mut nodes);
                    if !self.allows_type {
                        return Err(SqlError::xml_with_dtd());
                    }
                    if self.document_type.is_some() || nodes.iter().any(|node| matches!(node, Node::Element(_))) {
                        return Err(self.error(DOCUMENT_SYNTAX));
                    }
                    self.document_type()?;
                }
                '<' if self.rest.starts_with("</") => {
                    self.flush(&mut text, &mut is_significant, &mut nodes);
                    let Some(element) = element else { return Err(self.error(END_TAG)) };
                    self.skip(2);
                    let name = self.name()?;
                    self.blanks();
                    if name != element {
                        return Err(self.error(END_TAG));
                    }
                    if !self.eat(">") {
                        return Err(self.error(GREATER_EXPECTED));
                    }
                    return Ok(nodes);
                }
                '<' => {
                    memory::checkpoint()?;
                    self.flush(&mut text, &mut is_significant, &mut nodes);
                    nodes.push(self.markup()?);
                }
                '&' => {
                    self.reference(&mut text)?;
                    is_significant = true;
                }
                _ => {
                    let end = self.rest.find(['<', '&']).unwrap_or(self.rest.len());
                    if let Some(at) = self.rest[..end].find(|c| !is_xml(c)) {
                        self.skip(at);
                        return Err(self.error(ILLEGAL_CHARACTER));
                    }
                    text.push_str(&self.rest[..end].replace("\r\n", "\n").replace('\r', "\n"));
                    self.skip(end);
                }
            }
        }
    }

    /// Parses an element, a comment or a processing instruction.
    fn markup(&mut self) -> Result<Node, SqlError> {
        self.skip(1);
        if self.eat("!--") {
            let comment = self.until("-->", COMMENT)?;
            return if comment.contains("--") {
                Err(self.error(COMMENT))
            } else {
                Ok(Node::Comment(comment.to_owned()))
            };
        }
        if self.rest.starts_with('!') {
            return Err(self.error(DOCUMENT_SYNTAX));
        }
        if self.eat("?") {
            let target = self.name()?;
            if target.eq_ignore_ascii_case("xml") {
                return Err(self.error(DECLARATION_PLACE));
            }
            let text = self.until("?>", UNEXPECTED_END)?.trim_start_matches(is_blank);
            return Ok(Node::Instruction(target.to_owned(), text.to_owned()));
        }
        self.element()
    }

    /// Parses an element. Fails with 6335 if elements are nested too deeply.
    fn element(&mut self) -> Result<Node, SqlError> {
        if self.depth >= DEPTH_MAX {
            return Err(SqlError::xml_too_deep(DEPTH_MAX));
        }
        let name = self.name()?;
        let mut element = Element { name: name.to_owned(), ..Element::default() };
        loop {
            let has_blank = self.blanks();
            match self.peek() {
                None => return Err(self.error(UNEXPECTED_END)),
                Some('>') => {
                    self.skip(1);
                    self.depth += 1;
                    element.children = self.content(Some(name))?;
                    self.depth -= 1;
                    self.add_defaults(&mut element);
                    return Ok(Node::Element(element));
                }
                Some('/') => {
                    self.skip(1);
                    self.add_defaults(&mut element);
                    return if self.eat(">") { Ok(Node::Element(element)) } else { Err(self.error(GREATER_EXPECTED)) };
                }
                Some(_) if !has_blank => return Err(self.error(BLANK_EXPECTED)),
                Some(_) => {
                    let attribute = self.name()?.to_owned();
                    if element.attributes.iter().any(|(known, _)| *known == attribute) {
                        return Err(self.error(DUPLICATE_ATTRIBUTE));
                    }
                    self.blanks();
                    if !self.eat("=") {
                        return Err(self.error(EQUAL_EXPECTED));
                    }
                    self.blanks();
                    let value = self.attribute_value()?;
                    element.attributes.push((attribute, value));
                }
            }
        }
    }

    /// Parses an attribute's value in quotation marks. References are replaced, and white space
    /// becomes blanks. Fails with the parser's error if no quotation mark is next, or at `<`, a
    /// character that XML doesn't allow, and the end of the text.
    pub(super) fn attribute_value(&mut self) -> Result<String, SqlError> {
        let quote =
            self.peek().filter(|quote| matches!(quote, '"' | '\'')).ok_or_else(|| self.error(STRING_EXPECTED))?;
        self.skip(1);
        let mut value = String::new();
        loop {
            match self.peek() {
                None => return Err(self.error(UNEXPECTED_END)),
                Some(end) if end == quote => {
                    self.skip(1);
                    return Ok(value);
                }
                Some('<') => return Err(self.error(LESS_IN_ATTRIBUTE)),
                Some('&') => self.reference(&mut value)?,
                Some(other) if !is_xml(other) => return Err(self.error(ILLEGAL_CHARACTER)),
                // White space is normalized to blanks.
                Some(other) => {
                    value.push(if is_blank(other) { ' ' } else { other });
                    self.skip(other.len_utf8());
                }
            }
        }
    }

    /// Parses a reference and appends what it stands for.
    fn reference(&mut self, to: &mut String) -> Result<(), SqlError> {
        self.skip(1);
        if self.eat("#") {
            let is_hexadecimal = self.eat("x");
            let (radix, wrong) = if is_hexadecimal { (16, HEX_EXPECTED) } else { (10, DIGIT_EXPECTED) };
            let end = self.rest.find(|c: char| !c.is_digit(radix)).unwrap_or(self.rest.len());
            if end == 0 {
                return Err(self.error(wrong));
            }
            let character = u32::from_str_radix(&self.rest[..end], radix).ok().and_then(char::from_u32);
            self.skip(end);
            if !self.eat(";") {
                return Err(self.error(SEMICOLON_EXPECTED));
            }
            let character = character.filter(|c| is_xml(*c)).ok_or_else(|| self.error(ILLEGAL_CHARACTER))?;
            to.push(character);
            return Ok(());
        }
        let name = self.name()?;
        if !self.eat(";") {
            return Err(self.error(SEMICOLON_EXPECTED));
        }
        if let Some((_, character)) = ENTITIES.iter().find(|(known, _)| *known == name) {
            to.push(*character);
            return Ok(());
        }
        match self.document_type.as_mut().and_then(|declared| declared.expand(name)) {
            Some(text) => to.push_str(text),
            None => return Err(self.error(ENTITY)),
        }
        Ok(())
    }

    /// Parses a name, with at most one prefix before a colon. Fails if no name is next.
    pub(super) fn name(&mut self) -> Result<&'t str, SqlError> {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        if end == 0 || !self.rest.starts_with(is_name_start) {
            return Err(self.error(if self.rest.is_empty() { UNEXPECTED_END } else { ILLEGAL_NAME }));
        }
        let name = &self.rest[..end];
        if name.starts_with(':') || name.ends_with(':') || name.matches(':').count() > 1 {
            self.skip(end);
            return Err(self.error(ILLEGAL_QUALIFIED_NAME));
        }
        self.skip(end);
        Ok(name)
    }

    /// Ends a run of characters. White space alone is dropped unless it is significant.
    fn flush(&self, text: &mut String, is_significant: &mut bool, nodes: &mut Vec<Node>) {
        let run = std::mem::take(text);
        if std::mem::replace(is_significant, self.keeps_blanks) && !run.is_empty() || !run.chars().all(is_blank) {
            nodes.push(Node::Text(run));
        }
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn is_xml(character: char) -> bool {
    !matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

fn is_name_start(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '_' | ':')
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | ':' | '-' | '.' | '\u{b7}')
}

const ENTITIES: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];
/// The maximum nesting depth of elements, as in SQL Server's type xml. Recursive walks over nodes
/// go this deep.
pub const DEPTH_MAX: usize = 128;
pub(super) const UNEXPECTED_END: Fault = SqlError::xml_unexpected_end;
const BLANK_EXPECTED: Fault = SqlError::xml_blank_expected;
const SEMICOLON_EXPECTED: Fault = SqlError::xml_semicolon_expected;
pub(super) const GREATER_EXPECTED: Fault = SqlError::xml_greater_expected;
const STRING_EXPECTED: Fault = SqlError::xml_string_expected;
const EQUAL_EXPECTED: Fault = SqlError::xml_equal_expected;
const LESS_IN_ATTRIBUTE: Fault = SqlError::xml_less_in_attribute;
const HEX_EXPECTED: Fault = SqlError::xml_hexadecimal_digit_expected;
const DIGIT_EXPECTED: Fault = SqlError::xml_decimal_digit_expected;
const ILLEGAL_CHARACTER: Fault = SqlError::xml_illegal_character;
const ILLEGAL_NAME: Fault = SqlError::xml_illegal_name;
pub(super) const DOCUMENT_SYNTAX: Fault = SqlError::xml_document_syntax;
const CDATA: Fault = SqlError::xml_cdata_syntax;
pub(super) const COMMENT: Fault = SqlError::xml_comment_syntax;
const END_TAG: Fault = SqlError::xml_end_tag_differs;
const DUPLICATE_ATTRIBUTE: Fault = SqlError::xml_duplicate_attribute;
const DECLARATION_PLACE: Fault = SqlError::xml_declaration_not_first;
const ENTITY: Fault = SqlError::xml_undeclared_entity;
const ILLEGAL_QUALIFIED_NAME: Fault = SqlError::xml_illegal_qualified_name;
