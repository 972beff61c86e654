//! FOR XML EXPLICIT: each row opens the element of its tag inside the open element of its parent
//! tag (`relational-databases/xml/use-explicit-mode-with-for-xml.md`).
//!
//! The first column of a row is the tag, the second the parent's tag, NULL or 0 for a top-level
//! element. The names of the other columns say what they become:
//! `Element!Tag!Attribute!Directive`.

use super::raw;
use super::scalar::text_of;
use super::xml_shape::{ExplicitColumn, Form, OpenElement, State, XmlColumn, XmlShape};
use sluice_types::xml::{escape_attribute, escape_text};
use sluice_types::{DataType, SqlError, Value};

impl ExplicitColumn {
    /// Parses the columns. Fails with 6801 for less than three, with 6803 or 6804 for tag columns
    /// that aren't integers, with 6802, 6812, 6814, 6817 or 6824 for names. One tag with two names
    /// fails with 6812, and CDATA of an xml column with 6843.
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
        let mut found: Vec<ExplicitColumn> = Vec::with_capacity(data.len());
        for column in data {
            let made = ExplicitColumn::from_name(&column.name)?;
            if let Some(known) = found.iter().find(|known| known.tag == made.tag && known.element != made.element) {
                return Err(SqlError::explicit_tag_renamed(made.tag, &known.element, &made.element));
            }
            if made.form == Form::Cdata && column.data_type == DataType::Xml {
                return Err(SqlError::explicit_cdata_of_xml(&column.name));
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
        let mut form = None;
        for directive in rest.iter().skip(1).filter(|directive| !directive.is_empty()) {
            if form.replace(form_of(directive)?).is_some() {
                return Err(SqlError::explicit_directives_combined(name));
            }
        }
        let form = form.unwrap_or(if own.is_empty() { Form::Element } else { Form::Attribute });
        Ok(ExplicitColumn { element: (*element).to_owned(), tag, name: own.to_owned(), form })
    }
}

/// Returns the form that a directive names. Directives that need a schema only type an attribute.
fn form_of(directive: &str) -> Result<Form, SqlError> {
    match directive.to_ascii_lowercase().as_str() {
        "element" => Ok(Form::Element),
        "elementxsinil" => Ok(Form::XsiNil),
        "xml" => Ok(Form::Xml),
        "cdata" => Ok(Form::Cdata),
        "hide" => Ok(Form::Hidden),
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
    close(depth, state, to);
    let own = || columns.iter().zip(&values[2..]).enumerate().filter(|(_, (column, _))| column.tag == tag);
    to.push('<');
    to.push_str(element);
    let has_nil = own().any(|(_, (column, value))| column.form == Form::XsiNil && value.is_null());
    if has_nil {
        to.push_str(super::xml::XSI);
    }
    for (place, (column, value)) in
        own().filter(|(_, (column, value))| column.form == Form::Attribute && !value.is_null())
    {
        to.push_str(&format!(" {}=\"", column.name));
        escape_attribute(&text_of(value, &shape.columns[place + 2].data_type)?, to);
        to.push('"');
    }
    to.push('>');
    let begin = to.len();
    for (place, (column, value)) in own() {
        content(column, value, shape.columns[place + 2].data_type, to)?;
    }
    state.elements.push(OpenElement { tag, name: element.to_owned(), begin });
    Ok(())
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
    if matches!(column.form, Form::Attribute | Form::Hidden) {
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
        (_, value) => escape_text(&text_of(value, &data_type)?, to),
    }
    if !name.is_empty() {
        to.push_str(&format!("</{name}>"));
    }
    Ok(())
}

/// Closes the open elements inside the outermost `kept`.
pub(super) fn close(kept: usize, state: &mut State, to: &mut String) {
    for element in state.elements.drain(kept..).rev() {
        raw::close(&element.name, element.begin, to);
    }
}
