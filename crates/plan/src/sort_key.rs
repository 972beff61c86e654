//! Sort keys.

use crate::expression::Expr;

/// A sort key.
#[derive(Clone, Debug)]
pub struct SortKey {
    /// The sorted expression; NULL sorts first.
    pub expr: Expr,
    /// DESC.
    pub descending: bool,
}
