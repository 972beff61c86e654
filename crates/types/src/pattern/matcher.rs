//! A pattern that many texts are matched against.

use super::{Reading, matches};
use std::sync::Arc;

/// A pattern and the options of matching, prepared once.
#[derive(Clone, Debug)]
pub struct Matcher {
    pattern: Arc<str>,
    reading: Reading,
    parts: Option<Parts>,
}

/// A pattern that consists of ASCII literals with `%` between them.
#[derive(Clone, Debug)]
struct Parts {
    /// The folded literals; the first begins the text, and the last ends it.
    literals: Vec<Vec<u8>>,
    /// The folded byte of each ASCII character.
    folded: [u8; 128],
}

impl Matcher {
    /// Prepares a pattern for many texts. Every pattern is valid; some match nothing.
    pub fn new(pattern: &Arc<str>, reading: Reading) -> Matcher {
        Matcher { pattern: Arc::clone(pattern), reading, parts: Parts::new(pattern, reading) }
    }

    /// Whether the whole of `text`, which is UTF-8, matches the pattern, as [`matches()`] decides.
    pub fn matches(&self, text: &[u8]) -> bool {
        match &self.parts {
            Some(parts) if text.is_ascii() => parts.match_text(text, self.reading.ignores_trailing_blanks),
            _ => matches(std::str::from_utf8(text).unwrap_or_default(), &self.pattern, self.reading),
        }
    }
}

impl Parts {
    /// Returns the parts of a pattern. Returns `None` if it has other wildcards, an escape
    /// character or letters beyond ASCII, or if the collation folds a letter beyond ASCII.
    fn new(pattern: &str, reading: Reading) -> Option<Parts> {
        let is_plain = |byte: u8| byte.is_ascii() && !matches!(byte, b'_' | b'[');
        if reading.escape.is_some() || !pattern.bytes().all(is_plain) {
            return None;
        }
        let mut folded = [0; 128];
        for (byte, to) in (0..128u8).zip(&mut folded) {
            *to = u8::try_from(reading.collation.folded(char::from(byte))).ok().filter(u8::is_ascii)?;
        }
        let literal = |part: &str| part.bytes().map(|byte| folded[usize::from(byte)]).collect();
        Some(Parts { literals: pattern.split('%').map(literal).collect(), folded })
    }

    /// Whether an ASCII text matches. Each literal is sought behind the previous one.
    fn match_text(&self, text: &[u8], ignores_trailing_blanks: bool) -> bool {
        let Some((first, rest)) = self.literals.split_first() else { return false };
        let end = if ignores_trailing_blanks { significant_len(text) } else { text.len() };
        if !self.is_at(text, 0, first) {
            return false;
        }
        let mut at = first.len();
        let Some((last, between)) = rest.split_last() else { return at >= end };
        for literal in between {
            let found = (at..(text.len() + 1).saturating_sub(literal.len())).find(|at| self.is_at(text, *at, literal));
            match found {
                Some(found) => at = found + literal.len(),
                None => return false,
            }
        }
        if last.is_empty() {
            return true;
        }
        // The last literal ends the text, or is followed by blanks that don't count.
        (end..=text.len()).any(|end| end >= at + last.len() && self.is_at(text, end - last.len(), last))
    }

    #[inline]
    fn is_at(&self, text: &[u8], at: usize, literal: &[u8]) -> bool {
        let fold = |byte: &u8| self.folded[usize::from(byte & 0x7F)];
        text.get(at..at + literal.len())
            .is_some_and(|part| part.iter().zip(literal).all(|(byte, wanted)| fold(byte) == *wanted))
    }
}

/// Returns the length of a text without its trailing blanks.
fn significant_len(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1)
}
