//! Commit, rollback, savepoints, releases, checkpoints and errors, with crashes at simple points
//! only.

mod toy;

use sluice_base::ids::{Lsn, TxnId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::waits::WaitType;
use sluice_txn::{ActiveWriters, CommitDurability, StorageError};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{Vfs, call::CallKind};
use sluice_wal::LogOptions;
use std::time::Duration;
use toy::{Cell, Database, RELEASED, Setup};

const A: Cell = Cell { page: 0, cell: 1 };
const B: Cell = Cell { page: 1, cell: 2 };

fn fresh(setup: &Setup) -> (Arc<MemFs>, Database) {
    let mem = Arc::new(MemFs::new(7));
    let vfs: Arc<dyn Vfs> = mem.clone();
    setup.create(&vfs);
    let database = setup.open(&vfs).unwrap();
    (mem, database)
}

/// Returns a fresh database, closed and opened again over a disk whose calls can be made to fail.
fn under_faults(setup: &Setup) -> (Arc<MemFs>, Arc<FaultFs>, Database) {
    let (mem, database) = fresh(setup);
    database.storage.close().unwrap();
    drop(database);
    let faults = Arc::new(FaultFs::new(mem.clone(), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let database = setup.open(&vfs).unwrap();
    (mem, faults, database)
}

/// Opens the database after a power cut that loses all unsynced bytes.
fn after_power_cut(setup: &Setup, mem: &MemFs) -> Database {
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::LOSE_UNSYNCED));
    setup.open(&vfs).unwrap()
}

#[test]
fn full_commit_takes_one_flush_and_survives() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let flushes = database.counters.log_flushes.get();
    for value in 1..=20 {
        let mut txn = database.storage.begin();
        database.set(&mut txn, A, value).unwrap();
        database.set(&mut txn, B, value * 2).unwrap();
        database.storage.commit(txn, CommitDurability::Full).unwrap();
    }
    assert_eq!(database.counters.log_flushes.get() - flushes, 20);
    assert_eq!(database.counters.write_transactions.get(), 20);
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(B)), (20, 40));
    assert_eq!((database.report.redone, database.report.undone_txns, database.report.clean), (40, 0, false));
}

#[test]
fn transaction_without_changes_writes_nothing() {
    let (_mem, database) = fresh(&Setup::default());
    let before = (database.storage.log.tail(), database.counters.log_flushes.get());
    let lsn = database.storage.commit(database.storage.begin(), CommitDurability::Full).unwrap();
    database.storage.rollback(database.storage.begin()).unwrap();
    assert_eq!(
        (lsn, database.storage.log.tail(), database.counters.log_flushes.get()),
        (Lsn::NONE, before.0, before.1)
    );
    assert_eq!((database.counters.transactions.get(), database.counters.write_transactions.get()), (2, 0));
}

#[test]
fn rollback_restores_values_without_flush() {
    let (_mem, database) = fresh(&Setup::default());
    let flushes = database.counters.log_flushes.get();
    let mut txn = database.storage.begin();
    for value in 1..=50 {
        database.set(&mut txn, A, value).unwrap();
    }
    let savepoint = database.storage.savepoint(&txn);
    database.set(&mut txn, A, 51).unwrap();
    database.set(&mut txn, B, 52).unwrap();
    database.storage.rollback_to(&mut txn, savepoint).unwrap();
    assert_eq!((database.get(A), database.get(B)), (50, 0));
    // A second rollback has nothing to undo; then the transaction goes on.
    database.storage.rollback_to(&mut txn, savepoint).unwrap();
    database.set(&mut txn, B, 53).unwrap();
    assert_eq!((database.get(A), database.get(B)), (50, 53));
    database.storage.rollback(txn).unwrap();
    assert_eq!((database.get(A), database.get(B)), (0, 0));
    assert_eq!(database.counters.log_flushes.get(), flushes);
}

#[test]
fn rollback_to_first_savepoint_undoes_all() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let mut txn = database.storage.begin();
    let savepoint = database.storage.savepoint(&txn);
    database.set(&mut txn, A, 1).unwrap();
    database.storage.rollback_to(&mut txn, savepoint).unwrap();
    database.set(&mut txn, B, 2).unwrap();
    database.storage.commit(txn, CommitDurability::Full).unwrap();
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(B)), (0, 2));
}

#[test]
fn recovery_undoes_checkpointed_uncommitted_pages() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let mut txn = database.storage.begin();
    database.set(&mut txn, A, 1).unwrap();
    let savepoint = database.storage.savepoint(&txn);
    database.set(&mut txn, B, 2).unwrap();
    database.storage.checkpoint().unwrap();
    database.storage.rollback_to(&mut txn, savepoint).unwrap();
    database.storage.checkpoint().unwrap();
    std::mem::forget(txn);
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(B)), (0, 0));
    assert_eq!(database.report.undone_txns, 1);
}

#[test]
fn transaction_ids_are_never_reused() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let mut last = TxnId(0);
    for round in 0..3 {
        let mut txn = database.storage.begin();
        let id = database.storage.start(&mut txn).unwrap();
        assert!(id > last && txn.id() == Some(id), "round {round}");
        database.set(&mut txn, A, id.0).unwrap();
        database.storage.commit(txn, CommitDurability::Full).unwrap();
        last = id;
        database.storage.checkpoint().unwrap();
    }
    database.storage.close().unwrap();
    let database = after_power_cut(&setup, &mem);
    assert!(database.report.clean, "{:?}", database.report);
    let mut txn = database.storage.begin();
    assert!(database.storage.start(&mut txn).unwrap() > last);
    database.storage.rollback(txn).unwrap();
}

#[test]
fn release_waits_for_commit_and_is_dropped_by_rollback() {
    let (_mem, database) = fresh(&Setup::default());
    let storage = &database.storage;
    let mut txn = storage.begin();
    database.defer_release(&mut txn, A).unwrap();
    let savepoint = storage.savepoint(&txn);
    database.defer_release(&mut txn, B).unwrap();
    storage.rollback_to(&mut txn, savepoint).unwrap();
    assert_eq!((database.get(A), database.get(B)), (0, 0));
    let lsn = storage.commit(txn, CommitDurability::Delayed).unwrap();
    assert_eq!(storage.last_delayed(), Lsn::NONE);
    assert!(storage.log.durable() > lsn, "a delayed commit with releases is hardened first");
    assert_eq!((database.get(A), database.get(B)), (RELEASED, 0));
    let mut txn = storage.begin();
    database.defer_release(&mut txn, B).unwrap();
    storage.rollback(txn).unwrap();
    assert_eq!(database.get(B), 0);
}

#[test]
fn failed_release_stays_pending_after_crash() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    for at in [A, B] {
        database.toy.failing_releases.store(true, Ordering::SeqCst);
        let mut txn = storage.begin();
        database.defer_release(&mut txn, at).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        storage.checkpoint().unwrap();
        assert_eq!(database.get(at), 0);
        if at == A {
            database.toy.failing_releases.store(false, Ordering::SeqCst);
            storage.checkpoint().unwrap();
            assert_eq!(database.get(A), RELEASED, "the next checkpoint tries again");
        }
    }
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(B), database.report.releases), (RELEASED, RELEASED, 1));
}

#[test]
fn early_releases_wait_for_snapshot_without_retries() {
    let setup = Setup { pages: 8, ..Setup::default() };
    let (mem, database) = fresh(&setup);
    let (storage, toy) = (&database.storage, &database.toy);
    let cells = || (0..8).flat_map(|page| (0..25).map(move |cell| Cell::new(page, cell)));
    let calls = || toy.release_calls.load(Ordering::SeqCst);
    let snapshot = storage.versions.snapshot();
    toy.early_releases.store(true, Ordering::SeqCst);
    for at in cells() {
        let mut txn = storage.begin();
        database.defer_release(&mut txn, at).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
    }
    storage.checkpoint().unwrap();
    assert_eq!(calls(), 200, "each release is tried once, however many wait for the snapshot");
    // A checkpoint carries the releases that wait.
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash_copy(1, CrashMode::LOSE_UNSYNCED));
    assert_eq!(setup.open(&vfs).unwrap().report.releases, 200);
    toy.early_releases.store(false, Ordering::SeqCst);
    // The release of a transaction that every snapshot sees passes those that wait.
    let later = storage.versions.snapshot();
    assert_eq!(storage.run_releases().unwrap(), 0);
    drop(snapshot);
    assert_eq!((storage.run_releases().unwrap(), calls()), (200, 400));
    drop(later);
    assert!(cells().all(|at| database.get(at) == RELEASED));
}

#[test]
fn rollback_of_many_intents_withdraws_each() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    let mut txn = storage.begin();
    for at in [A, B] {
        database.defer_release(&mut txn, at).unwrap();
    }
    let savepoint = storage.savepoint(&txn);
    for cell in 0..60 {
        database.defer_release(&mut txn, Cell::new(2, cell)).unwrap();
    }
    storage.checkpoint().unwrap();
    storage.rollback_to(&mut txn, savepoint).unwrap();
    assert_eq!(storage.intents().len(), 2);
    storage.commit(txn, CommitDurability::Full).unwrap();
    let after = after_power_cut(&setup, &mem);
    assert_eq!((after.get(A), after.get(B), after.get(Cell::new(2, 59))), (RELEASED, RELEASED, 0));
}

#[test]
fn logged_release_is_not_repeated() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    for before_checkpoint in [true, false] {
        let mut txn = database.storage.begin();
        database.defer_release(&mut txn, if before_checkpoint { A } else { B }).unwrap();
        database.storage.commit(txn, CommitDurability::Full).unwrap();
        if before_checkpoint {
            database.storage.checkpoint().unwrap();
        }
    }
    database.storage.log.flush_tail().unwrap();
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(B), database.report.releases), (RELEASED, RELEASED, 0));
}

#[test]
fn commit_during_checkpoint_is_redone() {
    let setup = Setup::default();
    let (mem, faults, database) = under_faults(&setup);
    let database = Arc::new(database);
    let mut txn = database.storage.begin();
    database.set(&mut txn, A, 1).unwrap();
    database.storage.commit(txn, CommitDurability::Full).unwrap();
    // While the checkpoint syncs its pages, another page changes. It is dirty, and its change is
    // older than the checkpoint's begin.
    let (inner, once) = (Arc::downgrade(&database), AtomicBool::new(true));
    let hook = Fault::Hook(Arc::new(move |_| {
        if once.swap(false, Ordering::SeqCst) {
            let database = inner.upgrade().unwrap();
            let mut txn = database.storage.begin();
            database.set(&mut txn, B, 2).unwrap();
            database.storage.commit(txn, CommitDurability::Full).unwrap();
        }
    }));
    faults.arm(Rule::new(hook).path(".mdf").on(CallKind::Sync));
    database.storage.checkpoint().unwrap();
    assert_eq!(database.get(B), 2);
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(B)), (1, 2));
}

#[test]
fn withdrawn_intents_stay_withdrawn_after_crash() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    let mut txn = storage.begin();
    database.defer_release(&mut txn, A).unwrap();
    storage.checkpoint().unwrap();
    let savepoint = storage.savepoint(&txn);
    database.defer_release(&mut txn, B).unwrap();
    storage.rollback_to(&mut txn, savepoint).unwrap();
    storage.log.flush_tail().unwrap();
    let image = mem.crash_copy(1, CrashMode::LOSE_UNSYNCED);
    storage.commit(txn, CommitDurability::Full).unwrap();
    let vfs: Arc<dyn Vfs> = Arc::new(image);
    let before = setup.open(&vfs).unwrap();
    assert_eq!((before.get(A), before.get(B), before.report.undone_txns), (0, 0, 1));
    // The commit is on disk, and the release's records are not.
    let after = after_power_cut(&setup, &mem);
    assert_eq!((after.get(A), after.get(B), after.report.releases), (RELEASED, 0, 1));
}

#[test]
fn checkpoint_of_many_transactions_has_several_records() {
    let setup = Setup { pages: 40, ..Setup::default() };
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    let cells = || (0..40).flat_map(|page| (0..50).map(move |cell| Cell::new(page, cell)));
    let txns: Vec<_> = cells()
        .map(|at| {
            let mut txn = storage.begin();
            database.set(&mut txn, at, 9).unwrap();
            txn
        })
        .collect();
    storage.checkpoint().unwrap();
    txns.into_iter().for_each(std::mem::forget);
    let database = after_power_cut(&setup, &mem);
    assert_eq!(database.report.undone_txns, 2000);
    assert!(cells().all(|at| database.get(at) == 0));
}

#[test]
fn rollback_succeeds_in_full_log() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    let mut others: Vec<_> = (0..20u16)
        .map(|lane| {
            let mut txn = storage.begin();
            database.set(&mut txn, Cell::new(2, lane), 1).unwrap();
            txn
        })
        .collect();
    let mut txn = storage.begin();
    let full = (1u64..).find_map(|value| database.set(&mut txn, A, value).err()).unwrap();
    assert!(matches!(full, StorageError::LogFull { .. }), "{full}");
    assert!(storage.checkpoint_due(), "{:?}", storage.log.usage());
    others.drain(10..).for_each(|txn| storage.rollback(txn).unwrap());
    storage.rollback(txn).unwrap();
    assert_eq!(database.get(A), 0);
    others.drain(..).for_each(|txn| assert!(storage.commit(txn, CommitDurability::Full).is_ok()));
    storage.checkpoint().unwrap();
    storage.checkpoint().unwrap();
    assert!(!storage.checkpoint_due());
    let mut txn = storage.begin();
    database.set(&mut txn, A, 5).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(Cell::new(2, 9)), database.get(Cell::new(2, 10))), (5, 1, 0));
}

#[test]
fn recovery_undoes_in_full_log() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let mut txn = database.storage.begin();
    (1u64..).find_map(|value| database.set(&mut txn, A, value).err()).unwrap();
    std::mem::forget(txn);
    database.storage.log.flush_tail().unwrap();
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.report.undone_txns), (0, 1));
}

#[test]
fn log_write_failure_poisons_until_reopen() {
    let setup = Setup::default();
    let (mem, faults, database) = under_faults(&setup);
    let mut txn = database.storage.begin();
    database.set(&mut txn, A, 1).unwrap();
    database.storage.commit(txn, CommitDurability::Full).unwrap();
    faults.arm(Rule::new(Fault::Eio).path(".ldf").on(CallKind::Write));
    let mut txn = database.storage.begin();
    database.set(&mut txn, B, 2).unwrap();
    let error = database.storage.commit(txn, CommitDurability::Full).unwrap_err();
    assert!(matches!(error, StorageError::Poisoned(_)), "{error}");
    faults.disarm();
    let mut txn = database.storage.begin();
    let error = database.set(&mut txn, A, 3).unwrap_err();
    assert!(matches!(error, StorageError::Poisoned(_)), "{error}");
    assert!(matches!(database.storage.checkpoint(), Err(StorageError::Poisoned(_))));
    database.storage.rollback(txn).unwrap();
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(B)), (1, 0));
}

#[test]
fn delayed_commit_waits_beyond_risk_limit() {
    let (_mem, database) = fresh(&Setup::default());
    let storage = &database.storage;
    storage.bound_delayed(Duration::from_millis(100));
    let flushes = || database.counters.log_flushes.get();
    let commit = |value| {
        let mut txn = storage.begin();
        database.set(&mut txn, A, value).unwrap();
        storage.commit(txn, CommitDurability::Delayed).unwrap()
    };
    let before = flushes();
    // Long after other commits nothing is at risk: the time begins with the first.
    database.clock.advance(Duration::from_secs(5));
    let first = commit(1);
    database.clock.advance(Duration::from_millis(100));
    let second = commit(2);
    assert_eq!((flushes(), storage.log.durable() > first), (before, false), "within the bound");
    database.clock.advance(Duration::from_millis(1));
    let third = commit(3);
    assert_eq!((flushes(), storage.log.durable() > third), (before + 1, true), "it waited, and hardened all");
    assert!(first < second && second < third);
    let waits = database.counters.log_flush_waits.get();
    database.clock.advance(Duration::from_millis(100));
    commit(4);
    assert_eq!(flushes(), before + 1, "the time began anew when that was hardened");
    storage.harden_delayed().unwrap();
    database.clock.advance(Duration::from_millis(100));
    commit(5);
    assert_eq!(flushes(), before + 2, "and when the background did");
    storage.harden_delayed().unwrap();
    storage.harden_delayed().unwrap();
    assert_eq!(flushes(), before + 3, "what is on disk is not hardened again");
    assert_eq!(database.counters.log_flush_waits.get(), waits, "full commits' waits are counted apart");
}

#[test]
fn page_write_failure_refuses_new_changes_until_reopen() {
    for fault in [Fault::Eio, Fault::Enospc] {
        let setup = Setup::default();
        let (mem, faults, database) = under_faults(&setup);
        let storage = &database.storage;
        let mut open = storage.begin();
        database.set(&mut open, A, 1).unwrap();
        faults.arm(Rule::new(fault).path(".mdf").on(CallKind::Write));
        // A failed write is tried again. The third failure in a row is final.
        for _ in 0..3 {
            let error = storage.automatic_checkpoint().and_then(|()| storage.checkpoint()).unwrap_err();
            assert!(matches!(error, StorageError::File(_)), "{error}");
        }
        faults.disarm();
        // Active transactions may end, since they are in the log. New ones would only make the log
        // longer.
        database.set(&mut open, B, 2).unwrap();
        storage.commit(open, CommitDurability::Full).unwrap();
        let mut txn = storage.begin();
        let error = database.set(&mut txn, A, 3).unwrap_err();
        assert!(matches!(error, StorageError::PagesFailed(_)), "{error}");
        storage.rollback(txn).unwrap();
        assert!(matches!(storage.shorten_redo(), Err(StorageError::PagesFailed(_))));
        assert_eq!((database.get(A), database.get(B)), (1, 2), "reading goes on");
        let database = after_power_cut(&setup, &mem);
        assert_eq!((database.get(A), database.get(B)), (1, 2));
        let mut txn = database.storage.begin();
        database.set(&mut txn, A, 4).unwrap();
        database.storage.commit(txn, CommitDurability::Full).unwrap();
    }
}

#[test]
fn page_write_failure_met_by_eviction_refuses_new_changes() {
    let setup = Setup { pages: 40, frames: 16, ..Setup::default() };
    let (mem, faults, database) = under_faults(&setup);
    let storage = &database.storage;
    faults.arm(Rule::new(Fault::Eio).path(".mdf").on(CallKind::Write));
    // No checkpoint runs, as under trace flag 3505: evictions alone meet the failure.
    let change = |page: u32| {
        let mut txn = storage.begin();
        match database.set(&mut txn, Cell::new(page, 1), 7) {
            Ok(()) => storage.commit(txn, CommitDurability::Full).map(|_| ()),
            Err(error) => {
                storage.rollback(txn).unwrap();
                Err(error)
            }
        }
    };
    let committed: Vec<u32> = (0..40).take_while(|page| change(*page).is_ok()).collect();
    assert!((8..32).contains(&committed.len()), "{committed:?}");
    let (error, tail) = (change(0).unwrap_err(), storage.log.tail());
    assert!(matches!(error, StorageError::PagesFailed(_)), "{error}");
    assert!(matches!(storage.checkpoint(), Err(StorageError::PagesFailed(_))));
    assert_eq!(storage.log.tail(), tail, "the log doesn't fill");
    let database = after_power_cut(&setup, &mem);
    let found: Vec<u32> = (0..40).filter(|page| database.get(Cell::new(*page, 1)) == 7).collect();
    assert_eq!(found, committed);
}

#[test]
fn failed_rollback_of_statement_leaves_room_for_the_next() {
    let setup = Setup::default();
    let (_mem, faults, database) = under_faults(&setup);
    let storage = &database.storage;
    let mut txn = storage.begin();
    let savepoint = storage.savepoint(&txn);
    database.set(&mut txn, A, 1).unwrap();
    storage.log.flush_tail().unwrap();
    faults.arm(Rule::new(Fault::Eio).path(".ldf").on(CallKind::Write));
    let mut other = storage.begin();
    database.set(&mut other, B, 1).unwrap();
    storage.commit(other, CommitDurability::Full).unwrap_err();
    for _ in 0..20 {
        let error = storage.rollback_to(&mut txn, savepoint).unwrap_err();
        assert!(matches!(error, StorageError::Poisoned(_)), "{error}");
    }
    assert!(matches!(storage.rollback(txn), Err(StorageError::Poisoned(_))));
}

#[test]
fn rollback_that_cannot_read_a_page_fails_the_database() {
    let setup = Setup { pages: 40, frames: 16, ..Setup::default() };
    let (mem, faults, database) = under_faults(&setup);
    let storage = &database.storage;
    let owner = storage.locks.owner(Arc::default());
    let mut txn = storage.begin_for(owner.id());
    for page in 0..40 {
        database.set(&mut txn, Cell::new(page, 1), 7).unwrap();
    }
    let id = txn.id().unwrap();
    assert!(storage.failure().is_none());
    faults.arm(Rule::new(Fault::Eio).path(".mdf").on(CallKind::Read));
    let error = storage.rollback(txn).unwrap_err();
    assert!(matches!(error, StorageError::File(_)), "{error}");
    faults.disarm();
    // Half of its changes are undone. They are nobody's, also not those of its session.
    let mut writers = ActiveWriters::new(storage);
    writers.refresh(storage);
    assert!(writers.is_in_the_way(id, owner.id()));
    let waited = storage.wait_for_writer(&owner, id, WaitType::LockSharedTransactionRead);
    assert!(matches!(waited, Err(StorageError::Poisoned(_))), "{waited:?}");
    // A release could give away pages that its undo needs.
    let mut other = storage.begin();
    database.defer_release(&mut other, Cell::new(3, 2)).unwrap();
    storage.commit(other, CommitDurability::Full).unwrap();
    assert_eq!((storage.run_releases().unwrap(), storage.intents().len()), (0, 1));
    // Its rows stay locked, so the database must be opened again though its files work.
    assert!(matches!(storage.failure(), Some(StorageError::UndoFailed(_))));
    storage.log.stop().unwrap();
    let database = after_power_cut(&setup, &mem);
    assert!(database.storage.failure().is_none());
    assert_eq!((database.report.undone_txns, database.report.releases), (1, 1));
    let cells = (0..40).map(|page| database.get(Cell::new(page, 1)));
    assert_eq!(cells.sum::<u64>(), 0);
}

#[test]
fn releases_wait_for_the_end_of_a_check() {
    let (_mem, database) = fresh(&Setup::default());
    let storage = &database.storage;
    let commit_release = |at| {
        let mut txn = storage.begin();
        database.defer_release(&mut txn, at).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
    };
    let checks = [storage.keep_cleaning_away(), storage.keep_cleaning_away()];
    commit_release(A);
    storage.checkpoint().unwrap();
    for check in checks {
        assert_eq!((storage.run_releases().unwrap(), database.get(A), storage.intents().len()), (0, 0, 1));
        drop(check);
    }
    assert_eq!((storage.run_releases().unwrap(), database.get(A)), (1, RELEASED));
    // A check waits for a thread that cleans up.
    let cleaning = storage.begin_cleaning().unwrap();
    std::thread::scope(|scope| {
        let check = scope.spawn(|| drop(storage.keep_cleaning_away()));
        while storage.begin_cleaning().is_some() {
            std::thread::yield_now();
        }
        assert!(!check.is_finished());
        drop(cleaning);
    });
    commit_release(B);
    assert_eq!(database.get(B), RELEASED);
}

#[test]
fn checkpoints_in_full_log_leave_room_for_a_restart() {
    let setup = Setup::default();
    let setup = Setup { log: LogOptions { growth_bytes: 0, max_bytes: 1 << 20, ..setup.log }, ..setup };
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    let mut old = storage.begin();
    database.set(&mut old, A, 1).unwrap();
    let commit = |value: u64| {
        let mut txn = storage.begin();
        let set = database.set(&mut txn, Cell::new(2, 0), value);
        let committed = set.and_then(|()| storage.commit(txn, CommitDurability::Full));
        committed.is_ok()
    };
    let filled = (1..).take_while(|value| commit(*value)).count();
    assert!(filled > 20, "{filled}");
    // The old transaction needs the log, so that a checkpoint frees nothing.
    let taken = (0..3_000).take_while(|_| storage.checkpoint().is_ok()).count();
    assert!(taken > 20, "{taken}");
    std::mem::forget(old);
    let database = after_power_cut(&setup, &mem);
    assert_eq!((database.get(A), database.get(Cell::new(2, 0))), (0, filled as u64));
    database.storage.checkpoint().unwrap();
}

#[test]
fn background_writes_keep_redo_short() {
    let setup = Setup::default();
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    storage.checkpoint().unwrap();
    // A tenth of a megabyte of log.
    storage.set_target_recovery_time(Duration::from_millis(2));
    let target = (40 << 20) * 2 / 1000;
    let (mut longest, mut value) = (0, 0);
    let writes = |storage: &sluice_txn::Storage| storage.pool.counters().background_writer_pages.get();
    while writes(storage) < 20 {
        value += 1;
        let mut txn = storage.begin();
        database.set(&mut txn, Cell::new(value % 8, 0), u64::from(value)).unwrap();
        storage.commit(txn, CommitDurability::Full).unwrap();
        while storage.shorten_redo().unwrap() {}
        longest = longest.max(storage.redo_distance());
    }
    assert!(longest > target / 2 && longest <= target, "{longest} bytes of {target}");
    let checkpoints = storage.pool.counters().checkpoint_pages.get();
    let distance = storage.redo_distance();
    storage.automatic_checkpoint().unwrap();
    assert!(storage.pool.counters().checkpoint_pages.get() <= checkpoints + 2);
    let database = after_power_cut(&setup, &mem);
    // A block of 4 KB with one small transaction costs some 500 bytes. The rest of a virtual log
    // file may be unused.
    let redone = database.report.log_bytes;
    assert!(redone <= 10 * distance + 2 * 61_440, "{redone} bytes were redone, {distance} were to be");
    for page in 0..8 {
        let newest = (0..=value).rev().find(|value| value % 8 == page).unwrap();
        assert_eq!(database.get(Cell::new(page, 0)), u64::from(newest));
    }
    let asked_for = database.storage.pool.counters().checkpoint_pages.get();
    let mut txn = database.storage.begin();
    database.set(&mut txn, A, 9).unwrap();
    database.storage.commit(txn, CommitDurability::Full).unwrap();
    database.storage.checkpoint().unwrap();
    assert_eq!(database.storage.pool.counters().checkpoint_pages.get(), asked_for + 1, "CHECKPOINT writes all");
}
