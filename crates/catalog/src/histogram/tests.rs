//! Compares histograms with exact counts: the guarantees, and the bounds of the estimation error.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;

/// Returns the runs of these values, each row on a page of its own; `None` is NULL.
fn runs_of(values: &[Option<i32>]) -> Vec<Run> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let value = |value: Option<i32>| value.map_or(Value::Null, Value::Int);
    let run = |run: &[Option<i32>]| {
        let rows = run.len() as u64;
        Run { value: value(run[0]), rows, pages: rows }
    };
    sorted.chunk_by(|a, b| a == b).map(run).collect()
}

/// Values that are all close, or all far apart, or partly frequent.
fn values() -> impl Strategy<Value = Vec<Option<i32>>> {
    let often = prop_oneof![3 => Just(7), 2 => Just(-40), 6 => -1_000..1_000];
    let one = prop_oneof![Just(1), any::<i32>()];
    prop_oneof![
        vec(proptest::option::weighted(0.9, 0..50i32), 1..400),
        vec(proptest::option::weighted(0.97, often), 1..4_000),
        vec(proptest::option::weighted(0.99, -100_000..100_000i32), 1..4_000),
        vec(proptest::option::weighted(0.5, one), 1..2_000),
    ]
}

fn exact(values: &[Option<i32>], is: impl Fn(i32) -> bool) -> f64 {
    values.iter().flatten().filter(|value| is(**value)).count() as f64
}

proptest! {
    #[test]
    fn histogram_steps_are_ordered_bounded_and_complete(values in values()) {
        let histogram = Histogram::from_runs(&runs_of(&values), 1.0);
        let nulls = values.iter().filter(|value| value.is_none()).count();
        prop_assert!(histogram.steps.len() <= STEPS_MAX + usize::from(nulls > 0), "{} steps", histogram.steps.len());
        prop_assert_eq!(histogram.rows(), values.len() as f64);
        prop_assert_eq!(histogram.null_rows(), nulls as f64);
        let rise = |pair: &[HistogramStep]| compare_nulls_first(&pair[0].high, &pair[1].high).is_lt();
        prop_assert!(histogram.steps.windows(2).all(rise));
        let lowest = histogram.steps.iter().find(|step| !step.high.is_null());
        prop_assert!(lowest.is_none_or(|step| step.range_rows == 0.0), "the lowest value is the first step");
        let distinct: f64 = histogram.steps.iter().map(|step| step.distinct_range_rows).sum();
        prop_assert_eq!(distinct as usize + histogram.steps.len(), runs_of(&values).len());
    }

    #[test]
    fn histogram_estimate_errs_by_at_most_a_step(values in values(), asked in any::<i32>()) {
        let histogram = Histogram::from_runs(&runs_of(&values), 1.0);
        let total = exact(&values, |_| true);
        // A step has at most twice the rows of an even step between its bounds, plus the rows of a
        // heavy value.
        let widest = histogram.steps.iter().map(|step| step.range_rows).fold(0.0, f64::max);
        prop_assert!(widest <= 1.0 + total / 50.0 || histogram.steps.len() < 100, "{widest} of {total}");
        for step in &histogram.steps {
            if let Value::Int(high) = step.high {
                prop_assert_eq!(histogram.equal(&step.high), exact(&values, |value| value == high));
                prop_assert_eq!(histogram.below(&step.high), exact(&values, |value| value < high));
            }
        }
        for asked in values.iter().flatten().copied().take(50).chain([asked]) {
            let below = histogram.below(&Value::Int(asked));
            prop_assert!((below - exact(&values, |value| value < asked)).abs() <= widest + 0.01);
            prop_assert!(histogram.equal(&Value::Int(asked)) <= total);
        }
    }

    #[test]
    fn histogram_of_a_tenth_is_near_exact(count in 2_000..20_000usize, spread in 1..2_000i32) {
        // Samples about every tenth row of a column whose values repeat in a cycle. Taking exactly
        // every tenth row would miss some values if the step shares a factor with the cycle. With
        // 200 rows or more, an error of a fifth is far beyond chance.
        let values: Vec<Option<i32>> = (0..count as i32).map(|row| Some(row.wrapping_mul(7_919) % spread)).collect();
        let is_taken = |row: usize| scrambled(row as u64).is_multiple_of(10);
        let taken = values.iter().enumerate().filter(|(row, _)| is_taken(*row));
        let sample: Vec<Option<i32>> = taken.map(|(_, value)| *value).collect();
        let scale = values.len() as f64 / sample.len() as f64;
        let histogram = Histogram::from_runs(&runs_of(&sample), scale);
        prop_assert!((histogram.rows() - count as f64).abs() < 1.0);
        let middle = spread / 2;
        let found = histogram.below(&Value::Int(middle));
        let wanted = exact(&values, |value| value < middle);
        prop_assert!((found - wanted).abs() <= 0.2 * count as f64, "{found} for {wanted} of {count}");
    }
}

/// Returns a number unrelated to the numbers of its neighbours (the finalizer of SplitMix64).
fn scrambled(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[test]
fn distinct_estimate_is_exact_for_all_or_no_singles() {
    // If all sampled values are distinct, the other values are too. If no sampled value is alone,
    // there are no other values.
    assert_eq!(distinct(1_000, 1_000, 1_000, 10.0), 10_000.0);
    assert_eq!(distinct(50, 0, 1_000, 10.0), 50.0);
    let some = distinct(300, 100, 1_000, 10.0);
    assert!((300.0..1_000.0).contains(&some), "{some}");
}

#[test]
fn clustered_values_are_counted_by_page() {
    // Each of 1,000 values has four rows, all on one of 100 pages; a tenth of the pages was read.
    let run = |value: i32| Run { value: Value::Int(value), rows: 4, pages: 1 };
    let runs: Vec<Run> = (0..100).map(run).collect();
    assert_eq!(distinct(100, 100, 100, 10.0), 1_000.0);
    let histogram = Histogram::from_runs(&(0..1_000).map(run).collect::<Vec<_>>(), 10.0);
    let all: f64 = histogram.steps.iter().map(|step| step.distinct_range_rows + 1.0).sum();
    assert!((8_000.0..=10_000.0).contains(&all), "{all}");
    assert_eq!(Histogram::from_runs(&runs, 10.0).rows(), 4_000.0);
}

/// The position of a text follows the default collation.
#[test]
fn positions_of_texts_follow_collation_order() {
    let texts = ["", "_", "9", "a", "ab", "e", "é", "F", "z", "ω", "я"];
    let places: Vec<_> = texts.iter().map(|text| position(&Value::text(*text))).collect();
    assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");
}
