//! FOR XML EXPLICIT: each row opens the element of its tag inside the open element of its parent
//! tag (`relational-databases/xml/use-explicit-mode-with-for-xml.md`).
//!
//! The first column of a row is the tag, the second the parent's tag, NULL or 0 for a top-level
//! element. The names of the other columns say what they become:
//! `Element!Tag!Attribute!Directive`.

use super::raw;
use super::scalar::text_of;
use super::xml_shape::{ExplicitColumn, Form, OpenElement, State, XmlColumn, XmlShape};
use sluice_types::xml::{Element, Node, escape_attribute, parse_with, write_node};
use sluice_types::{DataType, SqlError, Value};

impl ExplicitColumn {
    /// Parses the columns. Fails with 6801 for less than three, with 6803 or 6804 for tag columns
    /// that aren't integers, with 6820 for other names of these, with 6802, 6812, 6814, 6817 or
    /// 6824 for the names of the others. One tag with two names fails with 6812, two XMLTEXT
    /// columns of a tag with 6827, XMLTEXT of another type than a string or xml with 6828, and
    /// CDATA of an xml column with 6843.
    pub fn all(columns: &[XmlColumn]) -> Result<Vec<ExplicitColumn>, SqlError> {
        let [tag, parent, data @ ..] = columns else { return Err(SqlError::explicit_too_few_columns()) };
        if data.is_empty() {
            return Err(SqlError::explicit_too_few_columns());
        }
        if !is_integer(tag.data_type) {
            return Err(SqlError::explicit_tag_not_integer());
        }
        if !is_integer(parent.data_type) {
            return Err(SqlError::explicit_parent_not_integer());
        }
        for (place, (column, expected)) in [(tag, "TAG"), (parent, "PARENT")].into_iter().enumerate() {
            if !column.name.eq_ignore_ascii_case(expected) {
                return Err(SqlError::explicit_tag_column_name(place + 1, expected, &column.name));
            }
        }
        let mut found: Vec<ExplicitColumn> = Vec::with_capacity(data.len());
        for column in data {
            let made = ExplicitColumn::from_name(&column.name)?;
            if let Some(known) = found.iter().find(|known| known.tag == made.tag && known.element != made.element) {
                return Err(SqlError::explicit_tag_renamed(made.tag, &known.element, &made.element));
            }
            if made.form == Form::Cdata && column.data_type == DataType::Xml {
                return Err(SqlError::explicit_cdata_of_xml(&column.name));
            }
            if made.form == Form::XmlText {
                if found.iter().any(|known| known.tag == made.tag && known.form == Form::XmlText) {
                    return Err(SqlError::explicit_second_xmltext(&column.name));
                }
                if !column.data_type.is_string() && !matches!(column.data_type, DataType::Xml | DataType::OF_NULL) {
                    return Err(SqlError::explicit_xmltext_type(&column.name));
                }
            }
            found.push(made);
        }
        Ok(found)
    }

    fn from_name(name: &str) -> Result<ExplicitColumn, SqlError> {
        let invalid = || SqlError::explicit_column_name_invalid(name);
        let parts: Vec<&str> = name.split('!').collect();
        let [element, tag, rest @ ..] = parts.as_slice() else { return Err(invalid()) };
        let tag: i64 = tag.parse().ok().filter(|tag| *tag > 0).ok_or_else(invalid)?;
        if element.is_empty() {
            return Err(invalid());
        }
        XmlShape::check_name("Column", element)?;
        let own = rest.first().copied().unwrap_or_default();
        if !own.is_empty() {
            XmlShape::check_name("Column", own)?;
        }
        let (mut form, mut list) = (None, false);
        for directive in rest.iter().skip(1).filter(|directive| !directive.is_empty()) {
            match form_of(directive)? {
                // Without a schema, the type of an attribute isn't shown.
                Form::Attribute => {}
                Form::List => list = true,
                other => {
                    if form.replace(other).is_some() {
                        return Err(SqlError::explicit_directives_combined(name));
                    }
                }
            }
        }
        let form = match (form, list) {
            (None, true) => Form::List,
            (Some(_), true) => {
                return Err(SqlError::unsupported_option("FOR XML EXPLICIT with IDREFS or NMTOKENS of elements"));
            }
            (Some(form), false) => form,
            (None, false) if own.is_empty() => Form::Element,
            (None, false) => Form::Attribute,
        };
        Ok(ExplicitColumn { element: (*element).to_owned(), tag, name: own.to_owned(), form })
    }
}

/// Returns the form that a directive names. Directives that need a schema only type an attribute,
/// but IDREFS and NMTOKENS collect values.
fn form_of(directive: &str) -> Result<Form, SqlError> {
    match directive.to_ascii_lowercase().as_str() {
        "element" => Ok(Form::Element),
        "elementxsinil" => Ok(Form::XsiNil),
        "xml" => Ok(Form::Xml),
        "cdata" => Ok(Form::Cdata),
        "hide" => Ok(Form::Hidden),
        "xmltext" => Ok(Form::XmlText),
        "idrefs" | "nmtokens" => Ok(Form::List),
        "id" | "idref" | "nmtoken" => Ok(Form::Attribute),
        _ => Err(SqlError::explicit_mode_invalid(directive)),
    }
}

fn is_integer(data_type: DataType) -> bool {
    matches!(data_type, DataType::TinyInt | DataType::SmallInt | DataType::Int | DataType::BigInt)
        || data_type == DataType::OF_NULL
}

/// Appends a row: closes the elements that its element isn't inside of, and opens its element.
/// Fails with 6803 or 6804 for a tag or parent that isn't an integer, with 6806 or 6807 for one
/// that isn't declared, with 6805 for a tag that is its own parent, and with 6833 for a parent that
/// isn't open.
pub(super) fn row(
    shape: &XmlShape,
    columns: &[ExplicitColumn],
    values: &[Value],
    state: &mut State,
    to: &mut String,
) -> Result<(), SqlError> {
    let tag = values[0].as_i64().filter(|tag| *tag > 0).ok_or_else(SqlError::explicit_tag_not_integer)?;
    let parent = match &values[1] {
        Value::Null => 0,
        parent => parent.as_i64().filter(|tag| *tag >= 0).ok_or_else(SqlError::explicit_parent_not_integer)?,
    };
    if parent == tag {
        return Err(SqlError::explicit_circular_tags());
    }
    let element = columns.iter().find(|column| column.tag == tag).map(|column| column.element.as_str());
    let element = element.ok_or_else(|| SqlError::explicit_tag_undeclared(tag))?;
    if parent > 0 && !columns.iter().any(|column| column.tag == parent) {
        return Err(SqlError::explicit_parent_undeclared(parent));
    }
    let depth = match parent {
        0 => 0,
        _ => match state.elements.iter().rposition(|open| open.tag == parent) {
            Some(place) => place + 1,
            None => return Err(SqlError::explicit_parent_not_open(parent)),
        },
    };
    let own = || columns.iter().zip(&values[2..]).enumerate().filter(|(_, (column, _))| column.tag == tag);
    if own().any(|(_, (column, value))| column.form == Form::List && !value.is_null())
        && continues_list(tag, depth, state, to)
    {
        return own().filter(|(_, (column, value))| column.form == Form::List && !value.is_null()).try_for_each(
            |(place, (column, value))| {
                let text = text_of(value, &shape.columns[place + 2].data_type)?;
                add_to_list((place, &column.name), &text, state, to);
                Ok(())
            },
        );
    }
    close(depth, shape.typed, state, to);
    to.push('<');
    to.push_str(element);
    let has_nil = own().any(|(_, (column, value))| column.form == Form::XsiNil && value.is_null());
    if has_nil {
        to.push_str(super::xml::XSI);
    }
    let mut lists = Vec::new();
    for (place, (column, value)) in own().filter(|(_, (_, value))| !value.is_null()) {
        if !matches!(column.form, Form::Attribute | Form::List) {
            continue;
        }
        push_attribute(&column.name, &text_of(value, &shape.columns[place + 2].data_type)?, to);
        if column.form == Form::List {
            lists.push((place, to.len() - 1));
        }
    }
    let overflow = overflow_of(shape, own())?;
    let folded = overflow.as_ref().filter(|(name, _)| name.is_empty()).map(|(_, overflow)| overflow);
    for (name, value) in folded.iter().flat_map(|overflow| &overflow.attributes) {
        // An attribute of the row comes before one of the same name, even if it is NULL.
        let is_taken =
            |column: &ExplicitColumn| matches!(column.form, Form::Attribute | Form::List) && column.name == *name;
        if !own().any(|(_, (column, _))| is_taken(column)) {
            push_attribute(name, value, to);
        }
    }
    to.push('>');
    let begin = to.len();
    folded.iter().flat_map(|overflow| &overflow.children).for_each(|node| write_node(node, to));
    for (place, (column, value)) in own() {
        match (&column.form, &overflow) {
            (Form::XmlText, Some((name, overflow))) if !name.is_empty() => {
                write_node(&Node::Element(Element { name: name.clone(), ..overflow.clone() }), to);
            }
            (Form::XmlText, _) => {}
            _ => content(column, value, shape.columns[place + 2].data_type, to)?,
        }
    }
    let keeps_end = folded.is_some();
    state.elements.push(OpenElement { tag, name: element.to_owned(), begin, keeps_end, lists });
    Ok(())
}

fn push_attribute(name: &str, value: &str, to: &mut String) {
    to.push_str(&format!(" {name}=\""));
    escape_attribute(value, to);
    to.push('"');
}

/// Whether a row with the value of a list belongs to the element before it: one with the same tag
/// and parent that has no content yet.
fn continues_list(tag: i64, depth: usize, state: &State, to: &str) -> bool {
    let last = state.elements.last().filter(|_| state.elements.len() == depth + 1);
    last.is_some_and(|open| open.tag == tag && open.begin == to.len())
}

/// Adds a value to a list attribute of the element opened last
/// (`relational-databases/xml/example-specifying-the-id-and-idrefs-directives.md`).
fn add_to_list((place, name): (usize, &str), value: &str, state: &mut State, to: &mut String) {
    let Some(open) = state.elements.last_mut() else { return };
    let known = open.lists.iter().find(|(known, _)| *known == place).map(|(_, end)| *end);
    let mut added = String::new();
    match known {
        Some(_) => {
            added.push(' ');
            escape_attribute(value, &mut added);
        }
        None => push_attribute(name, value, &mut added),
    }
    // A new attribute is the last one, in front of the end of the start tag.
    let at = known.unwrap_or(open.begin - 1);
    to.insert_str(at, &added);
    open.begin += added.len();
    for (_, end) in open.lists.iter_mut().filter(|(_, end)| *end >= at) {
        *end += added.len();
    }
    if known.is_none() {
        open.lists.push((place, at + added.len() - 1));
    }
}

/// Returns the element in the XMLTEXT column of a row, with the column's name
/// (`relational-databases/xml/example-specifying-the-xmltext-directive.md`). Fails with 6834 for a
/// text without a root element.
fn overflow_of<'r>(
    shape: &XmlShape,
    mut own: impl Iterator<Item = (usize, (&'r ExplicitColumn, &'r Value))>,
) -> Result<Option<(String, Element)>, SqlError> {
    let Some((place, (column, value))) =
        own.find(|(_, (column, value))| column.form == Form::XmlText && !value.is_null())
    else {
        return Ok(None);
    };
    let XmlColumn { name, data_type, .. } = &shape.columns[place + 2];
    let invalid = |state: u8| SqlError::explicit_xmltext_invalid(name).in_state(state);
    let nodes = parse_with(&text_of(value, data_type)?, true).map_err(|_| invalid(2))?;
    let root = nodes.into_iter().find_map(|node| match node {
        Node::Element(element) => Some(element),
        _ => None,
    });
    Ok(Some((column.name.clone(), root.ok_or_else(|| invalid(1))?)))
}

/// Appends a column inside its element.
fn content(column: &ExplicitColumn, value: &Value, data_type: DataType, to: &mut String) -> Result<(), SqlError> {
    let name = &column.name;
    if value.is_null() {
        if column.form == Form::XsiNil && !name.is_empty() {
            to.push_str(&format!("<{name} xsi:nil=\"true\"/>"));
        }
        return Ok(());
    }
    if matches!(column.form, Form::Attribute | Form::List | Form::Hidden) {
        return Ok(());
    }
    if !name.is_empty() {
        to.push_str(&format!("<{name}>"));
    }
    match (column.form, value) {
        (Form::Cdata, value) => {
            // A section can't contain its own end.
            let text = text_of(value, &data_type)?.replace("]]>", "]]]]><![CDATA[>");
            to.push_str(&format!("<![CDATA[{text}]]>"));
        }
        (Form::Xml, value) => to.push_str(&text_of(value, &data_type)?),
        (_, Value::Str(text)) if data_type == DataType::Xml => to.push_str(text),
        (_, value) => raw::content_text(&text_of(value, &data_type)?, to),
    }
    if !name.is_empty() {
        to.push_str(&format!("</{name}>"));
    }
    Ok(())
}

/// Closes the open elements inside the outermost `kept`. An element with an overflow keeps its end
/// tag, except in a value of type xml.
pub(super) fn close(kept: usize, is_typed: bool, state: &mut State, to: &mut String) {
    for element in state.elements.drain(kept..).rev() {
        match element.keeps_end && !is_typed {
            true => to.push_str(&format!("</{}>", element.name)),
            false => raw::close(&element.name, element.begin, to),
        }
    }
}
