//! Plans for random nodes: both sides fit, and the new cell fits into its side.

use super::super::KEY_MAX;
use super::super::node::{inner_cell_bytes, inner_cell_size, insert_entry, leaf_cell_size};
use super::*;
use crate::layout::format;
use proptest::prelude::*;
use sluice_base::ids::{ObjectId, PageId};
use sluice_buffer::PageType;

fn key(number: usize, length: usize) -> Vec<u8> {
    let mut key = (number as u32).to_be_bytes().to_vec();
    key.resize(length.max(4), b'x');
    key
}

/// Fills a node with cells of these lengths until one does not fit. The last cell is pending, at
/// its own position.
fn full_node(level: u8, lengths: &[usize], place: usize, next: PageId) -> Option<([u8; PAGE_SIZE], Pending)> {
    let mut page = [0; PAGE_SIZE];
    format(&mut page, PageType::INDEX.0, level, false, ObjectId(1));
    crate::layout::set_next(&mut page, next);
    let mut count = 0;
    if level > 0 {
        assert!(slotted::insert_cell(&mut page, 0, &[&inner_cell_bytes(PageId::primary(1), &[], &[])]));
        count = 1;
    }
    for length in lengths {
        // Even numbers are used, odd numbers lie between them.
        let key_of = |number| key(number, *length);
        let size = if level == 0 { leaf_cell_size(&page, &key_of(0), &[]) } else { inner_cell_size(&page, &key_of(0)) };
        if !slotted::cell_fits(&page, size) {
            let position = if level > 0 { 1 + place % count } else { place % (count + 1) };
            return Some((page, Pending { position, key: key_of(2 * position + 1), size, replaces: false }));
        }
        let bytes = key_of(2 * count + 2);
        let added = if level == 0 {
            insert_entry(&mut page, count, 0, &bytes, &[])
        } else {
            slotted::insert_cell(&mut page, count, &[&inner_cell_bytes(PageId::primary(1), &[], &bytes)])
        };
        assert!(added);
        count += 1;
    }
    None
}

fn lengths() -> impl Strategy<Value = Vec<usize>> {
    let length = prop_oneof![3 => 4usize..100, 1 => 4usize..=KEY_MAX, 1 => 3900usize..=KEY_MAX];
    proptest::collection::vec(length, 2..400)
}

const CAPACITY: usize = PAGE_SIZE - BODY;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn split_plan_leaves_room_on_both_sides(
        lengths in lengths(), place in any::<usize>(), is_leaf in any::<bool>(), is_last in any::<bool>(),
    ) {
        let next = if is_last { PageId::NONE } else { PageId::primary(9) };
        let Some((page, pending)) = full_node(u8::from(!is_leaf), &lengths, place, next) else { return Ok(()) };
        let plan = plan(&page, &pending).expect("a cut exists");
        let count = slotted::count(&page);
        prop_assert!(plan.first_moved <= count);
        prop_assert!(is_leaf || (1..count).contains(&plan.first_moved), "both inner nodes have a child");
        let goes_right = pending.key >= plan.separator;
        let mut left = 0;
        let mut right = 0;
        for slot in 0..count {
            let size = slotted::get(&page, slot).unwrap().len() + SLOT_SIZE;
            let cell_key = super::super::node::key(&page, slot).unwrap();
            if slot < plan.first_moved {
                prop_assert!(slot == 0 && !is_leaf || cell_key < plan.separator);
                left += size;
            } else {
                prop_assert!(cell_key >= plan.separator);
                right += if slot == plan.first_moved && !is_leaf { PAGE_ID_SIZE + SLOT_SIZE } else { size };
            }
        }
        *(if goes_right { &mut right } else { &mut left }) += pending.size + SLOT_SIZE;
        prop_assert!(left <= CAPACITY && right <= CAPACITY, "{left} and {right} bytes");
    }
}

#[test]
fn ascending_keys_leave_full_pages() {
    let (page, mut pending) = full_node(0, &[16; 600], 0, PageId::NONE).unwrap();
    let count = slotted::count(&page);
    pending.position = count;
    pending.key = key(2 * count + 3, 16);
    assert_eq!(plan(&page, &pending).unwrap().first_moved, count, "nothing moves");
}

#[test]
fn separator_is_shortest_distinguishing_prefix() {
    assert_eq!(separator(b"abc", b"abqrst"), b"abq");
    assert_eq!(separator(b"ab", b"abc"), b"abc");
    assert_eq!(separator(b"", b"zz"), b"z");
}
