//! How the values of a column lie: up to 200 steps in the order of the values, each with the rows of its greatest value and of those between.
//!
//! Invariants: the steps' greatest values rise, NULL before all; the rows of all steps are the table's. What a histogram says of one value, or of
//! those below one, is exact for the values that are a step's greatest, if all rows were read; for others it is what would be so if
//! the rows between lay evenly.

use sluice_types::Value;
use sluice_types::compare::compare_nulls_first;
use sluice_types::named_collation::Collation;

/// The steps, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histogram {
    /// At most [`STEPS_MAX`] and one for NULL.
    pub steps: Vec<HistogramStep>,
}

/// A step: what lies behind the step before it, up to its own greatest value.
#[derive(Clone, PartialEq, Debug)]
pub struct HistogramStep {
    /// RANGE_HI_KEY.
    pub high: Value,
    /// RANGE_ROWS: rows of values between the step before and its greatest.
    pub range_rows: f64,
    /// EQ_ROWS: rows of its greatest value.
    pub equal_rows: f64,
    /// DISTINCT_RANGE_ROWS: how many different values lie between.
    pub distinct_range_rows: f64,
}

impl HistogramStep {
    /// AVG_RANGE_ROWS: the rows of one of the values between; 1 where there is none.
    pub fn average_range_rows(&self) -> f64 {
        if self.distinct_range_rows > 0.0 { self.range_rows / self.distinct_range_rows } else { 1.0 }
    }
}

/// A value and how many of the rows that were read have it.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The value.
    pub value: Value,
    /// Its rows.
    pub rows: u64,
}

impl Histogram {
    /// Makes the steps of values in their order. `scale` is how many rows of the table each row that was read stands for, at least 1.
    ///
    /// The lowest value is a step by itself. As long as there are steps enough each value is one. Beyond that, values with more than their share of the rows are steps, and what
    /// lies between is divided into steps of about as many rows each.
    pub fn of(runs: &[Run], scale: f64) -> Histogram {
        let mut steps = Vec::new();
        let runs = match runs.first() {
            Some(first) if first.value.is_null() => {
                steps.push(HistogramStep {
                    high: Value::Null,
                    range_rows: 0.0,
                    equal_rows: first.rows as f64 * scale,
                    distinct_range_rows: 0.0,
                });
                &runs[1..]
            }
            _ => runs,
        };
        let total: u64 = runs.iter().map(|run| run.rows).sum();
        let is_single = runs.len() <= STEPS_MAX;
        // One with more rows than two even steps would have is told from its neighbours; of such there are less than half as many as steps.
        let heavy = 2 * total / STEPS_MAX as u64;
        let is_heavy = |run: &Run| run.rows > heavy;
        let heavy_runs = runs.iter().filter(|run| is_heavy(run)).count();
        let heavy_rows: u64 = runs.iter().filter(|run| is_heavy(run)).map(|run| run.rows).sum();
        // A heavy value also ends the step before it; the first and the last value end one, too.
        let even_steps = STEPS_MAX.saturating_sub(2 * heavy_runs + 3).max(1);
        let depth = (total - heavy_rows).div_ceil(even_steps as u64).max(1);
        let mut range = Range::default();
        for (place, run) in runs.iter().enumerate() {
            let next_is_heavy = runs.get(place + 1).is_none_or(is_heavy);
            if is_single || place == 0 || is_heavy(run) || next_is_heavy || range.rows + run.rows >= depth {
                steps.push(range.end(run, scale));
                range = Range::default();
            } else {
                range.add(run);
            }
        }
        Histogram { steps }
    }

    /// How many rows have a value.
    pub fn rows(&self) -> f64 {
        self.steps.iter().map(|step| step.range_rows + step.equal_rows).sum()
    }

    /// How many rows have NULL.
    pub fn null_rows(&self) -> f64 {
        self.steps.first().filter(|step| step.high.is_null()).map_or(0.0, |step| step.equal_rows)
    }

    /// How many rows have this value, which is of the column's type and not NULL.
    pub fn equal(&self, value: &Value) -> f64 {
        match self.find(value) {
            Ok(step) => self.steps[step].equal_rows,
            // What lies beyond the last step has come since.
            Err(step) => self
                .steps
                .get(step)
                .map_or(0.0, |step| if step.range_rows > 0.0 { step.average_range_rows() } else { 0.0 }),
        }
    }

    /// How many rows have a value below this one, which is of the column's type and not NULL; NULL is below nothing.
    pub fn below(&self, value: &Value) -> f64 {
        let (place, is_step) = match self.find(value) {
            Ok(step) => (step, true),
            Err(step) => (step, false),
        };
        let whole = |step: &HistogramStep| step.range_rows + step.equal_rows;
        let before: f64 = self.steps[..place].iter().filter(|step| !step.high.is_null()).map(whole).sum();
        let Some(step) = self.steps.get(place) else { return before };
        if is_step {
            return before + step.range_rows;
        }
        let low = place.checked_sub(1).map(|before| &self.steps[before].high).filter(|low| !low.is_null());
        before + step.range_rows * share_below(low, &step.high, value)
    }

    /// The step whose greatest value this is, or the first one whose greatest value is greater.
    fn find(&self, value: &Value) -> Result<usize, usize> {
        self.steps.binary_search_by(|step| compare_nulls_first(&step.high, value))
    }
}

/// What lies between two steps.
#[derive(Default)]
struct Range {
    rows: u64,
    values: u64,
    // Values that one row alone has.
    single: u64,
}

impl Range {
    fn add(&mut self, run: &Run) {
        self.rows += run.rows;
        self.values += 1;
        self.single += u64::from(run.rows == 1);
    }

    fn end(&self, run: &Run, scale: f64) -> HistogramStep {
        HistogramStep {
            high: run.value.clone(),
            range_rows: self.rows as f64 * scale,
            equal_rows: run.rows as f64 * scale,
            distinct_range_rows: distinct(self.values, self.single, self.rows, scale),
        }
    }
}

/// How many different values as many rows as `scale` times those read have, which had `values` different ones, `single` of them once: the
/// first-order jackknife (Haas, Naughton, Seshadri, Stokes: Sampling-Based Estimation of the Number of Distinct Values, 1995).
pub fn distinct(values: u64, single: u64, rows: u64, scale: f64) -> f64 {
    if rows == 0 || scale <= 1.0 {
        return values as f64;
    }
    let share_unseen = (1.0 - 1.0 / scale) * single as f64 / rows as f64;
    (values as f64 / (1.0 - share_unseen)).min(rows as f64 * scale)
}

/// Which share of what lies between `low` (none: as far below as there is nothing) and `high` is below `value`.
fn share_below(low: Option<&Value>, high: &Value, value: &Value) -> f64 {
    let places = [low.and_then(position), position(high), position(value)];
    match places {
        [Some(low), Some(high), Some(value)] if high > low => ((value - low) / (high - low)).clamp(0.0, 1.0),
        _ => 0.5,
    }
}

/// Where a value lies on a line, if its type has one.
fn position(value: &Value) -> Option<f64> {
    Some(match value {
        Value::Bit(_) | Value::TinyInt(_) | Value::SmallInt(_) | Value::Int(_) | Value::BigInt(_) => {
            value.as_i64()? as f64
        }
        Value::Float(number) => *number,
        Value::Real(number) => f64::from(*number),
        Value::Date(days) => f64::from(*days),
        Value::Money(units)
        | Value::Time(units)
        | Value::DateTime(units)
        | Value::DateTime2(units)
        | Value::DateTimeOffset(units, _) => *units as f64,
        Value::Decimal(number) => number.to_f64(),
        // Of strings the first letters are as good as the whole.
        Value::Str(text) => place_of(&Collation::DEFAULT.key(text, None)),
        Value::Bytes(bytes) => place_of(bytes),
        Value::Null | Value::Guid(_) | Value::Variant(_) | Value::Long(_) => return None,
    })
}

/// The first bytes as a number: more a double does not tell apart.
fn place_of(bytes: &[u8]) -> f64 {
    bytes.iter().copied().chain(std::iter::repeat(0)).take(6).fold(0.0, |at, byte| at * 256.0 + f64::from(byte))
}

/// The most steps that a histogram has, beside that of NULL.
pub const STEPS_MAX: usize = 200;

#[cfg(test)]
mod tests;
