//! Recovery values: hardened at once, never undone, and without a record in a temporary database.

use super::rig::{assert_sound, new, open, temporary};
use crate::heap::Heap;
use crate::{Sequence, defer_drop};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_txn::{CommitDurability, Storage};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs};

fn made(storage: &Storage, object: i32) -> Sequence {
    let mut txn = storage.begin();
    let sequence = Sequence::create(storage, &mut txn, ObjectId(object)).expect("there is room");
    storage.commit(txn, CommitDurability::Full).expect("the disk is well");
    sequence
}

fn write(storage: &Storage, sequence: Sequence, value: i128) {
    let record = sequence.set_recovery_value(storage, Some(value)).expect("it is there");
    Sequence::harden(storage, record).expect("the disk is well");
}

#[test]
fn hardened_recovery_value_survives_rollback_and_crash() {
    let mem = Arc::new(MemFs::new(1));
    let storage = new(&(mem.clone() as Arc<dyn Vfs>));
    let sequence = made(&storage, 100);
    assert_eq!(sequence.recovery_value(&storage).unwrap(), None, "nothing was given yet");
    // A transaction rolled back live, and a transaction ended by a crash.
    let mut txn = storage.begin();
    Heap::create(&storage, &mut txn, ObjectId(101)).unwrap();
    write(&storage, sequence, 50);
    storage.rollback(txn).unwrap();
    assert_eq!(sequence.recovery_value(&storage).unwrap(), Some(50));
    let mut txn = storage.begin();
    Heap::create(&storage, &mut txn, ObjectId(102)).unwrap();
    write(&storage, sequence, -i128::from(u64::MAX) * 3);
    let crashed: Arc<dyn Vfs> = Arc::new(mem.crash_copy(7, CrashMode::LOSE_UNSYNCED));
    storage.rollback(txn).unwrap();
    let storage = open(&crashed);
    assert_eq!(sequence.recovery_value(&storage).unwrap(), Some(-i128::from(u64::MAX) * 3));
    assert_sound(&storage);
}

#[test]
fn hardened_recovery_value_takes_one_flush() {
    let mem: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&mem);
    let sequence = made(&storage, 100);
    for value in 1..=20 {
        let before = storage.log.durable();
        write(&storage, sequence, value);
        assert!(storage.log.durable() > before, "value {value} is on disk when it is given");
    }
}

#[test]
fn uncommitted_sequence_is_undone() {
    let mem: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = new(&mem);
    let mut txn = storage.begin();
    let sequence = Sequence::create(&storage, &mut txn, ObjectId(100)).unwrap();
    write(&storage, sequence, 7);
    storage.rollback(txn).unwrap();
    assert!(sequence.recovery_value(&storage).is_err() && sequence.set_recovery_value(&storage, None).is_err());
    let again = made(&storage, 101);
    assert_eq!(again.root, sequence.root, "its extent is free again");
    assert_eq!(again.recovery_value(&storage).unwrap(), None, "and nothing of the old value is left");
    let mut txn = storage.begin();
    defer_drop(&storage, &mut txn, again.root).unwrap();
    storage.commit(txn, CommitDurability::Full).unwrap();
    assert_sound(&storage);
}

#[test]
fn temporary_database_logs_no_recovery_value() {
    let mem: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    let storage = temporary(&mem, 256).unwrap();
    let sequence = made(&storage, 100);
    let before = storage.log.tail();
    write(&storage, sequence, 9);
    assert_eq!(storage.log.tail(), before);
    assert_eq!(sequence.recovery_value(&storage).unwrap(), Some(9));
}
