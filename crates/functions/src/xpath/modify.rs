//! XML DML: the changes that `modify` makes
//! (`t-sql/xml/xml-data-modification-language-xml-dml.md`).
//!
//! The targets are found in the old nodes; the new nodes are a copy with the changes.

use super::ast::{Expr, Test};
use super::evaluate::{Scope, evaluate, joined};
use super::item::Item;
use super::names::External;
use super::namespaces::copied;
use super::parse::Parser;
use super::static_type::{last_test, node_type};
use sluice_base::hash::{HashMap, HashSet};
use sluice_types::xml::{self, Element, Node};
use sluice_types::{DataType, SqlError, Value};

/// A parsed change.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Modification {
    change: Change,
    /// Values of the statement, by their numbers.
    pub(crate) externals: Vec<External>,
}

#[derive(Clone, PartialEq, Debug)]
enum Change {
    /// `delete targets`.
    Delete(Expr),
    /// `insert items position target`.
    Insert(Expr, Position, Expr),
    /// `replace value of target with value`.
    Replace(Expr, Expr),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    First,
    Last,
    Before,
    After,
}

/// Parses a change. Fails with 2226 or 2337 if the target could be several nodes, with 2240, 2249
/// or 2356 for a target of a wrong kind, with 2258 for the position of an attribute, and with the
/// errors of syntax. `as first into` and `as last into` are positions; `replace value of` takes
/// attributes and texts.
pub(crate) fn parse_modification(text: &str) -> Result<Modification, SqlError> {
    let mut parser = Parser::new(text, METHOD);
    parser.prolog()?;
    let change = if parser.eat_word("delete") {
        Change::Delete(parser.sequence()?)
    } else if parser.eat_word("insert") {
        insertion(&mut parser)?
    } else if parser.eat_word("replace") {
        parser.expect_word("value")?;
        parser.expect_word("of")?;
        let target = parser.single()?;
        parser.expect_word("with")?;
        let value = parser.single()?;
        if !target.is_single() {
            return Err(SqlError::xml_replace_target_not_single(node_type(&target)));
        }
        if matches!(last_test(&target), Some(Test::Element(_))) {
            return Err(SqlError::xml_replace_target_not_simple(node_type(&target)));
        }
        Change::Replace(target, value)
    } else {
        return Err(parser.wrong());
    };
    parser.blanks();
    match parser.rest.is_empty() {
        true => Ok(Modification { change, externals: parser.take_externals() }),
        false => Err(parser.text_after_end()),
    }
}

/// Parses an insertion, whose keyword has been read.
fn insertion(parser: &mut Parser<'_>) -> Result<Change, SqlError> {
    let items = parser.single()?;
    let mut is_placed = true;
    let position = if parser.eat_word("as") {
        let is_first = parser.eat_word("first");
        if !is_first && !parser.eat_word("last") {
            return Err(SqlError::xml_insert_without_end());
        }
        parser.expect_word("into")?;
        if is_first { Position::First } else { Position::Last }
    } else if parser.eat_word("into") {
        is_placed = false;
        Position::Last
    } else if parser.eat_word("before") {
        Position::Before
    } else if parser.eat_word("after") {
        Position::After
    } else {
        return Err(SqlError::xml_insert_without_position(parser.near()));
    };
    let target = parser.single()?;
    if !target.is_single() {
        return Err(SqlError::xml_insert_target_not_single(node_type(&target)));
    }
    match (position, last_test(&target)) {
        (Position::Before | Position::After, Some(Test::Attribute(_))) => {
            return Err(SqlError::xml_insert_beside_attribute(node_type(&target)));
        }
        (
            Position::First | Position::Last,
            Some(Test::Attribute(_) | Test::Text | Test::Comment | Test::Instruction),
        ) => return Err(SqlError::xml_insert_into_other_node(node_type(&target))),
        _ => {}
    }
    if is_placed && let Some(attribute) = first_attribute(&items) {
        return Err(SqlError::xml_insert_attribute_at_position(node_type(attribute)));
    }
    Ok(Change::Insert(items, position, target))
}

/// Returns the first part of the inserted items that always gives attributes.
fn first_attribute(items: &Expr) -> Option<&Expr> {
    let parts = if let Expr::Sequence(parts) = items { parts.as_slice() } else { std::slice::from_ref(items) };
    parts.iter().find(|part| !matches!(part, Expr::If(_)) && part.yields_attribute())
}

/// The changes at a node, by the node's address.
#[derive(Default)]
struct Changes {
    deleted: HashSet<usize>,
    /// Attributes to remove from an element.
    stripped: HashMap<usize, Vec<String>>,
    /// New attributes of an element.
    attributes: HashMap<usize, Vec<(String, String)>>,
    first: HashMap<usize, Vec<Node>>,
    last: HashMap<usize, Vec<Node>>,
    before: HashMap<usize, Vec<Node>>,
    after: HashMap<usize, Vec<Node>>,
    /// New texts of text nodes, comments and instructions.
    texts: HashMap<usize, String>,
}

/// Returns the nodes after the change. The old nodes stay as they are. Attributes can be inserted
/// only into an element; values become text, but a value of the type xml is inserted as its nodes.
/// `types` are the types of the statement's values. An attribute that exists fails with 6308.
pub(crate) fn modified(
    nodes: &[Node],
    change: &Modification,
    (externals, types): (&[Value], &[DataType]),
) -> Result<Vec<Node>, SqlError> {
    let document = Item::Document(nodes);
    let scope = Scope::new(document.clone(), document, externals);
    let mut changes = Changes::default();
    let mut top = (Vec::new(), Vec::new());
    match &change.change {
        Change::Delete(targets) => {
            for target in evaluate(targets, &scope)? {
                match target {
                    Item::Node(place) => {
                        changes.deleted.insert(address(place.node));
                    }
                    Item::Attribute(owner, name, _) => {
                        changes.stripped.entry(address(owner.node)).or_default().push(name.to_owned());
                    }
                    _ => {}
                }
            }
        }
        Change::Insert(items, position, target) => {
            let (mut inserted, mut attributes) = (Vec::new(), Vec::new());
            let found = match xml_value(items, (externals, types))? {
                Some(nodes) => {
                    inserted = nodes;
                    Vec::new()
                }
                None => evaluate(items, &scope)?,
            };
            let mut follows_value = false;
            for item in found {
                let is_attribute = matches!(item, Item::Attribute(..) | Item::MadeAttribute(..));
                let is_value = item.is_value() && !is_attribute;
                match item {
                    Item::MadeAttribute(name, value) => attributes.push((name, value)),
                    Item::Attribute(_, name, value) => attributes.push((name.to_owned(), value.to_owned())),
                    Item::Node(place) => inserted.push(copied(&place)),
                    Item::Built(node) => inserted.push((*node).clone()),
                    Item::Document(nodes) => inserted.extend(nodes.iter().cloned()),
                    // Values in a row become one text, separated by blanks.
                    value => match inserted.last_mut() {
                        Some(Node::Text(text)) if follows_value => {
                            text.push(' ');
                            text.push_str(&value.text());
                        }
                        _ => inserted.push(Node::Text(value.text())),
                    },
                }
                follows_value = is_value;
            }
            match (evaluate(target, &scope)?.first(), position) {
                (Some(Item::Document(_)), Position::First) => top.0 = inserted,
                (Some(Item::Document(_)), _) => top.1 = inserted,
                (Some(Item::Node(place)), position) => {
                    let to = match position {
                        Position::First => &mut changes.first,
                        Position::Last => &mut changes.last,
                        Position::Before => &mut changes.before,
                        Position::After => &mut changes.after,
                    };
                    to.insert(address(place.node), inserted);
                    changes.attributes.insert(address(place.node), attributes);
                }
                _ => {}
            }
        }
        Change::Replace(target, value) => {
            let text = joined(&evaluate(value, &scope)?);
            match evaluate(target, &scope)?.first() {
                Some(Item::Node(place)) => {
                    changes.texts.insert(address(place.node), text);
                }
                Some(Item::Attribute(owner, name, _)) => {
                    changes.attributes.insert(address(owner.node), vec![((*name).to_owned(), text)]);
                }
                _ => {}
            }
        }
    }
    let mut made = top.0;
    made.extend(rebuilt(nodes, &changes)?);
    made.extend(top.1);
    Ok(made)
}

/// Returns the nodes of the statement's xml value that `items` is; `None` for another expression.
fn xml_value(items: &Expr, (externals, types): (&[Value], &[DataType])) -> Result<Option<Vec<Node>>, SqlError> {
    match items {
        Expr::External(number) if types.get(*number) == Some(&DataType::Xml) => {
            let text = externals.get(*number).and_then(Value::as_str);
            text.map_or_else(|| Ok(Some(Vec::new())), |text| xml::parse(text).map(Some))
        }
        _ => Ok(None),
    }
}

fn address(node: &Node) -> usize {
    std::ptr::from_ref(node).addr()
}

/// Copies nodes with the changes. The nesting is bounded by that of the parsed document.
fn rebuilt(nodes: &[Node], changes: &Changes) -> Result<Vec<Node>, SqlError> {
    let mut made = Vec::with_capacity(nodes.len());
    for node in nodes {
        let at = address(node);
        if changes.deleted.contains(&at) {
            continue;
        }
        made.extend(changes.before.get(&at).into_iter().flatten().cloned());
        let text = changes.texts.get(&at);
        made.push(match (node, text) {
            (Node::Element(element), _) => Node::Element(changed(element, at, changes)?),
            (Node::Text(_), Some(text)) => Node::Text(text.clone()),
            (Node::Comment(_), Some(text)) => Node::Comment(text.clone()),
            (Node::Instruction(target, _), Some(text)) => Node::Instruction(target.clone(), text.clone()),
            (node, None) => node.clone(),
        });
        made.extend(changes.after.get(&at).into_iter().flatten().cloned());
    }
    Ok(made)
}

fn changed(element: &Element, at: usize, changes: &Changes) -> Result<Element, SqlError> {
    let mut attributes = element.attributes.clone();
    if let Some(stripped) = changes.stripped.get(&at) {
        attributes.retain(|(name, _)| !stripped.contains(name));
    }
    for (name, value) in changes.attributes.get(&at).into_iter().flatten() {
        match attributes.iter_mut().find(|(known, _)| known == name) {
            Some(known) if changes.first.contains_key(&at) || changes.last.contains_key(&at) => {
                return Err(SqlError::xml_attribute_exists(&known.0));
            }
            Some(known) => known.1.clone_from(value),
            None => attributes.push((name.clone(), value.clone())),
        }
    }
    let mut children: Vec<Node> = changes.first.get(&at).into_iter().flatten().cloned().collect();
    children.extend(rebuilt(&element.children, changes)?);
    children.extend(changes.last.get(&at).into_iter().flatten().cloned());
    children.retain(|child| !matches!(child, Node::Text(text) if text.is_empty()));
    Ok(Element { name: element.name.clone(), attributes, children })
}

const METHOD: &str = "modify";
