//! Addition, subtraction, multiplication, division and remainder: exact to the result's scale,
//! rounded half away from zero.

use super::wide::Wide;
use super::{Decimal, LIMIT, power_of_ten};
use std::cmp::Ordering;

/// The reason why a decimal operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecimalError {
    /// The result needs more digits than the result's precision.
    Overflow,
    /// The divisor is zero.
    DivideByZero,
}

impl Decimal {
    /// Returns the number with `scale` digits after the point, rounded half away from zero, within
    /// `precision` digits. Fails if it doesn't fit.
    pub fn rescale(self, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
        let units = self.units;
        if scale == self.scale {
            return within(units, precision, scale);
        }
        finish(units < 0, Wide::from(units.unsigned_abs()), self.scale, precision, scale)
    }

    /// Returns the number without its digits beyond `scale`. A number of fewer digits is unchanged.
    pub fn truncate(self, scale: u8) -> Decimal {
        if scale >= self.scale {
            return self;
        }
        Decimal { units: self.units / power_of_ten(self.scale - scale) as i128, scale }
    }

    /// Returns the sum as a decimal(`precision`, `scale`). Rounds half away from zero to `scale`.
    /// Fails with `Overflow` beyond `precision`.
    pub fn add(self, other: Decimal, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
        let common = self.scale.max(other.scale);
        if scale == common
            && let (Some(left), Some(right)) = (aligned_narrowly(self, common), aligned_narrowly(other, common))
        {
            return within(left + right, precision, scale);
        }
        let (left, right) = (aligned(self, common), aligned(other, common));
        let (left_negative, right_negative) = (self.units < 0, other.units < 0);
        let (negative, magnitude) = if left_negative == right_negative {
            (left_negative, left.add(right))
        } else if left >= right {
            (left_negative, left.subtract(right))
        } else {
            (right_negative, right.subtract(left))
        };
        finish(negative, magnitude, common, precision, scale)
    }

    /// Returns the difference as a decimal(`precision`, `scale`), rounded. Fails like
    /// [`Decimal::add`].
    pub fn subtract(self, other: Decimal, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
        self.add(other.negate(), precision, scale)
    }

    /// Returns the product as a decimal(`precision`, `scale`). Fails if it doesn't fit.
    pub fn multiply(self, other: Decimal, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
        let (left, right) = (self.units, other.units);
        if scale == self.scale + other.scale
            && let (Ok(left), Ok(right)) = (i64::try_from(left), i64::try_from(right))
        {
            return within(i128::from(left) * i128::from(right), precision, scale);
        }
        let magnitude = Wide::product(left.unsigned_abs(), right.unsigned_abs());
        finish((left < 0) != (right < 0), magnitude, self.scale + other.scale, precision, scale)
    }

    /// Returns the quotient as a decimal(`precision`, `scale`), truncated as in SQL Server. Fails
    /// with `DivideByZero`, and with `Overflow` beyond `precision`.
    pub fn divide(self, other: Decimal, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
        let (left, right) = (self.units, other.units);
        if right == 0 {
            return Err(DecimalError::DivideByZero);
        }
        // left / 10^s1 / (right / 10^s2) × 10^scale = left × 10^(scale + s2 - s1) / right
        let shift = i32::from(scale) + i32::from(other.scale) - i32::from(self.scale);
        let magnitude = Wide::from(left.unsigned_abs());
        let quotient = if shift >= 0 {
            let scaled = magnitude.times_power_of_ten(shift as u8).ok_or(DecimalError::Overflow)?;
            scaled.divide(right.unsigned_abs()).0
        } else {
            magnitude.divide(right.unsigned_abs()).0.divide(power_of_ten((-shift) as u8)).0
        };
        finish((left < 0) != (right < 0), quotient, scale, precision, scale)
    }

    /// Returns the remainder with the dividend's sign, as a decimal(`precision`, `scale`). Fails
    /// with `DivideByZero`.
    pub fn modulo(self, other: Decimal, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
        if other.units == 0 {
            return Err(DecimalError::DivideByZero);
        }
        let common = self.scale.max(other.scale);
        let (left, right) = (aligned(self, common), aligned(other, common));
        finish(self.units < 0, left.remainder(right), common, precision, scale)
    }

    /// Returns the negated number.
    pub fn negate(self) -> Decimal {
        Decimal { units: -self.units, scale: self.scale }
    }

    /// Returns the integer part, rounded towards zero, or `None` beyond bigint.
    pub fn to_i64(self) -> Option<i64> {
        i64::try_from(self.truncate(0).units).ok()
    }

    /// Returns the nearest double, by way of the text: slower than a division, but correctly
    /// rounded.
    pub fn to_f64(self) -> f64 {
        // Converted through text: the standard library rounds a decimal text correctly, a division
        // of two doubles does not.
        self.to_string().parse().unwrap_or(f64::NAN)
    }
}

/// Compares by value, regardless of the scales.
pub(super) fn compare(left: Decimal, right: Decimal) -> Ordering {
    let (left_units, right_units) = (left.units, right.units);
    if left.scale == right.scale {
        return left_units.cmp(&right_units);
    }
    left_units.signum().cmp(&right_units.signum()).then_with(|| {
        let common = left.scale.max(right.scale);
        let order = aligned(left, common).cmp(&aligned(right, common));
        if left_units < 0 { order.reverse() } else { order }
    })
}

/// Returns the units at a larger scale if two of them can be added in 128 bits.
#[inline]
fn aligned_narrowly(value: Decimal, scale: u8) -> Option<i128> {
    match scale - value.scale {
        0 => (value.units.unsigned_abs() < NARROW_MAX).then_some(value.units),
        more @ 1..=NARROW_DIGITS => {
            let units = i64::try_from(value.units).ok()?;
            Some(i128::from(units) * power_of_ten(more) as i128)
        }
        _ => None,
    }
}

/// Returns the number if it has at most `precision` digits.
#[inline]
fn within(units: i128, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
    match units.unsigned_abs() < power_of_ten(precision) {
        true => Ok(Decimal { units, scale }),
        false => Err(DecimalError::Overflow),
    }
}

/// Returns the magnitude at a larger scale: at most 76 digits, which always fit.
fn aligned(value: Decimal, scale: u8) -> Wide {
    Wide::product(value.units.unsigned_abs(), power_of_ten(scale - value.scale))
}

/// Converts a magnitude of scale `from` to `scale`, rounding half away from zero.
fn finish(negative: bool, magnitude: Wide, from: u8, precision: u8, scale: u8) -> Result<Decimal, DecimalError> {
    let magnitude = if scale >= from {
        magnitude.times_power_of_ten(scale - from).ok_or(DecimalError::Overflow)?
    } else {
        magnitude.divide_by_power_of_ten_rounding(from - scale)
    };
    let units = magnitude.to_u128().filter(|&units| units < LIMIT && units < power_of_ten(precision));
    let units = units.ok_or(DecimalError::Overflow)? as i128;
    Ok(Decimal { units: if negative { -units } else { units }, scale })
}

/// Below this magnitude, two numbers can be added in 128 bits.
const NARROW_MAX: u128 = 1 << 126;
/// A 64-bit number with so many more digits is below [`NARROW_MAX`].
const NARROW_DIGITS: u8 = 18;
