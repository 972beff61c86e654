//! Slices a text by UTF-16 units or characters, and by the bytes of a code page.

use sluice_types::{DataType, Length};

/// The unit of lengths and positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// UTF-16 units: a surrogate pair counts as two.
    Units,
    /// Characters, under a supplementary-character collation.
    Characters,
}

impl Count {
    /// Returns the length of the text in this unit.
    pub(super) fn length(self, text: &str) -> usize {
        match self {
            Count::Units => units(text),
            Count::Characters => text.chars().count(),
        }
    }

    /// Returns the first `count` units of the text, or all of a shorter one.
    pub(super) fn first(self, text: &str, count: usize) -> &str {
        match self {
            Count::Units => first(text, count),
            Count::Characters => text.split_at(character_end(text, count)).0,
        }
    }

    /// Returns the text without its first `count` units; empty if there are no more.
    pub(super) fn without_first(self, text: &str, count: usize) -> &str {
        match self {
            Count::Units => without_first(text, count),
            Count::Characters => text.split_at(character_end(text, count)).1,
        }
    }
}

/// Returns the byte offset after the first `count` characters.
fn character_end(text: &str, count: usize) -> usize {
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}

/// Returns the number of UTF-16 units.
pub(crate) fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}

/// Returns the byte offset after the first `count` units. Excludes a surrogate pair that would be
/// split.
pub(super) fn byte_after(text: &str, count: usize) -> usize {
    if text.is_ascii() {
        return count.min(text.len());
    }
    let mut left = count;
    for (at, character) in text.char_indices() {
        if character.len_utf16() > left {
            return at;
        }
        left -= character.len_utf16();
    }
    text.len()
}

/// Returns the first `count` units.
pub(super) fn first(text: &str, count: usize) -> &str {
    &text[..byte_after(text, count)]
}

/// Returns the longest prefix of the text that fits into the string type, in the units of its
/// length. UTF-16 units, or bytes in the type's code page; a type of unlimited length takes the
/// whole text.
pub(crate) fn within(text: &str, data_type: DataType) -> &str {
    let Some(Length::Limited(limit)) = data_type.length() else { return text };
    let Some(page) = data_type.code_page().filter(|_| !text.is_ascii()) else { return first(text, limit.into()) };
    let mut left = usize::from(limit);
    for (at, character) in text.char_indices() {
        let Some(rest) = left.checked_sub(page.width(character)) else { return &text[..at] };
        left = rest;
    }
    text
}

/// Returns the text without its first `count` units. A surrogate pair that would be split is
/// removed too.
pub(super) fn without_first(text: &str, count: usize) -> &str {
    let at = byte_after(text, count);
    // Only the first half of this pair was to be removed.
    if units(&text[..at]) < count
        && let Some(character) = text[at..].chars().next()
    {
        return &text[at + character.len_utf8()..];
    }
    &text[at..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::CodePage;

    #[test]
    fn text_is_truncated_to_the_types_bytes() {
        let utf8 = DataType::varchar(Length::Limited(5)).in_code_page(CodePage::Utf8);
        assert_eq!(within("жуки", utf8), "жу");
        assert_eq!(within("abcdef", utf8), "abcde");
        assert_eq!(within("éééééé", DataType::varchar(Length::Limited(5))), "ééééé");
        assert_eq!(within("a😀b", DataType::NVarChar(Length::Limited(2))), "a");
        assert_eq!(within("жуки", DataType::varchar(Length::Max)), "жуки");
    }

    #[test]
    fn surrogate_pairs_are_never_split() {
        let text = "a😀b";
        assert_eq!(units(text), 4);
        assert_eq!((first(text, 2), first(text, 3), first(text, 9)), ("a", "a😀", text));
        assert_eq!((without_first(text, 1), without_first(text, 2), without_first(text, 3)), ("😀b", "b", "b"));
        assert_eq!(without_first(text, 9), "");
    }
}
