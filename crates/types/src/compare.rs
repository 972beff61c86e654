//! Comparison of two values of the same type.

use crate::collation;
use crate::value::Value;
use crate::variant;
pub(crate) use crate::variant::significant;
use std::cmp::Ordering;
use std::mem::discriminant;

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
    /// Returns the comparison with its sides exchanged. Equality and inequality stay as they are.
    pub fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            same @ (Comparison::Equal | Comparison::NotEqual) => same,
        }
    }

    /// Returns the comparison that holds exactly if this comparison is false. For values that are
    /// comparable; with NULL neither holds.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::GreaterOrEqual,
            Comparison::GreaterOrEqual => Comparison::Less,
            Comparison::Greater => Comparison::LessOrEqual,
            Comparison::LessOrEqual => Comparison::Greater,
        }
    }

    /// Whether the operator holds for two values whose order is `order`. Neither is NULL.
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

/// Compares two values of the same type under the default collation. Returns `None` if either is
/// NULL.
#[inline]
pub fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::BigInt(a), Value::BigInt(b)) => Some(a.cmp(b)),
        (Value::Null, _) | (_, Value::Null) => None,
        _ => Some(compare_others(left, right)),
    }
}

/// Compares two binary values. Trailing zero bytes don't count.
#[inline]
pub fn compare_bytes(left: &[u8], right: &[u8]) -> Ordering {
    significant(left).cmp(significant(right))
}

/// Does the same as [`compare`], with NULL first and equal to NULL: the order of ORDER BY and of
/// index keys.
pub fn compare_nulls_first(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Null, Value::Null) => Ordering::Equal,
        (Value::Null, _) => Ordering::Less,
        (_, Value::Null) => Ordering::Greater,
        _ => compare(left, right).unwrap_or(Ordering::Equal),
    }
}

fn compare_others(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Bit(a), Value::Bit(b)) => a.cmp(b),
        (Value::TinyInt(a), Value::TinyInt(b)) => a.cmp(b),
        (Value::SmallInt(a), Value::SmallInt(b)) => a.cmp(b),
        // A float is never NaN: every operation that could produce NaN is an error.
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
        (Value::Real(a), Value::Real(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
        (Value::Money(a), Value::Money(b)) | (Value::Time(a), Value::Time(b)) => a.cmp(b),
        (Value::Decimal(a), Value::Decimal(b)) => a.cmp(b),
        (Value::Date(a), Value::Date(b)) => a.cmp(b),
        (Value::DateTime(a), Value::DateTime(b)) | (Value::DateTime2(a), Value::DateTime2(b)) => a.cmp(b),
        // Moments compare in UTC, regardless of their offsets.
        (Value::DateTimeOffset(a, _), Value::DateTimeOffset(b, _)) => a.cmp(b),
        (Value::Variant(a), Value::Variant(b)) => variant::order(&a.value, &b.value),
        (Value::Str(a), Value::Str(b)) => collation::compare(a, b),
        (Value::Bytes(a), Value::Bytes(b)) => compare_bytes(a, b),
        _ if discriminant(left) == discriminant(right) => variant::order(left, right),
        _ => panic!("compared values of two types: {left:?} and {right:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_compares_unknown_and_orders_first() {
        assert_eq!(compare(&Value::Null, &Value::Int(1)), None);
        assert_eq!(compare(&Value::Null, &Value::Null), None);
        assert_eq!(compare_nulls_first(&Value::Null, &Value::Int(i32::MIN)), Ordering::Less);
        assert_eq!(compare_nulls_first(&Value::Null, &Value::Null), Ordering::Equal);
    }

    #[test]
    fn comparison_operators_follow_ordering() {
        let order = compare(&Value::Int(1), &Value::Int(2)).expect("neither is NULL");
        let held: Vec<bool> = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessOrEqual,
            Comparison::Greater,
            Comparison::GreaterOrEqual,
        ]
        .map(|comparison| comparison.holds(order))
        .into();
        assert_eq!(held, [false, true, true, true, false, false]);
        for comparison in [Comparison::Less, Comparison::LessOrEqual, Comparison::Equal, Comparison::NotEqual] {
            let mirrored = comparison.mirrored();
            assert_eq!((mirrored.holds(order.reverse()), mirrored.mirrored()), (comparison.holds(order), comparison));
        }
    }

    #[test]
    fn trailing_zero_bytes_are_insignificant() {
        let order = |a: &[u8], b: &[u8]| compare(&Value::bytes(a), &Value::bytes(b));
        assert_eq!(order(b"", b"\0"), Some(Ordering::Equal));
        assert_eq!(order(b"\x01\0\0", b"\x01"), Some(Ordering::Equal));
        assert_eq!(order(b"\0\x01", b"\x01"), Some(Ordering::Less));
        assert_eq!(order(b"\x01\0\x02", b"\x01"), Some(Ordering::Greater));
        assert_eq!(order(b"aB", b"ab"), Some(Ordering::Less), "no case is folded");
    }

    #[test]
    fn strings_compare_by_collation() {
        assert_eq!(compare(&Value::text("ABC "), &Value::text("abc")), Some(Ordering::Equal));
    }
}
