//! Parses FOR XML, FOR JSON and FOR BROWSE.

use super::parser::{Parsed, Parser};
use crate::ast::{ForClause, ForJson, ForXml, XmlElements, XmlMode};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether FOR is next, unless UPDATE or READ follows, which belong to a cursor.
    pub(crate) fn at_for_clause(&self) -> bool {
        self.at_keyword(Keyword::For) && !self.ahead(1).is(Keyword::Update) && !self.ahead(1).is(Keyword::Read)
    }

    /// Parses `FOR BROWSE | XML ... | JSON ...`; other words are syntax errors. Directives may come
    /// in any order and repeat. FOR XML takes the statement's XML namespaces.
    pub(crate) fn for_clause(&mut self) -> Parsed<ForClause> {
        self.expect_keyword(Keyword::For)?;
        if self.eat_keyword(Keyword::Browse) {
            return Ok(ForClause::Browse);
        }
        if self.eat_word("xml") {
            return self.for_xml().map(ForClause::Xml);
        }
        if self.eat_word("json") {
            return self.for_json().map(ForClause::Json);
        }
        Err(self.incorrect())
    }

    fn for_xml(&mut self) -> Parsed<ForXml> {
        let mode = if self.eat_word("raw") {
            XmlMode::Raw(self.string_in_parentheses()?)
        } else if self.eat_word("auto") {
            XmlMode::Auto
        } else if self.eat_word("explicit") {
            XmlMode::Explicit
        } else {
            self.expect_word("path")?;
            XmlMode::Path(self.string_in_parentheses()?)
        };
        let mut clause = ForXml {
            mode,
            elements: None,
            typed: false,
            root: None,
            binary_base64: false,
            xml_data: false,
            xml_schema: None,
            namespaces: self.namespaces.clone(),
        };
        while self.eat(TokenKind::Comma) {
            self.xml_directive(&mut clause)?;
        }
        Ok(clause)
    }

    fn xml_directive(&mut self, clause: &mut ForXml) -> Parsed<()> {
        if self.eat_word("type") {
            clause.typed = true;
        } else if self.eat_word("root") {
            clause.root = Some(self.string_in_parentheses()?);
        } else if self.eat_word("elements") {
            let nil = self.eat_word("xsinil");
            if !nil {
                self.eat_word("absent");
            }
            clause.elements = Some(if nil { XmlElements::XsiNil } else { XmlElements::Absent });
        } else if self.eat_word("xmldata") {
            clause.xml_data = true;
        } else if self.eat_word("xmlschema") {
            clause.xml_schema = Some(self.string_in_parentheses()?);
        } else {
            self.expect_word("binary")?;
            self.expect_word("base64")?;
            clause.binary_base64 = true;
        }
        Ok(())
    }

    fn for_json(&mut self) -> Parsed<ForJson> {
        let path = self.eat_word("path");
        if !path {
            self.expect_word("auto")?;
        }
        let mut clause = ForJson { path, root: None, include_null_values: false, without_array_wrapper: false };
        while self.eat(TokenKind::Comma) {
            if self.eat_word("root") {
                clause.root = Some(self.string_in_parentheses()?);
            } else if self.eat_word("include_null_values") {
                clause.include_null_values = true;
            } else {
                self.expect_word("without_array_wrapper")?;
                clause.without_array_wrapper = true;
            }
        }
        Ok(clause)
    }

    /// `[('text')]`.
    fn string_in_parentheses(&mut self) -> Parsed<Option<Box<str>>> {
        if !self.eat(TokenKind::LeftParen) {
            return Ok(None);
        }
        let text = self.string()?;
        self.expect(TokenKind::RightParen)?;
        Ok(Some(text))
    }
}
