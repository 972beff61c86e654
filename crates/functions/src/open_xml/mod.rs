//! OPENXML and the documents of `sp_xml_preparedocument`
//! (`t-sql/functions/openxml-transact-sql.md`).

mod numbering;

mod metaproperty;

mod edge;

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use crate::xpath::{self, Item, Query, Scope};
use metaproperty::{Document, Metaproperty};
use sluice_types::error::catalogue::find;
use sluice_types::xml;
use sluice_types::{DataType, Length, SqlError, Value, convert};

pub use edge::EDGE_COLUMNS;

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

/// Checks a row pattern or column pattern at binding. An unknown metaproperty fails with 7007.
/// XPath must parse, but its prefixes are checked only with a document.
pub fn check(pattern: &str) -> Result<(), SqlError> {
    match pattern.strip_prefix(METAPROPERTY) {
        Some(name) if Metaproperty::from_name(name).is_some() => Ok(()),
        Some(name) => Err(SqlError::openxml_unknown_metaproperty(name)),
        // Prefixes are known when the document is prepared.
        None => match xpath::parse(pattern, "openxml") {
            Err(error) if error.number != UNDECLARED_PREFIX => Err(error),
            _ => Ok(()),
        },
    }
}

/// Returns the rows of OPENXML. The values are the document, the row pattern, the flags, and for
/// each column its name and its pattern, NULL without one. Without columns, the rows are those of
/// the edge table. Flags decide the pattern of a column without its own: its name as attribute, as
/// element, or attribute first. A text without the mark of a prepared document gives no rows. An
/// edge table with the flag of XMLTEXT fails with 7008.
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
    let reading = Reading { document: Document::new(&nodes), root, declaration: declaration(document) };
    if columns.is_empty() {
        if flags & UNCONSUMED != 0 {
            return Err(SqlError::openxml_edge_table_with_overflow());
        }
        return edge::rows(&reading.document, found);
    }
    let is_overflow = |(patterns, _): &(Vec<Pattern>, DataType)| {
        matches!(patterns.as_slice(), [Pattern::Metaproperty(Metaproperty::XmlText)])
    };
    let leaves_out = flags & UNCONSUMED != 0 && columns.iter().any(is_overflow);
    let mut rows = Vec::with_capacity(found.len());
    for item in found {
        let mut consumed = leaves_out.then(Vec::new);
        let mut row = Vec::with_capacity(columns.len());
        for (patterns, data_type) in &columns {
            row.push(reading.cell(patterns, *data_type, &item, &mut consumed)?);
        }
        for (place, (_, data_type)) in columns.iter().enumerate().filter(|(_, column)| is_overflow(column)) {
            let text = reading.overflow(&item, consumed.as_deref().unwrap_or_default());
            row[place] = convert(&text.map_or(Value::Null, Value::text), &TEXT, data_type)?;
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Returns the XML declaration of a document's text, which isn't one of its nodes.
fn declaration(document: &str) -> &str {
    match document.strip_prefix("<?xml").filter(|rest| rest.starts_with([' ', '\t', '\r', '\n'])) {
        Some(_) => document.find("?>").map_or("", |end| &document[..end + "?>".len()]),
        None => "",
    }
}

/// The part of a row's node that a column shows.
enum Pattern {
    Path(Query),
    Metaproperty(Metaproperty),
}

fn of_pattern(pattern: &str, parse: impl Fn(&str) -> Result<Query, SqlError>) -> Result<Pattern, SqlError> {
    match pattern.strip_prefix(METAPROPERTY).map(|name| (name, Metaproperty::from_name(name))) {
        Some((_, Some(property))) => Ok(Pattern::Metaproperty(property)),
        Some((name, None)) => Err(SqlError::openxml_unknown_metaproperty(name)),
        None => parse(pattern).map(Pattern::Path),
    }
}

/// The document that the rows come from.
struct Reading<'d> {
    document: Document<'d>,
    root: Item<'d>,
    /// The XML declaration of the document; empty without one.
    declaration: &'d str,
}

impl<'d> Reading<'d> {
    /// Returns the value of the first pattern that finds something. Adds the nodes that a path
    /// finds to `consumed`. The overflow column is NULL here.
    fn cell(
        &self,
        patterns: &[Pattern],
        data_type: DataType,
        item: &Item<'d>,
        consumed: &mut Option<Vec<Item<'d>>>,
    ) -> Result<Value, SqlError> {
        for pattern in patterns {
            let query = match pattern {
                Pattern::Path(query) => query,
                Pattern::Metaproperty(property) => {
                    let text = self.document.text(*property, item);
                    return convert(&text.map_or(Value::Null, Value::text), &TEXT, &data_type);
                }
            };
            let mut found = xpath::evaluate(&query.expr, &Scope::new(self.root.clone(), item.clone(), &[]))?;
            if found.is_empty() {
                continue;
            }
            if data_type != DataType::Xml {
                found.truncate(1);
            }
            let text = match data_type {
                DataType::Xml => xpath::written(&found),
                _ => found[0].text(),
            };
            if let Some(consumed) = consumed {
                consumed.append(&mut found);
            }
            return convert(&Value::text(text), &TEXT, &data_type);
        }
        Ok(Value::Null)
    }

    /// Returns a row's node as text, without the nodes in `consumed`. An attribute has none. The
    /// whole document keeps its XML declaration.
    fn overflow(&self, item: &Item<'d>, consumed: &[Item<'d>]) -> Option<String> {
        match item {
            Item::Document(_) => Some(format!("{}{}", self.declaration, xpath::written(std::slice::from_ref(item)))),
            Item::Node(place) if consumed.is_empty() => Some(xpath::written(&[Item::Node(std::rc::Rc::clone(place))])),
            Item::Node(place) => Some(xpath::written_without(place, consumed)),
            _ => None,
        }
    }
}

const TEXT: DataType = DataType::NVarChar(Length::Max);
/// Separates declarations and document; XML can't contain it.
const END: char = '\u{3}';
const METAPROPERTY: &str = "@mp:";
const ATTRIBUTES: i64 = 1;
const ELEMENTS: i64 = 2;
const BOTH: i64 = ATTRIBUTES | ELEMENTS;
/// XML_NOCOPY: the overflow column has no nodes that other columns show.
const UNCONSUMED: i64 = 8;
/// "The name does not denote a namespace."
const UNDECLARED_PREFIX: i32 = 2229;
