//! Pieces of a text by UTF-16 units or characters, and by the bytes of a code page.

use sluice_types::{DataType, Length};

/// What lengths and places of a text count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// UTF-16 units.
    Units,
    /// Characters, as under a supplementary-character collation.
    Characters,
}

impl Count {
    /// How many the text has.
    pub(super) fn of(self, text: &str) -> usize {
        match self {
            Count::Units => units(text),
            Count::Characters => text.chars().count(),
        }
    }

    /// The first `count` of the text.
    pub(super) fn first(self, text: &str, count: usize) -> &str {
        match self {
            Count::Units => first(text, count),
            Count::Characters => text.split_at(character_end(text, count)).0,
        }
    }

    /// What is left without the first `count`.
    pub(super) fn without_first(self, text: &str, count: usize) -> &str {
        match self {
            Count::Units => without_first(text, count),
            Count::Characters => text.split_at(character_end(text, count)).1,
        }
    }
}

/// The byte behind the first `count` characters.
fn character_end(text: &str, count: usize) -> usize {
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}

/// How many units the text has.
pub(super) fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}

/// The byte behind the first `count` units; a pair that would be cut is left out.
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

/// The first `count` units.
pub(super) fn first(text: &str, count: usize) -> &str {
    &text[..byte_after(text, count)]
}

/// As much of the text as a value of the string type `data_type` has room for, in the units of its length.
pub(super) fn within(text: &str, data_type: DataType) -> &str {
    let Some(Length::Limited(limit)) = data_type.length() else { return text };
    let Some(page) = data_type.code_page().filter(|_| !text.is_ascii()) else { return first(text, limit.into()) };
    let mut left = usize::from(limit);
    for (at, character) in text.char_indices() {
        let Some(rest) = left.checked_sub(page.width(character)) else { return &text[..at] };
        left = rest;
    }
    text
}

/// What is left without the first `count` units; a pair that would be cut goes with them.
pub(super) fn without_first(text: &str, count: usize) -> &str {
    let at = byte_after(text, count);
    // A pair of which only the first half was to go.
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
    fn a_type_has_room_for_its_bytes() {
        let utf8 = DataType::varchar(Length::Limited(5)).in_code_page(CodePage::Utf8);
        assert_eq!(within("жуки", utf8), "жу");
        assert_eq!(within("abcdef", utf8), "abcde");
        assert_eq!(within("éééééé", DataType::varchar(Length::Limited(5))), "ééééé");
        assert_eq!(within("a😀b", DataType::NVarChar(Length::Limited(2))), "a");
        assert_eq!(within("жуки", DataType::varchar(Length::Max)), "жуки");
    }

    #[test]
    fn pairs_are_never_cut() {
        let text = "a😀b";
        assert_eq!(units(text), 4);
        assert_eq!((first(text, 2), first(text, 3), first(text, 9)), ("a", "a😀", text));
        assert_eq!((without_first(text, 1), without_first(text, 2), without_first(text, 3)), ("😀b", "b", "b"));
        assert_eq!(without_first(text, 9), "");
    }
}
