//! Readers by snapshot beside writers that commit and roll back. In every schedule a snapshot sees
//! whole transactions, always the same, and nothing is left behind. Without enough memory the
//! versions are spilled, or the snapshot is lost with an error.

use super::*;
use crate::versions::KeptVersions;
use crate::versions::memory_space::MemorySpace;
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::{Mutex, thread};

const DB: DatabaseId = DatabaseId(5);
const PAGES: [PageId; 2] = [PageId::primary(8), PageId::primary(9)];

/// A database of two pages with one row each; the rows always add up to zero. The mutexes play the
/// latches.
struct World {
    table: TransactionTable,
    versions: Arc<VersionStore>,
    rows: [Mutex<(TxnId, i64)>; 2],
    /// Serialises the writers, as row locks would.
    writing: Mutex<()>,
}

impl World {
    /// Creates a world with `memory` bytes, a quarter of it for versions, and `space` bytes for
    /// spilled versions.
    fn within((memory, space): (u64, u64)) -> World {
        let versions = VersionStore::new(&MemoryBroker::new(memory));
        versions.spill_to(MemorySpace::new(space));
        World { table: TransactionTable::new(TxnId(5)), versions, rows: Default::default(), writing: Mutex::default() }
    }

    fn past(&self) -> Past<'_> {
        Past { database: DB, table: &self.table, versions: &self.versions }
    }

    /// Moves `amount` between the rows, and commits or rolls back.
    fn transfer(&self, amount: i64, commits: bool) {
        let _turn = self.writing.lock();
        let (id, slot) = self.table.register(OwnerId::NONE);
        slot.lock().id = id;
        let (mut before, mut kept) = (Vec::new(), KeptVersions::default());
        for (place, sign) in [(0, 1), (1, -1)] {
            let mut row = self.rows[place].lock();
            before.push(*row);
            let (stamp, value) = *row;
            let mut bytes = value.to_le_bytes().to_vec();
            bytes.resize(ROW_BYTES, 0);
            let version = Version { slot: 0, begin: stamp, end: id, row: Arc::from(bytes) };
            if !kept.is_unkept && !self.versions.keep((DB, PAGES[place]), version, &mut kept) {
                self.versions.keep_none(DB, id, &mut kept);
            }
            *row = (id, value + sign * amount);
        }
        let part = Part { database: DB, txn: id, kept };
        if commits {
            self.versions.publish(vec![part], &[&slot], |_| self.table.next_id());
        } else {
            before.into_iter().enumerate().for_each(|(place, row)| *self.rows[place].lock() = row);
            self.versions.forget_writer(part);
        }
        slot.lock().clear();
        self.table.give_back(slot);
    }

    /// Returns the value of a row as the snapshot sees it.
    fn read(&self, snapshot: &Snapshot, place: usize) -> Result<i64, StorageError> {
        let mut view = View::from_past(self.past(), snapshot, OwnerId(77));
        let row = self.rows[place].lock();
        if view.sees(row.0) {
            return view.check().map(|()| row.1);
        }
        let (mut past, mut bytes) = ([PastRow::new(0, row.0)], Vec::new());
        self.past().look_back((PAGES[place], &[]), &mut past, &mut bytes, &mut view)?;
        view.check()?;
        let found = past[0].bytes.clone().expect("the row has always been there");
        Ok(i64::from_le_bytes(bytes[found][..8].try_into().unwrap()))
    }

    fn read_both(&self, snapshot: &Snapshot) -> Result<[i64; 2], StorageError> {
        Ok([self.read(snapshot, 0)?, self.read(snapshot, 1)?])
    }
}

/// Returns whether every snapshot stayed readable to its end.
fn look(world: &World) -> bool {
    let mut is_whole = true;
    for _ in 0..2 {
        let snapshot = world.versions.snapshot();
        let seen = world.read_both(&snapshot);
        thread::yield_now();
        let again = world.read_both(&snapshot);
        for both in [&seen, &again].into_iter().flatten() {
            assert_eq!(both[0] + both[1], 0, "half of a transfer was seen");
        }
        if let (Ok(seen), Ok(again)) = (&seen, &again) {
            assert_eq!(seen, again, "the past has changed");
        }
        is_whole &= seen.is_ok() && again.is_ok();
    }
    is_whole
}

/// Runs writers and readers beside each other, within `room` bytes.
fn run(room: (u64, u64)) {
    let world = Arc::new(World::within(room));
    let writers = [(1, true, false), (10, true, true)].map(|(amount, first, second)| {
        let world = world.clone();
        thread::spawn(move || {
            world.transfer(amount, first);
            world.transfer(amount, second);
        })
    });
    let reader = {
        let world = world.clone();
        thread::spawn(move || look(&world))
    };
    let mut is_whole = look(&world);
    writers.into_iter().for_each(|thread| thread.join().expect("it ends"));
    is_whole &= reader.join().expect("it ends");
    assert!(is_whole || room.0.max(room.1) < PLENTY, "a snapshot gave way without need");
    let last = world.versions.snapshot();
    assert_eq!(world.read_both(&last).unwrap(), [21, -21]);
    drop(last);
    assert_eq!(world.versions.bytes(), 0, "no version is needed any more");
}

fn check(room: (u64, u64)) {
    #[cfg(feature = "shuttle")]
    {
        shuttle::check_random(move || run(room), 3_000);
        shuttle::check_pct(move || run(room), 3_000, 3);
    }
    #[cfg(not(feature = "shuttle"))]
    (0..300).for_each(|_| run(room));
}

#[test]
fn snapshot_sees_whole_transactions_repeatably() {
    check((PLENTY, 0));
}

#[test]
fn versions_beyond_memory_are_found_spilled() {
    check((A_FEW, PLENTY));
}

#[test]
fn snapshot_without_room_is_lost_not_wrong() {
    // Room for the versions of one transaction, of two, or of none.
    check((A_FEW, 0));
    check((A_FEW, 3 * ROW_BYTES as u64));
    check((0, 0));
}

/// Memory for the versions of one transaction.
const A_FEW: u64 = 4 << 16;
/// Memory for all versions of a run.
const PLENTY: u64 = 1 << 30;
/// Two rows with their overhead fit into a piece of the broker's memory, and three do not.
const ROW_BYTES: usize = 24 << 10;
