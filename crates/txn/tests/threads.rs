//! Checkpoints beside committing threads, and a power cut in the middle of both.

mod toy;

use sluice_base::ids::PageId;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_txn::CommitDurability;
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs};
use std::time::Duration;
use toy::{Cell, Database, Setup};

/// Commits rising values in its own cell on two pages until storage fails. Returns the last
/// acknowledged value. Raises `is_on` after the first.
fn commit_until_the_end(database: &Database, lane: u16, is_on: &AtomicBool) -> u64 {
    let storage = &database.storage;
    for value in 1u64.. {
        let mut txn = storage.begin();
        let done = PAGES.into_iter().try_for_each(|page| database.set(&mut txn, Cell::new(page, lane), value));
        // Every third value is rolled back once before it is committed.
        let done = done.and_then(|()| {
            if value % 3 == 0 {
                storage.rollback(std::mem::replace(&mut txn, storage.begin()))?;
                PAGES.into_iter().try_for_each(|page| database.set(&mut txn, Cell::new(page, lane), value))
            } else {
                Ok(())
            }
        });
        if done.is_err() {
            std::mem::forget(txn);
            return value - 1;
        }
        if storage.commit(txn, CommitDurability::Full).is_err() {
            return value - 1;
        }
        is_on.store(true, Ordering::SeqCst);
    }
    unreachable!("values do not run out")
}

/// The two pages that every transaction changes.
const PAGES: [u32; 2] = [1, 20];

#[test]
fn checkpoints_beside_commits_lose_no_commit() {
    const LANES: u16 = 4;
    for seed in 0..6 {
        // In every second run pages leave the pool all the time.
        let frames = if seed % 2 == 0 { 64 } else { 8 };
        let setup = Setup { pages: 24, frames, ..Setup::default() };
        let mem = Arc::new(MemFs::new(seed));
        let vfs: Arc<dyn Vfs> = mem.clone();
        setup.create(&vfs);
        let database = setup.open(&vfs).unwrap();
        let stop = AtomicBool::new(false);
        let are_on: [AtomicBool; LANES as usize] = std::array::from_fn(|_| AtomicBool::new(false));
        let mut checkpoints = 0;
        let (acknowledged, after) = std::thread::scope(|scope| {
            let database = &database;
            let lanes = are_on.iter().zip(0..LANES);
            let committers: Vec<_> =
                lanes.map(|(is_on, lane)| scope.spawn(move || commit_until_the_end(database, lane, is_on))).collect();
            let are_on = &are_on;
            let cutter = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(60 + 17 * seed));
                // On a busy machine a thread may not have run by then.
                while !are_on.iter().all(|is_on| is_on.load(Ordering::SeqCst)) {
                    std::thread::yield_now();
                }
                let after = mem.crash_seeded(seed, CrashMode::POWER_CUT);
                stop.store(true, Ordering::SeqCst);
                after
            });
            let mut page = 0;
            while !stop.load(Ordering::SeqCst) {
                page = (page + 1) % 24;
                // Other pages evict those of the committers.
                drop(database.storage.pool.read(toy::DB, PageId::primary(toy::FIRST_PAGE + page)));
                checkpoints += u32::from(database.storage.checkpoint().is_ok());
            }
            let acknowledged: Vec<u64> = committers.into_iter().map(|thread| thread.join().unwrap()).collect();
            (acknowledged, cutter.join().unwrap())
        });
        assert!(checkpoints > 1 && acknowledged.iter().all(|value| *value > 0), "{checkpoints} {acknowledged:?}");
        let vfs: Arc<dyn Vfs> = Arc::new(after);
        let database = setup.open(&vfs).unwrap();
        for (lane, acknowledged) in acknowledged.iter().enumerate() {
            let [first, second] = PAGES.map(|page| database.get(Cell::new(page, lane as u16)));
            assert_eq!(first, second, "seed {seed}, lane {lane}: half a transaction");
            assert!((*acknowledged..=acknowledged + 1).contains(&first), "seed {seed}: {first}, acked {acknowledged}");
        }
    }
}
