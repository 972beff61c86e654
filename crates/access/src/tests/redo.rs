//! Redo by several threads, and undo in groups: the pages are the same for any number of threads,
//! also after power cuts on the way.

use super::rig::{self, Alone as _, Backwards, assert_sound, create, entries, open_by, open_with, rows};
use crate::heap::{AppendCursor, Heap, Rid};
use crate::{BTree, defer_drop};
use sluice_base::ids::{Lsn, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_txn::{Alone, CommitDurability, Crew, Storage, Task, Transaction};
use sluice_vfs::Vfs;
use sluice_vfs::fault::{FaultFs, FaultPlan};
use sluice_vfs::mem::{CrashMode, MemFs};

/// A crew of real threads.
struct Threads(usize);

impl Crew for Threads {
    fn size(&self) -> usize {
        self.0
    }

    fn run(&self, tasks: &mut [Task<'_>]) {
        std::thread::scope(|scope| tasks.iter_mut().for_each(|task| drop(scope.spawn(task))));
    }
}

/// A random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// One of several interleaved transactions, with its own heap and its own places in the shared
/// objects.
struct Lane {
    number: u8,
    txn: Transaction,
    own: Heap,
    cursors: [AppendCursor; 2],
    /// The current rows of `own`.
    rids: Vec<Rid>,
    keys: u32,
}

/// The objects shared by the lanes.
struct Shared {
    heap: Heap,
    tree: BTree,
}

/// The end of the last transactions.
#[derive(Clone, Copy)]
enum End {
    Open,
    Commit,
}

const LANES: u8 = 3;

/// Creates a database, runs `steps` steps of the lanes, and ends their last transactions as `end`
/// says. Pages are written only when the pool of `frames` is full.
fn workload(vfs: &Arc<dyn Vfs>, seed: u64, steps: usize, frames: usize, end: End) -> (Vec<Heap>, BTree) {
    create(vfs).unwrap();
    let (storage, _) = open_with(vfs, frames).unwrap();
    let storage = &*storage;
    let mut random = Random(seed);
    let mut txn = storage.begin();
    let shared = Shared {
        heap: Heap::create(storage, &mut txn, ObjectId(100)).unwrap(),
        tree: BTree::create(storage, &mut txn, ObjectId(101)).unwrap(),
    };
    let heaps: Vec<Heap> =
        (0..LANES).map(|lane| Heap::create(storage, &mut txn, ObjectId(110 + i32::from(lane))).unwrap()).collect();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let mut lanes: Vec<Lane> = (0..LANES)
        .map(|number| Lane {
            number,
            txn: storage.begin(),
            own: heaps[usize::from(number)],
            cursors: [AppendCursor::default(); 2],
            rids: Vec::new(),
            keys: 0,
        })
        .collect();
    for _ in 0..steps {
        let lane = &mut lanes[random.below(usize::from(LANES))];
        step(storage, &shared, lane, &mut random);
    }
    for lane in lanes {
        match end {
            End::Open => std::mem::forget(lane.txn),
            End::Commit => {
                storage.commit(lane.txn, CommitDurability::Delayed).unwrap();
            }
        }
    }
    storage.log.flush_tail().unwrap();
    ([vec![shared.heap], heaps].concat(), shared.tree)
}

fn step(storage: &Storage, shared: &Shared, lane: &mut Lane, random: &mut Random) {
    let row = vec![lane.number + 1; 20 + random.below(400)];
    let txn = &mut lane.txn;
    match random.below(40) {
        0 => {
            let fresh = storage.begin();
            storage.commit(std::mem::replace(txn, fresh), CommitDurability::Delayed).unwrap();
        }
        1 => {
            let before = (storage.savepoint(txn), lane.rids.clone());
            for _ in 0..30 {
                lane.rids.push(lane.own.insert(storage, txn, &mut lane.cursors[0], &row).unwrap());
                if random.below(3) == 0 {
                    let rid = lane.rids[random.below(lane.rids.len())];
                    assert!(lane.own.update(storage, txn, &mut lane.cursors[0], rid, &row[..20]).unwrap());
                }
            }
            storage.rollback_to(txn, before.0).unwrap();
            lane.rids = before.1;
        }
        2 if lane.number == 0 => {
            let object = Heap::create(storage, txn, ObjectId(1_000 + lane.keys as i32)).unwrap();
            lane.keys += 1;
            object.insert(storage, txn, &mut AppendCursor::default(), &row).unwrap();
            if random.below(2) == 0 {
                defer_drop(storage, txn, object.root).unwrap();
            }
        }
        3..=8 => {
            lane.keys += 1;
            let key = [&lane.keys.to_be_bytes()[..], &[lane.number]].concat();
            shared.tree.insert(storage, txn, &key, &row).unwrap();
        }
        9..=14 if !lane.rids.is_empty() => {
            let rid = lane.rids[random.below(lane.rids.len())];
            assert!(lane.own.update(storage, txn, &mut lane.cursors[0], rid, &row).unwrap());
        }
        15..=16 if !lane.rids.is_empty() => {
            let rid = lane.rids.swap_remove(random.below(lane.rids.len()));
            assert!(lane.own.delete(storage, txn, rid).unwrap());
        }
        17..=24 => {
            shared.heap.insert(storage, txn, &mut lane.cursors[1], &row).unwrap();
        }
        _ => lane.rids.push(lane.own.insert(storage, txn, &mut lane.cursors[0], &row).unwrap()),
    }
}

/// Returns every page outside the double-write area, without the checksum and the log's epoch of
/// the last write. The epoch begins after redo, so pages written during redo by a small pool differ
/// in it.
fn pages(storage: &Storage) -> Vec<Vec<u8>> {
    let count = (storage.space.primary().handle.len().unwrap() / sluice_buffer::PAGE_SIZE as u64) as u32;
    let content = |page| {
        let mut bytes = storage.pool.read(storage.id, PageId::primary(page)).unwrap().to_vec();
        sluice_buffer::page::set_log_epoch(&mut bytes, 0);
        bytes.split_off(4)
    };
    // The map of changed extents and the double-write area depend on when pages were written.
    (0..count).filter(|page| !(6..80).contains(page)).map(content).collect()
}

#[test]
fn redo_by_any_number_of_threads_gives_same_pages() {
    for (seed, frames) in [(1, 1024), (2, 48), (3, 90)] {
        let mem = Arc::new(MemFs::new(seed));
        let vfs: Arc<dyn Vfs> = mem.clone();
        workload(&vfs, seed, 8_000, frames, End::Commit);
        let recovered = |frames: usize, crew: Arc<dyn Crew>| {
            let vfs: Arc<dyn Vfs> = Arc::new(mem.crash_copy(seed, CrashMode::KEEP_UNSYNCED));
            let (storage, report) = open_by(&vfs, frames, crew).unwrap();
            assert_sound(&storage);
            (pages(&storage), report)
        };
        let (expected, report) = recovered(1024, Arc::new(Alone));
        // Nothing may be appended: the LSNs of undo records depend on when the pool is full.
        assert_eq!((report.undone_txns, report.releases), (0, 0));
        assert!(report.log_bytes > 1 << 20, "{} bytes of log: no stretch is long enough for threads", report.log_bytes);
        let crews: [Arc<dyn Crew>; 4] =
            [Arc::new(Backwards), Arc::new(Threads(2)), Arc::new(Threads(4)), Arc::new(Alone)];
        for crew in crews {
            for frames in [64, 1024] {
                let (found, by) = recovered(frames, crew.clone());
                assert_eq!((by.redone, by.records), (report.redone, report.records));
                let differing = found.iter().zip(&expected).position(|(found, expected)| found != expected);
                assert_eq!((differing, found.len()), (None, expected.len()), "seed {seed}, {} threads", crew.size());
            }
        }
    }
}

#[test]
fn adjacent_inserts_are_undone_by_one_record() {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(9));
    let storage = rig::new(&vfs);
    let mut txn = storage.begin();
    let heap = Heap::create(&storage, &mut txn, ObjectId(100)).unwrap();
    let mut cursor = AppendCursor::default();
    let kept: Vec<Rid> = (0..20).map(|_| heap.insert(&storage, &mut txn, &mut cursor, &[1; 60]).unwrap()).collect();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let before = rows(&storage, &heap).unwrap();
    let logged = |work: &dyn Fn(&mut Transaction, &mut AppendCursor)| {
        let (mut txn, mut cursor) = (storage.begin(), AppendCursor::default());
        work(&mut txn, &mut cursor);
        let at = |lsn: Lsn| lsn.block() * Lsn::BLOCK_UNIT + u64::from(lsn.offset());
        let from = at(storage.log.tail());
        storage.rollback(txn).unwrap();
        assert_eq!(rows(&storage, &heap).unwrap(), before);
        assert_sound(&storage);
        at(storage.log.tail()) - from
    };
    let inserts = logged(&|txn, cursor| {
        for _ in 0..400 {
            heap.insert(&storage, txn, cursor, &[2; 20]).unwrap();
        }
    });
    assert!(inserts < 400, "{inserts} bytes for 400 rows on three pages");
    let changes = logged(&|txn, cursor| {
        for (number, rid) in kept.iter().enumerate() {
            assert!(heap.update(&storage, txn, cursor, *rid, &[3; 30]).unwrap());
            assert!(heap.update(&storage, txn, cursor, *rid, &[4; 60]).unwrap());
            heap.insert(&storage, txn, cursor, &[5; 20]).unwrap();
            if number % 3 == 0 {
                assert!(heap.delete(&storage, txn, *rid).unwrap());
            }
        }
    });
    assert!(changes < 67 * 75, "{changes} bytes for 67 changes on one page");
}

#[test]
fn power_cut_in_parallel_recovery_changes_nothing() {
    let mem = Arc::new(MemFs::new(7));
    let vfs: Arc<dyn Vfs> = mem.clone();
    let (heaps, tree) = workload(&vfs, 7, 700, 48, End::Open);
    let content = |storage: &Storage| {
        let of_heap = |heap: &Heap| {
            let mut rows = rows(storage, heap).unwrap();
            rows.sort();
            rows
        };
        (heaps.iter().map(of_heap).collect::<Vec<_>>(), entries(storage, &tree).unwrap())
    };
    let image = |seed| Arc::new(mem.crash_copy(seed, CrashMode::KEEP_UNSYNCED));
    let whole = Arc::new(FaultFs::new(image(0), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = whole.clone();
    // With so few frames, pages are written while the log is read.
    let recover = |vfs: &Arc<dyn Vfs>| {
        let (storage, _) = open_with(vfs, 24)?;
        storage.checkpoint().map(|()| storage)
    };
    let expected = content(&recover(&vfs).unwrap());
    assert!(!expected.1.is_empty() && expected.0.iter().all(|rows| !rows.is_empty()));
    let calls = whole.calls();
    assert!(calls > 60, "only {calls} calls: nothing is written on the way");
    for call in 0..calls {
        let cut = image(0);
        let vfs: Arc<dyn Vfs> = Arc::new(FaultFs::new(cut.clone(), FaultPlan::power_cut_at(call)));
        drop(recover(&vfs));
        for mode in [CrashMode::POWER_CUT, CrashMode::LOSE_UNSYNCED, CrashMode::ProcessKill] {
            let vfs: Arc<dyn Vfs> = Arc::new(cut.crash_copy(call, mode));
            let storage = rig::open(&vfs);
            assert_sound(&storage);
            assert!(content(&storage) == expected, "call {call} of {calls}, {mode:?}");
        }
    }
}
