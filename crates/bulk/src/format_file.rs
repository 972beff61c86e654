//! Format files, both kinds
//! (`relational-databases/import-export/non-xml-format-files-sql-server.md`,
//! `relational-databases/import-export/xml-format-files-sql-server.md`).
//!
//! A non-XML format file has a version, the number of fields, and a line for each field: number,
//! type, prefix length, length, terminator in quotes, column number, column name, collation.

use crate::format_xml;
use crate::host_type::HostType;
use crate::layout::{Field, Layout};
use crate::terminator;
use sluice_types::{CodePage, CollationId, SqlError};
use std::fmt::Write;

/// Reads the format file called `file`, of either kind.
///
/// # Errors
/// 4820 to 4882: the file is no format file. 9400 to 9499: it is no well-formed XML.
pub fn parse(file: &str, bytes: &[u8]) -> Result<Layout, SqlError> {
    let text = decoded(bytes);
    if text.trim_start().starts_with('<') { format_xml::parse(file, &text) } else { parse_plain(file, &text) }
}

/// Returns the text of an XML format file.
pub fn write_xml(layout: &Layout) -> String {
    format_xml::write(layout)
}

/// Returns the text of a non-XML format file with version 16.0, that of SQL Server 2022. Lines end
/// with CR and LF; a name with blanks is quoted.
pub fn write_plain(layout: &Layout) -> String {
    let mut text = format!("{VERSION}\r\n{}\r\n", layout.fields.len());
    let width = layout.fields.iter().map(|field| field.name.chars().count()).max().unwrap_or_default() + GAP;
    for (place, field) in layout.fields.iter().enumerate() {
        let (number, host, prefix, length) = (place + 1, field.host.name(), field.prefix, field.length);
        let terminator = format!("\"{}\"", terminator::written(&field.terminator));
        let name = if field.name.contains(' ') { format!("\"{}\"", field.name) } else { field.name.clone() };
        let collation = if field.collation.is_empty() { "\"\"" } else { &field.collation };
        let _ = write!(
            text,
            "{number:<8}{host:<20}{prefix:<8}{length:<8}{terminator:<9}{:<6}{name:<width$}{collation}\r\n",
            field.column
        );
    }
    text
}

fn parse_plain(file: &str, text: &str) -> Result<Layout, SqlError> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let version = lines.next().and_then(|line| line.trim().parse::<f32>().ok());
    version.filter(|version| *version > 0.0).ok_or_else(|| SqlError::bulk_format_version(file))?;
    let count = lines.next().ok_or_else(|| SqlError::bulk_format_count_unreadable(file))?;
    let count = count.trim().parse::<usize>().ok().filter(|count| (1..=FIELDS_MAX).contains(count));
    let count = count.ok_or_else(|| SqlError::bulk_format_count(file))?;
    let field =
        |number| lines.next().ok_or_else(|| SqlError::bulk_format_column_number(file)).map(|line| (number, line));
    let lines = (1..=count).map(field).collect::<Result<Vec<_>, _>>()?;
    let fields = lines.into_iter().map(|(number, line)| parse_field(file, number, line));
    Ok(Layout { fields: fields.collect::<Result<_, _>>()? })
}

/// Reads the line of field `number`.
fn parse_field(file: &str, number: usize, line: &str) -> Result<Field, SqlError> {
    let mut rest = line;
    let mut next = || word(&mut rest);
    if next().and_then(|written| written.parse().ok()) != Some(number) {
        return Err(SqlError::bulk_format_column_number(file));
    }
    let host = next().and_then(|name| HostType::named(&name));
    let host = host.ok_or_else(|| SqlError::bulk_format_type(number, file))?;
    let prefix = next().and_then(|text| text.parse().ok()).filter(|prefix| [0, 1, 2, 4, 8].contains(prefix));
    let prefix = prefix.ok_or_else(|| SqlError::bulk_format_prefix(number, file))?;
    let length = next().and_then(|text| text.parse().ok());
    let length = length.ok_or_else(|| SqlError::bulk_format_length(number, file))?;
    let terminator = next().ok_or_else(|| SqlError::bulk_format_terminator(number, file))?;
    let terminator = terminator::field(&terminator);
    let terminator = if host == HostType::NChar { terminator::widened(&terminator) } else { terminator };
    let column = next().and_then(|text| text.parse().ok());
    let column = column.ok_or_else(|| SqlError::bulk_format_target(number, file))?;
    let name = next().ok_or_else(|| SqlError::bulk_format_name(number, file))?;
    let collation = next().unwrap_or_default();
    if !collation.is_empty() && CollationId::named(&collation).is_none() && !collation.eq_ignore_ascii_case("RAW") {
        return Err(SqlError::bulk_format_collation(number, file));
    }
    let has_end = prefix > 0 || length > 0 || !terminator.is_empty();
    if !has_end {
        return Err(SqlError::bulk_format_end_missing(number, file));
    }
    Ok(Field { host, prefix, length, terminator, column, name, collation, declared: None })
}

/// Takes the next word or quoted text from a line. A backslash keeps its next character.
fn word(rest: &mut &str) -> Option<String> {
    let text = rest.trim_start();
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        *rest = &text[end..];
        return (end > 0).then(|| text[..end].to_owned());
    };
    let mut is_escaped = false;
    for (place, character) in quoted.char_indices() {
        if character == '"' && !is_escaped {
            *rest = &quoted[place + 1..];
            return Some(quoted[..place].to_owned());
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    None
}

/// Returns the text of a file in UTF-16 or UTF-8 with a byte order mark, or in Windows-1252.
fn decoded(bytes: &[u8]) -> String {
    use crate::encoding::Encoding;
    match bytes {
        [0xFF, 0xFE, rest @ ..] => Encoding::Wide.text(rest).into_owned(),
        [0xEF, 0xBB, 0xBF, rest @ ..] => CodePage::Utf8.text(rest),
        _ => std::str::from_utf8(bytes).map_or_else(|_| CodePage::DEFAULT.text(bytes), str::to_owned),
    }
}

/// SQL Server 2022.
const VERSION: &str = "16.0";
/// The least number of blanks after a column's name.
const GAP: usize = 11;
/// The greatest number of columns of a table.
const FIELDS_MAX: usize = 1024;
