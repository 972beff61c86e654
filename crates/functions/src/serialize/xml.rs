//! FOR XML: the common part of its modes. That is: the writer, and the namespace declarations of
//! the outermost element.

use super::path::Branch;
use super::writer::Writer;
use super::xml_shape::{State, XmlMode, XmlShape};
use super::{auto, explicit, path, raw};
use sluice_types::{SqlError, Value};
use std::borrow::Cow;

/// Writes the rows of one FOR XML. `branches` is PATH mode's template of a row, and `state` what
/// AUTO and EXPLICIT keep open.
pub(super) struct XmlWriter<'s> {
    shape: &'s XmlShape,
    text: String,
    has_rows: bool,
    branches: Vec<Branch>,
    state: State,
}

impl<'s> XmlWriter<'s> {
    /// Returns a writer without rows, with the row template in PATH mode.
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
                self.text.push_str(&declarations(shape));
                self.text.push('>');
            }
        }
        // Without a root, each outermost element declares the prefixes.
        let declared = if shape.root.is_none() { declarations(shape) } else { Cow::Borrowed("") };
        let xsi = &*declared;
        match &shape.mode {
            XmlMode::Path(element, columns) => {
                path::row(shape, (element, columns, &self.branches), values, xsi, &mut self.state, &mut self.text)
            }
            XmlMode::Raw(element, elements) => raw::row(shape, (element, *elements), values, xsi, &mut self.text),
            XmlMode::Explicit(columns) => explicit::row(shape, columns, values, &mut self.state, &mut self.text),
            XmlMode::Auto(levels, elements) => {
                auto::row(shape, (levels, *elements), values, xsi, &mut self.state, &mut self.text)
            }
        }
    }

    fn len(&self) -> usize {
        self.text.len()
    }

    fn finish(mut self: Box<Self>) -> Option<String> {
        match &self.shape.mode {
            XmlMode::Auto(levels, _) => auto::close(levels, 0, &mut self.state, &mut self.text),
            XmlMode::Explicit(_) => explicit::close(0, self.shape.typed, &mut self.state, &mut self.text),
            XmlMode::Path(..) | XmlMode::Raw(..) => {}
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

/// Returns the declarations of an outermost start tag
/// (`relational-databases/xml/add-namespaces-to-queries-with-with-xmlnamespaces.md`).
fn declarations(shape: &XmlShape) -> Cow<'_, str> {
    match shape.xsi_nil {
        false => Cow::Borrowed(&shape.namespaces),
        true => Cow::Owned(format!("{XSI}{}", shape.namespaces)),
    }
}

pub(super) const XSI: &str = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
