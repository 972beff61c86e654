//! Document types: `<!DOCTYPE name [declarations]>`
//! (style 2 of CONVERT, `t-sql/functions/cast-and-convert-transact-sql`).
//!
//! Entities with a text and default values of attributes are applied. Other declarations, and
//! subsets outside the document, have no effect.

use super::node::Element;
use super::parse::{COMMENT, DOCUMENT_SYNTAX, GREATER_EXPECTED, Parser, UNEXPECTED_END};
use crate::error::SqlError;

/// The declarations of a document type.
#[derive(Default)]
pub(super) struct DocumentType {
    /// Names and texts of entities.
    entities: Vec<(String, String)>,
    /// Elements, attributes and their default values.
    defaults: Vec<(String, String, String)>,
    /// Number of bytes that references to entities have added.
    expanded: usize,
}

impl DocumentType {
    /// Returns the text of an entity. The first declaration of a name counts. `None` also if the
    /// texts of all references would exceed [`EXPANDED_BYTES_MAX`].
    pub(super) fn expand(&mut self, name: &str) -> Option<&str> {
        let text = self.entities.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())?;
        self.expanded += text.len();
        (self.expanded <= EXPANDED_BYTES_MAX).then_some(text)
    }
}

impl Parser<'_> {
    /// Parses a document type, which is next, and keeps its entities and default values. External
    /// parts aren't read. Fails with the error of the parser at the place of the fault.
    pub(super) fn document_type(&mut self) -> Result<(), SqlError> {
        self.skip("<!DOCTYPE".len());
        self.blanks();
        self.name()?;
        self.document_type = Some(DocumentType::default());
        self.blanks();
        while !self.rest.starts_with(['[', '>']) {
            self.external_part()?;
        }
        if self.eat("[") {
            while !self.eat("]") {
                self.declaration_in_subset()?;
            }
            self.blanks();
        }
        if self.eat(">") { Ok(()) } else { Err(self.error(GREATER_EXPECTED)) }
    }

    /// Skips a word or a quoted text of an external subset.
    fn external_part(&mut self) -> Result<(), SqlError> {
        match self.peek() {
            Some('"' | '\'') => self.attribute_value().map(|_| ())?,
            Some(_) => self.name().map(|_| ())?,
            None => return Err(self.error(UNEXPECTED_END)),
        }
        self.blanks();
        Ok(())
    }

    fn declaration_in_subset(&mut self) -> Result<(), SqlError> {
        SqlError::check_interruption()?;
        if self.blanks() {
            return Ok(());
        }
        if self.eat("<!--") {
            return self.until("-->", COMMENT).map(|_| ());
        }
        if self.eat("<?") {
            return self.until("?>", UNEXPECTED_END).map(|_| ());
        }
        if self.eat("<!ENTITY") {
            return self.entity();
        }
        if self.eat("<!ATTLIST") {
            return self.attributes();
        }
        match self.eat("<!ELEMENT") || self.eat("<!NOTATION") {
            true => self.until(">", UNEXPECTED_END).map(|_| ()),
            false => Err(self.error(DOCUMENT_SYNTAX)),
        }
    }

    /// Parses an entity. One outside the document stays undeclared. Entities in its text are
    /// expanded here, so that none contains itself.
    fn entity(&mut self) -> Result<(), SqlError> {
        self.blanks();
        if self.rest.starts_with('%') {
            return Err(self.error(DOCUMENT_SYNTAX));
        }
        let name = self.name()?.to_owned();
        self.blanks();
        if !self.rest.starts_with(['"', '\'']) {
            return self.until(">", UNEXPECTED_END).map(|_| ());
        }
        let text = self.attribute_value()?;
        if let Some(declared) = &mut self.document_type {
            declared.entities.push((name, text));
        }
        self.blanks();
        if self.eat(">") { Ok(()) } else { Err(self.error(GREATER_EXPECTED)) }
    }

    /// Parses the attributes of an element: for each its name, type and default.
    fn attributes(&mut self) -> Result<(), SqlError> {
        self.blanks();
        let element = self.name()?.to_owned();
        loop {
            self.blanks();
            if self.eat(">") {
                return Ok(());
            }
            let name = self.name()?.to_owned();
            self.blanks();
            if !self.rest.starts_with('(') {
                self.name()?;
                self.blanks();
            }
            if self.eat("(") {
                self.until(")", UNEXPECTED_END)?;
                self.blanks();
            }
            if self.eat("#REQUIRED") || self.eat("#IMPLIED") {
                continue;
            }
            self.eat("#FIXED");
            self.blanks();
            let value = self.attribute_value()?;
            if let Some(declared) = &mut self.document_type {
                declared.defaults.push((element.clone(), name, value));
            }
        }
    }

    /// Adds the default values of the attributes that an element lacks.
    pub(super) fn add_defaults(&self, element: &mut Element) {
        let Some(declared) = &self.document_type else { return };
        for (_, name, value) in declared.defaults.iter().filter(|(owner, ..)| *owner == element.name) {
            if !element.attributes.iter().any(|(known, _)| known == name) {
                element.attributes.push((name.clone(), value.clone()));
            }
        }
    }
}

/// The most bytes that a document's references to entities may add.
const EXPANDED_BYTES_MAX: usize = 1024 * 1024;
