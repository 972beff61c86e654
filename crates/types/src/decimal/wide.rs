//! A magnitude of 256 bits, for intermediate results of decimal operations.

/// An unsigned number below 2^256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Wide {
    high: u128,
    low: u128,
}

impl From<u128> for Wide {
    fn from(low: u128) -> Wide {
        Wide { high: 0, low }
    }
}

impl Wide {
    /// Returns left × right, which always fits. The result has 256 bits.
    pub(super) fn product(left: u128, right: u128) -> Wide {
        let ((left_high, left_low), (right_high, right_low)) = (halves(left), halves(right));
        let low = left_low * right_low;
        let (middle, middle_carry) = (left_low * right_high).overflowing_add(left_high * right_low);
        let (low, low_carry) = low.overflowing_add(middle << 64);
        let high = left_high * right_high + (middle >> 64) + (u128::from(middle_carry) << 64) + u128::from(low_carry);
        Wide { high, low }
    }

    /// Returns the sum. The operands have at most 77 digits, so it fits.
    pub(super) fn add(self, other: Wide) -> Wide {
        let (low, carry) = self.low.overflowing_add(other.low);
        Wide { high: self.high + other.high + u128::from(carry), low }
    }

    /// Returns self - other. `other` must not be larger.
    pub(super) fn subtract(self, other: Wide) -> Wide {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Wide { high: self.high - other.high - u128::from(borrow), low }
    }

    /// Returns self × 10^exponent, or `None` if it does not fit.
    pub(super) fn times_power_of_ten(self, exponent: u8) -> Option<Wide> {
        let mut result = self;
        let mut left = exponent;
        while left > 0 {
            let step = left.min(38);
            let factor = super::power_of_ten(step);
            let high = Wide::product(result.high, factor);
            let low = Wide::product(result.low, factor);
            if high.high != 0 {
                return None;
            }
            result = Wide { high: high.low.checked_add(low.high)?, low: low.low };
            left -= step;
        }
        Some(result)
    }

    /// Returns quotient and remainder. `divisor` must not be zero.
    pub(super) fn divide(self, divisor: u128) -> (Wide, u128) {
        if self.high == 0 {
            return (Wide::from(self.low / divisor), self.low % divisor);
        }
        let high = self.high / divisor;
        let mut remainder = self.high % divisor;
        let mut low = 0u128;
        for bit in (0..128).rev() {
            // The bit shifted out makes the true remainder larger than any divisor.
            let carried = remainder >> 127 == 1;
            remainder = remainder << 1 | (self.low >> bit & 1);
            if carried || remainder >= divisor {
                remainder = remainder.wrapping_sub(divisor);
                low |= 1 << bit;
            }
        }
        (Wide { high, low }, remainder)
    }

    /// Returns self modulo other. `other` must not be zero.
    pub(super) fn remainder(self, other: Wide) -> Wide {
        if other.high == 0 {
            return Wide::from(self.divide(other.low).1);
        }
        let mut remainder = Wide::from(0);
        for bit in (0..256).rev() {
            // The operands stay below 10^77 < 2^255 / 2, so the shift loses nothing.
            let next = if bit >= 128 { self.high >> (bit - 128) & 1 } else { self.low >> bit & 1 };
            remainder = Wide { high: remainder.high << 1 | remainder.low >> 127, low: remainder.low << 1 | next };
            if remainder >= other {
                remainder = remainder.subtract(other);
            }
        }
        remainder
    }

    /// Returns self ÷ 10^exponent, rounded half up (in magnitude). `exponent` must not be zero.
    pub(super) fn divide_by_power_of_ten_rounding(self, exponent: u8) -> Wide {
        let mut result = self;
        // All dropped digits but the last are truncated; the last digit decides the rounding.
        let mut left = exponent - 1;
        while left > 0 {
            let step = left.min(38);
            result = result.divide(super::power_of_ten(step)).0;
            left -= step;
        }
        let (quotient, digit) = result.divide(10);
        if digit >= 5 { quotient.add(Wide::from(1)) } else { quotient }
    }

    /// Returns the number if it fits into 128 bits, otherwise `None`.
    pub(super) fn to_u128(self) -> Option<u128> {
        (self.high == 0).then_some(self.low)
    }
}

fn halves(value: u128) -> (u128, u128) {
    (value >> 64, value & u128::from(u64::MAX))
}
