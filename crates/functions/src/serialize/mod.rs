//! Rows as one text: FOR XML and FOR JSON. Every writer's text is complete only after `finish`.
//!
//! A [`Shape`] describes the output; [`Shape::begin`] returns a [`Writer`], which takes the rows in
//! order.

mod writer;

mod scalar;

mod xml_shape;

mod raw;

mod auto;

mod explicit;

mod path;

mod json;

mod json_auto;

mod xml;

pub(crate) use json::json_text;
pub use json::{JsonColumn, JsonShape};
pub(crate) use raw::node_of as append_node;
pub use writer::Writer;
pub use xml_shape::{BinaryReference, ExplicitColumn, Level, PathColumn, XmlColumn, XmlMode, XmlShape};

/// The FOR clause of a query.
#[derive(Clone, Debug)]
pub enum Shape {
    /// FOR XML.
    Xml(XmlShape),
    /// FOR JSON.
    Json(JsonShape),
}

impl Shape {
    /// Returns a writer without rows. FOR JSON of several tables nests them in AUTO mode.
    pub fn begin(&self) -> Box<dyn Writer + '_> {
        match self {
            Shape::Xml(shape) => Box::new(xml::XmlWriter::new(shape)),
            Shape::Json(shape) if shape.levels.len() > 1 => Box::new(json_auto::AutoWriter::new(shape)),
            Shape::Json(shape) => Box::new(json::JsonWriter::new(shape)),
        }
    }
}
