//! The search in a node: keys of cells beside the one that is looked for.
//!
//! A probe reads the slot, the length and, as one number, the first eight bytes of what a cell has
//! of its key; these decide nearly always. Numbers made from the front of two byte strings, with
//! zeros where a string has ended, are in the strings' order where they differ. Where they are
//! equal the strings are compared, but for those of up to eight bytes: then the shorter one is the
//! front of the other one, which goes on with zeros.

use crate::heap_cell::STAMP_SIZE;
use crate::layout::PAGE_ID_SIZE;
use crate::leaf_cell::PADDED;
use crate::prefix;
use crate::slotted::Cells;
use sluice_base::codec::get_u16;
use std::cmp::Ordering;
use std::ops::Range;

/// A key as a page's cells have it: what stands behind the page's prefix.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'k> {
    rest: &'k [u8],
    pub(super) front: u64,
}

impl<'k> Wanted<'k> {
    /// A key among those of a page; or on which side of all of them it lies.
    #[inline]
    pub(super) fn among(page: &[u8], key: &'k [u8]) -> Result<Wanted<'k>, Ordering> {
        let prefix = prefix::of(page);
        let rest = if prefix.is_empty() { key } else { key.strip_prefix(prefix).ok_or_else(|| key.cmp(prefix))? };
        Ok(Wanted { rest, front: front_of(rest) })
    }

    /// Whether the key is above a cell's.
    #[inline(always)]
    pub(super) fn is_above(self, cells: Cells<'_>, rest: Rest) -> bool {
        if rest.front == self.front { self.beyond_front(cells, rest).is_gt() } else { self.front > rest.front }
    }

    /// Whether it is below it.
    #[inline(always)]
    pub(super) fn is_below(self, cells: Cells<'_>, rest: Rest) -> bool {
        if rest.front == self.front { self.beyond_front(cells, rest).is_lt() } else { self.front < rest.front }
    }

    /// Whether it is the same.
    #[inline(always)]
    pub(super) fn is_at(self, cells: Cells<'_>, rest: Rest) -> bool {
        rest.front == self.front && self.beyond_front(cells, rest).is_eq()
    }

    /// How it compares with one of the same front.
    #[inline]
    fn beyond_front(self, cells: Cells<'_>, rest: Rest) -> Ordering {
        if self.rest.len() <= FRONT && rest.length <= FRONT {
            return self.rest.len().cmp(&rest.length);
        }
        // That it lies in the page has been checked where its front was read.
        self.rest.cmp(&cells.page()[rest.start..rest.start + rest.length])
    }
}

/// The first eight bytes as a number, with zeros where there are fewer. In registers: bytes that
/// are put together in memory cannot be read as one word before all of them have got there.
#[inline]
fn front_of(bytes: &[u8]) -> u64 {
    if let Some(front) = bytes.first_chunk() {
        return u64::from_be_bytes(*front);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // Four to seven: the two overlap, and what is in both goes over the edge of the lower half.
        let behind = u64::from(u32::from_be_bytes(*last)) << (8 * (FRONT - bytes.len()));
        return (u64::from(u32::from_be_bytes(*first)) << 32) | (behind & u64::from(u32::MAX));
    }
    bytes.iter().zip((0..8).rev()).fold(0, |front, (byte, place)| front | (u64::from(*byte) << (8 * place)))
}

/// What a cell has of its key, and where.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    start: usize,
    length: usize,
    pub(super) front: u64,
}

/// What a leaf's cell has of its key; none if it does not lie in the page. That it lies in its cell
/// is known since the page was read (`form.rs`).
#[inline(always)]
pub(super) fn leaf_rest(cells: Cells<'_>, slot: usize) -> Option<Rest> {
    let (offset, _) = cells.entry(slot);
    let start = offset + STAMP_SIZE + 2;
    let length = cells.page().get(start - 2..start).map(|length| usize::from(get_u16(length, 0) & !PADDED))?;
    rest(cells, start, length)
}

/// As [`leaf_rest`], of an inner node's cell.
#[inline(always)]
pub(super) fn inner_rest(cells: Cells<'_>, slot: usize) -> Option<Rest> {
    let (offset, length) = cells.entry(slot);
    rest(cells, offset + PAGE_ID_SIZE, length.checked_sub(PAGE_ID_SIZE)?)
}

#[inline(always)]
fn rest(cells: Cells<'_>, start: usize, length: usize) -> Option<Rest> {
    if length >= FRONT {
        // Lengths reach no further than a page's double.
        let front = cells.page().get(start..start + length)?.first_chunk()?;
        return Some(Rest { start, length, front: u64::from_be_bytes(*front) });
    }
    let front = match cells.page().get(start..start + FRONT) {
        Some(bytes) => bytes.first_chunk().map_or(0, |front| u64::from_be_bytes(*front)),
        None => near_the_end(cells, start, length)?,
    };
    Some(Rest { start, length, front: front & !(u64::MAX >> (8 * length)) })
}

/// The front of a rest behind which the page has fewer bytes than that.
#[cold]
fn near_the_end(cells: Cells<'_>, start: usize, length: usize) -> Option<u64> {
    let mut front = [0; FRONT];
    front[..length].copy_from_slice(cells.page().get(start..start + length)?);
    Some(u64::from_be_bytes(front))
}

/// The first of `slots` that is not in front, or their end; those in front come first.
#[inline(always)]
pub(super) fn partition<E>(slots: Range<usize>, is_in_front: impl Fn(usize) -> Result<bool, E>) -> Result<usize, E> {
    // Without a branch on what a probe finds, which no processor foresees.
    let (mut first, mut left) = (slots.start, slots.end.saturating_sub(slots.start));
    while left > 0 {
        let half = left / 2;
        let is_in_front = is_in_front(first + half)?;
        first = if is_in_front { first + half + 1 } else { first };
        left = if is_in_front { left - half - 1 } else { half };
    }
    Ok(first)
}

/// As [`partition`], of cells whose fronts are `front`, for a key with the front `wanted`. Keys
/// that were given one after the other stand at even distances, and so do those above them in the
/// tree: the place is reckoned from the distance of the first two, and the cells there tell whether
/// it is the one, which needs no look at others. Where it is not, they leave the part of the cells
/// on one side to be searched.
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

/// With fewer cells a search by halves looks at no more than the reckoning does.
const EVEN_FROM: usize = 32;

/// How many bytes are compared as a number.
const FRONT: usize = 8;

#[cfg(test)]
mod tests {
    use super::super::node;
    use crate::{layout, prefix, slotted};
    use proptest::prelude::*;
    use sluice_base::ids::TxnId;
    use sluice_buffer::PAGE_SIZE;

    /// Short keys of few letters, zeros among them, so that fronts are equal and keys are each
    /// other's fronts.
    fn key() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop::sample::select(vec![0u8, 1, 0x80, 0xFF]), 0..12)
    }

    /// Numbers at even distances, but for some that are missing or more.
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

    /// Keys for a page, and others to look for.
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
        fn a_front_is_the_first_eight_bytes_or_zeros(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
            let mut front = [0; super::FRONT];
            let length = bytes.len().min(super::FRONT);
            front[..length].copy_from_slice(&bytes[..length]);
            prop_assert_eq!(super::front_of(&bytes), u64::from_be_bytes(front));
        }


        #[test]
        fn search_and_child_are_those_of_the_sorted_keys(
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
