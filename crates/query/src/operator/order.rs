//! Cancellable sorting: sorts stretches and merges them, with a check for cancellation after each
//! stretch.

use sluice_types::SqlError;
use std::cmp::Ordering;

/// Sorts `rows` stably. If `go_on` fails, returns its error and leaves the rows in any order.
pub(super) fn sort<T: Copy>(
    rows: &mut Vec<T>,
    compare: impl Fn(T, T) -> Ordering,
    go_on: impl Fn() -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    for stretch in rows.chunks_mut(STRETCH) {
        go_on()?;
        stretch.sort_by(|left, right| compare(*left, *right));
    }
    merge(rows, STRETCH, compare, go_on)
}

/// Sorts distinct pairs of a packed key and a row number. Fails as [`sort`] does.
pub(super) fn sort_packed(
    rows: &mut Vec<(u64, u32)>,
    go_on: impl Fn() -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    for stretch in rows.chunks_mut(STRETCH_PACKED) {
        go_on()?;
        stretch.sort_unstable();
    }
    merge(rows, STRETCH_PACKED, |left, right| left.cmp(&right), go_on)
}

/// Merges sorted stretches of `width` rows.
fn merge<T: Copy>(
    rows: &mut Vec<T>,
    mut width: usize,
    compare: impl Fn(T, T) -> Ordering,
    go_on: impl Fn() -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    let mut merged = Vec::new();
    while width < rows.len() {
        merged.clear();
        merged.reserve_exact(rows.len());
        for pair in rows.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some(first), Some(second)) = (left.first(), right.first()) {
                if merged.len().is_multiple_of(STRETCH) {
                    go_on()?;
                }
                if compare(*first, *second).is_le() {
                    merged.push(*first);
                    left = &left[1..];
                } else {
                    merged.push(*second);
                    right = &right[1..];
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(rows, &mut merged);
        width *= 2;
    }
    Ok(())
}

/// Rows sorted between two checks: some milliseconds of work.
const STRETCH: usize = 16 << 10;
/// Packed keys sorted between two checks; they compare many times faster.
const STRETCH_PACKED: usize = 256 << 10;

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn sort_of_equal_rows_is_stable() {
        for count in [0, 1, STRETCH, STRETCH + 1, 5 * STRETCH + 17] {
            let key = |row: u32| row.wrapping_mul(2_654_435_761) % 1_000;
            let mut rows: Vec<u32> = (0..count as u32).collect();
            sort(&mut rows, |left, right| key(left).cmp(&key(right)), || Ok(())).unwrap();
            let mut expected: Vec<u32> = (0..count as u32).collect();
            expected.sort_by_key(|row| key(*row));
            assert!(rows == expected, "{count}");
        }
    }

    #[test]
    fn packed_sort_orders_across_stretches() {
        for count in [0, 1, STRETCH_PACKED, 2 * STRETCH_PACKED + 17] {
            let number = |row: u32| u64::from(row.wrapping_mul(2_654_435_761) % 1_000);
            let mut rows: Vec<(u64, u32)> = (0..count as u32).map(|row| (number(row), row)).collect();
            let mut expected = rows.clone();
            sort_packed(&mut rows, || Ok(())).unwrap();
            expected.sort_unstable();
            assert!(rows == expected, "{count}");
        }
        let mut rows: Vec<(u64, u32)> = (0..10).map(|row| (1, row)).collect();
        assert!(sort_packed(&mut rows, || Err(SqlError::cancelled())).is_err());
    }

    #[test]
    fn sort_stops_when_cancelled() {
        for questions in 0..8 {
            let left = Cell::new(questions);
            let mut rows: Vec<u32> = (0..4 * STRETCH as u32).rev().collect();
            let go_on = || match left.get() {
                0 => Err(SqlError::cancelled()),
                some => {
                    left.set(some - 1);
                    Ok(())
                }
            };
            assert!(sort(&mut rows, |left, right| left.cmp(&right), go_on).is_err(), "{questions}");
        }
    }
}
