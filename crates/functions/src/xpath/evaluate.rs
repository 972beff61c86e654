//! Evaluates an expression on a document to items.

use super::ast::{Expr, Function, Start, Step, Test};
use super::item::Item;
use sluice_base::hash::HashSet;
use sluice_base::interruption::is_raised;
use sluice_types::xml::Node;

/// The context of an expression.
#[derive(Clone)]
struct EvaluationContext<'d> {
    root: Item<'d>,
    item: Item<'d>,
    position: usize,
    count: usize,
}

/// Returns the items of `expr` for the context item `item` in the document `root`.
pub(crate) fn evaluate<'d>(expr: &Expr, root: &Item<'d>, item: &Item<'d>) -> Vec<Item<'d>> {
    items(expr, &EvaluationContext { root: root.clone(), item: item.clone(), position: 1, count: 1 })
}

fn items<'d>(expr: &Expr, at: &EvaluationContext<'d>) -> Vec<Item<'d>> {
    if is_raised() {
        return Vec::new();
    }
    match expr {
        Expr::Or(any) => vec![Item::Truth(any.iter().any(|part| holds(&items(part, at))))],
        Expr::And(all) => vec![Item::Truth(all.iter().all(|part| holds(&items(part, at))))],
        Expr::Compare(comparison, left, right) => {
            let (left, right) = (items(left, at), items(right, at));
            let is_so = |left: &Item<'d>, right: &Item<'d>| match (left, right) {
                (Item::Number(_), _) | (_, Item::Number(_)) => match (left.number(), right.number()) {
                    (Some(left), Some(right)) => left.partial_cmp(&right).is_some_and(|order| comparison.holds(order)),
                    _ => false,
                },
                _ => comparison.holds(left.text().cmp(&right.text())),
            };
            let is_some = |left: &Item<'d>| !is_raised() && right.iter().any(|right| is_so(left, right));
            vec![Item::Truth(left.iter().any(is_some))]
        }
        Expr::Number(number) => vec![Item::Number(*number)],
        Expr::Text(text) => vec![Item::Text(text.clone())],
        Expr::Call(function, arguments) => call(*function, arguments, at),
        Expr::Path(start, steps) => {
            let mut found = match start {
                Start::Here => vec![at.item.clone()],
                Start::Root => vec![at.root.clone()],
                Start::Items(inner, conditions) => filtered(items(inner, at), conditions, at),
            };
            for step in steps {
                let from = found.iter().take_while(|_| !is_raised());
                found = from.flat_map(|item| stepped(step, item, at)).collect();
                if step.descends {
                    found = once_each(found);
                }
            }
            found
        }
    }
}

fn stepped<'d>(step: &Step, item: &Item<'d>, at: &EvaluationContext<'d>) -> Vec<Item<'d>> {
    if !step.descends {
        return filtered(taken(&step.test, item), &step.conditions, at);
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
        let mut chosen = filtered(taken(&step.test, &within), &step.conditions, at);
        let is_child =
            |chosen: &Item<'d>, child: &Node| matches!(chosen, Item::Node(node) if std::ptr::eq(*node, child));
        if matches!(step.test, Test::Itself | Test::Attribute(_) | Test::AnyAttribute) {
            found.append(&mut chosen);
        }
        for child in within.children().iter().rev() {
            left.push(Descent::Into(Item::Node(child)));
            left.extend(chosen.pop_if(|chosen| is_child(chosen, child)).map(Descent::Found));
        }
    }
    found
}

/// The remaining work of a step that descends.
enum Descent<'d> {
    /// Emit an item.
    Found(Item<'d>),
    /// Search an item.
    Into(Item<'d>),
}

/// Removes duplicates: a node and a node within it share descendants.
fn once_each(found: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let mut seen = HashSet::default();
    let place = |item: &Item<'_>| match item {
        Item::Node(node) => Some(std::ptr::from_ref(*node).addr()),
        Item::Attribute(name, _) => Some(name.as_ptr().addr()),
        _ => None,
    };
    found.into_iter().filter(|item| place(item).is_none_or(|place| seen.insert(place))).collect()
}

fn taken<'d>(test: &Test, item: &Item<'d>) -> Vec<Item<'d>> {
    let children = |wanted: &dyn Fn(&Node) -> bool| {
        item.children().iter().filter(|node| wanted(node)).map(Item::Node).collect::<Vec<_>>()
    };
    let attributes = |wanted: &dyn Fn(&str) -> bool| {
        let all = item.element().map_or(&[][..], |element| &element.attributes);
        let wanted = all.iter().filter(|(name, _)| wanted(name));
        wanted.map(|(name, value)| Item::Attribute(name, value)).collect::<Vec<_>>()
    };
    match test {
        Test::Itself => vec![item.clone()],
        Test::Element(name) => children(&|node| matches!(node, Node::Element(element) if element.name == *name)),
        Test::AnyElement => children(&|node| matches!(node, Node::Element(_))),
        Test::Attribute(name) => attributes(&|known| known == name),
        Test::AnyAttribute => attributes(&|_| true),
        Test::Text => children(&|node| matches!(node, Node::Text(_))),
        Test::Comment => children(&|node| matches!(node, Node::Comment(_))),
        Test::Node => children(&|_| true),
    }
}

fn filtered<'d>(mut found: Vec<Item<'d>>, conditions: &[Expr], at: &EvaluationContext<'d>) -> Vec<Item<'d>> {
    for condition in conditions {
        let count = found.len();
        let kept = found.into_iter().enumerate().filter(|(place, item)| {
            let place = EvaluationContext { root: at.root.clone(), item: item.clone(), position: place + 1, count };
            match items(condition, &place).as_slice() {
                [Item::Number(number)] => *number == place.position as f64,
                decided => holds(decided),
            }
        });
        found = kept.map(|(_, item)| item).collect();
    }
    found
}

/// Returns the effective boolean value.
fn holds(found: &[Item<'_>]) -> bool {
    match found {
        [] => false,
        [Item::Truth(truth)] => *truth,
        [Item::Number(number)] => *number != 0.0,
        [Item::Text(text)] => !text.is_empty(),
        _ => true,
    }
}

fn call<'d>(function: Function, arguments: &[Expr], at: &EvaluationContext<'d>) -> Vec<Item<'d>> {
    let of = |place: usize| match arguments.get(place) {
        Some(argument) => items(argument, at),
        None => vec![at.item.clone()],
    };
    let text = |place: usize| of(place).first().map(Item::text).unwrap_or_default();
    let numbers = || of(0).iter().filter_map(Item::number).collect::<Vec<f64>>();
    let extreme =
        |choose: fn(f64, f64) -> f64| numbers().into_iter().reduce(choose).map(Item::Number).into_iter().collect();
    let one = match function {
        Function::Count => Item::Number(of(0).len() as f64),
        Function::String => Item::Text(text(0)),
        Function::Data => return of(0).iter().map(|item| Item::Text(item.text())).collect(),
        Function::Not => Item::Truth(!holds(&of(0))),
        Function::Empty => Item::Truth(of(0).is_empty()),
        Function::Position => Item::Number(at.position as f64),
        Function::Last => Item::Number(at.count as f64),
        Function::Contains => Item::Truth(text(0).contains(&text(1))),
        Function::Concat => Item::Text((0..arguments.len()).map(text).collect()),
        Function::StringLength => Item::Number(text(0).chars().count() as f64),
        Function::LocalName => Item::Text(match of(0).first() {
            Some(Item::Attribute(name, _)) => local(name),
            Some(other) => other.element().map(|element| local(&element.name)).unwrap_or_default(),
            None => String::new(),
        }),
        Function::Sum => Item::Number(numbers().iter().sum()),
        Function::Min => return extreme(f64::min),
        Function::Max => return extreme(f64::max),
        Function::Avg => {
            let all = numbers();
            return if all.is_empty() {
                Vec::new()
            } else {
                vec![Item::Number(all.iter().sum::<f64>() / all.len() as f64)]
            };
        }
        Function::True => Item::Truth(true),
        Function::False => Item::Truth(false),
    };
    vec![one]
}

fn local(name: &str) -> String {
    name.rsplit(':').next().unwrap_or_default().to_owned()
}
