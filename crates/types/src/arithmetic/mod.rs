//! The operators between values: their result types and their evaluation.
//!
//! The binder calls [`operator_types`] once per statement. [`evaluate`] runs per row, with operands
//! already converted to the chosen types. Integers in registers don't use this module: see
//! [`crate::integer`].

mod evaluate;
mod rules;
mod unary;

#[cfg(test)]
mod tests;

pub use evaluate::evaluate;
pub use rules::{OperatorTypes, operator_types};
pub use unary::{evaluate_unary, unary_type};

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `+`, also for strings.
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `+`
    Plus,
    /// `-`
    Negate,
    /// `~`
    BitNot,
}

impl Operator {
    /// Returns the operator as written in an expression.
    pub const fn symbol(self) -> &'static str {
        SYMBOLS[self as usize].0
    }

    /// Returns the operator written so.
    pub fn from_symbol(symbol: &str) -> Option<Operator> {
        SYMBOLS.iter().find(|(known, _)| *known == symbol).map(|(_, operator)| *operator)
    }

    /// Returns the name used in error messages.
    pub const fn name(self) -> &'static str {
        match self {
            Operator::Add => "add",
            Operator::Subtract => "subtract",
            Operator::Multiply => "multiply",
            Operator::Divide => "divide",
            Operator::Modulo => "modulo",
            Operator::BitAnd => "'&'",
            Operator::BitOr => "'|'",
            Operator::BitXor => "'^'",
        }
    }

    /// Whether the operator is `&`, `|` or `^`.
    pub const fn is_bitwise(self) -> bool {
        matches!(self, Operator::BitAnd | Operator::BitOr | Operator::BitXor)
    }
}

/// The operators as written, in the order of the variants.
const SYMBOLS: [(&str, Operator); 8] = [
    ("+", Operator::Add),
    ("-", Operator::Subtract),
    ("*", Operator::Multiply),
    ("/", Operator::Divide),
    ("%", Operator::Modulo),
    ("&", Operator::BitAnd),
    ("|", Operator::BitOr),
    ("^", Operator::BitXor),
];

// `symbol` indexes the table by variant.
const _: () = {
    let mut place = 0;
    while place < SYMBOLS.len() {
        assert!(SYMBOLS[place].1 as usize == place, "the symbols are in the order of the variants");
        place += 1;
    }
};
