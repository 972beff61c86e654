//! Calls of built-in functions over the rows of a chunk, value by value without the register
//! machine.

use super::chunk::Chunk;
use super::column::Column;
use super::expression::{Evaluate, Expression};
use super::rows::Rows;
use super::values::value_by_value;
use crate::operator::Run;
use sluice_functions::{Function, Signature};
use sluice_types::{DataType, SqlError};

/// A call of a built-in function.
pub(super) struct Call {
    /// The function.
    pub(super) function: &'static Function,
    /// Types that the binder chose.
    pub(super) signature: Signature,
    /// The arguments, of these types.
    pub(super) arguments: Vec<Expression>,
}

impl Evaluate for Call {
    fn column(
        &self,
        data_type: DataType,
        chunk: &Chunk,
        rows: Rows<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Column, SqlError> {
        let mut arguments = Vec::with_capacity(self.arguments.len());
        for argument in &self.arguments {
            arguments.push(argument.values(chunk, rows, run)?);
        }
        let mut values = Vec::with_capacity(arguments.len());
        let column = value_by_value(data_type, (rows, chunk.len), |row| {
            values.clear();
            values.extend(arguments.iter().map(|argument| argument.get(row)));
            let functions = run.context.enter_call(&run.frame.globals);
            let result = self.function.call(functions, &self.signature, &values)?;
            run.context.leave_call()?;
            Ok(result)
        })?;
        // A cancelled function returns an arbitrary result.
        run.check_cancelled()?;
        Ok(column)
    }
}
