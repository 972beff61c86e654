//! Recovery models and backups: the records the log keeps.

mod toy;

use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, LogBackup, LogReuseWait, RecoveryModel, StorageError};
use sluice_vfs::mem::{CrashMode, MemFs};
use sluice_vfs::{AlignedBuf, Create, Vfs};
use sluice_wal::LogOptions;
use toy::{Cell, Database, Setup};

const A: Cell = Cell { page: 0, cell: 1 };
const B: Cell = Cell { page: 1, cell: 2 };

fn fresh(setup: &Setup) -> (Arc<MemFs>, Database) {
    let mem = Arc::new(MemFs::new(7));
    let vfs: Arc<dyn Vfs> = mem.clone();
    setup.create(&vfs);
    let database = setup.open(&vfs).unwrap();
    (mem, database)
}

/// Opens the database after a power cut that loses all unsynced bytes.
fn after_power_cut(setup: &Setup, mem: &MemFs) -> Database {
    let vfs: Arc<dyn Vfs> = Arc::new(mem.crash(CrashMode::LOSE_UNSYNCED));
    setup.open(&vfs).unwrap()
}

/// A database under FULL with a log of 1 MB that may not grow.
fn under_full() -> Setup {
    let log = LogOptions { recovery_model: RecoveryModel::Full, growth_bytes: 0, ..Setup::default().log };
    Setup { log, ..Setup::default() }
}

/// Commits values until the log is full. Returns the reason that its space is not reused.
fn fill(database: &Database) -> LogReuseWait {
    let storage = &database.storage;
    let refused = (1u64..).find_map(|value| {
        let mut txn = storage.begin();
        let changed = database.set(&mut txn, B, value);
        match changed {
            Ok(_) => storage.commit(txn, CommitDurability::Delayed).err(),
            Err(error) => {
                storage.rollback(txn).unwrap();
                Some(error)
            }
        }
    });
    match refused.unwrap() {
        StorageError::LogFull { waits_for, .. } => waits_for,
        other => panic!("{other}"),
    }
}

#[test]
fn full_model_needs_log_backup_after_full_backup() {
    let setup = under_full();
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    assert_eq!(storage.recovery_model(), RecoveryModel::Full);
    assert_eq!(storage.log_reuse_wait(), LogReuseWait::Nothing);
    assert_eq!(storage.back_up_log(false, |_, _| Ok(0)).unwrap(), LogBackup::NoFullBackup);
    // The log is truncated as under SIMPLE.
    for _ in 0..3 {
        assert_eq!(fill(&database), LogReuseWait::Checkpoint);
        storage.checkpoint().unwrap();
    }
    storage.back_up_data(true, || Ok(())).unwrap();
    assert_eq!(fill(&database), LogReuseWait::LogBackup);
    assert!(!storage.checkpoint_due(), "it would make no room");
    storage.checkpoint().unwrap();
    assert_eq!(fill(&database), LogReuseWait::LogBackup, "what is kept outlives a checkpoint");
    // A crash follows: the next recovery's checkpoint does not truncate the chain either.
    let mut open = storage.begin();
    assert!(database.set(&mut open, A, 1).is_err());
    std::mem::forget(open);
    let database = after_power_cut(&setup, &mem);
    let storage = &database.storage;
    assert_eq!(storage.log_reuse_wait(), LogReuseWait::LogBackup);
    assert!(matches!(storage.back_up_log(true, |_, _| Ok(0)).unwrap(), LogBackup::Done { .. }));
    assert_eq!(storage.log_reuse_wait(), LogReuseWait::LogBackup, "a copy-only backup keeps it");
    let LogBackup::Done { bytes, .. } = storage.back_up_log(false, |_, _| Ok(0)).unwrap() else {
        panic!("there is a chain")
    };
    assert!(bytes > 300_000, "{bytes}");
    storage.checkpoint().unwrap();
    assert_eq!(storage.log_reuse_wait(), LogReuseWait::Nothing);
    let mut old = storage.begin();
    database.set(&mut old, A, 7).unwrap();
    assert_eq!(fill(&database), LogReuseWait::LogBackup);
    assert!(matches!(storage.back_up_log(false, |_, _| Ok(0)).unwrap(), LogBackup::Done { .. }));
    assert_eq!(storage.log_reuse_wait(), LogReuseWait::ActiveTransaction);
    storage.rollback(old).unwrap();
    storage.set_recovery_model(RecoveryModel::Simple).unwrap();
    assert_eq!(storage.back_up_log(false, |_, _| Ok(0)).unwrap(), LogBackup::Simple);
    storage.checkpoint().unwrap();
    assert_eq!(storage.log_reuse_wait(), LogReuseWait::Nothing);
    // The chain is broken: back under FULL, a full backup must begin another.
    storage.set_recovery_model(RecoveryModel::Full).unwrap();
    assert_eq!(storage.back_up_log(false, |_, _| Ok(0)).unwrap(), LogBackup::NoFullBackup);
}

#[test]
fn log_backup_reads_log_before_truncation() {
    let setup = under_full();
    let (mem, database) = fresh(&setup);
    let storage = &database.storage;
    storage.back_up_data(true, || Ok(())).unwrap();
    let from = storage.log.tail();
    fill(&database);
    storage.log.flush_tail().unwrap();
    let file = mem.open(&setup.path("ldf"), toy::options(Create::Never)).unwrap();
    let length = file.len().unwrap() as usize;
    let mut bytes = AlignedBuf::zeroed(length);
    file.read_at(&mut bytes, 0).unwrap();
    // Damage a block in the middle of the backup's range.
    let damaged = length / 2 / 4096 * 4096;
    bytes[damaged..damaged + 4096].fill(0x55);
    file.write_at(&bytes[damaged..damaged + 4096], damaged as u64).unwrap();
    let error = storage.back_up_log(false, |_, _| Ok(0)).unwrap_err();
    assert!(matches!(error, StorageError::Damaged { .. }), "{error}");
    assert!(storage.log.chain() < from, "it is still kept");
}
