//! The methods of the type xml: value, query, exist and nodes (`xml-data-type-methods.md`).
//!
//! A column from nodes() has one node, with a mark, and the start tags of its ancestors: paths
//! begin at the node, not at a document. The binder admits such a column only as the target of a
//! method.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::xpath::{self, Item, LinkedNode, Query, Scope};
use sluice_types::xml::{self, Element, Node};
use sluice_types::{DataType, Length, SqlError, Value};
use std::rc::Rc;

pub use crate::xpath::External;

/// `value(path, type)`, with the arguments xml and path. Returns a text that the caller converts.
pub static VALUE: Function = method("VALUE", "value(path, type): the one value there.", |_| TEXT, value);
/// `query(path)`, with the arguments xml and path.
pub static QUERY: Function = method("QUERY", "query(path): the nodes there.", |_| DataType::Xml, query);
/// `modify(change)`: the xml after a change, with the arguments xml, change and name of the column
/// or variable.
pub static MODIFY: Function = Function {
    arguments: &[Argument::As(DataType::Xml), Argument::As(TEXT), Argument::As(TEXT), Argument::Any],
    arity: (3, ARGUMENTS_MAX),
    ..method("MODIFY", "modify(change): the xml after the change.", |_| DataType::Xml, modify)
};
/// `exist(path)`, with the arguments xml and path.
pub static EXIST: Function = method("EXIST", "exist(path): 1 if there is something, else 0.", |_| DataType::Bit, exist);

const fn method(
    name: &'static str,
    doc: &'static str,
    result: fn(&[DataType]) -> DataType,
    body: crate::function::Body,
) -> Function {
    // Values of the statement follow.
    let arguments = &[Argument::As(DataType::Xml), Argument::As(TEXT), Argument::Any];
    Function {
        name,
        doc,
        arity: (2, ARGUMENTS_MAX),
        deterministic: true,
        arguments,
        result,
        null_makes_null: false,
        body,
    }
}

/// Validates a method's path at binding. Returns the values of the statement that the path uses.
/// Fails with 2389 if value() could return more than one item. Fails with 2209 for invalid XQuery.
pub fn check(method: &str, path: &str) -> Result<Vec<External>, SqlError> {
    let Query { expr, externals } = xpath::parse(path, method)?;
    if method == "value" && !expr.is_single() {
        return Err(SqlError::xquery_requires_singleton(method));
    }
    Ok(externals)
}

/// Returns the rows of `nodes(path)`, a node each.
pub(crate) fn nodes(values: &[Value]) -> Result<Vec<Value>, SqlError> {
    if values[0].is_null() {
        return Ok(Vec::new());
    }
    of_items(values, "nodes", |found| found.iter().map(marked).collect())
}

fn value(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Ok(Value::Null);
    }
    of_items(values, "value", |found| found.first().map_or(Value::Null, |item| Value::text(item.text())))
}

fn query(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Ok(Value::Null);
    }
    of_items(values, "query", |found| Value::text(xpath::written(found)))
}

/// exist() is true for any item, even a false value.
fn exist(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Ok(Value::Null);
    }
    of_items(values, "exist", |found| Value::Bit(!found.is_empty()))
}

/// Fails with 5302 for NULL.
fn modify(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Err(SqlError::mutator_of_null("modify()", text_of(&values[2])));
    }
    let change = xpath::parse_modification(text_of(&values[1]))?;
    let nodes = xml::parse(text_of(&values[0]))?;
    let externals = values.get(3..).unwrap_or_default();
    let types = signature.arguments.get(3..).unwrap_or_default();
    let changed = xpath::modified(&nodes, &change, (externals, types))?;
    Ok(Value::text(xml::write(&changed)))
}

/// Validates a change at binding. Returns the values of the statement that it uses.
pub fn check_modification(change: &str) -> Result<Vec<External>, SqlError> {
    xpath::parse_modification(change).map(|change| change.externals)
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Applies `take` to the items at the path. `values` are the document, the path, and the values of
/// the statement that the path uses.
fn of_items<T>(values: &[Value], method: &str, take: impl FnOnce(&[Item<'_>]) -> T) -> Result<T, SqlError> {
    let text = text_of(&values[0]);
    let expr = xpath::parse(text_of(&values[1]), method)?.expr;
    let (mark, depth, xml) = unmarked(text);
    let nodes = xml::parse(xml)?;
    let document = Item::Document(&nodes);
    let (root, item) = match mark {
        None => (document.clone(), document),
        Some(mark) => match placed(&nodes, depth) {
            Some(place) => {
                let top = if depth == 0 { document } else { Item::Node(top_of(&place)) };
                (top, marked_item(mark, place))
            }
            None => (document.clone(), document),
        },
    };
    let scope = Scope::new(root, item, values.get(2..).unwrap_or_default());
    // exist() reads no item.
    let found = if method == "exist" { xpath::evaluate(&expr, &scope)? } else { xpath::contents(&expr, &scope)? };
    Ok(take(&found))
}

/// Returns a node column's value: a mark, the number of the node's ancestors, and the start tags of
/// the ancestors around the node. An attribute stands in its element's start tag, and its name
/// behind the mark.
fn marked(item: &Item<'_>) -> Value {
    let (mark, place) = match item {
        Item::Node(place) => (NODE.to_string(), place),
        Item::Attribute(owner, name, _) => (format!("{ATTRIBUTE}{name}"), owner),
        other => return Value::text(format!("{NODE}{END}0:{}", xpath::written(std::slice::from_ref(other)))),
    };
    let mut node = match (item, place.node) {
        (Item::Attribute(..), Node::Element(element)) => start_of(element, Vec::new()),
        (_, node) => node.clone(),
    };
    let (mut depth, mut next) = (0, place.parent.as_ref());
    while let Some(parent) = next {
        if let Node::Element(element) = parent.node {
            node = start_of(element, vec![node]);
            depth += 1;
        }
        next = parent.parent.as_ref();
    }
    Value::text(format!("{mark}{END}{depth}:{}", xml::write(&[node])))
}

/// Returns an element with other children.
fn start_of(element: &Element, children: Vec<Node>) -> Node {
    let Element { name, attributes, .. } = element;
    Node::Element(Element { name: name.clone(), attributes: attributes.clone(), children })
}

/// Splits a value into the mark of a node column with the attribute's name, the number of
/// ancestors, and the XML.
fn unmarked(text: &str) -> (Option<&str>, usize, &str) {
    let marked = text.strip_prefix(NODE).or_else(|| text.strip_prefix(ATTRIBUTE));
    let parts = marked.and_then(|marked| marked.split_once(END));
    let parts = parts.and_then(|(name, rest)| rest.split_once(':').map(|(depth, xml)| (name, depth, xml)));
    match parts {
        Some((name, depth, xml)) => (Some(name), depth.parse().unwrap_or_default(), xml),
        None => (None, 0, text.trim_start_matches([NODE, ATTRIBUTE])),
    }
}

/// Returns the node inside `depth` ancestors.
fn placed(nodes: &[Node], depth: usize) -> Option<Rc<LinkedNode<'_>>> {
    let mut place = Rc::new(LinkedNode { node: nodes.first()?, parent: None, is_partial: depth > 0 });
    for level in 1..=depth {
        let Node::Element(element) = place.node else { return None };
        let node = element.children.first()?;
        place = Rc::new(LinkedNode { node, parent: Some(place), is_partial: level < depth });
    }
    Some(place)
}

fn top_of<'d>(place: &Rc<LinkedNode<'d>>) -> Rc<LinkedNode<'d>> {
    let mut top = place;
    while let Some(parent) = &top.parent {
        top = parent;
    }
    Rc::clone(top)
}

/// Returns the item of a node column: the node, or its attribute of this name.
fn marked_item<'d>(attribute: &str, place: Rc<LinkedNode<'d>>) -> Item<'d> {
    let found = match place.node {
        Node::Element(element) => {
            element.attributes.iter().find(|(name, _)| !attribute.is_empty() && name == attribute)
        }
        _ => None,
    };
    match found {
        Some((name, value)) => Item::Attribute(place, name, value),
        None => Item::Node(place),
    }
}

/// The most arguments of a method: document, path, and values of the statement.
const ARGUMENTS_MAX: usize = 100;
const TEXT: DataType = DataType::NVarChar(Length::Max);
/// Marks of node columns: characters that XML can't contain.
const NODE: char = '\u{1}';
const ATTRIBUTE: char = '\u{2}';
const END: char = '\u{3}';
