//! Names inside strings, as `OBJECT_ID(N'dbo.[my table]')` takes them.

use sluice_catalog::ObjectName;

/// The name that `text` writes: parts with dots between them, each bare, in brackets or in double quotes. `None` where it is
/// no name of one to three parts.
pub fn parse(text: &str) -> Option<ObjectName> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    loop {
        let (part, after) = next_part(rest)?;
        parts.push(part);
        match after.trim_start().strip_prefix('.') {
            Some(next) => rest = next.trim_start(),
            None if after.trim().is_empty() => return ObjectName::from_parts(&parts),
            None => return None,
        }
    }
}

/// The first part of `text` without its delimiters, and what follows it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_undone() {
        let shown = |text: &str| parse(text).map(|name| (name.database, name.schema, name.object));
        let owned = |text: &str| Some(text.to_owned());
        assert_eq!(shown("t"), Some((None, None, "t".to_owned())));
        assert_eq!(shown("dbo.[a ]] b]"), Some((None, owned("dbo"), "a ] b".to_owned())));
        assert_eq!(shown("\"d.b\"..t"), Some((owned("d.b"), None, "t".to_owned())));
        assert_eq!(shown("[open"), None);
        assert_eq!(shown("a.b.c.d"), None);
    }
}
