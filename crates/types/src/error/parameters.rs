//! Errors of built-in functions.

use super::{SqlError, args};

impl SqlError {
    /// 174: `function` takes exactly `count` arguments.
    pub fn argument_count(function: &str, count: usize) -> SqlError {
        SqlError::new(174, 15, 1, args([&function, &count]))
    }

    /// 189: `function` takes from `least` to `most` arguments.
    pub fn argument_count_range(function: &str, least: usize, most: usize) -> SqlError {
        SqlError::new(189, 15, 1, args([&function, &least, &most]))
    }

    /// 155: `function` doesn't support the datepart `name`.
    pub fn unknown_datepart(name: &str, function: &str) -> SqlError {
        SqlError::new(155, 15, 1, args([&name, &function]))
    }

    /// 535: the difference does not fit the result type of `function` (DATEDIFF, DATEDIFF_BIG).
    pub fn datediff_overflow(function: &str) -> SqlError {
        SqlError::new(535, 16, 0, args([&function]))
    }

    /// 536: RIGHT has a negative length.
    pub fn invalid_length(function: &str) -> SqlError {
        SqlError::new(536, 16, 4, args([&function]))
    }

    /// 537: LEFT or SUBSTRING has a negative length.
    pub fn invalid_left_or_substring_length(state: u8) -> SqlError {
        SqlError::new(537, 16, state, Vec::new())
    }

    /// 289: the parts are no valid `data_type`.
    pub fn no_date_of_parts(data_type: &str) -> SqlError {
        SqlError::new(289, 16, 1, args([&data_type]))
    }

    /// 9828: TRANSLATE has different numbers of characters and translations.
    pub fn unequal_translations() -> SqlError {
        SqlError::new(9828, 16, 1, Vec::new())
    }

    /// 9834: DATE_BUCKET has a width that is not positive.
    pub fn bucket_not_positive() -> SqlError {
        SqlError::new(9834, 16, 1, Vec::new())
    }

    /// 9837: a date is earlier than the first date of its type.
    pub fn date_too_small() -> SqlError {
        SqlError::new(9837, 16, 3, Vec::new())
    }

    /// 506: the escape character of `operator` is not a single character.
    pub fn invalid_escape_character(escape: &str, operator: &str) -> SqlError {
        SqlError::new(506, 16, 1, args([&escape, &operator]))
    }

    /// 8116: `function` doesn't accept `data_type` as its argument number `position` (from 1).
    pub fn invalid_argument_type(data_type: &str, position: usize, function: &str) -> SqlError {
        SqlError::new(8116, 16, 1, args([&data_type, &position, &function]))
    }

    /// 9810: `function` does not support `datepart` for values of `data_type`.
    pub fn datepart_not_supported(datepart: &str, function: &str, data_type: &str) -> SqlError {
        SqlError::new(9810, 16, 1, args([&datepart, &function, &data_type]))
    }

    /// 4127: every argument of COALESCE is the NULL constant.
    pub fn coalesce_of_nulls() -> SqlError {
        SqlError::new(4127, 16, 1, Vec::new())
    }

    /// 4151: the first argument of NULLIF is the NULL constant.
    pub fn nullif_of_null() -> SqlError {
        SqlError::new(4151, 16, 1, Vec::new())
    }
}
