//! Which rows an index has that has not all of them (`CREATE INDEX ... WHERE`).
//!
//! A filter is comparisons of single columns with constants, all of which hold for the rows that the index has
//! (`t-sql/statements/create-index-transact-sql.md`, *filter_predicate*). It is kept as its text; what is tested is found out when the text is read.

use sluice_base::sync::Arc;
use sluice_types::{Comparison, Value, compare};

/// The filter of an index.
#[derive(Clone, Debug)]
pub struct IndexFilter {
    /// Its text, as `sys.indexes.filter_definition` shows it.
    pub definition: Arc<str>,
    /// What holds for each row that the index has.
    pub parts: Vec<FilterPart>,
}

/// What a filter says of a column.
#[derive(Clone, Debug)]
pub struct FilterPart {
    /// The column's place in the table.
    pub column: usize,
    /// What is true of its value.
    pub test: FilterTest,
}

/// What is true of a value. Constants have the column's type.
#[derive(Clone, Debug)]
pub enum FilterTest {
    /// It is NULL; or, where the flag is set, it is not.
    Null(bool),
    /// It compares so.
    Compare(Comparison, Value),
    /// It equals one of these.
    In(Vec<Value>),
}

impl FilterTest {
    /// Whether it is true of a value. Nothing compares with NULL.
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
    /// Whether the index has a row with these values.
    pub fn holds<E>(&self, value: impl Fn(usize) -> Result<Value, E>) -> Result<bool, E> {
        for part in &self.parts {
            if !part.test.holds(&value(part.column)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it is about the column at this place.
    pub fn uses(&self, column: usize) -> bool {
        self.parts.iter().any(|part| part.column == column)
    }
}

/// Of one table, a text says all.
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
    fn a_filter_has_the_rows_of_which_all_is_true() {
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
