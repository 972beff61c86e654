//! Keys of an order.

use crate::expression::Expr;

/// One key of an order.
#[derive(Clone, Debug)]
pub struct SortKey {
    /// What is compared; NULL comes first.
    pub expr: Expr,
    /// Whether the greatest comes first.
    pub descending: bool,
}
