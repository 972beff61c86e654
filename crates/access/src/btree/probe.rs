//! Binary search in a node, with a fast comparison of keys.
//!
//! A probe reads the slot, the length and, as one number, the first eight bytes of a cell's stored
//! key. These nearly always decide. The numbers made from the fronts of two byte strings, padded
//! with zeros, are ordered as the strings wherever they differ. Equal fronts need a comparison of
//! the strings, except for strings of up to eight bytes: there the shorter string is a prefix of
//! the other, which continues with zeros.

use crate::heap_cell::STAMP_SIZE;
use crate::layout::PAGE_ID_SIZE;
use crate::leaf_cell;
use crate::prefix;
use crate::slotted::Cells;
use sluice_base::codec::get_u16;
use std::cmp::Ordering;
use std::ops::Range;

/// A key without the page's prefix, as a page's cells store it.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'k> {
    rest: &'k [u8],
    pub(super) front: u64,
}

impl<'k> Wanted<'k> {
    /// Returns a key without the prefix of a page. Fails if the key lacks the prefix: with `Less`
    /// if it is below all keys of the page, with `Greater` if it is above them.
    #[inline]
    pub(super) fn among(page: &[u8], key: &'k [u8]) -> Result<Wanted<'k>, Ordering> {
        let prefix = prefix::get(page);
        let rest = if prefix.is_empty() { key } else { key.strip_prefix(prefix).ok_or_else(|| key.cmp(prefix))? };
        Ok(Wanted { rest, front: front_of(rest) })
    }

    /// Whether the key is above a cell's.
    #[inline(always)]
    pub(super) fn is_above(self, cells: Cells<'_>, rest: Rest) -> bool {
        if rest.front == self.front { self.beyond_front(cells, rest).is_gt() } else { self.front > rest.front }
    }

    /// Whether the key is below a cell's.
    #[inline(always)]
    pub(super) fn is_below(self, cells: Cells<'_>, rest: Rest) -> bool {
        if rest.front == self.front { self.beyond_front(cells, rest).is_lt() } else { self.front < rest.front }
    }

    /// Whether the key equals `rest`, the stored key of one of the `cells`. Requires that the key
    /// was made for the page of these cells.
    #[inline(always)]
    pub(super) fn is_at(self, cells: Cells<'_>, rest: Rest) -> bool {
        rest.front == self.front && self.beyond_front(cells, rest).is_eq()
    }

    /// Compares the key with a cell's key of the same front.
    #[inline]
    fn beyond_front(self, cells: Cells<'_>, rest: Rest) -> Ordering {
        if self.rest.len() <= FRONT && rest.length <= FRONT {
            return self.rest.len().cmp(&rest.length);
        }
        // The range was checked when the front was read.
        self.rest.cmp(&cells.page()[rest.start..rest.start + rest.length])
    }
}

/// Returns the first eight bytes as a number, padded with zeros. Computed in registers: bytes
/// assembled in memory cannot be read as one word before all stores complete.
#[inline]
fn front_of(bytes: &[u8]) -> u64 {
    if let Some(front) = bytes.first_chunk() {
        return u64::from_be_bytes(*front);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // Four to seven bytes: the two chunks overlap, and the common bytes are shifted out of the
        // lower half.
        let behind = u64::from(u32::from_be_bytes(*last)) << (8 * (FRONT - bytes.len()));
        return (u64::from(u32::from_be_bytes(*first)) << 32) | (behind & u64::from(u32::MAX));
    }
    bytes.iter().zip((0..8).rev()).fold(0, |front, (byte, place)| front | (u64::from(*byte) << (8 * place)))
}

/// The stored key of a cell: its place on the page, its length in bytes, and its first eight bytes
/// as a number.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    start: usize,
    length: usize,
    pub(super) front: u64,
}

/// Returns the stored key of a leaf's cell, or `None` if it is outside the page. `form.rs` has
/// checked that it is inside its cell.
#[inline(always)]
pub(super) fn leaf_rest(cells: Cells<'_>, slot: usize) -> Option<Rest> {
    let (offset, _) = cells.entry(slot);
    let start = offset + STAMP_SIZE + 2;
    let length =
        cells.page().get(start - 2..start).map(|length| usize::from(get_u16(length, 0) & !leaf_cell::FLAGS))?;
    rest(cells, start, length)
}

/// Returns the stored key of an inner node's cell, as [`leaf_rest`] does. `None` if the cell is too
/// short.
#[inline(always)]
pub(super) fn inner_rest(cells: Cells<'_>, slot: usize) -> Option<Rest> {
    let (offset, length) = cells.entry(slot);
    rest(cells, offset + PAGE_ID_SIZE, length.checked_sub(PAGE_ID_SIZE)?)
}

#[inline(always)]
fn rest(cells: Cells<'_>, start: usize, length: usize) -> Option<Rest> {
    if length >= FRONT {
        // `start` and `length` are too small for an overflow.
        let front = cells.page().get(start..start + length)?.first_chunk()?;
        return Some(Rest { start, length, front: u64::from_be_bytes(*front) });
    }
    let front = match cells.page().get(start..start + FRONT) {
        Some(bytes) => bytes.first_chunk().map_or(0, |front| u64::from_be_bytes(*front)),
        None => near_the_end(cells, start, length)?,
    };
    Some(Rest { start, length, front: front & !(u64::MAX >> (8 * length)) })
}

/// Returns the front of a stored key near the end of the page.
#[cold]
fn near_the_end(cells: Cells<'_>, start: usize, length: usize) -> Option<u64> {
    let mut front = [0; FRONT];
    front[..length].copy_from_slice(cells.page().get(start..start + length)?);
    Some(u64::from_be_bytes(front))
}

/// Returns the first of `slots` for which `is_in_front` is false, or their end. The slots are
/// partitioned. Halves the range without branches. An error of `is_in_front` is returned at once.
#[inline(always)]
pub(super) fn partition<E>(slots: Range<usize>, is_in_front: impl Fn(usize) -> Result<bool, E>) -> Result<usize, E> {
    // There is no branch on the result of a probe, which the CPU could not predict.
    let (mut first, mut left) = (slots.start, slots.end.saturating_sub(slots.start));
    while left > 0 {
        let half = left / 2;
        let is_in_front = is_in_front(first + half)?;
        first = if is_in_front { first + half + 1 } else { first };
        left = if is_in_front { left - half - 1 } else { half };
    }
    Ok(first)
}

/// Searches as [`partition`] does, for cells with fronts `front` and a key with the front `wanted`.
/// Keys inserted in sequence are evenly spaced, and so are the keys above them in the tree. So the
/// position is computed from the distance of the first two, and verified on the cells there,
/// without other probes. A wrong guess leaves one side to search.
#[inline(always)]
pub(super) fn partition_even<E>(
    slots: Range<usize>,
    wanted: u64,
    front: impl Fn(usize) -> Result<u64, E>,
    is_in_front: impl Fn(usize) -> Result<bool, E>,
) -> Result<usize, E> {
    if slots.len() < EVEN_FROM {
        return partition(slots, is_in_front);
    }
    let Range { start, end } = slots;
    let low = front(start)?;
    let step = front(start + 1)?.saturating_sub(low);
    let steps = wanted.checked_sub(low).and_then(|distance| distance.checked_div(step));
    let guess = match steps {
        Some(steps) if steps < (end - start) as u64 => start + steps as usize,
        _ => return partition(slots, is_in_front),
    };
    if is_in_front(guess)? {
        let is_it = guess + 1 == end || !is_in_front(guess + 1)?;
        return if is_it { Ok(guess + 1) } else { partition(guess + 2..end, is_in_front) };
    }
    let is_it = guess == start || is_in_front(guess - 1)?;
    if is_it { Ok(guess) } else { partition(start..guess - 1, is_in_front) }
}

/// The number of cells below which binary search needs no more probes than the computation.
const EVEN_FROM: usize = 32;

/// The number of bytes compared as a number.
const FRONT: usize = 8;

#[cfg(test)]
mod tests {
    use super::super::node;
    use crate::{layout, prefix, slotted};
    use proptest::prelude::*;
    use sluice_base::ids::TxnId;
    use sluice_buffer::PAGE_SIZE;

    /// Short keys of few letters with zeros, so that fronts are equal and keys are prefixes of each
    /// other.
    fn key() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop::sample::select(vec![0u8, 1, 0x80, 0xFF]), 0..12)
    }

    /// Evenly spaced numbers, with a few missing or added.
    fn numbers() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let uneven = prop::collection::vec((any::<bool>(), 0..400u64), 0..4);
        (any::<u32>(), 1..5u64, 30..200u64, uneven, 4..9usize).prop_map(|(first, step, count, uneven, bytes)| {
            let mut numbers: Vec<u64> = (0..count).map(|index| u64::from(first) + index * step).collect();
            for (is_more, place) in uneven {
                match is_more {
                    true => numbers.push(u64::from(first) + place),
                    false => drop(numbers.remove(place as usize % numbers.len())),
                }
            }
            numbers.iter().map(|number| (number << (8 * (8 - bytes))).to_be_bytes()[..bytes].to_vec()).collect()
        })
    }

    /// Keys for a page, and other keys to search.
    fn keys() -> impl Strategy<Value = (Vec<Vec<u8>>, Vec<Vec<u8>>)> {
        let few = (prop::collection::vec(key(), 0..60), prop::collection::vec(key(), 20));
        let even = (numbers(), numbers(), key()).prop_map(|(keys, others, odd)| {
            let between = keys.iter().map(|key| [key.as_slice(), &odd].concat());
            let wanted = between.chain(others).collect();
            (keys, wanted)
        });
        prop_oneof![few, even]
    }

    proptest! {
        #[test]
        fn front_is_first_eight_bytes_padded_with_zeros(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
            let mut front = [0; super::FRONT];
            let length = bytes.len().min(super::FRONT);
            front[..length].copy_from_slice(&bytes[..length]);
            prop_assert_eq!(super::front_of(&bytes), u64::from_be_bytes(front));
        }


        #[test]
        fn search_and_child_slot_match_sorted_keys(
            (mut keys, wanted) in keys(), shared in key()
        ) {
            keys.sort();
            keys.dedup();
            for below in [false, true] {
                let mut page = vec![0; PAGE_SIZE];
                slotted::truncate(&mut page, 0);
                prop_assert!(prefix::set(&mut page, &shared));
                layout::set_level(&mut page, u8::from(below));
                for (slot, key) in keys.iter().enumerate() {
                    let cell = if below { [&[0; 6], key.as_slice()].concat() } else { node::leaf_cell_bytes(TxnId(7), key, b"value") };
                    prop_assert!(slotted::insert_cell(&mut page, slot, &[&cell]));
                }
                for rest in wanted.iter().chain(&keys) {
                    let wanted = [shared.as_slice(), rest].concat();
                    if below {
                        let expected = keys.iter().skip(1).filter(|key| *key <= rest).count();
                        prop_assert_eq!(node::child_slot(&page, &wanted), Ok(expected));
                    } else {
                        prop_assert_eq!(node::search(&page, &wanted), Ok(keys.binary_search(rest)));
                    }
                }
            }
        }
    }
}
