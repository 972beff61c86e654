//! The edge table of OPENXML without WITH: a row for each node below the nodes of the row pattern
//! (`relational-databases/xml/openxml-sql-server.md`).

use super::metaproperty::{Document, TEXT_NAME, local_name, namespace_uri, parent, prefix};
use crate::xpath::{Item, LinkedNode};
use sluice_types::xml::Node;
use sluice_types::{DataType, Length, SqlError, Value};
use std::rc::Rc;

/// The columns of an edge table.
pub const EDGE_COLUMNS: [(&str, DataType); 9] = [
    ("id", DataType::BigInt),
    ("parentid", DataType::BigInt),
    ("nodetype", DataType::Int),
    ("localname", NAME),
    ("prefix", NAME),
    ("namespaceuri", NAME),
    ("datatype", NAME),
    ("prev", DataType::BigInt),
    ("text", DataType::NTEXT),
];

/// Returns the rows of the nodes `found` and of what is inside them, in document order. The
/// document itself has no row. An attribute's value is a text node of its own.
pub(super) fn rows<'d>(document: &Document<'d>, found: Vec<Item<'d>>) -> Result<Vec<Vec<Value>>, SqlError> {
    let mut rows = Vec::new();
    let mut open = found;
    open.reverse();
    while let Some(item) = open.pop() {
        SqlError::check_interruption()?;
        match &item {
            Item::Document(_) => {}
            Item::Attribute(owner, name, value) => {
                rows.push(row(document, &item, ATTRIBUTE, None));
                rows.push(value_row(document, (owner, name, value)));
            }
            Item::Node(place) => match place.node {
                Node::Element(element) => {
                    rows.push(row(document, &item, ELEMENT, None));
                    for (name, value) in &element.attributes {
                        let attribute = Item::Attribute(Rc::clone(place), name, value);
                        rows.push(row(document, &attribute, ATTRIBUTE, None));
                        rows.push(value_row(document, (place, name, value)));
                    }
                }
                Node::Text(text) => rows.push(row(document, &item, TEXT, Some(text))),
                Node::Comment(text) => rows.push(row(document, &item, COMMENT, Some(text))),
                Node::Instruction(_, text) => rows.push(row(document, &item, INSTRUCTION, Some(text))),
            },
            _ => {}
        }
        open.extend(item.children().into_iter().rev());
    }
    Ok(rows)
}

fn row<'d>(document: &Document<'d>, item: &Item<'d>, kind: i32, text: Option<&str>) -> Vec<Value> {
    let parent = parent(item).and_then(|parent| document.id(&parent));
    vec![
        number(document.id(item)),
        number(parent),
        Value::Int(kind),
        shown(local_name(item)),
        shown(prefix(item)),
        shown(namespace_uri(item)),
        // The type that a DTD or an inline schema gives the node.
        Value::Null,
        number(document.previous(item)),
        shown(text),
    ]
}

/// Returns the row of an attribute's value.
fn value_row<'d>(document: &Document<'d>, (owner, name, value): (&Rc<LinkedNode<'d>>, &'d str, &str)) -> Vec<Value> {
    let id = document.numbering.attribute_value(owner.node, name);
    let attribute = document.numbering.attribute(owner.node, name);
    let mut row = vec![Value::Null; EDGE_COLUMNS.len()];
    row[0] = number(id);
    row[1] = number(attribute);
    row[2] = Value::Int(TEXT);
    row[3] = Value::text(TEXT_NAME);
    row[8] = Value::text(value);
    row
}

fn number(id: Option<i64>) -> Value {
    id.map_or(Value::Null, Value::BigInt)
}

fn shown(text: Option<impl AsRef<str>>) -> Value {
    text.map_or(Value::Null, |text| Value::text(text.as_ref()))
}

const NAME: DataType = DataType::NVarChar(Length::Max);
const ELEMENT: i32 = 1;
const ATTRIBUTE: i32 = 2;
const TEXT: i32 = 3;
const INSTRUCTION: i32 = 7;
const COMMENT: i32 = 8;
