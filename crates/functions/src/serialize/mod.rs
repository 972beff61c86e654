//! Rows as one text: FOR XML and FOR JSON.
//!
//! A [`Shape`] says what becomes of each column; [`Shape::begin`] gives a [`Writer`], which takes the rows one after the other.

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

/// What rows become.
#[derive(Clone, Debug)]
pub enum Shape {
    /// FOR XML.
    Xml(XmlShape),
    /// FOR JSON.
    Json(JsonShape),
}

/// Takes rows.
pub trait Writer {
    /// One more row, a value for each of the shape's columns.
    fn row(&mut self, values: &[Value]) -> Result<(), SqlError>;

    /// How many bytes the text has so far.
    fn len(&self) -> usize;

    /// Whether there is nothing yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text; none where there were no rows.
    fn finish(self: Box<Self>) -> Option<String>;
}

impl Shape {
    /// A writer that has seen no row.
    pub fn begin(&self) -> Box<dyn Writer + '_> {
        match self {
            Shape::Xml(shape) => Box::new(xml::XmlWriter::new(shape)),
            Shape::Json(shape) => Box::new(json::JsonWriter::new(shape)),
        }
    }
}
