//! The lifetime of versions and publication numbers in the store.

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

/// Creates a broker that grants `bytes` bytes to versions.
fn broker_with(bytes: u64) -> Arc<MemoryBroker> {
    MemoryBroker::new(bytes * 100 / Clerk::VersionStore.share_max_percent())
}

fn part(database: DatabaseId, txn: u64) -> Part {
    Part { database, txn: TxnId(txn), kept: KeptVersions { pages: vec![PAGE, PAGE], ..KeptVersions::default() } }
}

/// Keeps a version of a transaction that later publishes its versions with [`part`].
fn keep(store: &VersionStore, database: DatabaseId, version: Version) -> bool {
    store.keep((database, PAGE), version, &mut KeptVersions::default())
}

/// Publishes parts, with no ids drawn beyond theirs.
fn publish(store: &VersionStore, parts: Vec<Part>) {
    let next: Vec<TxnId> = parts.iter().map(|part| TxnId(part.txn.0 + 1)).collect();
    store.publish(parts, &[], |index| next[index]);
}

fn in_memory(store: &VersionStore, database: DatabaseId) -> Vec<Version> {
    store.of_page((database, PAGE)).versions
}

#[test]
fn publish_without_snapshot_frees_versions() {
    let store = store_within(1 << 20);
    assert!(keep(&store, DB, version(1, 7, 8)));
    assert!(store.bytes() > 0);
    publish(&store, vec![part(DB, 8)]);
    assert_eq!((store.bytes(), store.is_unseen(DB, TxnId(8))), (0, false));
}

#[test]
fn versions_live_as_long_as_their_snapshot() {
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
    assert!(!store.is_unseen(DB, TxnId(8)) && store.is_unseen(DB, TxnId(9)), "all see the first");
    drop(young);
    assert_eq!((store.bytes(), store.has_snapshots()), (0, false));
}

#[test]
fn parts_published_together_are_seen_together() {
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
fn forget_slot_and_database_leave_others() {
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
fn oldest_snapshots_are_lost_when_room_is_short() {
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
fn writer_without_room_is_noted_as_unkept() {
    let store = store_within(2 * PIECE);
    let before = store.snapshot();
    let mut kept = KeptVersions::default();
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
    // The transaction is rolled back.
    let mut kept = KeptVersions::default();
    store.keep_none(DB, TxnId(9), &mut kept);
    store.forget_writer(Part { database: DB, txn: TxnId(9), kept });
    assert!(!store.is_unkept(DB, TxnId(9)));
}

#[test]
fn transactions_without_versions_take_no_memory() {
    let store = store_within(PIECE);
    let old = store.snapshot();
    for txn in 0..10_000 {
        publish(&store, vec![Part { database: DB, txn: TxnId(txn + 8), kept: KeptVersions::default() }]);
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
fn snapshot_hides_transactions_active_at_start() {
    let store = store_within(1 << 20);
    let mut snapshots = Vec::new();
    // Ten transactions are always active; each is published when ten more have begun, with a
    // snapshot between any two.
    for txn in 10..400 {
        snapshots.push((store.snapshot(), txn));
        let part = Part { database: DB, txn: TxnId(txn), kept: KeptVersions::default() };
        store.publish(vec![part], &[], |_| TxnId(txn + 10));
        if txn % 3 == 0 {
            // Some snapshots end out of order.
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

/// A store whose memory is full with three long versions, and a spill space of `bytes` bytes.
fn store_beside(bytes: u64) -> (Arc<VersionStore>, Arc<MemorySpace>) {
    let (store, space) = (store_within(2 * PIECE), MemorySpace::new(bytes));
    store.spill_to(space.clone());
    (store, space)
}

#[test]
fn published_versions_spill_and_free_in_order() {
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
    // The chain is followed back to its end, and no further than a snapshot needs.
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
fn active_writer_spills_and_holds_its_versions() {
    let (store, space) = store_beside(1 << 30);
    let old = store.snapshot();
    let mut kept = KeptVersions::default();
    for page in 0..100 {
        assert!(store.keep((DB, PageId::primary(page)), long(7, 8), &mut kept));
        assert!(store.room.used() <= 2 * PIECE);
    }
    assert!(kept.spilled_from.is_some() && kept.pages.len() < 4);
    // Other transactions published meanwhile free none of its versions.
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
    // A transaction is rolled back.
    let _needs_all = store.snapshot();
    let mut kept = KeptVersions::default();
    assert!((0..100).all(|page| store.keep((DB, PageId::primary(page)), long(8, 31), &mut kept)));
    store.forget_writer(Part { database: DB, txn: TxnId(31), kept });
    assert_eq!((store.bytes(), space.bytes(DB)), (0, 0));
}

#[test]
fn snapshots_are_lost_only_when_spill_space_is_full() {
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
fn older_version_is_spilled_before_newer() {
    // The spill space has room for one version, which the second transaction has, and not for the
    // first's three.
    let (store, _space) = store_beside(PIECE * 3 / 4);
    let old = store.snapshot();
    assert!((1..4).all(|slot| keep(&store, DB, Version { slot, ..long(7, 8) })));
    publish(&store, vec![part(DB, 8)]);
    assert!(store.keep((DB, PAGE), long(8, 9), &mut KeptVersions::default()));
    let state = store.of_page((DB, PAGE));
    let writers: Vec<u64> = state.versions.iter().map(|version| version.end.0).collect();
    assert_eq!((writers, state.spilled), (vec![9], None));
    assert!(old.check().is_err(), "who needs the older states gives way, and knows it");
}

#[test]
fn reused_slot_hides_its_spilled_versions() {
    let (store, _space) = store_beside(1 << 30);
    let _needs_all = store.snapshot();
    let mut kept = KeptVersions::default();
    assert!((0..4).all(|slot| store.keep((DB, PAGE), Version { slot, ..long(7, 8) }, &mut kept)));
    let spilled = store.of_page((DB, PAGE)).spilled.expect("there is no room for all");
    store.forget_slot((DB, PAGE), 2);
    let state = store.of_page((DB, PAGE));
    assert_eq!((state.cleared, state.spilled), (vec![(2, spilled)], Some(spilled)));
    store.forget_database(DB);
    assert_eq!(store.bytes(), 0);
}
