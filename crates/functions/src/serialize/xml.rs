//! FOR XML: the common part of its modes.

use super::auto::{self, Level};
use super::path::{self, Branch, PathColumn};
use super::{Writer, raw};
use sluice_types::{DataType, SqlError, Value};

/// The FOR XML clause of a query.
#[derive(Clone, Debug)]
pub struct XmlShape {
    /// The mode, with the columns' nodes.
    pub mode: XmlMode,
    /// The columns of the rows.
    pub columns: Vec<XmlColumn>,
    /// ROOT: the enclosing element.
    pub root: Option<String>,
    /// TYPE: whether the result is of type xml.
    pub typed: bool,
    /// ELEMENTS XSINIL: NULL becomes an element with `xsi:nil`.
    pub xsi_nil: bool,
}

/// A column of FOR XML.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XmlColumn {
    /// The column's name; empty if it has none.
    pub name: String,
    /// The column's type.
    pub data_type: DataType,
}

/// The modes of FOR XML.
#[derive(Clone, Debug)]
pub enum XmlMode {
    /// PATH: the row's element (empty for none), and the path of each column.
    Path(String, Vec<PathColumn>),
    /// RAW: the row's element, and whether columns are elements rather than attributes.
    Raw(String, bool),
    /// AUTO: nested elements, one per table, outermost first, and whether columns are elements.
    Auto(Vec<Level>, bool),
}

pub(super) struct XmlWriter<'s> {
    shape: &'s XmlShape,
    text: String,
    has_rows: bool,
    branches: Vec<Branch>,
    state: State,
}

/// The state left by the preceding rows.
#[derive(Default)]
pub(super) struct State {
    /// Whether the last node is an atomic value: a blank separates the next one.
    pub(super) after_data: bool,
    /// AUTO: the values of the open elements, per level.
    pub(super) open: Vec<Vec<Value>>,
}

impl XmlShape {
    /// Validates an XML name. Fails with 6850.
    pub fn check_name(kind: &str, name: &str) -> Result<(), SqlError> {
        let is_first = |c: char| c.is_alphabetic() || c == '_';
        let is_next = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '\u{b7}');
        let mut characters = name.chars();
        let wrong = match characters.next() {
            Some(first) if !is_first(first) => Some(first),
            _ => characters.find(|c| !is_next(*c)),
        };
        match wrong {
            Some(wrong) => {
                let code = format!("0x{:04X}", wrong as u32);
                Err(SqlError::invalid_xml_name(kind, name, wrong, code))
            }
            None => Ok(()),
        }
    }
}

impl<'s> XmlWriter<'s> {
    pub(super) fn new(shape: &'s XmlShape) -> XmlWriter<'s> {
        let branches = match &shape.mode {
            XmlMode::Path(_, columns) => path::branches(columns),
            _ => Vec::new(),
        };
        XmlWriter { shape, text: String::new(), has_rows: false, branches, state: State::default() }
    }
}

impl Writer for XmlWriter<'_> {
    fn row(&mut self, values: &[Value]) -> Result<(), SqlError> {
        let shape = self.shape;
        if !self.has_rows {
            self.has_rows = true;
            if let Some(root) = &shape.root {
                self.text.push('<');
                self.text.push_str(root);
                self.text.push_str(if shape.xsi_nil { XSI } else { "" });
                self.text.push('>');
            }
        }
        // Without a root, each outermost element declares the prefix.
        let xsi = if shape.xsi_nil && shape.root.is_none() { XSI } else { "" };
        match &shape.mode {
            XmlMode::Path(element, columns) => {
                path::row(shape, (element, columns, &self.branches), values, xsi, &mut self.state, &mut self.text)
            }
            XmlMode::Raw(element, elements) => raw::row(shape, (element, *elements), values, xsi, &mut self.text),
            XmlMode::Auto(levels, elements) => {
                auto::row(shape, (levels, *elements), values, xsi, &mut self.state, &mut self.text)
            }
        }
    }

    fn len(&self) -> usize {
        self.text.len()
    }

    fn finish(mut self: Box<Self>) -> Option<String> {
        if let XmlMode::Auto(levels, _) = &self.shape.mode {
            auto::close(levels, 0, &mut self.state, &mut self.text);
        }
        if !self.has_rows {
            return None;
        }
        if let Some(root) = &self.shape.root {
            self.text.push_str("</");
            self.text.push_str(root);
            self.text.push('>');
        }
        Some(self.text)
    }
}

const XSI: &str = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
