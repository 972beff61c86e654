//! Rows as one text: FOR XML and FOR JSON.
//!
//! A [`Shape`] describes the output; [`Shape::begin`] returns a [`Writer`], which takes the rows in
//! order.

mod auto;
mod json;
mod path;
mod raw;
mod scalar;
mod xml;

pub use auto::Level;
pub(crate) use json::json_text;
pub use json::{JsonColumn, JsonShape};
pub use path::PathColumn;
pub use xml::{XmlColumn, XmlMode, XmlShape};

use sluice_types::{SqlError, Value};

/// The FOR clause of a query.
#[derive(Clone, Debug)]
pub enum Shape {
    /// FOR XML.
    Xml(XmlShape),
    /// FOR JSON.
    Json(JsonShape),
}

/// Serializes rows.
pub trait Writer {
    /// Takes a row: a value for each of the shape's columns.
    fn row(&mut self, values: &[Value]) -> Result<(), SqlError>;

    /// Returns the current length of the text in bytes.
    fn len(&self) -> usize;

    /// Returns whether the text is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the text; `None` without rows.
    fn finish(self: Box<Self>) -> Option<String>;
}

impl Shape {
    /// Returns a writer without rows.
    pub fn begin(&self) -> Box<dyn Writer + '_> {
        match self {
            Shape::Xml(shape) => Box::new(xml::XmlWriter::new(shape)),
            Shape::Json(shape) => Box::new(json::JsonWriter::new(shape)),
        }
    }
}
