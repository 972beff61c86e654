//! The distribution of a column's values: up to 200 steps in value order. Each step has the rows of
//! its upper bound and of the values between the steps.
//!
//! Invariants: the upper bounds of the steps increase, NULL first; the rows of all steps add up to
//! the table's rows. If all rows were read, the estimates for values equal to an upper bound are
//! exact. Other estimates assume a uniform distribution within a step.

use sluice_types::Value;
use sluice_types::compare::compare_nulls_first;
use sluice_types::named_collation::Collation;

/// The steps of a column's distribution, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Histogram {
    /// At most [`STEPS_MAX`] steps, plus a step for NULL.
    pub steps: Vec<HistogramStep>,
}

/// A step: the values after the previous step's upper bound, up to its own upper bound.
#[derive(Clone, PartialEq, Debug)]
pub struct HistogramStep {
    /// RANGE_HI_KEY.
    pub high: Value,
    /// RANGE_ROWS: rows with values between the previous and the own upper bound, exclusive.
    pub range_rows: f64,
    /// EQ_ROWS: rows with the upper bound's value.
    pub equal_rows: f64,
    /// DISTINCT_RANGE_ROWS: number of distinct values between the bounds.
    pub distinct_range_rows: f64,
}

impl HistogramStep {
    /// Returns AVG_RANGE_ROWS: the average rows of a value between the bounds, or 1 if there is no
    /// such value.
    pub fn average_range_rows(&self) -> f64 {
        if self.distinct_range_rows > 0.0 { self.range_rows / self.distinct_range_rows } else { 1.0 }
    }
}

/// A value and its number of rows in the sample.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The value.
    pub value: Value,
    /// The number of rows.
    pub rows: u64,
    /// The number of pages that have such rows.
    pub pages: u64,
}

impl Histogram {
    /// Builds the steps from values in order. `scale` is the number of table rows per sampled row,
    /// at least 1. The rows of NULL are a step before them. `runs` must have one run for each
    /// value.
    ///
    /// The lowest value is a step of its own. While there are enough steps, each value is a step.
    /// Otherwise, values with more than their share of the rows are steps, and the values between
    /// are divided into steps of about equal rows.
    pub fn from_runs(runs: &[Run], scale: f64) -> Histogram {
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
        // A value with more rows than two even steps gets a step of its own. There are fewer than
        // half as many such values as steps.
        let heavy = 2 * total / STEPS_MAX as u64;
        let is_heavy = |run: &Run| run.rows > heavy;
        let heavy_runs = runs.iter().filter(|run| is_heavy(run)).count();
        let heavy_rows: u64 = runs.iter().filter(|run| is_heavy(run)).map(|run| run.rows).sum();
        // A heavy value also ends the previous step, and so do the first and the last value.
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

    /// Returns the number of rows, those with NULL included.
    pub fn rows(&self) -> f64 {
        self.steps.iter().map(|step| step.range_rows + step.equal_rows).sum()
    }

    /// Returns the number of rows with NULL, which the first step has, or 0.
    pub fn null_rows(&self) -> f64 {
        self.steps.first().filter(|step| step.high.is_null()).map_or(0.0, |step| step.equal_rows)
    }

    /// Estimates the rows with this value, which must be of the column's type and not NULL. That is
    /// exact for an upper bound; between bounds it is the step's average, and past the last step 0.
    pub fn equal(&self, value: &Value) -> f64 {
        match self.find(value) {
            Ok(step) => self.steps[step].equal_rows,
            // Values beyond the last step were added after the histogram was built.
            Err(step) => self
                .steps
                .get(step)
                .map_or(0.0, |step| if step.range_rows > 0.0 { step.average_range_rows() } else { 0.0 }),
        }
    }

    /// Estimates the rows with a smaller value, NULL excluded. `value` must be of the column's type
    /// and not NULL. Within a step, the share is interpolated between its bounds.
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

    /// Finds the step with this upper bound, or else the first step with a greater upper bound.
    fn find(&self, value: &Value) -> Result<usize, usize> {
        self.steps.binary_search_by(|step| compare_nulls_first(&step.high, value))
    }
}

/// The values between two steps.
#[derive(Default)]
struct Range {
    rows: u64,
    values: u64,
    // Values that occur on a single page.
    single: u64,
    // The pages of each value, added up.
    pages: u64,
}

impl Range {
    fn add(&mut self, run: &Run) {
        self.rows += run.rows;
        self.values += 1;
        self.single += u64::from(run.pages == 1);
        self.pages += run.pages;
    }

    fn end(&self, run: &Run, scale: f64) -> HistogramStep {
        HistogramStep {
            high: run.value.clone(),
            range_rows: self.rows as f64 * scale,
            equal_rows: run.rows as f64 * scale,
            distinct_range_rows: distinct(self.values, self.single, self.pages, scale),
        }
    }
}

/// Estimates the distinct values on `scale` times the sampled pages. The sample had `values`
/// distinct values, of which `single` occurred on one page; `pages` are the pages of each value,
/// added up. Uses the first-order jackknife (Haas, Naughton, Seshadri, Stokes: Sampling-Based
/// Estimation of the Number of Distinct Values, 1995). Rows of one page with one value count once:
/// the rows of a clustered table's value are neighbours, and their number says nothing of other
/// pages (Chaudhuri, Das, Srivastava: Effective Use of Block-Level Sampling in Statistics
/// Estimation, 2004).
pub fn distinct(values: u64, single: u64, pages: u64, scale: f64) -> f64 {
    if pages == 0 || scale <= 1.0 {
        return values as f64;
    }
    let share_unseen = (1.0 - 1.0 / scale) * single as f64 / pages as f64;
    (values as f64 / (1.0 - share_unseen)).min(pages as f64 * scale)
}

/// Returns the fraction of the range from `low` to `high` that is below `value`. `None` as `low`
/// means no lower bound.
fn share_below(low: Option<&Value>, high: &Value, value: &Value) -> f64 {
    let places = [low.and_then(position), position(high), position(value)];
    match places {
        [Some(low), Some(high), Some(value)] if high > low => ((value - low) / (high - low)).clamp(0.0, 1.0),
        _ => 0.5,
    }
}

/// Returns the position of a value on a line, if its type has positions.
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
        // The first letters of a string suffice.
        Value::Str(text) => place_of(&Collation::DEFAULT.key(text, None)),
        Value::Bytes(bytes) => place_of(bytes),
        _ => return None,
    })
}

/// Returns the first bytes as a number: a double has no precision for more bytes.
fn place_of(bytes: &[u8]) -> f64 {
    bytes.iter().copied().chain(std::iter::repeat(0)).take(6).fold(0.0, |at, byte| at * 256.0 + f64::from(byte))
}

/// Maximum number of steps of a histogram, without the step for NULL.
pub const STEPS_MAX: usize = 200;

#[cfg(test)]
mod tests;
