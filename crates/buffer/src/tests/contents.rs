//! Page contents survive evictions.

use super::fixture::*;
use crate::PageHint;
use proptest::prelude::*;
use sluice_base::ids::{Lsn, PageId};
use sluice_base::sync::atomic::Ordering;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Op {
    Put(u32, u8),
    Get(u32),
    /// Put while other pages are held.
    PutHolding(u32, u8, Vec<u32>),
    Create(u32, u8),
    CreateForNothing(u32),
    WriteBack(u64),
    DropClean,
    Restart,
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let page = || FIRST..FIRST + 40;
    let op = prop_oneof![
        6 => (page(), any::<u8>()).prop_map(|(page, value)| Op::Put(page, value)),
        6 => page().prop_map(Op::Get),
        2 => (page(), any::<u8>(), prop::collection::btree_set(page(), 0..5))
            .prop_map(|(page, value, held)| Op::PutHolding(page, value, held.into_iter().collect())),
        1 => (page(), any::<u8>()).prop_map(|(page, value)| Op::Create(page, value)),
        1 => page().prop_map(Op::CreateForNothing),
        1 => (0..2000u64).prop_map(|offset| Op::WriteBack((1 << 20) + offset)),
        1 => Just(Op::DropClean),
        1 => Just(Op::Restart),
    ];
    prop::collection::vec(op, 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pool_of_eight_frames_agrees_with_model(ops in ops()) {
        let fixture = Fixture::new(8);
        let mut model: BTreeMap<u32, u8> = BTreeMap::new();
        for op in ops {
            match op {
                Op::Put(page, value) => {
                    fixture.put(page, value);
                    model.insert(page, value);
                }
                Op::Get(page) => prop_assert_eq!(fixture.get(page), model.get(&page).copied().unwrap_or(0)),
                Op::PutHolding(page, value, held) => {
                    let others = held.iter().filter(|other| **other != page);
                    let guards: Vec<_> =
                        others.map(|other| fixture.pool.read(DB, PageId::primary(*other)).unwrap()).collect();
                    fixture.put(page, value);
                    model.insert(page, value);
                    for guard in guards {
                        let expected = model.get(&guard.id().page).copied().unwrap_or(0);
                        prop_assert_eq!(uniform(&guard), expected);
                    }
                }
                Op::Create(page, value) => {
                    let mut created = fixture.pool.create(DB, PageId::primary(page)).unwrap();
                    prop_assert_eq!(uniform(&created), 0, "a created page is empty");
                    change(&fixture.log, &mut created, value);
                    model.insert(page, value);
                }
                Op::CreateForNothing(page) => {
                    // A page with changes can't count as never created, so this operation applies
                    // to unused pages only.
                    if !model.contains_key(&page) {
                        drop(fixture.pool.create(DB, PageId::primary(page)).unwrap());
                    }
                }
                Op::WriteBack(before) => {
                    fixture.pool.write_back(DB, Lsn(before)).unwrap();
                    prop_assert!(fixture.pool.min_rec_lsn(DB).is_none_or(|lsn| lsn >= Lsn(before)));
                }
                Op::DropClean => {
                    fixture.pool.drop_clean_buffers();
                }
                Op::Restart => {
                    fixture.write_all();
                    fixture.pool.detach(DB);
                    prop_assert_eq!(fixture.pool.free_frames(), 8);
                    fixture.attach();
                }
            }
        }
        for (page, value) in model {
            prop_assert_eq!(fixture.get(page), value);
        }
    }
}

#[test]
fn concurrent_changes_survive_eviction_pressure() {
    const THREADS: u32 = 4;
    const TURNS: u32 = 1_500;
    const PAGES: u32 = 30;
    let fixture = std::sync::Arc::new(Fixture::new(10));
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            let fixture = fixture.clone();
            std::thread::spawn(move || {
                let mut seed = u64::from(thread) + 1;
                let mut hint = PageHint::default();
                for turn in 0..TURNS {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let id = PageId::primary(FIRST + (seed >> 33) as u32 % PAGES);
                    let mut page = fixture.pool.write_hinted(&mut hint, DB, id).unwrap();
                    let value = sluice_base::codec::get_u32(&page, 100);
                    page.will_change();
                    let lsn = fixture.log.append();
                    sluice_base::codec::put_u32(&mut page, 100, value + 1);
                    page.set_lsn(lsn);
                    drop(page);
                    if thread == 0 && turn % 100 == 0 {
                        fixture.pool.write_back(DB, lsn).unwrap();
                    }
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    fixture.write_all();
    fixture.pool.drop_clean_buffers();
    assert_eq!(fixture.pool.free_frames(), 10, "no frame is lost");
    let total: u32 = (FIRST..FIRST + PAGES)
        .map(|page| {
            let page = fixture.pool.read(DB, PageId::primary(page)).unwrap();
            assert!(fixture.log.is_durable(page.lsn()));
            sluice_base::codec::get_u32(&page, 100)
        })
        .sum();
    assert_eq!(total, THREADS * TURNS);
    assert!(fixture.pool.counters().evictions.get() > 100, "there was pressure");
    assert!(fixture.file.calls.load(Ordering::SeqCst) > 100);
}

#[test]
fn page_hint_never_returns_another_page() {
    let fixture = Fixture::new(4);
    fixture.put(FIRST, 1);
    let mut hint = PageHint::default();
    drop(fixture.pool.read_hinted(&mut hint, DB, PageId::primary(FIRST)).unwrap());
    let old = hint;
    drop(fixture.pool.read_hinted(&mut hint, DB, PageId::primary(FIRST)).unwrap());
    assert_eq!(hint, old, "still where it was");
    for page in FIRST + 1..FIRST + 9 {
        fixture.put(page, 2);
    }
    let again = fixture.pool.read_hinted(&mut hint, DB, PageId::primary(FIRST)).unwrap();
    assert_eq!((uniform(&again), again.id(), again.database()), (1, PageId::primary(FIRST), DB));
    assert_eq!(again.hint(), hint);
}
