//! A test database on any file system, and helpers to use it.

use crate::check::check_database;
use crate::file::{DOUBLE_WRITE_PAGE, PAIR_PAGE, format};
use crate::{AppendCursor, Changed, Handler, Heap, Reader, Rid, mend_header, read_header};
use sluice_base::clock::ManualClock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::{DatabaseGuid, DatabaseId, FileId, FilegroupId};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::waits::Waits;
use sluice_buffer::{BufferPool, DatabaseFiles};
use sluice_txn::{
    Crew, LockManager, RecoveryParts, RecoveryReport, Storage, StorageError, StorageParts, Task, Transaction,
    VersionStore,
};
use sluice_vfs::{Access, Create, Durability, File, OpenOptions, Vfs};
use sluice_wal::{LogEnvironment, LogFile, LogOptions};
use std::ops::Bound;
use std::path::Path;

pub(super) const DATA: &str = "/db/t.mdf";
pub(super) const LOG: &str = "/db/t_log.ldf";
pub(super) const GUID: DatabaseGuid = DatabaseGuid(0x51_CE);

/// Opens or creates the data file as the engine does.
pub(super) fn data_file(vfs: &Arc<dyn Vfs>, create: Create) -> Result<Arc<dyn File>, StorageError> {
    let options = OpenOptions { create, access: Access::Direct, durability: Durability::Deferred };
    vfs.open(Path::new(DATA), options).map_err(StorageError::File)
}

/// A second file of PRIMARY, and the only file of another filegroup, for databases that have them.
pub(super) const SECOND_FILE: FileId = FileId(3);
pub(super) const ARCHIVE_FILE: FileId = FileId(4);
pub(super) const ARCHIVE: FilegroupId = FilegroupId(2);

/// Returns the path of a data file besides the primary one.
pub(super) fn path_of(file: FileId) -> String {
    format!("/db/t{}.ndf", file.0)
}

/// Adds the files [`SECOND_FILE`] and [`ARCHIVE_FILE`] to a new database, which is closed.
pub(super) fn add_files(vfs: &Arc<dyn Vfs>) -> Result<(), StorageError> {
    for file in [SECOND_FILE, ARCHIVE_FILE] {
        let options = OpenOptions { create: Create::New, access: Access::Direct, durability: Durability::Deferred };
        let data = vfs.open(Path::new(&path_of(file)), options).map_err(StorageError::File)?;
        format(&data, file, GUID, 96)?;
        data.sync().map_err(StorageError::File)?;
    }
    vfs.sync_dir(Path::new("/db")).map_err(StorageError::File)
}

type OpenFile = (FileId, Arc<dyn File>);

/// Opens the data files that exist besides the primary one.
fn secondary_files(vfs: &Arc<dyn Vfs>) -> Result<Vec<OpenFile>, StorageError> {
    let mut files = Vec::new();
    for file in [SECOND_FILE, ARCHIVE_FILE] {
        let path = path_of(file);
        if vfs.exists(Path::new(&path)).map_err(StorageError::File)? {
            let options =
                OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Deferred };
            let data = vfs.open(Path::new(&path), options).map_err(StorageError::File)?;
            mend_header(&data, &read_header(&data, file)?)?;
            files.push((file, data));
        }
    }
    Ok(files)
}

/// Creates the files of an empty database.
pub(super) fn create(vfs: &Arc<dyn Vfs>) -> Result<(), StorageError> {
    vfs.create_dir_all(Path::new("/db")).map_err(StorageError::File)?;
    let data = data_file(vfs, Create::New)?;
    format(&data, FileId::PRIMARY, GUID, 96)?;
    data.sync().map_err(StorageError::File)?;
    sluice_wal::create(&environment(vfs).0, Path::new(LOG), GUID, &options())?;
    vfs.sync_dir(Path::new("/db")).map_err(StorageError::File)
}

/// Opens the database, with recovery.
pub(super) fn open_with(vfs: &Arc<dyn Vfs>, frames: usize) -> Result<(Arc<Storage>, RecoveryReport), StorageError> {
    open_by(vfs, frames, Arc::new(Backwards))
}

/// Opens as [`open_with`] does, with recovery by this crew.
pub(super) fn open_by(
    vfs: &Arc<dyn Vfs>,
    frames: usize,
    crew: Arc<dyn Crew>,
) -> Result<(Arc<Storage>, RecoveryReport), StorageError> {
    let (environment, clock) = environment(vfs);
    let data = data_file(vfs, Create::Never)?;
    mend_header(&data, &read_header(&data, FileId::PRIMARY)?)?;
    let pool = BufferPool::new(frames, environment.waits.clone(), &environment.broker)
        .map_err(|error| StorageError::OutOfMemory(error.to_string()))?;
    let log = LogFile::open(&environment, Path::new(LOG), GUID, &options())?;
    let secondary = secondary_files(vfs)?;
    let data = DatabaseFiles {
        guid: GUID,
        data,
        secondary,
        log: None,
        pair_page: PAIR_PAGE,
        double_write_page: DOUBLE_WRITE_PAGE,
        double_write: true,
        check: crate::check_form,
    };
    let counters = environment.counters;
    let handler = Arc::new(Handler);
    let locks = LockManager::new(environment.waits, &environment.broker);
    let versions = VersionStore::new(&environment.broker);
    let filegroups = vec![(ARCHIVE_FILE, ARCHIVE)];
    let parts = StorageParts { id: DatabaseId(5), pool, data, filegroups, handler, clock, counters, locks, versions };
    Storage::open(parts, RecoveryParts { log, crew, coordinator: None, is_snapshot: false })
}

/// Creates a temporary database with room for `frames` pages and an initial log of 2 MB.
pub(super) fn temporary(vfs: &Arc<dyn Vfs>, frames: usize) -> Result<Arc<Storage>, StorageError> {
    vfs.create_dir_all(Path::new("/db")).map_err(StorageError::File)?;
    let data = data_file(vfs, Create::New)?;
    format(&data, FileId::PRIMARY, GUID, 96)?;
    let (environment, clock) = environment(vfs);
    let pool = BufferPool::new(frames, environment.waits.clone(), &environment.broker)
        .map_err(|error| StorageError::OutOfMemory(error.to_string()))?;
    let log = sluice_wal::create_temporary(&environment, Path::new(LOG), GUID, &options())?;
    let data = DatabaseFiles {
        guid: GUID,
        data,
        secondary: Vec::new(),
        log: None,
        pair_page: PAIR_PAGE,
        double_write_page: DOUBLE_WRITE_PAGE,
        double_write: false,
        check: crate::check_form,
    };
    let counters = environment.counters;
    let handler = Arc::new(Handler);
    let locks = LockManager::new(environment.waits, &environment.broker);
    let versions = VersionStore::new(&environment.broker);
    let filegroups = Vec::new();
    let parts = StorageParts { id: DatabaseId(2), pool, data, filegroups, handler, clock, counters, locks, versions };
    Storage::open_temporary(parts, log)
}

/// Opens the database with room for 256 pages.
pub(super) fn open(vfs: &Arc<dyn Vfs>) -> Arc<Storage> {
    open_with(vfs, 256).expect("the database opens").0
}

/// Creates and opens a new database on `vfs`.
pub(super) fn new(vfs: &Arc<dyn Vfs>) -> Arc<Storage> {
    create(vfs).expect("the files can be made");
    open(vfs)
}

/// Returns every row of a heap.
pub(super) fn rows(storage: &Storage, heap: &Heap) -> Result<Vec<Vec<u8>>, StorageError> {
    Ok(places(storage, heap)?.into_iter().map(|(_, row)| row).collect())
}

/// Returns every row of a heap with its place.
pub(super) fn places(storage: &Storage, heap: &Heap) -> Result<Vec<(Rid, Vec<u8>)>, StorageError> {
    let mut scan = heap.scan(storage, Reader::Dirty)?;
    let mut places = Vec::new();
    while let Some((rid, row)) = scan.next()? {
        places.push((rid, row.to_vec()));
    }
    Ok(places)
}

/// Changes of rows without concurrent writers.
pub(super) trait Alone {
    /// Replaces the row at a place. Returns false if there is none.
    fn update(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        cursor: &mut AppendCursor,
        rid: Rid,
        row: &[u8],
    ) -> Result<bool, StorageError>;
    /// Deletes the row at a place. Returns false if there is none.
    fn delete(&self, storage: &Storage, txn: &mut Transaction, rid: Rid) -> Result<bool, StorageError>;
}

impl Alone for Heap {
    fn update(
        &self,
        storage: &Storage,
        txn: &mut Transaction,
        cursor: &mut AppendCursor,
        rid: Rid,
        row: &[u8],
    ) -> Result<bool, StorageError> {
        let (locks, mut seen) = (storage.locks.owner(Arc::default()), Vec::new());
        self.get(storage, rid, &mut seen)?;
        Ok(self.writer(storage, &locks).update(txn, cursor, (rid, &seen), row)? == Changed::Done)
    }

    fn delete(&self, storage: &Storage, txn: &mut Transaction, rid: Rid) -> Result<bool, StorageError> {
        let (locks, mut seen) = (storage.locks.owner(Arc::default()), Vec::new());
        self.get(storage, rid, &mut seen)?;
        Ok(self.writer(storage, &locks).delete(txn, (rid, &seen))? == Changed::Done)
    }
}

pub(super) type Entry = (Vec<u8>, Vec<u8>);

/// Returns every entry of a tree.
pub(super) fn entries(storage: &Storage, tree: &crate::BTree) -> Result<Vec<Entry>, StorageError> {
    let mut scan = tree.scan(storage, Bound::Unbounded, Bound::Unbounded)?;
    let mut entries = Vec::new();
    while let Some((key, value)) = scan.next()? {
        entries.push((key.to_vec(), value.to_vec()));
    }
    Ok(entries)
}

/// Panics with the problems found by the consistency check.
pub(super) fn assert_sound(storage: &Storage) {
    let problems: Vec<String> = check_database(storage, None).iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn environment(vfs: &Arc<dyn Vfs>) -> (LogEnvironment, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new(0));
    let environment = LogEnvironment {
        vfs: vfs.clone(),
        waits: Arc::new(Waits::new(clock.clone())),
        counters: Arc::new(DatabaseCounters::default()),
        broker: MemoryBroker::new(64 << 20),
        storage: sluice_base::ids::DatabaseId(1),
    };
    (environment, clock)
}

fn options() -> LogOptions {
    LogOptions { initial_bytes: 2 << 20, growth_bytes: 2 << 20, max_bytes: 24 << 20, ..LogOptions::default() }
}

/// A crew of one thread that claims three and runs the last task first.
pub(super) struct Backwards;

impl Crew for Backwards {
    fn size(&self) -> usize {
        3
    }

    fn run(&self, tasks: &mut [Task<'_>]) {
        tasks.iter_mut().rev().for_each(|task| task());
    }
}
