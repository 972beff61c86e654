//! Integer arithmetic on machine words, for compiled expressions.
//!
//! Nothing here allocates, and the error is a byte, so an addition in the register machine costs an
//! add and a jump.

use crate::data_type::DataType;
use crate::error::SqlError;

/// The reason why an integer operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntegerError {
    /// The result does not fit.
    Overflow,
    /// The divisor is zero.
    DivideByZero,
}

impl IntegerError {
    /// Returns 8115 or 8134, the SQL error of an operation whose result has type `data_type`.
    #[cold]
    pub fn to_sql(self, data_type: DataType) -> SqlError {
        match self {
            IntegerError::Overflow => SqlError::arithmetic_overflow("expression", data_type.name()),
            IntegerError::DivideByZero => SqlError::divide_by_zero(),
        }
    }
}

macro_rules! integer_operations {
    ($int:ty, $name:literal, $add:ident, $subtract:ident, $multiply:ident, $divide:ident, $modulo:ident, $negate:ident) => {
        #[doc = concat!("Sum of two ", $name, " values.")]
        ///
        /// Fails with `Overflow` beyond the type.
        #[inline(always)]
        pub fn $add(left: $int, right: $int) -> Result<$int, IntegerError> {
            left.checked_add(right).ok_or(IntegerError::Overflow)
        }

        #[doc = concat!("Difference of two ", $name, " values.")]
        ///
        /// Fails with `Overflow` beyond the type.
        #[inline(always)]
        pub fn $subtract(left: $int, right: $int) -> Result<$int, IntegerError> {
            left.checked_sub(right).ok_or(IntegerError::Overflow)
        }

        #[doc = concat!("Product of two ", $name, " values.")]
        ///
        /// Fails with `Overflow` beyond the type.
        #[inline(always)]
        pub fn $multiply(left: $int, right: $int) -> Result<$int, IntegerError> {
            left.checked_mul(right).ok_or(IntegerError::Overflow)
        }

        #[doc = concat!("Quotient of two ", $name, " values, truncated towards zero.")]
        ///
        /// Fails with `DivideByZero`, and with `Overflow` for the least value divided by -1.
        #[inline]
        pub fn $divide(left: $int, right: $int) -> Result<$int, IntegerError> {
            if right == 0 {
                return Err(IntegerError::DivideByZero);
            }
            left.checked_div(right).ok_or(IntegerError::Overflow)
        }

        #[doc = concat!("Remainder of two ", $name, " values; its sign is the dividend's.")]
        ///
        /// Fails with `DivideByZero`, and with `Overflow` for the least value and -1.
        #[inline]
        pub fn $modulo(left: $int, right: $int) -> Result<$int, IntegerError> {
            if right == 0 {
                return Err(IntegerError::DivideByZero);
            }
            left.checked_rem(right).ok_or(IntegerError::Overflow)
        }

        #[doc = concat!("The negative of a ", $name, " value.")]
        ///
        /// Fails with `Overflow` for the least value.
        #[inline(always)]
        pub fn $negate(value: $int) -> Result<$int, IntegerError> {
            value.checked_neg().ok_or(IntegerError::Overflow)
        }
    };
}

integer_operations!(i32, "int", add_i32, subtract_i32, multiply_i32, divide_i32, modulo_i32, negate_i32);
integer_operations!(i64, "bigint", add_i64, subtract_i64, multiply_i64, divide_i64, modulo_i64, negate_i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_limits_overflow() {
        assert_eq!(add_i32(i32::MAX, 1), Err(IntegerError::Overflow));
        assert_eq!(add_i32(i32::MAX, -1), Ok(i32::MAX - 1));
        assert_eq!(subtract_i64(i64::MIN, 1), Err(IntegerError::Overflow));
        assert_eq!(multiply_i32(65536, 32768), Err(IntegerError::Overflow));
        assert_eq!(divide_i32(i32::MIN, -1), Err(IntegerError::Overflow));
        assert_eq!(divide_i64(1, 0), Err(IntegerError::DivideByZero));
        assert_eq!(modulo_i32(i32::MIN, -1), Err(IntegerError::Overflow));
        assert_eq!(modulo_i32(7, -1), Ok(0));
        assert_eq!(modulo_i64(-7, 3), Ok(-1));
        assert_eq!(negate_i32(i32::MIN), Err(IntegerError::Overflow));
    }

    #[test]
    fn integer_errors_map_to_sql_errors() {
        let overflow = IntegerError::Overflow.to_sql(DataType::Int);
        assert_eq!((overflow.number, overflow.args.join(",").as_str()), (8115, "expression,int"));
        assert_eq!(IntegerError::DivideByZero.to_sql(DataType::Int).number, 8134);
    }
}
