//! Exact numbers of up to 38 digits: an integer and its number of digits after the point.
//!
//! A [`Decimal`] has a scale but no precision: precision belongs to the type, and code that makes a
//! value of a type checks [`Decimal::fits`]. Invariant: the magnitude is below 10^38 and the scale
//! at most 38.

mod arithmetic;
mod rules;
mod text;
mod wide;

#[cfg(test)]
pub(crate) mod tests;

pub use arithmetic::DecimalError;
pub use rules::result_type;
pub(crate) use rules::{Rule, result_of};
pub use text::ParseDecimalError;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// `units` × 10^-`scale`. Packed so that a [`crate::Value`] stays at 24 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed)]
pub struct Decimal {
    units: i128,
    scale: u8,
}

/// The maximum number of digits of a decimal.
pub const MAX_PRECISION: u8 = 38;

impl Decimal {
    /// Returns `units` × 10^-`scale`, or `None` beyond 38 digits or a scale above 38.
    pub fn new(units: i128, scale: u8) -> Option<Decimal> {
        (scale <= MAX_PRECISION && units.unsigned_abs() < LIMIT).then_some(Decimal { units, scale })
    }

    /// Returns an integer with scale 0.
    pub fn from_integer(value: i64) -> Decimal {
        Decimal { units: value.into(), scale: 0 }
    }

    /// Returns the digits of the number as an integer, ignoring the point.
    pub fn units(self) -> i128 {
        self.units
    }

    /// Returns the number of digits after the point.
    pub fn scale(self) -> u8 {
        self.scale
    }

    /// Returns the total digits without leading zeros, at least 1 and at least the scale.
    pub fn digits(self) -> u8 {
        let units = self.units.unsigned_abs();
        let digits = if units == 0 { 1 } else { units.ilog10() as u8 + 1 };
        digits.max(self.scale)
    }

    /// Whether the value fits `precision` digits at its own scale.
    pub fn fits(self, precision: u8) -> bool {
        self.units.unsigned_abs() < power_of_ten(precision)
    }

    /// Returns the sign: -1, 0 or 1.
    pub fn signum(self) -> i32 {
        self.units.signum() as i32
    }
}

impl PartialEq for Decimal {
    /// Compares by value: 1.5 equals 1.50.
    fn eq(&self, other: &Decimal) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        arithmetic::compare(*self, *other)
    }
}

impl Hash for Decimal {
    /// Agrees with equality: trailing zeros after the point don't count.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (mut units, mut scale) = (self.units, self.scale);
        while scale > 0 && units % 10 == 0 {
            units /= 10;
            scale -= 1;
        }
        (units, scale).hash(state);
    }
}

/// Returns 10^`exponent`, for exponents up to 38.
#[inline]
pub(crate) fn power_of_ten(exponent: u8) -> u128 {
    POWERS_OF_TEN[usize::from(exponent)]
}

const POWERS_OF_TEN: [u128; 39] = {
    let mut powers = [1; 39];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

/// 10^38, the smallest magnitude with 39 digits.
const LIMIT: u128 = 10u128.pow(38);
