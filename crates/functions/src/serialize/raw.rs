//! FOR XML RAW: an element per row, and an attribute or an element per column.

use super::scalar::text_of;
use super::xml_shape::{BinaryReference, XmlShape};
use sluice_types::xml::{escape_attribute, escape_text};
use sluice_types::{DataType, SqlError, Value};

/// Appends a row as the element `element`, or its columns alone if that name is empty. With
/// `elements` the columns become elements, otherwise attributes; xml values are always inside.
/// `xsi` is the declaration of the prefix `xsi` for the start tag, or empty. A NULL has no
/// attribute.
pub(super) fn row(
    shape: &XmlShape,
    (element, elements): (&str, bool),
    values: &[Value],
    xsi: &str,
    to: &mut String,
) -> Result<(), SqlError> {
    let places: Vec<usize> = (0..values.len()).collect();
    if element.is_empty() {
        return inner(shape, &places, values, to);
    }
    open(shape, (element, elements), &places, values, xsi, to)?;
    let begin = to.len();
    content(shape, elements, &places, values, to)?;
    close(element, begin, to);
    Ok(())
}

/// Appends `<element` with the attributes, and `>`. NULL and xml columns become no attributes, and
/// with `elements` no column does. `xsi` is written after the name as it is.
pub(super) fn open(
    shape: &XmlShape,
    (element, elements): (&str, bool),
    places: &[usize],
    values: &[Value],
    xsi: &str,
    to: &mut String,
) -> Result<(), SqlError> {
    to.push('<');
    to.push_str(element);
    to.push_str(xsi);
    for place in places.iter().filter(|_| !elements) {
        let (column, value) = (&shape.columns[*place], &values[*place]);
        if value.is_null() || column.data_type == DataType::Xml {
            continue;
        }
        to.push(' ');
        to.push_str(&column.name);
        to.push_str("=\"");
        escape_attribute(&text_at(shape, *place, values)?, to);
        to.push('"');
    }
    to.push('>');
    Ok(())
}

/// Returns the text of a value that isn't NULL, or the reference that stands for it.
fn text_at(shape: &XmlShape, place: usize, values: &[Value]) -> Result<String, SqlError> {
    let column = &shape.columns[place];
    let Some(BinaryReference { table, keys, column }) = &column.reference else {
        return text_of(&values[place], &column.data_type);
    };
    let mut conditions = Vec::with_capacity(keys.len());
    for (name, place) in keys {
        conditions.push(format!("@{name}='{}'", text_at(shape, *place, values)?));
    }
    Ok(format!("dbobject/{table}[{}]/@{column}", conditions.join("%20and%20")))
}

/// Appends the columns inside their element: as elements, or only xml values. The columns are those
/// at `places`.
pub(super) fn content(
    shape: &XmlShape,
    elements: bool,
    places: &[usize],
    values: &[Value],
    to: &mut String,
) -> Result<(), SqlError> {
    if elements {
        return inner(shape, places, values, to);
    }
    let xml = places.iter().filter(|place| shape.columns[**place].data_type == DataType::Xml);
    inner(shape, &xml.copied().collect::<Vec<_>>(), values, to)
}

/// Closes an element. An element without content since `begin` becomes an empty-element tag.
pub(super) fn close(element: &str, begin: usize, to: &mut String) {
    if to.len() == begin {
        to.truncate(begin - 1);
        to.push_str("/>");
        return;
    }
    to.push_str("</");
    to.push_str(element);
    to.push('>');
}

fn inner(shape: &XmlShape, places: &[usize], values: &[Value], to: &mut String) -> Result<(), SqlError> {
    for place in places {
        element_of(shape, *place, values, to)?;
    }
    Ok(())
}

/// Appends a column as an element of its name, or an unnamed xml value without one. NULL writes
/// nothing, or an element with `xsi:nil` if the shape asks for it. An empty value of a typed shape
/// shortens to one tag.
fn element_of(shape: &XmlShape, place: usize, values: &[Value], to: &mut String) -> Result<(), SqlError> {
    let (column, value) = (&shape.columns[place], &values[place]);
    let name = &column.name;
    if value.is_null() {
        if shape.xsi_nil && !name.is_empty() {
            to.push_str(&format!("<{name} xsi:nil=\"true\"/>"));
        }
        return Ok(());
    }
    if name.is_empty() {
        return node_of(value, &column.data_type, to);
    }
    to.push_str(&format!("<{name}>"));
    let begin = to.len();
    match &column.reference {
        Some(_) => content_text(&text_at(shape, place, values)?, to),
        None => node_of(value, &column.data_type, to)?,
    }
    if shape.typed {
        close(name, begin, to);
    } else {
        // A value of a type other than xml keeps both tags.
        to.push_str(&format!("</{name}>"));
    }
    Ok(())
}

/// Appends the text of a value between tags. A text of white space alone ends with a reference, so
/// that a parser doesn't drop it.
pub(super) fn content_text(text: &str, to: &mut String) {
    let is_blank = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
    let plain = if is_blank { &text[..text.len() - 1] } else { text };
    escape_text(plain, to);
    if let Some(last) = text.as_bytes().last().filter(|_| is_blank) {
        to.push_str(&format!("&#x{last:02X};"));
    }
}

/// Appends a value as nodes: xml unchanged, other types as text.
pub(crate) fn node_of(value: &Value, data_type: &DataType, to: &mut String) -> Result<(), SqlError> {
    match (value, data_type) {
        (Value::Str(text), DataType::Xml) => to.push_str(text),
        _ => content_text(&text_of(value, data_type)?, to),
    }
    Ok(())
}
