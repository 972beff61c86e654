//! Parses names inside strings, such as `PARSENAME(N'dbo.[my table]', 1)`.

use crate::context::FunctionContext;
use crate::function::{Argument, Function, Signature};
use sluice_types::{DataType, Length, SqlError, Value};

pub(crate) const FUNCTIONS: &[Function] = &[Function {
    name: "PARSENAME",
    doc: "PARSENAME(name, piece): a part of an object's name: 1 the object, 2 the schema, 3 the database, 4 the server.",
    arity: (2, 2),
    deterministic: true,
    arguments: &[Argument::As(DataType::NVarChar(Length::Limited(1035))), Argument::As(DataType::Int)],
    result: |_| DataType::SYSNAME,
    null_makes_null: true,
    body: parse_name,
}];

/// Splits `text` into its dotted parts. A part is bare, in brackets or in double quotes; an omitted
/// part is empty. Returns `None` if `text` isn't a valid name.
pub fn parts(text: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    loop {
        let (part, after) = next_part(rest)?;
        parts.push(part);
        match after.trim_start().strip_prefix('.') {
            Some(next) => rest = next.trim_start(),
            None if after.trim().is_empty() => return Some(parts),
            None => return None,
        }
    }
}

/// Returns the first part of `text` without its delimiters, and the rest.
fn next_part(text: &str) -> Option<(String, &str)> {
    let close = match text.chars().next() {
        Some('[') => ']',
        Some('"') => '"',
        _ => {
            let end = text.find('.').unwrap_or(text.len());
            return Some((text[..end].trim_end().to_owned(), &text[end..]));
        }
    };
    let mut part = String::new();
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c != close {
            part.push(c);
        } else if chars.next_if(|&(_, next)| next == close).is_some() {
            part.push(close);
        } else {
            return Some((part, &text[at + c.len_utf8()..]));
        }
    }
    None
}

/// PARSENAME. NULL if the name hasn't one to four parts, a part is too long, or the part is omitted
/// (`t-sql/functions/parsename-transact-sql.md`).
fn parse_name(_: &dyn FunctionContext, _: &Signature, values: &[Value]) -> Result<Value, SqlError> {
    let parts = parts(values[0].as_str().unwrap_or_default()).unwrap_or_default();
    let is_name = (1..=4).contains(&parts.len()) && parts.iter().all(|part| part.chars().count() <= 128);
    let piece = values[1].as_i64().and_then(|piece| usize::try_from(piece).ok()).filter(|piece| *piece >= 1 && is_name);
    let part = piece.and_then(|piece| parts.iter().rev().nth(piece - 1)).filter(|part| !part.is_empty());
    Ok(part.map_or(Value::Null, |part| Value::text(part.as_str())))
}
