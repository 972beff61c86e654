//! The rows of a filtered index (`CREATE INDEX ... WHERE`).
//!
//! A filter is a conjunction of comparisons of single columns with constants
//! (`t-sql/statements/create-index-transact-sql.md`, *filter_predicate*). Its text is stored and
//! parsed into tests when loaded.

use sluice_base::sync::Arc;
use sluice_types::{Comparison, Value, compare};

/// The filter of an index.
#[derive(Clone, Debug)]
pub struct IndexFilter {
    /// The text shown by `sys.indexes.filter_definition`.
    pub definition: Arc<str>,
    /// The tests that every row of the index passes.
    pub parts: Vec<FilterPart>,
}

/// A filter's test of a column.
#[derive(Clone, Debug)]
pub struct FilterPart {
    /// The column's index in the table.
    pub column: usize,
    /// The test of the column's value.
    pub test: FilterTest,
}

/// A test of a value. Constants have the column's type.
#[derive(Clone, Debug)]
pub enum FilterTest {
    /// IS NULL, or IS NOT NULL if the flag is set.
    Null(bool),
    /// A comparison with a constant.
    Compare(Comparison, Value),
    /// IN a list of constants.
    In(Vec<Value>),
}

impl FilterTest {
    /// Whether the value passes the test. A comparison with NULL fails. A list with NULL passes a
    /// value only by another element; incomparable values fail.
    pub fn holds(&self, value: &Value) -> bool {
        match self {
            FilterTest::Null(not) => value.is_null() != *not,
            FilterTest::Compare(comparison, constant) => {
                compare(value, constant).is_some_and(|order| comparison.holds(order))
            }
            FilterTest::In(constants) => {
                constants.iter().any(|constant| compare(value, constant).is_some_and(std::cmp::Ordering::is_eq))
            }
        }
    }
}

impl IndexFilter {
    /// Whether the index contains a row with these values: every part of the filter is true, not
    /// unknown. `value` is called with the ordinals of columns; its first error is returned.
    pub fn holds<E>(&self, value: impl Fn(usize) -> Result<Value, E>) -> Result<bool, E> {
        for part in &self.parts {
            if !part.test.holds(&value(part.column)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the filter tests the column with this ordinal.
    pub fn uses(&self, column: usize) -> bool {
        self.parts.iter().any(|part| part.column == column)
    }
}

/// Filters of the same table are equal if their texts are equal.
impl PartialEq for IndexFilter {
    fn eq(&self, other: &IndexFilter) -> bool {
        self.definition == other.definition
    }
}

impl Eq for IndexFilter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_filter_holds_rows_passing_all_tests() {
        let part = |column, test| FilterPart { column, test };
        let parts = vec![
            part(0, FilterTest::Compare(Comparison::GreaterOrEqual, Value::Int(5))),
            part(1, FilterTest::Null(true)),
            part(2, FilterTest::In(vec![Value::text("x"), Value::text("y")])),
        ];
        let filter = IndexFilter { definition: Arc::from(""), parts };
        let has = |a: i32, b: Value, c: Value| {
            filter.holds(|place| Ok::<_, ()>([Value::Int(a), b.clone(), c.clone()][place].clone())).expect("a value")
        };
        assert!(has(5, Value::Int(0), Value::text("Y ")));
        assert!(!has(4, Value::Int(0), Value::text("x")));
        assert!(!has(5, Value::Null, Value::text("x")));
        assert!(!has(5, Value::Int(0), Value::text("z")));
        assert!(!has(5, Value::Int(0), Value::Null));
        assert!(filter.uses(2) && !filter.uses(3));
    }
}
