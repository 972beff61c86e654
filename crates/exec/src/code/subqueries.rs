//! How an expression gets the value of a subquery.

use super::frame::Frame;
use sluice_types::{SqlError, Value};

/// Whoever runs the subqueries of a statement.
pub trait Subqueries {
    /// The value of the statement's subquery `number` beside the current rows of `frame`.
    fn value(&mut self, number: usize, frame: &mut Frame) -> Result<Value, SqlError>;
}

/// For code that has none.
#[derive(Clone, Copy, Debug)]
pub struct NoSubqueries;

impl Subqueries for NoSubqueries {
    fn value(&mut self, _number: usize, _frame: &mut Frame) -> Result<Value, SqlError> {
        unreachable!("a statement with a subquery is compiled as one that names tables")
    }
}
