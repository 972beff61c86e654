//! How an expression gets the value of a subquery, or of a user-defined function.

use super::frame::{Frame, Globals};
use sluice_types::{SqlError, Value};

/// Whoever runs the subqueries and functions of a statement.
pub trait Subqueries {
    /// The value of the statement's subquery `number` beside the current rows of `frame`.
    fn value(&mut self, number: usize, frame: &mut Frame) -> Result<Value, SqlError>;

    /// The value of the function of that number; `globals` are the caller's figures.
    fn invoke(&mut self, number: u32, arguments: &[Value], globals: &Globals) -> Result<Value, SqlError>;
}

/// For code that has none.
#[derive(Clone, Copy, Debug)]
pub struct NoSubqueries;

impl Subqueries for NoSubqueries {
    fn value(&mut self, _number: usize, _frame: &mut Frame) -> Result<Value, SqlError> {
        unreachable!("a statement with a subquery is compiled as one that names tables")
    }

    fn invoke(&mut self, _number: u32, _arguments: &[Value], _globals: &Globals) -> Result<Value, SqlError> {
        unreachable!("a statement that calls a user's function is compiled as one that names tables")
    }
}
