//! Snapshots of heaps: random histories of several transactions against a simple multi-version
//! model, and named corner cases.

use super::rig::{Alone, assert_sound, new, open, rows, temporary};
use crate::VersionPages;
use crate::heap::{AppendCursor, Changed, Heap, Reader, Rid};
use proptest::prelude::*;
use sluice_base::ids::{FileId, ObjectId};
use sluice_base::memory::{Clerk, Reservation};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_txn::{CommitDurability, LockOwner, Savepoint, Snapshot, Storage, StorageError, Transaction, View};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{CallKind, Vfs};
use std::collections::BTreeMap;

/// The content of a heap.
type Rows = BTreeMap<Rid, Vec<u8>>;

#[derive(Clone, Debug)]
enum Step {
    Insert {
        session: usize,
        length: usize,
    },
    Change {
        session: usize,
        which: usize,
        length: Option<usize>,
    },
    Savepoint {
        session: usize,
    },
    BackToSavepoint {
        session: usize,
    },
    Commit {
        session: usize,
        delayed: bool,
    },
    Rollback {
        session: usize,
    },
    /// The session's next transaction works by a snapshot taken now.
    BeginSnapshot {
        session: usize,
    },
    OpenReader,
    CloseReader {
        which: usize,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let session = 0usize..SESSIONS;
    let length = prop_oneof![6 => 0usize..300, 2 => 0usize..3000, 1 => 7000usize..8060];
    let (inserted, changed) = (length.clone(), proptest::option::weighted(0.75, length));
    let step = prop_oneof![
        10 => (session.clone(), inserted).prop_map(|(session, length)| Step::Insert { session, length }),
        24 => (session.clone(), any::<usize>(), changed)
            .prop_map(|(session, which, length)| Step::Change { session, which, length }),
        2 => session.clone().prop_map(|session| Step::Savepoint { session }),
        3 => session.clone().prop_map(|session| Step::BackToSavepoint { session }),
        7 => (session.clone(), any::<bool>()).prop_map(|(session, delayed)| Step::Commit { session, delayed }),
        3 => session.clone().prop_map(|session| Step::Rollback { session }),
        4 => session.prop_map(|session| Step::BeginSnapshot { session }),
        4 => Just(Step::OpenReader),
        4 => any::<usize>().prop_map(|which| Step::CloseReader { which }),
    ];
    proptest::collection::vec(step, 1..140)
}

/// The rows changed by a transaction; `None` for a deleted one.
type Changes = BTreeMap<Rid, Option<Vec<u8>>>;

struct Session {
    owner: LockOwner,
    txn: Option<Transaction>,
    changes: Changes,
    savepoint: Option<(Savepoint, Changes)>,
    /// The committed state at the snapshot, and the number of commits so far.
    snapshot: Option<(Snapshot, Rows, u64)>,
}

struct World {
    storage: Arc<Storage>,
    heap: Heap,
    cursor: AppendCursor,
    committed: Rows,
    /// The last commit that changed each row.
    changed_by: BTreeMap<Rid, u64>,
    commits: u64,
    sessions: Vec<Session>,
    readers: Vec<(Snapshot, Rows)>,
    seed: u8,
    /// The spill space for versions beyond memory.
    beside: Option<Beside>,
}

impl World {
    fn new(beside: bool) -> World {
        let (storage, heap) = versioned();
        let beside = beside.then(|| Beside::new(&storage));
        let sessions = (0..SESSIONS).map(|_| Session {
            owner: owner(&storage),
            txn: None,
            changes: BTreeMap::new(),
            savepoint: None,
            snapshot: None,
        });
        World {
            sessions: sessions.collect(),
            storage,
            heap,
            cursor: AppendCursor::default(),
            committed: Rows::new(),
            changed_by: BTreeMap::new(),
            commits: 0,
            readers: Vec::new(),
            seed: 0,
            beside,
        }
    }

    fn step(&mut self, step: &Step) {
        let storage = self.storage.clone();
        match *step {
            Step::Insert { session, length } => self.insert(session, length),
            Step::Change { session, which, length } => self.change(session, which, length),
            Step::Savepoint { session } => {
                let session = &mut self.sessions[session];
                session.savepoint = session.txn.as_ref().map(|txn| (storage.savepoint(txn), session.changes.clone()));
            }
            Step::BackToSavepoint { session } => {
                let session = &mut self.sessions[session];
                if let (Some(txn), Some((point, changes))) = (&mut session.txn, &session.savepoint) {
                    storage.rollback_to(txn, *point).unwrap();
                    session.changes.clone_from(changes);
                }
            }
            Step::Commit { session, delayed } => self.commit(session, delayed),
            Step::Rollback { session } => self.roll_back(session),
            Step::BeginSnapshot { session } => {
                if self.sessions[session].txn.is_none() {
                    let snapshot = storage.versions.snapshot();
                    self.sessions[session].snapshot = Some((snapshot, self.committed.clone(), self.commits));
                    self.txn(session);
                }
            }
            Step::OpenReader => self.readers.push((storage.versions.snapshot(), self.committed.clone())),
            Step::CloseReader { which } => {
                if !self.readers.is_empty() {
                    self.readers.swap_remove(which % self.readers.len());
                }
            }
        }
    }

    fn txn(&mut self, session: usize) -> &mut Transaction {
        let Session { txn, owner, .. } = &mut self.sessions[session];
        txn.get_or_insert_with(|| self.storage.begin_for(owner.id()))
    }

    fn row(&mut self, length: usize) -> Vec<u8> {
        self.seed = self.seed.wrapping_add(1);
        vec![self.seed; length]
    }

    fn insert(&mut self, session: usize, length: usize) {
        let row = self.row(length);
        self.txn(session);
        let Session { txn, changes, .. } = &mut self.sessions[session];
        let txn = txn.as_mut().unwrap();
        let rid = self.heap.insert(&self.storage, txn, &mut self.cursor, &row).unwrap();
        changes.insert(rid, Some(row));
        assert!(!self.committed.contains_key(&rid), "the place is taken");
        let snapshots = self.sessions.iter().filter_map(|session| session.snapshot.as_ref().map(|(_, rows, _)| rows));
        let seen = snapshots.chain(self.readers.iter().map(|(_, rows)| rows)).any(|rows| rows.contains_key(&rid));
        assert!(!seen, "the place is still another row's for a snapshot");
    }

    /// Changes a row that the session sees and that no other session has locked by a change.
    fn change(&mut self, session: usize, which: usize, length: Option<usize>) {
        let Session { snapshot, changes, .. } = &self.sessions[session];
        let base = snapshot.as_ref().map_or(&self.committed, |(_, rows, _)| rows);
        let own = changes.iter().filter(|(_, row)| row.is_some()).map(|(rid, _)| *rid);
        let others = |rid: &Rid| {
            let mut others = self.sessions.iter().enumerate().filter(|(other, _)| *other != session);
            others.any(|(_, other)| other.changes.contains_key(rid))
        };
        let mut candidates: Vec<Rid> =
            base.keys().filter(|rid| !changes.contains_key(rid)).copied().chain(own).collect();
        candidates.retain(|rid| !others(rid));
        let Some(&rid) = candidates.get(which % candidates.len().max(1)) else { return };
        let changed_by = self.changed_by.get(&rid).copied().unwrap_or_default();
        let is_late =
            snapshot.as_ref().is_some_and(|(_, _, commits)| changed_by > *commits) && !changes.contains_key(&rid);
        let row = length.map(|length| self.row(length));
        self.txn(session);
        let Session { txn, changes, owner, snapshot, .. } = &mut self.sessions[session];
        let txn = txn.as_mut().unwrap();
        let mut seen = Vec::new();
        let mut writer = self.heap.writer(&self.storage, owner);
        match snapshot {
            Some((snapshot, ..)) => {
                let mut view = View::new(&self.storage, snapshot, owner.id());
                assert!(self.heap.get_as_of(&self.storage, &mut view, rid, &mut seen).unwrap());
                writer = writer.by_snapshot(snapshot);
            }
            None => assert!(self.heap.get(&self.storage, rid, &mut seen).unwrap()),
        }
        let outcome = match &row {
            Some(row) => writer.update(txn, &mut self.cursor, (rid, &seen), row),
            None => writer.delete(txn, (rid, &seen)),
        };
        if is_late {
            assert!(matches!(outcome, Err(StorageError::UpdateConflict)), "the first committer wins: {outcome:?}");
            return self.roll_back(session);
        }
        assert_eq!(outcome.unwrap(), Changed::Done, "the row is there");
        changes.insert(rid, row);
    }

    fn commit(&mut self, session: usize, delayed: bool) {
        let durability = if delayed { CommitDurability::Delayed } else { CommitDurability::Full };
        let session = &mut self.sessions[session];
        let Some(txn) = session.txn.take() else { return };
        self.storage.commit(txn, durability).unwrap();
        (session.savepoint, session.snapshot) = (None, None);
        self.commits += 1;
        for (rid, row) in std::mem::take(&mut session.changes) {
            self.changed_by.insert(rid, self.commits);
            match row {
                Some(row) => self.committed.insert(rid, row),
                None => self.committed.remove(&rid),
            };
        }
    }

    fn roll_back(&mut self, session: usize) {
        let session = &mut self.sessions[session];
        let Some(txn) = session.txn.take() else { return };
        self.storage.rollback(txn).unwrap();
        (session.savepoint, session.snapshot) = (None, None);
        session.changes.clear();
    }

    /// Every snapshot sees exactly its state: the open ones, and one for each session's next
    /// statement.
    fn check(&self) {
        for (snapshot, expected) in &self.readers {
            assert_eq!(&self.seen(snapshot, &owner(&self.storage)), expected);
        }
        let now = self.storage.versions.snapshot();
        for session in &self.sessions {
            let (snapshot, base) = match &session.snapshot {
                Some((snapshot, rows, _)) => (snapshot, rows),
                None => (&now, &self.committed),
            };
            let mut expected = base.clone();
            for (rid, row) in &session.changes {
                match row {
                    Some(row) => expected.insert(*rid, row.clone()),
                    None => expected.remove(rid),
                };
            }
            assert_eq!(self.seen(snapshot, &session.owner), expected);
        }
    }

    fn seen(&self, snapshot: &Snapshot, owner: &LockOwner) -> Rows {
        let seen = seen(&self.storage, &self.heap, snapshot, owner);
        let mut view = View::new(&self.storage, snapshot, owner.id());
        let mut row = Vec::new();
        for rid in self.committed.keys().chain(self.sessions.iter().flat_map(|session| session.changes.keys())) {
            let is_there = self.heap.get_as_of(&self.storage, &mut view, *rid, &mut row).unwrap();
            assert_eq!(is_there.then_some(&row), seen.get(rid), "a row alone is as it is in a scan");
        }
        seen
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn snapshots_see_their_state_and_first_committer_wins(steps in steps(), beside in any::<bool>()) {
        let mut world = World::new(beside);
        for step in &steps {
            world.step(step);
            world.check();
        }
        assert_sound(&world.storage);
        (0..SESSIONS).for_each(|session| if session == 0 { world.commit(0, true) } else { world.roll_back(session) });
        world.check();
        world.readers.clear();
        prop_assert_eq!(world.storage.versions.bytes(), 0, "no version is needed any more");
        prop_assert!(!world.storage.versions.has_snapshots());
        if let Some(beside) = &world.beside {
            assert_sound(&beside.temporary);
            prop_assert_eq!(beside.extents_in_use(), beside.extents_before, "what was taken is given back");
        }
    }
}

/// A temporary database for versions with hardly any memory.
struct Beside {
    temporary: Arc<Storage>,
    extents_before: u32,
    _taken: Reservation,
}

impl Beside {
    fn new(storage: &Storage) -> Beside {
        let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(10));
        // Its pool is small, so that version pages are evicted and read again.
        let temporary = temporary(&vfs, 16).unwrap();
        storage.versions.spill_to(VersionPages::new(&temporary));
        let broker = storage.pool.broker();
        let share = broker.limit() * Clerk::VersionStore.share_max_percent() / 100;
        let taken = broker.reserve(Clerk::VersionStore, share - (64 << 10)).unwrap();
        let mut beside = Beside { temporary, extents_before: 0, _taken: taken };
        beside.extents_before = beside.extents_in_use();
        beside
    }

    fn extents_in_use(&self) -> u32 {
        let map = self.temporary.pool.read(self.temporary.id, crate::gam::page_at(FileId::PRIMARY, 0)).unwrap();
        (0..crate::gam::EXTENTS_PER_GAM).map(|bit| u32::from(crate::gam::is_used(&map, bit))).sum()
    }
}

/// One transaction changes far more than memory can hold. An earlier snapshot sees all rows as they
/// were, until the versions are no longer needed.
#[test]
fn large_change_spills_its_versions() {
    let (storage, heap) = versioned();
    let beside = Beside::new(&storage);
    let mut cursor = AppendCursor::default();
    let mut before = Rows::new();
    commit(&storage, |txn| {
        for number in 0..6_000u32 {
            let row = [number.to_le_bytes(); 30].concat();
            before.insert(heap.insert(&storage, txn, &mut cursor, &row).unwrap(), row);
        }
    });
    let snapshot = storage.versions.snapshot();
    let mut txn = storage.begin();
    for rid in before.keys() {
        assert!(heap.update(&storage, &mut txn, &mut cursor, *rid, &[1; 100]).unwrap());
    }
    let broker = storage.pool.broker();
    assert!(broker.held_by(Clerk::VersionStore) <= broker.limit() / 4);
    let pages = storage.versions.spilled_pages(storage.id);
    assert!(pages > 80 && storage.versions.bytes() > pages * 8192, "{pages} pages");
    let look = |snapshot: &Snapshot| seen(&storage, &heap, snapshot, &owner(&storage));
    assert_eq!(look(&snapshot), before, "while it is under way");
    storage.commit(txn, CommitDurability::Delayed).unwrap();
    assert_eq!(look(&snapshot), before);
    // Change row by row again; another snapshot sees the state committed last.
    let young = storage.versions.snapshot();
    for rid in before.keys().take(2_000) {
        commit(&storage, |txn| assert!(heap.update(&storage, txn, &mut cursor, *rid, &[2; 100]).unwrap()));
    }
    assert_eq!(look(&snapshot), before);
    assert!(look(&young).values().all(|row| *row == [1; 100]));
    snapshot.check().unwrap();
    assert!(broker.held_by(Clerk::VersionStore) <= broker.limit() / 4);
    drop(snapshot);
    assert!(look(&young).values().all(|row| *row == [1; 100]));
    assert!(storage.versions.spilled_pages(storage.id) < pages, "what the old one needed is gone");
    drop(young);
    assert_eq!((storage.versions.bytes(), beside.extents_in_use()), (0, beside.extents_before));
    assert_sound(&beside.temporary);
}

/// Without spill space, a missing version is an error, and so is a lost snapshot.
#[test]
fn full_tempdb_disk_fails_readers_of_versions() {
    let (storage, heap) = versioned();
    let fault = Arc::new(FaultFs::new(Arc::new(MemFs::new(10)), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = fault.clone();
    let temporary = temporary(&vfs, 64).unwrap();
    storage.versions.spill_to(VersionPages::new(&temporary));
    let mut cursor = AppendCursor::default();
    let mut rids = Vec::new();
    commit(&storage, |txn| {
        rids.extend((0..3_000).map(|_| heap.insert(&storage, txn, &mut cursor, &[7; 500]).unwrap()));
    });
    let broker = storage.pool.broker();
    let _all = broker.reserve(Clerk::LogBuffer, broker.limit() - broker.held() - (128 << 10)).unwrap();
    fault.arm(Rule::new(Fault::Enospc).on(CallKind::Allocate).from(0));
    let snapshot = storage.versions.snapshot();
    let mut txn = storage.begin();
    for rid in &rids {
        assert!(heap.update(&storage, &mut txn, &mut cursor, *rid, &[8; 500]).unwrap(), "a writer goes on");
    }
    let owner = owner(&storage);
    let mut scan = heap.scan(&storage, Reader::Snapshot(&snapshot, owner.id())).unwrap();
    let outcome = std::iter::from_fn(|| scan.next().map(|row| row.map(drop)).transpose()).find_map(Result::err);
    assert!(matches!(outcome, Some(StorageError::VersionMissing)), "{outcome:?}");
    snapshot.check().unwrap();
    storage.rollback(txn).unwrap();
    drop(snapshot);
    assert_eq!(storage.versions.bytes(), 0);
}

fn owner(storage: &Storage) -> LockOwner {
    storage.locks.owner(Arc::new(AtomicBool::new(false)))
}

fn seen(storage: &Storage, heap: &Heap, snapshot: &Snapshot, owner: &LockOwner) -> Rows {
    let mut scan = heap.scan(storage, Reader::Snapshot(snapshot, owner.id())).unwrap();
    let mut found = Rows::new();
    while let Some((rid, row)) = scan.next().unwrap() {
        assert_eq!(found.insert(rid, row.to_vec()), None, "a row came twice");
    }
    // Single reads by place give the same rows, and none elsewhere.
    let mut seek = heap.seek(storage, Reader::Snapshot(snapshot, owner.id())).unwrap();
    let mut row = Vec::new();
    let places: Vec<Rid> = found.keys().flat_map(|rid| [*rid, Rid { slot: rid.slot + 1, ..*rid }]).collect();
    for rid in places {
        let is_there = seek.get(rid, &mut row).unwrap();
        assert_eq!(is_there.then_some(&row), found.get(&rid));
    }
    found
}

/// Creates a database that keeps versions, with an empty heap.
fn versioned() -> (Arc<Storage>, Heap) {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(9));
    let storage = new(&vfs);
    storage.keep_versions(true);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(7)).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    (storage, heap)
}

fn commit(storage: &Storage, change: impl FnOnce(&mut Transaction)) {
    let mut txn = storage.begin();
    change(&mut txn);
    storage.commit(txn, CommitDurability::Full).unwrap();
}

#[test]
fn versions_are_not_kept_without_the_option() {
    let (storage, heap) = versioned();
    storage.keep_versions(false);
    let mut rid = None;
    commit(&storage, |txn| rid = Some(heap.insert(&storage, txn, &mut AppendCursor::default(), b"first").unwrap()));
    let mut txn = storage.begin();
    heap.update(&storage, &mut txn, &mut AppendCursor::default(), rid.unwrap(), b"second").unwrap();
    assert_eq!(storage.versions.bytes(), 0);
    storage.rollback(txn).unwrap();
}

#[test]
fn reused_slot_returns_no_old_row() {
    let (storage, heap) = versioned();
    let mut cursor = AppendCursor::default();
    let mut rids = Vec::new();
    commit(&storage, |txn| {
        rids.extend((0..7).map(|number| heap.insert(&storage, txn, &mut cursor, &[number; 1000]).unwrap()));
    });
    // A change undone by a transaction that goes on...
    let mut goes_on = storage.begin();
    let point = storage.savepoint(&goes_on);
    heap.update(&storage, &mut goes_on, &mut cursor, rids[3], &[9; 1000]).unwrap();
    storage.rollback_to(&mut goes_on, point).unwrap();
    // ... a row that is deleted for good, and its place ...
    commit(&storage, |txn| assert!(heap.delete(&storage, txn, rids[3]).unwrap()));
    let after = storage.versions.snapshot();
    // ... that the same transaction reuses.
    let again = heap.insert(&storage, &mut goes_on, &mut cursor, &[8; 1900]).unwrap();
    assert_eq!(again, rids[3], "else this test shows nothing");
    let seen = seen(&storage, &heap, &after, &owner(&storage));
    assert!(!seen.contains_key(&again), "{:?}", seen.get(&again).map(|row| row[0]));
    storage.rollback(goes_on).unwrap();
}

#[test]
fn ghost_is_kept_while_a_snapshot_sees_its_row() {
    let (storage, heap) = versioned();
    let mut cursor = AppendCursor::default();
    let mut rids = Vec::new();
    commit(&storage, |txn| {
        rids.extend((0..7).map(|number| heap.insert(&storage, txn, &mut cursor, &[number; 1000]).unwrap()));
    });
    let before = storage.versions.snapshot();
    commit(&storage, |txn| assert!(heap.delete(&storage, txn, rids[3]).unwrap()));
    let insert = |cursor: &mut AppendCursor| {
        let mut rid = None;
        commit(&storage, |txn| rid = Some(heap.insert(&storage, txn, cursor, &[8; 1200]).unwrap()));
        rid.unwrap()
    };
    assert_ne!(insert(&mut cursor.clone()).page, rids[3].page, "the room is the ghost's");
    assert_eq!(seen(&storage, &heap, &before, &owner(&storage)).len(), 7);
    drop(before);
    assert_eq!(insert(&mut cursor), rids[3]);
    assert_eq!(storage.versions.bytes(), 0);
}

#[test]
fn versions_survive_eviction_but_not_restart() {
    let mem = Arc::new(MemFs::new(9));
    let vfs: Arc<dyn Vfs> = mem.clone();
    super::rig::create(&vfs).unwrap();
    let storage = super::rig::open_with(&vfs, 24).unwrap().0;
    storage.keep_versions(true);
    let mut heap = None;
    commit(&storage, |txn| heap = Some(Heap::create(&storage, txn, ObjectId(7)).unwrap()));
    let heap = heap.unwrap();
    let mut cursor = AppendCursor::default();
    let mut expected = Rows::new();
    commit(&storage, |txn| {
        for number in 0..400u32 {
            let row = [&number.to_le_bytes()[..], &[1; 1000]].concat();
            expected.insert(heap.insert(&storage, txn, &mut cursor, &row).unwrap(), row);
        }
    });
    let before = storage.versions.snapshot();
    let mut all = storage.begin();
    for (place, rid) in expected.keys().enumerate() {
        match place % 3 {
            0 => assert!(heap.delete(&storage, &mut all, *rid).unwrap()),
            size => assert!(heap.update(&storage, &mut all, &mut cursor, *rid, &vec![2; size * 1500]).unwrap()),
        }
    }
    assert_eq!(seen(&storage, &heap, &before, &owner(&storage)), expected, "57 pages went through 24 frames");
    storage.log.flush_tail().unwrap();
    std::mem::forget(all);
    drop(before);
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::KEEP_UNSYNCED));
    let storage = open(&vfs);
    storage.keep_versions(true);
    assert_eq!(storage.versions.bytes(), 0);
    let now = storage.versions.snapshot();
    assert_eq!(seen(&storage, &heap, &now, &owner(&storage)), expected, "stamps of earlier lives are committed");
    assert_eq!(rows(&storage, &heap).unwrap().len(), 400);
}

/// L3a: a full commit is invisible until it is on disk; a delayed commit is visible at once.
#[test]
fn snapshot_sees_full_commit_only_when_hardened() {
    let mem = Arc::new(MemFs::new(9));
    let fault = Arc::new(FaultFs::new(mem, FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = fault.clone();
    let storage = new(&vfs);
    storage.keep_versions(true);
    let (mut heap, mut rid, mut cursor) = (None, None, AppendCursor::default());
    commit(&storage, |txn| {
        let made = Heap::create(&storage, txn, ObjectId(7)).unwrap();
        rid = Some(made.insert(&storage, txn, &mut cursor, b"old").unwrap());
        heap = Some(made);
    });
    let (heap, rid) = (heap.unwrap(), rid.unwrap());
    let look =
        || seen(&storage, &heap, &storage.versions.snapshot(), &owner(&storage)).into_values().collect::<Vec<_>>();
    let mut delayed = storage.begin();
    heap.update(&storage, &mut delayed, &mut cursor, rid, b"delayed").unwrap();
    storage.commit(delayed, CommitDurability::Delayed).unwrap();
    assert_eq!(look(), [b"delayed".to_vec()]);
    let mut full = storage.begin();
    heap.update(&storage, &mut full, &mut cursor, rid, b"full").unwrap();
    fault.arm(Rule::new(Fault::Eio).path("_log.ldf").on(CallKind::Write).from(0));
    assert!(matches!(storage.commit(full, CommitDurability::Full), Err(StorageError::Poisoned(_))));
    assert_eq!(look(), [b"delayed".to_vec()], "whether it committed only the next recovery knows");
}

/// Rule 7 of `sluice_txn`'s versions: rows seen by a lost snapshot may be removed, and the reader
/// gets an error.
#[test]
fn lost_snapshot_is_reported_after_row_removal() {
    let (storage, heap) = versioned();
    let mut cursor = AppendCursor::default();
    let mut rids = Vec::new();
    commit(&storage, |txn| {
        rids.extend([(); 2].map(|()| heap.insert(&storage, txn, &mut cursor, &[1; 3900]).unwrap()));
        rids.extend((0..9).map(|_| heap.insert(&storage, txn, &mut cursor, &[7; 8000]).unwrap()));
    });
    let snapshot = storage.versions.snapshot();
    commit(&storage, |txn| assert!(rids[..2].iter().all(|rid| heap.delete(&storage, txn, *rid).unwrap())));
    // The broker grants no more memory from here on.
    let broker = storage.pool.broker();
    let _all = broker.reserve(Clerk::LogBuffer, broker.limit() - broker.held()).unwrap();
    snapshot.check().unwrap();
    commit(&storage, |txn| {
        for rid in &rids[2..] {
            assert!(heap.update(&storage, txn, &mut cursor, *rid, &[8; 8000]).unwrap());
        }
    });
    assert!(matches!(snapshot.check(), Err(StorageError::SnapshotLost)));
    for is_tidied in [false, true] {
        if is_tidied {
            // The room is noted and reused: one of the two slots is empty then.
            rows(&storage, &heap).unwrap();
            let placed = |txn: &mut Transaction| heap.insert(&storage, txn, &mut AppendCursor::default(), &[9; 5000]);
            commit(&storage, |txn| assert_eq!(placed(txn).unwrap(), rids[0]));
            let page = storage.pool.read(storage.id, rids[1].page).unwrap();
            assert!(crate::slotted::get(&page, rids[1].slot.into()).is_none());
        }
        let owner = owner(&storage);
        let mut scan = heap.scan(&storage, Reader::Snapshot(&snapshot, owner.id())).unwrap();
        assert!(matches!(scan.next(), Err(StorageError::SnapshotLost)));
        let mut view = View::new(&storage, &snapshot, owner.id());
        let read = heap.get_as_of(&storage, &mut view, rids[1], &mut Vec::new());
        assert!(matches!(read, Err(StorageError::SnapshotLost)), "{read:?}");
        let mut txn = storage.begin();
        let mut writer = heap.writer(&storage, &owner).by_snapshot(&snapshot);
        let changed = writer.update(&mut txn, &mut cursor, (rids[1], &[1; 3900]), b"lost");
        assert!(matches!(changed, Err(StorageError::SnapshotLost)), "{changed:?}");
        storage.rollback(txn).unwrap();
    }
}

const SESSIONS: usize = 3;
