//! The methods of the type xml: value, query, exist and nodes (`xml-data-type-methods.md`).
//!
//! A column from nodes() has one node, with a mark: paths begin at the node, not at a document. The
//! binder admits such a column only as the target of a method.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::xpath::{self, Expr, Item};
use sluice_types::xml::{self, Node};
use sluice_types::{DataType, Length, SqlError, Value};

/// `value(path, type)`, with the arguments xml and path. Returns a text that the caller converts.
pub static VALUE: Function = method("VALUE", "value(path, type): the one value there.", |_| TEXT, value);
/// `query(path)`, with the arguments xml and path.
pub static QUERY: Function = method("QUERY", "query(path): the nodes there.", |_| DataType::Xml, query);
/// `exist(path)`, with the arguments xml and path.
pub static EXIST: Function = method("EXIST", "exist(path): 1 if there is something, else 0.", |_| DataType::Bit, exist);

const fn method(
    name: &'static str,
    doc: &'static str,
    result: fn(&[DataType]) -> DataType,
    body: crate::function::Body,
) -> Function {
    let arguments = &[Argument::As(DataType::Xml), Argument::As(TEXT)];
    Function { name, doc, arity: (2, 2), deterministic: true, arguments, result, null_makes_null: true, body }
}

/// Validates a method's path at binding. Fails with 2389 if value() could return more than one
/// item.
pub fn check(method: &str, path: &str) -> Result<(), SqlError> {
    let expr = xpath::parse(path, method)?;
    if method == "value" && !expr.is_single() {
        return Err(SqlError::xquery_requires_singleton(method));
    }
    Ok(())
}

/// Returns the rows of `nodes(path)`, a node each.
pub(crate) fn nodes(document: &Value, path: &Value) -> Result<Vec<Value>, SqlError> {
    let Some(text) = document.as_str() else { return Ok(Vec::new()) };
    of_items(text, path, "nodes", |_, found| {
        let marked = |item: &Item<'_>| match item {
            Item::Attribute(name, value) => Value::text(format!("{ATTRIBUTE}{name}={value}")),
            other => Value::text(format!("{NODE}{}", written(std::slice::from_ref(other)))),
        };
        found.iter().map(marked).collect()
    })
}

fn value(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    of_items(text_of(&values[0]), &values[1], "value", |_, found| {
        found.first().map_or(Value::Null, |item| Value::text(item.text()))
    })
}

fn query(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    of_items(text_of(&values[0]), &values[1], "query", |_, found| Value::text(written(found)))
}

/// exist() is true for any item, even a false value.
fn exist(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    of_items(text_of(&values[0]), &values[1], "exist", |_, found| Value::Bit(!found.is_empty()))
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Applies `take` to the items at the path.
fn of_items<T>(
    text: &str,
    path: &Value,
    method: &str,
    take: impl FnOnce(&Expr, &[Item<'_>]) -> T,
) -> Result<T, SqlError> {
    let expr = xpath::parse(text_of(path), method)?;
    if let Some((name, value)) = text.strip_prefix(ATTRIBUTE).and_then(|attribute| attribute.split_once('=')) {
        let item = Item::Attribute(name, value);
        return Ok(take(&expr, &xpath::evaluate(&expr, &item, &item)));
    }
    let nodes = xml::parse(text.strip_prefix(NODE).unwrap_or(text))?;
    let root = Item::Document(&nodes);
    let item = match nodes.first() {
        Some(node) if text.starts_with(NODE) => Item::Node(node),
        _ => root.clone(),
    };
    Ok(take(&expr, &xpath::evaluate(&expr, &root, &item)))
}

/// Returns the items as XML. A blank separates adjacent values.
fn written(items: &[Item<'_>]) -> String {
    let mut text = String::new();
    let mut after_value = false;
    for item in items {
        let is_value = !matches!(item, Item::Document(_) | Item::Node(_));
        if is_value && after_value {
            text.push(' ');
        }
        after_value = is_value;
        match item {
            Item::Document(nodes) => nodes.iter().for_each(|node: &Node| xml::write_node(node, &mut text)),
            Item::Node(node) => xml::write_node(node, &mut text),
            value => xml::escape_text(&value.text(), &mut text),
        }
    }
    text
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
/// Marks of node columns: characters that XML can't contain.
const NODE: char = '\u{1}';
const ATTRIBUTE: char = '\u{2}';
