//! The values of a sequence or of an identity column: which follow one another, and how far ahead they may be given out of memory.
//!
//! Numbers are i128, which holds every value of every integer type and of `decimal(38, 0)`; a sum beyond i128 is beyond every type's
//! range.

use sluice_types::decimal::{Decimal, MAX_PRECISION};
use sluice_types::{DataType, Value};

/// How many values are given out of memory between two writes of the recovery value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cache {
    /// NO CACHE: every value is written.
    None,
    /// CACHE without a number.
    Default,
    /// CACHE with its number, at least 1.
    Size(u64),
}

/// A rule by which values follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progression {
    /// Their type: an integer type, or a decimal of scale 0.
    pub data_type: DataType,
    /// The first value.
    pub start: i128,
    /// From each to the next; not zero.
    pub increment: i128,
    /// No value is below it.
    pub minimum: i128,
    /// No value is above it.
    pub maximum: i128,
    /// Whether it goes on at the other end when no value is left.
    pub cycles: bool,
    /// How many values are given out of memory.
    pub cache: Cache,
}

/// Values that follow one another by the progression's increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The first of them.
    pub first: i128,
    /// The last of them.
    pub last: i128,
    /// How many there are, at least 1.
    pub count: u64,
}

/// Values that are taken at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first of them.
    pub first: i128,
    /// The last of them.
    pub last: i128,
    /// How often the progression went on at its other end on the way.
    pub cycles: u64,
}

impl Cache {
    /// The number of values of one write.
    pub fn size(self) -> u64 {
        match self {
            Cache::None => 1,
            Cache::Default => DEFAULT_CACHE,
            Cache::Size(size) => size,
        }
    }
}

impl Progression {
    /// The values that an identity column gives: from `seed` on, as many out of memory as SQL Server keeps for the type.
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

    /// At most `count` values behind `last`, or from the start on if there is none; `None` if there are none left.
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
        // The product may be beyond i128 though the sum is within the range.
        let last = first.wrapping_add(i128::from(further).wrapping_mul(self.increment));
        Some(Block { first, last, count: further + 1 })
    }

    /// Just `count` values, at least 1, behind `last`; `None` where there are not so many.
    pub fn range_after(&self, last: Option<i128>, count: u64) -> Option<Range> {
        let begins_anew = last.is_some() && Progression { cycles: false, ..*self }.block_after(last, 1).is_none();
        let block = self.block_after(last, count)?;
        let Some(further) = count.checked_sub(block.count + 1) else {
            return Some(Range { first: block.first, last: block.last, cycles: begins_anew.into() });
        };
        // What is left over goes around: whole cycles, and then some way into the last one.
        let end = if self.increment > 0 { self.maximum } else { self.minimum };
        let cycle = self.block_after(Some(end), u64::MAX)?;
        let last = self.block_after(Some(end), further % cycle.count + 1)?.last;
        Some(Range { first: block.first, last, cycles: u64::from(begins_anew) + 1 + further / cycle.count })
    }

    /// How many values there are from the start to the end of the range.
    pub fn available(&self) -> u64 {
        self.block_after(None, u64::MAX).map_or(0, |block| block.count)
    }

    /// A value as its type has it; NULL for one that the type does not have.
    pub fn value(&self, number: i128) -> Value {
        value_of(self.data_type, number).unwrap_or(Value::Null)
    }
}

/// The least and the greatest number of a type that sequences and identity columns can have; `None` for any other type.
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

/// `number` as a value of `data_type`, if the type has it.
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

/// The number that a value of such a type is.
pub fn number_of(value: &Value) -> Option<i128> {
    match value {
        Value::Decimal(decimal) if decimal.scale() == 0 => Some(decimal.units()),
        other => other.as_i64().map(i128::from),
    }
}

/// What CACHE means without a number (requirement S1).
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
    fn blocks_follow_one_another_and_end_at_the_bound() {
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
    fn ranges_go_around_as_often_as_they_must() {
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
    fn the_widest_type_has_no_overflow() {
        let (minimum, maximum) = range_of(DataType::decimal(38, 0)).unwrap();
        let widest = Progression { data_type: DataType::decimal(38, 0), ..progression(1, minimum, maximum, false) };
        assert_eq!(widest.block_after(None, u64::MAX).unwrap().count, u64::MAX);
        assert_eq!(widest.block_after(Some(maximum), 1), None);
        let giant = Progression { increment: maximum, ..widest };
        assert_eq!(giant.block_after(None, 50).unwrap(), Block { first: minimum, last: maximum, count: 3 });
        assert_eq!(widest.value(maximum), Value::Decimal(Decimal::new(maximum, 0).unwrap()));
    }
}
