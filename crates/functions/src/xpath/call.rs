//! The functions of XQuery (`docs/xquery/xquery-functions-against-the-xml-data-type.md`).

use super::ast::{Expr, Function};
use super::evaluate::{Items, Scope, evaluate, order_of};
use super::item::Item;
use super::namespaces::{namespace_at, split};
use sluice_types::hexadecimal::hex;
use sluice_types::xml::Node;
use sluice_types::{SqlError, Value};
use std::cmp::Ordering;

/// Whether the items count as true. No item doesn't, nor does a single item that is false, 0 or an
/// empty text.
pub(super) fn holds(found: &[Item<'_>]) -> bool {
    match found {
        [] => false,
        [Item::Truth(truth)] => *truth,
        [Item::Number(number)] => *number != 0.0,
        [Item::Text(text)] => !text.is_empty(),
        _ => true,
    }
}

/// Calls a function. A missing argument means the context item; a function of one item takes the
/// first of its argument's items.
pub(super) fn call<'d>(function: Function, arguments: &[Expr], at: &Scope<'d>) -> Items<'d> {
    if let (Function::HexBinary, [Expr::External(number)]) = (function, arguments)
        && let Some(Value::Bytes(bytes)) = at.externals.get(*number)
    {
        return Ok(vec![Item::Text(hex(bytes, false))]);
    }
    let of = |place: usize| match arguments.get(place) {
        Some(argument) => evaluate(argument, at),
        None => Ok(vec![at.item.clone()]),
    };
    let text = |place: usize| of(place).map(|items| items.first().map(Item::text).unwrap_or_default());
    let number = |place: usize| of(place).map(|items| items.first().and_then(Item::number));
    let one = match function {
        Function::Count => Item::Number(of(0)?.len() as f64),
        Function::String => Item::Text(text(0)?),
        Function::Data | Function::HexBinary => {
            let value = |item: &Item<'d>| match item {
                Item::Number(_) | Item::Truth(_) => item.clone(),
                other => Item::Text(other.text()),
            };
            return Ok(of(0)?.iter().map(value).collect());
        }
        Function::Number => return Ok(number(0)?.map(Item::Number).into_iter().collect()),
        Function::Boolean => match of(0)?.as_slice() {
            [Item::Text(text)] => Item::Truth(matches!(text.trim(), "true" | "1")),
            [item @ (Item::Node(_) | Item::Attribute(..))] => Item::Truth(matches!(item.text().trim(), "true" | "1")),
            items => Item::Truth(holds(items)),
        },
        Function::Not => Item::Truth(!holds(&of(0)?)),
        Function::Empty => Item::Truth(of(0)?.is_empty()),
        Function::Position => Item::Number(at.position as f64),
        Function::Last => Item::Number(at.count as f64),
        Function::Contains => Item::Truth(text(0)?.contains(&text(1)?)),
        Function::Concat => Item::Text((0..arguments.len()).map(text).collect::<Result<String, SqlError>>()?),
        Function::Substring => {
            let length = if arguments.len() > 2 { number(2)? } else { Some(f64::INFINITY) };
            Item::Text(substring(&text(0)?, number(1)?, length))
        }
        Function::StringLength => Item::Number(text(0)?.chars().count() as f64),
        Function::LowerCase => Item::Text(text(0)?.to_lowercase()),
        Function::UpperCase => Item::Text(text(0)?.to_uppercase()),
        Function::LocalName => Item::Text(of(0)?.first().map(local_name).unwrap_or_default()),
        Function::NamespaceUri => Item::Text(of(0)?.first().map(namespace).unwrap_or_default()),
        Function::DistinctValues => return Ok(distinct(of(0)?)),
        Function::Sum => Item::Number(of(0)?.iter().filter_map(Item::number).fold(0.0, |sum, number| sum + number)),
        Function::Min => return Ok(extreme(of(0)?, Ordering::Less)),
        Function::Max => return Ok(extreme(of(0)?, Ordering::Greater)),
        Function::Avg => {
            let all: Vec<f64> = of(0)?.iter().filter_map(Item::number).collect();
            let average = all.iter().sum::<f64>() / all.len() as f64;
            return Ok((!all.is_empty()).then_some(Item::Number(average)).into_iter().collect());
        }
        Function::Ceiling => return Ok(number(0)?.map(|number| Item::Number(number.ceil())).into_iter().collect()),
        Function::Floor => return Ok(number(0)?.map(|number| Item::Number(number.floor())).into_iter().collect()),
        Function::Round => {
            return Ok(number(0)?.map(|number| Item::Number((number + 0.5).floor())).into_iter().collect());
        }
        Function::True => Item::Truth(true),
        Function::False => Item::Truth(false),
    };
    Ok(vec![one])
}

/// Returns the characters from the position `start`, which counts from 1, over a length.
fn substring(text: &str, start: Option<f64>, length: Option<f64>) -> String {
    let (Some(start), Some(length)) = (start, length) else { return String::new() };
    let (first, behind) = (start.round(), start.round() + length.round());
    let is_in = |place: &usize| (*place as f64 + 1.0) >= first && (*place as f64 + 1.0) < behind;
    text.chars().enumerate().filter(|(place, _)| is_in(place)).map(|(_, character)| character).collect()
}

/// The part of a node's name after its prefix; for a processing instruction its target, for other
/// items empty.
pub(crate) fn local_name(item: &Item<'_>) -> String {
    let name = match item {
        Item::Attribute(_, name, _) => name,
        Item::Node(place) => match place.node {
            Node::Element(element) => element.name.as_str(),
            Node::Instruction(target, _) => target.as_str(),
            Node::Text(_) | Node::Comment(_) => "",
        },
        _ => "",
    };
    split(name).1.to_owned()
}

/// The namespace of a node's name; an attribute without a prefix is in none. Items without a name
/// give an empty text.
pub(crate) fn namespace(item: &Item<'_>) -> String {
    match item {
        Item::Attribute(owner, name, _) => match split(name).0 {
            "" => String::new(),
            prefix => namespace_at(owner, prefix).to_owned(),
        },
        Item::Node(place) => match place.node {
            Node::Element(element) => namespace_at(place, split(&element.name).0).to_owned(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

fn distinct(items: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let mut found: Vec<Item<'_>> = Vec::new();
    for item in items {
        let value = match item {
            Item::Number(_) | Item::Truth(_) => item,
            other => Item::Text(other.text()),
        };
        if !found.iter().any(|known| order_of(known, &value) == Some(Ordering::Equal)) {
            found.push(value);
        }
    }
    found
}

/// Returns the least or greatest value: of numbers if all values are numbers, otherwise of texts.
fn extreme(items: Vec<Item<'_>>, wanted: Ordering) -> Vec<Item<'_>> {
    let numbers: Option<Vec<f64>> = items.iter().map(Item::number).collect();
    let values: Vec<Item<'_>> = match numbers {
        Some(numbers) => numbers.into_iter().map(Item::Number).collect(),
        None => items.iter().map(|item| Item::Text(item.text())).collect(),
    };
    let better = |best: Item<'static>, next: Item<'static>| {
        if order_of(&next, &best) == Some(wanted) { next } else { best }
    };
    let owned = values.into_iter().filter_map(|value| match value {
        Item::Number(number) => Some(Item::Number(number)),
        Item::Text(text) => Some(Item::Text(text)),
        _ => None,
    });
    owned.reduce(better).into_iter().collect()
}
