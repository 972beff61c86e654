//! OPENXML and the documents of `sp_xml_preparedocument`
//! (`t-sql/functions/openxml-transact-sql.md`).

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::xpath::{self, Item, Query, Scope};
use sluice_types::error::catalogue::find;
use sluice_types::xml;
use sluice_types::{DataType, Length, SqlError, Value, convert};

/// The document of a handle, as a text for `rows`. The binder alone names it. Fails with 8179 for
/// an unknown handle.
pub static PREPARED_DOCUMENT: Function = Function {
    name: "OPENXML",
    doc: "OPENXML(handle): the document that the session has prepared.",
    arity: (1, 1),
    deterministic: false,
    arguments: &[Argument::As(DataType::Int)],
    result: |_| TEXT,
    null_makes_null: false,
    body: prepared_document,
};

fn prepared_document(context: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let handle = values[0].as_i64().and_then(|handle| i32::try_from(handle).ok()).unwrap_or_default();
    let document = context.session_values().document(handle);
    document.map(Value::Str).ok_or_else(|| SqlError::prepared_handle_not_found(handle).in_state(5))
}

/// Returns the text that is kept of a prepared document: the namespaces of the third argument of
/// `sp_xml_preparedocument` as declarations, and the document. Fails with 6602 for invalid XML.
/// Only attributes with the prefix `xmlns:` of the first element of the third argument are taken.
pub fn prepared(document: &str, namespaces: Option<&str>) -> Result<String, SqlError> {
    let invalid = |error: SqlError| SqlError::xml_document_invalid(description(&error));
    xml::parse(document).map_err(invalid)?;
    let mut prolog = String::new();
    if let Some(namespaces) = namespaces.filter(|namespaces| !namespaces.trim().is_empty()) {
        let nodes = xml::parse(namespaces).map_err(invalid)?;
        let element = nodes.iter().find_map(|node| match node {
            xml::Node::Element(element) => Some(element),
            _ => None,
        });
        for (name, namespace) in element.iter().flat_map(|element| &element.attributes) {
            if let Some(prefix) = name.strip_prefix("xmlns:") {
                let namespace = namespace.replace('"', "\"\"");
                prolog.push_str(&format!("declare namespace {prefix}=\"{namespace}\"; "));
            }
        }
    }
    Ok(format!("{prolog}{END}{document}"))
}

/// Returns the text of an error.
fn description(error: &SqlError) -> String {
    find(error.number).map(|message| message.fill(&error.args, error.line)).unwrap_or_default()
}

/// Checks a row pattern or column pattern at binding. Metaproperties other than the names of a node
/// fail with 40517. XPath must parse, but its prefixes are checked only with a document.
pub fn check(pattern: &str) -> Result<(), SqlError> {
    match pattern.strip_prefix(METAPROPERTY) {
        Some("localname" | "namespaceuri") => Ok(()),
        Some(_) => Err(SqlError::unsupported_option(format!("OPENXML with {pattern}"))),
        // Prefixes are known when the document is prepared.
        None => match xpath::parse(pattern, "openxml") {
            Err(error) if error.number != UNDECLARED_PREFIX => Err(error),
            _ => Ok(()),
        },
    }
}

/// Returns the rows of OPENXML. The values are the document, the row pattern, the flags, and for
/// each column its name and its pattern, NULL without one. Flags decide the pattern of a column
/// without its own: its name as attribute, as element, or attribute first. A text without the mark
/// of a prepared document gives no rows.
pub(crate) fn rows(types: &[DataType], values: &[Value]) -> Result<Vec<Vec<Value>>, SqlError> {
    let text = |place: usize| values[place].as_str().unwrap_or_default();
    let Some((prolog, document)) = text(0).split_once(END) else { return Ok(Vec::new()) };
    let flags = values[2].as_i64().unwrap_or_default();
    let parse = |path: &str| xpath::parse(&format!("{prolog}{path}"), "openxml");
    let pattern = |(place, pair): (usize, &[Value])| {
        let name = pair[0].as_str().unwrap_or_default();
        match pair[1].as_str() {
            Some(pattern) => Ok((vec![of_pattern(pattern, parse)?], types[place])),
            None => {
                let by_name = |kinds: &[&str]| {
                    kinds.iter().map(|kind| parse(&format!("{kind}{name}")).map(Pattern::Path)).collect()
                };
                let patterns: Result<Vec<Pattern>, SqlError> = match flags & (ATTRIBUTES | ELEMENTS) {
                    ELEMENTS => by_name(&[""]),
                    BOTH => by_name(&["@", ""]),
                    _ => by_name(&["@"]),
                };
                patterns.map(|patterns| (patterns, types[place]))
            }
        }
    };
    let columns = values[3..].chunks(2).enumerate().map(pattern).collect::<Result<Vec<_>, SqlError>>()?;
    let nodes = xml::parse(document)?;
    let root = Item::Document(&nodes);
    let found = xpath::evaluate(&parse(text(1))?.expr, &Scope::new(root.clone(), root.clone(), &[]))?;
    let mut rows = Vec::with_capacity(found.len());
    for item in found {
        let cell = |(patterns, data_type): &(Vec<Pattern>, DataType)| cell(patterns, *data_type, (&root, &item));
        rows.push(columns.iter().map(cell).collect::<Result<Vec<Value>, SqlError>>()?);
    }
    Ok(rows)
}

/// The part of a row's node that a column shows.
enum Pattern {
    Path(Query),
    LocalName,
    NamespaceUri,
}

fn of_pattern(pattern: &str, parse: impl Fn(&str) -> Result<Query, SqlError>) -> Result<Pattern, SqlError> {
    match pattern.strip_prefix(METAPROPERTY) {
        Some("localname") => Ok(Pattern::LocalName),
        Some(_) => Ok(Pattern::NamespaceUri),
        None => parse(pattern).map(Pattern::Path),
    }
}

/// Returns the value of the first pattern that finds something.
fn cell(patterns: &[Pattern], data_type: DataType, (root, item): (&Item<'_>, &Item<'_>)) -> Result<Value, SqlError> {
    for pattern in patterns {
        let found = match pattern {
            Pattern::Path(query) => xpath::evaluate(&query.expr, &Scope::new(root.clone(), item.clone(), &[]))?,
            Pattern::LocalName => vec![Item::Text(xpath::local_name(item))],
            Pattern::NamespaceUri => vec![Item::Text(xpath::namespace(item))],
        };
        let Some(first) = found.first() else { continue };
        let text = match data_type {
            DataType::Xml => xpath::written(&found),
            _ => first.text(),
        };
        return convert(&Value::text(text), &TEXT, &data_type);
    }
    Ok(Value::Null)
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
/// Separates declarations and document; XML can't contain it.
const END: char = '\u{3}';
const METAPROPERTY: &str = "@mp:";
const ATTRIBUTES: i64 = 1;
const ELEMENTS: i64 = 2;
const BOTH: i64 = ATTRIBUTES | ELEMENTS;
/// "The name does not denote a namespace."
const UNDECLARED_PREFIX: i32 = 2229;
