//! Constants as written. Numbers keep their text if a machine number would lose digits. Types are
//! decided by the binder.

/// A constant. A number carries no sign, since a sign is a unary operator. Exceptions are `Money`
/// and the values of event sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// `NULL`.
    Null,
    /// Digits alone that fit into 64 bits. T-SQL types the constant `int`, or `numeric` if it
    /// exceeds `int`. Negative only as a value of an event session.
    Integer(i64),
    /// Digits with a decimal point, or too many digits for `Integer`: the text as written.
    Decimal(Box<str>),
    /// A number with an exponent: the text as written (`1e`, meaning `1e0`, is allowed).
    Float(Box<str>),
    /// A number after a currency sign: the rest as written, without the currency sign. It is
    /// possibly empty (zero) and may begin with `+` or `-`, as in `$-1.50`.
    Money(Box<str>),
    /// `0x...`. An odd number of digits is padded with a leading zero. `0x` alone is empty.
    Binary(Box<[u8]>),
    /// `'...'`, doubled quotes undone.
    String(Box<str>),
    /// `N'...'`, doubled quotes undone.
    NationalString(Box<str>),
}
