//! What the store remembers, and for how long.

use super::memory_space::MemorySpace;
use super::*;
use crate::error::StorageError;
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::room::PIECE;
use sluice_base::sync::Arc;

const DB: DatabaseId = DatabaseId(5);
const OTHER: DatabaseId = DatabaseId(6);
const PAGE: PageId = PageId::primary(9);

fn version(slot: u16, begin: u64, end: u64) -> Version {
    Version { slot, begin: TxnId(begin), end: TxnId(end), row: Arc::from(&b"row"[..]) }
}

fn store_within(bytes: u64) -> Arc<VersionStore> {
    VersionStore::new(&broker_with(bytes))
}

/// A broker that lets versions have so many bytes.
fn broker_with(bytes: u64) -> Arc<MemoryBroker> {
    MemoryBroker::new(bytes * 100 / Clerk::VersionStore.share_max_percent())
}

fn part(database: DatabaseId, txn: u64) -> Part {
    Part { database, txn: TxnId(txn), kept: Kept { pages: vec![PAGE, PAGE], ..Kept::default() } }
}

/// Keeps a version, of a transaction that goes on to publish all it has by [`part`].
fn keep(store: &VersionStore, database: DatabaseId, version: Version) -> bool {
    store.keep((database, PAGE), version, &mut Kept::default())
}

/// Publishes, where no id has been drawn beyond the parts'.
fn publish(store: &VersionStore, parts: Vec<Part>) {
    let next: Vec<TxnId> = parts.iter().map(|part| TxnId(part.txn.0 + 1)).collect();
    store.publish(parts, &[], |index| next[index]);
}

fn in_memory(store: &VersionStore, database: DatabaseId) -> Vec<Version> {
    store.of_page((database, PAGE)).versions
}

#[test]
fn without_a_snapshot_nothing_is_remembered() {
    let store = store_within(1 << 20);
    assert!(keep(&store, DB, version(1, 7, 8)));
    assert!(store.bytes() > 0);
    publish(&store, vec![part(DB, 8)]);
    assert_eq!((store.bytes(), store.is_unseen(DB, TxnId(8))), (0, false));
}

#[test]
fn what_a_snapshot_does_not_see_stays_as_long_as_the_snapshot() {
    let store = store_within(1 << 20);
    let old = store.snapshot();
    assert!(keep(&store, DB, version(1, 7, 8)));
    publish(&store, vec![part(DB, 8)]);
    let young = store.snapshot();
    assert!(keep(&store, DB, version(1, 8, 9)));
    assert!(keep(&store, DB, version(2, 7, 9)));
    publish(&store, vec![part(DB, 9)]);
    let sees = |snapshot: &Snapshot, txn| store.sees(DB, snapshot.sequence(), TxnId(txn)).unwrap_or(true);
    assert_eq!((sees(&old, 8), sees(&old, 9), sees(&young, 8), sees(&young, 9)), (false, false, true, false));
    assert_eq!(store.floor(DB, old.sequence(), TxnId(20)), TxnId(8));
    assert_eq!(store.floor(DB, young.sequence(), TxnId(20)), TxnId(9));
    assert_eq!(in_memory(&store, DB).len(), 3);
    drop(old);
    assert_eq!(in_memory(&store, DB), [version(1, 8, 9), version(2, 7, 9)], "only the old one needed the first");
    assert!(!store.is_unseen(DB, TxnId(8)) && store.is_unseen(DB, TxnId(9)), "everybody sees the first");
    drop(young);
    assert_eq!((store.bytes(), store.has_snapshots()), (0, false));
}

#[test]
fn parts_that_are_published_together_are_seen_together() {
    let store = store_within(1 << 20);
    let before = store.snapshot();
    publish(&store, vec![part(DB, 8), part(OTHER, 3)]);
    let after = store.snapshot();
    for (database, txn) in [(DB, 8), (OTHER, 3)] {
        let sees = |snapshot: &Snapshot| store.sees(database, snapshot.sequence(), TxnId(txn)).unwrap_or(true);
        assert_eq!((sees(&before), sees(&after)), (false, true));
    }
    assert_eq!(store.sees(DB, before.sequence(), TxnId(3)), None, "ids are each database's own");
}

#[test]
fn a_slot_or_a_database_is_forgotten_alone() {
    let store = store_within(1 << 20);
    let _needs_all = store.snapshot();
    assert!(keep(&store, DB, version(1, 7, 8)));
    assert!(keep(&store, DB, version(2, 7, 8)));
    assert!(keep(&store, OTHER, version(1, 7, 8)));
    publish(&store, vec![part(DB, 8)]);
    store.forget_slot((DB, PAGE), 1);
    assert_eq!(in_memory(&store, DB), [version(2, 7, 8)]);
    store.forget_database(DB);
    assert_eq!((in_memory(&store, DB), store.is_unseen(DB, TxnId(8))), (vec![], false));
    store.forget_writer(part(OTHER, 8));
    assert_eq!(store.bytes(), 0);
}

/// A version of half a piece.
fn long(begin: u64, end: u64) -> Version {
    Version { row: Arc::from(vec![0; PIECE as usize / 2]), ..version(1, begin, end) }
}

#[test]
fn the_oldest_snapshots_give_way_and_no_more_than_it_takes() {
    let broker = broker_with(2 * PIECE);
    let store = VersionStore::new(&broker);
    let is_lost = |snapshot: &Snapshot| matches!(snapshot.check(), Err(StorageError::SnapshotLost));
    let mut snapshots = Vec::new();
    for txn in 8..20 {
        snapshots.push(store.snapshot());
        assert!(keep(&store, DB, long(txn - 1, txn)), "no writer does without for a reader's sake");
        publish(&store, vec![part(DB, txn)]);
        assert!(store.bytes() <= 2 * PIECE && broker.held_by(Clerk::VersionStore) <= 2 * PIECE);
        let lost = snapshots.iter().filter(|snapshot| is_lost(snapshot)).count();
        assert_eq!(lost, (txn as usize - 7).saturating_sub(3), "three halves and what they take beside fit");
        assert!(snapshots.iter().take(lost).all(is_lost), "the oldest");
        assert_eq!(in_memory(&store, DB).len(), (txn as usize - 7).min(3));
    }
    assert!(store.has_snapshots());
    drop(snapshots);
    assert_eq!((store.bytes(), broker.held_by(Clerk::VersionStore)), (0, PIECE), "all but a piece is given back");
    drop(store);
    assert_eq!(broker.held(), 0);
}

#[test]
fn who_finds_no_room_keeps_nothing_and_is_noted_as_long_as_it_matters() {
    let store = store_within(2 * PIECE);
    let before = store.snapshot();
    let mut kept = Kept::default();
    let mut keep = |version| store.keep((DB, PAGE), version, &mut kept);
    assert!((0..3).all(|_| keep(long(7, 8))));
    assert!(!keep(long(7, 8)), "what it has kept itself is all there is");
    store.keep_none(DB, TxnId(8), &mut kept);
    assert!(store.bytes() == 0 && store.is_unkept(DB, TxnId(8)) && !store.is_unkept(OTHER, TxnId(8)));
    before.check().expect("nothing that is there would have come of its loss");
    publish(&store, vec![Part { database: DB, txn: TxnId(8), kept }]);
    assert!(store.is_unkept(DB, TxnId(8)), "a snapshot does not see it");
    drop(before);
    assert!(!store.is_unkept(DB, TxnId(8)) && store.bytes() == 0);
    // Rolled back.
    let mut kept = Kept::default();
    store.keep_none(DB, TxnId(9), &mut kept);
    store.forget_writer(Part { database: DB, txn: TxnId(9), kept });
    assert!(!store.is_unkept(DB, TxnId(9)));
}

#[test]
fn transactions_that_keep_no_versions_take_no_memory_however_many_they_are() {
    let store = store_within(PIECE);
    let old = store.snapshot();
    for txn in 0..10_000 {
        publish(&store, vec![Part { database: DB, txn: TxnId(txn + 8), kept: Kept::default() }]);
    }
    old.check().unwrap();
    assert!(store.bytes() <= Part::BYTES, "at most the one that may have been under way when the snapshot was taken");
    assert!((0..10_000).all(|txn| store.sees(DB, old.sequence(), TxnId(txn + 8)) == Some(false)));
    let young = store.snapshot();
    assert!((0..10_000).all(|txn| store.sees(DB, young.sequence(), TxnId(txn + 8)) != Some(false)));
    drop(old);
    assert!((0..10_000).all(|txn| !store.is_unseen(DB, TxnId(txn + 8))));
}

#[test]
fn a_snapshot_of_whom_was_under_way_sees_none_of_them_and_the_next_sees_who_is_published() {
    let store = store_within(1 << 20);
    let mut snapshots = Vec::new();
    // Ten transactions that are always under way; each is published when ten more have begun, with a snapshot between any two of them.
    for txn in 10..400 {
        snapshots.push((store.snapshot(), txn));
        let part = Part { database: DB, txn: TxnId(txn), kept: Kept::default() };
        store.publish(vec![part], &[], |_| TxnId(txn + 10));
        if txn % 3 == 0 {
            // Some go again, out of order.
            snapshots.remove(txn as usize * 7 % snapshots.len());
        }
        for (snapshot, unseen_from) in &snapshots {
            for txn in 10..=txn {
                let sees = store.sees(DB, snapshot.sequence(), TxnId(txn)).unwrap_or(true);
                assert_eq!(sees, txn < *unseen_from);
            }
            let floor = store.floor(DB, snapshot.sequence(), TxnId(txn + 1));
            assert_eq!(floor, TxnId(*unseen_from));
        }
        let oldest = snapshots.first().map_or(u64::MAX, |(_, unseen_from)| *unseen_from);
        assert!((oldest..=txn).all(|txn| store.is_unseen(DB, TxnId(txn))));
    }
    snapshots.clear();
    assert_eq!(store.bytes(), 0);
}

/// A store whose memory is full with three long versions, and that has so many bytes beside it.
fn store_beside(bytes: u64) -> (Arc<VersionStore>, Arc<MemorySpace>) {
    let (store, space) = (store_within(2 * PIECE), MemorySpace::new(bytes));
    store.spill_to(space.clone());
    (store, space)
}

#[test]
fn what_is_published_goes_beside_memory_in_its_order_and_is_freed_in_it() {
    let (store, space) = store_beside(1 << 30);
    let mut snapshots = Vec::new();
    for txn in 8..40 {
        snapshots.push(store.snapshot());
        assert!(keep(&store, DB, long(txn - 1, txn)));
        publish(&store, vec![part(DB, txn)]);
        assert!(store.room.used() <= 2 * PIECE, "memory is bounded");
    }
    snapshots.iter().for_each(|snapshot| snapshot.check().unwrap());
    let in_memory = in_memory(&store, DB);
    let mut expected: Vec<u64> = (8..40).collect();
    assert_eq!(
        in_memory.iter().map(|version| version.end.0).collect::<Vec<_>>(),
        expected.split_off(32 - in_memory.len())
    );
    // Back along the chain, to its end, and no further than a snapshot needs.
    let chain = |from| {
        let (mut next, mut run, mut writers) = (store.of_page((DB, PAGE)).spilled, Run::default(), Vec::new());
        while let Some(place) = next.filter(|place| *place >= from) {
            if !store.read_run(DB, place, &mut run).unwrap() {
                break;
            }
            let begins: Vec<u64> = run.newest_first().map(|(_, begin, _)| begin.0 + 1).collect();
            assert_eq!(begins, [run.writer.0]);
            writers.push(run.writer.0);
            next = run.before;
        }
        writers
    };
    expected.reverse();
    assert_eq!(chain(0), expected);
    for (index, snapshot) in snapshots.iter().enumerate() {
        let needed = chain(store.needed_from(DB, snapshot.sequence()));
        let unseen = expected.iter().filter(|txn| **txn >= 8 + index as u64).count();
        assert!((unseen..=unseen + 3).contains(&needed.len()), "{unseen} {needed:?}");
    }
    let before = space.bytes(DB);
    snapshots.drain(..10);
    assert!(space.bytes(DB) < before * 3 / 4, "{} of {before}", space.bytes(DB));
    let left = chain(0);
    assert!(left.iter().eq(&expected[..left.len()]) && left.len() >= expected.len() - 10);
    snapshots.clear();
    assert_eq!((store.bytes(), space.bytes(DB)), (0, 0));
}

#[test]
fn a_transaction_under_way_spills_its_own_versions_and_they_are_held_until_all_see_it() {
    let (store, space) = store_beside(1 << 30);
    let old = store.snapshot();
    let mut kept = Kept::default();
    for page in 0..100 {
        assert!(store.keep((DB, PageId::primary(page)), long(7, 8), &mut kept));
        assert!(store.room.used() <= 2 * PIECE);
    }
    assert!(kept.spilled_from.is_some() && kept.pages.len() < 4);
    // Others, who are published meanwhile, free nothing of it.
    for txn in 9..30 {
        assert!(keep(&store, DB, long(7, txn)));
        publish(&store, vec![part(DB, txn)]);
        drop(store.snapshot());
    }
    let is_there = |page| {
        let state = store.of_page((DB, PageId::primary(page)));
        let mut run = Run::default();
        !state.versions.is_empty() || store.read_run(DB, state.spilled.unwrap(), &mut run).unwrap()
    };
    assert!((0..100).all(is_there));
    old.check().unwrap();
    drop(old);
    assert!((0..100).all(is_there), "it may yet be rolled back, or published and not be seen by who comes before that");
    let last = store.snapshot();
    publish(&store, vec![Part { database: DB, txn: TxnId(8), kept }]);
    assert!((0..100).all(is_there));
    drop(last);
    assert_eq!((store.bytes(), space.bytes(DB)), (0, 0));
    // One that is rolled back.
    let _needs_all = store.snapshot();
    let mut kept = Kept::default();
    assert!((0..100).all(|page| store.keep((DB, PageId::primary(page)), long(8, 31), &mut kept)));
    store.forget_writer(Part { database: DB, txn: TxnId(31), kept });
    assert_eq!((store.bytes(), space.bytes(DB)), (0, 0));
}

#[test]
fn snapshots_give_way_only_when_the_space_is_full_too() {
    let (store, space) = store_beside(10 * PIECE);
    let mut snapshots = Vec::new();
    for txn in 8..200 {
        snapshots.push(store.snapshot());
        assert!(keep(&store, DB, long(txn - 1, txn)));
        publish(&store, vec![part(DB, txn)]);
        let lost = snapshots.iter().filter(|snapshot| snapshot.check().is_err()).count();
        assert!(lost == 0 || txn > 8 + 18, "there was room for eighteen");
        assert!(snapshots.iter().skip(lost).all(|snapshot| snapshot.check().is_ok()), "the oldest are lost");
        assert!(lost == 0 || snapshots.len() - lost >= 14, "and no more than it takes: {lost} of {}", snapshots.len());
    }
    assert!(snapshots[100].check().is_err() && space.bytes(DB) > 0);
    drop(snapshots);
    assert_eq!((store.bytes(), space.bytes(DB)), (0, 0));
}

#[test]
fn what_replaced_a_state_is_never_spilled_before_what_that_state_replaced() {
    // Beside memory is room for one version, which is what the second transaction has, and not for the first one's three.
    let (store, _space) = store_beside(PIECE * 3 / 4);
    let old = store.snapshot();
    assert!((1..4).all(|slot| keep(&store, DB, Version { slot, ..long(7, 8) })));
    publish(&store, vec![part(DB, 8)]);
    assert!(store.keep((DB, PAGE), long(8, 9), &mut Kept::default()));
    let state = store.of_page((DB, PAGE));
    let writers: Vec<u64> = state.versions.iter().map(|version| version.end.0).collect();
    assert_eq!((writers, state.spilled), (vec![9], None));
    assert!(old.check().is_err(), "who needs the older states gives way, and knows it");
}

#[test]
fn a_slot_that_became_another_rows_has_nothing_in_what_was_spilled() {
    let (store, _space) = store_beside(1 << 30);
    let _needs_all = store.snapshot();
    let mut kept = Kept::default();
    assert!((0..4).all(|slot| store.keep((DB, PAGE), Version { slot, ..long(7, 8) }, &mut kept)));
    let spilled = store.of_page((DB, PAGE)).spilled.expect("there is no room for all");
    store.forget_slot((DB, PAGE), 2);
    let state = store.of_page((DB, PAGE));
    assert_eq!((state.cleared, state.spilled), (vec![(2, spilled)], Some(spilled)));
    store.forget_database(DB);
    assert_eq!(store.bytes(), 0);
}
