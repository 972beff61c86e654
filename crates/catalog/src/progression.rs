//! The values of a sequence or identity column: their order, and the number of values cached in
//! memory.
//!
//! Numbers are i128, which holds every value of every integer type and of `decimal(38, 0)`. A sum
//! beyond i128 is outside every type's range.

use sluice_types::decimal::{Decimal, MAX_PRECISION};
use sluice_types::{DataType, Value};

/// Number of values handed out from memory between two writes of the recovery value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cache {
    /// NO CACHE: every value is written.
    None,
    /// CACHE without a number.
    Default,
    /// CACHE with a number, at least 1.
    Size(u64),
}

/// The rule that determines the successive values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progression {
    /// The type: an integer type, or a decimal of scale 0.
    pub data_type: DataType,
    /// The first value.
    pub start: i128,
    /// The step between values. Not zero.
    pub increment: i128,
    /// The smallest value.
    pub minimum: i128,
    /// The largest value.
    pub maximum: i128,
    /// Whether the values restart at the other end of the range when exhausted (CYCLE).
    pub cycles: bool,
    /// The number of cached values.
    pub cache: Cache,
}

/// Successive values of a progression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The first value.
    pub first: i128,
    /// The last value.
    pub last: i128,
    /// The number of values, at least 1.
    pub count: u64,
}

/// Values taken by a single request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first value.
    pub first: i128,
    /// The last value.
    pub last: i128,
    /// Number of restarts at the other end within the range.
    pub cycles: u64,
}

impl Cache {
    /// Returns the number of values per write. 1 without a cache.
    pub fn size(self) -> u64 {
        match self {
            Cache::None => 1,
            Cache::Default => DEFAULT_CACHE,
            Cache::Size(size) => size,
        }
    }
}

impl Progression {
    /// Returns the progression of an identity column from `seed`, with SQL Server's cache size for
    /// the type. Returns `None` if the type can't be an identity. Seed and increment aren't
    /// checked.
    pub fn identity(data_type: DataType, seed: i128, increment: i128) -> Option<Progression> {
        let (minimum, maximum) = range_of(data_type)?;
        let size = match data_type {
            DataType::TinyInt => 10,
            DataType::SmallInt => 100,
            DataType::Int => 1_000,
            _ => 10_000,
        };
        let cache = Cache::Size(size);
        Some(Progression { data_type, start: seed, increment, minimum, maximum, cycles: false, cache })
    }

    /// Returns at most `count` values after `last`, or from the start if there is no last value.
    /// Returns `None` if the values are exhausted. A block ends at the bound, where a cycling
    /// progression starts over with the next block. `count` 0 counts as 1.
    pub fn block_after(&self, last: Option<i128>, count: u64) -> Option<Block> {
        let next = match last {
            None => Some(self.start),
            Some(last) => last.checked_add(self.increment),
        };
        let first = match next.filter(|next| (self.minimum..=self.maximum).contains(next)) {
            Some(next) => next,
            None if !self.cycles => return None,
            None if self.increment > 0 => self.minimum,
            None => self.maximum,
        };
        let bound = if self.increment > 0 { self.maximum } else { self.minimum };
        let room = bound.abs_diff(first) / self.increment.unsigned_abs();
        let further = room.min(u128::from(count.saturating_sub(1))) as u64;
        // The product may overflow i128 although the sum is within the range.
        let last = first.wrapping_add(i128::from(further).wrapping_mul(self.increment));
        Some(Block { first, last, count: further + 1 })
    }

    /// Returns exactly `count` values, at least 1, after `last`. Returns `None` if too few are
    /// left. A cycling progression goes on from the other bound as often as necessary; the range
    /// has the number of restarts.
    pub fn range_after(&self, last: Option<i128>, count: u64) -> Option<Range> {
        let begins_anew = last.is_some() && Progression { cycles: false, ..*self }.block_after(last, 1).is_none();
        let block = self.block_after(last, count)?;
        let Some(further) = count.checked_sub(block.count + 1) else {
            return Some(Range { first: block.first, last: block.last, cycles: begins_anew.into() });
        };
        // The remaining values wrap around: whole cycles, then a part of the last cycle.
        let end = if self.increment > 0 { self.maximum } else { self.minimum };
        let cycle = self.block_after(Some(end), u64::MAX)?;
        let last = self.block_after(Some(end), further % cycle.count + 1)?.last;
        Some(Range { first: block.first, last, cycles: u64::from(begins_anew) + 1 + further / cycle.count })
    }

    /// Returns the number of values from the start to the end of the range, as if none had been
    /// taken.
    pub fn available(&self) -> u64 {
        self.block_after(None, u64::MAX).map_or(0, |block| block.count)
    }

    /// Returns a value of the progression's type, or NULL if the type can't hold the number.
    pub fn value(&self, number: i128) -> Value {
        value_of(self.data_type, number).unwrap_or(Value::Null)
    }
}

/// Returns the smallest and largest number of a type allowed for sequences and identity columns.
/// Returns `None` for any other type. A decimal must have the scale 0.
pub fn range_of(data_type: DataType) -> Option<(i128, i128)> {
    Some(match data_type {
        DataType::TinyInt => (0, u8::MAX.into()),
        DataType::SmallInt => (i16::MIN.into(), i16::MAX.into()),
        DataType::Int => (i32::MIN.into(), i32::MAX.into()),
        DataType::BigInt => (i64::MIN.into(), i64::MAX.into()),
        DataType::Decimal { precision, scale: 0, .. } if precision <= MAX_PRECISION => {
            let limit = 10i128.pow(precision.into());
            (1 - limit, limit - 1)
        }
        _ => return None,
    })
}

/// Returns `number` as a value of `data_type`, if the type can hold it. `None` also for types that
/// no sequence can have.
pub fn value_of(data_type: DataType, number: i128) -> Option<Value> {
    Some(match data_type {
        DataType::TinyInt => Value::TinyInt(number.try_into().ok()?),
        DataType::SmallInt => Value::SmallInt(number.try_into().ok()?),
        DataType::Int => Value::Int(number.try_into().ok()?),
        DataType::BigInt => Value::BigInt(number.try_into().ok()?),
        DataType::Decimal { precision, scale: 0, .. } => {
            Value::Decimal(Decimal::new(number, 0).filter(|decimal| decimal.fits(precision))?)
        }
        _ => return None,
    })
}

/// Returns the number in a value of such a type. `None` for a decimal with a fraction and for other
/// types.
pub fn number_of(value: &Value) -> Option<i128> {
    match value {
        Value::Decimal(decimal) if decimal.scale() == 0 => Some(decimal.units()),
        other => other.as_i64().map(i128::from),
    }
}

/// CACHE size without a number (requirement S1).
const DEFAULT_CACHE: u64 = 50;

#[cfg(test)]
mod tests {
    use super::*;

    fn progression(increment: i128, minimum: i128, maximum: i128, cycles: bool) -> Progression {
        let start = if increment > 0 { minimum } else { maximum };
        let data_type = DataType::BigInt;
        Progression { data_type, start, increment, minimum, maximum, cycles, cache: Cache::Default }
    }

    #[test]
    fn blocks_are_consecutive_and_end_at_bound() {
        let up = progression(1, 1, 120, false);
        assert_eq!(up.block_after(None, 50), Some(Block { first: 1, last: 50, count: 50 }));
        assert_eq!(up.block_after(Some(50), 50), Some(Block { first: 51, last: 100, count: 50 }));
        assert_eq!(up.block_after(Some(100), 50), Some(Block { first: 101, last: 120, count: 20 }));
        assert_eq!(up.block_after(Some(120), 50), None);
        let down = progression(-7, -20, 0, true);
        assert_eq!(down.block_after(None, 50), Some(Block { first: 0, last: -14, count: 3 }));
        assert_eq!(
            down.block_after(Some(-14), 2),
            Some(Block { first: 0, last: -7, count: 2 }),
            "it cycles to the maximum"
        );
        let cycle = Progression { start: 5, ..progression(1, 1, 6, true) };
        assert_eq!(
            cycle.block_after(Some(6), 9),
            Some(Block { first: 1, last: 6, count: 6 }),
            "to the minimum, not the start"
        );
        assert_eq!(cycle.available(), 2);
    }

    #[test]
    fn cycling_ranges_wrap_around() {
        let once = progression(1, 1, 10, false);
        assert_eq!(once.range_after(None, 10), Some(Range { first: 1, last: 10, cycles: 0 }));
        assert_eq!(once.range_after(Some(3), 8), None);
        assert_eq!(once.range_after(Some(10), 1), None);
        let around = progression(1, 1, 10, true);
        assert_eq!(around.range_after(Some(3), 7), Some(Range { first: 4, last: 10, cycles: 0 }));
        assert_eq!(around.range_after(Some(3), 8), Some(Range { first: 4, last: 1, cycles: 1 }));
        assert_eq!(around.range_after(Some(3), 17), Some(Range { first: 4, last: 10, cycles: 1 }));
        assert_eq!(around.range_after(Some(3), 38), Some(Range { first: 4, last: 1, cycles: 4 }));
        assert_eq!(around.range_after(Some(10), 2), Some(Range { first: 1, last: 2, cycles: 1 }));
        let down = progression(-5, 0, 12, true);
        assert_eq!(down.range_after(Some(2), 4), Some(Range { first: 12, last: 12, cycles: 2 }));
    }

    #[test]
    fn widest_type_does_not_overflow() {
        let (minimum, maximum) = range_of(DataType::decimal(38, 0)).unwrap();
        let widest = Progression { data_type: DataType::decimal(38, 0), ..progression(1, minimum, maximum, false) };
        assert_eq!(widest.block_after(None, u64::MAX).unwrap().count, u64::MAX);
        assert_eq!(widest.block_after(Some(maximum), 1), None);
        let giant = Progression { increment: maximum, ..widest };
        assert_eq!(giant.block_after(None, 50).unwrap(), Block { first: minimum, last: maximum, count: 3 });
        assert_eq!(widest.value(maximum), Value::Decimal(Decimal::new(maximum, 0).unwrap()));
    }
}
