//! Users' entries of trees: random histories of several transactions against a simple multi-version
//! model, and named corner cases.

use super::rig::{assert_sound, entries, new, open};
use crate::{BTree, Changed, Granule, Reader};
use proptest::prelude::*;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, LockMode, LockOwner, Savepoint, Snapshot, Storage, StorageError, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs};
use std::collections::BTreeMap;
use std::ops::Bound;
use std::time::Duration;

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;
/// The entries changed by a transaction; `None` for a deleted one.
type Changes = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

#[derive(Clone, Debug)]
enum Step {
    Insert { session: usize, key: u16, length: usize },
    Update { session: usize, key: u16, length: usize },
    Delete { session: usize, key: u16 },
    Savepoint { session: usize },
    BackToSavepoint { session: usize },
    Commit { session: usize },
    Rollback { session: usize },
    BeginSnapshot { session: usize },
    OpenReader,
    CloseReader { which: usize },
    Tidy { key: u16 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let length = prop_oneof![6 => 0usize..300, 3 => 0usize..3000, 1 => 7000usize..8060];
    let session = || 0usize..SESSIONS;
    let key = || 0u16..40;
    let step = prop_oneof![
        14 => (session(), key(), length.clone()).prop_map(|(session, key, length)| Step::Insert { session, key, length }),
        14 => (session(), key(), length).prop_map(|(session, key, length)| Step::Update { session, key, length }),
        10 => (session(), key()).prop_map(|(session, key)| Step::Delete { session, key }),
        2 => session().prop_map(|session| Step::Savepoint { session }),
        3 => session().prop_map(|session| Step::BackToSavepoint { session }),
        7 => session().prop_map(|session| Step::Commit { session }),
        3 => session().prop_map(|session| Step::Rollback { session }),
        4 => session().prop_map(|session| Step::BeginSnapshot { session }),
        3 => Just(Step::OpenReader),
        3 => any::<usize>().prop_map(|which| Step::CloseReader { which }),
        3 => key().prop_map(|key| Step::Tidy { key }),
    ];
    proptest::collection::vec(step, 1..160)
}

struct Session {
    owner: LockOwner,
    txn: Option<Transaction>,
    changes: Changes,
    savepoint: Option<(Savepoint, Changes)>,
    /// The committed state at the snapshot, and the number of commits so far.
    snapshot: Option<(Snapshot, Rows, u64)>,
}

struct World {
    mem: Arc<MemFs>,
    storage: Arc<Storage>,
    tree: BTree,
    committed: Rows,
    /// The last commit that changed each key.
    changed_by: BTreeMap<Vec<u8>, u64>,
    commits: u64,
    sessions: Vec<Session>,
    readers: Vec<(Snapshot, Rows)>,
    seed: u8,
    /// The number of different bytes of values; values with few of them can be compressed.
    kinds: u8,
}

/// Returns keys with many beginnings, so that prefixes come and go.
fn key_bytes(key: u16) -> Vec<u8> {
    let mut bytes = vec![b'k'; usize::from(key / 10) * 40];
    bytes.extend_from_slice(&key.to_be_bytes());
    bytes
}

fn impatient(storage: &Storage) -> LockOwner {
    let owner = storage.locks.owner(Arc::default());
    owner.set_wait_limit(Some(Duration::ZERO));
    owner
}

fn made() -> (Arc<MemFs>, Arc<Storage>, BTree) {
    made_with(false)
}

fn made_with(compresses: bool) -> (Arc<MemFs>, Arc<Storage>, BTree) {
    let mem = Arc::new(MemFs::new(3));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let storage = new(&vfs);
    storage.keep_versions(true);
    let mut txn = storage.begin();
    let tree = BTree::create(&storage, &mut txn, ObjectId(9)).unwrap();
    if compresses {
        tree.compress_leaves(&storage).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    (mem, storage, tree)
}

/// Returns all entries that a reader sees in ascending order; a descending scan sees the same.
fn all(storage: &Storage, tree: &BTree, reader: Reader<'_>) -> Result<Rows, StorageError> {
    let mut scan = tree.rows(storage, reader, Bound::Unbounded, Bound::Unbounded)?;
    let mut rows = Vec::new();
    while let Some((key, value)) = scan.next()? {
        rows.push((key.to_vec(), value.to_vec()));
    }
    // The rows of whole leaves at once are the same, between bounds too.
    let middle = rows.get(rows.len() / 2).map(|(key, _)| key.clone()).unwrap_or_default();
    for to in [Bound::Unbounded, Bound::Included(&middle[..]), Bound::Excluded(&middle[..])] {
        let is_inside = |key: &[u8]| match to {
            Bound::Unbounded => true,
            Bound::Included(to) => key <= to,
            Bound::Excluded(to) => key < to,
        };
        let (mut scan, mut places) = (tree.rows(storage, reader, Bound::Unbounded, to)?, Vec::new());
        let mut expected = rows.iter().filter(|(key, _)| is_inside(key)).map(|(_, value)| &value[..]);
        while let Some(bytes) = scan.next_rows(&mut places)? {
            assert!(!places.is_empty());
            places.iter().for_each(|place| assert_eq!(Some(&bytes[place.clone()]), expected.next()));
        }
        assert_eq!(expected.next(), None);
    }
    let mut back = tree.rows_back(storage, reader, Bound::Unbounded, Bound::Unbounded)?;
    for (key, value) in rows.iter().rev() {
        assert_eq!(back.next()?, Some((key.as_slice(), value.as_slice())));
    }
    assert_eq!(back.next()?, None);
    Ok(rows.into_iter().collect())
}

fn overlaid(rows: &Rows, changes: &Changes) -> Rows {
    let mut rows = rows.clone();
    for (key, value) in changes {
        match value {
            Some(value) => drop(rows.insert(key.clone(), value.clone())),
            None => drop(rows.remove(key)),
        }
    }
    rows
}

impl World {
    fn new(compresses: bool) -> World {
        let (mem, storage, tree) = made_with(compresses);
        let session = |_| Session {
            owner: impatient(&storage),
            txn: None,
            changes: BTreeMap::new(),
            savepoint: None,
            snapshot: None,
        };
        let sessions = (0..SESSIONS).map(session).collect();
        World {
            mem,
            sessions,
            storage,
            tree,
            committed: Rows::new(),
            changed_by: BTreeMap::new(),
            commits: 0,
            readers: Vec::new(),
            seed: 0,
            kinds: if compresses { 3 } else { u8::MAX },
        }
    }

    fn step(&mut self, step: &Step) {
        let storage = self.storage.clone();
        match *step {
            Step::Insert { session, key, length } => {
                let value = self.value(length);
                self.change(session, &key_bytes(key), Some(value), true);
            }
            Step::Update { session, key, length } => {
                let value = self.value(length);
                self.change(session, &key_bytes(key), Some(value), false);
            }
            Step::Delete { session, key } => self.change(session, &key_bytes(key), None, false),
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
            Step::Commit { session } => self.end(session, true),
            Step::Rollback { session } => self.end(session, false),
            Step::BeginSnapshot { session } => {
                self.end(session, false);
                let snapshot = (storage.versions.snapshot(), self.committed.clone(), self.commits);
                self.sessions[session].snapshot = Some(snapshot);
            }
            Step::OpenReader => self.readers.push((storage.versions.snapshot(), self.committed.clone())),
            Step::CloseReader { which } if !self.readers.is_empty() => {
                drop(self.readers.swap_remove(which % self.readers.len()));
            }
            Step::CloseReader { .. } => {}
            Step::Tidy { key } => drop(self.tree.tidy(&storage, &key_bytes(key)).unwrap()),
        }
    }

    fn value(&mut self, length: usize) -> Vec<u8> {
        self.seed = self.seed.wrapping_add(1);
        vec![self.seed % self.kinds; length.min(crate::ENTRY_MAX - 200)]
    }

    /// Tries a change, and compares the outcome with the expected one.
    fn change(&mut self, index: usize, key: &[u8], value: Option<Vec<u8>>, is_insert: bool) {
        let is_held =
            self.sessions.iter().enumerate().any(|(of, other)| of != index && other.changes.contains_key(key));
        let session = &mut self.sessions[index];
        let is_own = session.changes.contains_key(key);
        let now = session.changes.get(key).cloned().unwrap_or_else(|| self.committed.get(key).cloned());
        let changed_by = self.changed_by.get(key).copied().unwrap_or(0);
        let conflicts = !is_own && session.snapshot.as_ref().is_some_and(|(.., commits)| changed_by > *commits);
        let txn = session.txn.get_or_insert_with(|| self.storage.begin_for(session.owner.id()));
        let mut writer = self.tree.writer(&self.storage, &session.owner);
        if let Some((snapshot, ..)) = &session.snapshot {
            writer = writer.by_snapshot(snapshot);
        }
        let outcome = match &value {
            Some(value) if is_insert => writer.insert(txn, key, value).map(|()| Changed::Done),
            Some(value) => writer.update(txn, (key, now.as_deref().unwrap_or_default()), value),
            None => writer.delete(txn, (key, now.as_deref().unwrap_or_default())),
        };
        match outcome {
            Err(StorageError::LockTimeout) => assert!(is_held, "no other transaction changes it"),
            Err(StorageError::Duplicate) => assert!(is_insert && !is_held && now.is_some()),
            Err(StorageError::UpdateConflict) => assert!(!is_insert && !is_held && conflicts),
            Ok(Changed::Gone) => assert!(!is_insert && !is_held && now.is_none() && !conflicts),
            Ok(Changed::Done) => {
                assert!(!is_held && now.is_some() != is_insert && (is_insert || !conflicts));
                session.changes.insert(key.to_vec(), value);
            }
            other => panic!("{other:?}"),
        }
    }

    fn end(&mut self, index: usize, commits: bool) {
        let session = &mut self.sessions[index];
        let changes = std::mem::take(&mut session.changes);
        (session.savepoint, session.snapshot) = (None, None);
        let Some(txn) = session.txn.take() else { return };
        if commits {
            self.storage.commit(txn, CommitDurability::Full).unwrap();
            self.commits += 1;
            changes.keys().for_each(|key| _ = self.changed_by.insert(key.clone(), self.commits));
            self.committed = overlaid(&self.committed, &changes);
        } else {
            self.storage.rollback(txn).unwrap();
        }
        session.owner.unlock_all();
    }

    fn check(&self) {
        for (snapshot, rows) in &self.readers {
            let nobody = impatient(&self.storage);
            let reader = Reader::Snapshot(snapshot, nobody.id());
            assert_eq!(&all(&self.storage, &self.tree, reader).unwrap(), rows);
            let mut seek = self.tree.seek(&self.storage, reader);
            for key in (0..40).map(key_bytes) {
                let mut value = Vec::new();
                let found = seek.get(&key, &mut value).unwrap();
                assert_eq!(found.then_some(&value), rows.get(&key));
            }
        }
        for (index, session) in self.sessions.iter().enumerate() {
            let others = self.sessions.iter().enumerate().filter(|(of, _)| *of != index);
            let is_held = others.clone().any(|(_, other)| !other.changes.is_empty());
            match all(&self.storage, &self.tree, Reader::Committed(&session.owner)) {
                Ok(rows) => assert!(!is_held && rows == overlaid(&self.committed, &session.changes)),
                Err(StorageError::LockTimeout) => assert!(is_held),
                Err(error) => panic!("{error}"),
            }
            let mut seek = self.tree.seek(&self.storage, Reader::Committed(&session.owner));
            for key in (0..40).map(key_bytes) {
                let mut value = Vec::new();
                let now = session.changes.get(&key).cloned().unwrap_or_else(|| self.committed.get(&key).cloned());
                match seek.get(&key, &mut value) {
                    Ok(found) => assert_eq!(found.then_some(value), now),
                    Err(_) => assert!(others.clone().any(|(_, other)| other.changes.contains_key(&key))),
                }
            }
            if let Some((snapshot, rows, _)) = &session.snapshot {
                let reader = Reader::Snapshot(snapshot, session.owner.id());
                let seen = all(&self.storage, &self.tree, reader).unwrap();
                assert_eq!(seen, overlaid(rows, &session.changes));
            }
        }
    }
}

const SESSIONS: usize = 4;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tree_readers_see_exactly_their_state(steps in steps(), compresses: bool) {
        let mut world = World::new(compresses);
        for step in &steps {
            world.step(step);
            world.check();
        }
        assert_sound(&world.storage);
        world.storage.log.flush_tail().unwrap();
        let crashed: Arc<dyn Vfs> = Arc::new(world.mem.crash_copy(1, CrashMode::POWER_CUT));
        let after = open(&crashed);
        assert_sound(&after);
        let expected: Vec<_> = world.committed.clone().into_iter().collect();
        assert_eq!(entries(&after, &world.tree).unwrap(), expected, "after a crash");
        (0..SESSIONS).for_each(|session| world.end(session, false));
        assert_eq!(entries(&world.storage, &world.tree).unwrap(), expected);
        world.readers.clear();
        for key in (0..40).map(key_bytes) {
            assert!(!world.tree.tidy(&world.storage, &key).unwrap(), "no ghost is needed any more");
        }
        assert_sound(&world.storage);
    }
}

#[test]
fn equal_keys_get_distinct_uniquifiers() {
    let (_, storage, tree) = made();
    let owner = impatient(&storage);
    let mut txn = storage.begin_for(owner.id());
    let mut writer = tree.writer(&storage, &owner);
    for value in 0..300u16 {
        let mut key = vec![7, u8::from(value % 3 == 0), 0];
        writer.insert_uniquified(&mut txn, &mut key, &value.to_le_bytes()).unwrap();
        assert_eq!(key.len(), 7);
    }
    let rows = all(&storage, &tree, Reader::Dirty).unwrap();
    let numbers = rows.keys().map(|key| u32::from_be_bytes(key[3..].try_into().unwrap()));
    assert!(numbers.eq((0..200).chain(0..100)), "in the order of their coming");
    // A number is not reused while its ghost exists, and the last number is the limit.
    let last = [&[7, 1, 0][..], &u32::MAX.to_be_bytes()].concat();
    writer.insert(&mut txn, &last, b"last").unwrap();
    let full = writer.insert_uniquified(&mut txn, &mut vec![7, 1, 0], b"more").unwrap_err();
    assert!(matches!(full, StorageError::Duplicate));
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_sound(&storage);
}

/// An entry read with a lock stays as it was, and is waited for.
#[test]
fn locked_key_is_not_changed() {
    let (_, storage, tree) = made();
    let (reader, other) = (impatient(&storage), impatient(&storage));
    let mut txn = storage.begin_for(other.id());
    for key in 0..20u8 {
        tree.writer(&storage, &other).insert(&mut txn, &[key], &[key; 900]).unwrap();
    }
    storage.commit(txn, CommitDurability::Full).unwrap();
    let locking = Reader::Locking(&reader, LockMode::Shared, Granule::Row);
    let mut scan = tree.rows(&storage, locking, Bound::Included(&[3]), Bound::Excluded(&[6])).unwrap();
    while scan.next().unwrap().is_some() {}
    let mut value = Vec::new();
    assert!(tree.seek(&storage, locking).get(&[9], &mut value).unwrap());
    let mut txn = storage.begin_for(other.id());
    let changes = [2u8, 3, 5, 6, 9]
        .map(|key| matches!(tree.writer(&storage, &other).delete(&mut txn, (&[key], &[key; 900])), Ok(Changed::Done)));
    assert_eq!(changes, [true, false, false, true, false]);
    // The converse: a reader waits for the writer of an entry, and needs no lock for its own
    // entries.
    assert!(matches!(tree.seek(&storage, locking).get(&[2], &mut value), Err(StorageError::LockTimeout)));
    reader.unlock_all();
    assert_eq!(tree.writer(&storage, &other).delete(&mut txn, (&[3], &[3; 900])).unwrap(), Changed::Done);
    storage.rollback(txn).unwrap();
    assert_eq!(all(&storage, &tree, Reader::Committed(&reader)).unwrap().len(), 20);
}

#[test]
fn crosswise_key_changes_end_with_a_victim() {
    let (_, storage, tree) = made();
    let start = std::sync::Barrier::new(2);
    let outcomes: Vec<bool> = std::thread::scope(|scope| {
        let threads = [[1u8, 2], [2, 1]].map(|keys| {
            let (storage, tree, start) = (&storage, &tree, &start);
            scope.spawn(move || {
                let owner = storage.locks.owner(Arc::default());
                let mut txn = storage.begin_for(owner.id());
                tree.writer(storage, &owner).insert(&mut txn, &keys[..1], b"mine").unwrap();
                start.wait();
                match tree.writer(storage, &owner).insert(&mut txn, &keys[1..], b"yours") {
                    Ok(()) => storage.commit(txn, CommitDurability::Full).map(|_| true).unwrap(),
                    Err(StorageError::Deadlock) => storage.rollback(txn).map(|()| false).unwrap(),
                    Err(error) => panic!("{error}"),
                }
            })
        });
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outcomes.iter().filter(|went| **went).count(), 1, "{outcomes:?}");
    assert_eq!(entries(&storage, &tree).unwrap().len(), 2, "the victim's went, the other's both came");
}
