//! Errors of conversions between types.

use super::{SqlError, args};

impl SqlError {
    /// 206: no conversion exists from `from` to `to`, not even an explicit one.
    pub fn type_clash(from: &str, to: &str) -> SqlError {
        SqlError::new(206, 16, 2, args([&from, &to]))
    }

    /// 257: only an explicit conversion exists from `from` to `to`.
    pub fn implicit_conversion_not_allowed(from: &str, to: &str) -> SqlError {
        SqlError::new(257, 16, 3, args([&from, &to]))
    }

    /// 529: CAST cannot convert from `from` to `to`.
    pub fn explicit_conversion_not_allowed(from: &str, to: &str) -> SqlError {
        SqlError::new(529, 16, 2, args([&from, &to]))
    }

    /// 220: the integer `value` does not fit the small integer type `to`.
    pub fn small_integer_overflow(to: &str, value: i64, state: u8) -> SqlError {
        SqlError::new(220, 16, state, args([&to, &value]))
    }

    /// 232: the floating-point `value` does not fit `to`.
    pub fn float_overflow(to: &str, value: f64, state: u8) -> SqlError {
        SqlError::new(232, 16, state, args([&to, &format!("{value:.6}")]))
    }

    /// 235, 293: a string is not a valid money or smallmoney.
    pub fn string_is_no_money(is_small: bool) -> SqlError {
        SqlError::new(if is_small { 293 } else { 235 }, 16, 0, Vec::new())
    }

    /// 236, 294: a string exceeds the range of money or smallmoney.
    pub fn string_overflows_money(is_small: bool) -> SqlError {
        SqlError::new(if is_small { 294 } else { 236 }, 16, 0, Vec::new())
    }

    /// 8169: a string is not a valid uniqueidentifier.
    pub fn string_is_no_guid() -> SqlError {
        SqlError::new(8169, 16, 2, Vec::new())
    }

    /// 8170: a string type is too short for a uniqueidentifier.
    pub fn no_room_for_guid() -> SqlError {
        SqlError::new(8170, 16, 2, Vec::new())
    }

    /// 241: a string is not a valid date or time.
    pub fn date_conversion() -> SqlError {
        SqlError::new(241, 16, 1, Vec::new())
    }

    /// 242: a value of `from` is outside the range of the date type `to`.
    pub fn date_out_of_range(from: &str, to: &str) -> SqlError {
        SqlError::new(242, 16, 3, args([&from, &to]))
    }

    /// 244: the string `text` of type `from` overflows tinyint ("INT1") or smallint ("INT2").
    pub fn string_overflows_small_integer(from: &str, text: &str, internal_name: &str, state: u8) -> SqlError {
        SqlError::new(244, 16, state, args([&from, &text, &internal_name]))
    }

    /// 245: the string `text` of type `from` can't be converted to `to`.
    pub fn conversion_failed(from: &str, text: &str, to: &str) -> SqlError {
        SqlError::new(245, 16, 1, args([&from, &text, &to]))
    }

    /// 248: the string `text` of type `from` overflows int.
    pub fn string_overflows_int(from: &str, text: &str) -> SqlError {
        SqlError::new(248, 16, 1, args([&from, &text]))
    }

    /// 8114: a value of `from` can't be converted to `to`.
    pub fn error_converting(from: &str, to: &str) -> SqlError {
        SqlError::new(8114, 16, 5, args([&from, &to]))
    }

    /// Whether the error is an overflow, a division by zero or a domain error, which SET ARITHABORT
    /// and ARITHIGNORE decide about.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self.number, 220 | 232 | 244 | 248 | 3623 | 8115 | 8134)
    }

    /// 8115: a value of `from` (or "expression") does not fit `to`.
    pub fn arithmetic_overflow(from: &str, to: &str, state: u8) -> SqlError {
        SqlError::new(8115, 16, state, args([&from, &to]))
    }

    /// 2628: a string is longer than the column `column` of `table`; `kept` is the part that would
    /// fit.
    pub fn string_truncated(table: &str, column: &str, kept: &str) -> SqlError {
        SqlError::new(2628, 16, 1, args([&table, &column, &kept]))
    }

    /// 9809: `style` is not supported for a conversion from `from` to `to`.
    pub fn unsupported_style(style: i32, from: &str, to: &str) -> SqlError {
        SqlError::new(9809, 16, 1, args([&style, &from, &to]))
    }

    /// 210: bytes are not a valid date.
    pub fn binary_is_no_date() -> SqlError {
        SqlError::new(210, 16, 1, Vec::new())
    }

    /// 281: `style` is not supported for a conversion from `from` to a character string.
    pub fn invalid_style(style: i32, from: &str) -> SqlError {
        SqlError::new(281, 16, 1, args([&style, &from]))
    }
}
