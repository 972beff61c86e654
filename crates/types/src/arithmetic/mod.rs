//! The operators between values: which type they make, and which value.
//!
//! A statement's binding asks [`operator_types`] once; every row asks [`evaluate`], with the operands already of the
//! types chosen. Integers on registers don't come here: see [`crate::integer`].

mod evaluate;
mod rules;
mod unary;

#[cfg(test)]
mod tests;

pub use evaluate::evaluate;
pub use rules::{OperatorTypes, operator_types};
pub use unary::{evaluate_unary, unary_type};

/// The operators between two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `+`, also of strings.
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

/// The operators before one value.
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
    /// As error messages name it.
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

    /// `&`, `|`, `^`.
    pub const fn is_bitwise(self) -> bool {
        matches!(self, Operator::BitAnd | Operator::BitOr | Operator::BitXor)
    }
}
