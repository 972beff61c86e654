//! Accumulates one aggregate of one group, row by row.

use super::Workspace;
use super::listed::{Item, listed};
use super::workspace::owned_bytes;
use sluice_base::hash::HashSet;
use sluice_plan::AggregateKind;
use sluice_types::{
    DataType, Decimal, KeyColumn, Operator, SqlError, Value, arithmetic, compare, encode_key, integer, money,
};
use std::cmp::Ordering;

/// The state of one aggregate of one group: count, sum or extreme, values seen under DISTINCT, and
/// the items of an aggregate over a list.
pub(super) struct Accumulator {
    kind: AggregateKind,
    data_type: DataType,
    count: i64,
    value: Value,
    // Sum of the squared deviations from the mean; then `value` is the mean.
    squares: f64,
    seen: Option<HashSet<Vec<u8>>>,
    // Whether an overflow makes the result NULL, under ARITHABORT OFF and ANSI_WARNINGS OFF.
    forgives: bool,
    has_overflowed: bool,
    // Input of an aggregate over a list.
    items: Vec<Item>,
}

impl Accumulator {
    /// Returns an aggregate that has seen no row. Overflows fail unless [`Accumulator::forgiving`]
    /// is applied.
    pub(super) fn new(kind: AggregateKind, data_type: DataType, distinct: bool) -> Accumulator {
        let seen = distinct.then(HashSet::default);
        let (value, forgives, has_overflowed) = (Value::Null, false, false);
        Accumulator {
            kind,
            data_type,
            count: 0,
            value,
            squares: 0.0,
            seen,
            forgives,
            has_overflowed,
            items: Vec::new(),
        }
    }

    /// Returns the accumulator with a NULL result after an overflow, if `forgives`.
    pub(super) fn forgiving(self, forgives: bool) -> Accumulator {
        Accumulator { forgives, ..self }
    }

    /// Whether the result is NULL because of an overflow.
    pub(super) fn has_overflowed(&self) -> bool {
        self.has_overflowed
    }

    /// Returns an accumulator of `count` non-NULL values whose sum, minimum or maximum is `value`.
    pub(super) fn of_taken(kind: AggregateKind, data_type: DataType, count: i64, value: Value) -> Accumulator {
        Accumulator { count, value, ..Accumulator::new(kind, data_type, false) }
    }

    /// Counts a row, for `COUNT(*)`.
    pub(super) fn count_row(&mut self) {
        self.count += 1;
    }

    /// Adds a non-NULL value, compared as `argument` says. Returns false, and changes nothing, if
    /// there is no memory for it. Under DISTINCT, a value that was seen before returns true without
    /// effect. Fails with 8115 on overflow.
    pub(super) fn take(&mut self, value: &Value, argument: KeyColumn, workspace: &Workspace) -> Result<bool, SqlError> {
        if let Some(seen) = &mut self.seen {
            let key = distinct_key(value, argument);
            if seen.contains(&key) {
                return Ok(true);
            }
            if !workspace.fits(key.len()) {
                return Ok(false);
            }
            seen.insert(key);
        }
        match self.kind {
            AggregateKind::Min | AggregateKind::Max if !self.fits(value, workspace) => return Ok(false),
            _ => self.add_one(value, argument)?,
        }
        Ok(true)
    }

    /// Adds a non-NULL value regardless of memory. Under DISTINCT, the caller passes distinct
    /// values only.
    pub(super) fn add_one(&mut self, value: &Value, argument: KeyColumn) -> Result<(), SqlError> {
        match self.add_strictly(value, argument) {
            Err(error) if self.forgives && error.is_arithmetic() => {
                self.has_overflowed = true;
                Ok(())
            }
            added => added,
        }
    }

    fn add_strictly(&mut self, value: &Value, argument: KeyColumn) -> Result<(), SqlError> {
        self.count += 1;
        match self.kind {
            AggregateKind::Count | AggregateKind::CountBig => {}
            AggregateKind::ChecksumAgg => {
                let sum = self.value.as_i64().unwrap_or_default() ^ value.as_i64().unwrap_or_default();
                self.value = Value::Int(sum as i32);
            }
            AggregateKind::Sum | AggregateKind::Avg => self.add(value)?,
            AggregateKind::Product if self.value.is_null() => self.value = value.clone(),
            AggregateKind::Product => {
                self.value = arithmetic::evaluate(Operator::Multiply, &self.value, value, self.data_type)?;
            }
            AggregateKind::StDev | AggregateKind::StDevP | AggregateKind::Var | AggregateKind::VarP => {
                self.spread(value)
            }
            AggregateKind::Min => self.keep(value, (argument, Ordering::Less)),
            AggregateKind::Max => self.keep(value, (argument, Ordering::Greater)),
            // Items are added with their keys.
            _ => {}
        }
        Ok(())
    }

    /// Adds the values of another sum or average. Fails with 8115 on overflow.
    pub(super) fn merge(&mut self, other: &Accumulator) -> Result<(), SqlError> {
        self.count += other.count;
        if other.value.is_null() { Ok(()) } else { self.add(&other.value) }
    }

    /// Whether a value with this key was added, under DISTINCT.
    pub(super) fn has_seen(&self, key: &[u8]) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.contains(key))
    }

    /// Adds an item to a list with its extra argument and sort key. Returns false if there is no
    /// memory for it.
    pub(super) fn take_item(&mut self, value: &Value, extra: &Value, key: &[u8], workspace: &Workspace) -> bool {
        let fits = workspace.fits(key.len() + owned_bytes(value) + size_of::<Item>());
        if fits {
            self.add_item(value.clone(), extra.clone(), key.to_vec());
        }
        fits
    }

    /// Adds an item regardless of memory.
    pub(super) fn add_item(&mut self, value: Value, extra: Value, key: Vec<u8>) {
        self.items.push(Item { key, extra, value });
    }

    /// Returns the aggregate of the values so far. Without values it is NULL, or 0 for COUNT. AVG
    /// of integers truncates. COUNT fails with 8115 beyond int. The state doesn't change.
    pub(super) fn finish(&self) -> Result<Value, SqlError> {
        match self.kind {
            _ if self.has_overflowed => Ok(Value::Null),
            AggregateKind::Count => match i32::try_from(self.count) {
                Ok(count) => Ok(Value::Int(count)),
                Err(_) => Err(SqlError::arithmetic_overflow("expression", "int")),
            },
            AggregateKind::CountBig => Ok(Value::BigInt(self.count)),
            kind if kind.is_list() => listed(kind, self.data_type, &self.items),
            AggregateKind::Avg if self.count > 0 => {
                let count = match self.data_type {
                    DataType::Float => Value::Float(self.count as f64),
                    DataType::Decimal { .. } => Value::Decimal(Decimal::from_integer(self.count)),
                    DataType::Money => Value::Money(self.count.saturating_mul(money::UNIT)),
                    DataType::Int => Value::Int(i32::try_from(self.count).unwrap_or(i32::MAX)),
                    _ => Value::BigInt(self.count),
                };
                arithmetic::evaluate(Operator::Divide, &self.value, &count, self.data_type)
            }
            AggregateKind::Var => Ok(self.variance(false).map_or(Value::Null, Value::Float)),
            AggregateKind::VarP => Ok(self.variance(true).map_or(Value::Null, Value::Float)),
            AggregateKind::StDev => Ok(self.variance(false).map_or(Value::Null, |square| Value::Float(square.sqrt()))),
            AggregateKind::StDevP => Ok(self.variance(true).map_or(Value::Null, |square| Value::Float(square.sqrt()))),
            _ => Ok(self.value.clone()),
        }
    }

    /// Updates mean and squares by Welford's method, which stays accurate for large values that lie
    /// close together.
    fn spread(&mut self, value: &Value) {
        let Value::Float(value) = *value else { return };
        let mean = if let Value::Float(mean) = self.value { mean } else { 0.0 };
        let next = mean + (value - mean) / self.count as f64;
        self.squares += (value - mean) * (value - next);
        self.value = Value::Float(next);
    }

    /// Returns the variance of the population, or of a sample. `None` if there are too few values.
    fn variance(&self, is_of_all: bool) -> Option<f64> {
        let among = if is_of_all { self.count } else { self.count - 1 };
        (among > 0).then(|| self.squares / among as f64)
    }

    fn add(&mut self, value: &Value) -> Result<(), SqlError> {
        self.value = match (&self.value, value) {
            (Value::Null, value) => value.clone(),
            (Value::Int(sum), Value::Int(value)) => {
                Value::Int(integer::add_i32(*sum, *value).map_err(|error| error.to_sql(DataType::Int))?)
            }
            (sum, value) => arithmetic::evaluate(Operator::Add, sum, value, self.data_type)?,
        };
        Ok(())
    }

    fn keep(&mut self, value: &Value, (argument, wanted): (KeyColumn, Ordering)) {
        if self.value.is_null() || order_of(value, &self.value, argument) == Some(wanted) {
            self.value = value.clone();
        }
    }

    /// Whether there is memory for `value` in place of the current value.
    fn fits(&self, value: &Value, workspace: &Workspace) -> bool {
        match owned_bytes(value).saturating_sub(owned_bytes(&self.value)) {
            0 => true,
            longer => workspace.fits(longer),
        }
    }
}

#[inline]
fn order_of(left: &Value, right: &Value, argument: KeyColumn) -> Option<Ordering> {
    match (left, right) {
        (Value::Str(left), Value::Str(right)) if !argument.collation.is_as_default() => {
            let (rules, page) = (argument.collation.rules(), argument.data_type.code_page());
            Some(rules.key(left, page).cmp(&rules.key(right, page)))
        }
        _ => compare(left, right),
    }
}

/// Encodes a value so that two values are equal under DISTINCT if and only if their keys are.
pub(super) fn distinct_key(value: &Value, argument: KeyColumn) -> Vec<u8> {
    let mut key = Vec::new();
    encode_key(std::slice::from_ref(value), &[argument], &mut key);
    key
}
