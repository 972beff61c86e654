//! The common prefix of all keys of a B-tree page: stored once before the cells, whose keys omit
//! it.
//!
//! The prefix follows from the separators around the page: a key between two keys begins with their
//! common prefix. So every key that ever comes to the page has the prefix. It changes only with the
//! page's bounds, in splits and merges. A page without an upper bound has no prefix.
//!
//! Invariant: the first cell of an inner node has no key. The key of any other cell is the prefix
//! and the stored rest.

use crate::heap_cell::STAMP_SIZE;
use crate::layout::{PAGE_ID_SIZE, level};
use crate::leaf_cell::{self, LeafCell};
use crate::slotted;
use sluice_base::codec::get_u16;
use std::ops::Range;

/// Returns the prefix that all keys from `low` on and below `high` have; empty without `high`.
pub(crate) fn between<'k>(low: &'k [u8], high: Option<&[u8]>) -> &'k [u8] {
    let shared = high.map_or(0, |high| low.iter().zip(high).take_while(|(a, b)| a == b).count());
    &low[..shared]
}

/// Returns a page's prefix.
#[inline]
pub(crate) fn get(page: &[u8]) -> &[u8] {
    slotted::head(page)
}

/// Changes a page's prefix and rewrites its cells. Returns false, with an unusable page, if a key
/// does not begin with it or the cells no longer fit. So the call is tried on a copy first, as
/// every edit is. Ghost flags and the dictionary stay.
#[must_use]
pub(crate) fn set(page: &mut [u8], prefix: &[u8]) -> bool {
    let dictionary = slotted::dictionary(page).to_vec();
    rewrite(page, prefix, &dictionary)
}

/// Changes a page's dictionary and rewrites its cells, as [`set`] does. Returns false also if a
/// cell is compressed by the earlier dictionary.
#[must_use]
pub(crate) fn set_dictionary(page: &mut [u8], dictionary: &[u8]) -> bool {
    let has_compressed = has_compressed(page, 0..slotted::count(page));
    let prefix = get(page).to_vec();
    !has_compressed && rewrite(page, &prefix, dictionary)
}

/// Whether one of the cells in these slots is compressed.
pub(crate) fn has_compressed(page: &[u8], mut slots: Range<usize>) -> bool {
    level(page) == 0 && slots.any(|slot| LeafCell::at(page, slot).is_some_and(|cell| cell.is_compressed()))
}

fn rewrite(page: &mut [u8], prefix: &[u8], dictionary: &[u8]) -> bool {
    let before = page.to_vec();
    slotted::truncate(page, 0);
    if !slotted::set_head(page, prefix, dictionary) {
        return false;
    }
    (0..slotted::count(&before)).all(|slot| {
        let put = with_recoded(&before, slot, prefix, |parts| slotted::insert_cell(page, slot, parts));
        let fits = put == Some(true);
        if fits && slotted::is_ghost(&before, slot) {
            slotted::set_ghost(page, slot, true);
        }
        fits
    })
}

/// Returns a cell of `page` as stored under another prefix. Returns `None` if it is malformed or
/// its key does not begin with that prefix. An inner node's first cell has no key and stays as it
/// is. A compressed value stays compressed by the page's dictionary.
pub(crate) fn recoded(page: &[u8], slot: usize, prefix: &[u8]) -> Option<Vec<u8>> {
    with_recoded(page, slot, prefix, |parts| parts.concat())
}

/// Passes the parts of a cell to `take`, as [`recoded`] returns it. Allocates nothing.
fn with_recoded<T>(page: &[u8], slot: usize, prefix: &[u8], take: impl FnOnce(&[&[u8]]) -> T) -> Option<T> {
    let cell = slotted::get(page, slot)?;
    if level(page) > 0 {
        if slot == 0 {
            return Some(take(&[cell]));
        }
        let (child, key) = cell.split_at_checked(PAGE_ID_SIZE)?;
        let [front, rest] = moved(get(page), key, prefix)?;
        return Some(take(&[child, front, rest]));
    }
    let (stamp, behind) = cell.split_at_checked(STAMP_SIZE)?;
    let (length, behind) = behind.split_at_checked(2)?;
    let length = get_u16(length, 0);
    let (key, body) = behind.split_at_checked((length & !leaf_cell::FLAGS) as usize)?;
    let [front, rest] = moved(get(page), key, prefix)?;
    let length = ((front.len() + rest.len()) as u16 | length & leaf_cell::FLAGS).to_le_bytes();
    Some(take(&[stamp, &length, front, rest, body]))
}

/// Returns the two parts of the key `from` + `rest` without the prefix `to`. `None` if the key
/// doesn't begin with it.
fn moved<'k>(from: &'k [u8], rest: &'k [u8], to: &[u8]) -> Option<[&'k [u8]; 2]> {
    match from.strip_prefix(to) {
        Some(front) => Some([front, rest]),
        None => Some([&[], rest.strip_prefix(to.strip_prefix(from)?)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::format;
    use sluice_base::ids::ObjectId;
    use sluice_buffer::{PAGE_SIZE, PageType};

    #[test]
    fn prefix_is_common_prefix_of_bounds() {
        assert_eq!(between(b"abcd", Some(b"abx")), b"ab");
        assert_eq!(between(b"ab", Some(b"abx")), b"ab");
        assert_eq!(between(b"", Some(b"abx")), b"");
        assert_eq!(between(b"abc", None), b"");
    }

    #[test]
    fn prefix_change_round_trips_and_wrong_prefix_fails() {
        let mut page = [0; PAGE_SIZE];
        format(&mut page, PageType::INDEX.0, 0, false, ObjectId(1));
        for (slot, key) in [&b"abc"[..], b"abd", b"abdx"].into_iter().enumerate() {
            let cell = [&[7; STAMP_SIZE], &(key.len() as u16).to_le_bytes()[..], key, b"value"].concat();
            assert!(slotted::insert_cell(&mut page, slot, &[&cell]));
        }
        slotted::set_ghost(&mut page, 1, true);
        let (before, free) = (page, slotted::free_bytes(&page));
        assert!(set(&mut page, b"ab"));
        assert_eq!((get(&page), slotted::free_bytes(&page)), (&b"ab"[..], free + 3 * 2 - 2));
        assert_eq!(slotted::get(&page, 1).unwrap(), [&[7; STAMP_SIZE], &[1, 0][..], b"d", b"value"].concat());
        assert!(slotted::is_ghost(&page, 1) && !slotted::is_ghost(&page, 2));
        slotted::validate(&page).unwrap();
        assert!(!set(&mut page.clone(), b"abd"), "the first key does not begin with it");
        assert!(set(&mut page, b""));
        assert!((0..3).all(|slot| slotted::get(&page, slot) == slotted::get(&before, slot)));
    }
}
