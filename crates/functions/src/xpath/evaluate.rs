//! Evaluates an expression on a document to items. An interrupted request gets empty results, and
//! the caller notices the interrupt.

use super::ast::{Arithmetic, Clause, Constructed, Expr, Flwor, NameTest, Part, Start, Step, Test};
use super::call::{call, holds};
use super::item::{Item, LinkedNode};
use super::namespaces::{copied, namespace_at, split};
use super::places::{compared, in_document_order};
use crate::base64;
use sluice_base::hash::HashSet;
use sluice_base::interruption::is_raised;
use sluice_types::xml::{Element, Node};
use sluice_types::{Comparison, SqlError, Value};
use std::cmp::Ordering;
use std::rc::Rc;

/// The values that an expression sees: the document, the context item, its variables, and the
/// statement's values. `position` and `count` are those of the item within a condition. Copying a
/// scope is cheap.
#[derive(Clone)]
pub(crate) struct Scope<'d> {
    pub(crate) root: Item<'d>,
    pub(crate) item: Item<'d>,
    pub(crate) externals: &'d [Value],
    pub(super) position: usize,
    pub(super) count: usize,
    variables: Option<Rc<Variable<'d>>>,
}

struct Variable<'d> {
    name: String,
    items: Vec<Item<'d>>,
    outer: Option<Rc<Variable<'d>>>,
}

impl<'d> Scope<'d> {
    /// Returns the scope of an expression whose context is `item` in the document `root`.
    pub(crate) fn new(root: Item<'d>, item: Item<'d>, externals: &'d [Value]) -> Scope<'d> {
        Scope { root, item, externals, position: 1, count: 1, variables: None }
    }

    fn with(&self, name: &str, items: Vec<Item<'d>>) -> Scope<'d> {
        let variable = Variable { name: name.to_owned(), items, outer: self.variables.clone() };
        Scope { variables: Some(Rc::new(variable)), ..self.clone() }
    }

    fn variable(&self, name: &str) -> Vec<Item<'d>> {
        let mut next = self.variables.as_ref();
        while let Some(variable) = next {
            if variable.name == name {
                return variable.items.clone();
            }
            next = variable.outer.as_ref();
        }
        Vec::new()
    }
}

/// Items, or the error of an expression.
pub(super) type Items<'d> = Result<Vec<Item<'d>>, SqlError>;

/// Returns the items of `expr`. Comparisons hold if any pair of items satisfies them. Fails with
/// 40517 for values of the wrong kind in arithmetic; an interrupted request gets no items.
pub(crate) fn evaluate<'d>(expr: &Expr, at: &Scope<'d>) -> Items<'d> {
    if is_raised() {
        return Ok(Vec::new());
    }
    match expr {
        Expr::Sequence(parts) => all(parts, at),
        Expr::Or(any) => {
            for part in any {
                if holds(&evaluate(part, at)?) {
                    return Ok(vec![Item::Truth(true)]);
                }
            }
            Ok(vec![Item::Truth(false)])
        }
        Expr::And(every) => {
            for part in every {
                if !holds(&evaluate(part, at)?) {
                    return Ok(vec![Item::Truth(false)]);
                }
            }
            Ok(vec![Item::Truth(true)])
        }
        Expr::Compare(comparison, left, right) => {
            let (left, right) = (evaluate(left, at)?, evaluate(right, at)?);
            let is_some = |left: &Item<'d>| {
                !is_raised()
                    && right.iter().any(|right| order_of(left, right).is_some_and(|order| comparison.holds(order)))
            };
            let is_unequal = *comparison == Comparison::NotEqual;
            let differs = |left: &Item<'d>| is_unequal && right.iter().any(|right| order_of(left, right).is_none());
            Ok(vec![Item::Truth(left.iter().any(|left| is_some(left) || differs(left)))])
        }
        Expr::Arithmetic(first, rest) => arithmetic(first, rest, at),
        Expr::Negative(operand) => {
            Ok(number_of(&evaluate(operand, at)?).map(|number| Item::Number(-number)).into_iter().collect())
        }
        Expr::Number(number) => Ok(vec![Item::Number(*number)]),
        Expr::Text(text) => Ok(vec![Item::Text(text.clone())]),
        Expr::Variable(name) => Ok(at.variable(name)),
        Expr::External(number) => Ok(external(at.externals.get(*number)).into_iter().collect()),
        Expr::Call(function, arguments) => call(*function, arguments, at),
        Expr::If(parts) => {
            let [test, then, otherwise] = &**parts;
            evaluate(if holds(&evaluate(test, at)?) { then } else { otherwise }, at)
        }
        Expr::Flwor(flwor) => run_flwor(flwor, at),
        Expr::Quantified(is_some, variables, condition) => {
            quantified((*is_some, condition), variables, at).map(|truth| vec![Item::Truth(truth)])
        }
        Expr::Element(constructed) => Ok(vec![Item::Built(Rc::new(Node::Element(built(constructed, at)?)))]),
        Expr::MakeAttribute(name, value) => Ok(vec![Item::MadeAttribute(name.clone(), joined(&evaluate(value, at)?))]),
        Expr::Constant(node) => Ok(vec![Item::Built(Rc::new(node.clone()))]),
        Expr::Union(parts) => Ok(in_document_order(once_each(all(parts, at)?), &at.root)),
        Expr::Places(comparison, left, right) => {
            let (left, right) = (evaluate(left, at)?, evaluate(right, at)?);
            let (Some(left), Some(right)) = (left.first(), right.first()) else { return Ok(Vec::new()) };
            Ok(compared(*comparison, (left, right), &at.root).map(Item::Truth).into_iter().collect())
        }
        Expr::MakeText(value) => Ok(vec![Item::Built(Rc::new(Node::Text(joined(&evaluate(value, at)?))))]),
        Expr::Path(start, steps) => {
            let mut found = match start {
                Start::Here => vec![at.item.clone()],
                Start::Root => vec![at.root.clone()],
                Start::Items(inner, conditions) => filtered(evaluate(inner, at)?, conditions, at)?,
            };
            for step in steps {
                let mut next = Vec::new();
                for item in found.iter().take_while(|_| !is_raised()) {
                    next.extend(stepped(step, item, at)?);
                }
                found = if step.descends || step.test.is_parent() { once_each(next) } else { next };
            }
            Ok(found)
        }
    }
}

fn all<'d>(parts: &[Expr], at: &Scope<'d>) -> Items<'d> {
    let mut found = Vec::new();
    for part in parts {
        found.extend(evaluate(part, at)?);
    }
    Ok(found)
}

/// Compares two values; numbers by their size, others as texts. `None` if a number is none.
pub(super) fn order_of(left: &Item<'_>, right: &Item<'_>) -> Option<Ordering> {
    match (left, right) {
        (Item::Number(_), _) | (_, Item::Number(_)) => left.number()?.partial_cmp(&right.number()?),
        _ => Some(left.text().cmp(&right.text())),
    }
}

fn external<'d>(value: Option<&Value>) -> Option<Item<'d>> {
    Some(match value? {
        Value::Null => return None,
        Value::Str(text) => Item::Text(text.to_string()),
        Value::Bit(truth) => Item::Truth(*truth),
        Value::Float(number) => Item::Number(*number),
        // xs:base64Binary.
        Value::Bytes(bytes) => Item::Text(base64::encoded(bytes, false)),
        other => Item::Number(other.as_i64()? as f64),
    })
}

fn number_of(items: &[Item<'_>]) -> Option<f64> {
    items.first().and_then(Item::number)
}

/// The result is empty if an operand is.
fn arithmetic<'d>(first: &Expr, rest: &[(Arithmetic, Expr)], at: &Scope<'d>) -> Items<'d> {
    let Some(mut result) = number_of(&evaluate(first, at)?) else { return Ok(Vec::new()) };
    for (operator, operand) in rest {
        let Some(right) = number_of(&evaluate(operand, at)?) else { return Ok(Vec::new()) };
        result = match operator {
            Arithmetic::Add => result + right,
            Arithmetic::Subtract => result - right,
            Arithmetic::Multiply => result * right,
            Arithmetic::Divide => result / right,
            Arithmetic::Modulo => result % right,
        };
    }
    // SQL Server returns the empty sequence for a division by zero.
    Ok(Some(result).filter(|result| result.is_finite()).map(Item::Number).into_iter().collect())
}

fn run_flwor<'d>(flwor: &Flwor, at: &Scope<'d>) -> Items<'d> {
    let mut scopes = vec![at.clone()];
    for clause in &flwor.clauses {
        let mut next = Vec::new();
        for scope in scopes.iter().take_while(|_| !is_raised()) {
            match clause {
                Clause::For(name, items) => {
                    next.extend(evaluate(items, scope)?.into_iter().map(|item| scope.with(name, vec![item])));
                }
                Clause::Let(name, items) => next.push(scope.with(name, evaluate(items, scope)?)),
            }
        }
        scopes = next;
    }
    if let Some(condition) = &flwor.condition {
        let mut kept = Vec::new();
        for scope in scopes {
            if holds(&evaluate(condition, &scope)?) {
                kept.push(scope);
            }
        }
        scopes = kept;
    }
    if !flwor.order.is_empty() {
        scopes = ordered(flwor, scopes)?;
    }
    let mut found = Vec::new();
    for scope in scopes.iter().take_while(|_| !is_raised()) {
        found.extend(evaluate(&flwor.result, scope)?);
    }
    Ok(found)
}

fn ordered<'d>(flwor: &Flwor, scopes: Vec<Scope<'d>>) -> Result<Vec<Scope<'d>>, SqlError> {
    let mut keyed = Vec::with_capacity(scopes.len());
    for scope in scopes {
        let keys = flwor.order.iter().map(|(key, _)| evaluate(key, &scope).map(|items| items.into_iter().next()));
        keyed.push((keys.collect::<Result<Vec<_>, _>>()?, scope));
    }
    keyed.sort_by(|(left, _), (right, _)| {
        let orders = left.iter().zip(right).zip(&flwor.order).map(|((left, right), (_, descending))| {
            let order = match (left, right) {
                (Some(left), Some(right)) => order_of(left, right).unwrap_or(Ordering::Equal),
                (left, right) => left.is_some().cmp(&right.is_some()),
            };
            if *descending { order.reverse() } else { order }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    });
    Ok(keyed.into_iter().map(|(_, scope)| scope).collect())
}

fn quantified(
    (is_some, condition): (bool, &Expr),
    variables: &[(String, Expr)],
    at: &Scope<'_>,
) -> Result<bool, SqlError> {
    let mut scopes = vec![at.clone()];
    for (name, items) in variables {
        let mut next = Vec::new();
        for scope in &scopes {
            next.extend(evaluate(items, scope)?.into_iter().map(|item| scope.with(name, vec![item])));
        }
        scopes = next;
    }
    for scope in scopes {
        if holds(&evaluate(condition, &scope)?) == is_some {
            return Ok(is_some);
        }
    }
    Ok(!is_some)
}

/// Returns the element that a constructor makes.
fn built(constructed: &Constructed, at: &Scope<'_>) -> Result<Element, SqlError> {
    let mut element =
        Element { name: constructed.name.clone(), attributes: constructed.declared.clone(), ..Element::default() };
    for (name, parts) in &constructed.attributes {
        let mut value = String::new();
        for part in parts {
            match part {
                Part::Text(text) => value.push_str(text),
                Part::Expr(expr) => value.push_str(&joined(&evaluate(expr, at)?)),
            }
        }
        element.attributes.push((name.clone(), value));
    }
    for part in &constructed.content {
        match part {
            Part::Text(text) => push_text(&mut element, text, false),
            Part::Expr(expr) => {
                let mut after_value = false;
                for item in evaluate(expr, at)? {
                    match item {
                        Item::Attribute(_, name, value) => element.attributes.push((name.to_owned(), value.to_owned())),
                        Item::MadeAttribute(name, value) => element.attributes.push((name, value)),
                        Item::Document(nodes) => element.children.extend(nodes.iter().cloned()),
                        Item::Node(place) => element.children.push(copied(&place)),
                        Item::Built(node) => element.children.push(within(&node, &element)),
                        value => {
                            push_text(&mut element, &value.text(), after_value);
                            after_value = true;
                            continue;
                        }
                    }
                    after_value = false;
                }
            }
        }
    }
    Ok(element)
}

/// Returns the texts of the items with a blank between them; empty for no item.
pub(super) fn joined(items: &[Item<'_>]) -> String {
    items.iter().map(Item::text).collect::<Vec<_>>().join(" ")
}

/// Returns a constructed node without the declarations that `outer` has too.
fn within(node: &Node, outer: &Element) -> Node {
    let mut node = node.clone();
    if let Node::Element(element) = &mut node {
        element.attributes.retain(|own| !own.0.starts_with("xmlns") || !outer.attributes.contains(own));
    }
    node
}

/// Appends text to an element, behind a blank if it follows another value.
fn push_text(element: &mut Element, text: &str, after_value: bool) {
    match element.children.last_mut() {
        Some(Node::Text(known)) => {
            known.push_str(if after_value { " " } else { "" });
            known.push_str(text);
        }
        _ if text.is_empty() => {}
        _ => element.children.push(Node::Text(text.to_owned())),
    }
}

fn stepped<'d>(step: &Step, item: &Item<'d>, at: &Scope<'d>) -> Items<'d> {
    if !step.descends {
        return filtered(taken(&step.test, item)?, &step.conditions, at);
    }
    // Document order: an item's matches, then its descendants, then what follows it.
    let mut left = vec![Descent::Into(item.clone())];
    let mut found = Vec::new();
    while let Some(next) = left.pop().filter(|_| !is_raised()) {
        let within = match next {
            Descent::Found(item) => {
                found.push(item);
                continue;
            }
            Descent::Into(item) => item,
        };
        let mut chosen = filtered(taken(&step.test, &within)?, &step.conditions, at)?;
        if step.test.is_around() || matches!(step.test, Test::Attribute(_)) {
            found.append(&mut chosen);
        }
        for child in children(&within)?.into_iter().rev() {
            let is_chosen = |chosen: &mut Item<'d>| same_node(chosen, &child);
            let emitted = chosen.pop_if(is_chosen).map(Descent::Found);
            left.push(Descent::Into(child));
            left.extend(emitted);
        }
    }
    Ok(found)
}

/// The remaining work of a step that descends.
enum Descent<'d> {
    /// Emit an item.
    Found(Item<'d>),
    /// Search an item.
    Into(Item<'d>),
}

fn same_node(left: &Item<'_>, right: &Item<'_>) -> bool {
    matches!((left, right), (Item::Node(left), Item::Node(right)) if std::ptr::eq(left.node, right.node))
}

/// Removes duplicates: a node and a node within it share descendants, and children share a parent.
fn once_each(found: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let mut seen = HashSet::default();
    let place = |item: &Item<'_>| match item {
        Item::Node(place) => Some(std::ptr::from_ref(place.node).addr()),
        Item::Attribute(_, name, _) => Some(name.as_ptr().addr()),
        _ => None,
    };
    found.into_iter().filter(|item| place(item).is_none_or(|place| seen.insert(place))).collect()
}

/// Returns the children of an item. Those of a constructed element are refused.
fn children<'d>(item: &Item<'d>) -> Items<'d> {
    match item {
        Item::Built(_) => Err(SqlError::unsupported_option("XQuery path into a constructed element")),
        item => Ok(item.children()),
    }
}

fn taken<'d>(test: &Test, item: &Item<'d>) -> Items<'d> {
    let of_kind = |wanted: &dyn Fn(&Node) -> bool| {
        let is_wanted = |child: &Item<'d>| matches!(child, Item::Node(place) if wanted(place.node));
        children(item).map(|all| all.into_iter().filter(is_wanted).collect())
    };
    match test {
        Test::Itself => Ok(vec![item.clone()]),
        Test::ItselfNamed(name) => Ok(is_element(item, name).then(|| item.clone()).into_iter().collect()),
        Test::Parent => Ok(parent(item).into_iter().collect()),
        Test::ParentNamed(name) => Ok(parent(item).filter(|parent| is_element(parent, name)).into_iter().collect()),
        Test::Element(name) => {
            children(item).map(|all| all.into_iter().filter(|child| is_element(child, name)).collect())
        }
        Test::Attribute(name) => {
            let (Item::Node(place), Some(element)) = (item, item.element()) else { return Ok(Vec::new()) };
            let is_wanted = |own: &&(String, String)| !is_declaration(&own.0) && name.admits(place, &own.0, false);
            let wanted = element.attributes.iter().filter(is_wanted);
            Ok(wanted.map(|(name, value)| Item::Attribute(Rc::clone(place), name, value)).collect())
        }
        Test::Text => of_kind(&|node| matches!(node, Node::Text(_))),
        Test::Comment => of_kind(&|node| matches!(node, Node::Comment(_))),
        Test::Instruction => of_kind(&|node| matches!(node, Node::Instruction(..))),
        Test::Node => of_kind(&|_| true),
    }
}

fn parent<'d>(item: &Item<'d>) -> Option<Item<'d>> {
    match item {
        Item::Node(place) => place.parent.as_ref().map(|parent| Item::Node(Rc::clone(parent))),
        Item::Attribute(owner, ..) => Some(Item::Node(Rc::clone(owner))),
        _ => None,
    }
}

/// Whether the item is an element that `name` admits.
fn is_element(item: &Item<'_>, name: &NameTest) -> bool {
    match item {
        Item::Node(place) => matches!(place.node, Node::Element(element) if name.admits(place, &element.name, true)),
        _ => false,
    }
}

fn is_declaration(attribute: &str) -> bool {
    attribute == "xmlns" || attribute.starts_with("xmlns:")
}

impl NameTest {
    /// Whether the test admits a name at a node. The default namespace is that of elements only.
    fn admits(&self, place: &Rc<LinkedNode<'_>>, name: &str, is_element: bool) -> bool {
        let (prefix, local) = split(name);
        if self.local.as_ref().is_some_and(|wanted| wanted != local) {
            return false;
        }
        self.namespace.as_ref().is_none_or(|wanted| match prefix {
            "" if !is_element => wanted.is_empty(),
            prefix => wanted == namespace_at(place, prefix),
        })
    }
}

/// Keeps the items that satisfy every condition, one condition after another. A number is a
/// position among those that the conditions before it left.
pub(super) fn filtered<'d>(mut found: Vec<Item<'d>>, conditions: &[Expr], at: &Scope<'d>) -> Items<'d> {
    for condition in conditions {
        let count = found.len();
        let mut kept = Vec::new();
        for (place, item) in found.into_iter().enumerate() {
            let scope = Scope { item: item.clone(), position: place + 1, count, ..at.clone() };
            let is_kept = match evaluate(condition, &scope)?.as_slice() {
                [Item::Number(number)] => *number == scope.position as f64,
                decided => holds(decided),
            };
            if is_kept {
                kept.push(item);
            }
        }
        found = kept;
    }
    Ok(found)
}
