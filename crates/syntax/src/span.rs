//! Source ranges within a batch's text.
//!
//! Invariant: `start <= end`, and both are character boundaries of the parsed text.

/// A byte range of the batch's text, end exclusive.
///
/// Two spans always compare equal, so trees compare by content and not by source position. Compare
/// `start` and `end` where positions matter.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span of the bytes `start..end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// Returns the span from the start of `self` to the end of `other`, which must not begin before
    /// `self`.
    pub const fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// Returns the part of `text` that the span covers. Returns an empty string if the span is
    /// beyond the text or splits a character.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}
