//! Work files: appended bytes are read again with any pool size, and nothing is left after their
//! drop.

use super::rig;
use crate::{WorkFile, WorkKind, WorkPosition, check_database, used_extents};
use proptest::prelude::*;
use sluice_base::ids::FileId;
use sluice_base::sync::Arc;
use sluice_txn::{Storage, StorageError};
use sluice_vfs::fault::{Fault, FaultFs, FaultPlan, Rule};
use sluice_vfs::mem::MemFs;
use sluice_vfs::{CallKind, Vfs};

fn database(frames: usize) -> Arc<Storage> {
    let vfs: Arc<dyn Vfs> = Arc::new(MemFs::new(1));
    rig::temporary(&vfs, frames).expect("it can be made")
}

/// Returns the number of used extents.
fn used(storage: &Storage) -> u32 {
    used_extents(storage, FileId::PRIMARY).expect("the maps can be read")
}

fn read(file: &WorkFile, place: u64, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    let mut position = WorkPosition::at(place);
    file.read(&mut position, &mut bytes).expect("it is there");
    assert_eq!(position.place, place + count as u64);
    bytes
}

proptest! {
    #[test]
    fn appended_bytes_are_readable_at_any_offset(
        pieces in proptest::collection::vec((any::<u8>(), 0usize..30_000), 1..20),
        places in proptest::collection::vec((any::<prop::sample::Index>(), 0usize..20_000), 1..20),
    ) {
        let storage = database(32);
        let before = used(&storage);
        let mut file = WorkFile::new(&storage, WorkKind::Table);
        let mut other = WorkFile::new(&storage, WorkKind::File);
        let mut all = Vec::new();
        for (byte, count) in pieces {
            let piece: Vec<u8> = (0..count).map(|place| byte.wrapping_add(place as u8)).collect();
            file.append(&piece).expect("there is room");
            other.append(&piece[..count / 3]).expect("there is room");
            all.extend(piece);
        }
        prop_assert_eq!(file.len(), all.len() as u64);
        for (index, count) in places {
            if all.is_empty() {
                break;
            }
            let place = index.index(all.len());
            let end = all.len().min(place + count);
            prop_assert_eq!(&read(&file, place as u64, end - place)[..], &all[place..end]);
        }
        prop_assert_eq!(read(&file, 0, all.len()), all);
        prop_assert!(check_database(&storage, None).is_empty());
        drop((file, other));
        prop_assert_eq!(used(&storage), before);
    }
}

#[test]
fn work_file_is_counted_at_first_append() {
    let storage = database(32);
    let made = || (storage.counters.work_files.get(), storage.counters.work_tables.get());
    let mut file = WorkFile::new(&storage, WorkKind::File);
    assert_eq!((made(), file.is_empty()), ((0, 0), true));
    file.append(&[1; 100_000]).expect("there is room");
    WorkFile::new(&storage, WorkKind::Table).append(&[2]).expect("there is room");
    assert_eq!(made(), (1, 1));
    let extents = || storage.counters.work_extents.get() - storage.counters.work_extents_freed.get();
    assert_eq!(extents(), 2);
    drop(file);
    assert_eq!(extents(), 0);
}

#[test]
fn unwritable_work_file_error_names_the_file() {
    let faults = Arc::new(FaultFs::new(Arc::new(MemFs::new(1)), FaultPlan::none()));
    let vfs: Arc<dyn Vfs> = faults.clone();
    let storage = rig::temporary(&vfs, 32).expect("it can be made");
    let mut file = WorkFile::new(&storage, WorkKind::Table);
    file.append(&[1; 50_000]).expect("there is room");
    faults.arm(Rule::new(Fault::Eio).path("t.mdf").on(CallKind::Write).from(0));
    let error = (0..200).find_map(|_| file.append(&[2; 8_000]).err()).expect("32 frames are not enough");
    assert!(error.to_string().contains("t.mdf"), "{error}");
    faults.disarm();
    let error = (0..200).find_map(|_| file.append(&[2; 8_000]).err()).expect("no page is written any more");
    assert!(matches!(&error, StorageError::PagesFailed(_)), "{error}");
}
