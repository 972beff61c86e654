//! Pieces of a text by UTF-16 units.

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

    #[test]
    fn pairs_are_never_cut() {
        let text = "a😀b";
        assert_eq!(units(text), 4);
        assert_eq!((first(text, 2), first(text, 3), first(text, 9)), ("a", "a😀", text));
        assert_eq!((without_first(text, 1), without_first(text, 2), without_first(text, 3)), ("😀b", "b", "b"));
        assert_eq!(without_first(text, 9), "");
    }
}
