//! The interface through which an expression evaluates subqueries and user-defined functions.

use super::frame::{Frame, Globals};
use sluice_types::{SqlError, Value};

/// Runs the subqueries and user-defined functions of a statement.
pub trait Subqueries {
    /// Returns the value of the statement's subquery `number` for the current rows of `frame`.
    fn value(&mut self, number: usize, frame: &mut Frame) -> Result<Value, SqlError>;

    /// Returns the result of user-defined function `number`. `globals` are the caller's session
    /// figures.
    fn invoke(&mut self, number: u32, arguments: &[Value], globals: &Globals) -> Result<Value, SqlError>;
}

/// Implementation for code without subqueries and user-defined functions.
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
