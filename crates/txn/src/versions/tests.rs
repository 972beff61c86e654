//! What the store remembers, and for how long.

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
    Part { database, txn: TxnId(txn), pages: vec![PAGE, PAGE] }
}

#[test]
fn without_a_snapshot_nothing_is_remembered() {
    let store = store_within(1 << 20);
    assert!(store.keep((DB, PAGE), version(1, 7, 8)));
    assert!(store.bytes() > 0);
    store.publish(vec![part(DB, 8)], &[]);
    assert_eq!((store.bytes(), store.number_of(DB, TxnId(8))), (0, None));
}

#[test]
fn what_a_snapshot_does_not_see_stays_as_long_as_the_snapshot() {
    let store = store_within(1 << 20);
    let old = store.snapshot();
    assert!(store.keep((DB, PAGE), version(1, 7, 8)));
    store.publish(vec![part(DB, 8)], &[]);
    let young = store.snapshot();
    assert!(store.keep((DB, PAGE), version(1, 8, 9)));
    assert!(store.keep((DB, PAGE), version(2, 7, 9)));
    store.publish(vec![part(DB, 9)], &[]);
    let sees =
        |snapshot: &Snapshot, txn| store.number_of(DB, TxnId(txn)).is_none_or(|number| snapshot.sees_number(number));
    assert_eq!((sees(&old, 8), sees(&old, 9), sees(&young, 8), sees(&young, 9)), (false, false, true, false));
    assert_eq!(store.floor(DB, old.sequence(), TxnId(20)), TxnId(8));
    assert_eq!(store.floor(DB, young.sequence(), TxnId(20)), TxnId(9));
    assert_eq!(store.of_page((DB, PAGE)).len(), 3);
    drop(old);
    assert_eq!(store.of_page((DB, PAGE)), [version(1, 8, 9), version(2, 7, 9)], "only the old one needed the first");
    assert_eq!(store.number_of(DB, TxnId(8)), None, "everybody sees it");
    drop(young);
    assert_eq!((store.bytes(), store.has_snapshots()), (0, false));
}

#[test]
fn parts_that_are_published_together_are_seen_together() {
    let store = store_within(1 << 20);
    let before = store.snapshot();
    store.publish(vec![part(DB, 8), part(OTHER, 3)], &[]);
    let after = store.snapshot();
    for (database, txn) in [(DB, 8), (OTHER, 3)] {
        let number = store.number_of(database, TxnId(txn)).unwrap();
        assert_eq!((before.sees_number(number), after.sees_number(number)), (false, true));
    }
    assert_eq!(store.number_of(OTHER, TxnId(8)), None, "ids are each database's own");
}

#[test]
fn a_slot_or_a_database_is_forgotten_alone() {
    let store = store_within(1 << 20);
    let _needs_all = store.snapshot();
    assert!(store.keep((DB, PAGE), version(1, 7, 8)));
    assert!(store.keep((DB, PAGE), version(2, 7, 8)));
    assert!(store.keep((OTHER, PAGE), version(1, 7, 8)));
    store.publish(vec![part(DB, 8)], &[]);
    store.forget_slot((DB, PAGE), 1);
    assert_eq!(store.of_page((DB, PAGE)), [version(2, 7, 8)]);
    store.forget_database(DB);
    assert_eq!((store.of_page((DB, PAGE)), store.number_of(DB, TxnId(8))), (vec![], None));
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
        assert!(store.keep((DB, PAGE), long(txn - 1, txn)), "no writer does without for a reader's sake");
        store.publish(vec![part(DB, txn)], &[]);
        assert!(store.bytes() <= 2 * PIECE && broker.held_by(Clerk::VersionStore) <= 2 * PIECE);
        let lost = snapshots.iter().filter(|snapshot| is_lost(snapshot)).count();
        assert_eq!(lost, (txn as usize - 7).saturating_sub(3), "three halves and what they take beside fit");
        assert!(snapshots.iter().take(lost).all(is_lost), "the oldest");
        assert_eq!(store.of_page((DB, PAGE)).len(), (txn as usize - 7).min(3));
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
    let fill = |txn| (0..3).map(|_| store.keep((DB, PAGE), long(7, txn))).filter(|kept| *kept).count();
    assert_eq!(fill(8), 3);
    assert!(!store.keep((DB, PAGE), long(7, 8)), "what it has kept itself is all there is");
    store.keep_none(part(DB, 8));
    assert!(store.bytes() == 0 && store.is_unkept(DB, TxnId(8)) && !store.is_unkept(OTHER, TxnId(8)));
    before.check().expect("nothing that is there would have come of its loss");
    store.publish(vec![part(DB, 8)], &[]);
    assert!(store.is_unkept(DB, TxnId(8)), "a snapshot does not see it");
    drop(before);
    assert!(!store.is_unkept(DB, TxnId(8)) && store.bytes() == 0);
    // Rolled back.
    store.keep_none(part(DB, 9));
    store.forget_writer(part(DB, 9));
    assert!(!store.is_unkept(DB, TxnId(9)));
}

#[test]
fn transactions_that_keep_no_versions_are_not_remembered_without_a_bound() {
    let broker = broker_with(PIECE);
    let store = VersionStore::new(&broker);
    let old = store.snapshot();
    for txn in 0..10_000 {
        store.publish(vec![Part { database: DB, txn: TxnId(txn + 8), pages: Vec::new() }], &[]);
        assert!(store.bytes() <= PIECE);
    }
    old.check().expect_err("it has given way");
    store.snapshot().check().expect("a new one is as good as ever");
}
