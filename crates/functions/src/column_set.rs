//! Column sets: the sparse columns of a row as one xml value, and back
//! (`relational-databases/tables/use-column-sets`).

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::serialize::append_node;
use sluice_types::xml::{self, Element, Node};
use sluice_types::{DataType, Length, SqlError, Value};

/// The value of a column set: an element for each column that isn't NULL. The arguments are the
/// name of each column's element and the column, in turn. NULL if all columns are.
pub static READ: Function = Function {
    name: "COLUMN_SET",
    doc: "The sparse columns of a row as xml.",
    arity: (0, 2 * COLUMNS_MAX),
    deterministic: true,
    arguments: &[Argument::Any],
    result: |_| DataType::Xml,
    null_makes_null: false,
    body: read,
};

/// The text of a column in a column set, NULL if the set lacks it. The arguments are the xml value,
/// the name of the column set, the name of the column's element, and those of all columns.
///
/// Fails with 9524 if the value is no list of elements with text, with 9523 for an element of
/// another name, with 9525 for a repeated one.
pub static WRITE: Function = Function {
    name: "COLUMN_OF_SET",
    doc: "A sparse column's text in the xml of a column set.",
    arity: (3, 3 + COLUMNS_MAX),
    deterministic: true,
    arguments: &[Argument::As(DataType::Xml), Argument::As(TEXT)],
    result: |_| TEXT,
    null_makes_null: false,
    body: write,
};

fn read(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let mut text = String::new();
    for (pair, types) in values.chunks_exact(2).zip(signature.arguments.chunks_exact(2)) {
        let (Some(name), [_, value], [_, data_type]) = (pair[0].as_str(), pair, types) else { continue };
        if !value.is_null() {
            text.push_str(&format!("<{name}>"));
            append_node(value, data_type, &mut text)?;
            text.push_str(&format!("</{name}>"));
        }
    }
    Ok(if text.is_empty() { Value::Null } else { Value::text(text) })
}

fn write(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let [given, set, wanted, columns @ ..] = values else { return Ok(Value::Null) };
    if given.is_null() {
        return Ok(Value::Null);
    }
    let (set, wanted) = (text(set), text(wanted));
    // Bulk loads and texts of files begin with a byte order mark.
    let given = given.as_str().unwrap_or_default();
    let nodes = xml::parse(given.strip_prefix('\u{FEFF}').unwrap_or(given))?;
    let (mut found, mut seen) = (Value::Null, Vec::new());
    for node in &nodes {
        let Node::Element(element) = node else { return Err(SqlError::malformed_column_set()) };
        let name = columns.iter().map(text).find(|name| is_same(name, &element.name));
        let name = name.ok_or_else(|| SqlError::column_not_in_set(&set, &element.name))?;
        if seen.contains(&name) {
            return Err(SqlError::column_twice_in_set(&set, &element.name));
        }
        let content = content_of(element)?;
        if is_same(&name, &wanted) {
            found = Value::text(content);
        }
        seen.push(name);
    }
    Ok(found)
}

/// Returns the text of an element without attributes and child elements.
fn content_of(element: &Element) -> Result<String, SqlError> {
    let is_text = |node: &Node| matches!(node, Node::Text(_));
    if !element.attributes.is_empty() || !element.children.iter().all(is_text) {
        return Err(SqlError::malformed_column_set());
    }
    Ok(element.children.iter().map(Node::text).collect())
}

/// Names of columns don't differ by case.
fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
/// The greatest number of sparse columns.
const COLUMNS_MAX: usize = 30_000;
