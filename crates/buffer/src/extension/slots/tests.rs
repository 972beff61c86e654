//! Tests of the slots against a model, and of the policy.

use super::*;
use proptest::prelude::*;
use sluice_base::ids::{DatabaseId, PageId};
use std::collections::HashMap;

fn id(page: u32) -> CopyId {
    CopyId(PageKey::new(DatabaseId(5), PageId::primary(page)))
}

fn stamp(lsn: u64) -> CopyStamp {
    CopyStamp { lsn: Lsn(lsn), checksum: lsn as u32, page_type: PageType::DATA }
}

/// Admits the page and completes its copy. Returns whether there was a slot.
fn put(slots: &mut Slots, page: u32, lsn: u64) -> bool {
    let admission = slots.admit(id(page), stamp(lsn), 0);
    admission.is_some_and(|admission| {
        slots.complete(admission.ticket);
        true
    })
}

fn reads(slots: &mut Slots, page: u32) -> bool {
    slots.find(id(page), 0, true).is_some()
}

#[test]
fn copy_invalidated_while_written_is_never_found() {
    let mut slots = Slots::new(4);
    let first = slots.admit(id(1), stamp(1), 0).unwrap().ticket;
    slots.invalidate(id(1));
    let second = slots.admit(id(1), stamp(2), 0).unwrap().ticket;
    slots.complete(first);
    assert!(!reads(&mut slots, 1), "the first write ended, the second has not");
    slots.complete(second);
    assert_eq!(slots.find(id(1), 0, true).unwrap().stamp, stamp(2));
}

#[test]
fn changed_page_keeps_its_slot() {
    let mut slots = Slots::new(8);
    (0..8).for_each(|page| assert!(put(&mut slots, page, 1)));
    for round in 2..50 {
        for page in 0..8 {
            slots.invalidate(id(page));
            assert!(!reads(&mut slots, page) && put(&mut slots, page, round));
        }
        assert!((0..8).all(|page| reads(&mut slots, page)), "round {round}");
    }
}

#[test]
fn page_waiting_to_be_written_is_not_evicted() {
    let mut slots = Slots::new(2);
    let tickets = [1, 2].map(|page| slots.admit(id(page), stamp(1), 0).unwrap().ticket);
    assert!(slots.admit(id(3), stamp(1), 0).is_none());
    slots.complete(tickets[0]);
    assert!(slots.admit(id(3), stamp(1), 0).is_some_and(|admission| admission.evicted.is_some()));
    assert!(!slots.has(id(1)) && slots.has(id(2)) && slots.has(id(3)));
}

#[test]
fn scan_leaves_used_pages() {
    let mut slots = Slots::new(100);
    (0..50).for_each(|page| assert!(put(&mut slots, page, 1) && reads(&mut slots, page)));
    (1000..3000).for_each(|page| assert!(put(&mut slots, page, 1)));
    let kept = (0..50).filter(|page| slots.has(id(*page))).count();
    assert_eq!(kept, 50);
}

#[test]
fn unreferenced_time_is_age_at_eviction() {
    let mut slots = Slots::new(1);
    for now_s in (0..10_000).step_by(20) {
        let admission = slots.admit(id(now_s), stamp(1), now_s).unwrap();
        slots.complete(admission.ticket);
    }
    assert!((19.0..=20.0).contains(&slots.unreferenced_s()), "{}", slots.unreferenced_s());
}

/// Zipf requests against the best hit rate that any cache of the size could have: the most
/// requested pages, fixed. Scans of all pages come between.
#[test]
fn zipf_hit_rate_is_near_the_best_fixed_set() {
    const PAGES: usize = 10_000;
    let weights: Vec<f64> = (1..=PAGES).map(|rank| (rank as f64).powf(-0.99)).collect();
    let mut sums = weights.clone();
    (1..PAGES).for_each(|rank| sums[rank] += sums[rank - 1]);
    let total = sums[PAGES - 1];
    let mut slots = Slots::new(PAGES as u32 * 3 / 10);
    let (mut state, mut hits, mut requests) = (1u64, 0u32, 0u32);
    for request in 0..600_000u32 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let wanted = (state >> 11) as f64 / (1u64 << 53) as f64 * total;
        let page = (sums.partition_point(|sum| *sum < wanted) as u32).wrapping_mul(7919) % PAGES as u32;
        let has = reads(&mut slots, page);
        let _ = has || put(&mut slots, page, 1);
        if request > 200_000 {
            (hits, requests) = (hits + u32::from(has), requests + 1);
        }
        if request % 50_000 == 0 {
            (0..PAGES as u32).filter(|page| !slots.has(id(*page))).collect::<Vec<_>>().into_iter().for_each(|page| {
                put(&mut slots, page, 1);
            });
        }
    }
    let best = sums[PAGES * 3 / 10 - 1] / total;
    let rate = f64::from(hits) / f64::from(requests);
    assert!(rate >= 0.9 * best, "hit rate {rate:.3}, best {best:.3}");
}

proptest! {
    /// A copy that is found has the stamp of the page's last admission, and the page has not been
    /// invalidated since.
    #[test]
    fn found_copies_are_those_admitted_last(
        capacity in 1u32..12,
        steps in proptest::collection::vec((0u8..5, 0u32..24), 1..400),
    ) {
        let mut slots = Slots::new(capacity);
        let (mut model, mut pending) = (HashMap::new(), Vec::new());
        for (at, (what, page)) in steps.into_iter().enumerate() {
            match what {
                0 if !slots.has(id(page)) => {
                    if let Some(admission) = slots.admit(id(page), stamp(at as u64), 0) {
                        model.insert(page, at as u64);
                        pending.push(admission.ticket);
                    }
                }
                1 => pending.drain(..).for_each(|ticket| slots.complete(ticket)),
                2 => {
                    slots.invalidate(id(page));
                    model.remove(&page);
                }
                3 if page == 0 => {
                    slots.remove_where(|key| key.id().page.is_multiple_of(2));
                    model.retain(|page, _| !page.is_multiple_of(2));
                }
                _ => if let Some(StoredCopy { stamp: found, .. }) = slots.find(id(page), 0, true) {
                    prop_assert_eq!(Some(found), model.get(&page).map(|lsn| stamp(*lsn)));
                }
            }
            prop_assert!(slots.allocated() <= capacity);
        }
    }
}
