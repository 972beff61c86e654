//! Where in a batch's text something stands.
//!
//! Invariant: `start <= end`, both on character borders of the text that was parsed.

/// A range of bytes of the batch's text, end exclusive.
///
/// Positions are no part of a tree's identity: two spans always compare equal, so that trees compare by what they
/// say and not by where it was written. Compare `start` and `end` where places matter.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// From the start of `self` to the end of `other`.
    pub const fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// The part of `text` that the span covers; empty where the span does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}
