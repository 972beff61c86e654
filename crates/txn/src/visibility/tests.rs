//! Readers by snapshots beside writers that commit and roll back: in every schedule a snapshot sees whole transactions, the same
//! ones however often it looks, and nothing is left behind.

use super::*;
use sluice_base::sync::{Mutex, thread};

const DB: DatabaseId = DatabaseId(5);
const PAGES: [PageId; 2] = [PageId::primary(8), PageId::primary(9)];

/// A database of two pages of one row each, which always add up to zero; the locks are the latches.
#[derive(Default)]
struct World {
    table: TransactionTable,
    versions: Arc<VersionStore>,
    rows: [Mutex<(TxnId, i64)>; 2],
    /// Writers take turns, as locks on the rows would have them do.
    writing: Mutex<()>,
}

impl Default for TransactionTable {
    fn default() -> TransactionTable {
        TransactionTable::new(TxnId(5))
    }
}

impl World {
    fn past(&self) -> Past<'_> {
        Past { database: DB, table: &self.table, versions: &self.versions }
    }

    /// Moves `amount` from one row to the other, and commits or takes it back.
    fn transfer(&self, amount: i64, commits: bool) {
        let _turn = self.writing.lock();
        let (id, slot) = self.table.register(OwnerId::NONE);
        slot.lock().id = id;
        let mut before = Vec::new();
        for (place, sign) in [(0, 1), (1, -1)] {
            let mut row = self.rows[place].lock();
            before.push(*row);
            let (stamp, value) = *row;
            let bytes = value.to_le_bytes();
            let version = Version { slot: 0, begin: stamp, end: id, row: Arc::from(&bytes[..]) };
            self.versions.keep((DB, PAGES[place]), version);
            *row = (id, value + sign * amount);
        }
        let part = Part { database: DB, txn: id, pages: PAGES.to_vec() };
        if commits {
            self.versions.publish(vec![part], &[&slot]);
        } else {
            before.into_iter().enumerate().for_each(|(place, row)| *self.rows[place].lock() = row);
            self.versions.forget_writer(part);
        }
        slot.lock().clear();
        self.table.give_back(slot);
    }

    /// What the snapshot sees of a row.
    fn read(&self, snapshot: &Snapshot, place: usize) -> i64 {
        let mut view = View::of(self.past(), snapshot, OwnerId(77));
        let row = self.rows[place].lock();
        if view.sees(row.0) {
            return row.1;
        }
        let versions = PageVersions(self.versions.of_page((DB, PAGES[place])));
        let found = versions.find(0, row.0, &mut view).expect("the row has always been there");
        i64::from_le_bytes(found.try_into().unwrap())
    }
}

fn look(world: &World) {
    for _ in 0..2 {
        let snapshot = world.versions.snapshot();
        let seen = [0, 1].map(|place| world.read(&snapshot, place));
        assert_eq!(seen[0] + seen[1], 0, "half of a transfer was seen");
        thread::yield_now();
        assert_eq!([0, 1].map(|place| world.read(&snapshot, place)), seen, "the past has changed");
    }
}

#[test]
fn a_snapshot_sees_whole_transactions_and_always_the_same() {
    let check = || {
        let world = Arc::new(World::default());
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
        look(&world);
        writers.into_iter().chain([reader]).for_each(|thread| thread.join().expect("it ends"));
        let last = world.versions.snapshot();
        assert_eq!([0, 1].map(|place| world.read(&last, place)), [21, -21]);
        drop(last);
        assert_eq!(world.versions.bytes(), 0, "nobody needs anything any more");
    };
    #[cfg(feature = "shuttle")]
    {
        shuttle::check_random(check, 3_000);
        shuttle::check_pct(check, 3_000, 3);
    }
    #[cfg(not(feature = "shuttle"))]
    (0..300).for_each(|_| check());
}
