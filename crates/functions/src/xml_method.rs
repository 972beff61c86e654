//! The methods of the type xml: value, query, exist and nodes (`xml-data-type-methods.md`).
//!
//! Paths on a column from nodes() begin at a node, not at a document. The column's value has a
//! mark, then the node inside the start tags of its ancestors. If a path of the statement leaves
//! the node and its ancestors' attributes, the value has the place of the node and the whole
//! document. The binder admits such a column only as the target of a method.

use crate::base64;
use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::xpath::{self, Item, LinkedNode, Query, Scope};
use sluice_types::xml::{self, Element, Node};
use sluice_types::{DataType, Length, SqlError, Value};
use std::rc::Rc;

pub use crate::xpath::External;

/// `value(path, type)`, with the arguments xml and path. Returns a text that the caller converts.
pub static VALUE: Function = method("VALUE", "value(path, type): the one value there.", |_| TEXT, value);
/// `value(path, type)` of a binary type, with the arguments xml and path.
pub static BINARY_VALUE: Function =
    method("VALUE", "value(path, type): the bytes there.", |_| DataType::VarBinary(Length::Max), binary_value);
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
/// Fails with 2389 if value() could return more than one item, with 2396 if query() returns
/// attributes, with 2374 if nodes() has no nodes. Invalid XQuery fails with the errors of
/// `xpath::syntax_error`, an undeclared variable with 2227, an undeclared prefix with 2229, nesting
/// that is too deep with 6335. Parts of XQuery that don't exist here fail with 40517.
pub fn check(method: &str, path: &str) -> Result<Vec<External>, SqlError> {
    let Query { expr, externals, .. } = xpath::parse(path, method)?;
    if method == "value" && !expr.is_single() {
        return Err(SqlError::xquery_requires_singleton(method));
    }
    if method == "query" && expr.yields_attribute() {
        return Err(SqlError::xquery_attribute_outside(method));
    }
    if method == "nodes" && expr.yields_value() {
        return Err(SqlError::xquery_requires_nodes(method, "nodes()"));
    }
    Ok(externals)
}

/// Whether a path leaves its context node and the attributes of the node's ancestors. False for a
/// path that can't be parsed.
pub fn leaves_context(method: &str, path: &str) -> bool {
    xpath::parse(path, method).is_ok_and(|query| query.leaves_context)
}

/// Returns the rows of `nodes(path)`, a node each. The arguments are xml, path, whether each row
/// needs the whole document, and values of the statement. A row with a document is made when it is
/// read. Parts of XQuery that don't exist here fail with 40517.
pub(crate) fn nodes(
    values: &[Value],
) -> Result<impl Iterator<Item = Result<Vec<Value>, SqlError>> + Send + use<>, SqlError> {
    let is_whole = matches!(values[2], Value::Bit(true));
    let externals = values.get(3..).unwrap_or_default();
    let row_of = |item: &Item<'_>, nodes: &[Node]| match is_whole {
        true => placed_row(item, nodes),
        false => NodeRow::Made(marked(item)),
    };
    let (rows, document) = if values[0].is_null() {
        (Vec::new(), String::new())
    } else {
        let rows: Vec<NodeRow> = of_items(values, externals, "nodes", |found, nodes| {
            found.iter().map(|item| row_of(item, nodes)).collect()
        })?;
        (rows, unmarked(text_of(&values[0])).xml.to_owned())
    };
    Ok(rows.into_iter().map(move |row| match row {
        NodeRow::Made(value) => Ok(vec![value]),
        NodeRow::Placed(prefix) => Ok(vec![Value::text(prefix + &document)]),
    }))
}

/// A row of nodes(): its value, or what precedes the document in it.
enum NodeRow {
    Made(Value),
    Placed(String),
}

fn value(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Ok(Value::Null);
    }
    of_items(values, &values[2..], "value", |found, _| {
        found.first().map_or(Value::Null, |item| Value::text(item.text()))
    })
}

/// The text is base64, or hexadecimal digits if the path converts to `xs:hexBinary`. NULL for
/// another text.
fn binary_value(context: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let found = value(context, signature, values)?;
    let Some(text) = found.as_str() else { return Ok(Value::Null) };
    let is_hexadecimal = xpath::parse(text_of(&values[1]), "value")?.expr.is_hexadecimal();
    let bytes = if is_hexadecimal { from_digits(text.trim()) } else { base64::decoded(text).ok() };
    Ok(bytes.map_or(Value::Null, Value::bytes))
}

/// Returns the bytes of pairs of hexadecimal digits.
fn from_digits(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let byte = |pair: &[u8]| match pair {
        [high, low] => u8::try_from(digit(high)? << 4 | digit(low)?).ok(),
        _ => None,
    };
    text.as_bytes().chunks(2).map(byte).collect()
}

fn query(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Ok(Value::Null);
    }
    of_items(values, &values[2..], "query", |found, _| Value::text(xpath::written(found)))
}

/// exist() is true for any item, even a false value.
fn exist(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Ok(Value::Null);
    }
    of_items(values, &values[2..], "exist", |found, _| Value::Bit(!found.is_empty()))
}

/// Fails with 5302 for NULL.
fn modify(_: &dyn FunctionContext, signature: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    if values[0].is_null() {
        return Err(SqlError::mutator_of_null("modify()", text_of(&values[2])));
    }
    let change = xpath::parse_modification(text_of(&values[1]))?;
    let nodes = xml::parse_with(text_of(&values[0]), true)?;
    let externals = values.get(3..).unwrap_or_default();
    let types = signature.arguments.get(3..).unwrap_or_default();
    let changed = xpath::modified(&nodes, &change, (externals, types))?;
    Ok(Value::text(xml::write(&changed)))
}

/// Validates a change of `modify` at binding, with the errors of the parser. Returns the values of
/// the statement that it uses.
pub fn check_modification(change: &str) -> Result<Vec<External>, SqlError> {
    xpath::parse_modification(change).map(|change| change.externals)
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Applies `take` to the items at the path, and to the nodes of the document. `values` are the
/// document and the path; `externals` are the values of the statement that the path uses.
fn of_items<T>(
    values: &[Value],
    externals: &[Value],
    method: &str,
    take: impl FnOnce(&[Item<'_>], &[Node]) -> T,
) -> Result<T, SqlError> {
    let query = xpath::parse(text_of(&values[1]), method)?;
    let Unmarked { mark, place, xml } = unmarked(text_of(&values[0]));
    if query.leaves_context && matches!(place, NodePlace::Inside(depth) if depth > 0) {
        return Err(SqlError::unsupported_option("XQuery path from nodes() to the children of an ancestor"));
    }
    let nodes = xml::parse_with(xml, true)?;
    let document = Item::Document(&nodes);
    let found = mark.and_then(|mark| found_at(&nodes, &place).map(|place| marked_item(mark, place)));
    let scope = Scope::new(document.clone(), found.unwrap_or(document), externals);
    Ok(take(&xpath::evaluate(&query.expr, &scope)?, &nodes))
}

/// Returns a node column's value: a mark, the number of the node's ancestors, and the start tags of
/// the ancestors around the node. An attribute stands in its element's start tag, and its name
/// behind the mark.
fn marked(item: &Item<'_>) -> Value {
    let Some((mark, place)) = mark_of(item) else {
        return Value::text(format!("{NODE}{END}0:{}", xpath::written(std::slice::from_ref(item))));
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

/// Returns the mark of an item of the document, with an attribute's name, and its node.
fn mark_of<'i, 'd>(item: &'i Item<'d>) -> Option<(String, &'i Rc<LinkedNode<'d>>)> {
    match item {
        Item::Node(place) => Some((NODE.to_string(), place)),
        Item::Attribute(owner, name, _) => Some((format!("{ATTRIBUTE}{name}"), owner)),
        _ => None,
    }
}

/// Returns the row of an item in a column with whole documents: the mark, and the numbers of the
/// branches from the document to the node. The document itself has no branch.
fn placed_row(item: &Item<'_>, nodes: &[Node]) -> NodeRow {
    let (mark, place) = match (mark_of(item), item) {
        (Some((mark, place)), _) => (mark, branches(place, nodes)),
        (None, Item::Document(_)) => (NODE.to_string(), Some(Vec::new())),
        (None, _) => (String::new(), None),
    };
    let Some(place) = place else { return NodeRow::Made(marked(item)) };
    let place: String = place.iter().map(|branch| format!("{BRANCH}{branch}")).collect();
    NodeRow::Placed(format!("{mark}{END}{WHOLE}{place}:"))
}

/// Returns the numbers of the branches from the document to a node.
fn branches(place: &Rc<LinkedNode<'_>>, nodes: &[Node]) -> Option<Vec<usize>> {
    let (mut found, mut next) = (Vec::new(), place);
    while let Some(parent) = &next.parent {
        let Node::Element(element) = parent.node else { return None };
        found.push(element.children.element_offset(next.node)?);
        next = parent;
    }
    found.push(nodes.element_offset(next.node)?);
    found.reverse();
    Some(found)
}

/// Returns an element with other children.
fn start_of(element: &Element, children: Vec<Node>) -> Node {
    let Element { name, attributes, .. } = element;
    Node::Element(Element { name: name.clone(), attributes: attributes.clone(), children })
}

/// The parts of an xml value.
struct Unmarked<'t> {
    /// The mark of a node column, as the attribute's name; empty for a node. `None` for a document.
    mark: Option<&'t str>,
    place: NodePlace,
    xml: &'t str,
}

/// The place of a node column's node in its xml.
enum NodePlace {
    /// Inside this number of start tags.
    Inside(usize),
    /// At the end of these branches of the document; without any, the document.
    At(Vec<usize>),
}

/// Splits a value into the mark of a node column, the node's place, and the XML.
fn unmarked(text: &str) -> Unmarked<'_> {
    let marked = text.strip_prefix(NODE).or_else(|| text.strip_prefix(ATTRIBUTE));
    let parts = marked.and_then(|marked| marked.split_once(END));
    let parts = parts.and_then(|(name, rest)| rest.split_once(':').map(|(place, xml)| (name, place, xml)));
    let Some((name, place, xml)) = parts else {
        return Unmarked { mark: None, place: NodePlace::Inside(0), xml: text.trim_start_matches([NODE, ATTRIBUTE]) };
    };
    let place = match place.strip_prefix(WHOLE) {
        Some(branches) => NodePlace::At(branches.split(BRANCH).filter_map(|branch| branch.parse().ok()).collect()),
        None => NodePlace::Inside(place.parse().unwrap_or_default()),
    };
    Unmarked { mark: Some(name), place, xml }
}

/// Returns the node at a place. `None` for the document.
fn found_at<'d>(nodes: &'d [Node], place: &NodePlace) -> Option<Rc<LinkedNode<'d>>> {
    let inside;
    let branches = match place {
        NodePlace::At(branches) => branches,
        NodePlace::Inside(depth) => {
            inside = vec![0; depth + 1];
            &inside
        }
    };
    let (first, rest) = branches.split_first()?;
    let mut place = Rc::new(LinkedNode { node: nodes.get(*first)?, parent: None });
    for branch in rest {
        let Node::Element(element) = place.node else { return None };
        let node = element.children.get(*branch)?;
        place = Rc::new(LinkedNode { node, parent: Some(place) });
    }
    Some(place)
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
/// The mark of a place in a whole document, and what precedes each number of a branch.
const WHOLE: char = 'w';
const BRANCH: char = '.';
