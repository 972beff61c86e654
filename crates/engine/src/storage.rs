//! Creates and opens the storage of a database: its files, its log, its part of the buffer pool.

use crate::background_pool::BackgroundPool;
use crate::failures::Failures;
pub(crate) use crate::files::DATA_FILE;
use crate::files::{FilePair, SecondaryPath};
use crate::layers::Layers;
use crate::query_threads::QueryThreads;
use crate::storage_ids::{StorageIds, TakenId};
use sluice_access as access;
use sluice_base::clock::Clock;
use sluice_base::counters::{DatabaseCounters, FileCounters};
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::file_growth::FileGrowth;
use sluice_base::grants::Grants;
use sluice_base::ids::{DatabaseGuid, DatabaseId, FileId, FilegroupId, Lsn};
use sluice_base::memory::MemoryBroker;
use sluice_base::random::Random;
use sluice_base::waits::Waits;
use sluice_buffer::{BufferPool, DatabaseFiles};
use sluice_events::{FileEnvironment, WriterCall};
use sluice_session::{CachedPlans, TransactionNumbers};
use sluice_table::catalog_copy::copy_objects;
use sluice_table::{Database, DatabaseFile, FileKind, TraceFlags};
use sluice_txn::{
    Crew, DamageLocation, LockManager, RecoveryModel, RecoveryParts, RecoveryReport, Storage, StorageError,
    StorageParts, VersionStore,
};
use sluice_vfs::data_folder::DataFolder;
use sluice_vfs::metered::MeteredFs;
use sluice_vfs::{Create, File, FileError, OpenOptions, Persistence, Vfs};
use sluice_wal::{LogEnvironment, LogError, LogFile, LogOptions};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Resources shared by all databases of an instance. Clones share everything that is behind a
/// pointer.
#[derive(Clone)]
pub(crate) struct Resources {
    pub(crate) vfs: Arc<MeteredFs>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<Random>,
    pub(crate) error_log: Arc<ErrorLog>,
    pub(crate) waits: Arc<Waits>,
    pub(crate) broker: Arc<MemoryBroker>,
    pub(crate) pool: Arc<BufferPool>,
    pub(crate) locks: Arc<LockManager>,
    pub(crate) versions: Arc<VersionStore>,
    pub(crate) handler: Arc<access::Handler>,
    pub(crate) log_options: LogOptions,
    /// The files that may be persisted log buffers.
    pub(crate) persistence: Persistence,
    pub(crate) data_pages: u32,
    /// The pages of the other data files of a database to be made.
    pub(crate) secondary_pages: Vec<u32>,
    /// Whether the opened database is being made: a crash takes its files, so that torn pages need
    /// no copies.
    pub(crate) is_making: bool,
    /// Whether the opened database is a snapshot. A new one is recovered with a log that is a copy
    /// as of a moment.
    pub(crate) is_snapshot: bool,
    pub(crate) storage_ids: Arc<StorageIds>,
    /// Signals that a database must be restarted.
    pub(crate) failures: Arc<Failures>,
    pub(crate) delayed_at_risk_max: Duration,
    pub(crate) crew: Arc<dyn Crew>,
    pub(crate) query_threads: Arc<QueryThreads>,
    /// Whether databases have background work, which takes checkpoints.
    pub(crate) with_background: bool,
    /// The threads for it.
    pub(crate) background: Option<Arc<BackgroundPool>>,
    pub(crate) trace_flags: Arc<TraceFlags>,
    /// The allocator of transaction numbers.
    pub(crate) transaction_numbers: Arc<TransactionNumbers>,
    pub(crate) grants: Arc<Grants>,
    /// The folder of data files that statements may read.
    pub(crate) data_folder: Arc<DataFolder>,
    /// The plan cache of the sessions.
    pub(crate) cached_plans: Arc<CachedPlans>,
}

/// An opened storage and the file system that its files were opened through.
pub(crate) struct OpenedStorage {
    pub(crate) storage: Arc<Storage>,
    pub(crate) files: Arc<MeteredFs>,
    /// The data files.
    pub(crate) layers: Arc<Layers>,
    /// The work of recovery.
    pub(crate) report: RecoveryReport,
}

impl Resources {
    /// Returns the resources with the recovery model for new logs.
    pub(crate) fn under(self, recovery_model: RecoveryModel) -> Resources {
        Resources { log_options: LogOptions { recovery_model, ..self.log_options }, ..self }
    }

    /// Returns the files of the database created as `name`, as its views show them.
    pub(crate) fn files_of(&self, name: &str, files: &FilePair) -> Vec<DatabaseFile> {
        shown(|path| self.vfs.counters(path), name, files)
    }

    /// Reads the recovery model of a closed database from its log's header. Fails if the log can't
    /// be opened or belongs to another database than `guid`. A log in the
    /// previous format is converted first.
    pub(crate) fn recovery_model(&self, files: &FilePair, guid: DatabaseGuid) -> Result<RecoveryModel, StorageError> {
        let open = || self.with_log(files, guid, |log| Ok(log.recovery_model()));
        // A log in the format before can't be opened until it is converted.
        open().or_else(|_| self.open_data(&*self.vfs, files, Some(guid), &Layers::default()).and_then(|_| open()))
    }

    /// Reads the growth step and the greatest length of a closed database's log from its header.
    /// Returns those of a new log if the header can't be read.
    pub(crate) fn log_growth(&self, files: &FilePair, guid: DatabaseGuid) -> (FileGrowth, u64) {
        let of_new = (FileGrowth::of_number(self.log_options.growth_bytes), self.log_options.max_bytes);
        self.with_log(files, guid, |log| Ok(log.growth())).unwrap_or(of_new)
    }

    /// Reads the recovery model of a closed database from its log's header, if it can be read.
    pub(crate) fn log_model(&self, files: &FilePair, guid: DatabaseGuid) -> Option<RecoveryModel> {
        self.with_log(files, guid, |log| Ok(log.recovery_model())).ok()
    }

    /// Returns the end of the log of a database that was closed properly.
    pub(crate) fn log_end(&self, files: &FilePair, guid: DatabaseGuid) -> Result<Lsn, StorageError> {
        self.with_log(files, guid, |log| Ok(log.end()))
    }

    /// Calls `work` with the log of a closed database. Fails if the log can't be opened or belongs
    /// to another database than `guid`. No later call of this opening's handles reaches the files.
    fn with_log<T>(
        &self,
        files: &FilePair,
        guid: DatabaseGuid,
        work: impl FnOnce(LogFile) -> Result<T, LogError>,
    ) -> Result<T, StorageError> {
        let (counters, vfs) = (Arc::new(DatabaseCounters::default()), Arc::new(self.vfs.gated()));
        let environment = LogEnvironment { vfs: vfs.clone(), ..self.environment(NO_STORAGE, &counters) };
        let done = LogFile::open(&environment, &files.log, guid, &self.log_options).and_then(work);
        vfs.close_files();
        Ok(done?)
    }

    /// Opens the data file of a database, and converts the database if it has the format before.
    /// `guid` is the expected identity, if known. Adds the file to `layers`.
    fn open_data(
        &self,
        vfs: &dyn Vfs,
        files: &FilePair,
        guid: Option<DatabaseGuid>,
        layers: &Layers,
    ) -> Result<(Arc<dyn File>, access::DataHeader), StorageError> {
        let open = || -> Result<_, StorageError> {
            layers.forget_file(FileId::PRIMARY);
            let data: Arc<dyn File> = layers.open_file(vfs, FileId::PRIMARY, &files.data)?;
            let header = access::read_header(&data, FileId::PRIMARY)?;
            Ok((data, header))
        };
        let (data, header) = open()?;
        check_owner(&files.data, guid.unwrap_or(header.guid), header.guid)?;
        if !header.is_earlier() {
            return Ok((data, header));
        }
        self.convert(files, &data, &header)?;
        open()
    }

    /// Brings the blocks that a killed process left in the ring of a closed database into its log.
    /// Returns their number.
    pub(crate) fn harden_ring(&self, files: &FilePair, guid: DatabaseGuid) -> Result<u64, StorageError> {
        self.with_log(files, guid, |log| log.with_tail_ring(&files.ring)?.harden_ring())
    }

    /// Creates a database's files with the system tables and the objects of `model`. The files are
    /// closed and durable, except for the folder's entries. After an error they are removed as far
    /// as possible.
    pub(crate) fn make(
        &self,
        id: DatabaseId,
        files: &FilePair,
        guid: DatabaseGuid,
        model: Option<&Database>,
    ) -> Result<(), StorageError> {
        let made = self.make_files(id, files, guid, model);
        if made.is_err() {
            // If a removal fails, the next start removes the file, because no database owns it.
            for path in files.paths().chain([&*files.ring]) {
                let _ = self.vfs.remove(path);
            }
        }
        made
    }

    fn make_files(
        &self,
        id: DatabaseId,
        files: &FilePair,
        guid: DatabaseGuid,
        model: Option<&Database>,
    ) -> Result<(), StorageError> {
        self.remove_files(files)?;
        let counters = Arc::new(DatabaseCounters::default());
        let making = Resources { is_making: true, ..self.unsynced() };
        drop(making.create_data_file(&files.data, FileId::PRIMARY, guid, self.data_pages)?);
        for (file, pages) in files.secondary.iter().zip(&self.secondary_pages) {
            drop(making.create_data_file(&file.path, file.id, guid, *pages)?);
        }
        sluice_wal::create(&making.environment(id, &counters), &files.log, guid, &self.log_options)?;
        let opened = making.open(id, files, Some(guid), &counters, None)?;
        let made = fill(id, &opened.storage, model);
        // Closes before it returns an error: the pool must release the files in any case.
        let closed = self.close(&opened.storage, &opened.files);
        made.and(closed)?;
        self.sync_made(files.paths())
    }

    /// Returns the resources for a database in the making, whose files are never synced. A crash
    /// before the row in master is committed leaves files that the next start removes, whatever
    /// they contain. So [`Resources::sync_made`] syncs each file once, before the row is committed.
    pub(crate) fn unsynced(&self) -> Resources {
        Resources { vfs: Arc::new(self.vfs.unsynced()), ..self.clone() }
    }

    /// Syncs the files of a database that was made with [`Resources::unsynced`].
    pub(crate) fn sync_made<'a>(&self, mut paths: impl Iterator<Item = &'a Path>) -> Result<(), StorageError> {
        paths.try_for_each(|path| Ok(self.vfs.open(path, DATA_FILE)?.sync()?))
    }

    /// Creates a data file of `pages` pages, durable except for the folder's entry. Fails if the
    /// file exists. After another error the file may be left.
    pub(crate) fn create_data_file(
        &self,
        path: &Path,
        id: FileId,
        guid: DatabaseGuid,
        pages: u32,
    ) -> Result<Arc<dyn File>, StorageError> {
        let file = self.vfs.open(path, OpenOptions { create: Create::New, ..DATA_FILE })?;
        access::format(&file, id, guid, pages)?;
        file.sync()?;
        Ok(file)
    }

    /// Removes those files of a database that exist. The removal is not made durable here. The ring
    /// stays.
    pub(crate) fn remove_files(&self, files: &FilePair) -> Result<(), FileError> {
        for path in files.paths() {
            if self.vfs.exists(path)? {
                self.vfs.remove(path)?;
            }
        }
        Ok(())
    }

    /// Opens the files of the database `id` and recovers it. `guid` is the expected identity, if
    /// known. `coordinator` decides transactions across databases: master, except for master
    /// itself. After an error, no file of the database stays open.
    pub(crate) fn open(
        &self,
        id: DatabaseId,
        files: &FilePair,
        guid: Option<DatabaseGuid>,
        counters: &Arc<DatabaseCounters>,
        coordinator: Option<&Arc<Storage>>,
    ) -> Result<OpenedStorage, StorageError> {
        let taken = self.take_id(id);
        let vfs = Arc::new(self.vfs.gated());
        let opened = self.recover(taken, &vfs, (files, guid), counters, coordinator);
        match opened {
            Ok((storage, layers, report)) => {
                self.storage_ids.opened(&storage);
                Ok(OpenedStorage { storage, files: vfs, layers, report })
            }
            Err(error) => {
                self.storage_ids.give_back(taken);
                Err(error)
            }
        }
    }

    /// Takes an id for a storage of the database `id`.
    fn take_id(&self, id: DatabaseId) -> DatabaseId {
        let database = id;
        let TakenId { id, is_reused } = self.storage_ids.take(database);
        self.waits.events().set_database_of(id, database);
        if is_reused {
            // The last users of an earlier opening may have left something after its end.
            self.versions.forget_database(id);
        }
        id
    }

    fn recover(
        &self,
        id: DatabaseId,
        vfs: &Arc<MeteredFs>,
        (files, guid): (&FilePair, Option<DatabaseGuid>),
        counters: &Arc<DatabaseCounters>,
        coordinator: Option<&Arc<Storage>>,
    ) -> Result<(Arc<Storage>, Arc<Layers>, RecoveryReport), StorageError> {
        let layers = Arc::new(Layers::default());
        let (data, header) = self.open_data(&**vfs, files, guid, &layers)?;
        access::mend_header(&data, &header)?;
        let secondary = mended(open_secondary(vfs, files, header.guid, &layers)?)?;
        let environment = LogEnvironment { vfs: vfs.clone(), ..self.environment(id, counters) };
        let mut log =
            LogFile::open(&environment, &files.log, header.guid, &self.log_options)?.with_tail_ring(&files.ring)?;
        if let Some(buffer) = &files.buffer {
            log = log.with_persisted_buffer(&buffer.path, self.persistence)?;
        }
        let parts = self.parts(id, files, data_files(header.guid, (data, secondary), !self.is_making), counters);
        let recovery = RecoveryParts {
            log,
            crew: self.crew.clone(),
            coordinator: coordinator.cloned(),
            is_snapshot: self.is_snapshot,
        };
        let (storage, report) = Storage::open(parts, recovery)?;
        // With background threads, the checkpoint after recovery is taken by them, beside the
        // sessions.
        if !self.with_background && storage.checkpoint_due() {
            storage.checkpoint().inspect_err(|_| self.abandon(&storage, vfs))?;
        }
        storage.bound_delayed(self.delayed_at_risk_max);
        Ok((storage, layers, report))
    }

    /// Opens a database without recovery and without its log, to be read alone: a snapshot, or a
    /// database in EMERGENCY. Its files stay as they are.
    pub(crate) fn open_unrecovered(
        &self,
        id: DatabaseId,
        files: &FilePair,
        guid: DatabaseGuid,
        counters: &Arc<DatabaseCounters>,
        is_snapshot: bool,
    ) -> Result<OpenedStorage, StorageError> {
        let model = self.log_model(files, guid).unwrap_or(self.log_options.recovery_model);
        let taken = self.take_id(id);
        let vfs = Arc::new(self.vfs.gated());
        let resources = Resources { is_snapshot, ..self.clone().under(model) };
        let opened = resources.attach_unrecovered(taken, &vfs, (files, guid), counters);
        match opened {
            Ok(storage) => {
                self.storage_ids.opened(&storage);
                let (layers, report) = (Arc::default(), RecoveryReport::default());
                Ok(OpenedStorage { storage, files: vfs, layers, report })
            }
            Err(error) => {
                self.storage_ids.give_back(taken);
                Err(error)
            }
        }
    }

    fn attach_unrecovered(
        &self,
        id: DatabaseId,
        vfs: &Arc<MeteredFs>,
        (files, guid): (&FilePair, DatabaseGuid),
        counters: &Arc<DatabaseCounters>,
    ) -> Result<Arc<Storage>, StorageError> {
        let layers = Layers::default();
        let data: Arc<dyn File> = layers.open_file(&**vfs, FileId::PRIMARY, &files.data)?;
        let header = access::read_header(&data, FileId::PRIMARY)?;
        check_owner(&files.data, guid, header.guid)?;
        if header.is_earlier() {
            let what = "it has format 5, which can't be read in EMERGENCY; set the database ONLINE to convert it";
            let place = DamageLocation::Offset(0);
            return Err(StorageError::Damaged { path: files.data.clone(), place, what: what.to_owned() });
        }
        let secondary =
            open_secondary(vfs, files, guid, &layers)?.into_iter().map(|(id, handle, _)| (id, handle)).collect();
        let bytes = vfs.open(&files.log, DATA_FILE).and_then(|log| log.len()).unwrap_or(0);
        let environment = LogEnvironment { vfs: vfs.clone(), ..self.environment(id, counters) };
        let log = sluice_wal::without_log(&environment, (&files.log, bytes), guid, &self.log_options);
        let parts = self.parts(id, files, data_files(guid, (data, secondary), false), counters);
        Storage::open_unrecovered(parts, log, self.is_snapshot)
    }

    /// Returns the parts of a storage over these data files.
    fn parts(
        &self,
        id: DatabaseId,
        files: &FilePair,
        data: DatabaseFiles,
        counters: &Arc<DatabaseCounters>,
    ) -> StorageParts {
        StorageParts {
            id,
            pool: self.pool.clone(),
            data,
            filegroups: files.secondary.iter().map(|file| (file.id, file.filegroup)).collect(),
            handler: self.handler.clone(),
            clock: self.clock.clone(),
            counters: counters.clone(),
            locks: self.locks.clone(),
            versions: self.versions.clone(),
        }
    }

    /// Logs that the database `name` is opened.
    pub(crate) fn log_opening(&self, name: &str) {
        self.error_log.information(LogSource::Server, format_args!("Starting up database '{name}'."));
    }

    /// Logs the recovery of the database `name`. A clean start writes no line, except for torn
    /// pages restored from copies.
    pub(crate) fn log_recovery(&self, name: &str, id: DatabaseId, report: &RecoveryReport) {
        let RecoveryReport { clean, redone, undone_txns, repaired_pages, redo_ns, undo_ns, .. } = *report;
        let write = |text: fmt::Arguments<'_>| self.error_log.information(LogSource::Server, text);
        if repaired_pages > 0 {
            write(format_args!("{repaired_pages} torn pages of database '{name}' were restored from their copies."));
        }
        if clean {
            return;
        }
        write(format_args!(
            "Recovery of database '{name}' ({id}) has redone {redone} log records and rolled back {undone_txns} \
             transactions.",
            id = id.0
        ));
        let [redo_ms, undo_ms] = [redo_ns, undo_ns].map(|ns| ns / 1_000_000);
        write(format_args!(
            "Recovery completed for database {name} (database ID {id}) in {total} second(s) (analysis and redo {redo_ms} \
             ms, undo {undo_ms} ms).",
            id = id.0,
            total = (redo_ms + undo_ms) / 1000
        ));
    }

    /// Creates a database that lasts until the process ends. Creates its files, replacing existing
    /// ones, with the system tables and the objects of `model`. Nothing is synced: the next start
    /// discards the files. Its log begins small and is in no ring.
    pub(crate) fn make_temporary(
        &self,
        id: DatabaseId,
        files: &FilePair,
        guid: DatabaseGuid,
        counters: &Arc<DatabaseCounters>,
        model: Option<&Database>,
    ) -> Result<(Arc<Storage>, Arc<MeteredFs>), StorageError> {
        self.remove_files(files)?;
        let vfs = Arc::new(self.vfs.gated());
        let data = vfs.open(&files.data, OpenOptions { create: Create::New, ..DATA_FILE })?;
        access::format(&data, FileId::PRIMARY, guid, self.data_pages)?;
        let options = LogOptions {
            initial_bytes: self.log_options.initial_bytes.min(TEMPORARY_LOG_BYTES),
            ..self.log_options.clone()
        };
        let environment = LogEnvironment { vfs: vfs.clone(), ..self.environment(id, counters) };
        let log = sluice_wal::create_temporary(&environment, &files.log, guid, &options)?;
        let parts = self.parts(id, files, data_files(guid, (data, Vec::new()), false), counters);
        let storage = Storage::open_temporary(parts, log)?;
        fill(id, &storage, model)?;
        Ok((storage, vfs))
    }

    /// Closes a database cleanly, then its files. The files are closed even if the clean close
    /// fails, whose error is returned.
    pub(crate) fn close(&self, storage: &Storage, files: &MeteredFs) -> Result<(), StorageError> {
        let closed = storage.close();
        self.abandon(storage, files);
        closed
    }

    /// Ends the use of a database's files without writing anything more: for a database that is
    /// closed already, or that the next opening recovers. On return no thread reads or writes the
    /// files, so they can be opened again, and no page of the database is in the pool.
    pub(crate) fn abandon(&self, storage: &Storage, files: &MeteredFs) {
        // In this order: no record is appended, then no file call succeeds, then threads that hold
        // a page release it, since neither the log nor a file lets them go on.
        storage.log.abandon();
        files.close_files();
        self.pool.detach(storage.id);
        self.versions.forget_database(storage.id);
    }

    /// Syncs the folders of `files`. A folder that no longer exists is skipped.
    pub(crate) fn sync_folders(&self, files: &FilePair) -> Result<(), FileError> {
        for folder in files.folders() {
            if self.vfs.exists(folder)? {
                self.vfs.sync_dir(folder)?;
            }
        }
        Ok(())
    }

    /// Syncs the folder, so that its entries are durable.
    pub(crate) fn sync_folder(&self, folder: &Path) -> Result<(), FileError> {
        self.vfs.sync_dir(folder)
    }

    /// Returns what event files need of the instance. Relative names are in `folder`.
    pub(crate) fn event_files(&self, folder: &Path) -> FileEnvironment {
        FileEnvironment {
            vfs: self.vfs.clone(),
            folder: folder.to_owned(),
            error_log: self.error_log.clone(),
            call: WriterCall::default(),
        }
    }

    /// Returns what a log needs of the instance, with the counters of its database.
    pub(crate) fn environment(&self, storage: DatabaseId, counters: &Arc<DatabaseCounters>) -> LogEnvironment {
        LogEnvironment {
            vfs: self.vfs.clone(),
            waits: self.waits.clone(),
            counters: counters.clone(),
            broker: self.broker.clone(),
            storage,
        }
    }
}

/// Returns the files of a database as its views show them.
fn shown(counters: impl Fn(&Path) -> Arc<FileCounters>, name: &str, files: &FilePair) -> Vec<DatabaseFile> {
    let [data, log] = FilePair::logical_names(name);
    let of_primary = (FileId::PRIMARY, FileKind::Rows, Some(FilegroupId::PRIMARY), data, &files.data);
    let of_log = (FileId::LOG, FileKind::Log, None, log, &files.log);
    // `Database::files` sets the names of the others.
    let others =
        files.secondary.iter().map(|file| (file.id, FileKind::Rows, Some(file.filegroup), String::new(), &file.path));
    let buffer = files.buffer.iter().map(|file| (file.id, FileKind::LogBuffer, None, String::new(), &file.path));
    let all = [of_primary, of_log].into_iter().chain(others).chain(buffer);
    let file = |(id, kind, filegroup, name, path): (FileId, FileKind, Option<FilegroupId>, String, &PathBuf)| {
        DatabaseFile { id, kind, filegroup, name, path: path.clone(), counters: counters(path) }
    };
    all.map(file).collect()
}

/// Master's id as in SQL Server. Master also has the server's principals.
pub(crate) const MASTER_ID: DatabaseId = DatabaseId(1);

type OpenFile = (FileId, Arc<dyn File>);
/// An open data file with its header.
type ReadFile = (FileId, Arc<dyn File>, access::DataHeader);

/// Returns the data files of a database as its storage needs them.
fn data_files(
    guid: DatabaseGuid,
    (data, secondary): (Arc<dyn File>, Vec<OpenFile>),
    double_write: bool,
) -> DatabaseFiles {
    DatabaseFiles {
        guid,
        data,
        secondary,
        log: None,
        pair_page: access::PAIR_PAGE,
        double_write_page: access::DOUBLE_WRITE_PAGE,
        double_write,
        check: access::check_form,
    }
}

/// Opens the data files besides the primary one. Changes none.
fn open_secondary(
    vfs: &MeteredFs,
    files: &FilePair,
    guid: DatabaseGuid,
    layers: &Layers,
) -> Result<Vec<ReadFile>, StorageError> {
    let open = |file: &SecondaryPath| {
        let handle: Arc<dyn File> = layers.open_file(vfs, file.id, &file.path)?;
        let header = access::read_header(&handle, file.id)?;
        check_owner(&file.path, guid, header.guid)?;
        if header.is_earlier() {
            // Only databases of one data file were ever made in that format.
            let what = "it has format 5; put back the file that was last used with this database".to_owned();
            return Err(StorageError::Damaged { path: file.path.clone(), place: DamageLocation::Offset(0), what });
        }
        Ok((file.id, handle, header))
    };
    files.secondary.iter().map(open).collect()
}

/// Restores a damaged copy of each file's header.
fn mended(opened: Vec<ReadFile>) -> Result<Vec<OpenFile>, StorageError> {
    let mended = opened.into_iter().map(|(id, handle, header)| {
        access::mend_header(&handle, &header)?;
        Ok((id, handle))
    });
    mended.collect()
}

/// Fails if the data file at `path` has another guid than its database. The error is damage of the
/// file.
pub(crate) fn check_owner(path: &Path, guid: DatabaseGuid, found: DatabaseGuid) -> Result<(), StorageError> {
    if guid == found {
        return Ok(());
    }
    let what = "it is the file of another database; put the right file in its place".to_owned();
    Err(StorageError::Damaged { path: path.to_owned(), place: DamageLocation::Offset(0), what })
}

/// Creates the initial content of a database.
fn fill(id: DatabaseId, storage: &Storage, model: Option<&Database>) -> Result<(), StorageError> {
    Database::create_catalog(storage)?;
    if id == MASTER_ID {
        Database::create_server_catalog(storage)?;
    }
    model.map_or(Ok(()), |model| copy_objects(model, storage))
}

/// The initial log of a temporary database, as in SQL Server. The log is created at every start and
/// grows as needed.
const TEMPORARY_LOG_BYTES: u64 = 8 << 20;

/// The id of a log that is opened apart from a storage.
pub(crate) const NO_STORAGE: DatabaseId = DatabaseId(0);
