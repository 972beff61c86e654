//! Slotted pages against a plain vector, in both disciplines.

use super::*;
use crate::layout;
use proptest::prelude::*;
use sluice_base::ids::ObjectId;
use sluice_buffer::PageType;

fn empty_page() -> [u8; PAGE_SIZE] {
    // Stale bytes of the page's former use must not matter.
    let mut page = [0xEE; PAGE_SIZE];
    layout::format(&mut page, PageType::DATA.0, 0, false, ObjectId(1));
    page
}

fn bytes(length: usize, seed: u8) -> Vec<u8> {
    (0..length).map(|i| seed.wrapping_add(i as u8)).collect()
}

/// A random step; positions and slots are taken modulo the current count.
#[derive(Clone, Debug)]
enum Step {
    Add { at: usize, length: usize, seed: u8 },
    Remove { at: usize },
    Replace { at: usize, length: usize, seed: u8 },
    Ghost { at: usize },
    Truncate { at: usize },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let length = prop_oneof![4 => 0usize..60, 2 => 0usize..900, 1 => 3000usize..8060];
    let changed = length.clone();
    let step = prop_oneof![
        4 => (any::<usize>(), changed, any::<u8>()).prop_map(|(at, length, seed)| Step::Replace { at, length, seed }),
        6 => (any::<usize>(), length, any::<u8>()).prop_map(|(at, length, seed)| Step::Add { at, length, seed }),
        4 => any::<usize>().prop_map(|at| Step::Remove { at }),
        1 => any::<usize>().prop_map(|at| Step::Ghost { at }),
        1 => (0usize..12, any::<usize>()).prop_map(|(skip, at)| Step::Truncate { at: if skip == 0 { at } else { usize::MAX } }),
    ];
    proptest::collection::vec(step, 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn rows_keep_their_slots(steps in steps()) {
        let mut page = empty_page();
        let mut model: Vec<Option<(Vec<u8>, bool)>> = Vec::new();
        for step in steps {
            match step {
                Step::Add { length, seed, .. } => {
                    let (slot, row) = (row_slot(&page), bytes(length, seed));
                    let used: usize = model.iter().flatten().map(|(row, _)| row.len()).sum();
                    let slots = model.len().max(slot + 1);
                    let fits = used + 8 + length + slots * SLOT_SIZE <= PAGE_SIZE - BODY;
                    prop_assert_eq!(put_row(&mut page, slot, 0, &[&[seed; 8], &row]), fits);
                    if fits {
                        model.resize(slots, None);
                        prop_assert!(model[slot].is_none(), "a new row takes an empty slot");
                        model[slot] = Some(([vec![seed; 8], row].concat(), false));
                    }
                }
                Step::Remove { at } if !model.is_empty() => {
                    let slot = at % model.len();
                    prop_assert_eq!(clear_row(&mut page, slot), model[slot].take().is_some());
                    while model.last().is_some_and(Option::is_none) {
                        model.pop();
                    }
                }
                Step::Replace { at, length, seed } if !model.is_empty() => {
                    let (slot, row) = (at % model.len(), bytes(length, seed));
                    let used: usize = model.iter().flatten().map(|(row, _)| row.len()).sum();
                    let others = used - model[slot].as_ref().map_or(0, |(row, _)| row.len());
                    let fits = model[slot].is_some()
                        && others + 8 + length + model.len() * SLOT_SIZE <= PAGE_SIZE - BODY;
                    prop_assert_eq!(replace_row(&mut page, slot, 0, &[&[seed; 8], &row]), fits);
                    if fits {
                        model[slot] = Some(([vec![seed; 8], row].concat(), false));
                    }
                }
                Step::Ghost { at } if !model.is_empty() => {
                    let slot = at % model.len();
                    if let Some((_, ghost)) = &mut model[slot] {
                        *ghost = !*ghost;
                        set_ghost(&mut page, slot, *ghost);
                    }
                }
                _ => {}
            }
            prop_assert_eq!(validate(&page), Ok(()));
            prop_assert_eq!(count(&page), model.len());
        }
        for (slot, row) in model.iter().enumerate() {
            prop_assert_eq!(get(&page, slot), row.as_ref().map(|(row, _)| row.as_slice()));
            prop_assert_eq!(is_ghost(&page, slot), row.as_ref().is_some_and(|(_, ghost)| *ghost));
        }
    }

    #[test]
    fn cells_keep_their_order(steps in steps()) {
        let mut page = empty_page();
        let mut model: Vec<Vec<u8>> = Vec::new();
        for step in steps {
            match step {
                Step::Add { at, length, seed } => {
                    let (at, length) = (at % (model.len() + 1), length.max(1));
                    let cell = bytes(length, seed);
                    let used: usize = model.iter().map(Vec::len).sum();
                    let fits = used + length + (model.len() + 1) * SLOT_SIZE <= PAGE_SIZE - BODY;
                    prop_assert_eq!(cell_fits(&page, length), fits);
                    let (head, tail) = cell.split_at(length / 3);
                    prop_assert_eq!(insert_cell(&mut page, at, &[head, tail]), fits);
                    if fits {
                        model.insert(at, cell);
                    }
                }
                Step::Remove { at } if !model.is_empty() => {
                    let at = at % model.len();
                    prop_assert!(remove_cell(&mut page, at));
                    model.remove(at);
                }
                Step::Truncate { at } if at != usize::MAX => {
                    let at = at % (model.len() + 1);
                    truncate(&mut page, at);
                    model.truncate(at);
                }
                _ => {}
            }
            prop_assert_eq!(validate(&page), Ok(()));
        }
        let cells: Vec<&[u8]> = (0..count(&page)).filter_map(|slot| get(&page, slot)).collect();
        prop_assert_eq!(cells, model);
    }

    #[test]
    fn validate_survives_any_bytes(noise in proptest::collection::vec((40usize..PAGE_SIZE, any::<u8>()), 1..40)) {
        let mut page = empty_page();
        for slot in 0..20 {
            prop_assert!(put_row(&mut page, slot, 0, &[&[1; 8], &[2; 100]]));
        }
        noise.iter().for_each(|(at, byte)| page[*at] = *byte);
        // `validate` must not panic, and an accepted page must be readable.
        if validate(&page).is_ok() {
            (0..count(&page)).for_each(|slot| assert!(get(&page, slot).is_some_and(|row| row.len() <= PAGE_SIZE) || !is_ghost(&page, slot)));
        }
    }
}

#[test]
fn append_row_equals_put_row_into_next_slot() {
    let (mut appended, mut put) = (empty_page(), empty_page());
    let mut slots = 0;
    for seed in 0..=u8::MAX {
        let row = bytes(usize::from(seed) % 90, seed);
        let fits = append_row(&mut appended, [seed; 8], &row);
        assert_eq!(fits, put_row(&mut put, slots, 0, &[&[seed; 8], &row]));
        assert!(appended == put, "row {seed}");
        slots += usize::from(fits);
    }
    assert!(slots > 100 && slots < 250, "{slots}: the page was full in the end");
    assert!(are_plain(&appended));
    set_ghost(&mut appended, 3, true);
    assert!(!are_plain(&appended));
    assert!(clear_row(&mut appended, 3) && clear_row(&mut appended, 40));
    assert!(are_plain(&appended), "an empty slot is none that could be cleaned");
    let before = appended;
    assert!(!append_row(&mut appended, [1; 8], &[]), "a slot is empty: that one is taken first");
    assert!(appended == before);
}

#[test]
fn fragmented_page_is_compacted_on_insert() {
    let mut page = empty_page();
    let rows = (0..).take_while(|slot| put_row(&mut page, *slot, 0, &[&[0; 8], &[*slot as u8; 192]])).count();
    assert_eq!(rows, (PAGE_SIZE - BODY) / 204);
    for slot in (0..rows).step_by(2) {
        assert!(clear_row(&mut page, slot));
    }
    assert!(put_row(&mut page, 0, 0, &[&[9; 8], &[9; 3000]]), "the holes together have room");
    assert_eq!(validate(&page), Ok(()));
    assert!((1..rows).step_by(2).all(|slot| get(&page, slot).unwrap()[8..] == [slot as u8; 192]));
}

#[test]
fn shorter_replacement_stays_in_place_in_full_page() {
    let mut page = empty_page();
    let rows = (0..).take_while(|slot| put_row(&mut page, *slot, 0, &[&[1; 200]])).count();
    let place = |page: &[u8]| entry(page, 3).map(|(offset, _)| offset);
    let (before, data_end) = (place(&page), get_u16(&page, DATA_END));
    assert!(replace_row(&mut page, 3, 2, &[&[2; 100], &[3; 100]]));
    assert_eq!((place(&page), get_u16(&page, DATA_END), get_u16(&page, GARBAGE)), (before, data_end, 0));
    assert!(replace_row(&mut page, 3, 0, &[&[4; 150]]));
    assert_eq!((place(&page), get_u16(&page, GARBAGE), kind(&page, 3)), (before, 50, 0));
    assert_eq!(get(&page, 3), Some(&[4; 150][..]));
    assert_eq!((validate(&page), count(&page)), (Ok(()), rows));
}

#[test]
fn validate_names_the_damage() {
    let mut page = empty_page();
    assert!(put_row(&mut page, 0, 0, &[&[1; 8], &[2; 100]]) && put_row(&mut page, 1, 0, &[&[1; 8], &[3; 100]]));
    let good = page;
    set_entry(&mut page, 1, BODY + 50, 108);
    assert!(validate(&page).unwrap_err().contains("overlap"));
    page = good;
    set_entry(&mut page, 1, 9000, 108);
    assert!(validate(&page).unwrap_err().contains("slot 1"));
    assert_eq!(get(&page, 1), None, "never read beyond the page");
    page = good;
    put_u16(&mut page, GARBAGE, 7);
    assert!(validate(&page).unwrap_err().contains("garbage"));
}

/// A fuzzer's finding: redo compacted a page with a right checksum whose slot points beyond the
/// page.
#[test]
fn page_with_outside_slots_refuses_changes() {
    let row = [7u8; 600];
    let mut sound = empty_page();
    for slot in 0..13 {
        assert!(put_row(&mut sound, slot, 0, &[&row]));
    }
    for slot in [1, 5] {
        assert!(clear_row(&mut sound, slot));
    }
    for (offset, length) in [(8_000u16, 900u16), (65_000, 100), (0x1FFF, 0x1FFF)] {
        let mut bad = sound;
        set_entry(&mut bad, 3, offset as usize, length);
        let before = bad;
        assert!(!put_row(&mut bad, 5, 0, &[&[1; 1100]]), "there is room, but only by compaction");
        assert!(!replace_row(&mut bad, 2, 0, &[&[1; 1700]]));
        assert!(!insert_cell(&mut bad, 0, &[&[1; 1100]]));
        assert!(bad == before, "and nothing changed");
        let _ = (clear_row(&mut bad, 3), replace_row(&mut bad, 3, 0, &[&[1]]), remove_cell(&mut bad, 3));
        truncate(&mut bad, 0);
    }
}
