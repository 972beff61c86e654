//! Constants as written. Numbers keep their text where a machine number would lose digits.

/// A constant. Numbers carry no sign: a sign is a unary operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// `NULL`.
    Null,
    /// Digits alone that fit (never negative); T-SQL types it `int`, or `numeric` when beyond `int`.
    Integer(i64),
    /// Digits with a decimal point, or digits alone too many for `Integer`: the text as written.
    Decimal(Box<str>),
    /// With an exponent: the text as written (`1e`, meaning `1e0`, is allowed).
    Float(Box<str>),
    /// After a `$`: the digits as written, possibly none (zero).
    Money(Box<str>),
    /// `0x...`; an odd number of digits was padded with a leading zero.
    Binary(Box<[u8]>),
    /// `'...'`, doubled quotes undone.
    String(Box<str>),
    /// `N'...'`, doubled quotes undone.
    NationalString(Box<str>),
}
