//! Conversions between decimals and text.

use super::{Decimal, LIMIT, MAX_PRECISION};
use std::fmt;
use std::str::FromStr;

/// The reason why a text is no decimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseDecimalError {
    /// Not `[+-]digits[.digits]`.
    Malformed,
    /// More than 38 digits.
    TooLong,
}

impl FromStr for Decimal {
    type Err = ParseDecimalError;

    /// Parses `[+-]digits[.digits]`. The scale is the number of digits after the point. Leading
    /// zeros don't count.
    fn from_str(text: &str) -> Result<Decimal, ParseDecimalError> {
        let (negative, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let (mut units, mut scale, mut after_point, mut any) = (0u128, 0u8, false, false);
        for &byte in digits {
            match byte {
                b'0'..=b'9' => {
                    if units >= LIMIT / 10 || (after_point && scale == MAX_PRECISION) {
                        return Err(ParseDecimalError::TooLong);
                    }
                    units = units * 10 + u128::from(byte - b'0');
                    scale += u8::from(after_point);
                    any = true;
                }
                b'.' if !after_point => after_point = true,
                _ => return Err(ParseDecimalError::Malformed),
            }
        }
        if !any {
            return Err(ParseDecimalError::Malformed);
        }
        let units = units as i128;
        Ok(Decimal { units: if negative { -units } else { units }, scale })
    }
}

impl fmt::Display for Decimal {
    /// Formats all digits of the scale, with a zero before the point: `-0.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (units, scale) = (self.units, usize::from(self.scale));
        let digits = units.unsigned_abs().to_string();
        let text = match digits.len().checked_sub(scale + 1) {
            _ if scale == 0 => digits,
            Some(integral) => format!("{}.{}", &digits[..=integral], &digits[integral + 1..]),
            None => format!("0.{digits:0>scale$}"),
        };
        f.pad_integral(units >= 0, "", &text)
    }
}
