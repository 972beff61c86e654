//! Comparison of two values of one type.

use crate::value::Value;
use std::cmp::Ordering;

/// The comparison operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`, `!=`
    NotEqual,
    /// `<`, `!>=`
    Less,
    /// `<=`, `!>`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`, `!<`
    GreaterOrEqual,
}

impl Comparison {
    /// Whether the operator holds between two values that stand in `order`.
    #[inline(always)]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
        }
    }
}

/// The order of two values of the same type under the default collation; `None` if one is NULL.
pub fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    let _ = (left, right);
    panic!("not yet")
}

/// As [`compare`], with NULL before everything and equal to NULL: the order of ORDER BY and of index keys.
pub fn compare_nulls_first(left: &Value, right: &Value) -> Ordering {
    let _ = (left, right);
    panic!("not yet")
}
