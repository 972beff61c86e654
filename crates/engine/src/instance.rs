//! An instance: a folder, its databases, and the buffer pool and threads that they share.

use crate::background::Background;
use crate::catalog_memory::{CatalogMemory, OpenDatabases};
use crate::configuration::Configuration;
use crate::crew::Threads;
use crate::error::InstanceError;
use crate::files::{self, FilePair};
use crate::known_passwords::KnownPasswords;
use crate::lazy_writer::LazyWriter;
use crate::new_files::{check_places, not_made, options_with};
use crate::options::InstanceOptions;
use crate::registry::{Entry, Registry};
use crate::sessions::Sessions;
use crate::storage::Resources;
use crate::stored_messages::StoredMessages;
use crate::well_known::{FIRST_USER_ID, MASTER, MASTER_ID, MODEL, TEMPDB, models_options, sleeps, systems_options};
use sluice_access::Handler;
use sluice_base::clock::Clock;
use sluice_base::counters::DatabaseCounters;
use sluice_base::error_log::{ErrorLog, LogSource};
use sluice_base::heap;
use sluice_base::ids::{DatabaseGuid, DatabaseId};
use sluice_base::memory::{Clerk, HeapCharge, MemoryBroker};
use sluice_base::random::Random;
use sluice_base::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, RwLock};
use sluice_base::waits::Waits;
use sluice_buffer::{BufferPool, PAGE_SIZE};
use sluice_catalog::Module;
use sluice_catalog::name::same;
use sluice_exec::batch::system_procedure_names;
use sluice_plan::StoredDefinitions;
use sluice_session::system_object::SystemObject;
use sluice_session::{NewFiles, SystemView};
use sluice_table::{Database, DatabaseOptions};
use sluice_txn::{Alone, LockManager, Storage, StorageError, VersionStore};
use sluice_types::SqlError;
use sluice_vfs::data_folder::DataFolder;
use sluice_vfs::metered::MeteredFs;
use sluice_vfs::{FileLock, Vfs};
use sluice_wal::LogOptions;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io::ErrorKind;
use std::path::PathBuf;

/// A running instance. [`Instance::close`], or dropping the last reference, ends it cleanly.
pub struct Instance {
    pub(crate) folder: PathBuf,
    pub(crate) resources: Resources,
    registry: Registry,
    pub(crate) configuration: Configuration,
    pub(crate) messages: StoredMessages,
    /// Open databases by id; master is first.
    databases: OpenDatabases,
    pub(crate) suspects: RwLock<Vec<Suspect>>,
    /// Databases that are opened on first use.
    pub(crate) dormant: Mutex<Vec<Entry>>,
    background: Mutex<Vec<(DatabaseId, Background)>>,
    lazy_writer: Mutex<Option<LazyWriter>>,
    /// Held while master's list of databases is changed, so that ids stay unique.
    pub(crate) making: Mutex<()>,
    views: Vec<Arc<dyn SystemView>>,
    /// The views, functions and procedures of the system, in the order of their ids.
    pub(crate) system_objects: Vec<SystemObject>,
    /// System views and system procedures written in T-SQL.
    pub(crate) text_modules: Vec<Arc<Module>>,
    sessions: Sessions,
    pub(crate) passwords: Arc<KnownPasswords>,
    closed: AtomicBool,
    /// The memory that opening the instance allocated.
    started_with: HeapCharge,
    /// The start time, on the monotonic clock.
    pub(crate) started_ns: u64,
    /// The number of times the plan cache was cleared.
    pub(crate) plan_generation: AtomicU64,
    /// The lock on the folder, held until the instance is closed.
    lock: Mutex<Option<Box<dyn FileLock>>>,
}

/// A database that could not be opened, with the reason ("suspect" in SQL Server).
#[derive(Clone, Debug)]
pub(crate) struct Suspect {
    pub(crate) id: DatabaseId,
    pub(crate) name: String,
    pub(crate) why: String,
}

impl Instance {
    /// Opens the instance in the options' folder, creates the folder if missing, and recovers all
    /// databases. A database that fails to open is suspect: its users get the error. A failure of
    /// master is returned.
    pub fn open(options: InstanceOptions) -> Result<Arc<Instance>, InstanceError> {
        let folder = options.folder.clone();
        let heap_before = heap::thread_bytes();
        options.vfs.create_dir_all(&folder)?;
        let lock = options.vfs.lock(&folder.join(LOCK_FILE)).map_err(|error| match error.is_locked() {
            true => InstanceError::InUse { folder: folder.clone() },
            false => InstanceError::File(error),
        })?;
        let started_ns = options.clock.monotonic_ns();
        let resources = resources(&options)?;
        log_start(&options, &resources);
        let of_master = |source| InstanceError::Database { name: MASTER.to_owned(), source };
        let counters = Arc::new(DatabaseCounters::default());
        let storage = open_master(&resources, &folder, &counters)?;
        let registry = Registry::open(&storage).map_err(of_master)?;
        let mut entries = registry.entries().map_err(of_master)?;
        let configuration = Configuration::open(&storage, &resources.broker).map_err(of_master)?;
        let messages = StoredMessages::open(&storage).map_err(of_master)?;
        let master = Database::open(
            MASTER_ID,
            MASTER.to_owned(),
            storage,
            counters,
            resources.files_of(MASTER, &FilePair::for_database(&folder, MASTER)),
            systems_options(),
            (resources.trace_flags.clone(), &StoredDefinitions),
        )
        .map_err(of_master)?;
        let started_with = HeapCharge::new(&resources.broker, Clerk::Startup);
        let views = sluice_sysviews::all();
        let text_modules = [sluice_sysviews::text_views(), sluice_sysviews::text_procedures()].concat();
        let defs = views.iter().map(|view| Arc::clone(view.def()));
        let system_objects = SystemObject::all(defs, &text_modules, system_procedure_names());
        let instance = Arc::new(Instance {
            folder,
            resources,
            registry,
            configuration,
            messages,
            databases: OpenDatabases::default(),
            suspects: RwLock::new(Vec::new()),
            dormant: Mutex::new(Vec::new()),
            background: Mutex::new(Vec::new()),
            lazy_writer: Mutex::new(None),
            making: Mutex::new(()),
            views,
            text_modules,
            system_objects,
            sessions: Sessions::default(),
            passwords: Arc::default(),
            closed: AtomicBool::new(false),
            started_with,
            started_ns,
            plan_generation: AtomicU64::new(0),
            lock: Mutex::new(Some(lock)),
        });
        instance.publish(master);
        instance.make_system_databases(&mut entries).map_err(of_master)?;
        instance.forget_dropped(&entries);
        instance.open_users_databases(&entries)?;
        let of_tempdb = |source| InstanceError::Database { name: TEMPDB.to_owned(), source };
        instance.publish(instance.make_tempdb(&entries).map_err(of_tempdb)?);
        if options.background {
            let catalogs = CatalogMemory::new(&instance.databases);
            let lazy_writer =
                LazyWriter::start(&instance.resources.pool, instance.clock(), catalogs, &instance.passwords);
            *instance.lazy_writer.lock() = Some(lazy_writer);
        }
        instance.charge_start(heap_before);
        instance.error_log().information(LogSource::Server, format_args!("Recovery is complete."));
        Ok(instance)
    }

    /// Charges a clerk with the memory that opening the instance allocated and no other clerk
    /// covers.
    fn charge_start(&self, heap_before: i64) {
        let broker = &self.resources.broker;
        let catalogs: u64 = self.databases.read().iter().map(|database| database.catalog().heap_bytes()).sum();
        broker.measure(Clerk::Catalogs, catalogs);
        let reserved = broker.held_of_heap();
        let allocated = u64::try_from(heap::thread_bytes() - heap_before).unwrap_or(0);
        self.started_with.add(i64::try_from(allocated.saturating_sub(reserved)).unwrap_or(0));
    }

    /// Returns whether the instance has background threads.
    pub(crate) fn has_background(&self) -> bool {
        self.resources.with_background
    }

    /// Closes the instance: cancels running batches, ends sessions and rolls their transactions
    /// back, checkpoints databases and marks them clean, and unlocks the folder. Later calls do
    /// nothing.
    pub fn close(&self) -> Result<(), InstanceError> {
        if self.closed.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.error_log().information(LogSource::Server, format_args!("The instance is shutting down."));
        self.sessions.close();
        for (_, background) in self.background.lock().drain(..) {
            background.stop();
        }
        self.lazy_writer.lock().take().into_iter().for_each(LazyWriter::stop);
        let mut outcome = Ok(());
        // Master closes last, because it lists the others.
        for database in self.databases.write().drain(..).rev() {
            // After a clean close, sequences and identity columns continue without a gap.
            let settled = database.settle_generators();
            let closed = settled.and(self.resources.close(&database.storage));
            let closed = closed.map_err(|source| InstanceError::Database { name: database.name.clone(), source });
            if let Err(error) = &closed {
                self.error_log().error(LogSource::Server, format_args!("Closing failed: {error}."));
            }
            outcome = outcome.and(closed);
        }
        // The folder is unlocked last, when nothing of this instance writes to it any more.
        *self.lock.lock() = None;
        outcome
    }

    /// Returns the usable databases by id. Opens dormant ones.
    pub fn databases(&self) -> Vec<Arc<Database>> {
        self.wake(|_| true);
        self.databases.read().clone()
    }

    /// Returns the open database that satisfies `is_it`.
    pub(crate) fn open_database_where(&self, is_it: impl Fn(&Database) -> bool) -> Option<Arc<Database>> {
        self.databases.read().iter().find(|database| is_it(database)).cloned()
    }

    /// Calls `work` with the open databases. No database is opened meanwhile.
    pub(crate) fn with_open_databases(&self, work: impl FnOnce(&[Arc<Database>])) {
        work(&self.databases.read());
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.resources.clock
    }

    /// Returns the error log, which `sp_readerrorlog` shows and `tracing` gets.
    pub fn error_log(&self) -> &ErrorLog {
        &self.resources.error_log
    }

    pub(crate) fn random(&self) -> &Random {
        &self.resources.random
    }

    /// Returns the wait statistics of the instance, which code that waits for a session must
    /// update.
    pub fn waits(&self) -> &Waits {
        &self.resources.waits
    }

    pub(crate) fn views(&self) -> &[Arc<dyn SystemView>] {
        &self.views
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// Returns the suspect database `name`, if any.
    pub(crate) fn suspect(&self, name: &str) -> Option<Suspect> {
        self.suspects.read().iter().find(|suspect| same(&suspect.name, name)).cloned()
    }

    /// Lists a database that can't be opened as suspect.
    pub(crate) fn suspect_of(&self, entry: &Entry, error: &StorageError) {
        let name = &entry.name;
        self.error_log().error(LogSource::Server, format_args!("Database '{name}' can't be opened: {error}."));
        self.suspects.write().push(Suspect { id: entry.id, name: name.clone(), why: error.to_string() });
    }

    /// Creates a database and opens it, by the protocol in [`crate::files`].
    pub(crate) fn make_database(&self, name: &str, wanted: &NewFiles) -> Result<(), SqlError> {
        let _making = self.making.lock();
        if self.databases.read().iter().any(|database| same(&database.name, name))
            || self.suspect(name).is_some()
            || self.dormant.lock().iter().any(|entry| same(&entry.name, name))
        {
            return Err(SqlError::database_exists(name));
        }
        let failed = |error: StorageError| match error {
            // Error 1807: another session is changing model.
            StorageError::LockTimeout => SqlError::database_not_exclusive(MODEL),
            error => sluice_table::storage_error::sql_error(&error, name),
        };
        let entries = self.registry.entries().map_err(failed)?;
        // The name may belong to a dormant or suspect database, whose files have the same names.
        if entries.iter().any(|entry| same(&entry.name, name)) {
            return Err(SqlError::database_exists(name));
        }
        let id = entries.iter().map(|entry| entry.id.0 + 1).max().unwrap_or(FIRST_USER_ID).max(FIRST_USER_ID);
        let options = options_with(models_options(&entries), &self.folder, name, wanted)?;
        let files = FilePair::placed(&self.folder, name, &options);
        let known: Vec<FilePair> = entries.iter().map(|entry| self.files_of(entry)).collect();
        check_places(self.resources.vfs.as_ref(), &files, &known)?;
        let entry = self.new_entry(DatabaseId(id), name, options);
        let model = self.models_recovery_model(&entries).map_err(failed)?;
        let resources = self.resources.clone().under(model).for_files(wanted);
        let copied = self.model_to_copy(&entries);
        let added = copied.and_then(|model| self.add_database(&resources, &entry, model.as_deref()));
        let opened = added.and_then(|()| self.settle(&entry)).and_then(|()| self.open_database(&entry));
        let opened = opened.map_err(|error| not_made(&files, self.half_made(&entry, error)).unwrap_or_else(failed));
        self.publish(opened?);
        Ok(())
    }

    /// Handles a failed creation. If the row is committed or in doubt, the name stays taken until
    /// the next start, which completes or removes the database. Returns the error.
    fn half_made(&self, entry: &Entry, error: StorageError) -> StorageError {
        if self.registry.entries().is_ok_and(|entries| entries.iter().any(|known| known.id == entry.id)) {
            let why = format!("making it failed: {error}");
            self.suspects.write().push(Suspect { id: entry.id, name: entry.name.clone(), why });
        }
        error
    }

    /// Returns the master row of a new database.
    pub(crate) fn new_entry(&self, id: DatabaseId, name: &str, options: DatabaseOptions) -> Entry {
        Entry { id, guid: self.new_guid(id.0, name), options, is_unmade: false, name: name.to_owned() }
    }

    /// Creates a database's files with the sizes of `resources` and the objects of `model`, and
    /// inserts the database's row. The files keep their temporary names until [`Instance::settle`].
    pub(crate) fn add_database(
        &self,
        resources: &Resources,
        entry: &Entry,
        model: Option<&Database>,
    ) -> Result<(), StorageError> {
        let files = self.files_of(entry);
        if !entry.options.is_elsewhere() {
            resources.make(entry.id, &files.in_making(), entry.guid, model)?;
            resources.sync_folder(&self.folder)?;
            return self.registry.insert(entry);
        }
        self.registry.insert(&Entry { is_unmade: true, ..entry.clone() })?;
        let made = resources.make(entry.id, &files.in_making(), entry.guid, model);
        if let Err(error) = made.and_then(|()| Ok(resources.sync_folders(&files)?)) {
            // If the removal fails too, the next start does it.
            let _ = self.unmake(entry);
            return Err(error);
        }
        self.registry.update(entry)
    }

    /// Removes the files of an incomplete database, and its row.
    fn unmake(&self, entry: &Entry) -> Result<(), StorageError> {
        let files = self.files_of(entry).in_making();
        for path in files.paths().chain([&*files.ring]) {
            match self.resources.vfs.exists(path) {
                Ok(true) => self.resources.vfs.remove(path)?,
                Ok(false) => {}
                // No file can exist at such a path. After any other error a file may exist, so the
                // row stays.
                Err(error) if matches!(error.source.kind(), ErrorKind::NotADirectory | ErrorKind::InvalidFilename) => {}
                Err(error) => return Err(error.into()),
            }
        }
        // The row is deleted after the removals are durable, including earlier ones. A power cut
        // can restore a file whose folder wasn't synced, and without the row no start would remove
        // the file.
        self.resources.sync_folders(&files)?;
        self.registry.delete(entry.id)
    }

    /// Returns the files of all databases.
    pub(crate) fn known_files(&self) -> Result<Vec<FilePair>, StorageError> {
        let entries = self.registry.entries()?;
        let system = [MASTER, TEMPDB].map(|name| FilePair::for_database(&self.folder, name));
        Ok(entries.iter().map(|entry| self.files_of(entry)).chain(system).collect())
    }

    /// Replaces a database's row, durably.
    pub(crate) fn update_entry(&self, entry: &Entry) -> Result<(), StorageError> {
        self.registry.update(entry)
    }

    fn files_of(&self, entry: &Entry) -> FilePair {
        FilePair::placed(&self.folder, &entry.name, &entry.options)
    }

    /// Drops a database that no session uses. The files get their temporary names first, so that a
    /// crash leaves either the whole database or files that the next start removes.
    pub(crate) fn drop_database(&self, database: &Arc<Database>) -> Result<(), StorageError> {
        let _making = self.making.lock();
        self.stop(database);
        let (id, name) = (database.id, &database.name);
        let dropped = self.resources.close(&database.storage).and_then(|()| self.remove(id, name));
        if let Err(error) = &dropped {
            // The database is closed but still listed: it can be dropped again, and its name stays
            // taken.
            let why = format!("dropping it failed: {error}");
            self.suspects.write().push(Suspect { id, name: name.clone(), why });
        }
        dropped
    }

    /// Renames a database that no session uses, by closing and reopening it. Its files keep their
    /// names.
    pub(crate) fn rename_database(&self, database: &Arc<Database>, name: &str) -> Result<(), SqlError> {
        let _making = self.making.lock();
        let failed = |error: StorageError| sluice_table::storage_error::sql_error(&error, &database.name);
        let entries = self.registry.entries().map_err(failed)?;
        let is_taken = |entry: &&Entry| entry.id != database.id && same(&entry.name, name);
        if entries.iter().find(is_taken).is_some() || [MASTER, TEMPDB].iter().any(|system| same(system, name)) {
            return Err(SqlError::database_exists(name));
        }
        let Some(mut entry) = entries.into_iter().find(|entry| entry.id == database.id) else {
            return Err(SqlError::database_not_found(&database.name));
        };
        self.stop(database);
        entry.options.first_name = Some(entry.options.first_name.unwrap_or(entry.name));
        entry.name = name.to_owned();
        let dated = database.date_again();
        let closed =
            dated.and_then(|()| database.settle_generators()).and_then(|()| self.resources.close(&database.storage));
        let renamed = closed.and_then(|()| self.registry.update(&entry)).and_then(|()| self.open_database(&entry));
        match renamed {
            Ok(renamed) => {
                self.publish(renamed);
                Ok(())
            }
            Err(error) => {
                self.suspect_of(&entry, &error);
                Err(failed(error))
            }
        }
    }

    /// Removes the database from the open ones and ends its background threads.
    fn stop(&self, database: &Database) {
        self.databases.write().retain(|open| open.id != database.id);
        let mut background = self.background.lock();
        if let Some(own) = background.iter().position(|(id, _)| *id == database.id) {
            background.swap_remove(own).1.stop();
        }
    }

    /// Drops a suspect database and the files that are left of it.
    pub(crate) fn drop_suspect(&self, suspect: &Suspect) -> Result<(), StorageError> {
        let _making = self.making.lock();
        self.remove(suspect.id, &suspect.name)?;
        self.suspects.write().retain(|other| other.id != suspect.id);
        Ok(())
    }

    /// Changes a database's options. Before full commits may rely on the log's content, the delayed
    /// tail is hardened (L2).
    pub(crate) fn set_options(
        &self,
        database: &Database,
        change: &dyn Fn(&mut DatabaseOptions),
    ) -> Result<(), StorageError> {
        // Master's list of databases is changed by one session at a time.
        let _making = self.making.lock();
        self.change_options(database, &mut |options| change(options))
    }

    /// Does the same as [`Instance::set_options`] for a caller that holds `making`.
    pub(crate) fn change_options(
        &self,
        database: &Database,
        change: &mut dyn FnMut(&mut DatabaseOptions),
    ) -> Result<(), StorageError> {
        if database.id == MASTER_ID {
            return Err(StorageError::NotOpen(MASTER.to_owned()));
        }
        let before = database.options();
        let mut options = before.clone();
        change(&mut options);
        if options == before || !self.has(database) {
            return Ok(());
        }
        if options.delayed_durability != before.delayed_durability && !database.storage.is_temporary() {
            database.storage.log.flush_tail()?;
        }
        let mut entry = self.registry.entries()?.into_iter().find(|entry| entry.id == database.id);
        if let Some(entry) = &mut entry {
            entry.options = options.clone();
            self.registry.update(entry)?;
        }
        database.set_options(options);
        Ok(())
    }

    fn has(&self, database: &Database) -> bool {
        self.databases.read().iter().any(|open| std::ptr::eq(Arc::as_ptr(open), database))
    }

    fn open_users_databases(&self, entries: &[Entry]) -> Result<(), InstanceError> {
        let master = FilePair::for_database(&self.folder, MASTER);
        let known: Vec<FilePair> = entries.iter().map(|entry| self.files_of(entry)).chain([master]).collect();
        files::remove_unfinished(self.resources.vfs.as_ref(), &self.folder, &known)?;
        for entry in entries {
            if sleeps(entry.id) {
                self.dormant.lock().push(entry.clone());
                continue;
            }
            let opened = match entry.is_unmade {
                true => self.unmake(entry).map(|()| None),
                false => self.settle(entry).and_then(|()| self.open_database(entry)).map(Some),
            };
            match opened {
                Ok(database) => database.into_iter().for_each(|database| self.publish(database)),
                Err(error) => self.suspect_of(entry, &error),
            }
        }
        Ok(())
    }

    /// Removes a closed database: its files and its row.
    fn remove(&self, id: DatabaseId, name: &str) -> Result<(), StorageError> {
        let vfs = self.resources.vfs.as_ref();
        let entry = self.registry.entries()?.into_iter().find(|entry| entry.id == id);
        let files =
            entry.as_ref().map_or_else(|| FilePair::for_database(&self.folder, name), |entry| self.files_of(entry));
        let unnamed = files.in_making();
        for (named, unnamed) in files.paths().zip(unnamed.paths()) {
            if vfs.exists(named)? {
                vfs.rename(named, unnamed)?;
            }
        }
        self.resources.sync_folders(&files)?;
        if let Some(entry) = entry.filter(|entry| entry.options.is_elsewhere()) {
            self.registry.update(&Entry { is_unmade: true, ..entry.clone() })?;
            self.unmake(&entry)?;
            self.forget_dropped(&self.registry.entries()?);
            return Ok(());
        }
        self.registry.delete(id)?;
        self.forget_dropped(&self.registry.entries()?);
        for path in unnamed.paths().chain([&*files.ring]) {
            if vfs.exists(path)? {
                vfs.remove(path)?;
            }
        }
        Ok(self.resources.sync_folder(&self.folder)?)
    }

    /// Forgets decisions on transactions of dropped databases, which will never ask for them.
    fn forget_dropped(&self, entries: &[Entry]) {
        self.registry.master().retain_participants(|guid| entries.iter().any(|entry| entry.guid == guid));
    }

    /// Renames a database's files to their final names, if creation or a crash left that undone.
    pub(crate) fn settle(&self, entry: &Entry) -> Result<(), StorageError> {
        let files = self.files_of(entry);
        if files.settle(self.resources.vfs.as_ref())? {
            self.resources.sync_folders(&files)?;
        }
        Ok(())
    }

    pub(crate) fn open_database(&self, entry: &Entry) -> Result<Arc<Database>, StorageError> {
        let mut entry = entry.clone();
        self.remove_absent_files(&mut entry)?;
        let files = self.files_of(&entry);
        let first_name = entry.options.first_name.as_ref().unwrap_or(&entry.name);
        let counters = Arc::new(DatabaseCounters::default());
        self.resources.log_opening(&entry.name);
        let master = Some(self.registry.master());
        let (storage, report) = self.resources.open(entry.id, &files, Some(entry.guid), &counters, master)?;
        self.resources.log_recovery(&entry.name, entry.id, &report);
        Database::open(
            entry.id,
            entry.name.clone(),
            storage,
            counters,
            self.resources.files_of(first_name, &files),
            entry.options.clone(),
            (self.resources.trace_flags.clone(), &StoredDefinitions),
        )
    }

    pub(crate) fn publish(&self, database: Arc<Database>) {
        if self.resources.with_background {
            let background = Background::start(&database, &self.resources);
            self.background.lock().push((database.id, background));
        }
        let mut databases = self.databases.write();
        // Under the lock, so that a concurrent RECONFIGURE can't miss the database.
        self.configuration.apply_to(&database);
        databases.push(database);
        databases.sort_by_key(|database| database.id);
    }

    fn new_guid(&self, id: u16, name: &str) -> DatabaseGuid {
        let build = BuildHasherDefault::<sluice_base::hash::FixedHasher>::default();
        DatabaseGuid(build.hash_one((self.resources.clock.utc_ns(), id, name)) | 1)
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // A drop can't report errors; callers that need them use `close`.
        let _ = self.close();
    }
}

fn resources(options: &InstanceOptions) -> Result<Resources, InstanceError> {
    let waits = Arc::new(Waits::new(options.clock.clone()));
    let broker = MemoryBroker::new(options.memory_limit);
    let pool = BufferPool::new((options.machine_memory / PAGE_SIZE as u64) as usize, waits.clone(), &broker)?;
    let locks = LockManager::new(waits.clone(), &broker);
    let versions = VersionStore::new(&broker);
    Ok(Resources {
        vfs: Arc::new(MeteredFs::new(options.vfs.clone(), options.clock.clone())),
        clock: options.clock.clone(),
        random: options.random.clone(),
        error_log: Arc::new(ErrorLog::new(options.clock.clone())),
        waits,
        broker,
        pool,
        locks,
        versions,
        handler: Arc::new(Handler),
        log_options: LogOptions {
            initial_bytes: options.log_bytes,
            growth_bytes: options.log_growth_bytes,
            ..LogOptions::default()
        },
        data_pages: options.data_pages,
        secondary_pages: Vec::new(),
        delayed_at_risk_max: options.delayed_at_risk_max,
        // Without background threads everything runs in a repeatable order.
        crew: if options.background { Arc::new(Threads::of_machine()) } else { Arc::new(Alone) },
        with_background: options.background,
        trace_flags: Arc::default(),
        transaction_numbers: Arc::default(),
        grants: Arc::default(),
        data_folder: Arc::new(DataFolder::new(options.bulk_folder.as_deref())),
        cached_plans: Arc::default(),
    })
}

/// Opens master, or creates it in a new folder.
fn open_master(
    resources: &Resources,
    folder: &std::path::Path,
    counters: &Arc<DatabaseCounters>,
) -> Result<Arc<Storage>, InstanceError> {
    let files = FilePair::for_database(folder, MASTER);
    let of_master = |source| InstanceError::Database { name: MASTER.to_owned(), source };
    if !resources.vfs.exists(&files.data)? {
        // A folder with databases but no master has lost it. An empty master would hide the
        // databases.
        let orphan =
            resources.vfs.list(folder)?.into_iter().find(|path| path.extension().is_some_and(|end| end == "mdf"));
        if let Some(found) = orphan {
            return Err(InstanceError::NoMaster { folder: folder.to_owned(), found });
        }
        // A crash between the two renames of an earlier start leaves only the log under its final
        // name.
        if resources.vfs.exists(&files.log)? && !resources.vfs.exists(&files.in_making().log)? {
            resources.vfs.rename(&files.log, &files.in_making().log)?;
        }
        let now = resources.clock.utc_ns() as u64;
        resources.make(MASTER_ID, &files.in_making(), DatabaseGuid(now | 1), None).map_err(of_master)?;
        resources.sync_folder(folder)?;
        files.settle(resources.vfs.as_ref())?;
        resources.sync_folder(folder)?;
    }
    resources.log_opening(MASTER);
    let (storage, report) = resources.open(MASTER_ID, &files, None, counters, None).map_err(of_master)?;
    resources.log_recovery(MASTER, MASTER_ID, &report);
    Ok(storage)
}

/// Logs the version, the folder and the memory of an instance that starts.
fn log_start(options: &InstanceOptions, resources: &Resources) {
    resources.error_log.information(
        LogSource::Server,
        format_args!(
            "Sluice {} opens the folder '{}' with {} MB of memory.",
            env!("CARGO_PKG_VERSION"),
            options.folder.display(),
            options.memory_limit >> 20
        ),
    );
}

const LOCK_FILE: &str = "sluice.lock";
