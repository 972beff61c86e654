//! What the store remembers, and for how long.

use super::*;
use sluice_base::ids::{DatabaseId, PageId, TxnId};
use sluice_base::sync::Arc;

const DB: DatabaseId = DatabaseId(5);
const OTHER: DatabaseId = DatabaseId(6);
const PAGE: PageId = PageId::primary(9);

fn version(slot: u16, begin: u64, end: u64) -> Version {
    Version { slot, begin: TxnId(begin), end: TxnId(end), row: Arc::from(&b"row"[..]) }
}

fn part(database: DatabaseId, txn: u64) -> Part {
    Part { database, txn: TxnId(txn), pages: vec![PAGE, PAGE] }
}

#[test]
fn without_a_snapshot_nothing_is_remembered() {
    let store = VersionStore::new();
    store.keep((DB, PAGE), version(1, 7, 8));
    assert!(store.bytes() > 0);
    store.publish(vec![part(DB, 8)], &[]);
    assert_eq!((store.bytes(), store.number_of(DB, TxnId(8))), (0, None));
}

#[test]
fn what_a_snapshot_does_not_see_stays_as_long_as_the_snapshot() {
    let store = VersionStore::new();
    let old = store.snapshot();
    store.keep((DB, PAGE), version(1, 7, 8));
    store.publish(vec![part(DB, 8)], &[]);
    let young = store.snapshot();
    store.keep((DB, PAGE), version(1, 8, 9));
    store.keep((DB, PAGE), version(2, 7, 9));
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
    let store = VersionStore::new();
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
    let store = VersionStore::new();
    let _needs_all = store.snapshot();
    store.keep((DB, PAGE), version(1, 7, 8));
    store.keep((DB, PAGE), version(2, 7, 8));
    store.keep((OTHER, PAGE), version(1, 7, 8));
    store.publish(vec![part(DB, 8)], &[]);
    store.forget_slot((DB, PAGE), 1);
    assert_eq!(store.of_page((DB, PAGE)), [version(2, 7, 8)]);
    store.forget_database(DB);
    assert_eq!((store.of_page((DB, PAGE)), store.number_of(DB, TxnId(8))), (vec![], None));
    store.forget_writer(part(OTHER, 8));
    assert_eq!(store.bytes(), 0);
}
