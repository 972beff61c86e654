//! XML format files: `FIELD` elements in `RECORD`, `COLUMN` elements in `ROW`.

use crate::host_type::HostType;
use crate::layout::{Field, Layout};
use crate::terminator;
use sluice_types::xml::{self, Element, Node, escape_attribute};
use sluice_types::{DataType, Length, SqlError};
use std::fmt::Write;

/// Reads an XML format file. Fails with 4855 for a missing element, with 4873 for a column whose
/// field doesn't exist, and with 4822 without fields; the error names the line.
pub(crate) fn parse(file: &str, text: &str) -> Result<Layout, SqlError> {
    let nodes = xml::parse(text)?;
    let child = |nodes: &'_ [Node], name: &str| {
        let found = elements(nodes, name).next().cloned();
        found.ok_or_else(|| SqlError::bulk_format_element(line_of(text, "<", 0), file, "BCPFORMAT"))
    };
    let root = child(&nodes, "BCPFORMAT")?;
    let (record, row) = (child(&root.children, "RECORD")?, child(&root.children, "ROW")?);
    let columns: Vec<Part<'_>> = parts(&row.children, (file, text), "COLUMN");
    let fields: Vec<Part<'_>> = parts(&record.children, (file, text), "FIELD");
    let mut laid = Vec::new();
    for field in &fields {
        let id = field.needed("ID")?;
        let place = columns.iter().position(|column| column.find("SOURCE") == Some(id));
        laid.push(read_field(field, place.map(|place| (place as u32 + 1, &columns[place])))?);
    }
    for column in &columns {
        let source = column.needed("SOURCE")?;
        if !fields.iter().any(|field| field.find("ID") == Some(source)) {
            return Err(SqlError::bulk_format_id_not_found(column.line, file, source));
        }
    }
    if laid.is_empty() {
        return Err(SqlError::bulk_format_count(file));
    }
    Ok(Layout { fields: laid })
}

/// Returns the text of an XML format file. Skipped fields have no column. A field has its
/// terminator, else its prefix length, else its length.
pub(crate) fn write(layout: &Layout) -> String {
    let mut text = String::from(HEAD);
    for (place, field) in layout.fields.iter().enumerate() {
        let _ = write!(text, "  <FIELD ID=\"{}\" xsi:type=\"{}\"", place + 1, form(field));
        if !field.terminator.is_empty() {
            put(&mut text, "TERMINATOR", &terminator::written(&field.terminator));
        } else if field.prefix > 0 {
            put(&mut text, "PREFIX_LENGTH", &field.prefix.to_string());
        } else {
            put(&mut text, "LENGTH", &field.length.to_string());
        }
        let is_bounded = field.length > 0 && (!field.terminator.is_empty() || field.prefix > 0);
        if is_bounded && (field.host.is_text() || field.prefix > 0) {
            put(&mut text, "MAX_LENGTH", &field.length.to_string());
        }
        if !field.collation.is_empty() {
            put(&mut text, "COLLATION", &field.collation);
        }
        text.push_str("/>\r\n");
    }
    text.push_str(" </RECORD>\r\n <ROW>\r\n");
    for (place, field) in layout.fields.iter().enumerate().filter(|(_, field)| field.column > 0) {
        let data_type = field.declared.map_or(DataType::NVarChar(Length::Max), |(data_type, _)| data_type);
        let _ = write!(text, "  <COLUMN SOURCE=\"{}\"", place + 1);
        put(&mut text, "NAME", &field.name);
        put(&mut text, "xsi:type", column_type(data_type));
        if let DataType::Decimal { precision, scale, .. } = data_type {
            put(&mut text, "PRECISION", &precision.to_string());
            put(&mut text, "SCALE", &scale.to_string());
        }
        if let Some(scale) = data_type.fraction() {
            put(&mut text, "SCALE", &scale.to_string());
        }
        text.push_str("/>\r\n");
    }
    text.push_str(" </ROW>\r\n</BCPFORMAT>\r\n");
    text
}

fn put(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, " {name}=\"");
    escape_attribute(value, text);
    text.push('"');
}

/// An element of the file with its line.
struct Part<'x> {
    element: &'x Element,
    file: &'x str,
    line: usize,
}

impl<'x> Part<'x> {
    fn find(&self, name: &str) -> Option<&'x str> {
        self.element.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn needed(&self, name: &str) -> Result<&'x str, SqlError> {
        self.find(name).ok_or_else(|| SqlError::bulk_format_attribute_missing(self.line, self.file, name))
    }

    fn number(&self, name: &str) -> Result<Option<u32>, SqlError> {
        self.find(name).map(|text| text.parse().map_err(|_| self.bad(name))).transpose()
    }

    fn needed_number(&self, name: &str) -> Result<u32, SqlError> {
        self.needed(name)?.parse().map_err(|_| self.bad(name))
    }

    fn bad(&self, name: &str) -> SqlError {
        SqlError::bulk_format_value(self.line, self.file, self.find(name).unwrap_or_default(), name)
    }
}

fn read_field(field: &Part<'_>, column: Option<(u32, &Part<'_>)>) -> Result<Field, SqlError> {
    let prefix = || match field.needed_number("PREFIX_LENGTH")? {
        prefix @ (1 | 2 | 4 | 8) => Ok(prefix as u8),
        _ => Err(field.bad("PREFIX_LENGTH")),
    };
    let length = || match field.needed_number("LENGTH")? {
        0 => Err(field.bad("LENGTH")),
        length => Ok(length),
    };
    let marked = || Ok(terminator::field(field.needed("TERMINATOR")?));
    let max = field.number("MAX_LENGTH")?.unwrap_or_default();
    let native = || match column.and_then(|(_, column)| column.find("xsi:type")) {
        Some(written) => HostType::named(written).ok_or_else(|| field.bad("xsi:type")),
        None => Ok(HostType::Binary),
    };
    let (host, prefix, length, terminator) = match field.needed("xsi:type")? {
        "NativeFixed" => (native()?, 0, length()?, Vec::new()),
        "NativePrefix" => (native()?, prefix()?, max, Vec::new()),
        "CharFixed" => (HostType::Char, 0, length()?, Vec::new()),
        "NCharFixed" => (HostType::NChar, 0, length()?, Vec::new()),
        "CharPrefix" => (HostType::Char, prefix()?, max, Vec::new()),
        "NCharPrefix" => (HostType::NChar, prefix()?, max, Vec::new()),
        "CharTerm" => (HostType::Char, 0, max, marked()?),
        "NCharTerm" => (HostType::NChar, 0, max, terminator::widened(&marked()?)),
        _ => return Err(field.bad("xsi:type")),
    };
    Ok(Field {
        host,
        prefix,
        length,
        terminator,
        column: column.map_or(0, |(number, _)| number),
        name: column.and_then(|(_, column)| column.find("NAME")).unwrap_or_default().to_owned(),
        collation: field.find("COLLATION").unwrap_or_default().to_owned(),
        declared: column.map(|(_, column)| declared(column)).transpose()?,
    })
}

/// Returns the type and nullability of a column. Without a type it is that of text.
fn declared(column: &Part<'_>) -> Result<(DataType, bool), SqlError> {
    let written = column.find("xsi:type").unwrap_or("SQLVARYCHAR");
    let is = |name: &str| written.eq_ignore_ascii_case(name);
    let given = column.number("LENGTH")?;
    let width = |most: u16| u16::try_from(given.unwrap_or(most.into())).unwrap_or(most).clamp(1, most);
    let scale = column.number("SCALE")?;
    let fraction = scale.unwrap_or(7).min(7) as u8;
    let data_type = match HostType::named(written).ok_or_else(|| column.bad("xsi:type"))? {
        _ if is("SQLTEXT") || is("CharLOB") => DataType::varchar(Length::Max),
        _ if is("SQLNTEXT") => DataType::NVarChar(Length::Max),
        _ if is("SQLIMAGE") => DataType::VarBinary(Length::Max),
        _ if is("SQLCHAR") => DataType::char(width(DataType::CHAR_MAX)),
        _ if is("SQLNCHAR") => DataType::NChar(width(DataType::NCHAR_MAX)),
        _ if is("SQLBINARY") => DataType::Binary(width(DataType::CHAR_MAX)),
        HostType::Char => DataType::varchar(Length::Limited(width(DataType::CHAR_MAX))),
        HostType::NChar => DataType::NVarChar(Length::Limited(width(DataType::NCHAR_MAX))),
        HostType::Binary => DataType::VarBinary(Length::Limited(width(DataType::CHAR_MAX))),
        HostType::Native(native) => native,
        HostType::Decimal | HostType::Numeric => {
            let precision = column.number("PRECISION")?.unwrap_or(18).clamp(1, 38) as u8;
            DataType::decimal(precision, scale.unwrap_or(0).min(precision.into()) as u8)
        }
        HostType::Time => DataType::Time(fraction),
        HostType::DateTime2 => DataType::DateTime2(fraction),
        HostType::DateTimeOffset => DataType::DateTimeOffset(fraction),
    };
    let nullable = !column.find("NULLABLE").is_some_and(|written| written.eq_ignore_ascii_case("NO"));
    Ok((data_type, nullable))
}

/// Returns the `xsi:type` of a field.
fn form(field: &Field) -> &'static str {
    match (field.host, field.prefix, field.terminator.is_empty()) {
        (HostType::Char, _, false) => "CharTerm",
        (HostType::NChar, _, false) => "NCharTerm",
        (HostType::Char, 0, true) => "CharFixed",
        (HostType::NChar, 0, true) => "NCharFixed",
        (HostType::Char, ..) => "CharPrefix",
        (HostType::NChar, ..) => "NCharPrefix",
        (_, 0, _) => "NativeFixed",
        _ => "NativePrefix",
    }
}

/// Returns the `xsi:type` of a column.
fn column_type(data_type: DataType) -> &'static str {
    match data_type {
        DataType::Char(..) => "SQLCHAR",
        DataType::VarChar(..) if data_type.is_lob() => "SQLTEXT",
        DataType::VarChar(..) => "SQLVARYCHAR",
        DataType::NChar(_) => "SQLNCHAR",
        DataType::NVarChar(_) if data_type.is_lob() => "SQLNTEXT",
        DataType::NVarChar(_) | DataType::Xml => "SQLNVARCHAR",
        DataType::VarBinary(_) if data_type.is_lob() => "SQLIMAGE",
        DataType::VarBinary(_) => "SQLVARYBIN",
        other => HostType::native(other).map_or("SQLVARIANT", HostType::name),
    }
}

fn elements<'n>(nodes: &'n [Node], name: &'n str) -> impl Iterator<Item = &'n Element> {
    nodes.iter().filter_map(move |node| match node {
        Node::Element(element) if element.name == name => Some(element),
        _ => None,
    })
}

fn parts<'x>(nodes: &'x [Node], (file, text): (&'x str, &str), name: &'x str) -> Vec<Part<'x>> {
    let tag = format!("<{name}");
    let part = |(place, element)| Part { element, file, line: line_of(text, &tag, place) };
    elements(nodes, name).enumerate().map(part).collect()
}

/// Returns the line of the occurrence `place` of `tag`.
fn line_of(text: &str, tag: &str, place: usize) -> usize {
    let end = text.match_indices(tag).nth(place).map_or(0, |(offset, _)| offset);
    text[..end].matches('\n').count() + 1
}

const HEAD: &str = "<?xml version=\"1.0\"?>\r\n\
    <BCPFORMAT xmlns=\"http://schemas.microsoft.com/sqlserver/2004/bulkload/format\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\r\n <RECORD>\r\n";
