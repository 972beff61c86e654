//! Binary operators of scalar expressions: a row each, with text and tokens.

use crate::token::TokenKind;

/// Declares the operators: the text, the token, and the token of the compound assignment, if there
/// is one.
macro_rules! operators {
    ($($(#[$doc:meta])* $operator:ident: $symbol:literal, $token:ident $(, $assignment:ident)?;)*) => {
        /// Operators with two scalar operands.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum BinaryOperator {
            $($(#[$doc])* $operator,)*
        }

        impl BinaryOperator {
            /// All operators.
            pub const ALL: &[BinaryOperator] = &[$(BinaryOperator::$operator),*];

            /// Returns the operator's text.
            pub fn symbol(self) -> &'static str {
                match self {
                    $(BinaryOperator::$operator => $symbol,)*
                }
            }

            /// Returns the text of the compound assignment.
            pub fn assignment_symbol(self) -> &'static str {
                match self {
                    $(BinaryOperator::$operator => concat!($symbol, "="),)*
                }
            }

            /// Returns the operator that a token denotes. `None` for other tokens.
            pub(crate) fn from_token(kind: TokenKind) -> Option<BinaryOperator> {
                match kind {
                    $(TokenKind::$token => Some(BinaryOperator::$operator),)*
                    _ => None,
                }
            }

            /// Returns the operator of the compound assignment that a token denotes. `None` for
            /// other tokens, `=` too.
            pub(crate) fn from_assignment(kind: TokenKind) -> Option<BinaryOperator> {
                match kind {
                    $($(TokenKind::$assignment => Some(BinaryOperator::$operator),)?)*
                    _ => None,
                }
            }
        }
    };
}

operators! {
    /// `+`, addition or concatenation.
    Add: "+", Plus, PlusEqual;
    /// `-`.
    Subtract: "-", Minus, MinusEqual;
    /// `*`.
    Multiply: "*", Star, StarEqual;
    /// `/`.
    Divide: "/", Slash, SlashEqual;
    /// `%`.
    Modulo: "%", Percent, PercentEqual;
    /// `&`.
    BitAnd: "&", Ampersand, AmpersandEqual;
    /// `|`.
    BitOr: "|", Bar, BarEqual;
    /// `^`.
    BitXor: "^", Caret, CaretEqual;
    /// `||`, concatenation.
    Concatenate: "||", DoubleBar, DoubleBarEqual;
    /// `<<`.
    ShiftLeft: "<<", ShiftLeft;
    /// `>>`.
    ShiftRight: ">>", ShiftRight;
}

impl BinaryOperator {
    /// Whether the operator binds like `*`. All others, bitwise operators included, bind like `+`.
    pub fn is_multiplicative(self) -> bool {
        matches!(self, BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo)
    }
}
