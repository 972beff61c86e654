//! Errors of operators.

use super::{SqlError, args};

impl SqlError {
    /// 402: `operator` is not defined for `left` and `right`.
    pub fn incompatible_operands(left: &str, right: &str, operator: &str) -> SqlError {
        SqlError::new(402, 16, 1, args([&left, &right, &operator]))
    }

    /// 8117: `operator` ("add", "minus", "sum" ...) accepts no operand of type `operand`.
    pub fn invalid_operand(operand: &str, operator: &str) -> SqlError {
        SqlError::new(8117, 16, 1, args([&operand, &operator]))
    }

    /// 8134: division or modulo by zero.
    pub fn divide_by_zero() -> SqlError {
        SqlError::new(8134, 16, 1, Vec::new())
    }

    /// 517: the result of adding to a value of the date type `data_type` is out of range.
    pub fn date_add_overflow(data_type: &str) -> SqlError {
        SqlError::new(517, 16, 1, args([&data_type]))
    }

    /// 3623: a mathematical function is undefined for its argument.
    pub fn invalid_floating_point_operation() -> SqlError {
        SqlError::new(3623, 16, 1, Vec::new())
    }
}
