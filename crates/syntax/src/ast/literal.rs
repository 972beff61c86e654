//! Constants as written. Numbers keep their text if a machine number would lose digits.

/// A constant. Numbers carry no sign: a sign is a unary operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// `NULL`.
    Null,
    /// Digits alone that fit, never negative. T-SQL types the constant `int`, or `numeric` if it
    /// exceeds `int`.
    Integer(i64),
    /// Digits with a decimal point, or too many digits for `Integer`: the text as written.
    Decimal(Box<str>),
    /// A number with an exponent: the text as written (`1e`, meaning `1e0`, is allowed).
    Float(Box<str>),
    /// A number after a `$`: the digits as written, possibly empty (zero).
    Money(Box<str>),
    /// `0x...`. An odd number of digits is padded with a leading zero.
    Binary(Box<[u8]>),
    /// `'...'`, doubled quotes undone.
    String(Box<str>),
    /// `N'...'`, doubled quotes undone.
    NationalString(Box<str>),
}
